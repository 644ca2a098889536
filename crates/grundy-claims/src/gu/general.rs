//! Sections 3.2 and 4: all values, the conjectures, and statements about their constants.

use super::{GAME, ROWS};
use crate::context::{index, wide};
use crate::data::lower;
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict, theorem};
use grundy::r_wythoff::Prover;
use std::cmp::Ordering;
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        ..theorem(
            "conjecture-1",
            "Conjecture 1",
            "the members of T_g with large n are P-positions shifted by a constant C, or by C-1 or C+1",
            &[1],
            conjecture_1,
        )
    },
    Stated {
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        ..theorem(
            "conjecture-2",
            "Conjecture 2",
            "from some M on member n of T_g is on diagonal n; verified for g <= 20",
            &[20],
            |context, numbers| settled(context, numbers[0], false),
        )
    },
    Stated {
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        ..theorem(
            "conjecture-3",
            "Conjecture 3",
            "the second entries of T_g have finitely many repeats",
            &[20],
            |context, numbers| settled(context, numbers[0], true),
        )
    },
    theorem(
        "proposition-5",
        "Proposition 5",
        "the shift C is the number of repeats among second entries",
        &[0],
        proposition_5,
    ),
    theorem(
        "proposition-5-claim-1",
        "Proposition 5, Claim 1",
        "from M on b_(n+1) >= b_n + 2",
        &[2],
        |context, numbers| {
            later(context, &|probe, at, n, list, _| {
                let least = list[n].1 + numbers[0];
                let next = list[n + 1].1;
                probe.require(next >= least, at, format_args!("at least {least}"), format_args!("{next}"));
            })
        },
    ),
    theorem(
        "proposition-5-f",
        "Proposition 5, proof",
        "for n > M: a_(f(n)) = b_n - 1 and a_(f(n)+1) = b_n + 1 with f(n) = a_n + R",
        &[1, 1],
        function_f,
    ),
    theorem(
        "proposition-5-claim-3",
        "Proposition 5, Claim 3",
        "h(g_i(x)) <= h(x)/phi, and cases (b) and (c)",
        &[],
        |context, _| claim_3(context),
    ),
    theorem(
        "proposition-6",
        "Proposition 6",
        "member n of T_g is on a diagonal from n - g to n + g",
        &[0],
        |context, numbers| {
            let (largest, rows) = (context.few(20, 60), context.to(5000, 100_000));
            let members = context.sequences(GAME, largest, rows)?;
            let mut probe = Probe::default();
            for (g, list) in (0..).zip(members.iter()) {
                for (n, (x, y)) in (0_u64..).zip(list) {
                    let off = (y - x).abs_diff(n) + numbers[0];
                    probe.require(
                        off <= g,
                        format_args!("g={g}, n={n}"),
                        format_args!("off by at most {g}"),
                        format_args!("{off}"),
                    );
                }
            }
            probe.done(format!("g <= {largest}, row {rows}"))
        },
    ),
    Stated {
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        ..theorem(
            "sec-4.1-consecutive",
            "Section 4.1",
            "no two of the shifts C_g are consecutive, except C_0 and C_1",
            &[0, 1],
            consecutive,
        )
    },
    Stated {
        kind: Kind::Count,
        ..theorem(
            "sec-4.1-ratio",
            "Section 4.1",
            "the ratio of wrong diagonals to repeats seems to hover between 4 and 7; we take this to be said of most g, 16 of 20",
            &[4, 7, 16],
            ratio,
        )
    },
    Stated {
        kind: Kind::Count,
        expected: Verdict::Contradicted,
        ..theorem(
            "sec-4.1-proportion",
            "Section 4.1",
            "of the first entries of P-positions, a proportion of 1/phi has a_(n+1) = a_n + 1",
            &[0],
            proportion,
        )
    },
    theorem(
        "sec-4.1-single-skips",
        "Section 4.1",
        "most repeats come with d_n = n+1, d_(n+1) = n, and then a_(n+1) = a_n + 1",
        &[2],
        single_skips,
    ),
];

/// Sequences that are long enough for values up to 8: these settle before member 1000, and their shift is within 1 of the limit about
/// ten generations later. Each generation is longer by a factor of phi.
pub(super) fn far(context: &Context) -> (u64, u64) {
    (8, context.to(200_000, 2_000_000))
}

/// The number of repeats, and the index from which on member n is on diagonal n and no second entry repeats.
pub(super) fn constants(list: &[(u64, u64)]) -> (u64, usize) {
    let (mut seen, mut repeats, mut from) = (BTreeSet::new(), 0, 0);
    for (n, (x, y)) in list.iter().enumerate() {
        let is_repeat = !seen.insert(*y);
        repeats += u64::from(is_repeat);
        if is_repeat || y - x != wide(n) {
            from = n + 1;
        }
    }
    (repeats, from)
}

