//! The workbench: a page, and the API behind it, from one binary.
//!
//! The answers are those of [`grundy_answers`]; here they are asked for over HTTP, within bounds. `docs/api.md` describes the API, and
//! `/api` serves its `OpenAPI` document.

mod api;
mod guard;
mod page;
mod refusal;
mod server;
mod tables;
mod work;

pub use server::{Server, Settings};
