//! The value of a position, who wins, and the winning moves.

use crate::ask::{Ask, Error};
use crate::column;
use crate::keep::Certificates;
use crate::moves::Step;
use grundy::strategy::answer_with;
use grundy::theorem::UBig;
use grundy::{Answer, Game, Outcome, Position, RowOf, Unanswered, describe};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;

/// The value and the outcome of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Valued {
    /// The game.
    pub game: String,
    /// The position, as typed.
    pub position: String,
    /// Its value, of any size; `None` if only the outcome is known, and in misère play.
    pub value: Option<Box<RawValue>>,
    /// Bounds and reasons, if the value is not known.
    #[serde(flatten)]
    pub open: Option<Open>,
    /// `N` or `P`.
    pub outcome: String,
    /// The winning moves.
    pub winning_moves: Vec<String>,
    /// Are these all winning moves?
    pub every_winning_move: bool,
    /// The blocking rule and the blocked moves, in games with blocking.
    #[serde(flatten)]
    pub blocking: Option<Blocking>,
    /// The method, with its source.
    pub by: String,
    /// The components of a sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<Component>,
    /// The winning moves with their changes.
    #[serde(skip)]
    pub wins: Vec<Step>,
    /// The answer as text.
    #[serde(skip)]
    pub text: String,
}

/// Partial knowledge about a value.
#[derive(Clone, Debug, Serialize)]
pub struct Open {
    /// Lower and upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<[Option<Box<RawValue>>; 2]>,
    /// What a complete answer would need.
    pub needs: String,
    /// The limit that was reached: `time`, `memory`, `positions` or `options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// The row whose period would give the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_of_row: Option<Row>,
}

/// A row of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The game.
    pub game: String,
    /// The number of the row.
    pub row: u64,
}

impl Open {
    /// The partial knowledge in an answer.
    pub fn of(answer: &Answer) -> Option<Self> {
        answer.open.as_ref().map(Self::new)
    }

    /// The partial knowledge in the error of a question that is not answered within the limits; `None` for other errors.
    pub fn of_error(error: &grundy::Error) -> Option<Self> {
        match error {
            grundy::Error::Limit(limit) => Some(Self::new(&(*limit).into())),
            grundy::Error::Unanswered(unanswered) => Some(Self::new(unanswered)),
            _ => None,
        }
    }

    fn new(unanswered: &Unanswered) -> Self {
        let Unanswered { message, stopped_by, between, period_of_row } = unanswered;
        let between = between.as_ref().map(|(least, greatest)| [raw(least), raw(greatest)]);
        let stopped_by = stopped_by.and_then(grundy::Limit::name);
        let period_of_row = period_of_row.clone().map(|RowOf { game, row }| Row { game, row });
        Self { between, needs: message.clone(), stopped_by, period_of_row }
    }
}

/// Blocking at a position.
#[derive(Clone, Debug, Serialize)]
pub struct Blocking {
    /// The rule.
    pub blocking: String,
    /// The moves that the previous player blocks to win; empty in an N-position.
    pub blocked: Vec<String>,
}

/// A component of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct Component {
    /// The game.
    pub game: String,
    /// Its position.
    pub position: String,
    /// Its value, if known.
    pub value: Option<Box<RawValue>>,
    /// `N` or `P`.
    pub outcome: String,
    /// Game and position as they would be typed.
    #[serde(skip)]
    pub text: String,
}

/// A number of any size as JSON.
pub fn raw(number: &UBig) -> Option<Box<RawValue>> {
    RawValue::from_string(number.to_string()).ok()
}

/// Computes an answer, using stored certificates.
pub(crate) fn answer(game: &Game, position: &Position, ask: Ask<'_>) -> Result<Answer, grundy::Error> {
    answer_with(game, position, ask.limits, &Certificates(ask))
}

impl Valued {
    /// Computes the value of a position.
    ///
    /// # Errors
    /// When no method fits the limits.
    pub fn ask(game: &Game, position: &Position, ask: Ask<'_>) -> Result<Self, Error> {
        Ok(Self::new(game, position, &answer(game, position, ask)?))
    }

    /// Converts an answer.
    pub fn new(game: &Game, position: &Position, answer: &Answer) -> Self {
        Self {
            game: game.name(),
            position: game.show(position),
            value: answer.value.as_ref().and_then(raw),
            open: Open::of(answer),
            outcome: answer.outcome.to_string(),
            winning_moves: shown(game, &answer.winning),
            every_winning_move: answer.every,
            blocking: game
                .blocking()
                .map(|rule| Blocking { blocking: rule, blocked: shown(game, &answer.blocked) }),
            components: components(game, position, answer),
            by: answer.by.clone(),
            wins: answer.winning.iter().map(|to| Step::new(game, position, to)).collect(),
            text: Self::text(game, position, answer),
        }
    }

