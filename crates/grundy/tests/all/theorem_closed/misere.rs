//! Nim in misère play, against the rules.

use grundy::compound::Misere;
use grundy::theorem::UBig;
use grundy::theorem::nim::bouton_misere;
use grundy::{Budget, Game, Limits, Outcome, Position, RawPosition, Reference, options};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether the player to move wins Nim in misère play, by trying all moves.
fn is_won(piles: &[u64], known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
    if let Some(&won) = known.get(piles) {
        return won;
    }
    let options: Vec<Vec<u64>> = moves(piles);
    let won = options.is_empty() || options.iter().any(|option| !is_won(option, known));
    known.insert(piles.to_vec(), won);
    won
}

fn moves(piles: &[u64]) -> Vec<Vec<u64>> {
    let lowered = |place: usize| {
        (0..piles[place]).map(move |to| {
            let mut option = piles.to_vec();
            option[place] = to;
            option
        })
    };
    (0..piles.len()).flat_map(lowered).collect()
}

#[test]
fn boutons_rule_is_that_of_the_rules() {
    let mut known = BTreeMap::new();
    let nim = grundy::game("nim").unwrap();
    let mut engine = Reference::new(Arc::new(Misere::new(vec![Game::clone(&nim)])), Budget::default());
    for (count, most) in [(0, 0), (1, 9), (2, 7), (3, 6), (4, 4), (5, 3)] {
        let rows = (0..count).fold(vec![Vec::new()], |all: Vec<Vec<u64>>, _| {
            let longer = |row: &Vec<u64>| {
                let row = row.clone();
                (0..=most).map(move |last| row.iter().copied().chain([last]).collect())
            };
            all.iter().flat_map(longer).collect()
        });
        for piles in rows {
            let said = bouton_misere(&piles.iter().map(|&pile| UBig::from(pile)).collect::<Vec<_>>());
            let won = is_won(&piles, &mut known);
            assert_eq!(said.outcome == Outcome::Next, won, "{piles:?}");
            assert!(said.value.is_none() && said.winning.is_every());
            let mut winning: Vec<Vec<u64>> =
                moves(&piles).into_iter().filter(|option| !is_won(option, &mut known)).collect();
            let told = said.winning.positions().iter();
            let mut told: Vec<Vec<u64>> =
                told.map(|row| row.iter().map(|pile| u64::try_from(pile).unwrap()).collect()).collect();
            winning.sort();
            told.sort();
            assert_eq!(told, winning, "{piles:?}");
            if count > 0 {
                let position = Misere::position_of(vec![nim.position(&RawPosition::row(&piles)).unwrap()]);
                assert_eq!(engine.outcome(&position).unwrap() == Outcome::Next, won, "{piles:?}");
            }
        }
    }
}

/// The planner finds the rule by identity: for piles of one game, of several, and for rules that are those of Nim; not for others.
#[test]
fn the_rule_is_found_by_identity() {
    let by = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap();
        let answer = grundy::answer(&game, &position, Limits::default()).unwrap();
        assert!(answer.value.is_none() && answer.open.is_none(), "{text}");
        let is_option = |to: &Position| game.is_option(&position, to).unwrap();
        assert!(answer.winning.iter().all(is_option), "{text}");
        (answer.outcome, answer.by.contains("Bouton"), answer.winning.len())
    };
    assert_eq!(by("misere(nim 1,1,1)"), (Outcome::Previous, true, 0));
    assert_eq!(by("misere(nim 10^40,10^40)"), (Outcome::Previous, true, 0));
    assert_eq!(by("misere(nim 1 + nim 10^40 + nim 1)"), (Outcome::Next, true, 1));
    assert_eq!(by("misere({x,y: x-i,y-j where min(i,j)=0} 5,5 + nim 0)"), (Outcome::Previous, true, 0));
    assert_eq!(by("misere(nim 0)"), (Outcome::Next, true, 0));
    assert!(!by("misere(wythoff 2,2)").1);
    assert!(!by("misere({x,y: x-i,y where i<3; x,y-i} 5,5)").1);
    let (game, position) = grundy::parse("misere(wythoff 1,10^30)").unwrap();
    assert!(grundy::answer(&game, &position, Limits::default()).is_err());
}

