use crate::error::{Error, Limit};
use crate::geometry::IsPosition;
use crate::notation::InputError;
use crate::widths::{index, low, place as index_of, wide};
use std::ops::ControlFlow;

/// The note of a cell that is not a position.
pub(super) const NO_POSITION: u16 = u16::MAX;

/// The widest windows, in bits and in words.
const MOST_BITS: u64 = 1024;
const MOST_WORDS: usize = 16;

/// Whether a row has a position in a column.
type HasPosition<'h> = dyn FnMut(&[u64], u64) -> bool + 'h;

/// The state of all rows at a column.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    column: u64,
    /// How far the windows go below the column.
    reach: u64,
    /// Words of a window.
    words: usize,
    /// How many numbers a row has.
    axes: usize,
    /// The numbers of the rows, row after row, in lexicographic order.
    rows: Vec<u64>,
    /// The windows, row after row. Bit i: whether the value `column - reach + i` has been used in the row, or is negative.
    used: Vec<u64>,
    /// For each row and each of its numbers, the line along which that number varies.
    lines: Vec<u32>,
    /// The values of the rows filled so far in this column, as windows, line after line.
    standing: Vec<u64>,
    /// For each row, the bit of its value in the last filled column, or [`NO_POSITION`].
    notes: Vec<u16>,
}

/// The width of the windows, how far they reach below the column, and the numbers of rows and lines.
struct Sizes {
    regular: u64,
    reach: u64,
    words: usize,
    rows: u64,
    lines: u64,
}

impl Sizes {
    fn new(fixed: &[u64]) -> Result<Self, InputError> {
        let sum = fixed.iter().fold(0, |sum: u64, &x| sum.saturating_add(x));
        let regular = fixed.iter().max().map_or(0, |&most| most.saturating_add(1));
        let reach = sum.saturating_add(regular);
        let bits = reach.saturating_add(sum).saturating_add(1);
        if bits > MOST_BITS {
            let message = format!("the windows need {bits} bits, more than {MOST_BITS}");
            return Err(InputError::whole(message).hint("choose smaller fixed numbers"));
        }
        let words = index_of(bits.div_ceil(64)).next_power_of_two();
        // The numbers are small by now, but there may be many of them.
        let sides = || fixed.iter().map(|&x| x + 1);
        let rows = sides().fold(1, u64::saturating_mul);
        let lines = sides().fold(0, |lines: u64, side| lines.saturating_add(rows / side));
        Ok(Self { regular, reach, words, rows, lines })
    }
}

impl Machine {
    /// The memory of a search without its notes, in bytes: at most three states and what they share.
    ///
    /// # Errors
    /// When it is more than `allowed`.
    pub(super) fn bytes(fixed: &[u64], allowed: u64) -> Result<u64, Error> {
        let Sizes { words, rows, lines, .. } = Sizes::new(fixed)?;
        let a_window = 8 * wide(words);
        let a_row = 12 * wide(fixed.len()) + a_window + 2;
        let bytes = rows.saturating_mul(a_row).saturating_add(lines.saturating_mul(a_window));
        let bytes = bytes.saturating_mul(3);
        // Line numbers have 32 bits.
        let fits = bytes <= allowed && u32::try_from(lines).is_ok();
        if fits { Ok(bytes) } else { Err(Limit::Memory { needed: bytes, allowed }.into()) }
    }

    /// The state before the first column above all fixed numbers, with the rows that have positions there. In the columns
    /// before, notes the last row, which is that of the fixed numbers.
    pub(super) fn above(
        is_position: &IsPosition,
        fixed: &[u64],
        place: usize,
        notes: &mut Vec<u16>,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        let mut machine = Self::new(fixed)?;
        let regular = Sizes::new(fixed)?.regular;
        let mut cell = Vec::with_capacity(fixed.len() + 1);
        let mut holds = |row: &[u64], column: u64| {
            cell.clear();
            cell.extend_from_slice(row);
            cell.insert(place, column);
            is_position(&cell)
        };
        while machine.column < regular {
            machine.pause(watch)?;
            notes.push(machine.step_where(Some(&mut holds))?);
        }
        machine.keep(|row| holds(row, regular));
        let error = || InputError::whole("the fixed numbers make no position with a large number").into();
        if machine.last_row() == Some(fixed) { Ok(machine) } else { Err(error()) }
    }

