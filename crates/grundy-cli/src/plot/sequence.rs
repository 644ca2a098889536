//! Plots of g-sequences.

use super::{Kind, Look, empty, minus, place, range};
use crate::args::GameAlone;
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use crate::oeis::positions;
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy::{InputError, Template};
use grundy_answers::heaps::HeapValues;
use grundy_export::picture::{Chart, Mark, OKABE_ITO, Series, real};
use std::collections::BTreeMap;

/// The arguments of `grundy plot sequence`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot sequence star-nim --value 6 --count 120 -o differences.svg
  grundy plot sequence r-wythoff --value 3 --count 200 --of golden -o golden.svg
  grundy plot sequence wythoff --count 50 --of x -o x.png
  grundy plot sequence grundy-game --count 2000 -o grundy-game.svg    values of heaps
  grundy plot sequence grundy-game --count 10^5 --of histogram -o sparse.svg")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value whose positions (x,y), x <= y, are shown
    #[arg(long, value_name = "G", default_value_t = 0, value_parser = whole::<u64>(..))]
    value: u64,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<usize>(2..=1_000_000))]
    count: usize,
    /// Numbers to plot
    #[arg(long, value_enum, default_value_t = Of::Difference)]
    of: Of,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    effort: Effort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// y-x
    Difference,
    /// The smaller number
    X,
    /// The larger number
    Y,
    /// x minus the golden line, x - floor(1.618.. d), against d = y-x
    Golden,
    /// How many heaps have each value, in a game of heaps: rare values show a sparse space
    Histogram,
}

/// Plots a sequence.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.game.text();
    let template = Template::parse(&text)?;
    let count = arguments.count;
    if HeapValues::exist(template.game()) {
        return heaps(arguments, kind, &template);
    }
    if arguments.of == Of::Histogram {
        let error = InputError::whole("a histogram shows the values of heaps");
        return Err(error
            .hint("choose a game of heaps, e.g. grundy-game, or --of difference, x or y")
            .into());
    }
    let found = positions(&text, arguments.value, count, arguments.effort)?;
    if found.is_empty() {
        return Err(empty("the sequence has no members").into());
    }
    if arguments.of == Of::Golden {
        if found.iter().any(|(x, y)| x > y) {
            let error = InputError::whole("the golden line is for symmetric games");
            return Err(error.hint("choose --of difference, x or y").into());
        }
        return golden(arguments, kind, &template.game().name(), &found);
    }
    let number = |&(x, y): &(u64, u64)| match arguments.of {
        Of::Difference => minus(y, x),
        Of::Y => real(y),
        Of::X | Of::Golden | Of::Histogram => real(x),
    };
    let points: Vec<(f64, f64)> =
        found.iter().enumerate().map(|(n, position)| (place(n), number(position))).collect();
    let label = match arguments.of {
        Of::Difference => "y-x",
        Of::Y => "y",
        Of::X | Of::Golden | Of::Histogram => "x",
    };
    let name = template.game().name();
    let usual = format!("{name}, value {}: {label} of position n", arguments.value);
    let y = range(points.iter().map(|&(_, y)| y));
    let x = (0.0, points.last().map_or(1.0, |&(n, _)| n.max(1.0)) * 1.01);
    let mut series = Vec::new();
    if count <= 300 {
        let (points, mark) = (points.clone(), Mark::Line(1.0));
        series.push(Series { name: String::new(), points, mark, colour: [0xa9, 0xc4, 0xd8] });
    }
    let radius = (900.0 / place(count)).clamp(1.2, 3.0);
    series.push(Series { name: String::new(), points, mark: Mark::Dots(radius), colour: OKABE_ITO[0] });
    let width = arguments.look.size(820);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("n", label),
        x,
        y,
        whole: (true, true),
        size: (width, width / 2),
        bands: Vec::new(),
        series,
    };
    arguments.look.write_chart(kind, &chart)
}

