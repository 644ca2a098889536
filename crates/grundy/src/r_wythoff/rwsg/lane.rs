//! The sequence of one value, 64 rows at a time.

use super::meet;
use super::second_entries::{KEPT, Past, SecondEntries, image};
use crate::codec::{BadState, Reader, Writer};
use crate::sequence::Tally;
use crate::sequence::stream::tally_from;
use crate::sequence::window::Window;
use crate::widths::{index, wide};
use std::ops::Range;

/// Recent second entries: words of 64 columns, each with its number. Second entries that are equal, or were added in the same 64
/// rows, are less than this many columns apart (see `Rwsg::LARGEST`).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recent([(u64, u64); RECENT]);

/// Words of [`Recent`]: 1024 columns.
const RECENT: usize = 16;

impl Recent {
    fn empty() -> Self {
        Self([(NONE, 0); RECENT])
    }

    /// Adds the columns `bits` of word `number`. Returns how many of them were there before.
    fn add(&mut self, number: u64, bits: u64) -> u64 {
        let place = &mut self.0[usize::try_from(number % 16).unwrap_or(0)];
        if place.0 != number {
            *place = (number, bits);
            return 0;
        }
        let repeats = place.1 & bits;
        place.1 |= bits;
        // There are nearly always none, and counting ones is slow on baseline x86-64.
        if repeats == 0 { 0 } else { u64::from(repeats.count_ones()) }
    }

    /// The same for bits that start at column `at`.
    fn add_at(&mut self, at: u64, bits: u64) -> u64 {
        let (number, shift) = (at / 64, at % 64);
        let mut repeats = self.add(number, bits << shift);
        if shift > 0 {
            repeats += self.add(number + 1, bits >> (64 - shift));
        }
        repeats
    }
}

/// The sequence of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub tally: Tally,
    /// The used diagonals, if the sequence is not regular.
    pub used: Option<Window>,
    recent: Recent,
    pub past: Past,
    pub second_entries: SecondEntries,
    /// Whether it has been proved to stay regular.
    pub proved: bool,
}

/// The members of a sequence in the current 64 rows.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// The rows of its first entries.
    rows: u64,
    /// The index of the first member.
    first: u64,
    /// A range that contains its diagonals.
    range: Range<u64>,
    /// Whether member n took diagonal n.
    regular: bool,
    /// The diagonal in each row, or [`NONE`] if there is no member. Computed when needed.
    diagonals: Option<Box<[u64; 64]>>,
}

const NONE: u64 = u64::MAX;

impl Trail {
    fn meets(&self, rows: u64, members: &Range<u64>) -> bool {
        if members.start >= self.range.end || self.range.start >= members.end {
            return false;
        }
        // Both are numbers of rows, far below 2^63.
        !self.regular || meet::meet(rows, self.rows, members.start.cast_signed() - self.first.cast_signed())
    }

    fn diagonals(&mut self) -> &[u64; 64] {
        self.diagonals.get_or_insert_with(|| {
            let mut diagonals = Box::new([NONE; 64]);
            for (row, diagonal) in ones(self.rows).zip(self.first..) {
                diagonals[row] = diagonal;
            }
            diagonals
        })
    }
}

/// The positions of the ones of a word, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        let bit = 1_u64.checked_shl(place)?;
        word &= !bit;
        Some(index(place))
    })
}

impl Lane {
    /// A sequence without members.
    pub fn empty() -> Self {
        let past = Past::default();
        let second_entries = SecondEntries::at(&past, 0);
        Self {
            tally: Tally::default(),
            used: None,
            recent: Recent::empty(),
            past,
            second_entries,
            proved: false,
        }
    }

    /// Adds the next member, in row `x` on diagonal `d`.
    pub fn place(&mut self, x: u64, d: u64) {
        let y = x + d;
        if d != self.tally.members {
            self.past.odd(self.tally.members, x, d);
        }
        let repeat = self.recent.add(y / 64, 1 << (y % 64)) > 0;
        self.tally.count(d, repeat);
    }

    /// Does 64 rows from `x` on in which it stays regular and meets no other sequence.
    fn run(&mut self, x: u64, rows: u64, members: &Range<u64>) {
        let (mut at, mut rest) = (x + members.start, rows);
        for _ in 0..2 {
            let half = u32::try_from(rest & u64::from(u32::MAX)).unwrap_or(u32::MAX);
            let (columns, length) = image(half);
            self.tally.repeats += self.recent.add_at(at, columns);
            at += u64::from(length);
            rest >>= 32;
        }
        self.tally.members = members.end;
    }

