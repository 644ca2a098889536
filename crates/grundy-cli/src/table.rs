//! `grundy table`: values of a slice, laid out as in the papers.

use crate::args::{Expression, Work};
use crate::failure::{Failure, print_json, print_text};
use clap::ValueEnum;
use grundy::{InputError, Nimber, Table, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy table`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy table star-nim --max 15
  grundy table sharing-nim --max 16                    G(0,a,b), as in Ho's paper
  grundy table wythoff --max 20 --format csv
  grundy table 'star-silver-dollar [a],[b,9]' --max 8  any slice: a is the row, b the column
  grundy table 'nearly(nim a + nim b)' --max 10

Rows grow upwards, as the papers print them. Star Nim and Sharing Nim are printed for a <= b only, the other
half being its mirror; --layout square prints all. CSV and JSON always hold all, from row 0 on.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Coordinates run from 0 to this number
    #[arg(long, value_name = "N")]
    max: u64,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Which cells the text shows; by default those that the game's paper prints
    #[arg(long, value_enum)]
    layout: Option<Layout>,
    #[command(flatten)]
    work: Work,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned, rows growing upwards
    #[default]
    Text,
    /// Comma-separated, with a header row
    Csv,
    /// For programs; the keys are in docs/json.md
    Json,
}

/// Which cells of a table are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// All cells
    Square,
    /// Cells with a <= b
    Triangle,
}

#[derive(Serialize)]
struct Tabled<'t> {
    game: String,
    table: &'t str,
    max: u64,
    rows: Vec<Vec<Option<u64>>>,
}

/// Makes a table.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    if !(template.has("a") && template.has("b")) {
        return Err(no_slice(&text).into());
    }
    refuse_what_does_not_fit(arguments.max)?;
    let table = grundy::table::by_definition(&template, arguments.max, arguments.work.budget())?;
    let plane = template.game().plane().filter(|_| template.is_plain());
    let triangle = arguments.layout.map_or(plane.is_some_and(|p| p.triangle), |l| l == Layout::Triangle);
    match arguments.format {
        Format::Text => print_text(&aligned(&table, triangle)),
        Format::Csv => print_text(&csv(&table)),
        Format::Json => print_json(&Tabled {
            game: template.game().name(),
            table: &text,
            max: arguments.max,
            rows: table.rows.iter().map(|row| row.iter().map(|cell| cell.map(|v| v.0)).collect()).collect(),
        }),
    }
}

fn no_slice(text: &str) -> InputError {
    InputError::whole(format!("`{text}` does not say which two numbers vary"))
        .hint("put the letters a (row) and b (column) into the position, e.g. 'star-silver-dollar [a],[b,9]'")
}

/// Says what the table needs, and refuses it before any work when that is more than there is.
fn refuse_what_does_not_fit(max: u64) -> Result<(), InputError> {
    /// A remembered position, its value and its cell.
    const BYTES_A_CELL: u64 = 150;
    let side = max.saturating_add(1);
    let needed = side.saturating_mul(side).saturating_mul(BYTES_A_CELL);
    match free_memory() {
        Some(free) if needed > free => {
            let fits = (free / BYTES_A_CELL).isqrt().saturating_sub(1);
            let message =
                format!("a table to {max} needs about {}, and {} is free", size(needed), size(free));
            Err(InputError::whole(message).hint(format!("--max {fits} would fit in memory")))
        }
        _ => Ok(()),
    }
}

/// The memory that can be had without swapping, in bytes, where the system tells.
fn free_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    let units = [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1_u64 << 10)];
    match units.iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) => format!("{}.{} {name}", bytes / unit, bytes % unit / (unit / 10 + 1)),
        None => format!("{bytes} bytes"),
    }
}

fn shown(cell: Option<Nimber>) -> String {
    cell.map_or_else(String::new, |value| value.to_string())
}

fn aligned(table: &Table, triangle: bool) -> String {
    let last = table.rows.len() - 1;
    let label = format!("{last}").len().max("a/b".len());
    let cells = table.rows.iter().flatten().map(|cell| shown(*cell).len());
    let width = cells.max().unwrap_or(1).max(format!("{last}").len()) + 1;
    let mut text = String::new();
    for (a, row) in table.rows.iter().enumerate().rev() {
        let mut line = format!("{a:>label$}");
        for (b, cell) in row.iter().enumerate() {
            let entry = match cell {
                _ if triangle && b < a => String::new(),
                Some(value) => value.to_string(),
                None => "-".to_owned(),
            };
            let _ = write!(line, "{entry:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = write!(text, "{:>label$}", "a/b");
    (0..=last).for_each(|b| _ = write!(text, "{b:>width$}"));
    text.push('\n');
    text
}

fn csv(table: &Table) -> String {
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let head = std::iter::once("a/b".to_owned()).chain((0..table.rows.len()).map(|b| b.to_string()));
    let rows = table.rows.iter().enumerate().map(|(a, row)| {
        line(std::iter::once(a.to_string()).chain(row.iter().map(|cell| shown(*cell))).collect())
    });
    std::iter::once(line(head.collect())).chain(rows).collect()
}
