//! Gurvich's family: its P-positions by the kernel or by recursion (6), and the two against each other.

use super::{Arguments, By};
use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use grundy::sequence::Extent;
use grundy::sequence::compare::{Difference, Pair, recursion, with_kernel};
use grundy::{Budget, Family, InputError, Reading, Template};
use grundy_desk::sequence::kernel;
use serde::Serialize;
use std::fmt::Write as _;

/// The parameters of the game, which must be of the family and asked for its P-positions.
fn family(template: &Template, value: u64) -> Result<Family, InputError> {
    let Some(family) = template.game().family() else {
        let message = format!("{} is not of the family NIM_(a,b)^(p,q)", template.game().name());
        return Err(InputError::whole(message).hint("these are wythoff, fraenkel, larsson and gurvich"));
    };
    if value != 0 {
        let message = "kernel and recursion have the P-positions, of value 0";
        return Err(InputError::whole(message).hint("leave out --value"));
    }
    Ok(family)
}

/// The positions by the kernel, in the order of x, or by the recursion, in its own order.
pub fn positions(
    template: &Template,
    value: u64,
    by: By,
    extent: Extent,
    budget: Budget,
) -> Result<Vec<Pair>, Failure> {
    let family = family(template, value)?;
    match (by, extent) {
        // A place of its window takes 4 bytes, a remembered position about 100.
        (By::Recursion, Extent::Count(count)) => {
            Ok(recursion(family, count, Budget::of_positions(budget.positions.saturating_mul(25)))?)
        }
        (By::Recursion, Extent::Rows(_)) => {
            let error = InputError::whole("the recursion goes by n, not by rows");
            Err(error.hint("give --count N").into())
        }
        _ => Ok(kernel(family, extent, budget)?),
    }
}

#[derive(Serialize)]
struct Compared {
    game: String,
    terms: usize,
    agrees: bool,
    readings: Vec<Against>,
}

#[derive(Serialize)]
struct Against {
    reading: &'static str,
    agrees: bool,
    #[serde(flatten)]
    first: Option<First>,
}

/// The first difference.
#[derive(Serialize)]
struct First {
    n: usize,
    recursion: Pair,
    kernel: Option<Pair>,
}

/// Sets the recursion against the kernel under each reading; fails, without a word, when they differ under that of the game.
pub fn compare(arguments: &Arguments, template: &Template, count: usize) -> Result<(), Failure> {
    let family = family(template, arguments.value)?;
    let budget = arguments.work.budget();
    let terms = recursion(family, count, budget)?;
    // Without blocking there is nothing to read in different ways.
    let readings = if (family.p, family.q) == (1, 1) { vec![family.reading] } else { Reading::ALL.to_vec() };
    let mut compared =
        Compared { game: template.game().name(), terms: count, agrees: true, readings: Vec::new() };
    for reading in readings {
        let differs = with_kernel(Family { reading, ..family }, &terms, budget)?;
        if reading == family.reading {
            compared.agrees = differs.is_none();
        }
        let first = differs.map(|Difference { n, listed, kernel }| First { n, recursion: listed, kernel });
        let name = if template.game().blocking().is_some() { reading.name() } else { "kernel" };
        compared.readings.push(Against { reading: name, agrees: differs.is_none(), first });
    }
    match arguments.plain_format()? {
        Format::Json => print_json(&compared)?,
        Format::Text => print_text(&text(&compared, &terms))?,
    }
    if compared.agrees { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn text(compared: &Compared, terms: &[Pair]) -> String {
    let most = terms.iter().map(|&(_, y)| y).max().unwrap_or(0);
    let diagonal = terms.iter().map(|&(x, y)| y - x).max().unwrap_or(0);
    let mut text = format!(
        "{}: {} terms of recursion (6) against the kernel, on diagonals to {diagonal}, piles to {most}\n",
        compared.game, compared.terms
    );
    for Against { reading, first, .. } in &compared.readings {
        let said = match first {
            None => "agrees".to_owned(),
            Some(First { n, recursion: (x, y), kernel: None }) => {
                format!("differs at n = {n}: the recursion has {x},{y}, and the kernel no more positions")
            }
            Some(First { n, recursion: (x, y), kernel: Some((u, v)) }) => {
                format!("differs at n = {n}: the recursion has {x},{y}, the kernel {u},{v}")
            }
        };
        let _ = writeln!(text, "{reading:<11} {said}");
    }
    text
}
