//! Certificates of g-sequences of R-Wythoff. docs/certificates.md has the grammar.

use super::level::Level;
use crate::period::Certificate;
use std::fmt::Write as _;

/// The certificate of the values 0, 1, .. with these levels, or nothing if there are none.
pub fn certificate(levels: &[Level]) -> Option<Certificate> {
    let value = levels.len().checked_sub(1)?;
    let mut lines = format!("game r-wythoff\nvalue {value}\n");
    for (value, Level { window, from, .. }) in levels.iter().enumerate() {
        // P is |U - Vφ|.
        let (u, v) = (window.bound.whole.abs(), window.bound.phi.abs());
        let _ = writeln!(
            lines,
            "level {value} settled {} repeats {} window {} to {} bound {u} phi {v} from {from}",
            window.settled, window.repeats, window.start, window.end
        );
    }
    Some(Certificate::of_claim("settled-values", &lines))
}
