//! Engines, which compute values from rules.

pub mod arrays;
pub mod kernel;
pub mod rays;
pub mod reference;
