//! Linear forms, and conditions as unions of clauses of them.

use crate::geometry::{self, Conditions, Is};
use crate::notation::{InputError, Span};
use smallvec::SmallVec;

/// Upper limit on coefficients. With numbers of 64 bits and few letters, sums stay far below 128 bits.
const LARGEST: i64 = 1_000_000_000_000;

/// Upper limit on the clauses of a condition.
pub(super) const MOST_CLAUSES: usize = 2_000;

/// A linear form: a coefficient for each letter, and a constant. Letters are numbered: those of the position, then those of the
/// move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Linear {
    pub coefficients: SmallVec<[i64; 8]>,
    pub constant: i64,
}

/// A coefficient was larger than the limit.
#[derive(Debug)]
pub(crate) struct TooLarge;

impl TooLarge {
    pub fn at(span: Span) -> InputError {
        InputError::at(span, "the numbers of this condition are too large")
            .hint(format!("products and sums of numbers go up to {LARGEST}"))
    }
}

fn small(number: Option<i64>) -> Result<i64, TooLarge> {
    number.filter(|number| number.abs() <= LARGEST).ok_or(TooLarge)
}

/// The product of two numbers that are not above the limit, if it is not either.
pub(super) fn product(one: i64, other: i64) -> Result<i64, TooLarge> {
    small(one.checked_mul(other))
}

impl Linear {
    /// A number, with this many letters.
    pub fn constant(letters: usize, constant: i64) -> Self {
        Self { coefficients: SmallVec::from_elem(0, letters), constant }
    }

    /// A letter.
    pub fn letter(letters: usize, index: usize) -> Self {
        let mut form = Self::constant(letters, 0);
        form.coefficients[index] = 1;
        form
    }

    /// The number, if no letter occurs.
    pub fn as_constant(&self) -> Option<i64> {
        self.coefficients.iter().all(|&c| c == 0).then_some(self.constant)
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Self, factor: i64) -> Result<Self, TooLarge> {
        let add = |left: i64, right: i64| small(right.checked_mul(factor).and_then(|r| left.checked_add(r)));
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        let coefficients = pairs.map(|(&left, &right)| add(left, right)).collect::<Result<_, _>>()?;
        Ok(Self { coefficients, constant: add(self.constant, other.constant)? })
    }

    /// `factor` times the form.
    pub fn times(&self, factor: i64) -> Result<Self, TooLarge> {
        Self::constant(self.coefficients.len(), 0).plus(self, factor)
    }

    /// `self + number`.
    pub fn offset(&self, number: i64) -> Result<Self, TooLarge> {
        Ok(Self { constant: small(self.constant.checked_add(number))?, ..self.clone() })
    }

    /// The form with each of the first letters replaced by a form.
    pub fn with(&self, replaced: &[Self]) -> Result<Self, TooLarge> {
        let letters = replaced.first().map_or(0, |form| form.coefficients.len());
        let start = Self::constant(letters, self.constant);
        replaced.iter().zip(&self.coefficients).try_fold(start, |sum, (form, &c)| sum.plus(form, c))
    }

    /// The number of the form where the first letters have these numbers and the others 0.
    pub fn at(&self, numbers: &[u64]) -> i128 {
        let terms = self.coefficients.iter().zip(numbers);
        i128::from(self.constant) + terms.map(|(&c, &n)| i128::from(c) * i128::from(n)).sum::<i128>()
    }

