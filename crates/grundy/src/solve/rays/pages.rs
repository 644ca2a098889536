//! Large pages for memory that is used as a whole. A small page costs a microsecond or more when it is first used, which is a fifth of the time of a table of
//! a million cells.
#![expect(unsafe_code, reason = "zeroed atomics, and advice to the system about memory")]

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU32;

/// The bytes of a large page.
const LARGE: usize = 2 << 20;

/// Less memory is not worth a large page.
const LEAST: usize = 1 << 20;

/// Zeroed memory, in large pages if it is large and the system has them. Pages that are never used take no memory.
#[derive(Debug)]
pub(super) struct Zeroed<T> {
    memory: Vec<T>,
    /// The first one that is used. Large pages start at multiples of their size.
    start: usize,
    length: usize,
}

impl Zeroed<u64> {
    pub fn words(length: usize) -> Self {
        Self::new(length, |length| vec![0; length])
    }
}

impl Zeroed<AtomicU32> {
    pub fn atomics(length: usize) -> Self {
        Self::new(length, |length| {
            // Zeroed numbers are asked for without being written; atomics would be written one by one.
            let mut numbers = ManuallyDrop::new(vec![0_u32; length]);
            let (length, capacity) = (numbers.len(), numbers.capacity());
            // SAFETY: an atomic has the size, the alignment and the bit validity of its number, and the numbers are not used again.
            unsafe { Vec::from_raw_parts(numbers.as_mut_ptr().cast(), length, capacity) }
        })
    }
}

impl<T> Zeroed<T> {
    fn new(length: usize, zeroed: impl Fn(usize) -> Vec<T>) -> Self {
        let bytes = length.saturating_mul(size_of::<T>());
        if bytes < LEAST || !cfg!(target_os = "linux") {
            return Self { memory: zeroed(length), start: 0, length };
        }
        let whole = bytes.next_multiple_of(LARGE) / size_of::<T>();
        let mut memory = zeroed(whole + LARGE / size_of::<T>());
        let start = memory.as_ptr().align_offset(LARGE);
        let start = if start <= memory.len() - whole { start } else { 0 };
        advise(&mut memory[start..start + whole]);
        Self { memory, start, length }
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.memory[self.start..self.start + self.length]
    }
}

impl<T> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.length]
    }
}

/// Advises the system to give large pages to memory that has not been used yet.
#[cfg(target_os = "linux")]
fn advise<T>(memory: &mut [T]) {
    // SAFETY: these bytes are borrowed exclusively, and this advice changes none of them. If they do not begin with a page, the system refuses it,
    // which does no harm.
    unsafe { libc::madvise(memory.as_mut_ptr().cast(), size_of_val(memory), libc::MADV_HUGEPAGE) };
}

/// Nothing on other systems.
#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &mut [T]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn memory_is_zeroed_and_has_its_length() {
        for length in [0, 1, 1000, LEAST / 8 - 1, LEAST / 8, LARGE / 8 + 5] {
            let mut words = Zeroed::words(length);
            assert_eq!(words.len(), length);
            assert!(words.iter().all(|&word| word == 0));
            words.fill(u64::MAX);
            assert!(words.iter().all(|&word| word == u64::MAX));
            let atomics = Zeroed::atomics(length);
            assert_eq!(atomics.len(), length);
            assert!(atomics.iter().all(|atomic| atomic.load(Ordering::Relaxed) == 0));
            atomics.iter().for_each(|atomic| atomic.store(7, Ordering::Relaxed));
        }
    }

    /// Large memory begins with a large page, and has hardly more than whole ones.
    #[test]
    #[cfg(target_os = "linux")]
    fn large_memory_is_aligned() {
        for length in [LEAST / 8, LEAST / 8 + 1, LARGE / 8, LARGE / 8 + 5, LARGE] {
            let words = Zeroed::words(length);
            assert_eq!(words.as_ptr().align_offset(LARGE), 0, "{length} words");
            assert!(words.memory.len() * 8 <= length * 8 + 2 * LARGE, "{length} words");
            let atomics = Zeroed::atomics(2 * length);
            assert_eq!(atomics.as_ptr().align_offset(LARGE), 0, "{length} words");
            assert!(atomics.memory.len() * 4 <= length * 8 + 2 * LARGE, "{length} words");
        }
        assert_eq!(Zeroed::words(LEAST / 8 - 1).memory.len(), LEAST / 8 - 1);
    }
}
