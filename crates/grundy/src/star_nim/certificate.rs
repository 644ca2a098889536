//! Certificates of g-sequences and diagonals of Star Nim. docs/certificates.md has the grammar.

use super::diagonals::DiagonalProof;
use super::values::{ValueLevel, ValueProof};
use crate::period::Certificate;
use crate::period::certificate::{write_period, write_witnesses};
use std::fmt::Write as _;

impl From<&ValueProof> for Certificate {
    fn from(proof: &ValueProof) -> Self {
        let mut lines = format!("game star-nim\nvalue {}\n", proof.value);
        write_period(&mut lines, proof.period);
        write_levels(&mut lines, &proof.levels);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_claim("value-period", &lines)
    }
}

impl From<&DiagonalProof> for Certificate {
    fn from(proof: &DiagonalProof) -> Self {
        let mut lines = format!("game star-nim\ndiagonal {}\n", proof.diagonal);
        write_period(&mut lines, proof.period);
        let _ = writeln!(lines, "largest {}", proof.largest);
        write_levels(&mut lines, &proof.levels);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_claim("diagonal-period", &lines)
    }
}

/// Appends the lines of a chain of values. What the last one takes, together with the others, is not needed.
fn write_levels(lines: &mut String, levels: &[ValueLevel]) {
    for (value, level) in levels.iter().enumerate() {
        let _ = write!(lines, "level {value} state from {} period {}", level.state_from, level.state_period);
        if value + 1 < levels.len() {
            let _ = write!(lines, " taken from {} period {}", level.taken_from, level.taken_period);
        }
        lines.push('\n');
    }
}
