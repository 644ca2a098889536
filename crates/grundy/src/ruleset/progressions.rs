//! Options as arithmetic progressions: what the array engine needs to know of a game.

/// The most numbers of a position, and the most letters of a move, in a description by progressions.
pub(crate) const MOST: usize = 4;

/// The options of a game as arithmetic progressions of tuples, and proofs about its moves that give a region and an order for tables.
/// Only this crate makes one: it must match the options that the game visits, as the array engine relies on it.
#[derive(Debug)]
pub struct Progressions {
    /// How many numbers a position has.
    pub(crate) numbers: usize,
    /// Whether the order of the numbers does not matter. The cases are then applied to every order of a position.
    pub(crate) unordered: bool,
    /// Which tuples are positions: those that meet one of the clauses.
    pub(crate) positions: Vec<Clause>,
    /// The moves. An option of a case is always a position; the position itself does not count.
    pub(crate) cases: Vec<Case>,
    /// Weights of sums that no move raises. Every number has a positive weight in one of them. If the order of the numbers does not
    /// matter, they hold for positions and options in increasing order.
    pub(crate) never_raised: Vec<Vec<u64>>,
    /// The order in which options come first.
    pub(crate) order: Order,
}

/// An order of positions in which options come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The lexicographic order of the numbers.
    Lexicographic,
    /// By the first of these weighted sums, then by the second, and so on.
    BySums(Vec<Vec<u64>>),
}

/// A linear form in the numbers of a position and the letters of a move.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub numbers: [i64; MOST],
    pub letters: [i64; MOST],
    pub constant: i64,
}

/// `form = rest` modulo `modulus`.
#[derive(Clone, Debug)]
pub(crate) struct Congruence {
    pub form: Form,
    pub modulus: i64,
    pub rest: i64,
}

/// Forms that are at least 0, and congruences: all of them hold. Letters stand for natural numbers.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub at_least_0: Vec<Form>,
    pub congruences: Vec<Congruence>,
}

/// One case of a move: the option, and when it is one.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub letters: usize,
    pub option: Vec<Form>,
    pub when: Clause,
    /// The letters in an order in which their upper bounds can be computed, each with the forms of `when` that bound it.
    pub bounds: Vec<(usize, Vec<usize>)>,
}

impl Form {
    /// Its number where the letters are 0.
    #[inline]
    pub fn at(&self, numbers: &[i64; MOST]) -> i64 {
        let [a, b, c, d] = self.numbers;
        let [x, y, z, w] = *numbers;
        self.constant + a * x + b * y + c * z + d * w
    }
}

impl Clause {
    /// Whether it holds at a position, where no letters occur.
    #[inline]
    pub fn holds(&self, numbers: &[i64; MOST]) -> bool {
        self.at_least_0.iter().all(|form| form.at(numbers) >= 0)
            && self.congruences.iter().all(|c| c.form.at(numbers).rem_euclid(c.modulus) == c.rest)
    }
}
