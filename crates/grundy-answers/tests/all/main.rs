//! The tests of this crate in one program: each program would be linked on its own, which takes longer than most of them run.

mod check;
mod sweep;
