//! Proofs that a game ends: a measure that every move lowers.

use super::Written;
use super::linear::{Clause, Linear, Union};
use super::moves::Case;
use super::relation::is_empty;
use crate::ruleset::Stop;
use std::cell::Cell;
use std::fmt;

/// Upper limit on the weights of a measure.
const LARGEST_WEIGHT: i64 = 3;

/// A measure: weighted sums of the numbers of a position. Every move lowers the first of them that it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    letters: Vec<String>,
    sums: Vec<Vec<i64>>,
}

impl Measure {
    /// The weights of each sum.
    pub fn sums(&self) -> &[Vec<i64>] {
        &self.sums
    }

    /// Finds a measure of one or two sums with small weights.
    pub(super) fn find(game: &Written) -> Option<Self> {
        Self::of_moves(game, &Moves::of(game)?)
    }

    /// The same for moves that have been prepared.
    pub(super) fn of_moves(game: &Written, moves: &Moves) -> Option<Self> {
        let weights = weights(game.numbers, game.unordered);
        let measure = |sums| Some(Self { letters: game.letters(), sums });
        if let Some(one) = weights.iter().find(|weights| moves.all_lower(weights)) {
            return measure(vec![one.clone()]);
        }
        for first in weights.iter().filter(|weights| moves.none_raises(weights)) {
            let rest = moves.keeping(first);
            if let Some(second) = weights.iter().find(|weights| rest.all_lower(weights)) {
                return measure(vec![first.clone(), second.clone()]);
            }
        }
        None
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |weights: &Vec<i64>| {
            let terms = weights.iter().zip(&self.letters).filter(|(weight, _)| **weight != 0);
            let terms = terms.map(
                |(&weight, letter)| if weight == 1 { letter.clone() } else { format!("{weight}{letter}") },
            );
            terms.collect::<Vec<_>>().join(" + ")
        };
        f.write_str(&self.sums.iter().map(sum).collect::<Vec<_>>().join(", then "))
    }
}

/// The weights that are tried, small ones first. If the order of the numbers does not matter, all are 1.
fn weights(numbers: usize, unordered: bool) -> Vec<Vec<i64>> {
    if unordered {
        return vec![vec![1; numbers]];
    }
    let mut all = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |weights: &Vec<i64>| {
            let weights = weights.clone();
            (0..=LARGEST_WEIGHT).map(move |last| weights.iter().copied().chain([last]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|weights: &Vec<i64>| weights.iter().any(|&weight| weight > 0));
    all.sort_by_key(|weights| weights.iter().sum::<i64>());
    all
}

/// How much a move lowers a weighted sum, plus `offset`, times `sign`.
fn fall(weights: &[i64], sign: i64, offset: i64) -> Clause {
    let mut form = Linear::constant(2 * weights.len(), offset);
    for (place, weight) in weights.iter().enumerate() {
        form.coefficients[place] = sign * weight;
        form.coefficients[weights.len() + place] = -sign * weight;
    }
    Clause { at_least_0: vec![form], residues: Vec::new() }
}

/// The moves of a game, to prove how they change weighted sums.
pub(super) struct Moves {
    clauses: Union,
    /// How some moves change the numbers. Most sums are refuted by one of them.
    changes: Vec<Vec<i64>>,
    /// The work on tests of clauses that is left. Without a limit a text could take minutes.
    left: Cell<usize>,
}

/// Upper limit on the work on tests, a second or less.
const MOST_WORK: usize = 1 << 14;

/// The work of a test of a clause with so many forms: the first elimination of a letter pairs them.
fn work(forms: usize) -> usize {
    1 + forms * forms / 8
}

impl Moves {
    /// `None` if a letter cannot be eliminated, or there are too many clauses.
    pub(super) fn of(game: &Written) -> Option<Self> {
        let positions = game.positions.0.iter().map(|clause| clause.at_least_0.len());
        let of_case = |case: &Case| {
            let forms = |from: usize| case.clause.at_least_0.len() + from;
            2 * game.numbers * positions.clone().map(|from| work(forms(from))).sum::<usize>()
        };
        if game.cases.iter().map(of_case).sum::<usize>() > MOST_WORK {
            return None;
        }
        let mut changes = Vec::new();
        for position in samples(game.numbers) {
            changes.extend(changes_at(game, &position));
        }
        Some(Self { clauses: game.relation()?, changes, left: Cell::new(MOST_WORK) })
    }

    /// Whether it is proved that every move lowers the sum.
    fn all_lower(&self, weights: &[i64]) -> bool {
        self.changes.iter().all(|change| dot(weights, change) < 0) && self.none_meets(&fall(weights, -1, 0))
    }

    /// Whether it is proved that no move raises the sum.
    pub(super) fn none_raises(&self, weights: &[i64]) -> bool {
        self.changes.iter().all(|change| dot(weights, change) <= 0) && self.none_meets(&fall(weights, -1, -1))
    }

    /// The moves that do not change the sum, if none raises it.
    pub(super) fn keeping(&self, weights: &[i64]) -> Self {
        let kept = self.clauses.0.iter().filter_map(|clause| clause.and(&fall(weights, -1, 0)));
        let changes = self.changes.iter().filter(|change| dot(weights, change) == 0);
        Self { clauses: Union(kept.collect()), changes: changes.cloned().collect(), left: self.left.clone() }
    }

    /// Whether it is proved that no move meets a condition.
    fn none_meets(&self, condition: &Clause) -> bool {
        self.clauses.0.iter().all(|clause| {
            let Some(both) = clause.and(condition) else { return true };
            let Some(left) = self.left.get().checked_sub(work(both.at_least_0.len())) else { return false };
            self.left.set(left);
            is_empty(&both)
        })
    }
}

fn dot(weights: &[i64], change: &[i64]) -> i64 {
    weights.iter().zip(change).map(|(weight, change)| weight * change).sum()
}

/// Some small tuples, unequal and equal ones.
fn samples(numbers: usize) -> Vec<Vec<u64>> {
    const ROWS: [[u64; 4]; 5] = [[5, 9, 7, 4], [8, 3, 6, 10], [6, 6, 6, 6], [2, 11, 1, 7], [12, 1, 9, 2]];
    ROWS.iter().map(|row| row[..numbers].to_vec()).collect()
}

/// How some moves from a position change the numbers, in each of its orders if that does not matter.
fn changes_at(game: &Written, position: &[u64]) -> Vec<Vec<i64>> {
    /// Upper limit on moves.
    const MOST_MOVES: usize = 100;
    /// Upper limit on the numbers that are tried for letters, some hundredths of a second.
    const MOST_TRIED: u64 = 1 << 18;
    let (mut changes, mut left) = (Vec::new(), MOST_TRIED);
    if !game.unordered && !game.is_position(position) {
        return changes;
    }
    let small = |number: i128| i64::try_from(number).unwrap_or(0);
    for case in &game.cases {
        // What stops the search does not matter: every move that was found is one.
        let _ = case.runs_within(position, &mut left, &mut |run| {
            for index in [0, run.count - 1] {
                let option = run.option(index);
                let change = option.iter().zip(position).map(|(&to, &from)| small(to - i128::from(from)));
                changes.push(change.collect());
            }
            if changes.len() < MOST_MOVES { Ok(()) } else { Err(Stop::Enough) }
        });
    }
    changes
}
