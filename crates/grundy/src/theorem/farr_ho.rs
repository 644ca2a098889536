//! Silver Dollar and its stars (Farr & Ho, "The Sprague-Grundy function for some nearly disjunctive sums of Nim
//! and Silver Dollar games").
//!
//! What is proved is about gaps. On a strip with tokens `x_1 < x_2 < .. < x_n`, the gap of a token is the
//! number of free squares it can move over. The gaps of `x_n`, `x_(n-2)`, .. count, as piles of Nim; lowering
//! another token makes the gap to its right larger. So with s the nim-sum, a token wins by changing the gap g
//! that it is next to into `g xor s`: by lowering `x_i`, if g is its own gap and becomes less, and by lowering
//! the token before `x_i`, if g becomes more and that token has the room.

mod heads;
mod silver_dollar;
mod star_nim;

pub use heads::HeadsAndTails;
pub use silver_dollar::{SILVER_DOLLAR, silver_dollar, silver_dollar_to};
pub use star_nim::{
    LEMMA_3, PROPOSITION_1, PROPOSITION_2, PROPOSITION_3, PROPOSITION_4, PROPOSITION_5, bounds, lemma_3,
    star_nim, value_up_to_5,
};

use super::{Said, Theorem, Winning};
use crate::theorem::nim::nim_sum;
use dashu_int::UBig;
use silver_dollar::{Gaps, reason};

/// A token on square 0.
pub const REMARK_2: Theorem = Theorem {
    by: "Farr & Ho, Remark 2",
    says: "A token on square 0 never moves and keeps those of other strips off it, so the strips are a sum of Silver Dollars, \
           all but that of the token without square 0; the value is the nim-sum of theirs.",
};

/// Strips with odd numbers of tokens.
pub const COROLLARY_1: Theorem = Theorem {
    by: "Farr & Ho, Corollary 1",
    says: "If every strip has an odd number of tokens, the value is the nim-sum of the value of Star Nim on the lowest tokens and of the gaps that count: \
           of the other tokens, the numbers of free squares directly below the highest of a strip, the third highest, and so on.",
};

/// Strips with even numbers of tokens.
pub const COROLLARY_2: Theorem = Theorem {
    by: "Farr & Ho, Corollary 2",
    says: "If every strip has an even number of tokens, Star Silver Dollar is the sum of its strips: the value is the nim-sum of their values as Silver Dollars.",
};

/// Heads and tails.
pub const THEOREM_2: Theorem = Theorem {
    by: "Farr & Ho, Theorem 2",
    says: "The value of Star Silver Dollar is the nim-sum of the value of its heads and of the gaps that count in its tails; \
           the head of a strip is its lowest token, or its two lowest if it has an even number of tokens, the tail is the rest, \
           and the gaps that count are the numbers of free squares directly below its highest token, the third highest, and so on.",
};

/// Strips, each with its tokens in increasing order.
pub type Strips = Vec<Vec<UBig>>;

/// Whether at most one token stands on square 0, and one does.
fn zero_taken<'t>(lowest: impl Iterator<Item = &'t UBig>) -> Option<bool> {
    let on_zero = lowest.filter(|token| token.is_zero()).count();
    (on_zero <= 1).then_some(on_zero == 1)
}

/// Star Silver Dollar, as far as the paper's results go; strips without tokens do not matter:
/// - a token on square 0: the other strips have lost that square, and all are a sum (Remark 2). Value, and
///   every winning move, or one of very many;
/// - one strip: sec. 1.3, likewise;
/// - all strips with an even number of tokens: the sum of the strips (Corollary 2), likewise;
/// - all strips odd: Star Nim of the lowest tokens, and the tails (Corollary 1), as far as [`star_nim`] goes.
///   For two strips the outcome is known when the nim-sum of the tails is at most 5 (Proposition 4) or out of
///   bounds (Proposition 5);
/// - otherwise an N-position, if a lowest token can be moved to square 0 and that wins (Remark 2).
///
/// `None` elsewhere: for strips of both kinds the paper has only [`HeadsAndTails`]. `None`, too, if this is not a
/// position.
pub fn star_silver_dollar(strips: &[Vec<UBig>]) -> Option<Said<Strips>> {
    let parts = HeadsAndTails::new(strips)?;
    let taken = zero_taken(strips.iter().filter_map(|strip| strip.first()))?;
    let mut lengths = strips.iter().map(Vec::len).filter(|&length| length > 0);
    let theorem = if taken {
        &REMARK_2
    } else if lengths.clone().count() < 2 {
        &SILVER_DOLLAR
    } else if lengths.clone().all(|length| length % 2 == 0) {
        &COROLLARY_2
    } else if lengths.all(|length| length % 2 == 1) {
        return odd_strips(&parts).or_else(|| by_zero(&parts));
    } else {
        return by_zero(&parts);
    };
    let gaps = gaps(strips, taken)?;
    let sum = nim_sum(gaps.iter().flat_map(|strip| strip.counted(0)));
    let why = vec![reason(gaps.iter().flat_map(|strip| strip.counted(0)), &sum)];
    let winning = changing(strips, &gaps, |_| 0, &sum);
    let used = (theorem.by != SILVER_DOLLAR.by).then_some(&SILVER_DOLLAR);
    Some(Said::of_value(sum, theorem, why, winning).with(used))
}

