//! The proof of Proposition 5: errors and chains of indices; and three statements in the proofs of Theorem 7 and Proposition 3.

use super::general::{Golden, constants, far};
use super::{GAME, pair};
use crate::context::{index, wide};
use crate::data::lower;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, theorem};
use std::cmp::Ordering;
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    theorem(
        "proposition-5-errors",
        "Proposition 5, proof",
        "with x_n = a_n - (phi n - R): x_(f(n)+1) = -x_n/phi - 1/phi and x_(f(n)) = -x_n/phi - 1",
        &[1, 1],
        errors,
    ),
    theorem(
        "proposition-5-claim-2",
        "Proposition 5, Claim 2",
        "for every k, from some n on there are chains of k indices n_i = f(n_(i+1)) or f(n_(i+1)) + 1 that end at most at b_M + R",
        &[1],
        |context, numbers| claim_2(context, numbers, false),
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "proposition-5-claim-2-bound",
            "Proposition 5, Claim 2, proof",
            "chains of k indices exist from M_k on, with M_1 = M and M_k = f(M_(k-1)) + 1",
            &[1],
            |context, numbers| claim_2(context, numbers, true),
        )
    },
    theorem(
        "proposition-5-claim-4",
        "Proposition 5, Claim 4",
        "from some M' on h(x_n) < 1/phi, and chains lead down to b_M' + R",
        &[1],
        claim_4,
    ),
    theorem(
        "proposition-5-fibonacci",
        "Proposition 5, proof",
        "three consecutive members of a chain of indices with h(x_n) > 0 satisfy the Fibonacci recurrence",
        &[0],
        fibonacci,
    ),
    theorem(
        "proposition-5-three-cases",
        "Proposition 5, proof",
        "for large n -2 < x_n < 1, and a_n is floor(phi n) - R, plus one for x_n > 0 and minus one for x_n <= -1",
        &[2, 1],
        three_cases,
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..theorem(
            "theorem-7-offsets",
            "Theorem 7, proof (1)",
            "from n = 10 on member n of T_2 is 2 or 4 places before the P-position on its diagonal",
            &[2, 4],
            offsets,
        )
    },
    Stated {
        kind: Kind::Example,
        ..theorem(
            "theorem-7-first-entries",
            "Theorem 7, proof (2)",
            "the entries of the first ten members of T_2 are the sixteen numbers that Proposition 3 excludes",
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 21],
            |context, numbers| {
                let members = context.sequences(GAME, 2, 100)?;
                let found: BTreeSet<u64> = members[2].iter().take(10).flat_map(|&(x, y)| [x, y]).collect();
                let said: BTreeSet<u64> = numbers.iter().copied().collect();
                let mut probe = Probe::default();
                probe.same(format_args!("entries"), format!("{said:?}"), format!("{found:?}"));
                probe.done("10 members")
            },
        )
    },
    Stated {
        kind: Kind::Example,
        expected: Verdict::Contradicted,
        ..theorem(
            "proposition-3-complement",
            "Proposition 3, proof",
            "read literally, 0 and floor(n phi), floor(n phi^2) for n = 1 to 9 are the numbers 0 to 12, 15, 17 and 20",
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20],
            |_, numbers| complement(numbers, 0),
        )
    },
];

/// The entries of the P-positions with n <= 9, `less` subtracted, that are not negative.
pub(super) fn complement(numbers: &[u64], less: u64) -> Checked {
    let entries = (0..10).map(pair).flat_map(|(x, y)| [x, y]);
    let found: BTreeSet<u64> = entries.filter_map(|entry| entry.checked_sub(less)).collect();
    let said: BTreeSet<u64> = numbers.iter().copied().collect();
    let mut probe = Probe::default();
    probe.same(format_args!("n <= 9"), format!("{said:?}"), format!("{found:?}"));
    probe.done("n <= 9")
}

