//! Plots of positions and of the lines that they eliminate.

use super::{Look, empty};
use crate::args::Expression;
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use grundy::sequence::{Extent, shape};
use grundy::{Engine, Identity, InputError, Plan, Symmetric, Template};
use grundy_answers::sequence;
use grundy_export::picture::{Chart, Colour, Mark, OKABE_ITO, Series, real};

/// Colours of eliminated lines: rows and columns, diagonals.
const ALONG: Colour = [0x9c, 0xc6, 0xe2];
const ACROSS: Colour = [0xf1, 0xcb, 0xa5];

/// The arguments of `grundy plot positions`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot positions wythoff --max 100 -o wythoff.svg
  grundy plot positions gurvich:a=2,b=2 --max 60 --eliminated -o kernel.svg  as Gurvich draws it
  grundy plot positions star-nim --highlight 0,1,2,3 --max 200 -o values.png

Shows P-positions, or those of the values of --highlight, each as (x,y) and (y,x). --eliminated \
adds the lines from which a move leads to a P-position: to its right, above it, and along its \
diagonal.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Largest coordinate; coordinates start at 0
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u64>(1..=100_000))]
    max: u64,
    /// Values whose positions are shown, e.g. 0,1,2
    #[arg(long, value_name = "VALUES", value_parser = whole::<u64>(..), value_delimiter = ',', default_value = "0")]
    highlight: Vec<u64>,
    /// Show the lines that P-positions eliminate
    #[arg(long)]
    eliminated: bool,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    effort: Effort,
}

/// Plots positions.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    if arguments.highlight.len() > OKABE_ITO.len() {
        let error = InputError::whole(format!("at most {} values have distinct colours", OKABE_ITO.len()));
        return Err(error.hint("`grundy plot table` shows all values of a table").into());
    }
    let mut series = Vec::new();
    let radius = (160.0 / real(arguments.max + 1)).clamp(1.0, 4.0);
    for (&value, &colour) in arguments.highlight.iter().zip(&OKABE_ITO) {
        let found = positions(arguments, &template, value)?;
        if arguments.eliminated && value == arguments.highlight[0] {
            series.splice(0..0, eliminated(&template, &found, arguments.max)?);
        }
        let points = found.iter().flat_map(|&(x, y)| [(real(x), real(y)), (real(y), real(x))]).collect();
        let name = if value == 0 { "P-positions".to_owned() } else { format!("value {value}") };
        series.push(Series { name, points, mark: Mark::Dots(radius), colour });
    }
    if series.iter().all(|series| series.points.is_empty()) {
        return Err(empty("no position has one of these values").hint("try a larger --max").into());
    }
    name_reading(template.game());
    let size = arguments.look.size(560);
    let most = real(arguments.max);
    let room = (most * 0.02).max(0.5);
    let usual = format!("{text}: positions up to {}", arguments.max);
    let chart = Chart {
        title: arguments.look.title(&usual),
        labels: ("x", "y"),
        x: (-room, most + room),
        y: (-room, most + room),
        whole: (true, true),
        size: (size, size),
        bands: Vec::new(),
        series,
    };
    arguments.look.write_chart(kind, &chart)
}

/// The positions (x, y) of a value: those with `x <= y`, or all of them where the table may not be symmetric.
fn positions(arguments: &Arguments, template: &Template, value: u64) -> Result<Vec<(u64, u64)>, Failure> {
    let max = arguments.max;
    let narrow = template.is_plain() && shape(template.game()).is_ok_and(Symmetric::is_narrow);
    let is_kernel =
        template.is_plain() && value == 0 && template.game().identity().and_then(Identity::family).is_some();
    let limits = Some(arguments.effort.apply());
    if !narrow && !is_kernel {
        let plan = Plan::new(template, max, Engine::Best)?;
        let mut found = Vec::new();
        return asked(&Keeping::none(), limits, |ask| {
            let cells = &mut |progress| ask.cells(progress);
            plan.for_each(ask.how, ask.limits.budget, cells, &mut |a, b, here| {
                // The table has a on its vertical axis.
                if here == value {
                    found.push((b, a));
                }
                Ok(())
            })?;
            Ok(found)
        });
    }
    let mut found = asked(&Keeping::none(), limits, |ask| {
        Ok(sequence::positions(template, value, None, Extent::Rows(max + 1), ask)?)
    })?;
    found.retain(|&(_, y)| y <= max);
    Ok(found)
}

/// The lines that P-positions eliminate.
fn eliminated(template: &Template, found: &[(u64, u64)], max: u64) -> Result<Vec<Series>, InputError> {
    let geometry = template.geometry().filter(|_| template.is_plain());
    let Some(Symmetric { both, a, b, .. }) = geometry.and_then(|geometry| geometry.symmetric()) else {
        let message = format!("the moves of {} do not lie on lines", template.game().name());
        return Err(InputError::whole(message).hint("omit --eliminated"));
    };
    let far = real(max) + real(max) * 0.02 + 0.5;
    let (mut along, mut across) = (Vec::new(), Vec::new());
    for &(x, y) in found {
        let mirrored: &[(u64, u64)] = if x == y { &[(x, y)] } else { &[(x, y), (y, x)] };
        for &(x, y) in mirrored {
            // Moves that take less than b from one pile, and at least as much from the other.
            for taken in 0..b {
                let (u, v) = (real(x + taken), real(y + taken));
                // If only the larger pile can be reduced, the line starts at the diagonal.
                let (right, up) = if both { (u, v) } else { (u.max(v), u.max(v)) };
                along.extend([(right, v), (far, v), (u, up), (u, far)]);
            }
            for beside in 0..a {
                let side = real(beside);
                let (u, v) = (real(x), real(y));
                let reach = far - u.max(v);
                across.extend([(u + side, v), (u + side + reach, v + reach)]);
                if beside > 0 {
                    across.extend([(u, v + side), (u + reach, v + side + reach)]);
                }
            }
        }
    }
    let series = |name: &str, points, colour| Series {
        name: name.to_owned(),
        points,
        mark: Mark::Segments(1.0),
        colour,
    };
    Ok([series("rows, columns", along, ALONG), series("diagonals", across, ACROSS)]
        .into_iter()
        .filter(|series| !series.points.is_empty())
        .collect())
}
