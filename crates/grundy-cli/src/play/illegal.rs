//! Error messages for illegal moves.

use grundy::catalog::GAMES;
use grundy::rules::{changed_heap, moved_tokens};
use grundy::theorem::UBig;
use grundy::{Board, Game, InputError, Position};
use grundy_answers::board::components;
use grundy_answers::session::same_board;

/// The error for an illegal move.
pub fn refusal(game: &Game, from: &Position, to: &Position) -> InputError {
    let Broken { what, game } = reason(game, from, to);
    let rules = game.map_or_else(String::new, |name| format!("{name}: {} ", rules(&name)));
    InputError::whole(format!("illegal move: {what}")).hint(format!("{rules}`moves` lists the moves"))
}

/// What is wrong with a move, and the game whose rules it breaks, if the message should quote them.
struct Broken {
    what: String,
    game: Option<String>,
}

fn reason(game: &Game, from: &Position, to: &Position) -> Broken {
    if same_board(from, to) {
        return Broken { what: "it changes nothing".to_owned(), game: None };
    }
    if let (Some(here), Some(there)) = (components(game, from), components(game, to)) {
        return in_compound(&here.parts, &there.parts);
    }
    match changes(game, from, to) {
        Err(what) => Broken { what, game: None },
        Ok(changes) => {
            Broken { what: format!("it takes {}", changes.join(" and ")), game: Some(game.name()) }
        }
    }
}

/// The rules of a game in a sentence.
pub fn rules(name: &str) -> &'static str {
    let plain = name.split([':', '(', '@']).next().unwrap_or(name);
    GAMES.iter().find(|entry| entry.name == plain).map_or("", |entry| entry.rules)
}

fn in_compound(from: &[(Game, Position)], to: &[(Game, Position)]) -> Broken {
    let pairs = (1..).zip(from.iter().zip(to));
    let changed: Vec<(usize, _)> = pairs.filter(|(_, ((_, from), (_, to)))| !same_board(from, to)).collect();
    match &changed[..] {
        // Legal in its own game, so only a closed nearly disjunctive sum forbids it.
        [(number, ((game, from), (_, to)))] if game.is_option(from, to) == Ok(true) => Broken {
            what: format!("it moves game {number} into a P-position, and the sum is closed"),
            game: Some("nearly".to_owned()),
        },
        [(number, ((game, from), (_, to)))] => {
            let inside = reason(game, from, to);
            Broken { what: format!("in game {number} {}", inside.what), ..inside }
        }
        all => {
            let numbers: Vec<String> = all.iter().map(|(number, _)| number.to_string()).collect();
            let what = format!("it changes games {}; a move changes one game", numbers.join(" and "));
            Broken { what, game: None }
        }
    }
}

/// Every pile or token that changes. An error if the number of piles, strips or tokens changes.
fn changes(game: &Game, from: &Position, to: &Position) -> Result<Vec<String>, String> {
    let token =
        |strip: usize, from: &UBig, to: &UBig| format!("a token of strip {strip} from square {from} to {to}");
    let in_strips = game.show(from).starts_with('[');
    let (from, to) = (from.rows().unwrap_or_default(), to.rows().unwrap_or_default());
    if in_strips {
        same_count(from.len(), to.len(), "strips")?;
        let mut all = Vec::new();
        for (strip, (from, to)) in (1..).zip(from.iter().zip(&to)) {
            same_count(from.len(), to.len(), &format!("tokens on strip {strip}"))?;
            all.extend(moved_tokens(from, to).map(|(from, to)| token(strip, from, to)));
        }
        return Ok(all);
    }
    let (from, to) = (from.concat(), to.concat());
    if game.board() == Board::Heaps {
        return heaps(&from, &to);
    }
    let moved = (0..).zip(from.iter().zip(&to)).filter(|(_, (from, to))| from != to);
    let (what, told): (_, fn(usize, &UBig, &UBig) -> String) = match game.board() {
        Board::Strips { .. } => {
            ("strips", |i, from, to| format!("the token of strip {} from square {from} to {to}", i + 1))
        }
        Board::Graph { .. } => ("vertices", |i, from, to| format!("vertex {i} from {from} to {to}")),
        _ => ("piles", |i, from, to| format!("pile {} from {from} to {to}", i + 1)),
    };
    same_count(from.len(), to.len(), what)?;
    Ok(moved.map(|(i, (from, to))| told(i, from, to)).collect())
}

/// The heap that changes, and what is left of it. An error if more than one changes.
fn heaps(from: &[UBig], to: &[UBig]) -> Result<Vec<String>, String> {
    let Some((heap, left)) = changed_heap(from, to) else {
        return Err("a move replaces one heap by smaller ones".to_owned());
    };
    let left: Vec<String> = left.iter().map(UBig::to_string).collect();
    let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" and ") };
    Ok(vec![format!("heap {heap} to {left}")])
}

fn same_count(from: usize, to: usize, what: &str) -> Result<(), String> {
    if from == to { Ok(()) } else { Err(format!("the number of {what} is {from}, not {to}")) }
}
