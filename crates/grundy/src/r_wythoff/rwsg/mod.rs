//! Algorithm RWSG (Gu, sec. 2.1) for very many rows: 64 rows at a time, in a few megabytes of memory.
//!
//! A sequence is *regular* if its first n members have used exactly the diagonals 0 to n-1. As long as it is regular and meets no
//! smaller value, member n takes diagonal n, and the word of its first entries determines its members in 64 rows. That word comes
//! from [`second_entries`], and [`meet`] decides whether it meets another sequence. All else is done row by row, as the algorithm
//! states. The slow twin is [`Stream`].

mod entries;
mod lane;
mod meet;
mod second_entries;

pub use entries::FirstEntries;

use crate::codec::{BadState, Reader, Writer};
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::sequence::window::Window;
use crate::sequence::{Stream, Tally};
use crate::solve::rays::threads;
use crate::table::Progress;
use lane::{Lane, Trail, block};
use second_entries::SecondEntries;
use std::ops::ControlFlow;

/// The g-sequences of R-Wythoff for all values up to a largest one, for very many rows.
///
/// ```
/// use grundy::r_wythoff::Rwsg;
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

/// Rows between progress callbacks.
const WATCHED_ROWS: u64 = 1 << 20;

impl Rwsg {
    /// The largest value supported. By Gu's Proposition 6, the second entries added in 64 rows are less than 2 * 64 + 2g columns
    /// apart, and equal ones are added within g members. Both are within the 1024 columns that are stored.
    pub const LARGEST: u64 = 255;

    /// The sequences of values `0..=largest`, after the first rows.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        if largest > Self::LARGEST {
            let message = format!("sequences of r-wythoff are limited to values up to {}", Self::LARGEST);
            return Err(InputError::whole(message).hint("choose a smaller value"));
        }
        // The slow twin computes the first rows, until every second entry lies at least 64 rows ahead.
        let mut stream = Stream::new(Symmetric::R_WYTHOFF, largest)?;
        let mut lanes: Vec<Lane> = (0..=largest).map(|_| Lane::empty()).collect();
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
            lane.second_entries = SecondEntries::at(&lane.past, stream.row() / 64);
        }
        Ok(Self { row: stream.row(), trails: Vec::with_capacity(lanes.len()), lanes })
    }

    /// The next row: a multiple of 64.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Does rows up to the largest multiple of 64 that is at most `rows`. Stops early when `watch` breaks.
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
            if next - self.row >= WATCHED_ROWS / 8 && threads() > 1 && self.lanes.len() > 3 {
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

    /// The counts of the sequence of `value` after [`Rwsg::row`] rows.
    pub fn tally(&self, value: u64) -> Option<Tally> {
        Some(self.lane(value)?.tally)
    }

    /// Whether the first n members of `value` have used exactly the diagonals 0 to n-1, for the n members so far.
    pub fn is_regular(&self, value: u64) -> bool {
        self.lane(value).is_some_and(|lane| lane.used.is_none())
    }

    /// The first entries of the members of `value`. The iterator continues beyond [`Rwsg::row`], where it assumes that no further
    /// member lies on a wrong diagonal.
    pub fn first_entries(&self, value: u64) -> Option<FirstEntries<'_>> {
        Some(FirstEntries::new(&self.lane(value)?.past))
    }

    /// The members n of `value` so far that lie on wrong diagonals d, as pairs (n, d).
    pub fn wrong(&self, value: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let lane = self.lane(value).into_iter();
        lane.flat_map(|lane| entries::wrong(&lane.past))
    }

    /// Takes it as proved that all further members of `value` lie on their own diagonals, so that meetings with smaller values are
    /// not tested any more. Has no effect if the sequence is not regular now.
    pub fn settle(&mut self, value: u64) {
        let lane = usize::try_from(value).ok().and_then(|value| self.lanes.get_mut(value));
        if let Some(lane) = lane.filter(|lane| lane.used.is_none()) {
            lane.proved = true;
        }
    }

    fn lane(&self, value: u64) -> Option<&Lane> {
        self.lanes.get(usize::try_from(value).ok()?)
    }

    /// The counts of each sequence after `rows` rows, which must be at least [`Rwsg::row`] and at most 63 more.
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

    /// Does rows up to `end`, a multiple of 64. A sequence depends only on the smaller values in the same rows. So one thread does
    /// the smaller half of the values and sends the results to the other, which follows with the larger half.
    fn blocks_on_two_cores(&mut self, end: u64) {
        /// Blocks per message.
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
                        // The receiver lives until the last message.
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

    /// The state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        writer.number(self.row);
        writer.number(crate::widths::wide(self.lanes.len()));
        self.lanes.iter().for_each(|lane| lane.write(&mut writer));
        writer.finish()
    }

    /// Restores a state from [`Rwsg::to_bytes`].
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

