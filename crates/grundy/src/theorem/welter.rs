//! Welter's game and its star (Welter 1954; Conway, "On Numbers and Games", 1976, ch. 13; Berlekamp, Conway & Guy, "Winning
//! Ways", ch. 15).
//!
//! The value of tokens on distinct squares a, b, c, .. is Welter's function `[a|b|c|..]`: the nim-sum of the squares and of
//! `(a|b) = 2^(v+1) - 1` for each pair, where `2^v` is the largest power of 2 that divides a-b. That is the theorem.
//!
//! Moves to a given value follow from the formula. Bit k of `(a|b)` is 1 just when a and b agree below bit k. So with one token on
//! x and the others, whose own value is c, where they are, bit k of the value is the nim-sum of
//! - bit k of x,
//! - bit k of c,
//! - 1 if the number of others that agree with x below bit k is odd.
//!
//! The last depends on the bits of x below k only. Hence for each value n the bits of x follow one after the other, from
//! the lowest: there is one x at the most. It exists. Let n, c and the other squares be below `2^L`. From bit L on at most one other
//! square agrees with x, as they are distinct; if one does, bit L of x is 1, and it agrees no longer; from there on all bits of x are 0.
//! So x is a number, and it is not one of the other squares. A token on a moves to value n just when x < a.

use super::farr_ho::{Strips, star_nim};
use super::nim::nim_sum;
use super::{MANY, Said, Theorem, Winning, short, shorts};
use crate::widths::index;
use dashu_int::ops::BitTest as _;
use dashu_int::{UBig, Word};
use std::ops::Range;

/// Welter's game: tokens on distinct squares of one strip, in increasing order, also none; `None` for tokens that are not in
/// order. Every winning move is given, or one with more than a thousand tokens.
///
/// Cost: for m tokens about m log m comparisons of numbers for the value, and log m for each token that is tried.
///
/// ```
/// use grundy::theorem::{UBig, welter::welter};
/// let strip = [1u8, 4, 9].map(UBig::from);
/// let said = welter(&strip).expect("the squares increase");
/// assert_eq!(said.value, Some(UBig::from(3u8)));
/// assert_eq!(said.winning.positions(), [[1u8, 4, 6].map(UBig::from)]);
/// ```
pub fn welter(squares: &[UBig]) -> Option<Said> {
    let strip = Strip::new(squares.to_vec())?;
    let winning = strip.moves_to(&UBig::ZERO);
    Some(Said::of_value(strip.value.clone(), &WELTER, vec![strip.reason()], winning))
}

/// The moves of Welter's game to a value: every one, or one with more than a thousand tokens. No move keeps the value.
pub fn welter_to(squares: &[UBig], value: &UBig) -> Option<Winning> {
    Some(Strip::new(squares.to_vec())?.moves_to(value))
}

/// The value of Welter's game.
pub const WELTER: Theorem = Theorem {
    by: "Welter 1954; Conway, On Numbers and Games, ch. 13",
    says: "The value of Welter's game is the nim-sum of the squares and, for each two tokens, of 2^(v+1)-1, where 2^v is the largest power of 2 that divides their distance.",
};

/// The star with a token on square 0.
pub const WELTER_SUM: Theorem = Theorem {
    by: "sum of Welter's games (Welter 1954; Conway, On Numbers and Games, ch. 13)",
    says: "A token on square 0 never moves and keeps the others off it, so the strips are a sum of Welter's games on their squares less 1, and the value is the nim-sum of theirs.",
};

