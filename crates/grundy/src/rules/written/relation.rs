//! The moves of a game as a relation between two positions, without the letters of moves, and proofs that two games have the same
//! moves.
//!
//! A relation is a union of clauses in the numbers of the position, then those of the option. That one union lies inside another
//! is proved by showing that a clause of the first and the opposite of the second contradict each other. Contradictions are found
//! by Fourier-Motzkin elimination with rounding. It finds those that hold for real numbers and most of the others, so a
//! proof is certain, and a failure says nothing.

use super::linear::{Clause, Linear, Residue, TooLarge, Union, product};
use super::moves::Case;
use crate::widths::wide;
use std::cell::Cell;

/// Upper limit on the forms of an elimination, and on the clauses of a proof.
const MOST_FORMS: usize = 300;

thread_local! {
    /// The steps that the proofs of this thread may still take, if they are limited. It is no argument, as nearly every function here would
    /// hand it on.
    static STEPS: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Does some proofs with a limit on their steps, about 20 ns each: comparisons of two forms. Beyond it nothing is proved.
pub(super) fn limited<T>(steps: u64, proofs: impl FnOnce() -> T) -> T {
    let before = STEPS.replace(Some(steps));
    let proved = proofs();
    STEPS.set(before);
    proved
}

/// Whether so many steps are allowed. If not, none are from then on.
fn spend(steps: usize) -> bool {
    let Some(allowed) = STEPS.get() else { return true };
    let left = allowed.checked_sub(wide(steps));
    STEPS.set(Some(left.unwrap_or(0)));
    left.is_some()
}

/// The moves of a game: clauses in twice as many numbers as a position has. `None` if a letter cannot be eliminated.
pub(super) fn relation(cases: &[Case], positions: &Union) -> Option<Union> {
    let mut all = Vec::new();
    for case in cases {
        let numbers = case.option.len();
        let clause = without_letters(case, numbers)?;
        for from in &positions.0 {
            // The clause with that of the position, and then with each change of a number.
            if !spend((1 + 2 * numbers) * joining(&clause, from.at_least_0.len() + 1)) {
                return None;
            }
            let double = |form: &Linear| widened(form, 2 * numbers);
            let residues =
                from.residues.iter().map(|r| Residue { form: double(&r.form), ..r.clone() }).collect();
            let from = Clause { at_least_0: from.at_least_0.iter().map(double).collect(), residues };
            let Some(both) = clause.and(&from) else { continue };
            all.extend(changing(&both, numbers));
        }
    }
    all.retain(|clause| !is_empty(clause));
    all.sort_unstable();
    all.dedup();
    Some(Union(all))
}

/// The parts of a clause in which some number changes.
fn changing(clause: &Clause, numbers: usize) -> Vec<Clause> {
    let mut parts = Vec::new();
    for number in 0..numbers {
        for sign in [1, -1] {
            let mut form = Linear::constant(2 * numbers, -1);
            form.coefficients[number] = sign;
            form.coefficients[numbers + number] = -sign;
            let changes = Clause { at_least_0: vec![form], residues: Vec::new() };
            parts.extend(clause.and(&changes));
        }
    }
    parts
}

fn widened(form: &Linear, letters: usize) -> Linear {
    let mut wide = Linear::constant(letters, form.constant);
    wide.coefficients[..form.coefficients.len()].copy_from_slice(&form.coefficients);
    wide
}

/// The clause of a case in the numbers of a position, of which there are `numbers`, and of the option.
pub(super) fn without_letters(case: &Case, numbers: usize) -> Option<Clause> {
    let both = numbers + case.option.len();
    let letters = case.letters();
    let width = both + letters;
    // Numbers of the position, of the option, letters.
    let placed = |form: &Linear| {
        let mut wide = Linear::constant(width, form.constant);
        wide.coefficients[..numbers].copy_from_slice(&form.coefficients[..numbers]);
        wide.coefficients[both..].copy_from_slice(&form.coefficients[numbers..]);
        wide
    };
    let mut clause = Clause {
        at_least_0: case.clause.at_least_0.iter().map(placed).collect(),
        residues: case
            .clause
            .residues
            .iter()
            .map(|r| Residue { form: placed(&r.form), ..r.clone() })
            .collect(),
    };
    let mut equal: Vec<Linear> = Vec::new();
    for (number, form) in case.option.iter().enumerate() {
        equal.push(placed(form).plus(&Linear::letter(width, numbers + number), -1).ok()?);
    }
    for letter in both..width {
        let with = (0..equal.len()).filter(|&index| equal[index].coefficients[letter] != 0);
        let best = with.min_by_key(|&index| equal[index].coefficients[letter].abs());
        let solved = match best {
            Some(best) => equal.swap_remove(best),
            None => equation(&clause, letter)?,
        };
        (clause, equal) = solve(&clause, &equal, &solved, letter).ok()?;
    }
    let narrow = |form: &Linear| {
        let mut form = form.clone();
        form.coefficients.truncate(both);
        form
    };
    let mut forms: Vec<Linear> = clause.at_least_0.iter().map(narrow).collect();
    for form in &equal {
        forms.push(narrow(form));
        forms.push(narrow(form).times(-1).ok()?);
    }
    let residues = clause.residues.iter().map(|r| Residue { form: narrow(&r.form), ..r.clone() }).collect();
    Clause { at_least_0: forms, residues }.simplified().or(Some(never(both)))
}

/// A form with this letter that is at least 0 and at most 0 in a clause.
fn equation(clause: &Clause, letter: usize) -> Option<Linear> {
    let with = clause.at_least_0.iter().filter(|form| form.coefficients[letter] != 0);
    let is_equal =
        |form: &&Linear| form.times(-1).is_ok_and(|opposite| clause.at_least_0.contains(&opposite));
    with.filter(is_equal).min_by_key(|form| form.coefficients[letter].abs()).cloned()
}

/// A clause that never holds.
fn never(letters: usize) -> Clause {
    Clause { at_least_0: vec![Linear::constant(letters, -1)], residues: Vec::new() }
}

/// Replaces a letter by its solution of `solved = 0`.
fn solve(
    clause: &Clause,
    equal: &[Linear],
    solved: &Linear,
    letter: usize,
) -> Result<(Clause, Vec<Linear>), TooLarge> {
    // c * letter = rest, c > 0.
    let c = solved.coefficients[letter];
    let mut rest = solved.times(-c.signum())?;
    rest.coefficients[letter] = 0;
    let c = c.abs();
    let replaced = |form: &Linear| {
        let own = form.coefficients[letter];
        let mut form = form.times(if own == 0 { 1 } else { c })?;
        form.coefficients[letter] = 0;
        form.plus(&rest, own)
    };
    let mut at_least_0 = clause.at_least_0.iter().map(replaced).collect::<Result<Vec<_>, _>>()?;
    at_least_0.push(rest.clone());
    let mut residues = Vec::new();
    for residue in &clause.residues {
        let scale = if residue.form.coefficients[letter] == 0 { 1 } else { c };
        let (modulus, rest) = (product(residue.modulus, scale)?, product(residue.rest, scale)?);
        residues.push(Residue { form: replaced(&residue.form)?, modulus, rest });
    }
    if c > 1 {
        residues.push(Residue { form: rest.clone(), modulus: c, rest: 0 });
    }
    let equal = equal.iter().map(replaced).collect::<Result<Vec<_>, _>>()?;
    Ok((Clause { at_least_0, residues }, equal))
}

/// The steps that joining a clause with so many forms takes.
fn joining(clause: &Clause, more: usize) -> usize {
    let forms = clause.at_least_0.len() + more;
    forms * forms
}

/// Whether it is proved that every tuple of `inner` is in `outer`.
pub(super) fn is_inside(inner: &Union, outer: &Union) -> bool {
    inner == outer || inner.0.iter().all(|clause| is_covered(clause, &outer.0) == Some(true))
}

/// Whether it is proved that every tuple of a clause is in one of the others. `None` if that takes too many steps.
fn is_covered(clause: &Clause, others: &[Clause]) -> Option<bool> {
    for other in others {
        if !spend(clause.at_least_0.len() * other.at_least_0.len() + 1) {
            return None;
        }
        if clause.implies(other) {
            return Some(true);
        }
    }
    let mut left = vec![clause.clone()];
    for other in others {
        let mut rest = Vec::new();
        for part in left {
            rest.extend(outside(part, other)?);
        }
        left = rest;
        if left.len() > MOST_FORMS {
            return Some(false);
        }
        if left.is_empty() {
            return Some(true);
        }
    }
    Some(false)
}

/// The part of a clause that is not in another one; parts do not overlap, and none is proved to be empty. `None` if that takes too many steps.
fn outside(clause: Clause, other: &Clause) -> Option<Vec<Clause>> {
    // Clauses that do not meet need not be split.
    if !spend(joining(&clause, other.at_least_0.len())) {
        return None;
    }
    if clause.and(other).is_none_or(|both| is_empty(&both)) {
        return Some(vec![clause]);
    }
    let mut parts = split(&clause, other)?;
    parts.retain(|part| !is_empty(part));
    Some(parts)
}

/// The same without looking for empty parts.
fn split(clause: &Clause, other: &Clause) -> Option<Vec<Clause>> {
    let mut parts = Vec::new();
    let mut inside = Some(clause.clone());
    for form in &other.at_least_0 {
        let Some(here) = inside else { break };
        if !spend(2 * joining(&here, 1)) {
            return None;
        }
        let opposite = form.times(-1).and_then(|form| form.offset(-1)).ok()?;
        parts.extend(here.and(&Clause { at_least_0: vec![opposite], residues: Vec::new() }));
        inside = here.and(&Clause { at_least_0: vec![form.clone()], residues: Vec::new() });
    }
    for residue in &other.residues {
        let Some(here) = inside else { break };
        if !spend(usize::try_from(residue.modulus).ok()?.saturating_mul(joining(&here, 1))) {
            return None;
        }
        for rest in (0..residue.modulus).filter(|&rest| rest != residue.rest) {
            let other = Residue { rest, ..residue.clone() };
            parts.extend(here.and(&Clause { at_least_0: Vec::new(), residues: vec![other] }));
        }
        inside = here.and(&Clause { at_least_0: Vec::new(), residues: vec![residue.clone()] });
    }
    Some(parts)
}

/// Whether it is proved that no natural numbers meet the clause.
pub(super) fn is_empty(clause: &Clause) -> bool {
    let Some(first) = clause.at_least_0.first() else { return false };
    let letters = first.coefficients.len();
    let mut forms = clause.at_least_0.clone();
    forms.extend((0..letters).map(|letter| Linear::letter(letters, letter)));
    let mut open: Vec<usize> = (0..letters).collect();
    loop {
        // Each form is compared with each other.
        if !spend(forms.len().saturating_mul(forms.len())) {
            return false;
        }
        let Some(tight) = tightened(forms) else { return true };
        forms = tight;
        let cost = |&letter: &usize| {
            let signs = |positive: bool| {
                forms
                    .iter()
                    .filter(|f| f.coefficients[letter] != 0 && (f.coefficients[letter] > 0) == positive)
                    .count()
            };
            signs(true) * signs(false)
        };
        let Some(next) = (0..open.len()).min_by_key(|&index| cost(&open[index])) else { return false };
        let letter = open.swap_remove(next);
        let Some(rest) = eliminated(&forms, letter) else { return false };
        forms = rest;
    }
}

/// The forms without those that always hold; `None` if they contradict each other.
fn tightened(forms: Vec<Linear>) -> Option<Vec<Linear>> {
    // Letters may be negative here as far as `simplified` is concerned: it only drops what follows from letters >= 0, and those
    // forms are added again.
    let letters = forms.first().map_or(0, |form| form.coefficients.len());
    let clause = Clause { at_least_0: forms, residues: Vec::new() }.simplified()?;
    let mut forms = clause.at_least_0;
    forms.extend((0..letters).map(|letter| Linear::letter(letters, letter)));
    Some(forms)
}

/// The consequences of the forms without a letter; `None` if there are too many.
fn eliminated(forms: &[Linear], letter: usize) -> Option<Vec<Linear>> {
    let mut rest: Vec<Linear> = forms.iter().filter(|form| form.coefficients[letter] == 0).cloned().collect();
    for low in forms.iter().filter(|form| form.coefficients[letter] > 0) {
        for high in forms.iter().filter(|form| form.coefficients[letter] < 0) {
            let scaled = low.times(-high.coefficients[letter]).ok()?;
            rest.push(scaled.plus(high, low.coefficients[letter]).ok()?);
        }
    }
    (rest.len() <= MOST_FORMS).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forms without the letter are kept once, and paired with none.
    #[test]
    fn a_letter_is_eliminated() {
        let form = |x, y, z| Linear { coefficients: [x, y, z].into_iter().collect(), constant: 0 };
        let forms = [form(1, -1, 0), form(-2, 0, 1), form(0, 1, 0)];
        assert_eq!(eliminated(&forms, 0), Some(vec![form(0, 1, 0), form(0, -2, 1)]));
    }
}
