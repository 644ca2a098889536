//! Which game of the catalogue a ruleset is.

use std::any::TypeId;
use std::fmt;

/// Which game of the catalogue a ruleset is: the rules, and the parameters that theorems ask for. Theorems, periods and strategies are
/// chosen by this and by nothing else.
///
/// Only this crate makes identities: for its own games, and for rays that it has recognised as theirs. A ruleset of another crate has none,
/// whatever its name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    rules: TypeId,
    family: Option<Family>,
}

impl Identity {
    /// The game with these rules.
    pub(crate) fn of<R: 'static>() -> Self {
        Self { rules: TypeId::of::<R>(), family: None }
    }

    /// The game with these rules and parameters.
    pub(crate) fn of_family<R: 'static>(family: Family) -> Self {
        Self { rules: TypeId::of::<R>(), family: Some(family) }
    }

    /// Whether it is the game with these rules, whatever its parameters are.
    pub(crate) fn is<R: 'static>(self) -> bool {
        self.rules == TypeId::of::<R>()
    }

    /// Whether it has the same rules, whatever the parameters are.
    pub(crate) fn has_rules_of(self, other: Self) -> bool {
        self.rules == other.rules
    }

    /// The parameters, when the game is one of the family `NIM_{a,b}^{p,q}`: Wythoff's, Fraenkel's, Larsson's or Gurvich's.
    pub fn family(self) -> Option<Family> {
        self.family
    }
}

/// The parameters of `NIM_{a,b}^{p,q}` (Gurvich 2010): take x' and y' with `|x' - y'| < a` (type A) or `min(x', y') < b`
/// (type B); p and q say how much may be blocked, 1 for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// The width of type A.
    pub a: u64,
    /// The width of type B.
    pub b: u64,
    /// Less than this of type A can be blocked.
    pub p: u64,
    /// Less than this of type B, of either kind, can be blocked.
    pub q: u64,
    /// How the blocking rule is read.
    pub reading: Reading,
}

impl Family {
    /// `NIM_{a,b}`, without blocking.
    pub const fn plain(a: u64, b: u64) -> Self {
        Self { a, b, p: 1, q: 1, reading: Reading::PerLine }
    }
}

/// How the blocking rule of `NIM_{a,b}^{p,q}` is read: the report leaves room for three readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// p-1 options on each diagonal of type A, q-1 on each row and column of type B; an option on several lines must be
    /// blocked on each of them (the end of sec. 8). Theorem 1 of the report needs this one.
    #[default]
    PerLine,
    /// Only moves (c,c), (d,0) and (0,d) can be blocked, p-1 of the first and q-1 of each other kind (sec. 7).
    AsWritten,
    /// The same, but a move that is legal as a move of the other type too cannot be blocked.
    BothTypes,
}

impl Reading {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::PerLine, Self::AsWritten, Self::BothTypes];

    /// The name by which a user calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PerLine => "per-line",
            Self::AsWritten => "as-written",
            Self::BothTypes => "both-types",
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
