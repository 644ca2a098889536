//! Exact limits: the least budgets of the reference engine and of the kernel.

use crate::common::{parsed, piles};
use grundy::error::Deadline;
use grundy::solve::kernel::Kernel;
use grundy::{Budget, Family, Game, Limit, Nimber, Reference};
use std::time::Duration;

/// A pile of 5 reaches 6 positions by 15 moves. While the options of the pile of 4 are listed, 5 + 4 options are pending.
#[test]
fn the_reference_engine_keeps_its_budget() {
    let (game, position) = parsed("nim 5");
    let value = |positions, options| {
        let mut engine = Reference::new(Game::clone(&game), Budget { positions, options });
        assert_eq!(engine.positions(), 0);
        let found = engine.value(&position);
        assert_eq!(engine.positions(), if found.is_ok() { 6 } else { 0 });
        found
    };
    assert_eq!(value(9, 15), Ok(Nimber(5)));
    assert_eq!(value(8, 15), Err(Limit::Positions(8)));
    assert_eq!(value(9, 14), Err(Limit::Options(14)));
    // The next value needs nothing more than its own moves.
    let mut engine = Reference::new(Game::clone(&game), Budget { positions: 15, options: 15 });
    assert_eq!(engine.value(&position), Ok(Nimber(5)));
    assert_eq!(engine.value(&piles(&game, &[6])), Ok(Nimber(6)));
    assert_eq!(engine.positions(), 7);
}

#[test]
fn the_reference_engine_keeps_its_deadline() {
    let (game, position) = parsed("nim 60,60");
    let mut engine = Reference::new(game, Budget::default());
    engine.stop_at(Deadline::after(Duration::ZERO));
    assert!(matches!(engine.value(&position), Err(Limit::Time(_))));
    engine.stop_at(Deadline::NONE);
    assert_eq!(engine.value(&position), Ok(Nimber(0)));
}

/// Wythoff's game has the P-positions 0,0 1,2 3,5 4,7 6,10. The row of the n-th of them has n + 1 cells up to it that are looked at, and
/// the other rows have none.
#[test]
fn the_kernel_keeps_its_budget() {
    let rows = |budget: Budget| {
        let mut kernel = Kernel::new(Family::plain(1, 1), budget);
        (0..=6).map(|_| kernel.next_row()).collect::<Result<Vec<_>, Limit>>()
    };
    let found: Vec<(u64, u64)> = rows(Budget { positions: 11, options: 15 })
        .unwrap()
        .into_iter()
        .flat_map(|(x, ys)| ys.into_iter().map(move |y| (x, y)))
        .collect();
    assert_eq!(found, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
    assert_eq!(rows(Budget { positions: 11, options: 14 }), Err(Limit::Options(14)));
    assert_eq!(rows(Budget { positions: 10, options: 15 }), Err(Limit::Positions(10)));
}
