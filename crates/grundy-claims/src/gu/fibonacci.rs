//! Section 3.1: the sequences of exceptions of Theorem 7.

use super::{GAME, pair};
use crate::context::index;
use crate::data::lower;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict};
use std::collections::BTreeSet;

/// The first two terms of the four sequences of Theorem 7.
const STARTS: &[u64] = &[10, 17, 11, 18, 12, 20, 15, 24];

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "proposition-1",
        place: "Proposition 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the four sequences of Theorem 7 are disjoint; m_k^1 < m_k^2 < m_k^3 < m_k^4 < m_(k+1)^1",
        numbers: &[],
        check: |_, _| disjoint(STARTS),
    },
    Stated {
        id: "proposition-1-third",
        place: "Proposition 1, proof",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "m_2^1 = 27",
        numbers: &[27],
        check: |_, numbers| {
            let mut probe = Probe::default();
            probe.same(format_args!("k=2"), numbers[0], sequence(STARTS[0], STARTS[1]).nth(2).unwrap_or(0));
            probe.done("1 number")
        },
    },
    Stated {
        id: "proposition-2",
        place: "Proposition 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "if a_(n+2) = a_(n+1) + a_n and |c_2| < 1/sqrt 5, the P-position on diagonal a_n is (a_(n+1), a_(n+2)) minus 0 and minus 1 alternately",
        numbers: &[1],
        check: proposition_2,
    },
    Stated {
        id: "proposition-3",
        place: "Proposition 3",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the entries of the members of T_2 from n = 10 on are distinct, and are all numbers except sixteen",
        numbers: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 21],
        check: |context, numbers| {
            let rows = context.to(5000, 100_000);
            let members = context.sequences(GAME, 2, rows)?;
            covered(members[2].iter().skip(10).copied(), numbers, rows)
        },
    },
    Stated {
        id: "proposition-3-beatty",
        place: "Proposition 3, proof",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the P-positions from n = 10 on, shifted down by 3, have all numbers except sixteen as entries",
        numbers: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20],
        check: |context, numbers| {
            let end = context.to(5000, 100_000);
            let entries = (10..=end).map(pair).map(|(x, y)| (x - 3, y - 3));
            covered(entries, numbers, end)
        },
    },
    Stated {
        id: "proposition-3-coefficients",
        place: "Proposition 3, proof",
        kind: Kind::Count,
        expected: Verdict::Holds,
        statement: "c_2 of the four sequences, in thousandths from 0 (three below, one above): 367, 90, 261, 121",
        numbers: &[367, 90, 261, 121],
        check: |_, numbers| {
            let mut probe = Probe::default();
            for (start, &said) in STARTS.chunks(2).zip(numbers) {
                // c_2 = (m_0 phi - m_1)/sqrt 5 = (5 m_0 + (m_0 - 2 m_1) sqrt 5)/10; sqrt 5 to twelve places.
                let (m0, m1) = (i128::from(start[0]), i128::from(start[1]));
                let root = 5_000_000_000_000_000_000_000_000_i128.isqrt();
                let scaled = 5 * m0 * 1_000_000_000_000 + (m0 - 2 * m1) * root;
                let thousandths = (scaled.abs() + 5_000_000_000) / 10_000_000_000;
                probe.same(format_args!("{},{}", start[0], start[1]), i128::from(said), thousandths);
            }
            probe.done("4 coefficients")
        },
    },
    Stated {
        id: "proposition-3-exchange",
        place: "Proposition 3, proof",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "on the four sequences the entries of T_2 have 14, 15, 17, 20 for the 13, 14, 16, 21 of the shifted P-positions",
        numbers: &[14, 13, 15, 14, 17, 16, 20, 21],
        check: exchange,
    },
    Stated {
        id: "corollary-1",
        place: "Corollary 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the members of T_2 and their reflections cover every row",
        numbers: &[],
        check: |context, _| {
            let rows = context.to(5000, 100_000);
            let members = context.sequences(GAME, 2, rows)?;
            let entries: BTreeSet<u64> = members[2].iter().flat_map(|&(x, y)| [x, y]).collect();
            let mut probe = Probe::default();
            for row in 0..rows {
                probe.require(
                    entries.contains(&row),
                    format_args!("row {row}"),
                    format_args!("covered"),
                    format_args!("not covered"),
                );
            }
            probe.done(format!("row {rows}"))
        },
    },
];

