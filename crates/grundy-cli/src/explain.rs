//! `grundy explain`: explains why a position is won or lost.

use crate::args::{Expression, Format, Output};
use crate::batch::Batch;
use crate::failure::{Failure, or_known, undecided};
use crate::limits::Effort;
use crate::store::{Keeping, asked};
use crate::value::name_period;
use grundy_answers::Explained;

/// The arguments of `grundy explain`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy explain wythoff 8,11                             the golden pairs
  grundy explain 'star-silver-dollar [2,5],[3,8],[1,4]'   heads and tails
  grundy explain sharing-nim 0,5,12                       4^k times an odd number
  grundy explain 'nim 3,5 + star-nim 3,7'                 a sum
  grundy explain wythoff - < positions.txt                positions from standard input; lines of JSON")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// Explains a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(game) = arguments.expression.of_input() {
        let (limits, shelf) = (arguments.effort.apply_to_position(), arguments.keeping.shelf());
        let batch = Batch {
            game,
            limits,
            shelf,
            question: |game, position, ask| {
                let answer = Explained::ask(game, position, ask)?;
                let is_complete = answer.open.is_none();
                Ok((answer, is_complete))
            },
        };
        return batch.run();
    }
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let asked = asked(&arguments.keeping, Some(arguments.effort.apply_to_position()), |ask| {
        Ok(Explained::ask(&game, &position, ask)?)
    });
    let answer = or_known(arguments.format.is_json(), asked, || undecided(&game, &position))?;
    arguments.format.print(&answer, &answer.text)?;
    name_period(answer.open.as_ref());
    Ok(())
}
