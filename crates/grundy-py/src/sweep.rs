//! Sweeps, with workers that Python may run in other processes.

use crate::error::Failure;
use crate::work::{Gauge, watched};
use grundy::InputError;
use grundy_answers::keep::Shelf;
use grundy_answers::sweep::{
    self as desk, DataSet, Kind, Outline, Plan, Point, QUESTIONS, Row, StopSign, TASKS,
};
use grundy_export::Cell;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::{Map, Value as Json, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "int",
        Kind::Text => "str",
    }
}

/// The questions, with their arguments and answers.
#[pyfunction]
pub fn questions() -> String {
    let question = |question: &desk::Question| {
        let argument = |argument: &desk::Argument| json!({"name": argument.name, "optional": argument.optional, "means": argument.means});
        let arguments: Vec<Json> = question.arguments.iter().map(argument).collect();
        let answers: Vec<&str> = question.answers.iter().map(|&(name, _)| name).collect();
        json!({"name": question.name, "asks": question.asks, "arguments": arguments, "one_of": question.one_of, "answers": answers})
    };
    Json::Array(QUESTIONS.iter().map(question).collect()).to_string()
}

/// The tasks, with their parameters and answers.
#[pyfunction]
pub fn tasks() -> PyResult<String> {
    let task = |task: &desk::Task| {
        let outline = task.outline().map_err(failure)?;
        let parameter = |declared: &desk::Declared| {
            let default = declared.default.as_ref();
            let of_default =
                default.map(|default| if default.is_number() { Kind::Number } else { Kind::Text });
            let kind = outline.kind(&declared.name).or(of_default).map(kind);
            json!({"name": declared.name, "kind": kind, "default": default, "means": declared.means})
        };
        let parameters: Vec<Json> = outline.declared.iter().map(parameter).collect();
        let answers: Vec<&str> = outline.question.answers.iter().map(|&(name, _)| name).collect();
        Ok(
            json!({"name": task.name, "asks": outline.asks, "parameters": parameters, "answers": answers, "plan": task.plan}),
        )
    };
    Ok(Json::Array(TASKS.iter().map(task).collect::<PyResult<_>>()?).to_string())
}

fn failure(error: desk::PlanError) -> Failure {
    InputError::from(error).into()
}

/// The plan and the points of a grid, both in JSON.
fn planned(plan: &str, grid: &str) -> Result<(Plan, Vec<Point>), Failure> {
    let keys: Map<String, Json> = serde_json::from_str(plan)?;
    let outline = Outline::of(&keys).map_err(failure)?;
    Plan::new(outline, &serde_json::from_str(grid)?).map_err(failure)
}

/// Asks the question of a plan at some points in a worker, and returns rows as JSON.
#[pyfunction]
pub fn answer_points(py: Python<'_>, plan: &str, points: &str) -> PyResult<String> {
    let (plan, points) = planned(plan, points)?;
    py.detach(|| {
        // The parent process kills workers that are no longer needed.
        let (sign, shelf) = (StopSign::default(), Shelf::none());
        let rows = points.iter().map(|point| desk::answer(&plan, point, &shelf, &sign));
        let rows: Result<Vec<Json>, _> = rows.map(|row| Ok(Json::Object(row?.json(&plan)))).collect();
        let rows = rows.map_err(|desk::Stopped| Failure::Stopped)?;
        Ok(serde_json::to_string(&rows).map_err(Failure::from)?)
    })
}

/// Joins the files of a sweep into one: its path, the number of files before, and the number of rows.
#[pyfunction]
pub fn merge(py: Python<'_>, plan: String, grid: String, out: PathBuf) -> PyResult<(PathBuf, usize, usize)> {
    watched(py, None, move |_| {
        let (plan, _) = planned(&plan, &grid)?;
        let merged = DataSet::open(Arc::new(plan), &out, "merge")?.merge()?;
        Ok((merged.file, merged.files, merged.rows.len()))
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
    #[pyo3(signature = (plan, grid, out, writer))]
    fn new(
        py: Python<'_>,
        plan: String,
        grid: String,
        out: Option<PathBuf>,
        writer: String,
    ) -> PyResult<Self> {
        let sweep = watched(py, None, move |_| {
            let (plan, points) = planned(&plan, &grid)?;
            let plan = Arc::new(plan);
            let kept = out.map(|out| DataSet::open(Arc::clone(&plan), &out, writer)).transpose()?;
            Ok(desk::Sweep::new(plan, points, kept)?)
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

    /// The row of a point that no worker has answered, as JSON.
    fn failed(&self, point: &str, why: String) -> PyResult<String> {
        let sweep = self.lock();
        let plan = sweep.plan();
        let point = format!("[{point}]");
        let grid: Json = serde_json::from_str(&point).map_err(Failure::from)?;
        let (_, mut points) = Plan::new(plan.outline.clone(), &grid).map_err(failure)?;
        let point = points.pop().unwrap_or_default();
        let row = Row::failed(plan, &point, why);
        Ok(Json::Array(vec![Json::Object(row.json(plan))]).to_string())
    }

    /// Adds rows of a worker.
    fn take(&self, rows: &str) -> PyResult<()> {
        let rows: Vec<Map<String, Json>> = serde_json::from_str(rows).map_err(Failure::from)?;
        let mut sweep = self.lock();
        for row in rows {
            let no_row = || Failure::from(InputError::whole("this is no row of this plan"));
            let row = Row::from_json(sweep.plan(), &row).ok_or_else(no_row)?;
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
        let plan = sweep.plan();
        let keys: Vec<Bound<'py, PyString>> =
            Row::columns(plan).into_iter().map(|(name, _)| PyString::intern(py, name)).collect();
        let dictionary = |row: &&Row| {
            let dictionary = PyDict::new(py);
            for (key, cell) in keys.iter().zip(row.cells(plan)) {
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
