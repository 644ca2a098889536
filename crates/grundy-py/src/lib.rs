//! The native module of the Python package `grundy`. Users import and read the documentation of `python/grundy`, which calls it.
//!
//! Answers are passed as the JSON of `docs/json.md`, with integers of any size. Tables are passed as memory.

#![expect(clippy::needless_pass_by_value, reason = "arguments are converted from Python objects")]

mod answer;
mod automaton;
mod error;
mod function;
mod numbers;
mod sweep;
mod table;
mod work;
mod worth;

use pyo3::prelude::*;

/// The module `grundy._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answer::{
        answer, audit, board, check, check_file, explain, formula, game, games, limit, moves, options, parse,
        periods, prove, sequence, use_store,
    };
    #[pymodule_export]
    use super::automaton::{Automaton, prove_automata};
    #[pymodule_export]
    use super::function::Function;
    #[pymodule_export]
    use super::sweep::{Sweep, answer_points, merge, questions, tasks};
    #[pymodule_export]
    use super::table::{Table, heat_map, table};
    #[pymodule_export]
    use super::version;
    #[pymodule_export]
    use super::worth::{value, values, written};
}

/// The version of grundy.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
