//! `grundy formula`: the positions of a value of R-Wythoff in closed form.

use crate::args::Expression;
use crate::failure::{Failure, print_json, print_text};
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy_answers::formula::Question;

/// The arguments of `grundy formula`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy formula r-wythoff --value 2                    Theorem 7 of Gu
  grundy formula r-wythoff --value 3 --format latex     Theorem 8
  grundy formula r-wythoff --value 12 --chains 10       the first ten of its many chains

The value is proved first, with all smaller ones (see grundy prove). p_n is P-position n of Wythoff's game, (floor(phi n),
floor(phi^2 n)), and F^(m,n) the sequence m, n, m+n, .. in which each number is the sum of the two before it; F_0 = m.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value
    #[arg(long, value_name = "G")]
    value: u64,
    /// How many chains of exceptions are shown
    #[arg(long, value_name = "N", default_value_t = 40)]
    chains: usize,
    /// How many of the first positions, before the formula begins, are shown
    #[arg(long, value_name = "N", default_value_t = 40)]
    positions: usize,
    /// Look at no more members of the sequence than this
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    members: u64,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: How,
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum How {
    /// For reading
    #[default]
    Text,
    /// For a paper
    Latex,
    /// For programs; the keys are in docs/json.md
    Json,
}

/// Writes the closed form of a value.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = grundy::game(&arguments.expression.text())?;
    let Arguments { value, members, chains, positions, .. } = *arguments;
    let question = Question { game, value, members, chains, positions };
    let formula = asked(&Keeping::none(), None, |ask| Ok(question.ask(ask)?))?;
    match arguments.format {
        How::Json => print_json(&formula),
        How::Text => print_text(&formula.text()),
        How::Latex => print_text(&formula.latex()),
    }
}
