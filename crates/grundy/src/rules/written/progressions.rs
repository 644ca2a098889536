//! The moves of a written game as data for the array engine, with a region and an order that are proved.

use super::Written;
use super::ends::{Measure, Moves};
use super::linear::{Clause, Linear, Residue};
use super::moves::Case;
use crate::ruleset::progressions as data;
use crate::ruleset::progressions::{MOST, Order, Progressions};

/// Upper limits on the weights of a sum that bounds the region, for one or two numbers and for more.
const LARGEST_WEIGHTS: [u64; 2] = [12, 3];

/// The description, or nothing if the region cannot be bounded or no order is proved.
pub(super) fn progressions(game: &Written) -> Option<Progressions> {
    let moves = Moves::of(game)?;
    let order = order(game, &moves)?;
    let never_raised = never_raised(game, &moves)?;
    Some(Progressions {
        numbers: game.numbers,
        unordered: game.unordered,
        positions: game.positions.0.iter().map(|part| clause(part, game.numbers)).collect(),
        cases: game.cases.iter().map(|part| case(part, game.numbers)).collect(),
        never_raised,
        order,
    })
}

/// The weights of one number alone.
fn unit(numbers: usize, place: usize) -> Vec<i64> {
    (0..numbers).map(|other| i64::from(other == place)).collect()
}

fn natural(weights: &[i64]) -> Option<Vec<u64>> {
    weights.iter().map(|&weight| u64::try_from(weight).ok()).collect()
}

/// An order in which options come first.
///
/// If no move raises the first number, none of those that keep it raises the second, and so on, then every move goes down in the
/// lexicographic order. If no number of a tuple is raised, none of the sorted tuple is either, so this holds for sorted tuples too.
fn order(game: &Written, moves: &Moves) -> Option<Order> {
    let mut kept = None;
    let lexicographic = (0..game.numbers).all(|place| {
        let weights = unit(game.numbers, place);
        let rest = kept.as_ref().filter(|_| !game.unordered).unwrap_or(moves);
        let is_lower = rest.none_raises(&weights);
        kept = Some(rest.keeping(&weights));
        is_lower
    });
    if lexicographic {
        return Some(Order::Lexicographic);
    }
    let measure = Measure::of_moves(game, moves)?;
    Some(Order::BySums(measure.sums().iter().map(|sum| natural(sum)).collect::<Option<_>>()?))
}

/// Sums that no move raises, so that each number is bounded: the numbers themselves as far as possible.
fn never_raised(game: &Written, moves: &Moves) -> Option<Vec<Vec<u64>>> {
    let numbers = game.numbers;
    let alone: Vec<bool> = (0..numbers).map(|place| moves.none_raises(&unit(numbers, place))).collect();
    if game.unordered && !alone.iter().all(|&never| never) {
        let all = vec![1; numbers];
        return moves.none_raises(&all).then(|| natural(&all)).flatten().map(|sum| vec![sum]);
    }
    let mut sums = Vec::new();
    for (place, &never) in alone.iter().enumerate() {
        let weights = if never {
            unit(numbers, place)
        } else {
            bounding(numbers, place).into_iter().find(|weights| moves.none_raises(weights))?
        };
        sums.push(natural(&weights)?);
    }
    sums.sort_unstable();
    sums.dedup();
    Some(sums)
}

/// Weights with a positive one at a place, those first that bound this number most tightly.
fn bounding(numbers: usize, place: usize) -> Vec<Vec<i64>> {
    let largest = LARGEST_WEIGHTS[usize::from(numbers > 2)];
    let largest = i64::try_from(largest).unwrap_or(1);
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |weights: &Vec<i64>| {
            let weights = weights.clone();
            (0..=largest).map(move |last| weights.iter().copied().chain([last]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|weights| weights[place] > 0);
    // The bound of a cube is the sum of the weights by the one of the number.
    let bound = |weights: &Vec<i64>| weights.iter().sum::<i64>() * 1_000 / weights[place];
    all.sort_by_key(|weights| (bound(weights), weights.iter().sum::<i64>()));
    all
}

fn form(linear: &Linear, numbers: usize) -> data::Form {
    let mut form = data::Form { numbers: [0; MOST], letters: [0; MOST], constant: linear.constant };
    let (of_numbers, of_letters) = linear.coefficients.split_at(numbers);
    form.numbers[..numbers].copy_from_slice(of_numbers);
    form.letters[..of_letters.len()].copy_from_slice(of_letters);
    form
}

fn clause(clause: &Clause, numbers: usize) -> data::Clause {
    let congruence = |residue: &Residue| data::Congruence {
        form: form(&residue.form, numbers),
        modulus: residue.modulus,
        rest: residue.rest,
    };
    data::Clause {
        at_least_0: clause.at_least_0.iter().map(|linear| form(linear, numbers)).collect(),
        congruences: clause.residues.iter().map(congruence).collect(),
    }
}

fn case(case: &Case, numbers: usize) -> data::Case {
    data::Case {
        letters: case.letters(),
        option: case.option.iter().map(|linear| form(linear, numbers)).collect(),
        when: clause(&case.clause, numbers),
        bounds: case.bounds.clone(),
    }
}
