//! `grundy table`: tables of values, or parts of them.

mod over;
mod resume;

use crate::args::Expression;
use crate::colour;
use crate::device::On;
use crate::failure::{Failure, or_known};
use crate::limits::Effort;
use crate::number::whole;
use crate::output::{self, Form, To, json};
use crate::screen::{self, Cut};
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use clap::ValueEnum;
use grundy::solve::rays::{Chunk, How, Simd};
use grundy::{Element, Engine, Error, InputError, Table, Template};
use grundy_answers::Ask;
use grundy_answers::kept_rows::KeptRows;
use grundy_answers::table::{Line, Made, Question};
use grundy_export::{Columns, Layout, NpyFile, antidiagonals, bfile, csv, latex, npy, parquet, text};
use serde::Serialize;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The arguments of `grundy table`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy table star-nim --max 15
  grundy table sharing-nim --max 16                      G(0,a,b)
  grundy table wythoff --max 20 --format csv
  grundy table star-nim --max 12 --format latex --mark 1,2
  grundy table wythoff --max 16383 --output wythoff.npy  for numpy.load
  grundy table wythoff --max 2000 -o wythoff.parquet     columns a, b, value
  grundy table star-nim --max 20000 --row 7              one row, without storing the table
  grundy table r-wythoff --max 5000 --value 2            the positions of value 2
  grundy table 'star-silver-dollar [a],[b,9]' --max 8    any slice: a is the row, b the column
  grundy table 'nearly(nim a + nim b)' --max 10
  grundy table 'subtraction:{1,{k}}' --over k=2..9 --max 20   G(n) for each game

As in the papers, row 0 is the lowest, and symmetric tables of Star Nim and Sharing Nim show only \
a <= b; --layout square shows all cells. CSV, JSON, .npy and .parquet contain all cells, row 0 \
first.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Largest coordinate; coordinates start at 0
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    max: u64,
    /// A row for each value of a parameter, for games of heaps
    ///
    /// The parameter is written in braces in the game: grundy table 'subtraction:{1,{k}}' --over k=2..9 --max 20.
    #[arg(long, value_name = "K=A..B", conflicts_with_all = ["layout", "mark", "row", "column", "diagonal", "value", "element", "by", "device", "checkpoint"])]
    over: Option<over::Over>,
    #[command(flatten)]
    to: To,
    /// Cells that text and LaTeX show
    ///
    /// [default: as in the game's paper]
    #[arg(long, value_enum)]
    layout: Option<LayoutName>,
    /// Values to mark in LaTeX, e.g. 0,1,2
    ///
    /// P-positions are always bold.
    #[arg(long, value_name = "VALUES", value_parser = whole::<u64>(..), value_delimiter = ',')]
    mark: Vec<u64>,
    #[command(flatten)]
    part: Part,
    /// Integer type of .npy
    ///
    /// [default: u16 if all values fit, else u32]
    #[arg(long, value_enum)]
    element: Option<Width>,
    /// Engine that computes the table
    #[arg(long, alias = "engine", value_enum, default_value_t = By::Best)]
    by: By,
    /// SIMD instructions of the ray engine [default: the best available]
    #[arg(long, value_enum, hide = true)]
    simd: Option<Instructions>,
    #[command(flatten)]
    on: On,
    /// Keep computed rows beside the output file until it is complete, so that the same command can resume
    ///
    /// [default: for tables of two numbers with at least 2*10^9 computed cells]
    #[arg(long, requires = "output", conflicts_with_all = ["row", "column", "diagonal", "value"], hide_short_help = true)]
    checkpoint: bool,
    #[command(flatten)]
    effort: Effort,
}

