//! The checks of the claims about g-sequences.

use crate::context::{at, index, wide};
use crate::{Checked, Context, Probe};
use grundy::mex::mex_from;
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3, Barred, State};
use std::collections::BTreeSet;

/// Algorithm 1 for n = 0: x is the mex of the empty set, 0. The search for z starts at `from`.
pub(super) fn first_member(context: &Context, from: u64) -> Checked {
    let largest = context.few(20, 60);
    let mut probe = Probe::default();
    let members = context.sequences("star-nim", largest, 1)?;
    for g in 1..=largest {
        let (x, y) = members[index(g)][0];
        // (2a) excludes nothing; (2b) excludes only members of smaller values, which are (0,1) to (0,g).
        let z = mex_from(from, (0..g).map(|k| members[index(k)][0].1));
        probe.same(format_args!("g={g}, n=0"), format!("0,{z}"), format!("{x},{y}"));
    }
    probe.done(format!("g <= {largest}"))
}

/// Compares an algorithm that starts with `(0, g + first)` with the rules.
pub(super) fn algorithm(
    context: &Context,
    largest: u64,
    count: usize,
    first: u64,
    made: impl Fn(u64) -> Box<dyn Iterator<Item = (u64, u64)>>,
) -> Checked {
    let table = context.table("star-nim", wide(count) * 2 + largest + 8)?;
    let max = wide(table.side()) - 1;
    let mut probe = Probe::default();
    for g in 0..=largest {
        context.go_on()?;
        let rules = (0..=max).filter_map(|x| {
            let end = (x + g + 2).min(max);
            (x..=end).find(|&y| at(&table, x, y) == g).map(|y| (x, y))
        });
        for (n, ((x, y), (u, v))) in made(g).zip(rules).take(count).enumerate() {
            let (x, y) = if n == 0 { (0, g + first) } else { (x, y) };
            probe.same(format_args!("g={g}, n={n}"), format!("{x},{y}"), format!("{u},{v}"));
        }
    }
    probe.done(format!("g <= {largest}, {count} members"))
}

pub(super) fn translated(context: &Context) -> Checked {
    let (largest, count) = (context.few(20, 40), context.to(400, 4000));
    let mut probe = Probe::default();
    for g in 0..=largest {
        context.go_on()?;
        let (mut second, mut third) = (Algorithm2::new(g), Algorithm3::new(g));
        for n in 0..count {
            let Some(found) = second.next() else { break };
            third.next();
            let (x, y) = third.member();
            probe.same(format_args!("g={g}, n={n}"), format!("{x},{y}"), format!("{},{}", found.x, found.y));
            let origin = third.origin();
            let moved = |set: &BTreeSet<u64>| set.iter().map(|v| v + origin).collect::<BTreeSet<u64>>();
            let same = second.state().columns().iter().zip(third.state().columns());
            let mut same = same.map(|(two, three)| two.t() == moved(&three.t()) && two.y == moved(&three.y));
            probe.require(
                same.all(|same| same),
                format_args!("g={g}, n={n}"),
                format_args!("the same sets"),
                format_args!("different sets"),
            );
        }
    }
    probe.done(format!("g <= {largest}, n < {count}"))
}

pub(super) fn example_3(_: &Context, numbers: &[u64]) -> Checked {
    let mut probe = Probe::default();
    if let Some(found) = Algorithm1::new(3).nth(index(numbers[0])) {
        let (x, first, second, y) = (numbers[1], numbers[2], numbers[3], numbers[4]);
        let said = (x, y, vec![(x, Barred::Value(first)), (x + 1, Barred::Value(second))]);
        probe.same(
            format_args!("g=3"),
            format!("{said:?}"),
            format!("{:?}", (found.x, found.y, found.passed)),
        );
    }
    probe.done("1 member")
}

/// A check of member n of the sequence of value g.
type Each<'e> = dyn Fn(&mut Probe, u64, usize, &[(u64, u64)]) + 'e;

