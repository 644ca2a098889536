//! Periods of rows.
//!
//! # What is checked, and why it suffices
//! Rows 0 to a of the table are filled column by column from the rules: the value of a cell is the least number that is not the value of
//! an option. The options of (r, b) are the cells left of it in its row and below it in its column; in Wythoff's game also those before it
//! on its diagonal; in R-Wythoff the row only if b >= r and the column only if b <= r. (0,0) is not a position of Star Nim.
//!
//! The *state* before column b is all that later columns depend on: for each row, the values it has used and the values on the diagonal
//! that enters it in column b. Both sets are stored relative to b, as the numbers from -s on; all numbers below -s are implied. For rows
//! the code tests that this is so; for diagonals it does no harm, because the rows contain those numbers anyway. Then the next state
//! depends on the state alone, from the first column on after which the rules are the same in all columns: 1 in Star Nim because of
//! (0,0), and a+1 in R-Wythoff, where columns up to a meet the diagonal. So if the states at s0 and s0+P are equal, all rows repeat from
//! s0 on with period P, and each value grows by P.
//!
//! Then, if p divides P, `G(a,b+p) - p = G(a,b)` for all b >= b0 follows from the columns b0 <= b < s0+P-p: beyond them, go back by P,
//! or around the period in steps of p. The column b0 - 1 shows that b0 is least. p is least if p/q fails somewhere from b0 on for each
//! prime factor q of p, because all periods of a sequence are multiples of the least one. The same argument shows that P and s0 are least.
//!
//! Values a period apart are compared by a second table that follows the first, so memory does not grow with the period.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::parse::{Cycle, Lines, primes, wrong};
use std::ops::Range;

/// The limit that is reached if a value does not fit into a set.
const WIDTH: Limit = Limit::Width("a value is");

#[derive(Clone, Copy, PartialEq, Eq)]
enum Game {
    Nim,
    StarNim,
    Wythoff,
    RWythoff,
}

/// Rows 0 to a, filled up to a column.
#[derive(Clone)]
struct Table {
    game: Game,
    column: u64,
    state: Vec<Row>,
}

/// Sets of values: bit i represents the number `column - reach + i`.
#[derive(Clone, PartialEq, Eq)]
struct Row {
    used: u128,
    diagonal: u128,
}

/// The value in the last row, minus the column, plus `reach`; `None` if the cell is not a position.
type Note = Option<u32>;

impl Table {
    fn new(game: Game, last: u64) -> Self {
        let mut table = Self { game, column: 0, state: Vec::new() };
        (0..=last).for_each(|_| table.state.push(Row { used: 0, diagonal: 0 }));
        let negative = table.negative();
        table.state.iter_mut().for_each(|row| row.used = negative);
        table
    }

    fn reach(&self) -> u64 {
        let last = (self.rows() - 1).max(1);
        if matches!(self.game, Game::Wythoff | Game::RWythoff) { 2 * last } else { last }
    }

    /// The negative numbers of the window.
    fn negative(&self) -> u128 {
        (1 << self.reach().saturating_sub(self.column)) - 1
    }

    /// The number of rows: steps per column.
    fn rows(&self) -> u64 {
        u64::try_from(self.state.len()).unwrap_or(u64::MAX)
    }

    /// Fills columns up to `end`.
    fn advance(&mut self, end: u64, budget: &mut Budget) -> Result<(), Limit> {
        /// Columns between questions to the budget.
        const CHUNK: u64 = 1 << 12;
        while self.column < end {
            let columns = if self.is_plain() { CHUNK.min(end - self.column) } else { 1 };
            budget.spend(columns * self.rows())?;
            let filled = if self.is_plain() { self.fill_plain(columns) } else { self.fill().map(|_| ()) };
            filled.ok_or(WIDTH)?;
        }
        Ok(())
    }

    /// Whether [`Table::fill_plain`] applies: no diagonals, the same rules in all columns from here on, and values below bit 63.
    fn is_plain(&self) -> bool {
        let reach = self.reach();
        matches!(self.game, Game::Nim | Game::StarNim) && self.column >= reach && 2 * reach < 63
    }

