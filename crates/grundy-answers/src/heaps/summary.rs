//! The values of many heaps in short.

use super::{Run, rules_of};
use crate::ask::{Ask, Error};
use crate::column::write_rows;
use crate::memory::{beyond, size};
use grundy::heaps::Values;
use grundy::{Game, counted};
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt::Write as _;
use std::sync::Arc;

/// The values of the heaps up to one, in short.
#[derive(Clone, Debug, Serialize)]
pub struct HeapSummary {
    /// The game.
    pub game: String,
    /// The largest heap.
    pub max: u64,
    /// Each value that is larger than those of all smaller heaps: `[value, heap]`.
    pub records: Vec<[u64; 2]>,
    /// Each value that a heap has: `[value, number of heaps, largest heap]`.
    pub values: Vec<[u64; 3]>,
    /// The rare heaps, if the values are found by the sparse space.
    pub rare: Option<Rare>,
}

/// Heaps with a rare value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rare {
    /// A value is rare if it has an even number of bits in common with the mask.
    pub mask: u64,
    /// Number of rare heaps.
    pub heaps: u64,
    /// The largest one.
    pub largest: Option<u64>,
}

impl HeapSummary {
    /// Values the heaps up to `max`. Resumes an interrupted run.
    ///
    /// # Errors
    /// When the game is not one of heaps, they need too much memory, the store cannot be used, or the work is cancelled.
    pub fn ask(game: &Game, max: u64, ask: Ask<'_>) -> Result<Self, Error> {
        let rules = rules_of(game)?;
        let (values, allowed) = (Values::new(Arc::clone(&rules)), ask.limits.memory);
        let needed = values.bytes(max, false);
        if needed > allowed {
            let message = format!(
                "the values of the heaps up to {max} need {}; the limit is {}, enough for those up to {}",
                size(needed),
                size(allowed),
                values.fits(allowed, false)
            );
            return Err(beyond(message, needed, allowed).into());
        }
        let mut run = Run::new(rules, format!("summary {} heaps to {max}", game.name()), ask)?;
        let done = run.work(max.saturating_add(1), |values, watch| values.extend(max, watch));
        if !matches!(done, Ok(Some(()))) && run.values.known() > 0 {
            (ask.note)(Self::new(game, &run.values, run.values.known() - 1).text().trim_end());
        }
        done?.ok_or_else(|| run.until.limit())?;
        Ok(Self::new(game, &run.values, max))
    }

    fn new(game: &Game, values: &Values, max: u64) -> Self {
        let mut records: Vec<[u64; 2]> = Vec::new();
        // The number of heaps and the largest heap of each value.
        let mut counts: Vec<[u64; 2]> = Vec::new();
        let all = usize::try_from(max).unwrap_or(usize::MAX).saturating_add(1);
        (0..).zip(values.iter().take(all)).for_each(|(heap, value)| {
            let at = usize::try_from(value).unwrap_or(usize::MAX);
            if at >= counts.len() {
                counts.resize(at + 1, [0, 0]);
                records.push([value, heap]);
            }
            let [heaps, largest] = &mut counts[at];
            *heaps += 1;
            *largest = heap;
        });
        let values_of = (0..).zip(counts).filter(|(_, [heaps, _])| *heaps > 0);
        let rare = values.rare();
        Self {
            game: game.name(),
            max,
            records,
            values: values_of.map(|(value, [heaps, largest])| [value, heaps, largest]).collect(),
            rare: rare.map(|rare| Rare { mask: rare.mask, heaps: rare.heaps, largest: rare.largest }),
        }
    }

    /// The records, the rare heaps and the most frequent values as text.
    pub fn text(&self) -> String {
        /// Values that are listed.
        const LISTED: usize = 10;
        let Self { game, max, records, values, rare } = self;
        let mut text = format!("{game}, heaps 0 to {max}\n");
        if let Some([value, heap]) = records.last() {
            let _ = writeln!(text, "largest value  {value}, first at heap {heap}");
        }
        if let Some([_, heaps, largest]) = values.first() {
            let _ = writeln!(text, "value 0        {}, the largest is {largest}", counted(heaps, "heap"));
        }
        if let Some(Rare { mask, heaps, largest }) = rare {
            let largest = largest.map_or_else(String::new, |heap| format!(", the largest is {heap}"));
            let _ = writeln!(text, "rare           {}{largest} (mask {mask})", counted(heaps, "heap"));
        }
        let mut frequent: Vec<&[u64; 3]> = values.iter().collect();
        frequent.sort_by_key(|[_, heaps, _]| Reverse(*heaps));
        let mut lines = vec![["value", "heaps", "largest heap"].map(str::to_owned)];
        lines.extend(frequent.iter().take(LISTED).map(|numbers| numbers.map(|number| number.to_string())));
        text.push_str(if values.len() > LISTED { "\nthe most frequent values\n" } else { "\n" });
        write_rows(&mut text, &lines);
        text
    }
}
