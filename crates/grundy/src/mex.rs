//! The minimum excludant and its relatives.
//!
//! - `mex(S)`: the least non-negative integer outside S; `mex(∅) = 0`.
//! - `mex_from(a, S)`: the least integer `>= a` outside S (Farr & Ho, Definition 2).
//! - `mex_b(S)`: Gurvich, sec. 2, after his RRR 16-2010.
//! - `mex^q(S)`, `mex_b^q(S)`: the same for multisets, where an integer counts as present once its
//!   multiplicity has reached q.
//!
//! Conventions. Gurvich orders S as `s_1 < ... < s_m`, puts `s_{m+1} = ∞`, takes the first i with
//! `s_{i+1} - s_i > b` and sets `mex_b(S) = s_i + b`; the empty set has 0 by convention. We define
//! `mex_b(S)` as the least `z >= 0` such that no element of S lies in `(z-b, z]`. That is the same number
//! whenever 0 is in S, gives 0 for the empty set without a convention, and makes `mex_1 = mex` true for every
//! set; read literally, the report gives `mex_1({1}) = 2` while `mex({1}) = 0`. In the recursions of
//! the report with p = 1 or q = 1, S contains 0 or is empty, so the two do not differ there.

use std::collections::BTreeMap;

/// The least non-negative integer that is not among `values`.
///
/// ```
/// assert_eq!(grundy::mex::mex([0, 1, 3]), 2);
/// assert_eq!(grundy::mex::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    mex_from(0, values)
}

/// The least integer `>= floor` that is not among `values`: `mex_{a↑}` of Farr & Ho, Definition 2.
///
/// ```
/// assert_eq!(grundy::mex::mex_from(2, [3, 4, 5, 7, 9]), 2);
/// assert_eq!(grundy::mex::mex_from(3, [3, 4, 5, 7, 9]), 6);
/// ```
pub fn mex_from(floor: u64, values: impl IntoIterator<Item = u64>) -> u64 {
    let mut sorted: Vec<u64> = values.into_iter().filter(|&v| v >= floor).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let run = sorted.iter().zip(floor..).take_while(|&(&value, wanted)| value == wanted).count();
    sorted.get(run.wrapping_sub(1)).map_or(floor, |&last| last + 1)
}

/// The least `z` with no element of `values` in `(z-b, z]`; see the module for the conventions.
///
/// ```
/// use grundy::mex::{mex, mex_b};
/// assert_eq!(mex_b(2, [0]), 2);
/// assert_eq!(mex_b(2, [0, 2, 3]), 5);
/// assert_eq!(mex_b(1, [0, 1, 3]), mex([0, 1, 3]));
/// assert_eq!(mex_b(7, []), 0);
/// ```
///
/// # Panics
/// When `b` is 0: the report takes its parameters strictly positive.
pub fn mex_b(b: u64, values: impl IntoIterator<Item = u64>) -> u64 {
    assert!(b > 0, "mex_b needs b >= 1");
    let mut sorted: Vec<u64> = values.into_iter().collect();
    sorted.sort_unstable();
    // `z` is free of every element seen so far; an element at or below it pushes it up.
    let mut z = 0;
    for s in sorted {
        if s > z {
            break;
        }
        z = z.max(s + b);
    }
    z
}

/// `mex^q`: the least integer whose multiplicity in `values` is below `q`.
///
/// # Panics
/// When `q` is 0.
pub fn mex_q(q: u32, values: &Multiset) -> u64 {
    mex_bq(1, q, values)
}

/// `mex_b^q(S) = mex_b({z : S(z) >= q})`.
///
/// ```
/// use grundy::mex::{mex_bq, Multiset};
/// // The start of NIM_{1,2}^{1,2}: pairs (0,0) and (0,1) put 0 in twice and 1 once.
/// let mut seen = Multiset::default();
/// seen.add_pair(0, 0);
/// assert_eq!(mex_bq(2, 2, &seen), 0);
/// seen.add_pair(0, 1);
/// assert_eq!(mex_bq(2, 2, &seen), 2);
/// ```
///
/// # Panics
/// When `b` or `q` is 0.
pub fn mex_bq(b: u64, q: u32, values: &Multiset) -> u64 {
    assert!(q > 0, "mex^q needs q >= 1");
    mex_b(b, values.at_least(q))
}

