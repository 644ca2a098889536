//! Results and checkpoints of long runs: the only room that owns files between runs.
//!
//! A store is one `SQLite` file. A *result* is the answer to a question, with its verdict and, where there is one, its certificate.
//! A *checkpoint* is the state of a run that has not ended. Both are keyed by the question in words, e.g.
//! `period star-nim row 7`. Every write is a transaction that is on disk when it returns, so whatever kills a run leaves the last checkpoint.
//!
//! A file that is not a store, or a damaged one, is refused and left as it is.
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

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a file as a store of ours: the letters GRDY.
const APPLICATION: i64 = 0x4752_4459;

/// The version of the layout of the tables.
const LAYOUT: i64 = 1;

/// Why a store cannot be used. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It is something else.
    #[error("{} is not a store of grundy: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it seems to be.
        why: String,
    },
    /// It is a store, and broken.
    #[error("the store {} is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It could not be opened, read or written.
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
    /// The question in words.
    pub question: String,
    /// Proved, refuted or open.
    pub verdict: String,
    /// The answer as JSON.
    pub answer: String,
    /// The certificate, if there is one.
    pub certificate: Option<String>,
    /// When it was found, in UTC.
    pub at: String,
    /// The version of the program that found it.
    pub version: String,
}

/// The state of a run that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The question in words.
    pub question: String,
    /// How far it is, in words.
    pub progress: String,
    /// The state.
    pub state: Vec<u8>,
    /// When it was saved, in UTC.
    pub at: String,
}

/// A store that is open.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a store, or makes one, with the folders above it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unusable = |why: String| StoreError::Unusable { path: path.to_owned(), why };
        if is_empty(path).map_err(|error| unusable(error.to_string()))? {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
            }
            return Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?
                .lay_out();
        }
        // A run that was killed while it wrote leaves a journal, from which only a connection that may write takes the file back to what it was.
        if is_ours(path).map_err(|error| unusable(error.to_string()))? && journal(path).exists() {
            let writing = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            writing.is_blank()?;
        }
        // Looked at first in a way that cannot change it.
        let looked_at = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if looked_at.is_blank()? {
            // Two that start together: the other has made the file and not yet its tables.
            drop(looked_at);
            return Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.lay_out();
        }
        looked_at.check()?;
        drop(looked_at);
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let unusable =
            |error: rusqlite::Error| StoreError::Unusable { path: path.to_owned(), why: reason(&error) };
        let connection = Connection::open_with_flags(path, flags).map_err(unusable)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(unusable)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Makes the tables of a new store, unless another run has just done so.
    fn lay_out(self) -> Result<Self, StoreError> {
        let made = self.connection.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {LAYOUT};
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

    /// Whether nothing has been written into the file yet.
    fn is_blank(&self) -> Result<bool, StoreError> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 =
            self.connection.query_row(tables, [], |row| row.get(0)).map_err(|e| self.failed(&e))?;
        Ok(tables == 0 && self.number("application_id")? == 0 && self.number("user_version")? == 0)
    }

    /// Refuses what is no store, of another layout, or damaged.
    fn check(&self) -> Result<(), StoreError> {
        let path = || self.path.clone();
        if self.number("application_id")? != APPLICATION {
            let why = "it is a database of another program".to_owned();
            return Err(StoreError::Foreign { path: path(), why });
        }
        let layout = self.number("user_version")?;
        if layout != LAYOUT {
            let why = format!("its layout is version {layout}, and this program knows version {LAYOUT}");
            return Err(StoreError::Foreign { path: path(), why });
        }
        let said: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| self.failed(&error))?;
        if said != "ok" {
            return Err(StoreError::Damaged { path: path(), why: said });
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

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The answer to a question, if it is known.
    pub fn result(&self, question: &str) -> Result<Option<Known>, StoreError> {
        let query =
            "SELECT question, verdict, answer, certificate, at, version FROM result WHERE question = ?1";
        self.connection.query_row(query, [question], known).optional().map_err(|error| self.failed(&error))
    }

    /// All answers, in the order of their questions.
    pub fn results(&self) -> Result<Vec<Known>, StoreError> {
        let query = "SELECT question, verdict, answer, certificate, at, version FROM result";
        let mut all = self.all(query, known)?;
        all.sort_by_key(|known| natural(&known.question));
        Ok(all)
    }

    /// Keeps an answer, in place of an older one.
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

    /// Drops the state of a run that has ended.
    pub fn forget(&self, question: &str) -> Result<(), StoreError> {
        let dropped = self.connection.execute("DELETE FROM checkpoint WHERE question = ?1", [question]);
        dropped.map(|_| ()).map_err(|error| self.failed(&error))
    }

    /// The state in which a run was left, if there is one.
    pub fn checkpoint(&self, question: &str) -> Result<Option<Checkpoint>, StoreError> {
        let query = "SELECT question, progress, state, at FROM checkpoint WHERE question = ?1";
        self.connection
            .query_row(query, [question], checkpoint)
            .optional()
            .map_err(|error| self.failed(&error))
    }

    /// All runs that have not ended.
    pub fn checkpoints(&self) -> Result<Vec<Checkpoint>, StoreError> {
        self.all("SELECT question, progress, state, at FROM checkpoint ORDER BY question", checkpoint)
    }

    /// Saves the state of a run, in place of an older one.
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

/// The words and the numbers of a question, so that row 10 comes after row 9.
fn natural(question: &str) -> Vec<(String, u64)> {
    let words = question.split(' ');
    words
        .map(|word| word.parse().map_or_else(|_| (word.to_owned(), 0), |number| (String::new(), number)))
        .collect()
}

/// Whether there is no such file, or nothing in it.
fn is_empty(path: &Path) -> std::io::Result<bool> {
    match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(mut file) => Ok(file.read(&mut [0])? == 0),
    }
}

/// Whether the header of a file says that it is a store.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    /// Where `SQLite` has the application's mark, four bytes, big end first.
    const MARK: usize = 68;
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    let mark =
        header.get(MARK..MARK + 4).map(|mark| mark.iter().fold(0, |mark, &byte| mark << 8 | i64::from(byte)));
    Ok(header.starts_with(b"SQLite format 3\0") && mark == Some(APPLICATION))
}

/// The journal of a store.
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
