//! `DELTA_BINARY_PACKED`: integers as differences, in blocks whose bits are packed. Coordinates take almost no space, values a few bits.

use super::damaged;
use super::varint::{Bytes, put_varint, put_zigzag};
use std::io;

/// Parts of a block that have a width each.
const MINIBLOCKS: usize = 4;

/// Limit on the values of a block that is read. All known writers have 128 or 256.
const LONGEST_BLOCK: usize = 1 << 16;

/// Appends integers of 32 or 64 bits. Those of 32 bits may be given as signed or unsigned numbers.
pub(super) fn put_delta(values: &[i64], bits: u32, out: &mut Vec<u8>) {
    // Long sequences have regular differences, and larger blocks have less overhead; the values of a table vary more.
    if bits == 32 { put_blocks::<32>(values, bits, out) } else { put_blocks::<64>(values, bits, out) }
}

/// The same with parts of `SIZE` values, a multiple of 32.
fn put_blocks<const SIZE: usize>(values: &[i64], bits: u32, out: &mut Vec<u8>) {
    let unused = 64 - bits;
    put_varint(MINIBLOCKS * SIZE, out);
    put_varint(MINIBLOCKS, out);
    put_varint(values.len(), out);
    put_zigzag(values.first().map_or(0, |first| first << unused >> unused), out);
    // The last value of a block is the base of the next.
    for block in (0..values.len().saturating_sub(1)).step_by(MINIBLOCKS * SIZE) {
        let values = &values[block..values.len().min(block + MINIBLOCKS * SIZE + 1)];
        let mut deltas = [[0; SIZE]; MINIBLOCKS];
        let deltas = &mut deltas.as_flattened_mut()[..values.len() - 1];
        for (delta, pair) in deltas.iter_mut().zip(values.windows(2)) {
            // Differences wrap around: those of 32 bits are reduced to 32 bits again.
            *delta = pair[1].wrapping_sub(pair[0]) << unused >> unused;
        }
        let least = deltas.iter().copied().min().unwrap_or(0);
        let mut above = [[0; SIZE]; MINIBLOCKS];
        for (above, delta) in above.as_flattened_mut().iter_mut().zip(deltas) {
            *above = delta.wrapping_sub(least).cast_unsigned();
        }
        put_zigzag(least, out);
        let width = |values: &[u64; SIZE]| 64 - values.iter().fold(0, |all, n| all | n).leading_zeros();
        out.extend(above.iter().map(|values| u8::try_from(width(values)).unwrap_or(64)));
        for values in &above {
            pack(values, width(values), out);
        }
    }
}

/// Appends the lowest bits of numbers that have no higher ones. The count is a multiple of 32.
fn pack(values: &[u64], width: u32, out: &mut Vec<u8>) {
    if width == 0 {
        return;
    }
    let (mut word, mut used) = (0_u64, 0);
    for &value in values {
        word |= value << used;
        used += width;
        if used >= 64 {
            out.extend(word.to_le_bytes());
            used -= 64;
            word = if used == 0 { 0 } else { value >> (width - used) };
        }
    }
    // 32 numbers fill whole words of 32 bits.
    if used > 0 {
        out.extend(&word.to_le_bytes()[..4]);
    }
}

/// Reads exactly `count` integers of 32 or 64 bits.
pub(super) fn read_delta(bytes: &mut Bytes<'_>, count: usize, bits: u32) -> io::Result<Vec<i64>> {
    let unused = 64 - bits;
    let wrapped = |n: i64| n << unused >> unused;
    let (block, miniblocks, total) = (bytes.length()?, bytes.length()?, bytes.length()?);
    let mut last = wrapped(bytes.zigzag()?);
    if total != count {
        return Err(damaged(&format!("a page has {total} values instead of {count}")));
    }
    let size = block.checked_div(miniblocks).unwrap_or(0);
    if block > LONGEST_BLOCK || size == 0 || size * miniblocks != block || size % 32 != 0 {
        return Err(damaged("a page has blocks of a wrong size"));
    }
    let mut values = Vec::with_capacity(count);
    values.extend((count > 0).then_some(last));
    while values.len() < count {
        let least = bytes.zigzag()?;
        for &width in bytes.take(miniblocks)? {
            if values.len() == count {
                break;
            }
            if width > 64 {
                return Err(damaged("a page has integers of more than 64 bits"));
            }
            let packed = bytes.take(size / 8 * usize::from(width))?;
            for above in unpack(packed, width.into()).take(size.min(count - values.len())) {
                last = wrapped(last.wrapping_add(least).wrapping_add(above.cast_signed()));
                values.push(last);
            }
        }
    }
    Ok(values)
}