/// The numbers are the places before the P-position.
pub(super) fn offsets(context: &Context, numbers: &[u64]) -> Checked {
    let rows = context.to(5000, 100_000);
    let members = context.sequences(GAME, 2, rows)?;
    let said = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ");
    let mut probe = Probe::default();
    for (n, &(x, _)) in (0..).zip(&members[2]).skip(10) {
        let off = lower(n) - x;
        probe.require(
            numbers.contains(&off),
            format_args!("n={n}"),
            format_args!("{said}"),
            format_args!("{off}"),
        );
    }
    probe.done(format!("row {rows}"))
}

/// A g-sequence with its constants.
struct Tail<'m> {
    g: usize,
    list: &'m [(u64, u64)],
    repeats: u64,
    /// M: from here on, member n is on diagonal n and no second entry repeats.
    from: usize,
}

impl Tail<'_> {
    /// `x_n`.
    fn error(&self, n: usize) -> Golden {
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        Golden(whole(self.list[n].0 + self.repeats), -whole(wide(n)))
    }

    fn f(&self, n: usize) -> usize {
        index(self.list[n].0 + self.repeats)
    }

    /// The n with f(n) + more = m, if any.
    fn back(&self, m: usize, more: u64) -> Option<usize> {
        let x = wide(m).checked_sub(self.repeats)?.checked_sub(more)?;
        self.list.binary_search_by_key(&x, |pair| pair.0).ok()
    }

    /// For each index, the length of the longest chain that ends in `first` to `b_first + R`; 0 if there is none.
    fn chains(&self, first: usize, one: u64) -> Vec<u64> {
        let last = index(self.list[first].1 + self.repeats);
        let mut lengths = vec![0; self.list.len()];
        for m in first..self.list.len() {
            let before = [self.back(m, 0), self.back(m, one)].into_iter().flatten();
            let longest = before.filter(|&n| first <= n && n < m).map(|n| lengths[n]).max().unwrap_or(0);
            lengths[m] = match longest {
                0 => u64::from(m <= last),
                longest => longest + 1,
            };
        }
        lengths
    }

    /// The index from which on `h(x_n) < 1/phi`, that is `-1 - 1/phi < x_n < 1/phi`.
    fn near(&self) -> usize {
        let one_over_phi = Golden(-1, 1);
        let far = |n: &usize| {
            let x = self.error(*n);
            let above = x.less(one_over_phi).sign() != Ordering::Less;
            above || x.less(Golden(0, -1)).sign() != Ordering::Greater
        };
        (self.from..self.list.len()).rev().find(far).map_or(self.from, |n| n + 1)
    }
}

