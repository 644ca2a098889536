//! `grundy sequence`: lists the positions of one value.

use crate::args::{Format, GameAlone};
use crate::device::On;
use crate::failure::{Failure, or_known};
use crate::limits::Effort;
use crate::number::{Range, whole};
use crate::output::{self, Form, To, json};
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use clap::ValueEnum;
use grundy::sequence::Extent;
use grundy::{InputError, Template};
use grundy_answers::Ask;
use grundy_answers::heaps::{HeapSummary, HeapValues};
use grundy_answers::sequence::compare::Compared;
use grundy_answers::sequence::trace::{self, Algorithm};
use grundy_answers::sequence::{self, Sequence, beams, sharing, summary};
use grundy_export::Columns;
use serde::Serialize;

/// The arguments of `grundy sequence`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy sequence wythoff --count 10                                   P-positions
  grundy sequence star-nim --value 6 --count 40 --differences
  grundy sequence wythoff --count 1000 --format bfile --of y
  grundy sequence star-nim --value 3 --count 6 --by algorithm-2 --trace
  grundy sequence r-wythoff --values 0..20 --summary                   Figures 3 and 4 of Gu
  grundy sequence gurvich:a=2,b=2,p=2,q=2 --count 12 --compare         exit status 1: they differ
  grundy sequence r-wythoff --value 7 --from 10^24 --count 3
  grundy sequence wythoff --value 2 --from 10^100 --count 3
  grundy sequence exile --value 1 --max 1000                           any game of rays
  grundy sequence sharing-nim --value 4 --count 10                     0,x,y by increasing y
  grundy sequence sharing-nim --values 0..10 --summary --max 10^8      counts and records
  grundy sequence wythoff@block=6 --summary --max 10^5                 where P-positions gather
  grundy sequence kayles --max 10^4 --format bfile                     values of the heaps 0, 1, 2, ..
  grundy sequence grundy-game --max 10^7 --summary                     records, rare heaps, frequent values

A summary counts the members of a sequence and prints C, the number of repeated second entries, M, \
the index from which on member n lies on diagonal n, and W, the number of members that do not. \
These are observed in the rows computed; they are not a proof. For sharing-nim, positions are \
0,x,y with 2x <= y, --max is the largest y, and a summary has the number of positions of each value, \
each new largest x (in JSON), and the largest value of rows 0 to 20. For wythoff@block=Q a summary has the \
intervals in which y/x lies, for the P-positions x,y of the rows from half of --max [default: 100000] to --max. For games of heaps the sequence is \
G(0), G(1), ..: --count is the number of heaps, and --max the largest; a summary has the largest value, the \
number of rare heaps, and the most frequent values (in JSON, all of them, and each new largest one).")]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value of the positions
    #[arg(long, value_name = "G", default_value_t = 0, value_parser = whole::<u64>(..))]
    value: u64,
    /// Number of positions [default: 20]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    count: Option<usize>,
    /// Largest x, instead of a count
    ///
    /// Lists all positions (x,y), x <= y, with x up to N. For sharing-nim, the largest y.
    #[arg(long, value_name = "N", conflicts_with = "count", value_parser = whole::<u64>(..))]
    max: Option<u64>,
    /// The old spelling of --max N-1
    #[arg(long, value_name = "N", hide = true, conflicts_with_all = ["count", "max"], value_parser = whole::<u64>(..))]
    rows: Option<u64>,
    /// Algorithm
    ///
    /// [default: the fastest for the game]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// First index, of any size
    ///
    /// For r-wythoff, P-positions of NIM_(a,b), and values 1 and 2 of wythoff.
    #[arg(long, value_name = "N", conflicts_with_all = ["max", "rows", "by", "trace", "summary", "differences", "compare", "output"])]
    from: Option<String>,
    /// Compare recursion (6) of Gurvich with the rules
    ///
    /// For NIM_(a,b)^(p,q).
    #[arg(long, conflicts_with_all = ["max", "rows", "by", "trace", "summary", "differences", "output"])]
    compare: bool,
    /// Show each step of algorithms 1, 2 and 3
    #[arg(long, hide_short_help = true, conflicts_with_all = ["differences", "summary", "output"])]
    trace: bool,
    /// List the differences y-x
    #[arg(long, conflicts_with = "summary")]
    differences: bool,
    /// Count members, for r-wythoff, sharing-nim, wythoff@block=Q and games of heaps
    ///
    /// Prints C, M and W of the rows up to --max, or counts and records [default: --max 9999999].
    #[arg(long, conflicts_with_all = ["count", "by", "output"])]
    summary: bool,
    /// With --summary: values A to B, both included
    #[arg(long, value_name = "A..B", requires = "summary", conflicts_with = "value")]
    values: Option<Range>,
    /// The old spelling of --values 0..G
    #[arg(long = "to", id = "last_value", value_name = "G", hide = true, requires = "summary", conflicts_with_all = ["value", "values"], value_parser = whole::<u64>(..))]
    last_value: Option<u64>,
    /// The numbers that a b-file lists
    #[arg(long, alias = "entry", value_enum, default_value_t = Entry::X)]
    of: Entry,
    #[command(flatten)]
    to: To,
    #[command(flatten)]
    on: On,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// From the definition, by the rules alone
    Definition,
    /// Row by row with all smaller values (RWSG, WSG); for nim, star-nim, wythoff, r-wythoff
    Rows,
    /// Row by row with all smaller values; for any two-pile game with moves along rays
    Rays,
    /// P-positions of NIM_(a,b)^(p,q) by elimination
    Kernel,
    /// P-positions by recursion (6) of Gurvich, in its own order
    Recursion,
    /// Algorithm 1 of Farr and Ho, for star-nim
    #[value(name = "algorithm-1")]
    Algorithm1,
    /// Algorithm 2 of Farr and Ho, in O(g^2) memory
    #[value(name = "algorithm-2")]
    Algorithm2,
    /// Algorithm 3 of Farr and Ho, a finite state machine
    #[value(name = "algorithm-3")]
    Algorithm3,
}

