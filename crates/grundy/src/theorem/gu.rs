//! R-Wythoff: positions of value 0 to 3 (Gu 2015; the first two theorems are Ho's, 2012).
//!
//! Let `(A_n, B_n)` be the P-positions of Wythoff's game. For g <= 3 the positions of value g are, apart from
//! finitely many, one on each diagonal n: `(A_n - c, B_n - c)`, where c is 0, 1, 3, 5 in turn, or 1 more or
//! less when n is on one of a few sequences with the Fibonacci recurrence. So membership takes a square root,
//! and a Fibonacci number by doubling for the sequences: no step of it is slower than a multiplication, up to
//! logarithms.
//!
//! The paper leaves the proof of Theorem 8 to the reader, and its list has a slip. With the list as it stands
//! here, Gu's proof of Theorem 7 applies, and needs this, which the tests check: the start of the list (by
//! Algorithm RWSG); for a sequence of exceptions `m_k`, that `A_n` for `n = m_k` is `m_(k+1)` and `m_(k+1) - 1`
//! in turns, so that the exceptions exchange the two and every pile is still used once (Proposition 2); and
//! that members of value 2 and 3 never meet.

use super::wythoff::{Beatty, in_order, sorted};
use super::{Said, Winning, short, shorts};
use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

/// The positions of one value.
struct Positions {
    /// Members on diagonals below the length of this list, and those are all of them.
    first: &'static [(u8, u8)],
    /// How far the others are below the P-position on their diagonal.
    shift: u8,
    /// The sequences of exceptions: `m_0`, `m_1`, and whether the member is one higher for even k.
    exceptions: &'static [(u8, u8, bool)],
    by: &'static str,
}

/// By value.
const VALUES: [Positions; 4] = [
    Positions { first: &[], shift: 0, exceptions: &[], by: "Gu, R-Wythoff, Theorem 5" },
    // Theorem 6 in other words: all (A_n - 1, B_n - 1) for n >= 1 but n = 2, and (2,2) and (4,6).
    Positions {
        first: &[(0, 1), (2, 2), (3, 6), (4, 6)],
        shift: 1,
        exceptions: &[],
        by: "Gu, R-Wythoff, Theorem 6",
    },
    Positions {
        first: &[(0, 2), (1, 1), (3, 4), (5, 8), (6, 11), (7, 11), (9, 16), (10, 16), (12, 21), (13, 21)],
        shift: 3,
        exceptions: &[(10, 17, true), (11, 18, true), (12, 20, true), (15, 24, false)],
        by: "Gu, R-Wythoff, Theorem 7",
    },
    // The paper has the last sequence twice, and the last but one not at all (docs/errata.md,
    // gu/theorem-8-exceptions).
    Positions {
        first: &[
            (0, 3),
            (1, 3),
            (2, 3),
            (4, 4),
            (5, 10),
            (6, 12),
            (7, 14),
            (8, 12),
            (9, 17),
            (11, 20),
            (13, 23),
            (15, 27),
            (16, 29),
            (18, 29),
            (19, 34),
            (21, 37),
            (22, 39),
            (24, 38),
            (25, 44),
            (26, 44),
            (28, 49),
            (30, 50),
            (31, 53),
            (32, 55),
            (33, 57),
            (35, 60),
            (36, 62),
            (40, 67),
            (41, 69),
            (42, 71),
            (43, 73),
            (45, 76),
            (46, 78),
            (47, 80),
            (48, 82),
            (51, 86),
        ],
        shift: 5,
        exceptions: &[
            (36, 58, false),
            (42, 68, true),
            (44, 71, false),
            (45, 72, false),
            (46, 74, false),
            (47, 76, false),
            (53, 86, true),
            (54, 88, true),
            (55, 89, true),
        ],
        by: "Gu, R-Wythoff, Theorem 8 with F^(54,88) for one of its two F^(55,89)",
    },
];

/// A shift is 6 at the most: five, and one for an exception.
const LARGEST_SHIFT: u8 = 6;

/// The value of R-Wythoff with these piles if it is 3 or less; nothing when it is more. Theorems 5 to 8; any piles.
///
/// ```
/// use grundy::theorem::{UBig, gu::value_up_to_3};
/// let n = UBig::from(10u8).pow(40);
/// assert_eq!(value_up_to_3(&UBig::from(83u8), &UBig::from(137u8)), Some(3));
/// assert_eq!(value_up_to_3(&n, &n), None);
/// ```
pub fn value_up_to_3(x: &UBig, y: &UBig) -> Option<u8> {
    let (x, y) = (x.min(y), x.max(y));
    let n = y - x;
    Some(look_up(x, &n, &Beatty::WYTHOFF.low(&n))?.0)
}

