//! `grundy formula`: the closed form of the positions of one value of R-Wythoff.

use crate::args::{Formats, GameAlone, Output};
use crate::failure::{Failure, or_known, print_json, print_text};
use crate::limits::Effort;
use crate::number::whole;
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy::{Error, InputError};
use grundy_answers::Error as Answers;
use grundy_answers::formula::Question;
use serde_json::json;

/// The arguments of `grundy formula`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy formula r-wythoff --value 2                    Theorem 7 of Gu
  grundy formula r-wythoff --value 3 --format latex     Theorem 8
  grundy formula r-wythoff --value 12 --chains 10       the first ten of its many chains

The value and all smaller ones are proved first (see grundy prove). p_n is P-position n of \
Wythoff's game, (floor(phi n), floor(phi^2 n)). F^(m,n) is the sequence m, n, m+n, .. in which \
each number is the sum of the two before it; F_0 = m.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: u64,
    /// Upper limit on chains of exceptions to print
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole::<usize>(..))]
    chains: usize,
    /// Upper limit on positions to print from before the formula holds
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole::<usize>(..))]
    positions: usize,
    /// Upper limit on members of the sequence to compute
    #[arg(long, value_name = "N", alias = "members", default_value_t = 1_000_000_000, value_parser = whole::<u64>(..))]
    count: u64,
    #[command(flatten)]
    format: Output<Notation>,
    #[command(flatten)]
    effort: Effort,
}

/// Output format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// Plain text
    #[default]
    Text,
    /// LaTeX
    Latex,
    /// JSON; docs/json.md describes the keys
    Json,
}

impl Formats for Notation {
    const JSON: Self = Self::Json;
}

/// Names the flag for more members.
fn by_members(failure: Failure) -> Failure {
    match failure {
        Failure::Unanswered(Answers::Library(Error::Unanswered(unanswered))) => {
            let hint = "allow more with --count; `grundy sequence --from N` needs no formula";
            Failure::Beyond(InputError::whole(unanswered.message).hint(hint))
        }
        other => other,
    }
}

/// Prints the closed form of a value.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = grundy::game(&arguments.game.text())?;
    let Arguments { value, count: members, chains, positions, .. } = *arguments;
    let question = Question { game, value, members, chains, positions };
    let asked = asked(&Keeping::none(), Some(arguments.effort.apply()), |ask| Ok(question.ask(ask)?));
    let known = || json!({"game": arguments.game.text(), "value": value });
    let formula = or_known(arguments.format.is_json(), asked, known).map_err(by_members)?;
    match arguments.format.chosen() {
        Notation::Json => print_json(&formula),
        Notation::Text => print_text(&formula.text()),
        Notation::Latex => print_text(&formula.latex()),
    }
}
