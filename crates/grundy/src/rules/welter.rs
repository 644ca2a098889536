use super::large::{moved_tokens, rows_of};
use super::{one_strip, sample_star, sample_strips, strips_mut, strips_of, strips_sharing};
use crate::error::Limit;
use crate::geometry::{Conditions, Geometry, IsPosition, Tokens};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor, draw_index};
use dashu_int::UBig;
use std::sync::Arc;

/// Welter's game: one strip with at most one token per square. A token moves to any lower empty square, and may jump over
/// others (Welter 1954).
#[derive(Clone, Copy, Debug)]
pub struct Welter;

/// The star of Welter's game: strips joined at square 0, which holds at most one token. A token moves to any lower empty square
/// of its strip, and may jump over others. With one token per strip this is Star Nim.
#[derive(Clone, Copy, Debug)]
pub struct StarWelter;

impl Ruleset for Welter {
    fn name(&self) -> String {
        "welter".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        one_strip(raw, "star-welter")
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        visit_jumps(position, visit)
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(is_jump(from, to))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        Ok(draw_jump(from, draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 0 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Strips(sample_strips(1, 0, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a,b]", triangle: true })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        Some(Geometry::Lowering(in_any_order(lengths, usize::MAX)))
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::of_tokens(lengths, Tokens::Distinct, false))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}

impl Ruleset for StarWelter {
    fn name(&self) -> String {
        "star-welter".into()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        strips_sharing(raw, 1)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        visit_jumps(position, visit)
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(is_jump(from, to))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        Ok(draw_jump(from, draw))
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 1 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        sample_star(size, draw)
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a],[1,b]", triangle: false })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        Some(Geometry::Lowering(in_any_order(lengths, 1)))
    }

    fn conditions(&self, lengths: &[usize]) -> Option<Conditions> {
        Some(Conditions::of_tokens(lengths, Tokens::Distinct, true))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of::<Self>())
    }
}

/// Visits the positions in which one token has moved to a lower empty square of its strip. A token on square 0 occupies it for
/// all strips.
fn visit_jumps(position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
    let strips = strips_of(position)?;
    let zero_is_taken = strips.iter().any(|tokens| tokens.first() == Some(&0));
    for (strip, tokens) in strips.iter().enumerate() {
        let lowest = u64::from(zero_is_taken && tokens.first() != Some(&0));
        for (token, &from) in tokens.iter().enumerate() {
            // The moving token starts first in the row, and passes the others as its square increases.
            let mut option = position.clone();
            strips_mut(&mut option)[strip][..=token].rotate_right(1);
            let mut place = 0;
            for to in lowest..from {
                strips_mut(&mut option)[strip][place] = to;
                if tokens[place] == to {
                    place += 1;
                } else {
                    visit(&option)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether exactly one token moves, and to a lower square. `to` is a position, so the square was empty.
fn is_jump(from: &Position, to: &Position) -> bool {
    let (from, to) = (rows_of(from), rows_of(to));
    let same = from.len() == to.len() && from.iter().zip(&to).all(|(from, to)| from.len() == to.len());
    let mut moved = from.iter().zip(&to).flat_map(|(from, to)| moved_tokens(from, to));
    same && moved.next().is_some_and(|(from, to)| to < from) && moved.next().is_none()
}

/// Chooses uniformly which token moves, then to which of the empty squares below it, counted from the nearest.
fn draw_jump(position: &Position, draw: &mut Draw<'_>) -> Option<Position> {
    let mut rows = rows_of(position);
    let on_zero = |tokens: &Vec<UBig>| tokens.first().is_some_and(UBig::is_zero);
    let zero_is_taken = rows.iter().any(on_zero);
    let mut can_move = Vec::new();
    for (strip, tokens) in rows.iter().enumerate() {
        let lost = usize::from(zero_is_taken && !on_zero(tokens));
        let free =
            tokens.iter().enumerate().map(|(token, square)| (token, square - UBig::from(token + lost)));
        can_move.extend(free.filter(|(_, free)| !free.is_zero()).map(|(token, free)| (strip, token, free)));
    }
    let (strip, token, free) = can_move.get(draw_index(can_move.len(), draw)?)?;
    let tokens = &mut rows[*strip];
    let (mut to, mut place) = (tokens.remove(*token) - 1u8 - draw(free), *token);
    while place > 0 && tokens[place - 1] >= to {
        to -= 1u8;
        place -= 1;
    }
    tokens.insert(place, to);
    Some(Position::of_strips(rows))
}

/// The positions with the tokens of each strip in any order. A token that jumps then keeps its index, so every position with one
/// number lowered is an option.
fn in_any_order(lengths: &[usize], most_on_zero: usize) -> IsPosition {
    let lengths = lengths.to_vec();
    Arc::new(move |numbers: &[u64]| {
        let mut rest = numbers;
        let distinct = lengths.iter().all(|&length| {
            let (tokens, others) = rest.split_at(length);
            rest = others;
            (1..length).all(|token| !tokens[..token].contains(&tokens[token]))
        });
        distinct && numbers.iter().filter(|&&square| square == 0).count() <= most_on_zero
    })
}
