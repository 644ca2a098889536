//! The workbench: a web page and its HTTP API.
//!
//! The answers come from [`grundy_answers`], with limits on time and memory. `docs/api.md` describes the API, and `/api` serves its
//! `OpenAPI` document.

mod api;
mod book;
mod connection;
mod guard;
mod pack;
mod page;
mod refusal;
mod server;
mod tables;
mod work;

pub use server::{Server, Settings, router};
