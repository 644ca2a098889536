//! Least periods and preperiods of sequences known to be periodic.

use super::Witness;
use crate::widths::{place, wide};

/// The prime divisors of a number, in increasing order.
pub fn primes(mut n: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut q = 2;
    while q <= n / q {
        if n.is_multiple_of(q) {
            found.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    if n > 1 {
        found.push(n);
    }
    found
}

/// The least period of the sequence that repeats `cycle`.
///
/// The periods of such a sequence are the multiples of the least one. So dividing out primes, as long as the quotient is a
/// period, ends at the least period.
pub fn least_period<T: PartialEq>(cycle: &[T]) -> usize {
    let mut least = cycle.len();
    for q in primes(wide(least)).into_iter().map(place) {
        while least.is_multiple_of(q) && is_period(cycle, least / q) {
            least /= q;
        }
    }
    least
}

/// Whether a divisor of `cycle.len()` is a period of the sequence that repeats `cycle`.
fn is_period<T: PartialEq>(cycle: &[T], divisor: usize) -> bool {
    cycle[..cycle.len() - divisor] == cycle[divisor..]
}

/// The least n from which `terms` has the period `length`. It must have this period from `from` on, and at least
/// `from + length` terms.
pub fn least_preperiod<T: PartialEq>(terms: &[T], from: usize, length: usize) -> usize {
    (0..from).rev().find(|&n| terms[n] != terms[n + length]).map_or(0, |n| n + 1)
}

/// For each prime divisor of `length`, the first place from `from` on that shows the quotient not to be a period. There must be
/// at least two periods of terms from `from` on.
pub fn witnesses<T: PartialEq>(terms: &[T], from: usize, length: usize) -> Vec<Witness> {
    let found = primes(wide(length)).into_iter().filter_map(|prime| {
        let lag = length / place(prime);
        let at = (from..terms.len().checked_sub(lag)?).find(|&n| terms[n] != terms[n + lag])?;
        Some(Witness { prime, at: wide(at) })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn primes_of_periods() {
        assert_eq!(primes(1), []);
        assert_eq!(primes(1_778_112_000), [2, 3, 5, 7]);
        assert_eq!(primes(2 * 1_000_003), [2, 1_000_003]);
    }

    proptest! {
        /// Against the definition, on sequences that repeat a short cycle after a random head.
        #[test]
        fn least_is_least(
            head in prop::collection::vec(0_u8..3, 0..6),
            cycle in prop::collection::vec(0_u8..2, 1..13),
            times in 1_usize..4,
        ) {
            let whole = cycle.repeat(times);
            let period = least_period(&whole);
            let holds = |p: usize| (0..whole.len()).all(|n| whole[n] == whole[(n + p) % whole.len()]);
            prop_assert_eq!(Some(period), (1..=whole.len()).find(|&p| holds(p)));
            let mut terms = head.clone();
            terms.extend(whole.repeat(3));
            let preperiod = least_preperiod(&terms, head.len(), period);
            let fits = |from: usize| (from..terms.len() - period).all(|n| terms[n] == terms[n + period]);
            prop_assert_eq!(Some(preperiod), (0..=head.len()).find(|&from| fits(from)));
            for witness in witnesses(&terms, preperiod, period) {
                let (at, lag) = (usize::try_from(witness.at).unwrap(), period / usize::try_from(witness.prime).unwrap());
                prop_assert!(terms[at] != terms[at + lag]);
                prop_assert!((preperiod..at).all(|n| terms[n] == terms[n + lag]));
            }
            let count = primes(u64::try_from(period).unwrap()).len();
            prop_assert_eq!(witnesses(&terms, preperiod, period).len(), count);
        }
    }
}
