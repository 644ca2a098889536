//! Proofs that a game ends: a measure that every move lowers.

use super::Written;
use super::linear::{Clause, Linear, Union};
use super::relation::is_empty;
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
        let moves = game.relation()?;
        let weights = weights(game.numbers, game.unordered);
        let measure = |sums| Some(Self { letters: game.letters(), sums });
        if let Some(one) = weights.iter().find(|weights| lowers(&moves, weights)) {
            return measure(vec![one.clone()]);
        }
        for first in weights.iter().filter(|weights| never_raises(&moves, weights)) {
            let rest = keeping(&moves, first);
            if let Some(second) = weights.iter().find(|weights| lowers(&rest, weights)) {
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

/// Whether no move meets a condition.
fn none(moves: &Union, condition: &Clause) -> bool {
    moves.0.iter().all(|clause| clause.and(condition).is_none_or(|both| is_empty(&both)))
}

/// Whether every move lowers the sum.
fn lowers(moves: &Union, weights: &[i64]) -> bool {
    none(moves, &fall(weights, -1, 0))
}

/// Whether no move raises the sum.
fn never_raises(moves: &Union, weights: &[i64]) -> bool {
    none(moves, &fall(weights, -1, -1))
}

/// The moves that do not change the sum, if none raises it.
fn keeping(moves: &Union, weights: &[i64]) -> Union {
    Union(moves.0.iter().filter_map(|clause| clause.and(&fall(weights, -1, 0))).collect())
}
