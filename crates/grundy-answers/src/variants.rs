//! Automata of games other than Wythoff's: Sharing Nim in base 2, and games of two piles with moves along rays. They are small, and proved when they are asked for.

use crate::ask::{Ask, Error, Progress};
use crate::automata::AutomataReport;
use crate::column;
use crate::sequence::sharing;
use grundy::automaton::{Found, Numeration, Relation, Room, Variant, Wrong, sharing_certificate};
use grundy::period::Verdict;
use grundy::sequence::shape;
use grundy::{Deadline, Game, InputError, Rays, Symmetric};
use serde::Serialize;
use std::fmt::Write as _;

/// The largest value that is looked for, in general and of Sharing Nim; with blocking, only P-positions are.
const LARGEST: u64 = 20;
const LARGEST_SHARING: u64 = 3;

/// States of the largest hypothesis.
const MOST_STATES: usize = 3_000;

/// The game, by its rules, and how its numbers are read: as asked for, or as is usual for the game. Nothing if automata are not looked for.
///
/// # Errors
/// When the game is always read in another numeration system.
pub fn variant(game: &Game, numeration: Option<Numeration>) -> Result<Option<Variant>, InputError> {
    if sharing::is_sharing(game) {
        return match numeration {
            None | Some(Numeration::Base(2)) => Ok(Some(Variant::SharingNim)),
            Some(other) => {
                let message = format!("sharing-nim is read in base 2, not in {other}");
                Err(InputError::whole(message).hint("omit the numeration system"))
            }
        };
    }
    let (inner, block) = game.blocked().map_or((game, 1), |(inner, q)| (inner, q));
    if inner.blocking().is_some() || inner.is_misere() {
        return Ok(None);
    }
    let geometry = inner.geometry(&[2]);
    let Some(rays) = geometry.as_ref().and_then(|geometry| geometry.rays()) else { return Ok(None) };
    let numeration = numeration.unwrap_or_else(|| usual(rays));
    Ok(Variant::rays(rays, usize::try_from(block).unwrap_or(usize::MAX), numeration))
}

/// The numeration system in which a game is read first: base 2 if moves lower one number alone, as in Nim; that of Fraenkel's game if both may be lowered by nearly the same; else Zeckendorf's.
fn usual(rays: &Rays) -> Numeration {
    let diagonal = rays.rays().iter().find(|ray| ray.step == (1, 1));
    match diagonal {
        None if rays.rays().iter().all(|ray| ray.step.0 == 0 || ray.step.1 == 0) => Numeration::Base(2),
        None => Numeration::ZECKENDORF,
        Some(ray) => Numeration::Ostrowski(u8::try_from(ray.width).unwrap_or(u8::MAX)),
    }
}

/// Whether `prove` has another proof for the game, so that automata are looked for only if a numeration system is given.
pub fn has_another_proof(game: &Game) -> bool {
    shape(game) == Ok(Symmetric::R_WYTHOFF)
}

/// The verdict on one value.
#[derive(Clone, Debug, Serialize)]
pub struct VariantVerdict {
    /// The value.
    pub value: u64,
    /// `proved` or `open`.
    pub verdict: String,
    /// States of the automaton of positions in normal form, or of the last hypothesis.
    pub states: u64,
    /// Digits of the continuations that tell its states apart.
    pub depth: u32,
    /// States of the largest other automaton of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<u64>,
}

/// The verdicts, and the sets that are proved.
pub struct ProvedVariant {
    /// The report.
    pub known: AutomataReport<VariantVerdict>,
    /// The positions of each value that is proved, in normal form.
    pub sets: Vec<Relation>,
    /// The certificate, if all values are proved and the game has certificates.
    pub certificate: Option<String>,
}

