//! `grundy games`: lists the games.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_json, print_text};
use grundy::InputError;
use grundy::catalog::{Entry, GAMES};
use grundy_answers::Listing;
use std::fmt::Write as _;

/// The arguments of `grundy games`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy games
  grundy games star-nim
  grundy games --format json")]
pub struct Arguments {
    /// Show only this game
    #[arg(value_parser = crate::completions::games(), hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    format: Output<Format>,
}

/// Lists the games.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let entries: Vec<&Entry> = match &arguments.game {
        None => GAMES.iter().collect(),
        Some(name) => vec![named(name)?],
    };
    match arguments.format.chosen() {
        Format::Text => {
            let mut text = String::new();
            for entry in entries {
                let Entry { name, notation, rules, example, paper, .. } = entry;
                let _ = writeln!(text, "{name}\n  {rules}\n  write    {notation}");
                let _ = writeln!(text, "  try      grundy value '{example}'\n  paper    {paper}\n");
            }
            print_text(text.trim_end())?;
            print_text("\n")
        }
        Format::Json => {
            let listed = entries.into_iter().map(Listing::new);
            print_json(&listed.collect::<Vec<_>>())
        }
    }
}

fn named(name: &str) -> Result<&'static Entry, InputError> {
    match GAMES.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry),
        // The parser of the catalog has the error message.
        None => match grundy::Template::parse(name) {
            Err(error) => Err(error),
            Ok(_) => Err(InputError::whole(format!("`{name}` is not just the name of a game"))),
        },
    }
}