impl PartialEq for Rwsg {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row && self.lanes == other.lanes
    }
}

impl Eq for Rwsg {}

/// The counts of the g-sequences of R-Wythoff after `rows` rows, for each value up to `largest`. Nothing if `watch` cancels it.
pub fn summary(
    largest: u64,
    rows: u64,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<Vec<Tally>>, InputError> {
    let mut rwsg = Rwsg::new(largest)?;
    if rows < rwsg.row() {
        let mut stream = Stream::new(Symmetric::R_WYTHOFF, largest)?;
        let done = stream.advance(rows, |_| (), watch);
        return Ok(done.is_continue().then(|| (0..=largest).filter_map(|g| stream.tally(g)).collect()));
    }
    Ok(rwsg.advance(rows, watch).is_continue().then(|| rwsg.tallies(rows)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cores_do_what_one_does() {
        for largest in [0, 1, 6, 7] {
            let mut one = Rwsg::new(largest).unwrap();
            let mut two = one.clone();
            let end = one.row() + 64 * 1100;
            two.blocks_on_two_cores(end);
            assert_eq!(two.row(), end);
            while one.row() < end {
                one.block(u64::MAX);
            }
            assert_eq!(two, one, "values to {largest}");
        }
    }

    #[test]
    fn progress_is_told_after_every_million_rows() {
        let mut rwsg = Rwsg::new(0).unwrap();
        let mut told = Vec::new();
        let mut watch = |progress: Progress| {
            told.push((progress.done, progress.total));
            if told.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let total = 3 * WATCHED_ROWS;
        assert!(rwsg.advance(total, &mut watch).is_break());
        assert_eq!(told, [(WATCHED_ROWS, total), (2 * WATCHED_ROWS, total)]);
        assert_eq!(rwsg.row(), 2 * WATCHED_ROWS);
    }

    #[test]
    fn only_a_regular_sequence_is_settled() {
        let rwsg = Rwsg::new(40).unwrap();
        let mut settled = rwsg.clone();
        let regular = (0..=40).find(|&value| rwsg.is_regular(value)).unwrap();
        let irregular = (0..=40).find(|&value| !rwsg.is_regular(value)).unwrap();
        settled.settle(irregular);
        settled.settle(41);
        assert_eq!(settled, rwsg);
        settled.settle(regular);
        assert!(settled.lane(regular).unwrap().proved);
        assert_ne!(settled, rwsg, "in the same row");
        let later = Rwsg { row: rwsg.row + 64, ..rwsg.clone() };
        assert_ne!(later, rwsg, "with the same members");
    }

    #[test]
    fn states_out_of_range_are_refused() {
        let rwsg = Rwsg::new(2).unwrap();
        let changed = |change: &dyn Fn(&mut Rwsg)| {
            let mut other = rwsg.clone();
            change(&mut other);
            Rwsg::from_bytes(&other.to_bytes())
        };
        assert_eq!(changed(&|_| ()).as_ref(), Ok(&rwsg));
        let refused = Err(BadState("its rows or values are out of range"));
        assert_eq!(changed(&|rwsg| rwsg.row += 1), refused);
        assert_eq!(changed(&|rwsg| rwsg.row = 1 << 62), refused);
        assert_eq!(changed(&|rwsg| rwsg.lanes.clear()), refused);
        assert_eq!(changed(&|rwsg| rwsg.lanes = vec![rwsg.lanes[2].clone(); 257]), refused);
        let most = changed(&|rwsg| rwsg.lanes = vec![rwsg.lanes[2].clone(); 256]).unwrap();
        assert_eq!(most.lanes.len(), 256);
    }
}