    /// The greatest common divisor of the coefficients.
    fn common(&self) -> i64 {
        self.coefficients.iter().fold(0, |divisor, &c| gcd(divisor, c.abs()))
    }
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `form = rest` modulo `modulus`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Residue {
    pub form: Linear,
    pub modulus: i64,
    pub rest: i64,
}

impl Residue {
    /// The least number that a form can have by this remainder, if it is at least 0.
    fn excess(&self, form: &Linear) -> i64 {
        let like = |sign: i64| {
            let pairs = form.coefficients.iter().zip(&self.form.coefficients);
            pairs.map(|(&own, &c)| own - sign * c).all(|apart| apart.rem_euclid(self.modulus) == 0)
        };
        let sign = [1, -1].into_iter().find(|&sign| like(sign));
        sign.map_or(0, |sign| (form.constant + sign * self.rest).rem_euclid(self.modulus))
    }
}

/// Remainders without those that are always right, or nothing if they contradict each other. Forms have no constant then, and
/// coefficients below the modulus.
fn simplified_residues(residues: Vec<Residue>) -> Option<Vec<Residue>> {
    let mut kept = Vec::new();
    for mut residue in residues {
        let modulus = residue.modulus;
        residue.rest = (residue.rest - residue.form.constant).rem_euclid(modulus);
        residue.form.constant = 0;
        residue.form.coefficients.iter_mut().for_each(|c| *c = c.rem_euclid(modulus));
        if residue.form.as_constant().is_none() {
            kept.push(residue);
        } else if residue.rest != 0 {
            return None;
        }
    }
    kept.sort_unstable();
    kept.dedup();
    let same_form = |pair: &[Residue]| pair[0].form == pair[1].form && pair[0].modulus == pair[1].modulus;
    if kept.windows(2).any(same_form) { None } else { Some(kept) }
}

/// Forms that are at least 0, and remainders: all of them hold. Letters stand for natural numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Clause {
    pub at_least_0: Vec<Linear>,
    pub residues: Vec<Residue>,
}

impl Clause {
    /// The clause without what always holds, or nothing if it never holds. Not every contradiction is found.
    pub fn simplified(self) -> Option<Self> {
        let residues = simplified_residues(self.residues)?;
        let mut kept: Vec<Linear> = Vec::new();
        for mut form in self.at_least_0 {
            let divisor = form.common();
            if divisor > 1 {
                form.coefficients.iter_mut().for_each(|c| *c /= divisor);
                form.constant = form.constant.div_euclid(divisor);
            }
            form.constant -= residues.iter().map(|residue| residue.excess(&form)).max().unwrap_or(0);
            if form.constant < 0 && form.coefficients.iter().all(|&c| c <= 0) {
                return None;
            }
            if form.constant >= 0 && form.coefficients.iter().all(|&c| c >= 0) {
                continue;
            }
            match kept.iter_mut().find(|other| other.coefficients == form.coefficients) {
                Some(other) => other.constant = other.constant.min(form.constant),
                None => kept.push(form),
            }
        }
        let opposed = |one: &Linear, other: &Linear| {
            let opposite = one.coefficients.iter().zip(&other.coefficients).all(|(&a, &b)| a == -b);
            opposite && one.constant + other.constant < 0
        };
        if kept.iter().enumerate().any(|(i, one)| kept[..i].iter().any(|other| opposed(one, other))) {
            return None;
        }
        kept.sort_unstable();
        Some(Self { at_least_0: kept, residues })
    }

    /// Both clauses.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let mut both = self.clone();
        both.at_least_0.extend_from_slice(&other.at_least_0);
        both.residues.extend_from_slice(&other.residues);
        both.simplified()
    }

    /// Whether the other clause holds wherever this one does, as each of its parts follows from one of this one.
    pub fn implies(&self, other: &Self) -> bool {
        let follows = |form: &Linear| {
            let is_tighter =
                |own: &Linear| own.constant <= form.constant && own.coefficients == form.coefficients;
            self.at_least_0.iter().any(is_tighter)
        };
        other.at_least_0.iter().all(follows)
            && other.residues.iter().all(|residue| self.residues.contains(residue))
    }

    /// The clause with each of the first letters replaced by a form.
    pub fn with(&self, replaced: &[Linear]) -> Result<Self, TooLarge> {
        let at_least_0 = self.at_least_0.iter().map(|form| form.with(replaced)).collect::<Result<_, _>>()?;
        let residues = self
            .residues
            .iter()
            .map(|residue| Ok(Residue { form: residue.form.with(replaced)?, ..residue.clone() }));
        Ok(Self { at_least_0, residues: residues.collect::<Result<_, _>>()? })
    }

    /// Whether it holds where the letters have these numbers.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        self.at_least_0.iter().all(|form| form.at(numbers) >= 0)
            && self.residues.iter().all(|residue| {
                residue.form.at(numbers).rem_euclid(i128::from(residue.modulus)) == i128::from(residue.rest)
            })
    }
}

