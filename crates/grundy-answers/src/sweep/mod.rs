//! Sweeps: one question asked for many parameters, on one machine or many, and the answers as one Parquet data set.
//!
//! - [`TASKS`]: the questions, by name
//! - [`points`]: a grid of parameters, as JSON says it, point by point
//! - [`Row`]: the answer at a point, with its verdict, its time and the version that gave it
//! - [`DataSet`]: a folder of Parquet files; what is in it is not asked again
//! - [`Sweep`]: what is done, what is left, and the work itself
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