/// The star of Welter's game, as far as it is known:
/// - a token on square 0: it never moves, and no other token can come there. So the other tokens of each strip play
///   Welter's game on the squares from 1 on, numbered from 0, and all strips are a sum. Value, and every winning move, or one
///   with more than a thousand tokens;
/// - tokens on one strip only: Welter's game, likewise;
/// - at most one token a strip: Star Nim, which has the same moves, as far as [`star_nim`] goes;
/// - otherwise an N-position, if a token can be moved to square 0 and that wins.
///
/// `None` elsewhere, and if this is not a position.
pub fn star_welter(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    let on_zero = strips.iter().flatten().filter(|square| square.is_zero()).count();
    let increasing = strips.iter().all(|strip| strip.is_sorted_by(|lower, higher| lower < higher));
    if strips.is_empty() || !increasing || on_zero > 1 {
        return None;
    }
    if on_zero == 1 {
        return sum(strips);
    }
    let occupied: Vec<usize> = (0..strips.len()).filter(|&strip| !strips[strip].is_empty()).collect();
    if let [strip] = occupied[..] {
        return Some(put_back(strips, welter(&strips[strip])?, |all, to| all[strip] = to));
    }
    if strips.iter().all(|strip| strip.len() <= 1) {
        let tokens: Vec<UBig> = strips.iter().flatten().cloned().collect();
        let said = if tokens.is_empty() { welter(&[]) } else { star_nim(&tokens) };
        let each = |all: &mut Strips, to: Vec<UBig>| {
            for (&strip, token) in occupied.iter().zip(to) {
                all[strip] = vec![token];
            }
        };
        return said.map(|said| put_back(strips, said, each));
    }
    to_zero(strips)
}

/// Extends a statement about some strips of a star to all of them.
fn put_back(strips: &[Vec<UBig>], said: Said, put: impl Fn(&mut Strips, Vec<UBig>)) -> Said<Strips> {
    let Said { value, more_than, outcome, theorems, why, winning } = said;
    let whole = |to: Vec<UBig>| {
        let mut all = strips.to_vec();
        put(&mut all, to);
        all
    };
    Said { value, more_than, outcome, theorems, why, winning: winning.map(whole) }
}

/// The strips without square 0: tokens on other squares, which are numbered from 0.
fn beyond_zero(strips: &[Vec<UBig>]) -> Option<Vec<Strip>> {
    let less = |squares: &Vec<UBig>| {
        squares.iter().filter(|square| !square.is_zero()).map(|x| x - UBig::ONE).collect()
    };
    strips.iter().map(|squares| Strip::new(less(squares))).collect()
}

fn nim_sum_of(parts: &[Strip]) -> UBig {
    nim_sum(parts.iter().map(|part| &part.value))
}

/// The count of numbers that one move writes out.
fn size(strips: &[Vec<UBig>]) -> usize {
    strips.iter().map(|strip| 1 + strip.len()).sum()
}

/// A star with a token on square 0.
fn sum(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    let parts = beyond_zero(strips)?;
    let total = nim_sum_of(&parts);
    let values = shorts(parts.iter().map(|part| &part.value), ", ");
    let why = vec![
        "a token is on square 0; the others are a sum of Welter's games, on their squares less 1".to_owned(),
        format!("the values of the strips are {values}; their nim-sum is {}", short(&total)),
    ];
    if total.is_zero() {
        return Some(Said::previous(&WELTER_SUM, why).with([&WELTER]));
    }
    let moves = (0..strips.len()).flat_map(|strip| {
        let part = &parts[strip];
        let zeros = strips[strip].len() - part.squares.len();
        let moves = part.lowered_to(&part.value ^ &total);
        moves.map(move |(token, to)| moved(strips, (strip, token + zeros), to + UBig::ONE))
    });
    Some(Said::of_value(total.clone(), &WELTER_SUM, why, Winning::of(size(strips), moves)).with([&WELTER]))
}

/// The moves to square 0, which is empty, that win.
fn to_zero(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    let parts = beyond_zero(strips)?;
    let total = nim_sum_of(&parts);
    let tokens =
        (0..strips.len()).flat_map(|strip| (0..strips[strip].len()).map(move |token| (strip, token)));
    let mut wins = tokens
        .filter(|&(strip, token)| parts[strip].value_without(token) == &parts[strip].value ^ &total)
        .peekable();
    let (strip, token) = *wins.peek()?;
    let square = short(&strips[strip][token]);
    let why = vec![format!(
        "the token on square {square} of strip {} can take square 0; that leaves a sum of Welter's games of value 0",
        strip + 1
    )];
    let moves = wins.map(|at| moved(strips, at, UBig::ZERO));
    let most = if size(strips) <= MANY { usize::MAX } else { 1 };
    Some(Said::next(&WELTER_SUM, why, Winning::AtLeast(moves.take(most).collect())).with([&WELTER]))
}

