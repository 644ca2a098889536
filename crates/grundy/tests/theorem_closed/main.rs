//! The closed forms of `grundy::theorem`, each held against the definition on its whole small domain, against
//! the ray engine on larger positions, and against the clock on very large ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod farr_ho;
mod gu;
mod heads;
mod ho;
mod said;
mod star_nim;
mod welter;
mod wythoff;