    /// Does 64 rows from `x` on, row by row. `trails` are those of the smaller values.
    fn walk(&mut self, x: u64, rows: u64, trails: &mut [Trail]) -> Trail {
        let (first, value) = (self.tally.members, wide(trails.len()));
        let mut used = self.used.take().unwrap_or_else(|| Window::below(first));
        // By Gu's Proposition 6 the diagonal of a member is at most its index plus g, and the indices are below first + 64.
        let reach = used.next_free(0)..first + 64 + value;
        let near = |trail: &&mut Trail| trail.range.start < reach.end && reach.start < trail.range.end;
        let near: Vec<&[u64; 64]> = trails.iter_mut().filter(near).map(Trail::diagonals).collect();
        let mut diagonals = Box::new([NONE; 64]);
        let (mut lowest, mut end) = (NONE, 0);
        for (row, x) in ones(rows).map(|row| (row, x + wide(row))) {
            let mut d = used.next_free(0);
            while near.iter().any(|smaller| smaller[row] == d) {
                d = used.next_free(d + 1);
            }
            debug_assert!(reach.contains(&d));
            used.insert(d);
            used.tighten();
            self.place(x, d);
            diagonals[row] = d;
            (lowest, end) = (lowest.min(d), end.max(d + 1));
        }
        self.used = (used.next_free(0) != self.tally.members).then_some(used);
        Trail { rows, first, range: lowest..end, regular: false, diagonals: Some(diagonals) }
    }

    pub fn write(&self, writer: &mut Writer) {
        let Tally { members, repeats, wrong, settled } = self.tally;
        writer.numbers([members, repeats, wrong, settled]);
        let used = self.used.clone().unwrap_or_else(|| Window::below(members));
        let (base, words) = used.parts();
        writer.number(base);
        writer.list(words);
        writer.numbers(self.recent.0.iter().flat_map(|&(number, bits)| [number, bits]));
        writer.list(self.past.kept.iter().copied());
        writer.increasing(&self.past.odd_rows);
        writer.increasing(&self.past.odd_columns);
        writer.small(&self.past.odd_offsets);
        self.second_entries.write(writer);
    }

    pub fn read(reader: &mut Reader<'_>, row: u64) -> Result<Self, BadState> {
        let tally = tally_from(reader, row)?;
        let (base, words) = (reader.number()?, reader.list()?);
        let used = Window::from_parts(base, words).filter(|used| used.len() == tally.members);
        let used = used.ok_or(BadState("its diagonals contradict its members"))?;
        let used = (used.next_free(0) != tally.members).then_some(used);
        let mut recent = Recent::empty();
        for (place, word) in (0..).zip(&mut recent.0) {
            *word = (reader.number()?, reader.number()?);
            if word.0 != NONE && word.0 % 16 != place {
                return Err(BadState("a column is out of place"));
            }
        }
        let kept = reader.list()?;
        let (odd_rows, odd_columns) = (reader.increasing()?, reader.increasing()?);
        let past = Past { kept, odd_rows, odd_offsets: reader.small()?, odd_columns };
        let wrong = wide(past.odd_rows.len()) == tally.wrong;
        let kept = wide(past.kept.len().min(KEPT));
        if !wrong
            || !past.odd_rows.is_sorted_by(|a, b| a < b)
            || past.odd_offsets.len() != past.odd_rows.len()
            || past.odd_columns.len() != past.odd_rows.len()
            || past.kept.len() > KEPT
            || kept != (row / 64).min(wide(KEPT))
        {
            return Err(BadState("its beginning contradicts its counts"));
        }
        let second_entries = SecondEntries::read(reader, &past, row / 64)?;
        Ok(Self { tally, used, recent, past, second_entries, proved: false })
    }
}