fn conjecture_1(context: &Context, numbers: &[u64]) -> Checked {
    let (largest, rows) = far(context);
    let members = context.sequences(GAME, largest, rows)?;
    let mut probe = Probe::default();
    for (g, list) in members.iter().enumerate() {
        let (repeats, _) = constants(list);
        for (n, &(x, y)) in list.iter().enumerate().skip(list.len() / 4 * 3) {
            let shift = lower(wide(n)) - x.min(lower(wide(n)));
            let holds = y - x == wide(n) && shift.abs_diff(repeats) <= numbers[0];
            probe.require(
                holds,
                format_args!("g={g}, n={n}"),
                format_args!("a shift of {repeats}, or off by {}", numbers[0]),
                format_args!("{shift}"),
            );
        }
    }
    probe.open(format!("g <= {largest}, row {rows}; {}", proved(context)?), None)
}

/// The values for which Conjectures 2 and 3, and so Conjecture 1, are proved for all members; see `grundy::r_wythoff`.
fn proved(context: &Context) -> Result<String, Error> {
    let mut prover = Prover::new(context.few(18, 21))?;
    while prover.missing().is_some() {
        context.go_on()?;
        prover.run(prover.stride(), true);
    }
    Ok(format!("proved for all members where g <= {}", prover.largest()))
}

fn settled(context: &Context, largest: u64, repeats: bool) -> Checked {
    let rows = context.to(ROWS, 4 * ROWS);
    let all = context.tallies(largest, rows)?;
    // No finite run refutes it: the last member off its diagonal may always come later.
    let seen = if repeats {
        let most = all.iter().map(|tally| tally.repeats).max().unwrap_or(0);
        format!("at most {most} repeats")
    } else {
        let last = all.iter().map(|tally| tally.settled).max().unwrap_or(0);
        format!("the last member off its diagonal has n = {}", last.saturating_sub(1))
    };
    Probe::default().open(format!("g <= {largest}, row {rows}; {}", proved(context)?), Some(seen))
}

fn proposition_5(context: &Context, numbers: &[u64]) -> Checked {
    let (largest, rows) = far(context);
    let members = context.sequences(GAME, largest, rows)?;
    let mut probe = Probe::default();
    for (g, list) in members.iter().enumerate() {
        let mut times = std::collections::BTreeMap::new();
        for (n, &(x, _)) in list.iter().enumerate().skip(list.len() / 4 * 3) {
            *times.entry(lower(wide(n)).saturating_sub(x)).or_insert(0_u64) += 1;
        }
        let usual = times.into_iter().max_by_key(|&(_, times)| times).map_or(0, |(shift, _)| shift);
        probe.same(format_args!("g={g}"), constants(list).0 + numbers[0], usual);
    }
    probe.done(format!("g <= {largest}, row {rows}"))
}

/// A check of member n of a list with this many repeats.
type Each<'e> = dyn Fn(&mut Probe, std::fmt::Arguments<'_>, usize, &[(u64, u64)], u64) + 'e;

/// Runs a check on members n and n + 1 after M.
fn later(context: &Context, each: &Each<'_>) -> Checked {
    let (largest, rows) = far(context);
    let members = context.sequences(GAME, largest, rows)?;
    let mut probe = Probe::default();
    for (g, list) in members.iter().enumerate() {
        let (repeats, from) = constants(list);
        for n in from + 1..list.len() - 1 {
            each(&mut probe, format_args!("g={g}, n={n}"), n, list, repeats);
        }
    }
    probe.done(format!("g <= {largest}, row {rows}"))
}

fn function_f(context: &Context, numbers: &[u64]) -> Checked {
    later(context, &|probe, at, n, list, repeats| {
        let f = index(list[n].0 + repeats);
        if f + 1 < list.len() {
            let said = (list[n].1 - numbers[0], list[n].1 + numbers[1]);
            probe.same(at, format!("{said:?}"), format!("{:?}", (list[f].0, list[f + 1].0)));
        }
    })
}

/// A number u + v phi, for exact comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Golden(pub i64, pub i64);

impl Golden {
    /// Compares with 0: 2(u + v phi) = (2u + v) + v sqrt 5.
    pub fn sign(self) -> Ordering {
        let (s, v) = (2 * self.0 + self.1, self.1);
        let squares = (s * s).cmp(&(5 * v * v));
        match (s.cmp(&0), v.cmp(&0)) {
            (Ordering::Equal, sign) | (sign, Ordering::Equal) => sign,
            (Ordering::Greater, Ordering::Greater) => Ordering::Greater,
            (Ordering::Less, Ordering::Less) => Ordering::Less,
            (Ordering::Greater, _) => squares,
            (Ordering::Less, _) => squares.reverse(),
        }
    }