/// Runs a check on the sequences of values 4 to 8: the section is about values above 3.
fn tails(context: &Context, each: &dyn Fn(&mut Probe, &Tail<'_>)) -> Checked {
    let (largest, rows) = far(context);
    let members = context.sequences(GAME, largest, rows)?;
    let mut probe = Probe::default();
    for (g, list) in members.iter().enumerate().skip(4) {
        context.go_on()?;
        let (repeats, from) = constants(list);
        each(&mut probe, &Tail { g, list, repeats, from });
    }
    probe.done(format!("g = 4 to {largest}, row {rows}"))
}

fn errors(context: &Context, numbers: &[u64]) -> Checked {
    let [one, two] = [0, 1].map(|i| i64::try_from(numbers[i]).unwrap_or(i64::MAX));
    tails(context, &|probe, tail| {
        for n in tail.from + 1..tail.list.len() {
            let f = tail.f(n);
            if f + 1 >= tail.list.len() {
                break;
            }
            let scaled = tail.error(n).over_phi().negative();
            let said = [scaled.less(Golden(one, 0).over_phi()), scaled.less(Golden(two, 0))];
            let found = [tail.error(f + 1), tail.error(f)];
            let g = tail.g;
            probe.require(
                said == found,
                format_args!("g={g}, n={n}"),
                format_args!("{said:?}"),
                format_args!("{found:?}"),
            );
        }
    })
}

/// With the bounds of the text, or with the second one raised to where the induction step of the text starts: `b_M + R + 1`.
pub(super) fn claim_2(context: &Context, numbers: &[u64], by_the_letter: bool) -> Checked {
    tails(context, &|probe, tail| {
        let lengths = tail.chains(tail.from, numbers[0]);
        let beyond = index(tail.list[tail.from].1 + tail.repeats) + 1;
        let next = |start: &usize| {
            let next = tail.f(*start) + 1;
            let next = if by_the_letter { next } else { next.max(beyond) };
            Some(next).filter(|&next| next < tail.list.len() && next > *start)
        };
        let starts: Vec<usize> = std::iter::successors(Some(tail.from), next).collect();
        let mut k = 0;
        for (n, length) in lengths.iter().enumerate().skip(tail.from) {
            while starts.get(k).is_some_and(|&start| start <= n) {
                k += 1;
            }
            let g = tail.g;
            probe.require(
                *length >= wide(k),
                format_args!("g={g}, n={n}"),
                format_args!("a chain of {k}"),
                format_args!("{length}"),
            );
        }
    })
}

fn claim_4(context: &Context, numbers: &[u64]) -> Checked {
    tails(context, &|probe, tail| {
        let (g, near, end) = (tail.g, tail.near(), tail.list.len());
        probe.require(
            near < end / 2,
            format_args!("g={g}"),
            format_args!("h(x_n) < 1/phi from some M' on"),
            format_args!("not before n = {near} of {end}"),
        );
        let lengths = if near < end { tail.chains(near, numbers[0]) } else { Vec::new() };
        for (n, length) in lengths.iter().enumerate().skip(near) {
            probe.require(
                *length > 0,
                format_args!("g={g}, n={n}"),
                format_args!("a chain"),
                format_args!("none"),
            );
        }
    })
}

fn is_outside(x: Golden) -> bool {
    x.sign() == Ordering::Greater || x.less(Golden(-1, 0)).sign() == Ordering::Less
}

fn fibonacci(context: &Context, numbers: &[u64]) -> Checked {
    tails(context, &|probe, tail| {
        let near = tail.near();
        let before = |m: usize| {
            let both = [tail.back(m, 0), tail.back(m, 1)].into_iter().flatten();
            let mut both = both.filter(|&n| n >= near && n < m && is_outside(tail.error(n)));
            both.next()
        };
        for n in (near..tail.list.len()).filter(|&n| is_outside(tail.error(n))) {
            if let Some(m) = before(n)
                && let Some(l) = before(m)
            {
                let g = tail.g;
                probe.same(format_args!("g={g}, n={n}"), wide(m + l) + numbers[0], wide(n));
            }
        }
    })
}

fn three_cases(context: &Context, numbers: &[u64]) -> Checked {
    let [two, one] = [0, 1].map(|i| i64::try_from(numbers[i]).unwrap_or(i64::MAX));
    tails(context, &|probe, tail| {
        for n in tail.near()..tail.list.len() {
            let x = tail.error(n);
            let lowest = x.less(Golden(-two, 0)).sign() == Ordering::Greater;
            let highest = x.less(Golden(one, 0)).sign() == Ordering::Less;
            let more = match (x.sign(), x.less(Golden(-one, 0)).sign()) {
                (Ordering::Greater, _) => 1,
                (_, Ordering::Greater) => 0,
                _ => -1,
            };
            let (floor, a) = (i128::from(lower(wide(n))), i128::from(tail.list[n].0));
            let said = floor - i128::from(tail.repeats) + more;
            let g = tail.g;
            probe.require(
                lowest && highest && said == a,
                format_args!("g={g}, n={n}"),
                format_args!("{said}"),
                format_args!("{a}, x_n = {x:?}"),
            );
        }
    })
}
