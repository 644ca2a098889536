//! `grundy sequence`: the positions of one value.

use crate::args::{Expression, Format, Work};
use crate::failure::{Failure, print_json, print_text};
use crate::output::{self, Form, json};
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use clap::ValueEnum;
use grundy::sequence::Extent;
use grundy::{InputError, Template};
use grundy_answers::Ask;
use grundy_answers::sequence::compare::Compared;
use grundy_answers::sequence::trace::{self, Algorithm};
use grundy_answers::sequence::{self, Sequence, summary};
use grundy_export::Columns;
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `grundy sequence`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy sequence wythoff --value 0 --count 10       Wythoff's P-positions
  grundy sequence star-nim --value 6 --count 40 --differences
  grundy sequence wythoff --count 1000 --format bfile --entry y
  grundy sequence star-nim --value 3 --count 6 --by algorithm-2 --trace
                                                     Example 4 of Farr and Ho
  grundy sequence r-wythoff --to 20 --summary        Figures 3 and 4 of Gu
  grundy sequence r-wythoff --value 7 --summary --rows 1000000000
  grundy sequence gurvich:a=2,b=2,p=2,q=2 --count 12 --compare
                                                     recursion (6) of Gurvich against the rules
  grundy sequence gurvich:a=2,b=3 --from 1000000000000000000000000 --count 3
  grundy sequence r-wythoff --value 7 --from 1000000000000000000000000 --count 3

A summary counts the members of a sequence and gives C: how many second entries were there before,
M: the index from which on member n lies on diagonal n, and W: how many members do not. All are as
seen in the rows done, and no proof of what comes later.")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value whose positions are wanted
    #[arg(long, value_name = "G", default_value_t = 0)]
    value: u64,
    /// How many positions [default: 20]
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// All positions (x,y), x <= y, with x below this, in place of a count
    #[arg(long, value_name = "N", conflicts_with = "count")]
    rows: Option<u64>,
    /// By which algorithm; by default the fastest there is
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Start at this index, which may have a thousand digits; for P-positions of games NIM_(a,b), and for r-wythoff
    #[arg(long, value_name = "N", conflicts_with_all = ["rows", "by", "trace", "summary", "differences", "compare"])]
    from: Option<String>,
    /// For games NIM_(a,b)^(p,q): whether recursion (6) lists what the rules say; exit status 1 if not
    #[arg(long, conflicts_with_all = ["rows", "by", "trace", "summary", "differences"])]
    compare: bool,
    /// Show what algorithms 1, 2 and 3 of Farr and Ho look at and keep
    #[arg(long, conflicts_with_all = ["differences", "summary"])]
    trace: bool,
    /// List the differences y-x
    #[arg(long, conflicts_with = "summary")]
    differences: bool,
    /// For r-wythoff: count repeats, the settling index and wrong diagonals [default: 10000000 rows]
    #[arg(long, conflicts_with_all = ["count", "by"])]
    summary: bool,
    /// With --summary: all values from 0 to this one
    #[arg(long, value_name = "G", requires = "summary", conflicts_with = "value")]
    to: Option<u64>,
    /// How to write it; by default as the ending of --output says, or else text
    #[arg(long, value_enum)]
    format: Option<Form>,
    /// Write to this file, as a whole or not at all: .npy, .parquet, .csv, .json, .tex, .bfile or .txt
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["from", "compare", "trace", "summary"])]
    output: Option<PathBuf>,
    /// Which numbers a b-file lists
    #[arg(long, value_enum, default_value_t = Entry::X)]
    entry: Entry,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    keeping: Keeping,
}

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The rules alone
    Definition,
    /// Row by row for all smaller values too: RWSG (Gu), WSG (Blass and Fraenkel); nim, star-nim, wythoff, r-wythoff
    Rows,
    /// P-positions of NIM_(a,b)^(p,q) by elimination, from the rules
    Kernel,
    /// Recursion (6) of Gurvich's report, in its own order
    Recursion,
    /// Farr and Ho's plain algorithm for star-nim
    #[value(name = "algorithm-1")]
    Algorithm1,
    /// Farr and Ho's algorithm that keeps O(g^2) numbers
    #[value(name = "algorithm-2")]
    Algorithm2,
    /// Farr and Ho's finite state machine
    #[value(name = "algorithm-3")]
    Algorithm3,
}

/// A way to make a sequence.
enum Method {
    Plain(sequence::By),
    Traced(Algorithm),
}

impl By {
    fn method(self) -> Method {
        match self {
            Self::Definition => Method::Plain(sequence::By::Definition),
            Self::Rows => Method::Plain(sequence::By::Rows),
            Self::Kernel => Method::Plain(sequence::By::Kernel),
            Self::Recursion => Method::Plain(sequence::By::Recursion),
            Self::Algorithm1 => Method::Traced(Algorithm::One),
            Self::Algorithm2 => Method::Traced(Algorithm::Two),
            Self::Algorithm3 => Method::Traced(Algorithm::Three),
        }
    }
}

/// The numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Entry {
    /// The smaller number
    X,
    /// The larger number
    Y,
    /// y-x
    Difference,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    sequence: Sequence,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<trace::Step>>,
}

