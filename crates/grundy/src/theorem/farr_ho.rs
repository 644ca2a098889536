//! Silver Dollar and its stars (Farr & Ho, "The Sprague-Grundy function for some nearly disjunctive sums of Nim
//! and Silver Dollar games").
//!
//! What is proved is about gaps. On a strip with tokens `x_1 < x_2 < .. < x_n`, the gap of a token is the
//! number of free squares it can move over. The gaps of `x_n`, `x_(n-2)`, .. count, as piles of Nim; lowering
//! another token makes the gap to its right larger. So with s the nim-sum, a token wins by changing the gap g
//! that it is next to into `g xor s`: by lowering `x_i`, if g is its own gap and becomes less, and by lowering
//! the token before `x_i`, if g becomes more and that token has the room.

mod period;
mod star_nim;

pub use period::Periodic;
pub use star_nim::{bounds, lemma_3, star_nim, star_nim_by_row, value_up_to_5};

use super::{Said, Winning, short, shorts};
use crate::theorem::nim::nim_sum;
use dashu_int::UBig;

/// Strips, each with its tokens in increasing order.
pub type Strips = Vec<Vec<UBig>>;

/// A strip and its gaps.
struct Gaps<'s> {
    tokens: &'s [UBig],
    gaps: Vec<UBig>,
}

impl<'s> Gaps<'s> {
    /// The lowest square that may be used is 0, or 1 where the strip has lost its square 0. Nothing unless the tokens
    /// increase from there on.
    fn new(tokens: &'s [UBig], lost_zero: bool) -> Option<Self> {
        let mut low = UBig::from(lost_zero);
        let mut gaps = Vec::with_capacity(tokens.len());
        for token in tokens {
            if *token < low {
                return None;
            }
            gaps.push(token - &low);
            low = token + UBig::ONE;
        }
        Some(Self { tokens, gaps })
    }

    /// Whether the gap of a token counts.
    fn counts(&self, token: usize) -> bool {
        (self.tokens.len() - token) % 2 == 1
    }

    /// The gaps that count, of the tokens from one on.
    fn counted(&self, from: usize) -> impl Iterator<Item = &UBig> {
        (from..self.tokens.len()).filter(|&token| self.counts(token)).map(|token| &self.gaps[token])
    }

    /// The strip with one of the tokens from `from` on lowered so that the nim-sum of the counted gaps changes
    /// by `sum`, not 0, in every way. `from` must not leave the token before a counted gap out.
    fn lowered(&self, from: usize, sum: &UBig) -> impl Iterator<Item = Vec<UBig>> {
        let one = move |token: usize| {
            let counted = if self.counts(token) { token } else { token + 1 };
            let gap = &self.gaps[counted];
            let wanted = gap ^ sum;
            let by = if counted == token {
                (wanted < *gap).then(|| gap - wanted)?
            } else {
                (wanted > *gap).then(|| wanted - gap)?
            };
            let to = (by <= self.gaps[token]).then(|| &self.tokens[token] - by)?;
            Some(super::with(self.tokens, token, to))
        };
        (from..self.tokens.len()).filter_map(one)
    }

    /// The same moves from the first token on, for any `sum`.
    fn changing(&self, sum: &UBig) -> Winning {
        if sum.is_zero() {
            return Winning::Every(Vec::new());
        }
        Winning::of(self.tokens.len(), self.lowered(0, sum))
    }
}

/// Silver Dollar on one strip (sec. 1.3): the value is the nim-sum of the gaps that count. Any tokens in
/// increasing order, also none; nothing for tokens that are not in order. Every winning move is given, or one with more than a
/// thousand tokens.
///
/// ```
/// use grundy::theorem::{UBig, farr_ho::silver_dollar};
/// let strip = [3u8, 5, 8, 12, 19].map(UBig::from);
/// assert_eq!(silver_dollar(&strip).and_then(|said| said.value), Some(UBig::from(7u8)));
/// ```
pub fn silver_dollar(tokens: &[UBig]) -> Option<Said> {
    let gaps = Gaps::new(tokens, false)?;
    let sum = nim_sum(gaps.counted(0));
    let why = vec![reason(gaps.counted(0), &sum)];
    let winning = gaps.changing(&sum);
    Some(Said::of_value(sum, "Farr & Ho, sec. 1.3", why, winning))
}

