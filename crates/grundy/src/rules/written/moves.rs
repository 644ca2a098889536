//! Options as runs: arithmetic progressions of positions.
//!
//! A move is a union of clauses, each without `or`. For a given position the letters of a clause have bounds; all letters but one
//! are enumerated, and the last one ranges over an arithmetic progression, which is found without trying its numbers.

use super::linear::{Clause, Linear, Residue};
use crate::error::Limit;
use crate::notation::InputError;
use crate::notation::rules::{Letter, MOST_NUMBERS};
use crate::ruleset::{Row, Stop};
use smallvec::SmallVec;

/// Upper limit on numbers for the letters that are tried in a row without finding a new option, in a second or less.
pub(super) const MOST_TRIES: u64 = 1 << 22;

/// Remainders that are tried in the time of a number for a letter.
const REMAINDERS: u64 = 16;

/// Upper limit on the number of a letter. With coefficients up to 10^12 and at most eight terms, sums stay within 128 bits.
const LARGEST_LETTER: i128 = 1 << 80;

/// Numbers of an option before it is known to be one.
pub(crate) type Numbers = SmallVec<[i128; MOST_NUMBERS]>;

/// The options `start`, `start + step`, .., `count` of them. They are all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub start: Numbers,
    pub step: Numbers,
    pub count: u128,
}

impl Run {
    /// The index of a position in the run.
    pub fn index(&self, position: &[i128]) -> Option<u128> {
        if position.len() != self.start.len() {
            return None;
        }
        let apart: Numbers = position.iter().zip(&self.start).map(|(&p, &s)| p - s).collect();
        let axis = self.step.iter().position(|&step| step != 0);
        let steps = axis.map_or(0, |axis| apart[axis] / self.step[axis]);
        let there =
            self.step.iter().zip(&apart).all(|(&step, &apart)| step.checked_mul(steps) == Some(apart));
        u128::try_from(steps).ok().filter(|&steps| there && steps < self.count)
    }

    /// The option with this index.
    pub fn option(&self, index: u128) -> Numbers {
        let index = i128::try_from(index).unwrap_or_else(|_| unreachable!("runs are shorter than 2^64"));
        self.start.iter().zip(&self.step).map(|(&start, &step)| start + index * step).collect()
    }

    /// The part of the run from `first` on, `count` options of it.
    fn part(&self, first: u128, count: u128) -> Option<Self> {
        (count > 0).then(|| Self { start: self.option(first), step: self.step.clone(), count })
    }

    /// The run without a position.
    fn without(self, position: &[i128]) -> [Option<Self>; 2] {
        match self.index(position) {
            None => [Some(self), None],
            Some(index) => [self.part(0, index), self.part(index + 1, self.count - index - 1)],
        }
    }
}

/// One clause of a move. The letters of the move come after the numbers of the position.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The numbers of the option.
    pub option: Vec<Linear>,
    /// When it is one: the condition of the move, and that the option is a position.
    pub clause: Clause,
    /// The letters in an order in which their upper bounds can be computed, each with the forms that bound it.
    pub(super) bounds: Vec<(usize, Vec<usize>)>,
}

impl Case {
    /// Finds which forms bound the letters of a move from positions of this many numbers.
    ///
    /// # Errors
    /// When the position does not bound a letter.
    pub fn new(
        numbers: usize,
        option: Vec<Linear>,
        clause: Clause,
        letters: &[Letter],
    ) -> Result<Self, InputError> {
        let mut bounds: Vec<(usize, Vec<usize>)> = Vec::new();
        while bounds.len() < letters.len() {
            let known = |letter: usize| bounds.iter().any(|(found, _)| *found == letter);
            let next = (0..letters.len()).filter(|&letter| !known(letter)).find_map(|letter| {
                let bounding = |form: &Linear| {
                    let others = form.coefficients[numbers..].iter().enumerate();
                    form.coefficients[numbers + letter] < 0
                        && others.filter(|&(_, &c)| c > 0).all(|(other, _)| known(other))
                };
                let forms = clause.at_least_0.iter().enumerate().filter(|(_, form)| bounding(form));
                let forms: Vec<usize> = forms.map(|(index, _)| index).collect();
                (!forms.is_empty()).then_some((letter, forms))
            });
            let Some(next) = next else {
                let free = letters.iter().enumerate().find(|&(letter, _)| !known(letter));
                return Err(
                    free.map_or_else(|| InputError::whole("unbounded"), |(_, letter)| unbounded(letter))
                );
            };
            bounds.push(next);
        }
        Ok(Self { option, clause, bounds })
    }

