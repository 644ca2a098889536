//! Nim (Bouton 1901).

use super::{Said, Theorem, UBig, Winning, shorts, with};

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
