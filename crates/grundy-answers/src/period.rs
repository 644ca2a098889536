//! What is known of a period, and how it is written.

mod find;

pub use find::{Lines, Question};

use crate::column;
use grundy::Symmetric;
use grundy::period::{Certificate, Period, RowProof, Verdict};
use grundy::star_nim::{DiagonalProof, ValueProof};
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// What is known about one row, value or diagonal.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// The game.
    pub game: String,
    /// What repeats.
    #[serde(flatten)]
    pub of: Of,
    /// From where on.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// What is added in a period.
    pub saltus: Option<u64>,
    /// The period of the state that drives it.
    pub state_period: Option<u64>,
    /// Proved, refuted or open.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
    /// What the data of a diagonal show.
    #[serde(flatten)]
    pub data: Option<Data>,
    /// Where an open search ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_to: Option<u64>,
    /// A period that somebody has claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<u64>,
    /// The first column at which the claim fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fails_at: Option<u64>,
    /// Of a diagonal: the largest value that had to be looked at.
    #[serde(skip)]
    pub values: Option<u64>,
    /// The certificate of a proof.
    #[serde(skip)]
    pub certificate: Option<String>,
}

/// What is known about several.
#[derive(Clone, Debug, Serialize)]
pub struct Several<'k> {
    /// The game.
    pub game: &'k str,
    /// What is known of each.
    pub periods: &'k [Known],
}

/// Of a diagonal: what the data show, if anything.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    /// A period seen, not proved.
    pub candidate: Option<Shown>,
}

/// A period that data show.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Shown {
    /// From where on.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// What is added in it.
    pub saltus: u64,
}

/// What repeats.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// G(a,b) by b.
    Row(u64),
    /// Differences y-x along the positions of a value.
    Value(u64),
    /// G(a,a+d) by a.
    Diagonal(u64),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn as_text<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(verdict)
}

