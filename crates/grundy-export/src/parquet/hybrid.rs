//! The hybrid of run-length encoding and bit packing, for levels (is a value missing?) and for the indices of a dictionary.

use super::damaged;
use super::delta::unpack;
use super::varint::{Bytes, put_varint};
use std::io;

/// Flags in a group of packed bits.
const GROUP: usize = 8;

/// The shortest run that is not packed: it takes two bytes or more, and the packed groups after it one more.
const LONG: usize = 4 * GROUP;

/// Appends flags of one bit.
pub(super) fn put_flags(flags: &[bool], out: &mut Vec<u8>) {
    let mut rest = flags;
    while let Some(&flag) = rest.first() {
        let run = run(rest);
        if run >= LONG || run == rest.len() {
            put_varint(run << 1, out);
            out.push(flag.into());
            rest = &rest[run..];
            continue;
        }
        // Packed groups have eight flags each; only the last group of all may be padded.
        let groups = rest.chunks(GROUP);
        let groups = 1 + groups
            .enumerate()
            .skip(1)
            .take_while(|(k, _)| run_to(&rest[k * GROUP..], LONG) < LONG)
            .count();
        put_varint(groups << 1 | 1, out);
        let (packed, after) = rest.split_at(rest.len().min(groups * GROUP));
        out.extend(
            packed
                .chunks(GROUP)
                .map(|group| group.iter().rev().fold(0, |byte: u8, &flag| byte << 1 | u8::from(flag))),
        );
        rest = after;
    }
}

/// The length of the run at the front.
fn run(flags: &[bool]) -> usize {
    run_to(flags, flags.len())
}

/// The same, up to a limit.
fn run_to(flags: &[bool], limit: usize) -> usize {
    flags.iter().take(limit).take_while(|flag| Some(*flag) == flags.first()).count()
}

/// Reads exactly `count` numbers of `width` bits each.
pub(super) fn read_hybrid(bytes: &mut Bytes<'_>, width: u8, count: usize) -> io::Result<Vec<u32>> {
    if width > 32 {
        return Err(damaged("a page has indices of more than 32 bits"));
    }
    let narrow = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let mut numbers = Vec::with_capacity(count);
    while numbers.len() < count {
        let (head, missing) = (bytes.length()?, count - numbers.len());
        if head & 1 == 0 {
            let mut number = [0; 8];
            let size = usize::from(width.div_ceil(8));
            number[..size].copy_from_slice(bytes.take(size)?);
            let number = narrow(u64::from_le_bytes(number));
            numbers.extend(std::iter::repeat_n(number, missing.min(head >> 1)));
        } else {
            let groups = head >> 1;
            let size = groups.checked_mul(width.into()).ok_or_else(|| damaged("it is cut off"))?;
            let packed = bytes.take(size)?;
            numbers
                .extend(unpack(packed, width.into()).map(narrow).take(missing.min(groups.saturating_mul(8))));
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(bytes: &[u8], count: usize) -> Vec<bool> {
        read_hybrid(&mut Bytes::new(bytes), 1, count).unwrap().into_iter().map(|n| n == 1).collect()
    }

    #[test]
    fn written_flags_are_read_back() {
        let mut random = fastrand::Rng::with_seed(2);
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 1000, 10_000] {
            for change in [1, 2, 3, 10, 50, 100_000] {
                let mut flag = random.bool();
                let mut next = |_| {
                    flag ^= random.usize(..change) == 0;
                    flag
                };
                let written: Vec<bool> = (0..count).map(&mut next).collect();
                let mut bytes = Vec::new();
                put_flags(&written, &mut bytes);
                assert_eq!(flags(&bytes, count), written);
                assert!(bytes.len() <= count / 8 + 4, "{count} {change}: {}", bytes.len());
            }
        }
    }

    #[test]
    fn known_encodings() {
        let written = |flags: &[bool]| {
            let mut bytes = Vec::new();
            put_flags(flags, &mut bytes);
            bytes
        };
        assert_eq!(written(&[true; 100]), [200, 1, 1]);
        assert_eq!(written(&[true, false, true, true, false]), [3, 0b01101]);
        // The example of the specification of the format: 0 to 7, three bits each.
        let packed = [3, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        let numbers = read_hybrid(&mut Bytes::new(&packed), 3, 8).unwrap();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn hostile_bytes_are_refused() {
        let huge_run = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        let empty_runs = [0; 100];
        for bytes in [&huge_run[..], &empty_runs, &[], &[2], &[3]] {
            assert!(read_hybrid(&mut Bytes::new(bytes), 1, 9).is_err(), "{bytes:?}");
        }
        assert!(read_hybrid(&mut Bytes::new(&[4, 0]), 33, 2).is_err());
        assert_eq!(read_hybrid(&mut Bytes::new(&[200, 1, 1]), 1, 2).unwrap(), [1, 1], "a longer run is cut");
        assert_eq!(read_hybrid(&mut Bytes::new(&[5]), 0, 9).unwrap(), [0; 9], "no bits");
    }
}
