//! Positions of take-and-break games: the values of their heaps, by [`crate::heaps`].

mod moves;
mod rows;

pub(super) use rows::values_of_rows;

use super::memory::{self, Name, OfHeaps};
use super::plan::Means;
use super::principle::{HEAP_GROWTH, HEAP_PERIOD, HEAPS};
use super::{Answer, Valued};
use crate::error::{Error, Limit, Unanswered};
use crate::heaps::{HeapPeriod, HeapRules, Values, may_have_period, prove};
use crate::nimber::Nimber;
use crate::ruleset::{Game, Position, options};
use crate::solve::rays::threads;
use crate::theorem::UBig;
use moves::moves;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Options of a position that are listed with their values; of others only the winning ones are looked for.
const MOST_LISTED: usize = 20_000;

/// Values of heaps of any size, as far as they are known.
struct Known {
    of: OfHeaps,
    /// The period, if the values up to the largest heap prove it: what is told must not depend on earlier questions.
    told: Option<HeapPeriod>,
    name: Name,
}

impl Known {
    /// The values of all heaps up to `largest`: computed, or by a period that is proved on the way.
    fn up_to(
        game: &Game,
        rules: &Arc<dyn HeapRules>,
        largest: &UBig,
        means: Means<'_>,
    ) -> Result<Self, Error> {
        let name = Name::new(game, Vec::new());
        let of = memory::heaps(&name).unwrap_or_else(|| OfHeaps {
            values: Values::new(Arc::clone(rules)).threads(threads()),
            period: None,
        });
        let mut known = Self { of, told: None, name };
        let done = known.extend(game, largest, means);
        match done {
            Ok(()) => {
                known.told = known.of.period.filter(|period| *largest >= UBig::from(period.verified));
                Ok(known)
            }
            Err(error) => {
                known.keep();
                Err(error)
            }
        }
    }

    fn extend(&mut self, game: &Game, largest: &UBig, means: Means<'_>) -> Result<(), Error> {
        let OfHeaps { values, period } = &mut self.of;
        let near = u64::try_from(largest).ok();
        if period.is_some() || near.is_some_and(|heap| values.get(heap).is_some()) {
            return Ok(());
        }
        let allowed = means.limits.memory;
        // The largest heap for which there is memory.
        let covered = is_covered(values);
        let most = values.fits(allowed, covered);
        let to = near.map_or(most, |heap| heap.min(most));
        let total = near.unwrap_or(to);
        let found = kept(game, values, total, means, |values, watch| match prove(values, to, watch)? {
            Some(found) => Ok(Some(found)),
            None => match near.filter(|&heap| heap <= most) {
                Some(heap) => values.extend(heap, watch).map(|()| None),
                None => Ok(None),
            },
        });
        let reached = values.known();
        match found {
            Ok(found) => *period = found,
            Err(Error::Cancelled) if means.until.is_over() => {
                return Err(stopped_at(means.until.limit(), reached, near, is_covered(values)));
            }
            Err(error) => return Err(error),
        }
        if period.is_some() || near.is_some_and(|heap| values.get(heap).is_some()) {
            return Ok(());
        }
        let limit = near.map(|heap| Limit::Memory { needed: values.bytes(heap, covered), allowed });
        let message = match (near, is_covered(values)) {
            (Some(_), _) => format!("the heap is too large: values up to {most} fit into the memory that is allowed"),
            (None, true) => format!("no period of the values is proved up to heap {reached}, and the heap is beyond what can be computed"),
            (None, false) => "no theorem tells the values of large heaps of this game, and the heap is beyond what can be computed".to_owned(),
        };
        Err(Box::new(Unanswered { stopped_by: limit, ..Unanswered::new(message) }).into())
    }

    fn keep(self) {
        memory::keep_heaps(self.name, self.of);
    }

    /// The value of a heap.
    fn value(&self, heap: &UBig) -> Result<UBig, Error> {
        let near = match (u64::try_from(heap), self.of.period) {
            (Ok(near), _) if self.of.values.get(near).is_some() => Some((near, UBig::ZERO)),
            (_, Some(period)) => folded(&period, heap),
            _ => None,
        };
        near.and_then(|(near, growth)| Some(UBig::from(self.of.values.get(near)?) + growth))
            .ok_or_else(|| Error::Fault("a heap is larger than those that were valued".to_owned()))
    }

