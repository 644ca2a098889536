//! The parser: lines of words and numbers, separated by single spaces.

use crate::budget::{Budget, Limit};
use crate::{LONGEST, Limits, Unverified};

/// Upper limit on numbers: larger ones could not be checked, and sums of a few such numbers fit 64 bits.
const LARGEST: u64 = 1 << 60;

/// A period, and the column, row or number from which it holds.
#[derive(Clone, Copy)]
pub struct Cycle {
    pub from: u64,
    pub period: u64,
}

impl Cycle {
    /// The end of the first period.
    pub fn end(self) -> u64 {
        self.from + self.period
    }

    /// The place in the first period, or before it, with the same term.
    pub fn fold(self, place: u64) -> u64 {
        if place < self.from { place } else { self.from + (place - self.from) % self.period }
    }
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
    pub budget: Budget<'t>,
}

impl<'t> Lines<'t> {
    pub fn new(bytes: &'t [u8], limits: Limits<'t>) -> Result<Self, Unverified> {
        let unreadable = |reason: String| Unverified::Unreadable(reason);
        if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST) {
            return Err(unreadable(format!("longer than {LONGEST} bytes")));
        }
        let rest = std::str::from_utf8(bytes).map_err(|_| unreadable("not UTF-8 text".to_owned()))?;
        Ok(Self { rest, number: 0, budget: Budget::new(limits) })
    }

    pub fn wrong(&self, reason: &str) -> Unverified {
        wrong(self.number, reason)
    }

    /// The next line, which must end in LF.
    pub fn next(&mut self) -> Result<&'t str, Unverified> {
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.wrong("a line is missing"))?;
        self.rest = rest;
        Ok(line)
    }

    /// Whether the next line begins with these words.
    pub fn begins_with(&self, words: &str) -> bool {
        self.rest.starts_with(words)
    }

    pub fn exactly(&mut self, expected: &str) -> Result<(), Unverified> {
        if self.next()? == expected { Ok(()) } else { Err(self.wrong(&format!("expected `{expected}`"))) }
    }

    pub fn nothing_more(&mut self) -> Result<(), Unverified> {
        self.number += 1;
        if self.rest.is_empty() { Ok(()) } else { Err(self.wrong("text after `end`")) }
    }

    /// A line with a key and a word.
    pub fn word(&mut self, key: &str) -> Result<&'t str, Unverified> {
        let line = self.next()?;
        let word = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        word.ok_or_else(|| self.wrong(&format!("expected `{key} ..`")))
    }

    /// A line with a key and a number.
    pub fn number(&mut self, key: &str) -> Result<u64, Unverified> {
        let [number] = self.numbers(&[key])?;
        Ok(number)
    }

    /// A line with keys, each followed by a number.
    pub fn numbers<const N: usize>(&mut self, keys: &[&str; N]) -> Result<[u64; N], Unverified> {
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
    pub fn cycle(&mut self, words: &str) -> Result<Cycle, Unverified> {
        let [from, period] = self.numbers(&[&format!("{words} from"), "period"])?;
        self.with_period(from, period)
    }

    /// A period. Checking it takes a step for each of its places at least, so a longer one than the budget is not even factored.
    pub fn with_period(&self, from: u64, period: u64) -> Result<Cycle, Unverified> {
        if period == 0 {
            return Err(self.wrong("a period must be at least 1"));
        }
        self.budget.expect(from + period)?;
        Ok(Cycle { from, period })
    }

    /// Three lines: preperiod, period and saltus, which must be the period if the claim is additive, else 0.
    pub fn period(&mut self, is_additive: bool) -> Result<Cycle, Unverified> {
        let from = self.number("preperiod")?;
        let period = self.number("period")?;
        let cycle = self.with_period(from, period)?;
        if self.number("saltus")? != if is_additive { period } else { 0 } {
            return Err(self.wrong("wrong saltus"));
        }
        Ok(cycle)
    }

    /// One line for each prime factor of the period, in increasing order.
    pub fn quotients(&mut self, claim: Cycle) -> Result<Vec<Quotient>, Unverified> {
        let mut found = Vec::new();
        for prime in primes(claim.period, &mut self.budget)? {
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

pub fn wrong(line: usize, reason: &str) -> Unverified {
    Unverified::Rejected { line, reason: reason.to_owned() }
}

/// Parses digits without a sign or leading zeros.
pub fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&number| plain && number <= LARGEST)
}

/// The distinct prime factors of a number, in increasing order.
pub fn primes(mut n: u64, budget: &mut Budget) -> Result<Vec<u64>, Limit> {
    let mut found = Vec::new();
    let mut q = 2;
    while q <= n / q {
        budget.spend(1)?;
        if n.is_multiple_of(q) {
            found.push(q);
        }
        while n.is_multiple_of(q) {
            n /= q;
        }
        q += 1;
    }
    if n > 1 {
        found.push(n);
    }
    Ok(found)
}
