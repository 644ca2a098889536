//! The reference engine: the memoised definition, `G(p) = mex { G(q) : p -> q }` or, with blocking, the least value whose options
//! can all be blocked. In misère play, which has no values, P-positions have 0 and N-positions 1. It works for any ruleset and small positions, and is the slow twin of all faster engines.
//!
//! Positions are numbered as they are found. The recursion uses an explicit stack, so that long games do not overflow the call
//! stack. A frame holds the numbers of its options, so each option is looked up once.

use crate::error::{Deadline, Limit};
use crate::nimber::Nimber;
use crate::ruleset::{Budget, Game, Outcome, Position, Stop};
use crate::widths::wide;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The reference engine of one ruleset. It stores every value that it computes.
#[derive(Debug)]
pub struct Reference {
    game: Game,
    budget: Budget,
    /// The budget of the current call.
    present: Budget,
    known: IndexSet<Position, FxBuildHasher>,
    /// `values[i]` is the value of `known[i]`, or `UNKNOWN` or `OPEN`.
    values: Vec<u64>,
    /// Options visited in the current call.
    looked_at: u64,
    until: Deadline,
    /// The positions that came back in the last call that ended with [`Limit::Endless`].
    cycle: Vec<Position>,
}

const UNKNOWN: u64 = u64::MAX;

/// The value of a position while its options are being computed.
const OPEN: u64 = u64::MAX - 1;

/// A position whose value is being computed. Its options are `pending[from..]`, and the values before `next` are known.
struct Frame {
    index: usize,
    from: usize,
    next: usize,
}

impl Reference {
    /// An engine without stored values.
    pub fn new(game: Game, budget: Budget) -> Self {
        game.allow(budget);
        Self {
            game,
            budget,
            present: budget,
            known: IndexSet::default(),
            values: Vec::new(),
            looked_at: 0,
            until: Deadline::NONE,
            cycle: Vec::new(),
        }
    }

    /// Sets the deadline of later calls.
    pub fn stop_at(&mut self, until: Deadline) {
        /// Options that rules visit in a millisecond when they depend on outcomes. Only the budget can stop them.
        const A_MILLISECOND: u128 = 5_000;
        let options = until.left().as_millis().saturating_mul(A_MILLISECOND);
        let options = u64::try_from(options).unwrap_or(u64::MAX).min(self.budget.options);
        self.game.allow(Budget { options, ..self.budget });
        self.until = until;
    }

    /// Changes the budget for later calls.
    pub fn allow(&mut self, budget: Budget) {
        self.game.allow(budget);
        self.budget = budget;
    }

    /// The value of `position`, by definition; in misère play 0 for a P-position and 1 for an N-position.
    pub fn value(&mut self, position: &Position) -> Result<Nimber, Limit> {
        let before = self.known.len();
        let index = self.number(position.clone());
        if self.values[index] == UNKNOWN {
            self.looked_at = 0;
            self.present = self.budget.for_position(position);
            if let Err(limit) = self.compute(index) {
                // Dropping the new positions leaves room for the next call.
                self.known.truncate(before);
                self.values.truncate(before);
                return Err(limit);
            }
        }
        Ok(Nimber(self.values[index]))
    }

