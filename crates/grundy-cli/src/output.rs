//! Where a table or a sequence goes, and in which form.

use crate::failure::Failure;
use clap::ValueEnum;
use grundy::InputError;
use grundy_export::{Columns, bfile, can_replace, latex_columns, npy_columns, parquet_columns, replace};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// How a table or a sequence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Aligned, as the papers print it
    Text,
    /// Comma-separated, with a header row
    Csv,
    /// For programs; the keys are in docs/json.md
    Json,
    /// A tabular for LaTeX, with the rules of booktabs
    Latex,
    /// A b-file of OEIS: lines `n a(n)`, a table by antidiagonals
    Bfile,
    /// A NumPy array (with --output)
    Npy,
    /// A Parquet file for pandas, Polars and others (with --output)
    Parquet,
}

/// The endings of files, and what is written to such a file.
const ENDINGS: [(&str, Form); 7] = [
    ("npy", Form::Npy),
    ("parquet", Form::Parquet),
    ("csv", Form::Csv),
    ("json", Form::Json),
    ("tex", Form::Latex),
    ("bfile", Form::Bfile),
    ("txt", Form::Text),
];

impl Form {
    /// The form that was asked for, or else that of the file's ending, or else text.
    pub fn choose(said: Option<Self>, output: Option<&Path>) -> Result<Self, InputError> {
        let form = match (said, output) {
            (Some(form), _) => form,
            (None, Some(path)) => Self::by_ending(path)?,
            (None, None) => Self::Text,
        };
        let ending = match form {
            Self::Npy => "npy",
            Self::Parquet => "parquet",
            _ => return Ok(form),
        };
        if output.is_none() {
            let error = InputError::whole(format!(".{ending} is written to a file"));
            return Err(error.hint(format!("add --output table.{ending}")));
        }
        Ok(form)
    }

    fn by_ending(path: &Path) -> Result<Self, InputError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        // b004481.txt is how OEIS names the b-file of A004481.
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        let is_bfile = name.strip_prefix('b').is_some_and(|number| {
            number.len() >= 6 && number.chars().all(|c| c.is_ascii_digit()) && ending == "txt"
        });
        let known = ENDINGS.iter().find(|(known, _)| *known == ending).map(|&(_, form)| form);
        known.map(|form| if is_bfile { Self::Bfile } else { form }).ok_or_else(|| {
            InputError::whole(format!("what should be written to {}?", path.display())).hint(
                "let the name end in .npy, .parquet, .csv, .json, .tex, .bfile or .txt, or say --format",
            )
        })
    }
}

/// Refuses a file that cannot be written, before any work is done for it.
pub fn check(path: Option<&Path>) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| can_replace(path).map_err(|error| Failure::file(path, &error)))
}

/// To the file that was asked for, as a whole or not at all, or to standard output.
pub fn write(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if let Some(path) = path {
        return replace(path, write).map_err(|error| Failure::file(path, &error));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// A JSON value on a line.
pub fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Columns in a form; `term` is the column that a b-file lists, from the number of its first row on.
pub fn columns(
    form: Form,
    columns: &Columns,
    term: usize,
    value: &impl Serialize,
    out: &mut dyn Write,
) -> io::Result<()> {
    match form {
        Form::Text => columns.text(out),
        Form::Csv => columns.csv(out),
        Form::Json => json(value, out),
        Form::Latex => latex_columns(columns, out),
        Form::Bfile => {
            let first = columns.column(0).first().copied().unwrap_or(0);
            bfile(first, columns.column(term), out)
        }
        Form::Npy => npy_columns(columns, out),
        Form::Parquet => parquet_columns(columns, out),
    }
}
