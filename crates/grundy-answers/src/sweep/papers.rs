//! Questions about the claims of the papers.

use super::positions::length;
use super::question::{Found, Given};
use super::row::Value;
use crate::ask::{Ask, Error};
use crate::audit;
use grundy::{Engine, InputError, Plan, Template};
use grundy_claims::{Effort, Verdict};

pub fn audit(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let name = given.text("effort").unwrap_or("quick");
    let all = [Effort::Quick, Effort::Full, Effort::Frontier];
    let Some(effort) = all.into_iter().find(|effort| effort.name() == name) else {
        let error = InputError::whole(format!("unknown effort `{name}`"));
        return Err(error.hint("use quick, full or frontier").into());
    };
    let question = audit::Question {
        claim: given.text("claim").map(str::to_owned),
        effort: Some(effort),
        up_to: given.number("up_to")?.filter(|&up_to| up_to > 0),
        ..audit::Question::default()
    };
    let audited = question.ask(ask)?;
    let checked = &audited.first().ok_or_else(|| InputError::whole("no claim was checked"))?.found;
    let first = checked.differences.first();
    let text = |text: Option<&String>| text.map(|text| Value::Text(text.clone()));
    Ok(Found {
        verdict: checked.verdict.to_string(),
        answers: vec![
            Some(Value::Text(checked.checked_to.clone())),
            Some(length(checked.count).into()),
            text(first.map(|first| &first.published)),
            text(first.map(|first| &first.computed)),
            text(first.map(|first| &first.at)),
        ],
        stopped: None,
    })
}

/// Conjecture 3: a position 0,a,b of value g >= 2 has a <= 2g-1.
pub fn spreads(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (first, last) = given.range("columns")?;
    let template = Template::parse("sharing-nim")?;
    let plan = Plan::new(&template, last, Engine::Rays)?;
    let (mut positions, mut zeros, mut largest) = (0_u64, 0_u64, 0);
    let mut witness: Option<(u64, u64, u64)> = None;
    plan.for_each(ask.how, ask.limits.budget, &mut |progress| ask.cells(progress), &mut |a, b, value| {
        if !(first..=last).contains(&b) || 2 * a > b {
            return Ok(());
        }
        positions += 1;
        zeros += u64::from(value == 0);
        largest = largest.max(value);
        if value >= 2 && a > 2 * value - 1 {
            let here = (b, a, value);
            witness = Some(witness.map_or(here, |earlier| earlier.min(here)));
        }
        Ok(())
    })?;
    let verdict = if witness.is_some() { Verdict::Refuted } else { Verdict::Open };
    let witness = witness.map(|(b, a, value)| Value::Text(format!("G(0,{a},{b}) = {value}")));
    let numbers = [positions, zeros, largest].map(|number| Some(number.into()));
    Ok(Found {
        verdict: verdict.to_string(),
        answers: [numbers.to_vec(), vec![witness]].concat(),
        stopped: None,
    })
}
