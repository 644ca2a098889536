//! Nim (Bouton 1901).

use super::{Said, Theorem, UBig, Winning, shorts, with};
use crate::ruleset::Outcome;

/// The value of Nim.
pub const BOUTON: Theorem = Theorem {
    by: "Bouton 1901",
    says: "The value of Nim is the nim-sum of its piles: their binary digits are added without carrying.",
};

/// The nim-sum: addition of binary numbers without carrying.
pub fn nim_sum<'n>(numbers: impl IntoIterator<Item = &'n UBig>) -> UBig {
    numbers.into_iter().fold(UBig::ZERO, |sum, number| sum ^ number)
}

/// Bouton's theorem: the value of Nim is the nim-sum s of its piles. Any piles, also none.
///
/// Lowering pile p wins just when it becomes `p xor s`, which is a move when that is less than p. So a pile has
/// one winning move or none, and these are all. With more than a thousand piles one of them is given.
///
/// ```
/// use grundy::theorem::{UBig, nim::bouton};
/// let piles = [3u8, 5, 7].map(UBig::from);
/// let said = bouton(&piles);
/// assert_eq!(said.value, Some(UBig::ONE));
/// assert_eq!(said.winning.positions().len(), 3);
/// ```
pub fn bouton(piles: &[UBig]) -> Said {
    let sum = nim_sum(piles);
    let why = vec![format!("the nim-sum of {} is {}", shorts(piles, ", "), super::short(&sum))];
    let winning = changing(piles, &sum);
    Said::of_value(sum, &BOUTON, why, winning)
}

/// Who wins Nim in misère play.
pub const BOUTON_MISERE: Theorem = Theorem {
    by: "Bouton 1901, misère play",
    says: "The player who cannot move wins. With a pile of two or more, the P-positions are those of nim-sum 0; with piles of one alone, those with an odd number of them.",
};

/// Bouton's rule for Nim in misère play, where the player who cannot move wins. There is no value. Any piles, also none.
///
/// Proof, by induction on the counters. With piles of one alone, the players take turns in removing them, and the one who takes the
/// last loses: P just when their number is odd. With exactly one pile of two or more the nim-sum is not 0; the player to move lowers
/// that pile to 1 or 0, so that an odd number of ones is left, and wins; all other moves leave a pile of two or more alone, which is
/// N. With two such piles or more every option has one at least, and nim-sum 0 decides: no move keeps the nim-sum, so from nim-sum 0
/// all options are N (also those with one large pile); else the moves to nim-sum 0 win, and an option of nim-sum 0 has two large
/// piles, as one alone gives another nim-sum.
///
/// ```
/// use grundy::Outcome;
/// use grundy::theorem::{UBig, nim::bouton_misere};
/// assert_eq!(bouton_misere(&[1u8, 1, 1].map(UBig::from)).outcome, Outcome::Previous);
/// let said = bouton_misere(&[1u8, 1, 7].map(UBig::from));
/// assert_eq!(said.winning.positions(), [[1u8, 1, 1].map(UBig::from)]);
/// ```
pub fn bouton_misere(piles: &[UBig]) -> Said {
    let large: Vec<usize> = (0..piles.len()).filter(|&place| piles[place] > UBig::ONE).collect();
    let ones = piles.iter().filter(|&pile| *pile == UBig::ONE).count();
    let is_odd = !ones.is_multiple_of(2);
    let sum = nim_sum(piles);
    let (lost, why, winning) = match large[..] {
        [] => {
            let without = |place: usize| with(piles, place, UBig::ZERO);
            let moves = (0..piles.len()).filter(|&place| !piles[place].is_zero()).map(without);
            let winning = if is_odd { Winning::Every(Vec::new()) } else { Winning::of(piles.len(), moves) };
            (is_odd, format!("no pile has two or more, and {ones} have one"), winning)
        }
        [only] => {
            let left = if is_odd { UBig::ZERO } else { UBig::ONE };
            let why = format!("one pile has two or more; lowered to {left}, it leaves an odd number of ones");
            (false, why, Winning::Every(vec![with(piles, only, left)]))
        }
        _ => {
            let nim_sum = super::short(&sum);
            let why = format!(
                "{} piles have two or more; the nim-sum of {} is {nim_sum}",
                large.len(),
                shorts(piles, ", ")
            );
            let winning = if sum.is_zero() { Winning::Every(Vec::new()) } else { changing(piles, &sum) };
            (sum.is_zero(), why, winning)
        }
    };
    let outcome = if lost { Outcome::Previous } else { Outcome::Next };
    Said { value: None, more_than: None, outcome, theorems: vec![&BOUTON_MISERE], why: vec![why], winning }
}

/// The moves of Nim that change the nim-sum by `change`, not 0: every one, or one of those from more than a thousand piles.
pub fn changing(piles: &[UBig], change: &UBig) -> Winning {
    Winning::of(piles.len(), lowered(piles, change))
}

/// The piles with one of them lowered so that their nim-sum changes by `sum`, in every way.
pub(super) fn lowered<'p>(piles: &'p [UBig], sum: &'p UBig) -> impl Iterator<Item = Vec<UBig>> + 'p {
    let targets = piles.iter().map(move |pile| pile ^ sum);
    let moves = targets.enumerate().filter(|(place, target)| *target < piles[*place]);
    moves.map(|(place, target)| with(piles, place, target))
}
