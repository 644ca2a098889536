//! The terms of the sequences, from the rules.

use super::known::{Known, Terms};
use crate::failure::Failure;
use crate::memory;
use crate::watch::Watch;
use grundy::sequence::{Extent, Lines, SequenceError, by_definition, by_rows};
use grundy::solve::kernel::Kernel;
use grundy::solve::rays::How;
use grundy::table::TableError;
use grundy::theorem::{UBig, ho};
use grundy::{Budget, BudgetSpent, Engine, InputError, Plan, Template};
use grundy_export::antidiagonals;

/// The first terms of a sequence.
pub fn terms(known: &Known, count: usize) -> Result<Vec<u64>, Failure> {
    let game = known.game;
    Ok(match known.terms {
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
    let template = Template::parse(game)?;
    if Lines::of(&template).is_some() {
        let mut watch = Watch::start("members");
        return Ok(by_rows(game, value, Extent::Count(count), &mut |progress| watch.see(progress))?);
    }
    let Some(family) = template.game().family().filter(|_| value == 0) else {
        return Ok(by_definition(game, value, count, Budget::default())?);
    };
    let mut kernel = Kernel::new(family, Budget { positions: 1 << 28, options: 1 << 36 });
    let mut found = Vec::new();
    let mut watch = Watch::start("positions");
    while found.len() < count {
        let (x, ys) = kernel.next_row().map_err(|spent: BudgetSpent| SequenceError::Budget(spent))?;
        found.extend(ys.into_iter().map(|y| (x, y)));
        if x.is_multiple_of(1 << 12) && watch.see_endless(x, || format!("row {x}")).is_break() {
            return Err(Failure::Stopped);
        }
    }
    found.truncate(count);
    Ok(found)
}

fn partners(game: &str, count: usize) -> Result<Vec<u64>, Failure> {
    // Every number up to x_n is in a P-position before or at the n-th, so count positions are enough.
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

/// By Ho's theorem on the P-positions of Sharing Nim.
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
    .map_err(|error| InputError::whole(error.message).hint("ask for fewer --terms"))?;
    Ok(plan)
}

fn table(game: &str, count: usize) -> Result<Vec<u64>, Failure> {
    // Antidiagonals 0 to s have (s+1)(s+2)/2 cells.
    let most = u64::try_from(count).unwrap_or(u64::MAX);
    let last = (most.saturating_mul(2)).isqrt();
    let template = Template::parse(game)?;
    let plan = plan(&template, last, true)?;
    let mut watch = Watch::start("cells");
    let table =
        plan.table(plan.element(), How::default(), Budget::default(), &mut |progress| watch.see(progress))?;
    let mut terms = antidiagonals(&table)
        .map_err(|(a, b)| InputError::whole(format!("{a},{b} is no position of {game}")))?;
    terms.truncate(count);
    Ok(terms)
}

/// The first cells of a row.
pub fn row(game: &str, a: u64, count: usize) -> Result<Vec<u64>, Failure> {
    let template = Template::parse(game)?;
    let max = u64::try_from(count.saturating_sub(1)).unwrap_or(u64::MAX).max(a);
    let plan = plan(&template, max, false)?;
    let mut cells = Vec::new();
    let mut watch = Watch::start("cells");
    let mut complete = false;
    let made = plan.for_each(
        How::default(),
        Budget::default(),
        &mut |progress| watch.see(progress),
        &mut |x, b, value| {
            if plan.goes_outwards() && x.min(b) > a {
                complete = true;
                return Err(TableError::Stopped);
            }
            if x == a {
                cells.push((b, value));
            }
            Ok(())
        },
    );
    if !complete {
        made?;
    }
    cells.sort_unstable();
    Ok(cells.into_iter().map(|(_, value)| value).take(count).collect())
}
