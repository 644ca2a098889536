//! `grundy value`: what a position is worth, who wins, and how.

use crate::args::{Effort, Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use grundy::theorem::UBig;
use grundy::{Answer, Game, Outcome, Position, answer, describe};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;

/// The arguments of `grundy value`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy value star-nim 3,7
  grundy value 'star-silver-dollar ([2,5],[3],[1,4])'
  grundy value 'star-nim 3,7 + wythoff 2,5' --format json
  grundy value 'nearly(nim 3 + nim 7)'
  grundy value wythoff@block=2 4,7               one move may be blocked
  grundy value gurvich:a=2,b=3,p=2,q=1 6,9
  grundy value wythoff 161803398874989484820,261803398874989484820

Quote brackets, parentheses and > so that the shell leaves them alone. `grundy games` shows the notation.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    effort: Effort,
}

#[derive(Serialize)]
struct Valued {
    game: String,
    position: String,
    value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more_than: Option<u64>,
    outcome: String,
    winning_moves: Vec<String>,
    every_winning_move: bool,
    #[serde(flatten)]
    blocking: Option<Blocking>,
    by: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<Component>,
}

/// What games with blocking say besides.
#[derive(Serialize)]
pub struct Blocking {
    /// The rule.
    pub blocking: String,
    /// What the previous player blocks to win; nothing in an N-position.
    pub blocked: Vec<String>,
}

#[derive(Serialize)]
struct Component {
    game: String,
    position: String,
    value: Option<Box<RawValue>>,
    outcome: String,
}

/// A number of any size as JSON.
pub fn raw(number: &UBig) -> Option<Box<RawValue>> {
    RawValue::from_string(number.to_string()).ok()
}

/// Answers for one position.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (game, position) = grundy::parse(&arguments.expression.text())?;
    let answer = answer(&game, &position, arguments.effort.limits())?;
    match arguments.format {
        Format::Text => print_text(&text(&game, &position, &answer)),
        Format::Json => print_json(&Valued {
            game: game.name(),
            position: game.show(&position),
            value: answer.value.as_ref().and_then(raw),
            more_than: answer.more_than,
            outcome: answer.outcome.to_string(),
            winning_moves: shown(&game, &answer.winning),
            every_winning_move: answer.every,
            blocking: game
                .blocking()
                .map(|rule| Blocking { blocking: rule, blocked: shown(&game, &answer.blocked) }),
            components: components(&game, &position, &answer),
            by: answer.by,
        }),
    }
}

fn components(game: &Game, position: &Position, answer: &Answer) -> Vec<Component> {
    let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { return Vec::new() };
    let component = |((game, part), answer): ((&Game, &Position), &Answer)| Component {
        game: game.name(),
        position: game.show(part),
        value: answer.value.as_ref().and_then(raw),
        outcome: answer.outcome.to_string(),
    };
    games.iter().zip(parts).zip(&answer.components).map(component).collect()
}

fn text(game: &Game, position: &Position, answer: &Answer) -> String {
    let mut text = format!("{}\n", full(game, position));
    for part in components(game, position, answer) {
        let value = part.value.map_or(part.outcome, |value| value.to_string());
        let _ = writeln!(text, "  {value:>4}    {} {}", part.game, part.position);
    }
    let _ = match (&answer.value, answer.more_than) {
        (Some(value), _) => writeln!(text, "value     {value}"),
        (None, Some(bound)) => writeln!(text, "value     more than {bound}"),
        (None, None) => writeln!(text, "value     not 0"),
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
        let names = shown(game, options);
        let width = names.iter().map(String::len).max().unwrap_or(0);
        for (i, (option, name)) in options.iter().zip(&names).enumerate() {
            let label = if i == 0 { label } else { "" };
            let _ =
                writeln!(text, "{label:<10}{name:<width$}  {}", describe(game.as_ref(), position, option));
        }
    }
    if game.blocking().is_some() && answer.winning.len() > 1 {
        text.push_str("          whichever of these is left: they cannot all be blocked\n");
    }
    if !answer.every {
        text.push_str(if answer.winning.is_empty() {
            "win by    a move that no theorem names\n"
        } else {
            "          and perhaps others\n"
        });
    }
    let _ = writeln!(text, "known by  {}", answer.by);
    text
}

/// Says how a game with blocking was read, where the answer itself has no room for it.
pub fn name_reading(game: &Game) {
    if let Some(rule) = game.blocking() {
        eprintln!("note: {}, {rule}", game.name());
    }
}

/// Positions as they would be typed.
pub fn shown(game: &Game, positions: &[Position]) -> Vec<String> {
    positions.iter().map(|position| game.show(position)).collect()
}

/// Game and position as they would be typed; a compound writes its games itself.
pub fn full(game: &Game, position: &Position) -> String {
    match position.parts() {
        Some(_) => game.show(position),
        None => format!("{} {}", game.name(), game.show(position)),
    }
}
