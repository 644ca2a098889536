//! The options of a position by a naive reading of the rules: every condition is evaluated for all numbers of the letters.

use grundy::notation::rules::{Condition, MoveText, Positions, Relation, RuleText, Term};
use std::collections::BTreeMap;

/// A term by the naive reading.
fn number(term: &Term, at: &BTreeMap<String, i64>) -> i64 {
    match term {
        Term::Number(number) => i64::try_from(*number).unwrap(),
        Term::Letter(letter) => at[&letter.name],
        Term::Sum(terms) => {
            terms.iter().map(|(minus, term)| if *minus { -number(term, at) } else { number(term, at) }).sum()
        }
        Term::Product(left, right, _) => number(left, at) * number(right, at),
        Term::Mod(left, right, _) => number(left, at).rem_euclid(number(right, at)),
        Term::Abs(term) => number(term, at).abs(),
        Term::Min(terms) => terms.iter().map(|term| number(term, at)).min().unwrap(),
        Term::Max(terms) => terms.iter().map(|term| number(term, at)).max().unwrap(),
    }
}

/// A condition by the naive reading.
fn holds(condition: &Condition, at: &BTreeMap<String, i64>) -> bool {
    match condition {
        Condition::Not(inner) => !holds(inner, at),
        Condition::And(parts) => parts.iter().all(|part| holds(part, at)),
        Condition::Or(parts) => parts.iter().any(|part| holds(part, at)),
        Condition::In(term, items) => items.iter().any(|item| {
            let (value, first) = (number(term, at), number(&item.first, at));
            item.last.as_ref().map_or(value == first, |last| (first..=number(last, at)).contains(&value))
        }),
        Condition::Compare(first, rest) => {
            let mut left = number(first, at);
            rest.iter().all(|(relation, term)| {
                let right = number(term, at);
                let met = match relation {
                    Relation::Less => left < right,
                    Relation::AtMost => left <= right,
                    Relation::Equal => left == right,
                    Relation::NotEqual => left != right,
                    Relation::AtLeast => left >= right,
                    Relation::More => left > right,
                };
                left = right;
                met
            })
        }
    }
}

/// The options of a position by trying all numbers up to `most` for the letters i and j.
pub fn naive(rules: &RuleText, position: &[u64], most: i64) -> Vec<Vec<u64>> {
    let Positions::Tuple { letters, unordered, condition } = &rules.positions else { panic!("no tuples") };
    let is_position = |numbers: &[i64]| {
        let at = letters.iter().map(|letter| letter.name.clone()).zip(numbers.iter().copied()).collect();
        numbers.iter().all(|&n| n >= 0) && condition.as_ref().is_none_or(|condition| holds(condition, &at))
    };
    let mut orders = vec![position.to_vec()];
    if *unordered {
        orders = permutations(position);
    }
    let mut found = Vec::new();
    for order in orders {
        let mut at: BTreeMap<String, i64> = letters
            .iter()
            .map(|letter| letter.name.clone())
            .zip(order.iter().map(|&n| i64::try_from(n).unwrap()))
            .collect();
        for MoveText { terms, condition, .. } in &rules.moves {
            for i in 0..=most {
                for j in 0..=most {
                    at.insert("i".to_owned(), i);
                    at.insert("j".to_owned(), j);
                    if condition.as_ref().is_some_and(|condition| !holds(condition, &at)) {
                        continue;
                    }
                    let option: Vec<i64> = terms.iter().map(|term| number(term, &at)).collect();
                    if is_position(&option) {
                        let mut option: Vec<u64> =
                            option.iter().map(|&n| u64::try_from(n).unwrap()).collect();
                        if *unordered {
                            option.sort_unstable();
                        }
                        found.push(option);
                    }
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found.retain(|option| option != position);
    found
}

fn permutations(row: &[u64]) -> Vec<Vec<u64>> {
    match row {
        [] => vec![vec![]],
        _ => (0..row.len())
            .flat_map(|first| {
                let rest: Vec<u64> =
                    row.iter().enumerate().filter(|&(i, _)| i != first).map(|(_, &n)| n).collect();
                permutations(&rest).into_iter().map(move |mut tail| {
                    tail.insert(0, row[first]);
                    tail
                })
            })
            .collect(),
    }
}