    /// All rows before column 0.
    fn new(fixed: &[u64]) -> Result<Self, InputError> {
        let Sizes { reach, words, rows, lines, .. } = Sizes::new(fixed)?;
        let (count, axes) = (index_of(rows), fixed.len());
        let sides: Vec<usize> = fixed.iter().map(|&x| index_of(x) + 1).collect();
        let mut machine = Self {
            column: 0,
            reach,
            words,
            axes,
            rows: Vec::with_capacity(count * axes),
            used: Vec::with_capacity(count * words),
            lines: Vec::with_capacity(count * axes),
            standing: vec![0; index_of(lines) * words],
            notes: vec![NO_POSITION; count],
        };
        let negative: Vec<u64> =
            (0..wide(words)).map(|word| below(reach.saturating_sub(64 * word))).collect();
        let mut row = vec![0; axes];
        for _ in 0..count {
            machine.rows.extend_from_slice(&row);
            machine.used.extend_from_slice(&negative);
            let mut before = 0;
            for axis in 0..axes {
                let others = (0..axes).filter(|&other| other != axis);
                let number = others.fold(0, |number, other| number * sides[other] + index_of(row[other]));
                machine.lines.push(low(before + number));
                before += count / sides[axis];
            }
            // The next row.
            for axis in (0..axes).rev() {
                row[axis] += 1;
                if row[axis] <= fixed[axis] {
                    break;
                }
                row[axis] = 0;
            }
        }
        Ok(machine)
    }

    /// Drops the rows that are not `wanted`.
    fn keep(&mut self, mut wanted: impl FnMut(&[u64]) -> bool) {
        let old = self.clone();
        self.rows.clear();
        self.used.clear();
        self.lines.clear();
        for row in (0..old.notes.len()).filter(|&row| wanted(old.row(row))) {
            self.rows.extend_from_slice(old.row(row));
            self.used.extend_from_slice(&old.used[row * old.words..][..old.words]);
            self.lines.extend_from_slice(&old.lines[row * old.axes..][..old.axes]);
        }
        self.notes.truncate(self.used.len() / self.words);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.axes..][..self.axes]
    }

    fn last_row(&self) -> Option<&[u64]> {
        self.notes.len().checked_sub(1).map(|last| self.row(last))
    }

    /// The next column.
    pub(super) fn column(&self) -> u64 {
        self.column
    }

    pub(super) fn reach(&self) -> u64 {
        self.reach
    }

    /// Whether two states of the same rows have equal windows; the columns may differ.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        self.used == other.used
    }

    /// Copies another state of the same rows.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.column = other.column;
        self.used.copy_from_slice(&other.used);
    }

    /// Calls `watch` every few milliseconds.
    pub(super) fn pause(&self, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<(), Error> {
        const CELLS: u64 = 1 << 19;
        let columns = (CELLS / wide(self.used.len().max(1))).max(1);
        if self.column.is_multiple_of(columns) && watch(self.column).is_break() {
            return Err(Error::Cancelled);
        }
        Ok(())
    }

    /// The rows that differ from the last one in one number, with their values in the last filled column.
    pub(super) fn options_of_last_row(&self) -> impl Iterator<Item = (&[u64], u64)> {
        let last = self.notes.len().saturating_sub(1);
        let is_option = move |row: &usize| {
            self.row(*row).iter().zip(self.row(last)).filter(|(one, other)| one != other).count() == 1
        };
        let value = |row: usize| self.column - 1 + u64::from(self.notes[row]) - self.reach;
        (0..last).filter(is_option).map(move |row| (self.row(row), value(row)))
    }

    /// Fills a column in which every row has a position. Returns the note of the last row.
    pub(super) fn step(&mut self) -> Result<u16, Error> {
        self.step_where(None)
    }

    /// Fills a column; `holds` tells which rows have a position there, all by default.
    fn step_where(&mut self, holds: Option<&mut HasPosition<'_>>) -> Result<u16, Error> {
        let filled = match self.words {
            1 => self.fill::<1>(holds),
            2 => self.fill::<2>(holds),
            4 => self.fill::<4>(holds),
            8 => self.fill::<8>(holds),
            _ => self.fill::<MOST_WORDS>(holds),
        };
        if !filled {
            let message = format!("column {}: a value lies outside the window of its row", self.column);
            return Err(Error::Fault(message));
        }
        self.column += 1;
        Ok(self.notes.last().copied().unwrap_or(NO_POSITION))
    }

    /// Returns whether every value fitted its window and every bit that left a window was set.
    fn fill<const W: usize>(&mut self, mut holds: Option<&mut HasPosition<'_>>) -> bool {
        let Self { column, axes, rows, used, lines, standing, notes, .. } = self;
        standing.fill(0);
        let (standing, _) = standing.as_chunks_mut::<W>();
        let (used, _) = used.as_chunks_mut::<W>();
        let mut fits = true;
        for (row, (used, note)) in used.iter_mut().zip(notes).enumerate() {
            let own = row * *axes..(row + 1) * *axes;
            *note = NO_POSITION;
            if holds.as_mut().is_none_or(|holds| holds(&rows[own.clone()], *column)) {
                let lines = &lines[own];
                let mut barred = *used;
                for &line in lines {
                    for (barred, standing) in barred.iter_mut().zip(standing[index(line)]) {
                        *barred |= standing;
                    }
                }
                let Some(word) = barred.iter().position(|&word| word != u64::MAX) else { return false };
                let bit = barred[word].trailing_ones();
                used[word] |= 1 << bit;
                for &line in lines {
                    standing[index(line)][word] |= 1 << bit;
                }
                *note = u16::try_from(word * 64 + index(bit)).unwrap_or(NO_POSITION);
            }
            fits &= used[0] & 1 == 1;
            for word in 0..W {
                let carried = used.get(word + 1).map_or(0, |next| next << 63);
                used[word] = used[word] >> 1 | carried;
            }
        }
        fits
    }
}

