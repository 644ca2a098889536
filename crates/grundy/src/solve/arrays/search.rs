//! The options of a position as runs of cells: all letters of a case but one are enumerated, and the last one ranges over an
//! arithmetic progression that is found without trying its numbers.
//!
//! [`Machine::new`] checks that no form exceeds 40 bits on the cells of the table, so that 64 bits suffice for all sums.

use super::Pulse;
use crate::error::Error;
use crate::ruleset::progressions::{Case, Congruence, Form, MOST, Progressions};

/// The cells `start`, `start + step`, .., `count` of them, as indices of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub start: i64,
    pub step: i64,
    pub count: i64,
}

/// The moves of a game, made ready for tables up to a size.
#[derive(Debug)]
pub(super) struct Machine {
    cases: Vec<Ready>,
}

/// A case, with options as indices of the array.
#[derive(Debug)]
struct Ready {
    letters: usize,
    /// The index of the option.
    option: Form,
    at_least_0: Vec<Form>,
    /// Congruences of the numbers of the position alone.
    of_numbers: Vec<Congruence>,
    /// The others.
    of_letters: Vec<Solved>,
    bounds: Vec<(usize, Vec<usize>)>,
}

/// A congruence with its solutions for each letter and each remainder of the rest of its form.
#[derive(Debug)]
struct Solved {
    form: Form,
    modulus: i64,
    rest: i64,
    letters: [Solution; MOST],
}

/// `first[r]` is the least number n with `r + c n = rest` modulo m, or -1; later ones follow by steps of `stride`.
#[derive(Debug, Default)]
struct Solution {
    first: Vec<i64>,
    stride: i64,
}

/// Scratch space of a search.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The forms of a case at a position, without letters.
    forms: Vec<i64>,
    rests: Vec<i64>,
}

/// The least and the greatest number of each letter.
type Ranges = [(i64, i64); MOST];

/// The largest number that a form or a letter may reach.
const LARGEST: i128 = 1 << 40;

/// The largest modulus. A step over all remainders, times a coefficient below the modulus, stays within 62 bits.
const LARGEST_MODULUS: i64 = 1 << 10;

impl Machine {
    /// `None` if numbers of the forms could exceed 40 bits.
    pub fn new(rules: &Progressions, largest: &[u64; MOST], strides: &[i64; MOST]) -> Option<Self> {
        let cases = rules.cases.iter().map(|case| Ready::new(case, largest, strides));
        Some(Self { cases: cases.collect::<Option<_>>()? })
    }

    /// Passes the runs of options of a position to `visit`. Runs may overlap and contain the position.
    pub fn runs(
        &self,
        position: &[i64; MOST],
        scratch: &mut Scratch,
        pulse: &mut Pulse<'_>,
        visit: &mut impl FnMut(Run),
    ) -> Result<(), Error> {
        self.cases.iter().try_for_each(|case| case.runs(position, scratch, pulse, visit))
    }
}

