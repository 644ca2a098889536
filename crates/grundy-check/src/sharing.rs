//! Positions of a value of Sharing Nim with three piles.
//!
//! # What is checked, and why it suffices
//! Only differences matter, and (0, a, b) has the same value as (0, b-a, b) (Ho, Lemma 1 and Theorem 1), so positions are (0, a, b) with 2a <= b. A move
//! between two piles with difference d and third pile z keeps 2z minus their sum, up to its sign, and leads to every smaller difference of the same parity. For the three pairs of
//! piles this number is 2b-a (d = a), a+b (d = b-a) and b-2a (d = b). So (0, a, b) lies on these three *lines*, and its options are the positions with a smaller
//! b on them: two positions of one line are a move apart. So a line holds at most one position of each value, and (0, a, b) has value g exactly if it has no smaller value and none of its
//! lines holds a position of value g with a smaller b. Two positions with the same b share no line.
//!
//! The checker goes through b = 0, 1, .., and for each b through the values. It keeps a bit for each line that a value has used, and the list of the lines up to b that it
//! has not: a position of value g lies on one of them, as its line b-2a is at most b. So no other a are tried.

use crate::budget::{Budget, Limit};
use crate::parse::{Lines, wrong};
use crate::{Kind, Unverified};

/// What is checked here.
pub const KINDS: &[Kind] = &[
    Kind {
        claim: "sharing-value",
        versions: &[1],
        means: "G(0,a,b) = g in sharing-nim",
        check: |lines, _| check_value(lines),
    },
    Kind {
        claim: "sharing-records",
        versions: &[1],
        means: "the number of positions (0,a,b) of a value of sharing-nim up to some b, and each new largest a",
        check: |lines, _| check_records(lines),
    },
];

/// The lines of a value.
struct Value {
    /// A bit for each line.
    used: Vec<u64>,
    /// The lines up to b that are not used.
    free: Vec<u64>,
}

impl Value {
    fn has(&self, line: u64) -> bool {
        self.used[index(line / 64)] >> (line % 64) & 1 == 1
    }

    /// Finds the a of all positions with this b, and uses their lines. `taken` has the a of smaller values.
    fn place(&mut self, b: u64, taken: &mut Vec<u64>) {
        if !self.has(b) {
            self.free.push(b);
        }
        let mut kept = Vec::with_capacity(self.free.len());
        for line in std::mem::take(&mut self.free) {
            let a = (b - line) / 2;
            let others = [a + b, 2 * b - a];
            if (b - line) % 2 == 1 || taken.contains(&a) || others.iter().any(|&other| self.has(other)) {
                kept.push(line);
                continue;
            }
            taken.push(a);
            for line in [line, others[0], others[1]] {
                self.used[index(line / 64)] |= 1 << (line % 64);
            }
        }
        self.free = kept;
    }
}

/// What is done with each b, and the a of the positions of the value.
type See<'s> = dyn FnMut(u64, &[u64]) -> Result<(), Unverified> + 's;

/// Calls `see` with b and the a of all positions of the last value, for each b up to `last`.
fn run(value: u64, last: u64, budget: &mut Budget, see: &mut See) -> Result<(), Unverified> {
    if value > 100 {
        return Err(Limit::Width("the value is").into());
    }
    budget.expect(last.saturating_mul(value + 1))?;
    let words = last / 32 + 1;
    let mut values = Vec::new();
    for _ in 0..=value {
        budget.hold(words, 8)?;
        values.push(Value { used: vec![0; index(words)], free: Vec::new() });
    }
    let mut taken = Vec::new();
    for b in 0..=last {
        taken.clear();
        let mut before = 0;
        for value in &mut values {
            before = taken.len();
            // A step for each line that is tried, and for each look whether a smaller value has it.
            let tried = value.free.len() + 1;
            budget.spend(u64::try_from(tried * (before + 1)).unwrap_or(u64::MAX))?;
            value.place(b, &mut taken);
        }
        taken[before..].sort_unstable();
        see(b, &taken[before..])?;
    }
    Ok(())
}

/// Checks that a position has a value.
fn check_value(lines: &mut Lines) -> Result<String, Unverified> {
    lines.exactly("game sharing-nim")?;
    let [a, b] = lines.numbers(&["a", "b"])?;
    if a > b / 2 {
        return Err(lines.wrong("a is more than half of b"));
    }
    let value = lines.number("value")?;
    let line = lines.number;
    let mut found = false;
    run(value, b, &mut lines.budget, &mut |at, all| {
        found = at == b && all.contains(&a);
        Ok(())
    })?;
    if found {
        Ok(format!("sharing-nim: G(0,{a},{b}) = {value}"))
    } else {
        Err(wrong(line, "the position has another value"))
    }
}

/// Checks the number of positions of a value up to a b, and each new largest a.
fn check_records(lines: &mut Lines) -> Result<String, Unverified> {
    lines.exactly("game sharing-nim")?;
    let value = lines.number("value")?;
    let last = lines.number("largest b")?;
    let count = lines.number("positions")?;
    let counted = lines.number;
    let records = lines.number("records")?;
    let stated = lines.number;
    let mut said = Vec::new();
    for _ in 0..records {
        // Reading ends with the text, so memory needs no count.
        said.push((lines.numbers(&["record", "at"])?, lines.number));
    }
    let (mut total, mut next, mut largest) = (0, said.iter(), None);
    run(value, last, &mut lines.budget, &mut |b, all| {
        total += u64::try_from(all.len()).unwrap_or(u64::MAX);
        for &a in all {
            if largest.is_none_or(|largest| a > largest) {
                largest = Some(a);
                match next.next() {
                    Some(([said, at], _)) if (*said, *at) == (a, b) => {}
                    Some((_, line)) => return Err(wrong(*line, &format!("the next record is {a} at {b}"))),
                    None => return Err(wrong(stated, &format!("there is another record, {a} at {b}"))),
                }
            }
        }
        Ok(())
    })?;
    if let Some((_, line)) = next.next() {
        return Err(wrong(*line, "there is no such record"));
    }
    if total != count {
        return Err(wrong(counted, &format!("there are {total} positions")));
    }
    let most =
        said.last().map_or(String::new(), |([a, b], _)| format!("; the largest a is {a}, first at b = {b}"));
    Ok(format!("sharing-nim: {count} positions (0,a,b) with 2a <= b <= {last} have value {value}{most}"))
}

/// A line or a number of words as an index. Memory has been counted for it, so it fits.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
