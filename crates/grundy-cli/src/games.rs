//! `grundy games`: lists the games.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_json, print_text};
use grundy::InputError;
use grundy::catalog::{Entry, GAMES};
use grundy::rules::{Bundled, LIBRARY};
use grundy_answers::Listing;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The arguments of `grundy games`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy games
  grundy games star-nim
  grundy games exile --rules           the rules as a file
  grundy games --format json")]
pub struct Arguments {
    /// Show only this game
    #[arg(value_parser = crate::completions::games(), hide_possible_values = true)]
    game: Option<String>,
    /// Print the rules of a game of the library as a file
    #[arg(long, requires = "game")]
    rules: bool,
    #[command(flatten)]
    format: Output<Format>,
}

/// Lists the games.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let of_library = |name: &String| LIBRARY.iter().find(|bundled| bundled.name == *name);
    let (entries, library): (Vec<&Entry>, Vec<&Bundled>) = match &arguments.game {
        None => (GAMES.iter().collect(), LIBRARY.iter().collect()),
        Some(name) => match of_library(name) {
            Some(bundled) if arguments.rules => return print_text(bundled.text),
            Some(bundled) => (Vec::new(), vec![bundled]),
            None if arguments.rules => {
                let error = InputError::whole(format!("`{name}` is not a game of the library"));
                return Err(error.hint("`grundy games` lists the library after the other games").into());
            }
            None => (vec![named(name)?], Vec::new()),
        },
    };
    match arguments.format.chosen() {
        Format::Text => {
            let mut text = String::new();
            for entry in entries {
                let Entry { name, notation, rules, example, paper, .. } = entry;
                let _ = writeln!(text, "{name}\n  {rules}\n  write    {notation}");
                let _ = writeln!(text, "  try      grundy value '{example}'\n  paper    {paper}\n");
            }
            if arguments.game.is_none() {
                text += "Games given by rules as text; `grundy games NAME --rules` shows them:\n\n";
            }
            for bundled in library {
                let rules = bundled.rules()?;
                let _ = writeln!(text, "{}", rules.title());
                let _ = writeln!(text, "  {}", rules.description.unwrap_or_default());
                let _ = writeln!(text, "  source   {}\n", bundled.source());
            }
            print_text(text.trim_end())?;
            print_text("\n")
        }
        Format::Json => {
            let mut listed: Vec<Value> = Vec::new();
            for entry in entries {
                listed.push(serde_json::to_value(Listing::new(entry)).map_err(std::io::Error::from)?);
            }
            for bundled in library {
                let rules = bundled.rules()?;
                listed.push(json!({
                    "name": bundled.name,
                    "notation": rules.title(),
                    "rules": rules.description,
                    "paper": bundled.source(),
                    "text": bundled.text,
                }));
            }
            print_json(&listed)
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
