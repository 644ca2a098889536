//! Questions about games and their answers, shared by the command line, the web server and Python.
//!
//! A question takes an [`Ask`]: limits, threads, the result store and callbacks. An answer is a struct that serializes to the JSON of
//! `docs/json.md`; most also have a `text`. The callers only parse input, show progress and print.
//!
//! ```
//! use grundy_answers::{Ask, Valued, keep::Shelf};
//! let (game, position) = grundy::parse("star-nim 3,7")?;
//! let valued = Valued::ask(&game, &position, Ask::alone(&Shelf::none()))?;
//! assert_eq!(valued.winning_moves, ["3,3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ask;
pub mod audit;
pub mod automata;
pub mod board;
pub mod cancel;
pub mod column;
pub mod facts;
pub mod formula;
pub mod heaps;
pub mod keep;
pub mod kept_rows;
pub mod limit;
pub mod memory;
pub mod oeis;
pub mod papers;
pub mod period;
pub mod play;
pub mod prove;
pub mod sequence;
pub mod session;
pub mod sweep;
pub mod table;
pub mod variants;
pub mod why;

mod check;
mod explain;
mod games;
mod lines;
mod many;
mod moves;
mod parts;
mod position;
mod recognise;
mod value;
mod worth;

pub use ask::{Ask, Error, Progress};
pub use audit::{CheckedClaim, Counted, Recorded};
pub use check::{Checked, check_within};
pub use explain::{Explained, Reply};
pub use games::{Described, Group, Listing};
pub use lines::{Crossed, OptionLine};
pub use many::Positions;
pub use moves::{Change, Listed, Move, Step};
pub use parts::{Named, RawPart, Spec};
pub use position::{Drawn, Number, Part, Placed, is_stuck};
pub use recognise::{Recognised, Rules, has_row_periods};
pub use value::{Blocking, Component, Open, Row, Valued, full, raw, shown};
pub use worth::Worth;