/// One line of a table, or the cells of one value. These do not need the table in memory.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(multiple = false)]
struct Part {
    /// Only row A: G(A,b) for all b
    #[arg(long, value_name = "A", value_parser = whole::<u64>(..))]
    row: Option<u64>,
    /// Only column B: G(a,B) for all a
    #[arg(long, value_name = "B", value_parser = whole::<u64>(..))]
    column: Option<u64>,
    /// Only diagonal D: G(a,a+D) for all a
    #[arg(long, value_name = "D", value_parser = whole::<u64>(..))]
    diagonal: Option<u64>,
    /// Only the cells of value G
    ///
    /// With a <= b if the table is symmetric.
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutName {
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
    /// The ray engine, else the array engine, else the definition
    Best,
    /// Mex over the options of each cell: slow, for checking
    Definition,
    /// The ray engine; an error if the game has no rays
    Rays,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Instructions {
    Portable,
    Avx2,
    Avx512,
}

/// Computes a table or a part of one.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(over) = &arguments.over {
        return over::run(arguments, over);
    }
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    let format = arguments.to.form()?;
    let limits = arguments.effort.apply();
    let mut how = arguments.how()?;
    let engine = match arguments.by {
        By::Best => Engine::Best,
        By::Definition => Engine::Definition,
        By::Rays => Engine::Rays,
    };
    let question = Question { slice: &template, max: arguments.max, engine };
    how.device = arguments.on.tell(&question, how)?;
    let asked = asked(&Keeping::none(), Some(limits), |ask| {
        let job = Job { arguments, question, ask: Ask { how, ..ask }, format };
        if arguments.part.is_given() { job.part() } else { job.whole() }
    });
    or_known(
        format == Form::Json && arguments.to.file().is_none(),
        asked,
        || serde_json::json!({ "game": template.game().name(), "table": text, "max": arguments.max }),
    )
}

/// A question with all that is needed to answer it.
struct Job<'a> {
    arguments: &'a Arguments,
    question: Question<'a>,
    ask: Ask<'a>,
    format: Form,
}

#[derive(Serialize)]
struct WholeTable<'t> {
    game: String,
    table: &'t str,
    max: u64,
    by: &'static str,
    rows: Vec<Vec<Option<u64>>>,
}

#[derive(Serialize)]
struct ValueCells<'t> {
    game: String,
    table: &'t str,
    max: u64,
    by: &'static str,
    value: u64,
    positions: Vec<[u64; 2]>,
}

