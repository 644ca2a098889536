//! Colours of strands, counted one by one.

use super::*;
use crate::Limits;

#[test]
fn words_repeat_with_their_least_period() {
    for length in 1..=10_u32 {
        for bits in 0..1_u32 << length {
            let colours: Vec<bool> = (0..length).map(|i| bits >> i & 1 == 1).collect();
            let word = Word::new(&colours);
            let at = |round: usize| colours[round % colours.len()];
            let repeats = |period: &usize| (0..colours.len()).all(|i| at(i) == at(i + period));
            let period = (1..=colours.len()).find(repeats).unwrap();
            assert_eq!(word.period(), u64::try_from(period).unwrap(), "{colours:?}");
            for is_second in [true, false] {
                assert_eq!(word.has(is_second), colours.contains(&is_second), "{colours:?}");
            }
            let mut seconds = 0;
            for round in 0..3 * colours.len() {
                let number = u64::try_from(round).unwrap();
                assert_eq!(word.is_second(number), at(round), "{colours:?}");
                assert_eq!(word.seconds(number), seconds, "{colours:?}");
                seconds += u64::from(at(round));
            }
        }
    }
}

#[test]
fn the_least_common_multiple_is_the_least() {
    for (a, b, c) in (1..12).flat_map(|a| (1..12).flat_map(move |b| (1..12).map(move |c| (a, b, c)))) {
        let is_common = |n: &u64| [a, b, c].iter().all(|of| n.is_multiple_of(*of));
        assert_eq!(common([a, b, c].into_iter()).ok(), (1..2000).find(is_common));
    }
    let large = 1 << 40;
    assert_eq!(common([large, large - 1].into_iter()), Err(Limit::Width("the number of rounds is")));
}

/// A term is read from the last checkpoint that does not come after it: no row before is played.
#[test]
fn terms_are_read_from_the_nearest_checkpoint() {
    const GAP: u64 = 7;
    const COUNT: u64 = 3;
    let subject = Subject::Diagonal(3);
    // Values 5 and 6 above a full level, until their windows repeat.
    let mut machine = Machine::<1>::new(5, &[Places([0; 4]); 2]);
    (0..100).for_each(|_| machine.row());
    let (start, steps) = (machine.windows.clone(), machine.steps());
    let mut now = Checkpoint { row: 0, machine, strands: Vec::new(), always: 0 };
    let (mut checkpoints, mut round) = (Vec::new(), Vec::new());
    while now.row == 0 || now.machine.windows != start {
        if now.row.is_multiple_of(GAP) {
            checkpoints.push(now.clone());
        }
        now.machine.row();
        now.row += 1;
        round.extend(now.machine.term(subject));
    }
    let period = now.row;
    assert!(period > 2 * GAP && !period.is_multiple_of(GAP));
    let history = vec![9, 8, 7];
    let all = [history.clone(), round.repeat(9)].concat();
    let rounds = Rounds {
        subject,
        history,
        period,
        checkpoints,
        end: now,
        words: Vec::new(),
        is_second: false,
        count: COUNT,
        terms: COUNT * period,
    };
    for from in 0..3 + 2 * COUNT * period {
        let rows = from.saturating_sub(3) % period % GAP;
        let work = 100 + rows * steps;
        let read = |work: u64| {
            let mut budget = Budget::new(Limits { work, ..Limits::default() });
            rounds.terms_from(from, &mut budget).map(|terms| terms.history.len())
        };
        assert!(read(work).is_ok() && read(work - 1).is_err(), "{from}");
        let mut budget = Budget::new(Limits::default());
        let mut terms = rounds.terms_from(from, &mut budget).unwrap();
        let found: Vec<u8> = (0..40).map(|_| terms.next(&mut budget).unwrap()).collect();
        assert_eq!(found, all[index(from)..][..40], "{from}");
    }
}
