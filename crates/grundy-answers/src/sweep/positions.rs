//! Questions about positions and tables.

use super::question::{Found, Given};
use super::row::Value;
use crate::ask::{Ask, Error};
use crate::moves::Listed;
use crate::table;
use crate::value::{Valued, answer, shown};
use grundy::{Answer, Engine, Game, InputError, Position, Template};

/// The verdicts of answers that are not proofs of a claim.
fn verdict(game: &Game, answer: &Answer) -> String {
    if answer.value.is_some() || game.is_misere() { "known" } else { "open" }.to_owned()
}

fn known(answers: Vec<Option<Value>>) -> Found {
    Found { verdict: "known".to_owned(), answers, stopped: None }
}

/// The position of a question.
fn position(given: &Given<'_>) -> Result<(Game, Position), InputError> {
    let position = given.text("position").unwrap_or_default();
    match given.text("game") {
        Some(game) => grundy::parse(&format!("{game} {position}")),
        None => grundy::parse(position),
    }
}

pub fn value(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (game, position) = position(given)?;
    let answer = answer(&game, &position, ask)?;
    let value = answer.value.as_ref().map(|value| u64::try_from(value).map_err(|_| wide(value)));
    let value = value.transpose()?.map(Value::from);
    let open = answer.open.as_ref();
    let between = open.and_then(|open| open.between.as_ref());
    let between = between.map(|(least, greatest)| Value::Text(format!("{least}..{greatest}")));
    let winning = serde_json::to_string(&shown(&game, &answer.winning)).unwrap_or_default();
    let stopped = open.filter(|_| answer.value.is_none()).and_then(|open| open.stopped_by);
    Ok(Found {
        verdict: verdict(&game, &answer),
        stopped: stopped.map(|limit| limit.to_string()),
        answers: vec![
            value,
            between,
            Some(Value::Text(answer.outcome.to_string())),
            Some(Value::Text(winning)),
            Some(Value::Text(answer.by)),
        ],
    })
}

/// The error for a value that a column of 64-bit numbers cannot hold.
fn wide(value: &impl ToString) -> InputError {
    InputError::whole(format!("the value {} does not fit into 64 bits", value.to_string()))
        .hint("the question `outcome` takes positions of any size")
}

pub fn outcome(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (game, position) = position(given)?;
    let Valued { outcome, by, .. } = Valued::ask(&game, &position, ask)?;
    Ok(known(vec![Some(Value::Text(outcome)), Some(Value::Text(by))]))
}

pub fn moves(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let (game, position) = position(given)?;
    let Listed { value, moves, .. } = Listed::ask(&game, &position, usize::MAX, ask)?;
    let winning = moves.iter().filter(|option| option.winning).count();
    let each = [value, Some(length(moves.len())), Some(length(winning))];
    Ok(known(each.map(|number| number.map(Into::into)).to_vec()))
}

pub fn table(given: &Given<'_>, ask: Ask<'_>) -> Result<Found, Error> {
    let slice = Template::parse(given.text("game").unwrap_or_default())?;
    let question = table::Question { slice: &slice, max: given.need("max")?, engine: Engine::Best };
    let (mut positions, mut zeros, mut largest) = (0_u64, 0_u64, None);
    let plan = question.plan(false, ask)?;
    plan.for_each(ask.how, ask.limits.budget, &mut |progress| ask.cells(progress), &mut |_, _, value| {
        positions += 1;
        zeros += u64::from(value == 0);
        largest = largest.max(Some(value));
        Ok(())
    })?;
    if positions == 0 {
        return Err(InputError::whole("no cell of this table is a position").into());
    }
    Ok(known(vec![Some(positions.into()), Some(zeros.into()), largest.map(Value::from)]))
}

/// A length as a number.
pub fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
