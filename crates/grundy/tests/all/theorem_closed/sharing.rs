//! Sharing Nim with two piles, and with an even number of piles.

use super::said::{big, long, piles_hold};
use crate::common::{Chance, engine, game};
use grundy::Outcome;
use grundy::theorem::UBig;
use grundy::theorem::sharing::{is_mirrored, sharing_pairs};

#[test]
fn two_piles_have_half_their_difference() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    for (a, b) in (0..=40).flat_map(|a| (0..=40).map(move |b| (a, b))) {
        let said = sharing_pairs(&big(&[a, b])).unwrap();
        assert_eq!(said.value, Some(UBig::from(a.abs_diff(b) / 2)));
        piles_hold(&game, &mut engine, &[a, b], &said);
    }
}

/// All positions with four piles to 13, the first being the smallest, and with six to 5: what is said holds, and by how many it is said.
#[test]
fn pairs_against_the_definition() {
    let game = game("sharing-nim");
    let mut engine = engine(&game);
    let mut check = |piles: &[u64], told: &mut [usize; 3]| match sharing_pairs(&big(piles)) {
        None => told[2] += 1,
        Some(said) => {
            piles_hold(&game, &mut engine, piles, &said);
            told[usize::from(said.outcome == Outcome::Next)] += 1;
        }
    };
    let mut told = [0; 3];
    for (a, b, c) in (0..=13).flat_map(|a| (0..=13).flat_map(move |b| (0..=13).map(move |c| (a, b, c)))) {
        check(&[a, b, 0, c], &mut told);
    }
    assert!(told.iter().all(|&count| count > 50), "{told:?}");
    let mut told = [0; 3];
    for code in 0..6u64.pow(5) {
        let piles: Vec<u64> = (0..5).map(|place| code / 6u64.pow(place) % 6).chain([0]).collect();
        if piles.is_sorted_by(|one, next| one >= next) {
            check(&piles, &mut told);
        }
    }
    assert!(told.iter().all(|&count| count > 5), "{told:?}");
    for other in [&[][..], &[3], &[1, 2, 3], &[0, 0, 1, 1, 2]] {
        assert_eq!(sharing_pairs(&big(other)), None, "{other:?}");
    }
}

/// Four piles: moves to mirrored positions are found whenever there are any.
#[test]
fn four_piles_find_every_move_to_pairs() {
    let game = game("sharing-nim");
    for (a, b, c) in (0..=12).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c)))) {
        let piles = [a, b, c, 0];
        let position = crate::common::piles(&game, &piles);
        let mirrored = |to: &grundy::Position| {
            let rows = to.rows().unwrap();
            is_mirrored(&rows[0])
        };
        let expected =
            !is_mirrored(&big(&piles)) && crate::common::moves(game.as_ref(), &position).iter().any(mirrored);
        let found = sharing_pairs(&big(&piles)).is_some_and(|said| said.outcome == Outcome::Next);
        assert_eq!(found, expected, "{piles:?}");
    }
}

/// Four piles, all equal but one, that differs by d: won for even d >= 2 and for d = 4m+1 >= 5, by these theorems.
#[test]
fn four_piles_equal_but_one() {
    for d in 0..300u64 {
        for piles in [[0, 0, 0, d], [d, 0, d, d]] {
            let outcome = sharing_pairs(&big(&piles)).map(|said| said.outcome);
            let expected = match d {
                0 | 1 => Some(Outcome::Previous),
                _ if d % 4 == 3 => None,
                _ => Some(Outcome::Next),
            };
            assert_eq!(outcome, expected, "{piles:?}");
        }
    }
}

/// Positions of any size: the winning move is legal, and leads to pairs.
#[test]
fn a_move_to_pairs_at_any_size() {
    let mut chance = Chance(11);
    for round in 0..200 {
        let sizes: Vec<UBig> = (0..2 + round % 4).map(|_| long(&mut chance, 2 + round % 40)).collect();
        let paired: Vec<UBig> = sizes.iter().flat_map(|size| [size.clone(), size.clone()]).collect();
        let paired = chance.shuffled(&paired);
        assert_eq!(sharing_pairs(&paired).unwrap().outcome, Outcome::Previous);
        // Undo a move between the smallest and the largest pile.
        let (mut low, mut high) = (0, 0);
        for (place, pile) in paired.iter().enumerate() {
            low = if *pile < paired[low] { place } else { low };
            high = if *pile >= paired[high] { place } else { high };
        }
        let k = paired[low].clone() / 2u8 + 1u8;
        if low == high || paired[low] < k {
            continue;
        }
        let mut piles = paired.clone();
        piles[low] -= &k;
        piles[high] += &k;
        let said = sharing_pairs(&piles).unwrap();
        assert_eq!(said.outcome, Outcome::Next, "{piles:?}");
        for to in said.winning.positions() {
            assert!(is_mirrored(to) && to.iter().sum::<UBig>() == piles.iter().sum::<UBig>());
            let changed: Vec<usize> = (0..piles.len()).filter(|&i| to[i] != piles[i]).collect();
            let [i, j] = changed[..] else { panic!("two piles change") };
            let (from, into) = if to[i] < piles[i] { (i, j) } else { (j, i) };
            assert!(to[from] >= to[into] && to[into] > piles[into], "{piles:?} to {to:?}");
        }
    }
}
