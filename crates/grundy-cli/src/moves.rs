//! `grundy moves`: the moves of a position with their values.

use crate::args::{Expression, Format, Output};
use crate::batch::Batch;
use crate::failure::{Failure, or_known};
use crate::limits::Effort;
use crate::store::{Keeping, asked};
use grundy_answers::Listed;
use serde_json::json;

/// The arguments of `grundy moves`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy moves wythoff 2,4
  grundy moves 'star-silver-dollar [1,3],[2]'
  grundy moves 'nim 2 + star-nim 1,3' --format json
  grundy moves wythoff@block=2 3,4               one move may be blocked
  grundy moves wythoff - < positions.txt         positions from standard input; lines of JSON

Winning moves, those to value 0, are marked with *. With blocking, x marks the moves that the \
opponent blocks, and each winning move says what to block after it.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
}

/// Lists the moves of a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(game) = arguments.expression.of_input() {
        let (limits, shelf) = (arguments.effort.apply(), Keeping::none().shelf());
        let batch = Batch {
            game,
            limits,
            shelf,
            question: |game, position, ask| {
                let answer = Listed::ask(game, position, usize::MAX, ask)?;
                let is_complete = true;
                Ok((answer, is_complete))
            },
        };
        return batch.run();
    }
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let asked = asked(&Keeping::none(), Some(arguments.effort.apply()), |ask| {
        Ok(Listed::ask(&game, &position, usize::MAX, ask)?)
    });
    let answer = or_known(
        arguments.format.is_json(),
        asked,
        || json!({ "game": game.name(), "position": game.show(&position), "value": null, "moves": null }),
    )?;
    arguments.format.print(&answer, &answer.text)
}
