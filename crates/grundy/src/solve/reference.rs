//! The definition, memoised: `G(p) = mex { G(q) : p -> q }` or, with blocking, the least value all of whose options can be
//! blocked. Any ruleset, small positions; the slow twin of everything faster.
//!
//! Positions are numbered as they are met. The descent keeps its own stack, so that a long game does not
//! need a deep one; a frame holds the numbers of its options, each looked up once.

use crate::error::Limit;
use crate::nimber::Nimber;
use crate::ruleset::{Budget, Game, Outcome, Position, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::time::{Duration, Instant};

/// The reference engine of one ruleset. It remembers every value it has met.
#[derive(Debug)]
pub struct Reference {
    game: Game,
    budget: Budget,
    /// The budget of the present question.
    present: Budget,
    known: IndexSet<Position, FxBuildHasher>,
    /// `values[i]` is the value of `known[i]`, or `UNKNOWN` while it is being worked out.
    values: Vec<u64>,
    /// Options looked at for the present question.
    looked_at: u64,
    /// When to give up, and how long that is from the start.
    until: Option<(Instant, Duration)>,
}

const UNKNOWN: u64 = u64::MAX;

/// A position whose options are being worked out: those not yet seen to be known are `pending[from..]`.
struct Frame {
    index: usize,
    from: usize,
    next: usize,
}

impl Reference {
    /// An engine that knows nothing yet.
    pub fn new(game: Game, budget: Budget) -> Self {
        game.allow(budget);
        Self {
            game,
            budget,
            present: budget,
            known: IndexSet::default(),
            values: Vec::new(),
            looked_at: 0,
            until: None,
        }
    }

    /// The same engine, which gives up when this time is over.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time).map(|end| (end, time)), ..self }
    }

    /// Changes how much work may be done from now on.
    pub fn allow(&mut self, budget: Budget) {
        self.game.allow(budget);
        self.budget = budget;
    }

    /// The value of `position`, by definition.
    pub fn value(&mut self, position: &Position) -> Result<Nimber, Limit> {
        let before = self.known.len();
        let index = self.number(position.clone());
        if self.values[index] == UNKNOWN {
            self.looked_at = 0;
            self.present = self.budget.for_position(position);
            if let Err(spent) = self.work_out(index) {
                // What was found out on the way goes too: it would leave no room for the next question.
                self.known.truncate(before);
                self.values.truncate(before);
                return Err(spent);
            }
        }
        Ok(Nimber(self.values[index]))
    }

    /// Who wins `position`: P exactly when its value is 0.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Limit> {
        Ok(if self.value(position)? == Nimber::ZERO { Outcome::Previous } else { Outcome::Next })
    }

    /// How many positions are remembered.
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

    fn work_out(&mut self, root: usize) -> Result<(), Limit> {
        let mut pending: Vec<usize> = Vec::new();
        let mut stack = Vec::new();
        let mut seen: Vec<bool> = Vec::new();
        let blocking = self.game.blocking().is_some();
        stack.push(self.open(root, &mut pending)?);
        while let Some(frame) = stack.last_mut() {
            if let Some(&option) = pending.get(frame.next) {
                if self.values[option] == UNKNOWN {
                    let opened = self.open(option, &mut pending)?;
                    stack.push(opened);
                } else {
                    frame.next += 1;
                }
                continue;
            }
            // All options of the frame are known.
            let options = &pending[frame.from..];
            let value = if blocking {
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

    /// The least value that none of these options has. There are at most as many values as options.
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

    /// The least value such that all options that have it can be blocked together. With q-1 options to block this is
    /// `mex^q` (Gurvich, sec. 11), and his argument for sums needs no more: a move that keeps the value can be blocked, and
    /// one to each lower value stays open whatever is blocked.
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

    /// Lists the options of a position behind `pending`.
    fn open(&mut self, index: usize, pending: &mut Vec<usize>) -> Result<Frame, Limit> {
        let from = pending.len();
        let position = self.known[index].clone();
        let Self { game, present: budget, known, values, looked_at, until, .. } = self;
        let visited = game.visit_options(&position, &mut |option| {
            *looked_at += 1;
            if *looked_at > budget.options {
                return Err(Limit::Options(budget.options).into());
            }
            // Not each time: to read the clock takes as long as an option.
            if let Some((end, time)) = *until
                && looked_at.is_multiple_of(1024)
                && Instant::now() > end
            {
                return Err(Limit::Time(time).into());
            }
            pending.push(known.get_index_of(option).unwrap_or_else(|| {
                values.push(UNKNOWN);
                known.insert_full(option.clone()).0
            }));
            let held = u64::try_from(known.len().max(pending.len())).unwrap_or(u64::MAX);
            if held > budget.positions {
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
