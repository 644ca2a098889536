//! Take-and-break games: any of them by its code or the numbers that may be taken, and the famous ones by name.

use super::{Entry, Parameter, Parameters, Takes};
use crate::heaps::Code;
use crate::notation::{InputError, RawParameter, Span, number_in};
use crate::rules::HeapGame;
use crate::ruleset::Game;
use std::sync::Arc;

const GUY_SMITH: &str = "Guy & Smith 1956";
const WINNING_WAYS: &str = "Berlekamp, Conway & Guy, Winning Ways, ch. 4";

const CODE: &[Parameter] = &[Parameter { name: "code", required: true, takes: Takes::Code }];
const SET: &[Parameter] = &[Parameter { name: "set", required: true, takes: Takes::Set }];

pub(super) const OCTAL: Entry = Entry {
    name: "octal",
    notation: "octal:D.DDD HEAPS",
    rules: "Take k counters from a heap so that 0, 1 or 2 heaps are left of it, if digit k has the 1, 2 or 4 in it; digit 0 is before the point.",
    example: "octal:0.156 5,7,12",
    paper: GUY_SMITH,
    parameters: CODE,
    make: |p| by_code(p, "octal"),
};

pub(super) const HEXADECIMAL: Entry = Entry {
    name: "hexadecimal",
    notation: "hexadecimal:D.DDD HEAPS",
    rules: "Like octal, with digits up to f: 3 heaps may be left if the digit has the 8 in it.",
    example: "hexadecimal:0.8f 5,7",
    paper: WINNING_WAYS,
    parameters: CODE,
    make: |p| by_code(p, "hexadecimal"),
};

pub(super) const SUBTRACTION: Entry = Entry {
    name: "subtraction",
    notation: "subtraction:{NUMBERS} HEAPS",
    rules: "Take one of the numbers from a heap.",
    example: "subtraction:{1,3,4} 9,14",
    paper: WINNING_WAYS,
    parameters: SET,
    make: |p| by_set(p, "subtraction", Code::subtraction),
};

pub(super) const ALL_BUT: Entry = Entry {
    name: "all-but",
    notation: "all-but:{NUMBERS} HEAPS",
    rules: "Take any positive number from a heap but one of these.",
    example: "all-but:{1,3,4} 9,14",
    paper: "Siegel, Combinatorial Game Theory, ch. IV",
    parameters: SET,
    make: |p| by_set(p, "all-but", Code::all_but),
};

pub(super) const KAYLES: Entry = Entry {
    name: "kayles",
    notation: "kayles ROWS",
    rules: "Knock down a pin, or two that stand side by side, in one of the rows; what is left on both sides are rows. Octal 0.77.",
    example: "kayles 5,7,12",
    paper: GUY_SMITH,
    parameters: &[],
    make: |p| famous(p, "0.77"),
};

pub(super) const DAWSON_KAYLES: Entry = Entry {
    name: "dawson-kayles",
    notation: "dawson-kayles ROWS",
    rules: "Knock down two pins that stand side by side in one of the rows; what is left on both sides are rows. Octal 0.07.",
    example: "dawson-kayles 5,7,12",
    paper: GUY_SMITH,
    parameters: &[],
    make: |p| famous(p, "0.07"),
};

pub(super) const DAWSON_CHESS: Entry = Entry {
    name: "dawson-chess",
    notation: "dawson-chess FILES",
    rules: "Advance a pawn on a board of so many files; its file and those beside it are then settled. Octal 0.137.",
    example: "dawson-chess 5,7,12",
    paper: GUY_SMITH,
    parameters: &[],
    make: |p| famous(p, "0.137"),
};

pub(super) const TREBLECROSS: Entry = Entry {
    name: "treblecross",
    notation: "treblecross STRIPS",
    rules: "Put a cross on a strip so that the opponent does not get three in a row: the cell goes, and up to two on each side of it. Octal 0.007, with two more counters.",
    example: "treblecross 5,12",
    paper: WINNING_WAYS,
    parameters: &[],
    make: |p| {
        let code = code_of(p, "0.007")?.shifted(2)?;
        Ok(Arc::new(HeapGame::of_code(p.entry.name, code)))
    },
};

