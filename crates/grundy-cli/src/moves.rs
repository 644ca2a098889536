//! `grundy moves`: every option, valued.

use crate::args::{Expression, Format, Work};
use crate::failure::{Failure, print_json, print_text};
use crate::value::full;
use grundy::{Nimber, Strategist, describe};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy moves`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy moves wythoff 2,4
  grundy moves 'star-silver-dollar [1,3],[2]'
  grundy moves 'nim 2 + star-nim 1,3' --format json

Winning moves, those to value 0, are marked with *.")]
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
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    to: String,
    value: u64,
    winning: bool,
    description: String,
}

/// Lists the options of a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let mut strategist = Strategist::new(&game, arguments.work.budget());
    let value = strategist.value(&position)?.0;
    let moves: Vec<Move> = strategist
        .moves(&position)?
        .into_iter()
        .map(|option| Move {
            to: game.show(&option.position),
            value: option.value.0,
            winning: option.value == Nimber::ZERO,
            description: describe(game.as_ref(), &position, &option.position),
        })
        .collect();
    match arguments.format {
        Format::Json => {
            print_json(&Listed { game: game.name(), position: game.show(&position), value, moves })
        }
        Format::Text => {
            let count = moves.len();
            let mut text = format!("{}  value {value}, {count} moves\n", full(&game, &position));
            let width = moves.iter().map(|m| m.to.len()).max().unwrap_or(0);
            for Move { to, value, winning, description } in &moves {
                let mark = if *winning { '*' } else { ' ' };
                let _ = writeln!(text, "{mark} {value:>4}  {to:<width$}  {description}");
            }
            print_text(&text)
        }
    }
}
