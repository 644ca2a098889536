//! Conversions between integer widths. All other code uses `try_from` or these functions.
#![expect(clippy::inline_always, reason = "used in the innermost loops of the ray engine")]

/// A u32 as an index. The crate requires pointers of at least 32 bits.
#[inline(always)]
pub(crate) fn index(value: u32) -> usize {
    const { assert!(usize::BITS >= u32::BITS) };
    #[expect(clippy::as_conversions, reason = "widening, as asserted above")]
    let index = value as usize;
    index
}

/// An index as a u32. The caller guarantees that it fits.
#[inline(always)]
pub(crate) fn low(index: usize) -> u32 {
    debug_assert!(u32::try_from(index).is_ok(), "{index} has more than 32 bits");
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "asserted where the range is set"
    )]
    let value = index as u32;
    value
}

/// A number as an index; `usize::MAX`, which no array has, if it does not fit.
pub(crate) fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An index or a length as a number.
pub(crate) fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
