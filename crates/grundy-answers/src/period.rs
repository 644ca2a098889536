//! Periods of rows, values and diagonals.

mod find;

pub use find::{Question, Subjects};

use crate::column;
use grundy::heaps::HeapPeriod;
use grundy::period::{Certificate, Period, RowProof, SeveralProof, Verdict};
use grundy::star_nim::{DiagonalProof, ValueProof};
use grundy::{Symmetric, counted};
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// The period of one row, value or diagonal.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodAnswer {
    /// The game.
    pub game: String,
    /// The row, value or diagonal.
    #[serde(flatten)]
    pub of: Subject,
    /// The least preperiod.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// The increase over one period.
    pub saltus: Option<u64>,
    /// The period of the state of the computation.
    pub state_period: Option<u64>,
    /// Proved, refuted or open.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
    /// For a diagonal: the observed period.
    #[serde(flatten)]
    pub data: Option<Data>,
    /// The end of a search without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_to: Option<u64>,
    /// The claimed period, if one was to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<u64>,
    /// The first column at which the claim fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails_at: Option<u64>,
    /// For a diagonal: the largest value on it from the preperiod on.
    #[serde(skip)]
    pub largest: Option<u64>,
    /// For a diagonal without a proof: what is missing.
    #[serde(skip)]
    pub obstacle: Option<String>,
    /// The certificate of a proof.
    #[serde(skip)]
    pub certificate: Option<String>,
}

/// Several periods of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Several<'k> {
    /// The game.
    pub game: &'k str,
    /// The periods.
    pub periods: &'k [PeriodAnswer],
}

/// The observed period of a diagonal.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    /// A period that is observed but not proved.
    pub candidate: Option<Candidate>,
}

/// An observed period.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Candidate {
    /// The preperiod.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// The increase over one period.
    pub saltus: u64,
}

/// A sequence that may be periodic.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// G(a,b) by b.
    Row(u64),
    /// G(a1,..,ak,b) by b.
    #[serde(rename = "row")]
    Several(Vec<u64>),
    /// Differences y-x along the positions of a value.
    Value(u64),
    /// G(a,a+d) by a.
    Diagonal(u64),
    /// G(n) by n, in a take-and-break game.
    Heaps(Heaps),
}

/// What is known of the values of heaps besides their period.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Heaps {
    /// Heaps before the preperiod whose values are not those of the period.
    pub exceptions: Option<u64>,
    /// The largest heap whose value the proof needs.
    pub verified: Option<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn as_text<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(verdict)
}

impl PeriodAnswer {
    /// A period without a proof.
    pub fn open(game: &str, of: Subject, searched_to: Option<u64>) -> Self {
        Self {
            game: game.to_owned(),
            of,
            preperiod: None,
            period: None,
            saltus: None,
            state_period: None,
            verdict: Verdict::Open,
            data: None,
            searched_to,
            claim: None,
            fails_at: None,
            largest: None,
            obstacle: None,
            certificate: None,
        }
    }

    /// A period with a proof.
    fn proved(
        game: &str,
        of: Subject,
        period: Period,
        state_period: u64,
        certificate: Option<String>,
    ) -> Self {
        Self {
            preperiod: Some(period.preperiod),
            period: Some(period.length),
            saltus: Some(period.saltus),
            state_period: Some(state_period),
            verdict: Verdict::Proved,
            certificate,
            ..Self::open(game, of, None)
        }
    }

    /// A stored proof; `None` if the stored answer is not a proof.
    pub fn kept(game: &str, of: Subject, kept: grundy_store::Known) -> Option<Self> {
        let answer: serde_json::Value = serde_json::from_str(&kept.answer).ok()?;
        let number = |key: &str| answer.get(key)?.as_u64();
        let certificate = kept.certificate.filter(|_| kept.verdict == Verdict::Proved.to_string())?;
        let [preperiod, length, saltus] = [number("preperiod")?, number("period")?, number("saltus")?];
        let period = Period { preperiod, length, saltus };
        Some(Self::proved(game, of, period, number("state_period")?, Some(certificate)))
    }

