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

use crate::Rejected;
use crate::parse::{Cycle, Lines, Quotient, wrong};
use crate::quotients::Beginning;

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
        let last = u64::try_from(self.state.len()).map_or(0, |rows| rows - 1).max(1);
        if matches!(self.game, Game::Wythoff | Game::RWythoff) { 2 * last } else { last }
    }

    /// The negative numbers of the window.
    fn negative(&self) -> u128 {
        (1 << self.reach().saturating_sub(self.column)) - 1
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
pub fn check(lines: &mut Lines) -> Result<String, Rejected> {
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
        return Err(lines.wrong("the row is too large for this checker"));
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
    let quotients = lines.quotients(claim)?;
    let run = Run { claim, claimed, state, stated, regular, quotients };
    run.check(Table::new(game, row))?;
    let Cycle { from, period } = claim;
    Ok(format!(
        "{name}: G({row},b+{period}) = G({row},b)+{period} for all b >= {from}, and neither {period} nor {from} can be less"
    ))
}

/// The claim and its evidence, with the lines they are in.
struct Run {
    claim: Cycle,
    claimed: usize,
    state: Cycle,
    stated: usize,
    regular: u64,
    quotients: Vec<Quotient>,
}

impl Run {
    /// Fills the table up to the column at which the state should repeat. A second table follows one period of the row behind.
    fn check(&self, mut table: Table) -> Result<(), Rejected> {
        let Self { claim, state, .. } = *self;
        let end = state.from + state.period;
        let mut behind = table.clone();
        let mut origin = None;
        // Columns at which the state must differ from the one at `state.from`: one for each prime factor of the period.
        let mut distinct: Vec<u64> =
            crate::primes(state.period).iter().map(|q| state.from + state.period / q).collect();
        let mut before = None;
        let mut beginning = Beginning::new(claim, &self.quotients);
        let narrow = || wrong(self.stated, "a value is too large for this checker");
        while table.column < end {
            let column = table.column;
            if column + 1 == state.from {
                before = Some(table.state.clone());
            }
            if column == state.from {
                origin = Some(table.state.clone());
            }
            if column + 1 == end && state.from > self.regular && before.as_ref() == Some(&table.state) {
                return Err(wrong(self.stated, "the state already repeats from an earlier column on"));
            }
            if distinct.contains(&column) {
                distinct.retain(|&other| other != column);
                if origin.as_ref() == Some(&table.state) {
                    return Err(wrong(self.stated, "the state has a smaller period"));
                }
            }
            let note = table.fill().ok_or_else(narrow)?;
            beginning.see(column, note)?;
            if column >= claim.period {
                let earlier = behind.fill().ok_or_else(narrow)?;
                let agree = earlier == note && note.is_some();
                let b = column - claim.period;
                if b >= claim.from && !agree {
                    let reason = format!("G(a,b+p) = G(a,b)+p fails at b = {b}");
                    return Err(wrong(self.claimed, &reason));
                }
                if b + 1 == claim.from && agree {
                    return Err(wrong(self.claimed, "the period already holds from an earlier column on"));
                }
            }
        }
        if origin.as_ref() != Some(&table.state) {
            return Err(wrong(self.stated, "the state does not repeat"));
        }
        if claim.from > state.from {
            return Err(wrong(self.claimed, "the period already holds from an earlier column on"));
        }
        Ok(())
    }
}