impl Job<'_> {
    fn write(&self, kept: Option<&Arc<KeptRows>>) -> Result<(), Failure> {
        let element = self.arguments.element.map(|width| match width {
            Width::U8 => Element::U8,
            Width::U16 => Element::U16,
            Width::U32 => Element::U32,
        });
        let least = if self.format == Form::Npy { Element::U16 } else { Element::U8 };
        if self.format == Form::Npy
            && let Some(path) = self.arguments.to.file()
            && self.question.has_rows()?
            && let Some(written) =
                output::write_file(path, |file| self.npy_rows(file, path, (element, least), kept))
        {
            return written;
        }
        let made = self.question.whole_kept(element, least, kept, self.ask)?;
        let table = &made.table;
        if self.format == Form::Text {
            name_reading(self.question.slice.game());
        }
        let terms = match self.format {
            Form::Bfile => antidiagonals(table).map_err(|(a, b)| no_term(a, b))?,
            _ => Vec::new(),
        };
        if self.format == Form::Text && self.arguments.to.file().is_none_or(output::is_standard) {
            return self.print(table);
        }
        let marked = &self.arguments.mark;
        output::write(self.arguments.to.file(), |out| match self.format {
            Form::Text => text(table, self.layout(), out),
            Form::Csv => csv(table, out),
            Form::Latex => latex(table, self.layout(), marked, out),
            Form::Bfile => bfile(0, &terms, out),
            Form::Npy => npy(table, out),
            Form::Parquet => parquet(table, out),
            Form::Json => json(&self.json_table(&made), out),
        })
    }

    /// Writes the table to a file as it is computed, without storing it.
    fn npy_rows(
        &self,
        file: &File,
        path: &Path,
        (element, least): (Option<Element>, Element),
        kept: Option<&Arc<KeptRows>>,
    ) -> Result<(), Failure> {
        let side = usize::try_from(self.arguments.max).unwrap_or(usize::MAX).saturating_add(1);
        // The errors of the file, which are not those of the table.
        let failed = Mutex::new(None);
        let fail = |error: io::Error| {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            Error::Cancelled
        };
        let made =
            self.question.rows(element, least, NpyFile::buffers, kept, self.ask, |element, symmetric| {
                let npy = NpyFile::new(file, side, element, symmetric).map_err(fail)?;
                Ok(move |chunk: &Chunk<'_>| npy.put(chunk)?.map_err(fail))
            });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(Failure::file(path, &error)),
            None => Ok(made?),
        }
    }

    /// Prints a table, cut to the width of a terminal.
    fn print(&self, table: &Table) -> Result<(), Failure> {
        let mut written = Vec::new();
        text(table, self.layout(), &mut written)?;
        let mut written = String::from_utf8_lossy(&written).into_owned();
        let cut = screen::width().and_then(|width| screen::cut(&written, width));
        if let Some(Cut { text, .. }) = &cut {
            written.clone_from(text);
        }
        colour::print(&written, colour::table)?;
        if let Some(Cut { shown, all, .. }) = cut {
            eprintln!(
                "note: {shown} of {all} columns fit the terminal; a pipe (| less -S), --output FILE or --format csv has all"
            );
        }
        Ok(())
    }

    fn layout(&self) -> Layout {
        let plane = self.question.slice.game().plane().filter(|_| self.question.slice.is_plain());
        match self.arguments.layout {
            Some(LayoutName::Triangle) => Layout::Triangle,
            None if plane.is_some_and(|plane| plane.triangle) => Layout::Triangle,
            _ => Layout::Square,
        }
    }

    fn json_table(&self, Made { table, by, .. }: &Made) -> WholeTable<'_> {
        let row = |a| table.row(a).map(|cell| cell.map(|value| value.0)).collect();
        let rows = (0..table.side()).map(row).collect();
        WholeTable { game: self.game(), table: self.question.slice.text(), max: self.arguments.max, by, rows }
    }

    fn game(&self) -> String {
        self.question.slice.game().name()
    }

    fn part(&self) -> Result<(), Failure> {
        match self.arguments.part.value {
            Some(value) => self.cells_of_value(value),
            None => self.line(),
        }
    }

    /// The cells of one value.
    fn cells_of_value(&self, value: u64) -> Result<(), Failure> {
        let plan = self.question.plan_of_value(value, self.ask)?;
        let symmetric = plan.is_symmetric();
        let (how, budget) = (self.ask.how, self.ask.limits.budget);
        let cells = plan.cells_of_value(value, how, budget, &mut |progress| self.ask.cells(progress))?;
        let shown = cells.into_iter().filter(|&(a, b)| a <= b || !symmetric);
        let positions: Vec<[u64; 2]> = shown.map(|(a, b)| [a, b]).collect();
        if self.format == Form::Bfile {
            let error = InputError::whole("a b-file lists single numbers, and these are pairs");
            return Err(error
                .hint("`grundy sequence --format bfile` lists the first or the second entries")
                .into());
        }
        let column = |k: usize| positions.iter().map(|position| position[k]).collect();
        let columns = Columns::new(vec![("a", column(0)), ("b", column(1))]);
        let (game, table) = (self.game(), self.question.slice.text());
        let (max, by) = (self.arguments.max, plan.by());
        self.columns(&columns, &ValueCells { game, table, max, by, value, positions })
    }

    /// Writes a row, a column or a diagonal.
    fn line(&self) -> Result<(), Failure> {
        let Part { row, column, diagonal, .. } = self.arguments.part;
        let which = match (row, column, diagonal) {
            (Some(a), ..) => Line::Row(a),
            (_, Some(b), _) => Line::Column(b),
            (.., d) => Line::Diagonal(d.unwrap_or(0)),
        };
        let lined = self.question.line(which, self.ask)?;
        let cells = (0..).zip(&lined.values).filter_map(|(at, value)| Some((at, (*value)?)));
        let (places, known) = cells.unzip();
        let by_column = matches!(which, Line::Row(_));
        let columns = Columns::new(vec![(if by_column { "b" } else { "a" }, places), ("value", known)]);
        self.columns(&columns, &lined)
    }

    /// Writes two columns. In text, they are separated by one space and not aligned.
    fn columns(&self, columns: &Columns, value: &impl Serialize) -> Result<(), Failure> {
        output::write(self.arguments.to.file(), |out| match self.format {
            Form::Text => columns.separated(" ", out),
            form => output::columns(form, columns, 1, value, out),
        })
    }
}

/// The error for a table with gaps, which has no b-file.
fn no_term(a: usize, b: usize) -> InputError {
    let error = InputError::whole(format!("a b-file cannot have gaps, and {a},{b} is not a position"));
    error.hint("write one row with --row, or use another format")
}

impl Part {
    fn is_given(self) -> bool {
        self.row.is_some() || self.column.is_some() || self.diagonal.is_some() || self.value.is_some()
    }
}

impl Arguments {
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
        Ok(How { simd, device: self.on.find()?, ..best })
    }
}
