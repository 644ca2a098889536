//! Certificates of g-sequences and diagonals of Star Nim. docs/certificates.md has the grammar.

use super::diagonals::DiagonalProof;
use super::values::{Repeats, ValueProof};
use crate::period::Certificate;
use crate::period::certificate::{write_period, write_witnesses};
use std::fmt::Write as _;

impl From<&ValueProof> for Certificate {
    fn from(proof: &ValueProof) -> Self {
        let mut lines = format!("game star-nim\nvalue {}\n", proof.value);
        write_period(&mut lines, proof.period);
        write_repeats(&mut lines, &proof.repeats);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_version(3, "value-period", &lines)
    }
}

impl From<&DiagonalProof> for Certificate {
    fn from(proof: &DiagonalProof) -> Self {
        let mut lines = format!("game star-nim\ndiagonal {}\n", proof.diagonal);
        write_period(&mut lines, proof.period);
        let _ = writeln!(lines, "largest {}", proof.largest);
        write_repeats(&mut lines, &proof.repeats);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_version(3, "diagonal-period", &lines)
    }
}

/// Appends the lines that say how the values repeat.
fn write_repeats(lines: &mut String, repeats: &Repeats) {
    if let Some(base) = repeats.base {
        let _ = writeln!(lines, "full {} row {}", base.level, base.row);
    }
    let _ = writeln!(lines, "round from {} period {}", repeats.from, repeats.round);
    if let Some((last, order)) = repeats.strands {
        let _ = writeln!(lines, "strands {} row {} order {order}", last.level, last.row);
    }
}
