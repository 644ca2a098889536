//! Rules as text: what they mean, against a naive reading and against the games of the catalogue.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod hostile;
mod library;
mod naive;
mod papers;
mod random;

use grundy::notation::rules::{Positions, parse_inline, parse_rules};
use grundy::rules::Written;
use grundy::{Budget, Limit, RawPosition, Reference, Ruleset, options};
use naive::naive;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn written(text: &str) -> Written {
    let rules = if text.starts_with('{') { parse_inline(text) } else { parse_rules(text) };
    let rules = rules.unwrap_or_else(|error| panic!("{}", error.render()));
    Written::new(rules, &[]).unwrap_or_else(|error| panic!("{}", error.in_text(text).render()))
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
        ("{x: x-i where }", "expected"),
        ("{x where : x-i}", "expected"),
        ("{x: x-i where i <= }", "expected"),
        ("{x,y: x-i,y where i*j < 3}", "two letters are multiplied"),
        ("{x,y: x-i,y where i <= k}", "the position does not bound `k`"),
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
    // They give only the position itself.
    assert_eq!(largest("{x: x-0i where 2j < x-5i}"), tried);
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

/// Rules that contradict themselves are allowed: the game has no positions, or no moves.
#[test]
fn contradictions_are_games_without_positions_or_moves() {
    let none = written("{x,y where x < y and y < x: x-i,y}");
    assert!(none.remark().unwrap().contains("no positions"));
    let error = none.position(&RawPosition::row(&[3, 4])).unwrap_err().render();
    assert!(error.contains("is not a position") && error.contains("hint: positions are"), "{error}");
    let still = written("{x,y: x-i,y where i > x; x,y-1 where x < y < x}");
    assert!(still.remark().unwrap().contains("move 1 is never possible"));
    assert!(written("{x,y: x-i,y; x-1,y where x > y and x < y+2}").remark().is_none());
    let position = still.position(&RawPosition::row(&[3, 4])).unwrap();
    assert_eq!(options(&still, &position, 10), Ok(Vec::new()));
    let still: grundy::Game = Arc::new(still);
    let value = grundy::answer(&still, &position, grundy::Limits::default());
    assert_eq!(value.unwrap().outcome, grundy::Outcome::Previous);
}

/// What is wrong with a file or with how its game is used.
#[test]
fn bad_files_are_answered() {
    let refused = |text: &str| grundy::catalog::define(text).unwrap_err().render();
    for (text, message) in [
        ("game nim\nposition x\nmove x-i", "nim is the name of a game of the catalogue"),
        ("game misere\nposition x\nmove x-i", "misere is the name of a game of the catalogue"),
        ("game gdwn\nposition x\nmove x-i", "gdwn is the name of a game of the library"),
        ("position x\nmove x-i", "these rules have no name"),
        ("game five\nposition a,b,c,d,e\nmove a-1,b,c,d,e", "at most 4 numbers"),
        ("game other\nposition x\nmove other x-i", "unknown word `other`"),
    ] {
        let rendered = refused(text);
        assert!(rendered.contains(message), "{text}:\n{rendered}");
    }
    let bad = |text: &str| grundy::parse(text).unwrap_err().render();
    assert!(bad("wide:a=0,b=2 3,4").contains("a = 0 is out of range"));
    assert!(bad("wide:a=1 3,4").contains("parameter `b` is missing"));
    assert!(bad("wide:a=1,b=1,c=1 3,4").contains("no parameter `c`"));
    let excluded = bad("joined 0,0");
    assert!(excluded.contains("0,0 is not a position") && excluded.contains('^'), "{excluded}");
}
