//! Farr and Ho, nearly disjunctive sums of Nim and Silver Dollar games.

mod algorithms;
mod appendix;
mod contradicted;
mod periods;
mod proofs;
mod sequences;
mod star_nim;
mod strips;

pub(crate) use contradicted::CONTRADICTED;
pub(crate) use periods::rows;
pub(crate) use strips::{characterised, triples};

use super::Stated;

pub(super) fn claims() -> Vec<&'static [Stated]> {
    vec![
        strips::CLAIMS,
        star_nim::CLAIMS,
        algorithms::CLAIMS,
        periods::CLAIMS,
        proofs::CLAIMS,
        appendix::CLAIMS,
    ]
}