/// A union of clauses: one of them holds at least.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Union(pub Vec<Clause>);

/// There were more clauses than the limit.
#[derive(Debug)]
pub(crate) struct TooMany;

impl TooMany {
    pub fn at(span: Span) -> InputError {
        InputError::at(span, "this condition has too many cases").hint(format!(
            "it is split into at most {MOST_CLAUSES} cases without `or`, |..|, min, max and mod"
        ))
    }
}

impl Union {
    /// The condition that always holds.
    pub fn always() -> Self {
        Self(vec![Clause::default()])
    }

    /// The same as data for other engines, where the letters are the numbers of a position.
    pub fn conditions(&self, numbers: usize) -> Conditions {
        let condition = |form: &Linear, rest: i64, is: Is| {
            let mut factors: Vec<i64> = form.coefficients.iter().copied().take(numbers).collect();
            factors.resize(numbers, 0);
            geometry::Condition { factors, constant: form.constant - rest, is }
        };
        let clause = |clause: &Clause| {
            let at_least_0 = clause.at_least_0.iter().map(|form| condition(form, 0, Is::AtLeast0));
            let residues =
                clause.residues.iter().map(|r| condition(&r.form, r.rest, Is::MultipleOf(r.modulus)));
            at_least_0.chain(residues).collect()
        };
        Conditions::new(numbers, self.0.iter().map(clause).collect())
    }

    /// The condition that never holds.
    pub fn never() -> Self {
        Self(Vec::new())
    }

    /// Whether one form is at least 0.
    pub fn at_least_0(form: Linear) -> Self {
        let clause = Clause { at_least_0: vec![form], residues: Vec::new() };
        Self(clause.simplified().into_iter().collect())
    }

    /// Both conditions.
    pub fn and(&self, other: &Self) -> Result<Self, TooMany> {
        let mut all = Vec::new();
        for one in &self.0 {
            for two in &other.0 {
                if let Some(both) = one.and(two) {
                    all.push(both);
                    if all.len() > MOST_CLAUSES {
                        return Err(TooMany);
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(Self(all))
    }

    /// The same condition without clauses that imply another one. Long unions stay as they are.
    #[must_use]
    pub fn reduced(self) -> Self {
        /// Each clause is compared with each other.
        const LONGEST: usize = 256;
        if self.0.len() > LONGEST {
            return self;
        }
        let all = &self.0;
        let is_kept = |(at, clause): &(usize, &Clause)| {
            // Of clauses that imply each other the first is kept.
            let is_implied = |(other, more): (usize, &Clause)| {
                other != *at && clause.implies(more) && (other < *at || !more.implies(clause))
            };
            !all.iter().enumerate().any(is_implied)
        };
        Self(all.iter().enumerate().filter(is_kept).map(|(_, clause)| clause.clone()).collect())
    }

    /// One of the conditions at least.
    pub fn or(mut self, other: Self) -> Result<Self, TooMany> {
        self.0.extend(other.0);
        self.0.sort_unstable();
        self.0.dedup();
        if self.0.iter().any(|clause| *clause == Clause::default()) {
            return Ok(Self::always());
        }
        if self.0.len() > MOST_CLAUSES { Err(TooMany) } else { Ok(self) }
    }

    /// Whether it holds where the letters have these numbers.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        self.0.iter().any(|clause| clause.holds(numbers))
    }
}
