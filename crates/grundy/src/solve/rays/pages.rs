//! Large pages for memory that is used as a whole. A small page costs a microsecond or two when it is first used, which is a fifth of the time of a table of
//! a million cells.
#![cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice to the system about memory"))]

/// Less memory is not worth it: a large page has two mebibytes.
#[cfg(target_os = "linux")]
const LEAST: usize = 4 << 20;

/// Advises the system to give large pages to memory that has not been used yet, if it is large and the system can.
#[cfg(target_os = "linux")]
pub(super) fn large<T>(memory: &mut [T]) {
    /// Advice is about whole pages, which have at least this many bytes.
    const PAGE: usize = 1 << 12;
    let bytes = size_of_val(memory);
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    if bytes < LEAST || skipped > bytes {
        return;
    }
    let whole = (bytes - skipped) / PAGE * PAGE;
    // SAFETY: these bytes are within `memory`, which is borrowed exclusively, and this advice changes none of them. If pages are larger,
    // the system refuses it, which does no harm.
    unsafe { libc::madvise(start.wrapping_add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
}

/// Nothing on other systems.
#[cfg(not(target_os = "linux"))]
pub(super) fn large<T>(_: &mut [T]) {}
