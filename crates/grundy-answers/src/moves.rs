//! The moves of a position with their values.

use crate::ask::{Ask, Error};
use crate::column;
use crate::position::{Number, numbers};
use crate::value::{Blocking, full, short_one, shown};
use grundy::{Game, Limit, Nimber, Position, Strategist, counted, describe, options};
use serde::Serialize;
use std::fmt::Write as _;

/// A position and its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its value; `None` in misère play.
    pub value: Option<u64>,
    /// The blocking rule and the blocked moves, in games with blocking.
    #[serde(flatten)]
    pub blocking: Option<Blocking>,
    /// The moves, in the order of the rules.
    pub moves: Vec<Move>,
    /// The list as text.
    #[serde(skip)]
    pub text: String,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    /// The position it leads to.
    pub to: String,
    /// The same for people, short in long sums.
    #[serde(skip)]
    pub short: String,
    /// The value of that position; `None` in misère play.
    pub value: Option<u64>,
    /// Does it win?
    pub winning: bool,
    /// A description in words.
    pub description: String,
    /// The changed parts.
    pub changes: Vec<Change>,
    /// With blocking: what to block after a winning move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then_block: Option<Vec<String>>,
}

/// A part of a position that a move changes, and what it is after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The path to the part: an index into `parts` of the position, then one into `parts` of that part, and so on. Empty for the
    /// position itself.
    pub part: Vec<usize>,
    /// The squares of the tokens, strip by strip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strips: Option<Vec<Vec<Number>>>,
    /// The counters of each pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piles: Option<Vec<Number>>,
    /// Set if the move closes a nearly disjunctive sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
}

impl Change {
    /// The changes of a move from one position of a game to another.
    pub fn all(game: &Game, from: &Position, to: &Position) -> Vec<Self> {
        let mut changes = Vec::new();
        match from.parts() {
            Some(_) => Self::add(game, from, to, &mut Vec::new(), &mut changes),
            // A position of a simple game has one part.
            None => Self::add(game, from, to, &mut vec![0], &mut changes),
        }
        changes
    }

    fn add(game: &Game, from: &Position, to: &Position, path: &mut Vec<usize>, changes: &mut Vec<Self>) {
        if from == to {
            return;
        }
        let change = Self { part: path.clone(), strips: None, piles: None, closed: None };
        let (Some(old), Some(new)) = (from.parts(), to.parts()) else {
            let (piles, strips) = numbers(&game.board(), to);
            return changes.push(Self { strips, piles, ..change });
        };
        for (i, (game, (from, to))) in game.components().iter().zip(old.iter().zip(new)).enumerate() {
            path.push(i);
            Self::add(game, from, to, path, changes);
            path.pop();
        }
        if from.is_closed() != to.is_closed() {
            changes.push(Self { closed: Some(to.is_closed()), ..change });
        }
    }
}

/// A move without its value.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The position it leads to.
    pub to: String,
    /// A description in words.
    pub description: String,
    /// The changed parts.
    pub changes: Vec<Change>,
}

impl Step {
    /// The move from one position of a game to another.
    pub fn new(game: &Game, from: &Position, to: &Position) -> Self {
        Self {
            to: game.show(to),
            description: describe(game.as_ref(), from, to),
            changes: Change::all(game, from, to),
        }
    }
}

impl Move {
    fn mark(&self, value: Option<u64>) -> char {
        match (self.value, self.winning) {
            (_, true) => '*',
            (Some(0), false) if value == Some(0) => 'x',
            _ => ' ',
        }
    }

    fn text(&self) -> String {
        match self.then_block.as_deref() {
            None | Some([]) => self.description.clone(),
            Some(block) => format!("{}, then block {}", self.description, listed(block)),
        }
    }
}

impl Listed {
    /// Lists the moves of a position. Positions with more than `most` moves are refused.
    ///
    /// # Errors
    /// When there are too many moves, or a limit is reached.
    pub fn ask(game: &Game, position: &Position, most: usize, ask: Ask<'_>) -> Result<Self, Error> {
        game.allow(ask.limits.budget);
        let budget =
            usize::try_from(ask.limits.budget.for_position(position).positions).unwrap_or(usize::MAX);
        options(game.as_ref(), position, most.min(budget))?;
        Ok(Self::new(game, position, &mut Strategist::within(game, ask.limits))?)
    }

