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
//! Each number is shown to be least by checking one row earlier and the quotients by prime factors. Memory grows with the rows of a level.

mod diagonals;
mod full;
mod strands;
mod windows;

use crate::budget::{Budget, Limit};
use crate::parse::{Cycle, Lines, Quotient, primes, wrong};
use crate::{Kind, Unverified};

/// What is checked here.
pub const KINDS: &[Kind] = &[
    Kind {
        claim: "value-period",
        versions: &[1, 3],
        means: "the differences y-x along the positions of a value of star-nim repeat with period p from number n0 on",
        check: check_value,
    },
    Kind {
        claim: "diagonal-period",
        versions: &[1, 3],
        means: "G(x+p,x+p+d) = G(x,x+d) for all x >= x0, for diagonal d of star-nim",
        check: check_diagonal,
    },
];

/// The difference of a row in which a value takes nothing.
pub const NOTHING: u8 = u8::MAX;

/// One link of the chain: a line of the certificate.
pub struct Level {
    pub state: Cycle,
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
        self.rows[index(self.cycle.fold(row))]
    }
}

/// Reads the rest of a certificate of a value and checks it.
fn check_value(lines: &mut Lines, version: u64) -> Result<String, Unverified> {
    if version == 1 { check(lines) } else { full::check(lines, false) }
}

/// Reads the rest of a certificate of a diagonal and checks it.
fn check_diagonal(lines: &mut Lines, version: u64) -> Result<String, Unverified> {
    if version == 1 { diagonals::check(lines) } else { full::check(lines, true) }
}

/// A value by the levels up to it.
fn check(lines: &mut Lines) -> Result<String, Unverified> {
    lines.exactly("game star-nim")?;
    let value = lines.number("value")?;
    let claim = lines.period(false)?;
    let claimed = lines.number;
    let levels = read_levels(lines, value)?;
    let quotients = lines.quotients(claim)?;
    run(&levels, &mut lines.budget, &mut |k, level, choices, budget| {
        if k < value { Ok(()) } else { differences(claim, claimed, &quotients, level.state, choices, budget) }
    })?;
    Ok(statement(value, claim))
}

/// The claim in words.
pub fn statement(value: u64, claim: Cycle) -> String {
    let Cycle { from, period } = claim;
    format!(
        "star-nim: the differences y-x of the positions of value {value}, counted from 0 by increasing x, repeat with period {period} from number {from} on, and neither {period} nor {from} can be less"
    )
}

/// Reads the levels from 0 to `last`. The last one does not say what is taken.
pub fn read_levels(lines: &mut Lines, last: u64) -> Result<Vec<Level>, Unverified> {
    if last > 100 {
        return Err(Limit::Width("the value is").into());
    }
    let mut levels = Vec::new();
    for k in 0..=last {
        let first = format!("level {k} state from");
        let (state, taken) = if k < last {
            let [s, p, u, t] = lines.numbers(&[&first, "period", "taken from", "period"])?;
            (lines.with_period(s, p)?, lines.with_period(u, t)?)
        } else {
            let [s, p] = lines.numbers(&[&first, "period"])?;
            (lines.with_period(s, p)?, Cycle { from: s, period: p })
        };
        if state.period % taken.period != 0 || taken.from > state.from {
            return Err(lines.wrong("the taken numbers do not repeat with the window"));
        }
        levels.push(Level { state, taken, line: lines.number });
    }
    Ok(levels)
}

/// What is done with a level: its value, and the numbers that it takes in the rows before its window repeats, relative to the row.
type See<'s> = dyn FnMut(u64, &Level, &[u8], &mut Budget) -> Result<(), Unverified> + 's;

/// Checks the levels.
pub fn run(levels: &[Level], budget: &mut Budget, see: &mut See) -> Result<(), Unverified> {
    let mut taken = Taken { rows: vec![1, 0], cycle: Cycle { from: 1, period: 1 } };
    for (k, level) in (0..).zip(levels) {
        let rows = level.state.end() + 1;
        // The choices of the level, and what is taken up to it.
        budget.hold(rows, 1 + 16)?;
        let choices = level.choices(&taken, budget)?;
        see(k, level, &choices, budget)?;
        if k + 1 < u64::try_from(levels.len()).unwrap_or(0) {
            let freed = u64::try_from(taken.rows.len()).unwrap_or(0);
            taken = level.taken(&taken, &choices, budget)?;
            budget.release(if k == 0 { 0 } else { freed }, 16);
            budget.release(rows - level.taken.end(), 16);
        }
        budget.release(rows, 1);
    }
    Ok(())
}

