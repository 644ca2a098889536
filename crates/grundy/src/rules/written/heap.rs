//! Rules of heaps as text: `{heap n: a,b where a+b=n and 1<=a<b}`. What a move lists replaces one heap.

use super::linear::{Clause, Linear, Union};
use super::moves::{Case, MOST_TRIES, Run};
use super::relation::{self, is_empty, is_inside};
use super::{MOST_STEPS, cases_of};
use crate::error::Limit;
use crate::heaps::{Code, HeapRules, Heaps};
use crate::notation::InputError;
use crate::notation::rules::{Letter, RuleText};
use crate::ruleset::Stop;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::sync::Arc;

/// Upper limit on the heaps that a move leaves.
const MOST_HEAPS: usize = 4;

/// The moves of one heap.
#[derive(Clone, Debug)]
pub(super) struct HeapCases {
    cases: Vec<Case>,
    /// The code that is proved to have the same moves.
    code: Option<Code>,
}

impl HeapCases {
    /// The moves of a text.
    ///
    /// # Errors
    /// When a move is not linear or not bounded, leaves too many heaps, or may leave a heap that is not smaller.
    pub(super) fn new(
        text: &RuleText,
        heap: &Letter,
        parameters: &[(String, u64)],
        pairs: &Cell<usize>,
    ) -> Result<Arc<Self>, InputError> {
        let names = [heap.name.clone()];
        let mut all = Vec::new();
        for rule in &text.moves {
            if rule.terms.len() > MOST_HEAPS {
                let message = format!("a move leaves at most {MOST_HEAPS} heaps");
                return Err(InputError::at(rule.place.0, message));
            }
            let cases = cases_of(rule, &names, parameters, &Union::always(), pairs)?;
            if !relation::limited(MOST_STEPS, || cases.iter().all(leaves_smaller_heaps)) {
                let name = &heap.name;
                let message =
                    "this move may leave a heap that is not smaller, so that the game would not end";
                return Err(InputError::at(rule.place.0, message)
                    .hint(format!("add a condition, e.g. 1 <= a < {name} for a heap a that is left")));
            }
            all.extend(cases);
        }
        let mut moves = Self { cases: all, code: None };
        moves.code = relation::limited(MOST_STEPS, || moves.recognised());
        Ok(Arc::new(moves))
    }

