//! Codes of take-and-break games.

use super::{HeapRules, Heaps};
use crate::error::Limit;
use crate::notation::{InputError, Span};
use crate::widths::{place, wide};
use std::fmt;
use std::str::FromStr;

/// Upper limit on the digits of a code.
pub const MOST_DIGITS: usize = 65_536;

/// The code `d0.d1d2d3..` of a take-and-break game (Guy and Smith 1956): k counters may be taken from a heap so that exactly j heaps of 1 or more are
/// left of it, if the digit dk has the bit 2^j. Digits go up to 7 (octal, at most two heaps are left) or f (hexadecimal, at most three).
///
/// ```
/// use grundy::heaps::{Code, HeapRules};
/// let dawson: Code = "0.137".parse()?;
/// let mut options = Vec::new();
/// dawson.visit(5, &mut |heaps| {
///     options.push(heaps.to_vec());
///     true
/// })?;
/// assert_eq!(options, [vec![3], vec![2], vec![1, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits d0, d1, .., without zeros at the end that say nothing.
    digits: Vec<u8>,
    /// All further digits.
    tail: u8,
    /// Whether the heaps that are left must all be different.
    unequal: bool,
    /// A heap of n is played as one of n + shift: see [`Code::shifted`].
    shift: u64,
}

/// No heap is left: the bit of a digit.
pub(super) const WHOLE: u8 = 1;
/// One heap is left.
pub(super) const ONE: u8 = 2;
/// Two heaps are left.
pub(super) const TWO: u8 = 4;
/// Three heaps are left.
pub(super) const THREE: u8 = 8;

impl Code {
    /// The code with these digits d0, d1, .., and `tail` for all others.
    ///
    /// # Errors
    /// When there are too many digits, a digit is above 15, or d0 allows a move that takes nothing and leaves no more than one heap.
    pub fn new(digits: &[u8], tail: u8) -> Result<Self, InputError> {
        if digits.len() > MOST_DIGITS {
            return Err(InputError::whole(format!("a code has at most {MOST_DIGITS} digits")));
        }
        if digits.iter().chain([&tail]).any(|&digit| digit > 15) {
            return Err(InputError::whole("digits are at most f"));
        }
        let first = digits.first().copied().unwrap_or(tail);
        if first & (WHOLE | ONE) != 0 {
            return Err(InputError::whole("the digit before the point is 0, 4, 8 or c")
                .hint("a move that takes nothing must leave two heaps or more"));
        }
        let mut digits = digits.to_vec();
        if digits.is_empty() {
            digits.push(first);
        }
        while digits.len() > 1 && digits.last() == Some(&tail) {
            digits.pop();
        }
        Ok(Self { digits, tail, unequal: false, shift: 0 })
    }

    /// The code of a subtraction game: take one of these numbers.
    ///
    /// # Errors
    /// When a number is 0 or too large.
    pub fn subtraction(numbers: &[u64]) -> Result<Self, InputError> {
        Self::new(&with_digits(numbers, 0, WHOLE | ONE)?, 0)
    }

    /// The code of an all-but subtraction game: take any positive number but these.
    ///
    /// # Errors
    /// When a number is 0 or too large.
    pub fn all_but(numbers: &[u64]) -> Result<Self, InputError> {
        Self::new(&with_digits(numbers, WHOLE | ONE, 0)?, WHOLE | ONE)
    }

    /// The same, where heaps that are left must all be different.
    #[must_use]
    pub fn with_unequal_heaps(self) -> Self {
        Self { unequal: true, ..self }
    }

    /// The game in which a strip of n cells is played as a heap of n + shift, and a heap that is left is a strip with `shift` cells less, or none.
    ///
    /// # Errors
    /// When a heap up to `shift` has a move: a strip without cells has none.
    pub fn shifted(self, shift: u64) -> Result<Self, InputError> {
        for heap in 0..=shift {
            let mut moves = false;
            self.visit_parts(heap, &mut |_| {
                moves = true;
                false
            });
            if moves {
                return Err(InputError::whole(format!("a heap of {heap} has a move")));
            }
        }
        Ok(Self { shift, ..self })
    }

    /// The digit dk.
    pub fn digit(&self, k: u64) -> u8 {
        self.digits.get(place(k)).copied().unwrap_or(self.tail)
    }

    /// The digits d0, d1, .. up to the last one that differs from [`Code::tail`].
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit that is repeated for ever.
    pub fn tail(&self) -> u8 {
        self.tail
    }

    /// Whether heaps that are left must be different.
    pub fn has_unequal_heaps(&self) -> bool {
        self.unequal
    }

    /// How much larger the heap is that a heap is played as.
    pub fn shift(&self) -> u64 {
        self.shift
    }

    /// The same with heaps as they are.
    pub(super) fn unshifted(&self) -> Self {
        Self { shift: 0, ..self.clone() }
    }

    /// The largest number of heaps that a move leaves.
    pub fn most_heaps(&self) -> u64 {
        let all = self.digits.iter().fold(self.tail, |all, digit| all | digit);
        u64::from(all.checked_ilog2().unwrap_or(0))
    }

    /// The largest number that can be taken, if there is one.
    pub fn most_taken(&self) -> Option<u64> {
        (self.tail == 0).then(|| wide(self.digits.len() - 1))
    }

