//! The catalogue of games, and the parsing of texts into games and positions.

mod heaps;
mod own;

pub use own::{define, defined, read_rules, rules_of};

use crate::compound::{Blocked, Misere, Nearly, Sum};
use crate::geometry::Geometry;
use crate::notation::{
    self, BLOCK_HINT, InputError, NUMBERS, RawGame, RawNumber, RawParameter, RawPosition, RawTerm, Span,
    number_in, parse_known, parse_raw,
};
use crate::rules;
use crate::ruleset::{Family, Game, Position, Reading};
use crate::words::nearest;
use std::sync::Arc;

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its notation: the name, the parameters and a position.
    pub notation: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// An example of the notation.
    pub example: &'static str,
    /// The source of the game.
    pub paper: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    make: fn(&Parameters<'_>) -> Result<Game, InputError>,
}

/// A parameter of a game.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// The values that it accepts.
    pub takes: Takes,
}

/// The values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A 64-bit whole number, at least this.
    Number(u64),
    /// The edges of a graph.
    Edges,
    /// The numbers below some k in any order, joined by hyphens: `1-0`.
    Order,
    /// One of [`Reading::ALL`].
    Reading,
    /// The code of an octal game, or of a hexadecimal one: `0.77`. Its name may be omitted.
    Code,
    /// A set of numbers: `{1,3,4}`. Its name may be omitted.
    Set,
}

/// A required number.
const fn number_of(name: &'static str, least: u64) -> Parameter {
    Parameter { name, required: true, takes: Takes::Number(least) }
}

/// An optional parameter.
const fn optional(name: &'static str, takes: Takes) -> Parameter {
    Parameter { name, required: false, takes }
}

const FARR_HO: &str = "Farr & Ho, nearly disjunctive sums of Nim and Silver Dollar games";
const HO: &str = "Ho, three-pile Sharing Nim";
const GURVICH: &str = "Gurvich, NIM_(a,b)^(p,q), RRR 18-2010";

