//! Tables of values in the forms their readers use: a file a format. No format knows how values are computed.

mod csv;
mod file;
mod npy;
mod text;

pub use csv::csv;
pub use file::replace;
pub use npy::npy;
pub use text::{Layout, text};

use grundy::Nimber;

/// A cell as text: nothing where there is no position.
fn shown(cell: Option<Nimber>) -> String {
    cell.map_or_else(String::new, |value| value.to_string())
}
