use super::plan::Plan;
use super::question::Kind;
use grundy_export::{Cell, CellKind};
use serde_json::{Map, Value as Json};
use std::fmt;

/// The value of a parameter or of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A number. Columns are signed integers of 64 bits; an answer that does not fit is an error of its row.
    Number(i128),
    /// A text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Value {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }

    fn json(&self) -> Json {
        match self {
            Self::Number(number) => i64::try_from(*number).map_or(Json::Null, Json::from),
            Self::Text(text) => text.as_str().into(),
        }
    }

    /// Does it fit its column?
    pub(super) fn fits(&self) -> bool {
        !matches!(self, Self::Number(number) if i64::try_from(*number).is_err())
    }

    fn cell(&self) -> Cell {
        match self {
            Self::Number(number) => i64::try_from(*number).map_or(Cell::Nothing, Cell::Number),
            Self::Text(text) => Cell::Text(text.clone()),
        }
    }
}

/// The values of the parameters of a plan, in order.
pub type Point = Vec<Value>;

/// The answer at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The parameters.
    pub point: Point,
    /// The question with its arguments, on one line: the key of the answer.
    pub question: String,
    /// The verdict; `None` if the question failed.
    pub verdict: Option<String>,
    /// The columns of the answer, in order.
    pub answers: Vec<Option<Value>>,
    /// Why the question failed, or the limit that left the answer incomplete.
    pub error: Option<String>,
    /// The time it took.
    pub seconds: f64,
    /// The version of grundy.
    pub version: String,
}

const QUESTION: &str = "question";
const VERDICT: &str = "verdict";
const ERROR: &str = "error";
const SECONDS: &str = "seconds";
const VERSION: &str = "version";

/// The columns other than parameters and answers.
pub(super) const COLUMNS: [&str; 5] = [QUESTION, VERDICT, ERROR, SECONDS, VERSION];

impl Row {
    /// The row of a point without an answer.
    pub fn failed(plan: &Plan, point: &[Value], why: String) -> Self {
        Self {
            point: point.to_vec(),
            question: plan.key(point),
            verdict: None,
            answers: vec![None; plan.question().answers.len()],
            error: Some(why),
            seconds: 0.0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Is the answer complete? Others are asked again.
    pub fn is_done(&self) -> bool {
        self.verdict.is_some() && self.error.is_none()
    }

    /// The text of a column; `None` if it is null.
    pub fn get(&self, plan: &Plan, column: &str) -> Option<String> {
        match self.json(plan).get(column) {
            None | Some(Json::Null) => None,
            Some(Json::String(text)) => Some(text.clone()),
            Some(other) => Some(other.to_string()),
        }
    }

    /// The columns of a plan's rows.
    pub fn columns(plan: &Plan) -> Vec<(&str, CellKind)> {
        let kind = |kind: Kind| match kind {
            Kind::Number => CellKind::Number,
            Kind::Text => CellKind::Text,
        };
        let parameters =
            plan.parameters.iter().map(|parameter| (parameter.name.as_str(), kind(parameter.kind)));
        let first = [(QUESTION, CellKind::Text), (VERDICT, CellKind::Text)];
        let answers = plan.question().answers.iter().map(|&(name, of)| (name, kind(of)));
        let rest = [(ERROR, CellKind::Text), (SECONDS, CellKind::Real), (VERSION, CellKind::Text)];
        parameters.chain(first).chain(answers).chain(rest).collect()
    }

    /// The cells of the row, one for each of [`Row::columns`].
    pub fn cells(&self, plan: &Plan) -> Vec<Cell> {
        let text = |text: &Option<String>| text.clone().map_or(Cell::Nothing, Cell::Text);
        let answer =
            |k: usize| self.answers.get(k).and_then(Option::as_ref).map_or(Cell::Nothing, Value::cell);
        let parameters = self.point.iter().map(Value::cell);
        let first = [Cell::Text(self.question.clone()), text(&self.verdict)];
        let answers = (0..plan.question().answers.len()).map(answer);
        let rest = [text(&self.error), Cell::Real(self.seconds), Cell::Text(self.version.clone())];
        parameters.chain(first).chain(answers).chain(rest).collect()
    }

    /// The inverse of [`Row::cells`]; `None` if the cells are invalid.
    pub fn from_cells(plan: &Plan, cells: Vec<Cell>) -> Option<Self> {
        let value = |cell: Cell| match cell {
            Cell::Number(number) => Some(number.into()),
            Cell::Text(text) => Some(Value::Text(text)),
            Cell::Real(_) | Cell::Nothing => None,
        };
        let text = |cell: Cell| if let Cell::Text(text) = cell { Some(text) } else { None };
        let mut cells = cells.into_iter();
        let point = cells.by_ref().take(plan.parameters.len()).map(value).collect::<Option<Point>>()?;
        let question = text(cells.next()?)?;
        let verdict = text(cells.next()?);
        let answers = cells.by_ref().take(plan.question().answers.len()).map(value).collect();
        let error = text(cells.next()?);
        let Cell::Real(seconds) = cells.next()? else { return None };
        Some(Self { point, question, verdict, answers, error, seconds, version: text(cells.next()?)? })
    }

    /// The row as an object with a key for each column.
    pub fn json(&self, plan: &Plan) -> Map<String, Json> {
        let json = |cell: Cell| match cell {
            Cell::Number(number) => number.into(),
            Cell::Real(real) => real.into(),
            Cell::Text(text) => text.into(),
            Cell::Nothing => Json::Null,
        };
        let columns = Self::columns(plan).into_iter().zip(self.cells(plan));
        columns.map(|((name, _), cell)| (name.to_owned(), json(cell))).collect()
    }

    /// The inverse of [`Row::json`]; `None` if the object is invalid.
    pub fn from_json(plan: &Plan, object: &Map<String, Json>) -> Option<Self> {
        let cell = |(name, kind): (&str, CellKind)| match (object.get(name)?, kind) {
            (Json::Null, _) => Some(Cell::Nothing),
            (Json::Number(number), CellKind::Number) => number.as_i64().map(Cell::Number),
            (Json::Number(number), CellKind::Real) => number.as_f64().map(Cell::Real),
            (Json::String(text), CellKind::Text) => Some(Cell::Text(text.clone())),
            _ => None,
        };
        Self::from_cells(plan, Self::columns(plan).into_iter().map(cell).collect::<Option<_>>()?)
    }
}

/// A point as an object, for workers in other processes.
pub fn point_json(plan: &Plan, point: &[Value]) -> Map<String, Json> {
    let pairs = plan.parameters.iter().zip(point);
    pairs.map(|(parameter, value)| (parameter.name.clone(), value.json())).collect()
}
