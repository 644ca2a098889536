//! Nim-sums of many pairs at once, by words and by vectors.
//!
//! The compiler makes vector instructions of the loops of fixed length, those that every x86-64 has. So there is no `unsafe` code here, and nothing is chosen at run time.

use super::{CHUNK, TILE};
use crate::widths::place;

/// Values of 16 bits in a word.
const LANES: usize = 4;

/// Marks `value ^ others[i]` in table i, for all i. Nim-sums are below the width.
#[inline]
pub(super) fn mark<const WIDTH: usize>(tables: &mut [[u8; WIDTH]], others: &[u16], value: u16) {
    const { assert!(WIDTH.is_power_of_two() && TILE.is_multiple_of(LANES)) };
    // The remainder changes nothing; it saves the check of the bound.
    if let (Some((tables, [])), Some(others)) =
        (tables.split_first_chunk_mut::<TILE>(), others.first_chunk::<TILE>())
    {
        // A whole tile: four values are read and changed as one word, and the compiler unrolls the loop.
        let value = u64::from(value) * 0x0001_0001_0001_0001;
        for (tables, others) in tables.as_chunks_mut::<LANES>().0.iter_mut().zip(others.as_chunks().0) {
            let [a, b, c, d]: [u64; LANES] = others.map(u64::from);
            let sums = (a | b << 16 | c << 32 | d << 48) ^ value;
            for (lane, marks) in tables.iter_mut().enumerate() {
                marks[place(sums >> (16 * lane) & 0xffff) % WIDTH] = 1;
            }
        }
    } else {
        for (marks, &other) in tables.iter_mut().zip(others) {
            marks[usize::from(value ^ other) % WIDTH] = 1;
        }
    }
}

/// Whether one of the pairs has the nim-sum `wanted`: the first of `small` with the last of `large`, and so on inwards. Both are of the same length.
pub(super) fn has_sum(small: &[u16], large: &[u16], wanted: u16) -> bool {
    if let (Ok(small), Ok(large)) = (<&[u16; CHUNK]>::try_from(small), <&[u16; CHUNK]>::try_from(large)) {
        // All pairs are compared, eight at a time: an early exit would prevent vectors.
        let pairs = small.iter().zip(large.iter().rev());
        pairs.fold(0, |found, (a, b)| found | u16::from(a ^ b == wanted)) != 0
    } else {
        small.iter().zip(large.iter().rev()).any(|(a, b)| a ^ b == wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers below a power of two.
    fn random(below: u16) -> impl FnMut() -> u16 {
        let mut seed = 1_u64;
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u16::try_from(seed >> 48).unwrap() % below
        }
    }

    fn marks_are_nim_sums<const WIDTH: usize>() {
        let mut draw = random(u16::try_from(WIDTH).unwrap());
        for count in (0..=TILE).chain([TILE; 20]) {
            for spare in [0, 1, 7] {
                let others: Vec<u16> = (0..count + spare).map(|_| draw()).collect();
                let value = draw();
                let mut tables = vec![[0_u8; WIDTH]; count];
                mark(&mut tables, &others, value);
                for (table, other) in tables.iter().zip(&others) {
                    let marked: Vec<usize> = (0..WIDTH).filter(|&at| table[at] != 0).collect();
                    assert_eq!(marked, [usize::from(value ^ other)], "{count} heaps, width {WIDTH}");
                }
            }
        }
    }

    #[test]
    fn tables_are_marked_with_nim_sums() {
        marks_are_nim_sums::<256>();
        marks_are_nim_sums::<512>();
        marks_are_nim_sums::<1024>();
        marks_are_nim_sums::<4096>();
    }

    /// Every sum of a pair is found, wherever the pair is, and no other value.
    #[test]
    fn sums_are_those_of_pairs() {
        let mut draw = random(1024);
        for length in [0, 1, 5, CHUNK - 1, CHUNK, CHUNK + 1] {
            let small: Vec<u16> = (0..length).map(|_| draw()).collect();
            let large: Vec<u16> = (0..length).map(|_| draw()).collect();
            let sums: Vec<u16> = (0..length).map(|i| small[i] ^ large[length - 1 - i]).collect();
            for wanted in 0..2048 {
                assert_eq!(has_sum(&small, &large, wanted), sums.contains(&wanted), "{wanted} of {length}");
            }
        }
    }
}
