//! Impartial games from their rules: Sprague-Grundy values, winning moves, tables, P-positions and proved periods.
//!
//! ```
//! use grundy::{Limits, Nimber, Sequence, Table, answer};
//!
//! let (game, position) = grundy::parse("star-nim 3,7")?;
//! let here = answer(&game, &position, Limits::default())?;
//! assert_eq!((here.outcome, game.show(&here.winning[0])), (grundy::Outcome::Next, "3,3".to_owned()));
//!
//! let wythoff = grundy::game("wythoff")?;
//! assert_eq!(Table::of(&wythoff).to(100).compute()?.get(4, 8), Some(Nimber(1)));
//! assert_eq!(Sequence::of(&wythoff).count(4)?, [(0, 0), (1, 2), (3, 5), (4, 7)]);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # What to use for what
//!
//! | question | answer |
//! |---|---|
//! | a game or a position from text | [`game`], [`parse`]; the grammar is in [`notation`] |
//! | a game of your own | implement [`Ruleset`]; declare its [`Geometry`] for fast tables |
//! | value, outcome and winning moves of a position | [`answer`]; [`Strategist`] for many positions of a game |
//! | values of all positions of a slice | [`Table::of`] |
//! | all positions of one value | [`Sequence::of`] |
//! | a period of a row, with proof | [`period::RowSearch`], [`period::Certificate`] |
//! | what is known of a game in closed form | [`theorem`] |
//!
//! # Principles
//! - Rules are the only truth. A theorem applies to a game because its rules match ([`Identity`]), never because its name does.
//! - Every fast method has a slow twin, in the end the definition ([`Reference`]), and is tested against it.
//! - Work is bounded. A limit that is met is an [`Error::Limit`]; a value that does not fit its integer is an [`Error::Width`].
//! - Bad input is an [`InputError`], which points at the character and gives a hint.
//! - A period seen in data is a [`period::Candidate`]. Proved periods come with certificates, which the crate `grundy-check` checks.
//!
//! # Examples
//! Five programs in the folder `examples`, run by `cargo run --example NAME`:
//!
//! - `own_game`: the rules of a game, its values and winning moves
//! - `table_npy`: a table as a `.npy` file
//! - `proved_period`: a proved period, its certificate, and the check of it
//! - `strategy`: the best moves of a sum; the answer of a theorem for piles of 31 digits
//! - `sweep`: one question over a grid of parameters
//!
//! # Modules
//! Each uses only those above it.
//!
//! - [`codec`]: states of sequences and searches as bytes, to store and resume them
//! - [`mod@nimber`], [`mod@mex`]: values, and the minimum excludant with its relatives
//! - [`notation`]: text to raw games and positions
//! - [`mod@error`]: the error type and the limits; [`device`]: GPUs; [`heaps`]: take-and-break games, their codes, values and periods; [`geometry`]: lines and rays
//! - [`ruleset`]: what a game is; [`rules`]: the games, one file each
//! - [`solve`]: engines that compute values from rules; [`solve::reference`] is the definition
//! - [`compound`]: disjunctive and nearly disjunctive sums; blocking round any game
//! - [`catalog`]: every game by its name
//! - [`table`]: the values of a slice; [`sequence`]: the positions of one value
//! - [`period`]: periods of rows, proved; certificates
//! - [`r_wythoff`]: Algorithm RWSG, and g-sequences for every n, proved from a finite run
//! - [`star_nim`]: Farr and Ho's algorithms; the periods of g-sequences and diagonals, proved
//! - [`sharing_nim`]: the positions of the small values of Sharing Nim, in linear time
//! - [`automaton`]: automata that read positions; the small values of Wythoff's game, proved for all positions
//! - [`mod@describe`]: moves in words
//! - [`theorem`]: P-positions of any size, and the limits of their sequences, as far as proofs go
//! - [`strategy`]: a position, its value, the reason, and the winning moves
//!
//! The crate `grundy-claims` lists the claims of the papers and checks each of them.

mod words;

mod widths;

pub mod codec;

pub mod nimber;

pub mod mex;

pub mod notation;

pub mod error;

pub mod device;

pub mod heaps;

pub mod geometry;

pub mod ruleset;

pub mod rules;

pub mod solve;

pub mod compound;

pub mod catalog;

pub mod table;

pub mod sequence;

pub mod period;

pub mod r_wythoff;

pub mod star_nim;

pub mod sharing_nim;

pub mod automaton;

pub mod describe;

pub mod theorem;

pub mod strategy;

pub use catalog::{Template, game, parse};
pub use describe::describe;
pub use error::{Deadline, Error, Limit, RowOf, Unanswered};
pub use geometry::{Geometry, Guard, Ray, Rays, Symmetric};
pub use nimber::{Element, Nimber};
pub use notation::{InputError, RawPosition};
pub use ruleset::{
    Board, Budget, Family, Game, Identity, NormalForm, Outcome, Plane, Position, Reading, Ruleset, options,
};
pub use sequence::Sequence;
pub use solve::reference::Reference;
pub use strategy::{Answer, Limits, Strategist, Valued, answer};
pub use table::{Engine, Plan, Table, TableBuilder};
pub use words::{counted, nearest};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
