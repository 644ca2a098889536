//! Rules as text: the syntax of games of one's own.
//!
//! ```text
//! file       := { line }                     comments from `#` to the end of the line
//! line       := "game" name [ "(" parameter { "," parameter } ")" ] | '"' description '"'
//!             | "position" tuple | "heap" letter | "move" move
//! inline     := "{" ( tuple | "heap" letter ) ":" move { ";" move } "}"
//! tuple      := letter { "," letter } [ "unordered" ] [ "where" condition ]
//! move       := [ term { "," term } ] [ "where" condition ]
//! parameter  := letter [ ">=" number ] | number "<=" letter [ "<=" number ] | letter "in" number ".." number
//! condition  := condition "or" condition | condition "and" condition | "not" condition | "(" condition ")"
//!             | term relation term { relation term } | term "in" ( set | term ".." term )
//! relation   := "<" | "<=" | "=" | "!=" | ">=" | ">"
//! set        := "{" [ item { "," item } ] "}"          item := term [ ".." term ]
//! term       := [ "-" ] product { ( "+" | "-" ) product }
//! product    := factor { "*" factor | "mod" factor }   a number before a letter, `(` or `|` multiplies: 2i
//! factor     := number | letter | "(" term ")" | "|" term "|" | ( "min" | "max" ) "(" term { "," term } ")"
//! letter     := one letter, then digits: x, i, x1
//! ```
//!
//! `not` binds more than `and`, `and` more than `or`; `mod` binds like `*`. This module knows the syntax only: [`parse_rules`] and
//! [`parse_inline`] read it, and [`RuleText`] prints it back. What it means is decided by [`Written`](crate::rules::Written).

mod lex;
mod parse;
mod print;
mod rename;
mod terms;

pub use parse::{parse_inline, parse_rules};

use super::Span;

/// Upper limit on the bytes of a rule text.
pub const LONGEST_RULES: usize = 65_536;

/// Upper limit on the numbers in a rule text, so that arithmetic with positions of 64 bits stays exact.
pub const LARGEST_NUMBER: u64 = 1_000_000_000;

/// Upper limit on the numbers of a position.
pub const MOST_NUMBERS: usize = 4;

/// A place in the text. All places are equal, so that two rule texts are equal when they are written alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// The rules of a game as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The name after `game`; inline rules have none.
    pub name: Option<String>,
    /// The place of the name.
    pub name_place: Place,
    /// The parameters, in the order of the text.
    pub parameters: Vec<Parameter>,
    /// The quoted description.
    pub description: Option<String>,
    /// What a position is.
    pub positions: Positions,
    /// The moves.
    pub moves: Vec<MoveText>,
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter and its digits.
    pub name: String,
    /// Its place in the text.
    pub place: Place,
}

/// A parameter of a game, with its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its letter.
    pub letter: Letter,
    /// Its least value.
    pub least: u64,
    /// Its greatest value.
    pub most: Option<u64>,
}

/// What a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// A number for each letter.
    Tuple {
        /// The letters, one to four.
        letters: Vec<Letter>,
        /// Whether the order of the numbers does not matter.
        unordered: bool,
        /// Which tuples are positions; all if absent.
        condition: Option<Condition>,
    },
    /// Any number of heaps.
    Heap(Letter),
}

/// A move: the numbers of the option, and when it is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The numbers of the option, or the heaps that replace one heap.
    pub terms: Vec<Term>,
    /// When it is allowed; always if absent.
    pub condition: Option<Condition>,
    /// Its place in the text.
    pub place: Place,
}

/// A number that depends on letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(u64),
    /// A letter.
    Letter(Letter),
    /// Terms with their signs; `true` subtracts. At least two of them, or one that is subtracted.
    Sum(Vec<(bool, Term)>),
    /// A product; one side must be a number once the parameters are known.
    Product(Box<Term>, Box<Term>, Place),
    /// The remainder of a division; the divisor must be a positive number once the parameters are known.
    Mod(Box<Term>, Box<Term>, Place),
    /// `|..|`
    Abs(Box<Term>),
    /// `min(..)`
    Min(Vec<Term>),
    /// `max(..)`
    Max(Vec<Term>),
}

/// A condition on letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A chain of comparisons: the first term, then each relation with its right side.
    Compare(Term, Vec<(Relation, Term)>),
    /// Membership in a set of numbers and ranges.
    In(Term, Vec<Item>),
    /// All of them.
    And(Vec<Condition>),
    /// One of them at least.
    Or(Vec<Condition>),
    /// The opposite.
    Not(Box<Condition>),
}

/// An element of a set, or a range with both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The element, or the first of the range.
    pub first: Term,
    /// The last of the range.
    pub last: Option<Term>,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Less, Self::AtMost, Self::Equal, Self::NotEqual, Self::AtLeast, Self::More];

    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }

    /// The relation that holds just when this one does not.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
        }
    }
}

/// The words of the notation. None of them is a letter.
pub(crate) const KEYWORDS: [&str; 13] =
    ["game", "position", "heap", "move", "where", "unordered", "and", "or", "not", "in", "mod", "min", "max"];
