use super::grid;
use super::pattern::{Pattern, is_name};
use super::question::{Argument, Given, Kind, Question, Takes};
use super::row::{COLUMNS, Point, Value};
use super::tasks::Task;
use super::written::Written;
use grundy::InputError;
use serde_json::{Map, Value as Json};
use std::path::PathBuf;
use std::time::Duration;

/// An error in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// The key it is about; `grid.a` for a parameter.
    pub key: Option<String>,
    /// What is wrong.
    pub error: InputError,
}

impl PlanError {
    /// An error about the plan as a whole.
    pub fn whole(error: InputError) -> Self {
        Self { key: None, error }
    }

    /// An error about a key.
    pub fn at(key: impl Into<String>, error: InputError) -> Self {
        Self { key: Some(key.into()), error }
    }
}

impl From<PlanError> for InputError {
    fn from(error: PlanError) -> Self {
        error.error
    }
}

/// A question with the patterns of its arguments, before the grid is known.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The name of the task, or of the question.
    pub name: String,
    /// Is it a task?
    pub is_task: bool,
    /// The question, in a sentence.
    pub asks: String,
    /// The question.
    pub question: &'static Question,
    /// The patterns, in the order of the arguments of the question.
    pub arguments: Vec<Option<Pattern>>,
    /// The parameters that the plan describes, in order.
    pub declared: Vec<Declared>,
    /// Time limit for a point.
    pub time: Option<Duration>,
}

/// A parameter that a plan describes.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Its meaning.
    pub means: String,
    /// Default.
    pub default: Option<Json>,
}

/// A parameter of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Numbers or texts.
    pub kind: Kind,
}

/// A plan: a question for every point of a grid.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The question and its arguments.
    pub outline: Outline,
    /// The parameters, in the order of the grid.
    pub parameters: Vec<Parameter>,
}

/// A plan that was read from a file.
#[derive(Clone, Debug)]
pub struct Read {
    /// The plan.
    pub plan: Plan,
    /// The points of its grid.
    pub points: Vec<Point>,
    /// The output folder, if it names one.
    pub out: Option<PathBuf>,
}

/// Keys of a plan that are not arguments.
const TASK: &str = "task";
const QUESTION: &str = "question";
const ASKS: &str = "asks";
const MEANS: &str = "means";
const OUT: &str = "out";
const TIME: &str = "time";
const GRID: &str = "grid";

impl Read {
    /// Reads a plan in TOML.
    ///
    /// # Errors
    /// When it is not a plan. The error has the line.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let written = Written::parse(text)?;
        let read = || {
            let outline = Outline::of(&written.keys)?;
            let nothing = Json::Object(Map::new());
            let (plan, points) = Plan::new(outline, written.keys.get(GRID).unwrap_or(&nothing))?;
            let out = written.keys.get(OUT).map(|out| text_of(OUT, out)).transpose()?.map(PathBuf::from);
            Ok(Self { plan, points, out })
        };
        read().map_err(|error| written.locate(error))
    }
}

impl Outline {
    /// Reads the keys of a plan: `task`, or `question` and its arguments.
    ///
    /// # Errors
    /// When a key is unknown or missing, or a pattern is malformed.
    pub fn of(keys: &Map<String, Json>) -> Result<Self, PlanError> {
        let Some(task) = keys.get(TASK) else { return Self::of_question(keys) };
        if let Some(other) = keys.keys().find(|key| ![TASK, OUT, TIME, GRID].contains(&key.as_str())) {
            let error = InputError::whole(format!("a plan with `task` has no `{other}`"));
            let hint = "give the parameters of the task in [grid], or write a plan with `question`";
            return Err(PlanError::at(other, error.hint(hint)));
        }
        let task = Task::find(text_of(TASK, task)?).map_err(|error| PlanError::at(TASK, error))?;
        Ok(Self { time: time(keys)?, ..task.outline()? })
    }

