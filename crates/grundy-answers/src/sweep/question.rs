use super::row::Value;
use super::{papers, positions, sequences};
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
    /// Unsigned 64-bit numbers.
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

const fn needs(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, optional: false, means }
}

const fn takes(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, optional: true, means }
}

const GAME: Argument = needs("game", Takes::Game, "the game");
const EXPRESSION: &[Argument] = &[
    takes("game", Takes::Game, "the game, unless the position names it"),
    needs("position", Takes::Text, "the position, e.g. 3,{b}, or a sum, e.g. nim 3 + wythoff 2,{b}"),
];

/// The questions.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "value",
        asks: "The value of a position, who wins, and the winning moves",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[
            ("value", Kind::Number),
            ("between", Kind::Text),
            ("outcome", Kind::Text),
            ("winning_moves", Kind::Text),
            ("by", Kind::Text),
        ],
        run: positions::value,
    },
    Question {
        name: "outcome",
        asks: "Who wins a position, for values of any size",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[("outcome", Kind::Text), ("by", Kind::Text)],
        run: positions::outcome,
    },
    Question {
        name: "moves",
        asks: "How many moves a position has, and how many of them win",
        arguments: EXPRESSION,
        one_of: &[],
        answers: &[("value", Kind::Number), ("moves", Kind::Number), ("winning", Kind::Number)],
        run: positions::moves,
    },
    Question {
        name: "table",
        asks: "How many positions a table has, how many of value 0, and the largest value",
        arguments: &[
            needs("game", Takes::Text, "the game, or a slice, e.g. star-nim a,b,{c}"),
            needs("max", Takes::Number, "the largest coordinate"),
        ],
        one_of: &[],
        answers: &[("positions", Kind::Number), ("zeros", Kind::Number), ("largest", Kind::Number)],
        run: positions::table,
    },
    Question {
        name: "period",
        asks: "The period of a row, a g-sequence or a diagonal, with a proof where there is one",
        arguments: &[
            GAME,
            takes("row", Takes::Number, "the row a: G(a,b) by b"),
            takes("value", Takes::Number, "the value, for differences y-x along its positions"),
            takes("diagonal", Takes::Number, "the diagonal d: G(a,a+d) by a"),
            takes("columns", Takes::Number, "upper limit on columns; for a value, on rows"),
            takes("claim", Takes::Number, "a period of a row to check"),
        ],
        one_of: &["row", "value", "diagonal"],
        answers: &[
            ("preperiod", Kind::Number),
            ("period", Kind::Number),
            ("saltus", Kind::Number),
            ("state_period", Kind::Number),
            ("candidate", Kind::Text),
            ("searched_to", Kind::Number),
            ("fails_at", Kind::Number),
        ],
        run: sequences::period,
    },
    Question {
        name: "sequence",
        asks: "The positions of one value of a two-pile game",
        arguments: &[
            GAME,
            takes("value", Takes::Number, "the value [default: 0]"),
            takes("count", Takes::Number, "number of positions"),
            takes("rows", Takes::Number, "all positions (x,y), x <= y, with x below this"),
        ],
        one_of: &["count", "rows"],
        answers: &[("members", Kind::Number), ("positions", Kind::Text)],
        run: sequences::sequence,
    },
    Question {
        name: "summary",
        asks: "C, M and W of a value of R-Wythoff (Gu, Figures 3 and 4), as observed in the first rows",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            needs("rows", Takes::Number, "number of rows"),
        ],
        one_of: &[],
        answers: &[
            ("members", Kind::Number),
            ("repeats", Kind::Number),
            ("settled", Kind::Number),
            ("wrong", Kind::Number),
        ],
        run: sequences::summary,
    },
    Question {
        name: "compare",
        asks: "Does recursion (6) of Gurvich's report list the P-positions of NIM_(a,b)^(p,q)?",
        arguments: &[GAME, needs("count", Takes::Number, "number of terms to compare")],
        one_of: &[],
        answers: &[("n", Kind::Number), ("recursion", Kind::Text), ("kernel", Kind::Text)],
        run: sequences::compare,
    },
    Question {
        name: "limit",
        asks: "The slope of the P-positions of NIM_(a,b)^(p,q)",
        arguments: &[GAME, takes("digits", Takes::Number, "digits after the decimal point [default: 50]")],
        one_of: &[],
        answers: &[
            ("limit", Kind::Text),
            ("exact", Kind::Text),
            ("polynomial", Kind::Text),
            ("drift", Kind::Text),
            ("by", Kind::Text),
        ],
        run: sequences::limit,
    },
    Question {
        name: "prove",
        asks: "Gu's conjectures about R-Wythoff for one value and all smaller ones",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            takes("rows", Takes::Number, "upper limit on rows"),
        ],
        one_of: &[],
        answers: &[
            ("computed_rows", Kind::Number),
            ("repeats", Kind::Number),
            ("settled", Kind::Number),
            ("wrong", Kind::Number),
            ("missing", Kind::Text),
        ],
        run: sequences::prove,
    },
    Question {
        name: "formula",
        asks: "The closed form of the positions of one value of R-Wythoff",
        arguments: &[
            GAME,
            needs("value", Takes::Number, "the value"),
            takes("members", Takes::Number, "upper limit on members to compute [default: 1000000000]"),
        ],
        one_of: &[],
        answers: &[
            ("shift", Kind::Number),
            ("settled", Kind::Number),
            ("from", Kind::Number),
            ("chain_count", Kind::Number),
            ("chains", Kind::Text),
            ("positions", Kind::Text),
        ],
        run: sequences::formula,
    },
    Question {
        name: "audit",
        asks: "Does a claim of a paper hold?",
        arguments: &[
            needs("claim", Takes::Text, "its id, as the audit prints it"),
            takes("effort", Takes::Text, "quick, full or frontier [default: quick]"),
            takes("up_to", Takes::Number, "with frontier effort: the size to check; 0 for the claim's own"),
        ],
        one_of: &[],
        answers: &[
            ("checked_to", Kind::Text),
            ("differences", Kind::Number),
            ("published", Kind::Text),
            ("computed", Kind::Text),
            ("witness", Kind::Text),
        ],
        run: papers::audit,
    },
    Question {
        name: "spreads",
        asks: "Conjecture 3 of Ho for the positions 0,a,b of Sharing Nim with b in a range, and their values",
        arguments: &[needs("columns", Takes::Range, "the b, e.g. {first}..{last}")],
        one_of: &[],
        answers: &[
            ("positions", Kind::Number),
            ("p_positions", Kind::Number),
            ("largest", Kind::Number),
            ("witness", Kind::Text),
        ],
        run: papers::spreads,
    },
];

impl Question {
    /// The question of this name.
    pub fn find(name: &str) -> Result<&'static Self, InputError> {
        QUESTIONS.iter().find(|question| question.name == name).ok_or_else(|| {
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
