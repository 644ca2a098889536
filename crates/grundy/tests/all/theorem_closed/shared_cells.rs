//! Two strips that share their first cells, with a token each.

use super::said::{big, strips_hold};
use crate::common::engine;
use grundy::rules::SharedCells;
use grundy::theorem::UBig;
use grundy::theorem::shared_cells::shared_cells;
use grundy::{Game, Outcome};
use std::sync::Arc;

#[test]
fn two_tokens_and_every_winning_move() {
    for k in 0..=6 {
        let game: Game = Arc::new(SharedCells::new(k));
        let mut engine = engine(&game);
        for (a, b) in (0..=16).flat_map(|a| (0..=16).map(move |b| (a, b))) {
            if a == b && a < k {
                continue;
            }
            let said = shared_cells(k, &[big(&[a]), big(&[b])]).unwrap();
            assert!(said.winning.is_every());
            strips_hold(&game, &mut engine, &[vec![a], vec![b]], &said);
        }
    }
    assert_eq!(shared_cells(2, &[big(&[1, 3]), big(&[4])]), None);
    assert_eq!(shared_cells(2, &[big(&[1]), big(&[4]), big(&[5])]), None);
}

/// From a far position the move to a P-position leads to one by the theorem.
#[test]
fn far_tokens() {
    let far = UBig::from(10u8).pow(40);
    for (k, a) in [(1, 0), (3, 0), (3, 2), (3, 3), (3, 4), (1000, 999), (u64::MAX, 7)] {
        let said = shared_cells(k, &[big(&[a]), vec![far.clone()]]).unwrap();
        assert_eq!(said.outcome, Outcome::Next, "{k} {a}");
        let positions = said.winning.positions();
        assert_eq!(positions.len(), 1, "{k} {a}");
        assert_eq!(shared_cells(k, &positions[0]).unwrap().outcome, Outcome::Previous, "{k} {a}");
    }
    assert_eq!(shared_cells(5, &[vec![far.clone()], vec![far]]).unwrap().outcome, Outcome::Previous);
}