    /// The same for the values of heaps.
    pub(crate) fn kept_heaps(game: &str, kept: grundy_store::Known) -> Option<Self> {
        let answer: serde_json::Value = serde_json::from_str(&kept.answer).ok()?;
        let heaps = answer.get("heaps")?;
        let number = |key: &str| heaps.get(key)?.as_u64();
        let [exceptions, verified] = [number("exceptions")?, number("verified")?];
        let of = Subject::Heaps(Heaps { exceptions: Some(exceptions), verified: Some(verified) });
        Self::kept(game, of, kept)
    }

    /// The period of a row.
    pub fn row(game: &str, proof: &RowProof) -> Self {
        let certificate = proof.game.has_certificates().then(|| Certificate::from(proof).text().to_owned());
        Self::proved(game, Subject::Row(proof.row), proof.period, proof.state_period, certificate)
    }

    /// The period of a row with several fixed numbers.
    pub fn several(proof: &SeveralProof) -> Self {
        let (game, of) = (proof.game.name(), Subject::Several(proof.row.clone()));
        let certificate = Certificate::from(proof).text().to_owned();
        Self::proved(&game, of, proof.period, proof.state_period, Some(certificate))
    }

    /// The period of the positions of a value.
    pub fn value(proof: &ValueProof) -> Self {
        let certificate = Certificate::from(proof).text().to_owned();
        let (game, of) = (Symmetric::STAR_NIM.name(), Subject::Value(proof.value));
        Self::proved(&game, of, proof.period, proof.repeats.rows(), Some(certificate))
    }

    /// The period of a diagonal.
    pub fn diagonal(proof: &DiagonalProof) -> Self {
        let (game, of) = (Symmetric::STAR_NIM.name(), Subject::Diagonal(proof.diagonal));
        let certificate = Certificate::from(proof).text().to_owned();
        let proved = Self::proved(&game, of, proof.period, proof.repeats.rows(), Some(certificate));
        Self { largest: Some(proof.largest), ..proved }
    }

    /// The period of the values of heaps.
    pub fn heaps(game: &str, found: &HeapPeriod, certificate: Option<String>) -> Self {
        let HeapPeriod { preperiod, length, saltus, exceptions, verified, .. } = *found;
        let of = Subject::Heaps(Heaps { exceptions: Some(exceptions), verified: Some(verified) });
        Self::proved(game, of, Period { preperiod, length, saltus }, length, certificate)
    }

    /// Sets the verdict on a claimed period.
    pub fn judge(&mut self, claim: u64, fails_at: Option<u64>) {
        (self.claim, self.fails_at) = (Some(claim), fails_at);
        if fails_at.is_some() {
            self.verdict = Verdict::Refuted;
        }
    }

    /// The answer as text.
    pub fn text(&self) -> String {
        let (what, number) = (self.of.what(), self.of.numbers());
        let mut text = match self.of {
            Subject::Heaps(_) => format!("{} {what}\n", self.game),
            _ => format!("{} {what} {number}\n", self.game),
        };
        let known = (self.preperiod, self.period, self.state_period);
        if let (Some(preperiod), Some(period), Some(state)) = known {
            text.push_str(&self.repeats(preperiod, period, state));
        }
        if let Some(Data { candidate }) = &self.data {
            text.push_str(
                &candidate
                    .map_or_else(|| "candidate  none\n".to_owned(), |candidate| candidate.text(&number)),
            );
        }
        if let Some(obstacle) = &self.obstacle {
            let _ = writeln!(text, "obstacle   {obstacle}");
        }
        let searched = self.searched_to.unwrap_or(0);
        let _ = match (self.verdict, self.claim, self.fails_at) {
            (Verdict::Refuted, Some(claim), Some(b)) => writeln!(
                text,
                "claim      {claim}: G({number},b+{claim}) = G({number},b){} fails at b = {b}\nverdict    refuted",
                self.grown(claim)
            ),
            (Verdict::Open, ..) if self.data.is_some() => {
                writeln!(text, "verdict    open: not proved; searched columns up to {searched}")
            }
            (Verdict::Open, ..) if matches!(self.of, Subject::Heaps(_)) => {
                writeln!(text, "verdict    open: the values up to G({searched}) prove no period")
            }
            (Verdict::Open, ..) => writeln!(text, "verdict    open: no repetition up to {searched}"),
            (verdict, Some(claim), _) => writeln!(text, "claim      {claim}: holds\nverdict    {verdict}"),
            (verdict, ..) => writeln!(text, "verdict    {verdict}"),
        };
        text
    }

