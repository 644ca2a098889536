//! Games whose rules are a Python function, by the definition: mex over the options.
//!
//! Only values are kept, and the options of the positions on the path from the question to where the search is. The function belongs to
//! the caller, and is passed with each question: so nothing here refers to a Python object.

use crate::error::Failure;
use grundy::{InputError, Limit};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of a position.
type Row = SmallVec<[u64; 3]>;

/// An option: the positions of a sum, most often one.
type Parts = Vec<Row>;

/// The values of a game given by a function, and the pairs that are not positions.
#[pyclass(frozen, module = "grundy._native")]
pub struct Function {
    /// Options that the previous player may block.
    blocks: usize,
    holes: FxHashSet<Row>,
    values: Mutex<FxHashMap<Row, u64>>,
}

/// A position on the search path.
struct Open {
    row: Row,
    /// The values of options that are known so far.
    seen: Vec<u64>,
    /// Options with a position whose value is not known yet.
    waiting: Vec<Parts>,
}

/// Work between checks for signals, in positions.
const LOOK_EVERY: u64 = 1 << 10;

/// A search, from one question.
struct Search<'a, 'py> {
    game: &'a Function,
    options: &'a Bound<'py, PyAny>,
    /// Positions that may be looked at, and those that were.
    most: u64,
    asked: u64,
    /// Numbers of the options that are being read.
    numbers: Vec<u64>,
}

impl Search<'_, '_> {
    /// The value of a position that is no hole.
    fn value(&mut self, row: &[u64]) -> PyResult<u64> {
        if let Some(&value) = self.game.known().get(row) {
            return Ok(value);
        }
        let mut path = vec![self.open(row.into())?];
        let mut on_path: FxHashSet<Row> = FxHashSet::from_iter([row.into()]);
        loop {
            let Some(top) = path.last_mut() else {
                return Ok(self.game.known().get(row).copied().unwrap_or(0));
            };
            let Some(parts) = top.waiting.last() else {
                let value = mex(&mut top.seen, self.game.blocks);
                if let Some(done) = path.pop() {
                    on_path.remove(&done.row);
                    self.game.known().insert(done.row, value);
                }
                continue;
            };
            let mut value = 0;
            let known = self.game.known();
            let next =
                parts.iter().find(|part| known.get(*part).map(|part| value ^= part).is_none()).cloned();
            drop(known);
            match next {
                None => {
                    top.seen.push(value);
                    top.waiting.pop();
                }
                Some(next) if on_path.contains(&next) => return Err(endless(&next)),
                Some(next) => {
                    on_path.insert(next.clone());
                    let opened = self.open(next)?;
                    path.push(opened);
                }
            }
        }
    }

    /// Calls the function. With blocking, an option that is listed twice is one option.
    fn open(&mut self, row: Row) -> PyResult<Open> {
        let py = self.options.py();
        self.asked += 1;
        if self.asked > self.most {
            return Err(Failure::from(Limit::Positions(self.most)).into());
        }
        if self.asked.is_multiple_of(LOOK_EVERY) {
            py.check_signals()?;
        }
        let said = self.options.call1((PyTuple::new(py, row.iter())?,))?;
        let mut open = Open { row, seen: Vec::new(), waiting: Vec::new() };
        let mut listed: FxHashSet<Parts> = FxHashSet::default();
        let piles = open.row.len();
        self.numbers.clear();
        for option in said.try_iter()? {
            let option = option?;
            if self.game.blocks == 0 && piles > 0 && self.plain(&option, piles) {
                continue;
            }
            let Some(parts) = self.parts(&option)? else { continue };
            if self.game.blocks == 0 || listed.insert(parts.clone()) {
                open.waiting.push(parts);
            }
        }
        // Most options are tuples of as many numbers, with a known value: these are looked up together.
        let known = self.game.known();
        for option in self.numbers.chunks_exact(piles.max(1)) {
            match known.get(option) {
                Some(&value) => open.seen.push(value),
                None if self.game.holes.contains(option) => {}
                None => open.waiting.push(vec![option.into()]),
            }
        }
        drop(known);
        Ok(open)
    }

    /// Adds the numbers of an option that is a tuple of so many; otherwise adds nothing.
    fn plain(&mut self, option: &Bound<'_, PyAny>, piles: usize) -> bool {
        let Ok(tuple) = option.cast_exact::<PyTuple>() else { return false };
        let before = self.numbers.len();
        for number in tuple.iter_borrowed() {
            match number.cast_exact::<PyInt>().ok().and_then(|number| number.extract().ok()) {
                Some(number) => self.numbers.push(number),
                None => break,
            }
        }
        if tuple.len() == piles && self.numbers.len() == before + piles {
            return true;
        }
        self.numbers.truncate(before);
        false
    }

    /// The positions of an option, without the form it was written in; `None` if it moves to a hole.
    fn parts(&self, option: &Bound<'_, PyAny>) -> PyResult<Option<Parts>> {
        let each = option.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>);
        let each = each.map_err(|error| no_position(option, error))?;
        let is_sum =
            each.first().is_some_and(|first| first.extract::<u64>().is_err() && first.try_iter().is_ok());
        let row = |numbers: &[Bound<'_, PyAny>]| {
            let numbers = numbers.iter().map(PyAnyMethods::extract::<u64>);
            numbers.collect::<PyResult<Row>>().map_err(|error| no_position(option, error))
        };
        let parts = if is_sum {
            let part = |part: &Bound<'_, PyAny>| {
                let numbers = part.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>);
                row(&numbers.map_err(|error| no_position(option, error))?)
            };
            let mut parts = each.iter().map(part).collect::<PyResult<Parts>>()?;
            // The order of the games of a sum does not matter.
            parts.sort_unstable();
            parts
        } else {
            vec![row(&each)?]
        };
        let hole = parts.iter().any(|part| self.game.holes.contains(part));
        Ok((!hole).then_some(parts))
    }
}

