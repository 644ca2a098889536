//! Rows of Nim and Star Nim with several fixed numbers, with certificates.

use super::{TallLimits, TallProof, prove_tall};
use crate::error::Error;
use crate::geometry::Symmetric;
use crate::notation::InputError;
use crate::period::certificate::{Certificate, write_period, write_witnesses};
use crate::period::cycle::witnesses;
use crate::period::{Period, Witness};
use crate::rules::{Nim, StarNim};
use crate::ruleset::{Game, Identity};
use crate::widths::place as index;
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// A proof about the values G(a1,..,ak,b) by b.
#[derive(Clone, Debug)]
pub struct SeveralProof {
    /// Nim or Star Nim, by its shape with two numbers.
    pub game: Symmetric,
    /// The fixed numbers, increasing.
    pub row: Vec<u64>,
    /// The period of the row. The saltus equals the length.
    pub period: Period,
    /// The least column above all fixed numbers from which on the state of all rows repeats.
    pub state_from: u64,
    /// The least period of the state of all rows, in columns.
    pub state_period: u64,
    /// For each prime divisor of the period, where the quotient fails.
    pub witnesses: Vec<Witness>,
}

/// Proves the period of G(a1,..,ak,b) by b, for Nim and Star Nim. The order of the fixed numbers does not matter. Returns nothing if the
/// state does not repeat within the limits.
///
/// ```
/// use grundy::period::tall::{TallLimits, prove_row};
/// let limits = TallLimits { columns: 1_000, bytes: 1 << 20 };
/// let go_on = &mut |_| std::ops::ControlFlow::Continue(());
/// let proof = prove_row(&grundy::game("star-nim")?, &[4, 3], limits, go_on)?.expect("a short period");
/// assert_eq!((proof.row, proof.period.preperiod, proof.period.length), (vec![3, 4], 17, 16));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the game is another one, the fixed numbers make no position, a limit is met, or `watch` cancels the search.
pub fn prove_row(
    game: &Game,
    fixed: &[u64],
    limits: TallLimits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<SeveralProof>, Error> {
    let is = |identity: Identity| match identity {
        identity if identity.is::<Nim>() => Some(Symmetric::NIM),
        identity if identity.is::<StarNim>() => Some(Symmetric::STAR_NIM),
        _ => None,
    };
    if fixed.len() < 2 {
        let error = InputError::whole("at least two numbers must be fixed");
        return Err(error.hint("a row with one fixed number has a search of its own").into());
    }
    let named = game.identity().and_then(is).filter(|_| game.blocking().is_none() && !game.is_misere());
    let is_position = game.geometry(&[fixed.len() + 1]).and_then(|geometry| geometry.lowering());
    let (Some(named), Some(is_position)) = (named, is_position) else {
        let message = format!("periods with several fixed numbers are not known for {}", game.name());
        return Err(InputError::whole(message).hint("they are for nim and star-nim, e.g. row 3,4").into());
    };
    let mut row = fixed.to_vec();
    row.sort_unstable();
    let Some(proof) = prove_tall(&is_position, &row, row.len(), limits, watch)? else { return Ok(None) };
    let Period { preperiod, length, .. } = proof.period;
    // Two periods of terms.
    let twice: Vec<u16> = proof.notes.iter().chain(&proof.notes[index(preperiod)..]).copied().collect();
    Ok(Some(SeveralProof {
        game: named,
        witnesses: witnesses(&twice, index(preperiod), index(length)),
        state_from: least_start(&proof, watch)?,
        state_period: proof.state_period,
        period: proof.period,
        row,
    }))
}

/// The least column that the machine fills from which on the state repeats.
fn least_start(proof: &TallProof, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<u64, Error> {
    let mut ahead = proof.start.clone();
    for _ in 0..proof.state_period {
        ahead.pause(watch)?;
        ahead.step()?;
    }
    let mut here = proof.start.clone();
    while !here.agrees_with(&ahead) {
        here.pause(watch)?;
        here.step()?;
        ahead.step()?;
    }
    Ok(here.column())
}

impl From<&SeveralProof> for Certificate {
    fn from(proof: &SeveralProof) -> Self {
        let row: Vec<String> = proof.row.iter().map(u64::to_string).collect();
        let mut lines = format!("game {}\nrow {}\n", proof.game.name(), row.join(","));
        write_period(&mut lines, proof.period);
        let _ = writeln!(lines, "state from {} period {}", proof.state_from, proof.state_period);
        write_witnesses(&mut lines, &proof.witnesses);
        Self::of_claim("row-period", &lines)
    }
}