impl Level {
    /// The number that the value takes in each row, relative to the row.
    fn choices(&self, smaller: &Taken, budget: &mut Budget) -> Result<Vec<u8>, Unverified> {
        let Self { state, line, .. } = *self;
        let Cycle { from, period } = state;
        if from < smaller.cycle.from || period % smaller.cycle.period != 0 {
            return Err(wrong(line, "the window does not repeat with the numbers taken by smaller values"));
        }
        let distinct: Vec<u64> = primes(period / smaller.cycle.period, budget)?;
        let distinct: Vec<u64> = distinct.iter().map(|q| from + period / q).collect();
        let (mut choices, mut window) = (Vec::with_capacity(index(state.end()) + 1), 0_u128);
        let (mut before, mut origin) = (None, None);
        for row in 0..=state.end() {
            budget.spend(1)?;
            if row == state.end() && origin != Some(window) {
                return Err(wrong(line, "the window does not repeat"));
            }
            if row + 1 == state.end() && from > smaller.cycle.from && before == Some(window) {
                return Err(wrong(line, "the window already repeats from an earlier row on"));
            }
            if origin == Some(window) && distinct.contains(&row) {
                return Err(wrong(line, "the window has a smaller period"));
            }
            before = if row + 1 == from { Some(window) } else { before };
            origin = if row == from { Some(window) } else { origin };
            let choice = (window & 1 == 0).then(|| (window | smaller.at(row)).trailing_ones());
            let bit = choice.map_or(Some(0), |choice| 1_u128.checked_shl(choice));
            choices.push(choice.and_then(|choice| u8::try_from(choice).ok()).unwrap_or(NOTHING));
            window = (window | bit.ok_or(Limit::Width("a number is"))?) >> 1;
        }
        choices.pop();
        Ok(choices)
    }

    /// The numbers taken by the values up to this one.
    fn taken(&self, smaller: &Taken, choices: &[u8], budget: &mut Budget) -> Result<Taken, Unverified> {
        let Self { state, taken: cycle, line } = *self;
        let quotients = primes(cycle.period, budget)?;
        // A pass to make the rows, and two and one for each quotient to compare them.
        let passes = 3 + u64::try_from(quotients.len()).unwrap_or(0);
        budget.spend(passes * state.end())?;
        let bit = |choice: u8| if choice == NOTHING { 0 } else { 1 << choice };
        let mut rows: Vec<u128> =
            (0..).zip(choices).map(|(row, &choice)| smaller.at(row) | bit(choice)).collect();
        let end = state.end();
        let repeats =
            |from: u64, period: u64| rows[index(from)..index(end - period)] == rows[index(from + period)..];
        if !repeats(cycle.from, cycle.period) {
            return Err(wrong(line, "the taken numbers do not repeat"));
        }
        if cycle.from > 0 && repeats(cycle.from - 1, cycle.period) {
            return Err(wrong(line, "the taken numbers already repeat from an earlier row on"));
        }
        if quotients.iter().any(|q| repeats(state.from, cycle.period / q)) {
            return Err(wrong(line, "the taken numbers have a smaller period"));
        }
        rows.truncate(index(cycle.end()));
        rows.shrink_to_fit();
        Ok(Taken { rows, cycle })
    }
}

/// Checks the claim itself, from the numbers that the value takes before its window repeats.
fn differences(
    claim: Cycle,
    claimed: usize,
    quotients: &[Quotient],
    state: Cycle,
    choices: &[u8],
    budget: &mut Budget,
) -> Result<(), Unverified> {
    budget.hold(state.end(), 1)?;
    budget.spend(state.end())?;
    let is_member = |choice: &&u8| **choice != NOTHING;
    let before = choices[..index(state.from)].iter().filter(is_member).count();
    let terms: Vec<u8> = choices.iter().filter(is_member).copied().collect();
    let (from, period, round) = (index(claim.from), index(claim.period), terms.len() - before);
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
    check_quotients(&terms, claim, quotients, budget)
}

/// Checks that terms a quotient of the period apart agree before the place of the claimed counterexample and differ there. The parser
/// has checked that these places lie in the first period.
pub fn check_quotients(
    terms: &[u8],
    claim: Cycle,
    quotients: &[Quotient],
    budget: &mut Budget,
) -> Result<(), Unverified> {
    for quotient in quotients {
        budget.spend(quotient.at - claim.from)?;
        let (from, at) = (index(claim.from), index(quotient.at));
        let lag = index(claim.period / quotient.prime);
        if terms[from..at] != terms[from + lag..at + lag] {
            return Err(wrong(quotient.line, "the quotient fails earlier"));
        }
        if terms[at] == terms[at + lag] {
            return Err(wrong(quotient.line, "the quotient does not fail there"));
        }
    }
    Ok(())
}

/// A row or number as an index. Memory has been counted for it, so it fits.
pub fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
