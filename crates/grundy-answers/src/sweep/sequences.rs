//! Questions about rows, sequences and limits.

use super::positions::length;
use super::question::{Found, Given};
use super::row::Value;
use crate::ask::{Ask, Error};
use crate::sequence::{family, positions, summary::count};
use crate::{formula, limit as limits, period as periods, prove as proofs};
use grundy::sequence::Extent;
use grundy::sequence::compare::{Pair, recursion, with_kernel};
use grundy::theorem::limit::MOST_DIGITS;
use grundy::{InputError, Template};
use grundy_claims as claims;

fn found(verdict: &impl ToString, answers: Vec<Option<Value>>) -> Found {
    Found { verdict: verdict.to_string(), answers, stopped: None }
}

fn numbers<const N: usize>(numbers: [Option<u64>; N]) -> Vec<Option<Value>> {
    numbers.map(|number| number.map(Value::from)).to_vec()
}

fn json(value: &impl serde::Serialize) -> Option<Value> {
    serde_json::to_string(value).ok().map(Value::Text)
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub fn period(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    use periods::Subjects;
    let [row, value, heaps] = [given.number("row")?, given.number("value")?, given.number("heaps")?];
    let of = match (row, value) {
        (Some(row), _) => Subjects::Rows(row..=row),
        (_, Some(value)) => Subjects::Values(value..=value),
        _ if heaps.is_some() => Subjects::Heaps,
        _ => Subjects::Diagonal(given.need("diagonal")?),
    };
    let claim = given.number("claim")?;
    if claim.is_some() && (row.is_none() || claim == Some(0)) {
        return Err(InputError::whole("`claim` is a positive period of a row").hint("give `row`").into());
    }
    let columns = heaps.map_or_else(|| given.number("columns"), |heaps| Ok(Some(heaps)))?;
    let question = periods::Question { game: given.game()?, of, columns, most: None, claim };
    let mut answers = question.ask(ask)?;
    let one = answers.pop().ok_or_else(|| InputError::whole("no row was searched"))?;
    let candidate = one.data.as_ref().and_then(|data| json(&data.candidate?));
    let mut columns = numbers([one.preperiod, one.period, one.saltus, one.state_period]);
    columns.push(candidate);
    columns.extend(numbers([one.searched_to, one.fails_at]));
    Ok(found(&one.verdict, columns))
}

pub fn sequence(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let template = Template::parse(given.text("game").unwrap_or_default())?;
    let value = given.number("value")?.unwrap_or(0);
    let extent = match given.number("rows")? {
        Some(rows) => Extent::Rows(rows),
        None => Extent::Count(size(given.need("count")?)),
    };
    let members = positions(&template, value, None, extent, ask)?;
    Ok(found(&"known", vec![Some(length(members.len()).into()), json(&members)]))
}

pub fn summary(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let value = given.need("value")?;
    let counted = count(&given.game()?, value..=value, given.need("rows")?, ask)?;
    let one = counted.summary.last().ok_or_else(|| InputError::whole("no rows were computed"))?;
    let each = [one.members, one.repeats, one.settled, one.wrong].map(Some);
    // Later rows may change the constants.
    Ok(found(&grundy::period::Verdict::Open, numbers(each)))
}

pub fn compare(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let template = Template::parse(given.text("game").unwrap_or_default())?;
    let (family, budget) = (family(&template, 0)?, ask.limits.budget);
    let listed = recursion(family, size(given.need("count")?), budget)?;
    let pair = |(x, y): Pair| Value::Text(format!("{x},{y}"));
    Ok(match with_kernel(family, &listed, budget)? {
        None => found(&claims::Verdict::Holds, vec![None, None, None]),
        Some(first) => {
            let answers =
                vec![Some(length(first.n).into()), Some(pair(first.listed)), first.kernel.map(pair)];
            found(&claims::Verdict::Contradicted, answers)
        }
    })
}

pub fn limit(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let digits = size(given.number("digits")?.unwrap_or(50));
    if !(1..=MOST_DIGITS).contains(&digits) {
        return Err(InputError::whole(format!("`digits` must be from 1 to {MOST_DIGITS}")).into());
    }
    let known = limits::ask(given.text("game").unwrap_or_default(), digits, ask.limits)?;
    let texts = [known.limit, known.exact, known.polynomial, known.drift, Some(known.by.to_owned())];
    Ok(found(&known.status, texts.map(|text| text.map(Value::Text)).to_vec()))
}

pub fn prove(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (value, up_to_rows) = (given.need("value")?, given.number("rows")?);
    let report = proofs::Question { game: given.game()?, value, up_to_rows }.ask(ask)?.known;
    let last = report.values.last();
    let each = [
        Some(report.rows),
        last.map(|last| last.repeats),
        last.map(|last| last.settled),
        last.map(|last| last.wrong),
    ];
    let missing = report.missing.map(|missing| {
        Value::Text(format!("value {}: {}, {}", missing.value, missing.hypothesis, missing.reason))
    });
    Ok(found(&report.verdict, [numbers(each), vec![missing]].concat()))
}

pub fn formula(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (value, members) = (given.need("value")?, given.number("members")?.unwrap_or(1_000_000_000));
    let form = formula::Question::new(given.game()?, value, members).ask(ask)?;
    let each = [form.shift, form.settled, form.from, form.chain_count].map(Some);
    let lists = vec![json(&form.chains), json(&form.positions)];
    Ok(found(&grundy::period::Verdict::Proved, [numbers(each), lists].concat()))
}