/// All games, grouped by paper.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "nim",
        notation: "nim PILES",
        rules: "Take any positive number of counters from one pile.",
        example: "nim 3,5,6",
        paper: "Bouton 1901",
        parameters: &[],
        make: |_| Ok(Arc::new(rules::Nim)),
    },
    Entry {
        name: "silver-dollar",
        notation: "silver-dollar [SQUARES]",
        rules: "Move a token left to an empty square without jumping over another; one token a square.",
        example: "silver-dollar [3,5,8,12,19]",
        paper: FARR_HO,
        parameters: &[],
        make: |_| Ok(Arc::new(rules::SilverDollar)),
    },
    Entry {
        name: "star-nim",
        notation: "star-nim SQUARES",
        rules: "Strips joined at square 0, one token each: move a token to a lower square; square 0 holds one token.",
        example: "star-nim 3,7",
        paper: FARR_HO,
        parameters: &[],
        make: |_| Ok(Arc::new(rules::StarNim)),
    },
    Entry {
        name: "star-silver-dollar",
        notation: "star-silver-dollar [SQUARES],[SQUARES],..",
        rules: "Silver Dollar on strips joined at square 0, which holds at most one token.",
        example: "star-silver-dollar [2,5],[3],[1,4]",
        paper: FARR_HO,
        parameters: &[],
        make: |_| Ok(Arc::new(rules::StarSilverDollar)),
    },
    Entry {
        name: "shared-cells",
        notation: "shared-cells:k=K [SQUARES],[SQUARES],..",
        rules: "Silver Dollar on strips that share their first K cells; tokens never jump, not on shared cells either.",
        example: "shared-cells:k=2 [2,5],[3]",
        paper: "Farr & Ho, sec. 5",
        parameters: &[number_of("k", 0)],
        make: |p| Ok(Arc::new(rules::SharedCells::new(p.number("k")?))),
    },
    Entry {
        name: "crossed",
        notation: "crossed:map=M-M-.. [SQUARES],[SQUARES]",
        rules: "Silver Dollar on two strips: cell i of the second is the i-th of the cells M of the first; tokens never jump.",
        example: "crossed:map=1-0 [2,5],[3]",
        paper: "Farr & Ho, sec. 5",
        parameters: &[Parameter { name: "map", required: true, takes: Takes::Order }],
        make: |p| {
            let map = p.get("map")?;
            Ok(Arc::new(rules::Crossed::new(&map.value, map.value_span)?))
        },
    },
    Entry {
        name: "nearly",
        notation: "nearly(GAME POSITION + GAME POSITION + ..[; closed])",
        rules: "Move in one component; once one has been moved into its own P-position, none may be ever again.",
        example: "nearly(nim 3 + nim 7)",
        paper: "Farr & Ho, sec. 5",
        parameters: &[],
        make: |p| {
            Err(InputError::at(p.game.span, "nearly needs components")
                .hint("write it as nearly(nim 3 + nim 7)"))
        },
    },
    Entry {
        name: "misere",
        notation: "misere(GAME POSITION + GAME POSITION + ..)",
        rules: "Move in one component; the player who cannot move wins. Only who wins is defined: there are no values.",
        example: "misere(nim 3,4,5)",
        paper: "Bouton 1901",
        parameters: &[],
        make: |p| {
            Err(InputError::at(p.game.span, "misere needs components").hint("write it as misere(nim 3,4,5)"))
        },
    },
    Entry {
        name: "welter",
        notation: "welter [SQUARES]",
        rules: "Move a token left to any empty square, jumping over others if need be; one token a square.",
        example: "welter [1,4,9]",
        paper: "Welter 1954; Conway, On Numbers and Games, ch. 13",
        parameters: &[],
        make: |_| Ok(Arc::new(rules::Welter)),
    },
    Entry {
        name: "star-welter",
        notation: "star-welter [SQUARES],[SQUARES],..",
        rules: "Welter's game on strips joined at square 0, which holds at most one token.",
        example: "star-welter [1,4],[2,9]",
        paper: "Welter 1954, on the star of Farr & Ho",
        parameters: &[],
        make: |_| Ok(Arc::new(rules::StarWelter)),
    },
    Entry {
        name: "sharing-nim",
        notation: "sharing-nim PILES",
        rules: "Move counters from a pile to another that does not end up larger than the giver.",
        example: "sharing-nim 0,5,8",
        paper: HO,
        parameters: &[],
        make: |_| Ok(Arc::new(rules::SharingNim)),
    },
    Entry {
        name: "graph-nim",
        notation: "graph-nim:edges=U-V,U-V,.. PILES",
        rules: "Sharing Nim along the edges of a graph: U-V both ways, U>V one way; pile i is on vertex i.",
        example: "graph-nim:edges=0-1,1-2 0,5,8",
        paper: "Ho, sec. 7",
        parameters: &[Parameter { name: "edges", required: true, takes: Takes::Edges }],
        make: |p| {
            let edges = p.get("edges")?;
            Ok(Arc::new(rules::GraphNim::new(&edges.value, edges.value_span)?))
        },
    },
    Entry {
        name: "wythoff",
        notation: "wythoff X,Y",
        rules: "Take any positive number from one pile, or the same number from both.",
        example: "wythoff 4,9",
        paper: "Wythoff 1907",
        parameters: &[],
        make: |_| Ok(Arc::new(rules::Wythoff)),
    },
    Entry {
        name: "r-wythoff",
        notation: "r-wythoff X,Y",
        rules: "Take any positive number from the larger pile (either, if equal), or the same number from both.",
        example: "r-wythoff 4,9",
        paper: "Gu, Sprague-Grundy values of the R-Wythoff game (2015)",
        parameters: &[],
        make: |_| Ok(Arc::new(rules::RWythoff)),
    },
    Entry {
        name: "fraenkel",
        notation: "fraenkel:a=A X,Y",
        rules: "Take from one pile, or numbers that differ by less than A from both.",
        example: "fraenkel:a=2 3,8",
        paper: "Fraenkel 1982",
        parameters: &[number_of("a", 1)],
        make: |p| Ok(Arc::new(rules::Gurvich::fraenkel(p.number("a")?))),
    },
    Entry {
        name: "larsson",
        notation: "larsson:a=A,p=P X,Y",
        rules: "Fraenkel's game; the player who has just moved may block up to P-1 moves that take the same from both piles.",
        example: "larsson:a=1,p=2 3,3",
        paper: "Larsson 2009",
        parameters: &[number_of("a", 1), number_of("p", 1)],
        make: |p| Ok(Arc::new(rules::Gurvich::larsson(p.number("a")?, p.number("p")?))),
    },
    Entry {
        name: "gurvich",
        notation: "gurvich:a=A,b=B[,p=P,q=Q,reading=per-line] X,Y",
        rules: "Take x' and y' with |x'-y'| < A or min(x',y') < B, not both 0; P and Q limit how much may be blocked.",
        example: "gurvich:a=2,b=3,p=2,q=1 6,9",
        paper: GURVICH,
        parameters: &[
            number_of("a", 1),
            number_of("b", 1),
            optional("p", Takes::Number(1)),
            optional("q", Takes::Number(1)),
            optional("reading", Takes::Reading),
        ],
        make: |given| {
            let blocking = |key| if given.has(key) { given.number(key) } else { Ok(1) };
            let (a, b) = (given.number("a")?, given.number("b")?);
            let (p, q, reading) = (blocking("p")?, blocking("q")?, given.reading()?);
            Ok(Arc::new(rules::Gurvich::new(Family { a, b, p, q, reading })))
        },
    },
    heaps::OCTAL,
    heaps::HEXADECIMAL,
    heaps::SUBTRACTION,
    heaps::ALL_BUT,
    heaps::KAYLES,
    heaps::DAWSON_KAYLES,
    heaps::DAWSON_CHESS,
    heaps::TREBLECROSS,
    heaps::OFFICERS,
    heaps::GUILES,
    heaps::GRUNDY_GAME,
    heaps::LASKER_NIM,
];

