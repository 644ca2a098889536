//! Periods of rows.
//!
//! # What is checked, and why it suffices
//! Rows 0 to a of the table are filled column by column from the rules: the value of a cell is the least number that is not the value of
//! an option ([`crate::rows::table`]).
//!
//! The *state* before column b of row a is all that later columns depend on: for each row the values it has used, if its cells have moves to all earlier
//! cells; and for each later cell and each line of options that it reads, the values of the cells of that line that are filled. Values are counted relative to the
//! column. From the first column on after which no guard changes in any row and no hole follows, the next state depends on the
//! state alone. So if the states at s0 and s0+P are equal, all rows repeat from s0 on with period P, and each value grows by P. If no row has such moves (saltus 0), values are not
//! counted relative to the column, and stay the same.
//!
//! Then, if p divides P, `G(a,b+p) - p = G(a,b)` for all b >= b0 follows from the columns b0 <= b < s0+P-p: beyond them, go back by P,
//! or around the period in steps of p. The column b0 - 1 shows that b0 is least. p is least if p/q fails somewhere from b0 on for each
//! prime factor q of p, because all periods of a sequence are multiples of the least one. The same argument shows that P and s0 are least.
//!
//! Values a period apart are compared by a second table that follows the first, so memory does not grow with the period.

mod rules;
mod several;
mod table;

use crate::budget::Budget;
use crate::parse::{Cycle, Lines, number, primes, wrong};
use crate::{Kind, Unverified};
use several::Several;
use std::ops::Range;
use table::{Note, Table};

/// What is checked here.
pub const KINDS: &[Kind] = &[Kind {
    claim: "row-period",
    versions: &[1, 2],
    means: "G(a,b+p) = G(a,b)+p for all b >= b0, for row a of nim, star-nim, wythoff, r-wythoff or a game given by rays,\n                          and for rows of nim and star-nim with several fixed numbers",
    check,
}];

/// Rows that are filled column by column. What later columns depend on is the state.
pub trait Columns: Clone {
    type State: PartialEq;
    /// The next column of the last row.
    fn column(&self) -> u64;
    /// The number of rows.
    fn rows(&self) -> u64;
    /// Steps of the budget for a column.
    fn cost(&self) -> u64;
    /// Whether values are counted relative to the column.
    fn is_additive(&self) -> bool;
    /// Fills a column of each row. Returns the note of the last one.
    fn fill(&mut self, budget: &mut Budget) -> Result<Note, Unverified>;
    fn state(&self, budget: &mut Budget) -> Result<Self::State, Unverified>;
    /// Fills columns up to `end`.
    fn advance(&mut self, end: u64, budget: &mut Budget) -> Result<(), Unverified> {
        while self.column() < end {
            budget.spend(self.cost())?;
            self.fill(budget)?;
        }
        Ok(())
    }
}

/// Reads the rest of the certificate and checks it.
fn check(lines: &mut Lines, version: u64) -> Result<String, Unverified> {
    let (name, rules) = rules::read(lines, version)?;
    let row = lines.word("row")?;
    if row.contains(',') {
        let star = match name {
            "nim" => false,
            "star-nim" => true,
            _ => return Err(lines.wrong("only rows of nim and star-nim have several numbers")),
        };
        let fixed = several::read(row, lines)?;
        let rows = Several::new(&fixed, star, lines)?;
        let regular = rows.regular();
        return check_rows(lines, name, row, rows, regular);
    }
    let last = number(row).ok_or_else(|| lines.wrong("malformed number"))?;
    let table = Table::new(&rules, last, &mut lines.budget)?;
    let regular = table.regular();
    check_rows(lines, name, row, table, regular)
}

/// Checks the claim about the last row. From column `regular` on the rules do not change.
fn check_rows<C: Columns>(
    lines: &mut Lines,
    name: &str,
    row: &str,
    mut table: C,
    regular: u64,
) -> Result<String, Unverified> {
    let claim = lines.period(table.is_additive())?;
    let claimed = lines.number;
    let state = lines.cycle("state")?;
    let stated = lines.number;
    if state.period % claim.period != 0 {
        return Err(lines.wrong("the period of the state is not a multiple of the period of the row"));
    }
    if state.from < regular {
        return Err(lines.wrong(&format!("the rules change before column {regular}")));
    }
    if claim.from > state.from {
        return Err(wrong(claimed, "a period holds from the column on from which the state repeats"));
    }
    let quotients = lines.quotients(claim)?;
    let end = state.end();
    let budget = &mut lines.budget;
    budget.expect(end.saturating_mul(table.rows()))?;
    let of_claim = ["G(a,b+p) = G(a,b)+p fails", "the period already holds from an earlier column on"];
    let of_quotient = ["the quotient fails earlier,", "the quotient does not fail there"];
    let mut followers: Vec<Follower<C>> = quotients
        .iter()
        .map(|q| Follower::new(claim.period / q.prime, claim.from..q.at, Some(q.at), q.line, of_quotient))
        .collect();
    let before = claim.from.checked_sub(1);
    followers.push(Follower::new(claim.period, claim.from..end - claim.period, before, claimed, of_claim));
    repeats(&mut table, state, regular, stated, &mut followers, budget)?;
    let Cycle { from, period } = claim;
    let grown = if table.is_additive() { format!("+{period}") } else { String::new() };
    Ok(format!(
        "{name}: G({row},b+{period}) = G({row},b){grown} for all b >= {from}, and neither {period} nor {from} can be less"
    ))
}

