//! The games, one file each, with their moves as the papers state them.

mod crossed;
mod graph_nim;
mod gurvich;
mod heap_game;
mod large;
mod library;
mod nim;
mod r_wythoff;
mod ray_game;
mod shared_cells;
mod sharing_nim;
mod silver_dollar;
mod star_nim;
mod star_silver_dollar;
mod welter;
mod written;
mod wythoff;

pub use crossed::Crossed;
pub use graph_nim::GraphNim;
pub use gurvich::Gurvich;
pub use heap_game::{HeapGame, changed_heap};
pub use large::moved_tokens;
pub use library::{Bundled, LIBRARY};
pub use nim::Nim;
pub use r_wythoff::RWythoff;
pub use ray_game::RayGame;
use ray_game::identity_of_shape;
pub use shared_cells::SharedCells;
pub use sharing_nim::SharingNim;
pub use silver_dollar::SilverDollar;
pub use star_nim::StarNim;
pub use star_silver_dollar::StarSilverDollar;
pub use welter::{StarWelter, Welter};
pub use written::{Measure, Written};
pub use wythoff::Wythoff;

use crate::error::Limit;
use crate::notation::{InputError, RawNumber, RawPosition, Span};
use crate::ruleset::{Position, Row, Shape, Stop, Visitor};
use crate::words::counted;
use dashu_int::UBig;
use std::ops::Range;

/// The numbers of a raw row.
fn row(numbers: &[RawNumber]) -> Result<Vec<UBig>, InputError> {
    numbers.iter().map(RawNumber::value).collect()
}

/// Reads piles: at least one, and the number `exactly` if it is given.
fn piles(raw: &RawPosition, exactly: Option<usize>) -> Result<Position, InputError> {
    let RawPosition::Row(numbers, span) = raw else {
        return Err(InputError::at(raw.span(), "this game is played with piles, not on strips")
            .hint("write the piles without brackets, e.g. 3,7"));
    };
    if let Some(wanted) = exactly.filter(|&wanted| wanted != numbers.len()) {
        let extra =
            numbers.get(wanted).zip(numbers.last()).map_or(*span, |(first, last)| first.span.to(last.span));
        let example = (0..wanted).map(|i| (3 + 4 * i).to_string()).collect::<Vec<_>>().join(",");
        return Err(InputError::at(
            extra,
            format!("this game has {}, not {}", counted(wanted, "pile"), numbers.len()),
        )
        .hint(format!("e.g. {example}")));
    }
    if numbers.is_empty() {
        return Err(InputError::at(*span, "there are no piles").hint("e.g. 3,7"));
    }
    Ok(Position::of_piles(row(numbers)?))
}

/// Strips as written, each with its place in the text.
type RawStrips = [(Vec<RawNumber>, Span)];

/// Reads strips, each with increasing squares.
fn strips(raw: &RawPosition) -> Result<(Position, &RawStrips), InputError> {
    let RawPosition::Strips(strips, _) = raw else {
        let RawPosition::Row(numbers, _) = raw else { unreachable!("a raw position is a row or strips") };
        let inside: Vec<&str> = numbers.iter().map(|n| n.text.as_str()).collect();
        return Err(InputError::at(
            raw.span(),
            "this game is played on strips, which are written in brackets",
        )
        .hint(format!(
            "[{}] is one strip with {}; [{}] are strips with one token each",
            inside.join(","),
            counted(inside.len(), "token"),
            inside.join("],[")
        )));
    };
    if strips.is_empty() {
        return Err(InputError::at(raw.span(), "there are no strips").hint("e.g. [2,5],[3]"));
    }
    let mut read = Vec::new();
    for (numbers, _) in strips {
        let squares = row(numbers)?;
        for (i, pair) in squares.windows(2).enumerate() {
            if pair[0] >= pair[1] {
                let what = if pair[0] == pair[1] {
                    format!("square {} holds two tokens", pair[1])
                } else {
                    format!("square {} comes after square {}", pair[1], pair[0])
                };
                return Err(InputError::at(numbers[i + 1].span, what).hint(format!(
                    "squares on a strip increase from left to right, e.g. {}",
                    sorted_example(strips)
                )));
            }
        }
        read.push(squares);
    }
    Ok((Position::of_strips(read), strips))
}

/// Reads the strip of a game with one strip. `star` is the name of the game with several.
fn one_strip(raw: &RawPosition, star: &str) -> Result<Position, InputError> {
    let (position, places) = strips(raw)?;
    if places.len() == 1 {
        return Ok(position);
    }
    let extra = places.get(1).zip(places.last()).map_or(raw.span(), |(second, last)| second.1.to(last.1));
    Err(InputError::at(extra, format!("this game has one strip, not {}", places.len()))
        .hint(format!("{star} has several, joined at square 0")))
}