impl Ready {
    fn new(case: &Case, largest: &[u64; MOST], strides: &[i64; MOST]) -> Option<Self> {
        let when = &case.when;
        let mut most = [0_i128; MOST];
        let greatest = |form: &Form, most: &[i128; MOST]| -> i128 {
            let of_numbers =
                form.numbers.iter().zip(largest).map(|(&c, &x)| i128::from(c).abs() * i128::from(x));
            let of_letters =
                form.letters.iter().zip(most).map(|(&c, &x)| i128::from(c).abs().saturating_mul(x));
            let terms = of_numbers.chain(of_letters).chain([i128::from(form.constant).abs()]);
            terms.fold(0, i128::saturating_add)
        };
        for (letter, forms) in &case.bounds {
            let bound = |&index: &usize| greatest(&when.at_least_0[index], &most);
            most[*letter] = forms.iter().map(bound).min()?.min(LARGEST);
        }
        let mut option = Form { numbers: [0; MOST], letters: [0; MOST], constant: 0 };
        for (form, &stride) in case.option.iter().zip(strides) {
            let scaled = |sum: &mut i64, c: i64| {
                *sum = c.checked_mul(stride).and_then(|term| sum.checked_add(term))?;
                Some(())
            };
            for place in 0..MOST {
                scaled(&mut option.numbers[place], form.numbers[place])?;
                scaled(&mut option.letters[place], form.letters[place])?;
            }
            scaled(&mut option.constant, form.constant)?;
        }
        let forms = when.at_least_0.iter().chain(when.congruences.iter().map(|c| &c.form));
        let too_large = forms.chain([&option]).any(|form| greatest(form, &most) >= LARGEST);
        let small = |c: &Congruence| {
            c.modulus <= LARGEST_MODULUS && c.form.letters.iter().all(|own| own.abs() < LARGEST_MODULUS)
        };
        if too_large || !when.congruences.iter().all(small) {
            return None;
        }
        let has_letters = |c: &&Congruence| c.form.letters.iter().any(|&c| c != 0);
        Some(Self {
            letters: case.letters,
            option,
            at_least_0: when.at_least_0.clone(),
            of_numbers: when.congruences.iter().filter(|c| !has_letters(c)).cloned().collect(),
            of_letters: when.congruences.iter().filter(has_letters).map(Solved::new).collect(),
            bounds: case.bounds.clone(),
        })
    }

    fn runs(
        &self,
        position: &[i64; MOST],
        scratch: &mut Scratch,
        pulse: &mut Pulse<'_>,
        visit: &mut impl FnMut(Run),
    ) -> Result<(), Error> {
        pulse.spend(2)?;
        if self.of_numbers.iter().any(|c| c.form.at(position).rem_euclid(c.modulus) != c.rest) {
            return Ok(());
        }
        scratch.forms.clear();
        for form in &self.at_least_0 {
            let constant = form.at(position);
            if constant < 0 && form.letters == [0; MOST] {
                return Ok(());
            }
            scratch.forms.push(constant);
        }
        let Some(ranges) = self.ranges(&scratch.forms) else { return Ok(()) };
        scratch.rests.clear();
        scratch.rests.extend(self.of_letters.iter().map(|solved| solved.form.at(position)));
        let inner = (0..self.letters).max_by_key(|&letter| ranges[letter].1 - ranges[letter].0);
        let search = Search {
            case: self,
            forms: &scratch.forms,
            rests: &scratch.rests,
            option: self.option.at(position),
            inner,
        };
        search.descend(0, &mut ranges.clone(), pulse, visit)
    }

    /// Bounds of the letters, or nothing if there is no option.
    fn ranges(&self, forms: &[i64]) -> Option<Ranges> {
        let mut ranges = [(0, 0); MOST];
        for (letter, bounding) in &self.bounds {
            let tightest = bounding.iter().map(|&index| {
                let form = &self.at_least_0[index];
                let most = form.letters.iter().zip(&ranges).filter(|&(&c, _)| c > 0);
                let room = forms[index] + most.map(|(&c, &(_, most))| c * most).sum::<i64>();
                room.div_euclid(-form.letters[*letter])
            });
            ranges[*letter].1 = tightest.min()?;
            if ranges[*letter].1 < 0 {
                return None;
            }
        }
        Some(ranges)
    }
}

impl Solved {
    fn new(congruence: &Congruence) -> Self {
        let Congruence { form, modulus, rest } = congruence;
        let solution = |letter: usize| {
            let c = form.letters[letter].rem_euclid(*modulus);
            let stride = (1..=*modulus).find(|n| (c * n).rem_euclid(*modulus) == 0).unwrap_or(*modulus);
            let mut first = vec![-1; usize::try_from(*modulus).unwrap_or(0)];
            for n in 0..stride {
                let remainder = (rest - c * n).rem_euclid(*modulus);
                if let Some(first) = usize::try_from(remainder).ok().and_then(|r| first.get_mut(r)) {
                    *first = n;
                }
            }
            Solution { first, stride }
        };
        let letters = std::array::from_fn(|letter| {
            if form.letters[letter] == 0 { Solution::default() } else { solution(letter) }
        });
        Self { form: form.clone(), modulus: *modulus, rest: *rest, letters }
    }
}

