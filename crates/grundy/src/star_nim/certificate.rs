//! Certificates of g-sequences of Star Nim. docs/certificates.md has the grammar.

use super::values::ValueProof;
use crate::period::Certificate;
use crate::period::certificate::{write_period, write_witnesses};
use std::fmt::Write as _;

impl From<&ValueProof> for Certificate {
    fn from(proof: &ValueProof) -> Self {
        let mut lines = format!("game star-nim\nvalue {}\n", proof.value);
        write_period(&mut lines, proof.period);
        for (value, level) in (0..).zip(&proof.levels) {
            let _ =
                write!(lines, "level {value} state from {} period {}", level.state_from, level.state_period);
            if value < proof.value {
                let _ = write!(lines, " taken from {} period {}", level.taken_from, level.taken_period);
            }
            lines.push('\n');
        }
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_claim("value-period", &lines)
    }
}
