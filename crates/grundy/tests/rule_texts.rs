//! Rules as text: what they mean, against a naive reading and against the games of the catalogue.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use grundy::notation::rules::{
    Condition, MoveText, Positions, Relation, RuleText, Term, parse_inline, parse_rules,
};
use grundy::rules::Written;
use grundy::{Budget, Game, Limit, Position, RawPosition, Reference, Ruleset, options};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn written(text: &str) -> Written {
    let rules = if text.starts_with('{') { parse_inline(text) } else { parse_rules(text) };
    let rules = rules.unwrap_or_else(|error| panic!("{}", error.render()));
    Written::new(rules, &[]).unwrap_or_else(|error| panic!("{}", error.in_text(text).render()))
}

/// A term by the naive reading.
fn number(term: &Term, at: &BTreeMap<String, i64>) -> i64 {
    match term {
        Term::Number(number) => i64::try_from(*number).unwrap(),
        Term::Letter(letter) => at[&letter.name],
        Term::Sum(terms) => {
            terms.iter().map(|(minus, term)| if *minus { -number(term, at) } else { number(term, at) }).sum()
        }
        Term::Product(left, right, _) => number(left, at) * number(right, at),
        Term::Mod(left, right, _) => number(left, at).rem_euclid(number(right, at)),
        Term::Abs(term) => number(term, at).abs(),
        Term::Min(terms) => terms.iter().map(|term| number(term, at)).min().unwrap(),
        Term::Max(terms) => terms.iter().map(|term| number(term, at)).max().unwrap(),
    }
}

/// A condition by the naive reading.
fn holds(condition: &Condition, at: &BTreeMap<String, i64>) -> bool {
    match condition {
        Condition::Not(inner) => !holds(inner, at),
        Condition::And(parts) => parts.iter().all(|part| holds(part, at)),
        Condition::Or(parts) => parts.iter().any(|part| holds(part, at)),
        Condition::In(term, items) => items.iter().any(|item| {
            let (value, first) = (number(term, at), number(&item.first, at));
            item.last.as_ref().map_or(value == first, |last| (first..=number(last, at)).contains(&value))
        }),
        Condition::Compare(first, rest) => {
            let mut left = number(first, at);
            rest.iter().all(|(relation, term)| {
                let right = number(term, at);
                let met = match relation {
                    Relation::Less => left < right,
                    Relation::AtMost => left <= right,
                    Relation::Equal => left == right,
                    Relation::NotEqual => left != right,
                    Relation::AtLeast => left >= right,
                    Relation::More => left > right,
                };
                left = right;
                met
            })
        }
    }
}

