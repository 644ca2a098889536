//! Plots of `x_n/n` and its limit.

use super::{Look, empty};
use crate::args::GameAlone;
use crate::failure::Failure;
use crate::number::whole;
use grundy::Budget;
use grundy::sequence::compare::recursion;
use grundy_answers::limit::Asked;
use grundy_export::picture::{Chart, Mark, OKABE_ITO, Series, real};

/// Upper limit on the window of the recursion, in places.
const WINDOW: u64 = 1 << 27;

/// The arguments of `grundy plot limit`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot limit gurvich:a=2,b=3 -o limit.svg
  grundy plot limit gurvich:a=1,b=1,p=2,q=2 --count 3000 -o open.png

Where no limit is known, the plot has no line.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<usize>(2..=1_000_000))]
    count: usize,
    #[command(flatten)]
    look: Look,
}

/// Plots `x_n/n`.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.game.text();
    let asked = Asked::new(&text)?;
    let pairs = recursion(asked.family, arguments.count + 1, Budget::of_positions(WINDOW))?;
    let ratios: Vec<(f64, f64)> =
        (0..).zip(pairs).skip(1).map(|(n, (x, _))| (real(n), real(x) / real(n))).collect();
    let Some(&(last, settled)) = ratios.last() else { return Err(empty("there are no positions").into()) };
    let digits = asked.digits(8)?.map(|(_, digits, _)| digits);
    let value: Option<f64> = digits.as_ref().and_then(|digits| digits.parse().ok());
    // The first few ratios are far off. The range shows 96 % of them.
    let middle = value.unwrap_or(settled);
    let mut far: Vec<f64> = ratios.iter().map(|&(_, ratio)| (ratio - middle).abs()).collect();
    far.sort_by(f64::total_cmp);
    let reach = far.get(far.len() * 24 / 25).copied().unwrap_or(0.0).max(1e-6) * 1.2;
    let mut series = Vec::new();
    if let (Some(value), Some(digits)) = (value, &digits) {
        let (points, mark) = (vec![(0.0, value), (last * 1.01, value)], Mark::Dashed(1.5));
        series.push(Series { name: format!("limit {digits}"), points, mark, colour: OKABE_ITO[1] });
    }
    let (points, radius) = (ratios, (900.0 / last).clamp(1.2, 2.5));
    series.push(Series { name: "x_n/n".to_owned(), points, mark: Mark::Dots(radius), colour: OKABE_ITO[0] });
    let usual = format!(
        "{}: x_n/n{}",
        asked.template.game().name(),
        if digits.is_some() { " and its limit" } else { "" }
    );
    let width = arguments.look.size(720);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("n", "x_n/n"),
        x: (0.0, last * 1.01),
        y: (middle - reach, middle + reach),
        whole: (true, false),
        size: (width, width / 2),
        bands: Vec::new(),
        series,
    };
    arguments.look.write_chart(kind, &chart)
}