    /// Reads the keys of a plan with `question`.
    pub(super) fn of_question(keys: &Map<String, Json>) -> Result<Self, PlanError> {
        let Some(name) = keys.get(QUESTION) else {
            let error = InputError::whole("the plan has no `question`");
            return Err(PlanError::whole(error.hint("`grundy sweep` lists the questions and the tasks")));
        };
        let question =
            Question::find(text_of(QUESTION, name)?).map_err(|error| PlanError::at(QUESTION, error))?;
        let others = [QUESTION, ASKS, MEANS, OUT, TIME, GRID];
        for key in keys.keys().filter(|key| !others.contains(&key.as_str())) {
            if question.argument(key).is_none() {
                let error = InputError::whole(format!("{} has no argument `{key}`", question.name));
                return Err(PlanError::at(key, error.hint(question.usage())));
            }
        }
        let argument = |argument: &Argument| {
            keys.get(argument.name).map(|json| pattern(argument.name, json)).transpose()
        };
        let arguments = question.arguments.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
        let outline = Self {
            name: question.name.to_owned(),
            is_task: false,
            asks: keys.get(ASKS).map_or(Ok(question.asks), |asks| text_of(ASKS, asks))?.to_owned(),
            question,
            arguments,
            declared: declared(keys)?,
            time: time(keys)?,
        };
        outline.complete()?;
        Ok(outline)
    }

    /// Refuses a plan without an argument that the question needs.
    fn complete(&self) -> Result<(), PlanError> {
        let question = self.question;
        let is_given = |name: &str| {
            question
                .arguments
                .iter()
                .zip(&self.arguments)
                .any(|(argument, given)| argument.name == name && given.is_some())
        };
        let missing =
            question.arguments.iter().find(|argument| !argument.optional && !is_given(argument.name));
        if let Some(Argument { name, means, .. }) = missing {
            let error = InputError::whole(format!("{} needs the argument `{name}`: {means}", question.name));
            return Err(PlanError::at(QUESTION, error.hint(question.usage())));
        }
        let choice = question.one_of;
        if !choice.is_empty() && choice.iter().filter(|name| is_given(name)).count() != 1 {
            let error = InputError::whole(format!("{} needs one of {}", question.name, choice.join(", ")));
            return Err(PlanError::at(QUESTION, error.hint("give exactly one of them")));
        }
        Ok(())
    }

    /// The names in the patterns.
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().flatten().flat_map(Pattern::parameters)
    }

    /// The type of a parameter, if it is an argument by itself and the argument has one.
    pub fn kind(&self, parameter: &str) -> Option<Kind> {
        let single = |(_, pattern): &(&Argument, &Option<Pattern>)| {
            pattern.as_ref().and_then(Pattern::single) == Some(parameter)
        };
        let (argument, _) = self.question.arguments.iter().zip(&self.arguments).find(single)?;
        match argument.takes {
            Takes::Number => Some(Kind::Number),
            Takes::Game | Takes::Range => Some(Kind::Text),
            Takes::Text => None,
        }
    }

    /// Refuses grids whose parameters are not those of the patterns. `names` are the parameters of the grid.
    pub(super) fn check(&self, names: &[String]) -> Result<(), PlanError> {
        for name in names {
            let at = |error: InputError| Err(PlanError::at(format!("{GRID}.{name}"), error));
            if !is_name(name) {
                let error = InputError::whole(format!("`{name}` cannot name a parameter"));
                return at(error.hint("use letters, digits and _"));
            }
            if COLUMNS.contains(&name.as_str())
                || self.question.answers.iter().any(|(column, _)| column == name)
            {
                let error = InputError::whole(format!("`{name}` is a column of the answer"));
                return at(error.hint("give the parameter another name"));
            }
            if !self.placeholders().any(|placeholder| placeholder == name) {
                return at(self.unused(name));
            }
        }
        let arguments = self.question.arguments.iter().zip(&self.arguments);
        for (argument, pattern) in
            arguments.filter_map(|(argument, pattern)| Some((argument, pattern.as_ref()?)))
        {
            if let Some(name) = pattern.parameters().find(|name| !names.iter().any(|known| known == name)) {
                let (key, message) = if self.is_task {
                    (TASK, format!("{} needs the parameter `{name}`", self.name))
                } else {
                    (argument.name, format!("the grid has no parameter `{name}`"))
                };
                let hint =
                    if self.is_task { self.usage() } else { format!("add {name} = \"1..10\" to [grid]") };
                return Err(PlanError::at(key, InputError::whole(message).hint(hint)));
            }
        }
        Ok(())
    }

    /// The error for a parameter of the grid that is in no pattern.
    fn unused(&self, name: &str) -> InputError {
        if self.is_task {
            return InputError::whole(format!("{} has no parameter `{name}`", self.name)).hint(self.usage());
        }
        let error = InputError::whole(format!("no argument uses the parameter `{name}`"));
        error.hint(format!("write {{{name}}} in an argument, or remove it from [grid]"))
    }

    /// The parameters of a task.
    fn usage(&self) -> String {
        let names: Vec<&str> = self.declared.iter().map(|declared| declared.name.as_str()).collect();
        format!("{} takes {}", self.name, names.join(", "))
    }
}