/// The parameters in a parsed game.
struct Parameters<'g> {
    game: &'g RawGame,
    entry: &'static Entry,
}

impl<'g> Parameters<'g> {
    /// Checks that all required parameters are given, each once, and no unknown ones.
    fn checked(game: &'g RawGame, entry: &'static Entry) -> Result<Self, InputError> {
        let parameters = Self { game, entry };
        for (i, given) in game.parameters.iter().enumerate() {
            if !entry.parameters.iter().any(|known| known.name == given.key) {
                let message = format!("{} has no parameter `{}`", entry.name, given.key);
                return Err(InputError::at(given.key_span, message).hint(parameters.usage()));
            }
            if game.parameters[..i].iter().any(|earlier| earlier.key == given.key) {
                let message = format!("`{}` is given twice", given.key);
                return Err(InputError::at(given.key_span, message).hint(parameters.usage()));
            }
        }
        let mut required = entry.parameters.iter().filter(|parameter| parameter.required);
        required.try_for_each(|parameter| parameters.get(parameter.name).map(|_| ()))?;
        Ok(parameters)
    }

    fn usage(&self) -> String {
        format!("write {}, e.g. {}", self.entry.notation, self.entry.example)
    }

    fn get(&self, key: &str) -> Result<&'g RawParameter, InputError> {
        self.game.parameters.iter().find(|given| given.key == key).ok_or_else(|| {
            let message = format!("{} needs its parameter `{key}`", self.entry.name);
            InputError::at(self.game.span, message).hint(self.usage())
        })
    }

    fn has(&self, key: &str) -> bool {
        self.game.parameters.iter().any(|given| given.key == key)
    }

    fn number(&self, key: &str) -> Result<u64, InputError> {
        let least = self.entry.parameters.iter().find_map(|parameter| match parameter.takes {
            Takes::Number(least) if parameter.name == key => Some(least),
            _ => None,
        });
        number(self.get(key)?, least.unwrap_or(0), &self.usage())
    }

    fn reading(&self) -> Result<Reading, InputError> {
        if !self.has("reading") {
            return Ok(Reading::default());
        }
        let given = self.get("reading")?;
        Reading::ALL.into_iter().find(|reading| given.value.eq_ignore_ascii_case(reading.name())).ok_or_else(
            || {
                let names: Vec<&str> = Reading::ALL.iter().map(|reading| reading.name()).collect();
                InputError::at(given.value_span, format!("unknown reading `{}`", given.value))
                    .hint(format!("the readings are {}; docs/blocking.md explains them", names.join(", ")))
            },
        )
    }
}

