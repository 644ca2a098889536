//! Values and outcomes alone: no winning moves are listed.

use crate::ask::{Ask, Error};
use crate::value::answer;
use grundy::theorem::UBig;
use grundy::{Budget, Deadline, Game, Limits, Outcome, Position};
use std::time::Duration;

/// Limits of next to no work. A thread, or looking how much memory is free, costs more than most small positions.
const AT_ONCE: Limits = Limits {
    budget: Budget { positions: 2_000, options: 100_000 },
    time: Duration::from_millis(2),
    memory: 1 << 20,
};

/// The value and the outcome of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The value; `None` if only the outcome is known, and in misère play.
    pub value: Option<UBig>,
    /// Who wins.
    pub outcome: Outcome,
}

impl Worth {
    /// Computes the value of a position. That of a sum is the nim-sum of the values of its components; its moves are not looked at.
    ///
    /// # Errors
    /// When no method fits the limits.
    pub fn ask(game: &Game, position: &Position, ask: Ask<'_>) -> Result<Self, Error> {
        Self::until(game, position, ask, Deadline::after(ask.limits.time))
    }

    /// What is known with next to no work: who wins is often known by a theorem where the value takes long.
    pub fn at_once(game: &Game, position: &Position, ask: Ask<'_>) -> Option<Self> {
        let Limits { budget, time, memory } = ask.limits;
        let budget = Budget {
            positions: budget.positions.min(AT_ONCE.budget.positions),
            options: budget.options.min(AT_ONCE.budget.options),
        };
        let limits = Limits { budget, time: time.min(AT_ONCE.time), memory: memory.min(AT_ONCE.memory) };
        Self::ask(game, position, Ask { limits, ..ask }).ok()
    }

    pub(crate) fn until(
        game: &Game,
        position: &Position,
        ask: Ask<'_>,
        until: Deadline,
    ) -> Result<Self, Error> {
        let ask = Ask { limits: Limits { time: until.left(), ..ask.limits }, ..ask };
        if let Some(value) = value_of_sum(game, position, ask, until)? {
            let outcome = if value.is_zero() { Outcome::Previous } else { Outcome::Next };
            return Ok(Self { value: Some(value), outcome });
        }
        let answer = answer(game, position, ask)?;
        Ok(Self { value: answer.value, outcome: answer.outcome })
    }
}

/// The nim-sum of the components; `None` if this is not a disjunctive sum in normal play, or a component has no known value.
fn value_of_sum(
    game: &Game,
    position: &Position,
    ask: Ask<'_>,
    until: Deadline,
) -> Result<Option<UBig>, Error> {
    let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { return Ok(None) };
    if game.is_misere() || game.blocking().is_some() {
        return Ok(None);
    }
    let mut total = UBig::ZERO;
    for (game, part) in games.iter().zip(parts) {
        until.check()?;
        // A sum with an open component may still have a known outcome, which only the whole question finds.
        let Ok(Worth { value: Some(value), .. }) = Worth::until(game, part, ask, until) else {
            return Ok(None);
        };
        total ^= value;
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::Shelf;

    fn asked<T>(question: impl FnOnce(Ask<'_>) -> T) -> T {
        question(Ask::alone(&Shelf::none()))
    }

    #[test]
    fn a_long_sum_has_a_value_at_once() {
        let sum = vec!["wythoff 3,4"; 8001].join(" + ");
        let (game, position) = grundy::parse(&sum).unwrap();
        let worth = asked(|ask| Worth::ask(&game, &position, ask)).unwrap();
        assert_eq!(worth, Worth { value: Some(UBig::from(2_u8)), outcome: Outcome::Next });
    }

    #[test]
    fn an_open_component_leaves_the_outcome() {
        let far = "star-nim 100000000000000000000,110000000000000000000";
        let (game, position) = grundy::parse(&format!("{far} + nim 3,3")).unwrap();
        let worth = asked(|ask| Worth::ask(&game, &position, ask)).unwrap();
        assert_eq!(worth, Worth { value: None, outcome: Outcome::Next });
    }
}