/// Any games, against a search that knows only their options.
#[test]
fn misere_play_of_other_games_is_that_of_the_rules() {
    fn is_won(game: &Game, position: &Position, known: &mut BTreeMap<Position, bool>) -> bool {
        if let Some(&won) = known.get(position) {
            return won;
        }
        let options = options(game.as_ref(), position, 10_000).unwrap();
        // All of them, since each is looked at later.
        let lost = options.iter().filter(|option| !is_won(game, option, known)).count();
        let won = options.is_empty() || lost > 0;
        known.insert(position.clone(), won);
        won
    }
    for text in [
        "misere(wythoff 5,7)",
        "misere(nim 3 + wythoff 2,3)",
        "misere(star-silver-dollar [1,3],[2] + nim 2,2)",
        "misere({x: x-i where i in {1,3,4}} 17 + {x,y: x-i,y; x,y-2i} 3,4)",
        "misere(nearly(nim 2 + nim 3) + nim 1)",
        "misere(sharing-nim 0,3,5)",
    ] {
        let (game, position) = grundy::parse(text).unwrap();
        assert_eq!(grundy::parse(&game.show(&position)).unwrap().1, position, "{text}");
        let mut known = BTreeMap::new();
        is_won(&game, &position, &mut known);
        for position in known.keys().cloned().collect::<Vec<_>>() {
            let answer = grundy::answer(&game, &position, Limits::default()).unwrap();
            assert_eq!(answer.outcome == Outcome::Next, known[&position], "{}", game.show(&position));
            let options = options(game.as_ref(), &position, 10_000).unwrap();
            let winning: Vec<Position> = options.into_iter().filter(|option| !known[option]).collect();
            assert_eq!(answer.winning, winning, "{}", game.show(&position));
        }
    }
}

#[test]
fn misere_play_is_refused_where_it_has_no_meaning() {
    let refused = |text: &str| grundy::parse(text).unwrap_err().render();
    for (text, message) in [
        ("misere(nim 3) + nim 4", "cannot be added"),
        ("nim 4 + misere(nim 3)", "cannot be added"),
        ("misere(misere(nim 3))", "cannot be added"),
        ("nearly(misere(nim 3) + nim 2)", "cannot be added"),
        ("misere(nim 3)@block=2", "blocking is not supported"),
        ("misere(nim@block=2 3)", "blocking is not supported"),
        ("misere nim 3", "expected `(`"),
        ("misere(nim 3", "expected `)`"),
        ("misere()", "expected the name of a game"),
        ("misere(nim 3; closed)", "expected `)`"),
    ] {
        let rendered = refused(text);
        assert!(rendered.contains(message) && rendered.contains('^'), "{text}:\n{rendered}");
    }
    let template = grundy::Template::parse("misere(wythoff)").unwrap();
    let error = grundy::Table::of(&template).to(5).compute().unwrap_err().to_string();
    assert!(error.contains("no values"), "{error}");
    let plan = grundy::Plan::of_outcomes(&template, 5, grundy::Engine::Best).unwrap();
    let mut lost = Vec::new();
    let mut watch = |_| std::ops::ControlFlow::Continue(());
    plan.for_each(grundy::solve::rays::How::default(), Budget::default(), &mut watch, &mut |a, b, value| {
        if value == 0 {
            lost.push((a, b));
        }
        Ok(())
    })
    .unwrap();
    // By hand: 0,0 is won; 0,1 and 1,0 leave it; from 1,1 there is 0,1; 2,2 leads to won positions alone.
    assert_eq!(lost, [(0, 1), (1, 0), (2, 2), (3, 5), (5, 3)]);
}