/// The value of a parameter that is a whole number.
fn number(given: &RawParameter, least: u64, usage: &str) -> Result<u64, InputError> {
    let RawParameter { key, value, value_span: Span { start, .. }, .. } = given;
    let wrong = |message: String| InputError::at(given.value_span, message).hint(usage);
    if !value.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong(format!("`{key}` is a whole number, not `{value}`")));
    }
    match number_in(value, 0..=u64::MAX) {
        Ok(number) if number >= least => Ok(number),
        Ok(_) => Err(wrong(format!("`{key}` is at least {least}"))),
        Err(_) if notation::number(value).is_ok() => Err(wrong(format!("`{key}` is at most {}", u64::MAX))),
        Err(InputError { message, span, .. }) => {
            let at =
                span.map_or(given.value_span, |at| Span { start: start + at.start, end: start + at.end });
            Err(InputError::at(at, message).hint(NUMBERS))
        }
    }
}

/// A parsed text whose positions may have letters in place of numbers.
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    terms: Vec<RawTerm>,
    built: Built,
}

/// One number of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The row.
    A,
    /// The column.
    B,
    /// A fixed number.
    Number(u64),
}

impl Slot {
    /// The number, if it is fixed.
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::A | Self::B => None,
        }
    }
}

/// A game and, if it is a compound, its components.
#[derive(Clone, Debug)]
struct Built {
    game: Game,
    parts: Vec<Built>,
}

