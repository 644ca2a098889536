//! `grundy limit`: the limit of `x_n / n` in `NIM_{a,b}^{p,q}`.

use crate::args::{Format, GameAlone, Output};
use crate::failure::{Failure, or_known};
use crate::limits::Memory;
use crate::number::whole;
use grundy::Limits;
use grundy::theorem::limit::MOST_DIGITS;
use serde_json::json;

/// [`MOST_DIGITS`] as a number of an argument.
const MOST: u64 = 100_000;
const _: () = assert!(MOST_DIGITS == 100_000, "the two are the same");

/// The arguments of `grundy limit`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy limit gurvich:a=2,b=3 --digits 50
  grundy limit gurvich:a=2,b=1,p=1,q=3
  grundy limit fraenkel:a=2                          quadratic: the exact number is printed too
  grundy limit wythoff --format json

The P-positions (x_n, y_n), x_n <= y_n, of Wythoff's game and its relatives NIM_(a,b)^(p,q) lie \
near a line. This prints the limit of x_n / n. Digits are truncated, not rounded, and all of them \
are correct. Where no limit is known, it prints x_n / n for some n, and how much it still changed. \
Theorems and proofs are in docs/limits.md.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// Digits after the decimal point
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole::<usize>(1..=MOST))]
    digits: usize,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    memory: Memory,
}

/// Prints the limit, or samples where no limit is known.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let limits = Limits { memory: arguments.memory.bytes(), ..Limits::default() };
    let game = arguments.game.text();
    let asked = grundy_answers::limit::ask(&game, arguments.digits, limits).map_err(Failure::from);
    let told = or_known(arguments.format.is_json(), asked, || json!({ "game": game, "limit": null }))?;
    arguments.format.print(&told, &told.text)
}