fn no_position(option: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let message =
        format!("{option} is no position: positions are tuples of whole numbers from 0 to 2^64 - 1");
    let hint = "an option that is a sum of positions is a tuple of such tuples";
    let wrong: PyErr = Failure::from(InputError::whole(message).hint(hint)).into();
    wrong.set_cause(option.py(), Some(error));
    wrong
}

fn endless(row: &[u64]) -> PyErr {
    let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
    let place = numbers.join(",");
    let message = format!("this game does not end: from {place} one comes back to {place}");
    Failure::from(InputError::whole(message).hint("values are defined for games that end")).into()
}

/// The least value that more than `blocks` of the options do not have.
fn mex(seen: &mut Vec<u64>, blocks: usize) -> u64 {
    // A value beyond the number of options is never the next one.
    let mut counts = vec![0_usize; seen.len() + 1];
    for value in seen.drain(..) {
        if let Some(count) = usize::try_from(value).ok().and_then(|value| counts.get_mut(value)) {
            *count += 1;
        }
    }
    let free = counts.iter().position(|&count| count <= blocks).unwrap_or(counts.len());
    u64::try_from(free).unwrap_or(u64::MAX)
}

impl Function {
    /// The values so far. They are not locked while Python runs: the function may ask the game that it defines, and so may other threads.
    fn known(&self) -> MutexGuard<'_, FxHashMap<Row, u64>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search<'a, 'py>(&'a self, options: &'a Bound<'py, PyAny>, most: u64) -> Search<'a, 'py> {
        Search { game: self, options, most, asked: 0, numbers: Vec::new() }
    }

    fn refuse_hole(&self, row: &[u64]) -> PyResult<()> {
        if self.holes.contains(row) {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            let error = InputError::whole(format!("{} is not a position: it is a hole", numbers.join(",")));
            return Err(Failure::from(error).into());
        }
        Ok(())
    }
}

#[pymethods]
impl Function {
    /// A game in which up to `block - 1` options may be blocked.
    #[new]
    fn new(block: usize, holes: Vec<Vec<u64>>) -> PyResult<Self> {
        let Some(blocks) = block.checked_sub(1) else {
            let error = InputError::whole("block is at least 1, which blocks nothing");
            return Err(Failure::from(error).into());
        };
        let holes = holes.into_iter().map(Row::from_vec).collect();
        Ok(Self { blocks, holes, values: Mutex::default() })
    }

    /// The value of a position, from the definition.
    fn value(&self, options: &Bound<'_, PyAny>, position: Vec<u64>, positions: u64) -> PyResult<u64> {
        self.refuse_hole(&position)?;
        self.search(options, positions).value(&position)
    }

    /// The values of all positions up to these numbers, in the order of an array; nothing at a hole. `progress(done, total)` is called
    /// for each row.
    #[pyo3(signature = (options, largest, positions, progress))]
    fn table(
        &self,
        options: &Bound<'_, PyAny>,
        largest: Vec<u64>,
        positions: u64,
        progress: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<Option<u64>>> {
        let total = largest.iter().try_fold(1_u64, |total, most| total.checked_mul(most.checked_add(1)?));
        let total =
            total.filter(|total| *total <= positions).ok_or(Failure::from(Limit::Positions(positions)))?;
        let mut search = self.search(options, positions);
        let (mut made, mut row) = (Vec::new(), vec![0; largest.len()]);
        for done in 1..=total {
            let value = if self.holes.contains(&row[..]) { None } else { Some(search.value(&row)?) };
            made.push(value);
            // The last number varies fastest.
            for (number, most) in row.iter_mut().zip(&largest).rev() {
                if *number < *most {
                    *number += 1;
                    break;
                }
                *number = 0;
            }
            if row.last() == Some(&0) {
                progress.call1((done, total))?;
            }
        }
        Ok(made)
    }

    /// The options of a position, each a list of the positions of a sum, with their values.
    fn moves(
        &self,
        options: &Bound<'_, PyAny>,
        position: Vec<u64>,
        positions: u64,
    ) -> PyResult<Vec<(Vec<Vec<u64>>, u64)>> {
        self.refuse_hole(&position)?;
        let mut search = self.search(options, positions);
        let said = options.call1((PyTuple::new(options.py(), &position)?,))?;
        let mut seen: FxHashSet<Parts> = FxHashSet::default();
        let mut moves = Vec::new();
        for option in said.try_iter()? {
            let Some(parts) = search.parts(&option?)? else { continue };
            if seen.insert(parts.clone()) {
                let values = parts.iter().map(|part| search.value(part)).collect::<PyResult<Vec<_>>>()?;
                let value = values.into_iter().fold(0, |sum, value| sum ^ value);
                moves.push((parts.into_iter().map(Row::into_vec).collect(), value));
            }
        }
        Ok(moves)
    }

    /// Number of positions whose value is known.
    fn explored(&self) -> usize {
        self.known().len()
    }
}