    /// Lists the moves, within the budget of `strategist`.
    pub fn new(game: &Game, position: &Position, strategist: &mut Strategist) -> Result<Self, Limit> {
        let value = strategist.value(position)?.0;
        let told = |value: u64| (!game.is_misere()).then_some(value);
        let mut moves = Vec::new();
        for option in strategist.moves(position)? {
            let winning = option.value == Nimber::ZERO && value != 0;
            moves.push(Move {
                to: game.show(&option.position),
                short: short_one(game, position, &option.position),
                value: told(option.value.0),
                winning,
                description: describe(game.as_ref(), position, &option.position),
                changes: Change::all(game, position, &option.position),
                then_block: then_block(game, strategist, &option.position, winning)?,
            });
        }
        let mut listed = Self {
            game: game.name(),
            position: game.show(position),
            value: told(value),
            blocking: None,
            moves,
            text: String::new(),
        };
        listed.blocking = game.blocking().map(|rule| Blocking {
            blocking: rule,
            blocked: if value == 0 { listed.zeros() } else { Vec::new() },
        });
        listed.text = listed.written(game, position);
        Ok(listed)
    }

    /// The moves to value 0.
    fn zeros(&self) -> Vec<String> {
        self.moves.iter().filter(|option| option.value == Some(0)).map(|option| option.to.clone()).collect()
    }

    /// The list as text.
    fn written(&self, game: &Game, position: &Position) -> String {
        let Self { value, moves, .. } = self;
        let count = counted(moves.len(), "move");
        // In misère play a move wins just when it leads to a P-position.
        let outcome = |is_lost: bool| if is_lost { "P".to_owned() } else { "N".to_owned() };
        let is_lost = !moves.is_empty() && moves.iter().all(|listed| !listed.winning);
        let here = value.map_or_else(|| outcome(is_lost), |value| format!("value {value}"));
        let mut text = format!("{}  {here}, {count}\n", full(game, position));
        let width = column::width(moves.iter().map(|listed| &listed.short));
        for listed in moves {
            let (mark, words) = (listed.mark(*value), listed.text());
            let there = listed.value.map_or_else(|| outcome(listed.winning), |value| value.to_string());
            let _ = writeln!(text, "{mark} {there:>4}  {:<width$}  {words}", listed.short);
        }
        if let Some(Blocking { blocking, .. }) = &self.blocking {
            let _ = writeln!(text, "blocking: {blocking}\n{}", verdict(value.unwrap_or(0), &self.zeros()));
        }
        text
    }
}

/// What to block after a winning move to `option`.
fn then_block(
    game: &Game,
    strategist: &mut Strategist,
    option: &Position,
    winning: bool,
) -> Result<Option<Vec<String>>, Limit> {
    if !winning || game.blocking().is_none() {
        return Ok(None);
    }
    Ok(Some(shown(game, &strategist.zeros(option)?)))
}

/// Why the position is won or lost with blocking.
fn verdict(value: u64, zeros: &[String]) -> String {
    match (value, zeros) {
        (0, []) => "lost: no move goes to value 0".to_owned(),
        (0, [zero]) => format!("lost: the opponent blocks {zero}, the only move to value 0"),
        (0, zeros) => {
            format!("lost: the opponent blocks {}, and no other move goes to value 0", listed(zeros))
        }
        (_, [_]) => "won: the move to value 0 cannot be blocked".to_owned(),
        (_, zeros) => format!("won: the {} moves to value 0 cannot all be blocked", zeros.len()),
    }
}

/// `1,2 and 3,5`: the first few names, and how many more there are.
fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if names.len() <= MOST => format!("{} and {last}", first.join(" and ")),
        _ => format!("{} and {} more", names[..MOST].join(" and "), names.len() - MOST),
    }
}
