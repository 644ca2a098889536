//! Impartial games from their rules: Sprague-Grundy values, P-positions, sequences and strategy.
//!
//! ```
//! use grundy::strategy::{Limits, answer};
//! use grundy::theorem::UBig;
//!
//! let (game, position) = grundy::parse("star-nim 3,7")?;
//! let answer = answer(&game, &position, Limits::default())?;
//! assert_eq!((answer.value, answer.outcome), (Some(UBig::from(5u8)), grundy::Outcome::Next));
//! assert_eq!(game.show(&answer.winning[0]), "3,3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//! Each is built on those above it and never reaches down.
//!
//! - [`codec`]: states of sequences and searches as bytes, to store and resume them
//! - [`mod@nimber`], [`mod@mex`]: values, and the minimum excludant with its relatives
//! - [`notation`]: text to raw games and positions; errors that point at the character
//! - [`ruleset`]: what a game is; [`rules`]: the games, one file each
//! - [`solve`]: engines that compute values from rules; [`solve::reference`] is the definition
//! - [`compound`]: sums of games, disjunctive and nearly so; blocking round any game
//! - [`catalog`]: every game by its name; [`parse`]
//! - [`table`]: the values of a slice; [`sequence`]: the positions of one value
//! - [`period`]: periods of rows, proved; certificates
//! - [`r_wythoff`]: R-Wythoff: Algorithm RWSG, and g-sequences for every n, proved from a finite run
//! - [`star_nim`]: Star Nim: Farr and Ho's algorithms; the periods of g-sequences and diagonals, proved
//! - [`theorem`]: P-positions of any size, and the limits of their sequences, as far as proofs go
//! - [`strategy`]: a position, its value, why, and the winning moves; [`mod@describe`]: moves in words
//!
//! What the papers say, claim by claim, and whether it holds, is the crate `grundy-claims`.

mod widths;

pub mod codec;

pub mod nimber;

pub mod mex;

pub mod notation;

pub mod error;

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

pub mod describe;

pub mod theorem;

pub mod strategy;

pub use catalog::{Template, game, parse};
pub use describe::describe;
pub use error::{Error, Limit, RowOf, Unanswered};
pub use geometry::{Geometry, Guard, Ray, Rays, Symmetric};
pub use nimber::{Element, Nimber};
pub use notation::{InputError, RawPosition};
pub use ruleset::{
    Board, Budget, Family, Game, Identity, Outcome, Plane, Position, Reading, Ruleset, options,
};
pub use solve::reference::Reference;
pub use strategy::{Answer, Limits, Strategist, Valued, answer};
pub use table::{Engine, Plan, Table};
