//! Computes the terms of the sequences from the rules.

use super::entries::{Entry, Terms};
use crate::ask::{Ask, Error};
use crate::heaps::HeapValues;
use crate::sequence;
use crate::table::{Line, Question};
use grundy::sequence::Extent;
use grundy::theorem::{UBig, ho};
use grundy::{Element, Engine, InputError, Template};
use grundy_export::antidiagonals;

/// The first terms of a sequence.
///
/// # Errors
/// When they are beyond the limits, or the work is cancelled.
pub fn terms(entry: &Entry, count: usize, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
    let game = entry.game;
    Ok(match entry.terms {
        Terms::Antidiagonals => table(game, count, ask)?,
        Terms::Row(a) => row(game, a, count, ask)?,
        Terms::X(first) => {
            p_positions(game, count + first, ask)?.into_iter().skip(first).map(|(x, _)| x).collect()
        }
        Terms::Y(first) => {
            p_positions(game, count + first, ask)?.into_iter().skip(first).map(|(_, y)| y).collect()
        }
        Terms::XPlusOne => p_positions(game, count, ask)?.into_iter().map(|(x, _)| x + 1).collect(),
        Terms::Partner => partners(game, count, ask)?,
        Terms::Zeros => zeros(count),
        Terms::Heaps => heaps(game, entry.offset, count, ask)?,
    })
}

fn p_positions(game: &str, count: usize, ask: Ask<'_>) -> Result<Vec<(u64, u64)>, Error> {
    positions(game, 0, count, ask)
}

/// The first positions of a value.
///
/// # Errors
/// As for [`sequence::positions`].
pub fn positions(game: &str, value: u64, count: usize, ask: Ask<'_>) -> Result<Vec<(u64, u64)>, Error> {
    sequence::positions(&Template::parse(game)?, value, None, Extent::Count(count), ask)
}

fn partners(game: &str, count: usize, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
    // Every number up to x_n occurs in one of the first n P-positions, so `count` positions are enough.
    let mut partners = vec![0; count];
    for (x, y) in p_positions(game, count, ask)? {
        for (one, other) in [(x, y), (y, x)] {
            if let Some(partner) = usize::try_from(one).ok().and_then(|one| partners.get_mut(one)) {
                *partner = other;
            }
        }
    }
    Ok(partners)
}

/// P-positions 0,0,n of Sharing Nim, by Ho's theorem.
fn zeros(count: usize) -> Vec<u64> {
    let none = UBig::ZERO;
    (1..).filter(|&n: &u64| ho::is_p([&none, &none, &UBig::from(n)])).take(count).collect()
}

/// The values of heaps from one on.
///
/// # Errors
/// When this is no game of heaps, or they are beyond the limits.
pub fn heaps(game: &str, from: u64, count: usize, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
    let to = u64::try_from(count).unwrap_or(u64::MAX).saturating_add(from);
    let of_heaps = HeapValues::ask(&grundy::game(game)?, to, ask)?;
    Ok(of_heaps.values.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX)).collect())
}

/// The first cells of a table, by antidiagonals.
///
/// # Errors
/// When a cell is not a position, and as for [`Question::whole`].
pub fn table(game: &str, count: usize, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
    // Antidiagonals 0 to s have (s+1)(s+2)/2 cells.
    let most = u64::try_from(count).unwrap_or(u64::MAX);
    let last = (most.saturating_mul(2)).isqrt();
    let template = Template::parse(game)?;
    let question = Question { slice: &template, max: last, engine: Engine::Best };
    let table = question.whole(None, Element::U8, ask)?.table;
    let mut terms = antidiagonals(&table)
        .map_err(|(a, b)| InputError::whole(format!("{a},{b} is not a position of {game}")))?;
    terms.truncate(count);
    Ok(terms)
}

/// The first cells of a row.
///
/// # Errors
/// As for [`Question::line`].
pub fn row(game: &str, a: u64, count: usize, ask: Ask<'_>) -> Result<Vec<u64>, Error> {
    let template = Template::parse(game)?;
    let max = u64::try_from(count.saturating_sub(1)).unwrap_or(u64::MAX).max(a);
    let question = Question { slice: &template, max, engine: Engine::Best };
    let row = question.line(Line::Row(a), ask)?;
    Ok(row.values.into_iter().flatten().take(count).collect())
}