    /// Passes the options of a heap to `visit`, from the cases alone. Tries so many numbers in vain, and meets so many options again, at the most.
    fn visit_cases(&self, heap: u64, most: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Limit> {
        let (mut seen, mut repeats, mut left) = (FxHashSet::<Heaps>::default(), 0, most);
        let mut pass = |run: Run| {
            for index in 0..run.count {
                let parts = run.option(index).into_iter().filter(|&part| part > 0);
                let parts: Option<Heaps> = parts.map(|part| u64::try_from(part).ok()).collect();
                let Some(mut parts) = parts else { return Err(Stop::Limit(Limit::Uncountable)) };
                parts.sort_unstable();
                if *parts == [heap] || seen.contains(&parts) {
                    repeats += 1;
                    if repeats > most {
                        return Err(Stop::Limit(Limit::Options(most)));
                    }
                    continue;
                }
                if !visit(&parts) {
                    return Err(Stop::Enough);
                }
                seen.insert(parts);
            }
            Ok(())
        };
        // No heap is smaller than an empty one.
        if heap == 0 {
            return Ok(());
        }
        match self.cases.iter().try_for_each(|case| case.runs_within(&[heap], &mut left, &mut pass)) {
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(Stop::Limit(limit)) => Err(limit),
        }
    }

    /// The code of the game, guessed from the options of a heap and proved for all.
    fn recognised(&self) -> Option<Code> {
        /// The heap whose options are looked at, and the largest number that a finite code takes from it.
        const HEAP: u64 = 40;
        const TAKEN: u64 = 20;
        /// More tries than rules that are written with care need.
        const TRIES: u64 = 50_000;
        let mut digits = [0_u8; 41];
        let (mut equal, mut unequal) = (false, false);
        for heap in [HEAP, HEAP + 1] {
            self.visit_cases(heap, TRIES, &mut |parts| {
                let taken = usize::try_from(heap - parts.iter().sum::<u64>().min(heap)).unwrap_or(0);
                if heap == HEAP {
                    digits[taken] |= 1 << parts.len().min(4);
                }
                // Of an odd number no two equal heaps are left, so that two heaps are looked at.
                if parts.len() > 1 {
                    let differ = parts.windows(2).all(|pair| pair[0] < pair[1]);
                    (equal, unequal) = (equal || !differ, unequal || differ);
                }
                true
            })
            .ok()?;
        }
        for heap in 1..=TAKEN {
            let mut whole = false;
            self.visit_cases(heap, TRIES, &mut |parts| {
                whole |= parts.is_empty();
                !whole
            })
            .ok()?;
            digits[usize::try_from(heap).ok()?] |= u8::from(whole);
        }
        let tail = digits[usize::try_from(TAKEN + 5).ok()?];
        // Whether a heap can be taken whole is known for small numbers only; a digit that leaves one heap tells as much of the others.
        let tail = tail | u8::from(digits[usize::try_from(TAKEN).ok()?] & 1 == 1 && tail != 0);
        let code = Code::new(&digits[..=usize::try_from(TAKEN).ok()?], tail).ok()?;
        let code = if unequal && !equal { code.with_unequal_heaps() } else { code };
        self.has_code(&code).then_some(code)
    }

    /// Whether the moves are proved to be those of a code.
    fn has_code(&self, code: &Code) -> bool {
        let Some(own) = self.relations() else { return false };
        (0..MOST_HEAPS).all(|count| {
            let of_code = of_code(code, count);
            is_inside(&own[count], &of_code) && is_inside(&of_code, &own[count])
        }) && own[MOST_HEAPS].0.is_empty()
    }

    /// For each number of heaps that are left: the moves as clauses in the heap and the heaps that are left of it, each 1 or more, in every order.
    fn relations(&self) -> Option<Vec<Union>> {
        let mut all = vec![Vec::new(); MOST_HEAPS + 1];
        for case in &self.cases {
            let clause = relation::without_letters(case, 1)?;
            let count = case.option.len();
            for empty in 0_usize..1 << count {
                let kept: Vec<usize> = (0..count).filter(|part| empty >> part & 1 == 0).collect();
                let Some(clause) = with_nonempty(&clause, &kept) else { continue };
                for order in orders(kept.len()) {
                    let order: Vec<usize> = std::iter::once(0).chain(order.iter().map(|at| at + 1)).collect();
                    all[kept.len()].extend(moved(&clause, kept.len(), &order));
                }
            }
        }
        for clauses in &mut all {
            clauses.retain(|clause| !is_empty(clause));
            clauses.sort_unstable();
            clauses.dedup();
        }
        Some(all.into_iter().map(Union).collect())
    }
}

/// Whether every heap that a move leaves is proved to be smaller, unless the move changes nothing.
fn leaves_smaller_heaps(case: &Case) -> bool {
    let Some(letters) = case.option.first().map(|form| form.coefficients.len()) else { return true };
    let heap = Linear::letter(letters, 0);
    let at_least = |form: Linear, least: i64| {
        form.offset(-least).ok().map(|form| Clause { at_least_0: vec![form], residues: Vec::new() })
    };
    let never = |clauses: &[Option<Clause>]| {
        let mut all = Some(case.clause.clone());
        for clause in clauses {
            let Some(clause) = clause else { return false };
            all = all.and_then(|all| all.and(clause));
        }
        all.is_none_or(|all| is_empty(&all))
    };
    (0..case.option.len()).all(|part| {
        let Ok(above) = case.option[part].plus(&heap, -1) else { return false };
        let not_smaller = at_least(above.clone(), 0);
        if never(std::slice::from_ref(&not_smaller)) {
            return true;
        }
        // It is the heap itself, and all others are empty.
        let others = (0..case.option.len()).filter(|&other| other != part);
        never(&[at_least(above, 1)])
            && others
                .into_iter()
                .all(|other| never(&[not_smaller.clone(), at_least(case.option[other].clone(), 1)]))
    })
}

/// A clause in a heap and its parts where the parts that are kept are 1 or more, and the others are 0 and left out. Without the move that changes nothing.
fn with_nonempty(clause: &Clause, kept: &[usize]) -> Option<Clause> {
    let narrow = |form: &Linear| {
        let mut narrow = Linear::constant(kept.len() + 1, form.constant);
        narrow.coefficients[0] = form.coefficients[0];
        for (to, part) in kept.iter().enumerate() {
            narrow.coefficients[to + 1] = form.coefficients[part + 1];
        }
        narrow
    };
    let mut forms: Vec<Linear> = clause.at_least_0.iter().map(narrow).collect();
    forms.extend(positive(kept.len()));
    if let [_] = kept {
        // Every part is at most the heap, so it is smaller unless nothing changes.
        let mut smaller = Linear::constant(2, -1);
        (smaller.coefficients[0], smaller.coefficients[1]) = (1, -1);
        forms.push(smaller);
    }
    let residues = clause
        .residues
        .iter()
        .map(|residue| super::linear::Residue { form: narrow(&residue.form), ..residue.clone() });
    Clause { at_least_0: forms, residues: residues.collect() }.simplified()
}

/// That the heap and each part are 1 or more.
fn positive(parts: usize) -> Vec<Linear> {
    (0..=parts).filter_map(|letter| Linear::letter(parts + 1, letter).offset(-1).ok()).collect()
}

/// The clause with its letters in another order.
fn moved(clause: &Clause, parts: usize, order: &[usize]) -> Option<Clause> {
    let letters: Vec<Linear> = order.iter().map(|&letter| Linear::letter(parts + 1, letter)).collect();
    clause.with(&letters).ok()?.simplified()
}

/// All orders of so many parts.
fn orders(parts: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for part in 0..parts {
        let longer = |order: &Vec<usize>| {
            (0..=order.len())
                .map(|at| {
                    let mut order = order.clone();
                    order.insert(at, part);
                    order
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The moves of a code that leave so many heaps, as clauses in the heap and the parts, in every order.
fn of_code(code: &Code, count: usize) -> Union {
    let mut all = Vec::new();
    let mut taken = Linear::letter(count + 1, 0);
    taken.coefficients[1..].iter_mut().for_each(|c| *c = -1);
    let different: Vec<Vec<Linear>> = if code.has_unequal_heaps() {
        let ascending = |order: Vec<usize>| {
            order
                .windows(2)
                .map(|pair| {
                    let mut form = Linear::constant(count + 1, -1);
                    (form.coefficients[pair[0] + 1], form.coefficients[pair[1] + 1]) = (-1, 1);
                    form
                })
                .collect()
        };
        orders(count).into_iter().map(ascending).collect()
    } else {
        vec![Vec::new()]
    };
    let told = code.digits().len();
    for k in 0..=told {
        let digit = code.digits().get(k).copied().unwrap_or(code.tail());
        let Some(k_or_more) = i64::try_from(k).ok().and_then(|k| taken.offset(-k).ok()) else { continue };
        if digit >> count & 1 == 0 {
            continue;
        }
        for different in &different {
            let mut forms = vec![k_or_more.clone()];
            if k < told {
                forms.extend(k_or_more.times(-1));
            }
            forms.extend(positive(count));
            forms.extend(different.iter().cloned());
            all.extend(Clause { at_least_0: forms, residues: Vec::new() }.simplified());
        }
    }
    Union(all)
}

impl HeapRules for HeapCases {
    fn visit(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Limit> {
        match &self.code {
            Some(code) => code.visit(heap, visit),
            None => self.visit_cases(heap, MOST_TRIES, visit),
        }
    }

    fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::HeapCases;
    use crate::error::Limit;
    use crate::notation::rules::{Positions, parse_inline};
    use std::cell::Cell;
    use std::sync::Arc;

    fn cases(text: &str) -> Arc<HeapCases> {
        let text = parse_inline(text).unwrap();
        let Positions::Heap(heap) = &text.positions else { unreachable!("the text is one of heaps") };
        HeapCases::new(&text, heap, &[], &Cell::new(100_000)).unwrap()
    }

    /// Options that are met again, and numbers that are tried, are limited exactly.
    #[test]
    fn a_search_for_options_of_a_heap_is_limited() {
        let count = |text: &str, heap: u64, most: u64| {
            let mut found = 0;
            cases(text)
                .visit_cases(heap, most, &mut |_| {
                    found += 1;
                    true
                })
                .map(|()| found)
        };
        // Each of ten options is met twice more, without a number that is tried.
        let thrice = "{heap n: n-i; n-i; n-i}";
        assert_eq!(count(thrice, 10, 20), Ok(10));
        assert_eq!(count(thrice, 10, 19), Err(Limit::Options(19)));
        // The numbers 0 to 9 are tried for a, and the pairs are met in both orders.
        let pairs = "{heap n: a,b where a+b=n-1}";
        assert_eq!(count(pairs, 10, 11), Ok(5));
        assert!(count(pairs, 10, 10).is_err());
    }
}
