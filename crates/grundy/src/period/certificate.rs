//! Certificates: proofs in a form that is easy to check. docs/certificates.md has the grammar.

use super::{Period, RowGame, RowProof, Witness};
use std::fmt::{self, Write as _};

/// A claim and its evidence as text. A certificate has to be checked before it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(String);

impl Certificate {
    /// A certificate with this claim and these lines.
    pub(crate) fn of_claim(claim: &str, lines: &str) -> Self {
        Self::of_version(1, claim, lines)
    }

    /// Version 2 carries the rules of its game, version 1 the name of one of a few games; version 3 has full levels of Star Nim.
    pub(crate) fn of_version(version: u64, claim: &str, lines: &str) -> Self {
        Self(format!("grundy-certificate {version}\nclaim {claim}\n{lines}end\n"))
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

/// Only for games that have certificates: [`RowGame::has_certificates`].
impl From<&RowProof> for Certificate {
    fn from(proof: &RowProof) -> Self {
        let (version, game) = match proof.game.shape() {
            Some(shape) => (1, format!("game {}", shape.name())),
            None => (2, format!("rules {}", proof.game.rules())),
        };
        let mut lines = format!("{game}\nrow {}\n", proof.row);
        write_period(&mut lines, proof.period);
        let _ = writeln!(lines, "state from {} period {}", proof.state_from, proof.state_period);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_version(version, "row-period", &lines)
    }
}

impl RowProof {
    /// Parses a certificate about a row of this game, which must have the exact form that [`Certificate`] writes. Does not check the proof.
    pub fn of_certificate(text: &str, game: &RowGame) -> Option<Self> {
        fn number(line: Option<&str>, key: &str) -> Option<u64> {
            line?.strip_prefix(key)?.strip_prefix(' ')?.parse().ok()
        }
        // The comparison at the end checks the first three lines.
        let mut lines = text.lines().skip(3);
        let row = number(lines.next(), "row")?;
        let preperiod = number(lines.next(), "preperiod")?;
        let length = number(lines.next(), "period").filter(|&length| length > 0)?;
        let saltus = number(lines.next(), "saltus").filter(|saltus| [0, length].contains(saltus))?;
        let (from, period) = lines.next()?.strip_prefix("state from ")?.split_once(" period ")?;
        let (state_from, state_period): (u64, u64) = (from.parse().ok()?, period.parse().ok()?);
        let mut witnesses = Vec::new();
        for line in lines.take_while(|line| *line != "end") {
            let (prime, at) = line.strip_prefix("quotient ")?.split_once(" fails at ")?;
            witnesses.push(Witness { prime: prime.parse().ok()?, at: at.parse().ok()? });
        }
        let period = Period { preperiod, length, saltus };
        let proof = Self { game: game.clone(), row, period, state_from, state_period, witnesses };
        let same = game.has_certificates() && Certificate::from(&proof).text() == text;
        let fits = state_period.is_multiple_of(length) && preperiod <= state_from;
        let kind = proof.is_additive()? == (saltus > 0);
        (same && fits && kind && preperiod.checked_add(length).is_some()).then_some(proof)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::RowSearch;

    /// A certificate is read if its numbers can be those of a proof.
    #[test]
    fn numbers_that_no_proof_has_are_refused() {
        let game = RowGame::of(&crate::game("{x,y: x-i,y; x-i,y-i}").unwrap()).unwrap();
        let read = |preperiod: u64, length: u64, saltus: u64, state_from: u64, state_period: u64| {
            let period = Period { preperiod, length, saltus };
            let proof = RowProof {
                game: game.clone(),
                row: 3,
                period,
                state_from,
                state_period,
                witnesses: Vec::new(),
            };
            RowProof::of_certificate(Certificate::from(&proof).text(), &game)
                .is_some_and(|read| read == proof)
        };
        assert!(read(3, 2, 0, 3, 4) && read(0, 1, 0, 0, 1) && read(3, 2, 0, 5, 2));
        assert!(!read(0, 0, 0, 0, 0), "no period");
        assert!(!read(3, 2, 0, 3, 5), "no multiple of the period");
        assert!(!read(3, 2, 0, 2, 4), "the state repeats before the row");
        assert!(!read(3, 2, 2, 3, 4), "values do not grow");
        assert!(!read(u64::MAX, 2, 0, u64::MAX, 2), "no end");
        let mut search = RowSearch::new(game.clone(), 3, None).unwrap();
        search.finish(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
        let proof = &search.proofs()[3];
        assert_eq!(RowProof::of_certificate(Certificate::from(proof).text(), &game).as_ref(), Some(proof));
    }
}
