//! The native half of the Python package `grundy`. Everything that Python calls is here; what it means is told by `python/grundy`,
//! which users import.
//!
//! Answers cross as the JSON of `docs/json.md`, which has whole numbers of any size as Python has. Tables cross as memory.

#![expect(clippy::needless_pass_by_value, reason = "arguments are made from Python's, for us")]

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
        audit, board, check, explain, formula, games, limit, moves, parse, periods, prove, sequence,
        use_store, value,
    };
    #[pymodule_export]
    use super::rules::{Function, RayGame};
    #[pymodule_export]
    use super::sweep::{Sweep, answer_points, tasks};
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
