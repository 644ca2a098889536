//! Questions about games, and the answers as data: what the command line prints, the workbench shows and Python returns.
//!
//! Every question is asked here, with an [`Ask`] that says what it may use: limits, threads, the store, and who watches. An answer is a struct
//! that serializes to the JSON of `docs/json.md`; where people read it, it has a `text` as well. Doors parse what was typed, show progress, and render.
//!
//! ```
//! use grundy_answers::{Ask, Valued, keep::Shelf};
//! let (game, position) = grundy::parse("star-nim 3,7")?;
//! let valued = Valued::ask(&game, &position, Ask::alone(&Shelf::none()))?;
//! assert_eq!(valued.winning_moves, ["3,3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ask;

pub mod board;

pub mod audit;

pub mod column;

pub mod formula;

pub mod keep;

pub mod limit;

pub mod memory;

pub mod period;

pub mod play;

pub mod prove;

pub mod sequence;

pub mod session;

pub mod sweep;

pub mod table;

pub mod why;

mod check;
mod explain;
mod games;
mod lines;
mod moves;
mod parts;
mod position;
mod value;

pub use ask::{Ask, Error, Progress};
pub use audit::{Recorded, Told};
pub use check::Checked;
pub use explain::{Explained, Reply};
pub use games::{Described, Listing};
pub use lines::{Crossed, Line};
pub use moves::{Change, Listed, Move, Step};
pub use parts::{Named, RawPart, Spec};
pub use position::{Drawn, Number, Part, Placed, is_stuck};
pub use value::{Blocking, Component, Open, Row, Valued, full, raw, shown};
