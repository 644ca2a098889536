//! The tests of this crate in one program: each program would be linked on its own, which takes longer than most of them run.

mod automata;
mod forged;
mod format;
mod full;
mod limits;
mod outcomes;
mod program;
mod rules;
mod size;
