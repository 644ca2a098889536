//! Proofs of Gu's conjectures about R-Wythoff, value by value.

use crate::ask::{Ask, Error, Progress};
use crate::column;
use crate::keep::{Checkpoints, keep};
use grundy::period::Verdict;
use grundy::r_wythoff::{Golden, Level, Missing, Prover, certificate};
use grundy::sequence::{Tally, shape};
use grundy::{Game, InputError, Symmetric, counted};
use grundy_store::Store;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Rows between progress callbacks: less than a second.
const CHUNK: u64 = 1 << 22;

/// A question about a value and all smaller ones.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// The value.
    pub value: u64,
    /// Upper limit on rows.
    pub up_to_rows: Option<u64>,
}

/// A report and its certificate.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The report.
    pub known: ProofReport,
    /// The certificate, if all values are proved.
    pub certificate: Option<String>,
}

impl Question {
    /// Returns a stored proof if there is one; otherwise proves and stores.
    ///
    /// # Errors
    /// When the game is not R-Wythoff, the store cannot be used, or the work is cancelled.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Proved, Error> {
        refuse_others(&self.game)?;
        let store = ask.shelf.open(ask.note)?;
        let question = format!("prove r-wythoff value {}", self.value);
        let kept = store.as_ref().map(|store| store.result(&question)).transpose()?.flatten();
        let kept = kept.and_then(|kept| Some((serde_json::from_str(&kept.answer).ok()?, kept.certificate?)));
        if let (Some((known, certificate)), Some(store)) = (kept, &store) {
            (ask.note)(&format!("using results stored in {}", store.path().display()));
            return Ok(Proved { known, certificate: Some(certificate) });
        }
        let proved = prove(self, store.as_ref(), ask)?;
        if let (Some(store), Some(text)) = (&store, &proved.certificate) {
            keep(store, &question, &proved.known.verdict, &proved.known, Some(text))?;
        }
        Ok(proved)
    }
}

/// Refuses games that are not R-Wythoff by their rules.
pub(crate) fn refuse_others(game: &Game) -> Result<(), InputError> {
    if shape(game) == Ok(Symmetric::R_WYTHOFF) {
        return Ok(());
    }
    let message = format!(
        "the positions of a value are proved in closed form only for r-wythoff, not for {}",
        game.name()
    );
    Err(InputError::whole(message).hint("choose the game r-wythoff"))
}

/// Proves a value and all smaller ones.
pub(crate) fn prover(value: u64, ask: Ask<'_>) -> Result<Prover, Error> {
    let mut prover = Prover::new(value)?;
    while prover.missing().is_some() {
        prover.run(prover.stride().min(CHUNK), true);
        let place = prover.missing().map_or_else(String::new, |(value, _)| format!("value {value}"));
        if (ask.watch)(&Progress::at("rows", prover.row(), place)).is_break() {
            return Err(grundy::Error::Cancelled.into());
        }
    }
    Ok(prover)
}

/// The verdict on a value and all smaller ones.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ProofReport {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// `proved` or `open`.
    pub verdict: String,
    /// Number of rows computed.
    pub rows: u64,
    /// The missing hypothesis of the first value that is not proved.
    pub missing: Option<MissingHypothesis>,
    /// The values.
    pub values: Vec<ValueVerdict>,
}

/// A hypothesis of the proof that does not hold yet.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MissingHypothesis {
    /// The value.
    pub value: u64,
    /// The hypothesis of docs/r-wythoff.md.
    pub hypothesis: String,
    /// Why it is missing.
    pub reason: String,
}

/// The verdict on one value.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ValueVerdict {
    /// The value.
    pub value: u64,
    /// `proved` or `open`.
    pub verdict: String,
    /// C: repeats among second entries.
    pub repeats: u64,
    /// M: from this index on position n lies on diagonal n.
    pub settled: u64,
    /// W: number of positions that do not.
    pub wrong: u64,
    /// The numbers of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// The numbers of a proof.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Proof {
    /// The window that the induction starts from.
    pub window: [u64; 2],
    /// P: largest distance of positions from their line there.
    pub bound: Bound,
    /// X: the index from which on the induction holds.
    pub from: u64,
    /// Number of rows computed.
    pub rows: u64,
}

/// The number `whole + phi·φ`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Bound {
    /// The integer part.
    pub whole: i64,
    /// The multiple of the golden ratio.
    pub phi: i64,
}

/// Runs until all values are proved or the limit on rows is reached. Resumes an interrupted run.
fn prove(question: &Question, store: Option<&Store>, ask: Ask<'_>) -> Result<Proved, Error> {
    let largest = question.value;
    let name = format!("prove r-wythoff values to {largest}");
    let mut checkpoints = Checkpoints::new(ask.shelf, store, name);
    let mut prover = match checkpoints.resume(ask.note, |state| Prover::from_bytes(state, largest).ok())? {
        Some(prover) => prover,
        None => Prover::new(largest)?,
    };
    let limit = question.up_to_rows.unwrap_or(u64::MAX);
    while let Some((value, _)) = prover.missing() {
        if prover.row() >= limit {
            break;
        }
        let mut left = prover.stride().min(limit - prover.row());
        while left > 0 {
            let now = left.min(CHUNK);
            left -= now;
            prover.run(now, left == 0);
            let place = place(&prover, value);
            if (ask.watch)(&Progress::at("rows", prover.row(), place.clone())).is_break() {
                return Err(checkpoints.stop(&place, || prover.to_bytes())?);
            }
            checkpoints.see(&place, || prover.to_bytes())?;
        }
    }
    let is_proved = prover.missing().is_none();
    if is_proved {
        checkpoints.end()?;
    } else {
        checkpoints.save(&format!("row {}", prover.row()), || prover.to_bytes())?;
    }
    let certificate = certificate(prover.levels()).filter(|_| is_proved).map(|text| text.to_string());
    Ok(Proved { known: ProofReport::of(&prover), certificate })
}

