//! Sweeps, with workers that Python may run in other processes.

use crate::error::Failure;
use crate::work::{Gauge, watched};
use grundy::InputError;
use grundy_answers::sweep::{self as desk, DataSet, Row, StopSign, TASKS, Task};
use grundy_export::Cell;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::{Map, Value as Json, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tasks, with their parameters and answers.
#[pyfunction]
pub fn tasks() -> String {
    let kind = |kind: desk::Kind| match kind {
        desk::Kind::Number => "int",
        desk::Kind::Text => "str",
    };
    let task = |task: &Task| {
        let parameter = |parameter: &desk::Parameter| {
            let usual = parameter.default().map(|usual| match usual {
                desk::Value::Number(number) => json!(number),
                desk::Value::Text(text) => json!(text),
            });
            json!({"name": parameter.name, "kind": kind(parameter.kind), "default": usual, "means": parameter.means})
        };
        let parameters: Vec<Json> = task.parameters.iter().map(parameter).collect();
        let answers: Vec<&str> = task.answers.iter().map(|&(name, _)| name).collect();
        json!({"name": task.name, "asks": task.asks, "parameters": parameters, "answers": answers})
    };
    Json::Array(TASKS.iter().map(task).collect()).to_string()
}

/// Runs a task at some points in a worker, and returns rows as JSON.
#[pyfunction]
pub fn answer_points(py: Python<'_>, task: &str, points: &str) -> PyResult<String> {
    let task = desk::find(task).map_err(Failure::from)?;
    let points: Json = serde_json::from_str(points).map_err(Failure::from)?;
    let points = desk::points(task, &points).map_err(Failure::from)?;
    py.detach(|| {
        // The parent process kills workers that are no longer needed.
        let sign = StopSign::default();
        let rows = points.iter().map(|point| desk::answer(task, point, &sign));
        let rows: Result<Vec<Json>, _> = rows.map(|row| Ok(Json::Object(row?.json(task)))).collect();
        let rows = rows.map_err(|desk::Stopped| Failure::Stopped)?;
        Ok(serde_json::to_string(&rows).map_err(Failure::from)?)
    })
}

/// A sweep over a grid.
#[pyclass(frozen, module = "grundy._native")]
pub struct Sweep {
    sweep: Mutex<desk::Sweep>,
}

impl Sweep {
    fn lock(&self) -> MutexGuard<'_, desk::Sweep> {
        self.sweep.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Sweep {
    /// A sweep that stores its answers in the folder `out`, if given.
    #[new]
    #[pyo3(signature = (task, grid, out, writer))]
    fn new(py: Python<'_>, task: &str, grid: String, out: Option<PathBuf>, writer: String) -> PyResult<Self> {
        let task = desk::find(task).map_err(Failure::from)?;
        let sweep = watched(py, None, move |_| {
            let points = desk::points(task, &serde_json::from_str(&grid)?)?;
            let kept = out.map(|out| DataSet::open(task, &out, writer)).transpose()?;
            Ok(desk::Sweep::new(task, points, kept)?)
        })?;
        Ok(Self { sweep: Mutex::new(sweep) })
    }

    /// Number of finished, failed and all points.
    fn tally(&self) -> (usize, usize, usize) {
        let tally = self.lock().tally();
        (tally.done, tally.failed, tally.total)
    }

    /// The unfinished points as JSON.
    fn left(&self) -> Vec<String> {
        self.lock().left_json().iter().map(Json::to_string).collect()
    }

    /// Runs the unfinished points on some threads.
    #[pyo3(signature = (threads, progress))]
    fn run(&self, py: Python<'_>, threads: usize, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let gauge = Gauge::default();
        let mut interrupted = Ok(());
        let ended = py.detach(|| {
            self.lock().run(threads, &mut |tally| {
                let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
                let done = grundy::table::Progress {
                    done: wide(tally.done + tally.failed),
                    total: wide(tally.total),
                };
                let _ = gauge.see(done);
                match gauge.look_after(progress.as_ref()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        interrupted = Err(error);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        interrupted?;
        Ok(ended.map_err(Failure::from)?)
    }

    /// Adds rows of a worker.
    fn take(&self, rows: &str) -> PyResult<()> {
        let rows: Vec<Map<String, Json>> = serde_json::from_str(rows).map_err(Failure::from)?;
        let mut sweep = self.lock();
        for row in rows {
            let no_row = || Failure::from(InputError::whole("this is no row of this task"));
            let row = Row::from_json(sweep.task(), &row).ok_or_else(no_row)?;
            sweep.take(row).map_err(Failure::from)?;
        }
        Ok(())
    }

    /// Writes the rows that are not written yet.
    fn keep(&self) -> PyResult<()> {
        Ok(self.lock().keep().map_err(Failure::from)?)
    }

    /// The rows so far, in the order of the grid, as JSON objects.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let sweep = self.lock();
        let task = sweep.task();
        let keys: Vec<Bound<'py, PyString>> =
            Row::columns(task).into_iter().map(|(name, _)| PyString::intern(py, name)).collect();
        let dictionary = |row: &&Row| {
            let dictionary = PyDict::new(py);
            for (key, cell) in keys.iter().zip(row.cells(task)) {
                match cell {
                    Cell::Number(number) => dictionary.set_item(key, number)?,
                    Cell::Real(real) => dictionary.set_item(key, real)?,
                    Cell::Text(text) => dictionary.set_item(key, text)?,
                    Cell::Nothing => dictionary.set_item(key, py.None())?,
                }
            }
            Ok(dictionary)
        };
        sweep.rows().iter().map(dictionary).collect()
    }
}
