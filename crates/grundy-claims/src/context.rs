use grundy::catalog::Template;
use grundy::notation::{InputError, RawPosition};
use grundy::r_wythoff::summary;
use grundy::ruleset::{Budget, Game, Position};
use grundy::sequence::{Stream, Tally};
use grundy::solve::rays::{Field, How};
use grundy::solve::reference::Reference;
use grundy::table::{Engine, Plan, Progress, Table};
use grundy::{Error, Limit};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// How far checks go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Seconds for all claims.
    #[default]
    Quick,
    /// Minutes for all claims.
    Full,
    /// As far as the caller asks.
    Frontier,
}

impl Effort {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Full, Self::Frontier];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
            Self::Frontier => "frontier",
        }
    }

    /// The effort with this name.
    ///
    /// # Errors
    /// If there is no such effort.
    pub fn named(name: &str) -> Result<Self, InputError> {
        let unknown =
            || InputError::whole(format!("unknown effort `{name}`")).hint("quick, full or frontier");
        Self::ALL.into_iter().find(|effort| effort.name() == name).ok_or_else(unknown)
    }
}

/// The positions (x, y), `x <= y`, of each value, by increasing x.
pub(super) type Sequences = Vec<Vec<(u64, u64)>>;

/// Constants of the sequences, by largest value and number of rows.
type Tallies = FxHashMap<(u64, u64), Rc<Vec<Tally>>>;

/// The limits of checks, the progress callback, and caches of computed tables, engines and sequences.
pub struct Context<'w> {
    effort: Effort,
    up_to: Option<u64>,
    memory: u64,
    watch: Box<dyn Fn() -> ControlFlow<()> + Sync + 'w>,
    tables: RefCell<FxHashMap<(String, u64), Rc<Table>>>,
    engines: RefCell<FxHashMap<String, (Game, Reference)>>,
    sequences: RefCell<FxHashMap<(String, u64, u64), Rc<Sequences>>>,
    tallies: RefCell<Tallies>,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Self::new(Effort::Quick, None)
    }
}

/// Default memory limit for one table or one set of sequences: 4 GiB.
const MEMORY: u64 = 4 << 30;

impl<'w> Context<'w> {
    /// A context with this effort; at the frontier, checks go up to `up_to`.
    pub fn new(effort: Effort, up_to: Option<u64>) -> Self {
        Self {
            effort,
            up_to,
            memory: MEMORY,
            watch: Box::new(|| ControlFlow::Continue(())),
            tables: RefCell::default(),
            engines: RefCell::default(),
            sequences: RefCell::default(),
            tallies: RefCell::default(),
        }
    }

    /// Sets a callback that is called regularly and can cancel a check.
    #[must_use]
    pub fn watched(self, watch: impl Fn() -> ControlFlow<()> + Sync + 'w) -> Self {
        Self { watch: Box::new(watch), ..self }
    }

