use super::plan::Plan;
use super::row::{Point, Row};
use grundy_export::{Cell, parquet_records, read_parquet_records, replace};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder of Parquet files with rows of one plan. Files are written atomically and never changed, so several workers can add to it,
/// and one that dies leaves no partial file.
#[derive(Clone, Debug)]
pub struct DataSet {
    plan: Arc<Plan>,
    folder: PathBuf,
    /// The writer: the prefix of file names.
    writer: String,
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The file with all rows.
    pub file: PathBuf,
    /// Number of files before the merge.
    pub files: usize,
    /// The rows.
    pub rows: Vec<Row>,
}

impl DataSet {
    /// Opens the data set in a folder, which is created if missing. Concurrent writers must have different names.
    pub fn open(plan: Arc<Plan>, folder: &Path, writer: impl Into<String>) -> io::Result<Self> {
        std::fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        Ok(Self { plan, folder: folder.to_owned(), writer: writer.into() })
    }

    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(|error| at(&self.folder, &error))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".parquet") && !name.starts_with('.') {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// The row of each point. Answers take precedence over failures.
    ///
    /// # Errors
    /// When a file cannot be read, or has answers to other questions.
    pub fn rows(&self) -> io::Result<BTreeMap<Point, Row>> {
        let mut best = BTreeMap::new();
        for path in self.files()? {
            let cells = read_parquet_records(&path, &Row::columns(&self.plan))
                .map_err(|error| at(&path, &foreign(error)))?;
            for cells in cells {
                let row = self.row(cells).map_err(|error| at(&path, &error))?;
                match best.entry(row.point.clone()) {
                    Entry::Vacant(place) => _ = place.insert(row),
                    Entry::Occupied(mut known) => {
                        if !known.get().is_done() && row.is_done() {
                            known.insert(row);
                        }
                    }
                }
            }
        }
        Ok(best)
    }

    /// A row, if it answers the question of the plan at its point.
    fn row(&self, cells: Vec<Cell>) -> io::Result<Row> {
        let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
        let row = Row::from_cells(&self.plan, cells);
        let row = row.ok_or_else(|| invalid("a row does not belong to this plan".to_owned()))?;
        let asked = self.plan.key(&row.point);
        if row.question == asked {
            return Ok(row);
        }
        Err(invalid(format!("it answers `{}`, and the plan asks `{asked}`; {ANOTHER}", row.question)))
    }

    /// Adds rows in a new file.
    pub fn add(&self, rows: &[Row]) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let path = |n: usize| self.folder.join(format!("{}-{n:04}.parquet", self.writer));
        let mut n = 0;
        while path(n).exists() {
            n += 1;
        }
        self.write(&path(n), rows.iter())
    }

    fn write<'r>(&self, path: &Path, rows: impl Iterator<Item = &'r Row>) -> io::Result<()> {
        let cells: Vec<_> = rows.map(|row| row.cells(&self.plan)).collect();
        let columns = Row::columns(&self.plan);
        let name = &self.plan.outline.name;
        let metadata = [("grundy.task", name.as_str()), ("grundy.version", env!("CARGO_PKG_VERSION"))];
        replace(path, |out| parquet_records(&columns, &cells, &metadata, out))
            .map_err(|error| at(path, &error))
    }

    /// Joins all files into one, sorted by the parameters. Requires exclusive access.
    pub fn merge(&self) -> io::Result<Merged> {
        let (files, rows) = (self.files()?, self.rows()?);
        let file = self.folder.join("sweep.parquet");
        self.write(&file, rows.values())?;
        // Until the old files are deleted, some rows exist twice, which is harmless.
        for old in files.iter().filter(|path| **path != file) {
            std::fs::remove_file(old).map_err(|error| at(old, &error))?;
        }
        Ok(Merged { file, files: files.len(), rows: rows.into_values().collect() })
    }
}

/// What to do with a folder that has the answers of another plan.
const ANOTHER: &str = "choose another folder";

/// Adds what to do to an error about the columns of a file.
fn foreign(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::InvalidData => io::Error::new(error.kind(), format!("{error}; {ANOTHER}")),
        _ => error,
    }
}

/// Adds the path to an error.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
