use super::row::{Point, Value};
use grundy::period::RowSearch;
use grundy::r_wythoff::summary;
use grundy::sequence::compare::{recursion, with_kernel};
use grundy::solve::rays::How;
use grundy::{Budget, Engine, Error, Family, InputError, Limit, Plan, Reading, Template};
use grundy_claims::{self as claims, Context, Effort};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A task.
#[derive(Debug)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// The question, in a sentence.
    pub asks: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The answers besides the verdict.
    pub answers: &'static [(&'static str, Kind)],
    run: fn(&Given<'_>, &StopSign) -> Result<Found, Halted>,
}

/// A parameter of a task.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Number or text.
    pub kind: Kind,
    /// Default, as text.
    default: Option<&'static str>,
    /// Its meaning.
    pub means: &'static str,
}

impl Parameter {
    /// Default.
    pub fn default(&self) -> Option<Value> {
        let text = self.default?;
        match self.kind {
            Kind::Number => text.parse().ok().map(Value::Number),
            Kind::Text => Some(Value::Text(text.to_owned())),
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned 64-bit numbers.
    Number,
    /// Texts.
    Text,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The verdict.
    pub verdict: String,
    /// The answers of the task, in order.
    pub answers: Vec<Option<Value>>,
}

/// Why a task has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halted {
    /// Cancelled by the caller.
    Stopped,
    /// The parameters are invalid, or a limit was reached.
    Failed(String),
}

/// A flag that cancels work on other threads.
#[derive(Clone, Debug, Default)]
pub struct StopSign(Arc<AtomicBool>);

impl StopSign {
    /// Cancels the work.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Breaks if the work is cancelled.
    pub fn look(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

const fn number(name: &'static str, default: Option<&'static str>, means: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Number, default, means }
}

const fn text(name: &'static str, default: Option<&'static str>, means: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Text, default, means }
}

/// Every task.
pub const TASKS: &[Task] = &[
    Task {
        name: "gurvich-theorem-1",
        asks: "Does recursion (6) of Gurvich's report list the P-positions of NIM_(a,b)^(p,q)?",
        parameters: &[
            number("a", None, "width of type A"),
            number("b", None, "width of type B"),
            number("p", Some("1"), "fewer than p moves of type A can be blocked"),
            number("q", Some("1"), "fewer than q moves of type B can be blocked"),
            text("reading", Some("per-line"), "per-line, as-written or both-types, see docs/blocking.md"),
            number("terms", Some("200"), "number of terms to compare"),
        ],
        answers: &[("n", Kind::Number), ("recursion", Kind::Text), ("kernel", Kind::Text)],
        run: theorem_1,
    },
    Task {
        name: "r-wythoff-constants",
        asks: "C, M and W of a value of R-Wythoff (Gu, Figures 3 and 4), as observed in the first rows",
        parameters: &[number("value", None, "the value"), number("rows", Some("10000000"), "number of rows")],
        answers: &[
            ("members", Kind::Number),
            ("repeats", Kind::Number),
            ("settled", Kind::Number),
            ("wrong", Kind::Number),
        ],
        run: constants,
    },
    Task {
        name: "row-period",
        asks: "The period of a row: G(a,b+p) = G(a,b)+p from which b on?",
        parameters: &[
            text("game", None, "nim, star-nim, wythoff or r-wythoff"),
            number("row", None, "the row a"),
            number("columns", Some("100000000"), "upper limit on columns"),
        ],
        answers: &[("preperiod", Kind::Number), ("period", Kind::Number), ("state_period", Kind::Number)],
        run: row_period,
    },
    Task {
        name: "sharing-nim-spreads",
        asks: "Conjecture 3 of Ho for the positions 0,a,b of Sharing Nim with b in a range, and their values",
        parameters: &[number("first", None, "the least b"), number("last", None, "the largest b")],
        answers: &[
            ("positions", Kind::Number),
            ("p_positions", Kind::Number),
            ("largest", Kind::Number),
            ("witness", Kind::Text),
        ],
        run: spreads,
    },
    Task {
        name: "audit",
        asks: "Does a claim of a paper hold?",
        parameters: &[
            text("claim", None, "its id, as the audit prints it"),
            text("effort", Some("quick"), "quick, full or frontier"),
            number("up_to", Some("0"), "with frontier effort: the size to check, in the claim's own unit"),
        ],
        answers: &[
            ("checked_to", Kind::Text),
            ("differences", Kind::Number),
            ("published", Kind::Text),
            ("computed", Kind::Text),
            ("witness", Kind::Text),
        ],
        run: audit,
    },
];

/// The task of this name.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static Task, InputError> {
    TASKS.iter().find(|task| task.name == name).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|task| task.name).collect();
        InputError::whole(format!("unknown task `{name}`"))
            .hint(format!("the tasks are {}", names.join(", ")))
    })
}

