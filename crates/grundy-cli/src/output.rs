//! Output formats and files of tables and sequences.

use crate::args::{Formats, Output};
use crate::failure::{Failure, print_text};
use clap::ValueEnum;
use grundy::InputError;
use grundy_export::{Columns, Destination, bfile, latex_columns, npy_columns, parquet_columns};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Output format of a table or a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Aligned columns
    Text,
    /// Comma-separated, with a header row
    Csv,
    /// JSON; docs/json.md describes the keys
    Json,
    /// A LaTeX tabular with booktabs rules
    Latex,
    /// An OEIS b-file: lines `n a(n)`; tables by antidiagonals
    Bfile,
    /// A NumPy array (with --output)
    Npy,
    /// A Parquet file (with --output)
    Parquet,
}

impl Formats for Form {
    const JSON: Self = Self::Json;
    const DEFAULT: &'static str = "by the extension of --output, or text";
}

/// The arguments that choose the output file and its format.
#[derive(Clone, Debug, clap::Args)]
pub struct To {
    #[command(flatten)]
    format: Output<Form>,
    /// Output file; `-` is standard output
    ///
    /// Its extension is .npy, .parquet, .csv, .json, .tex, .bfile or .txt, unless --format is given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl To {
    /// The output file.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// The given format, if any.
    pub fn given(&self) -> Option<Form> {
        self.format.given()
    }

    /// The given format, or that of the file extension, or text. Refuses a file that cannot be written.
    pub fn form(&self) -> Result<Form, Failure> {
        let form = Form::choose(self.given(), self.file())?;
        check(self.file())?;
        Ok(form)
    }
}

/// The format of each file extension.
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
    /// The given format, or that of the file extension, or text.
    fn choose(given: Option<Self>, output: Option<&Path>) -> Result<Self, InputError> {
        let form = match (given, output) {
            (Some(form), _) => form,
            (None, Some(path)) if !is_standard(path) => Self::by_ending(path)?,
            (None, _) => Self::Text,
        };
        let ending = match form {
            Self::Npy => "npy",
            Self::Parquet => "parquet",
            _ => return Ok(form),
        };
        if output.is_none() {
            let error = InputError::whole(format!(".{ending} output needs a file"));
            return Err(error.hint(format!("add --output table.{ending}, or --output - for standard output")));
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
            InputError::whole(format!("cannot infer the format of {}", path.display()))
                .hint("use .npy, .parquet, .csv, .json, .tex, .bfile or .txt, or give --format")
        })
    }
}

/// Refuses a file that cannot be written, before any work is done for it.
pub fn check(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    Destination::of(path).and_then(|there| there.check()).map_err(|error| Failure::file(path, &error))
}

/// Is this standard output?
pub fn is_standard(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::Standard))
}

/// Writes to the file or to standard output. All files that users name are written here.
pub fn write(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let path = path.unwrap_or(Path::new("-"));
    let there = Destination::of(path).map_err(|error| Failure::file(path, &error))?;
    there.write(write).map_err(|error| match there {
        Destination::Standard => error.into(),
        Destination::Regular { .. } => Failure::file(path, &error),
        Destination::Special(_) => {
            io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
        }
    })
}

/// Writes a regular file, at any of its places. Nothing if the path is that of something else.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&File) -> Result<(), Failure>,
) -> Option<Result<(), Failure>> {
    match Destination::of(path) {
        Ok(there) => there.write_file(write, |error| Failure::file(path, &error)),
        Err(error) => Some(Err(Failure::file(path, &error))),
    }
}

/// Prints a report: to standard output or, if a file that the user named goes there, to standard error.
pub fn print_beside(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    if file.is_some_and(is_standard) {
        return Ok(io::stderr().lock().write_all(text.as_bytes())?);
    }
    print_text(text)
}

/// Writes a JSON value on a line.
pub fn json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Writes columns in a format. A b-file lists column `term`; its first index is the first number of column 0.
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
