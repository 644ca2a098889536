//! Positions of the small values of Sharing Nim, by their lines.

use crate::ask::{Ask, Error, Progress};
use crate::column;
use crate::keep::Checkpoints;
use grundy::sequence::Extent;
use grundy::sharing_nim::{OfRow, OfValue, Record, Survey, members, value_certificate};
use grundy::theorem::{UBig, ho};
use grundy::{Game, Geometry, InputError, Limit, Position};
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Whether the options of three piles lie on the lines of Sharing Nim.
pub fn is_sharing(game: &Game) -> bool {
    game.blocking().is_none() && matches!(game.geometry(&[3]), Some(Geometry::Sharing))
}

/// The positions (0, a, b), 2a <= b, of a value, by b and then a.
pub(super) fn positions(value: u64, extent: Extent, ask: Ask<'_>) -> Result<Vec<(u64, u64)>, Error> {
    /// Bytes of a position, and of the space that a growing list leaves unused.
    const EACH: u64 = 32;
    let (to, count) = match extent {
        Extent::Rows(rows) => (rows.saturating_sub(1), if rows == 0 { 0 } else { usize::MAX }),
        Extent::Count(count) => (u64::MAX, count),
    };
    // No value has more positions than two for every three spreads.
    let most = u64::try_from(count).unwrap_or(u64::MAX).min(to);
    let (needed, allowed) = (most.saturating_mul(EACH), ask.limits.memory);
    if needed > allowed {
        return Err(grundy::Error::from(Limit::Memory { needed, allowed }).into());
    }
    let watch = &mut |progress: grundy::table::Progress| {
        (ask.watch)(&Progress::of("spreads", progress.done, progress.total))
    };
    Ok(members(value, to, count, watch)?)
}

/// Counts and records of some values.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    /// The game.
    pub game: String,
    /// All positions (0, a, b) with 2a <= b and b up to this.
    pub largest_b: u64,
    /// The values.
    pub values: Vec<ValueCounts>,
    /// The rows (0, a, n), for the values followed.
    pub rows: Vec<RowCounts>,
    /// The largest value that was followed.
    pub followed: u64,
    /// The certificate of the last value.
    #[serde(skip)]
    pub certificate: Option<String>,
}

/// The positions of a value.
#[derive(Clone, Debug, Serialize)]
pub struct ValueCounts {
    /// The value.
    pub value: u64,
    /// How many there are.
    pub positions: u64,
    /// Each new largest a: `[a, b]`.
    pub records: Vec<[u64; 2]>,
}

/// A row.
#[derive(Clone, Debug, Serialize)]
pub struct RowCounts {
    /// The row.
    pub a: u64,
    /// Each new largest value: `[value, b]`.
    pub records: Vec<[u64; 2]>,
    /// The first and the last b at which the value is larger than those followed.
    pub larger_at: Option<[u64; 2]>,
}

/// Counts the positions of all values up to the end of a range, and tells those of the range. Resumes an interrupted run.
///
/// # Errors
/// When a value is too large, the store cannot be used, or the work is cancelled.
pub fn survey(
    game: &Game,
    values: RangeInclusive<u64>,
    largest_b: u64,
    ask: Ask<'_>,
) -> Result<Surveyed, Error> {
    let last = *values.end();
    let store = ask.shelf.open(ask.note)?;
    let question = format!("sequence sharing-nim values to {last} b to {largest_b}");
    let mut checkpoints = Checkpoints::new(ask.shelf, store.as_ref(), question);
    let mut survey = match checkpoints.resume(ask.note, |state| Survey::from_bytes(state).ok())? {
        Some(survey) => survey,
        None => Survey::new(last, largest_b, ask.how.threads)?,
    };
    while !survey.is_done() {
        survey.go_on()?;
        let place = format!("b = {}", survey.spread());
        let progress =
            Progress { place: place.clone(), ..Progress::of("spreads", survey.spread(), largest_b) };
        if (ask.watch)(&progress).is_break() {
            let so_far = counts(game, &survey, &values, survey.spread() - 1);
            (ask.note)(so_far.text().trim_end());
            return Err(checkpoints.stop(&place, || survey.to_bytes())?);
        }
        checkpoints.see(&place, || survey.to_bytes())?;
    }
    checkpoints.end()?;
    let certificate = survey.certificate(last).map(|certificate| certificate.to_string());
    Ok(Surveyed { certificate, ..counts(game, &survey, &values, largest_b) })
}

