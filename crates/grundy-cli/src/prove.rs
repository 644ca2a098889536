//! `grundy prove`: Gu's conjectures about R-Wythoff, value by value.

use crate::args::{Expression, Format};
use crate::failure::{Failure, print_json, print_text};
use crate::store::{Checkpoints, Keeping};
use crate::watch::Watch;
use grundy::period::Verdict;
use grundy::r_wythoff::{Golden, Level, Missing, Prover, certificate};
use grundy::sequence::Tally;
use grundy::{InputError, Template};
use grundy_desk::column;
use grundy_export::{can_replace, replace};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `grundy prove`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy prove r-wythoff --value 4                               Conjectures 1 and 2 of Gu for g = 0 to 4, for all n
  grundy prove r-wythoff --value 18 --certificate r-18.cert      for `grundy check`
  grundy prove r-wythoff --value 28 --up-to-rows 1000000000      what is not proved by then is open

For a value g: C counts the repeats among second entries, M is the least index from which on position n of value g lies on
diagonal n, for ever, and W counts the positions that do not. X is the index from which on an argument, docs/r-wythoff.md,
takes over from the run, which needs so many rows; P bounds how far positions are off their line in the window that it starts from.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value; all smaller ones are proved with it
    #[arg(long, value_name = "G")]
    value: u64,
    /// Do no more rows than this; what is not proved by then is open [default: no end]
    #[arg(long, value_name = "N")]
    up_to_rows: Option<u64>,
    /// Write the certificate to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    keeping: Keeping,
}

/// What is known.
#[derive(Deserialize, Serialize)]
struct Known {
    game: String,
    value: u64,
    verdict: String,
    /// How many rows were done.
    rows: u64,
    /// What the first value that is not proved lacks.
    missing: Option<Lacks>,
    values: Vec<Line>,
}

#[derive(Deserialize, Serialize)]
struct Lacks {
    value: u64,
    hypothesis: String,
    reason: String,
}

#[derive(Deserialize, Serialize)]
struct Line {
    value: u64,
    verdict: String,
    repeats: u64,
    settled: u64,
    wrong: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof>,
}

/// The numbers of a proof.
#[derive(Deserialize, Serialize)]
struct Proof {
    window: [u64; 2],
    /// P = whole + phi·φ.
    bound: Bound,
    from: u64,
    rows: u64,
}

#[derive(Deserialize, Serialize)]
struct Bound {
    whole: i64,
    phi: i64,
}

/// Proves what can be proved.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.expression.text();
    let template = Template::parse(&game)?;
    if template.game().name() != "r-wythoff" || !template.is_plain() {
        let error = InputError::whole(format!("nothing like this is proved of {game}"));
        return Err(error.hint("try grundy prove r-wythoff --value 12").into());
    }
    if let Some(path) = &arguments.certificate {
        can_replace(path).map_err(|error| Failure::file(path, &error))?;
    }
    let store = arguments.keeping.open()?;
    let question = format!("prove r-wythoff value {}", arguments.value);
    let kept = match &store {
        Some(store) => store.result(&question)?,
        None => None,
    };
    let kept =
        kept.and_then(|kept| Some((serde_json::from_str::<Known>(&kept.answer).ok()?, kept.certificate?)));
    let (known, certificate) = if let (Some((known, certificate)), Some(store)) = (kept, &store) {
        eprintln!("known already: from {}", store.path().display());
        (known, Some(certificate))
    } else {
        let (known, certificate) = prove(arguments, store.as_ref())?;
        if let (Some(store), Some(text)) = (&store, &certificate) {
            let answer = serde_json::to_string(&known)?;
            store.keep(&question, &known.verdict, &answer, Some(text), env!("CARGO_PKG_VERSION"))?;
        }
        (known, certificate)
    };
    if let Some(path) = &arguments.certificate {
        match &certificate {
            Some(text) => {
                let written = replace(path, |out| out.write_all(text.as_bytes()));
                written.map_err(|error| Failure::file(path, &error))?;
            }
            None => {
                eprintln!("note: nothing is proved of value {}, so there is no certificate", arguments.value);
            }
        }
    }
    match arguments.format {
        Format::Json => print_json(&known),
        Format::Text => print_text(&known.text()),
    }
}

