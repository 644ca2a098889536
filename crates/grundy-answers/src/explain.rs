//! Why a position is won or lost, as a short argument.

use crate::ask::{Ask, Error};
use crate::position::is_stuck;
use crate::value::{Open, answer as answer_of, full, raw, short_one, shown};
use grundy::theorem::UBig;
use grundy::{Answer, Budget, Deadline, Game, Limits, Outcome, Position, answer, describe, options};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::time::Duration;

/// A position explained.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its value, where it is known.
    pub value: Option<Box<RawValue>>,
    /// Where it is not, what is known of it.
    #[serde(flatten)]
    pub open: Option<Open>,
    /// `N` or `P`.
    pub outcome: String,
    /// The method, with its source.
    pub by: String,
    /// The theorems it rests on, with what they state.
    pub theorems: Vec<Stated>,
    /// The numbers put in, step by step.
    pub why: Vec<String>,
    /// Where to move.
    pub winning_moves: Vec<String>,
    /// Whether these are all that win.
    pub every_winning_move: bool,
    /// Moves from the lost position, each with its answer.
    pub replies: Vec<Reply>,
    /// The argument for reading.
    #[serde(skip)]
    pub text: String,
}

/// A theorem, stated.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stated {
    /// Its source.
    pub by: &'static str,
    /// What it says, in a sentence.
    pub says: &'static str,
}

/// A move from a lost position, and what answers it.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// Where it goes.
    pub to: String,
    /// In words.
    pub description: String,
    /// Where the winner goes then.
    pub answer: String,
    /// The same for people, short in long sums.
    #[serde(skip)]
    pub short: String,
    /// In words.
    pub answer_description: String,
}

impl Explained {
    /// Why a position is won or lost.
    ///
    /// # Errors
    /// When no way to an answer is within the limits.
    pub fn ask(game: &Game, position: &Position, ask: Ask<'_>) -> Result<Self, Error> {
        let until = Deadline::after(ask.limits.time);
        let known = answer_of(game, position, ask)?;
        Ok(Self::new(game, position, &known, Limits { time: until.left(), ..ask.limits }))
    }

    /// Explains what is known of a position; all replies together are looked for within `limits`.
    pub fn new(game: &Game, position: &Position, known: &Answer, limits: Limits) -> Self {
        let mut explained = Self {
            text: String::new(),
            game: game.name(),
            position: game.show(position),
            value: known.value.as_ref().and_then(raw),
            open: Open::of(known),
            outcome: known.outcome.to_string(),
            by: known.by.clone(),
            theorems: known
                .theorems
                .iter()
                .map(|theorem| Stated { by: theorem.by, says: theorem.says })
                .collect(),
            why: reasons(game, position, known),
            winning_moves: shown(game, &known.winning),
            every_winning_move: known.every,
            replies: lost(position, known).map_or_else(Vec::new, |lost| replies(game, lost, limits)),
        };
        explained.text = explained.written(game, position, known);
        explained
    }

    /// The argument for reading, with examples that take a moment.
    pub fn argument(game: &Game, position: &Position, known: &Answer) -> String {
        let limits = Limits { time: Duration::from_secs(1), ..Limits::default() };
        Self::new(game, position, known, limits).text
    }

