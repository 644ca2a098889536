//! `grundy sequence`: the positions of one value.

use crate::args::{Expression, Format, Work};
use crate::failure::{Failure, print_json, print_text};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy sequence`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy sequence wythoff --value 0 --count 10       Wythoff's P-positions
  grundy sequence star-nim --value 3 --count 12
  grundy sequence gurvich:a=2,b=3 --value 0 --count 8 --format json")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value whose positions are wanted
    #[arg(long, value_name = "G", default_value_t = 0)]
    value: u64,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    work: Work,
}

#[derive(Serialize)]
struct Listed {
    game: String,
    value: u64,
    positions: Vec<[u64; 2]>,
}

/// Lists a g-sequence.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.expression.text();
    let Arguments { value, count, .. } = *arguments;
    let positions = grundy::sequence::by_definition(&game, value, count, arguments.work.budget())?;
    match arguments.format {
        Format::Json => {
            let positions = positions.into_iter().map(|(x, y)| [x, y]).collect();
            print_json(&Listed { game, value, positions })
        }
        Format::Text => {
            let width = positions.iter().map(|(_, y)| y.to_string().len()).max().unwrap_or(1).max(3);
            let mut text = format!("{:>width$} {:>width$} {:>width$} {:>width$}\n", "n", "x", "y", "y-x");
            for (n, (x, y)) in positions.iter().enumerate() {
                let _ = writeln!(text, "{n:>width$} {x:>width$} {y:>width$} {:>width$}", y - x);
            }
            print_text(&text)
        }
    }
}
