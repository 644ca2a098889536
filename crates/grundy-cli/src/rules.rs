//! Games of the user's own: rule files that are given, and those in the user's folder.

use crate::config;
use crate::failure::Failure;
use clap::ArgMatches;
use grundy::InputError;
use grundy::catalog::define;
use grundy::notation::rules::LONGEST_RULES;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The argument that names rule files.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Files {
    /// File with the rules of a game of your own; may be repeated
    ///
    /// docs/rules.md describes the notation.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    rules: Vec<PathBuf>,
}

/// The files given to a command or to the command inside it.
pub fn given(matches: &ArgMatches) -> Vec<PathBuf> {
    let Some((_, inside)) = matches.subcommand() else { return Vec::new() };
    let here = inside.try_get_many::<PathBuf>("rules").ok().flatten();
    here.into_iter().flatten().cloned().chain(given(inside)).collect()
}

/// Defines the games of the user's folder and of the files. A wrong file in the folder is reported and skipped.
pub fn load(files: &[PathBuf]) -> Result<(), Failure> {
    for path in files {
        read(path)?;
    }
    let Some(folder) = config::games() else { return Ok(()) };
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "rules"));
    paths.sort();
    for path in paths {
        if let Err(failure) = read(&path) {
            eprint!("skipped: {}", failure.render().trim_start_matches("error: "));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<(), Failure> {
    let unreadable = |reason: String| Failure::Unreadable(format!("{}: {reason}", path.display()));
    let mut text = String::new();
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    // One byte more than is allowed shows that a file is too long, also if it has no end.
    let most = u64::try_from(LONGEST_RULES).unwrap_or(u64::MAX).saturating_add(1);
    file.take(most).read_to_string(&mut text).map_err(|error| unreadable(error.to_string()))?;
    let located =
        |error: InputError| InputError { message: format!("{}: {}", path.display(), error.message), ..error };
    define(&text).map_err(located)?;
    Ok(())
}
