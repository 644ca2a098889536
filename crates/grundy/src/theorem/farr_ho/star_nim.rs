use super::{REMARK_2, zero_taken};
use crate::theorem::nim::{BOUTON, bouton, lowered, nim_sum};
use crate::theorem::{Said, Theorem, Winning, short, shorts, with};
use dashu_int::UBig;

/// The P-positions of two strips.
pub const PROPOSITION_1: Theorem = Theorem {
    by: "Farr & Ho, Proposition 1",
    says: "Two strips of Star Nim are a P-position just when their squares are 0 and 1, or equal and 2 or more.",
};

/// The P-positions of three strips.
pub const PROPOSITION_2: Theorem = Theorem {
    by: "Farr & Ho, Proposition 2",
    says: "Three strips of Star Nim are a P-position just when the nim-sum of their squares is 0.",
};

/// The P-positions of four strips, a token on square 1.
pub const PROPOSITION_3: Theorem = Theorem {
    by: "Farr & Ho, Proposition 3",
    says: "Four strips of Star Nim with a token on square 1 and none on square 0 are a P-position just when the nim-sum of the other three squares is 0.",
};

/// The positions of two strips of value 0 to 5.
pub const PROPOSITION_4: Theorem = Theorem {
    by: "Farr & Ho, Proposition 4 with (6k+i, 6k+i+3) in (vi)",
    says: "The pairs of value 0 to 5 of Star Nim are known: from square 12 on they are k,k of value 0, 2k+1,2k+2 of value 1, 2k,2k+1 of value 2, \
           4k+2,4k+4 and 4k+3,4k+5 of value 3, 4k,4k+2 and 4k+1,4k+3 of value 4, and 6k,6k+3 and 6k+1,6k+4 and 6k+2,6k+5 of value 5; those below are a list.",
};

/// Bounds on the value of two strips.
pub const PROPOSITION_5: Theorem = Theorem {
    by: "Farr & Ho, Proposition 5",
    says: "The value of two strips of Star Nim with tokens on positive squares a <= b is from b-a to b+a-1.",
};

/// The values of two strips, a token on square 0, 1 or 2.
pub const LEMMA_3: Theorem = Theorem {
    by: "Farr & Ho, Lemma 3",
    says: "In Star Nim G(0,b) = b-1, G(1,b) = b, G(2,2) = 0 and, for b >= 3, G(2,b) is b-2 if b is 2 more than a multiple of 3, and b+1 if not.",
};

/// Lemma 3: the value of two strips when a token stands on square 0, 1 or 2; `None` for others, and for 0,0,
/// which is no position.
pub fn lemma_3(a: &UBig, b: &UBig) -> Option<UBig> {
    let (a, b) = (a.min(b), a.max(b));
    match u8::try_from(a).ok()? {
        0 if b.is_zero() => None,
        0 => Some(b - UBig::ONE),
        1 => Some(b.clone()),
        2 if *b == UBig::from(2u8) => Some(UBig::ZERO),
        2 if b % 3u8 == 2 => Some(b - 2u8),
        2 => Some(b + UBig::ONE),
        _ => None,
    }
}

/// Proposition 4: the value of two strips if it is 5 or less; `None` when it is more, and for 0,0, which is no
/// position.
///
/// For 5 the paper has the family (4k+i, 4k+i+3), k >= 3, which is not so (docs/errata.md,
/// farr-ho/proposition-4-vi). It is (6k+i, 6k+i+3) for k >= 2, 0 <= i <= 2. Proof: with it each number is in
/// one pair of value 5 and has one partner, so no move joins two pairs. From x < y of value above 5 a move to a
/// pair must exist. If the partner of x is less than y, lower y to it. If not, then for x >= 12 the partner is
/// x+3, so y is x+1 or x+2, and the value is 1 to 4; and for x < 12 it is 11 at the most, which leaves the
/// pairs below 12: see Table 1.
pub fn value_up_to_5(a: &UBig, b: &UBig) -> Option<u8> {
    let (a, b) = (a.min(b), a.max(b));
    let apart = u8::try_from(b - a).ok().filter(|&apart| apart <= 6)?;
    if let Ok(small @ 0..12) = u8::try_from(a)
        && let Some(value) = single(small, small + apart)
    {
        return Some(value);
    }
    let from = |least: u8| *a >= UBig::from(least);
    let (by_4, by_6) = (a % 4u8, a % 6u8);
    match apart {
        0 if from(2) => Some(0),
        1 if from(3) && by_4 % 2 == 1 => Some(1),
        1 if from(4) && by_4 % 2 == 0 => Some(2),
        2 if from(6) && by_4 >= 2 => Some(3),
        2 if from(12) && by_4 < 2 => Some(4),
        3 if from(12) && by_6 < 3 => Some(5),
        _ => None,
    }
}