/// The moves of Silver Dollar on one strip to a value other than its own, by the same theorem.
pub fn silver_dollar_to(tokens: &[UBig], value: &UBig) -> Option<Winning> {
    let gaps = Gaps::new(tokens, false)?;
    let change = nim_sum(gaps.counted(0)) ^ value;
    (!change.is_zero()).then(|| gaps.changing(&change))
}

fn reason<'n>(gaps: impl Iterator<Item = &'n UBig>, sum: &UBig) -> String {
    match shorts(gaps, ", ") {
        gaps if gaps.is_empty() => "no gap counts".into(),
        gaps => format!("the gaps that count are {gaps}; their nim-sum is {}", short(sum)),
    }
}

/// How many tokens are the head of a strip (Definition 1): one, if their number is odd, else two, or none if
/// there are none.
fn head(tokens: &[UBig]) -> usize {
    if tokens.len() % 2 == 1 { 1 } else { tokens.len().min(2) }
}

/// Whether at most one token stands on square 0, and one does.
fn zero_taken<'t>(lowest: impl Iterator<Item = &'t UBig>) -> Option<bool> {
    let on_zero = lowest.filter(|token| token.is_zero()).count();
    (on_zero <= 1).then_some(on_zero == 1)
}

/// Theorem 2: Star Silver Dollar is the sum of the star of its heads, which is returned, and its tails, whose
/// nim-sum is. Any strips with tokens in increasing order and at most one token on square 0; nothing for
/// others.
pub fn heads_and_tails(strips: &[Vec<UBig>]) -> Option<(Strips, UBig)> {
    zero_taken(strips.iter().filter_map(|strip| strip.first()))?;
    let mut tails = UBig::ZERO;
    for strip in strips {
        tails ^= nim_sum(Gaps::new(strip, false)?.counted(head(strip)));
    }
    Some((strips.iter().map(|strip| strip[..head(strip)].to_vec()).collect(), tails))
}

/// Star Silver Dollar, as far as it is known:
/// - a token on square 0: the other strips have lost that square, and all are a sum (Remark 2). Value, and
///   every winning move, or one of very many;
/// - one strip: sec. 1.3, likewise;
/// - all strips with an even number of tokens, or none: the sum of the strips (Corollary 2), likewise;
/// - all strips odd: Star Nim of the lowest tokens, and the tails (Corollary 1), as far as [`star_nim`] goes.
///   For two strips the outcome is known when the nim-sum of the tails is at most 5 (Proposition 4) or out of
///   bounds (Proposition 5);
/// - otherwise an N-position, if a lowest token can be moved to square 0 and that wins (Remark 2).
///
/// Nothing elsewhere: for strips of both kinds the paper has [`heads_and_tails`] only. And nothing for what is
/// no position.
pub fn star_silver_dollar(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    let taken = zero_taken(strips.iter().filter_map(|strip| strip.first()))?;
    let by = if strips.is_empty() {
        return None;
    } else if taken {
        "Farr & Ho, Remark 2"
    } else if strips.len() == 1 {
        "Farr & Ho, sec. 1.3"
    } else if strips.iter().all(|strip| strip.len() % 2 == 0) {
        "Farr & Ho, Corollary 2"
    } else if strips.iter().all(|strip| strip.len() % 2 == 1) {
        return odd_strips(strips).or_else(|| by_zero(strips));
    } else {
        return by_zero(strips);
    };
    let gaps = gaps(strips, taken)?;
    let sum = nim_sum(gaps.iter().flat_map(|strip| strip.counted(0)));
    let why = vec![reason(gaps.iter().flat_map(|strip| strip.counted(0)), &sum)];
    let winning = changing(strips, &gaps, 0, &sum);
    Some(Said::of_value(sum, by, why, winning))
}