/// Does those of the 64 rows from `row` on that are in `mask`. `trails` are those of the smaller values; the new ones are
/// appended.
pub(super) fn block(lanes: &mut [Lane], row: u64, mask: u64, trails: &mut Vec<Trail>) {
    for lane in lanes {
        let rows = !lane.second_entries.word(&lane.past) & mask;
        let first = lane.tally.members;
        let members = first..first + u64::from(rows.count_ones());
        let meets = || trails.iter().any(|trail| trail.meets(rows, &members));
        let regular = lane.used.is_none() && (lane.proved || !meets());
        let trail = if regular {
            lane.run(row, rows, &members);
            Trail { rows, first, range: members, regular, diagonals: None }
        } else {
            lane.walk(row, rows, trails)
        };
        trails.push(trail);
        if lane.past.kept.len() < KEPT {
            lane.past.kept.push(rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rwsg;
    use super::*;
    use std::collections::BTreeSet;

    /// Pseudorandom numbers.
    fn chance(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    fn restored(lane: &Lane, row: u64) -> Result<Lane, BadState> {
        let mut writer = Writer::new(0, 0);
        lane.write(&mut writer);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes, 0, 0)?;
        let read = Lane::read(&mut reader, row)?;
        reader.finish()?;
        Ok(read)
    }

    #[test]
    fn recent_columns_are_those_of_a_set() {
        let (mut recent, mut all, mut state, mut at) = (Recent::empty(), BTreeSet::new(), 1, 0);
        for _ in 0..2000 {
            at += chance(&mut state) % 90;
            let bits = chance(&mut state) & chance(&mut state);
            let repeats = (0..64).filter(|bit| bits >> bit & 1 == 1 && !all.insert(at + bit)).count();
            assert_eq!(recent.add_at(at, bits), wide(repeats), "column {at}");
        }
    }

    /// 64 rows at a time against member by member, with columns that others have taken before.
    #[test]
    fn a_run_places_each_member() {
        let mut state = 2;
        let (mut quick, mut slow) = (Lane::empty(), Lane::empty());
        for block in 100..160 {
            let (x, first) = (64 * block, slow.tally.members);
            for lane in [&mut quick, &mut slow] {
                for back in 1..4 {
                    let member = lane.tally.members;
                    lane.place(x - back, member + 30 * back);
                }
            }
            let rows = chance(&mut state) | chance(&mut state) << 32;
            let members = first + 3..first + 3 + u64::from(rows.count_ones());
            quick.run(x, rows, &members);
            for (row, member) in ones(rows).zip(members) {
                slow.place(x + wide(row), member);
            }
            assert_eq!(quick.tally, slow.tally, "row {x}");
        }
        assert!(slow.tally.repeats > 50, "{:?}", slow.tally);
    }

    #[test]
    fn trails_meet_on_the_same_diagonal_in_the_same_row() {
        let mut state = 3;
        let members = |rows: u64, first: u64| first..first + u64::from(rows.count_ones());
        let mut met = 0;
        for _ in 0..3000 {
            let rows = chance(&mut state) & chance(&mut state);
            let other = chance(&mut state) & chance(&mut state);
            let (first, other_first) = (1000, 970 + chance(&mut state) % 60);
            let places = |rows: u64, first: u64| ones(rows).zip(first..).collect::<BTreeSet<_>>();
            let expected = !places(rows, first).is_disjoint(&places(other, other_first));
            let range = members(rows, first);
            let mut trail = Trail { rows, first, range, regular: true, diagonals: None };
            assert_eq!(trail.meets(other, &members(other, other_first)), expected);
            let listed = trail.diagonals();
            assert!(
                (0..64).all(|row| (listed[row] == NONE) != places(rows, first).iter().any(|at| at.0 == row))
            );
            met += usize::from(expected);
        }
        assert!((100..2900).contains(&met), "{met}");
        // The diagonals of a trail that is not regular are known by their range only.
        let trail = Trail { rows: 7, first: 20, range: 18..25, regular: false, diagonals: None };
        let meets = |members: Range<u64>| trail.meets(u64::MAX, &members);
        assert!(meets(24..30) && meets(10..19) && meets(18..25) && meets(0..100));
        assert!(!meets(25..30) && !meets(10..18) && !meets(0..5) && !meets(90..95));
    }

    /// Row by row, by the rules of the algorithm, beside two smaller values.
    #[test]
    fn a_walk_takes_the_least_diagonals() {
        let mut state = 4;
        for _ in 0..300 {
            let mut word = || chance(&mut state) & chance(&mut state) & chance(&mut state);
            let trail = |rows: u64, first: u64| {
                let range = first..first + u64::from(rows.count_ones());
                Trail { rows, first, range, regular: true, diagonals: None }
            };
            let (rows, mut trails) = (word() | word(), vec![trail(word(), 1002), trail(word(), 1005)]);
            let mut lane = Lane::empty();
            lane.tally.members = 1000;
            let mut used: BTreeSet<u64> = (0..1000).collect();
            let mut taken = Vec::new();
            for row in ones(rows) {
                let is_free = |d: &u64| {
                    !used.contains(d) && trails.iter_mut().all(|trail| trail.diagonals()[row] != *d)
                };
                let d = (1000..2000).find(is_free).unwrap();
                used.insert(d);
                taken.push((row, d));
            }
            let walked = lane.walk(64_000, rows, &mut trails);
            let found = walked.diagonals.unwrap();
            assert_eq!(ones(rows).map(|row| (row, found[row])).collect::<Vec<_>>(), taken);
            let diagonals = || taken.iter().map(|&(_, d)| d);
            assert_eq!(walked.range, diagonals().min().unwrap()..diagonals().max().unwrap() + 1);
            assert_eq!(lane.used.is_none(), used.iter().copied().eq(0..wide(used.len())));
            assert_eq!(lane.tally.members, wide(used.len()));
        }
    }

    /// Values 0 to 3 have settled, so that no rows need be done one by one.
    #[test]
    fn settled_sequences_are_not_done_row_by_row() {
        let mut rwsg = Rwsg::new(3).unwrap();
        let _ = rwsg.advance(1024, &mut |_| std::ops::ControlFlow::Continue(()));
        for row in (1024..4096).step_by(64) {
            let mut trails = Vec::new();
            block(&mut rwsg.lanes, row, u64::MAX, &mut trails);
            assert!(trails.iter().all(|trail| trail.regular), "row {row}");
        }
    }

    #[test]
    fn a_sequence_that_contradicts_itself_is_refused() {
        let mut rwsg = Rwsg::new(3).unwrap();
        let _ = rwsg.advance(320, &mut |_| std::ops::ControlFlow::Continue(()));
        let Rwsg { row, lanes, .. } = rwsg;
        let changed = |change: &dyn Fn(&mut Lane)| {
            let mut lane = lanes[3].clone();
            change(&mut lane);
            // The readers fit what is stored.
            lane.second_entries = SecondEntries::at(&lane.past, row / 64);
            restored(&lane, row)
        };
        assert_eq!(changed(&|_| ()).as_ref(), Ok(&lanes[3]));
        assert!(lanes[3].recent.0.iter().any(|place| place.0 == NONE));
        let beginning = Err(BadState("its beginning contradicts its counts"));
        assert_eq!(changed(&|lane| lane.tally.wrong -= 1), beginning);
        assert_eq!(changed(&|lane| lane.past.odd_offsets.push(1)), beginning);
        assert_eq!(changed(&|lane| lane.past.odd_columns.push(1 << 40)), beginning);
        assert_eq!(changed(&|lane| lane.past.odd_rows[1] = lane.past.odd_rows[0]), beginning);
        assert_eq!(changed(&|lane| lane.past.kept.push(0)), beginning);
        assert_eq!(changed(&|lane| lane.past.kept.truncate(4)), beginning);
        let column = Err(BadState("a column is out of place"));
        assert_eq!(changed(&|lane| lane.recent.0[3].0 = 4), column);
        assert_eq!(changed(&|lane| lane.recent.0.rotate_left(1)), column);
        let members = |lane: &mut Lane| lane.used = Some(Window::below(lane.tally.members + 1));
        assert_eq!(changed(&members), Err(BadState("its diagonals contradict its members")));
    }

    /// The beginning ends after [`KEPT`] words.
    #[test]
    fn the_beginning_is_as_long_as_it_may_be() {
        let mut rwsg = Rwsg::new(0).unwrap();
        let end = 64 * (wide(KEPT) + 3);
        let _ = rwsg.advance(end, &mut |_| std::ops::ControlFlow::Continue(()));
        let lane = &rwsg.lanes[0];
        assert_eq!(lane.past.kept.len(), KEPT);
        let changed = |change: &dyn Fn(&mut Lane)| {
            let mut lane = lane.clone();
            change(&mut lane);
            lane.second_entries = SecondEntries::at(&lane.past, end / 64);
            restored(&lane, end)
        };
        assert_eq!(changed(&|_| ()).as_ref(), Ok(lane));
        let beginning = Err(BadState("its beginning contradicts its counts"));
        assert_eq!(changed(&|lane| lane.past.kept.push(0)), beginning);
        assert_eq!(changed(&|lane| lane.past.kept.truncate(KEPT - 1)), beginning);
    }
}
