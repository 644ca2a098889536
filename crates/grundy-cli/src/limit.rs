//! `grundy limit`: where `x_n / n` goes in `NIM_{a,b}^{p,q}`.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use grundy::notation::Span;
use grundy::sequence::compare::recursion;
use grundy::theorem::TooLarge;
use grundy::theorem::limit::{Limit, MOST_DIGITS, Observation, Sample, limit, observe};
use grundy::{Budget, Family, InputError, Template};
use grundy_desk::limit::family;
use serde::Serialize;
use std::fmt::Write as _;

/// Terms that are looked at where no limit is known.
const LOOKED_AT: usize = 1 << 20;

/// The places that the recursion may keep for that: half a gigabyte.
const WINDOW: u64 = 1 << 27;

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

#[derive(Serialize)]
struct Told {
    game: String,
    limit: Option<String>,
    digits: Option<usize>,
    exact: Option<String>,
    polynomial: Option<String>,
    status: &'static str,
    by: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    samples: Vec<Sampled>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<String>,
}

#[derive(Serialize)]
struct Sampled {
    n: u64,
    x: u64,
    ratio: String,
}

/// Tells the limit, or what has been seen.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    let name = Span { start: 0, end: text.find(char::is_whitespace).unwrap_or(text.len()) };
    let refused = |error: TooLarge| InputError::at(name, error.message).hint(error.hint).in_text(&text);
    let family = family(&template, &text, name)?;
    let game = template.game().name();
    let Some(known) = limit(family).map_err(refused)? else {
        let pairs = recursion(family, LOOKED_AT + 1, Budget::of_positions(WINDOW))?;
        let Some(seen) = observe(pairs) else { return Ok(()) };
        return match arguments.format {
            Format::Json => print_json(&empirical(game, family, &seen)),
            Format::Text => print_text(&empirical_text(&game, family, &seen)),
        };
    };
    let decimal = known.digits(arguments.digits).map_err(refused)?;
    match arguments.format {
        Format::Json => print_json(&proved(game, &known, decimal.text, arguments.digits)),
        Format::Text => {
            let more = if decimal.exact { "" } else { "…" };
            print_text(&proved_text(&game, &known, &format!("{}{more}", decimal.text)))
        }
    }
}

fn proved(game: String, known: &Limit, limit: String, digits: usize) -> Told {
    Told {
        game,
        limit: Some(limit),
        digits: Some(digits),
        exact: known.exact(),
        polynomial: known.polynomial().map(str::to_owned),
        status: "proved",
        by: known.by(),
        samples: Vec::new(),
        drift: None,
    }
}

fn proved_text(game: &str, known: &Limit, digits: &str) -> String {
    let mut text = format!("{game}: the limit of x_n/n\nlimit     {digits}\n");
    if let Some(exact) = known.exact() {
        let _ = writeln!(text, "exactly   {exact}");
    }
    if let Some(polynomial) = known.polynomial() {
        let _ = writeln!(text, "root of   {polynomial} (l = a/(r-1) for its root r > 1)");
    }
    let _ = writeln!(text, "status    proved\nknown by  {}", known.by());
    text
}

/// Where the numbers of an observation come from.
fn computed_by(family: Family) -> &'static str {
    if family.p.min(family.q) == 1 {
        "recursion (6) of Gurvich 2010, as far as n goes here"
    } else {
        "recursion (6) of Gurvich 2010 with sec. 10; not proved to be the game's"
    }
}

fn empirical(game: String, family: Family, seen: &Observation) -> Told {
    let sampled = |sample: &Sample| Sampled { n: sample.n, x: sample.x, ratio: sample.ratio() };
    Told {
        game,
        limit: None,
        digits: None,
        exact: None,
        polynomial: None,
        status: "empirical",
        by: computed_by(family),
        samples: seen.samples.iter().map(sampled).collect(),
        drift: Some(seen.drift()),
    }
}

fn empirical_text(game: &str, family: Family, seen: &Observation) -> String {
    let mut text = format!("{game}: no limit of x_n/n is known\n{:>8} {:>10} {:>14}\n", "n", "x_n", "x_n/n");
    for sample in &seen.samples {
        let _ = writeln!(text, "{:>8} {:>10} {:>14}", sample.n, sample.x, sample.ratio());
    }
    let since = seen.samples.iter().rev().nth(1).map_or(0, |sample| sample.n);
    let _ = writeln!(text, "drift     {} from n = {since} on", seen.drift());
    let _ = writeln!(text, "status    empirical: this is what was seen, not a limit");
    let _ = writeln!(text, "known by  {}", computed_by(family));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_not_called_a_limit() {
        let family = Family { a: 2, b: 3, p: 2, q: 1, reading: grundy::Reading::PerLine };
        let seen = observe(recursion(family, 10, Budget::default()).unwrap()).unwrap();
        assert_eq!(
            empirical_text("the game", family, &seen),
            "\
the game: no limit of x_n/n is known
       n        x_n          x_n/n
       1          3    3.000000000
       2          6    3.000000000
       4         16    4.000000000
       8         38    4.750000000
       9         41    4.555555555
drift     0.194444445 from n = 8 on
status    empirical: this is what was seen, not a limit
known by  recursion (6) of Gurvich 2010, as far as n goes here
"
        );
        let told = serde_json::to_value(empirical("the game".into(), family, &seen)).unwrap();
        assert_eq!((&told["limit"], &told["status"]), (&serde_json::Value::Null, &"empirical".into()));
        assert_eq!((&told["samples"][3]["x"], &told["drift"]), (&38.into(), &"0.194444445".into()));
    }
}