    /// The same as [`Table::fill`] for many columns at once. The least missing number of a set is its lowest bit that is not set. A
    /// value at bit 63 may not have fitted, and is refused.
    fn fill_plain(&mut self, columns: u64) -> Option<()> {
        let sets = self.state.iter().map(|row| u64::try_from(row.used).ok());
        let mut sets = sets.collect::<Option<Vec<u64>>>()?;
        let (mut all_left, mut any_value) = (1, 0);
        for _ in 0..columns {
            let mut standing = 0_u64;
            for used in &mut sets {
                let options = *used | standing;
                let value = !options & options.wrapping_add(1);
                standing |= value;
                *used |= value;
                all_left &= *used;
                *used >>= 1;
            }
            any_value |= standing;
        }
        self.state.iter_mut().zip(sets).for_each(|(row, used)| row.used = used.into());
        self.column += columns;
        (all_left == 1 && any_value >> 63 == 0).then_some(())
    }

    /// Fills a column. `None` if a value does not fit into a set, so that the checker cannot decide.
    fn fill(&mut self) -> Option<Note> {
        let negative = self.negative();
        let has_diagonals = matches!(self.game, Game::Wythoff | Game::RWythoff);
        let (mut standing, mut entering, mut note) = (0_u128, 0_u128, None);
        for (r, row) in (0..).zip(&mut self.state) {
            let along_row = if self.game == Game::RWythoff && self.column < r { negative } else { row.used };
            let along_column = if self.game == Game::RWythoff && self.column > r { 0 } else { standing };
            let options = along_row | along_column | row.diagonal;
            let place = options.trailing_ones();
            let value = if self.game == Game::StarNim && self.column == 0 && r == 0 {
                note = None;
                0
            } else {
                note = Some(place);
                1_u128.checked_shl(place)?
            };
            let used = row.used | value;
            if used & 1 == 0 {
                return None;
            }
            row.used = used >> 1;
            standing |= value;
            if has_diagonals {
                let leaving = (row.diagonal | value) >> 1;
                row.diagonal = entering;
                entering = leaving;
            }
        }
        self.column += 1;
        Some(note)
    }
}

/// Reads the rest of the certificate and checks it.
pub fn check(lines: &mut Lines) -> Result<String, Unverified> {
    let name = lines.word("game")?;
    let game = match name {
        "nim" => Game::Nim,
        "star-nim" => Game::StarNim,
        "wythoff" => Game::Wythoff,
        "r-wythoff" => Game::RWythoff,
        _ => return Err(lines.wrong("unknown game")),
    };
    let row = lines.number("row")?;
    if row > if matches!(game, Game::Nim | Game::StarNim) { 63 } else { 42 } {
        return Err(Limit::Width("the row is").into());
    }
    let claim = lines.period(true)?;
    let claimed = lines.number;
    let state = lines.cycle("state")?;
    let stated = lines.number;
    if state.period % claim.period != 0 {
        return Err(lines.wrong("the period of the state is not a multiple of the period of the row"));
    }
    let regular = match game {
        Game::Nim | Game::Wythoff => 0,
        Game::StarNim => 1,
        Game::RWythoff => row + 1,
    };
    if state.from < regular {
        return Err(lines.wrong(&format!("the rules change before column {regular}")));
    }
    if claim.from > state.from {
        return Err(wrong(claimed, "a period holds from the column on from which the state repeats"));
    }
    let quotients = lines.quotients(claim)?;
    let (mut table, end) = (Table::new(game, row), state.end());
    let budget = &mut lines.budget;
    budget.expect(end.saturating_mul(table.rows()))?;
    let of_claim = ["G(a,b+p) = G(a,b)+p fails", "the period already holds from an earlier column on"];
    let of_quotient = ["the quotient fails earlier,", "the quotient does not fail there"];
    let follower = |lag: u64,
                    holds: Range<u64>,
                    fails: Option<u64>,
                    line: usize,
                    wrong: [&'static str; 2]| {
        Follower { table: table.clone(), lag, holds, fails, line, wrong }
    };
    let mut followers: Vec<Follower> = quotients
        .iter()
        .map(|q| follower(claim.period / q.prime, claim.from..q.at, Some(q.at), q.line, of_quotient))
        .collect();
    let before = claim.from.checked_sub(1);
    followers.push(follower(claim.period, claim.from..end - claim.period, before, claimed, of_claim));
    repeats(&mut table, state, regular, stated, &mut followers, budget)?;
    let Cycle { from, period } = claim;
    Ok(format!(
        "{name}: G({row},b+{period}) = G({row},b)+{period} for all b >= {from}, and neither {period} nor {from} can be less"
    ))
}

