//! Periods of g-sequences of Star Nim.
//!
//! # What is checked, and why it suffices
//! Two positions of one value share no number, and (x, y), x <= y, has value k exactly if k is the least value that neither x nor y
//! excludes. So in row x = 0, 1, .. each value k = 0, 1, .. in turn takes the least y >= x such that y belongs to no earlier position of
//! value k and is not taken by a smaller value in this row, unless x itself belongs to an earlier position of value k (Farr & Ho,
//! Theorem 3). In row 0, y = 0 is not available. So the choice of value k depends only on its *window*, the numbers from x on that belong
//! to its earlier positions, and on the numbers that smaller values take in this row, both relative to x.
//!
//! A level is about one value k. Suppose that the numbers taken by smaller values repeat from row u on with period t, that s >= u and
//! t divides P, and that the windows at rows s and s+P are equal. Then the window, the choice of k, and the numbers taken by all values up
//! to k repeat from row s on with period P. The numbers taken may repeat from an earlier row u' on and with a period t' that divides P;
//! this is checked in the rows up to s+P, and follows for all others. The chain starts with value 0, before which nothing is taken from
//! row 1 on, and ends with g. The positions of value g in rows s to s+P-1 are then the same in each round, so a claim about all
//! differences follows from those in rows up to s+P.
//!
//! Each number is shown to be least by checking one row earlier and the quotients by prime factors.

use crate::parse::{Cycle, Lines, Quotient, wrong};
use crate::quotients::Beginning;
use crate::{Rejected, primes};

/// Upper limit on rows, which are all kept in memory.
const MOST_ROWS: u64 = 1 << 26;

/// One link of the chain: a line of the certificate.
struct Level {
    state: Cycle,
    taken: Cycle,
    line: usize,
}

/// The numbers taken by the values up to some value in each row, as bits relative to the row: the rows before the period, and one period.
struct Taken {
    rows: Vec<u128>,
    cycle: Cycle,
}

impl Taken {
    fn at(&self, row: u64) -> u128 {
        let Cycle { from, period } = self.cycle;
        let row = if row < from { row } else { from + (row - from) % period };
        self.rows[index(row)]
    }
}

/// Reads the rest of the certificate and checks it.
pub fn check(lines: &mut Lines) -> Result<String, Rejected> {
    lines.exactly("game star-nim")?;
    let value = lines.number("value")?;
    if value > 100 {
        return Err(lines.wrong("the value is too large for this checker"));
    }
    let claim = lines.period(false)?;
    let claimed = lines.number;
    let mut levels = Vec::new();
    for k in 0..=value {
        let first = format!("level {k} state from");
        let (state, taken) = if k < value {
            let [s, p, u, t] = lines.numbers(&[&first, "period", "taken from", "period"])?;
            (lines.with_period(s, p)?, lines.with_period(u, t)?)
        } else {
            let [s, p] = lines.numbers(&[&first, "period"])?;
            (lines.with_period(s, p)?, Cycle { from: s, period: p })
        };
        if state.from + state.period > MOST_ROWS {
            return Err(lines.wrong("too many rows for this checker"));
        }
        if state.from + state.period > lines.most / 4 {
            return Err(lines.wrong(crate::TOO_FAR));
        }
        if state.period % taken.period != 0 || taken.from > state.from {
            return Err(lines.wrong("the taken numbers do not repeat with the window"));
        }
        levels.push(Level { state, taken, line: lines.number });
    }
    let quotients = lines.quotients(claim)?;
    let mut taken = Taken { rows: vec![1, 0], cycle: Cycle { from: 1, period: 1 } };
    let Some((last, before)) = levels.split_last() else { return Err(lines.wrong("there are no levels")) };
    for level in before {
        let choices = level.choices(&taken)?;
        taken = level.taken(&taken, &choices)?;
    }
    differences(claim, claimed, &quotients, last.state, &last.choices(&taken)?)?;
    let Cycle { from, period } = claim;
    Ok(format!(
        "star-nim: the differences y-x of the positions of value {value}, counted from 0 by increasing x, repeat with period {period} from number {from} on, and neither {period} nor {from} can be less"
    ))
}