impl Task {
    /// Runs the task at a point.
    pub(super) fn run(&self, point: &Point, sign: &StopSign) -> Result<Found, Halted> {
        (self.run)(&Given { task: self, point }, sign)
    }
}

/// The parameters of a task at a point.
struct Given<'g> {
    task: &'g Task,
    point: &'g Point,
}

impl Given<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        let place = self.task.parameters.iter().position(|parameter| parameter.name == name)?;
        self.point.get(place)
    }

    /// A parameter. The grid has checked its type.
    fn number(&self, name: &str) -> Result<u64, Halted> {
        match self.get(name) {
            Some(Value::Number(number)) => Ok(*number),
            _ => Err(Halted::Failed(format!("`{name}` must be a number"))),
        }
    }

    fn text(&self, name: &str) -> Result<&str, Halted> {
        match self.get(name) {
            Some(Value::Text(text)) => Ok(text),
            _ => Err(Halted::Failed(format!("`{name}` must be a text"))),
        }
    }
}

impl From<Error> for Halted {
    fn from(error: Error) -> Self {
        match error {
            Error::Cancelled => Self::Stopped,
            Error::Input(InputError { message, hint: Some(hint), .. }) => {
                Self::Failed(format!("{message}; {hint}"))
            }
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<InputError> for Halted {
    fn from(error: InputError) -> Self {
        Error::from(error).into()
    }
}

impl From<Limit> for Halted {
    fn from(limit: Limit) -> Self {
        Error::from(limit).into()
    }
}

fn found(verdict: &impl ToString, answers: Vec<Option<Value>>) -> Found {
    Found { verdict: verdict.to_string(), answers }
}

fn theorem_1(given: &Given<'_>, _: &StopSign) -> Result<Found, Halted> {
    let name = given.text("reading")?;
    let reading = Reading::ALL.into_iter().find(|reading| reading.name() == name);
    let reading = reading.ok_or_else(|| Halted::Failed(format!("unknown reading `{name}`")))?;
    let [a, b, p, q] = ["a", "b", "p", "q"].map(|name| given.number(name));
    let family = Family { a: a?, b: b?, p: p?, q: q?, reading };
    if [family.a, family.b, family.p, family.q].contains(&0) {
        return Err(Halted::Failed("the parameters must be positive (Gurvich, Remark 1)".to_owned()));
    }
    let terms = usize::try_from(given.number("terms")?).unwrap_or(usize::MAX);
    let listed = recursion(family, terms, Budget::default())?;
    let differs = with_kernel(family, &listed, Budget::default())?;
    let pair = |(x, y): (u64, u64)| Value::Text(format!("{x},{y}"));
    Ok(match differs {
        None => found(&claims::Verdict::Holds, vec![None, None, None]),
        Some(first) => {
            let n = u64::try_from(first.n).unwrap_or(u64::MAX);
            let answers = vec![Some(n.into()), Some(pair(first.listed)), first.kernel.map(pair)];
            found(&claims::Verdict::Contradicted, answers)
        }
    })
}

fn constants(given: &Given<'_>, sign: &StopSign) -> Result<Found, Halted> {
    let (value, rows) = (given.number("value")?, given.number("rows")?);
    let tallies = summary(value, rows, &mut |_| sign.look())?.ok_or(Halted::Stopped)?;
    let tally = tallies.last().ok_or_else(|| Halted::Failed("no rows were computed".to_owned()))?;
    let each = [tally.members, tally.repeats, tally.settled, tally.wrong];
    // Later rows may change the constants.
    Ok(found(&grundy::period::Verdict::Open, each.map(|number| Some(number.into())).to_vec()))
}

fn row_period(given: &Given<'_>, sign: &StopSign) -> Result<Found, Halted> {
    use grundy::period::Verdict;
    let (game, row) = (given.text("game")?, given.number("row")?);
    let mut search = RowSearch::of(&grundy::game(game)?, row, Some(given.number("columns")?))?;
    if !search.finish(&mut |_| sign.look())? {
        return Ok(found(&Verdict::Open, vec![None, None, None]));
    }
    let proof = search.proofs().last().ok_or_else(|| Halted::Failed("no row was proved".to_owned()))?;
    let each = [proof.period.preperiod, proof.period.length, proof.state_period];
    Ok(found(&Verdict::Proved, each.map(|number| Some(number.into())).to_vec()))
}

fn spreads(given: &Given<'_>, sign: &StopSign) -> Result<Found, Halted> {
    let (first, last) = (given.number("first")?, given.number("last")?);
    if first > last {
        return Err(Halted::Failed(format!("there is no b from {first} to {last}")));
    }
    let template = Template::parse("sharing-nim")?;
    let plan = Plan::new(&template, last, Engine::Rays)?;
    let (mut positions, mut zeros, mut largest) = (0_u64, 0_u64, 0);
    let mut witness: Option<(u64, u64, u64)> = None;
    // A sweep runs one task per core.
    let how = How { threads: 1, ..How::default() };
    plan.for_each(how, Budget::default(), &mut |_| sign.look(), &mut |a, b, value| {
        if !(first..=last).contains(&b) || 2 * a > b {
            return Ok(());
        }
        positions += 1;
        zeros += u64::from(value == 0);
        largest = largest.max(value);
        if value >= 2 && a > 2 * value - 1 {
            let here = (b, a, value);
            witness = Some(witness.map_or(here, |earlier| earlier.min(here)));
        }
        Ok(())
    })?;
    let verdict = if witness.is_some() { claims::Verdict::Refuted } else { claims::Verdict::Open };
    let witness = witness.map(|(b, a, value)| Value::Text(format!("G(0,{a},{b}) = {value}")));
    Ok(found(&verdict, vec![Some(positions.into()), Some(zeros.into()), Some(largest.into()), witness]))
}

fn audit(given: &Given<'_>, sign: &StopSign) -> Result<Found, Halted> {
    let id = given.text("claim")?;
    let claim = claims::find(id).ok_or_else(|| Halted::Failed(format!("unknown claim `{id}`")))?;
    let effort = match given.text("effort")? {
        "quick" => Effort::Quick,
        "full" => Effort::Full,
        "frontier" => Effort::Frontier,
        other => {
            return Err(Halted::Failed(format!("unknown effort `{other}`; use quick, full or frontier")));
        }
    };
    let up_to = Some(given.number("up_to")?).filter(|&up_to| up_to > 0);
    let sign = sign.clone();
    let checked = claim.check(&Context::new(effort, up_to).watched(move || sign.look()))?;
    let first = checked.differences.first();
    let text = |text: Option<&String>| text.map(|text| Value::Text(text.clone()));
    let count = u64::try_from(checked.count).unwrap_or(u64::MAX);
    Ok(found(
        &checked.verdict,
        vec![
            Some(Value::Text(checked.checked_to.clone())),
            Some(count.into()),
            text(first.map(|first| &first.published)),
            text(first.map(|first| &first.computed)),
            text(first.map(|first| &first.at)),
        ],
    ))
}