impl Template {
    /// Parses a game or a sum, with or without positions. A game without a position gets its default slice, if it has one:
    /// `star-nim` means `star-nim a,b`.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let read = || {
            let mut terms = parse_terms(text)?;
            let built = build_sum(&terms)?;
            if let ([RawTerm::Simple(_, position @ None)], Some(plane)) = (&mut terms[..], built.game.plane())
            {
                *position = raw_position(plane.at);
            }
            if let [RawTerm::Misere { terms, .. }] = &mut terms[..]
                && let ([RawTerm::Simple(_, position @ None)], [part]) = (&mut terms[..], &built.parts[..])
                && let Some(plane) = part.game.plane()
            {
                *position = raw_position(plane.at);
            }
            Ok(Self { text: text.to_owned(), terms, built })
        };
        read().map_err(|error: InputError| error.in_text(text))
    }

    /// The default slice of a game, which need not be in the catalogue, or nothing if it has none.
    pub fn of_game(game: &Game) -> Option<Self> {
        Self::slice(game, game.plane()?.at).ok()
    }

    /// Another slice of a game that need not be in the catalog: `at` is a position with letters in it.
    ///
    /// ```
    /// use grundy::Template;
    /// let slice = Template::slice(&grundy::game("star-nim")?, "a,b,4")?;
    /// assert_eq!(slice.at(&[("a", 1), ("b", 2)])?.piles(), Some(&[1, 2, 4][..]));
    /// # Ok::<(), grundy::InputError>(())
    /// ```
    ///
    /// # Errors
    /// When `at` is not a position, and for compound games: [`Template::parse`] reads theirs.
    pub fn slice(game: &Game, at: &str) -> Result<Self, InputError> {
        if !game.components().is_empty() {
            return Err(InputError::whole("the components of a compound game have positions of their own")
                .hint("write the game too, e.g. Template::parse(\"nim a + nim b\")"));
        }
        // Places in errors are places in this text.
        let text = format!("game {at}");
        let terms = parse_raw(&text)?;
        if !matches!(terms[..], [RawTerm::Simple(_, Some(_))]) {
            let error = InputError::whole(format!("`{at}` is not a position"));
            return Err(error.hint("write a position with the letters a and b in it, e.g. a,b"));
        }
        Ok(Self { text, terms, built: Built { game: Game::clone(game), parts: Vec::new() } })
    }

    /// The geometry of its options, if it has one.
    pub fn geometry(&self) -> Option<Geometry> {
        self.built.game.geometry(&self.slots()?.0)
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.built.game
    }

    /// Whether this is a single game with its default slice or without a position.
    pub fn is_plain(&self) -> bool {
        let slice = self.built.game.plane().and_then(|plane| raw_position(plane.at));
        matches!(&self.terms[..], [RawTerm::Simple(_, position)] if position.is_none() || *position == slice)
    }

    /// Refuses letters other than a and b, and templates without them.
    pub(crate) fn check_letters(&self) -> Result<(), InputError> {
        let letters: Vec<&RawNumber> = self.terms.iter().flat_map(RawTerm::letters).collect();
        if let Some(other) = letters.iter().find(|letter| !matches!(letter.text.as_str(), "a" | "b")) {
            let message = format!("`{}` is neither a number nor one of the letters a and b", other.text);
            let hint = "a is the row and b the column; all other numbers are fixed, e.g. a,b,3";
            return Err(InputError::at(other.span, message).hint(hint).in_text(&self.text));
        }
        if ["a", "b"].iter().all(|wanted| letters.iter().any(|letter| letter.text == *wanted)) {
            return Ok(());
        }
        let place = self.terms.iter().map(RawTerm::span).reduce(Span::to).unwrap_or_default();
        let hint =
            "put the letters a (row) and b (column) into the position, e.g. 'star-silver-dollar [a],[b,9]'";
        let error = InputError::at(place, "this does not say which two numbers vary");
        Err(error.hint(hint).in_text(&self.text))
    }

    /// Is this place a letter?
    pub(crate) fn is_letter(&self, place: Span) -> bool {
        self.terms.iter().flat_map(RawTerm::letters).any(|letter| letter.span == place)
    }

    /// The position with each letter replaced by its number.
    ///
    /// # Errors
    /// When a letter has no number, or the result is not a position.
    pub fn at(&self, letters: &[(&str, u64)]) -> Result<Position, InputError> {
        let mut terms = self.terms.clone();
        for &(letter, value) in letters {
            for term in &mut terms {
                term.substitute(letter, value);
            }
        }
        position_of_sum(&self.built, &terms).map_err(|error| error.in_text(&self.text))
    }

    /// The length of each strip (piles count as one strip), and the numbers. Nothing for compound games and for letters other
    /// than a and b.
    pub fn slots(&self) -> Option<(Vec<usize>, Vec<Slot>)> {
        let [RawTerm::Simple(_, Some(raw))] = &self.terms[..] else { return None };
        let (lengths, numbers): (Vec<usize>, Vec<&RawNumber>) = match raw {
            RawPosition::Row(numbers, _) => (vec![numbers.len()], numbers.iter().collect()),
            RawPosition::Strips(strips, _) => {
                let lengths = strips.iter().map(|(numbers, _)| numbers.len()).collect();
                (lengths, strips.iter().flat_map(|(numbers, _)| numbers).collect())
            }
        };
        let slot = |number: &RawNumber| match number.text.as_str() {
            "a" => Some(Slot::A),
            "b" => Some(Slot::B),
            _ => number.value().ok().and_then(|number| u64::try_from(&number).ok()).map(Slot::Number),
        };
        Some((lengths, numbers.into_iter().map(slot).collect::<Option<_>>()?))
    }

    /// Whether its position is written as strips.
    pub(crate) fn has_strips(&self) -> bool {
        matches!(&self.terms[..], [RawTerm::Simple(_, Some(RawPosition::Strips(..)))])
    }

    /// Whether it contains `letter`.
    pub fn has(&self, letter: &str) -> bool {
        self.terms.clone().iter_mut().any(|term| term.substitute(letter, 0) > 0)
    }
}

