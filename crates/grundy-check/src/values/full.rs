//! Periods of g-sequences and diagonals of Star Nim, from full levels and strands.
//!
//! # What is checked, and why it suffices
//! [`crate::values`] defines the rows, the windows, and what a value takes in a row. Places are relative to the row.
//!
//! *Full levels.* An even level F, m = F/2+1, is full at row x if the window of value 0 is empty and, for each j >= 0, exactly max(0, m-1-j)
//! windows of the values 0..F have place j. Then these values together take exactly the places 0..m-1, and F is full at row x+1 too:
//! value 0 takes place 0, and m-1 of the others are free in this row. Suppose that one of them finds the untaken places below m all in its
//! window, and let m-1-t be the largest. The t places above it have been taken by t smaller values which could not take it. So t+1 windows
//! have this place, one too many. So each takes a place below m, and the counts move on. From such a row R on, values above F see the
//! places 0..m-1 taken in each row, and can be played without the smaller ones. Without a full level they are played from row 1 on, m = 0.
//!
//! *Rounds.* If the windows of the values F+1..h are the same at rows S and S+P, S >= R, all that they do repeats from S on.
//!
//! *Strands.* Let L > F be full at S too, and h = L-2. How many of the windows of L-1 and L have a place (its degree) follows from the
//! windows of F+1..h; so do the left places, those of 1..L/2 that no value up to h takes. So both repeat in each round, whatever the two
//! windows are. A place of degree 1 is on a *strand*; its colour says which window has it. By the argument above there are three cases.
//! If place 0 has degree 2, neither value takes anything. If it has degree 1, the other value takes the only left place: the strand moves
//! there and changes its colour. If it has degree 0, both left places y1 < y2 are taken; y2 has degree 0. If y1 is on a strand, the value
//! that lacks y1 takes it and the other one takes y2: the strand moves from y1 to y2. Else two strands would begin; but strands never end, and there
//! are as many at S as at S+P. So a round permutes the strands and changes some of their colours, the same way each time. The colour at each
//! place at rows S, S+P, S+2P, .. has a period of at most twice the length of a cycle of the permutation. N is the least common
//! multiple of these periods: the two windows are the same at S and S+PN, and not before.
//!
//! *The claim.* The differences of value g have the period T from row S on, the number of its positions in PN rows; on a diagonal only
//! the strands count that take its places, and T is a number of rows. The claimed period divides T; if it is less, all terms of
//! PN rows are compared. The terms before row S are compared with those a period later, which confirms the preperiod. A term in
//! any round is found from the colours at its first row, and a checkpoint.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::parse::{Cycle, Lines, Quotient, primes, wrong};
use crate::values::strands::{Checkpoint, Pass, Rounds, Word, common};
use crate::values::windows::{Machine, Places, Subject};
use crate::values::{self, diagonals};
use crate::values::{NOTHING, index};

/// Upper limit on checkpoints.
const CHECKPOINTS: u64 = 1024;
/// Least number of rows between two checkpoints.
const GAP: u64 = 64;
/// Rows between two looks at the budget.
const ROWS: u64 = 1 << 14;

/// A line that says that a level is full from a row on.
struct Full {
    level: u64,
    row: u64,
    line: usize,
}

impl Full {
    fn new(level: u64, row: u64, lines: &Lines) -> Result<Self, Unverified> {
        lines.budget.expect(row)?;
        if level % 2 == 1 || row == 0 {
            return Err(lines.wrong("a full level is even, and its row is at least 1"));
        }
        Ok(Self { level, row, line: lines.number })
    }

    /// Whether the level is full at the next row. The machine has all values from 0 on.
    fn holds(&self, machine: &Machine<4>) -> bool {
        let windows = &machine.windows[..=index(self.level)];
        let count = |place| windows.iter().filter(|window| window.has(place)).count();
        windows[0].end() == 0
            && (0..256).all(|place| count(place) == index(self.level / 2).saturating_sub(place))
    }
}

/// The certificate, except for the full levels.
struct Claim {
    subject: Subject,
    cycle: Cycle,
    line: usize,
    /// The value, or the largest one on the diagonal, and its line.
    largest: (u64, usize),
    round: Cycle,
    round_line: usize,
    /// The level, N, and the line.
    strands: Option<(u8, u64, usize)>,
    quotients: Vec<Quotient>,
}