/// A finite multiset of non-negative integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Multiset(BTreeMap<u64, u32>);

impl Multiset {
    /// Adds `value` once more.
    pub fn add(&mut self, value: u64) {
        *self.0.entry(value).or_insert(0) += 1;
    }

    /// Adds both entries of a pair; a diagonal pair `(x, x)` counts once (Gurvich, Remark 2).
    pub fn add_pair(&mut self, x: u64, y: u64) {
        self.add(x);
        if x != y {
            self.add(y);
        }
    }

    /// The integers of multiplicity at least `q`, in increasing order.
    pub fn at_least(&self, q: u32) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().filter(move |&(_, &count)| count >= q).map(|(&value, _)| value)
    }
}

impl FromIterator<u64> for Multiset {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut set = Self::default();
        values.into_iter().for_each(|value| set.add(value));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `mex_b` by the letter of Gurvich, sec. 2, for non-empty sets.
    fn mex_b_by_the_letter(b: u64, set: &std::collections::BTreeSet<u64>) -> u64 {
        let s: Vec<u64> = set.iter().copied().collect();
        let i = (0..s.len()).find(|&i| s.get(i + 1).is_none_or(|next| next - s[i] > b)).unwrap();
        s[i] + b
    }

    #[test]
    fn where_the_letter_and_the_convention_part() {
        let one = std::collections::BTreeSet::from([1]);
        assert_eq!(mex_b_by_the_letter(1, &one), 2);
        assert_eq!(mex([1]), 0, "so mex_1 = mex needs 0 in the set, or the convention of this module");
    }

    proptest! {
        #[test]
        fn mex_is_the_first_gap(values in prop::collection::vec(0u64..20, 0..20), floor in 0u64..25) {
            let m = mex_from(floor, values.iter().copied());
            prop_assert!(m >= floor && !values.contains(&m));
            prop_assert!((floor..m).all(|v| values.contains(&v)));
        }

        #[test]
        fn mex_b_agrees_with_the_letter_when_zero_is_in(
            b in 1u64..6, mut values in prop::collection::btree_set(0u64..40, 0..25)
        ) {
            values.insert(0);
            prop_assert_eq!(mex_b(b, values.iter().copied()), mex_b_by_the_letter(b, &values));
        }

        #[test]
        fn mex_b_is_the_least_free_window(b in 1u64..6, values in prop::collection::vec(0u64..40, 0..25)) {
            let free = |z: u64| values.iter().all(|&s| s > z || s + b <= z);
            let m = mex_b(b, values.iter().copied());
            prop_assert!(free(m) && (0..m).all(|z| !free(z)));
        }

        #[test]
        fn one_family(values in prop::collection::vec(0u64..12, 0..30), b in 1u64..4, q in 1u32..4) {
            let multi: Multiset = values.iter().copied().collect();
            let m = mex(values.iter().copied());
            prop_assert_eq!(mex_b(1, values.iter().copied()), m);
            prop_assert_eq!(mex_q(1, &multi), m);
            prop_assert_eq!(mex_bq(b, 1, &multi), mex_b(b, values.iter().copied()));
            prop_assert_eq!(mex_bq(1, q, &multi), mex_q(q, &multi));
            let z = mex_q(q, &multi);
            let count = |v: u64| values.iter().filter(|&&x| x == v).count();
            prop_assert!(count(z) < usize::try_from(q).unwrap());
            prop_assert!((0..z).all(|v| count(v) >= usize::try_from(q).unwrap()));
        }
    }
}
