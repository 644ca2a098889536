//! Compiles the proofs of `formal/` with Rocq, and turns certificates into theorems.

mod certificate;
mod statement;

use crate::layers::root;
use crate::run;
use crate::web::{install, is_installed, target};
use certificate::Certificate;
use std::fmt::Display;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The proofs, each of which may use only those before it.
const LIBRARY: &[&str] = &[
    "Games",
    "Examples",
    "Rows",
    "RowChecker",
    "RowCorrect",
    "Certificates",
    "RWythoff",
    "Golden",
    "Descent",
    "Repeats",
    "Settled",
    "SettledChecker",
    "Automatic",
];

/// The certificates that `formal/Results.v` proves: a kind, and the first and last number.
const RESULTS: &[(&str, u64, u64)] = &[
    ("star-nim-row", 1, 9),
    ("wythoff-row", 0, 20),
    ("r-wythoff-row", 0, 10),
    ("r-wythoff-settled", 10, 10),
];

/// Certificates with one number changed, which must not be proved: the file, the change, and the check that fails.
const FALSE: &[(&str, &str, &str, &str)] = &[
    ("star-nim-row-07", "preperiod 21", "preperiod 20", "check_row"),
    ("star-nim-row-07", "preperiod 21", "preperiod 22", "check_row"),
    ("star-nim-row-07", "state from 25", "state from 24", "check_row"),
    ("wythoff-row-06", "quotient 2 fails at 37", "quotient 2 fails at 36", "check_row"),
    ("r-wythoff-settled-04", "settled 22", "settled 21", "check_settled"),
    ("r-wythoff-settled-04", "settled 81", "settled 82", "check_settled"),
    ("r-wythoff-settled-04", "repeats 12", "repeats 11", "check_settled"),
    ("r-wythoff-settled-04", "from 97", "from 96", "check_settled"),
    ("r-wythoff-settled-04", "bound 151", "bound 150", "check_settled"),
];

/// Compiles all proofs and results, and checks that they use no axioms and that false certificates are not proved.
pub fn test() -> Result<(), String> {
    let folder = compile_library()?;
    let results = results()?;
    let committed = root().join("formal/Results.v");
    if std::env::var_os("UPDATE").is_some() {
        write(&committed, &results)?;
    }
    if read(&committed)? != results {
        return Err(
            "formal: Results.v differs from the certificates\nhint: UPDATE=1 cargo xtask formal".to_owned()
        );
    }
    for name in ["Assumptions", "Results"] {
        prove(&folder, name, &read(&root().join("formal").join(format!("{name}.v")))?)?;
        println!("formal: {name}.v: closed under the global context");
    }
    FALSE.iter().try_for_each(|&(file, from, to, check)| is_not_proved(&folder, file, from, to, check))
}

/// Proves the claims of certificates.
pub fn prove_files(files: &[&str]) -> Result<(), String> {
    // All files are read first, so that a malformed one is found before the proofs are compiled.
    let certificates: Result<Vec<_>, _> = files.iter().map(|file| parse(Path::new(file))).collect();
    let certificates = certificates?;
    let folder = compile_library()?;
    for (file, certificate) in files.iter().zip(certificates) {
        let source = statement::source(&[certificate]);
        prove(&folder, "Claim", &source).map_err(|error| about(Path::new(file), error))?;
        println!("PROVED {file:?}, closed under the global context:");
        let lines: Vec<_> = source.lines().collect();
        let statements = lines.windows(2).filter(|pair| statement::corollary(pair[0]).is_some());
        statements.for_each(|pair| println!("{}", pair[1]));
    }
    Ok(())
}

/// Copies the proofs to a folder of their own in the target folder, and compiles them.
fn compile_library() -> Result<PathBuf, String> {
    if !is_installed("coqc") {
        install("formal", &["coq"])?;
    }
    let folder = target().join("formal");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in LIBRARY {
        let source = read(&root().join("formal").join(format!("{name}.v")))?;
        write(&folder.join(format!("{name}.v")), &source)?;
        run("formal", &mut coqc(&folder, name))?;
    }
    Ok(folder)
}

fn coqc(folder: &Path, name: &str) -> Command {
    let mut command = Command::new("coqc");
    command.args(["-q", "-Q", ".", "Grundy"]).arg(format!("{name}.v")).current_dir(folder);
    command
}

/// Writes and compiles a file of theorems. An error if one is not proved or uses an axiom.
fn prove(folder: &Path, name: &str, source: &str) -> Result<(), String> {
    let output = compile(folder, name, source)?;
    if !output.status.success() {
        return Err(format!("formal: {name}.v is not proved\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    statement::check_assumptions(source, &printed).map_err(|error| format!("formal: {name}.v: {error}"))
}

fn compile(folder: &Path, name: &str, source: &str) -> Result<Output, String> {
    write(&folder.join(format!("{name}.v")), source)?;
    coqc(folder, name).output().map_err(|error| format!("formal: coqc did not start: {error}"))
}

/// An error if Rocq proves an altered certificate, or fails for another reason than the check.
fn is_not_proved(folder: &Path, file: &str, from: &str, to: &str, check: &str) -> Result<(), String> {
    let text = read_certificate(&root().join(format!("atlas/{file}.cert")))?;
    let altered = text.replacen(from, to, 1);
    if altered == text {
        return Err(format!("formal: {file} does not contain `{from}`"));
    }
    let output = compile(folder, "False_claim", &statement::source(&[certificate::parse(&altered)?]))?;
    let message = String::from_utf8_lossy(&output.stderr);
    if output.status.success() || !message.contains(&format!("expected to have type\n \"{check}")) {
        return Err(format!("formal: {file} with `{to}` was not rejected by {check}\n{message}"));
    }
    println!("formal: {file} with `{to}` is not proved");
    Ok(())
}

/// The text of `formal/Results.v`.
fn results() -> Result<String, String> {
    let files = RESULTS.iter().flat_map(|&(kind, first, last)| {
        (first..=last).map(move |number| root().join(format!("atlas/{kind}-{number:02}.cert")))
    });
    let certificates: Result<Vec<_>, _> = files.map(|file| parse(&file)).collect();
    let heading = "What the certificates of atlas/ claim, proved. Generated from them by `UPDATE=1 cargo xtask formal`.";
    Ok(format!("(** {heading} *)\n\n{}", statement::source(&certificates?)))
}

fn parse(file: &Path) -> Result<Certificate, String> {
    certificate::parse(&read_certificate(file)?).map_err(|error| about(file, error))
}

/// Reads a certificate. A file that is too long is not read to its end.
fn read_certificate(file: &Path) -> Result<String, String> {
    let opened = fs::File::open(file).map_err(|error| about(file, error))?;
    let mut text = String::new();
    let most = certificate::MOST_BYTES;
    opened.take(most + 1).read_to_string(&mut text).map_err(|error| about(file, error))?;
    let fits = u64::try_from(text.len()).is_ok_and(|length| length <= most);
    if fits { Ok(text) } else { Err(about(file, format!("longer than {most} bytes"))) }
}

/// A message about a file. Its name is quoted, because it can contain anything.
fn about(file: &Path, what: impl Display) -> String {
    format!("{:?}: {what}", file.to_string_lossy())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| about(file, error))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| about(file, error))
}
