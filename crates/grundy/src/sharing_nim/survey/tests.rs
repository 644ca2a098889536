//! Counts and records of blocks that are made up, and stored surveys that do not fit together.

use super::*;
use crate::sharing_nim::Member;

/// A reproducible random number: splitmix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Positions of two parts with two values each, at spreads from 512 on. Each position has one value at the most; `share` is the mean
/// number of a that a value takes.
fn positions(seed: u64, turns: u64, share: u64) -> Vec<Member> {
    let mut state = seed;
    let mut members = Vec::new();
    for b in 512..512 + 32 * turns {
        for a in 0..64 {
            // Large a are rare, so that there are records again and again.
            let value = random(&mut state) % (64 / share + a * a / 4);
            members.extend((value < 4).then_some(Member { b, value, a }));
        }
    }
    members
}

/// Counts these positions as a survey does, turn by turn.
fn surveyed(members: &[Member], turns: u64, last: u64) -> Survey {
    let empty = |first_value: usize, is_last: bool| {
        let lines = Lines::new(3).unwrap().parts(2).swap_remove(first_value / 2);
        let counts = Counts {
            values: vec![OfValue::default(); 2],
            rows: vec![OfRow::default(); place(ROWS)],
            open: vec![u64::MAX; 2],
            last,
        };
        Part { lines, counts, is_last }
    };
    let mut parts = vec![empty(0, false), empty(2, true)];
    for turn in 0..turns {
        let spread = 512 + 32 * turn;
        let mut found = [[0; TURN]; 4];
        let mut taken = [0; TURN];
        for member in members.iter().filter(|member| (spread..spread + 32).contains(&member.b)) {
            found[place(member.value)][place(member.b - spread)] |= 1 << member.a;
            taken[place(member.b - spread)] |= 1 << member.a;
        }
        for (index, part) in parts.iter_mut().enumerate() {
            let found = &found[2 * index..2 * index + 2];
            let block = Block { spread, found, first_value: wide(2 * index), taken: &taken };
            count(&block, &mut part.counts, part.is_last);
        }
    }
    Survey { last, parts }
}

/// The same from the list of positions.
fn counted(members: &[Member], last: u64) -> (Vec<OfValue>, Vec<OfRow>) {
    let members = || members.iter().filter(|member| member.b <= last);
    let values = (0..4).map(|value| {
        let mut of = OfValue::default();
        for member in members().filter(|member| member.value == value) {
            of.count += 1;
            if of.records.last().is_none_or(|record| record.number < member.a) {
                of.records.push(Record { number: member.a, b: member.b });
            }
        }
        of
    });
    let rows = (0..ROWS).map(|a| {
        let mut row = OfRow::default();
        for b in 512..=last {
            match members().find(|member| (member.a, member.b) == (a, b)) {
                Some(member) if row.records.last().is_none_or(|record| record.number < member.value) => {
                    row.records.push(Record { number: member.value, b });
                }
                Some(_) => {}
                None => row.beyond = Some((row.beyond.map_or(b, |(first, _)| first), b)),
            }
        }
        row
    });
    (values.collect(), rows.collect())
}

/// Whether positions are looked at one by one or passed over, counts and records are those of the list.
#[test]
fn counts_and_records_of_any_positions() {
    for (seed, turns, share) in [(1, 4, 8), (2, 4, 2), (3, 3, 16), (4, 6, 1), (5, 8, 1)] {
        let members = positions(seed, turns, share);
        let end = 512 + 32 * turns;
        // The last spread may lie in a turn. Each member of the last turn is the last one of some survey.
        for last in (end - 33..end).chain([512, 513]) {
            let survey = surveyed(&members, turns, last);
            let (values, rows) = counted(&members, last);
            assert_eq!(survey.values(), values.iter().collect::<Vec<_>>(), "{seed}: up to {last}");
            assert_eq!(survey.rows(), rows, "{seed}: up to {last}");
        }
    }
}

/// A turn with a position at every a has records, too.
#[test]
fn a_turn_with_every_a() {
    let members: Vec<Member> = (0..64).map(|a| Member { b: 512 + a / 2, value: 1, a }).collect();
    let survey = surveyed(&members, 1, 600);
    let (values, _) = counted(&members, 543);
    assert_eq!(survey.values(), values.iter().collect::<Vec<_>>());
    assert_eq!(values[1].records.len(), 64);
}

/// Parts that are missing, in another order, or at other spreads are refused.
#[test]
fn parts_that_do_not_fit_together() {
    let whole = Survey::new(5, 2000, 3).unwrap();
    let mut ahead = whole.clone();
    ahead.chunk(600).unwrap();
    assert!(Survey::from_bytes(&ahead.to_bytes()).is_ok());
    let told = |parts: Vec<Part>| {
        let bytes = Survey { last: 2000, parts }.to_bytes();
        Survey::from_bytes(&bytes).err().map(|error| error.0)
    };
    let part = |survey: &Survey, index: usize| survey.parts[index].clone();
    assert_eq!(told(whole.parts.clone()), None);
    let unfit = Some("the parts do not fit together");
    assert_eq!(told(vec![part(&whole, 1), part(&whole, 2)]), unfit);
    assert_eq!(told(vec![part(&whole, 0), part(&whole, 2)]), unfit);
    assert_eq!(told(vec![part(&whole, 0), part(&ahead, 1), part(&whole, 2)]), unfit);
    assert_eq!(told(vec![part(&whole, 1), part(&ahead, 2)]), unfit);
    assert_eq!(told(Vec::new()), Some("there are no values"));
}
