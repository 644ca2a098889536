//! Two runs of the same machine, one of them `lag` columns ahead.

use super::run::Run;
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;

/// Columns noted before each comparison.
const BLOCK: u64 = 1 << 12;

/// Compares column b of the last row with column b + lag, for b = from, from + 1, ..
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lagged {
    pub(super) behind: Run,
    pub(super) ahead: Run,
    pub(super) from: u64,
    pub(super) lag: u64,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// One of the two has not reached its first column yet.
    Underway,
    /// Both have reached their first columns and can be compared.
    Ready,
    /// All compared columns agree.
    Agree,
    /// Some compared columns differ: the first and the last of them.
    Differ { first: u64, last: u64 },
}

impl Lagged {
    /// Advances the two to their first columns, by at most `columns` columns.
    pub(super) fn approach(&mut self, columns: u64, spent: &mut u64) -> Result<Turn, Error> {
        let start = self.from.max(self.behind.column());
        for (run, place) in [(&mut self.behind, start), (&mut self.ahead, start + self.lag)] {
            let left = run.left_to(place);
            if left > 0 {
                let step = columns.min(left);
                *spent += step;
                run.advance(step)?;
                return Ok(Turn::Underway);
            }
        }
        Ok(Turn::Ready)
    }

    /// Fills up to `columns` columns in each, and compares the values of the last row.
    pub(super) fn compare(&mut self, columns: u64, spent: &mut u64) -> Result<Turn, Error> {
        let (start, step) = (self.behind.column(), columns.min(BLOCK));
        *spent += 2 * step;
        if let (Run::Narrow(behind), Run::Narrow(ahead)) = (&mut self.behind, &mut self.ahead) {
            // Notes of a byte, which need not be made relative: the windows have the same reach.
            let (mut left, mut right) = (Vec::new(), Vec::new());
            behind.advance_noting(step, &mut left)?;
            ahead.advance_noting(step, &mut right)?;
            return Ok(compared(start, &left, &right));
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.behind.advance_noting(step, &mut left)?;
        self.ahead.advance_noting(step, &mut right)?;
        Ok(compared(start, &left, &right))
    }

    /// Fills one column in each. Returns whether the values of the last row agree.
    pub(super) fn step(&mut self, spent: &mut u64) -> Result<bool, Error> {
        *spent += 2;
        Ok(self.behind.step()? == self.ahead.step()?)
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.behind.write(to);
        self.ahead.write(to);
        to.number(self.from);
        to.number(self.lag);
    }

    pub(super) fn read(from: &mut Reader, like: &Run) -> Result<Self, BadState> {
        let (behind, ahead) = (Run::read(from, like)?, Run::read(from, like)?);
        let (first, lag) = (from.number()?, from.number()?);
        let end = first.checked_add(lag).ok_or(BadState("a lag is out of range"))?;
        if behind.column() > first && behind.column().checked_add(lag) != Some(ahead.column())
            || behind.column() <= first && ahead.column() > end
        {
            return Err(BadState("two runs are not at the right distance"));
        }
        Ok(Self { behind, ahead, from: first, lag })
    }
}

/// Where the notes of two runs differ; the first ones are of column `start`.
fn compared<T: PartialEq>(start: u64, left: &[T], right: &[T]) -> Turn {
    let mut places = (start..).zip(left.iter().zip(right)).filter(|(_, (l, r))| l != r).map(|(b, _)| b);
    match places.next() {
        None => Turn::Agree,
        Some(first) => Turn::Differ { first, last: places.last().unwrap_or(first) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Symmetric;
    use crate::period::RowGame;
    use crate::period::run::Rows;

    fn start() -> Run {
        Rows::new(&RowGame::from(Symmetric::STAR_NIM), 3).unwrap().start().unwrap()
    }

    fn at(column: u64) -> Run {
        let mut run = start();
        run.advance(column).unwrap();
        run
    }

    /// A column of each run is counted.
    #[test]
    fn columns_are_counted() {
        let mut lagged = Lagged { behind: at(0), ahead: at(2), from: 3, lag: 8 };
        let mut spent = 0;
        let mut turns = Vec::new();
        while turns.last() != Some(&Turn::Ready) {
            turns.push(lagged.approach(4, &mut spent).unwrap());
        }
        assert_eq!((turns.len(), spent), (5, 3 + 9));
        lagged.compare(10, &mut spent).unwrap();
        assert_eq!((spent, lagged.behind.column(), lagged.ahead.column()), (32, 13, 21));
        lagged.compare(1 << 20, &mut spent).unwrap();
        assert_eq!((spent, lagged.behind.column()), (32 + 2 * BLOCK, 13 + BLOCK));
        lagged.step(&mut spent).unwrap();
        assert_eq!(spent, 34 + 2 * BLOCK);
    }

    /// A run is ahead by the lag from the first column on, and before that at most at its own first column.
    #[test]
    fn runs_at_a_wrong_distance_are_refused() {
        let wrong = Err(BadState("two runs are not at the right distance"));
        for (behind, ahead, from, lag, expected) in [
            (0, 0, 5, 7, Ok(())),
            (5, 3, 5, 7, Ok(())),
            (5, 12, 5, 7, Ok(())),
            (3, 12, 5, 7, Ok(())),
            (9, 16, 5, 7, Ok(())),
            (3, 13, 5, 7, wrong),
            (5, 13, 5, 7, wrong),
            (9, 15, 5, 7, wrong),
            (9, 17, 5, 7, wrong),
            (0, 0, 5, u64::MAX - 4, Err(BadState("a lag is out of range"))),
        ] {
            let lagged = Lagged { behind: at(behind), ahead: at(ahead), from, lag };
            let mut to = Writer::new(9, 9);
            lagged.write(&mut to);
            let bytes = to.finish();
            let read = Lagged::read(&mut Reader::new(&bytes, 9, 9).unwrap(), &start());
            assert_eq!(read, expected.map(|()| lagged), "{behind} {ahead} {from} {lag}");
        }
    }
}