    /// The outcome of `position`: P if and only if its value is 0.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Limit> {
        Ok(if self.value(position)? == Nimber::ZERO { Outcome::Previous } else { Outcome::Next })
    }

    /// The positions that came back in the last call that ended with [`Limit::Endless`]: each is an option of the one before it, and
    /// the first one of the last.
    pub fn cycle(&self) -> &[Position] {
        &self.cycle
    }

    /// The number of stored positions.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    fn number(&mut self, position: Position) -> usize {
        let (index, new) = self.known.insert_full(position);
        if new {
            self.values.push(UNKNOWN);
        }
        index
    }

    fn compute(&mut self, root: usize) -> Result<(), Limit> {
        let mut pending: Vec<usize> = Vec::new();
        let mut stack: Vec<Frame> = Vec::new();
        let mut seen: Vec<bool> = Vec::new();
        let blocking = self.game.blocking().is_some();
        let misere = self.game.is_misere();
        stack.push(self.open(root, &mut pending)?);
        while let Some(frame) = stack.last_mut() {
            if let Some(&option) = pending.get(frame.next) {
                match self.values[option] {
                    UNKNOWN => {
                        let opened = self.open(option, &mut pending)?;
                        stack.push(opened);
                    }
                    OPEN => {
                        let again = stack.iter().skip_while(|frame| frame.index != option);
                        self.cycle = again.map(|frame| self.known[frame.index].clone()).collect();
                        return Err(Limit::Endless);
                    }
                    _ => frame.next += 1,
                }
                continue;
            }
            // All options of the frame are known.
            let options = &pending[frame.from..];
            let value = if misere {
                // Without an option the player to move wins.
                u64::from(options.is_empty() || options.iter().any(|&option| self.values[option] == 0))
            } else if blocking {
                self.least_blockable(frame.index, options)
            } else {
                self.mex(options, &mut seen)
            };
            self.values[frame.index] = value;
            pending.truncate(frame.from);
            stack.pop();
        }
        Ok(())
    }

    /// The least value that none of these options has. It is at most the number of options.
    fn mex(&self, options: &[usize], seen: &mut Vec<bool>) -> u64 {
        seen.clear();
        seen.resize(options.len() + 1, false);
        for &option in options {
            let slot = usize::try_from(self.values[option]).ok().and_then(|value| seen.get_mut(value));
            if let Some(slot) = slot {
                *slot = true;
            }
        }
        (0..).zip(&*seen).find_map(|(value, &here)| (!here).then_some(value)).unwrap_or(0)
    }

    /// The least value whose options can all be blocked together. If q-1 options may be blocked, this is `mex^q` (Gurvich, sec. 11).
    /// His argument for sums still applies: all moves that keep the value can be blocked, and for each lower value some move to it
    /// stays open whatever is blocked.
    fn least_blockable(&self, index: usize, options: &[usize]) -> u64 {
        let mut by_value = options.to_vec();
        by_value.sort_unstable_by_key(|&option| self.values[option]);
        let classes = by_value.chunk_by(|&one, &other| self.values[one] == self.values[other]);
        let position = &self.known[index];
        let holds = |class: &[usize], value: u64| {
            let options: Vec<&Position> = class.iter().map(|&option| &self.known[option]).collect();
            self.values[class[0]] == value && !self.game.can_block(position, &options)
        };
        let held =
            classes.zip(0..).take_while(|&(class, value)| holds(class, value)).map(|(_, value)| value + 1);
        held.last().unwrap_or(0)
    }

    /// Appends the options of a position to `pending`.
    fn open(&mut self, index: usize, pending: &mut Vec<usize>) -> Result<Frame, Limit> {
        let from = pending.len();
        let position = self.known[index].clone();
        self.values[index] = OPEN;
        let Self { game, present: budget, known, values, looked_at, until, .. } = self;
        // The options of a compound can take long themselves.
        let between_looks = if game.components().is_empty() { 1024 } else { 16 };
        let visited = game.visit_options(&position, &mut |option| {
            *looked_at += 1;
            if *looked_at > budget.options {
                return Err(Limit::Options(budget.options).into());
            }
            // Not for every option, since reading the clock takes as long as visiting one.
            if looked_at.is_multiple_of(between_looks) {
                until.check()?;
            }
            pending.push(known.get_index_of(option).unwrap_or_else(|| {
                values.push(UNKNOWN);
                known.insert_full(option.clone()).0
            }));
            if wide(known.len().max(pending.len())) > budget.positions {
                return Err(Limit::Positions(budget.positions).into());
            }
            Ok(())
        });
        match visited {
            Ok(()) | Err(Stop::Enough) => Ok(Frame { index, from, next: from }),
            Err(Stop::Limit(limit)) => Err(limit),
        }
    }
}
