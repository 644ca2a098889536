//! Long tables, whose rows are kept until they are complete.

use super::Job;
use crate::failure::Failure;
use grundy::device::Device;
use grundy::{Error, InputError};
use grundy_answers::Error as Answers;
use grundy_answers::kept_rows::KeptRows;
use grundy_export::Destination;
use std::sync::Arc;

impl Job<'_> {
    /// Writes the whole table. If its rows are kept, a run that is stopped can be resumed.
    pub(super) fn whole(&self) -> Result<(), Failure> {
        // Sharing Nim is computed in rows that are not those of the table.
        let (cells, all) = self.question.field()?.unzip();
        let Some(kept) = self.kept_rows(cells)? else { return self.write(None) };
        let all = all.unwrap_or(0);
        let place = |rows: usize| format!("row {rows} of {all}");
        if kept.found() > 0 {
            (self.ask.note)(&format!("resuming from {}", place(kept.found())));
        }
        let written = self.write(Some(&kept));
        if let Some(error) = kept.failed() {
            (self.ask.note)(&format!("note: {error}; rows after {} are not kept", place(kept.rows())));
        }
        if written.is_ok() || kept.rows() == 0 {
            kept.delete();
        }
        match written {
            Err(Failure::Unanswered(Answers::Library(Error::Cancelled))) if kept.rows() > 0 => {
                Err(Answers::Left(place(kept.rows())).into())
            }
            written => written,
        }
    }

    /// The rows that are kept beside the output file, if the table is long enough or `--checkpoint` is given.
    fn kept_rows(&self, cells: Option<u64>) -> Result<Option<Arc<KeptRows>>, Failure> {
        let computed_here = self.ask.how.device == Device::Cpu;
        if self.arguments.checkpoint && (cells.is_none() || !computed_here) {
            let error = InputError::whole(
                "only tables of two numbers that the ray engine computes on the processor can be resumed",
            );
            return Err(error.hint("leave out --checkpoint").into());
        }
        let many = cells.is_some_and(|cells| cells >= KeptRows::MANY) && computed_here;
        let long = self.arguments.checkpoint || many;
        let output = self.arguments.to.file().map(Destination::of);
        Ok(match output {
            Some(Ok(Destination::Regular { path, .. })) if long => {
                KeptRows::beside(&self.question, &path, self.ask.note)
            }
            _ => None,
        })
    }
}