/// The value of (x, x+n) if it is 3 or less, and its sequence of exceptions if it is on one, given `A_n`.
fn look_up(x: &UBig, n: &UBig, low: &UBig) -> Option<(u8, Option<(u8, u8)>)> {
    let small = u8::try_from(x).ok().zip(u8::try_from(n).ok());
    let distance = (x <= low).then(|| low - x).and_then(|distance| u8::try_from(distance).ok());
    let near = distance.filter(|&distance| distance <= LARGEST_SHIFT);
    let fibonacci = near.map(|_| Walk::up_to(n));
    (0..).zip(&VALUES).find_map(|(value, positions)| {
        if n < &UBig::from(positions.first.len()) {
            let is_first = |(x, n): (u8, u8)| positions.first.iter().any(|&(a, b)| a == x && b - a == n);
            return small.is_some_and(is_first).then_some((value, None));
        }
        let near = near?;
        let exception = fibonacci.as_ref().and_then(|walk| {
            positions.exceptions.iter().find_map(|&(first, second, higher)| {
                let even = walk.index_parity(first, second, n)?;
                Some((even == higher, (first, second)))
            })
        });
        let shift = match exception {
            Some((true, _)) => positions.shift - 1,
            Some((false, _)) => positions.shift + 1,
            None => positions.shift,
        };
        (shift == near).then_some((value, exception.map(|(_, sequence)| sequence)))
    })
}

/// Two consecutive Fibonacci numbers, low enough that all sequences of exceptions are still below n or just starting.
struct Walk {
    /// Whether k is even.
    even: bool,
    /// `F_(k-1)` and `F_k`, where `F_(-1) = 1` and `F_0 = 0`.
    fibonacci: (UBig, UBig),
}

impl Walk {
    /// A sequence with the Fibonacci recurrence is `m_k = m_0 F_(k-1) + m_1 F_k`, and `m_1 <= 89 < 2^7` here,
    /// so `m_k <= 89 F_(k+1) <= 89 φ^k`. With `log2 φ < 0.69424192`, it is below `2^(bits-1) <= n` for k =
    /// (bits - 8)/0.69424192.
    fn up_to(n: &UBig) -> Self {
        let bits = u128::try_from(n.bit_len().saturating_sub(8)).unwrap_or(u128::MAX);
        let k = bits.saturating_mul(100_000_000) / 69_424_192;
        // Doubling: F_(2j-1) = F_(j-1)² + F_j² and F_(2j) = F_j (2 F_(j-1) + F_j), a bit of k a step.
        let (mut before, mut now) = (UBig::ONE, UBig::ZERO);
        for bit in (0..u128::BITS - k.leading_zeros()).rev() {
            let square = &now * &now;
            let double = &now * &before * 2u8 + &square;
            before = &before * &before + square;
            now = double;
            if k >> bit & 1 == 1 {
                let next = &before + &now;
                before = std::mem::replace(&mut now, next);
            }
        }
        Self { even: k.is_multiple_of(2), fibonacci: (before, now) }
    }

    /// If n is a member `m_k` of the sequence with these first two members, whether k is even.
    fn index_parity(&self, first: u8, second: u8, n: &UBig) -> Option<bool> {
        let (before, now) = &self.fibonacci;
        let next = before + now;
        let mut even = self.even;
        let mut member = before * first + now * second;
        let mut following = now * first + next * second;
        while member < *n {
            even = !even;
            let sum = &member + &following;
            member = std::mem::replace(&mut following, sum);
        }
        (member == *n).then_some(even)
    }
}

/// R-Wythoff: the outcome, the value if it is 3 or less, and every winning move. Any two piles; nothing for
/// another number.
///
/// The P-positions are Wythoff's (Theorem 5). Let x <= y. The larger pile is lowered to the partner of x, if
/// that is less; when the piles are equal, either may be; and from both the same is taken to reach the
/// P-position with difference y - x, if its smaller pile is less than x. Wythoff's third kind of move, lowering
/// the smaller pile, is not allowed here.
pub fn r_wythoff(piles: &[UBig]) -> Option<Said> {
    let (x, y, swapped) = sorted(piles)?;
    let n = y - x;
    let (low, high) = Beatty::WYTHOFF.pair(&n);
    let mut why = vec![
        format!("the piles differ by {}", short(&n)),
        format!("P-position {} of Wythoff's game is {}", short(&n), shorts([&low, &high], ",")),
    ];
    let found = look_up(x, &n, &low);
    match found {
        None => why.push("the value is more than 3 (Theorems 5 to 8)".into()),
        Some((0, _)) => {}
        Some((value, sequence)) => {
            if low >= *x {
                why.push(format!("the piles are lower by {}", short(&(&low - x))));
            }
            let on = sequence.map(|(first, second)| {
                format!("{} is on the sequence {first}, {second}, .. of exceptions", short(&n))
            });
            why.extend(on);
            why.push(format!("which is where the value is {value}"));
        }
    }
    if low == *x {
        return Some(Said::previous(VALUES[0].by, why));
    }
    let mut moves = Vec::new();
    let partner = Beatty::WYTHOFF.partner(x);
    if partner < *y {
        if x == y {
            moves.push(vec![partner.clone(), x.clone()]);
        }
        moves.push(in_order((x.clone(), partner), swapped));
    }
    if low < *x {
        moves.push(in_order((low, high), swapped));
    }
    let winning = Winning::Every(moves);
    Some(match found.and_then(|(value, _)| Some((value, VALUES.get(usize::from(value))?))) {
        Some((value, positions)) => Said::of_value(UBig::from(value), positions.by, why, winning),
        None => Said::next(VALUES[0].by, why, winning),
    })
}
