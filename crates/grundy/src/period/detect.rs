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

    /// The definition: the least length for which some end of the terms, at least half of them and three periods, obeys it.
    fn by_definition(terms: &[u64]) -> Option<(usize, usize, u64)> {
        let count = terms.len();
        for length in 1..=count / 4 {
            for preperiod in 0..=count / 2 {
                let end = &terms[preperiod..];
                let Some(saltus) = terms[count - 1].checked_sub(terms[count - 1 - length]) else { continue };
                let holds = end.iter().zip(&end[length..]).all(|(now, later)| now + saltus == *later);
                if holds && end.len() >= 3 * length {
                    return Some((preperiod, length, saltus));
                }
            }
        }
        None
    }

    #[test]
    fn the_least_period_of_all_short_lists() {
        let mut seen = 0;
        for count in 1..=13 {
            for bits in 0_u64..1 << count {
                // Terms that stay or grow by 1, and terms of two values.
                let steps = (0..count).map(|n| bits >> n & 1);
                let grown: Vec<u64> = steps
                    .clone()
                    .scan(0, |sum, step| Some(*sum + step).inspect(|next| *sum = *next))
                    .collect();
                for terms in [steps.collect(), grown] {
                    let terms: Vec<u64> = terms;
                    let found = detect(&terms);
                    seen += usize::from(found.is_some());
                    let expected = by_definition(&terms).map(|(preperiod, length, saltus)| {
                        let period = Period { preperiod: wide(preperiod), length: wide(length), saltus };
                        Candidate { period, seen: wide(terms.len()) }
                    });
                    assert_eq!(found, expected, "{terms:?}");
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}
