//! Algorithm RWSG (Gu, sec. 2.1) for a great many rows: 64 rows at a time, in a few megabytes however far it goes.
//!
//! A sequence is *regular* when it has used just the diagonals 0..n-1 for its first n members. While it is, and meets
//! no smaller value on the way, member n takes diagonal n; so its members in 64 rows are known from the word
//! of its first entries. That word comes from [`echo`]; whether it meets another is answered by [`meet`]. The rest is done row by row,
//! value after value, as the algorithm says. The slow twin is [`Stream`].

mod echo;
mod entries;
mod meet;

pub use entries::FirstEntries;

use super::bytes::{BadState, Reader, Writer};
use super::stream::{Lines, Stream, Tally, tally_from};
use super::window::Window;
use crate::notation::InputError;
use crate::table::Progress;
use echo::{Echoes, KEPT, Past, image};
use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;

/// Recent second entries: a word of the columns in each place, with its number. Two second entries that are equal, or just
/// made, never lie further apart than there are columns here (see [`Rwsg::LARGEST`]).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recent([(u64, u64); RECENT]);

/// Words of [`Recent`]: 1024 columns.
const RECENT: usize = 16;

impl Recent {
    /// Adds the columns `bits` of word `number`; says how many of them were there.
    fn add(&mut self, number: u64, bits: u64) -> u64 {
        let place = &mut self.0[usize::try_from(number % 16).unwrap_or(0)];
        if place.0 != number {
            *place = (number, bits);
            return 0;
        }
        let repeats = place.1 & bits;
        place.1 |= bits;
        // Nearly always there are none, and counting ones takes time on a plain x86-64.
        if repeats == 0 { 0 } else { u64::from(repeats.count_ones()) }
    }

    /// The same for bits that begin at column `at`.
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
struct Lane {
    tally: Tally,
    /// The diagonals used, when the sequence is not regular.
    used: Option<Window>,
    recent: Recent,
    past: Past,
    echoes: Echoes,
    /// Whether it is proved to stay regular.
    proved: bool,
}

/// What a sequence did in the 64 rows at hand.
#[derive(Clone, Debug)]
struct Trail {
    /// Its first entries.
    rows: u64,
    /// The index of the first member.
    first: u64,
    /// Its diagonals lie in here.
    range: Range<u64>,
    /// Whether member n took diagonal n.
    regular: bool,
    /// The diagonal in each row, [`NONE`] where there is no member; filled in when it is asked for.
    diagonals: Option<Box<[u64; 64]>>,
}

const NONE: u64 = u64::MAX;

impl Trail {
    fn meets(&self, rows: u64, members: &Range<u64>) -> bool {
        if members.start >= self.range.end || self.range.start >= members.end {
            return false;
        }
        // Both are counts of rows, far below 2^63.
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

/// The places of the ones of a word, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        let bit = 1_u64.checked_shl(place)?;
        word &= !bit;
        Some(crate::widths::index(place))
    })
}

/// The g-sequences of R-Wythoff for all values up to one: what can be said of them after very many rows.
///
/// ```
/// use grundy::sequence::Rwsg;
/// let mut rwsg = Rwsg::new(4)?;
/// rwsg.advance(1000, &mut |_| std::ops::ControlFlow::Continue(()));
/// let settled = rwsg.tallies(1000).iter().map(|tally| tally.settled).collect::<Vec<_>>();
/// assert_eq!(settled, [0, 4, 10, 22, 81]); // Gu, Figure 3
/// # Ok::<(), grundy::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rwsg {
    row: u64,
    lanes: Vec<Lane>,
    trails: Vec<Trail>,
}

const KIND: u64 = 2;
const VERSION: u64 = 2;

/// The lines of R-Wythoff.
const LINES: Lines = Lines { hole: false, columns: false, diagonals: true };

/// After how many rows whoever watches is asked.
const WATCHED_ROWS: u64 = 1 << 20;

