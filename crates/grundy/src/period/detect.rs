//! Detection of periods in data.

use super::{Candidate, Period};
use crate::widths::wide;

/// The least period that `terms` show, if any. It must hold at least over their last half, and for at least three periods. It
/// is only a candidate: the next term may break it.
///
/// ```
/// let terms: Vec<u64> = (0..40).map(|n| if n < 5 { 9 } else { n % 3 }).collect();
/// let found = grundy::period::detect(&terms).unwrap();
/// assert_eq!((found.period.preperiod, found.period.length, found.period.saltus), (5, 3, 0));
/// ```
pub fn detect(terms: &[u64]) -> Option<Candidate> {
    let last = *terms.last()?;
    (1..=terms.len() / 4).find_map(|length| {
        let saltus = last.checked_sub(terms[terms.len() - 1 - length])?;
        let holds = |n: &usize| terms[*n].checked_add(saltus) == Some(terms[*n + length]);
        let broken = (0..terms.len() - length).rev().find(|n| !holds(n));
        let preperiod = broken.map_or(0, |n| n + 1);
        (preperiod <= terms.len() / 2 && preperiod + 3 * length <= terms.len()).then_some(())?;
        let period = Period { preperiod: wide(preperiod), length: wide(length), saltus };
        Some(Candidate { period, seen: wide(terms.len()) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn additive_periods_are_seen_and_noise_is_not() {
        let additive: Vec<u64> = (0..50).map(|n| n ^ 3).collect();
        let found = detect(&additive).unwrap().period;
        assert_eq!(found, Period { preperiod: 0, length: 4, saltus: 4 });
        let squares: Vec<u64> = (0..50).map(|n| n * n).collect();
        assert_eq!(detect(&squares), None);
        assert_eq!(detect(&[]), None);
        assert_eq!(detect(&[1, 2, 3]), None);
    }
}