/// The pairs of Proposition 4 that stand alone.
fn single(a: u8, b: u8) -> Option<u8> {
    match (a, b) {
        (0, 1..=6) => Some(b - 1),
        (1, 1..=5) => Some(b),
        (2, 5) => Some(3),
        (2, 3) | (6, 9) | (7, 10) | (8, 11) => Some(4),
        (2, 4) | (3, 7) | (8, 10) | (9, 11) => Some(5),
        _ => None,
    }
}

/// The least and the greatest value that m strips with tokens on positive squares may have: `c - A` or 0, and `A + c - (m-1)`, with c the
/// largest square and A the sum of the others; `None` when a square is 0. For two strips this is Proposition 5.
///
/// A play lowers the sum by 1 at least in each move, and ends when it is m-1 at the latest: one token on square 0, the others on square 1.
/// [`crate::theorem::bounds`] has the argument for the lower bound: v can be a value in A other rows, once in each.
pub fn bounds(squares: &[UBig]) -> Option<(UBig, UBig)> {
    let largest = squares.iter().max().filter(|_| squares.iter().all(|square| !square.is_zero()))?;
    let sum: UBig = squares.iter().sum();
    let others = &sum - largest;
    let least = if *largest > others { largest - others } else { UBig::ZERO };
    Some((least, sum - UBig::from(squares.len() - 1)))
}

/// Star Nim, one token a strip, as far as it is known:
/// - a token on square 0: Nim with piles one less than the squares of the others (Remark 2). Value, and every
///   winning move;
/// - one strip: as Nim, likewise;
/// - two strips: the outcome (Proposition 1), every winning move, and the value if a token is on square 1 or 2
///   (Lemma 3) or the value is 5 or less (Proposition 4);
/// - three strips: the outcome and every winning move (Proposition 2);
/// - four strips with a token on square 1: the outcome and every winning move (Proposition 3);
/// - otherwise an N-position, if a token can be moved to square 0 or, among four, to square 1, and that wins by
///   the above.
///
/// `None` elsewhere, and for two tokens on square 0.
///
/// ```
/// use grundy::Outcome;
/// use grundy::theorem::{UBig, farr_ho::star_nim};
/// let million = UBig::from(10u8).pow(6);
/// let said = star_nim(&[&million + 1u8, million.clone()]).expect("two strips are known");
/// assert_eq!(said.value, Some(UBig::from(2u8)));
/// assert_eq!(said.winning.positions(), [[million.clone(), million]]);
/// ```
pub fn star_nim(tokens: &[UBig]) -> Option<Said> {
    let taken = zero_taken(tokens.iter())?;
    match tokens {
        [] => None,
        _ if taken => Some(on_zero(tokens)),
        [token] => {
            let why = vec![format!("one token, on square {}", short(token))];
            let moves = Winning::Every(vec![vec![UBig::ZERO]]);
            Some(Said::of_value(token.clone(), &BOUTON, why, moves))
        }
        [a, b] => Some(two(tokens, a, b)),
        [_, _, _] => Some(three(tokens)),
        [_, _, _, _] if tokens.iter().any(UBig::is_one) => Some(four(tokens)),
        _ => by_move(tokens),
    }
}

/// Remark 2.
fn on_zero(tokens: &[UBig]) -> Said {
    let piles: Vec<UBig> =
        tokens.iter().map(|token| if token.is_zero() { UBig::ZERO } else { token - UBig::ONE }).collect();
    let nim = bouton(&piles);
    let mut why = vec!["a token is on square 0; the others are Nim on their squares less 1".into()];
    why.extend(nim.why);
    let back = |piles: &Vec<UBig>| {
        let squares = piles.iter().zip(tokens);
        squares.map(|(pile, token)| if token.is_zero() { UBig::ZERO } else { pile + UBig::ONE }).collect()
    };
    let moves = Winning::Every(nim.winning.positions().iter().map(back).collect());
    Said::of_value(nim.value.unwrap_or_default(), &REMARK_2, why, moves).with([&BOUTON])
}