/// Runs until all is proved or the rows are used up. A run that was stopped or killed goes on where it was.
fn prove(
    arguments: &Arguments,
    store: Option<&grundy_store::Store>,
) -> Result<(Known, Option<String>), Failure> {
    /// Rows between two looks at the clock: less than a second.
    const CHUNK: u64 = 1 << 22;
    let largest = arguments.value;
    let question = format!("prove r-wythoff values to {largest}");
    let mut checkpoints = Checkpoints::new(&arguments.keeping, store, question);
    let mut prover = match checkpoints.resume(|state| Prover::from_bytes(state, largest).ok())? {
        Some(prover) => prover,
        None => Prover::new(largest)?,
    };
    let mut watch = Watch::start("rows");
    let limit = arguments.up_to_rows.unwrap_or(u64::MAX);
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
            if watch.see_endless(prover.row(), || place.clone()).is_break() {
                return Err(checkpoints.stop(&place, || prover.to_bytes())?);
            }
            checkpoints.see(&place, || prover.to_bytes())?;
        }
    }
    drop(watch);
    let is_proved = prover.missing().is_none();
    if is_proved {
        checkpoints.end()?;
    } else {
        checkpoints.keep(&format!("row {}", prover.row()), || prover.to_bytes())?;
    }
    let text = certificate(prover.levels()).filter(|_| is_proved).map(|text| text.to_string());
    Ok((Known::of(&prover), text))
}

/// Where a run is: `row 4096, value 7: M 638, R 53, nearest 8 with 33`.
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

impl Known {
    fn of(prover: &Prover) -> Self {
        let missing = prover.missing();
        let line = |value| {
            let Tally { repeats, settled, wrong, .. } = prover.tally(value).unwrap_or_default();
            let level = usize::try_from(value).ok().and_then(|value| prover.levels().get(value));
            let verdict = if level.is_some() { Verdict::Proved } else { Verdict::Open }.to_string();
            Line { value, verdict, repeats, settled, wrong, proof: level.map(Proof::of) }
        };
        Self {
            game: "r-wythoff".to_owned(),
            value: prover.largest(),
            verdict: if missing.is_none() { Verdict::Proved } else { Verdict::Open }.to_string(),
            rows: prover.row(),
            missing: missing.map(|(value, missing)| Lacks {
                value,
                hypothesis: missing.hypothesis().to_owned(),
                reason: reason(prover, value, missing),
            }),
            values: (0..=prover.largest()).map(line).collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("r-wythoff values 0 to {}\n", self.value);
        let head = ["g", "C", "M", "W", "window", "P", "X", "rows", ""].map(str::to_owned);
        let lines: Vec<[String; 9]> =
            std::iter::once(head).chain(self.values.iter().map(Line::cells)).collect();
        let widths: Vec<usize> = (0..8).map(|i| column::width(lines.iter().map(|line| &line[i]))).collect();
        for line in &lines {
            for (cell, width) in line.iter().zip(&widths) {
                let _ = write!(text, "{cell:>width$}  ");
            }
            let _ = writeln!(text, "{}", line[8]);
        }
        let _ = match &self.missing {
            None => writeln!(
                text,
                "verdict  proved: for each of these g, position n of value g lies on diagonal n for all n >= M"
            ),
            Some(Lacks { value, hypothesis, reason }) => writeln!(
                text,
                "verdict  open from value {value} on, after {} rows: {hypothesis} is missing, {reason}",
                self.rows
            ),
        };
        text
    }
}

/// Why a value is open.
fn reason(prover: &Prover, value: u64, missing: Missing) -> String {
    let tally = prover.tally(value).unwrap_or_default();
    match missing {
        Missing::Regular => "a diagonal was passed over and has not been made up for".to_owned(),
        Missing::Window { end } => format!(
            "the window from M = {} on ends about index {end}, and there are {} positions",
            tally.settled, tally.members
        ),
        Missing::Members { from } => {
            format!("bounds reach from index {from} on, and there are {} positions", tally.members)
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

impl Line {
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
