//! Diagonals: proved where they can be, and else what the data show.

use super::{Data, Known, Of, Shown};
use grundy::period::{Lines, Period, PeriodError, detect};
use grundy::solve::rays::How;
use grundy::star_nim::{DiagonalProof, prove_diagonal};
use grundy::table::{Progress, TableError};
use grundy::{Budget, Engine, InputError, Plan, Template};
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// What is known of a diagonal.
#[derive(Debug)]
pub enum Diagonal {
    /// It is proved.
    Proved(DiagonalProof),
    /// It was looked at.
    Seen {
        /// The game.
        game: String,
        /// Which one.
        diagonal: u64,
        /// What it shows, if anything.
        shown: Option<Shown>,
        /// The last column that was looked at.
        max: u64,
    },
}

/// Why nothing is known of a diagonal.
#[derive(Debug)]
pub enum DiagonalError {
    /// The question is wrong, or a window proved too narrow.
    Period(PeriodError),
    /// Its table could not be made.
    Table(TableError),
}

impl From<PeriodError> for DiagonalError {
    fn from(error: PeriodError) -> Self {
        Self::Period(error)
    }
}

impl From<InputError> for DiagonalError {
    fn from(error: InputError) -> Self {
        Self::Period(error.into())
    }
}

impl From<TableError> for DiagonalError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// Looks for the period of diagonal `d`: a proof, or what a table shows, which is made in no more than `memory`.
pub fn diagonal(
    game: &str,
    d: u64,
    columns: Option<u64>,
    memory: u64,
    how: How,
    watch: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
) -> Result<Diagonal, DiagonalError> {
    /// Far enough for the periods of the first diagonals of Star Nim, and done in a moment.
    const COLUMNS: u64 = 4000;
    /// A table, not a line, has to be filled up to there: some seconds.
    const MOST_COLUMNS: u64 = 20_000;
    let template = Template::parse(game)?;
    if Lines::of(game) == Ok(Lines::StarNim)
        && let Some(proof) = prove_diagonal(d, columns)?
    {
        return Ok(Diagonal::Proved(proof));
    }
    let max = columns.map_or(COLUMNS, |columns| columns.min(MOST_COLUMNS)).max(d);
    let plan = Plan::new(&template, max, Engine::Best)?;
    if plan.bytes(how) > memory {
        let message = format!("diagonal {d} lies too far out for the memory that may be used");
        return Err(InputError::whole(message).hint("ask for a smaller one").into());
    }
    let line = crate::table::Line::Diagonal(d);
    let values = crate::table::line(&plan, max, line, how, Budget::default(), watch)?;
    // Places before the first position count as terms of their own.
    let before = values.iter().take_while(|value| value.is_none()).count();
    let values: Vec<u64> = values.into_iter().flatten().collect();
    let shown = detect(&values).map(|candidate| {
        let Period { preperiod, length, saltus } = candidate.period;
        let before = u64::try_from(before).unwrap_or(u64::MAX);
        Shown { preperiod: preperiod.saturating_add(before), period: length, saltus }
    });
    Ok(Diagonal::Seen { game: template.game().name(), diagonal: d, shown, max })
}

impl Diagonal {
    /// As data.
    pub fn known(&self) -> Known {
        match self {
            Self::Proved(proof) => Known::diagonal(proof),
            Self::Seen { game, diagonal, shown, max } => Known {
                data: Some(Data { candidate: *shown }),
                ..Known::open(game, Of::Diagonal(*diagonal), Some(*max))
            },
        }
    }

    /// For reading.
    pub fn text(&self) -> String {
        match self {
            Self::Proved(proof) => proved_diagonal_text(proof),
            Self::Seen { game, diagonal, shown, max } => diagonal_text(game, *diagonal, *shown, *max),
        }
    }
}

/// A proved diagonal for reading.
fn proved_diagonal_text(proof: &DiagonalProof) -> String {
    let DiagonalProof { diagonal: d, period: Period { preperiod, length: p, .. }, state_period, values } =
        *proof;
    format!(
        "star-nim diagonal {d}\n\
         period     {p}: G(a+{p},a+{p}+{d}) = G(a,a+{d}) for all a >= {preperiod}\n\
         preperiod  {preperiod}\n\
         state      values up to {values} fill it, and repeat there every {state_period} rows\n\
         verdict    proved\n"
    )
}

/// What a diagonal shows, for reading.
fn diagonal_text(name: &str, d: u64, shown: Option<Shown>, max: u64) -> String {
    let mut text = format!("{name} diagonal {d}\n");
    match shown {
        Some(Shown { preperiod, period: p, saltus }) => {
            let plus = if saltus == 0 { String::new() } else { format!("+{saltus}") };
            let equation = format!("G(a+{p},a+{p}+{d}) = G(a,a+{d}){plus}");
            let _ = writeln!(text, "candidate  period {p} from a = {preperiod} on: {equation}");
        }
        None => text.push_str("candidate  none\n"),
    }
    let _ = writeln!(text, "verdict    open: looked at columns up to {max}, nothing is proved");
    text
}
