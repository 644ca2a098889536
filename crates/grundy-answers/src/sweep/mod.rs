//! Sweeps: one task over a grid of parameters, on one or more machines, with the answers in a Parquet data set.
//!
//! - [`TASKS`]: the tasks
//! - [`points`]: the points of a grid in JSON
//! - [`Row`]: the answer at a point, with its verdict, time and version
//! - [`DataSet`]: a folder of Parquet files; points in it are skipped
//! - [`Sweep`]: a run over a grid
//!
//! ```
//! use grundy_answers::sweep::{self, Sweep};
//! use std::ops::ControlFlow;
//!
//! let task = sweep::find("row-period")?;
//! let points = sweep::points(task, &serde_json::json!({"game": "star-nim", "row": "0..6"}))?;
//! let mut sweep = Sweep::new(task, points, None)?;
//! sweep.run(2, &mut |_| ControlFlow::Continue(()))?;
//! let last = &sweep.rows()[6];
//! assert_eq!((last.verdict.as_deref(), last.get(task, "period")), (Some("proved"), Some("720".to_owned())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data_set;
mod grid;
mod row;
mod run;
mod tasks;

pub use data_set::{DataSet, Merged};
pub use grid::points;
pub use row::{Point, Row, Value};
pub use run::{Stopped, Sweep, SweepError, Tally, answer};
pub use tasks::{Found, Halted, Kind, Parameter, StopSign, TASKS, Task, find};
