//! Sweeps: one question over a grid of parameters, on one or more machines, with the answers in a Parquet data set.
//!
//! - [`QUESTIONS`]: the questions, with their arguments and answers
//! - [`TASKS`]: plans with names
//! - [`Plan`]: a question whose arguments have placeholders for the parameters of a grid
//! - [`Row`]: the answer at a point, with its verdict, time and version
//! - [`DataSet`]: a folder of Parquet files; points in it are skipped
//! - [`Sweep`]: a run of a plan
//!
//! ```
//! use grundy_answers::sweep::{Read, Sweep};
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! let text = r#"
//! question = "period"
//! game = "star-nim"
//! row = "{r}"
//! [grid]
//! r = "0..6"
//! "#;
//! let Read { plan, points, .. } = Read::parse(text)?;
//! let mut sweep = Sweep::new(Arc::new(plan), points, None)?;
//! sweep.run(2, &mut |_| ControlFlow::Continue(()))?;
//! let last = sweep.rows()[6];
//! assert_eq!(last.question, "period star-nim row 6");
//! assert_eq!((last.verdict.as_deref(), last.get(sweep.plan(), "period")), (Some("proved"), Some("720".to_owned())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data_set;
mod grid;
mod papers;
mod pattern;
mod plan;
mod positions;
mod question;
mod questions;
mod row;
mod run;
mod sequences;
mod tasks;
mod written;

pub use data_set::{DataSet, Merged};
pub use pattern::Pattern;
pub use plan::{Declared, Outline, Parameter, Plan, PlanError, Read};
pub use question::{Argument, Found, Given, Kind, Question, Takes};
pub use questions::QUESTIONS;
pub use row::{Point, Row, Value};
pub use run::{StopSign, Stopped, Sweep, SweepError, Tally, answer};
pub use tasks::{TASKS, Task};
