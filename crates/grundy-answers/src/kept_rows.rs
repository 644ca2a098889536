//! The rows of a long table, kept beside its output file until it is complete.

use crate::table::Question;
use grundy::Plan;
use grundy::solve::rays::Keep;
use grundy_store::Bands;
use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Rows that outlive the run which has computed them.
#[derive(Debug)]
pub struct KeptRows {
    bands: Bands,
    /// The rows that were there at first.
    found: usize,
}

impl KeptRows {
    /// Tables of at least this many computed cells are kept: by proportion they take a core half a minute or more.
    pub const MANY: u64 = 2_000_000_000;

    /// Opens the rows of a table that is written to a file, or begins to keep them. Nothing, with a note, if that is not possible.
    pub fn beside(question: &Question<'_>, output: &Path, note: &dyn Fn(&str)) -> Option<Arc<Self>> {
        let text = text(question);
        let mut name = OsString::from(".");
        name.push(output.file_name()?);
        name.push(format!(".{:08x}.rows", short(&text)));
        let path = output.with_file_name(name);
        match Bands::open(&path, &text) {
            Ok(Some(bands)) => {
                let found = bands.rows();
                Some(Arc::new(Self { bands, found }))
            }
            Ok(None) => {
                note("note: another run computes this table, so this one cannot be resumed");
                None
            }
            Err(error) => {
                note(&format!("note: {}: {error}; this run cannot be resumed", path.display()));
                None
            }
        }
    }

    /// The number of rows of the computation that were there at first.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The number of rows that are there now.
    pub fn rows(&self) -> usize {
        self.bands.rows()
    }

    /// Deletes the file.
    pub fn delete(&self) {
        // A file that stays is used by the same table only, and does no harm.
        let _ = self.bands.delete();
    }

    /// Why rows could not be saved, if that has happened.
    pub fn failed(&self) -> Option<String> {
        self.bands.failed()
    }
}

impl Keep for KeptRows {
    fn load(&self, rows: Range<usize>) -> Option<Vec<u32>> {
        self.bands.load(&rows)
    }

    fn save(&self, rows: Range<usize>, values: &[u32]) {
        self.bands.save(rows, values);
    }
}

/// A plan with rows that outlive the run.
pub(crate) fn kept_by<'t>(plan: Plan<'t>, kept: Option<&Arc<KeptRows>>) -> Plan<'t> {
    match kept {
        Some(kept) => {
            let kept: Arc<dyn Keep> = kept.clone();
            plan.kept_by(kept)
        }
        None => plan,
    }
}

/// A text that determines the values of a table and the order of its rows.
fn text(question: &Question<'_>) -> String {
    let game = question.slice.game();
    let rules = game.normal_form().map_or_else(|| game.name(), |form| form.to_string());
    let (version, max) = (env!("CARGO_PKG_VERSION"), question.max);
    format!("grundy {version}\n{rules}\n{}\nto {max}\n", question.slice.text())
}

/// A short number for a text, which names its file.
fn short(text: &str) -> u32 {
    // FNV-1a. The file has the whole text, so that two texts with the same number do no harm.
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
