//! Two strips joined in another order, with a token each.

use super::said::{big, strips_hold};
use crate::common::engine;
use grundy::theorem::UBig;
use grundy::theorem::crossed::crossed;
use grundy::{Game, Outcome};

fn joined(text: &str) -> (Game, Vec<u64>) {
    let map = text.split('-').map(|cell| cell.parse().unwrap()).collect();
    (grundy::game(&format!("crossed:map={text}")).unwrap(), map)
}

#[test]
fn two_tokens_and_every_winning_move() {
    for text in ["0", "0-1", "1-0", "2-1-0", "1-2-0", "0-2-1", "3-1-0-2", "1-3-0-2", "2-0-3-1", "4-3-2-1-0"] {
        let (game, map) = joined(text);
        let mut engine = engine(&game);
        let count = u64::try_from(map.len()).unwrap();
        for (a, b) in (0..=18).flat_map(|a| (0..=18).map(move |b| (a, b))) {
            if b < count && map[usize::try_from(b).unwrap()] == a {
                continue;
            }
            let said = crossed(&map, &[big(&[a]), big(&[b])]).unwrap_or_else(|| panic!("{text}"));
            assert!(said.winning.is_every());
            strips_hold(&game, &mut engine, &[vec![a], vec![b]], &said);
        }
        assert_eq!(crossed(&map, &[big(&[1, 3]), big(&[4])]), None);
    }
}

/// From a far position the move to a P-position leads to one by the theorem.
#[test]
fn far_tokens() {
    let far = UBig::from(10u8).pow(40);
    let (_, map) = joined("1-0");
    for a in 0..9 {
        let said = crossed(&map, &[big(&[a]), vec![far.clone()]]).unwrap();
        assert_eq!(said.outcome, Outcome::Next, "{a}");
        let positions = said.winning.positions();
        assert_eq!(positions.len(), 1, "{a}");
        assert_eq!(crossed(&map, &positions[0]).unwrap().outcome, Outcome::Previous, "{a}");
    }
    assert_eq!(crossed(&map, &[vec![far.clone()], vec![far]]).unwrap().outcome, Outcome::Previous);
}

/// All maps of so many cells.
fn maps(count: u64) -> Vec<Vec<u64>> {
    let mut maps = vec![Vec::new()];
    for _ in 0..count {
        let longer = |map: Vec<u64>| {
            let free = (0..count).filter(|cell| !map.contains(cell)).collect::<Vec<_>>();
            free.into_iter().map(move |cell| map.iter().copied().chain([cell]).collect())
        };
        maps = maps.into_iter().flat_map(longer).collect();
    }
    maps
}

/// docs/star-nim.md: each map of up to six cells has a closed box.
#[test]
fn maps_of_few_cells_are_closed() {
    let far = vec![UBig::from(10u8).pow(20)];
    for count in 1..=6 {
        for map in maps(count) {
            assert!(crossed(&map, &[far.clone(), far.clone()]).is_some(), "{map:?}");
        }
    }
}
