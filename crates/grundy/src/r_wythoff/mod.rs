//! R-Wythoff: proofs of Gu's conjectures, value by value.
//!
//! Gu (2015) conjectures that for each g there is an M such that member n of the g-sequence `T_g` lies on diagonal n for all
//! n >= M (Conjecture 2). He shows that then, apart from finitely many, the members are `(A_n - C, B_n - C)`, where `(A_n, B_n)`
//! are the P-positions and C is the number of repeats among second entries, except on finitely many sequences with the Fibonacci
//! recurrence (Conjecture 1, by his Proposition 5). docs/r-wythoff.md shows that a finite run of Algorithm RWSG proves this for a
//! given g, if hypotheses H1 to H4 hold. A [`Prover`] runs until they do. [`Rwsg`] runs the algorithm for very many rows.
//!
//! ```
//! use grundy::r_wythoff::Prover;
//! let mut prover = Prover::new(4)?;
//! prover.finish(10_000);
//! let settled: Vec<u64> = prover.levels().iter().map(|level| level.window.settled).collect();
//! assert_eq!(settled, [0, 4, 10, 22, 81]); // Gu, Figure 3, now for all n
//! # Ok::<(), grundy::InputError>(())
//! ```

mod certificate;
mod chains;
mod form;
mod golden;
mod level;
mod prover;
mod rwsg;

pub use certificate::certificate;
pub use chains::{Chain, Chains, NoChains};
pub use form::{Form, Trace};
pub use golden::Golden;
pub use level::{Level, Missing, Window};
pub use prover::Prover;
pub use rwsg::{FirstEntries, Rwsg, summary};
