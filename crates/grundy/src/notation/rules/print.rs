//! Rule texts, printed back.

use super::{Condition, Item, Letter, MoveText, Parameter, Positions, RuleText, Term};
use std::fmt;

impl RuleText {
    /// The name with the parameters and their bounds: `wide(a >= 1, b >= 1)`.
    pub fn title(&self) -> String {
        let name = self.name.clone().unwrap_or_else(|| self.inline());
        if self.parameters.is_empty() { name } else { format!("{name}({})", commas(&self.parameters)) }
    }

    /// The rules in one line, as they are written in place of a game's name. The name, the parameters and the description are
    /// left out.
    pub fn inline(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(MoveText::to_string).collect();
        // After the last `;` no move is expected, so an empty move there needs a `;` of its own.
        let end = if moves.last().is_some_and(String::is_empty) { ";" } else { "" };
        format!("{{{}: {}{end}}}", self.positions, moves.join("; "))
    }
}

impl fmt::Display for RuleText {
    /// As a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_some() {
            writeln!(f, "game {}", self.title())?;
        }
        if let Some(description) = &self.description {
            writeln!(f, "\"{description}\"")?;
        }
        match &self.positions {
            Positions::Heap(_) => writeln!(f, "{}", self.positions)?,
            Positions::Tuple { .. } => writeln!(f, "position {}", self.positions)?,
        }
        for rule in &self.moves {
            writeln!(f, "{}", format!("move {rule}").trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (0, None) => write!(f, "{}", self.letter),
            (least, None) => write!(f, "{} >= {least}", self.letter),
            (least, Some(most)) => write!(f, "{least} <= {} <= {most}", self.letter),
        }
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heap(letter) => write!(f, "heap {letter}"),
            Self::Tuple { letters, unordered, condition } => {
                f.write_str(&commas(letters))?;
                f.write_str(if *unordered { " unordered" } else { "" })?;
                condition.as_ref().map_or(Ok(()), |condition| write!(f, " where {condition}"))
            }
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&commas(&self.terms))?;
        let space = if self.terms.is_empty() { "" } else { " " };
        self.condition.as_ref().map_or(Ok(()), |condition| write!(f, "{space}where {condition}"))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letter(letter) => write!(f, "{letter}"),
            Self::Sum(terms) => terms.iter().enumerate().try_for_each(|(index, (minus, term))| {
                f.write_str(match (index, minus) {
                    (0, true) => "-",
                    (0, false) => "",
                    (_, true) => " - ",
                    (_, false) => " + ",
                })?;
                match term {
                    Self::Sum(_) => write!(f, "({term})"),
                    _ => write!(f, "{term}"),
                }
            }),
            Self::Product(left, right, _) => match (&**left, &**right) {
                (Self::Number(number), Self::Letter(letter)) => write!(f, "{number}{letter}"),
                _ => write!(f, "{}*{}", Factor(left), Last(right)),
            },
            Self::Mod(left, right, _) => write!(f, "{} mod {}", Factor(left), Last(right)),
            Self::Abs(term) => write!(f, "|{term}|"),
            Self::Min(terms) => write!(f, "min({})", commas(terms)),
            Self::Max(terms) => write!(f, "max({})", commas(terms)),
        }
    }
}

/// A term on the left of `*` or `mod`.
struct Factor<'t>(&'t Term);

impl fmt::Display for Factor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self.0, Term::Sum(_)) { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// A term on the right of `*` or `mod`.
struct Last<'t>(&'t Term);

impl fmt::Display for Last<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Term::Sum(_) | Term::Product(..) | Term::Mod(..) => write!(f, "({})", self.0),
            term => write!(f, "{term}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(first, rest) => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|(relation, term)| write!(f, " {} {term}", relation.sign()))
            }
            Self::In(term, items) => match &items[..] {
                [item @ Item { last: Some(_), .. }] => write!(f, "{term} in {item}"),
                items => write!(f, "{term} in {{{}}}", commas(items)),
            },
            Self::And(all) => joined(f, all, " and ", |inner| matches!(inner, Self::And(_) | Self::Or(_))),
            Self::Or(any) => joined(f, any, " or ", |inner| matches!(inner, Self::Or(_))),
            Self::Not(inner) => match &**inner {
                Self::Not(_) => write!(f, "not {inner}"),
                _ => write!(f, "not ({inner})"),
            },
        }
    }
}

/// Conditions with a word between them, in parentheses where `inside` says so.
fn joined(
    f: &mut fmt::Formatter<'_>,
    parts: &[Condition],
    word: &str,
    inside: impl Fn(&Condition) -> bool,
) -> fmt::Result {
    parts.iter().enumerate().try_for_each(|(index, part)| {
        f.write_str(if index == 0 { "" } else { word })?;
        if inside(part) { write!(f, "({part})") } else { write!(f, "{part}") }
    })
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.last {
            None => write!(f, "{}", self.first),
            Some(last) => write!(f, "{}..{last}", self.first),
        }
    }
}

fn commas<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