impl Rwsg {
    /// The largest value. Within 64 rows the second entries made lie, by Gu's Proposition 6, less than 2 * 64 + 2g columns
    /// apart, and equal ones are made within g members: all of it within the 1024 columns that are remembered.
    pub const LARGEST: u64 = 255;

    /// All sequences of values `0..=largest`, after the first rows.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        if largest > Self::LARGEST {
            let message = format!("sequences of r-wythoff are run up to value {}", Self::LARGEST);
            return Err(InputError::whole(message).hint("choose a smaller value"));
        }
        // The beginning by the slow twin, until every second entry lies at least 64 rows ahead.
        let mut stream = Stream::new(LINES, largest)?;
        let lane = Lane {
            tally: Tally::default(),
            used: None,
            recent: Recent([(NONE, 0); RECENT]),
            past: Past::default(),
            echoes: Echoes::at(&Past::default(), 0),
            proved: false,
        };
        let mut lanes: Vec<Lane> = (0..=largest).map(|_| lane.clone()).collect();
        let mut used: Vec<Window> = lanes.iter().map(|_| Window::default()).collect();
        while stream.lowest_diagonal() < 64 || stream.row() % 64 != 0 {
            let row = stream.row();
            if row % 64 == 0 {
                for lane in &mut lanes {
                    lane.past.kept.push(0);
                }
            }
            stream.step(|member| {
                let value = usize::try_from(member.value).unwrap_or(0);
                let lane = &mut lanes[value];
                if let Some(word) = lane.past.kept.last_mut() {
                    *word |= 1 << (row % 64);
                }
                lane.place(row, member.y - row);
                used[value].insert(member.y - row);
                used[value].tighten();
            });
        }
        for (lane, used) in lanes.iter_mut().zip(used) {
            lane.used = (used.next_free(0) != lane.tally.members).then_some(used);
            lane.echoes = Echoes::at(&lane.past, stream.row() / 64);
        }
        Ok(Self { row: stream.row(), trails: Vec::with_capacity(lanes.len()), lanes })
    }

    /// The row that comes next: a multiple of 64.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Does rows up to the last multiple of 64 that is not beyond `rows`. Ends early when `watch` says so.
    pub fn advance(
        &mut self,
        rows: u64,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let blocks = rows.saturating_sub(self.row) / 64;
        let end = self.row + 64 * blocks;
        while self.row < end {
            let piece = WATCHED_ROWS - self.row % WATCHED_ROWS;
            let next = end.min(self.row.saturating_add(piece));
            if next - self.row >= WATCHED_ROWS / 8 && cores() > 1 && self.lanes.len() > 3 {
                self.blocks_on_two_cores(next);
            }
            while self.row < next {
                self.block(u64::MAX);
            }
            if self.row.is_multiple_of(WATCHED_ROWS) {
                watch(Progress { done: self.row, total: rows })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What can be said of the sequence of `value` after [`Rwsg::row`] rows.
    pub fn tally(&self, value: u64) -> Option<Tally> {
        Some(self.lane(value)?.tally)
    }

    /// Whether the members of `value` so far have used just the diagonals below their number.
    pub fn is_regular(&self, value: u64) -> bool {
        self.lane(value).is_some_and(|lane| lane.used.is_none())
    }

    /// The first entries of the members of `value`. They do not end at [`Rwsg::row`]; beyond it they are those of the sequence if
    /// no more of its members lies on a wrong diagonal.
    pub fn first_entries(&self, value: u64) -> Option<FirstEntries<'_>> {
        Some(FirstEntries::new(&self.lane(value)?.past))
    }

    /// The members n of `value` on wrong diagonals d, so far, each as (n, d).
    pub fn wrong(&self, value: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let lane = self.lane(value).into_iter();
        lane.flat_map(|lane| entries::wrong(&lane.past))
    }

    /// Takes it as proved that all members of `value` from here on lie on their own diagonals: whether they meet smaller
    /// values is not asked any more. Nothing happens if the sequence is not regular now.
    pub fn settle(&mut self, value: u64) {
        let lane = usize::try_from(value).ok().and_then(|value| self.lanes.get_mut(value));
        if let Some(lane) = lane.filter(|lane| lane.used.is_none()) {
            lane.proved = true;
        }
    }

    fn lane(&self, value: u64) -> Option<&Lane> {
        self.lanes.get(usize::try_from(value).ok()?)
    }

    /// What can be said of each sequence after `rows` rows, at most 63 more than [`Rwsg::row`]. What was before that row
    /// has been counted already; of what comes later nothing is known.
    pub fn tallies(&self, rows: u64) -> Vec<Tally> {
        let mut last = self.clone();
        if let more @ 1..64 = rows.saturating_sub(self.row) {
            last.block((1 << more) - 1);
        }
        last.lanes.iter().map(|lane| lane.tally).collect()
    }

    /// Does those of the next 64 rows that are in `mask`.
    fn block(&mut self, mask: u64) {
        self.trails.clear();
        block(&mut self.lanes, self.row, mask, &mut self.trails);
        self.row += 64;
    }

    /// Does rows up to `end`, a multiple of 64. A sequence asks in its rows for nothing but what smaller values did in them; so one
    /// core does the smaller half of the values and goes ahead, and the other follows with what it is handed.
    fn blocks_on_two_cores(&mut self, end: u64) {
        /// Blocks that are handed over at once.
        const BLOCKS: u64 = 512;
        let (start, half) = (self.row, self.lanes.len().div_ceil(2));
        let (smaller, larger) = self.lanes.split_at_mut(half);
        let rows = || (start..end).step_by(64);
        let (sender, receiver) = std::sync::mpsc::sync_channel::<Vec<Vec<Trail>>>(4);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut done = Vec::new();
                for row in rows() {
                    let mut trails = Vec::with_capacity(2 * half);
                    block(smaller, row, u64::MAX, &mut trails);
                    done.push(trails);
                    let is_last = row + 64 == end;
                    if is_last || crate::widths::wide(done.len()) == BLOCKS {
                        // Whoever listens does so to the end.
                        let _ = sender.send(std::mem::take(&mut done));
                    }
                }
            });
            for (row, mut trails) in rows().zip(receiver.into_iter().flatten()) {
                block(larger, row, u64::MAX, &mut trails);
            }
        });
        self.row = end;
    }

    /// The state as bytes, from which [`Rwsg::from_bytes`] goes on.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        writer.number(self.row);
        writer.number(u64::try_from(self.lanes.len()).unwrap_or(u64::MAX));
        self.lanes.iter().for_each(|lane| lane.write(&mut writer));
        writer.finish()
    }

    /// The state that [`Rwsg::to_bytes`] made, or why these bytes are none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut reader = Reader::new(bytes, KIND, VERSION)?;
        let (row, count) = (reader.number()?, reader.number()?);
        if row % 64 != 0 || row >= u64::MAX / 4 || count == 0 || count > Self::LARGEST + 1 {
            return Err(BadState("its rows or values are out of range"));
        }
        let lanes = (0..count).map(|_| Lane::read(&mut reader, row)).collect::<Result<Vec<_>, _>>()?;
        reader.finish()?;
        Ok(Self { row, trails: Vec::with_capacity(lanes.len()), lanes })
    }
}

