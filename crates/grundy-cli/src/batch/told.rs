//! Answers and errors as lines of JSON.

use grundy::{Error as Library, Game, InputError, Position, Unanswered};
use grundy_answers::{Error, raw};
use serde::Serialize;
use serde_json::value::RawValue;

/// Some lines of JSON.
#[derive(Debug, Default)]
pub struct Told {
    /// The lines.
    pub text: Vec<u8>,
    /// Lines that are not positions.
    pub wrong: u64,
    /// Lines that were not answered completely within the limits.
    pub open: u64,
}

/// A line that is not a position.
#[derive(Serialize)]
struct Wrong<'e> {
    line: u64,
    error: Refused<'e>,
}

#[derive(Serialize)]
struct Refused<'e> {
    message: &'e str,
    hint: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Place<'e>>,
}

/// A place in a text, in characters.
#[derive(Serialize)]
struct Place<'e> {
    text: &'e str,
    start: usize,
    end: usize,
}

/// A position without an answer, and what is known of it.
#[derive(Serialize)]
struct Open {
    game: String,
    position: String,
    value: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    between: Option<[Option<Box<RawValue>>; 2]>,
    needs: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    line: u64,
}

impl<'e> Refused<'e> {
    fn new(error: &'e InputError) -> Self {
        let column = |byte: usize| error.text.char_indices().take_while(|&(at, _)| at < byte).count();
        let at = error.span.filter(|_| !error.text.is_empty());
        let at = at.map(|span| Place { text: &error.text, start: column(span.start), end: column(span.end) });
        Self { message: &error.message, hint: error.hint.as_deref(), at }
    }
}

impl Told {
    fn line(&mut self, value: &impl Serialize) {
        // Writing to memory does not fail, and all keys are strings.
        let _ = serde_json::to_writer(&mut self.text, value);
        self.text.push(b'\n');
    }

    /// Adds an answer.
    pub fn add(&mut self, answer: &impl Serialize, is_complete: bool) {
        self.open += u64::from(!is_complete);
        self.line(answer);
    }

    /// Adds the error of a line that is not a position.
    pub fn wrong(&mut self, line: u64, error: &InputError) {
        self.wrong += 1;
        self.line(&Wrong { line, error: Refused::new(error) });
    }

    /// Adds what is known of a position without an answer.
    pub fn unanswered(&mut self, line: u64, game: &Game, position: &Position, error: &Error) {
        let known = match error {
            Error::Library(Library::Unanswered(known)) => Unanswered::clone(known),
            Error::Library(Library::Limit(limit)) => Unanswered::from(*limit),
            Error::Library(Library::Input(error)) => return self.wrong(line, error),
            other => return self.wrong(line, &InputError::whole(other.to_string())),
        };
        self.open += 1;
        let between = known.between.as_ref().map(|(least, greatest)| [raw(least), raw(greatest)]);
        self.line(&Open {
            game: game.name(),
            position: game.show(position),
            value: None,
            between,
            stopped_by: known.stopped_by.and_then(grundy::Limit::name),
            line,
            needs: known.message,
        });
    }
}
