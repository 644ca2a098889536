//! R-Wythoff: runs, proofs and closed forms against the members row by row, number for number.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use dashu_int::ops::SquareRoot as _;
use grundy::r_wythoff::{Chain, Chains, Form, Missing, NoChains, Prover, Rwsg, Trace, summary};
use grundy::sequence::{Stream, Tally};
use grundy::table::Progress;
use grundy::theorem::UBig;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn at(n: u64) -> usize {
    usize::try_from(n).unwrap()
}

fn stream(largest: u64) -> Stream {
    Stream::of(&grundy::game("r-wythoff").unwrap(), largest).unwrap()
}

/// The members of each value up to the largest in so many rows, by the slow twin.
fn sequences(largest: u64, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut stream = stream(largest);
    let mut found = vec![Vec::new(); at(largest) + 1];
    while stream.row() < rows {
        stream.step(|member| found[at(member.value)].push((member.x, member.y)));
    }
    found
}

fn proved(largest: u64) -> Prover {
    let mut prover = Prover::new(largest).unwrap();
    prover.finish(100_000);
    assert_eq!(prover.missing(), None);
    prover
}

/// floor(φn).
fn lower(n: u64) -> u64 {
    u64::try_from(((UBig::from(n) * n * 5u8).sqrt() + n) >> 1).unwrap()
}

/// Everything that a run tells of its members so far.
fn agrees(rwsg: &Rwsg, largest: u64) {
    let all = sequences(largest, rwsg.row());
    for (value, members) in (0..).zip(&all) {
        let row = rwsg.row();
        let entries = rwsg.first_entries(value).unwrap().take_while(|&x| x < row);
        assert!(entries.eq(members.iter().map(|member| member.0)), "value {value}, {row} rows");
        for n in [0, 1, 63, 64, 65, members.len() / 2, members.len() - 1] {
            assert_eq!(
                rwsg.first_entries(value).unwrap().nth(n),
                Some(members[n].0),
                "value {value}, member {n}"
            );
        }
        let diagonals: Vec<u64> = members.iter().map(|member| member.1 - member.0).collect();
        let wrong: Vec<(u64, u64)> = (0..).zip(diagonals.iter().copied()).filter(|(n, d)| n != d).collect();
        assert_eq!(rwsg.wrong(value).collect::<Vec<_>>(), wrong, "value {value}, {row} rows");
        let used: BTreeSet<u64> = diagonals.iter().copied().collect();
        assert_eq!(rwsg.is_regular(value), used.into_iter().eq(0..u64::try_from(members.len()).unwrap()));
        let columns: BTreeSet<u64> = members.iter().map(|member| member.1).collect();
        let tally = Tally {
            members: u64::try_from(members.len()).unwrap(),
            repeats: u64::try_from(members.len() - columns.len()).unwrap(),
            wrong: u64::try_from(wrong.len()).unwrap(),
            settled: wrong.last().map_or(0, |last| last.0 + 1),
        };
        assert_eq!(rwsg.tally(value), Some(tally), "value {value}, {row} rows");
    }
    assert!(rwsg.tally(largest + 1).is_none() && rwsg.first_entries(largest + 1).is_none());
    assert!(!rwsg.is_regular(largest + 1) && rwsg.wrong(largest + 1).next().is_none());
}

#[test]
fn runs_have_the_members_of_the_rows_one_by_one() {
    for (largest, rows) in [(0, 700), (1, 700), (5, 2000), (12, 2000), (40, 1500)] {
        let mut rwsg = Rwsg::new(largest).unwrap();
        let mut irregular = 0;
        while rwsg.row() < rows {
            agrees(&rwsg, largest);
            irregular += (0..=largest).filter(|&value| !rwsg.is_regular(value)).count();
            let next = rwsg.row() + 64 * (1 + rwsg.row() / 256);
            assert!(rwsg.advance(next + 63, &mut on).is_continue());
            assert_eq!(rwsg.row(), next);
        }
        assert!(largest < 12 || irregular > 5, "values to {largest}");
    }
}

#[test]
fn a_summary_has_the_counts_of_any_number_of_rows() {
    for largest in [0, 2, 7] {
        let mut stream = stream(largest);
        let first = Rwsg::new(largest).unwrap().row();
        for rows in
            (0..20).chain(first - 3..first + 3).chain([first + 63, first + 64, first + 65, first + 200])
        {
            assert!(stream.advance(rows, |_| (), &mut on).is_continue());
            let expected: Vec<Tally> = (0..=largest).map(|value| stream.tally(value).unwrap()).collect();
            assert_eq!(summary(largest, rows, &mut on).unwrap(), Some(expected), "{rows} rows");
        }
    }
}

