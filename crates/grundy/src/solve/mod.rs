//! Engines: ways to compute values from rules.

pub mod rays;
pub mod reference;
