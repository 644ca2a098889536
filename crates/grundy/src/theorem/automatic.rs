//! The positions of values 1 and 2 of Wythoff's game, by automata that read both piles in Zeckendorf representation.
//!
//! docs/automata.md has the proof: that the automata are right is decided by products of them, and `grundy-check` decides it again.

use super::wythoff::{sorted, wythoff};
use super::{Said, Theorem, Winning};
use crate::automaton::{Numeration, other, proved, with_difference};
use crate::ruleset::Outcome;
use crate::words::counted;
use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

/// The positions of values 1 and 2.
pub const AUTOMATA: Theorem = Theorem {
    by: "automata of values 1 and 2, docs/automata.md",
    says: "The positions of value 1 of Wythoff's game are those that an automaton with 415 states accepts, reading the smaller and the larger pile digit by digit \
           in Zeckendorf representation; those of value 2 are accepted by one with 13,880 states.",
};

/// Bits of the largest piles that are read. The time to find their digits grows with the square.
const LONGEST: usize = 1 << 14;

/// Wythoff's game with two piles: the outcome, every winning move, and the value if it is 2 or less. `None` for another number of piles. The value of piles of
/// more than 16,384 bits is not told, unless it is 0.
///
/// ```
/// use grundy::theorem::{UBig, automatic::wythoff_values};
/// let said = |x: u8, y: u8| wythoff_values(&[x, y].map(UBig::from)).expect("there are two piles");
/// assert_eq!(said(4, 8).value, Some(UBig::ONE));
/// assert_eq!((said(5, 6).value, said(5, 6).more_than), (None, Some(2)));
/// ```
pub fn wythoff_values(piles: &[UBig]) -> Option<Said> {
    let mut said = wythoff(piles)?;
    let (x, y, _) = sorted(piles)?;
    if said.outcome == Outcome::Previous || y.bit_len() > LONGEST {
        return Some(said);
    }
    let word = Numeration::ZECKENDORF.word(&[x.clone(), y.clone()]);
    let digits = counted(u64::try_from(word.len()).unwrap_or(u64::MAX), "Zeckendorf digit");
    let found = (0_u64..).zip(proved()).find(|(_, dfa)| dfa.has(word.iter().copied()));
    let largest = u64::try_from(proved().len()).ok()?.checked_sub(1)?;
    if let Some((value, dfa)) = found {
        let states = counted(u64::try_from(dfa.states()).unwrap_or(u64::MAX), "state");
        said.why.push(format!("the automaton of value {value}, with {states}, accepts their {digits}"));
        said.value = Some(UBig::from(value));
        said.theorems.insert(0, &AUTOMATA);
    } else {
        said.why.push(format!("no automaton of a value up to {largest} accepts their {digits}, so the value is more than {largest}"));
        said.more_than = Some(largest);
        said.theorems.push(&AUTOMATA);
    }
    Some(said)
}

/// The moves of Wythoff's game with two piles to a value, if it is 1 or 2. The row, the column and the diagonal of the position have one position of the value each;
/// walks through the automaton find them, and those nearer to 0 are moves.
///
/// ```
/// use grundy::theorem::{UBig, automatic::wythoff_to};
/// let moves = wythoff_to(&[5u8, 6].map(UBig::from), &UBig::ONE).expect("there are two piles");
/// assert_eq!(moves.positions(), [[3u8, 6], [0, 1]].map(|to| to.map(UBig::from).to_vec()));
/// ```
pub fn wythoff_to(piles: &[UBig], value: &UBig) -> Option<Winning> {
    let (x, y, swapped) = sorted(piles)?;
    if value.is_zero() || y.bit_len() > LONGEST {
        return None;
    }
    let dfa = proved().get(usize::try_from(value).ok()?)?;
    // Each number is the smaller or the larger one of a position.
    let partner = |number: &UBig| other(dfa, 0, number).or_else(|| other(dfa, 1, number));
    let mut moves: Vec<(UBig, UBig)> = Vec::new();
    moves.extend(partner(x).filter(|to| to < y).map(|to| (x.clone(), to)));
    moves.extend(partner(y).filter(|to| to < x).map(|to| (to, y.clone())));
    moves.extend(with_difference(dfa, &(y - x)).filter(|(to, _)| to < x));
    let ordered = |(x, y)| if swapped { vec![y, x] } else { vec![x, y] };
    Some(Winning::Every(moves.into_iter().map(ordered).collect()))
}
