//! Engines, which compute values from rules.

pub mod kernel;
pub mod rays;
pub mod reference;
