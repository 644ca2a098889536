//! Computes the terms of the sequences from the rules.

use super::entries::{Entry, Terms};
use crate::failure::Failure;
use crate::limits::Effort;
use crate::store::{Keeping, asked};
use grundy::sequence::Extent;
use grundy::theorem::{UBig, ho};
use grundy::{Budget, Element, Engine, InputError, Limits, Template};
use grundy_answers::heaps::HeapValues;
use grundy_answers::sequence;
use grundy_answers::table::{Line, Question};
use grundy_export::antidiagonals;
use std::time::Duration;

/// The first terms of a sequence.
pub fn terms(entry: &Entry, count: usize, effort: Effort) -> Result<Vec<u64>, Failure> {
    let game = entry.game;
    Ok(match entry.terms {
        Terms::Antidiagonals => table(game, count, effort)?,
        Terms::Row(a) => row(game, a, count, effort)?,
        Terms::X(first) => {
            p_positions(game, count + first, effort)?.into_iter().skip(first).map(|(x, _)| x).collect()
        }
        Terms::Y(first) => {
            p_positions(game, count + first, effort)?.into_iter().skip(first).map(|(_, y)| y).collect()
        }
        Terms::XPlusOne => p_positions(game, count, effort)?.into_iter().map(|(x, _)| x + 1).collect(),
        Terms::Partner => partners(game, count, effort)?,
        Terms::Zeros => zeros(count),
        Terms::Heaps => heaps(game, entry.offset, count, effort)?,
    })
}

fn p_positions(game: &str, count: usize, effort: Effort) -> Result<Vec<(u64, u64)>, Failure> {
    positions(game, 0, count, effort)
}

/// The first positions of a value.
pub fn positions(game: &str, value: u64, count: usize, effort: Effort) -> Result<Vec<(u64, u64)>, Failure> {
    let budget = Budget { positions: 1 << 28, options: 1 << 36 };
    let limits = effort.apply_over(Limits { budget, time: Duration::MAX, ..Limits::default() });
    let template = Template::parse(game)?;
    asked(&Keeping::none(), Some(limits), |ask| {
        Ok(sequence::positions(&template, value, None, Extent::Count(count), ask)?)
    })
}

fn partners(game: &str, count: usize, effort: Effort) -> Result<Vec<u64>, Failure> {
    // Every number up to x_n occurs in one of the first n P-positions, so `count` positions are enough.
    let mut partners = vec![0; count];
    for (x, y) in p_positions(game, count, effort)? {
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
pub fn heaps(game: &str, from: u64, count: usize, effort: Effort) -> Result<Vec<u64>, Failure> {
    let game = grundy::game(game)?;
    let to = u64::try_from(count).unwrap_or(u64::MAX).saturating_add(from);
    let of_heaps = asked(&Keeping::none(), Some(effort.apply()), |ask| Ok(HeapValues::ask(&game, to, ask)?))?;
    Ok(of_heaps.values.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX)).collect())
}

/// The first cells of a table, by antidiagonals.
pub fn table(game: &str, count: usize, effort: Effort) -> Result<Vec<u64>, Failure> {
    // Antidiagonals 0 to s have (s+1)(s+2)/2 cells.
    let most = u64::try_from(count).unwrap_or(u64::MAX);
    let last = (most.saturating_mul(2)).isqrt();
    let template = Template::parse(game)?;
    let question = Question { slice: &template, max: last, engine: Engine::Best };
    let table =
        asked(&Keeping::none(), Some(effort.apply()), |ask| Ok(question.whole(None, Element::U8, ask)?))?
            .table;
    let mut terms = antidiagonals(&table)
        .map_err(|(a, b)| InputError::whole(format!("{a},{b} is not a position of {game}")))?;
    terms.truncate(count);
    Ok(terms)
}

/// The first cells of a row.
pub fn row(game: &str, a: u64, count: usize, effort: Effort) -> Result<Vec<u64>, Failure> {
    let template = Template::parse(game)?;
    let max = u64::try_from(count.saturating_sub(1)).unwrap_or(u64::MAX).max(a);
    let question = Question { slice: &template, max, engine: Engine::Best };
    let row = asked(&Keeping::none(), Some(effort.apply()), |ask| Ok(question.line(Line::Row(a), ask)?))?;
    Ok(row.values.into_iter().flatten().take(count).collect())
}
