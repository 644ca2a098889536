//! Sets of numbers as windows of bits.

/// What a shift lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    Nothing,
    /// Numbers at the lower end; whether there were any, and whether all were there.
    Below {
        any: bool,
        all: bool,
    },
    /// A number at the upper end.
    Above,
}

/// Makes a set of the lowest `count` bits.
pub(super) fn below(set: &mut [u64], count: usize) {
    set.fill(0);
    add_below(set, count);
}

/// Adds the lowest `count` bits.
pub(super) fn add_below(set: &mut [u64], count: usize) {
    for (i, word) in set.iter_mut().enumerate() {
        let bits = count.saturating_sub(64 * i).min(64);
        *word |= if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    }
}

/// Moves all bits up. What leaves at the top is lost.
pub(super) fn raise(set: &mut [u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for i in (0..set.len()).rev() {
        let at = |i: usize| if i < set.len() { set[i] } else { 0 };
        let (high, low) = (at(i.wrapping_sub(words)), at(i.wrapping_sub(words + 1)));
        set[i] = if bits == 0 { high } else { high << bits | low >> (64 - bits) };
    }
}

/// Moves all bits down by `shift`, or up if it is negative, into `to`. Says what was lost.
#[inline]
pub(super) fn carried<const W: usize>(from: &[u64; W], shift: i64, to: &mut [u64; W]) -> Lost {
    match shift {
        0 => {
            *to = *from;
            Lost::Nothing
        }
        1 => {
            for i in 0..W - 1 {
                to[i] = from[i] >> 1 | from[i + 1] << 63;
            }
            to[W - 1] = from[W - 1] >> 1;
            Lost::Below { any: from[0] & 1 == 1, all: from[0] & 1 == 1 }
        }
        -1 => {
            for i in 1..W {
                to[i] = from[i] << 1 | from[i - 1] >> 63;
            }
            to[0] = from[0] << 1;
            if from[W - 1] >> 63 == 0 { Lost::Nothing } else { Lost::Above }
        }
        _ => far(from, shift, to),
    }
}

/// The same for any distance.
fn far<const W: usize>(from: &[u64; W], shift: i64, to: &mut [u64; W]) -> Lost {
    let by = usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX).min(64 * W);
    let (words, bits) = (by / 64, by % 64);
    let at = |i: usize| if i < W { from[i] } else { 0 };
    if shift > 0 {
        for (i, word) in to.iter_mut().enumerate() {
            let (low, high) = (at(i + words), at(i + words + 1));
            *word = if bits == 0 { low } else { low >> bits | high << (64 - bits) };
        }
        let mut mask = [0; W];
        below(&mut mask, by);
        let any = from.iter().zip(&mask).any(|(word, mask)| word & mask != 0);
        let all = from.iter().zip(&mask).all(|(word, mask)| word & mask == *mask);
        return Lost::Below { any, all };
    }
    *to = *from;
    raise(to, by);
    let mut kept = [0; W];
    below(&mut kept, 64 * W - by);
    let lost = from.iter().zip(&kept).any(|(word, kept)| word & !kept != 0);
    if lost { Lost::Above } else { Lost::Nothing }
}

/// Adds a set, moved down by `shift`, which is not negative.
#[inline]
pub(super) fn read_into<const W: usize>(set: &mut [u64; W], other: &[u64; W], shift: i64) {
    let mut moved = [0; W];
    carried(other, shift, &mut moved);
    set.iter_mut().zip(moved).for_each(|(word, moved)| *word |= moved);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Against sets of numbers.
    fn is_moved(words: &[u64; 3], shift: i64) {
        let has = |set: &[u64; 3], n: i64| {
            (0..192).contains(&n) && {
                let n = usize::try_from(n).unwrap_or(0);
                set[n / 64] >> (n % 64) & 1 == 1
            }
        };
        let mut moved = [0; 3];
        let lost = carried(words, shift, &mut moved);
        for n in 0..192 {
            assert_eq!(has(&moved, n), has(words, n + shift), "{words:x?} by {shift}");
        }
        let gone: Vec<bool> =
            (0..192).filter(|n| !(0..192).contains(&(n - shift))).map(|n| has(words, n)).collect();
        let expected = match shift {
            0 => Lost::Nothing,
            1.. => Lost::Below { any: gone.contains(&true), all: !gone.contains(&false) },
            _ if gone.contains(&true) => Lost::Above,
            _ => Lost::Nothing,
        };
        assert_eq!(lost, expected, "{words:x?} by {shift}");
    }

    proptest! {
        #[test]
        fn shifts_move_numbers(words: [u64; 3], shift in -200_i64..201) {
            is_moved(&words, shift);
        }
    }

    /// Sets of the lowest numbers, of all others, and without one number: what is lost is all or nothing, or nearly.
    #[test]
    fn shifts_tell_what_they_lose() {
        for count in (0..=192).step_by(3).chain([1, 2, 64, 65, 127, 128, 191]) {
            let mut low = [0; 3];
            below(&mut low, count);
            let high = low.map(|word| !word);
            let mut without = [u64::MAX; 3];
            if count < 192 {
                without[count / 64] ^= 1 << (count % 64);
            }
            for shift in (-200..=200).step_by(7).chain(-5..=5).chain([63, 64, 65, -63, -64, -65, 192, -192]) {
                for set in [low, high, without] {
                    is_moved(&set, shift);
                }
            }
        }
    }

    #[test]
    fn lowest_numbers_are_added() {
        for count in 0..=192 {
            for set in [[0; 3], [5, 0, u64::MAX], [1 << 63, 1, 2]] {
                let mut more = set;
                add_below(&mut more, count);
                for n in 0..192 {
                    let has = |set: &[u64; 3]| set[n / 64] >> (n % 64) & 1 == 1;
                    assert_eq!(has(&more), has(&set) || n < count, "{set:?} {count} {n}");
                }
            }
        }
    }
}