#[test]
fn values_go_up_to_255() {
    assert_eq!(Rwsg::LARGEST, 255);
    assert!(Rwsg::new(255).is_ok());
    let error = Rwsg::new(256).unwrap_err();
    assert!(error.to_string().contains("up to 255"), "{error}");
}

#[test]
fn a_prover_tests_hypotheses_after_an_eighth_of_the_rows() {
    let mut prover = Prover::new(5).unwrap();
    assert_eq!((prover.largest(), prover.stride()), (5, 256));
    assert_eq!(prover.tally(5), prover.rwsg().tally(5));
    assert!(prover.tally(5).is_some_and(|tally| tally.members > 64) && prover.tally(6).is_none());
    let mut twin = prover.clone();
    while twin.missing().is_some() {
        twin.run(twin.stride(), true);
    }
    // It stops where the twin does, although it may go on.
    prover.finish(4 * twin.row());
    assert_eq!(prover.row(), twin.row());
    prover.run(64_000 - prover.row(), false);
    assert_eq!((prover.row(), prover.stride()), (64_000, 8000));
    // At the end of the rows it stops without a proof.
    for rows in [4096, 5000, 5056] {
        let mut prover = Prover::new(12).unwrap();
        prover.finish(rows);
        assert_eq!(prover.row(), rows.next_multiple_of(64));
        assert!(prover.missing().is_some());
    }
}

/// A proof needs the rows up to member X-1.
#[test]
fn proofs_say_how_many_rows_they_need() {
    let prover = proved(7);
    for (level, members) in prover.levels().iter().zip(sequences(7, prover.row())) {
        assert_eq!(level.rows, members[at(level.from - 1)].0 + 1);
    }
    let mut prover = Prover::new(12).unwrap();
    prover.finish(3000);
    let (value, missing) = prover.missing().unwrap();
    let members = prover.tally(value).unwrap().members;
    match missing {
        Missing::Window { end } => assert!(end >= members),
        Missing::Members { from } => assert!(from > members),
        Missing::Regular => assert!(!prover.rwsg().is_regular(value)),
        Missing::Separation { value: smaller } => assert!(smaller < value),
    }
}

/// What a value does beyond the last member on a wrong diagonal.
struct Settled {
    /// First entries.
    entries: Vec<u64>,
    repeats: u64,
    /// K.
    start: u64,
}

impl Settled {
    fn of(prover: &Prover, value: u64, members: &[(u64, u64)]) -> Self {
        let window = prover.levels()[at(value)].window;
        Self {
            entries: members.iter().map(|member| member.0).collect(),
            repeats: window.repeats,
            start: window.start,
        }
    }

    fn len(&self) -> u64 {
        u64::try_from(self.entries.len()).unwrap()
    }

    /// How much member n is higher than `p_n - (R, R)`.
    fn off(&self, n: u64) -> i64 {
        (self.entries[at(n)] + self.repeats).cast_signed() - lower(n).cast_signed()
    }

    /// The exception that follows exception n.
    fn after(&self, n: u64) -> u64 {
        self.entries[at(n)] + self.repeats + u64::from(self.off(n) < 0)
    }

    /// The chains of the exceptions from `from` on, if that is all they are.
    fn chains(&self, from: u64) -> Option<Vec<Chain>> {
        let mut expected = BTreeMap::new();
        let mut chains = Vec::new();
        for n in from..self.len() {
            let off = self.off(n);
            match expected.remove(&n) {
                Some(sign) if sign != off => return None,
                None if off.abs() > 1 => return None,
                None if off != 0 => {
                    let chain = Chain { start: (n, self.after(n)), is_high: off > 0 };
                    let ((mut now, mut next), mut sign) = (chain.start, off);
                    while next < self.len() {
                        (now, next, sign) = (next, now + next, -sign);
                        if expected.insert(now, sign).is_some() {
                            return None;
                        }
                    }
                    chains.push(chain);
                }
                _ => {}
            }
        }
        Some(chains)
    }
}

