//! R-Wythoff: positions of value 0 to 3 (Gu 2015; the first two theorems are Ho's, 2012), and of larger values where Gu's
//! conjectures are proved.
//!
//! Let `(A_n, B_n)` be the P-positions of Wythoff's game. For g <= 3 the positions of value g are, apart from
//! finitely many, one on each diagonal n: `(A_n - c, B_n - c)`, where c is 0, 1, 3, 5 in turn, or 1 more or
//! less when n is on one of a few sequences with the Fibonacci recurrence (Theorems 5 to 8). The lists of Theorems 7 and 8 are not
//! copied here: they come out of a run of a few hundred rows, as do those of larger values ([`crate::r_wythoff`]), and with them a
//! slip in print (docs/errata.md, gu/theorem-8-exceptions). Membership takes a square root and some products.

use super::wythoff::{Beatty, in_order, sorted};
use super::{Said, Theorem, Winning, short, shorts};
use crate::r_wythoff::{Form, Prover, Trace};
use dashu_int::UBig;
use std::sync::{LazyLock, OnceLock};

/// The values of the theorems.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| forms(3, 1 << 10));

/// Closed forms of the values up to `largest`, or of those that this many rows prove.
fn forms(largest: u64, rows: u64) -> Vec<Form> {
    let Ok(mut prover) = Prover::new(largest) else { return Vec::new() };
    prover.finish(rows);
    (0..=largest).map_while(|value| Form::of(&prover, value)).collect()
}

/// How far to prove values beyond those of the theorems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Values to 18, in about a tenth of a second.
    Moment,
    /// Values to 21, in a few seconds.
    Seconds,
}

impl Reach {
    fn forms(self) -> &'static [Form] {
        static MOMENT: OnceLock<Vec<Form>> = OnceLock::new();
        static SECONDS: OnceLock<Vec<Form>> = OnceLock::new();
        match self {
            Self::Moment => MOMENT.get_or_init(|| forms(18, 1 << 21)),
            Self::Seconds => SECONDS.get_or_init(|| forms(21, 1 << 25)),
        }
    }
}

/// The P-positions.
pub const THEOREM_5: Theorem = Theorem {
    by: "Gu, R-Wythoff, Theorem 5",
    says: "The P-positions of R-Wythoff are those of Wythoff's game: the piles floor(n phi) and floor(n phi) + n for n >= 0, with phi = (1+sqrt(5))/2.",
};

/// The positions of value 1.
pub const THEOREM_6: Theorem = Theorem {
    by: "Gu, R-Wythoff, Theorem 6",
    says: "The positions of value 1 are 2,2 and 4,6 and, for each n >= 1 but 2, P-position n less 1 in both piles.",
};

/// The positions of value 2.
pub const THEOREM_7: Theorem = Theorem {
    by: "Gu, R-Wythoff, Theorem 7",
    says: "One position of value 2 has piles that differ by n, for each n; from n = 10 on it is P-position n less 3 in both piles, or less 2 or 4 in turn \
           if n is on one of the sequences 10, 17, .. and 11, 18, .. and 12, 20, .. and 15, 24, .., each term of which is the sum of the two before.",
};

/// The positions of value 3.
pub const THEOREM_8: Theorem = Theorem {
    by: "Gu, R-Wythoff, Theorem 8 with F^(54,88) for one of its two F^(55,89)",
    says: "One position of value 3 has piles that differ by n, for each n; from n = 36 on it is P-position n less 5 in both piles, or less 4 or 6 in turn \
           if n is on one of nine sequences, that of 54, 88, .. among them, each term of which is the sum of the two before.",
};

/// The positions of a larger value.
pub const CONJECTURE_1: Theorem = Theorem {
    by: "Gu, R-Wythoff, Conjecture 1, proved for this value by a run of Algorithm RWSG, docs/r-wythoff.md",
    says: "One position of a value has piles that differ by n, for each n; but for finitely many n it is P-position n less C in both piles, or less C-1 or C+1 in turn \
           if n is on one of finitely many sequences, each term of which is the sum of the two before.",
};