/// The place of a run: `row 4096, value 7: M 638, R 53, nearest 8 with 33`.
fn place(prover: &Prover, value: u64) -> String {
    let mut text = format!("row {}, value {value}", prover.row());
    if let Some(Tally { repeats, settled, .. }) = prover.tally(value) {
        let _ = write!(text, ": M {settled}, R {repeats}");
    }
    if let Some((nearest, repeats)) = prover.nearest(value) {
        let _ = write!(text, ", nearest {nearest} with R {repeats}");
    }
    text
}

impl ProofReport {
    fn of(prover: &Prover) -> Self {
        let missing = prover.missing();
        let line = |value| {
            let Tally { repeats, settled, wrong, .. } = prover.tally(value).unwrap_or_default();
            let level = usize::try_from(value).ok().and_then(|value| prover.levels().get(value));
            let verdict = if level.is_some() { Verdict::Proved } else { Verdict::Open }.to_string();
            ValueVerdict { value, verdict, repeats, settled, wrong, proof: level.map(Proof::of) }
        };
        Self {
            game: Symmetric::R_WYTHOFF.name(),
            value: prover.largest(),
            verdict: if missing.is_none() { Verdict::Proved } else { Verdict::Open }.to_string(),
            rows: prover.row(),
            missing: missing.map(|(value, missing)| MissingHypothesis {
                value,
                hypothesis: missing.hypothesis().to_owned(),
                reason: reason(prover, value, missing),
            }),
            values: (0..=prover.largest()).map(line).collect(),
        }
    }

    /// The answer as text.
    pub fn text(&self) -> String {
        let mut text = format!("r-wythoff values 0 to {}\n", self.value);
        let head = ["g", "C", "M", "W", "window", "P", "X", "rows", ""].map(str::to_owned);
        let lines: Vec<[String; 9]> =
            std::iter::once(head).chain(self.values.iter().map(ValueVerdict::cells)).collect();
        column::write_rows(&mut text, &lines);
        let _ = match &self.missing {
            None => writeln!(
                text,
                "verdict  proved: for each of these g, position n of value g lies on diagonal n for all n >= M"
            ),
            Some(MissingHypothesis { value, hypothesis, reason }) => writeln!(
                text,
                "verdict  open from value {value} on, after {}: {hypothesis} is missing, {reason}",
                counted(self.rows, "row")
            ),
        };
        text
    }
}

/// Why a value is open.
fn reason(prover: &Prover, value: u64, missing: Missing) -> String {
    let tally = prover.tally(value).unwrap_or_default();
    match missing {
        Missing::Regular => "a diagonal was skipped and is still empty".to_owned(),
        Missing::Window { end } => format!(
            "the window from M = {} on ends about index {end}; {} are known",
            tally.settled,
            counted(tally.members, "position")
        ),
        Missing::Members { from } => {
            format!("bounds reach from index {from} on; {} are known", counted(tally.members, "position"))
        }
        Missing::Separation { value: other } => {
            let repeats = prover.tally(other).unwrap_or_default().repeats;
            format!("nothing separates R = {} from R = {repeats} of value {other}", tally.repeats)
        }
    }
}

impl Proof {
    fn of(level: &Level) -> Self {
        let Golden { whole, phi } = level.window.bound;
        let short = |number: i128| i64::try_from(number).unwrap_or(i64::MAX);
        Self {
            window: [level.window.start, level.window.end],
            bound: Bound { whole: short(whole), phi: short(phi) },
            from: level.from,
            rows: level.rows,
        }
    }
}

impl ValueVerdict {
    fn cells(&self) -> [String; 9] {
        let [window, bound, from, rows] = match &self.proof {
            Some(Proof { window: [start, end], bound, from, rows }) => {
                [format!("{start}..{end}"), bound.decimals(), from.to_string(), rows.to_string()]
            }
            None => ["-"; 4].map(str::to_owned),
        };
        let [value, repeats, settled, wrong] =
            [self.value, self.repeats, self.settled, self.wrong].map(|number| number.to_string());
        [value, repeats, settled, wrong, window, bound, from, rows, self.verdict.clone()]
    }
}

impl Bound {
    /// Rounded up to three decimals.
    fn decimals(&self) -> String {
        let scaled = Golden { whole: i128::from(self.whole) * 1000, phi: i128::from(self.phi) * 1000 };
        let above = if scaled == Golden::ZERO { 0 } else { scaled.floor() + 1 };
        format!("{}.{:03}", above / 1000, above % 1000)
    }
}