    /// Sets the memory limit, in bytes, for one table or one set of sequences.
    #[must_use]
    pub fn within(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Checks the memory limit, and clears caches before a large allocation.
    pub(super) fn make_room(&self, needed: u64) -> Result<(), Error> {
        if needed > self.memory {
            return Err(Limit::Memory { needed, allowed: self.memory }.into());
        }
        if needed > self.memory / 8 {
            self.tables.borrow_mut().clear();
            self.sequences.borrow_mut().clear();
        }
        Ok(())
    }

    /// How far to go: `quick` or `full`; at the frontier as far as asked, but at least `quick`.
    pub(super) fn to(&self, quick: u64, full: u64) -> u64 {
        match self.effort {
            Effort::Quick => quick,
            Effort::Full => full,
            Effort::Frontier => self.up_to.unwrap_or(full).max(quick),
        }
    }

    /// The number of cases, which does not depend on `up_to`.
    pub(super) fn few(&self, quick: u64, full: u64) -> u64 {
        if self.effort == Effort::Quick { quick } else { full }
    }

    /// The same, with another number at the frontier.
    pub(super) fn cases(&self, quick: u64, full: u64, frontier: u64) -> u64 {
        if self.effort == Effort::Frontier { frontier } else { self.few(quick, full) }
    }

    /// Fails if the caller has cancelled.
    pub(super) fn go_on(&self) -> Result<(), Error> {
        if self.flow().is_break() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// The table of the default slice of a game, by the ray engine if the game has rays.
    pub(super) fn table(&self, game: &str, max: u64) -> Result<Rc<Table>, Error> {
        let key = (game.to_owned(), max);
        if let Some(table) = self.tables.borrow().get(&key) {
            return Ok(Rc::clone(table));
        }
        let template = Template::parse(game)?;
        let plan = Plan::new(&template, max, Engine::Best)?;
        self.make_room(plan.bytes_kept(How::default()))?;
        let watch = &self.watch;
        let table =
            plan.table(plan.element(), How::default(), Budget::default(), &mut |_: Progress| watch())?;
        let table = Rc::new(table);
        self.tables.borrow_mut().insert(key, Rc::clone(&table));
        Ok(table)
    }

    /// Visits every cell of the default slice of a game with rays once, without storing them: a, b and value, with `a <= b`; in Sharing
    /// Nim with `2a <= b`.
    pub(super) fn each_cell(
        &self,
        game: &str,
        max: u64,
        visit: &mut (dyn FnMut(u64, u64, u64) + Send),
    ) -> Result<(), Error> {
        let geometry = Template::parse(game)?.geometry();
        let Some(field) = geometry.and_then(|geometry| Field::of(&geometry, max)) else {
            return Err(no_position(game));
        };
        self.make_room(field.bytes(How::default()))?;
        let watch = &self.watch;
        field.for_each(How::default(), &mut |chunk| {
            chunk.for_each(|a, b, value| visit(wide(a), wide(b), u64::from(value)));
            watch()
        })
    }

    /// The value of a position by the definition; `None` if it is not a position.
    pub(super) fn value(&self, game: &str, raw: &RawPosition) -> Result<Option<u64>, Error> {
        self.with_engine(game, |game, engine| match game.position(raw) {
            Ok(position) => Ok(Some(engine.value(&position)?.0)),
            Err(_) => Ok(None),
        })
    }

    /// The value of piles.
    pub(super) fn piles(&self, game: &str, piles: &[u64]) -> Result<u64, Error> {
        self.value(game, &RawPosition::row(piles))?.ok_or_else(|| no_position(game))
    }

    /// The value of strips.
    pub(super) fn strips<S: AsRef<[u64]>>(&self, game: &str, strips: &[S]) -> Result<u64, Error> {
        self.value(game, &RawPosition::strips(strips))?.ok_or_else(|| no_position(game))
    }

    /// The options of piles.
    pub(super) fn options(&self, game: &str, piles: &[u64]) -> Result<Vec<Vec<u64>>, Error> {
        self.with_engine(game, |game, _| {
            let Ok(from) = game.position(&RawPosition::row(piles)) else { return Ok(Vec::new()) };
            let options = grundy::ruleset::options(game.as_ref(), &from, usize::MAX)?;
            Ok(options.iter().filter_map(Position::piles).map(<[u64]>::to_vec).collect())
        })
    }

    fn with_engine<T>(
        &self,
        name: &str,
        then: impl FnOnce(&Game, &mut Reference) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.go_on()?;
        let mut engines = self.engines.borrow_mut();
        if !engines.contains_key(name) {
            let game = Game::clone(Template::parse(name)?.game());
            engines.insert(name.to_owned(), (Game::clone(&game), Reference::new(game, Budget::default())));
        }
        let Some((game, engine)) = engines.get_mut(name) else { return Err(no_position(name)) };
        engine.allow(Budget::default());
        then(game, engine)
    }

    /// The positions of values `0..=largest` with x below `rows`, row by row.
    pub(super) fn sequences(&self, game: &str, largest: u64, rows: u64) -> Result<Rc<Sequences>, Error> {
        let key = (game.to_owned(), largest, rows);
        if let Some(found) = self.sequences.borrow().get(&key) {
            return Ok(Rc::clone(found));
        }
        // A value has at most one position in a row.
        self.make_room(rows.saturating_mul(16).saturating_mul(largest.saturating_add(1)))?;
        let mut stream = Stream::of(&grundy::game(game)?, largest)?;
        let mut found: Sequences = (0..=largest).map(|_| Vec::new()).collect();
        while stream.row() < rows {
            if stream.row().is_multiple_of(1 << 12) {
                self.go_on()?;
            }
            stream.step(|member| found[index(member.value)].push((member.x, member.y)));
        }
        let found = Rc::new(found);
        self.sequences.borrow_mut().insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// The constants of the sequences of values `0..=largest` of R-Wythoff, as seen after this many rows.
    pub(super) fn tallies(&self, largest: u64, rows: u64) -> Result<Rc<Vec<Tally>>, Error> {
        let key = (largest, rows);
        if let Some(found) = self.tallies.borrow().get(&key) {
            return Ok(Rc::clone(found));
        }
        let found = summary(largest, rows, &mut |_| (self.watch)())?.ok_or(Error::Cancelled)?;
        let found = Rc::new(found);
        self.tallies.borrow_mut().insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// Calls the callback, for engines that take one.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        (self.watch)()
    }
}

fn no_position(game: &str) -> Error {
    Error::Input(InputError::whole(format!("not a position of {game}")))
}

/// A number as an index.
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A length as a number.
pub(super) fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The value of a cell; `u64::MAX` if it is not a position.
pub(super) fn at(table: &Table, a: u64, b: u64) -> u64 {
    table.get(index(a), index(b)).map_or(u64::MAX, |value| value.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `each_cell` agrees with the definition and visits each cell once.
    #[test]
    fn each_cell_is_that_of_the_definition() {
        for (game, max) in [("sharing-nim", 40), ("wythoff", 24), ("star-nim", 24), ("gurvich:a=2,b=3", 24)] {
            let context = Context::default();
            let mut cells = Vec::new();
            context.each_cell(game, max, &mut |a, b, value| cells.push((a, b, value))).unwrap();
            let count = cells.len();
            cells.sort_unstable();
            cells.dedup_by_key(|cell| (cell.0, cell.1));
            assert_eq!(cells.len(), count, "{game}: a cell came twice");
            let half = if game == "sharing-nim" { 2 } else { 1 };
            let hole = usize::from(game == "star-nim");
            assert_eq!(count + hole, (0..=index(max)).map(|b| b / half + 1).sum::<usize>(), "{game}");
            for (a, b, value) in cells {
                let piles = if game == "sharing-nim" { vec![0, a, b] } else { vec![a, b] };
                assert_eq!(context.piles(game, &piles).unwrap(), value, "{game} {a},{b}");
            }
        }
    }
}
