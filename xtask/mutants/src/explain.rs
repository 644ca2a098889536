//! The list of mutants that no test should notice, with the reasons.

use crate::build::Mutant;
use crate::read;
use std::path::Path;
use toml::{Table, Value};

/// Entries of `explained.toml`. An entry matches a mutant if everything in it does.
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
    pub fn read(path: &Path) -> Result<Self, String> {
        let table: Table = read(path)?.parse().map_err(|error| format!("{}: {error}", path.display()))?;
        let entries = table.get("explained").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        entries
            .iter()
            .map(entry)
            .collect::<Result<_, _>>()
            .map(Self)
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The first entry that matches.
    pub fn find(&self, mutant: &Mutant) -> Option<usize> {
        let any = |list: &[String], text: &str| list.is_empty() || list.iter().any(|entry| entry == text);
        self.0.iter().position(|entry| {
            mutant.file.ends_with(&entry.file)
                && any(&entry.functions, &mutant.function)
                && any(&entry.changes, &mutant.change)
                && mutant.code.contains(&entry.code)
        })
    }

    pub fn describe(&self, entry: usize) -> String {
        let Entry { file, functions, changes, code } = &self.0[entry];
        format!("{file} {} {} {code}", functions.join(", "), changes.join(", "))
    }
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
