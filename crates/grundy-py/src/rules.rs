//! Games with rules in Python.

use crate::error::Failure;
use crate::table::{Table, Wanted};
use crate::work::watched;
use grundy::compound::Blocked;
use grundy::rules::RayGame as Rules;
use grundy::ruleset::{Stop, Visitor};
use grundy::{
    Board, Budget, Game, InputError, Limit, Position, RawPosition, Ray, Rays, Reference, Ruleset, Template,
    options,
};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The options of every explored position.
type Graph = HashMap<Position, Vec<Position>>;

/// A game given by a function from positions to options. The function is first called once for every reachable position; then the
/// reference engine solves the game. Exceptions pass through unchanged, and games that do not end are detected.
#[pyclass(frozen, module = "grundy._native")]
pub struct Function {
    options: Py<PyAny>,
    graph: Arc<RwLock<Graph>>,
    solver: Arc<Mutex<Reference>>,
}

/// The explored game as a ruleset.
#[derive(Debug)]
struct Explored {
    graph: Arc<RwLock<Graph>>,
}

impl Ruleset for Explored {
    fn name(&self) -> String {
        "function".to_owned()
    }

    fn position(&self, _: &RawPosition) -> Result<Position, InputError> {
        Err(InputError::whole("the positions of this game are made by its function"))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let graph = self.graph.read().unwrap_or_else(PoisonError::into_inner);
        match graph.get(position) {
            Some(options) => options.iter().try_for_each(visit),
            // All positions reachable from here have been explored.
            None => Err(Limit::Positions(0).into()),
        }
    }

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, _: u64, _: &mut dyn FnMut(u64) -> u64) -> Position {
        Position::from_piles(&[])
    }
}

/// A position on the search path: its options, and the next one to visit.
struct Open {
    position: Position,
    options: Vec<Position>,
    next: usize,
}

