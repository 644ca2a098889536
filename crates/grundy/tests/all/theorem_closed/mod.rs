//! The closed forms of `grundy::theorem`. Each is tested against the definition on all small positions, against the ray engine on
//! larger ones, and for its time on very large ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crossed;
mod farr_ho;
mod gu;
mod heads;
mod ho;
mod misere;
mod path;
mod said;
mod shared_cells;
mod sharing;
mod star_nim;
mod welter;
mod wythoff;
