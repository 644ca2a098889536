//! P-positions of `NIM_{a,b}`, and positions of one value of R-Wythoff, from an index of any size on.

use super::Arguments;
use crate::args::Format;
use crate::failure::{Failure, print_json, print_text};
use crate::formula::proved;
use grundy::prove::{Form, Trace};
use grundy::theorem::UBig;
use grundy::theorem::gurvich::Pairs;
use grundy::{Family, InputError, Template};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;

#[derive(Serialize)]
struct Listed {
    game: String,
    value: u64,
    from: Box<RawValue>,
    positions: Vec<[Box<RawValue>; 2]>,
}

/// A number of any size as JSON.
fn raw(number: &UBig) -> Result<Box<RawValue>, serde_json::Error> {
    RawValue::from_string(number.to_string())
}

/// Lists `count` pairs from index `from` on.
pub fn run(arguments: &Arguments, template: &Template, from: &str, count: usize) -> Result<(), Failure> {
    let digits = from.bytes().all(|c| c.is_ascii_digit());
    let Some(n) = UBig::from_str_radix(from, 10).ok().filter(|_| digits) else {
        let error = InputError::whole(format!("`{from}` is not an index"));
        return Err(error.hint("--from takes a whole number of any length, counted from 0").into());
    };
    let family = template.game().family();
    if template.game().name() == "r-wythoff" && template.is_plain() {
        let form = form(arguments)?;
        let member = |n: &UBig| form.member(n, Trace::of(n)).ok_or_else(beyond);
        return show(arguments, template, &n, count, member);
    }
    let Some(Family { a, b, p: 1, q: 1, .. }) = family.filter(|_| arguments.value == 0) else {
        let message = format!("the sequences of {} are not known from an index on", template.game().name());
        let hint = "P-positions of wythoff, fraenkel and gurvich:a=..,b=.. are, without --value, p and q; and r-wythoff";
        return Err(InputError::whole(message).hint(hint).into());
    };
    let refused = |error: grundy::theorem::TooLarge| InputError::whole(error.message).hint(error.hint);
    let mut pairs = Pairs::new(a, b).map_err(refused)?;
    show(arguments, template, &n, count, |n| pairs.pair(n).map_err(refused))
}

/// The positions of a value of R-Wythoff. It is proved first, with all smaller ones.
fn form(arguments: &Arguments) -> Result<Form, Failure> {
    Ok(Form::of(&proved(arguments.value)?, arguments.value).ok_or_else(beyond)?)
}

fn beyond() -> InputError {
    InputError::whole("the bounds of this value are too large").hint("choose a smaller --value")
}

/// Lists `count` pairs from index n on.
fn show(
    arguments: &Arguments,
    template: &Template,
    from: &UBig,
    count: usize,
    mut pair: impl FnMut(&UBig) -> Result<(UBig, UBig), InputError>,
) -> Result<(), Failure> {
    let mut n = from.clone();
    let mut found = Vec::new();
    for _ in 0..count {
        let (x, y) = pair(&n)?;
        let next = &n + 1u8;
        found.push((std::mem::replace(&mut n, next), x, y));
    }
    match arguments.plain_format()? {
        Format::Json => {
            let positions = found.iter().map(|(_, x, y)| Ok([raw(x)?, raw(y)?]));
            let positions = positions.collect::<Result<_, serde_json::Error>>()?;
            let (game, value, from) = (template.game().name(), arguments.value, raw(from)?);
            print_json(&Listed { game, value, from, positions })
        }
        Format::Text => print_text(&text(&found)),
    }
}

/// In columns, or each number on a line of its own when they are long.
fn text(found: &[(UBig, UBig, UBig)]) -> String {
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
