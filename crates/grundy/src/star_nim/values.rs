//! The periods of g-sequences of Star Nim: the differences y - x along the positions of one value.

pub use super::machine::LARGEST;
use super::machine::{Full, Fulls, Wide, Word};
use super::rounds::{Meter, Rounds, Stop};
use super::sequence::{History, Of, Sequence};
use crate::error::Error;
use crate::notation::InputError;
use crate::period::windows::outside;
use crate::period::{Period, Witness};
use std::ops::ControlFlow;

/// How the values after a full level repeat. All numbers are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// The full level before the first of the values.
    pub base: Option<Full>,
    /// The row from which on the windows of the values repeat, without the last two if there are strands.
    pub from: u64,
    /// The number of rows after which they do.
    pub round: u64,
    /// The full level whose last two values follow the strands, and the number of rounds after which these have the same colours.
    pub strands: Option<(Full, u64)>,
}

impl Repeats {
    /// The number of rows after which all of it repeats.
    pub fn rows(&self) -> u64 {
        self.round.saturating_mul(self.strands.map_or(1, |(_, order)| order))
    }

    pub(super) fn of<W>(sequence: &Sequence<W>) -> Self {
        let strands = sequence.last.map(|last| (last, sequence.order));
        Self { base: sequence.base, from: sequence.from, round: sequence.round, strands }
    }
}

/// A proof about a value g: the differences `y - x` of its positions, by increasing x, repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueProof {
    /// The value.
    pub value: u64,
    /// The period of the differences, counted by positions. The saltus is 0.
    pub period: Period,
    /// How the value and those before it repeat.
    pub repeats: Repeats,
    /// For each prime divisor of the period, where the quotient first fails.
    pub witnesses: Vec<Witness>,
}

/// The period of the g-sequence of a value, or nothing if it does not repeat up to row `limit`. Calls `watch` now and then.
///
/// # Errors
/// When `watch` cancels it, the value is too large, or a number lies outside its window.
pub fn prove_value(
    value: u64,
    limit: Option<u64>,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<ValueProof>, Error> {
    if value > LARGEST {
        let message = format!("value {value} is larger than {LARGEST}, the largest that is examined");
        return Err(InputError::whole(message).hint(format!("values go up to {LARGEST}")).into());
    }
    let mut meter = Meter::new(limit.unwrap_or(u64::MAX), u64::MAX, watch);
    match prove(value, &mut meter) {
        Ok(proof) => Ok(Some(proof)),
        Err(Stop::Rows) => Ok(None),
        Err(Stop::Cancelled) => Err(Error::Cancelled),
        Err(Stop::Width(row)) => Err(outside(row, value)),
    }
}

fn prove(value: u64, meter: &mut Meter<'_>) -> Result<ValueProof, Stop> {
    let (fulls, ends) = around(value, meter)?;
    // Most windows fit into 64 bits. Those of the first rows, to which a limit may confine the search, have up to 201.
    match prove_in::<u64>(value, &fulls, ends, meter) {
        Err(Stop::Width(_)) => match prove_in::<u128>(value, &fulls, ends, meter) {
            Err(Stop::Width(_)) => prove_in::<Wide>(value, &fulls, ends, meter),
            proof => proof,
        },
        proof => proof,
    }
}

/// The full level before a value, and the one that ends with it or the next one.
pub(super) type Ends = (Option<Full>, Option<Full>);

/// Finds the full levels around a value.
pub(super) fn around(value: u64, meter: &mut Meter<'_>) -> Result<(Fulls, Ends), Stop> {
    let fulls = Fulls::find(value, value.next_multiple_of(2), None, meter)?;
    let base = fulls.below(value);
    let last = fulls.from(value).filter(|_| base.is_some());
    Ok((fulls, (base, last)))
}

/// The sequence of a value.
pub(super) fn sequence<W: Word>(
    value: u64,
    fulls: &Fulls,
    (base, last): Ends,
    meter: &mut Meter<'_>,
) -> Result<Sequence<W>, Stop> {
    let of = Of::Value(value);
    let mut history = History::new(of);
    let mut see = |row, value, choice| history.see(row, value, choice);
    let top = last.map_or(value, |last| last.level);
    let mut rounds = Rounds::<W>::new(fulls, (base, last, top), meter, &mut see)?;
    while rounds.next_value() < last.map_or(value + 1, |last| last.level - 1) {
        rounds.close(meter, &mut see)?;
    }
    Sequence::new(&rounds, of, history.terms, meter)
}

fn prove_in<W: Word>(
    value: u64,
    fulls: &Fulls,
    ends: Ends,
    meter: &mut Meter<'_>,
) -> Result<ValueProof, Stop> {
    let sequence = sequence::<W>(value, fulls, ends, meter)?;
    let (period, witnesses) = sequence.period(meter)?;
    Ok(ValueProof { value, period, repeats: Repeats::of(&sequence), witnesses })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::cycle::least_period;

    /// docs/star-nim.md, Theorems 1 and 2, on what is proved: after a full level g with m differences, g+1 has the difference m, and the period of g+2 divides m(m+1).
    #[test]
    fn full_levels_are_followed_by_theorems_1_and_2() {
        let prove = |value| prove_value(value, None, &mut || ControlFlow::Continue(())).unwrap().unwrap();
        for g in [0, 2, 4, 10, 12, 18, 20, 26, 28, 34, 36, 42, 44, 50, 52, 58, 66, 68, 74, 82, 84] {
            let m = g / 2 + 1;
            let (one, two) = (prove(g + 1), prove(g + 2));
            assert_eq!(one.repeats.base.map(|base| base.level), Some(g));
            assert_eq!(one.period.length, 1, "value {}", g + 1);
            assert!([1, m * (m + 1)].contains(&two.period.length), "value {}", g + 2);
            assert!((2 * m * (m + 1)).is_multiple_of(two.repeats.rows()), "value {}", g + 2);
        }
    }

    /// Theorem 2 for any V with x in V if and only if x+m is not, m <= 5, and each start of U in the first m+2 places.
    #[test]
    fn theorem_2_for_any_full_level() {
        let mut lengths = std::collections::BTreeSet::new();
        for m in 1..=5_usize {
            for pattern in 0..1_u64 << m {
                let all = (1 << m) - 1;
                let is_in = |x: usize| (pattern >> (x % m)) & 1 != u64::from(x / m % 2 == 1);
                let cycle: Vec<u64> = (0..2 * m).map(|x| all | u64::from(!is_in(x)) << m).collect();
                for start in 0..1_u64 << (m + 2) {
                    let period = after(&cycle, start);
                    assert!(
                        (m * (m + 1)).is_multiple_of(period),
                        "m = {m}, {pattern:b}, {start:b}: {period}"
                    );
                    lengths.insert((m, period));
                }
            }
        }
        assert!(lengths.contains(&(3, 4)), "not always 1 or m(m+1)");
    }

    /// The least period of the differences of a value, given what smaller ones take, from a window on.
    fn after(cycle: &[u64], start: u64) -> usize {
        let (mut window, mut seen, mut members) = (start, Vec::new(), Vec::new());
        loop {
            if let Some(&(_, from)) = seen.iter().find(|(earlier, _)| *earlier == window) {
                return least_period(&members[from..]);
            }
            seen.push((window, members.len()));
            for taken in cycle {
                if window & 1 == 0 {
                    let barred = window | taken;
                    let choice = !barred & (barred + 1);
                    members.push(choice.trailing_zeros());
                    window |= choice;
                }
                window >>= 1;
            }
        }
    }
}
