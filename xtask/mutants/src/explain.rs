//! The list of mutants that no test should notice, with the reasons.

use crate::build::Mutant;
use crate::read;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Entries of the files in `explained/`. An entry matches a mutant if everything in it does.
pub struct Explained(Vec<Entry>);

struct Entry {
    /// How the path of the file ends.
    file: String,
    /// The functions; none: all of the file.
    functions: Vec<String>,
    /// The changes, e.g. `+ with *`; none: all.
    changes: Vec<String>,
    /// A part of the line.
    code: String,
}

impl Explained {
    /// Reads all files of a folder.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let wrong = |error| format!("{}: {error}", folder.display());
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).map_err(wrong)?.flatten().map(|file| file.path()).collect();
        files.sort();
        let lists = files.iter().map(|file| entries(file)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(lists.into_iter().flatten().collect()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The first entry that matches.
    pub fn find(&self, mutant: &Mutant) -> Option<usize> {
        self.0.iter().position(|entry| entry.matches(mutant))
    }

    pub fn describe(&self, entry: usize) -> String {
        let Entry { file, functions, changes, code } = &self.0[entry];
        format!("{file} {} {} {code}", functions.join(", "), changes.join(", "))
    }
}

impl Entry {
    fn matches(&self, mutant: &Mutant) -> bool {
        let any = |list: &[String], text: &str| list.is_empty() || list.iter().any(|entry| entry == text);
        mutant.file.ends_with(&self.file)
            && any(&self.functions, &mutant.function)
            && any(&self.changes, &mutant.change)
            && mutant.code.contains(&self.code)
    }
}

/// The entries of a file.
fn entries(path: &Path) -> Result<Vec<Entry>, String> {
    let wrong = |error: String| format!("{}: {error}", path.display());
    let table: Table = read(path)?.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    let list = table.get("explained").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().map(entry).collect::<Result<_, _>>().map_err(wrong)
}

fn entry(value: &Value) -> Result<Entry, String> {
    let table = value.as_table().ok_or("an entry is a table")?;
    let known = ["file", "function", "change", "code", "reason"];
    if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("unknown key `{key}`"));
    }
    let text = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list = |key: &str| match table.get(key) {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    };
    let entry = Entry {
        file: text("file"),
        functions: list("function"),
        changes: list("change"),
        code: text("code"),
    };
    if entry.file.is_empty() || text("reason").is_empty() {
        return Err(format!("an entry has a file and a reason: {table:?}"));
    }
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FILES;
    use crate::build::{mutants, sources};

    /// An entry whose code has changed is to be thought about again.
    #[test]
    fn every_explanation_is_of_a_mutant() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let explained = Explained::read(&root.join("xtask/mutants/explained")).unwrap();
        let mut used = vec![false; explained.len()];
        for mutant in mutants(&sources(root, &FILES).unwrap()) {
            for (used, entry) in used.iter_mut().zip(&explained.0) {
                *used |= entry.matches(&mutant);
            }
        }
        let stale: Vec<String> =
            (0..used.len()).filter(|&entry| !used[entry]).map(|entry| explained.describe(entry)).collect();
        assert!(!used.is_empty() && stale.is_empty(), "no mutant matches:\n{}", stale.join("\n"));
    }
}