    /// The answer as text.
    fn text(game: &Game, position: &Position, answer: &Answer) -> String {
        let mut text = format!("{}\n", full(game, position));
        for part in components(game, position, answer) {
            let value = part.value.map_or(part.outcome, |value| value.to_string());
            let _ = writeln!(text, "  {value:>4}    {}", part.text);
        }
        let _ = match (&answer.value, &answer.open) {
            (Some(value), _) => writeln!(text, "value     {value}"),
            (None, Some(Unanswered { between: Some((least, greatest)), .. })) => {
                writeln!(text, "value     from {least} to {greatest}")
            }
            (None, _) if game.is_misere() => writeln!(text, "misère    the player who cannot move wins"),
            (None, _) => writeln!(text, "value     not 0"),
        };
        let who = match answer.outcome {
            Outcome::Next => "the player to move wins",
            Outcome::Previous => "the player who has just moved wins",
        };
        let _ = writeln!(text, "outcome   {} ({who})", answer.outcome);
        if let Some(rule) = game.blocking() {
            let _ = writeln!(text, "blocking  {rule}");
        }
        for (label, options) in [("win by", &answer.winning), ("by block", &answer.blocked)] {
            let names = short(game, position, options);
            let width = column::width(&names);
            for (i, (option, name)) in options.iter().zip(&names).enumerate() {
                let label = if i == 0 { label } else { "" };
                let _ = writeln!(
                    text,
                    "{label:<10}{name:<width$}  {}",
                    describe(game.as_ref(), position, option)
                );
            }
        }
        if game.blocking().is_some() && answer.winning.len() > 1 {
            text.push_str("          (any of these that is not blocked; not all can be blocked)\n");
        }
        if game.is_misere() && answer.winning.is_empty() && answer.outcome == Outcome::Next {
            text.push_str("          (there is no move)\n");
        }
        if !answer.every {
            text.push_str(if answer.winning.is_empty() {
                "win by    a move that no theorem names\n"
            } else {
                "          and possibly others\n"
            });
        }
        let _ = writeln!(text, "known by  {}", answer.by);
        if let Some(open) = &answer.open {
            let _ = writeln!(text, "needed    {open}");
        }
        text
    }
}

fn components(game: &Game, position: &Position, answer: &Answer) -> Vec<Component> {
    let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { return Vec::new() };
    let component = |((game, part), answer): ((&Game, &Position), &Answer)| Component {
        game: game.name(),
        position: game.show(part),
        value: answer.value.as_ref().and_then(raw),
        outcome: answer.outcome.to_string(),
        text: full(game, part),
    };
    games.iter().zip(parts).zip(&answer.components).map(component).collect()
}

/// Positions as typed.
pub fn shown(game: &Game, positions: &[Position]) -> Vec<String> {
    positions.iter().map(|position| game.show(position)).collect()
}

/// The positions after moves, for people. In a long sum each has only the games that changed: `.. + nim 0 + ..`.
pub(crate) fn short(game: &Game, from: &Position, options: &[Position]) -> Vec<String> {
    options.iter().map(|to| short_one(game, from, to)).collect()
}

/// The position after a move, as [`short`] writes it.
pub(crate) fn short_one(game: &Game, from: &Position, to: &Position) -> String {
    /// Characters of a position that is still shown as a whole.
    const WHOLE: usize = 60;
    let whole = game.show(to);
    let (Some(games), Some(parts), Some(moved)) = (game.summands(), from.parts(), to.parts()) else {
        return whole;
    };
    if whole.chars().count() <= WHOLE {
        return whole;
    }
    let mut shown: Vec<String> = Vec::new();
    for (game, (part, to)) in games.iter().zip(parts.iter().zip(moved)) {
        if part != to {
            shown.push(full(game, to));
        } else if shown.last().is_none_or(|last| last != "..") {
            shown.push("..".to_owned());
        }
    }
    shown.join(" + ")
}

/// Game and position as typed. The notation of a compound includes its games.
pub fn full(game: &Game, position: &Position) -> String {
    match position.parts() {
        Some(_) => game.show(position),
        None => format!("{} {}", game.name(), game.show(position)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::Shelf;

    fn valued(text: &str) -> Valued {
        let (game, position) = grundy::parse(text).unwrap();
        Valued::ask(&game, &position, Ask::alone(&Shelf::none())).unwrap()
    }

    #[test]
    fn each_component_of_a_sum_is_written_as_it_would_be_typed() {
        let told = valued("nearly(nim 3 + nim 4) + nim 2");
        let lines: Vec<&str> = told.text.lines().skip(1).take(2).map(|line| line[10..].trim()).collect();
        assert_eq!(lines, ["nearly(nim 3 + nim 4)", "nim 2"], "{}", told.text);
    }

    #[test]
    fn a_long_sum_shows_only_what_a_move_changes() {
        let twenty = (1..=20).map(|n| format!("nim {n}")).collect::<Vec<_>>().join(" + ");
        let told = valued(&twenty);
        let wins: Vec<&str> = told.text.lines().filter(|line| line.contains("take")).collect();
        assert!(wins[0].starts_with("win by    .. + nim ") && wins[0].contains(" + ..  game "), "{wins:?}");
        assert!(wins.iter().all(|line| line.len() < 80), "{wins:?}");
        assert!(told.winning_moves[0].starts_with("nim 1 + nim 2 + "), "data has whole positions");
        let short = valued("nim 1 + nim 2 + nim 4");
        assert!(short.text.contains("win by    nim 1 + nim 2 + nim 3  game 3: take 1"), "{}", short.text);
    }

    #[test]
    fn an_open_value_names_the_row_whose_period_would_give_it() {
        const FAR: &str = "star-nim 12,10000000000000000000000000000000000000000";
        let row = Row { game: "star-nim".to_owned(), row: 12 };
        for text in [FAR.to_owned(), format!("{FAR} + nim 3,3")] {
            let open = valued(&text).open;
            assert_eq!(open.and_then(|open| open.period_of_row).as_ref(), Some(&row), "{text}");
        }
        assert!(valued("star-nim 3,7").open.is_none());
    }
}
