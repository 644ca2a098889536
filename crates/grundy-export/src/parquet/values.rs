//! How the values of a column are written.

use super::delta::put_delta;
use super::format::{DELTA_BINARY_PACKED, Kind, PLAIN};
use std::io;

/// Strings longer than this are not listed as the least or the greatest value of a column.
const LONGEST_BOUND: usize = 64;

/// A value of a column.
pub(super) trait Stored: Copy {
    /// How values are encoded.
    const ENCODING: i32;

    /// Appends values.
    fn put(values: &[Self], kind: Kind, out: &mut Vec<u8>) -> io::Result<()>;

    /// The least and the greatest value, in the order of the type of the column.
    fn bounds(values: &[Self], kind: Kind) -> Option<(Self, Self)>;

    /// The bytes of a bound in the metadata: the least value if `least`, else the greatest. `None` if it is too long.
    fn bound(self, kind: Kind, least: bool) -> Option<Vec<u8>>;

    /// Bytes in a page, about.
    fn size(self) -> usize {
        8
    }
}

/// Unsigned integers of 32 bits as they are, those of 64 bits as signed integers with the same bits.
impl Stored for i64 {
    const ENCODING: i32 = DELTA_BINARY_PACKED;

    fn put(values: &[Self], kind: Kind, out: &mut Vec<u8>) -> io::Result<()> {
        put_delta(values, if kind == Kind::U32 { 32 } else { 64 }, out);
        Ok(())
    }

    fn bounds(values: &[Self], kind: Kind) -> Option<(Self, Self)> {
        // The order of unsigned integers is that of signed ones with the first bit changed.
        let flip = if kind == Kind::U64 { Self::MIN } else { 0 };
        let least = values.iter().map(|n| n ^ flip).min()?;
        let greatest = values.iter().map(|n| n ^ flip).max()?;
        Some((least ^ flip, greatest ^ flip))
    }

    fn bound(self, kind: Kind, _: bool) -> Option<Vec<u8>> {
        let size = if kind == Kind::U32 { 4 } else { 8 };
        Some(self.to_le_bytes()[..size].to_vec())
    }
}

impl Stored for f64 {
    const ENCODING: i32 = PLAIN;

    fn put(values: &[Self], _: Kind, out: &mut Vec<u8>) -> io::Result<()> {
        for value in values {
            out.extend(value.to_le_bytes());
        }
        Ok(())
    }

    /// Values that are not numbers are left out.
    fn bounds(values: &[Self], _: Kind) -> Option<(Self, Self)> {
        let numbers = || values.iter().copied().filter(|value| !value.is_nan());
        Some((numbers().reduce(Self::min)?, numbers().reduce(Self::max)?))
    }

    /// A zero is written so that it bounds zeros of both signs.
    fn bound(self, _: Kind, least: bool) -> Option<Vec<u8>> {
        let bound = match self {
            0.0 if least => -0.0,
            0.0 => 0.0,
            other => other,
        };
        Some(bound.to_le_bytes().to_vec())
    }
}

impl Stored for &str {
    const ENCODING: i32 = PLAIN;

    fn put(values: &[Self], _: Kind, out: &mut Vec<u8>) -> io::Result<()> {
        for value in values {
            let length = u32::try_from(value.len()).map_err(io::Error::other)?;
            out.extend(length.to_le_bytes());
            out.extend(value.as_bytes());
        }
        Ok(())
    }

    fn bounds(values: &[Self], _: Kind) -> Option<(Self, Self)> {
        Some((*values.iter().min()?, *values.iter().max()?))
    }

    fn bound(self, _: Kind, _: bool) -> Option<Vec<u8>> {
        (self.len() <= LONGEST_BOUND).then(|| self.as_bytes().to_vec())
    }

    fn size(self) -> usize {
        4 + self.len()
    }
}
