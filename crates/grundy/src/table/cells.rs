use crate::error::Error;
use crate::nimber::{Element, Nimber};
use std::ops::ControlFlow;

/// The values of a slice for `0 <= a, b <= max`. [`Table::of`] computes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    side: usize,
    cells: Kept,
}

/// The cells of a table, row by row, in the integer type of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells<'t> {
    /// One byte per cell.
    U8(&'t [u8]),
    /// Two bytes per cell.
    U16(&'t [u16]),
    /// Four bytes per cell.
    U32(&'t [u32]),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Table {
    /// A table of `side` by `side` cells, all of them marked as not a position.
    pub fn new(side: usize, element: Element) -> Self {
        let made = Self::watched(side, element, &mut || ControlFlow::Continue(()));
        made.unwrap_or_else(|| unreachable!("nothing cancels it"))
    }

    /// The same, for large tables: `None` if `go_on` breaks, which is asked now and then.
    pub(super) fn watched(
        side: usize,
        element: Element,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let count = side * side;
        let cells = match element {
            Element::U8 => Kept::U8(marked(count, u8::MAX, go_on)?),
            Element::U16 => Kept::U16(marked(count, u16::MAX, go_on)?),
            Element::U32 => Kept::U32(marked(count, u32::MAX, go_on)?),
        };
        Some(Self { side, cells })
    }

    /// The number of rows, and of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The integer type of the cells.
    pub fn element(&self) -> Element {
        match self.cells {
            Kept::U8(_) => Element::U8,
            Kept::U16(_) => Element::U16,
            Kept::U32(_) => Element::U32,
        }
    }

    /// All cells, row by row, as they are stored.
    pub fn cells(&self) -> Cells<'_> {
        match &self.cells {
            Kept::U8(cells) => Cells::U8(cells),
            Kept::U16(cells) => Cells::U16(cells),
            Kept::U32(cells) => Cells::U32(cells),
        }
    }

    /// The value at row a, column b; `None` where there is no position, as at (0,0) in Star Nim.
    ///
    /// # Panics
    /// When a or b lies outside the table.
    pub fn get(&self, a: usize, b: usize) -> Option<Nimber> {
        assert!(a < self.side && b < self.side, "({a},{b}) of a table of side {}", self.side);
        let at = a * self.side + b;
        match &self.cells {
            Kept::U8(cells) => Some(cells[at]).filter(|&v| v != u8::MAX).map(u64::from),
            Kept::U16(cells) => Some(cells[at]).filter(|&v| v != u16::MAX).map(u64::from),
            Kept::U32(cells) => Some(cells[at]).filter(|&v| v != u32::MAX).map(u64::from),
        }
        .map(Nimber)
    }

    /// Row a from left to right.
    pub fn row(&self, a: usize) -> impl Iterator<Item = Option<Nimber>> + '_ {
        (0..self.side).map(move |b| self.get(a, b))
    }

    /// Stores a value.
    ///
    /// # Errors
    /// When the value does not fit.
    ///
    /// # Panics
    /// When a or b lies outside the table.
    #[inline]
    pub fn set(&mut self, a: usize, b: usize, value: u64) -> Result<(), Error> {
        assert!(a < self.side && b < self.side, "({a},{b}) of a table of side {}", self.side);
        let at = a * self.side + b;
        let one = std::iter::once(value);
        let too_large = match &mut self.cells {
            Kept::U8(cells) => put(&mut cells[at..=at], one, u8::MAX),
            Kept::U16(cells) => put(&mut cells[at..=at], one, u16::MAX),
            Kept::U32(cells) => put(&mut cells[at..=at], one, u32::MAX),
        };
        self.fits(too_large)
    }

    /// Stores values in row a, the first of them in column b.
    ///
    /// # Errors
    /// When a value does not fit.
    ///
    /// # Panics
    /// When a or b lies outside the table.
    pub(super) fn set_row(
        &mut self,
        a: usize,
        b: usize,
        values: impl ExactSizeIterator<Item = u32>,
    ) -> Result<(), Error> {
        let end = b + values.len();
        assert!(a < self.side && end <= self.side, "({a},{b}..{end}) of a table of side {}", self.side);
        let places = a * self.side + b..a * self.side + end;
        let too_large = match &mut self.cells {
            Kept::U8(cells) => put(&mut cells[places], values, u8::MAX),
            Kept::U16(cells) => put(&mut cells[places], values, u16::MAX),
            Kept::U32(cells) => put(&mut cells[places], values, u32::MAX),
        };
        self.fits(too_large)
    }

    fn fits(&self, too_large: Option<impl Into<u64>>) -> Result<(), Error> {
        match too_large {
            None => Ok(()),
            Some(value) => Err(Error::Width { value: value.into(), element: self.element() }),
        }
    }

    /// Copies the cells with `a <= b` to their mirror images. Breaks if `go_on` does, which is asked now and then.
    pub(super) fn mirror(&mut self, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()> {
        match &mut self.cells {
            Kept::U8(cells) => mirror(cells, self.side, go_on),
            Kept::U16(cells) => mirror(cells, self.side, go_on),
            Kept::U32(cells) => mirror(cells, self.side, go_on),
        }
    }

    /// Gives the cells to `take` as little-endian bytes, row by row, in pieces.
    pub fn bytes(&self, mut take: impl FnMut(&[u8]) -> std::io::Result<()>) -> std::io::Result<()> {
        /// Cells per piece.
        const PIECE: usize = 1 << 14;
        match &self.cells {
            Kept::U8(cells) => cells.chunks(PIECE).try_for_each(take),
            Kept::U16(cells) => cells
                .chunks(PIECE)
                .try_for_each(|piece| take(&piece.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>())),
            Kept::U32(cells) => cells
                .chunks(PIECE)
                .try_for_each(|piece| take(&piece.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>())),
        }
    }
}

/// Stores values and returns the first that does not fit.
#[inline]
fn put<V: Copy, E: TryFrom<V> + PartialEq + Copy>(
    cells: &mut [E],
    values: impl Iterator<Item = V>,
    none: E,
) -> Option<V> {
    cells.iter_mut().zip(values).find_map(|(cell, value)| match E::try_from(value) {
        Ok(fits) if fits != none => {
            *cell = fits;
            None
        }
        _ => Some(value),
    })
}

/// Cells that are all marked as not a position. Most of the time of a large table goes into its pages, so it is made in pieces.
fn marked<E: Copy>(count: usize, none: E, go_on: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Vec<E>> {
    /// Cells between two looks at `go_on`.
    const PIECE: usize = 1 << 24;
    let mut cells = Vec::with_capacity(count);
    while cells.len() < count {
        if go_on().is_break() {
            return None;
        }
        cells.resize(cells.len().saturating_add(PIECE).min(count), none);
    }
    Some(cells)
}

/// Works on squares, so that the cells read and written stay in the cache.
fn mirror<E: Copy>(
    cells: &mut [E],
    side: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<()> {
    const SQUARE: usize = 64;
    for top in (0..side).step_by(SQUARE) {
        go_on()?;
        for left in (top..side).step_by(SQUARE) {
            for b in left..(left + SQUARE).min(side) {
                for a in top..(top + SQUARE).min(b) {
                    cells[b * side + a] = cells[a * side + b];
                }
            }
        }
    }
    ControlFlow::Continue(())
}