/// A case at a position.
struct Search<'s> {
    case: &'s Ready,
    forms: &'s [i64],
    rests: &'s [i64],
    /// The index of the option where all letters are 0.
    option: i64,
    /// The letter that is not enumerated.
    inner: Option<usize>,
}

impl Search<'_> {
    /// Enumerates the letters from `letter` on; those before it have their number.
    fn descend(
        &self,
        letter: usize,
        ranges: &mut Ranges,
        pulse: &mut Pulse<'_>,
        visit: &mut impl FnMut(Run),
    ) -> Result<(), Error> {
        if letter == self.case.letters {
            if let Some(run) = self.last(ranges) {
                visit(run);
            }
            return Ok(());
        }
        if Some(letter) == self.inner {
            return self.descend(letter + 1, ranges, pulse, visit);
        }
        let Some((least, most)) = self.narrowed(letter, ranges) else { return Ok(()) };
        let before = ranges[letter];
        for number in least..=most {
            pulse.spend(2)?;
            ranges[letter] = (number, number);
            self.descend(letter + 1, ranges, pulse, visit)?;
        }
        ranges[letter] = before;
        Ok(())
    }

    /// The range of a letter, given those of the others.
    fn narrowed(&self, letter: usize, ranges: &Ranges) -> Option<(i64, i64)> {
        let (mut least, mut most) = ranges[letter];
        for (form, &constant) in self.case.at_least_0.iter().zip(self.forms) {
            let mut room = constant;
            if self.case.letters > 1 {
                for (other, (&c, &(low, high))) in form.letters.iter().zip(ranges).enumerate() {
                    if other != letter {
                        room += c * if c > 0 { high } else { low };
                    }
                }
            }
            match form.letters[letter] {
                0 if room < 0 => return None,
                0 => {}
                1 => least = least.max(-room),
                -1 => most = most.min(room),
                own @ 2.. => least = least.max(-room.div_euclid(own)),
                own => most = most.min(room.div_euclid(-own)),
            }
        }
        (least <= most).then_some((least, most))
    }

    /// The run of the inner letter, where all others have their numbers.
    fn last(&self, ranges: &Ranges) -> Option<Run> {
        let Some(inner) = self.inner else { return Some(Run { start: self.option, step: 0, count: 1 }) };
        let (least, most) = self.narrowed(inner, ranges)?;
        let at = |form: &Form, constant: i64| {
            let mut sum = constant;
            for other in (0..self.case.letters).filter(|&other| other != inner) {
                sum += form.letters[other] * ranges[other].0;
            }
            sum
        };
        // The numbers that meet every congruence: `first`, `first + stride`, ..
        let (mut first, mut stride) = (least, 1_i64);
        for (index, (solved, &rest)) in self.case.of_letters.iter().zip(self.rests).enumerate() {
            let rest = at(&solved.form, rest);
            let own = solved.form.letters[inner];
            if index == 0 && own != 0 {
                let remainder = rest.rem_euclid(solved.modulus);
                let solution = &solved.letters[inner];
                let least_solution = *usize::try_from(remainder).ok().and_then(|r| solution.first.get(r))?;
                if least_solution < 0 {
                    return None;
                }
                first += (least_solution - least).rem_euclid(solution.stride);
                stride = solution.stride;
            } else {
                let fits = |number: i64| (rest + own * number).rem_euclid(solved.modulus) == solved.rest;
                let index = (0..solved.modulus).find(|index| fits(first + index * stride))?;
                first += index * stride;
                if first > most {
                    return None;
                }
                let again = (1..=solved.modulus).find(|index| fits(first + index * stride))?;
                // With many congruences the stride grows beyond any integer; one that passes `most` is long enough.
                stride = (stride * again).min(most - first + 1);
            }
            if first > most {
                return None;
            }
        }
        let own = self.case.option.letters[inner];
        let start = at(&self.case.option, self.option) + own * first;
        let count = if own == 0 { 1 } else { (most - first) / stride + 1 };
        // The step of a single cell is not used, and might be large.
        let step = if count == 1 { 0 } else { own * stride };
        Some(Run { start, step, count })
    }
}