    /// How many letters the move has.
    pub fn letters(&self) -> usize {
        self.bounds.len()
    }

    /// Passes the runs of options of a position to `visit`. Runs may overlap. At most `left` numbers are tried; what is left of it comes back.
    ///
    /// # Errors
    /// Those of `visit`, and a limit when too many numbers are tried, or too many in vain.
    pub fn runs_within(
        &self,
        position: &[u64],
        left: &mut u64,
        visit: &mut impl FnMut(Run) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let numbers = position.len();
        let place: Numbers = position.iter().map(|&number| i128::from(number)).collect();
        // The forms of the letters alone.
        let form = |form: &Linear| Form {
            coefficients: form.coefficients[numbers..].iter().map(|&c| i128::from(c)).collect(),
            constant: form.at(position),
        };
        let forms: SmallVec<[Form; 8]> = self.clause.at_least_0.iter().map(form).collect();
        let residues: SmallVec<[(Form, &Residue); 2]> =
            self.clause.residues.iter().map(|residue| (form(&residue.form), residue)).collect();
        // What depends on the position alone is tested once, not for all numbers of the letters.
        let is_missed = |(form, residue): &(Form, &Residue)| {
            form.coefficients.iter().all(|&c| c == 0) && !residue_is_met(form.constant, residue)
        };
        if residues.iter().any(is_missed) {
            return Ok(());
        }
        let option: SmallVec<[Form; MOST_NUMBERS]> = self.option.iter().map(form).collect();
        let Some(ranges) = self.ranges(&forms)? else { return Ok(()) };
        let inner = (0..ranges.len()).max_by_key(|&letter| ranges[letter].1 - ranges[letter].0);
        let mut search = Search {
            forms: &forms,
            residues: &residues,
            option: &option,
            position: &place,
            inner,
            tries: 0,
            left,
        };
        search.descend(0, &mut ranges.clone(), visit)
    }

    /// Bounds of the letters, or nothing if there is no option.
    ///
    /// # Errors
    /// When a letter may have a number beyond the limit.
    fn ranges(&self, forms: &[Form]) -> Result<Option<Ranges>, Limit> {
        let mut ranges: Ranges = SmallVec::from_elem((0, 0), self.bounds.len());
        for (letter, bounding) in &self.bounds {
            let tightest = bounding.iter().map(|&index| {
                let form = &forms[index];
                let most = form.coefficients.iter().zip(&ranges).filter(|&(&c, _)| c > 0);
                let room = form.constant + most.map(|(&c, &(_, most))| c * most).sum::<i128>();
                room.div_euclid(-form.coefficients[*letter])
            });
            // Each letter has a form that bounds it.
            ranges[*letter].1 = tightest.min().unwrap_or(-1);
            if ranges[*letter].1 < 0 {
                return Ok(None);
            }
            if ranges[*letter].1 > LARGEST_LETTER {
                return Err(Limit::Uncountable);
            }
        }
        let fits = |form: &Form| form.coefficients.iter().any(|&c| c != 0) || form.constant >= 0;
        Ok(forms.iter().all(fits).then_some(ranges))
    }
}

fn unbounded(letter: &Letter) -> InputError {
    let name = &letter.name;
    InputError::at(letter.place.0, format!("the position does not bound `{name}`"))
        .hint(format!("there would be infinitely many moves; add a condition, e.g. where {name} <= x"))
}

/// The least and the greatest number of each letter.
type Ranges = SmallVec<[(i128, i128); 4]>;

/// A form of the letters of a move at a given position.
struct Form {
    coefficients: SmallVec<[i128; 4]>,
    constant: i128,
}

struct Search<'s> {
    forms: &'s [Form],
    residues: &'s [(Form, &'s Residue)],
    option: &'s [Form],
    position: &'s [i128],
    /// The letter that is not enumerated.
    inner: Option<usize>,
    /// Numbers tried since the last option.
    tries: u64,
    /// Numbers that may still be tried in all.
    left: &'s mut u64,
}