/// Numbers of `width` bits each, at most 64; without end if they have no bits, or after the last byte.
pub(super) fn unpack(bytes: &[u8], width: u32) -> impl Iterator<Item = u64> + '_ {
    let mask = (1_u128 << width) - 1;
    let (mut word, mut have) = (0_u128, 0);
    let mut bytes = bytes.iter();
    std::iter::repeat_with(move || {
        while have < width {
            word |= u128::from(*bytes.next().unwrap_or(&0)) << have;
            have += 8;
        }
        let low = u64::try_from(word & mask).unwrap_or(u64::MAX);
        word >>= width;
        have -= width;
        low
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], count: usize, bits: u32) -> io::Result<Vec<i64>> {
        read_delta(&mut Bytes::new(bytes), count, bits)
    }

    #[test]
    fn written_integers_are_read_back() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in [0, 1, 2, 32, 33, 128, 129, 130, 161, 256, 257, 258, 1000] {
            for width in 0..=64 {
                let mask = u64::MAX.checked_shr(64 - width).unwrap_or(0);
                let values: Vec<i64> = (0..count).map(|_| (random.u64(..) & mask).cast_signed()).collect();
                let mut bytes = Vec::new();
                put_delta(&values, 64, &mut bytes);
                assert_eq!(read(&bytes, count, 64).unwrap(), values);
                // The last byte may be padding, but not the last but seven of a block.
                assert!(count < 2 || width < 2 || read(&bytes[..bytes.len() - 8], count, 64).is_err());
                if width <= 32 {
                    bytes.clear();
                    put_delta(&values, 32, &mut bytes);
                    let narrow: Vec<i64> = values.iter().map(|n| n << 32 >> 32).collect();
                    assert_eq!(read(&bytes, count, 32).unwrap(), narrow);
                }
            }
        }
        let extremes = [i64::MIN, i64::MAX, 0, i64::MIN, -1, i64::MAX, i64::MAX, 1];
        let mut bytes = Vec::new();
        put_delta(&extremes, 64, &mut bytes);
        assert_eq!(read(&bytes, extremes.len(), 64).unwrap(), extremes);
    }

    #[test]
    fn a_known_encoding() {
        // The example of the specification of the format: 7, 5, 3, 1, 2, 3, 4, 5.
        let mut bytes = Vec::new();
        put_delta(&[7, 5, 3, 1, 2, 3, 4, 5], 32, &mut bytes);
        assert_eq!(bytes[..6], [0x80, 1, 4, 8, 14, 3]);
        assert_eq!(bytes[6..10], [2, 0, 0, 0]);
        assert_eq!(bytes[10..14], [0xc0, 0x3f, 0, 0]);
        assert_eq!(bytes.len(), 6 + 4 + 8);
    }

    #[test]
    fn hostile_bytes_are_refused() {
        let block = |block: u64, miniblocks: u64, count: u64| {
            let mut bytes = Vec::new();
            for n in [block, miniblocks, count] {
                put_varint(n, &mut bytes);
            }
            bytes.extend([0; 100]);
            bytes
        };
        assert!(read(&block(128, 4, 9), 9, 64).is_ok());
        for (size, miniblocks, count) in
            [(0, 0, 9), (128, 0, 9), (128, 3, 9), (64, 4, 9), (1 << 40, 4, 9), (128, 4, 10), (u64::MAX, 1, 9)]
        {
            assert!(read(&block(size, miniblocks, count), 9, 64).is_err());
        }
        let wide = [0x80, 1, 4, 9, 0, 0, 65, 0, 0, 0];
        assert!(read(&wide, 9, 64).is_err());
    }
}
