//! Gurvich, a four parametric generalization of the Wythoff Nim.

mod blocking;
mod contradicted;
mod kernels;
mod limits;
mod lines;
mod matrix;
mod priority;
mod recursions;
mod sums;

pub(super) use contradicted::CONTRADICTED;

use super::Stated;
use grundy::ruleset::{Family, Reading};

pub(super) fn claims() -> Vec<&'static [Stated]> {
    vec![
        kernels::CLAIMS,
        recursions::CLAIMS,
        limits::CLAIMS,
        blocking::CLAIMS,
        lines::CLAIMS,
        priority::CLAIMS,
        sums::CLAIMS,
    ]
}

fn family(a: u64, b: u64, p: u64, q: u64) -> Family {
    Family { a, b, p, q, reading: Reading::PerLine }
}

/// All (a, b, p, q) up to `most` with p = 1 or q = 1, small sums first.
fn families(most: u64) -> Vec<Family> {
    let numbers = || 1..=most;
    let pairs = || numbers().flat_map(move |x| numbers().map(move |y| (x, y)));
    let all = pairs().flat_map(|(a, b)| pairs().map(move |(p, q)| family(a, b, p, q)));
    let mut all: Vec<Family> = all.filter(|family| family.p.min(family.q) == 1).collect();
    all.sort_by_key(|f| (f.a + f.b + f.p + f.q, f.a, f.b, f.p));
    all
}

fn name(Family { a, b, p, q, .. }: Family) -> String {
    format!("a={a} b={b} p={p} q={q}")
}
