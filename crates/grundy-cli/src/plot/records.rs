//! Plots of the records of Sharing Nim: the largest a of each value up to b.

use super::{Look, empty};
use crate::args::GameAlone;
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::{Range, whole};
use crate::store::{Keeping, asked};
use grundy::InputError;
use grundy_answers::sequence::sharing::{ValueCounts, is_sharing, survey};
use grundy_export::picture::{Chart, Mark, OKABE_ITO, Series, real};

/// The arguments of `grundy plot records`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot records sharing-nim --values 2..6 --max 10^7 -o records.svg

Positions are 0,a,b with 2a <= b. The horizontal axis is logarithmic. `grundy sequence sharing-nim --summary` has the numbers.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// Values A to B: the largest a of each
    #[arg(long, value_name = "A..B", default_value = "2..6")]
    values: Range,
    /// Largest b
    #[arg(long, value_name = "N", default_value = "10^6", value_parser = whole::<u64>(10..))]
    max: u64,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    effort: Effort,
}

/// Plots records.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let game = grundy::game(&arguments.game.text())?;
    if !is_sharing(&game) {
        let error = InputError::whole(format!("records are kept for sharing-nim, not for {}", game.name()));
        return Err(error.hint("try sharing-nim").into());
    }
    let (values, effort) = (arguments.values.numbers(), Some(arguments.effort.apply()));
    let found = asked(&Keeping::none(), effort, |ask| Ok(survey(&game, values, arguments.max, ask)?))?;
    let end = real(arguments.max).log10();
    let stairs = |of: &ValueCounts, colour| {
        // A record holds until the next one.
        let mut points: Vec<(f64, f64)> = Vec::new();
        for &[a, b] in &of.records {
            let at = real(b.max(1)).log10();
            points.extend(points.last().map(|&(_, before)| (at, before)));
            points.push((at, real(a)));
        }
        points.extend(points.last().map(|&(_, last)| (end, last)));
        Series { name: format!("value {}", of.value), points, mark: Mark::Line(2.0), colour }
    };
    let colours = OKABE_ITO.into_iter().cycle();
    let series: Vec<Series> =
        found.values.iter().zip(colours).map(|(of, colour)| stairs(of, colour)).collect();
    let top = series.iter().flat_map(|one| &one.points).map(|&(_, y)| y).fold(0.0, f64::max);
    if top <= 0.0 {
        return Err(empty("there are no records").into());
    }
    let usual = format!("{}: the largest a of a value, for positions up to b", game.name());
    let width = arguments.look.size(720);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("log10 b", "a"),
        x: (0.0, end),
        y: (0.0, top * 1.08),
        whole: (true, true),
        size: (width, width / 2),
        bands: Vec::new(),
        series,
    };
    arguments.look.write_chart(kind, &chart)
}
