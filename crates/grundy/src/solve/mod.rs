//! Engines: ways to compute values from rules.

pub mod reference;
