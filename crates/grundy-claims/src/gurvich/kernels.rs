//! Sections 1, 2 and 8: kernels, the mex and its relatives, elimination.

use crate::context::{at, wide};
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict};
use grundy::mex::{Multiset, mex, mex_b, mex_bq, mex_q};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "sec-1-kernel",
        place: "Section 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "elimination of dead-ends in rounds gives the P-positions, in at most half as many rounds as positions",
        numbers: &[2],
        check: kernel,
    },
    Stated {
        id: "sec-2-mex-1",
        place: "Section 2",
        kind: Kind::Formula,
        expected: Verdict::Contradicted,
        statement: "mex_1 = mex and mex_1^q = mex^q, mex_b being s_i + b for the first gap after the least element",
        numbers: &[1],
        check: |context, numbers| mex_one(context, numbers, false),
    },
    Stated {
        id: "sec-2-mex-special",
        place: "Section 2",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "mex^1 = mex and mex_b^1 = mex_b",
        numbers: &[1],
        check: mex_special,
    },
    Stated {
        id: "sec-8-rounds-1",
        place: "Section 8, first example",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "NIM_(1,2)^(1,1): the rounds find 0,0, then 2,3 and 3,2, then 5,7 and 7,5",
        numbers: &[0, 0, 2, 3, 5, 7],
        check: |context, numbers| {
            let rounds = rounds(context, "gurvich:a=1,b=2", context.few(12, 30))?;
            let mut probe = Probe::default();
            for (i, (pair, found)) in numbers.chunks(2).zip(&rounds).enumerate() {
                let said = BTreeSet::from([(pair[0], pair[1]), (pair[1], pair[0])]);
                probe.same(format_args!("round {}", i + 1), format!("{said:?}"), format!("{found:?}"));
            }
            probe.done("3 rounds")
        },
    },
    Stated {
        id: "sec-8-first-removed",
        place: "Section 8, first example",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "NIM_(1,2)^(1,1): 0,0 is reached from the first two rows and columns and from the diagonal",
        numbers: &[1],
        check: |context, numbers| {
            let max = context.few(20, 60);
            let mut probe = Probe::default();
            for (x, y) in (0..=max).flat_map(|x| (0..=max).map(move |y| (x, y))).skip(1) {
                let found = context.options("gurvich:a=1,b=2", &[x, y])?.contains(&vec![0, 0]);
                let said = x.min(y) <= numbers[0] || x == y;
                probe.same(format_args!("{x},{y}"), said, found);
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "sec-8-second-removed",
        place: "Section 8, first example",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "NIM_(1,2)^(1,1): 2,3 is reached from columns 2 and 3, rows 3 and 4, and from the diagonal y = x + 1",
        numbers: &[2, 3, 3, 4, 1],
        check: |context, numbers| {
            let max = context.few(20, 60);
            let mut probe = Probe::default();
            for (x, y) in (2..=max).flat_map(|x| (3..=max).map(move |y| (x, y))).skip(1) {
                let found = context.options("gurvich:a=1,b=2", &[x, y])?.contains(&vec![2, 3]);
                let column = (numbers[0]..=numbers[1]).contains(&x);
                let row = (numbers[2]..=numbers[3]).contains(&y);
                probe.same(format_args!("{x},{y}"), column || row || y == x + numbers[4], found);
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "sec-8-rounds-2",
        place: "Section 8, second example",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "NIM_(1,1)^(2,1): 0,0 and 1,1 are P, as are 2,3 and 3,2, and no other position with piles up to 3",
        numbers: &[0, 0, 1, 1, 2, 3],
        check: |context, numbers| {
            let mut probe = Probe::default();
            let said: BTreeSet<(u64, u64)> =
                numbers.chunks(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]).collect();
            for (x, y) in (0..=3).flat_map(|x| (0..=3).map(move |y| (x, y))) {
                let found = context.piles("gurvich:a=1,b=1,p=2,q=1", &[x, y])? == 0;
                probe.same(format_args!("{x},{y}"), said.contains(&(x, y)), found);
            }
            probe.done("piles to 3")
        },
    },
    Stated {
        id: "sec-8-removed-2",
        place: "Section 8, second example",
        kind: Kind::Example,
        expected: Verdict::Contradicted,
        statement: "NIM_(1,1)^(2,1): with 0,0 and 1,1 P, N_2 is the column x = 1, y > 1, the row y = 1, x > 1, and the diagonal x = y > 2",
        numbers: &[1, 1, 2],
        check: removed_second,
    },
];

/// `N_2` by the rules: the positions outside row 0 and column 0 from which 0,0 or 1,1 is reached although one move along the diagonal is blocked.
pub(super) fn removed_second(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(20, 60);
    let mut probe = Probe::default();
    for (x, y) in (1..=max).flat_map(|x| (1..=max).map(move |y| (x, y))) {
        let moves = context.options("wythoff", &[x, y])?;
        let ends = moves.iter().map(|to| (to[0], to[1])).filter(|to| [(0, 0), (1, 1)].contains(to));
        let (diagonal, other): (Vec<_>, Vec<_>) = ends.partition(|to| x - to.0 == y - to.1);
        // One diagonal move can be blocked, p = 2, and no other one, q = 1.
        let found = diagonal.len() > 1 || !other.is_empty();
        let column = |x, y| x == numbers[0] && y > numbers[1];
        let said = column(x, y) || column(y, x) || (x == y && x > numbers[2]);
        let word = |is: bool| if is { "in N_2" } else { "not in N_2" };
        probe.same(format_args!("{x},{y}"), word(said), word(found));
    }
    probe.done(format!("piles to {max}"))
}

pub(super) type Round = BTreeSet<(u64, u64)>;

/// The elimination of Bouton and von Neumann, taken literally: the positions that each round finds among piles up to `max`.
pub(super) fn rounds(context: &Context, game: &str, max: u64) -> Result<Vec<Round>, Error> {
    let all = (0..=max).flat_map(|x| (0..=max).map(move |y| (x, y)));
    let mut left: BTreeMap<(u64, u64), BTreeSet<(u64, u64)>> = BTreeMap::new();
    for (x, y) in all {
        let options = context.options(game, &[x, y])?;
        left.insert((x, y), options.iter().map(|to| (to[0], to[1])).collect());
    }
    let mut rounds = Vec::new();
    while !left.is_empty() {
        context.go_on()?;
        let dead = |options: &BTreeSet<(u64, u64)>| !options.iter().any(|option| left.contains_key(option));
        let ends: Round = left.iter().filter(|(_, options)| dead(options)).map(|(&from, _)| from).collect();
        left.retain(|from, options| !ends.contains(from) && options.is_disjoint(&ends));
        rounds.push(ends);
    }
    Ok(rounds)
}

fn kernel(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(16, 40);
    let mut probe = Probe::default();
    for game in ["wythoff", "gurvich:a=2,b=1", "gurvich:a=1,b=2", "gurvich:a=2,b=3", "star-nim"] {
        let rounds = rounds(context, game, max)?;
        let table = context.table(game, max)?;
        let (count, positions) = (wide(rounds.len()), (max + 1) * (max + 1));
        let most = positions.div_ceil(numbers[0]);
        probe.require(
            count <= most,
            format_args!("{game}"),
            format_args!("at most {most} rounds"),
            format_args!("{count}"),
        );
        let found: Round = rounds.into_iter().flatten().collect();
        for (x, y) in (0..=max).flat_map(|x| (0..=max).map(move |y| (x, y))) {
            if at(&table, x, y) != u64::MAX {
                probe.same(format_args!("{game} {x},{y}"), found.contains(&(x, y)), at(&table, x, y) == 0);
            }
        }
    }
    probe.done(format!("five games, piles to {max}"))
}

/// The numbers of a set below `width`, as bits.
fn members(bits: u64, width: u64) -> Vec<u64> {
    (0..width).filter(|i| bits >> i & 1 == 1).collect()
}

/// `mex_b` as section 2 defines it, for sets that are not empty.
fn by_gaps(b: u64, set: &[u64]) -> u64 {
    let last = set.last().copied().unwrap_or(0);
    set.windows(2).find(|pair| pair[1] - pair[0] > b).map_or(last, |pair| pair[0]) + b
}

/// For every set, or for those with 0.
pub(super) fn mex_one(context: &Context, numbers: &[u64], with_0: bool) -> Checked {
    let width = context.few(10, 16);
    let mut probe = Probe::default();
    let sets = (1..1 << width).map(|bits| members(bits, width));
    for set in sets.filter(|set| !with_0 || set.contains(&0)) {
        probe.same(format_args!("{set:?}"), by_gaps(numbers[0], &set), mex(set.iter().copied()));
    }
    let with = if with_0 { " with 0" } else { "" };
    probe.done(format!("every set S, or S^q, of numbers below {width}{with}"))
}

/// The functions of the library with sets, and with multisets in which a number z occurs 1 + z mod 3 times.
fn mex_special(context: &Context, numbers: &[u64]) -> Checked {
    let width = context.few(8, 12);
    let mut probe = Probe::default();
    let one = u32::try_from(numbers[0]).unwrap_or(u32::MAX);
    for set in (0..1 << width).map(|bits| members(bits, width)) {
        let mut once = Multiset::default();
        let mut often = Multiset::default();
        for &number in &set {
            once.add(number);
            (0..=number % 3).for_each(|_| often.add(number));
        }
        probe.same(format_args!("mex^1 {set:?}"), mex_q(one, &once), mex(set.iter().copied()));
        for q in 1..=3 {
            // S^q has the numbers that occur q times at least.
            let reached: Vec<u64> = set.iter().copied().filter(|z| z % 3 + 1 >= u64::from(q)).collect();
            probe.same(format_args!("mex^{q} {set:?}"), mex_q(q, &often), mex(reached.iter().copied()));
            // The library's mex_b is that of the text for sets with 0.
            for b in (1..=3).filter(|_| reached.first() == Some(&0)) {
                let gaps = by_gaps(b, &reached);
                probe.same(format_args!("mex_{b}^{q} {set:?}"), mex_bq(b, q, &often), gaps);
                probe.same(format_args!("mex_{b} {reached:?}"), mex_b(b, reached.iter().copied()), gaps);
            }
        }
        for b in (1..=3).filter(|_| set.first() == Some(&0)) {
            probe.same(format_args!("mex_{b}^1 {set:?}"), mex_bq(b, one, &once), by_gaps(b, &set));
        }
    }
    probe.done(format!("every set of numbers below {width}"))
}