impl Function {
    /// Calls the function.
    fn ask(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<Position>> {
        let piles = position.piles().unwrap_or_default();
        let said = self.options.call1(py, (pyo3::types::PyTuple::new(py, piles)?,))?;
        let mut options: Vec<Position> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for option in said.bind(py).try_iter()? {
            let option = option?;
            let numbers = option
                .try_iter()
                .and_then(|each| each.map(|n| n?.extract::<u64>()).collect::<PyResult<Vec<_>>>());
            let numbers = numbers.map_err(|error| {
                let message = format!(
                    "{option} is no position: positions are tuples of whole numbers from 0 to 2^64 - 1"
                );
                let wrong: PyErr = Failure::from(InputError::whole(message)).into();
                wrong.set_cause(py, Some(error));
                wrong
            })?;
            let option = Position::from_piles(&numbers);
            if seen.insert(option.clone()) {
                options.push(option);
            }
        }
        Ok(options)
    }

    /// Explores every reachable position.
    fn explore(&self, py: Python<'_>, from: &Position, most: u64) -> PyResult<()> {
        /// Positions between checks for signals.
        const LOOK_EVERY: usize = 1 << 10;
        if self.graph.read().unwrap_or_else(PoisonError::into_inner).contains_key(from) {
            return Ok(());
        }
        // Open positions lie on the path from the start to the current position.
        let mut is_open = std::collections::HashSet::from([from.clone()]);
        let mut stack = vec![Open { position: from.clone(), options: self.ask(py, from)?, next: 0 }];
        let mut found: Graph = HashMap::new();
        while let Some(top) = stack.last_mut() {
            if let Some(option) = top.options.get(top.next).cloned() {
                top.next += 1;
                if is_open.contains(&option) {
                    let message = format!("this game does not end: from {option} one comes back to {option}");
                    let hint = "values are defined for games that end";
                    return Err(Failure::from(InputError::whole(message).hint(hint)).into());
                }
                let known = found.contains_key(&option)
                    || self.graph.read().unwrap_or_else(PoisonError::into_inner).contains_key(&option);
                if !known {
                    let held = found.len() + stack.len();
                    if u64::try_from(held).is_ok_and(|held| held >= most) {
                        return Err(Failure::from(Limit::Positions(most)).into());
                    }
                    if held.is_multiple_of(LOOK_EVERY) {
                        py.check_signals()?;
                    }
                    let options = self.ask(py, &option)?;
                    is_open.insert(option.clone());
                    stack.push(Open { position: option, options, next: 0 });
                }
                continue;
            }
            if let Some(Open { position, options, .. }) = stack.pop() {
                is_open.remove(&position);
                found.insert(position, options);
            }
        }
        self.graph.write().unwrap_or_else(PoisonError::into_inner).extend(found);
        Ok(())
    }

    fn solver(solver: &Mutex<Reference>) -> MutexGuard<'_, Reference> {
        solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Function {
    /// A game by its options; up to `block - 1` of them may be blocked.
    #[new]
    fn new(options: Py<PyAny>, block: u64) -> PyResult<Self> {
        if block == 0 {
            let error = InputError::whole("block is at least 1, which blocks nothing");
            return Err(Failure::from(error).into());
        }
        let graph = Arc::new(RwLock::new(HashMap::new()));
        let plain: Game = Arc::new(Explored { graph: Arc::clone(&graph) });
        let game: Game = if block == 1 { plain } else { Arc::new(Blocked::new(plain, block)) };
        // Exploring has already counted the positions.
        let budget = Budget { positions: u64::MAX, options: u64::MAX };
        Ok(Self { options, graph, solver: Arc::new(Mutex::new(Reference::new(game, budget))) })
    }

    /// The value of a position, from the definition.
    fn value(&self, py: Python<'_>, position: Vec<u64>, positions: u64) -> PyResult<u64> {
        let position = Position::from_piles(&position);
        self.explore(py, &position, positions)?;
        let solver = Arc::clone(&self.solver);
        watched(py, None, move |_| Ok(Self::solver(&solver).value(&position)?.0))
    }

    /// The options of a position with their values.
    fn moves(&self, py: Python<'_>, position: Vec<u64>, positions: u64) -> PyResult<Vec<(Vec<u64>, u64)>> {
        let position = Position::from_piles(&position);
        self.explore(py, &position, positions)?;
        let (solver, graph) = (Arc::clone(&self.solver), Arc::clone(&self.graph));
        watched(py, None, move |_| {
            let options = graph
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .get(&position)
                .cloned()
                .unwrap_or_default();
            let mut solver = Self::solver(&solver);
            let valued = options
                .iter()
                .map(|option| Ok((option.piles().unwrap_or_default().to_vec(), solver.value(option)?.0)));
            valued.collect()
        })
    }

    /// Number of explored positions.
    fn explored(&self) -> usize {
        self.graph.read().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// A two-pile game given by rays.
#[pyclass(frozen, module = "grundy._native")]
pub struct RayGame {
    game: Game,
}

#[pymethods]
impl RayGame {
    /// A game by its rays (step, guard, width) and the pairs that are not positions.
    #[new]
    fn new(rays: Vec<((i64, i64), String, u64)>, holes: Vec<(u64, u64)>) -> PyResult<Self> {
        let ray =
            |(step, guard, width): ((i64, i64), String, u64)| Ok(Ray { step, guard: guard.parse()?, width });
        let rays = rays.into_iter().map(ray).collect::<Result<Vec<Ray>, InputError>>();
        let rays = rays.and_then(|rays| Rays::new(rays, holes)).map_err(Failure::from)?;
        Ok(Self { game: Arc::new(Rules::new(rays)) })
    }

    /// A description of the rays.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    /// Its table.
    #[pyo3(signature = (max, element, engine, threads, memory, positions, progress))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn table(
        &self,
        py: Python<'_>,
        max: u64,
        element: Option<String>,
        engine: String,
        threads: Option<usize>,
        memory: u64,
        positions: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Table> {
        let template = Template::of_game(&self.game);
        let template = template.ok_or_else(|| Failure::Broken("a game of rays has a table".to_owned()))?;
        let wanted = Wanted { max, element, engine, threads, memory, positions };
        Table::make(py, self.game.name(), template, wanted, progress.as_ref())
    }

    /// The value of a position, from the definition.
    fn value(&self, py: Python<'_>, x: u64, y: u64, positions: u64) -> PyResult<u64> {
        let (game, position) = (Arc::clone(&self.game), self.position(x, y)?);
        watched(py, None, move |_| {
            Ok(Reference::new(game, Budget::of_positions(positions)).value(&position)?.0)
        })
    }

    /// The options of a position.
    fn options(&self, x: u64, y: u64) -> PyResult<Vec<(u64, u64)>> {
        const MOST: usize = 10_000_000;
        let listed = options(self.game.as_ref(), &self.position(x, y)?, MOST).map_err(Failure::from)?;
        let pair = |position: &Position| match position.piles() {
            Some(&[x, y]) => Some((x, y)),
            _ => None,
        };
        Ok(listed.iter().filter_map(pair).collect())
    }
}

impl RayGame {
    fn position(&self, x: u64, y: u64) -> Result<Position, Failure> {
        let text = format!("{x},{y}");
        Ok(self.game.position(&RawPosition::row(&[x, y])).map_err(|error| error.in_text(&text))?)
    }
}