    pub fn less(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    /// Divides by phi: 1/phi = phi - 1, and phi^2 = phi + 1.
    pub fn over_phi(self) -> Self {
        Self(self.1 - self.0, self.0)
    }

    pub fn negative(self) -> Self {
        Self(-self.0, -self.1)
    }
}

/// Claim 3 for x = k/d with d fixed, scaled by d.
fn claim_3(context: &Context) -> Checked {
    let d = i64::try_from(context.to(500, 5000)).unwrap_or(500);
    let one = Golden(d, 0);
    let zero = Golden(0, 0);
    // h(x): the distance of x from [-1, 0].
    let h = |x: Golden| match (x.sign(), x.less(one.negative()).sign()) {
        (Ordering::Greater, _) => x,
        (_, Ordering::Less) => one.negative().less(x),
        _ => zero,
    };
    let mut probe = Probe::default();
    for k in -4 * d..=4 * d {
        let x = Golden(k, 0);
        let scaled = x.over_phi().negative();
        let (g1, g2) = (scaled.less(one.over_phi()), scaled.less(one));
        let small = h(x).sign() == Ordering::Greater && h(x).less(one.over_phi()).sign() == Ordering::Less;
        let a = [g1, g2].iter().all(|&g| h(g).less(h(x).over_phi()).sign() != Ordering::Greater);
        let b = h(x) != zero || (h(g1) == zero && h(g2) == zero);
        let c = !small
            || if x.sign() == Ordering::Greater {
                h(g1) == zero && g2.less(one.negative()).sign() == Ordering::Less
            } else {
                h(g2) == zero && g1.sign() == Ordering::Greater
            };
        probe.require(
            a && b && c,
            format_args!("x={k}/{d}"),
            format_args!("(a), (b) and (c)"),
            format_args!("{a}, {b}, {c}"),
        );
    }
    probe.done(format!("x = k/{d} from -4 to 4"))
}

fn consecutive(context: &Context, numbers: &[u64]) -> Checked {
    let tallies = context.tallies(20, ROWS)?;
    let mut probe = Probe::default();
    for (g, h) in (0..=20_u64).flat_map(|g| (0..g).map(move |h| (h, g))) {
        let (one, other) = (tallies[index(g)].repeats, tallies[index(h)].repeats);
        let said = (g, h) == (numbers[0], numbers[1]);
        probe.require(
            said || one.abs_diff(other) != 1,
            format_args!("g={g}, {h}"),
            format_args!("not consecutive"),
            format_args!("{one}, {other}"),
        );
    }
    probe.open("g <= 20", None)
}

/// For how many g from 1 to 20, the third number, the ratio of wrong diagonals to repeats is between the first two.
fn ratio(context: &Context, numbers: &[u64]) -> Checked {
    let tallies = context.tallies(20, ROWS)?;
    let between = tallies
        .iter()
        .skip(1)
        .filter(|tally| (numbers[0] * tally.repeats..=numbers[1] * tally.repeats).contains(&tally.wrong));
    let mut probe = Probe::default();
    probe.same(format_args!("g from 1 to 20"), numbers[2], wide(between.count()));
    probe.done("g <= 20")
}

/// The share of n with `a_(n+1) = a_n + step`, rounded to thousandths.
fn share(step: u64, count: u64) -> u64 {
    let such: u64 = (0..count).map(|n| u64::from(lower(n + 1) == lower(n) + step)).sum();
    (1000 * such + count / 2) / count
}

/// In thousandths: 1/phi is 618, to which a number may be added.
fn proportion(context: &Context, numbers: &[u64]) -> Checked {
    let count = context.to(100_000, 10_000_000);
    // 1000/phi = 1000 phi - 1000.
    let said = lower(1_000_000) / 1000 - 1000 + numbers[0];
    let mut probe = Probe::default();
    probe.same(format_args!("in thousandths"), said, share(1, count));
    probe.done(format!("n < {count}"))
}

/// In thousandths: 1/phi^2 = 2 - phi, and 1/phi = phi - 1. The numbers are 2 and 1.
pub(super) fn proportions(context: &Context, numbers: &[u64]) -> Checked {
    let (count, phi) = (context.to(100_000, 10_000_000), lower(1_000_000) / 1000);
    let mut probe = Probe::default();
    probe.same(format_args!("steps of 1"), 1000 * numbers[0], phi + share(1, count));
    probe.same(format_args!("steps of 2"), phi, 1000 * numbers[1] + share(2, count));
    probe.done(format!("n < {count}"))
}

fn single_skips(context: &Context, numbers: &[u64]) -> Checked {
    let (largest, rows) = (context.few(12, 20), context.to(70_000, 700_000));
    let members = context.sequences(GAME, largest, rows)?;
    let mut probe = Probe::default();
    let (mut skips, mut all) = (0, 0);
    for list in members.iter() {
        let (repeats, _) = constants(list);
        all += repeats;
        for (n, two) in list.windows(2).enumerate() {
            let [(x, y), (u, v)] = [two[0], two[1]];
            if y - x == wide(n) + 1 && v - u == wide(n) && u == x + 1 {
                skips += 1;
                probe.same(format_args!("n={n}"), y, v);
            }
        }
    }
    probe.require(
        numbers[0] * skips > all,
        format_args!("g <= {largest}"),
        format_args!("more than 1 in {}", numbers[0]),
        format_args!("{skips} of {all}"),
    );
    probe.done(format!("g <= {largest}, row {rows}: {skips} of {all} repeats"))
}
