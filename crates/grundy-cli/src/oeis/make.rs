//! Computes the terms of the sequences from the rules.

use super::entries::{Entry, Terms};
use crate::failure::Failure;
use crate::memory;
use crate::store::{Keeping, asked};
use crate::watch::Watch;
use grundy::sequence::Extent;
use grundy::solve::rays::How;
use grundy::theorem::{UBig, ho};
use grundy::{Budget, Engine, InputError, Limits, Plan, Template};
use grundy_answers::sequence;
use grundy_answers::table::{Line, line};
use grundy_export::antidiagonals;

/// The first terms of a sequence.
pub fn terms(entry: &Entry, count: usize) -> Result<Vec<u64>, Failure> {
    let game = entry.game;
    Ok(match entry.terms {
        Terms::Antidiagonals => table(game, count)?,
        Terms::Row(a) => row(game, a, count)?,
        Terms::X(first) => {
            p_positions(game, count + first)?.into_iter().skip(first).map(|(x, _)| x).collect()
        }
        Terms::Y(first) => {
            p_positions(game, count + first)?.into_iter().skip(first).map(|(_, y)| y).collect()
        }
        Terms::XPlusOne => p_positions(game, count)?.into_iter().map(|(x, _)| x + 1).collect(),
        Terms::Partner => partners(game, count)?,
        Terms::Zeros => zeros(count),
    })
}

fn p_positions(game: &str, count: usize) -> Result<Vec<(u64, u64)>, Failure> {
    positions(game, 0, count)
}

/// The first positions of a value.
pub fn positions(game: &str, value: u64, count: usize) -> Result<Vec<(u64, u64)>, Failure> {
    let limits = Limits { budget: Budget { positions: 1 << 28, options: 1 << 36 }, ..Limits::default() };
    let template = Template::parse(game)?;
    asked(&Keeping::none(), Some(limits), |ask| {
        Ok(sequence::positions(&template, value, None, Extent::Count(count), ask)?)
    })
}

fn partners(game: &str, count: usize) -> Result<Vec<u64>, Failure> {
    // Every number up to x_n occurs in one of the first n P-positions, so `count` positions are enough.
    let mut partners = vec![0; count];
    for (x, y) in p_positions(game, count)? {
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

fn plan(template: &Template, max: u64, keeps: bool) -> Result<Plan<'_>, Failure> {
    let plan_to = |max| Plan::new(template, max, Engine::Best);
    let plan = plan_to(max)?;
    memory::refuse_beyond(memory::limit(None), max, |max| match plan_to(max) {
        Ok(plan) if keeps => plan.bytes_kept(How::default()),
        Ok(plan) => plan.bytes(How::default()),
        Err(_) => u64::MAX,
    })
    .map_err(|error| InputError::whole(error.message).hint("use a smaller --terms"))?;
    Ok(plan)
}

fn table(game: &str, count: usize) -> Result<Vec<u64>, Failure> {
    // Antidiagonals 0 to s have (s+1)(s+2)/2 cells.
    let most = u64::try_from(count).unwrap_or(u64::MAX);
    let last = (most.saturating_mul(2)).isqrt();
    let template = Template::parse(game)?;
    let plan = plan(&template, last, true)?;
    let watch = Watch::start();
    let table =
        plan.table(plan.element(), How::default(), Budget::default(), &mut |progress| watch.cells(progress))?;
    let mut terms = antidiagonals(&table)
        .map_err(|(a, b)| InputError::whole(format!("{a},{b} is not a position of {game}")))?;
    terms.truncate(count);
    Ok(terms)
}

/// The first cells of a row.
pub fn row(game: &str, a: u64, count: usize) -> Result<Vec<u64>, Failure> {
    let template = Template::parse(game)?;
    let max = u64::try_from(count.saturating_sub(1)).unwrap_or(u64::MAX).max(a);
    let plan = plan(&template, max, false)?;
    let values = asked(&Keeping::none(), None, |ask| Ok(line(&plan, max, Line::Row(a), ask)?))?;
    Ok(values.into_iter().flatten().take(count).collect())
}
