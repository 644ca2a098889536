//! Certificates: proofs in a form that is easy to check. docs/certificates.md has the grammar.

use super::windows::largest_row;
use super::{Period, RowProof, Witness};
use crate::geometry::Symmetric;
use std::fmt::{self, Write as _};

/// A claim and its evidence as text. A certificate has to be checked before it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(String);

impl Certificate {
    /// A certificate with this claim and these lines.
    pub(crate) fn of_claim(claim: &str, lines: &str) -> Self {
        Self(format!("grundy-certificate 1\nclaim {claim}\n{lines}end\n"))
    }

    /// The text. Lines end in LF.
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
        let mut lines = format!("game {}\nrow {}\n", proof.shape.name(), proof.row);
        write_period(&mut lines, proof.period);
        let _ = writeln!(lines, "state from {} period {}", proof.state_from, proof.state_period);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_claim("row-period", &lines)
    }
}

impl RowProof {
    /// Parses a certificate, which must have the exact form that [`Certificate`] writes. Does not check the proof.
    pub fn of_certificate(text: &str) -> Option<Self> {
        fn number(line: Option<&str>, key: &str) -> Option<u64> {
            line?.strip_prefix(key)?.strip_prefix(' ')?.parse().ok()
        }
        // The comparison at the end checks the first two lines.
        let mut lines = text.lines().skip(2);
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
        let same = Certificate::from(&proof).text() == text;
        let fits = state_period.is_multiple_of(length) && preperiod <= state_from;
        (same && fits && preperiod.checked_add(length).is_some()).then_some(proof)
    }
}

/// Appends the lines of a period.
pub(crate) fn write_period(lines: &mut String, Period { preperiod, length, saltus }: Period) {
    let _ = writeln!(lines, "preperiod {preperiod}\nperiod {length}\nsaltus {saltus}");
}

/// Appends the lines of witnesses.
pub(crate) fn write_witnesses(lines: &mut String, witnesses: &[Witness]) {
    for Witness { prime, at } in witnesses {
        let _ = writeln!(lines, "quotient {prime} fails at {at}");
    }
}
