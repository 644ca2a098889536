//! Games and positions as structured data, which programs send instead of text.

use crate::position::Number;
use grundy::notation::rules::parse_inline;
use grundy::notation::{RawNumber, RawTerm, parse_raw};
use grundy::{Game, InputError, Template};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A game as structured data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Its name in the catalog or the library, or its rules in braces.
    pub name: String,
    /// Its parameters, as typed.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// The q of `@block=q`.
    #[serde(default)]
    pub block: Option<String>,
}

impl Spec {
    /// The parts of a game; `None` for a sum.
    pub fn new(game: &Game) -> Option<Self> {
        let terms = parse_raw(&game.name()).ok()?;
        let (name, parameters, block) = match &terms[..] {
            [RawTerm::Simple(game, _)] => (game.name.as_str(), &game.parameters[..], &game.block),
            [RawTerm::Nearly { block, .. }] => (NEARLY, &[][..], block),
            [RawTerm::Misere { .. }] => (MISERE, &[][..], &None),
            _ => return None,
        };
        Some(Self {
            name: name.to_owned(),
            parameters: parameters.iter().map(|given| (given.key.clone(), given.value.clone())).collect(),
            block: block.as_ref().map(|block| block.value.clone()),
        })
    }

    /// The game as typed.
    pub fn text(&self) -> Result<String, InputError> {
        if self.name.starts_with('{') && self.parameters.is_empty() {
            return Ok(parse_inline(&self.name)?.inline() + &self.block_text()?);
        }
        let mut text = word(&self.name)?.to_owned();
        let mut join = ':';
        for (key, value) in &self.parameters {
            let _ = write!(text, "{join}{}={}", word(key)?, word(value)?);
            join = ',';
        }
        Ok(text + &self.block_text()?)
    }

    fn block_text(&self) -> Result<String, InputError> {
        self.block.as_ref().map_or(Ok(String::new()), |block| Ok(format!("@block={}", word(block)?)))
    }
}

const NEARLY: &str = "nearly";
const MISERE: &str = "misere";

/// Checks that a name or value contains no delimiters.
fn word(piece: &str) -> Result<&str, InputError> {
    let ends = |c: char| c.is_whitespace() || "()[]:;=@+".contains(c);
    if piece.is_empty() || piece.contains(ends) {
        let error = InputError::whole(format!("`{piece}` is not a name or value of a game"));
        return Err(error.hint("send each parameter by itself, e.g. {\"name\":\"gurvich\",\"parameters\":{\"a\":\"2\",\"b\":\"3\"}}"));
    }
    Ok(piece)
}

/// A position as structured data. Validation happens when its text is parsed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RawPart {
    /// Game and position as typed.
    text: Option<String>,
    /// The game.
    spec: Option<Spec>,
    /// The counters of each pile.
    piles: Option<Vec<Number>>,
    /// The squares of the tokens of each strip.
    strips: Option<Vec<Vec<Number>>>,
    /// The components of a sum, or of a nearly disjunctive sum if that is the game.
    parts: Option<Vec<RawPart>>,
    /// Is a nearly disjunctive sum closed?
    closed: Option<bool>,
}

impl RawPart {
    /// Game and position as typed.
    pub fn text(&self) -> Result<String, InputError> {
        let Self { text, spec, piles, strips, parts, closed } = self;
        match (text, spec, piles, strips, parts, closed) {
            (Some(text), None, None, None, None, None) => Ok(text.clone()),
            (None, Some(spec), Some(piles), None, None, None) => {
                Ok(format!("{} {}", spec.text()?, row(piles)))
            }
            (None, Some(spec), None, Some(strips), None, None) => {
                let strips: Vec<String> = strips.iter().map(|strip| format!("[{}]", row(strip))).collect();
                Ok(format!("{} {}", spec.text()?, strips.join(",")))
            }
            (None, None, None, None, Some(parts), None) => terms(parts),
            (None, Some(spec), None, None, Some(parts), closed)
                if spec.name == NEARLY && spec.parameters.is_empty() =>
            {
                let closed = if *closed == Some(true) { "; closed" } else { "" };
                Ok(format!("{NEARLY}({}{closed}){}", terms(parts)?, spec.block_text()?))
            }
            (None, Some(spec), None, None, Some(parts), None)
                if spec.name == MISERE && spec.parameters.is_empty() && spec.block.is_none() =>
            {
                Ok(format!("{MISERE}({})", terms(parts)?))
            }
            _ => Err(InputError::whole("invalid combination of position fields").hint(
                "send `text`; or `spec` and either `piles` or `strips`; or `parts`, with `spec` and `closed` for nearly(..), with `spec` for misere(..)",
            )),
        }
    }
}

fn terms(parts: &[RawPart]) -> Result<String, InputError> {
    Ok(parts.iter().map(RawPart::text).collect::<Result<Vec<_>, _>>()?.join(" + "))
}

fn row(numbers: &[Number]) -> String {
    numbers.iter().map(|number| number.0.to_string()).collect::<Vec<_>>().join(",")
}

/// A game as text and as structured data.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// The game.
    pub game: String,
    /// The parts; `None` for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
    /// The text of a cell of its table, split at the letters `a` and `b` of row and column; `None` if there is no table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Vec<String>>,
}

impl Named {
    /// Parses a game, or a game with a position that contains letters.
    pub fn new(text: &str) -> Result<Self, InputError> {
        let template = Template::parse(text)?;
        let game = template.game();
        Ok(Self { game: game.name(), spec: Spec::new(game), cell: cell(text, game)? })
    }
}

/// The text of a cell, split at its letters.
fn cell(text: &str, game: &Game) -> Result<Option<Vec<String>>, InputError> {
    let mut text = text.trim().to_owned();
    let mut terms = parse_raw(&text)?;
    if let ([RawTerm::Simple(_, None)], Some(plane)) = (&terms[..], game.plane()) {
        text = format!("{text} {}", plane.at);
        terms = parse_raw(&text)?;
    }
    let letters: Vec<&RawNumber> =
        terms.iter().flat_map(RawTerm::numbers).filter(|number| number.is_letter()).collect();
    if letters.is_empty() || letters.iter().any(|letter| !matches!(letter.text.as_str(), "a" | "b")) {
        return Ok(None);
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    for letter in &letters {
        pieces.extend([text[at..letter.span.start].to_owned(), letter.text.clone()]);
        at = letter.span.end;
    }
    pieces.push(text[at..].to_owned());
    Ok(Some(pieces))
}
