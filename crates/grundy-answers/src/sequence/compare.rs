//! Compares recursion (6) of Gurvich's family with the kernel.

use super::family;
use grundy::sequence::compare::{Difference, Pair, recursion, with_kernel};
use grundy::{Budget, Error, Family, Reading, Template, counted};
use serde::Serialize;
use std::fmt::Write as _;

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    game: String,
    terms: usize,
    /// Do they agree under the reading of the game?
    pub agrees: bool,
    readings: Vec<ReadingResult>,
    #[serde(skip)]
    pairs: Vec<Pair>,
}

#[derive(Clone, Debug, Serialize)]
struct ReadingResult {
    reading: &'static str,
    agrees: bool,
    #[serde(flatten)]
    first: Option<FirstDifference>,
}

/// The first difference.
#[derive(Clone, Debug, Serialize)]
struct FirstDifference {
    n: usize,
    recursion: Pair,
    kernel: Option<Pair>,
}

impl Compared {
    /// Compares `count` terms of the recursion with the kernel, under each reading.
    ///
    /// # Errors
    /// When the game is not of the family, or the budget is exceeded.
    pub fn new(template: &Template, value: u64, count: usize, budget: Budget) -> Result<Self, Error> {
        let family = family(template, value)?;
        let pairs = recursion(family, count, budget)?;
        // Readings differ only with blocking.
        let readings =
            if (family.p, family.q) == (1, 1) { vec![family.reading] } else { Reading::ALL.to_vec() };
        let mut compared =
            Self { game: template.game().name(), terms: count, agrees: true, readings: Vec::new(), pairs };
        for reading in readings {
            let differs = with_kernel(Family { reading, ..family }, &compared.pairs, budget)?;
            if reading == family.reading {
                compared.agrees = differs.is_none();
            }
            let first = differs.map(|Difference { n, listed, kernel }| FirstDifference {
                n,
                recursion: listed,
                kernel,
            });
            let name = if template.game().blocking().is_some() { reading.name() } else { "kernel" };
            compared.readings.push(ReadingResult { reading: name, agrees: differs.is_none(), first });
        }
        Ok(compared)
    }

    /// The comparison as text.
    pub fn text(&self) -> String {
        let (compared, terms) = (self, &self.pairs);
        let most = terms.iter().map(|&(_, y)| y).max().unwrap_or(0);
        let diagonal = terms.iter().map(|&(x, y)| y - x).max().unwrap_or(0);
        let mut text = format!(
            "{}: {} of recursion (6) against the kernel, on diagonals to {diagonal}, piles to {most}\n",
            compared.game,
            counted(compared.terms, "term")
        );
        for ReadingResult { reading, first, .. } in &compared.readings {
            let said = match first {
                None => "agrees".to_owned(),
                Some(FirstDifference { n, recursion: (x, y), kernel: None }) => {
                    format!(
                        "differs at n = {n}: the recursion has {x},{y}, and the kernel has no more positions"
                    )
                }
                Some(FirstDifference { n, recursion: (x, y), kernel: Some((u, v)) }) => {
                    format!("differs at n = {n}: the recursion has {x},{y}, the kernel {u},{v}")
                }
            };
            let _ = writeln!(text, "{reading:<11} {said}");
        }
        text
    }
}