/// The strips with a token on another square.
fn moved(strips: &[Vec<UBig>], (strip, token): (usize, usize), to: UBig) -> Strips {
    let mut all = strips.to_vec();
    all[strip] = jumped(&strips[strip], token, to);
    all
}

/// The squares with a token on a lower one, in order.
fn jumped(squares: &[UBig], token: usize, to: UBig) -> Vec<UBig> {
    let mut squares = squares.to_vec();
    squares.remove(token);
    squares.insert(squares.partition_point(|square| *square < to), to);
    squares
}

/// A position of Welter's game with its value.
struct Strip {
    squares: Vec<UBig>,
    /// The tokens in the order of their squares read from the lowest bit on: those that agree below bit k stand together, for every k.
    order: Vec<usize>,
    /// Where each token stands in that order.
    place: Vec<usize>,
    value: UBig,
}

impl Strip {
    /// `None` unless the squares increase.
    fn new(squares: Vec<UBig>) -> Option<Self> {
        if !squares.is_sorted_by(|lower, higher| lower < higher) {
            return None;
        }
        let mut order: Vec<usize> = (0..squares.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            let (a, b) = (&squares[a], &squares[b]);
            first_difference(a, b, 0, false)
                .map_or(std::cmp::Ordering::Equal, |bit| a.bit(bit).cmp(&b.bit(bit)))
        });
        let mut place = vec![0; squares.len()];
        order.iter().enumerate().for_each(|(at, &token)| place[token] = at);
        let mut strip = Self { squares, order, place, value: UBig::ZERO };
        strip.value = nim_sum(&strip.squares) ^ strip.all().pairs();
        Some(strip)
    }

    fn all(&self) -> Tokens<'_> {
        Tokens { strip: self, without: self.squares.len() }
    }

    fn others(&self, token: usize) -> Tokens<'_> {
        Tokens { strip: self, without: self.place[token] }
    }

    /// The value when a token is taken away.
    fn value_without(&self, token: usize) -> UBig {
        let square = &self.squares[token];
        &self.value ^ square ^ self.others(token).sum_with(square, false)
    }

    /// The tokens that can be moved to a value, each with the square it moves to.
    fn lowered_to(&self, value: UBig) -> impl Iterator<Item = (usize, UBig)> {
        let target = move |token: usize| {
            let others = self.others(token);
            let bits = self.value_without(token) ^ &value;
            let to = others.sum_with(&bits, true) ^ bits;
            (to < self.squares[token]).then_some((token, to))
        };
        (0..self.squares.len()).filter_map(target)
    }

    fn moves_to(&self, value: &UBig) -> Winning {
        if *value == self.value {
            return Winning::Every(Vec::new());
        }
        let moves = self.lowered_to(value.clone()).map(|(token, to)| jumped(&self.squares, token, to));
        Winning::of(self.squares.len(), moves)
    }

    fn reason(&self) -> String {
        let squares = nim_sum(&self.squares);
        let pairs = &squares ^ &self.value;
        match &self.squares[..] {
            [] => "there are no tokens".to_owned(),
            [square] => format!("one token, on square {}", short(square)),
            all => format!(
                "the nim-sum of {} is {}, that of 2^(v+1)-1 over all pairs, with 2^v the power of 2 in their difference, is {}; together {}",
                shorts(all, ", "),
                short(&squares),
                short(&pairs),
                short(&self.value)
            ),
        }
    }
}

/// All tokens of a strip but one, or all, in the order of their lowest bits.
#[derive(Clone, Copy)]
struct Tokens<'s> {
    strip: &'s Strip,
    without: usize,
}

impl<'s> Tokens<'s> {
    fn len(self) -> usize {
        self.strip.order.len() - usize::from(self.without < self.strip.order.len())
    }