impl Level {
    /// The number that the value takes in each row, relative to the row.
    fn choices(&self, smaller: &Taken) -> Result<Vec<Option<u32>>, Rejected> {
        let Self { state: Cycle { from, period }, line, .. } = *self;
        if from < smaller.cycle.from || period % smaller.cycle.period != 0 {
            return Err(wrong(line, "the window does not repeat with the numbers taken by smaller values"));
        }
        let (mut windows, mut choices) = (Vec::new(), Vec::new());
        let mut window = 0_u128;
        for row in 0..=from + period {
            windows.push(window);
            let choice =
                if window & 1 == 1 { None } else { Some((window | smaller.at(row)).trailing_ones()) };
            choices.push(choice);
            let bit = choice.map_or(Some(0), |choice| 1_u128.checked_shl(choice));
            window =
                (window | bit.ok_or_else(|| wrong(line, "a number is too large for this checker"))?) >> 1;
        }
        let repeats = |from: u64, period: u64| windows[index(from)] == windows[index(from + period)];
        if !repeats(from, period) {
            return Err(wrong(line, "the window does not repeat"));
        }
        if from > smaller.cycle.from && repeats(from - 1, period) {
            return Err(wrong(line, "the window already repeats from an earlier row on"));
        }
        if primes(period / smaller.cycle.period).iter().any(|q| repeats(from, period / q)) {
            return Err(wrong(line, "the window has a smaller period"));
        }
        choices.truncate(index(from + period));
        Ok(choices)
    }

    /// The numbers taken by the values up to this one.
    fn taken(&self, smaller: &Taken, choices: &[Option<u32>]) -> Result<Taken, Rejected> {
        let Self { state, taken: cycle, line } = *self;
        let end = state.from + state.period;
        let with = |row: u64| smaller.at(row) | choices[index(row)].map_or(0, |choice| 1 << choice);
        let mut rows: Vec<u128> = (0..end).map(with).collect();
        let repeats =
            |from: u64, period: u64| rows[index(from)..index(end - period)] == rows[index(from + period)..];
        if !repeats(cycle.from, cycle.period) {
            return Err(wrong(line, "the taken numbers do not repeat"));
        }
        if cycle.from > 0 && repeats(cycle.from - 1, cycle.period) {
            return Err(wrong(line, "the taken numbers already repeat from an earlier row on"));
        }
        if primes(cycle.period).iter().any(|q| repeats(state.from, cycle.period / q)) {
            return Err(wrong(line, "the taken numbers have a smaller period"));
        }
        rows.truncate(index(cycle.from + cycle.period));
        Ok(Taken { rows, cycle })
    }
}

/// Checks the claim itself, from the numbers that the value takes before its window repeats.
fn differences(
    claim: Cycle,
    claimed: usize,
    quotients: &[Quotient],
    state: Cycle,
    choices: &[Option<u32>],
) -> Result<(), Rejected> {
    let count = |rows: &[Option<u32>]| rows.iter().flatten().count();
    let (before, round) = (count(&choices[..index(state.from)]), count(&choices[index(state.from)..]));
    let terms: Vec<u32> = choices.iter().flatten().copied().collect();
    let (from, period) = (index(claim.from), index(claim.period));
    if round == 0 || round % period != 0 {
        return Err(wrong(claimed, "the period does not divide the number of positions in a round"));
    }
    let agree = |n: usize| terms[n] == terms[n + period];
    if from > before || !(from..terms.len() - period).all(agree) {
        return Err(wrong(claimed, "the period does not hold"));
    }
    if from > 0 && agree(from - 1) {
        return Err(wrong(claimed, "the period already holds from an earlier number on"));
    }
    let mut beginning = Beginning::new(claim, quotients);
    (0..).zip(&terms).try_for_each(|(place, term)| beginning.see(place, term))
}

/// A row or number as an index. The callers have checked that it is small.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