pub(super) const OFFICERS: Entry = Entry {
    name: "officers",
    notation: "officers HEAPS",
    rules: "Take a counter from a heap of two or more, and leave the rest as one heap or two. Octal 0.6.",
    example: "officers 5,7,12",
    paper: WINNING_WAYS,
    parameters: &[],
    make: |p| famous(p, "0.6"),
};

pub(super) const GUILES: Entry = Entry {
    name: "guiles",
    notation: "guiles HEAPS",
    rules: "Take a heap of one or two, or take two counters from a larger heap and leave the rest as two heaps. Octal 0.15.",
    example: "guiles 5,7,12",
    paper: WINNING_WAYS,
    parameters: &[],
    make: |p| famous(p, "0.15"),
};

pub(super) const GRUNDY_GAME: Entry = Entry {
    name: "grundy-game",
    notation: "grundy-game HEAPS",
    rules: "Split a heap into two heaps of different size.",
    example: "grundy-game 5,7,12",
    paper: "Grundy 1939",
    parameters: &[],
    make: |p| {
        let code = code_of(p, "4.0")?.with_unequal_heaps();
        Ok(Arc::new(HeapGame::of_code(p.entry.name, code)))
    },
};

pub(super) const LASKER_NIM: Entry = Entry {
    name: "lasker-nim",
    notation: "lasker-nim HEAPS",
    rules: "Take any positive number from a heap, or split it into two. Octal 4.3..",
    example: "lasker-nim 5,7,12",
    paper: WINNING_WAYS,
    parameters: &[],
    make: |p| famous(p, "4.3.."),
};

/// The code of a game of the catalogue.
fn code_of(p: &Parameters<'_>, text: &str) -> Result<Code, InputError> {
    text.parse().map_err(|error| InputError { span: Some(p.game.span), ..error })
}

fn famous(p: &Parameters<'_>, code: &str) -> Result<Game, InputError> {
    Ok(Arc::new(HeapGame::of_code(p.entry.name, code_of(p, code)?)))
}

/// A game by its code. The name has the code as it is printed, without zeros that say nothing.
fn by_code(p: &Parameters<'_>, name: &str) -> Result<Game, InputError> {
    let given = p.get("code")?;
    let Span { start, .. } = given.value_span;
    let code: Code = given.value.parse().map_err(|error: InputError| error.moved(start))?;
    if name == OCTAL.name && !code.is_octal() {
        let message = "digits of octal games go up to 7";
        return Err(InputError::at(given.value_span, message)
            .hint("games with larger digits are written hexadecimal:0.8f"));
    }
    Ok(Arc::new(HeapGame::of_code(format!("{name}:{code}"), code)))
}

/// A game by a set of numbers, with the set as it is printed in its name.
fn by_set(
    p: &Parameters<'_>,
    name: &str,
    code: fn(&[u64]) -> Result<Code, InputError>,
) -> Result<Game, InputError> {
    let given = p.get("set")?;
    let numbers = set(given, &p.usage())?;
    let code = code(&numbers).map_err(|error| InputError { span: Some(given.value_span), ..error })?;
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    Ok(Arc::new(HeapGame::of_code(format!("{name}:{{{}}}", numbers.join(",")), code)))
}

/// The numbers of `{1,3,4}`, sorted and each once.
fn set(given: &RawParameter, usage: &str) -> Result<Vec<u64>, InputError> {
    let inside = given.value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let Some(inside) = inside else {
        return Err(InputError::at(given.value_span, "expected numbers in braces").hint(usage));
    };
    let mut at = given.value_span.start + 1;
    let mut numbers = Vec::new();
    for piece in inside.split(',').filter(|_| !inside.trim().is_empty()) {
        let number = piece.trim();
        let start = at + (piece.len() - piece.trim_start().len());
        // Of a missing number, the comma or brace in its place.
        let span = Span { start, end: start + number.len().max(1) };
        let read = number_in(number, 0..=u64::MAX);
        numbers.push(read.map_err(|error| {
            let message = if number.is_empty() { "expected a number".to_owned() } else { error.message };
            InputError::at(span, message).hint(usage)
        })?);
        at += piece.len() + 1;
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}
