//! P-positions of `NIM_{a,b}`, and positions of one value of R-Wythoff, from an index of any size on.

use super::Arguments;
use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use crate::formula::proved;
use grundy::r_wythoff::{Form, Trace};
use grundy::theorem::UBig;
use grundy::{InputError, Template};
use grundy_desk::sequence::{Far, Indexed, far, from_index, index};
use std::fmt::Write as _;

/// Lists `count` pairs from index `from` on.
pub fn run(arguments: &Arguments, template: &Template, from: &str, count: usize) -> Result<(), Failure> {
    let found = if template.game().name() == "r-wythoff" && template.is_plain() {
        let form = form(arguments)?;
        from_index(index(from)?, count, |n| form.member(n, Trace::of(n)).ok_or_else(beyond))?
    } else {
        far(template, arguments.value, from, count)?
    };
    match arguments.plain_format()? {
        Format::Json => print_json(&Far::new(template, arguments.value, &found)),
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

/// The positions of a value of R-Wythoff. It is proved first, with all smaller ones.
fn form(arguments: &Arguments) -> Result<Form, Failure> {
    Ok(Form::of(&proved(arguments.value)?, arguments.value).ok_or_else(beyond)?)
}

fn beyond() -> InputError {
    InputError::whole("the bounds of this value are too large").hint("choose a smaller --value")
}
