//! Games and positions as text.

use crate::is_placed;
use grundy::{Game, Position, Template};

/// A text that is parsed is written back as a text of the same position, and an error points into the text.
pub fn reads_back(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    // Games given by rules have targets of their own, and numbers of a million digits take milliseconds.
    if text.contains('{') || has_large_power(text) {
        return;
    }
    match grundy::parse(text) {
        Err(error) => assert!(is_placed(&error), "{error:?}"),
        Ok((game, position)) => {
            let back = written(&game, &position);
            let (other, same) = grundy::parse(&back).expect("a written position parses");
            assert_eq!((game.name(), &position), (other.name(), &same), "`{text}` as `{back}`");
            assert_eq!(written(&other, &same), back);
            assert_eq!(Template::parse(text).and_then(|template| template.at(&[])).as_ref(), Ok(&position));
        }
    }
}

fn written(game: &Game, position: &Position) -> String {
    match position.parts() {
        Some(_) => game.show(position),
        None => format!("{} {}", game.name(), game.show(position)),
    }
}

/// Whether an exponent has more than three digits.
fn has_large_power(text: &str) -> bool {
    let powers = text.split(['^', 'e', 'E']).skip(1);
    powers.into_iter().any(|after| after.bytes().take_while(u8::is_ascii_digit).count() > 3)
}