/// A table that is `lag` columns behind, to compare values.
struct Follower<C> {
    /// A copy of the first table, made at the first column that is compared.
    table: Option<C>,
    lag: u64,
    /// The columns b for which `G(a,b+lag) = G(a,b)+lag` must hold, and one for which it must not.
    holds: Range<u64>,
    fails: Option<u64>,
    line: usize,
    /// The messages if it does not hold, and if it does not fail.
    wrong: [&'static str; 2],
}

impl<C: Columns> Follower<C> {
    fn new(lag: u64, holds: Range<u64>, fails: Option<u64>, line: usize, wrong: [&'static str; 2]) -> Self {
        Self { table: None, lag, holds, fails, line, wrong }
    }

    /// The columns b.
    fn compared(&self) -> Range<u64> {
        let fails = self.fails.unwrap_or(self.holds.start);
        self.holds.start.min(fails)..self.holds.end.max(self.fails.map_or(0, |b| b + 1))
    }

    /// Whether the first table has a value to compare in a column.
    fn is_active(&self, column: u64) -> bool {
        column.checked_sub(self.lag).is_some_and(|b| self.compared().contains(&b))
    }

    /// Compares the value of the first table, which has just filled column `b + lag`, with that in column b.
    fn compare(&mut self, note: Note, budget: &mut Budget) -> Result<(), Unverified> {
        let Some(table) = &mut self.table else { return Err(wrong(self.line, "a column was not reached")) };
        let b = table.column();
        budget.spend(table.cost())?;
        let agree = table.fill(budget)? == note && note.is_some();
        if self.holds.contains(&b) && !agree {
            return Err(wrong(self.line, &format!("{} at b = {b}", self.wrong[0])));
        }
        if self.fails == Some(b) && agree { Err(wrong(self.line, self.wrong[1])) } else { Ok(()) }
    }
}

/// Fills the table up to the column at which the state should repeat, and checks that it does, and that its period and the column from
/// which on it repeats are least.
fn repeats<C: Columns>(
    table: &mut C,
    state: Cycle,
    regular: u64,
    line: usize,
    followers: &mut [Follower<C>],
    budget: &mut Budget,
) -> Result<(), Unverified> {
    let (from, end) = (state.from, state.end());
    // The state must not be that of column `from` there.
    let distinct: Vec<u64> = primes(state.period, budget)?.iter().map(|q| from + state.period / q).collect();
    // The columns at which there is something to do.
    let mut stops = vec![from.saturating_sub(1), from, end - 1, end];
    stops.extend(&distinct);
    stops.extend(followers.iter().flat_map(|follower| {
        let Range { start, end } = follower.compared();
        [start, start + follower.lag, end + follower.lag]
    }));
    let (mut before, mut origin) = (None, None);
    loop {
        let column = table.column();
        let looked_at =
            [from.wrapping_sub(1), from, end - 1, end].contains(&column) || distinct.contains(&column);
        let now: Option<C::State> = if looked_at { Some(table.state(budget)?) } else { None };
        if column + 1 == end && from > regular && before == now {
            return Err(wrong(line, "the state already repeats from an earlier column on"));
        }
        if distinct.contains(&column) && origin == now {
            return Err(wrong(line, "the state has a smaller period"));
        }
        if column == end {
            return if origin == now { Ok(()) } else { Err(wrong(line, "the state does not repeat")) };
        }
        if column + 1 == from {
            before = now;
        } else if column == from {
            origin = now;
        }
        for follower in followers.iter_mut().filter(|follower| follower.compared().start == column) {
            follower.table = Some(table.clone());
        }
        let mut active = followers.iter_mut().filter(|follower| follower.is_active(column)).peekable();
        if active.peek().is_none() {
            let next = stops.iter().copied().filter(|&stop| stop > column).min();
            table.advance(next.unwrap_or(end).min(end), budget)?;
        } else {
            budget.spend(table.cost())?;
            let note = table.fill(budget)?;
            active.try_for_each(|follower| follower.compare(note, budget))?;
        }
    }
}
