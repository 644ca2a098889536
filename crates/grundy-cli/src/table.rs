//! `grundy table`: the values of a slice, whole or in part.

use crate::args::{Expression, Work};
use crate::failure::Failure;
use crate::memory::{self, Size};
use crate::value::name_reading;
use crate::watch::Watch;
use clap::ValueEnum;
use grundy::solve::rays::{How, Simd};
use grundy::table::TableError;
use grundy::{Element, Engine, InputError, Plan, Table, Template};
use grundy_export::{Layout, csv, npy, replace, text};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The arguments of `grundy table`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy table star-nim --max 15
  grundy table sharing-nim --max 16                      G(0,a,b), as in Ho's paper
  grundy table wythoff --max 20 --format csv
  grundy table wythoff --max 16383 --output wythoff.npy  for numpy.load
  grundy table star-nim --max 20000 --row 7              one row of a table too large to keep
  grundy table r-wythoff --max 5000 --value 2            where the value 2 stands
  grundy table 'star-silver-dollar [a],[b,9]' --max 8    any slice: a is the row, b the column
  grundy table 'nearly(nim a + nim b)' --max 10

Rows grow upwards, as the papers print them. Star Nim and Sharing Nim are printed for a <= b only, the other
half being its mirror; --layout square prints all. CSV, JSON and .npy hold all, from row 0 on.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Coordinates run from 0 to this number
    #[arg(long, value_name = "N")]
    max: u64,
    /// How to write it; by default as the ending of --output says, or else text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file, as a whole or not at all: .npy, .csv, .json or .txt
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Which cells the text shows; by default those that the game's paper prints
    #[arg(long, value_enum)]
    layout: Option<Shown>,
    #[command(flatten)]
    part: Part,
    /// Threads to use; by default all cores. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Memory that may be used, e.g. 2GiB; by default most of what is free
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// The integers of .npy; by default the narrowest of u16 and u32 that is sure to be wide enough
    #[arg(long, value_enum)]
    element: Option<Width>,
    /// Which engine computes it
    #[arg(long, value_enum, default_value_t = By::Best)]
    engine: By,
    /// Which instructions the ray engine uses; by default the best there are
    #[arg(long, value_enum, hide = true)]
    simd: Option<Instructions>,
    #[command(flatten)]
    work: Work,
}

/// One line of a table, or the places of one value: no table is kept for these.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(multiple = false)]
struct Part {
    /// Only row A: G(A,b) for all b
    #[arg(long, value_name = "A")]
    row: Option<u64>,
    /// Only column B: G(a,B) for all a
    #[arg(long, value_name = "B")]
    column: Option<u64>,
    /// Only diagonal D: G(a,a+D) for all a
    #[arg(long, value_name = "D")]
    diagonal: Option<u64>,
    /// Only the cells of value G, those with a <= b if the table is symmetric
    #[arg(long, value_name = "G")]
    value: Option<u64>,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned, rows growing upwards
    Text,
    /// Comma-separated, with a header row
    Csv,
    /// For programs; the keys are in docs/json.md
    Json,
    /// A NumPy array (with --output)
    Npy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// All cells
    Square,
    /// Cells with a <= b
    Triangle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Width {
    U8,
    U16,
    U32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The ray engine where the game has rays, the definition elsewhere
    Best,
    /// Mex over the options, cell by cell: slow, for checking
    Definition,
    /// The ray engine, or an error
    Rays,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Instructions {
    Portable,
    Avx2,
    Avx512,
}

/// Makes a table, or a part of one.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    let format = arguments.format()?;
    let how = arguments.how()?;
    let engine = match arguments.engine {
        By::Best => Engine::Best,
        By::Definition => Engine::Definition,
        By::Rays => Engine::Rays,
    };
    let plan_to = |max| Plan::new(&template, max, engine);
    let plan = plan_to(arguments.max)?;
    let keeps = !arguments.part.is_given();
    memory::refuse_beyond(memory::limit(arguments.memory), arguments.max, |max| match plan_to(max) {
        Ok(plan) if keeps => plan.bytes_kept(how),
        Ok(plan) => plan.bytes(how),
        Err(_) => u64::MAX,
    })?;
    let job = Job { arguments, text: &text, template: &template, plan, how, format };
    if keeps { job.whole() } else { job.part() }
}

/// A plan with all that is needed to carry it out.
struct Job<'a> {
    arguments: &'a Arguments,
    text: &'a str,
    template: &'a Template,
    plan: Plan<'a>,
    how: How,
    format: Format,
}

