//! The tests of this crate in one program: each program would be linked on its own, which takes longer than most of them run.

mod answers;
mod book;
mod bounds;
mod common;
mod docs;
mod lanes;
mod parts;
mod play;
mod proofs;
mod reference;
mod rules;