/// Reads the rest of the certificate and checks it.
pub fn check(lines: &mut Lines, is_diagonal: bool) -> Result<String, Unverified> {
    lines.exactly("game star-nim")?;
    let number = lines.number(if is_diagonal { "diagonal" } else { "value" })?;
    // A period may be longer than the budget, as its terms need not all be looked at.
    let cycle = Cycle { from: lines.number("preperiod")?, period: lines.number("period")? };
    if cycle.period == 0 {
        return Err(lines.wrong("a period must be at least 1"));
    }
    lines.exactly("saltus 0")?;
    let line = lines.number;
    let largest = (if is_diagonal { lines.number("largest")? } else { number }, lines.number);
    let mut levels = Vec::new();
    if lines.begins_with("full ") {
        let [level, row] = lines.numbers(&["full", "row"])?;
        levels.push(Full::new(level, row, lines)?);
    }
    let first = levels.first().map_or(0, |full| full.level + 1);
    let round = lines.cycle("round")?;
    let round_line = lines.number;
    let (mut strands, mut top) = (None, largest.0);
    if lines.begins_with("strands ") {
        let [level, row, order] = lines.numbers(&["strands", "row", "order"])?;
        levels.push(Full::new(level, row, lines)?);
        if level <= first || (top != level && top + 1 != level) {
            return Err(lines.wrong("not the next level, or not the level of the value"));
        }
        top = level;
        strands = Some((small(level)?, order, lines.number));
    }
    if top < first || (is_diagonal && number < first.div_ceil(2)) {
        return Err(wrong(largest.1, "the full level is not below the value or the diagonal"));
    }
    let subject =
        if is_diagonal { Subject::Diagonal(small(number)?) } else { Subject::Value(small(number)?) };
    let quotients = lines.quotients(cycle)?;
    let claim = Claim { subject, cycle, line, largest, round, round_line, strands, quotients };

    let start = levels.iter().map(|full| full.row).max().unwrap_or(1);
    if round.from < start {
        return Err(wrong(round_line, "the round begins before a level is full"));
    }
    let budget = &mut lines.budget;
    budget.hold(round.from + 1, 1)?;
    let mut terms = Vec::with_capacity(index(round.from) + 1);
    // In row 0 value k takes k+1.
    terms.push(match subject {
        Subject::Value(value) => value + 1,
        Subject::Diagonal(d) => d.checked_sub(1).filter(|&k| u64::from(k) <= top).unwrap_or(NOTHING),
    });
    let mut windows = vec![Places([0; 4]); usize::from(small(top)?) + 1];
    windows.iter_mut().enumerate().for_each(|(k, window)| window.set(k, true));
    let mut machine = Machine::<4>::new(0, &windows);
    for row in 1..=start {
        for full in &levels {
            if row == full.row && !full.holds(&machine) {
                return Err(wrong(full.line, "the level is not full at this row"));
            }
            if row + 1 == full.row && full.holds(&machine) {
                return Err(wrong(full.line, "the level is already full at an earlier row"));
            }
        }
        if row < start {
            machine.play(1, subject, &mut terms, budget)?;
        }
    }
    // If c is above all of a window and above what smaller values take, place c is free in each row: the value takes no larger one.
    let windows = machine.windows.split_off(index(first));
    let end = windows.iter().fold(index(first.div_ceil(2)), |end, window| end.max(window.end()) + 1);
    let first = small(first)?;
    match end {
        0..=64 => claim.check::<1>(Machine::new(first, &windows), start, terms, budget),
        65..=128 => claim.check::<2>(Machine::new(first, &windows), start, terms, budget),
        129..=256 => claim.check::<4>(Machine::new(first, &windows), start, terms, budget),
        _ => Err(Limit::Width("a number is").into()),
    }?;
    Ok(if is_diagonal { diagonals::statement(number, cycle) } else { values::statement(number, cycle) })
}

/// A value or diagonal of which the places fit 256 bits.
fn small(value: u64) -> Result<u8, Limit> {
    u8::try_from(value).ok().filter(|&value| value <= 200).ok_or(Limit::Width("the value or diagonal is"))
}