/// Runs a check on each member of each sequence.
pub(super) fn members(context: &Context, each: &Each<'_>) -> Checked {
    let (largest, rows) = (context.few(20, 60), context.to(2000, 20_000));
    let sequences = context.sequences("star-nim", largest, rows)?;
    let mut probe = Probe::default();
    for (g, list) in (0..).zip(sequences.iter()) {
        context.go_on()?;
        for n in 0..list.len() {
            each(&mut probe, g, n, list);
        }
    }
    probe.done(format!("g <= {largest}, row {rows}"))
}

/// Runs a check on the state of Algorithm 2 after each member.
pub(super) fn states(context: &Context, each: &dyn Fn(&mut Probe, u64, usize, &State)) -> Checked {
    let (largest, count) = (context.few(20, 40), index(context.to(400, 4000)));
    let mut probe = Probe::default();
    for g in 0..=largest {
        context.go_on()?;
        let mut algorithm = Algorithm2::new(g);
        for n in 0..count {
            algorithm.next();
            each(&mut probe, g, n, algorithm.state());
        }
    }
    probe.done(format!("g <= {largest}, n < {count}"))
}

/// The least and the largest number in a state.
pub(super) fn range(state: &State) -> (u64, u64) {
    let numbers =
        || state.columns().iter().flat_map(|column| column.t().into_iter().chain(column.y.iter().copied()));
    (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
}

pub(super) fn stored(context: &Context, numbers: &[u64]) -> Checked {
    let most = |g: u64| (g * g + numbers[0] * g + numbers[1]) / numbers[2].max(1);
    states(context, &|probe, g, n, state| {
        let size: u64 = state.columns().iter().map(|column| wide(column.t().union(&column.y).count())).sum();
        probe.require(
            size <= most(g),
            format_args!("g={g}, n={n}"),
            format_args!("at most {}", most(g)),
            format_args!("{size}"),
        );
        if n == 0 {
            probe.same(format_args!("g={g}"), most(g), (0..=g).map(|k| k + 2).sum());
        }
    })
}

pub(super) fn lemma_4(context: &Context, numbers: &[u64]) -> Checked {
    let sequences = context.sequences("star-nim", context.few(20, 60), context.to(2000, 20_000))?;
    members(context, &|probe, g, n, list| {
        if n == 0 {
            return;
        }
        let (before, x) = (list[n - 1].0, list[n].0);
        let recent: Vec<u64> = list[..n]
            .iter()
            .rev()
            .take(index(g + numbers[0]))
            .map(|pair| pair.1)
            .filter(|&y| y >= before)
            .collect();
        let barred = |y: u64| {
            let last = |k: u64| {
                let smaller = &sequences[index(k)];
                let f = smaller.partition_point(|pair| pair.0 <= x);
                f.checked_sub(1).map(|f| smaller[f])
            };
            recent.contains(&y) || (0..g).any(|k| last(k) == Some((x, y)))
        };
        let said = (x..u64::MAX).find(|&y| !barred(y)).unwrap_or(u64::MAX);
        probe.same(format_args!("g={g}, n={n}"), said, list[n].1);
    })
}

pub(super) fn lemma_6(context: &Context, numbers: &[u64]) -> Checked {
    let (largest, count) = (context.few(20, 40), context.to(400, 4000));
    let mut probe = Probe::default();
    for g in 0..=largest {
        context.go_on()?;
        let mut algorithm = Algorithm2::new(g);
        algorithm.next();
        for n in 1..count {
            // Member n is computed from the state after member n - 1.
            let (least, largest) = range(algorithm.state());
            let Some(found) = algorithm.next() else { break };
            let (after, most) = range(algorithm.state());
            let (least, largest) = (least.min(after), largest.max(most));
            let low = found.x.saturating_sub(numbers[0] * g + numbers[1]);
            let high = found.x + g + numbers[2];
            let holds = low <= least && largest <= high;
            probe.require(
                holds,
                format_args!("g={g}, n={n}"),
                format_args!("{low} to {high}"),
                format_args!("{least} to {largest}"),
            );
        }
    }
    probe.done(format!("g <= {largest}, n < {count}"))
}
