//! `grundy moves`: the moves of a position with their values.

use crate::args::{Expression, Format, Work};
use crate::failure::{Failure, or_known};
use crate::store::{Keeping, asked};
use grundy_answers::Listed;
use serde_json::json;

/// The arguments of `grundy moves`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy moves wythoff 2,4
  grundy moves 'star-silver-dollar [1,3],[2]'
  grundy moves 'nim 2 + star-nim 1,3' --format json
  grundy moves wythoff@block=2 3,4               one move may be blocked

Winning moves, those to value 0, are marked with *. With blocking, x marks the moves that the
opponent blocks, and each winning move says what to block after it.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    work: Work,
}

/// Lists the moves of a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let asked = asked(&Keeping::none(), Some(arguments.work.limits()), |ask| {
        Ok(Listed::ask(&game, &position, usize::MAX, ask)?)
    });
    let answer = or_known(
        arguments.format == Format::Json,
        asked,
        || json!({ "game": game.name(), "position": game.show(&position), "value": null, "moves": null }),
    )?;
    arguments.format.print(&answer, &answer.text)
}
