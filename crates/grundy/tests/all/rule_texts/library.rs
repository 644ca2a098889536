//! The bundled library: sources, and a checked fact for each game.

use grundy::notation::rules::parse_rules;
use grundy::{Budget, RawPosition, Reference, Ruleset};
use std::sync::Arc;

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

/// The values of all positions up to a corner, by the fastest engine.
fn table(text: &str, max: u64) -> Vec<Vec<Option<u64>>> {
    let table = grundy::Table::of(grundy::Template::parse(text).unwrap()).to(max).compute().unwrap();
    (0..table.side()).map(|a| table.row(a).map(|cell| cell.map(|value| value.0)).collect()).collect()
}

/// The positions of value 0 with x <= y.
fn lost(text: &str, max: u64) -> Vec<(usize, usize)> {
    let rows = table(text, max);
    let cells =
        rows.iter().enumerate().flat_map(|(x, row)| row.iter().enumerate().map(move |(y, v)| (x, y, v)));
    cells.filter(|&(x, y, &value)| x <= y && value == Some(0)).map(|(x, y, _)| (x, y)).collect()
}

/// The P-positions of Maharaja Nim stay within a bounded distance of those of Wythoff's game (Larsson & Wästlund): here less than 4
/// from the line of slope 1.618.. The knight's moves take (1,2), and more, out of them.
#[test]
fn maharaja_nim_stays_near_the_golden_ratio() {
    let lost = lost("maharaja-nim", 800);
    assert_eq!(lost[..6], [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 13)]);
    // |1000 y - 1618 x| <= 4000, as far as rows have their P-position in the table.
    for &(x, y) in lost.iter().filter(|(x, _)| *x < 450) {
        assert!((1000 * y).abs_diff(1618 * x) <= 4000, "{x},{y}");
    }
}

/// Larsson (2012, 2014): for p = 1, q = 2 the P-positions do not lie on two lines, as a sector between two others is empty.
#[test]
fn the_p_positions_of_gdwn_split() {
    let lost = lost("gdwn:p=1,q=2", 1000);
    assert_eq!(lost[..6], [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 14)]);
    let slopes: Vec<usize> =
        lost.iter().filter(|(x, _)| (100..400).contains(x)).map(|(x, y)| 100 * y / x).collect();
    assert!(
        slopes.iter().all(|slope| (140..160).contains(slope) || (215..235).contains(slope)),
        "{slopes:?}"
    );
    let low = slopes.iter().filter(|slope| **slope < 160).count();
    assert!(low > 30 && slopes.len() - low > 30, "{low} of {}", slopes.len());
}

/// With one pile empty, taking from all three is no move, and the game is Nim; taking from any of them is Wythoff's game.
#[test]
fn three_piles_with_an_empty_one_are_nim_and_wythoff() {
    assert_eq!(table("wythoff-3-all a,b,0", 30), table("nim a,b", 30));
    assert_eq!(table("wythoff-3-any a,b,0", 30), table("wythoff a,b", 30));
    assert_ne!(table("wythoff-3-any a,b,1", 5), table("wythoff-3-all a,b,1", 5));
}

/// Slices of boxes of three and four numbers, which are filled by lines, are those of the definition.
#[test]
fn slices_of_boxes_equal_the_definition() {
    let slices = [
        "wythoff-3-any a,b,7",
        "wythoff-3-any a,5,b",
        "wythoff-3-all 6,a,b",
        "star-nim a,b,5",
        "star-nim 2,a,b,4",
        "star-silver-dollar [a],[b],[3]",
    ];
    for text in slices {
        let made = |engine| {
            let template = grundy::Template::parse(text).unwrap();
            let table = grundy::Table::of(template).to(11).engine(engine).compute().unwrap();
            (0..table.side()).flat_map(|a| table.row(a).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        assert_eq!(made(grundy::Engine::Best), made(grundy::Engine::Definition), "{text}");
    }
}

/// Who may not move to 0,0 plays Wythoff's game in misère play. Its P-positions are those of normal play but for the first two pairs.
#[test]
fn cornerless_wythoff_is_misere_wythoff() {
    let cornerless = lost("cornerless-wythoff", 60);
    let template = grundy::Template::parse("misere(wythoff)").unwrap();
    let plan = grundy::Plan::of_outcomes(&template, 30, grundy::Engine::Best).unwrap();
    let mut misere = Vec::new();
    let mut watch = |_| std::ops::ControlFlow::Continue(());
    plan.for_each(grundy::solve::rays::How::default(), Budget::default(), &mut watch, &mut |a, b, value| {
        if value == 0 && a <= b {
            misere.push((usize::try_from(a).unwrap(), usize::try_from(b).unwrap()));
        }
        Ok(())
    })
    .unwrap();
    let small: Vec<(usize, usize)> = cornerless.iter().copied().filter(|(_, y)| *y <= 30).collect();
    assert_eq!(small, misere);
    assert_eq!(cornerless[..2], [(0, 1), (2, 2)]);
    assert_eq!(cornerless[2..], lost("wythoff", 60)[2..]);
}

/// The values of the game in which every Fibonacci number may be taken (OEIS A014588), which agree below 21; and the period.
#[test]
fn take_fibonacci_begins_as_the_game_of_all_fibonacci_numbers() {
    const PUBLISHED: [u64; 21] = [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0];
    let game = grundy::game("take-fibonacci").unwrap();
    let mut engine = Reference::new(Arc::clone(&game), Budget::default());
    for n in 0..500_u64 {
        let value = engine.value(&game.position(&RawPosition::row(&[n])).unwrap()).unwrap().0;
        assert_eq!(value, PUBLISHED[usize::try_from(n % 10).unwrap()], "{n}");
        if let Some(&published) = PUBLISHED.get(usize::try_from(n).unwrap()) {
            assert_eq!(value, published, "{n}");
        }
    }
}

/// Reading a text and recognising its game is a matter of milliseconds.
#[test]
fn the_library_is_read_quickly() {
    for bundled in grundy::rules::LIBRARY {
        let start = std::time::Instant::now();
        let rules = bundled.rules().unwrap();
        let numbers: Vec<(&str, u64)> =
            rules.parameters.iter().map(|p| (p.letter.name.as_str(), p.least + 1)).collect();
        bundled.game(&numbers).unwrap();
        println!("{:20} {:?}", bundled.name, start.elapsed());
        assert!(start.elapsed().as_millis() < 500, "{}: {:?}", bundled.name, start.elapsed());
    }
}