/// How many cores there are.
fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// Does those of the 64 rows from `row` on that are in `mask`, for values that come next after those that left `trails` in them.
fn block(lanes: &mut [Lane], row: u64, mask: u64, trails: &mut Vec<Trail>) {
    for lane in lanes {
        let rows = !lane.echoes.word(&lane.past) & mask;
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

impl PartialEq for Rwsg {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row && self.lanes == other.lanes
    }
}

impl Eq for Rwsg {}

impl Lane {
    /// The next member lies in row `x` on diagonal `d`.
    fn place(&mut self, x: u64, d: u64) {
        let y = x + d;
        if d != self.tally.members {
            self.past.odd(self.tally.members, x, d);
        }
        let repeat = self.recent.add(y / 64, 1 << (y % 64)) > 0;
        self.tally.count(d, repeat);
    }

    /// 64 rows from `x` on in which it stays regular and meets nobody.
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

    /// 64 rows from `x` on, row by row. `trails` are those of the smaller values.
    fn walk(&mut self, x: u64, rows: u64, trails: &mut [Trail]) -> Trail {
        let (first, value) = (self.tally.members, crate::widths::wide(trails.len()));
        let mut used = self.used.take().unwrap_or_else(|| Window::below(first));
        // By Gu's Proposition 6 no member of these rows, index below first + 64, is on a diagonal beyond its index plus g.
        let reach = used.next_free(0)..first + 64 + value;
        let near = |trail: &&mut Trail| trail.range.start < reach.end && reach.start < trail.range.end;
        let near: Vec<&[u64; 64]> = trails.iter_mut().filter(near).map(Trail::diagonals).collect();
        let mut diagonals = Box::new([NONE; 64]);
        let (mut lowest, mut end) = (NONE, 0);
        for (row, x) in ones(rows).map(|row| (row, x + u64::try_from(row).unwrap_or(0))) {
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

    fn write(&self, writer: &mut Writer) {
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
        self.echoes.write(writer);
    }

    fn read(reader: &mut Reader<'_>, row: u64) -> Result<Self, BadState> {
        let tally = tally_from(reader, row)?;
        let (base, words) = (reader.number()?, reader.list()?);
        let used = Window::from_parts(base, words).filter(|used| used.len() == tally.members);
        let used = used.ok_or(BadState("its diagonals contradict its members"))?;
        let used = (used.next_free(0) != tally.members).then_some(used);
        let mut recent = Recent([(NONE, 0); RECENT]);
        for (place, word) in (0..).zip(&mut recent.0) {
            *word = (reader.number()?, reader.number()?);
            if word.0 != NONE && word.0 % 16 != place {
                return Err(BadState("a column is out of place"));
            }
        }
        let kept = reader.list()?;
        let (odd_rows, odd_columns) = (reader.increasing()?, reader.increasing()?);
        let past = Past { kept, odd_rows, odd_offsets: reader.small()?, odd_columns };
        let wrong = u64::try_from(past.odd_rows.len()) == Ok(tally.wrong);
        let kept = u64::try_from(past.kept.len().min(KEPT)).unwrap_or(u64::MAX);
        if !wrong
            || !past.odd_rows.is_sorted_by(|a, b| a < b)
            || past.odd_offsets.len() != past.odd_rows.len()
            || past.odd_columns.len() != past.odd_rows.len()
            || past.kept.len() > KEPT
            || kept != (row / 64).min(u64::try_from(KEPT).unwrap_or(u64::MAX))
        {
            return Err(BadState("its beginning contradicts its counts"));
        }
        let echoes = Echoes::read(reader, &past, row / 64)?;
        Ok(Self { tally, used, recent, past, echoes, proved: false })
    }
}

/// What can be said of the g-sequences of R-Wythoff after `rows` rows, for each value up to `largest`; nothing if `watch`
/// ended it early.
pub fn summary(
    largest: u64,
    rows: u64,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Vec<Tally>>, InputError> {
    let mut rwsg = Rwsg::new(largest)?;
    if rows < rwsg.row() {
        let mut stream = Stream::new(LINES, largest)?;
        let done = stream.advance(rows, |_| (), watch);
        return Ok(done.is_continue().then(|| (0..=largest).filter_map(|g| stream.tally(g)).collect()));
    }
    Ok(rwsg.advance(rows, watch).is_continue().then(|| rwsg.tallies(rows)))
}