/// The gaps of each strip; once square 0 is taken, the other strips have lost it.
fn gaps(strips: &[Vec<UBig>], taken: bool) -> Option<Vec<Gaps<'_>>> {
    let lost_zero = |strip: &[UBig]| taken && !strip.first().is_some_and(UBig::is_zero);
    strips.iter().map(|strip| Gaps::new(strip, lost_zero(strip))).collect()
}

/// The strips with a token lowered as [`Gaps::lowered`] has it, from the one on that `from` gives for its strip.
fn changing(
    strips: &[Vec<UBig>],
    gaps: &[Gaps<'_>],
    from: impl Fn(&[UBig]) -> usize,
    sum: &UBig,
) -> Winning<Strips> {
    if sum.is_zero() {
        return Winning::Every(Vec::new());
    }
    let put = |place: usize, strip| {
        let mut to = strips.to_vec();
        to[place] = strip;
        to
    };
    let moves = gaps.iter().zip(strips).enumerate().flat_map(|(place, (gaps, strip))| {
        gaps.lowered(from(strip), sum).map(move |strip| put(place, strip))
    });
    Winning::of(strips.iter().map(|strip| 1 + strip.len()).sum(), moves)
}

/// The moves to square 0, which is empty, that win: those that give the heads, by Remark 2, the value of the
/// tails. Each is a sum of all heads, so of very many strips only the first moves are tried.
fn to_zero(parts: &HeadsAndTails<'_>) -> Vec<Strips> {
    const TRIED: usize = 500;
    let to_zero = |place: usize| {
        let mut heads = parts.heads.clone();
        *heads[place].first_mut()? = UBig::ZERO;
        let sum = nim_sum(gaps(&heads, true)?.iter().flat_map(|head| head.counted(0)));
        (sum == parts.tails).then(|| parts.with_heads(&heads))
    };
    (0..parts.heads.len().min(TRIED)).filter_map(to_zero).collect()
}

fn by_zero(parts: &HeadsAndTails<'_>) -> Option<Said<Strips>> {
    let moves = to_zero(parts);
    let place = moves.first()?.iter().position(|strip| strip.first().is_some_and(UBig::is_zero))?;
    let why = vec![format!("the lowest token of strip {} can take square 0, and that wins", place + 1)];
    Some(Said::next(&REMARK_2, why, Winning::AtLeast(moves)))
}

/// Corollary 1, for heads of one token at the most and none on square 0.
fn odd_strips(parts: &HeadsAndTails<'_>) -> Option<Said<Strips>> {
    let lowest: Vec<UBig> = parts.heads.iter().flatten().cloned().collect();
    let known = star_nim(&lowest)?;
    let why = parts.why(known.by(), known.why, known.value.as_ref());
    // Moves of a lowest token that make the value of the heads that of the tails.
    let moves = if parts.tails.is_zero() { known.winning } else { star_nim::moves_to(&lowest, &parts.tails) };
    let moves = moves.map(|lowest| on_strips(&parts.heads, lowest));
    if let Some(value) = known.value {
        return Some(
            Said::of_value(parts.value(&value), &COROLLARY_1, why, parts.winning(&value, &moves))
                .with(known.theorems),
        );
    }
    // The value of the heads is not known, only that it is not that of the tails.
    let differs = parts.tails.is_zero() || star_nim::cannot_be(&lowest, &parts.tails);
    let winning = match moves {
        moves if parts.is_reduced() => moves,
        moves if moves.positions().is_empty() => Winning::AtLeast(to_zero(parts)),
        moves => Winning::AtLeast(moves.positions().iter().map(|heads| parts.with_heads(heads)).collect()),
    };
    differs.then(|| Said::next(&COROLLARY_1, why, winning).with(known.theorems))
}

/// One token for each strip that has one.
fn on_strips(heads: &[Vec<UBig>], lowest: Vec<UBig>) -> Strips {
    let mut lowest = lowest.into_iter();
    heads.iter().map(|head| lowest.by_ref().take(head.len()).collect()).collect()
}