    /// The nim-sum of some heaps.
    fn sum<'h>(&self, heaps: impl IntoIterator<Item = &'h UBig>) -> Result<UBig, Error> {
        heaps.into_iter().try_fold(UBig::ZERO, |sum, heap| Ok(sum ^ self.value(heap)?))
    }

    /// Positions with their values.
    fn valued(&self, positions: Vec<Position>) -> Result<Vec<Valued>, Error> {
        let value = |position: Position| {
            let value = u64::try_from(&self.sum(&heaps_of(&position))?).map_err(|_| Limit::Uncountable)?;
            Ok(Valued { value: Nimber(value), position })
        };
        positions.into_iter().map(value).collect()
    }

    /// How the values were found.
    fn by(&self) -> String {
        match self.told {
            Some(HeapPeriod { preperiod, length, saltus, .. }) => {
                let growth = if saltus == 0 { String::new() } else { format!(" and saltus {saltus}") };
                format!(
                    "nim-sum of the heaps; their values have period {length}{growth} from {preperiod} on, proved on the spot"
                )
            }
            None => "nim-sum of the heaps, each valued by mex over its options".to_owned(),
        }
    }

    fn why(&self, heaps: &[UBig]) -> Result<Vec<String>, Error> {
        /// Heaps that are told of.
        const SHOWN: usize = 12;
        let mut why = Vec::new();
        if let Some(HeapPeriod { preperiod, length, saltus, exceptions, verified, .. }) = self.told {
            let growth = if saltus == 0 { String::new() } else { format!("+{saltus}") };
            why.push(format!("G(n+{length}) = G(n){growth} for all n >= {preperiod}, as it holds for the values up to G({verified})"));
            if preperiod > 0 {
                why.push(format!(
                    "before, {} not what the period would give",
                    crate::words::counted(exceptions, "value") + if exceptions == 1 { " is" } else { " are" }
                ));
            }
        }
        let mut distinct = heaps.to_vec();
        distinct.dedup();
        for heap in distinct.iter().take(SHOWN) {
            let same = self
                .told
                .and_then(|period| folded(&period, heap))
                .filter(|(near, _)| UBig::from(*near) != *heap);
            let value = self.value(heap)?;
            why.push(match same {
                Some((near, growth)) if growth.is_zero() => format!("G({heap}) = G({near}) = {value}"),
                Some((near, growth)) => format!("G({heap}) = G({near}) + {growth} = {value}"),
                None => format!("G({heap}) = {value}"),
            });
        }
        if heaps.len() > 1 {
            let values = heaps.iter().take(SHOWN).map(|heap| Ok(self.value(heap)?.to_string()));
            let values = values.collect::<Result<Vec<_>, Error>>()?.join(" xor ");
            let dots = if heaps.len() > SHOWN { " xor .." } else { "" };
            why.push(format!("{values}{dots} = {}", self.sum(heaps)?));
        }
        Ok(why)
    }
}

