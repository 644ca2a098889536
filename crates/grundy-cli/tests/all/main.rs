//! The tests of this crate in one program: each program would be linked on its own, which takes longer than most of them run.

mod batch;
#[cfg(unix)]
mod check;
mod files;
mod flags;
mod gpu;
mod hostile;
mod load;
mod play;
mod plot;
mod quoting;
mod rules;
mod serve;
mod setup;
mod snapshots;
mod store;
mod table;
