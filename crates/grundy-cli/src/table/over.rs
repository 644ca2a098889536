//! `grundy table --over`: the values of heaps for each of several games.

use super::Arguments;
use crate::failure::Failure;
use crate::number::Range;
use crate::output::{self, Form, json};
use crate::store::{Keeping, asked};
use grundy::{InputError, Template};
use grundy_answers::column::write_rows;
use grundy_answers::heaps::HeapValues;
use grundy_answers::memory::size;
use grundy_export::Columns;
use serde::Serialize;
use std::str::FromStr;

/// A parameter and its values.
#[derive(Clone, Debug)]
pub struct Over {
    name: String,
    range: Range,
}

impl FromStr for Over {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, range) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` is not a parameter with a range; write k=2..9"))?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(format!("`{name}` is not the name of a parameter; use lower-case letters"));
        }
        Ok(Self { name: name.to_owned(), range: range.parse()? })
    }
}

#[derive(Serialize)]
struct OverTable<'t> {
    table: &'t str,
    over: &'t str,
    max: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    parameter: u64,
    game: String,
    values: Vec<u64>,
}

/// Computes a row of values for each game.
pub fn run(arguments: &Arguments, over: &Over) -> Result<(), Failure> {
    let text = arguments.expression.text();
    let place = format!("{{{}}}", over.name);
    if !text.contains(&place) {
        let error = InputError::whole(format!("the game does not contain {place}"));
        return Err(error.hint("e.g. grundy table 'subtraction:{1,{k}}' --over k=2..9 --max 20").into());
    }
    let form = arguments.to.form()?;
    if matches!(form, Form::Latex | Form::Bfile) {
        let error =
            InputError::whole("a table over a parameter is written as text, json, csv, npy or parquet");
        return Err(error.hint("choose one of them with --format").into());
    }
    let limits = arguments.effort.apply();
    // A value has 8 bytes in its row, and once more in columns of 24.
    let (numbers, heaps) = (over.range.numbers(), arguments.max.saturating_add(1));
    let games = (numbers.end() - numbers.start()).saturating_add(1);
    let needed = games.saturating_mul(heaps).saturating_mul(32);
    if needed > limits.memory {
        let (needed, limit) = (size(needed), size(limits.memory));
        let message = format!("{games} games with {heaps} heaps each need {needed}; the limit is {limit}");
        return Err(InputError::whole(message)
            .hint("choose fewer games or heaps, or a larger --memory")
            .into());
    }
    asked(&Keeping::none(), Some(limits), |ask| {
        let row = |parameter: u64| {
            let template = Template::parse(&text.replace(&place, &parameter.to_string()))?;
            if !template.is_plain() {
                let error = InputError::whole("a table over a parameter has the values of single heaps");
                return Err(error.hint("give the game alone, without heaps").into());
            }
            let found = HeapValues::ask(template.game(), arguments.max.saturating_add(1), ask)?;
            Ok::<_, Failure>(Row { parameter, game: found.game, values: found.values })
        };
        let rows = over.range.numbers().map(row).collect::<Result<Vec<_>, _>>()?;
        let table = OverTable { table: &text, over: &over.name, max: arguments.max, rows };
        output::write(arguments.to.file(), |out| match form {
            Form::Text => out.write_all(table.text().as_bytes()),
            Form::Json => json(&table, out),
            _ => output::columns(form, &table.columns(), 2, &table, out),
        })
    })
}

impl OverTable<'_> {
    /// A line for each game.
    fn text(&self) -> String {
        let largest = self.rows.iter().flat_map(|row| &row.values).copied().max().unwrap_or(0).max(self.max);
        let width = largest.to_string().len();
        let line = |name: String, values: &mut dyn Iterator<Item = u64>| {
            [name, values.map(|value| format!("{value:>width$}")).collect::<Vec<_>>().join(" ")]
        };
        let mut lines = vec![line(format!("{}/n", self.over), &mut (0..=self.max))];
        lines.extend(
            self.rows.iter().map(|row| line(row.parameter.to_string(), &mut row.values.iter().copied())),
        );
        let mut text = String::new();
        write_rows(&mut text, &lines);
        text
    }

    /// A line for each value of each game.
    fn columns(&self) -> Columns {
        let cells = || {
            self.rows
                .iter()
                .flat_map(|row| (0..).zip(&row.values).map(|(heap, &value)| [row.parameter, heap, value]))
        };
        let column = |at: usize| cells().map(|cell: [u64; 3]| cell[at]).collect();
        Columns::new(vec![("parameter", column(0)), ("n", column(1)), ("G(n)", column(2))])
    }
}