/// A table that is `lag` columns behind, to compare values.
struct Follower {
    table: Table,
    lag: u64,
    /// The columns b for which `G(a,b+lag) = G(a,b)+lag` must hold, and one for which it must not.
    holds: Range<u64>,
    fails: Option<u64>,
    line: usize,
    /// The messages if it does not hold, and if it does not fail.
    wrong: [&'static str; 2],
}

impl Follower {
    /// The columns in which the first table has values to compare.
    fn columns(&self) -> Range<u64> {
        self.lag..self.lag + self.holds.end.max(self.fails.map_or(0, |b| b + 1))
    }

    /// Compares the value of the first table, which has just filled column `b + lag`, with that in column b.
    fn compare(&mut self, note: Note, budget: &mut Budget) -> Result<(), Unverified> {
        let b = self.table.column;
        budget.spend(self.table.rows())?;
        let agree = self.table.fill().ok_or(WIDTH)? == note && note.is_some();
        if self.holds.contains(&b) && !agree {
            return Err(wrong(self.line, &format!("{} at b = {b}", self.wrong[0])));
        }
        if self.fails == Some(b) && agree { Err(wrong(self.line, self.wrong[1])) } else { Ok(()) }
    }
}

/// Fills the table up to the column at which the state should repeat, and checks that it does, and that its period and the column from
/// which on it repeats are least.
fn repeats(
    table: &mut Table,
    state: Cycle,
    regular: u64,
    line: usize,
    followers: &mut [Follower],
    budget: &mut Budget,
) -> Result<(), Unverified> {
    let (from, end) = (state.from, state.end());
    // The state must not be that of column `from` there.
    let distinct: Vec<u64> = primes(state.period, budget)?.iter().map(|q| from + state.period / q).collect();
    // The columns at which there is something to do.
    let mut stops = vec![from.saturating_sub(1), from, end - 1, end];
    stops.extend(&distinct);
    stops.extend(followers.iter().flat_map(|follower| [follower.columns().start, follower.columns().end]));
    let (mut before, mut origin) = (None, None);
    loop {
        let column = table.column;
        let is = |state: &Option<Vec<Row>>| state.as_ref() == Some(&table.state);
        if column + 1 == end && from > regular && is(&before) {
            return Err(wrong(line, "the state already repeats from an earlier column on"));
        }
        if distinct.contains(&column) && is(&origin) {
            return Err(wrong(line, "the state has a smaller period"));
        }
        if column == end {
            return if is(&origin) { Ok(()) } else { Err(wrong(line, "the state does not repeat")) };
        }
        if column + 1 == from {
            before = Some(table.state.clone());
        }
        if column == from {
            origin = Some(table.state.clone());
        }
        let mut active =
            followers.iter_mut().filter(|follower| follower.columns().contains(&column)).peekable();
        if active.peek().is_none() {
            let next = stops.iter().copied().filter(|&stop| stop > column).min();
            table.advance(next.unwrap_or(end).min(end), budget)?;
        } else {
            budget.spend(table.rows())?;
            let note = table.fill().ok_or(WIDTH)?;
            active.try_for_each(|follower| follower.compare(note, budget))?;
        }
    }
}

#[cfg(test)]
#[path = "../tests/twins/rows.rs"]
mod tests;