/// Lists a g-sequence, or says what can be said of it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let form = Form::choose(arguments.format, arguments.output.as_deref())?;
    output::check(arguments.output.as_deref())?;
    asked(&arguments.keeping, Some(arguments.work.limits()), |ask| {
        if arguments.summary || arguments.compare || arguments.from.is_some() {
            return counted(arguments, ask);
        }
        list(arguments, form, ask)
    })
}

/// What is not a list of positions: written as text or JSON.
fn counted(arguments: &Arguments, ask: Ask<'_>) -> Result<(), Failure> {
    /// Enough for every constant of Gu's figures: the last, `M_19` = 6150670, is seen in row 9950819.
    const ROWS: u64 = 10_000_000;
    fn print(format: Format, answer: &impl Serialize, text: &str) -> Result<(), Failure> {
        match format {
            Format::Json => print_json(answer),
            Format::Text => print_text(text),
        }
    }
    let (format, text) = (arguments.plain_format()?, arguments.expression.text());
    let Arguments { value, .. } = *arguments;
    let count = arguments.count.unwrap_or(20);
    if arguments.summary {
        let values = arguments.to.map_or(value..=value, |to| 0..=to);
        let counted = summary::count(&grundy::game(&text)?, values, arguments.rows.unwrap_or(ROWS), ask)?;
        return print(format, &counted, &counted.text());
    }
    let template = Template::parse(&text)?;
    if let Some(from) = &arguments.from {
        let far = sequence::far(&template, value, from, count, ask)?;
        return print(format, &far, &far.text());
    }
    let compared = Compared::new(&template, value, count, ask.limits.budget)?;
    print(format, &compared, &compared.text())?;
    if compared.agrees { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn list(arguments: &Arguments, form: Form, ask: Ask<'_>) -> Result<(), Failure> {
    let template = Template::parse(&arguments.expression.text())?;
    let Arguments { value, trace: traced, .. } = *arguments;
    let extent = match arguments.rows {
        Some(rows) => Extent::Rows(rows),
        None => Extent::Count(arguments.count.unwrap_or(20)),
    };
    let (positions, trace) = match arguments.by.map(By::method) {
        Some(Method::Traced(by)) => {
            let steps = trace::steps(template.game(), by, value, extent, ask)?;
            (steps.iter().map(trace::Step::position).collect(), steps)
        }
        _ if traced => {
            let error = InputError::whole("there is nothing to trace");
            let hint = "choose --by algorithm-1, algorithm-2 or algorithm-3 for star-nim";
            return Err(error.hint(hint).into());
        }
        Some(Method::Plain(by)) => {
            (sequence::positions(&template, value, Some(by), extent, ask)?, Vec::new())
        }
        None => (sequence::positions(&template, value, None, extent, ask)?, Vec::new()),
    };
    if form == Form::Text {
        name_reading(template.game());
    }
    let columns = columns(&positions);
    let listed = Listed {
        sequence: Sequence::new(&template, value, &positions, arguments.differences),
        trace: traced.then_some(trace),
    };
    let entry = if arguments.differences { Entry::Difference } else { arguments.entry };
    let term = match entry {
        Entry::X => 1,
        Entry::Y => 2,
        Entry::Difference => 3,
    };
    output::write(arguments.output.as_deref(), |out| match (form, &listed.trace) {
        (Form::Text, Some(trace)) => out.write_all(trace::text(trace).as_bytes()),
        (Form::Text, None) if arguments.differences => {
            out.write_all(lines(columns.column(3).iter().copied()).as_bytes())
        }
        (Form::Json, _) => json(&listed, out),
        _ => output::columns(form, &columns, term, &listed, out),
    })
}

/// n, x, y and y-x.
pub fn columns(positions: &[(u64, u64)]) -> Columns {
    let column = |of: fn(&(u64, u64)) -> u64| positions.iter().map(of).collect();
    let numbers = (0..).take(positions.len()).collect();
    let (x, y, difference) = (column(|&(x, _)| x), column(|&(_, y)| y), column(|&(x, y)| y - x));
    Columns::new(vec![("n", numbers), ("x", x), ("y", y), ("y-x", difference)])
}

impl Arguments {
    /// The format of answers that are not lists of positions.
    fn plain_format(&self) -> Result<Format, InputError> {
        match self.format {
            None | Some(Form::Text) => Ok(Format::Text),
            Some(Form::Json) => Ok(Format::Json),
            Some(_) => {
                let error = InputError::whole("this is written as text or json only");
                Err(error.hint(
                    "other formats are for lists of positions, without --from, --compare and --summary",
                ))
            }
        }
    }
}

/// Numbers with spaces between them, on lines that are not too long.
fn lines(numbers: impl Iterator<Item = u64>) -> String {
    const WIDTH: usize = 100;
    let (mut text, mut start) = (String::new(), 0);
    for number in numbers.map(|number| number.to_string()) {
        if text.len() > start && text.len() - start + 1 + number.len() > WIDTH {
            text.push('\n');
            start = text.len();
        } else if text.len() > start {
            text.push(' ');
        }
        text.push_str(&number);
    }
    text + "\n"
}
