//! What the planner has computed in this process, for later questions: grids of the ray engine, engines of the definition, and searches
//! for periods. It is bounded, and nothing that is told depends on it but the time.

use super::grid::{Grid, cells};
use crate::error::Deadline;
use crate::heaps::{HeapPeriod, Values};
use crate::period::{RowGame, RowSearch, TallProof};
use crate::ruleset::{Budget, Game, NormalForm};
use crate::solve::arrays::Filled;
use crate::solve::reference::Reference;
use crate::widths::wide;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Everything that is kept.
struct Memory {
    grids: Vec<(Name, Option<Arc<Grid>>)>,
    filled: Vec<(Name, Arc<Filled>)>,
    engines: Vec<(Name, Reference)>,
    rows: Vec<(RowGame, RowSearch)>,
    talls: Vec<(Name, Along)>,
    heaps: Vec<(Name, OfHeaps)>,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory {
    grids: Vec::new(),
    filled: Vec::new(),
    engines: Vec::new(),
    rows: Vec::new(),
    talls: Vec::new(),
    heaps: Vec::new(),
});

/// The most entries of each kind. The one that was used longest ago is dropped.
const MOST: usize = 4;

/// The most cells of a kept grid, 16 MiB.
pub(super) const MOST_CELLS: u64 = 1 << 22;

/// The most positions of a kept engine, about 10 MB.
const MOST_POSITIONS: usize = 100_000;

/// The most columns and rows of a kept proof along a number, a few MB.
const MOST_COLUMNS: u64 = 1 << 20;
const MOST_ROWS: u64 = 1 << 14;

fn memory() -> MutexGuard<'static, Memory> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game as it is found again: by the normal form of its rules or, if it has none, only as the same object. `lengths` are those of
/// the strips of a position, where they matter.
#[derive(Clone, Debug)]
pub(super) struct Name {
    known: Option<NormalForm>,
    game: Game,
    lengths: Vec<usize>,
}

impl Name {
    pub(super) fn new(game: &Game, lengths: Vec<usize>) -> Self {
        Self { known: game.normal_form(), game: Game::clone(game), lengths }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.known, &other.known) {
            (Some(one), Some(other)) => one == other,
            (None, None) => Arc::ptr_eq(&self.game, &other.game),
            _ => false,
        };
        same && self.lengths == other.lengths
    }
}

/// Takes the first entry that fits out of a list.
fn take<K, V>(list: &mut Vec<(K, V)>, fits: impl Fn(&K, &V) -> bool) -> Option<V> {
    let at = list.iter().position(|(key, entry)| fits(key, entry))?;
    Some(list.remove(at).1)
}

/// Adds an entry, which is then the last to be dropped.
fn put<K, V>(list: &mut Vec<(K, V)>, key: K, entry: V) {
    if list.len() == MOST {
        list.remove(0);
    }
    list.push((key, entry));
}

/// The grid of a game, if one is kept. `None` if nothing has been kept for the game, not even that there is no grid.
#[expect(clippy::option_option, reason = "a game that has been asked about, and its grid")]
pub(super) fn grid(name: &Name) -> Option<Option<Arc<Grid>>> {
    let grids = &mut memory().grids;
    let grid = take(grids, |key, _| key == name)?;
    put(grids, name.clone(), grid.clone());
    Some(grid)
}

/// Keeps the grid of a game in place of another, or that the game has been asked about.
pub(super) fn keep_grid(name: &Name, grid: Option<&Arc<Grid>>) {
    let grids = &mut memory().grids;
    take(grids, |key, _| key == name);
    put(grids, name.clone(), grid.cloned());
}

/// The table of the array engine of a game, if one is kept.
pub(super) fn filled(name: &Name) -> Option<Arc<Filled>> {
    let tables = &mut memory().filled;
    let filled = take(tables, |key, _| key == name)?;
    put(tables, name.clone(), Arc::clone(&filled));
    Some(filled)
}

/// Keeps a table of the array engine in place of another of the game.
pub(super) fn keep_filled(name: &Name, filled: &Arc<Filled>) {
    let tables = &mut memory().filled;
    take(tables, |key, _| key == name);
    put(tables, name.clone(), Arc::clone(filled));
}

/// An engine of the definition, which goes back to the memory when it is dropped.
#[derive(Debug)]
pub(super) struct Lent {
    /// `None` only while it is dropped.
    engine: Option<Reference>,
    /// `None` if it is not to be kept.
    name: Option<Name>,
}

impl Lent {
    /// A new engine that is not kept.
    pub(super) fn new(game: &Game, budget: Budget) -> Self {
        Self { engine: Some(Reference::new(Game::clone(game), budget)), name: None }
    }

    /// The engine that is kept for a game, unless what it stores takes much of the budget; else a new one.
    pub(super) fn kept(game: &Game, budget: Budget) -> Self {
        let name = Name::new(game, Vec::new());
        let small = |engine: &Reference| wide(engine.positions()) <= budget.positions / 2;
        let engine = take(&mut memory().engines, |key, engine| *key == name && small(engine));
        let engine = engine.map(|mut engine| {
            engine.allow(budget);
            engine
        });
        let engine = engine.unwrap_or_else(|| Reference::new(Game::clone(game), budget));
        Self { engine: Some(engine), name: Some(name) }
    }
}