impl Claim {
    /// Checks the round and the terms. The machine is at row `start`, and has the values above the full level.
    fn check<const N: usize>(
        &self,
        mut machine: Machine<N>,
        start: u64,
        mut terms: Vec<u8>,
        budget: &mut Budget,
    ) -> Result<(), Unverified> {
        let at_round = |reason| Err(wrong(self.round_line, reason));
        // The values whose windows repeat.
        let repeating = machine.windows.len() - if self.strands.is_some() { 2 } else { 0 };
        let Cycle { from, period } = self.round;
        let early = start.max(from - 1);
        machine.play(early - start, self.subject, &mut terms, budget)?;
        let before = machine.windows[..repeating].to_vec();
        machine.play(from - early, self.subject, &mut terms, budget)?;
        let origin = machine.windows[..repeating].to_vec();

        let shorter: Vec<u64> = primes(period, budget)?.iter().map(|q| period / q).collect();
        let gap = GAP.max(period / CHECKPOINTS + 1);
        let mut stops: Vec<u64> = (1..=period / gap).map(|i| i * gap).collect();
        stops.extend(shorter.iter().chain(&[period - 1, period]));
        stops.sort_unstable();
        stops.dedup();
        let mut pass = Pass::new(machine, self.strands.is_some());
        let size = 256 + 32 * pass.now.strands.len() + 16 * N * pass.now.machine.windows.len();
        let mut checkpoints = vec![pass.now.clone()];
        for stop in stops {
            while pass.now.row < stop {
                let rows = ROWS.min(stop - pass.now.row);
                budget.spend(rows * pass.now.machine.steps())?;
                (0..rows).try_for_each(|_| pass.row(self.subject)).or_else(at_round)?;
            }
            let windows = &pass.now.machine.windows[..repeating];
            if stop == period && windows != origin {
                return at_round("the windows do not repeat");
            }
            if stop < period && windows == origin && shorter.contains(&stop) {
                return at_round("the windows have a smaller period");
            }
            if stop == period - 1 && from > start && windows == before {
                return at_round("the windows already repeat from an earlier row on");
            }
            if stop % gap == 0 {
                budget.hold(1, u64::try_from(size).unwrap_or(u64::MAX))?;
                checkpoints.push(pass.now.clone());
            }
        }
        let rounds = self.rounds(pass, checkpoints, terms, budget)?;
        self.check_terms(&rounds, budget)
    }

    /// Follows the strands through all rounds.
    fn rounds<const N: usize>(
        &self,
        pass: Pass<N>,
        checkpoints: Vec<Checkpoint<N>>,
        history: Vec<u8>,
        budget: &mut Budget,
    ) -> Result<Rounds<N>, Unverified> {
        let words = pass.words(&checkpoints[0], budget)?;
        let (mut count, mut largest) = (1, pass.largest);
        if let Some((level, order, line)) = self.strands {
            if common(words.iter().map(Word::period))? != order {
                return Err(wrong(line, "the windows repeat after another number of rounds"));
            }
            count = order;
            if let Subject::Diagonal(_) = self.subject {
                let strands = words.iter().zip(&pass.takers).filter(|(_, takers)| takers.contains(&true));
                count = common(strands.clone().map(|(word, _)| word.period()))?;
                // Which values have been on the diagonal in the first round follows from the colours; with others, others would be.
                let is_second = |(word, takers): (&Word, &[bool; 2])| {
                    (word.has(true) && takers[0]) || (word.has(false) && takers[1])
                };
                largest = if strands.into_iter().any(is_second) { level } else { largest };
            }
        }
        if u64::from(largest) != self.largest.0 && matches!(self.subject, Subject::Diagonal(_)) {
            return Err(wrong(self.largest.1, "another value is the largest from the preperiod on"));
        }
        count.checked_mul(self.round.period).ok_or(Limit::Width("the number of rows is"))?;
        let is_second = self.strands.is_some_and(|(level, ..)| u64::from(level) == self.largest.0);
        let Self { subject, round: Cycle { period, .. }, .. } = *self;
        let mut rounds = Rounds {
            subject,
            period,
            history,
            checkpoints,
            end: pass.now,
            words,
            is_second,
            count,
            terms: 0,
        };
        rounds.terms = rounds.terms_before(count, &rounds.checkpoints[0]);
        Ok(rounds)
    }

    /// Checks the claim itself.
    fn check_terms<const N: usize>(&self, rounds: &Rounds<N>, budget: &mut Budget) -> Result<(), Unverified> {
        let Cycle { from, period } = self.cycle;
        let known = rounds.known();
        if rounds.terms == 0 || !rounds.terms.is_multiple_of(period) {
            return Err(wrong(self.line, "the period does not divide the number of terms in all rounds"));
        }
        // A divisor of the number of terms in all rounds is a period from row S on if these terms agree.
        if from > known
            || !rounds.agree(known, period, rounds.terms - period, budget)?
            || !rounds.agree(from, period, known - from, budget)?
        {
            return Err(wrong(self.line, "the period does not hold"));
        }
        if from > 0 && rounds.agree(from - 1, period, 1, budget)? {
            return Err(wrong(self.line, "the period already holds from an earlier term on"));
        }
        for quotient in &self.quotients {
            let lag = period / quotient.prime;
            if !rounds.agree(from, lag, quotient.at - from, budget)? {
                return Err(wrong(quotient.line, "the quotient fails earlier"));
            }
            if rounds.agree(quotient.at, lag, 1, budget)? {
                return Err(wrong(quotient.line, "the quotient does not fail there"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/twins/full.rs"]
mod tests;