#[derive(Serialize)]
struct Tabled<'t> {
    game: String,
    table: &'t str,
    max: u64,
    by: &'static str,
    rows: Vec<Vec<Option<u64>>>,
}

#[derive(Serialize)]
struct Lined<'t> {
    game: String,
    table: &'t str,
    max: u64,
    by: &'static str,
    #[serde(flatten)]
    which: serde_json::Map<String, serde_json::Value>,
    values: Vec<Option<u64>>,
}

#[derive(Serialize)]
struct Placed<'t> {
    game: String,
    table: &'t str,
    max: u64,
    by: &'static str,
    value: u64,
    positions: Vec<[u64; 2]>,
}

impl Job<'_> {
    fn whole(&self) -> Result<(), Failure> {
        let mut watch = Watch::start("cells");
        let element = self.arguments.element.map_or_else(
            || self.plan.element().max(if self.format == Format::Npy { Element::U16 } else { Element::U8 }),
            |width| match width {
                Width::U8 => Element::U8,
                Width::U16 => Element::U16,
                Width::U32 => Element::U32,
            },
        );
        let budget = self.arguments.work.budget();
        let table = self.plan.table(element, self.how, budget, &mut |progress| watch.see(progress))?;
        drop(watch);
        if self.format == Format::Text {
            name_reading(self.template.game());
        }
        self.write(|out| match self.format {
            Format::Text => text(&table, self.layout(), out),
            Format::Csv => csv(&table, out),
            Format::Npy => npy(&table, out),
            Format::Json => json(&self.tabled(&table), out),
        })
    }

    fn layout(&self) -> Layout {
        let plane = self.template.game().plane().filter(|_| self.template.is_plain());
        match self.arguments.layout {
            Some(Shown::Triangle) => Layout::Triangle,
            None if plane.is_some_and(|plane| plane.triangle) => Layout::Triangle,
            _ => Layout::Square,
        }
    }

    fn tabled(&self, table: &Table) -> Tabled<'_> {
        let row = |a| table.row(a).map(|cell| cell.map(|value| value.0)).collect();
        let rows = (0..table.side()).map(row).collect();
        Tabled { game: self.game(), table: self.text, max: self.arguments.max, by: self.plan.by(), rows }
    }

    fn game(&self) -> String {
        self.template.game().name()
    }

    fn part(&self) -> Result<(), Failure> {
        if self.format == Format::Npy {
            return Err(InputError::whole("a part of a table is written as text, csv or json").into());
        }
        match self.arguments.part.value {
            Some(value) => self.places(value),
            None => self.line(),
        }
    }

    /// The cells of one value.
    fn places(&self, value: u64) -> Result<(), Failure> {
        let symmetric = self.plan.is_symmetric();
        let mut positions = Vec::new();
        self.for_each(&mut |a, b, v| {
            if v == value && (a <= b || !symmetric) {
                positions.push([a, b]);
            }
            Ok(())
        })?;
        positions.sort_unstable();
        self.write(|out| match self.format {
            Format::Json => {
                let (game, table, max, by) = (self.game(), self.text, self.arguments.max, self.plan.by());
                json(&Placed { game, table, max, by, value, positions }, out)
            }
            format => {
                let separator = if format == Format::Csv { "," } else { " " };
                writeln!(out, "a{separator}b")?;
                positions.iter().try_for_each(|[a, b]| writeln!(out, "{a}{separator}{b}"))
            }
        })
    }

    /// A row, a column or a diagonal.
    fn line(&self) -> Result<(), Failure> {
        let Part { row, column, diagonal, .. } = self.arguments.part;
        let max = self.arguments.max;
        let (key, number) = match (row, column, diagonal) {
            (Some(a), ..) => ("row", a),
            (_, Some(b), _) => ("column", b),
            (.., d) => ("diagonal", d.unwrap_or(0)),
        };
        if number > max {
            let message = format!("{key} {number} lies outside the table, whose coordinates end at {max}");
            return Err(InputError::whole(message).hint(format!("--max {number} or more")).into());
        }
        let length = if key == "diagonal" { max - number } else { max };
        let mut values = vec![None; usize::try_from(length).unwrap_or(usize::MAX).saturating_add(1)];
        // A row or a column is complete long before the table is.
        let last = if self.plan.goes_outwards() && key != "diagonal" { number } else { u64::MAX };
        let mut complete = false;
        let made = self.for_each(&mut |a, b, value| {
            if a.min(b) > last {
                complete = true;
                return Err(TableError::Stopped);
            }
            let at = match key {
                "row" => (a == number).then_some(b),
                "column" => (b == number).then_some(a),
                _ => (b.checked_sub(a) == Some(number)).then_some(a),
            };
            if let Some(slot) = at.and_then(|at| values.get_mut(usize::try_from(at).ok()?)) {
                *slot = Some(value);
            }
            Ok(())
        });
        if !complete {
            made?;
        }
        self.write(|out| match self.format {
            Format::Json => {
                let (game, table, by) = (self.game(), self.text, self.plan.by());
                let which = serde_json::Map::from_iter([(key.to_owned(), number.into())]);
                json(&Lined { game, table, max, by, which, values }, out)
            }
            format => {
                let separator = if format == Format::Csv { "," } else { " " };
                writeln!(out, "{}{separator}value", if key == "row" { "b" } else { "a" })?;
                let mut cells = values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
                cells.try_for_each(|(at, value)| writeln!(out, "{at}{separator}{value}"))
            }
        })
    }

    fn for_each(
        &self,
        visit: &mut (dyn FnMut(u64, u64, u64) -> Result<(), TableError> + Send),
    ) -> Result<(), TableError> {
        let mut watch = Watch::start("cells");
        let budget = self.arguments.work.budget();
        self.plan.for_each(self.how, budget, &mut |progress| watch.see(progress), visit)
    }

    /// To the file that was asked for, or to standard output.
    fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        if let Some(path) = &self.arguments.output {
            return replace(path, write).map_err(|error| Failure::file(path, &error));
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        Ok(out.flush()?)
    }
}

fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

impl Part {
    fn is_given(self) -> bool {
        self.row.is_some() || self.column.is_some() || self.diagonal.is_some() || self.value.is_some()
    }
}

impl Arguments {
    fn format(&self) -> Result<Format, InputError> {
        let by_ending = self.output.as_deref().map(by_ending).transpose();
        let format = match (self.format, by_ending) {
            (Some(format), _) => format,
            (None, by_ending) => by_ending?.unwrap_or(Format::Text),
        };
        if format == Format::Npy && self.output.is_none() {
            return Err(InputError::whole(".npy is written to a file").hint("add --output table.npy"));
        }
        Ok(format)
    }

    fn how(&self) -> Result<How, InputError> {
        let best = How::default();
        let simd = self.simd.map_or(best.simd, |instructions| match instructions {
            Instructions::Portable => Simd::Portable,
            Instructions::Avx2 => Simd::Avx2,
            Instructions::Avx512 => Simd::Avx512,
        });
        if !simd.is_available() {
            return Err(InputError::whole(format!("{simd:?} is not available on this machine")));
        }
        Ok(How { simd, threads: self.threads.map_or(best.threads, usize::from) })
    }
}

fn by_ending(path: &Path) -> Result<Format, InputError> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("npy") => Ok(Format::Npy),
        Some("csv") => Ok(Format::Csv),
        Some("json") => Ok(Format::Json),
        Some("txt") => Ok(Format::Text),
        _ => Err(InputError::whole(format!("what should be written to {}?", path.display()))
            .hint("let the name end in .npy, .csv, .json or .txt, or say --format")),
    }
}