/// Proposition 1, and the value by Lemma 3 or Proposition 4, for positive squares. The P-positions to move to
/// are 0,1 and 1,0, and k,k for k >= 2.
fn two(tokens: &[UBig], a: &UBig, b: &UBig) -> Said {
    // A token goes down to the other one, or past it to 0 if that is on 1; if it is not above it, only the
    // latter is a move.
    let mut moves = Vec::new();
    for (place, token, other) in [(0, a, b), (1, b, a)] {
        if other.is_one() {
            moves.push(with(tokens, place, UBig::ZERO));
        } else if token > other {
            moves.push(with(tokens, place, other.clone()));
        }
    }
    let moves = Winning::Every(moves);
    let mut why = vec![format!("two tokens, on squares {}", shorts(tokens, " and "))];
    if let Some(value) = value_up_to_5(a, b) {
        if value == 0 {
            return Said::previous(&PROPOSITION_1, why);
        }
        return Said::of_value(UBig::from(value), &PROPOSITION_4, why, moves).with([&PROPOSITION_1]);
    }
    if let Some(value) = lemma_3(a, b) {
        return Said::of_value(value, &LEMMA_3, why, moves).with([&PROPOSITION_1]);
    }
    if let Some((least, greatest)) = bounds(&[a.clone(), b.clone()]) {
        let (least, greatest) = (short(&least.max(UBig::from(6u8))), short(&greatest));
        why.push(format!("the value is from {least} to {greatest} (Propositions 4 and 5)"));
    }
    Said::next(&PROPOSITION_1, why, moves).with([&PROPOSITION_4, &PROPOSITION_5])
}

/// Proposition 2, for positive squares.
fn three(tokens: &[UBig]) -> Said {
    let sum = nim_sum(tokens);
    let why = vec![format!("the nim-sum of {} is {}", shorts(tokens, ", "), short(&sum))];
    if sum.is_zero() {
        Said::previous(&PROPOSITION_2, why)
    } else {
        Said::next(&PROPOSITION_2, why, Winning::Every(lowered(tokens, &sum).collect()))
    }
}

/// Proposition 3, for positive squares of which one is 1. Every option has a token on square 0 or on square 1,
/// so all of them are known. A token goes to the nim-sum of the two others beside the 1, if that is lower and
/// not 0, or to square 0, and that 1 goes nowhere but to square 0.
fn four(tokens: &[UBig]) -> Said {
    let one = tokens.iter().position(UBig::is_one).unwrap_or(0);
    let sum = nim_sum(tokens) ^ UBig::ONE;
    let others = tokens.iter().enumerate().filter(|&(place, _)| place != one).map(|(_, token)| token);
    let why = vec![format!("beside the 1, the nim-sum of {} is {}", shorts(others, ", "), short(&sum))];
    if sum.is_zero() {
        return Said::previous(&PROPOSITION_3, why);
    }
    let mut moves = to_zero(tokens);
    let lower = (0..tokens.len()).filter(|&place| place != one).filter_map(|place| {
        let target = &tokens[place] ^ &sum;
        (!target.is_zero() && target < tokens[place]).then(|| with(tokens, place, target))
    });
    moves.extend(lower);
    Said::next(&PROPOSITION_3, why, Winning::Every(moves)).with([&REMARK_2])
}

/// The moves to square 0 that win by Remark 2, for positive squares.
fn to_zero(tokens: &[UBig]) -> Vec<Vec<UBig>> {
    let sum = tokens.iter().fold(UBig::ZERO, |sum, token| sum ^ (token - UBig::ONE));
    let wins = (0..tokens.len()).filter(|&place| sum == &tokens[place] - UBig::ONE);
    wins.map(|place| with(tokens, place, UBig::ZERO)).collect()
}