/// Values larger than those that have been proved.
pub const BEYOND: Theorem = Theorem {
    by: "Gu, R-Wythoff, Theorem 5 and Conjecture 1, the latter proved for all smaller values by a run of Algorithm RWSG, docs/r-wythoff.md",
    says: "For each n and each value one position has piles that differ by n; those of small values are known for all n, so any other position has a larger value.",
};

/// The theorem that gives the positions of a value.
fn theorem(value: u64) -> &'static Theorem {
    match value {
        0 => &THEOREM_5,
        1 => &THEOREM_6,
        2 => &THEOREM_7,
        3 => &THEOREM_8,
        _ => &CONJECTURE_1,
    }
}

/// The form that (x, x+n) belongs to.
fn look_up<'f>(forms: &'f [Form], x: &UBig, n: &UBig, trace: Option<Trace>) -> Option<&'f Form> {
    forms.iter().find(|form| form.on_diagonal(n, trace).as_ref() == Some(x))
}

/// R-Wythoff with two piles of any size: the outcome, the value if it is 3 or less, and every winning move. `None` for any
/// other number of piles.
///
/// The P-positions are Wythoff's (Theorem 5). Let x <= y. The larger pile is lowered to the partner of x, if
/// that is less; when the piles are equal, either may be; and from both the same is taken to reach the
/// P-position with difference y - x, if its smaller pile is less than x. Wythoff's third kind of move, lowering
/// the smaller pile, is not allowed here.
pub fn r_wythoff(piles: &[UBig]) -> Option<Said> {
    said(&FORMS, piles)
}

/// The same with larger values, which are proved first.
pub fn r_wythoff_beyond(reach: Reach, piles: &[UBig]) -> Option<Said> {
    said(reach.forms(), piles)
}

fn said(forms: &[Form], piles: &[UBig]) -> Option<Said> {
    let (x, y, swapped) = sorted(piles)?;
    let n = y - x;
    let (low, high) = Beatty::WYTHOFF.pair(&n);
    let mut why = vec![
        format!("the piles differ by {}", short(&n)),
        format!("P-position {} of Wythoff's game is {}", short(&n), shorts([&low, &high], ",")),
    ];
    let trace = Trace::of(&n);
    let found = look_up(forms, x, &n, trace);
    let largest = forms.last()?.value();
    match found.map(Form::value) {
        None if largest <= 3 => why.push(format!("the value is more than {largest} (Theorems 5 to 8)")),
        None => why.push(format!("the value is more than {largest}: the position on this diagonal is known for each value up to that")),
        Some(0) => {}
        Some(value) => {
            if low >= *x {
                why.push(format!("the piles are lower by {}", short(&(&low - x))));
            }
            let on = found.and_then(|form| form.exceptions_with(&n, trace)).map(|(first, second)| {
                format!("{} is on the sequence {first}, {second}, .. of exceptions", short(&n))
            });
            why.extend(on);
            why.push(format!("which is where the value is {value}"));
        }
    }
    if low == *x {
        return Some(Said::previous(&THEOREM_5, why));
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
    Some(match found.map(Form::value) {
        Some(value) => Said::of_value(UBig::from(value), theorem(value), why, winning).with([&THEOREM_5]),
        None if largest > 3 => {
            Said { more_than: Some(largest), ..Said::next(&BEYOND, why, winning) }.with([&THEOREM_5])
        }
        None => Said { more_than: Some(largest), ..Said::next(&THEOREM_5, why, winning) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many values are proved as the names of the two say.
    #[test]
    fn values_are_proved_within_reach() {
        for (reach, largest) in [(Reach::Moment, 18), (Reach::Seconds, 21)] {
            assert_eq!(reach.forms().last().map(Form::value), Some(largest), "{reach:?}");
        }
    }
}