/// Whether the automata of a game can be checked by `grundy-check`.
pub fn has_certificates(variant: &Variant) -> bool {
    *variant == Variant::SharingNim
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Guesses the automata of the values up to one from a table, and proves them.
///
/// # Errors
/// When the value is too large, a limit is reached, or the work is cancelled.
pub fn prove(game: &Game, variant: &Variant, value: u64, ask: Ask<'_>) -> Result<ProvedVariant, Error> {
    let most = match variant {
        Variant::SharingNim => LARGEST_SHARING,
        Variant::Rays { block: 1, .. } => LARGEST,
        Variant::Rays { .. } => 0,
    };
    let Some(largest) = usize::try_from(value).ok().filter(|_| value <= most) else {
        let message = format!("automata of {} are looked for up to value {most}, not {value}", game.name());
        return Err(InputError::whole(message).hint("give a smaller value").into());
    };
    let stop = || (ask.watch)(&Progress::at("states", 0, format!("automata of {}", game.name()))).is_break();
    let room = Room { deadline: Deadline::after(ask.limits.time), bytes: ask.limits.memory / 3, stop: &stop };
    let found = variant.learn(largest, variant.bound(), MOST_STATES, room);
    if stop() {
        return Err(grundy::Error::Cancelled.into());
    }
    let found = found?;
    let sets: Vec<Relation> = found
        .iter()
        .filter_map(|found| if let Found::Proved { set, .. } = found { Some(set.clone()) } else { None })
        .collect();
    let verdict = if sets.len() > largest { Verdict::Proved } else { Verdict::Open }.to_string();
    let has_certificate = has_certificates(variant) && sets.len() > largest;
    let certificate =
        has_certificate.then(|| sharing_certificate(&sets.iter().map(Relation::dfa).collect::<Vec<_>>()));
    let obstacle = found.last().and_then(obstacle);
    let values = (0..).zip(&found).map(|(value, found)| VariantVerdict::of(value, found)).collect();
    let numeration = Some(variant.numeration().to_string());
    Ok(ProvedVariant {
        known: AutomataReport { game: game.name(), value, verdict, numeration, values, obstacle },
        sets,
        certificate,
    })
}

/// Why the last value is open.
fn obstacle(found: &Found) -> Option<String> {
    let Found::Open { states, depth, wrong } = found else { return None };
    let mut text = format!(
        "with continuations of {depth} digits there are {states} states or more, and no hypothesis is right"
    );
    let _ = match wrong {
        None | Some(Wrong::Form) => Ok(()),
        Some(Wrong::Accepted(x, y)) => write!(text, "; the last one accepts {x},{y}"),
        Some(Wrong::Missing(x, y)) => write!(text, "; the last one does not accept {x},{y}"),
    };
    Some(text)
}

impl VariantVerdict {
    fn of(value: u64, found: &Found) -> Self {
        match found {
            Found::Proved { set, depth, largest } => Self {
                value,
                verdict: Verdict::Proved.to_string(),
                states: wide(set.states()),
                depth: *depth,
                largest: Some(wide(*largest)),
            },
            Found::Open { states, depth, .. } => Self {
                value,
                verdict: Verdict::Open.to_string(),
                states: wide(*states),
                depth: *depth,
                largest: None,
            },
        }
    }
}

impl AutomataReport<VariantVerdict> {
    /// The answer as text.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} values 0 to {}, numeration {}\n",
            self.game,
            self.value,
            self.numeration.as_deref().unwrap_or_default()
        );
        let head = ["g", "depth", "states", "largest", ""].map(str::to_owned);
        let cells = |of: &VariantVerdict| {
            let largest = of.largest.map_or_else(|| "-".to_owned(), |largest| largest.to_string());
            [of.value.to_string(), of.depth.to_string(), of.states.to_string(), largest, of.verdict.clone()]
        };
        let lines: Vec<[String; 5]> = std::iter::once(head).chain(self.values.iter().map(cells)).collect();
        column::write_rows(&mut text, &lines);
        text + &self.conclusion(self.values.last().map_or(0, |last| last.value))
    }
}