impl Known {
    /// Nothing was proved.
    pub fn open(game: &str, of: Of, searched_to: Option<u64>) -> Self {
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
            values: None,
            certificate: None,
        }
    }

    /// A proof was found.
    pub fn proved(game: &str, of: Of, period: Period, state_period: u64, certificate: &Certificate) -> Self {
        Self {
            preperiod: Some(period.preperiod),
            period: Some(period.length),
            saltus: Some(period.saltus),
            state_period: Some(state_period),
            verdict: Verdict::Proved,
            certificate: Some(certificate.text().to_owned()),
            ..Self::open(game, of, None)
        }
    }

    /// A proved answer that has been kept; nothing if it is not one.
    pub fn kept(game: &str, of: Of, kept: grundy_store::Known) -> Option<Self> {
        let answer: serde_json::Value = serde_json::from_str(&kept.answer).ok()?;
        let number = |key: &str| answer.get(key)?.as_u64();
        let certificate = kept.certificate.filter(|_| kept.verdict == Verdict::Proved.to_string())?;
        Some(Self {
            preperiod: Some(number("preperiod")?),
            period: Some(number("period")?),
            saltus: Some(number("saltus")?),
            state_period: Some(number("state_period")?),
            verdict: Verdict::Proved,
            certificate: Some(certificate),
            ..Self::open(game, of, None)
        })
    }

    /// Of a row.
    pub fn row(proof: &RowProof) -> Self {
        Self::proved(&proof.shape.name(), Of::Row(proof.row), proof.period, proof.state_period, &proof.into())
    }

    /// Of the positions of a value.
    pub fn value(proof: &ValueProof) -> Self {
        Self::proved(
            &Symmetric::STAR_NIM.name(),
            Of::Value(proof.value),
            proof.period,
            proof.state_period(),
            &proof.into(),
        )
    }

    /// Of a diagonal.
    pub fn diagonal(proof: &DiagonalProof) -> Self {
        let Period { preperiod, length, saltus } = proof.period;
        Self {
            preperiod: Some(preperiod),
            period: Some(length),
            saltus: Some(saltus),
            state_period: Some(proof.state_period),
            values: Some(proof.values),
            verdict: Verdict::Proved,
            ..Self::open(&Symmetric::STAR_NIM.name(), Of::Diagonal(proof.diagonal), None)
        }
    }

    /// The verdict on a period that somebody has claimed.
    pub fn judge(&mut self, claim: u64, fails_at: Option<u64>) {
        (self.claim, self.fails_at) = (Some(claim), fails_at);
        if fails_at.is_some() {
            self.verdict = Verdict::Refuted;
        }
    }

    /// The answer for reading.
    pub fn text(&self) -> String {
        let (what, number) = self.of.what();
        let mut text = format!("{} {what} {number}\n", self.game);
        let known = (self.preperiod, self.period, self.state_period);
        if let (Some(preperiod), Some(period), Some(state)) = known {
            text.push_str(&self.repeats(preperiod, period, state));
        }
        if let Some(Data { candidate }) = &self.data {
            text.push_str(
                &candidate.map_or_else(|| "candidate  none\n".to_owned(), |shown| shown.text(number)),
            );
        }
        let searched = self.searched_to.unwrap_or(0);
        let _ = match (self.verdict, self.claim, self.fails_at) {
            (Verdict::Refuted, Some(claim), Some(b)) => writeln!(
                text,
                "claim      {claim}: G({number},b+{claim}) = G({number},b)+{claim} fails at b = {b}\nverdict    refuted"
            ),
            (Verdict::Open, ..) if self.data.is_some() => {
                writeln!(text, "verdict    open: looked at columns up to {searched}, nothing is proved")
            }
            (Verdict::Open, ..) => writeln!(text, "verdict    open: no repetition up to {searched}"),
            (verdict, Some(claim), _) => writeln!(text, "claim      {claim}: holds\nverdict    {verdict}"),
            (verdict, ..) => writeln!(text, "verdict    {verdict}"),
        };
        text
    }

    /// What repeats, in three lines.
    fn repeats(&self, preperiod: u64, p: u64, state: u64) -> String {
        match self.of {
            Of::Row(a) => format!(
                "period     {p}: G({a},b+{p}) = G({a},b)+{p} for all b >= {preperiod}\n\
                 preperiod  {preperiod}\nstate      repeats every {state} columns\n"
            ),
            Of::Value(_) => format!(
                "period     {p}: of the differences y-x, by the number of the position\n\
                 preperiod  number {preperiod}\nstate      repeats every {state} rows\n"
            ),
            Of::Diagonal(d) => format!(
                "period     {p}: G(a+{p},a+{p}+{d}) = G(a,a+{d}) for all a >= {preperiod}\n\
                 preperiod  {preperiod}\n\
                 state      values up to {} fill it, and repeat there every {state} rows\n",
                self.values.unwrap_or(0)
            ),
        }
    }
}

impl Shown {
    fn text(self, d: u64) -> String {
        let Self { preperiod, period: p, saltus } = self;
        let plus = if saltus == 0 { String::new() } else { format!("+{saltus}") };
        format!("candidate  period {p} from a = {preperiod} on: G(a+{p},a+{p}+{d}) = G(a,a+{d}){plus}\n")
    }
}

impl Of {
    /// What it is, and its number.
    pub fn what(self) -> (&'static str, u64) {
        match self {
            Self::Row(row) => ("row", row),
            Self::Value(value) => ("value", value),
            Self::Diagonal(diagonal) => ("diagonal", diagonal),
        }
    }
}

/// Several answers, a line each.
pub fn listed(all: &[Known]) -> String {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let (what, _) = all[0].of.what();
    let mut lines = vec![[what, "preperiod", "period", "state", "verdict"].map(str::to_owned)];
    lines.extend(all.iter().map(|one| {
        let (_, of) = one.of.what();
        [
            of.to_string(),
            number(one.preperiod),
            number(one.period),
            number(one.state_period),
            one.verdict.to_string(),
        ]
    }));
    let widths: Vec<usize> = (0..4).map(|i| column::width(lines.iter().map(|line| &line[i]))).collect();
    let mut text = String::new();
    for line in &lines {
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(text, "{cell:>width$}  ");
        }
        let _ = writeln!(text, "{}", line[4]);
    }
    text
}
