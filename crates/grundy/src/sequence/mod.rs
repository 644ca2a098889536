//! g-sequences: the positions of one value.

use crate::catalog::Template;
use crate::notation::InputError;
use crate::ruleset::BudgetSpent;
use crate::solve::reference::{Budget, Reference};

/// Why a sequence could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SequenceError {
    /// The game has no g-sequences.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It would take more work than allowed.
    #[error(transparent)]
    Budget(#[from] BudgetSpent),
}

/// The first `count` positions (x, y), `x <= y`, of value `value`, by increasing x, from the rules alone.
///
/// In the games this accepts every value stands exactly once in each row (see [`crate::Plane::latin`]), so
/// row x is searched until the value is met; if it is met left of the diagonal, the position is the mirror
/// of an earlier one.
///
/// ```
/// let p_positions = grundy::sequence::by_definition("wythoff", 0, 4, grundy::Budget::default())?;
/// assert_eq!(p_positions, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// # Ok::<(), grundy::sequence::SequenceError>(())
/// ```
pub fn by_definition(
    game: &str,
    value: u64,
    count: usize,
    budget: Budget,
) -> Result<Vec<(u64, u64)>, SequenceError> {
    let template = Template::parse(game)?;
    if !(template.is_plain() && template.game().plane().is_some_and(|plane| plane.latin)) {
        let error = InputError::whole(format!("{game} has no g-sequences: they belong to two-pile games"));
        return Err(error.hint("try nim, star-nim, wythoff, r-wythoff, fraenkel or gurvich").into());
    }
    let mut engine = Reference::new(template.game().clone(), budget);
    let mut found = Vec::new();
    for x in 0.. {
        if found.len() == count {
            break;
        }
        for y in 0.. {
            // (0,0) is no position of Star Nim: two tokens on the shared square.
            let Ok(position) = template.at(&[("a", x), ("b", y)]) else { continue };
            if engine.value(&position)?.0 == value {
                if y >= x {
                    found.push((x, y));
                }
                break;
            }
        }
    }
    Ok(found)
}
