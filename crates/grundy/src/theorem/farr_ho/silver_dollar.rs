use crate::theorem::nim::nim_sum;
use crate::theorem::{Said, Theorem, Winning, short, shorts, with};
use dashu_int::UBig;

/// One strip.
pub const SILVER_DOLLAR: Theorem = Theorem {
    by: "Farr & Ho, sec. 1.3",
    says: "The value of Silver Dollar is the nim-sum of the gaps that count: the numbers of free squares directly below the highest token, the third highest, and so on.",
};

/// A strip and its gaps.
#[derive(Debug)]
pub(super) struct Gaps<'s> {
    tokens: &'s [UBig],
    gaps: Vec<UBig>,
}

impl<'s> Gaps<'s> {
    /// The lowest square that may be used is 0, or 1 where the strip has lost its square 0. `None` unless the tokens
    /// increase from there on.
    pub(super) fn new(tokens: &'s [UBig], lost_zero: bool) -> Option<Self> {
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
    pub(super) fn counted(&self, from: usize) -> impl Iterator<Item = &UBig> {
        (from..self.tokens.len()).filter(|&token| self.counts(token)).map(|token| &self.gaps[token])
    }

    /// The strip with one of the tokens from `from` on lowered so that the nim-sum of the counted gaps changes
    /// by `sum`, not 0, in every way. `from` must not leave the token before a counted gap out.
    pub(super) fn lowered(&self, from: usize, sum: &UBig) -> impl Iterator<Item = Vec<UBig>> {
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
            Some(with(self.tokens, token, to))
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
/// increasing order, also none; `None` for tokens that are not in order. Every winning move is given, or one with more than a
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
    Some(Said::of_value(sum, &SILVER_DOLLAR, why, winning))
}

/// The moves of Silver Dollar on one strip to a value other than its own, by the same theorem.
pub fn silver_dollar_to(tokens: &[UBig], value: &UBig) -> Option<Winning> {
    let gaps = Gaps::new(tokens, false)?;
    let change = nim_sum(gaps.counted(0)) ^ value;
    (!change.is_zero()).then(|| gaps.changing(&change))
}

pub(super) fn reason<'n>(gaps: impl Iterator<Item = &'n UBig>, sum: &UBig) -> String {
    match shorts(gaps, ", ") {
        gaps if gaps.is_empty() => "no gap counts".into(),
        gaps => format!("the gaps that count are {gaps}; their nim-sum is {}", short(sum)),
    }
}
