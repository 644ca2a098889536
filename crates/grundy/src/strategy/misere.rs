//! Games in misère play: who wins, and how. There are no values.

use super::plan::Means;
use super::{Answer, Strategist};
use crate::error::{Error, Unanswered};
use crate::rules::Nim;
use crate::ruleset::{Game, Identity, Position};
use crate::theorem::UBig;
use crate::theorem::nim::bouton_misere;

/// Who wins and the winning moves: by Bouton's rule if all components are Nim, and by the definition otherwise.
pub(super) fn misere(game: &Game, position: &Position, means: Means<'_>) -> Result<Answer, Error> {
    if let Some(answer) = by_bouton(game, position) {
        return Ok(answer);
    }
    if position.is_far() {
        let message = "no theorem covers this position in misère play, and it is beyond what can be computed";
        return Err(Box::new(Unanswered::new(message)).into());
    }
    Ok(Strategist::until(game, means.limits, means.until).by_definition().answer(position)?)
}

/// Piles of several games of Nim are played as one.
fn by_bouton(game: &Game, position: &Position) -> Option<Answer> {
    let parts = position.parts()?;
    let is_nim = |game: &Game| game.identity().is_some_and(Identity::is::<Nim>);
    if !game.components().iter().all(is_nim) {
        return None;
    }
    let piles: Vec<Vec<UBig>> =
        parts.iter().map(|part| part.rows()?.into_iter().next()).collect::<Option<_>>()?;
    let lengths: Vec<usize> = piles.iter().map(Vec::len).collect();
    let position = |numbers: Vec<UBig>| {
        let mut rest = numbers.into_iter();
        let part = |length: &usize| Position::of_piles(rest.by_ref().take(*length).collect());
        crate::compound::Misere::position_of(lengths.iter().map(part).collect())
    };
    Some(Answer::of_theorem(bouton_misere(&piles.concat()), position))
}