/// The lowest `count` bits.
fn below(count: u64) -> u64 {
    u32::try_from(count).ok().and_then(|count| 1_u64.checked_shl(count)).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_that_of_three_states() {
        for fixed in [&[5][..], &[3, 4], &[1, 340], &[2, 3, 4], &[30, 2]] {
            let machine = Machine::new(fixed).unwrap();
            let Machine { rows, used, lines, standing, notes, .. } = &machine;
            let numbers = size_of_val(&rows[..]) + size_of_val(&lines[..]);
            let windows = size_of_val(&used[..]) + size_of_val(&standing[..]);
            let bytes = 3 * wide(numbers + windows + size_of_val(&notes[..]));
            assert_eq!(Machine::bytes(fixed, u64::MAX), Ok(bytes), "{fixed:?}");
            assert_eq!(Machine::bytes(fixed, bytes), Ok(bytes), "{fixed:?}");
            let limit = Limit::Memory { needed: bytes, allowed: bytes - 1 };
            assert_eq!(Machine::bytes(fixed, bytes - 1), Err(limit.into()), "{fixed:?}");
        }
    }

    #[test]
    fn windows_have_at_most_1024_bits() {
        assert!(Sizes::new(&[1, 340]).is_ok());
        let error = Sizes::new(&[2, 340]).err().unwrap();
        assert_eq!(error.to_string(), "the windows need 1026 bits, more than 1024");
    }

    /// A number that leaves a window without having been used is an error, and so is a window without a free number.
    #[test]
    fn windows_that_are_too_narrow_are_errors() {
        let mut machine = Machine::new(&[3]).unwrap();
        (0..20).try_for_each(|_| machine.step().map(drop)).unwrap();
        let error = Err(Error::Fault("column 20: a value lies outside the window of its row".to_owned()));
        // Row 0 takes the lowest number, which bars it in row 1.
        let mut lost = machine.clone();
        lost.used[0] &= !1;
        lost.used[1] &= !1;
        assert_eq!(lost.step(), error);
        machine.used[2] = u64::MAX;
        assert_eq!(machine.step(), error);
    }

    /// Rows are dropped with their notes, also if windows have several words.
    #[test]
    fn dropped_rows_have_no_notes() {
        let mut machine = Machine::new(&[1, 30]).unwrap();
        assert!(machine.words > 1);
        machine.keep(|row| row[0] != row[1]);
        assert_eq!((machine.notes.len(), machine.last_row()), (2 * 31 - 2, Some(&[1, 30][..])));
    }

    #[test]
    fn options_lower_one_number() {
        let mut machine = Machine::new(&[2, 1, 2]).unwrap();
        machine.step().unwrap();
        let rows: Vec<&[u64]> = machine.options_of_last_row().map(|(row, _)| row).collect();
        assert_eq!(rows, [&[0, 1, 2][..], &[1, 1, 2], &[2, 0, 2], &[2, 1, 0], &[2, 1, 1]]);
    }

    #[test]
    fn watch_is_called_after_so_many_cells() {
        let mut machine = Machine::new(&[2]).unwrap();
        let mut told = Vec::new();
        let columns = (1 << 19) / 3;
        for column in (0..4 * columns).step_by(1000).chain([columns, 2 * columns]) {
            machine.column = column;
            let mut watch = |column| {
                told.push(column);
                ControlFlow::Continue(())
            };
            machine.pause(&mut watch).unwrap();
        }
        assert_eq!(told, [0, columns, 2 * columns]);
    }
}
