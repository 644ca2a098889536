//! The planner: its answers agree with the rules, whichever way it chooses.
#![expect(clippy::panic, reason = "a test fails by panicking")]

use crate::common::{Chance, parsed};
use grundy::r_wythoff::{Form, Prover, Trace};
use grundy::theorem::UBig;
use grundy::{Engine, Limits, Outcome, Position, Table, Template, answer};
use std::time::{Duration, Instant};

fn planned(text: &str) -> grundy::Answer {
    let (game, position) = parsed(text);
    answer(&game, &position, Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn large_positions_have_the_values_of_the_table() {
    const MAX: u64 = 1500;
    for name in
        ["star-nim", "wythoff", "r-wythoff", "nim", "gurvich:a=2,b=3", "fraenkel:a=2", "star-silver-dollar"]
    {
        let template = Template::parse(name).unwrap();
        let table = Table::of(&template).to(MAX).engine(Engine::Rays).compute().unwrap();
        let mut chance = Chance(7);
        for round in 0..12 {
            // Low rows, where periods are known, and random rows.
            let a = chance.between(1, if round % 2 == 0 { 11 } else { MAX });
            let b = chance.between(MAX / 2, MAX);
            let position = template.at(&[("a", a), ("b", b)]).unwrap();
            let answer = answer(template.game(), &position, Limits::default()).unwrap();
            let cell = |a: u64, b: u64| {
                table.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()).unwrap().0
            };
            assert_eq!(answer.value, Some(UBig::from(cell(a, b))), "{name} {a},{b} by {}", answer.by);
            for to in &answer.winning {
                let [x, y] = &to.rows().unwrap().concat()[..] else { panic!("{to:?}") };
                let value = cell(u64::try_from(x).unwrap(), u64::try_from(y).unwrap());
                assert_eq!(value, 0, "{name} {a},{b} -> {x},{y} by {}", answer.by);
            }
            assert_eq!(answer.winning.is_empty(), answer.outcome == Outcome::Previous, "{name} {a},{b}");
        }
    }
}

#[test]
fn moves_of_large_positions_come_from_the_table() {
    let (game, position) = parsed("wythoff 300,410");
    let quick = grundy::Strategist::new(&game, grundy::Budget::default()).moves(&position).unwrap();
    let slow = grundy::Strategist::new(&game, grundy::Budget::of_positions(100_000_000)).by_definition();
    let slow = { slow }.moves(&position).unwrap();
    let told =
        |moves: &[grundy::Valued]| moves.iter().map(|m| (m.position.clone(), m.value)).collect::<Vec<_>>();
    assert_eq!(told(&quick), told(&slow));
}

#[test]
fn rows_go_on_for_ever() {
    let far = UBig::from(10u8).pow(100);
    for (game, row) in [("star-nim", 7u8), ("wythoff", 12), ("r-wythoff", 6)] {
        let value = |b: &UBig| planned(&format!("{game} {row},{b}")).value.unwrap();
        // Twice a common period of these rows.
        let period = UBig::from(5040u16 * 2);
        let there = value(&far);
        assert_eq!(value(&(&far + &period)), &there + &period, "{game}");
        assert!(there > &far - UBig::from(100u8) && there < &far + UBig::from(100u8), "{game}");
    }
}

#[test]
fn the_move_in_a_sum_leads_to_zero() {
    for text in [
        "nim 1000000000000000000000000,5 + wythoff 3,7 + sharing-nim 0,1,3",
        "star-nim 7,1000000000000000000000 + nim 12 + r-wythoff 2,900000000000000000000000",
        "wythoff 1000,2000 + star-nim 300,700",
        "silver-dollar [3,5,100000000000000000000,100000000000000000009] + nim 77",
        "nearly(nim 3 + nim 4) + nim 100000000000000000000000",
        "nim 88888888888888888888 + wythoff 3,3 + silver-dollar [2,900000000000000000000]",
        "gurvich:a=2,b=3 5,9 + larsson:a=1,p=2 3,4",
    ] {
        let (game, position) = parsed(text);
        let here = answer(&game, &position, Limits::default()).unwrap();
        assert_eq!(here.outcome, Outcome::Next, "{text}");
        assert!(!here.winning.is_empty(), "{text}: no move is offered");
        for to in &here.winning {
            let there = answer(&game, to, Limits::default()).unwrap();
            assert_eq!(there.value, Some(UBig::ZERO), "{text} -> {}", game.show(to));
        }
    }
}

/// Random sums of small positions: value, outcome and all winning moves agree with the definition, applied to the sum as one
/// game.
#[test]
fn mixed_sums_have_the_values_of_the_definition() {
    const SUMMANDS: &[(&str, u64)] = &[
        ("nim", 4),
        ("silver-dollar", 5),
        ("star-nim", 4),
        ("star-silver-dollar", 3),
        ("shared-cells:k=2", 3),
        ("sharing-nim", 5),
        ("graph-nim:edges=0-1,1>2", 5),
        ("wythoff", 4),
        ("r-wythoff", 4),
        ("fraenkel:a=2", 4),
        ("gurvich:a=2,b=3", 4),
        ("nearly(nim + nim)", 2),
    ];
    let mut chance = Chance(31);
    let mut won = 0;
    for _ in 0..150 {
        let terms: Vec<String> = (0..2)
            .map(|_| {
                let &(name, size) = chance.pick(SUMMANDS);
                let game = crate::common::game(name);
                let position = chance.position(&game, size);
                crate::common::written(&game, &position)
            })
            .collect();
        let text = terms.join(" + ");
        let (game, position) = parsed(&text);
        let here = answer(&game, &position, Limits::default()).unwrap();
        let mut engine = crate::common::engine(&game);
        assert_eq!(here.value, Some(UBig::from(engine.value(&position).unwrap().0)), "{text}");
        let zeros = crate::common::moves(game.as_ref(), &position);
        let mut zeros: Vec<Position> =
            zeros.into_iter().filter(|option| engine.value(option).unwrap().0 == 0).collect();
        let mut winning = here.winning.clone();
        zeros.sort();
        winning.sort();
        assert!(here.every, "{text}");
        assert_eq!(winning, if here.outcome == Outcome::Next { zeros } else { Vec::new() }, "{text}");
        won += usize::from(here.outcome == Outcome::Next);
    }
    assert!(won > 50, "only {won}");
}

#[test]
fn where_only_the_outcome_is_known_a_sum_says_what_follows() {
    let p = "wythoff 1618033988749894848204586834365,2618033988749894848204586834365";
    let n = "wythoff 1618033988749894848204586834365,2618033988749894848204586834366";
    assert_eq!(planned(&format!("{p} + nim 3,3")).outcome, Outcome::Previous);
    let won = planned(&format!("{p} + {n}"));
    assert_eq!((won.value, won.outcome, won.winning.len()), (None, Outcome::Next, 1));
    let (game, position) = parsed(&format!("{n} + nim 3"));
    let unknown = answer(&game, &position, Limits::default()).unwrap_err();
    assert!(unknown.to_string().contains("not the value"), "{unknown}");
}

#[test]
fn what_cannot_be_answered_says_what_is_known() {
    let (game, position) = parsed("graph-nim:edges=0-1 3,100000000000000000000");
    let unknown = answer(&game, &position, Limits::default()).unwrap_err();
    assert!(unknown.to_string().contains("no theorem covers"), "{unknown}");
    let brief = Limits { time: Duration::from_millis(1), ..Limits::default() };
    let (game, position) = parsed("gurvich:a=3,b=3,p=2,q=2 900,900");
    assert!(answer(&game, &position, brief).is_err(), "no theorem, and no time");
}

/// Checks that a question is answered or refused within the time limit.
fn in_time(text: &str) {
    let started = Instant::now();
    let short = Limits { time: Duration::from_secs(1), ..Limits::default() };
    match grundy::parse(text) {
        Ok((game, position)) => drop(answer(&game, &position, short)),
        Err(error) => assert!(!error.message.is_empty()),
    }
    let took = started.elapsed();
    let start: String = text.chars().take(40).collect();
    assert!(took < Duration::from_secs(20), "{start}.. took {took:?}");
}

#[test]
fn hostile_positions_are_answered_or_refused_in_time() {
    let long = "9".repeat(200_000);
    for game in ["nim", "sharing-nim", "star-nim", "silver-dollar", "r-wythoff"] {
        in_time(&format!("{game} 3,{long},{long}"));
        in_time(&format!("{game} 5,{long}"));
        in_time(&format!("{game} [5],[7,{long}]"));
    }
    let thousands = vec!["7"; 5_000].join(",");
    let strips = vec!["[3,9]"; 5_000].join(",");
    for text in [
        format!("nim {thousands}"),
        format!("star-nim {thousands}"),
        format!("sharing-nim {thousands}"),
        format!("star-silver-dollar {strips}"),
        format!("shared-cells:k=1 {strips}"),
        format!("star-silver-dollar {}", vec!["[3]"; 2_000].join(",")),
        "gurvich:a=18446744073709551615,b=18446744073709551615 4,5".to_owned(),
        "gurvich:a=18446744073709551615,b=3 400000000000000000000000000,5".to_owned(),
        "gurvich:a=1,b=9999 400000000000000000000000000,5".to_owned(),
        "wythoff@block=18446744073709551615 400,500".to_owned(),
        "nearly(nim 100000000000000000000 + nim 4)".to_owned(),
    ] {
        in_time(&text);
    }
}

/// With very many numbers one winning move is given, also in a sum, and it wins.
#[test]
fn one_move_of_very_many() {
    let squares = |last: u64| (0..2_001).map(|k| 3 * k + k % 2).chain([last]).map(|x| x.to_string());
    let strip = squares(7_000).collect::<Vec<_>>().join(",");
    let piles = vec!["5"; 2_001].join(",");
    for text in [
        format!("nim {piles}"),
        format!("nim {piles} + wythoff 3,4"),
        format!("silver-dollar [{strip}]"),
        format!("silver-dollar [{strip}] + star-nim 3,7"),
        format!("star-silver-dollar [{strip}],[4,9]"),
    ] {
        let start = &text[..24];
        let (game, position) = parsed(&text);
        let known = answer(&game, &position, Limits::default()).unwrap();
        assert_eq!(known.outcome, Outcome::Next, "{start}");
        assert!(!known.every && (1..=4).contains(&known.winning.len()), "{start}: {}", known.winning.len());
        for to in &known.winning {
            assert_eq!(answer(&game, to, Limits::default()).unwrap().outcome, Outcome::Previous, "{start}");
        }
    }
}

#[test]
fn long_numbers_are_quick() {
    // A winning move by the theorems, for 10,000 and 100,000 digits.
    let digits = |count: usize| "8".repeat(count);
    for text in [
        format!("wythoff {},{}", digits(10_000), digits(9_999)),
        format!("sharing-nim 3,{},{}", digits(100_000), digits(99_990)),
        format!("nim {},{},1", digits(100_000), digits(99_999)),
    ] {
        let (game, position) = parsed(&text);
        let best = (0..3)
            .map(|_| {
                let started = Instant::now();
                let here: Position = position.clone();
                let answer = answer(&game, &here, Limits::default()).unwrap();
                assert!(!answer.winning.is_empty() || answer.outcome == Outcome::Previous);
                started.elapsed()
            })
            .min()
            .unwrap();
        assert!(best < Duration::from_millis(200), "{}.. took {best:?}", &text[..20]);
    }
}

/// For large positions of R-Wythoff, values up to 18 are known, and other values are known to be larger.
#[test]
fn values_of_r_wythoff_far_out() {
    let mut prover = Prover::new(9).unwrap();
    prover.finish(100_000);
    let form = Form::of(&prover, 9).unwrap();
    let n = UBig::from(10u8).pow(40) + 271_828u32;
    let (x, y) = form.member(&n, Trace::of(&n)).unwrap();
    let found = planned(&format!("r-wythoff {y},{x}"));
    assert_eq!((found.value, found.open), (Some(UBig::from(9u8)), None));
    // 5 above the P-position on this diagonal.
    let (x, y) = (&x + 91u8, &y + 91u8);
    let found = planned(&format!("r-wythoff {x},{y}"));
    let least = found.open.and_then(|open| open.between).map(|(least, _)| least);
    assert_eq!((found.value, least), (None, Some(UBig::from(19u8))));
    assert!(found.every && !found.winning.is_empty());
}

/// Theorem 2 of Farr and Ho: strips of mixed parity, by their heads. Value and all winning moves agree with the definition.
#[test]
fn heads_and_tails_at_any_size() {
    let quick = |text: &str, value: u64| {
        let started = Instant::now();
        let told = planned(text);
        assert!(told.by.starts_with("Farr & Ho, Theorem 2"), "{text} by {}", told.by);
        assert_eq!(told.value, Some(UBig::from(value)), "{text}");
        assert!(started.elapsed() < Duration::from_secs(1), "{text} took {:?}", started.elapsed());
        told
    };
    let told = quick("star-silver-dollar [2,5,30],[3,18],[1,4,20]", 6);
    assert!(told.every && !told.winning.is_empty());
    for text in [
        "star-silver-dollar [2,3,7],[1,4]",
        "star-silver-dollar [1,4,6],[2,5,8,9]",
        "star-silver-dollar [2,5,6],[],[1,3]",
    ] {
        let (game, position) = parsed(text);
        let told = planned(text);
        let mut twin = crate::common::engine(&game);
        assert_eq!(told.value, Some(UBig::from(twin.value(&position).unwrap().0)), "{text}");
        let zeros = crate::common::moves(game.as_ref(), &position);
        let mut zeros: Vec<Position> =
            zeros.into_iter().filter(|to| twin.value(to).unwrap().0 == 0).collect();
        let mut winning = told.winning.clone();
        zeros.sort();
        winning.sort();
        if told.outcome == Outcome::Next {
            assert_eq!((winning, told.every), (zeros, true), "{text}");
        }
    }
    // Heads 2 and 3,1800, and a tail of 299994 squares.
    let told = planned("star-silver-dollar [2,5,300000],[3,1800]");
    assert!(told.by.starts_with("Farr & Ho, Theorem 2") && told.value.is_some(), "{}", told.by);
    let (game, _) = parsed("star-silver-dollar [2,5,300000],[3,1800]");
    for to in &told.winning {
        assert_eq!(
            answer(&game, to, Limits::default()).unwrap().value,
            Some(UBig::ZERO),
            "{}",
            game.show(to)
        );
    }
    // Heads of thirty digits.
    let far = UBig::from(10u8).pow(30);
    for text in [
        format!("star-silver-dollar [7,{far},{}],[{far}]", &far + 9u8),
        format!("star-silver-dollar [{far},{},{}],[{}]", &far + 4u8, &far + 9u8, &far + 1u8),
        format!("star-silver-dollar [3],[2,{far}]"),
        format!("star-silver-dollar [2,5,9],[4,{far}]"),
    ] {
        let told = planned(&text);
        assert!(told.value.is_some(), "{text} by {}", told.by);
        let (game, _) = parsed(&text);
        for to in told.winning.iter().take(3) {
            assert_eq!(
                answer(&game, to, Limits::default()).unwrap().value,
                Some(UBig::ZERO),
                "{text} {}",
                game.show(to)
            );
        }
    }
}

/// Values along one large number, with any others, against a dense box.
#[test]
fn one_large_number_of_several() {
    let told = planned("star-nim 3,4,1000000000000000000000000000000");
    assert!(told.by.contains("largest number"), "{}", told.by);
    assert_eq!(told.value, Some(UBig::from(10u8).pow(30)));
    for text in ["star-nim 6,7,5000", "star-silver-dollar [6],[7,5000]", "star-nim 5,9,4,900"] {
        let (game, position) = parsed(text);
        let far = planned(text);
        let near = grundy::Strategist::new(&game, grundy::Budget::default()).value(&position).unwrap();
        assert_eq!(far.value, Some(UBig::from(near.0)), "{text} by {}", far.by);
        for to in &far.winning {
            assert_eq!(planned(&crate::common::written(&game, to)).value, Some(UBig::ZERO), "{text}");
        }
    }
}

/// With q - 1 moves blocked on each row and column, the winner is known at any size.
#[test]
fn rooks_at_any_size() {
    let far = UBig::from(10u8).pow(40);
    let told = planned(&format!("gurvich:a=2,b=3,p=1,q=2 {far},{}", &far + 17u8));
    assert_eq!(told.outcome, Outcome::Next);
    let (game, _) = parsed("gurvich:a=2,b=3,p=1,q=2 3,4");
    for to in told.winning.iter().take(5) {
        assert_eq!(
            answer(&game, to, Limits::default()).unwrap().outcome,
            Outcome::Previous,
            "{}",
            game.show(to)
        );
    }
    assert!(!told.winning.is_empty());
}

/// A small table is tried before a proof.
#[test]
fn small_positions_are_quick() {
    for text in ["r-wythoff 20,40", "r-wythoff 40,90", "star-nim 63,80", "wythoff 40,51"] {
        let (game, position) = parsed(text);
        let best = (0..3).map(|_| {
            let started = Instant::now();
            answer(&game, &position, Limits::default()).unwrap();
            started.elapsed()
        });
        let best = best.min().unwrap();
        assert!(best < Duration::from_millis(50), "{text} took {best:?}");
    }
}