    /// Whether it is the code of an octal game.
    pub fn is_octal(&self) -> bool {
        self.most_heaps() <= 2
    }

    /// Passes the heaps that are left by each move to `visit`, in the heaps of the code.
    fn visit_parts(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let most = self.most_taken().map_or(heap, |most| most.min(heap));
        let told = wide(self.digits.len());
        // If no heap is left by numbers beyond the digits, only the whole heap can be such a number.
        let first = if self.tail == WHOLE { heap.max(told) } else { told };
        for k in (0..told.min(most + 1)).chain(first..=most) {
            if !self.visit_left(self.digit(k), heap - k, visit) {
                return;
            }
        }
    }

    /// Passes `left` counters in as many heaps as the digit says. Returns whether to go on.
    fn visit_left(&self, digit: u8, left: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut go_on = true;
        if digit & WHOLE != 0 && left == 0 {
            go_on = visit(&[]);
        }
        if go_on && digit & ONE != 0 && left > 0 {
            go_on = visit(&[left]);
        }
        if go_on && digit & TWO != 0 {
            let mut pairs = (1..=left / 2).filter(|&a| !self.unequal || a < left - a);
            go_on = pairs.all(|a| visit(&[a, left - a]));
        }
        if go_on && digit & THREE != 0 {
            go_on = (1..=left / 3).all(|a| {
                let differ = |b: u64| !self.unequal || (a < b && b < left - a - b);
                (a..=(left - a) / 2).filter(|&b| differ(b)).all(|b| visit(&[a, b, left - a - b]))
            });
        }
        go_on
    }
}

/// Digits 0 to the largest of some numbers, `inside` at the numbers and `outside` at others.
fn with_digits(numbers: &[u64], outside: u8, inside: u8) -> Result<Vec<u8>, InputError> {
    let most = numbers.iter().copied().max().unwrap_or(0);
    if numbers.contains(&0) || most >= wide(MOST_DIGITS) {
        let message = format!("numbers to take are from 1 to {}", MOST_DIGITS - 1);
        return Err(InputError::whole(message));
    }
    let digit = |k: u64| match k {
        0 => 0,
        k if numbers.contains(&k) => inside,
        _ => outside,
    };
    // One more, so that d0 is not repeated when there are no numbers.
    Ok((0..=most + 1).map(|k| if k > most { outside } else { digit(k) }).collect())
}

impl HeapRules for Code {
    fn visit(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Limit> {
        let mut seen = rustc_hash::FxHashSet::<Heaps>::default();
        let played = heap.checked_add(self.shift).ok_or(Limit::Uncountable)?;
        self.visit_parts(played, &mut |heaps| {
            if self.shift == 0 {
                return visit(heaps);
            }
            let parts = heaps.iter().filter_map(|heap| heap.checked_sub(self.shift));
            let left: Heaps = parts.filter(|&heap| heap > 0).collect();
            // Only options of which a heap has vanished can come about twice.
            let again = left.len() < heaps.len() && !seen.insert(left.clone());
            again || visit(&left)
        });
        Ok(())
    }

    fn code(&self) -> Option<&Code> {
        Some(self)
    }
}

impl fmt::Display for Code {
    /// `0.77`; `4.3..` if the last digit is repeated for ever.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |digit: &u8| char::from_digit(u32::from(*digit), 16).unwrap_or('?');
        write!(f, "{}.", digit(&self.digits[0]))?;
        self.digits[1..].iter().try_for_each(|d| write!(f, "{}", digit(d)))?;
        match (self.tail, self.digits.len()) {
            (0, 1) => f.write_str("0"),
            (0, _) => Ok(()),
            (tail, _) => write!(f, "{}..", digit(&tail)),
        }
    }
}

const EXAMPLE: &str =
    "a code is a digit, a point and digits, e.g. 0.77; `..` at its end repeats the last digit for ever";

impl FromStr for Code {
    type Err = InputError;

    /// Reads `0.77`, `.77`, `4.0`, `0.3..`; digits go up to f.
    fn from_str(text: &str) -> Result<Self, InputError> {
        let wrong = |start: usize, end: usize, message: String| {
            Err(InputError::at(Span { start, end }, message).hint(EXAMPLE))
        };
        let (written, repeats) = match text.strip_suffix("..") {
            Some(written) => (written, true),
            None => (text, false),
        };
        let Some(point) = written.find('.') else {
            return wrong(0, text.len(), format!("`{text}` has no point"));
        };
        if point > 1 {
            return wrong(0, point, "a code has at most one digit before the point".to_owned());
        }
        let mut digits = if point == 0 { vec![0] } else { Vec::new() };
        for (at, c) in written.char_indices().filter(|&(at, _)| at != point) {
            match c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()) {
                Some(digit) => digits.push(digit),
                None => return wrong(at, at + c.len_utf8(), format!("`{c}` is not a digit")),
            }
        }
        if digits.len() == 1 {
            return wrong(0, text.len(), "a code has digits after the point".to_owned());
        }
        let tail = if repeats { digits.last().copied().unwrap_or(0) } else { 0 };
        Self::new(&digits, tail)
            .map_err(|error| InputError { span: Some(Span { start: 0, end: text.len() }), ..error })
    }
}