/// The options of a position by trying all numbers up to `most` for the letters i and j.
fn naive(rules: &RuleText, position: &[u64], most: i64) -> Vec<Vec<u64>> {
    let Positions::Tuple { letters, unordered, condition } = &rules.positions else { panic!("no tuples") };
    let is_position = |numbers: &[i64]| {
        let at = letters.iter().map(|letter| letter.name.clone()).zip(numbers.iter().copied()).collect();
        numbers.iter().all(|&n| n >= 0) && condition.as_ref().is_none_or(|condition| holds(condition, &at))
    };
    let mut orders = vec![position.to_vec()];
    if *unordered {
        orders = permutations(position);
    }
    let mut found = Vec::new();
    for order in orders {
        let mut at: BTreeMap<String, i64> = letters
            .iter()
            .map(|letter| letter.name.clone())
            .zip(order.iter().map(|&n| i64::try_from(n).unwrap()))
            .collect();
        for MoveText { terms, condition, .. } in &rules.moves {
            for i in 0..=most {
                for j in 0..=most {
                    at.insert("i".to_owned(), i);
                    at.insert("j".to_owned(), j);
                    if condition.as_ref().is_some_and(|condition| !holds(condition, &at)) {
                        continue;
                    }
                    let option: Vec<i64> = terms.iter().map(|term| number(term, &at)).collect();
                    if is_position(&option) {
                        let mut option: Vec<u64> =
                            option.iter().map(|&n| u64::try_from(n).unwrap()).collect();
                        if *unordered {
                            option.sort_unstable();
                        }
                        found.push(option);
                    }
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found.retain(|option| option != position);
    found
}

fn permutations(row: &[u64]) -> Vec<Vec<u64>> {
    match row {
        [] => vec![vec![]],
        _ => (0..row.len())
            .flat_map(|first| {
                let rest: Vec<u64> =
                    row.iter().enumerate().filter(|&(i, _)| i != first).map(|(_, &n)| n).collect();
                permutations(&rest).into_iter().map(move |mut tail| {
                    tail.insert(0, row[first]);
                    tail
                })
            })
            .collect(),
    }
}

/// Compares the options of all positions with numbers up to `size`.
fn compare(text: &str, size: u64) {
    let game = written(text);
    let again = parse_inline(&game.text().inline()).unwrap();
    assert_eq!(again.inline(), game.text().inline(), "{text}");
    assert_eq!((&again.positions, &again.moves), (&game.text().positions, &game.text().moves), "{text}");
    let Positions::Tuple { letters, unordered, .. } = &game.text().positions else { panic!("no tuples") };
    let mut position = vec![0; letters.len()];
    loop {
        let raw = RawPosition::row(&position);
        let sorted = position.is_sorted();
        if let Ok(valid) = game.position(&raw)
            && (!unordered || sorted)
        {
            let mut found: Vec<Vec<u64>> = options(&game, &valid, 100_000)
                .unwrap()
                .iter()
                .map(|o| o.piles().unwrap().to_vec())
                .collect();
            let visited = found.len();
            found.sort();
            found.dedup();
            assert_eq!(found.len(), visited, "{text} at {valid}: an option twice");
            let most = i64::try_from(position.iter().sum::<u64>()).unwrap() + 6;
            assert_eq!(found, naive(game.text(), &position, most), "{text} at {valid}");
        }
        let Some(place) = position.iter().position(|&n| n < size) else { return };
        position[..place].fill(0);
        position[place] += 1;
    }
}

#[test]
fn options_are_those_of_a_naive_reading() {
    for text in [
        "{x,y: x-i,y; x,y-i; x-i,y-i}",
        "{x,y: x-i,y; x,y-i; x-i,y-2i}",
        "{x,y where not (x=0 and y=0): x-i,y; x,y-i}",
        "{x,y: x-i,y where i in {1,3,4}; x,y-i where (x+i) mod 2 = 0}",
        "{x,y: x-i,y-j where |i-j| < 2 or min(i,j) < 1}",
        "{x,y: x-i,y where x >= y; x,y-i where y >= x; x-i,y-i}",
        "{x,y: x-i,y; x,y-i; x-i,y-i; x-i,y+i where i >= 1}",
        "{x,y: x-i, y-j where i + 2j <= 5 and not i in {2, 4..5}}",
        "{x,y: x-i, y-j where i mod 3 = j mod 3 and max(i,j) <= 4}",
        "{x,y: x-2i, y-3i where x != y; y, x where x > y}",
        "{x,y: x-i, y-j where 2|i-j| + min(i, 2j) <= 4}",
        "{x: x-i where i in 1..3}",
        "{x,y where (x+2y) mod 3 != 1: x-i,y; x,y-i; x-1,y-1}",
    ] {
        compare(text, 9);
    }
    compare("{x,y,z unordered: x-i,y+i,z where x-i >= y+i}", 6);
    compare("{x,y,z unordered where x+y+z != 5: x-i,y,z; x-i,y-i,z where i <= 2}", 5);
}

fn agree(text: &str, name: &str, size: u64, positions: usize) {
    let (own, theirs): (Game, Game) = (Arc::new(written(text)), grundy::game(name).unwrap());
    let mut seed = 7_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below.max(1)
    };
    let mut engines = (
        Reference::new(Arc::clone(&own), Budget::default()),
        Reference::new(Arc::clone(&theirs), Budget::default()),
    );
    for _ in 0..positions {
        let position: Position = own.sample(size, &mut draw);
        let other = theirs.position(&RawPosition::row(position.piles().unwrap())).unwrap();
        assert_eq!(engines.0.value(&position), engines.1.value(&other), "{text} and {name} at {position}");
    }
}

#[test]
fn games_of_the_papers_agree_with_the_catalogue() {
    agree("{x,y: x-i,y; x,y-i; x-i,y-i}", "wythoff", 60, 300);
    agree("{x,y: x-i,y where x >= y; x,y-i where y >= x; x-i,y-i}", "r-wythoff", 60, 300);
    agree("{x,y where not (x=0 and y=0): x-i,y; x,y-i}", "star-nim", 60, 300);
    agree("{x,y,z unordered: x-i,y+i,z where x-i >= y+i}", "sharing-nim", 24, 200);
    agree("{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}", "gurvich:a=2,b=3", 30, 200);
    agree("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", "nim", 14, 200);
}

#[test]
fn bad_rules_are_answered() {
    let refused = |text: &str| {
        let error = match parse_inline(text) {
            Ok(rules) => Written::new(rules, &[]).expect_err(text).in_text(text),
            Err(error) => error,
        };
        error.render()
    };
    for (text, message) in [
        ("{x,y: x-i,y+i+j}", "the position does not bound `j`"),
        ("{x,y: x-i*x,y}", "two letters are multiplied"),
        ("{x,y where i > 2: x-1,y}", "unknown letter `i`"),
        ("{a,b,c,d,e: a-1,b,c,d,e}", "at most 4 numbers"),
        ("{x,y: x-i}", "this option has 1 numbers"),
        ("{x,y: x-i,y wheer i<3}", "did you mean `where`"),
        ("{x,y: x-i,y where i}", "not a condition"),
        ("{x,y: x-i,|x-y|}", "linear in the letters"),
        ("{x,x: x-i,x}", "two meanings"),
        ("{x: x-99999999999999999999}", "too large"),
        ("{x: x-i where i mod x = 1}", "divisor of `mod`"),
        ("{x: x-1", "or `}`"),
        ("{x: x-§}", "unexpected character"),
    ] {
        let rendered = refused(text);
        assert!(rendered.contains(message), "{text}:\n{rendered}");
        assert!(rendered.contains('^'), "{text} is not located:\n{rendered}");
    }
    let deep = format!("{{x: x-{}i{}}}", "(".repeat(1000), ")".repeat(1000));
    assert!(refused(&deep).contains("nested"));
    let long = format!("{{x: x-1 where {}x>0}}", "x>0 or ".repeat(2_000_000));
    assert!(refused(&long).contains("too long"));
    let wide = format!("{{x,y: x-i,y where {}x>0}}", "|i-y|+|x-2i| != 7 and ".repeat(300));
    let started = Instant::now();
    let _ = parse_inline(&wide).map(|rules| Written::new(rules, &[]));
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

/// Each game, and how the same rules may be written.
const SAME: &[(&str, &[&str])] = &[
    (
        "wythoff",
        &[
            "{x,y: x-i,y; x,y-i; x-i,y-i}",
            "{a,b: a-i,b-j where i=0 or j=0 or i=j}",
            "{x,y: x-i,y-j where min(i,j)=0; x-i,y-j where |i-j|<1}",
            "{x,y: i,y where i<x; x,i where i<y; i,j where x-i=y-j and i<x}",
        ],
    ),
    ("r-wythoff", &["{x,y: x-i,y where x>=y; x,y-i where not y<x; x-i,y-i where i>0}"]),
    ("nim", &["{x,y: x-i,y; x,y-i}", "{x: x-i}", "{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}"]),
    (
        "star-nim",
        &["{x,y where x+y>0: x-i,y; x,y-i}", "{x,y,z where min(x+y,y+z,x+z)>0: x-i,y,z; x,y-i,z; x,y,z-i}"],
    ),
    (
        "sharing-nim",
        &["{x,y,z unordered: x-i,y+i,z where x-i >= y+i}", "{a,b,c unordered: a-k,b+k,c where 2k <= a-b}"],
    ),
    ("gurvich:a=2,b=3", &["{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}"]),
    ("fraenkel:a=4", &["{x,y: x-i,y; x,y-i; x-i,y-j where i-3<=j<=i+3}"]),
];

#[test]
fn rules_of_the_catalogue_are_recognised() {
    for (name, texts) in SAME {
        let identity = grundy::game(name).unwrap().identity();
        for text in *texts {
            assert_eq!(written(text).identity(), identity, "{text} is {name}");
        }
    }
}

#[test]
fn other_rules_are_not() {
    for text in [
        "{x,y: x-i,y; x,y-i; x-i,y-i where x+y < 100000}",
        "{x,y: x-i,y; x,y-i; x-i,y-i where i != 50}",
        "{x,y: x-i,y where i <= 1000; x,y-i; x-i,y-i}",
        "{x,y where x+y != 90: x-i,y; x,y-i; x-i,y-i}",
        "{x,y where not (x=0 and y=77): x-i,y; x,y-i}",
        "{x,y,z unordered: x-i,y+i,z where x-i >= y+i and z != 44}",
        "{x,y,z where x+y+z != 3: x-i,y,z; x,y-i,z; x,y,z-i}",
    ] {
        assert_eq!(written(text).identity(), None, "{text}");
    }
}

#[test]
fn rays_are_recognised() {
    for (text, rays) in [
        ("{x,y: x-i,y; x,y-i; x-i,y-2i}", "rays (1,0) (0,1) (1,2)"),
        ("{x,y: x-i,y; x,y-i; x-i,y-j where i=2j or j=2i or i=j}", "rays (1,0) (0,1) (1,1) (1,2) (2,1)"),
        ("{x,y: x-2i,y; x,y-3i where x>y; x-2i,y-3i}", "rays (2,0) (0,3) if x>y (2,3)"),
        ("{x,y where x != 1 or y != 1: x-i,y; x,y-i}", "rays (1,0) (0,1) without 1,1"),
        ("{x,y: x-i,y; x,y-i; x-i,y-i; x-i,y+i}", "rays (1,0) (0,1) (1,1) (1,-1)"),
        ("{x,y: x-2i,y+3i; x,y-i; x+i,y-5i}", "rays (0,1) (2,-3) (-1,5)"),
        (
            "{x,y: x-i,y where x+y>3; x,y-i where x+y>3; x-i,y-i}",
            "rays (1,0) if x+y>=4 (0,1) if x+y>=4 (1,1)",
        ),
        ("{x,y: x-i,y where x>=y+2; x,y-i where 2x+y >= 7}", "rays (1,0) if x-y>=2 (0,1) if 2x+y>=7"),
        ("{x,y where x+y>0: x-i,y; x,y-i; x-i,y-i}", "rays (1,0) (0,1) (1,1) without 0,0"),
        ("{x,y where x+y>=2: x-i,y; x,y-i; x-i,y-i}", "rays (1,0) (0,1) (1,1) without 0,0 and 0,1 and 1,0"),
    ] {
        assert_eq!(rays_of(&written(text)).as_deref(), Some(rays), "{text}");
    }
    for (name, rays) in [
        ("exile", Some("rays (1,0) (0,1) (1,1) (1,-1)")),
        ("cornerless-wythoff", Some("rays (1,0) (0,1) (1,1) without 0,0")),
        ("terminal-wythoff:k=0", Some("rays (1,0) (0,1) (1,1)")),
        ("terminal-wythoff:k=5", Some("rays (1,0) if x+y>=6 (0,1) if x+y>=6 (1,1) if x+y>=6")),
        ("gdwn:p=1,q=2", Some("rays (1,0) (0,1) (1,1) (1,2) (2,1)")),
        ("maharaja-nim", None),
    ] {
        assert_eq!(rays_of(&*grundy::game(name).unwrap()).as_deref(), rays, "{name}");
    }
}

fn rays_of(game: &dyn Ruleset) -> Option<String> {
    game.geometry(&[2]).and_then(|geometry| geometry.rays().map(ToString::to_string))
}

#[test]
fn measures_prove_that_games_end() {
    let measure = |text: &str| written(text).measure().map(|measure| measure.to_string());
    for (text, found) in [
        ("{x,y: x-i,y; x,y-i; x-i,y-i}", Some("x + y")),
        ("{x,y: x-i,y+i; x,y-i}", Some("2x + y")),
        ("{x,y: x-i,y+j where 1<=i and j <= 5i; x,y-i}", Some("x, then y")),
        ("{x,y: x-i,y+j where 1<=i and j <= 100; x,y-i}", Some("x, then y")),
        ("{x,y: y,x}", None),
        ("{x,y: y,x where x > y}", Some("x")),
        ("{x,y,z unordered: x-i,y,z}", Some("x + y + z")),
    ] {
        assert_eq!(measure(text).as_deref(), found, "{text}");
    }
}

#[test]
fn rules_stand_wherever_a_game_is_expected() {
    let value = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap_or_else(|error| panic!("{}", error.render()));
        let slow = Reference::new(Arc::clone(&game), Budget::default()).value(&position).unwrap();
        let fast = grundy::answer(&game, &position, grundy::Limits::default()).unwrap();
        assert_eq!(fast.value.clone(), Some(grundy::theorem::UBig::from(slow.0)), "{text}");
        let shown = if game.components().is_empty() {
            format!("{} {}", game.name(), game.show(&position))
        } else {
            game.show(&position)
        };
        assert_eq!(
            grundy::parse(&shown).unwrap_or_else(|error| panic!("{}", error.render())).1,
            position,
            "{text}"
        );
        slow.0
    };
    let neighbour = value("{x,y: x-i,y; x,y-i; x-i,y-2i} 50,80");
    assert_eq!(value("{x,y: x-i,y; x,y-i; x-i,y-2i} 50,80 + nim 7"), neighbour ^ 7);
    value("{x,y: x-i,y where i in {1,3,4}; x,y-i where (x+i) mod 2 = 0} 15,18");
    value("{x,y,z unordered: x-i,y+i,z where x-i >= y+i} 9,2,5");
    value("{x,y: x-i,y; x,y-i}@block=2 4,5");
    value("{x,y: x-i,y; x,y-i; x-i,y-i; x-i,y+i} 8,5");
    let error = grundy::parse("nim 3 + {x,y: x-i,y+j} 3,4").unwrap_err().render();
    assert!(error.contains("\n  nim 3 + {x,y: x-i,y+j} 3,4\n                      ^\n"), "{error}");
}

#[test]
fn games_that_do_not_end_are_refused_with_a_cycle() {
    let refused = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap();
        grundy::answer(&game, &position, grundy::Limits::default()).unwrap_err().to_string()
    };
    assert_eq!(refused("{x,y: y,x} 1,2"), "this game does not end: 1,2 -> 2,1 -> 1,2");
    let error = refused("{x,y: x-i,y+i; x+i,y-i; x,y-i} 0,2 + nim 3");
    assert!(error.starts_with("this game does not end: "), "{error}");
    // From here the game ends.
    let (game, position) = grundy::parse("{x,y: y,x; x-i,y-i} 2,2").unwrap();
    assert_eq!(Reference::new(game, Budget::default()).value(&position).unwrap().0, 2);
}

/// The first antidiagonals of tables in OEIS: names, the sequence, and whether antidiagonals go up.
const TABLES: &[(&str, &[u64])] = &[
    // A274528, downwards from the first number of the second pile.
    ("exile", &[0, 1, 2, 2, 3, 1, 3, 0, 4, 5, 4, 1, 5, 0, 3, 5, 6, 2, 1, 7, 4, 6, 7, 0, 4, 8, 2, 9]),
    ("nimhof-a307296", &[0, 1, 1, 2, 2, 2, 3, 0, 0, 3, 4, 4, 1, 4, 4, 5, 5, 5, 5, 5, 5, 6, 3, 3, 6, 3, 3, 6]),
    ("nimhof-a307298", &[0, 1, 1, 2, 2, 2, 3, 0, 3, 3, 4, 4, 4, 0, 4, 5, 5, 5, 5, 5, 5, 6, 3, 0, 6, 6, 6, 6]),
    // A307301
    ("nimhof:a=3,b=1", &[0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4, 5, 5, 4, 1, 5, 5, 6, 4, 1, 0, 6, 4, 6]),
];

#[test]
fn tables_of_the_library_are_those_of_oeis() {
    for (name, published) in TABLES {
        let game = grundy::game(name).unwrap();
        let mut engine = Reference::new(Arc::clone(&game), Budget::default());
        let mut value =
            |x: u64, y: u64| engine.value(&game.position(&RawPosition::row(&[x, y])).unwrap()).unwrap().0;
        let antidiagonals = |turned: bool, value: &mut dyn FnMut(u64, u64) -> u64| -> Vec<u64> {
            let cells = (0..7).flat_map(|sum| (0..=sum).map(move |first| (first, sum - first)));
            cells.map(|(a, b)| if turned { value(b, a) } else { value(a, b) }).collect()
        };
        let both = [antidiagonals(false, &mut value), antidiagonals(true, &mut value)];
        assert!(both.iter().any(|found| found == published), "{name}: {both:?}");
    }
}

#[test]
fn the_library_is_sound() {
    for bundled in grundy::rules::LIBRARY {
        let rules = bundled.rules().unwrap_or_else(|error| panic!("{}", error.render()));
        assert_eq!(rules.name.as_deref(), Some(bundled.name));
        assert!(rules.description.is_some() && !bundled.source().is_empty(), "{}", bundled.name);
        assert_eq!(parse_rules(&rules.to_string()).unwrap(), rules, "{}", bundled.name);
        assert!(grundy::catalog::GAMES.iter().all(|entry| entry.name != bundled.name), "{}", bundled.name);
        let numbers: Vec<(&str, u64)> =
            rules.parameters.iter().map(|p| (p.letter.name.as_str(), p.least + 1)).collect();
        let game = bundled.game(&numbers).unwrap_or_else(|error| panic!("{}", error.render()));
        assert_eq!(grundy::game(&game.name()).unwrap().name(), game.name());
    }
    let identity = |text: &str| grundy::game(text).unwrap().identity();
    for (own, theirs) in [
        ("wide:a=2,b=3", "gurvich:a=2,b=3"),
        ("restricted", "r-wythoff"),
        ("joined", "star-nim"),
        ("sharing", "sharing-nim"),
        ("nimhof:a=1,b=1", "wythoff"),
        ("gdwn:p=1,q=1", "wythoff"),
        ("terminal-wythoff:k=0", "wythoff"),
    ] {
        assert_eq!(identity(own), identity(theirs), "{own}");
    }
    let value = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap();
        Reference::new(game, Budget::default()).value(&position).unwrap().0
    };
    // A pile of n counters has value n mod (k+1); the values of 1, 3, 4 have period 7.
    assert!((0..40).all(|n| value(&format!("take-up-to:k=4 {n}")) == n % 5));
    assert!(
        (0..40)
            .all(|n| value(&format!("take-1-3-4 {n}"))
                == [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).unwrap()])
    );
    let error = grundy::parse("gdwn:p=0,q=2 3,4").unwrap_err().render();
    assert!(error.contains("p = 0 is out of range") && error.contains("hint: p >= 1"), "{error}");
}

