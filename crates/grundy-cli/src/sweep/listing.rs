//! The questions and the tasks of sweeps.

use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use grundy::InputError;
use grundy_answers::sweep::{Argument, Declared, Outline, PlanError, QUESTIONS, Question, TASKS, Task};
use serde::Serialize;
use std::fmt::Write as _;

/// What a sweep can ask.
#[derive(Serialize)]
struct Listing {
    questions: Vec<QuestionEntry>,
    tasks: Vec<TaskEntry>,
}

#[derive(Serialize)]
struct QuestionEntry {
    name: &'static str,
    asks: &'static str,
    arguments: Vec<ArgumentEntry>,
    /// Exactly one of these must be given.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    one_of: &'static [&'static str],
    answers: Vec<&'static str>,
}

#[derive(Serialize)]
struct ArgumentEntry {
    name: &'static str,
    means: &'static str,
    optional: bool,
}

#[derive(Serialize)]
struct TaskEntry {
    name: String,
    asks: String,
    parameters: Vec<ParameterEntry>,
    answers: Vec<&'static str>,
    plan: &'static str,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: String,
    means: String,
    default: Option<String>,
}

impl QuestionEntry {
    fn new(question: &Question) -> Self {
        let argument =
            |&Argument { name, means, optional, .. }: &Argument| ArgumentEntry { name, means, optional };
        Self {
            name: question.name,
            asks: question.asks,
            arguments: question.arguments.iter().map(argument).collect(),
            one_of: question.one_of,
            answers: answers(question),
        }
    }

    fn text(&self) -> String {
        let Self { name, asks, arguments, one_of, answers } = self;
        let mut text = format!("{name}\n  {asks}\n");
        for ArgumentEntry { name, means, optional } in arguments {
            let mark = match (one_of.contains(name), optional) {
                (true, _) => " (one of these)",
                (false, true) if !means.contains("[default") => " (optional)",
                _ => "",
            };
            let _ = writeln!(text, "    {name:<10}{means}{mark}");
        }
        let _ = writeln!(text, "  answers: {}\n", answers.join(", "));
        text
    }
}

fn answers(question: &Question) -> Vec<&'static str> {
    question.answers.iter().map(|&(name, _)| name).collect()
}

impl TaskEntry {
    fn new(outline: Outline, plan: &'static str) -> Self {
        let default = |json: serde_json::Value| json.as_str().map_or_else(|| json.to_string(), str::to_owned);
        let parameter = |declared: Declared| ParameterEntry {
            name: declared.name,
            means: declared.means,
            default: declared.default.map(default),
        };
        Self {
            name: outline.name,
            asks: outline.asks,
            parameters: outline.declared.into_iter().map(parameter).collect(),
            answers: answers(outline.question),
            plan,
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n  {}\n", self.name, self.asks);
        for ParameterEntry { name, means, default } in &self.parameters {
            let default = default.as_ref().map_or_else(String::new, |value| format!(" [default: {value}]"));
            let _ = writeln!(text, "    {name:<10}{means}{default}");
        }
        let _ = writeln!(text, "  answers: {}\n", self.answers.join(", "));
        text
    }
}

/// Lists the questions and the tasks.
pub fn list(format: Format) -> Result<(), Failure> {
    let task = |task: &Task| Ok(TaskEntry::new(task.outline()?, task.plan));
    let tasks = TASKS.iter().map(task).collect::<Result<Vec<_>, PlanError>>();
    let tasks = tasks.map_err(InputError::from)?;
    let listing = Listing { questions: QUESTIONS.iter().map(QuestionEntry::new).collect(), tasks };
    if format == Format::Json {
        return print_json(&listing);
    }
    let mut text = "Questions, for a plan with question = \"NAME\"\n\n".to_owned();
    listing.questions.iter().for_each(|question| text.push_str(&question.text()));
    text.push_str("Tasks, for a plan with task = \"NAME\"\n\n");
    listing.tasks.iter().for_each(|task| text.push_str(&task.text()));
    print_text(&format!("{}\n", text.trim_end_matches('\n')))
}
