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