impl From<&Game> for Template {
    /// The default slice of a game. A game without one gives a template without letters, from which no table can be computed.
    fn from(game: &Game) -> Self {
        let none = || {
            let name = RawGame {
                name: game.name(),
                span: Span::default(),
                rules: None,
                parameters: Vec::new(),
                block: None,
            };
            let built = Built { game: Game::clone(game), parts: Vec::new() };
            Self { text: game.name(), terms: vec![RawTerm::Simple(name, None)], built }
        };
        Self::of_game(game).unwrap_or_else(none)
    }
}

impl From<&Self> for Template {
    fn from(template: &Self) -> Self {
        template.clone()
    }
}

/// Parses a game and its position, or a sum of them.
///
/// ```
/// let (game, position) = grundy::parse("star-nim 3,7 + wythoff 2,5")?;
/// assert_eq!(game.name(), "star-nim + wythoff");
/// assert_eq!(game.show(&position), "star-nim 3,7 + wythoff 2,5");
/// # Ok::<(), grundy::InputError>(())
/// ```
pub fn parse(text: &str) -> Result<(Game, Position), InputError> {
    let read = || {
        let terms = parse_terms(text)?;
        let built = build_sum(&terms)?;
        let position = position_of_sum(&built, &terms)?;
        Ok((built.game, position))
    };
    read().map_err(|error: InputError| error.in_text(text))
}

/// Parses a game without a position.
///
/// ```
/// assert_eq!(grundy::game("gurvich:a=2,b=3")?.name(), "gurvich:a=2,b=3");
/// # Ok::<(), grundy::InputError>(())
/// ```
///
/// # Errors
/// When the game is unknown, or a position follows it.
pub fn game(text: &str) -> Result<Game, InputError> {
    let template = Template::parse(text)?;
    if template.is_plain() {
        return Ok(template.built.game);
    }
    Err(InputError::whole("expected a single game without a position").hint("e.g. wythoff").in_text(text))
}

/// Whether two parsed games are the same game.
pub fn is_same(one: &Game, other: &Game) -> bool {
    one.name() == other.name()
}

fn parse_terms(text: &str) -> Result<Vec<RawTerm>, InputError> {
    parse_known(text, |game| {
        if own::named(&game.name).is_some() {
            return Ok(());
        }
        let Entry { name, parameters, notation, example, .. } = find(game)?;
        if !parameters.is_empty() || !text[game.span.end..].starts_with(':') {
            return Ok(());
        }
        let colon = Span { start: game.span.end, end: game.span.end + 1 };
        let error = InputError::at(colon, format!("{name} has no parameters"));
        Err(error.hint(format!("write {notation}, e.g. {example}")))
    })
}

fn raw_position(text: &str) -> Option<RawPosition> {
    match parse_raw(&format!("x {text}")).ok()?.pop()? {
        RawTerm::Simple(_, position) => position,
        RawTerm::Nearly { .. } | RawTerm::Misere { .. } => None,
    }
}

fn build_sum(terms: &[RawTerm]) -> Result<Built, InputError> {
    let mut parts = terms.iter().map(build).collect::<Result<Vec<_>, _>>()?;
    if parts.len() == 1 {
        return Ok(parts.remove(0));
    }
    refuse_misere(terms)?;
    let games = parts.iter().map(|part| Game::clone(&part.game)).collect();
    Ok(Built { game: Arc::new(Sum::new(games)), parts })
}

/// Refuses components in misère play.
fn refuse_misere(terms: &[RawTerm]) -> Result<(), InputError> {
    let inner = terms.iter().find(|term| matches!(term, RawTerm::Misere { .. }));
    inner.map_or(Ok(()), |term| {
        let error = InputError::at(term.span(), "a game in misère play cannot be added to another");
        Err(error.hint("only normal play adds up; play the whole sum in misère: misere(nim 3 + wythoff 2,3)"))
    })
}

