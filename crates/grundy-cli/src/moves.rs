//! `grundy moves`: every option, valued.

use crate::args::{Expression, Format, Work};
use crate::failure::{Failure, print_json, print_text};
use crate::value::{Blocking, full, shown};
use grundy::{BudgetSpent, Game, Nimber, Position, Strategist, describe};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy moves`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy moves wythoff 2,4
  grundy moves 'star-silver-dollar [1,3],[2]'
  grundy moves 'nim 2 + star-nim 1,3' --format json
  grundy moves wythoff@block=2 3,4               one move may be blocked

Winning moves, those to value 0, are marked with *. With blocking, x marks what the opponent blocks, and each
winning move says what to block after it.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    work: Work,
}

#[derive(Serialize)]
struct Listed {
    game: String,
    position: String,
    value: u64,
    #[serde(flatten)]
    blocking: Option<Blocking>,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    to: String,
    value: u64,
    winning: bool,
    description: String,
    /// With blocking: what the winner blocks next.
    #[serde(skip_serializing_if = "Option::is_none")]
    then_block: Option<Vec<String>>,
}

impl Move {
    fn mark(&self, value: u64) -> char {
        match (self.value, self.winning) {
            (_, true) => '*',
            (0, false) if value == 0 => 'x',
            _ => ' ',
        }
    }

    fn text(&self) -> String {
        match self.then_block.as_deref() {
            None | Some([]) => self.description.clone(),
            Some(block) => format!("{}, then block {}", self.description, listed(block)),
        }
    }
}

/// Lists the options of a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let mut strategist = Strategist::new(&game, arguments.work.budget());
    let value = strategist.value(&position)?.0;
    let moves = strategist.moves(&position)?;
    let zeros = moves.iter().filter(|option| option.value == Nimber::ZERO).map(|option| &option.position);
    let zeros: Vec<String> = zeros.map(|option| game.show(option)).collect();
    let listed = moves.into_iter().map(|option| {
        let winning = option.value == Nimber::ZERO && value != 0;
        Ok(Move {
            to: game.show(&option.position),
            value: option.value.0,
            winning,
            description: describe(game.as_ref(), &position, &option.position),
            then_block: then_block(&game, &mut strategist, &option.position, winning)?,
        })
    });
    let moves = listed.collect::<Result<Vec<Move>, BudgetSpent>>()?;
    let blocked = if value == 0 { zeros.clone() } else { Vec::new() };
    let blocking = game.blocking().map(|rule| Blocking { blocking: rule, blocked });
    match arguments.format {
        Format::Json => {
            print_json(&Listed { game: game.name(), position: game.show(&position), value, blocking, moves })
        }
        Format::Text => {
            let count = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
            let mut text = format!("{}  value {value}, {count}\n", full(&game, &position));
            let width = moves.iter().map(|m| m.to.len()).max().unwrap_or(0);
            for listed in &moves {
                let (mark, words) = (listed.mark(value), listed.text());
                let _ = writeln!(text, "{mark} {:>4}  {:<width$}  {words}", listed.value, listed.to);
            }
            if let Some(Blocking { blocking, .. }) = blocking {
                let _ = writeln!(text, "blocking: {blocking}\n{}", verdict(value, &zeros));
            }
            print_text(&text)
        }
    }
}

/// What whoever moves to `option` and wants to win blocks there.
fn then_block(
    game: &Game,
    strategist: &mut Strategist,
    option: &Position,
    winning: bool,
) -> Result<Option<Vec<String>>, BudgetSpent> {
    if !winning || game.blocking().is_none() {
        return Ok(None);
    }
    Ok(Some(shown(game, &strategist.zeros(option)?)))
}

/// Why blocking leaves the position won or lost.
fn verdict(value: u64, zeros: &[String]) -> String {
    match (value, zeros) {
        (0, []) => "lost: no move goes to value 0".to_owned(),
        (0, [zero]) => format!("lost: the opponent blocks {zero}, the only move to value 0"),
        (0, zeros) => {
            format!("lost: the opponent blocks {}, and no other move goes to value 0", listed(zeros))
        }
        (_, [_]) => "won: the move to value 0 cannot be blocked".to_owned(),
        (_, zeros) => format!("won: the {} moves to value 0 cannot all be blocked", zeros.len()),
    }
}

/// `1,2`, `1,2 and 3,5`: some names, or how many there are.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if names.len() <= MOST => format!("{} and {last}", first.join(" and ")),
        _ => format!("{} and {} more", names[..MOST].join(" and "), names.len() - MOST),
    }
}
