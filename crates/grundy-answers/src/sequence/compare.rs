//! Gurvich's family: its P-positions by the kernel or by recursion (6), and the two against each other.

use super::family;
use grundy::sequence::compare::{Difference, Pair, recursion, with_kernel};
use grundy::{Budget, Error, Family, Reading, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// Recursion (6) against the kernel.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    game: String,
    terms: usize,
    /// Whether they agree under the reading of the game.
    pub agrees: bool,
    readings: Vec<Against>,
    #[serde(skip)]
    pairs: Vec<Pair>,
}

#[derive(Clone, Debug, Serialize)]
struct Against {
    reading: &'static str,
    agrees: bool,
    #[serde(flatten)]
    first: Option<First>,
}

/// The first difference.
#[derive(Clone, Debug, Serialize)]
struct First {
    n: usize,
    recursion: Pair,
    kernel: Option<Pair>,
}

impl Compared {
    /// Sets so many terms of the recursion against the kernel, under each reading.
    ///
    /// # Errors
    /// When the game is not of the family, or the budget is not enough.
    pub fn new(template: &Template, value: u64, count: usize, budget: Budget) -> Result<Self, Error> {
        let family = family(template, value)?;
        let pairs = recursion(family, count, budget)?;
        // Without blocking there is nothing to read in different ways.
        let readings =
            if (family.p, family.q) == (1, 1) { vec![family.reading] } else { Reading::ALL.to_vec() };
        let mut compared =
            Self { game: template.game().name(), terms: count, agrees: true, readings: Vec::new(), pairs };
        for reading in readings {
            let differs = with_kernel(Family { reading, ..family }, &compared.pairs, budget)?;
            if reading == family.reading {
                compared.agrees = differs.is_none();
            }
            let first =
                differs.map(|Difference { n, listed, kernel }| First { n, recursion: listed, kernel });
            let name = if template.game().blocking().is_some() { reading.name() } else { "kernel" };
            compared.readings.push(Against { reading: name, agrees: differs.is_none(), first });
        }
        Ok(compared)
    }

    /// The comparison for reading.
    pub fn text(&self) -> String {
        let (compared, terms) = (self, &self.pairs);
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
}
