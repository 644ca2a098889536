//! The parser: lines of words and numbers, separated by single spaces.

use crate::Rejected;

/// Upper limit on numbers: larger ones could not be checked, and sums of a few such numbers fit 64 bits.
const LARGEST: u64 = 1 << 60;

/// A period, and the column, row or number from which it holds.
#[derive(Clone, Copy)]
pub struct Cycle {
    pub from: u64,
    pub period: u64,
}

/// A prime factor q of the period p, the place at which the certificate says that p/q fails, and its line.
#[derive(Clone, Copy)]
pub struct Quotient {
    pub prime: u64,
    pub at: u64,
    pub line: usize,
}

/// The remaining lines of a certificate.
pub struct Lines<'t> {
    rest: &'t str,
    /// The number of the line that was read last.
    pub number: usize,
    /// Upper limit on preperiod plus period.
    pub most: u64,
}

impl<'t> Lines<'t> {
    pub fn new(bytes: &'t [u8], most: u64) -> Result<Self, Rejected> {
        let text = std::str::from_utf8(bytes);
        let rest = text.map_err(|_| Rejected { line: 1, reason: "not UTF-8 text".to_owned() })?;
        Ok(Self { rest, number: 0, most })
    }

    pub fn wrong(&self, reason: &str) -> Rejected {
        wrong(self.number, reason)
    }

    /// The next line, which must end in LF.
    fn next(&mut self) -> Result<&'t str, Rejected> {
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.wrong("a line is missing"))?;
        self.rest = rest;
        Ok(line)
    }

    pub fn exactly(&mut self, expected: &str) -> Result<(), Rejected> {
        if self.next()? == expected { Ok(()) } else { Err(self.wrong(&format!("expected `{expected}`"))) }
    }

    pub fn nothing_more(&mut self) -> Result<(), Rejected> {
        self.number += 1;
        if self.rest.is_empty() { Ok(()) } else { Err(self.wrong("text after `end`")) }
    }

    /// A line with a key and a word.
    pub fn word(&mut self, key: &str) -> Result<&'t str, Rejected> {
        let line = self.next()?;
        let word = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        word.ok_or_else(|| self.wrong(&format!("expected `{key} ..`")))
    }

    /// A line with a key and a number.
    pub fn number(&mut self, key: &str) -> Result<u64, Rejected> {
        let [number] = self.numbers(&[key])?;
        Ok(number)
    }

    /// A line with keys, each followed by a number.
    pub fn numbers<const N: usize>(&mut self, keys: &[&str; N]) -> Result<[u64; N], Rejected> {
        let mut line = self.next()?;
        let mut numbers = [0; N];
        for (i, (key, slot)) in keys.iter().zip(&mut numbers).enumerate() {
            let before = if i == 0 { "" } else { " " };
            let rest = line.strip_prefix(before).and_then(|rest| rest.strip_prefix(key)?.strip_prefix(' '));
            let Some(rest) = rest else { return Err(self.wrong(&format!("expected `{key} NUMBER`"))) };
            let end = rest.find(' ').unwrap_or(rest.len());
            *slot = number(&rest[..end]).ok_or_else(|| self.wrong("malformed number"))?;
            line = &rest[end..];
        }
        if line.is_empty() { Ok(numbers) } else { Err(self.wrong("unexpected text at the end of the line")) }
    }

    /// A line with words, then the start and the length of a period.
    pub fn cycle(&mut self, words: &str) -> Result<Cycle, Rejected> {
        let [from, period] = self.numbers(&[&format!("{words} from"), "period"])?;
        self.with_period(from, period)
    }

    pub fn with_period(&self, from: u64, period: u64) -> Result<Cycle, Rejected> {
        if period == 0 {
            return Err(self.wrong("a period must be at least 1"));
        }
        if from + period > self.most { Err(self.wrong(crate::TOO_FAR)) } else { Ok(Cycle { from, period }) }
    }

    /// Three lines: preperiod, period and saltus, which must be the period if the claim is additive, else 0.
    pub fn period(&mut self, is_additive: bool) -> Result<Cycle, Rejected> {
        let from = self.number("preperiod")?;
        let period = self.number("period")?;
        let cycle = self.with_period(from, period)?;
        if self.number("saltus")? != if is_additive { period } else { 0 } {
            return Err(self.wrong("wrong saltus"));
        }
        Ok(cycle)
    }

    /// One line for each prime factor of the period, in increasing order.
    pub fn quotients(&mut self, claim: Cycle) -> Result<Vec<Quotient>, Rejected> {
        let mut found = Vec::new();
        for prime in crate::primes(claim.period) {
            let [said, at] = self.numbers(&["quotient", "fails at"])?;
            if said != prime {
                return Err(self.wrong(&format!("expected {prime}, a prime factor of the period")));
            }
            // If no counterexample lies in the first period, the quotient is itself a period.
            if at < claim.from || at - claim.from >= claim.period - claim.period / prime {
                return Err(self.wrong("the place is outside the first period"));
            }
            found.push(Quotient { prime, at, line: self.number });
        }
        Ok(found)
    }
}

pub fn wrong(line: usize, reason: &str) -> Rejected {
    Rejected { line, reason: reason.to_owned() }
}

/// Parses digits without a sign or leading zeros.
fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&number| plain && number <= LARGEST)
}