/// An algorithm, with or without a trace.
enum Method {
    Plain(sequence::By),
    Traced(Algorithm),
}

impl By {
    fn method(self) -> Method {
        match self {
            Self::Definition => Method::Plain(sequence::By::Definition),
            Self::Rows => Method::Plain(sequence::By::Rows),
            Self::Rays => Method::Plain(sequence::By::Rays),
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

/// Lists a g-sequence, or summarizes it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let form = arguments.to.form()?;
    let asked = asked(&arguments.keeping, Some(arguments.effort.apply()), |mut ask| {
        ask.how.device = arguments.on.for_heaps(&arguments.game.text())?;
        if arguments.summary || arguments.compare || arguments.from.is_some() {
            return report(arguments, ask);
        }
        list(arguments, form, ask)
    });
    or_known(
        form == Form::Json && arguments.to.file().is_none(),
        asked,
        || serde_json::json!({ "game": arguments.game.text(), "value": arguments.value }),
    )
}

/// Reports that are not lists of positions, as text or JSON.
fn report(arguments: &Arguments, ask: Ask<'_>) -> Result<(), Failure> {
    /// Enough for all constants of Gu's figures: the last one, `M_19` = 6150670, appears in row 9950819.
    const ROWS: u64 = 10_000_000;
    /// The last row of a summary with blocking, by default.
    const BLOCKED_ROWS: u64 = 100_000;
    let (format, text) = (arguments.plain_format()?, arguments.game.text());
    let Arguments { value, .. } = *arguments;
    let count = arguments.count.unwrap_or(20);
    if arguments.summary {
        let values = arguments.values.map(Range::numbers).or(arguments.last_value.map(|last| 0..=last));
        let values = values.unwrap_or(value..=value);
        let game = grundy::game(&text)?;
        if sharing::is_sharing(&game) {
            let largest = arguments.rows().unwrap_or(ROWS).saturating_sub(1);
            let surveyed = sharing::survey(&game, values, largest, ask)?;
            return format.print(&surveyed, &surveyed.text());
        }
        if HeapValues::exist(&game) {
            let summed = HeapSummary::ask(&game, arguments.rows().unwrap_or(ROWS).saturating_sub(1), ask)?;
            return format.print(&summed, &summed.text());
        }
        if beams::has_beams(&game) {
            if values != (0..=0) {
                let error =
                    InputError::whole("a summary of a game with blocking has the P-positions, of value 0");
                return Err(error.hint("leave out the value").into());
            }
            let gathered = beams::beams(
                &game,
                arguments.rows().map_or(BLOCKED_ROWS, |rows| rows.saturating_sub(1)),
                ask,
            )?;
            return format.print(&gathered, &gathered.text());
        }
        let counted = summary::count(&game, values, arguments.rows().unwrap_or(ROWS), ask)?;
        return format.print(&counted, &counted.text());
    }
    let template = Template::parse(&text)?;
    if let Some(from) = &arguments.from {
        let far = sequence::far(&template, value, from, count, ask)?;
        return format.print(&far, &far.text());
    }
    let compared = Compared::new(&template, value, count, ask.limits.budget)?;
    format.print(&compared, &compared.text())?;
    if compared.agrees { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn list(arguments: &Arguments, form: Form, ask: Ask<'_>) -> Result<(), Failure> {
    let template = Template::parse(&arguments.game.text())?;
    if HeapValues::exist(template.game()) {
        return heaps(arguments, form, &template, ask);
    }
    let Arguments { value, trace: traced, .. } = *arguments;
    let extent = match arguments.rows() {
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
    let entry = if arguments.differences { Entry::Difference } else { arguments.of };
    if entry == Entry::Difference && columns.names().len() < 4 && !matches!(form, Form::Text | Form::Json) {
        let name = template.game().name();
        let error =
            InputError::whole(format!("{name} is not symmetric, and some differences y-x are negative"));
        return Err(error.hint("--format text or json has them").into());
    }
    let listed = Listed {
        sequence: Sequence::new(&template, value, &positions, arguments.differences),
        trace: traced.then_some(trace),
    };
    let term = match entry {
        Entry::X => 1,
        Entry::Y => 2,
        Entry::Difference => 3,
    };
    output::write(arguments.to.file(), |out| match (form, &listed.trace) {
        (Form::Text, Some(trace)) => out.write_all(trace::text(trace).as_bytes()),
        (Form::Text, None) if arguments.differences => {
            out.write_all(lines(positions.iter().map(sequence::y_minus_x)).as_bytes())
        }
        (Form::Json, _) => json(&listed, out),
        _ => output::columns(form, &columns, term, &listed, out),
    })
}

/// Lists the values of single heaps.
fn heaps(arguments: &Arguments, form: Form, template: &Template, ask: Ask<'_>) -> Result<(), Failure> {
    let other = arguments.by.is_some() || arguments.trace || arguments.differences || arguments.value > 0;
    if other || !template.is_plain() {
        let message = "the sequence of a game of heaps has the values of its heaps";
        let hint = "give the game alone, and --count or --max";
        return Err(InputError::whole(message).hint(hint).into());
    }
    let count = arguments.rows().unwrap_or_else(|| wide(arguments.count.unwrap_or(20)));
    let found = HeapValues::ask(template.game(), count, ask)?;
    let columns = Columns::new(vec![("n", (0..count).collect()), ("G(n)", found.values.clone())]);
    output::write(arguments.to.file(), |out| output::columns(form, &columns, 1, &found, out))
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The columns n, x and y, and y-x if it is never negative, as in symmetric games.
pub fn columns(positions: &[(u64, u64)]) -> Columns {
    let column = |of: fn(&(u64, u64)) -> u64| positions.iter().map(of).collect();
    let numbers = (0..).take(positions.len()).collect();
    let mut columns = vec![("n", numbers), ("x", column(|&(x, _)| x)), ("y", column(|&(_, y)| y))];
    let differences: Option<Vec<u64>> = positions.iter().map(|&(x, y)| y.checked_sub(x)).collect();
    columns.extend(differences.map(|differences| ("y-x", differences)));
    Columns::new(columns)
}

impl Arguments {
    /// The number of rows to compute, if it is given.
    fn rows(&self) -> Option<u64> {
        self.max.map(|max| max.saturating_add(1)).or(self.rows)
    }

    /// The format of a report.
    fn plain_format(&self) -> Result<Format, InputError> {
        match self.to.given() {
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

/// Numbers separated by spaces, in lines of limited length.
fn lines(numbers: impl Iterator<Item = i64>) -> String {
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
