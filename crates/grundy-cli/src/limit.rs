//! `grundy limit`: where `x_n / n` goes in `NIM_{a,b}^{p,q}`.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::memory;
use grundy::Limits;
use grundy::theorem::limit::MOST_DIGITS;

/// The arguments of `grundy limit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy limit gurvich:a=2,b=3 --digits 50
  grundy limit gurvich:a=2,b=1,p=1,q=3
  grundy limit fraenkel:a=2                          quadratic, so the number itself is told too
  grundy limit wythoff --format json

The P-positions (x_n, y_n), x_n <= y_n, of Wythoff's game and its relatives NIM_(a,b)^(p,q) lie near a line. Digits are cut
off, not rounded, and every one of them is right. Where no limit is known, x_n / n is shown as far as it was
computed, and how much it still moved. docs/limits.md has the theorems and their proofs.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// How many digits after the point
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = digits)]
    digits: usize,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn digits(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(digits) if (1..=MOST_DIGITS).contains(&digits) => Ok(digits),
        _ => Err(format!("the number of digits is from 1 to {MOST_DIGITS}")),
    }
}

/// Tells the limit, or what has been seen.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let limits = Limits { memory: memory::limit(None), ..Limits::default() };
    let told = grundy_answers::limit::ask(&arguments.expression.text(), arguments.digits, limits)?;
    match arguments.format {
        Format::Json => print_json(&told),
        Format::Text => print_text(&told.text),
    }
}
