//! Parses moves where options are not listed: as positions, which are checked against the rules.

use super::{Request, is_in_words, names_a_game, notation_target, target, unknown, words};
use crate::play::illegal;
use grundy::theorem::UBig;
use grundy::{Board, Game, InputError, Position};
use grundy_answers::board::components;
use grundy_answers::session::Session;

const HINT: &str = "e.g. `take 5 from pile 2`, `take 5 from each pile`, `move 5 from pile 2 to pile 1`, \
                    `strip 2: square 9 to 4`, or the position you move to";

/// Parses a move.
pub fn read(line: &str, session: &Session) -> Result<Request, InputError> {
    let to = position(line, session).map_err(|error| error.in_text(line))?;
    let refused = || illegal::refusal(session.game(), session.position(), &to).in_text(line);
    match session.game().is_option(session.position(), &to) {
        Ok(true) => Ok(Request::MoveTo(to)),
        Ok(false) => Err(refused()),
        Err(spent) => Err(InputError::whole(format!("whether this is a move {spent}")).in_text(line)),
    }
}

fn position(line: &str, session: &Session) -> Result<Position, InputError> {
    let numbers = session.position().rows().map_or(0, |rows| rows.concat().len());
    if line.bytes().all(|byte| byte.is_ascii_digit()) && numbers != 1 {
        return Err(InputError::whole("there are too many moves to number").hint(HINT));
    }
    if names_a_game(line) {
        target(line, session)
    } else if is_in_words(line) {
        in_words(&words(line), session)
    } else if line.starts_with(|c: char| c.is_ascii_digit() || "[(-,".contains(c)) {
        notation_target(line, session)
    } else {
        Err(unknown(line))
    }
}

/// A move in words; in a compound, after the number of a game.
fn in_words(words: &[String], session: &Session) -> Result<Position, InputError> {
    let Some(components) = components(session.game(), session.position()) else {
        return notation_target(&moved(session.game(), session.position(), words)?, session);
    };
    let named = words.split_first().and_then(|(first, rest)| Some((first.parse::<usize>().ok()?, rest)));
    let part = named.and_then(|(number, rest)| {
        let (game, part) = components.parts.get(number.checked_sub(1)?)?;
        Some((number, game, part, rest))
    });
    let Some((number, game, part, rest)) = part else {
        let message = format!("there are {} games here", components.parts.len());
        return Err(InputError::whole(message).hint("begin with the game you move in, e.g. `game 1: take 5`"));
    };
    notation_target(&format!("{number}: {}", moved(game, part, rest)?), session)
}

/// The text of the position that a move in words leads to.
fn moved(game: &Game, from: &Position, words: &[String]) -> Result<String, InputError> {
    let mut rows = from.rows().unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let strips = matches!(game.board(), Board::Strips { .. } | Board::Crossed { .. });
    let first = usize::from(!matches!(game.board(), Board::Graph { .. }));
    let in_piles = rows.len() == 1 && !game.show(from).starts_with('[');
    match (strips, words.strip_prefix(&["move"]).filter(|_| strips).unwrap_or(&words)) {
        (true, [strip, square, "to", to]) => {
            let strip = place(strip, 1, if in_piles { rows[0].len() } else { rows.len() }, "strip")?;
            let (row, tokens) = if in_piles { (0, strip..strip + 1) } else { (strip, 0..rows[strip].len()) };
            let square = number(square)?;
            let token = tokens.into_iter().find(|&token| rows[row][token] == square).ok_or_else(no_token)?;
            rows[row][token] = number(to)?;
        }
        (true, [square, "to", to]) => {
            let square = number(square)?;
            let mut tokens = rows.iter_mut().flatten().filter(|token| **token == square);
            let token = tokens.next().ok_or_else(no_token)?;
            if tokens.next().is_some() {
                return Err(InputError::whole("several strips have a token on this square").hint(HINT));
            }
            *token = number(to)?;
        }
        (false, ["take", amount]) if rows[0].len() == 1 => take(&mut rows[0], 0, amount)?,
        (false, ["take", amount, "from", "each"]) if rows[0].len() == 2 => {
            take(&mut rows[0], 0, amount)?;
            take(&mut rows[0], 1, amount)?;
        }
        (false, ["take", amount, "from", pile]) => {
            let pile = place(pile, first, rows[0].len(), "pile")?;
            take(&mut rows[0], pile, amount)?;
        }
        (false, ["take", one, "from", pile, "and", other, "from", second]) => {
            for (amount, pile) in [(one, pile), (other, second)] {
                let pile = place(pile, first, rows[0].len(), "pile")?;
                take(&mut rows[0], pile, amount)?;
            }
        }
        (false, ["move", amount, "from", pile, "to", other]) => {
            let count = rows[0].len();
            let (pile, other) = (place(pile, first, count, "pile")?, place(other, first, count, "pile")?);
            take(&mut rows[0], pile, amount)?;
            rows[0][other] += number(amount)?;
        }
        _ => return Err(InputError::whole("this is not a move in words").hint(HINT)),
    }
    let row = |row: &Vec<UBig>| row.iter().map(UBig::to_string).collect::<Vec<_>>().join(",");
    Ok(if in_piles {
        row(&rows[0])
    } else {
        // A token may jump over others.
        for row in &mut rows {
            row.sort_unstable();
        }
        format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join("],["))
    })
}

fn number(word: &str) -> Result<UBig, InputError> {
    grundy::notation::number(word)
        .map_err(|_| InputError::whole(format!("`{word}` is not a number")).hint(HINT))
}

/// The index of a pile or strip; their numbers start at `first`.
fn place(word: &str, first: usize, count: usize, noun: &str) -> Result<usize, InputError> {
    let place = word.parse::<usize>().ok().and_then(|number| number.checked_sub(first));
    place.filter(|&place| place < count).ok_or_else(|| {
        let last = count + first - 1;
        InputError::whole(format!("there is no {noun} {word}: the numbers are {first} to {last}")).hint(HINT)
    })
}

fn take(piles: &mut [UBig], pile: usize, amount: &str) -> Result<(), InputError> {
    let amount = number(amount)?;
    if amount > piles[pile] {
        return Err(InputError::whole("the pile has fewer counters than that").hint(HINT));
    }
    piles[pile] -= amount;
    Ok(())
}

fn no_token() -> InputError {
    InputError::whole("there is no token on this square").hint(HINT)
}
