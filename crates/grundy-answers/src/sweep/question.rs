use super::questions::{FUNCTION, QUESTIONS};
use super::row::Value;
use crate::ask::{Ask, Error};
use grundy::{Game, InputError};

/// A question with a compact answer.
#[derive(Debug)]
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// The question, in a sentence.
    pub asks: &'static str,
    /// The arguments.
    pub arguments: &'static [Argument],
    /// Of these arguments exactly one must be given; empty if there is no such choice.
    pub one_of: &'static [&'static str],
    /// The columns of the answer besides the verdict.
    pub answers: &'static [(&'static str, Kind)],
    pub(super) run: fn(&Given<'_>, Ask<'_>) -> Result<Found, Error>,
}

/// An argument of a question.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub takes: Takes,
    /// Can it be left out?
    pub optional: bool,
    /// Its meaning.
    pub means: &'static str,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A number.
    Number,
    /// A text.
    Text,
    /// A game without a position.
    Game,
    /// A range `A..B`, both ends included.
    Range,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Signed 64-bit numbers.
    Number,
    /// Texts.
    Text,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The verdict.
    pub verdict: String,
    /// The columns of the answer, in order.
    pub answers: Vec<Option<Value>>,
    /// The limit that was reached, if the answer is incomplete.
    pub stopped: Option<String>,
}

impl Question {
    /// The question of this name.
    pub fn find(name: &str) -> Result<&'static Self, InputError> {
        QUESTIONS.iter().chain([&FUNCTION]).find(|question| question.name == name).ok_or_else(|| {
            let names: Vec<&str> = QUESTIONS.iter().map(|question| question.name).collect();
            InputError::whole(format!("unknown question `{name}`"))
                .hint(format!("the questions are {}", names.join(", ")))
        })
    }

    /// The argument of this name.
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }

    /// The names of the arguments.
    pub(super) fn usage(&self) -> String {
        let names: Vec<&str> = self.arguments.iter().map(|argument| argument.name).collect();
        format!("{} takes {}", self.name, names.join(", "))
    }
}

/// The arguments of a question at a point, in the order of the question.
pub struct Given<'q> {
    pub(super) question: &'q Question,
    pub(super) texts: Vec<Option<String>>,
}

impl Given<'_> {
    /// An argument, if it is given.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let place = self.question.arguments.iter().position(|argument| argument.name == name)?;
        self.texts.get(place)?.as_deref()
    }

    /// A numeric argument, if it is given.
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, InputError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wrong = || InputError::whole(format!("`{name}` must be a whole number below 2^64, not `{text}`"));
        text.trim().parse().map(Some).map_err(|_| wrong())
    }

    /// A numeric argument that the question needs.
    pub(super) fn need(&self, name: &str) -> Result<u64, InputError> {
        self.number(name)?.ok_or_else(|| InputError::whole(format!("`{name}` is missing")))
    }

    /// A range.
    pub(super) fn range(&self, name: &str) -> Result<(u64, u64), InputError> {
        let text = self.text(name).unwrap_or_default();
        let ends = text.split_once("..");
        let ends = ends.and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
        ends.filter(|(from, to)| from <= to).ok_or_else(|| {
            InputError::whole(format!("`{name}` must be a range, not `{text}`")).hint("e.g. 10..20")
        })
    }

    /// The game.
    pub(super) fn game(&self) -> Result<Game, InputError> {
        grundy::game(self.text("game").unwrap_or_default())
    }

    /// The question with its arguments, on one line: `period star-nim row 7`. Games are named as the catalog does.
    pub fn key(&self) -> String {
        let mut key = self.question.name.to_owned();
        for (argument, text) in self.question.arguments.iter().zip(&self.texts) {
            let Some(text) = text else { continue };
            let game = (argument.name == "game").then(|| grundy::game(text).map(|game| game.name()));
            match game {
                Some(Ok(name)) => key = format!("{key} {name}"),
                Some(Err(_)) => key = format!("{key} {text}"),
                None => key = format!("{key} {} {text}", argument.name),
            }
        }
        key
    }
}
