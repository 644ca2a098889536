//! The fast way to fill columns against the slow one.

use super::*;

#[test]
fn many_columns_at_once_are_the_same_columns() {
    for game in [Game::Nim, Game::StarNim] {
        for last in 0..=31 {
            let mut slow = Table::new(game, last);
            while slow.column < slow.reach() {
                assert!(slow.fill().is_some() && !(slow.is_plain() && slow.column < slow.reach()));
            }
            let mut fast = slow.clone();
            for columns in [1, 2, 61, 700] {
                assert!(fast.is_plain() && fast.fill_plain(columns).is_some());
                (0..columns).for_each(|_| assert!(slow.fill().is_some()));
                assert!(slow.state == fast.state && slow.column == fast.column, "row {last}");
            }
        }
    }
    assert!(!Table { column: 100, ..Table::new(Game::Nim, 32) }.is_plain());
    assert!(!Table { column: 100, ..Table::new(Game::Wythoff, 3) }.is_plain());
}

#[test]
fn a_value_that_does_not_fit_is_refused() {
    let mut table = Table { column: 10, ..Table::new(Game::Nim, 1) };
    table.state.iter_mut().for_each(|row| row.used = (1 << 63) - 1);
    assert!(table.fill_plain(1).is_none());
}
