//! Automata of games other than Wythoff's: Sharing Nim in base 2, and Wythoff's game with other ends, holes or blocking. They are small, and proved when they are asked for.

use crate::ask::{Ask, Error, Progress};
use crate::automata::AutomataReport;
use crate::column;
use crate::sequence::sharing;
use grundy::automaton::{Found, Numeration, Relation, Room, Variant, Wrong, sharing_certificate};
use grundy::period::Verdict;
use grundy::{Deadline, Game, InputError};
use serde::Serialize;
use std::fmt::Write as _;

/// The largest value that is looked for.
const LARGEST: u64 = 3;

/// States of the largest hypothesis.
const MOST_STATES: usize = 3_000;

/// The largest triangle at which the game ends, and the most options that can be blocked, plus 1.
const MOST_TERMINAL: u32 = 60;
const MOST_BLOCK: usize = 5;

/// Upper limit on holes, and on their numbers.
const MOST_HOLES: usize = 16;
const FARTHEST_HOLE: u32 = 1_000;

/// The game, by its rules. Nothing if automata are not looked for.
pub fn variant(game: &Game) -> Option<Variant> {
    if sharing::is_sharing(game) {
        return Some(Variant::SharingNim);
    }
    let queen = |terminal, holes, block| Some(Variant::Queen { terminal, holes, block });
    let wythoff = grundy::game("wythoff").ok()?;
    if let (Some(rays), Some(known)) = (game.geometry(&[2]), wythoff.geometry(&[2]))
        && let (Some(rays), Some(known)) = (rays.rays(), known.rays())
    {
        let is_queen = rays.rays().len() == known.rays().len()
            && known.rays().iter().all(|ray| rays.rays().contains(ray));
        let is_symmetric = rays.holes().iter().all(|&(x, y)| rays.is_hole(y, x));
        let small = |&number: &u64| u32::try_from(number).ok().filter(|&number| number <= FARTHEST_HOLE);
        let holes: Option<Vec<(u32, u32)>> =
            rays.holes().iter().map(|(x, y)| Some((small(x)?, small(y)?))).collect();
        if let Some(holes) = holes
            && is_queen
            && is_symmetric
            && (1..=MOST_HOLES).contains(&holes.len())
        {
            return queen(None, holes, 1);
        }
    }
    // The other games are recognised by the normal form of their rules.
    let form = game.normal_form()?;
    let is =
        |text: String| grundy::game(&text).ok().and_then(|game| game.normal_form()) == Some(form.clone());
    if game.blocking().is_some() {
        let block = (2..=MOST_BLOCK).find(|block| is(format!("wythoff@block={block}")))?;
        return queen(None, Vec::new(), block);
    }
    let terminal = (0..=MOST_TERMINAL).find(|k| is(format!("terminal-wythoff:k={k}")))?;
    queen(Some(terminal), Vec::new(), 1)
}

/// The name of a numeration system.
pub fn numeration_name(numeration: Numeration) -> String {
    match numeration {
        Numeration::Base(base) => format!("base-{base}"),
        Numeration::Zeckendorf => "zeckendorf".to_owned(),
    }
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
    let block = if let Variant::Queen { block, .. } = variant { *block } else { 1 };
    let most = if block == 1 { LARGEST } else { 0 };
    let Some(largest) = usize::try_from(value).ok().filter(|_| value <= most) else {
        let message = format!("automata of {} are looked for up to value {most}, not {value}", game.name());
        return Err(InputError::whole(message).hint("give a smaller value").into());
    };
    // Words as long as the longest numbers of the table can be told apart. With blocking, each cell of the table is looked at.
    let bound = match variant {
        Variant::SharingNim => 1 << 16,
        Variant::Queen { block: 1, .. } => 317_811,
        Variant::Queen { .. } => 6_765,
    };
    let stop = || (ask.watch)(&Progress::at("states", 0, format!("automata of {}", game.name()))).is_break();
    let room = Room { deadline: Deadline::after(ask.limits.time), bytes: ask.limits.memory / 3, stop: &stop };
    let found = variant.learn(largest, bound, MOST_STATES, room)?;
    if stop() {
        return Err(grundy::Error::Cancelled.into());
    }
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
    let numeration = Some(numeration_name(variant.numeration()));
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
