//! Certificates of g-sequences of Star Nim. docs/certificates.md has the grammar.

use super::values::ValueProof;
use crate::period::Certificate;
use crate::period::certificate::{FIRST_LINE, end};
use std::fmt::Write as _;

impl From<&ValueProof> for Certificate {
    fn from(proof: &ValueProof) -> Self {
        let mut text = format!("{FIRST_LINE}\nclaim value-period\ngame star-nim\nvalue {}\n", proof.value);
        let period = proof.period;
        let _ = writeln!(
            text,
            "preperiod {}\nperiod {}\nsaltus {}",
            period.preperiod, period.length, period.saltus
        );
        for (value, level) in (0..).zip(&proof.levels) {
            let _ =
                write!(text, "level {value} state from {} period {}", level.state_from, level.state_period);
            if value < proof.value {
                let _ = write!(text, " taken from {} period {}", level.taken_from, level.taken_period);
            }
            text.push('\n');
        }
        end(text, &proof.witnesses)
    }
}