/// Numbers of letters that give no option, or always the same, are tried only for so long.
#[test]
fn a_search_for_options_ends() {
    let largest = |text: &str| {
        let game = written(text);
        let position = game.position(&RawPosition::row(&[u64::MAX])).unwrap();
        let start = Instant::now();
        let found = options(&game, &position, 100);
        assert!(start.elapsed() < Duration::from_secs(20), "{text}: {:?}", start.elapsed());
        found.map(|options| options.len())
    };
    let tried = Err(Limit::Options(1 << 22));
    // 2^64 - 1 is a multiple of 3, so no number of s and i is tried.
    assert_eq!(largest("{x: x-i where 1 <= s-i <= 1 and x mod 3 != 0}"), Ok(0));
    assert_eq!(largest("{x: x-i where 1 <= s-i <= 2 and (i+s) mod 4 = 0 and i mod 2 = 0}"), tried);
    assert_eq!(largest("{x: x-1 where i <= x and j <= i}"), tried);
    // The least common multiple of the moduli is beyond 128 bits.
    let many: Vec<String> = (970..=1000).map(|m| format!("i mod {m} = 5")).collect();
    assert_eq!(largest(&format!("{{x: x-i where {}}}", many.join(" and "))), Ok(1));
}

/// An empty move of heaps at the end is printed as one, and no moves as none.
#[test]
fn empty_moves_read_back() {
    for (text, moves) in [
        ("{heap h: }", 0),
        ("{heap h: ;}", 1),
        ("{heap h: ;;}", 2),
        ("{heap h:;; 1-h;;}", 4),
        ("heap h", 0),
        ("heap h\nmove", 1),
    ] {
        let rules = if text.starts_with('{') { parse_inline(text) } else { parse_rules(text) }.unwrap();
        assert_eq!(rules.moves.len(), moves, "{text}");
        assert_eq!(parse_inline(&rules.inline()).unwrap().moves, rules.moves, "{text}");
        assert_eq!(parse_rules(&rules.to_string()).unwrap().moves, rules.moves, "{text}");
    }
}