impl Search<'_> {
    /// Enumerates the letters from `letter` on; those before it have their number.
    fn descend(
        &mut self,
        letter: usize,
        ranges: &mut Ranges,
        visit: &mut impl FnMut(Run) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if letter == ranges.len() {
            return self.last(ranges, visit);
        }
        if Some(letter) == self.inner {
            return self.descend(letter + 1, ranges, visit);
        }
        let Some((least, most)) = self.narrowed(letter, ranges) else { return Ok(()) };
        let before = ranges[letter];
        for number in least..=most {
            self.tries += 1;
            *self.left = self.left.saturating_sub(1);
            if self.tries > MOST_TRIES || *self.left == 0 {
                return Err(Limit::Options(MOST_TRIES).into());
            }
            ranges[letter] = (number, number);
            self.descend(letter + 1, ranges, visit)?;
        }
        ranges[letter] = before;
        Ok(())
    }

    /// The range of a letter, given those of the others.
    fn narrowed(&self, letter: usize, ranges: &Ranges) -> Option<(i128, i128)> {
        let (mut least, mut most) = ranges[letter];
        for form in self.forms {
            let own = form.coefficients[letter];
            let others =
                form.coefficients.iter().zip(ranges).enumerate().filter(|&(other, _)| other != letter);
            let room = form.constant
                + others
                    .map(|(_, (&c, &(least, most)))| if c > 0 { c * most } else { c * least })
                    .sum::<i128>();
            match own {
                0 if room < 0 => return None,
                0 => {}
                1.. => least = least.max((-room).div_euclid(own) + i128::from((-room).rem_euclid(own) > 0)),
                _ => most = most.min(room.div_euclid(-own)),
            }
        }
        (least <= most).then_some((least, most))
    }

    /// The run of the inner letter, where all others have their numbers.
    fn last(&mut self, ranges: &Ranges, visit: &mut impl FnMut(Run) -> Result<(), Stop>) -> Result<(), Stop> {
        let letter = self.inner;
        let at = |form: &Form, inner: i128| {
            let terms = form.coefficients.iter().zip(ranges).enumerate();
            form.constant
                + terms
                    .map(|(other, (&c, &(number, _)))| c * if Some(other) == letter { inner } else { number })
                    .sum::<i128>()
        };
        let Some(inner) = letter else {
            let start: Numbers = self.option.iter().map(|form| form.constant).collect();
            let step = SmallVec::from_elem(0, start.len());
            return self.pass(Run { start, step, count: 1 }, visit);
        };
        let Some((least, most)) = self.narrowed(inner, ranges) else { return Ok(()) };
        // The numbers that meet every congruence: `first`, `first + stride`, ..
        let (mut first, mut stride) = (least, 1_i128);
        for (form, residue) in self.residues {
            let fits = |number: i128| residue_is_met(at(form, number), residue);
            let modulus = i128::from(residue.modulus);
            // Remainders are quicker to try than numbers for letters.
            *self.left = self.left.saturating_sub(residue.modulus.unsigned_abs() / REMAINDERS);
            if *self.left == 0 {
                return Err(Limit::Options(MOST_TRIES).into());
            }
            let Some(index) = (0..modulus).find(|index| fits(first + index * stride)) else { return Ok(()) };
            first += index * stride;
            if first > most {
                return Ok(());
            }
            let Some(again) = (1..=modulus).find(|index| fits(first + index * stride)) else { return Ok(()) };
            // With many congruences the stride grows beyond any integer; one that passes `most` is long enough.
            stride = (stride * again).min(most - first + 1);
        }
        let start: Numbers = self.option.iter().map(|form| at(form, first)).collect();
        let step: Numbers = self.option.iter().map(|form| form.coefficients[inner] * stride).collect();
        let count = if step.iter().all(|&step| step == 0) { 1 } else { (most - first) / stride + 1 };
        self.pass(Run { start, step, count: count.unsigned_abs() }, visit)
    }

    /// Passes a run on without the position itself.
    fn pass(&mut self, run: Run, visit: &mut impl FnMut(Run) -> Result<(), Stop>) -> Result<(), Stop> {
        for run in run.without(self.position).into_iter().flatten() {
            self.tries = 0;
            visit(run)?;
        }
        Ok(())
    }
}

fn residue_is_met(number: i128, residue: &Residue) -> bool {
    number.rem_euclid(i128::from(residue.modulus)) == i128::from(residue.rest)
}

/// Visits all orders of the numbers from `from` on.
pub(super) fn permutations<E>(
    row: &mut Row,
    from: usize,
    visit: &mut impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    if from + 1 >= row.len() {
        return visit(row);
    }
    for other in from..row.len() {
        row.swap(from, other);
        let done = permutations(row, from + 1, visit);
        row.swap(from, other);
        done?;
    }
    Ok(())
}