/// The gaps of each strip; once square 0 is taken, the other strips have lost it.
fn gaps(strips: &[Vec<UBig>], taken: bool) -> Option<Vec<Gaps<'_>>> {
    let lost_zero = |strip: &[UBig]| taken && !strip.first().is_some_and(UBig::is_zero);
    strips.iter().map(|strip| Gaps::new(strip, lost_zero(strip))).collect()
}

/// The strips with a token lowered as [`Gaps::lowered`] has it.
fn changing(strips: &[Vec<UBig>], gaps: &[Gaps<'_>], from: usize, sum: &UBig) -> Winning<Strips> {
    if sum.is_zero() {
        return Winning::Every(Vec::new());
    }
    let put = |place: usize, strip| {
        let mut to = strips.to_vec();
        to[place] = strip;
        to
    };
    let moves = gaps
        .iter()
        .enumerate()
        .flat_map(|(place, strip)| strip.lowered(from, sum).map(move |strip| put(place, strip)));
    Winning::of(strips.iter().map(|strip| 1 + strip.len()).sum(), moves)
}

/// The moves to square 0, which nobody has taken yet, that win by Remark 2. Each is a sum of all strips, so of very many
/// strips only the first moves are tried.
fn to_zero(strips: &[Vec<UBig>]) -> Vec<Strips> {
    const TRIED: usize = 500;
    let to_zero = |place: usize| {
        let mut to = strips.to_vec();
        *to[place].first_mut()? = UBig::ZERO;
        let sum = nim_sum(gaps(&to, true)?.iter().flat_map(|strip| strip.counted(0)));
        sum.is_zero().then_some(to)
    };
    (0..strips.len().min(TRIED)).filter_map(to_zero).collect()
}

fn by_zero(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    heads_and_tails(strips)?;
    let moves = to_zero(strips);
    let place = moves.first()?.iter().position(|strip| strip.first().is_some_and(UBig::is_zero))?;
    let why = vec![format!("the lowest token of strip {} can take square 0, and that wins", place + 1)];
    Some(Said::next("Farr & Ho, Remark 2", why, Winning::AtLeast(moves)))
}

/// Corollary 1, for strips without a token on square 0.
fn odd_strips(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    const BY: &str = "Farr & Ho, Corollary 1";
    let gaps: Vec<Gaps<'_>> = strips.iter().map(|strip| Gaps::new(strip, false)).collect::<Option<_>>()?;
    let heads: Vec<UBig> = strips.iter().map(|strip| strip[0].clone()).collect();
    let tails = nim_sum(gaps.iter().flat_map(|strip| strip.counted(1)));
    let known = star_nim(&heads)?;
    let mut why = vec![
        format!("tails: {}", reason(gaps.iter().flat_map(|strip| strip.counted(1)), &tails)),
        format!("heads: Star Nim {}, by {}", shorts(&heads, ","), known.by),
    ];
    why.extend(known.why);
    // Moves of a lowest token that make the value of the heads that of the tails.
    let head_moves = if tails.is_zero() { known.winning } else { star_nim::moves_to(&heads, &tails) };
    let mut every = head_moves.is_every();
    let put = |lowest: &Vec<UBig>| -> Strips {
        strips.iter().zip(lowest).map(|(strip, token)| super::with(strip, 0, token.clone())).collect()
    };
    let mut moves: Vec<Strips> = head_moves.positions().iter().map(put).collect();
    let Some(value) = known.value else {
        // The value of the heads is not known, only that it is not that of the tails.
        let differs = tails.is_zero() || star_nim::cannot_be(&heads, &tails);
        if moves.is_empty() {
            moves = to_zero(strips);
        }
        return differs.then(|| Said::next(BY, why, Winning::AtLeast(moves)));
    };
    let total = value ^ tails;
    let tail_moves = changing(strips, &gaps, 1, &total);
    every &= tail_moves.is_every();
    moves.extend_from_slice(tail_moves.positions());
    why.push(format!("together {}", short(&total)));
    let winning = if every { Winning::Every(moves) } else { Winning::AtLeast(moves) };
    Some(Said::of_value(total, BY, why, winning))
}
