//! Plots of rows and diagonals with shaded periods.

use super::{Look, empty, minus, range};
use crate::args::Expression;
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use crate::store::{Keeping, asked};
use grundy::period::{Period, detect};
use grundy::sequence::shape;
use grundy::{Engine, Game, Symmetric, Template};
use grundy_answers::has_row_periods;
use grundy_answers::period::{Question, Subjects};
use grundy_answers::table::{Line, Question as TableQuestion};
use grundy_export::picture::{Band, Chart, Colour, Mark, OKABE_ITO, Series, real};

/// Periods of rows up to this one are proved in a fraction of a second.
const PROVED: u64 = 6;

/// Colours of the preperiod and of every other period.
const BEFORE: Colour = [0xee, 0xe2, 0xd2];
const REPEATED: Colour = [0xdd, 0xea, 0xf4];

/// The arguments of `grundy plot row`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot row star-nim --row 3 --max 120 -o row.svg
  grundy plot row wythoff --row 4 -o wythoff.png
  grundy plot row star-nim --diagonal 2 -o diagonal.svg

A row is shown as G(a,b) - b, which repeats if the row is additively periodic; a diagonal as \
G(a,a+d). Preperiod and periods are shaded. The legend says whether the period is proved or only \
observed.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    #[command(flatten)]
    which: Which,
    /// Last column
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(1..=1_000_000))]
    max: u64,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    effort: Effort,
}

#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Which {
    /// Row A: G(A,b) by b
    #[arg(long, value_name = "A", value_parser = whole::<u64>(..))]
    row: Option<u64>,
    /// Diagonal D: G(a,a+D) by a
    #[arg(long, value_name = "D", value_parser = whole::<u64>(..))]
    diagonal: Option<u64>,
}

/// Plots a row or a diagonal.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    let cells = cells(arguments, &template)?;
    let Some(&(first, _)) = cells.first() else {
        return Err(empty("there are no positions").hint("try a larger --max").into());
    };
    let (period, how) = period(arguments, template.game(), first, &cells)?;
    let Which { row, diagonal } = arguments.which;
    let points: Vec<(f64, f64)> = cells
        .iter()
        .map(|&(at, value)| (real(at), if row.is_some() { minus(value, at) } else { real(value) }))
        .collect();
    let name = template.game().name();
    let (usual, labels) = match (row, diagonal) {
        (Some(a), _) => (format!("{name}, row {a}: G({a},b) - b"), ("b", "G-b")),
        (_, d) => (format!("{name}, diagonal {0}: G(a,a+{0})", d.unwrap_or(0)), ("a", "G")),
    };
    let last = cells.last().map_or(1, |&(at, _)| at.max(1));
    let bands = period.map_or_else(Vec::new, |period| bands(period, how, last));
    let radius = (900.0 / real(last)).clamp(1.2, 3.0);
    let line = Series {
        name: String::new(),
        points: points.clone(),
        mark: Mark::Line(1.0),
        colour: [0x9a, 0xa7, 0xb2],
    };
    let y = range(points.iter().map(|&(_, y)| y));
    let dots = Series { name: String::new(), points, mark: Mark::Dots(radius), colour: OKABE_ITO[0] };
    let width = arguments.look.size(820);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels,
        x: (0.0, real(last) * 1.01),
        y,
        whole: (true, true),
        size: (width, width * 2 / 5),
        bands,
        series: if last <= 600 { vec![line, dots] } else { vec![dots] },
    };
    arguments.look.write_chart(kind, &chart)
}

fn bands(Period { preperiod, length, .. }: Period, how: &str, last: u64) -> Vec<Band> {
    let mut bands = Vec::new();
    if preperiod > 0 {
        let name = format!("preperiod {preperiod}");
        bands.push(Band { ends: (0.0, real(preperiod) - 0.5), name, colour: BEFORE });
    }
    for k in (0..).step_by(2) {
        let from = preperiod.saturating_add(length.saturating_mul(k));
        if from > last || k > 4000 {
            break;
        }
        let name = if k == 0 { format!("period {length} ({how})") } else { String::new() };
        let ends = (real(from) - 0.5, real(from.saturating_add(length)) - 0.5);
        bands.push(Band { ends, name, colour: REPEATED });
    }
    bands
}

/// The period, and whether it is proved.
fn period(
    arguments: &Arguments,
    game: &Game,
    first: u64,
    cells: &[(u64, u64)],
) -> Result<(Option<Period>, &'static str), Failure> {
    let Which { row, diagonal } = arguments.which;
    let of = match (row, diagonal) {
        (Some(row), _) if has_row_periods(game) && row <= PROVED => Some(Subjects::Rows(row..=row)),
        (_, Some(diagonal)) if shape(game) == Ok(Symmetric::STAR_NIM) => Some(Subjects::Diagonal(diagonal)),
        _ => None,
    };
    if let Some(of) = of {
        let question = Question { game: Game::clone(game), of, columns: None, most: None, claim: None };
        let known = asked(&Keeping::none(), None, |ask| Ok(question.ask(ask)?))?;
        let period = known.first().and_then(|known| {
            Some(Period { preperiod: known.preperiod?, length: known.period?, saltus: known.saltus? })
        });
        if period.is_some() {
            return Ok((period, "proved"));
        }
    }
    let values: Vec<u64> = cells.iter().map(|&(_, value)| value).collect();
    let seen = detect(&values).map(|candidate| {
        let Period { preperiod, length, saltus } = candidate.period;
        Period { preperiod: preperiod + first, length, saltus }
    });
    Ok((seen, "observed, not proved"))
}

/// The coordinates and values of the line.
fn cells(arguments: &Arguments, template: &Template) -> Result<Vec<(u64, u64)>, Failure> {
    let Which { row, diagonal } = arguments.which;
    let max = arguments.max.max(row.or(diagonal).unwrap_or(0));
    let which = row.map_or_else(|| Line::Diagonal(diagonal.unwrap_or(0)), Line::Row);
    let limits = Some(arguments.effort.apply());
    let question = TableQuestion { slice: template, max, engine: Engine::Best };
    let values = asked(&Keeping::none(), limits, |ask| Ok(question.line(which, ask)?))?.values;
    Ok((0..).zip(values).filter_map(|(at, value)| Some((at, value?))).collect())
}
