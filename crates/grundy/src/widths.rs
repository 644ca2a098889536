//! The one audited place for conversions between integer widths. Everywhere else they go through
//! `try_from` or through here.
#![expect(clippy::inline_always, reason = "these stand in the innermost loops of the ray engine")]

/// A u32 as an index. This crate is for machines on which memory is indexed by 32 bits or more.
#[inline(always)]
pub(crate) fn index(value: u32) -> usize {
    const { assert!(usize::BITS >= u32::BITS) };
    #[expect(clippy::as_conversions, reason = "widening, as asserted above")]
    let index = value as usize;
    index
}

/// An index that has been asserted to have 32 bits, as a u32.
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

/// A number as an index, the largest there is if it does not fit: no array reaches that far.
pub(crate) fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An index or a length as a number.
pub(crate) fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
