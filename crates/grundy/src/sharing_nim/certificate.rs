//! Certificates of positions of Sharing Nim. docs/certificates.md has the grammar.

use super::{OfValue, Record, Survey};
use crate::period::Certificate;
use std::fmt::Write as _;

/// The certificate that (0, a, b), 2a <= b, has a value.
pub fn value_certificate(a: u64, b: u64, value: u64) -> Certificate {
    Certificate::of_claim("sharing-value", &format!("game sharing-nim\na {a} b {b}\nvalue {value}\n"))
}

impl Survey {
    /// The certificate of the number of positions of a value up to the last spread, and of each new largest a. Nothing if the value is not
    /// followed, or the survey is not done.
    pub fn certificate(&self, value: u64) -> Option<Certificate> {
        let values = self.values();
        let OfValue { count, records } =
            values.get(usize::try_from(value).ok()?).filter(|_| self.is_done())?;
        let last = self.last();
        let mut lines = format!(
            "game sharing-nim\nvalue {value}\nlargest b {last}\npositions {count}\nrecords {}\n",
            records.len()
        );
        for Record { number, b } in records {
            let _ = writeln!(lines, "record {number} at {b}");
        }
        Some(Certificate::of_claim("sharing-records", &lines))
    }
}
