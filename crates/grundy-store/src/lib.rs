//! Results and checkpoints of long runs, in an `SQLite` file. No other crate keeps files between runs.
//!
//! A *result* is the answer to a question, with its verdict and, if there is one, its certificate. A *checkpoint* is the state of an
//! unfinished run. Both are keyed by the question as text, e.g. `period star-nim row 7`. Every write is a transaction that is on disk
//! when the call returns, so a killed run loses only the work since its last checkpoint.
//!
//! A file that is not a store, or is damaged, is rejected and not modified.
//!
//! The rows of a long table are too large for that; [`Bands`] has them in a file of their own.
//! [`KernelFolder`] keeps compiled kernels of a GPU, which can be made again at any time.
//!
//! ```
//! use grundy_store::Store;
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&folder.path().join("results.sqlite"))?;
//! assert!(store.result("period star-nim row 1")?.is_none());
//! store.keep("period star-nim row 1", "proved", r#"{"period":2}"#, None, "0.1.0")?;
//! assert_eq!(store.result("period star-nim row 1")?.map(|known| known.verdict), Some("proved".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bands;
mod kernels;

pub use bands::Bands;
pub use kernels::KernelFolder;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The application id in the header of a store: the letters GRDY.
const APPLICATION: i64 = 0x4752_4459;

/// The version of the schema.
const SCHEMA_VERSION: i64 = 1;

/// Why a store cannot be used. The file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is not a store, or has another schema version.
    #[error("{} is not a store of grundy: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
    /// The store is corrupt.
    #[error("the store {} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The file could not be opened, read or written.
    #[error("the store {}: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What happened.
        why: String,
    },
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The question.
    pub question: String,
    /// `proved`, `refuted` or `open`.
    pub verdict: String,
    /// The answer as JSON.
    pub answer: String,
    /// The certificate, if there is one.
    pub certificate: Option<String>,
    /// The time at which it was stored, in UTC.
    pub at: String,
    /// The version of the program that stored it.
    pub version: String,
}

