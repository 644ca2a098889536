//! Do two sequences that run along their own diagonals meet within 64 rows?

/// For 4 rows of each of two sequences, by their first entries: bit `k + 4` says that they meet when the first is k
/// diagonals ahead, and above bit 9 is, plus 4, how many more diagonals it is ahead in the end.
const MEET: [u16; 256] = {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        let mut start = 0;
        while start <= 8 {
            // `ahead` is 8 more than it says, so that nothing is negative; `start` is k + 4.
            let (mut ahead, mut row) = (start + 4, 0);
            while row < 4 {
                let (first, second) = (pair >> row & 1, pair >> (row + 4) & 1);
                if first == 1 && second == 1 && ahead == 8 {
                    table[pair] |= 1 << start;
                }
                ahead = ahead + first - second;
                row += 1;
            }
            if start == 4 {
                let mut more = 4;
                while more < ahead {
                    table[pair] += 1 << 9;
                    more += 1;
                }
            }
            start += 1;
        }
        pair += 1;
    }
    table
};

/// Whether there is a row in which both have a first entry and the same diagonal, when the first has used `ahead`
/// diagonals more than the second before these 64 rows.
pub(super) fn meet(first: u64, second: u64, ahead: i64) -> bool {
    // The distance changes by 1 where just one of them has an entry; so it may not reach 0 at all.
    let steps = if ahead > 0 { second & !first } else { first & !second };
    if u64::from(steps.count_ones()) < ahead.unsigned_abs() {
        return false;
    }
    // Away from 0 by at most 64 here. 8 more than that keeps what follows positive.
    let mut shifted = u32::try_from(ahead + 72).unwrap_or(0);
    for (first, second) in first.to_le_bytes().into_iter().zip(second.to_le_bytes()) {
        for pair in [first & 15 | second << 4, first >> 4 | second & 0xf0] {
            let entry = MEET[usize::from(pair)];
            // 68 stands for 4 behind. Further away than 4 nothing meets.
            let start = shifted.wrapping_sub(68);
            if start <= 8 && entry >> start & 1 == 1 {
                return true;
            }
            shifted = shifted + u32::from(entry >> 9) - 4;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_meet_when_they_do(first in any::<u64>(), second in any::<u64>(), ahead in -30i64..30) {
            let mut distance = ahead;
            let mut met = false;
            for row in 0..64 {
                let (f, s) = (first >> row & 1, second >> row & 1);
                met |= f == 1 && s == 1 && distance == 0;
                distance += i64::try_from(f).unwrap() - i64::try_from(s).unwrap();
            }
            prop_assert_eq!(meet(first, second, ahead), met);
        }
    }
}