    fn square(self, at: usize) -> &'s UBig {
        &self.strip.squares[self.strip.order[at + usize::from(at >= self.without)]]
    }

    /// The lowest bit in which squares of this range do not agree, which they do below bit `from`, and the first of those that
    /// have it set.
    fn split(self, range: &Range<usize>, from: usize) -> Option<(usize, usize)> {
        if range.len() < 2 {
            return None;
        }
        let bit = first_difference(self.square(range.start), self.square(range.end - 1), from, false)?;
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.square(middle).bit(bit) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some((bit, low))
    }

    /// The nim-sum of `(a|b)` over all pairs.
    fn pairs(self) -> UBig {
        let mut sum = UBig::ZERO;
        let mut groups = vec![(0..self.len(), 0)];
        while let Some((group, from)) = groups.pop() {
            if let Some((bit, middle)) = self.split(&group, from) {
                let (clear, set) = (group.start..middle, middle..group.end);
                if clear.len() % 2 == 1 && set.len() % 2 == 1 {
                    sum ^= UBig::ones(bit + 1);
                }
                groups.extend([(clear, bit + 1), (set, bit + 1)]);
            }
        }
        sum
    }

    /// The nim-sum of `(x|b)` over the squares b, none of which is x. Bit k of x is that of `bits`, if `turned` with
    /// bit k of the sum added.
    fn sum_with(self, bits: &UBig, turned: bool) -> UBig {
        let mut sum = UBig::ZERO;
        // The squares that agree with x below bit `from`, and whether they were odd in number before.
        let (mut group, mut from, mut odd) = (0..self.len(), 0, false);
        loop {
            if odd != (group.len() % 2 == 1) {
                odd = !odd;
                sum ^= UBig::ones(from);
            }
            if group.is_empty() {
                return sum;
            }
            // The bits of x are these as long as the squares that agree with it stay the same.
            let leaves = first_difference(bits, self.square(group.start), from, turned && odd);
            match (self.split(&group, from), leaves) {
                (Some((bit, middle)), Some(leaves)) if leaves == bit => {
                    (group, from) = (middle..group.end, bit + 1);
                }
                (Some((bit, middle)), leaves) if leaves.is_none_or(|leaves| leaves > bit) => {
                    (group, from) = (group.start..middle, bit + 1);
                }
                (_, Some(leaves)) => (group, from) = (0..0, leaves + 1),
                (_, None) => unreachable!("x is none of the squares"),
            }
        }
    }
}

/// The lowest bit from `from` on in which two numbers differ or, if one of them is `turned`, in which they do not.
fn first_difference(a: &UBig, b: &UBig, from: usize, turned: bool) -> Option<usize> {
    let (a, b) = (a.as_words(), b.as_words());
    let bits = index(Word::BITS);
    let word = |number: &[Word], at: usize| number.get(at).copied().unwrap_or(0);
    for at in from / bits..a.len().max(b.len()) {
        let mut differ = word(a, at) ^ word(b, at) ^ if turned { Word::MAX } else { 0 };
        if at == from / bits {
            differ &= Word::MAX << (from % bits);
        }
        if differ != 0 {
            return Some(at * bits + index(differ.trailing_zeros()));
        }
    }
    turned.then(|| from.max(a.len().max(b.len()) * bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first difference against a search bit by bit, at the edges of words.
    #[test]
    fn first_differences_bit_by_bit() {
        let numbers: Vec<UBig> = [0, 1, 5, 63, 64, 65, 128]
            .into_iter()
            .flat_map(|bits| [UBig::ones(bits), UBig::ONE << bits, (UBig::ONE << bits) + 1u8])
            .collect();
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
            for (from, turned) in [0, 1, 62, 63, 64, 65, 127, 130, 200]
                .into_iter()
                .flat_map(|from| [(from, false), (from, true)])
            {
                let expected = (from..300).find(|&bit| (a.bit(bit) != b.bit(bit)) != turned);
                assert_eq!(first_difference(a, b, from, turned), expected, "{a} {b} from {from}, {turned}");
            }
        }
    }
}
