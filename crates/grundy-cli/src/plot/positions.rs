//! Positions as points, and the lines that they eliminate.

use super::{Look, empty};
use crate::args::{Expression, Work};
use crate::failure::Failure;
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use crate::watch::Watch;
use grundy::sequence::{Extent, shape};
use grundy::solve::rays::How;
use grundy::{Engine, Identity, InputError, Plan, Symmetric, Template};
use grundy_answers::sequence;
use grundy_export::picture::{Chart, Colour, Mark, OKABE_ITO, Series, real};

/// Lines that P-positions eliminate: along rows and columns, along diagonals.
const ALONG: Colour = [0x9c, 0xc6, 0xe2];
const ACROSS: Colour = [0xf1, 0xcb, 0xa5];

/// The arguments of `grundy plot positions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy plot positions wythoff --max 100 -o wythoff.svg
  grundy plot positions gurvich:a=2,b=2 --max 60 --eliminated -o kernel.svg  as Gurvich draws it
  grundy plot positions star-nim --highlight 0,1,2,3 --max 200 -o values.png

The P-positions unless --highlight says otherwise, (x,y) and (y,x). With --eliminated also the lines
from which a move leads to a P-position: to its right and above it, and along its diagonal.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Coordinates run from 0 to this number
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    max: u64,
    /// The values whose positions are shown, e.g. 0,1,2
    #[arg(long, value_name = "VALUES", value_delimiter = ',', default_value = "0")]
    highlight: Vec<u64>,
    /// Show the lines that P-positions eliminate
    #[arg(long)]
    eliminated: bool,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    work: Work,
}

/// Makes a plot of positions.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    if arguments.highlight.len() > OKABE_ITO.len() {
        let error = InputError::whole(format!("more than {} values cannot be told apart", OKABE_ITO.len()));
        return Err(error.hint("grundy plot table shows all values of a table").into());
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
        return Err(empty("no position of these values is there").hint("try a larger --max").into());
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

/// The positions (x, y) of a value, each with its mirror image or once with `x <= y`.
fn positions(arguments: &Arguments, template: &Template, value: u64) -> Result<Vec<(u64, u64)>, Failure> {
    let max = arguments.max;
    let narrow = template.is_plain() && shape(template.game()).is_ok_and(Symmetric::is_narrow);
    let is_kernel =
        template.is_plain() && value == 0 && template.game().identity().and_then(Identity::family).is_some();
    let mut found = if narrow || is_kernel {
        asked(&Keeping::none(), None, |ask| {
            Ok(sequence::positions(template, value, None, Extent::Rows(max + 1), ask)?)
        })?
    } else {
        let plan = Plan::new(template, max, Engine::Best)?;
        let mut found = Vec::new();
        let watch = Watch::start();
        plan.for_each(
            How::default(),
            arguments.work.budget(),
            &mut |progress| watch.cells(progress),
            &mut |a, b, here| {
                // A table that is not symmetric has a down its side, and is shown as it stands.
                if here == value {
                    found.push((b, a));
                }
                Ok(())
            },
        )?;
        return Ok(found);
    };
    found.retain(|&(_, y)| y <= max);
    Ok(found)
}

/// The lines behind P-positions.
fn eliminated(template: &Template, found: &[(u64, u64)], max: u64) -> Result<Vec<Series>, InputError> {
    let geometry = template.geometry().filter(|_| template.is_plain());
    let Some(Symmetric { both, a, b, .. }) = geometry.and_then(|geometry| geometry.symmetric()) else {
        let message =
            format!("the moves of {} are not along lines that could be shown", template.game().name());
        return Err(InputError::whole(message).hint("leave out --eliminated"));
    };
    let far = real(max) + real(max) * 0.02 + 0.5;
    let (mut along, mut across) = (Vec::new(), Vec::new());
    for &(x, y) in found {
        let mirrored: &[(u64, u64)] = if x == y { &[(x, y)] } else { &[(x, y), (y, x)] };
        for &(x, y) in mirrored {
            // Moves that take less than b from one pile, and as many or more from the other.
            for taken in 0..b {
                let (u, v) = (real(x + taken), real(y + taken));
                // Where only the larger pile can be lowered, the line starts behind the diagonal.
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
