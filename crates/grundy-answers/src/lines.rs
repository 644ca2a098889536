//! The lines through a cell of a table on which its options lie.

use grundy::table::cell;
use grundy::{Nimber, Position, Template};
use serde::Serialize;

/// A cell and the cells of its options.
#[derive(Clone, Debug, Serialize)]
pub struct Crossed {
    /// The game.
    pub game: String,
    /// Game and position, as they would be typed.
    pub text: String,
    /// The row.
    pub a: u64,
    /// The column.
    pub b: u64,
    /// The value of the cell.
    pub value: u64,
    /// The options in the table, by line.
    pub lines: Vec<OptionLine>,
    /// Number of options outside the table.
    pub elsewhere: usize,
}

/// Options that lie on a line with the cell.
#[derive(Clone, Debug, Serialize)]
pub struct OptionLine {
    /// `row`: the same a; `column`: the same b; `diagonal`: the same b-a; `other`.
    pub kind: &'static str,
    /// Row and column of each option.
    pub cells: Vec<(u64, u64)>,
}

const KINDS: [&str; 4] = ["row", "column", "diagonal", "other"];

impl Crossed {
    /// Groups the options of a cell by line.
    pub fn new(
        template: &Template,
        at: (u64, u64),
        text: String,
        value: Nimber,
        options: &[Position],
    ) -> Self {
        let (a, b) = at;
        let mut cells: Vec<(u64, u64)> = options.iter().filter_map(|option| cell(template, option)).collect();
        let elsewhere = options.len() - cells.len();
        cells.sort_unstable();
        cells.dedup();
        let kind = |&(c, d): &(u64, u64)| match (c == a, d == b) {
            (true, _) => "row",
            (_, true) => "column",
            _ if i128::from(d) - i128::from(c) == i128::from(b) - i128::from(a) => "diagonal",
            _ => "other",
        };
        let line = |name: &'static str| {
            let cells: Vec<_> = cells.iter().filter(|cell| kind(cell) == name).copied().collect();
            (!cells.is_empty()).then_some(OptionLine { kind: name, cells })
        };
        let lines = KINDS.into_iter().filter_map(line).collect();
        Self { game: template.game().name(), text, a, b, value: value.0, lines, elsewhere }
    }
}