impl Deref for Lent {
    type Target = Reference;

    fn deref(&self) -> &Reference {
        self.engine.as_ref().unwrap_or_else(|| unreachable!("it is there until it is dropped"))
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Reference {
        self.engine.as_mut().unwrap_or_else(|| unreachable!("it is there until it is dropped"))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(mut engine) = self.engine.take() else { return };
        // The game may be used again without a deadline.
        engine.stop_at(Deadline::NONE);
        let Some(name) = self.name.take() else { return };
        if engine.positions() <= MOST_POSITIONS {
            let engines = &mut memory().engines;
            take(engines, |key, _| *key == name);
            put(engines, name, engine);
        }
    }
}

/// The search for the periods of the rows of a game up to at least this row, as far as it has come. It is to be given back.
pub(super) fn rows(game: &RowGame, row: u64) -> Option<RowSearch> {
    take(&mut memory().rows, |key, search| key == game && search.last() >= row)
}

/// Keeps a search for the periods of rows.
pub(super) fn keep_rows(search: RowSearch) {
    let rows = &mut memory().rows;
    take(rows, |key, _| key == search.game());
    put(rows, search.game().clone(), search);
}

/// What is known of the values along one number.
#[derive(Clone)]
pub(super) struct Along {
    pub(super) fixed: Vec<u64>,
    pub(super) place: usize,
    pub(super) proof: Option<Arc<TallProof>>,
    /// The time after which a search without a proof ended; without end if more time does not help.
    pub(super) searched: Duration,
}

/// What is known of the values of a game along one number.
pub(super) fn tall(name: &Name, fixed: &[u64], place: usize) -> Option<Along> {
    let memory = memory();
    let mut kept = memory.talls.iter();
    let along = kept.find(|(key, along)| key == name && along.fixed == fixed && along.place == place);
    along.map(|(_, along)| along.clone())
}

/// Keeps what is known of the values along one number.
pub(super) fn keep_tall(name: Name, along: Along) {
    let Along { fixed, place, proof, .. } = &along;
    let short = |proof: &Arc<TallProof>| proof.period.preperiod + proof.period.length <= MOST_COLUMNS;
    if cells(fixed) <= MOST_ROWS && proof.as_ref().is_none_or(short) {
        let talls = &mut memory().talls;
        take(talls, |key, other| *key == name && other.fixed == *fixed && other.place == *place);
        put(talls, name, along);
    }
}

/// The values of the heaps of a game, and their period if it is proved.
pub(super) struct OfHeaps {
    pub(super) values: Values,
    pub(super) period: Option<HeapPeriod>,
}

/// The values of heaps that are kept for a game. They are to be given back.
pub(super) fn heaps(name: &Name) -> Option<OfHeaps> {
    take(&mut memory().heaps, |key, _| key == name)
}

/// Keeps values of heaps, unless another question has kept more of them.
pub(super) fn keep_heaps(name: Name, kept: OfHeaps) {
    let heaps = &mut memory().heaps;
    let earlier = take(heaps, |key, _| *key == name);
    let kept = match earlier {
        Some(earlier) if earlier.values.known() > kept.values.known() => earlier,
        _ => kept,
    };
    if kept.values.known() <= MOST_CELLS {
        put(heaps, name, kept);
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use crate::rules::Wythoff;
    use crate::ruleset::{Game, Position, Ruleset, Stop, Visitor};
    use crate::{InputError, RawPosition};
    use std::sync::Arc;

    fn name(text: &str) -> Name {
        Name::new(&crate::game(text).unwrap(), Vec::new())
    }

    /// Rules of another crate under the name of a game.
    #[derive(Debug)]
    struct Stranger;

    impl Ruleset for Stranger {
        fn name(&self) -> String {
            Wythoff.name()
        }

        fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
            Wythoff.position(raw)
        }

        fn visit_options(&self, _: &Position, _: &mut Visitor<'_>) -> Result<(), Stop> {
            Ok(())
        }

        fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
            Wythoff.sample(size, draw)
        }
    }

    #[test]
    fn games_are_found_by_their_rules() {
        let spellings = ["{x,y: x-i,y; x,y-i; x-i,y-2i}", "{u,v: u-j,v-j-j; u-i,v; u,v-i}"];
        assert_eq!(name(spellings[0]), name(spellings[1]));
        assert_eq!(name("{x,y: x-i,y; x,y-i; x-i,y-i}"), name("wythoff"));
        assert_eq!(name("exile"), name("{x,y: x-i,y+i; x-i,y; x,y-i; x-i,y-i}"));
        assert_ne!(name("{x,y: x-i,y; x,y-i; x-i,y-2i}"), name("{x,y: x-i,y; x,y-i; x-2i,y-i}"));
        assert_ne!(name("wythoff"), name("wythoff@block=2"));
        let stranger: Game = Arc::new(Stranger);
        assert_ne!(Name::new(&stranger, Vec::new()), name("wythoff"));
        assert_eq!(Name::new(&stranger, Vec::new()), Name::new(&stranger, Vec::new()));
    }
}
