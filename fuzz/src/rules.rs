//! Rules as text.

use crate::is_placed;
use grundy::notation::rules::{Positions, RuleText, parse_inline, parse_rules};
use grundy::rules::Written;
use grundy::{InputError, RawPosition, Ruleset as _, options};

/// Rules that are parsed are printed as a text of the same rules, in a file and in one line.
pub fn read_back(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    match parse(text) {
        Err(error) => assert!(is_placed(&error.in_text(text))),
        Ok(rules) => {
            let (file, line) = (rules.to_string(), rules.inline());
            let same = parse_rules(&file).expect("a printed file parses");
            assert_eq!(same, rules, "`{text}` as\n{file}");
            if rules.parameters.is_empty() {
                let same = parse_inline(&line).expect("a printed line parses");
                assert_eq!((&same.positions, &same.moves), (&rules.positions, &rules.moves), "{line}");
                assert_eq!(same.inline(), line);
            }
        }
    }
}

/// The options of small positions are positions, each listed once, and none is the position itself.
pub fn give_positions(input: &[u8]) {
    /// Upper limit on the options that are looked at.
    const MOST: usize = 200;
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(rules) = parse(text) else { return };
    let parameters: Vec<_> = rules.parameters.iter().map(|p| (p.letter.name.clone(), p.least)).collect();
    let given: Vec<_> = parameters.iter().map(|(letter, least)| (letter.as_str(), *least)).collect();
    let Positions::Tuple { letters, .. } = &rules.positions else { return };
    let numbers = letters.len();
    let game = match Written::new(rules.clone(), &given) {
        Ok(game) => game,
        Err(error) => return assert!(is_placed(&error.in_text(text))),
    };
    let _ = game.measure();
    for row in [[0, 0, 0, 0], [1, 2, 0, 3], [5, 3, 4, 2], [u64::MAX, 7, u64::MAX, 0]] {
        let Ok(position) = game.position(&RawPosition::row(&row[..numbers])) else { continue };
        let Ok(found) = options(&game, &position, MOST) else { continue };
        for (index, option) in found.iter().enumerate() {
            let numbers = option.piles().expect("an option has numbers");
            assert_eq!(
                game.position(&RawPosition::row(numbers)).as_ref(),
                Ok(option),
                "{text} at {position}"
            );
            assert!(
                *option != position && !found[..index].contains(option),
                "{text} at {position}: {option}"
            );
        }
    }
}

fn parse(text: &str) -> Result<RuleText, InputError> {
    if text.starts_with('{') { parse_inline(text) } else { parse_rules(text) }
}
