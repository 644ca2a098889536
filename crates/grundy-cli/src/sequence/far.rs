//! P-positions of `NIM_{a,b}` from an index of any size on.

use super::Arguments;
use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use grundy::Template;
use grundy::theorem::UBig;
use grundy_desk::sequence::{Far, Indexed, far};
use std::fmt::Write as _;

/// Lists `count` pairs from index `from` on.
pub fn run(arguments: &Arguments, template: &Template, from: &str, count: usize) -> Result<(), Failure> {
    let found = far(template, arguments.value, from, count)?;
    match arguments.plain_format()? {
        Format::Json => print_json(&Far::new(template, &found)),
        Format::Text => print_text(&text(&found)),
    }
}

/// In columns, or each number on a line of its own when they are long.
fn text(found: &[Indexed]) -> String {
    const WIDEST: usize = 40;
    let width = found.iter().map(|(_, _, y)| y.to_string().len()).max().unwrap_or(1).max(3);
    let mut text = String::new();
    if width > WIDEST {
        for (n, x, y) in found {
            let _ = writeln!(text, "n  {n}\nx  {x}\ny  {y}");
        }
        return text;
    }
    let _ = writeln!(text, "{:>width$} {:>width$} {:>width$}", "n", "x", "y");
    for (n, x, y) in found {
        let [n, x, y] = [n, x, y].map(UBig::to_string);
        let _ = writeln!(text, "{n:>width$} {x:>width$} {y:>width$}");
    }
    text
}
