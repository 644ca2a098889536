//! Random positions.

use super::{Player, Session};
use grundy::{Budget, Error, Game, InputError, Limits};

/// A game at a random position that has a move, with numbers to about `size`. One whose value takes long is replaced by one half as
/// large.
pub fn random(
    game: &Game,
    mut size: u64,
    first: Player,
    limits: Limits,
    rng: &mut fastrand::Rng,
) -> Result<Session, Error> {
    /// A second at most: another position will do as well.
    const QUICK: Budget = Budget { positions: 1_000_000, options: 10_000_000 };
    /// Upper limit on positions without a move that are drawn in a row.
    const TRIES: usize = 1000;
    let Budget { positions, options } = limits.budget;
    let budget = Budget { positions: positions.min(QUICK.positions), options: options.min(QUICK.options) };
    let limits = Limits { budget, ..limits };
    for _ in 0..TRIES {
        let position = game.sample(size, &mut |below| rng.u64(..below));
        match Session::new(game, position, first, limits) {
            Ok(session) if session.plan().is_some() && size > 1 => size /= 2,
            Ok(session) if session.winner().is_none() => return Ok(session),
            Ok(_) => {}
            Err(spent) if size <= 1 => return Err(spent.into()),
            Err(_) => size /= 2,
        }
    }
    let message = format!("no position of {} with numbers to {size} was found that has a move", game.name());
    Err(InputError::whole(message).hint("allow larger numbers").into())
}