/// Plots the values of single heaps.
fn heaps(arguments: &Arguments, kind: Kind, template: &Template) -> Result<(), Failure> {
    let count = arguments.count;
    let heaps = u64::try_from(count).unwrap_or(u64::MAX);
    let limits = arguments.effort.apply();
    let found =
        asked(&Keeping::none(), Some(limits), |ask| Ok(HeapValues::ask(template.game(), heaps, ask)?))?;
    if arguments.of == Of::Histogram {
        return histogram(arguments, kind, &found);
    }
    let points: Vec<(f64, f64)> =
        found.values.iter().enumerate().map(|(n, &value)| (place(n), real(value))).collect();
    let usual = format!("{}: values of heaps", found.game);
    let width = arguments.look.size(820);
    let radius = (900.0 / place(count)).clamp(1.2, 3.0);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("n", "G(n)"),
        x: (0.0, place(count) * 1.01),
        y: range(points.iter().map(|&(_, y)| y)),
        whole: (true, true),
        size: (width, width / 2),
        bands: Vec::new(),
        series: vec![Series { name: String::new(), points, mark: Mark::Dots(radius), colour: OKABE_ITO[0] }],
    };
    arguments.look.write_chart(kind, &chart)
}

/// Plots how many heaps have each value.
fn histogram(arguments: &Arguments, kind: Kind, found: &HeapValues) -> Result<(), Failure> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for &value in &found.values {
        *counts.entry(value).or_default() += 1;
    }
    let stems = counts.iter().map(|(&value, &count)| Series {
        name: String::new(),
        points: vec![(real(value), 0.0), (real(value), real(count))],
        mark: Mark::Line(1.5),
        colour: OKABE_ITO[0],
    });
    let largest = |numbers: &mut dyn Iterator<Item = u64>| real(numbers.max().unwrap_or(1).max(1));
    let width = arguments.look.size(820);
    let usual = format!("{}: values of {} heaps", found.game, found.values.len());
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("value", "heaps"),
        x: (-1.0, largest(&mut counts.keys().copied()) * 1.01 + 1.0),
        y: (0.0, largest(&mut counts.values().copied()) * 1.03),
        whole: (true, true),
        size: (width, width / 2),
        bands: Vec::new(),
        series: stems.collect(),
    };
    arguments.look.write_chart(kind, &chart)
}

/// Plots `x - floor(phi d)` against the diagonal `d = y-x`. For values of R-Wythoff up to 3 this is constant, except on finitely
/// many diagonals and on those of sequences with the Fibonacci recurrence (Gu, Theorems 5 to 8).
fn golden(arguments: &Arguments, kind: Kind, name: &str, found: &[(u64, u64)]) -> Result<(), Failure> {
    let points: Vec<(f64, f64)> =
        found.iter().map(|&(x, y)| (real(y - x), minus(x, below_golden(y - x)))).collect();
    // The most common level of the second half.
    let later = &points[points.len() / 2..];
    let most = later
        .iter()
        .map(|&(_, y)| y)
        .max_by_key(|&level| later.iter().filter(|&&(_, y)| same(y, level)).count());
    let (common, exceptions): (Vec<_>, Vec<_>) =
        points.iter().partition(|&&(_, y)| most.is_some_and(|most| same(y, most)));
    let last = points.iter().map(|&(d, _)| d).fold(1.0, f64::max);
    let title = format!("{name}, value {}: distance from the golden line", arguments.value);
    let width = arguments.look.size(820);
    let dots = |name: &str, points, radius, colour| Series {
        name: name.to_owned(),
        points,
        mark: Mark::Dots(radius),
        colour,
    };
    let chart = Chart {
        title: arguments.look.title(&title),
        labels: ("d = y-x", "x - [1.618 d]"),
        x: (0.0, last * 1.01),
        y: range(points.iter().map(|&(_, y)| y)),
        whole: (true, true),
        size: (width, width * 2 / 5),
        bands: Vec::new(),
        series: vec![
            dots("most", common, 1.5, OKABE_ITO[1]),
            dots("exceptions", exceptions, 3.0, OKABE_ITO[0]),
        ],
    };
    arguments.look.write_chart(kind, &chart)
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.5
}

/// `floor(phi d)`.
fn below_golden(d: u64) -> u64 {
    let wide = u128::from(d);
    u64::try_from(u128::midpoint(wide, (5 * wide * wide).isqrt())).unwrap_or(u64::MAX)
}
