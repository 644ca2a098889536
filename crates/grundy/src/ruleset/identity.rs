//! The identity of a ruleset.

use std::any::TypeId;
use std::fmt;

/// Which game of the catalogue a ruleset is: its rules, and the parameters that theorems need. Theorems, periods and strategies
/// are chosen only by identity.
///
/// Only this crate creates identities: for its own games, and for games of rays that have the same moves. A ruleset of another
/// crate has none, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    rules: TypeId,
    family: Option<Family>,
    centre: Option<usize>,
    shared: Option<u64>,
    crossed: Option<CellMap>,
}

impl Identity {
    /// The game with these rules.
    pub(crate) fn of<R: 'static>() -> Self {
        Self { rules: TypeId::of::<R>(), family: None, centre: None, shared: None, crossed: None }
    }

    /// The game with these rules and parameters.
    pub(crate) fn of_family<R: 'static>(family: Family) -> Self {
        Self { family: Some(family), ..Self::of::<R>() }
    }

    /// The game with these rules on a path of three vertices, and the vertex at its centre.
    pub(crate) fn of_path<R: 'static>(centre: usize) -> Self {
        Self { centre: Some(centre), ..Self::of::<R>() }
    }

    /// The game with these rules and a number of shared cells.
    pub(crate) fn of_shared<R: 'static>(shared: u64) -> Self {
        Self { shared: Some(shared), ..Self::of::<R>() }
    }

    /// The game with these rules on two strips whose common cells are in another order. A long map is not kept, so that no theorem applies.
    pub(crate) fn of_crossed<R: 'static>(map: &[u64]) -> Self {
        Self { crossed: CellMap::new(map), ..Self::of::<R>() }
    }

    /// Whether it is the game with these rules, for any parameters.
    pub(crate) fn is<R: 'static>(self) -> bool {
        self.rules == TypeId::of::<R>()
    }

    /// Whether it has the same rules, for any parameters.
    pub(crate) fn has_rules_of(self, other: Self) -> bool {
        self.rules == other.rules
    }

    /// The number of shared cells, if the game is that of strips that share cells.
    pub(crate) fn shared_cells(self) -> Option<u64> {
        self.shared
    }

    /// The order of the common cells, if the game is that of two strips with common cells.
    pub(crate) fn crossed(self) -> Option<Vec<u64>> {
        self.crossed.map(|map| map.cells[..map.count].iter().copied().map(u64::from).collect())
    }

    /// The parameters, if the game belongs to the family `NIM_{a,b}^{p,q}`: Wythoff's, Fraenkel's, Larsson's or Gurvich's.
    pub fn family(self) -> Option<Family> {
        self.family
    }

    /// The vertex at the centre, if the game is Graph Nim on a path of three vertices.
    pub(crate) fn centre(self) -> Option<usize> {
        self.centre
    }
}

/// The order of a few common cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CellMap {
    cells: [u8; Self::MOST],
    count: usize,
}

impl CellMap {
    const MOST: usize = 16;

    fn new(map: &[u64]) -> Option<Self> {
        let mut cells = [0; Self::MOST];
        for (cell, &number) in cells.get_mut(..map.len())?.iter_mut().zip(map) {
            *cell = u8::try_from(number).ok()?;
        }
        Some(Self { cells, count: map.len() })
    }
}

/// A text that determines rules: two games with the same normal form have the same positions, moves and blocking, whatever they are called.
/// Results are kept under it.
///
/// Only this crate creates normal forms, as it does identities.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NormalForm(String);

impl NormalForm {
    pub(crate) fn new(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The parameters of `NIM_{a,b}^{p,q}` (Gurvich 2010): take x' and y' with `|x' - y'| < a` (type A) or `min(x', y') < b`
/// (type B). p and q limit how much may be blocked; 1 means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// The width of type A.
    pub a: u64,
    /// The width of type B.
    pub b: u64,
    /// Fewer than this many moves of type A may be blocked.
    pub p: u64,
    /// Fewer than this many moves of each kind of type B may be blocked.
    pub q: u64,
    /// The reading of the blocking rule.
    pub reading: Reading,
}

impl Family {
    /// `NIM_{a,b}`, without blocking.
    pub const fn plain(a: u64, b: u64) -> Self {
        Self { a, b, p: 1, q: 1, reading: Reading::PerLine }
    }
}

/// A reading of the blocking rule of `NIM_{a,b}^{p,q}`. The report allows three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// p-1 options on each diagonal of type A, q-1 on each row and column of type B. An option on several lines must be blocked
    /// on each of them (the end of sec. 8). Theorem 1 of the report requires this reading.
    #[default]
    PerLine,
    /// Only moves (c,c), (d,0) and (0,d) may be blocked: p-1 of the first kind and q-1 of each of the others (sec. 7).
    AsWritten,
    /// The same, but a move of both types may not be blocked.
    BothTypes,
}

impl Reading {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::PerLine, Self::AsWritten, Self::BothTypes];

    /// Its name.
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
