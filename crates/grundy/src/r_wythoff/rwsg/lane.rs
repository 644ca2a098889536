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
