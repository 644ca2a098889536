//! Graph Nim on a path of three vertices.

use super::said::{big, long, piles_hold};
use crate::common::{Chance, engine, game};
use grundy::Outcome;
use grundy::theorem::UBig;
use grundy::theorem::path::graph_nim_path;

/// All positions with piles to 24, for each place of the centre: outcome and every winning move.
#[test]
fn paths_against_the_definition() {
    let mut told = [0; 2];
    for (centre, edges) in ["0-1,2-0", "1-0,1-2", "2-0,1-2"].into_iter().enumerate() {
        let game = game(&format!("graph-nim:edges={edges}"));
        let mut engine = engine(&game);
        for code in 0..25u64.pow(3) {
            let piles = [code % 25, code / 25 % 25, code / 625];
            if piles.contains(&0) {
                let said = graph_nim_path(&big(&piles), centre).unwrap();
                piles_hold(&game, &mut engine, &piles, &said);
                told[usize::from(said.outcome == Outcome::Next)] += 1;
            }
        }
    }
    assert!(told.iter().all(|&count| count > 100), "{told:?}");
    assert_eq!(graph_nim_path(&big(&[1, 2]), 1), None);
    assert_eq!(graph_nim_path(&big(&[1, 2, 3]), 3), None);
}

/// Positions of any size: there is a winning move just when the position is not P, and it leads to one.
#[test]
fn a_winning_move_at_any_size() {
    let mut chance = Chance(12);
    for round in 0..300 {
        let piles: Vec<UBig> = (0..3).map(|_| long(&mut chance, 1 + round % 50)).collect();
        let centre = round % 3;
        let said = graph_nim_path(&piles, centre).unwrap();
        assert_eq!(said.outcome == Outcome::Next, !said.winning.positions().is_empty());
        for to in said.winning.positions() {
            assert_eq!(graph_nim_path(to, centre).unwrap().outcome, Outcome::Previous);
            assert_eq!(to.iter().sum::<UBig>(), piles.iter().sum::<UBig>());
        }
    }
}