/// Does some work on the values, which must go on from those that are known when it is called again. Its state is kept from time to time and when it is stopped, and work that was stopped is resumed.
fn kept<T>(
    game: &Game,
    values: &mut Values,
    total: u64,
    means: Means<'_>,
    work: impl Fn(&mut Values, &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<T, Error>,
) -> Result<T, Error> {
    /// States of fewer values are not kept: they are computed again as quickly.
    const FEWEST: u64 = 10_000;
    let archive = means.archive;
    let question = format!("value {} heaps", game.name());
    let every = archive.checkpoints().filter(|_| total >= FEWEST);
    let stored = every.and_then(|_| archive.resume(&question));
    let mut is_stored = stored.is_some();
    let earlier = stored.and_then(|state| Values::from_bytes(&state, Arc::clone(values.rules())).ok());
    if let Some(earlier) = earlier.filter(|earlier| earlier.known() > values.known()) {
        *values = earlier.threads(threads());
    }
    let mut last = Instant::now();
    loop {
        let worth = values.worth_storing().max(FEWEST);
        let mut due = false;
        let done = work(values, &mut |known| {
            due = known > worth && every.is_some_and(|every| last.elapsed() >= every);
            if due || means.until.is_over() {
                return ControlFlow::Break(());
            }
            archive.progress("heaps", known, total)
        });
        let stopped = matches!(done, Err(Error::Cancelled));
        if stopped
            && every.is_some()
            && values.known() > FEWEST
            && let Some(state) = values.to_bytes()
        {
            archive.save(&question, &format!("heap {}", values.known()), &state);
            (is_stored, last) = (true, Instant::now());
        }
        if stopped && due && !means.until.is_over() {
            continue;
        }
        if done.is_ok() && is_stored {
            archive.forget(&question);
        }
        return done;
    }
}

fn is_covered(values: &Values) -> bool {
    values.rules().code().is_some_and(may_have_period)
}

/// The heap before the end of the first period at the same place in a period, and by how much its value is less.
fn folded(period: &HeapPeriod, heap: &UBig) -> Option<(u64, UBig)> {
    let (from, length) = (UBig::from(period.preperiod), UBig::from(period.length));
    if *heap < from {
        return Some((u64::try_from(heap).ok()?, UBig::ZERO));
    }
    let (rest, periods) = ((heap - &from) % &length, (heap - &from) / length);
    Some((u64::try_from(&(from + rest)).ok()?, periods * UBig::from(period.saltus)))
}

fn stopped_at(limit: Limit, reached: u64, near: Option<u64>, covered: bool) -> Error {
    let what = match near {
        Some(heap) => format!("the values of {reached} of {heap} heaps were computed"),
        None if covered => format!("no period is proved so far, with the values of {reached} heaps"),
        None => {
            format!("the values of {reached} heaps were computed, and no theorem tells those of large heaps")
        }
    };
    Box::new(Unanswered { stopped_by: Some(limit), ..Unanswered::new(format!("{limit}: {what}")) }).into()
}

/// The heaps of a position.
fn heaps_of(position: &Position) -> Vec<UBig> {
    position.rows().unwrap_or_default().concat()
}

/// The value of a position.
///
/// # Errors
/// The limit that was exceeded.
pub(super) fn value(
    game: &Game,
    rules: &Arc<dyn HeapRules>,
    position: &Position,
    means: Means<'_>,
) -> Result<Nimber, Limit> {
    let heaps = heaps_of(position);
    let of_error = |error: Error| match error {
        Error::Limit(limit) => limit,
        Error::Unanswered(unanswered) => unanswered.stopped_by.unwrap_or(Limit::Uncountable),
        _ => Limit::Uncountable,
    };
    let known =
        Known::up_to(game, rules, heaps.iter().max().unwrap_or(&UBig::ZERO), means).map_err(of_error)?;
    let found = known.sum(&heaps).map_err(of_error);
    known.keep();
    u64::try_from(&found?).map(Nimber).map_err(|_| Limit::Uncountable)
}

/// Value, winning moves and reason of a position.
pub(super) fn by_heaps(
    game: &Game,
    rules: &Arc<dyn HeapRules>,
    position: &Position,
    means: Means<'_>,
) -> Result<Answer, Error> {
    let heaps = heaps_of(position);
    let known = Known::up_to(game, rules, heaps.iter().max().unwrap_or(&UBig::ZERO), means)?;
    let found = answer(game, position, &known, &heaps, means);
    known.keep();
    found
}

fn answer(
    game: &Game,
    position: &Position,
    known: &Known,
    heaps: &[UBig],
    means: Means<'_>,
) -> Result<Answer, Error> {
    let value = known.sum(heaps)?;
    let most = MOST_LISTED.min(allowed_options(position, means));
    let mut answer = match (u64::try_from(&value), options(game.as_ref(), position, most)) {
        (Ok(value), Ok(all)) => Answer::of_options(value, known.valued(all)?, &HEAPS),
        _ => Answer::of_value(value.clone(), &HEAPS),
    };
    if answer.options.is_empty() && !value.is_zero() {
        (answer.winning, answer.every) = moves(known, heaps, &value, means)?;
    }
    if let Some(period) = known.told {
        answer = answer.with(&[if period.saltus == 0 { &HEAP_PERIOD } else { &HEAP_GROWTH }]);
    }
    Ok(Answer { by: known.by(), why: known.why(heaps)?, ..answer })
}

/// Options of a position that may be listed.
fn allowed_options(position: &Position, means: Means<'_>) -> usize {
    usize::try_from(means.limits.budget.for_position(position).positions).unwrap_or(usize::MAX)
}

/// The answer with all options, for a list of moves.
pub(super) fn listed(
    game: &Game,
    rules: &Arc<dyn HeapRules>,
    position: &Position,
    means: Means<'_>,
) -> Result<Answer, Error> {
    let heaps = heaps_of(position);
    let known = Known::up_to(game, rules, heaps.iter().max().unwrap_or(&UBig::ZERO), means)?;
    let found = (|| {
        let all = options(game.as_ref(), position, allowed_options(position, means))?;
        let value = u64::try_from(&known.sum(&heaps)?).map_err(|_| Limit::Uncountable)?;
        Ok(Answer::of_options(value, known.valued(all)?, &HEAPS))
    })();
    known.keep();
    found
}

/// Options of a position that have a value, and whether these are all of them.
pub(super) fn moves_to(
    game: &Game,
    rules: &Arc<dyn HeapRules>,
    position: &Position,
    wanted: &UBig,
    means: Means<'_>,
) -> (Vec<Position>, bool) {
    let heaps = heaps_of(position);
    let Ok(known) = Known::up_to(game, rules, heaps.iter().max().unwrap_or(&UBig::ZERO), means) else {
        return (Vec::new(), false);
    };
    let found = known.sum(&heaps).and_then(|total| moves(&known, &heaps, &(total ^ wanted), means));
    known.keep();
    found.unwrap_or((Vec::new(), false))
}