impl Plan {
    /// A plan over a grid, and its points.
    ///
    /// # Errors
    /// When the parameters of the grid are not those of the plan, or the grid is malformed.
    pub fn new(outline: Outline, grid: &Json) -> Result<(Self, Vec<Point>), PlanError> {
        let (parameters, points) = grid::read(&outline, grid)?;
        Ok((Self { outline, parameters }, points))
    }

    /// The question.
    pub fn question(&self) -> &'static Question {
        self.outline.question
    }

    /// The arguments of the question at a point.
    pub fn at(&self, point: &[Value]) -> Given<'static> {
        let value = |name: &str| {
            let place = self.parameters.iter().position(|parameter| parameter.name == name)?;
            point.get(place)
        };
        let fill = |pattern: &Option<Pattern>| pattern.as_ref().map(|pattern| pattern.fill(value));
        Given { question: self.question(), texts: self.outline.arguments.iter().map(fill).collect() }
    }

    /// The question with its arguments at a point, on one line.
    pub fn key(&self, point: &[Value]) -> String {
        self.at(point).key()
    }
}

/// The pattern of an argument: a text, or a number.
fn pattern(key: &str, json: &Json) -> Result<Pattern, PlanError> {
    let text = match json {
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        other => {
            let error = InputError::whole(format!("`{key}` is a text or a number, not {other}"));
            return Err(PlanError::at(key, error.hint(format!("e.g. {key} = \"{{x}}\" with x in [grid]"))));
        }
    };
    Pattern::parse(&text).map_err(|error| PlanError::at(key, error))
}

fn text_of<'j>(key: &str, json: &'j Json) -> Result<&'j str, PlanError> {
    let wrong = || PlanError::at(key, InputError::whole(format!("`{key}` is a text, not {json}")));
    json.as_str().ok_or_else(wrong)
}

fn time(keys: &Map<String, Json>) -> Result<Option<Duration>, PlanError> {
    let Some(given) = keys.get(TIME) else { return Ok(None) };
    let seconds = given.as_u64().filter(|&seconds| seconds > 0).ok_or_else(|| {
        PlanError::at(
            TIME,
            InputError::whole(format!("`time` is a number of seconds for a point, not {given}")),
        )
    })?;
    Ok(Some(Duration::from_secs(seconds)))
}

/// The parameters that `means` describes, with their defaults in the grid of the plan.
fn declared(keys: &Map<String, Json>) -> Result<Vec<Declared>, PlanError> {
    let Some(means) = keys.get(MEANS) else { return Ok(Vec::new()) };
    let wrong = || PlanError::at(MEANS, InputError::whole("[means] has a text for each parameter"));
    let defaults = keys.get(GRID).and_then(Json::as_object);
    let declared = |(name, means): (&String, &Json)| {
        let means = means.as_str().ok_or_else(wrong)?.to_owned();
        let default = defaults.and_then(|defaults| defaults.get(name)).cloned();
        Ok(Declared { name: name.clone(), means, default })
    };
    means.as_object().ok_or_else(wrong)?.iter().map(declared).collect()
}
