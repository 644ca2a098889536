//! Output formats and files of tables and sequences.

use crate::args::{Formats, Output};
use crate::failure::Failure;
use clap::ValueEnum;
use grundy::InputError;
use grundy_export::{Columns, bfile, can_replace, latex_columns, npy_columns, parquet_columns, replace};
use serde::Serialize;
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
    /// Output file
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
            (None, Some(path)) => Self::by_ending(path)?,
            (None, None) => Self::Text,
        };
        let ending = match form {
            Self::Npy => "npy",
            Self::Parquet => "parquet",
            _ => return Ok(form),
        };
        if output.is_none() {
            let error = InputError::whole(format!(".{ending} output needs a file"));
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
            InputError::whole(format!("cannot infer the format of {}", path.display()))
                .hint("use .npy, .parquet, .csv, .json, .tex, .bfile or .txt, or give --format")
        })
    }
}

/// Refuses a file that cannot be written, before any work is done for it.
pub fn check(path: Option<&Path>) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| can_replace(path).map_err(|error| Failure::file(path, &error)))
}

/// Writes to the file, atomically, or to standard output.
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