/// The sequence with `a_(n+2) = a_(n+1) + a_n`.
fn sequence(first: u64, second: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some((first, second)), |&(now, next)| Some((next, now + next))).map(|(now, _)| now)
}

fn disjoint(starts: &[u64]) -> Checked {
    let each: Vec<Vec<u64>> = starts.chunks(2).map(|s| sequence(s[0], s[1]).take(40).collect()).collect();
    let mut probe = Probe::default();
    for k in 0..39 {
        let chain: Vec<u64> = each.iter().map(|list| list[k]).chain([each[0][k + 1]]).collect();
        let increases = chain.windows(2).all(|pair| pair[0] < pair[1]);
        probe.require(
            increases,
            format_args!("k={k}"),
            format_args!("increasing"),
            format_args!("{chain:?}"),
        );
    }
    probe.done("k < 39")
}

fn proposition_2(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(300, 3000);
    let mut probe = Probe::default();
    for first in 1..=max {
        // c_2 has the sign of m_0 phi - m_1, and |c_2| < 1/sqrt 5 if that is below 1.
        for (second, is_positive) in [(lower(first), true), (lower(first) + 1, false)] {
            let terms: Vec<u64> = sequence(first, second).take(24).collect();
            for (n, three) in terms.windows(3).enumerate() {
                let less = if is_positive == n.is_multiple_of(2) { 0 } else { numbers[0] };
                let said = (three[1].saturating_sub(less), three[2].saturating_sub(less));
                probe.same(
                    format_args!("{first},{second}, n={n}"),
                    format!("{said:?}"),
                    format!("{:?}", pair(three[0])),
                );
            }
        }
    }
    probe.done(format!("first terms to {max}"))
}

/// Checks that these entries are distinct and, below `end`, are all numbers except the ones listed.
fn covered(entries: impl Iterator<Item = (u64, u64)>, but: &[u64], end: u64) -> Checked {
    let mut times = vec![0_u64; index(end)];
    for entry in entries.flat_map(|(x, y)| [x, y]) {
        if let Some(times) = times.get_mut(index(entry)) {
            *times += 1;
        }
    }
    let mut probe = Probe::default();
    for (number, times) in (0..).zip(times) {
        probe.same(format_args!("{number}"), u64::from(!but.contains(&number)), times);
    }
    probe.done(format!("numbers below {end}"))
}

fn exchange(context: &Context, numbers: &[u64]) -> Checked {
    let rows = context.to(50_000, 500_000);
    let members = context.sequences(GAME, 2, rows)?;
    let mut probe = Probe::default();
    for (start, said) in STARTS.chunks(2).zip(numbers.chunks(2)) {
        let on: Vec<u64> =
            sequence(start[0], start[1]).take_while(|&n| index(n) < members[2].len()).collect();
        let entries: BTreeSet<u64> = on
            .iter()
            .map(|&n| members[2][index(n)])
            .flat_map(|(x, y)| [x, y])
            .filter(|&e| e < rows / 4)
            .collect();
        let plain: BTreeSet<u64> =
            on.iter().map(|&n| pair(n)).flat_map(|(x, y)| [x - 3, y - 3]).filter(|&e| e < rows / 4).collect();
        let (more, less): (Vec<_>, Vec<_>) =
            (entries.difference(&plain).collect(), plain.difference(&entries).collect());
        probe.same(
            format_args!("{},{}", start[0], start[1]),
            format!("[{}] for [{}]", said[0], said[1]),
            format!("{more:?} for {less:?}"),
        );
    }
    probe.done(format!("row {rows}"))
}