/// Moves to square 0, and among four to square 1, from positive squares.
fn by_move(tokens: &[UBig]) -> Option<Said> {
    let zero = to_zero(tokens);
    let (mut moves, theorem) = if zero.is_empty() { (Vec::new(), &PROPOSITION_3) } else { (zero, &REMARK_2) };
    if tokens.len() == 4 {
        let sum = nim_sum(tokens);
        moves
            .extend((0..4).filter(|&place| tokens[place] == sum).map(|place| with(tokens, place, UBig::ONE)));
    }
    let first = moves.first()?;
    let why = vec![format!("{} is a P-position, by {}", shorts(first, ","), theorem.by)];
    Some(Said::next(theorem, why, Winning::AtLeast(moves)))
}

/// The moves from positive squares to positions of a value from 1 on: for two strips and a value up to 5 all of
/// them, elsewhere none.
pub(super) fn moves_to(tokens: &[UBig], value: &UBig) -> Winning {
    let ([a, b], Ok(wanted @ 1..=5)) = (tokens, u8::try_from(value)) else {
        return Winning::AtLeast(Vec::new());
    };
    // By Proposition 5 the partner of a square x of positive squares is x-5 to x+5; 0 and 1 have 0 to 6.
    let near = |x: &UBig| {
        let low = if *x > UBig::from(6u8) { x - 6u8 } else { UBig::ZERO };
        (0u8..=12).map(move |more| &low + more)
    };
    let mut moves = Vec::new();
    moves.extend(
        near(b).filter(|to| to < a && value_up_to_5(to, b) == Some(wanted)).map(|to| with(tokens, 0, to)),
    );
    moves.extend(
        near(a).filter(|to| to < b && value_up_to_5(a, to) == Some(wanted)).map(|to| with(tokens, 1, to)),
    );
    Winning::Every(moves)
}

/// Whether the value of these positive squares, if [`star_nim`] does not give it, is certainly not the one in
/// question: two strips, and a value that Proposition 4 would have given or that Proposition 5 excludes.
pub(super) fn cannot_be(tokens: &[UBig], value: &UBig) -> bool {
    let [a, b] = tokens else { return false };
    let outside =
        bounds(&[a.clone(), b.clone()]).is_some_and(|(least, greatest)| *value < least || *value > greatest);
    *value <= UBig::from(5u8) || outside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Table, game};

    /// Moves to each value, and values that are excluded, against a table.
    #[test]
    fn moves_to_values_and_values_that_cannot_be() {
        const MAX: usize = 30;
        let table =
            Table::of(&game("star-nim").unwrap()).to(40).engine(Engine::Definition).compute().unwrap();
        let value = |a: usize, b: usize| table.get(a, b).map(|value| UBig::from(value.0));
        for (a, b) in (1..=MAX).flat_map(|a| (1..=MAX).map(move |b| (a, b))) {
            let tokens = [a, b].map(UBig::from);
            let true_value = value(a, b).unwrap();
            for wanted in (1..=5_u8).map(UBig::from) {
                let to_a = (0..a).filter(|&to| value(to, b).as_ref() == Some(&wanted)).map(|to| [to, b]);
                let to_b = (0..b).filter(|&to| value(a, to).as_ref() == Some(&wanted)).map(|to| [a, to]);
                let expected: Vec<Vec<UBig>> =
                    to_a.chain(to_b).map(|to| to.map(UBig::from).to_vec()).collect();
                assert_eq!(moves_to(&tokens, &wanted), Winning::Every(expected), "{a},{b} to {wanted}");
            }
            for wanted in 0..=2 * MAX {
                let excluded = wanted <= 5 || wanted < a.abs_diff(b) || wanted > a + b - 1;
                let wanted = UBig::from(wanted);
                assert_eq!(cannot_be(&tokens, &wanted), excluded, "{a},{b} of value {wanted}");
                assert!(!excluded || wanted != true_value || true_value <= UBig::from(5u8));
            }
        }
        let [one, six] = [1u8, 6].map(UBig::from);
        assert_eq!(moves_to(&[six.clone(), one.clone()], &six), Winning::AtLeast(Vec::new()));
        assert_eq!(moves_to(&vec![six.clone(); 3], &one), Winning::AtLeast(Vec::new()));
        assert!(!cannot_be(&vec![six; 3], &one));
    }
}
