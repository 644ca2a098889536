//! Whether two regular sequences meet within 64 rows.

/// Indexed by the first entries of two sequences in 4 rows. Bit `k + 4` tells whether they meet if the first is k diagonals
/// ahead. From bit 9 on: 4 more than the change of this distance.
const MEET: [u16; 256] = {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        let mut start = 0;
        while start <= 8 {
            // `ahead` is the distance plus 8, so that it is never negative; `start` is k + 4.
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

/// Whether both have a first entry on the same diagonal in some row. Before these 64 rows the first has used `ahead` more
/// diagonals than the second.
pub(super) fn meet(first: u64, second: u64, ahead: i64) -> bool {
    // The distance changes by 1 in rows where exactly one of them has an entry, so it may be unable to reach 0.
    let steps = if ahead > 0 { second & !first } else { first & !second };
    if u64::from(steps.count_ones()) < ahead.unsigned_abs() {
        return false;
    }
    // The distance is at most 64 in absolute value. Adding 72 keeps it positive.
    let mut shifted = u32::try_from(ahead + 72).unwrap_or(0);
    for (first, second) in first.to_le_bytes().into_iter().zip(second.to_le_bytes()) {
        for pair in [first & 15 | second << 4, first >> 4 | second & 0xf0] {
            let entry = MEET[usize::from(pair)];
            // 68 means a distance of -4. At a distance of more than 4 they cannot meet in these rows.
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

    /// The rows one by one.
    fn by_rows(first: u64, second: u64, ahead: i64) -> bool {
        let mut distance = ahead;
        let mut met = false;
        for row in 0..64 {
            let (f, s) = (first >> row & 1, second >> row & 1);
            met |= f == 1 && s == 1 && distance == 0;
            distance += i64::try_from(f).unwrap() - i64::try_from(s).unwrap();
        }
        met
    }

    proptest! {
        #[test]
        fn agrees_with_the_rows_one_by_one(first in any::<u64>(), second in any::<u64>(), ahead in -30i64..30) {
            prop_assert_eq!(meet(first, second, ahead), by_rows(first, second, ahead));
        }
    }

    /// One sequence has an entry in each row, the other one only from some row on: the distance is as large as it can be.
    #[test]
    fn sequences_that_meet_as_late_as_possible() {
        for row in 0..64_i64 {
            let late = u64::MAX << row;
            for ahead in -66..=66 {
                for (first, second) in
                    [(late, u64::MAX), (u64::MAX, late), (late, late), (1 << row, 1 << row)]
                {
                    let expected = by_rows(first, second, ahead);
                    assert_eq!(meet(first, second, ahead), expected, "row {row}, {ahead} ahead");
                }
            }
            assert!(meet(late, u64::MAX, row) && meet(u64::MAX, late, -row), "row {row}");
        }
    }
}