/// The components of `misere(..)`.
fn build_misere(terms: &[RawTerm]) -> Result<Built, InputError> {
    refuse_misere(terms)?;
    let parts = terms.iter().map(build).collect::<Result<Vec<_>, _>>()?;
    if let Some((term, _)) = terms.iter().zip(&parts).find(|(_, part)| part.game.blocking().is_some()) {
        return Err(InputError::at(term.span(), "misère play with blocking is not supported")
            .hint("play the game without misere(..), or without blocking"));
    }
    let games = parts.iter().map(|part| Game::clone(&part.game)).collect();
    Ok(Built { game: Arc::new(Misere::new(games)), parts })
}

fn build(term: &RawTerm) -> Result<Built, InputError> {
    let (built, block) = match term {
        RawTerm::Misere { terms, .. } => return build_misere(terms),
        RawTerm::Simple(game, _) => (Built { game: simple(game)?, parts: Vec::new() }, &game.block),
        RawTerm::Nearly { terms, block, .. } => {
            refuse_misere(terms)?;
            let parts = terms.iter().map(build).collect::<Result<Vec<_>, _>>()?;
            let games = parts.iter().map(|part| Game::clone(&part.game)).collect();
            (Built { game: Arc::new(Nearly::new(games)), parts }, block)
        }
    };
    let Some(block) = block else { return Ok(built) };
    let q = number(block, 1, BLOCK_HINT)?;
    if let Some(own) = built.game.blocking() {
        return Err(InputError::at(block.key_span, "this game has a blocking rule of its own")
            .hint(format!("omit `@block`: {own}")));
    }
    Ok(Built { game: Arc::new(Blocked::new(built.game, q)), ..built })
}

/// A game by its name or by its rules.
fn simple(game: &RawGame) -> Result<Game, InputError> {
    if let Some(written) = own::written(game)? {
        return Ok(Arc::new(written));
    }
    let entry = find(game)?;
    (entry.make)(&Parameters::checked(game, entry)?)
}

fn position_of_sum(built: &Built, terms: &[RawTerm]) -> Result<Position, InputError> {
    match terms {
        [term] => position_of(built, term),
        _ => Ok(Sum::position_of(positions_of(&built.parts, terms)?)),
    }
}

fn positions_of(parts: &[Built], terms: &[RawTerm]) -> Result<Vec<Position>, InputError> {
    parts.iter().zip(terms).map(|(part, term)| position_of(part, term)).collect()
}

fn position_of(built: &Built, term: &RawTerm) -> Result<Position, InputError> {
    match term {
        RawTerm::Simple(_, Some(raw)) => built.game.position(raw),
        RawTerm::Simple(game, None) => {
            let error = InputError::at(game.span, format!("{} needs a position", game.name));
            Err(match find(game) {
                Ok(entry) => error.hint(format!("e.g. {}", entry.example)),
                Err(_) => error,
            })
        }
        RawTerm::Misere { terms, .. } => Ok(Misere::position_of(positions_of(&built.parts, terms)?)),
        RawTerm::Nearly { terms, closed, .. } => {
            Ok(Nearly::position_of(positions_of(&built.parts, terms)?, *closed))
        }
    }
}

fn find(game: &RawGame) -> Result<&'static Entry, InputError> {
    if let Some(entry) = GAMES.iter().find(|entry| entry.name == game.name) {
        return Ok(entry);
    }
    let error = InputError::at(game.span, format!("unknown game `{}`", game.name));
    let names = GAMES.iter().map(|entry| entry.name).chain(rules::LIBRARY.iter().map(|bundled| bundled.name));
    Err(match nearest(&game.name, names) {
        Some(name) => error.hint(format!("did you mean {name}?")),
        None => error.hint("games are e.g. nim, star-nim, wythoff; the list of games has all names"),
    })
}
