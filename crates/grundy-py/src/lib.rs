//! The native module of the Python package `grundy`. Users import and read the documentation of `python/grundy`, which calls it.
//!
//! Answers are passed as the JSON of `docs/json.md`, with integers of any size. Tables are passed as memory.

#![expect(clippy::needless_pass_by_value, reason = "arguments are converted from Python objects")]

mod answer;
mod error;
mod rules;
mod sweep;
mod table;
mod work;

use pyo3::prelude::*;

/// The module `grundy._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answer::{
        audit, board, check, check_file, explain, formula, game, games, limit, moves, parse, periods, prove,
        sequence, use_store, value,
    };
    #[pymodule_export]
    use super::rules::{Function, RayGame};
    #[pymodule_export]
    use super::sweep::{Sweep, answer_points, questions, tasks};
    #[pymodule_export]
    use super::table::{Table, table};
    #[pymodule_export]
    use super::version;
}

/// The version of grundy.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
