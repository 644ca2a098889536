//! Periods of diagonals of Star Nim.
//!
//! # What is checked, and why it suffices
//! `G(x,x+d) = k` if and only if value k takes x+d in row x. The levels (see [`crate::values`]) show for each value k from 0 to g in which rows it does
//! so: rows that repeat from S on with period P. Let `I_k(x)` say whether it does in row x, and let p and x0 be the claimed period and preperiod.
//!
//! - *The period holds.* For each k, `I_k(x+p) = I_k(x)` for x0 <= x < max(x0,S) + P. As `I_k` has period P from S on, this holds for all x >= x0.
//!   In each of the rows x0 to x0+p-1 one of the values takes x+d; so one does in every row from x0 on, and no value above g is on the diagonal
//!   from there on. So `G(x+p,x+p+d) = G(x,x+d)` for all x >= x0.
//! - *x0 is least.* In row x0-1 either some k <= g takes the cell and another value takes the cell of row x0-1+p; or none does. Then the
//!   cell of row x0-1 is no position, or its value is above g, while that in row x0-1+p >= x0 is at most g. The least preperiod is the same for all
//!   periods of a sequence.
//! - *p is least*, because p/q fails from x0 on for each prime factor q of p: all periods of a sequence are multiples of the least one.
//! - *g is determined*: it is the largest value on the diagonal from x0 on.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::parse::{Cycle, Lines, wrong};
use crate::values::{NOTHING, check_quotients, index, read_levels, run};

/// Reads the rest of the certificate and checks it.
pub fn check(lines: &mut Lines) -> Result<String, Unverified> {
    lines.exactly("game star-nim")?;
    let d = lines.number("diagonal")?;
    let difference = u8::try_from(d).ok().filter(|&d| d < 128).ok_or(Limit::Width("the diagonal is"))?;
    let claim = lines.period(false)?;
    let claimed = lines.number;
    let largest = lines.number("largest")?;
    let stated = lines.number;
    let levels = read_levels(lines, largest)?;
    let quotients = lines.quotients(claim)?;
    lines.budget.hold(claim.end(), 1)?;
    let mut diagonal = Diagonal { claim, claimed, difference, cells: vec![NOTHING; index(claim.end())] };
    run(&levels, &mut lines.budget, &mut |k, level, choices, budget| {
        diagonal.see(u8::try_from(k).unwrap_or(NOTHING), level.state, choices, budget)
    })?;
    let cells = &diagonal.cells;
    let (from, round) = (index(claim.from), &cells[index(claim.from)..]);
    if round.contains(&NOTHING) {
        return Err(wrong(stated, "a larger value is on the diagonal from the preperiod on"));
    }
    if round.iter().max().copied().map(u64::from) != Some(largest) {
        return Err(wrong(stated, "no value is so large on the diagonal from the preperiod on"));
    }
    if from > 0 && cells[from - 1] == cells[from - 1 + index(claim.period)] {
        return Err(wrong(claimed, "the period already holds from an earlier row on"));
    }
    check_quotients(cells, claim, &quotients, &mut lines.budget)?;
    Ok(statement(d, claim))
}

/// The claim in words.
pub fn statement(d: u64, claim: Cycle) -> String {
    let Cycle { from, period } = claim;
    format!(
        "star-nim: G(x+{period},x+{period}+{d}) = G(x,x+{d}) for all x >= {from}, and neither {period} nor {from} can be less"
    )
}

struct Diagonal {
    claim: Cycle,
    claimed: usize,
    difference: u8,
    /// The value on the diagonal in each row up to the end of the first period, as far as it is known.
    cells: Vec<u8>,
}

impl Diagonal {
    /// Enters a value, and checks that the rows in which it is on the diagonal have the claimed period.
    fn see(
        &mut self,
        value: u8,
        state: Cycle,
        choices: &[u8],
        budget: &mut Budget,
    ) -> Result<(), Unverified> {
        let Self { claim, difference, .. } = *self;
        let takes = |row: u64| choices[index(state.fold(row))] == difference;
        let end = claim.from.max(state.from) + state.period;
        budget.spend(end - claim.from + claim.end())?;
        if (claim.from..end).any(|row| takes(row) != takes(row + claim.period)) {
            return Err(wrong(self.claimed, "the period does not hold"));
        }
        (0..).zip(&mut self.cells).filter(|(row, _)| takes(*row)).for_each(|(_, cell)| *cell = value);
        Ok(())
    }
}
