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

/// An index as a u32.
///
/// # Panics
/// When it does not fit; never a wrap.
#[inline(always)]
pub(crate) fn narrow(index: usize) -> u32 {
    assert!(index <= index_max(), "a value beyond 2^32");
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "asserted above")]
    let value = index as u32;
    value
}

const fn index_max() -> usize {
    #[expect(clippy::as_conversions, reason = "widening")]
    let max = u32::MAX as usize;
    max
}