/// What has been found up to a spread.
fn counts(game: &Game, survey: &Survey, values: &RangeInclusive<u64>, largest_b: u64) -> Surveyed {
    let pairs = |records: &[Record]| records.iter().map(|record| [record.number, record.b]).collect();
    let of_value = |(value, OfValue { count, records }): (u64, &OfValue)| ValueCounts {
        value,
        positions: *count,
        records: pairs(records),
    };
    let of_row = |(a, OfRow { records, beyond }): (u64, OfRow)| RowCounts {
        a,
        records: pairs(&records),
        larger_at: beyond.map(|(first, last)| [first, last]),
    };
    let wanted = (0..).zip(survey.values()).filter(|(value, _)| values.contains(value));
    Surveyed {
        game: game.name(),
        largest_b,
        values: wanted.map(of_value).collect(),
        rows: (0..).zip(survey.rows()).map(of_row).collect(),
        followed: *values.end(),
        certificate: None,
    }
}

impl Surveyed {
    /// Values and rows as text.
    pub fn text(&self) -> String {
        let mut text = self.values_text();
        let shown: Vec<&RowCounts> = self.rows.iter().filter(|row| !row.records.is_empty()).collect();
        let _ = writeln!(text, "\nrows (0,a,n): the largest value up to {}", self.followed);
        let mut lines = vec![["a", "value", "first at b", "larger values at b"].map(str::to_owned)];
        for RowCounts { a, records, larger_at } in shown {
            let [value, b] = pair(records.last());
            let larger = match larger_at {
                None => "none".to_owned(),
                Some([first, last]) if first == last => first.to_string(),
                Some([first, last]) => format!("{first} to {last}"),
            };
            lines.push([a.to_string(), value, b, larger]);
        }
        column::write_rows(&mut text, &lines);
        text
    }

    /// The values as text.
    pub fn values_text(&self) -> String {
        let mut text = format!("positions (0,a,b) with 2a <= b <= {}\n", self.largest_b);
        let mut lines = vec![["value", "positions", "largest a", "first at b", "density"].map(str::to_owned)];
        for ValueCounts { value, positions, records } in &self.values {
            let [a, b] = pair(records.last());
            lines.push([value.to_string(), positions.to_string(), a, b, density(*positions, self.largest_b)]);
        }
        column::write_rows(&mut text, &lines);
        text
    }
}

/// A record as two numbers, or dashes.
fn pair(record: Option<&[u64; 2]>) -> [String; 2] {
    match record {
        Some([number, b]) => [number.to_string(), b.to_string()],
        None => ["-"; 2].map(str::to_owned),
    }
}

/// Positions per spread, to six decimals, rounded down.
fn density(positions: u64, largest_b: u64) -> String {
    let millionths = u128::from(positions) * 1_000_000 / (u128::from(largest_b) + 1);
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

/// A value of a position, with its certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Certified {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its value.
    pub value: u64,
    /// The certificate.
    #[serde(skip)]
    pub certificate: String,
}

/// Values a position of three piles, and certifies it.
///
/// # Errors
/// When there are not three piles, or the value is not found within the limits.
pub fn certify(game: &Game, position: &Position, ask: Ask<'_>) -> Result<Certified, Error> {
    let rows = position.rows();
    let reduced = rows.and_then(|rows| ho::reduced(rows.first()?));
    let small = |(a, b): (UBig, UBig)| Some((u64::try_from(&a).ok()?, u64::try_from(&b).ok()?));
    let Some((a, b)) = reduced.and_then(small) else {
        let message = "a certificate is for three piles of up to 64 bits";
        return Err(InputError::whole(message).hint("e.g. sharing-nim 0,7,31003").into());
    };
    let answer = crate::value::answer(game, position, ask)?;
    let value = answer.value.as_ref().and_then(|value| u64::try_from(value).ok());
    let Some(value) = value else {
        return Err(answer
            .open
            .map_or(grundy::Error::Cancelled, |open| grundy::Error::Unanswered(Box::new(open)))
            .into());
    };
    let certificate = value_certificate(a, b, value).to_string();
    Ok(Certified { game: game.name(), position: game.show(position), value, certificate })
}
