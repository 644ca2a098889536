//! Certificates: what has been proved, with what makes it easy to check. docs/certificates.md has the grammar.

use super::windows::largest_row;
use super::{Period, RowProof, Witness};
use crate::geometry::Symmetric;
use std::fmt::{self, Write as _};

/// The first line: the format and its version.
pub(crate) const FIRST_LINE: &str = "grundy-certificate 1";

/// A claim and its evidence as text: data, to be believed only when checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(String);

impl Certificate {
    /// A certificate of this claim, with these lines.
    pub(crate) fn of_claim(claim: &str, lines: &str) -> Self {
        Self(format!("{FIRST_LINE}\nclaim {claim}\n{lines}end\n"))
    }

    /// The text, lines ending in LF.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&RowProof> for Certificate {
    fn from(proof: &RowProof) -> Self {
        let mut text =
            format!("{FIRST_LINE}\nclaim row-period\ngame {}\nrow {}\n", proof.shape.name(), proof.row);
        let period = proof.period;
        let _ = writeln!(
            text,
            "preperiod {}\nperiod {}\nsaltus {}",
            period.preperiod, period.length, period.saltus
        );
        let _ = writeln!(text, "state from {} period {}", proof.state_from, proof.state_period);
        end(text, &proof.witnesses)
    }
}

impl RowProof {
    /// The proof that a certificate tells of, which has to be written just as [`Certificate`] writes it. Whether it is true is for a
    /// checker to say.
    pub fn of_certificate(text: &str) -> Option<Self> {
        fn number(line: Option<&str>, key: &str) -> Option<u64> {
            line?.strip_prefix(key)?.strip_prefix(' ')?.parse().ok()
        }
        let mut lines = text.lines();
        let head = [lines.next()?, lines.next()?];
        let game = lines.next()?.strip_prefix("game ")?;
        let shape = Symmetric::WITH_WINDOWS.into_iter().find(|shape| shape.name() == game)?;
        let row = number(lines.next(), "row").filter(|&row| row <= largest_row(shape))?;
        let preperiod = number(lines.next(), "preperiod")?;
        let length = number(lines.next(), "period").filter(|&length| length > 0)?;
        let saltus = number(lines.next(), "saltus").filter(|&saltus| saltus == length)?;
        let (from, period) = lines.next()?.strip_prefix("state from ")?.split_once(" period ")?;
        let (state_from, state_period): (u64, u64) = (from.parse().ok()?, period.parse().ok()?);
        let mut witnesses = Vec::new();
        for line in lines.take_while(|line| *line != "end") {
            let (prime, at) = line.strip_prefix("quotient ")?.split_once(" fails at ")?;
            witnesses.push(Witness { prime: prime.parse().ok()?, at: at.parse().ok()? });
        }
        let period = Period { preperiod, length, saltus };
        let proof = Self { shape, row, period, state_from, state_period, witnesses };
        let same = Certificate::from(&proof).text() == text && head[0] == FIRST_LINE;
        let fits = state_period.is_multiple_of(length) && preperiod <= state_from;
        (same && fits && preperiod.checked_add(length).is_some()).then_some(proof)
    }
}

/// Ends a certificate with its witnesses.
pub(crate) fn end(mut text: String, witnesses: &[Witness]) -> Certificate {
    for witness in witnesses {
        let _ = writeln!(text, "quotient {} fails at {}", witness.prime, witness.at);
    }
    text.push_str("end\n");
    Certificate(text)
}