/// The state of an unfinished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The question.
    pub question: String,
    /// The progress, as text.
    pub progress: String,
    /// The state, as bytes.
    pub state: Vec<u8>,
    /// The time at which it was saved, in UTC.
    pub at: String,
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a store. Creates the file and its parent folders if they do not exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unusable = |why: String| StoreError::Unusable { path: path.to_owned(), why };
        if is_empty(path).map_err(|error| unusable(error.to_string()))? {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
            }
            return Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?
                .create_tables();
        }
        // A run that was killed during a write leaves a journal. Only a writable connection can roll it back.
        if is_ours(path).map_err(|error| unusable(error.to_string()))? && journal(path).exists() {
            let read_write = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            read_write.is_blank()?;
        }
        // Checked over a read-only connection first, so that a foreign file is not modified.
        let read_only = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if read_only.is_blank()? {
            // Another process has just created the file, but not yet its tables.
            drop(read_only);
            return Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.create_tables();
        }
        read_only.check()?;
        drop(read_only);
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let unusable =
            |error: rusqlite::Error| StoreError::Unusable { path: path.to_owned(), why: reason(&error) };
        let connection = Connection::open_with_flags(path, flags).map_err(unusable)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(unusable)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Creates the tables of a new store, unless another process has just done so.
    fn create_tables(self) -> Result<Self, StoreError> {
        let made = self.connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {SCHEMA_VERSION};
             CREATE TABLE IF NOT EXISTS result (
                 question TEXT PRIMARY KEY, verdict TEXT NOT NULL, answer TEXT NOT NULL, certificate TEXT,
                 at TEXT NOT NULL, version TEXT NOT NULL) STRICT;
             CREATE TABLE IF NOT EXISTS checkpoint (
                 question TEXT PRIMARY KEY, progress TEXT NOT NULL, state BLOB NOT NULL, at TEXT NOT NULL) STRICT;
             COMMIT;"
        ));
        made.map_err(|error| self.failed(&error))?;
        Ok(self)
    }

    fn number(&self, pragma: &str) -> Result<i64, StoreError> {
        self.connection
            .pragma_query_value(None, pragma, |row| row.get(0))
            .map_err(|error| self.failed(&error))
    }

    /// Whether the database is still empty.
    fn is_blank(&self) -> Result<bool, StoreError> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 =
            self.connection.query_row(tables, [], |row| row.get(0)).map_err(|e| self.failed(&e))?;
        Ok(tables == 0 && self.number("application_id")? == 0 && self.number("user_version")? == 0)
    }

    /// Rejects a file that is not a store, has another schema version, or is damaged.
    fn check(&self) -> Result<(), StoreError> {
        let path = || self.path.clone();
        if self.number("application_id")? != APPLICATION {
            let why = "it is the database of another program".to_owned();
            return Err(StoreError::Foreign { path: path(), why });
        }
        let version = self.number("user_version")?;
        if version != SCHEMA_VERSION {
            let why = format!(
                "its schema has version {version}, and this program supports version {SCHEMA_VERSION}"
            );
            return Err(StoreError::Foreign { path: path(), why });
        }
        let integrity: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| self.failed(&error))?;
        if integrity != "ok" {
            return Err(StoreError::Damaged { path: path(), why: integrity });
        }
        for table in [
            "SELECT question, verdict, answer, certificate, at, version FROM result",
            "SELECT question, progress, state, at FROM checkpoint",
        ] {
            self.connection
                .prepare(table)
                .map_err(|error| StoreError::Damaged { path: path(), why: reason(&error) })?;
        }
        Ok(())
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        let (path, why) = (self.path.clone(), reason(error));
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => {
                StoreError::Foreign { path, why: "it is not a database".into() }
            }
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, why },
            _ => StoreError::Unusable { path, why },
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The stored answer to a question, if any.
    pub fn result(&self, question: &str) -> Result<Option<Known>, StoreError> {
        let query =
            "SELECT question, verdict, answer, certificate, at, version FROM result WHERE question = ?1";
        self.connection.query_row(query, [question], known).optional().map_err(|error| self.failed(&error))
    }

    /// All stored answers, sorted by question.
    pub fn results(&self) -> Result<Vec<Known>, StoreError> {
        let query = "SELECT question, verdict, answer, certificate, at, version FROM result";
        let mut all = self.all(query, known)?;
        all.sort_by_key(|known| natural(&known.question));
        Ok(all)
    }

    /// Stores an answer. Replaces an earlier one to the same question.
    pub fn keep(
        &self,
        question: &str,
        verdict: &str,
        answer: &str,
        certificate: Option<&str>,
        version: &str,
    ) -> Result<(), StoreError> {
        let kept = self.connection.execute(
            "INSERT OR REPLACE INTO result VALUES (?1, ?2, ?3, ?4, datetime('now'), ?5)",
            params![question, verdict, answer, certificate, version],
        );
        kept.map(|_| ()).map_err(|error| self.failed(&error))
    }

    /// Deletes the checkpoint of a question.
    pub fn forget(&self, question: &str) -> Result<(), StoreError> {
        let dropped = self.connection.execute("DELETE FROM checkpoint WHERE question = ?1", [question]);
        dropped.map(|_| ()).map_err(|error| self.failed(&error))
    }

    /// Deletes stored answers and checkpoints, all of them or none. Returns how many of each there were.
    pub fn remove(&self, results: &[&str], checkpoints: &[&str]) -> Result<(usize, usize), StoreError> {
        let removed = || {
            let transaction = self.connection.unchecked_transaction()?;
            let mut counts = (0, 0);
            for question in results {
                counts.0 += transaction.execute("DELETE FROM result WHERE question = ?1", [question])?;
            }
            for question in checkpoints {
                counts.1 += transaction.execute("DELETE FROM checkpoint WHERE question = ?1", [question])?;
            }
            transaction.commit()?;
            Ok(counts)
        };
        removed().map_err(|error| self.failed(&error))
    }

    /// The checkpoint of a question, if any.
    pub fn checkpoint(&self, question: &str) -> Result<Option<Checkpoint>, StoreError> {
        let query = "SELECT question, progress, state, at FROM checkpoint WHERE question = ?1";
        self.connection
            .query_row(query, [question], checkpoint)
            .optional()
            .map_err(|error| self.failed(&error))
    }

    /// All checkpoints, sorted by question.
    pub fn checkpoints(&self) -> Result<Vec<Checkpoint>, StoreError> {
        self.all("SELECT question, progress, state, at FROM checkpoint ORDER BY question", checkpoint)
    }

    /// Saves a checkpoint. Replaces an earlier one of the same question.
    pub fn save(&self, question: &str, progress: &str, state: &[u8]) -> Result<(), StoreError> {
        let saved = self.connection.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (?1, ?2, ?3, datetime('now'))",
            params![question, progress, state],
        );
        saved.map(|_| ()).map_err(|error| self.failed(&error))
    }

    fn all<T>(
        &self,
        query: &str,
        read: fn(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let rows =
            || self.connection.prepare(query)?.query_map([], read)?.collect::<rusqlite::Result<Vec<T>>>();
        rows().map_err(|error| self.failed(&error))
    }
}

fn known(row: &rusqlite::Row<'_>) -> rusqlite::Result<Known> {
    Ok(Known {
        question: row.get(0)?,
        verdict: row.get(1)?,
        answer: row.get(2)?,
        certificate: row.get(3)?,
        at: row.get(4)?,
        version: row.get(5)?,
    })
}

fn checkpoint(row: &rusqlite::Row<'_>) -> rusqlite::Result<Checkpoint> {
    Ok(Checkpoint { question: row.get(0)?, progress: row.get(1)?, state: row.get(2)?, at: row.get(3)? })
}

/// The sort key of a question: its words and numbers, so that row 10 comes after row 9.
fn natural(question: &str) -> Vec<(String, u64)> {
    let words = question.split(' ');
    words
        .map(|word| word.parse().map_or_else(|_| (word.to_owned(), 0), |number| (String::new(), number)))
        .collect()
}

/// Whether the file does not exist or is empty.
fn is_empty(path: &Path) -> std::io::Result<bool> {
    match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(mut file) => Ok(file.read(&mut [0])? == 0),
    }
}

/// Whether the header of the file has our application id.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    /// Offset of the application id in the header: four bytes, big-endian.
    const MARK: usize = 68;
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    let mark =
        header.get(MARK..MARK + 4).map(|mark| mark.iter().fold(0, |mark, &byte| mark << 8 | i64::from(byte)));
    Ok(header.starts_with(b"SQLite format 3\0") && mark == Some(APPLICATION))
}

/// The path of the rollback journal of a store.
fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

fn reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(code, None) => code.to_string(),
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        other => other.to_string(),
    }
}