    /// What is added after this many columns: nothing if values do not grow, and fewer than the columns with blocking.
    fn grown(&self, columns: u64) -> String {
        match (self.saltus, self.period) {
            (Some(0), _) => String::new(),
            (Some(saltus), Some(period)) if saltus < period => {
                let times = period / saltus;
                if columns.is_multiple_of(times) {
                    format!("+{}", columns / times)
                } else {
                    format!("+{columns}/{times}")
                }
            }
            _ => format!("+{columns}"),
        }
    }

    /// The period in three lines.
    fn repeats(&self, preperiod: u64, p: u64, state: u64) -> String {
        let a = self.of.numbers();
        match &self.of {
            Subject::Row(_) | Subject::Several(_) => format!(
                "period     {p}: G({a},b+{p}) = G({a},b){} for all b >= {preperiod}\n\
                 preperiod  {preperiod}\nstate      repeats every {}\n",
                self.grown(p),
                counted(state, "column")
            ),
            Subject::Heaps(Heaps { exceptions, verified }) => format!(
                "period     {p}: G(n+{p}) = G(n){} for all n >= {preperiod}\n\
                 preperiod  {preperiod}, with {}\nproof      by the values up to G({}) ({})\n",
                if self.saltus == Some(0) { String::new() } else { format!("+{}", self.saltus.unwrap_or(0)) },
                counted(exceptions.unwrap_or(0), "exception"),
                verified.unwrap_or(0),
                if self.saltus == Some(0) { "Guy & Smith 1956" } else { "docs/heaps.md, arithmetic periods" }
            ),
            Subject::Value(_) => format!(
                "period     {p}: of the differences y-x, by the index of the position\n\
                 preperiod  index {preperiod}\nstate      repeats every {}\n",
                counted(state, "row")
            ),
            Subject::Diagonal(d) => format!(
                "period     {p}: G(a+{p},a+{p}+{d}) = G(a,a+{d}) for all a >= {preperiod}\n\
                 preperiod  {preperiod}\n\
                 state      values up to {} occur, and repeat every {}\n",
                self.largest.unwrap_or(0),
                counted(state, "row")
            ),
        }
    }
}

impl Candidate {
    fn text(self, d: &str) -> String {
        let Self { preperiod, period: p, saltus } = self;
        let plus = if saltus == 0 { String::new() } else { format!("+{saltus}") };
        format!("candidate  period {p} from a = {preperiod} on: G(a+{p},a+{p}+{d}) = G(a,a+{d}){plus}\n")
    }
}

impl Subject {
    /// Its kind.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Row(_) | Self::Several(_) => "row",
            Self::Value(_) => "value",
            Self::Diagonal(_) => "diagonal",
            Self::Heaps(_) => "heaps",
        }
    }

    /// Its number, if it is one.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Row(number) | Self::Value(number) | Self::Diagonal(number) => Some(*number),
            Self::Several(_) | Self::Heaps(_) => None,
        }
    }

    /// Its number, or several, separated by commas.
    pub fn numbers(&self) -> String {
        match self {
            Self::Row(number) | Self::Value(number) | Self::Diagonal(number) => number.to_string(),
            Self::Heaps(_) => String::new(),
            Self::Several(row) => row.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

/// A table of several answers.
pub fn listed(all: &[PeriodAnswer]) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let what = all[0].of.what();
    let mut lines = vec![[what, "preperiod", "period", "state", "verdict"].map(str::to_owned)];
    lines.extend(all.iter().map(|one| {
        [
            one.of.numbers(),
            number(one.preperiod),
            number(one.period),
            number(one.state_period),
            one.verdict.to_string(),
        ]
    }));
    let mut text = String::new();
    column::write_rows(&mut text, &lines);
    text
}
