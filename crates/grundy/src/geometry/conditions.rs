//! Conditions on the numbers of a position, as data.

/// Which numbers are a position, as data: one of some clauses holds, and a clause holds if all its conditions do. It is for engines that cannot call the test of a
/// [`Geometry`](super::Geometry), as those on a GPU. Only this crate makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    numbers: usize,
    clauses: Vec<Vec<Condition>>,
}

/// A condition on a linear form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// A factor for each number.
    pub factors: Vec<i64>,
    pub constant: i64,
    pub is: Is,
}

/// What a form is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    AtLeast0,
    Not0,
    /// A multiple of a positive number.
    MultipleOf(i64),
}

/// How the tokens of a strip may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tokens {
    /// In any way, as piles.
    Anywhere,
    /// On increasing squares.
    Increasing,
    /// On different squares.
    Distinct,
}

impl Conditions {
    /// One of these clauses holds.
    pub(crate) fn new(numbers: usize, clauses: Vec<Vec<Condition>>) -> Self {
        Self { numbers, clauses }
    }

    /// All numbers are positions.
    pub(crate) fn always(numbers: usize) -> Self {
        Self::new(numbers, vec![Vec::new()])
    }

    /// The tokens of strips with these lengths, at most one of them on square 0 if `one_on_zero`.
    pub(crate) fn of_tokens(lengths: &[usize], tokens: Tokens, one_on_zero: bool) -> Self {
        let numbers = lengths.iter().sum();
        let form = |terms: &[(usize, i64)], constant: i64, is: Is| {
            let mut factors = vec![0; numbers];
            for &(at, factor) in terms {
                factors[at] = factor;
            }
            Condition { factors, constant, is }
        };
        let mut apart = Vec::new();
        let mut first = 0;
        for length in lengths {
            for high in first..first + length {
                match tokens {
                    Tokens::Increasing if high > first => {
                        apart.push(form(&[(high, 1), (high - 1, -1)], -1, Is::AtLeast0));
                    }
                    Tokens::Anywhere | Tokens::Increasing => {}
                    Tokens::Distinct => {
                        apart.extend((first..high).map(|low| form(&[(high, 1), (low, -1)], 0, Is::Not0)));
                    }
                }
            }
            first += length;
        }
        if !one_on_zero {
            return Self::new(numbers, vec![apart]);
        }
        // One of them may be 0, and all others are positive.
        let clause = |free: usize| {
            let others = (0..numbers).filter(|&other| other != free);
            others.map(|other| form(&[(other, 1)], -1, Is::AtLeast0)).chain(apart.iter().cloned()).collect()
        };
        Self::new(numbers, (0..numbers).map(clause).collect())
    }

    /// Whether numbers are a position.
    pub fn holds(&self, numbers: &[u64]) -> bool {
        let holds = |condition: &Condition| {
            let terms = condition.factors.iter().zip(numbers);
            let terms = terms.map(|(&factor, &x)| i128::from(factor) * i128::from(x));
            let number = i128::from(condition.constant) + terms.sum::<i128>();
            match condition.is {
                Is::AtLeast0 => number >= 0,
                Is::Not0 => number != 0,
                Is::MultipleOf(modulus) => number % i128::from(modulus) == 0,
            }
        };
        numbers.len() == self.numbers && self.clauses.iter().any(|clause| clause.iter().all(holds))
    }

    /// Whether all numbers are positions by a clause without conditions.
    pub(crate) fn are_empty(&self) -> bool {
        self.clauses.iter().any(Vec::is_empty)
    }

    /// Number of numbers of a position.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The clauses.
    pub(crate) fn clauses(&self) -> &[Vec<Condition>] {
        &self.clauses
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::game;
    use crate::geometry::Geometry;

    /// The conditions of a game are those of its geometry.
    #[test]
    fn conditions_are_those_of_the_geometry() {
        let games: [(&str, &[&[usize]]); 11] = [
            ("nim", &[&[3], &[5]]),
            ("star-nim", &[&[3], &[4]]),
            ("silver-dollar", &[&[2], &[3], &[4]]),
            ("star-silver-dollar", &[&[2, 1], &[1, 1, 1], &[3, 2]]),
            ("welter", &[&[2], &[4]]),
            ("star-welter", &[&[2, 1], &[2, 2], &[1, 1, 1]]),
            ("{x,y,z where x+y>2: x-i,y,z; x,y-i,z; x,y,z-i}", &[&[3]]),
            ("{x,y,z where x+y>z or (x+2y+z) mod 3 = 1: x-i,y,z; x,y-i,z; x,y,z-i}", &[&[3]]),
            ("{x,y,z where x != y and y <= 2z: x-i,y,z; x,y-i,z; x,y,z-i}", &[&[3]]),
            ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", &[&[3]]),
            ("{w,x,y,z where max(w,x) >= 2: w-i,x,y,z; w,x-i,y,z; w,x,y-i,z; w,x,y,z-i}", &[&[4]]),
        ];
        for (name, shapes) in games {
            let game = game(name).unwrap();
            for lengths in shapes {
                let geometry = game.geometry(lengths);
                let Some(Geometry::Lowering(is_position) | Geometry::Unordered(is_position)) = geometry
                else {
                    panic!("{name} {lengths:?}: {geometry:?}")
                };
                let conditions = game.conditions(lengths).unwrap_or_else(|| panic!("{name} {lengths:?}"));
                let numbers: usize = lengths.iter().sum();
                let side = [0, 9, 9, 6, 5, 4][numbers];
                let (mut cell, mut positions) = (vec![0_u64; numbers], 0);
                loop {
                    let is = is_position(&cell);
                    positions += u32::from(is);
                    assert_eq!(conditions.holds(&cell), is, "{name} {cell:?}");
                    let Some(at) = cell.iter().rposition(|&x| x < side) else { break };
                    cell[at] += 1;
                    cell[at + 1..].fill(0);
                }
                assert!(positions > 0, "{name} {lengths:?}");
            }
        }
    }
}