/// N, the number of chains and the chains, from the first members alone.
#[test]
fn chains_are_those_of_the_members() {
    const LARGEST: u64 = 6;
    let prover = proved(LARGEST);
    let mut nontrivial = 0;
    for (value, members) in (0..).zip(sequences(LARGEST, 16_000)) {
        let settled = Settled::of(&prover, value, &members);
        let window = prover.levels()[at(value)].window;
        // The number of members that have to be examined. From there on all exceptions are on chains.
        let Err(NoChains::Far(most)) = Chains::of(&prover, value, 0, 9) else { panic!("value {value}") };
        let mut from = most;
        let mut first = settled.chains(from).unwrap();
        while from > settled.start {
            if settled.off(from - 1) != 0 {
                let Some(more) = settled.chains(from - 1) else { break };
                first = more;
            }
            from -= 1;
        }
        nontrivial += usize::from(from > settled.start);
        first.sort_by_key(|chain| chain.start);
        let count = u64::try_from(first.len()).unwrap();
        let expected = Chains { shift: window.repeats, from, count, first };
        assert_eq!(Chains::of(&prover, value, 1_000_000, usize::MAX), Ok(expected.clone()), "value {value}");
        let few = Chains::of(&prover, value, 1_000_000, 2).unwrap();
        assert_eq!((few.count, &few.first[..]), (count, &expected.first[..expected.first.len().min(2)]));
        assert_eq!(Chains::of(&prover, value, most - 1, 9), Err(NoChains::Far(most)));
        assert!(Chains::of(&prover, value, most, 9).is_ok());
    }
    assert!(nontrivial > 2);
    assert_eq!(Chains::of(&prover, LARGEST + 1, 1_000_000, 9), Err(NoChains::Open));
}

#[test]
fn forms_have_every_member() {
    const LARGEST: u64 = 11;
    let prover = proved(LARGEST);
    for (value, members) in (0..).zip(sequences(LARGEST, 60_000)) {
        let form = Form::of(&prover, value).unwrap();
        assert_eq!((form.value(), form.window()), (value, &prover.levels()[at(value)].window));
        let last = (3 * form.window().end + 100).min(u64::try_from(members.len()).unwrap());
        assert!(last > 2 * form.window().end, "value {value}");
        for (n, &(x, y)) in (0..last).zip(&members) {
            assert_eq!(form.member(&n.into(), None), Some((x.into(), y.into())), "value {value}, member {n}");
        }
    }
}

/// The first two members of the sequence of exceptions through any member, and none through others.
#[test]
fn exceptions_come_from_the_first_of_their_sequence() {
    const LARGEST: u64 = 4;
    let prover = proved(LARGEST);
    for (value, members) in (0..).zip(sequences(LARGEST, 16_000)) {
        let settled = Settled::of(&prover, value, &members);
        let form = Form::of(&prover, value).unwrap();
        // By their second members, the first two of each sequence.
        let mut first: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
        for n in 0..settled.start {
            assert_eq!(form.exceptions_with(&n.into(), None), None, "value {value}, n = {n}");
        }
        for n in settled.start..settled.len().min(800) {
            let found = form.exceptions_with(&n.into(), None);
            if settled.off(n) == 0 {
                assert_eq!(found, None, "value {value}, n = {n}");
                continue;
            }
            let next = settled.after(n);
            // The one before in the recurrence, if that is an exception that n follows.
            let origin =
                next.checked_sub(n).and_then(|before| first.get(&(before, n)).copied()).unwrap_or((n, next));
            first.insert((n, next), origin);
            assert_eq!(found, Some(origin), "value {value}, n = {n}");
        }
        // Far along the chains.
        for chain in Chains::of(&prover, value, 1_000_000, 4).unwrap().first {
            let origin = form.exceptions_with(&chain.start.0.into(), None);
            assert!(origin.is_some());
            let (mut now, mut next) = (UBig::from(chain.start.0), UBig::from(chain.start.1));
            for step in 0..160 {
                if step > 70 {
                    let trace = Trace::of(&now);
                    assert_eq!(form.exceptions_with(&now, trace), origin, "value {value}, n = {now}");
                    let other = &now + 1000u16;
                    assert_eq!(
                        form.exceptions_with(&other, Trace::of(&other)),
                        None,
                        "value {value}, n = {other}"
                    );
                }
                let sum = &now + &next;
                now = std::mem::replace(&mut next, sum);
            }
        }
    }
}
