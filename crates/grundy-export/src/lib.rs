//! Writers for tables, sequences and pictures of values, one file per format. Only [`NpyFile`] depends on how values are computed: it
//! is written while they are.

mod bfile;
mod columns;
mod csv;
mod file;
mod latex;
mod npy;
mod npy_file;
mod parquet;
pub mod picture;
mod text;

pub use bfile::{antidiagonals, bfile, bfile_ending};
pub use columns::Columns;
pub use csv::csv;
pub use file::{Destination, replace};
pub use latex::{latex, latex_columns};
pub use npy::{npy, npy_columns};
pub use npy_file::NpyFile;
pub use parquet::{Cell, CellKind, parquet, parquet_columns, parquet_records, read_parquet_records};
pub use text::{Layout, text};

use grundy::Nimber;

/// A cell as text; empty if the cell is not a position.
fn shown(cell: Option<Nimber>) -> String {
    cell.map_or_else(String::new, |value| value.to_string())
}
