//! `grundy value`: the value of a position, who wins, and the winning moves.

use crate::args::{Expression, Format, Output};
use crate::batch::Batch;
use crate::failure::{Failure, or_known, undecided};
use crate::limits::Effort;
use crate::store::{Keeping, asked};
use grundy::Game;
use grundy_answers::{Open, Row, Valued};

/// The arguments of `grundy value`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy value star-nim 3,7
  grundy value 'star-silver-dollar ([2,5],[3],[1,4])'
  grundy value 'star-nim 3,7 + wythoff 2,5' --format json
  grundy value 'nearly(nim 3 + nim 7)'
  grundy value wythoff@block=2 4,7               one move may be blocked
  grundy value gurvich:a=2,b=3,p=2,q=1 6,9
  grundy value wythoff 161803398874989484820,261803398874989484820
  grundy value nim - < positions.txt             positions from standard input, one a line
  grundy value - < positions.txt                 lines such as `wythoff 4,9`

With - the answers are lines of JSON, in the order of the input, and --time is for each line. Blank \
lines and lines that start with # are skipped. A line that is not a position has a line with the key \
`error`, and the exit status is 2 at the end.

Quote brackets, parentheses and > against the shell. `grundy games` shows the notation of each game. \
Exit status: 3 if the value is not found within the limits; what is known is printed.")]
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

/// Computes the value of a position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(game) = arguments.expression.of_input() {
        let (limits, shelf) = (arguments.effort.apply_to_position(), arguments.keeping.shelf());
        let batch = Batch {
            game,
            limits,
            shelf,
            question: |game, position, ask| {
                let answer = Valued::ask(game, position, ask)?;
                let is_complete = answer.open.is_none();
                Ok((answer, is_complete))
            },
        };
        return batch.run();
    }
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let asked = asked(&arguments.keeping, Some(arguments.effort.apply_to_position()), |ask| {
        Ok(Valued::ask(&game, &position, ask)?)
    });
    let valued = or_known(arguments.format.is_json(), asked, || undecided(&game, &position))?;
    arguments.format.print(&valued, &valued.text)?;
    name_remark(&game);
    name_period(valued.open.as_ref());
    // In misère play the outcome is all there is.
    if valued.value.is_some() || game.is_misere() { Ok(()) } else { Err(Failure::NotAnswered) }
}

/// Names the command that would give an open value.
pub fn name_period(open: Option<&Open>) {
    if let Some(Row { game, row }) = open.and_then(|open| open.period_of_row.as_ref()) {
        eprint!("{}", period_hint(game, *row));
    }
}

/// The command that looks for the period of a row.
pub fn period_hint(game: &str, row: u64) -> String {
    // Rules as text are quoted for the shell.
    let quote = if game.starts_with('{') { "'" } else { "" };
    let game = format!("{quote}{game}{quote}");
    format!("hint: `grundy period {game} --row {row}` looks for that period and keeps it\n")
}

/// Prints what is odd about the rules of a game to standard error.
fn name_remark(game: &Game) {
    if let Some(remark) = game.remark() {
        eprintln!("note: {remark}");
    }
}

/// Prints the blocking rule of a game, and what is odd about its rules, to standard error, for formats that do
/// not include them.
pub fn name_reading(game: &Game) {
    if let Some(rule) = game.blocking() {
        eprintln!("note: {}, {rule}", game.name());
    }
    name_remark(game);
}