/// A corrected example: the squares sorted, and repeated squares moved up.
fn sorted_example(strips: &RawStrips) -> String {
    let repaired = strips.iter().map(|(numbers, _)| {
        let mut squares: Vec<UBig> = numbers.iter().filter_map(|n| n.value().ok()).collect();
        squares.sort_unstable();
        for i in 1..squares.len() {
            let next = &squares[i - 1] + 1u8;
            if squares[i] < next {
                squares[i] = next;
            }
        }
        format!("[{}]", squares.iter().map(UBig::to_string).collect::<Vec<_>>().join(","))
    });
    repaired.collect::<Vec<_>>().join(",")
}

/// Reads strips that share their first `shared` cells, each of which holds at most one token.
fn strips_sharing(raw: &RawPosition, shared: u64) -> Result<Position, InputError> {
    let (position, strips) = strips(raw)?;
    let mut taken = std::collections::BTreeSet::new();
    for number in strips.iter().flat_map(|(numbers, _)| numbers) {
        let square = u64::try_from(&number.value()?).ok().filter(|square| *square < shared);
        if let Some(square) = square.filter(|&square| !taken.insert(square)) {
            return Err(two_on_a_shared_square(square, number.span));
        }
    }
    Ok(position)
}

fn two_on_a_shared_square(square: u64, span: Span) -> InputError {
    InputError::at(span, format!("two tokens stand on square {square}, which the strips share"))
        .hint("a shared square holds at most one token: move one of them up")
}

/// The error for positions whose options cannot be visited.
fn too_far() -> Stop {
    Limit::Uncountable.into()
}

/// The piles of a position, if its options can be visited.
fn piles_of(position: &Position) -> Result<&Row, Stop> {
    match &position.0 {
        Shape::Piles(piles) => Ok(piles),
        Shape::FarPiles(_) => Err(too_far()),
        _ => unreachable!("not a position of this ruleset"),
    }
}

/// The piles of a position that is changed into an option.
fn piles_mut(position: &mut Position) -> &mut Row {
    match &mut position.0 {
        Shape::Piles(piles) => piles,
        _ => unreachable!("not a position of this ruleset"),
    }
}

/// The strips of a position, if its options can be visited.
fn strips_of(position: &Position) -> Result<&Vec<Row>, Stop> {
    match &position.0 {
        Shape::Strips(strips) => Ok(strips),
        Shape::FarStrips(_) => Err(too_far()),
        _ => unreachable!("not a position of this ruleset"),
    }
}

/// The strips of a position that is changed into an option.
fn strips_mut(position: &mut Position) -> &mut Vec<Row> {
    match &mut position.0 {
        Shape::Strips(strips) => strips,
        _ => unreachable!("not a position of this ruleset"),
    }
}

/// Visits the positions in which pile `index` is replaced by each of `values`.
fn visit_with(
    position: &Position,
    index: usize,
    values: Range<u64>,
    visit: &mut Visitor<'_>,
) -> Result<(), Stop> {
    let mut option = position.clone();
    values.into_iter().try_for_each(|value| {
        piles_mut(&mut option)[index] = value;
        visit(&option)
    })
}

/// Visits the positions in which a token is moved to each of `squares`.
fn visit_token_on(
    position: &Position,
    (strip, token): (usize, usize),
    squares: Range<u64>,
    visit: &mut Visitor<'_>,
) -> Result<(), Stop> {
    let mut option = position.clone();
    squares.into_iter().try_for_each(|square| {
        strips_mut(&mut option)[strip][token] = square;
        visit(&option)
    })
}

/// A row of `count` random numbers up to `size`.
fn sample_row(count: u64, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Row {
    (0..count).map(|_| draw(size + 1)).collect()
}

/// Random strips with squares from `lowest` on. Most have one or two tokens, so that games stay short.
fn sample_strips(count: u64, lowest: u64, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Vec<Row> {
    let strip = |draw: &mut dyn FnMut(u64) -> u64| {
        let mut squares: Vec<u64> =
            (0..=draw(3)).map(|_| lowest + draw(size.max(lowest) - lowest + 1)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares.into_iter().collect()
    };
    (0..count).map(|_| strip(draw)).collect()
}

/// Two or three random strips joined at square 0, which may hold a token.
fn sample_star(size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
    let count = 2 + draw(2);
    let mut strips = sample_strips(count, 1, size, draw);
    if draw(4) == 0 {
        strips[0][0] = 0;
    }
    Position(Shape::Strips(strips))
}