    /// The argument for reading.
    fn written(&self, game: &Game, position: &Position, known: &Answer) -> String {
        let mut text = format!("{}\n", full(game, position));
        let value = known.value.as_ref().map_or_else(|| "not 0".to_owned(), ToString::to_string);
        let _ = match known.outcome {
            _ if game.is_misere() => {
                let verb = if known.outcome == Outcome::Next { "wins" } else { "loses" };
                writeln!(text, "The player to move {verb}, in misère play: the player who cannot move wins.")
            }
            Outcome::Previous => writeln!(text, "The player to move loses: the value is 0."),
            Outcome::Next => writeln!(text, "The player to move wins: the value is {value}."),
        };
        if !self.theorems.iter().any(|theorem| theorem.by == known.by) {
            let _ = writeln!(text, "Known by {}.", known.by);
        }
        for Stated { by, says } in &self.theorems {
            let _ = writeln!(text, "By {by}: {says}");
        }
        if let Some(open) = &known.open {
            if let Some((least, greatest)) = &open.between {
                let _ = writeln!(text, "The value is from {least} to {greatest}.");
            }
            let _ = writeln!(text, "It is not known: {open}.");
        }
        for why in &self.why {
            let _ = writeln!(text, "  {why}");
        }
        if let Some(rule) = game.blocking() {
            let _ = writeln!(text, "Blocking: {rule}.");
        }
        for (says, moves) in [("Move to", &known.winning), ("The previous player blocks", &known.blocked)] {
            for to in moves.iter().take(3) {
                let _ = writeln!(
                    text,
                    "{says} {}: {}.",
                    short_one(game, position, to),
                    describe(game.as_ref(), position, to)
                );
            }
            if moves.len() > 3 {
                let _ = writeln!(text, "And {} more.", moves.len() - 3);
            }
        }
        let who = match known.outcome {
            Outcome::Previous => ["Every move from here can be answered", "There is no move"],
            Outcome::Next => {
                ["Then every move of the other player can be answered", "Then the other player has no move"]
            }
        };
        if game.is_misere() && known.outcome == Outcome::Next && known.winning.is_empty() {
            text.push_str("There is no move.\n");
        }
        if !self.replies.is_empty() {
            let _ = writeln!(text, "{}, for instance:", who[0]);
        } else if game.blocking().is_none() && lost(position, known).is_some_and(|lost| is_stuck(game, lost))
        {
            let _ = writeln!(text, "{}.", who[1]);
        }
        for Reply { description, answer_description, short, .. } in &self.replies {
            let _ = writeln!(text, "  {description}: answered by {answer_description}, to {short}");
        }
        text
    }
}

/// Some moves from a lost position, each with an answer. Of moves that are too many to be listed, a small one, a large one and
/// one between.
fn replies(game: &Game, lost: &Position, limits: Limits) -> Vec<Reply> {
    const SHOWN: usize = 5;
    const LISTED: Budget = Budget { positions: 20_000, options: 20_000 };
    if game.blocking().is_some() {
        return Vec::new();
    }
    let most = usize::try_from(LISTED.for_position(lost).positions).unwrap_or(usize::MAX);
    let moves = options(game.as_ref(), lost, most).unwrap_or_else(|_| some_moves(game, lost));
    let shown = moves.len().min(SHOWN);
    let pick = |i: usize| &moves[i * (moves.len() - 1) / shown.saturating_sub(1).max(1)];
    let until = Deadline::after(limits.time);
    let reply = |i: usize| {
        // Each gets its share of the time that is left.
        let (to, time) = (pick(i), until.left() / u32::try_from(shown - i).unwrap_or(u32::MAX));
        let known = answer(game, to, Limits { time, ..limits }).ok()?;
        let back = known.winning.first()?;
        Some(Reply {
            to: game.show(to),
            description: describe(game.as_ref(), lost, to),
            answer: game.show(back),
            short: short_one(game, lost, back),
            answer_description: describe(game.as_ref(), to, back),
        })
    };
    (0..shown).take_while(|_| !until.is_over()).filter_map(reply).collect()
}

/// The smallest move in the first way there is to move, the largest in the last, and half of one between, each once.
fn some_moves(game: &Game, position: &Position) -> Vec<Position> {
    let draws: [fn(&UBig) -> UBig; 3] = [|_| UBig::ZERO, |below| below / 2u8, |below| below - 1u8];
    let drawn = draws.iter().filter_map(|draw| game.draw_option(position, &mut |below| draw(below)).ok()?);
    let mut moves: Vec<Position> = drawn.collect();
    moves.dedup();
    moves
}

/// The numbers that were put into the theorem; for a sum, those of each game, with its value.
fn reasons(game: &Game, position: &Position, known: &Answer) -> Vec<String> {
    let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { return known.why.clone() };
    let each = games.iter().zip(parts).zip(&known.components);
    let mut reasons = Vec::new();
    for ((game, part), component) in each {
        let value = component.value.as_ref().map_or_else(|| "not 0".to_owned(), ToString::to_string);
        let by = if component.by.is_empty() { String::new() } else { format!(" ({})", component.by) };
        reasons.push(format!("{} has value {value}{by}", full(game, part)));
        reasons.extend(component.why.iter().map(|why| format!("  {why}")));
    }
    if let Some(total) = &known.value {
        reasons.push(format!("the nim-sum of the values is {total}"));
    }
    reasons
}

/// The lost position: this one, or the one that the winner moves to.
fn lost<'p>(position: &'p Position, known: &'p Answer) -> Option<&'p Position> {
    match known.outcome {
        Outcome::Previous => Some(position),
        Outcome::Next => known.winning.first(),
    }
}
