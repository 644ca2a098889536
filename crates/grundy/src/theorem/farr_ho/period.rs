use dashu_int::UBig;
use dashu_int::ops::DivRem as _;

/// A sequence that is additively periodic from some index on: `s(n + period) = s(n) + saltus` for n >= preperiod.
///
/// That it is so is for whoever makes one of these to know: from a certificate, or from a theorem. Here it is data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    preperiod: usize,
    saltus: u64,
    values: Vec<u64>,
}

impl Periodic {
    /// From the values with indices 0 to preperiod + period - 1; nothing when there are not so many, or the
    /// period is 0.
    pub fn new(preperiod: usize, period: usize, saltus: u64, values: Vec<u64>) -> Option<Self> {
        let fits = period > 0 && preperiod.checked_add(period) == Some(values.len());
        fits.then_some(Self { preperiod, saltus, values })
    }

    /// The value with index n: one division, whatever the size of n.
    pub fn at(&self, n: &UBig) -> UBig {
        if let Some(&value) = usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            return UBig::from(value);
        }
        let period = UBig::from(self.values.len() - self.preperiod);
        let (rounds, rest) = (n - UBig::from(self.preperiod)).div_rem(&period);
        let rest = usize::try_from(rest).unwrap_or(0);
        rounds * self.saltus + self.values[self.preperiod + rest]
    }
}
