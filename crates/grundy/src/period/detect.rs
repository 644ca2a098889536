//! Periods that data show.

use super::{Candidate, Period};

/// A period that `terms` show, if any: it must hold over the last half of them at least, and for three times its length.
/// What is found is a candidate: nothing says that the next term obeys it.
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
        let number = |n: usize| u64::try_from(n).ok();
        let period = Period { preperiod: number(preperiod)?, length: number(length)?, saltus };
        Some(Candidate { period, seen: number(terms.len())? })
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
