//! R-Wythoff: positions of value 0 to 3 (Gu 2015; the first two theorems are Ho's, 2012), and of larger values where Gu's
//! conjectures are proved.
//!
//! Let `(A_n, B_n)` be the P-positions of Wythoff's game. For g <= 3 the positions of value g are, apart from
//! finitely many, one on each diagonal n: `(A_n - c, B_n - c)`, where c is 0, 1, 3, 5 in turn, or 1 more or
//! less when n is on one of a few sequences with the Fibonacci recurrence (Theorems 5 to 8). The lists of Theorems 7 and 8 are not
//! copied here: they come out of a run of a few hundred rows, as do those of larger values ([`crate::r_wythoff`]), and with them a
//! slip in print (docs/errata.md, gu/theorem-8-exceptions). Membership takes a square root and some products.

use super::wythoff::{Beatty, in_order, sorted};
use super::{Said, Winning, short, shorts};
use crate::r_wythoff::{Form, Prover, Trace};
use dashu_int::UBig;
use std::sync::{LazyLock, OnceLock};

/// The values of the theorems.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| forms(3, 1 << 10));

/// Closed forms of the values up to `largest`, or of as many of them as so many rows prove.
fn forms(largest: u64, rows: u64) -> Vec<Form> {
    let Ok(mut prover) = Prover::new(largest) else { return Vec::new() };
    prover.finish(rows);
    (0..=largest).map_while(|value| Form::of(&prover, value)).collect()
}

/// How far values are proved when more is wanted than the theorems have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Values to 18, in some tenth of a second.
    Moment,
    /// Values to 21, in some seconds.
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

/// By what a value is known.
fn by(value: u64) -> &'static str {
    match value {
        0 => "Gu, R-Wythoff, Theorem 5",
        1 => "Gu, R-Wythoff, Theorem 6",
        2 => "Gu, R-Wythoff, Theorem 7",
        3 => "Gu, R-Wythoff, Theorem 8 with F^(54,88) for one of its two F^(55,89)",
        _ => {
            "Gu, R-Wythoff, Conjecture 1, proved for this value by a run of Algorithm RWSG, docs/r-wythoff.md"
        }
    }
}

/// By what it is known that a value is larger than those that have been proved.
const BEYOND: &str = "Gu, R-Wythoff, Theorem 5 and Conjecture 1, the latter proved for all smaller values by a run of Algorithm RWSG, docs/r-wythoff.md";

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
    u8::try_from(look_up(&FORMS, x, &n, Trace::of(&n))?.value()).ok()
}

/// The form that (x, x+n) belongs to.
fn look_up<'f>(forms: &'f [Form], x: &UBig, n: &UBig, trace: Option<Trace>) -> Option<&'f Form> {
    forms.iter().find(|form| form.on_diagonal(n, trace).as_ref() == Some(x))
}

/// R-Wythoff: the outcome, the value if it is 3 or less, and every winning move. Any two piles; nothing for
/// another number.
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
        return Some(Said::previous(by(0), why));
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
    let beyond = if largest > 3 { BEYOND } else { by(0) };
    Some(match found.map(Form::value) {
        Some(value) => Said::of_value(UBig::from(value), by(value), why, winning),
        None => Said { more_than: Some(largest), ..Said::next(beyond, why, winning) },
    })
}
