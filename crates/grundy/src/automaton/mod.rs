//! Finite automata that read positions digit by digit, and what they prove about the small values of Wythoff's game and others at any size.
//!
//! [`Numeration`] writes numbers as words, [`Dfa`] has the operations on automata, and [`Linear`] decides linear relations. `learn` guesses an automaton
//! from positions, and [`prove`] decides whether it accepts exactly the positions of a value. [`Relation`] and [`Variant`] do the same for smaller automata of other
//! games. docs/automata.md has the method and its proof.
//!
//! ```
//! use grundy::automaton::{Numeration, proved};
//! use dashu_int::UBig;
//! let position = [UBig::from(10u8).pow(60), UBig::from(10u8).pow(60) + 1u8];
//! assert_eq!(proved().iter().position(|value| value.has(Numeration::ZECKENDORF.word(&position))), None);
//! ```

mod board;
mod dfa;
mod facts;
mod golden;
mod learn;
mod linear;
mod numeration;
mod offsets;
mod options;
mod oracle;
mod prove;
mod relation;
mod room;
mod sample;
mod search;
mod svg;
mod text;
mod variant;
mod walk;
mod windows;

pub use dfa::{Dfa, NONE, Search};
pub use facts::{Facts, facts, numbered};
pub use golden::Golden;
pub use linear::{Linear, Sum};
pub use numeration::{Numeration, Symbol};
pub use offsets::{distances, offsets};
pub use prove::{Condition, Failure, Sizes, Value, before, prove};
pub use relation::Relation;
pub use room::Room;
pub use search::{LARGEST, Learned, Outcome, Progress, learn, proved};
pub use svg::{MOST_DRAWN, svg};
pub use text::{automata, certificate, dot, read, sharing_certificate, walnut, write};
pub use variant::{Found, Variant, Wrong};
pub use walk::{other, with_difference};
