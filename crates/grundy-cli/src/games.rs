//! `grundy games`: lists the games, and tells what is recognised of one.

use crate::args::{Format, Output};
use crate::failure::{Failure, print_json, print_text};
use crate::rules;
use grundy::InputError;
use grundy_answers::{Group, Listing, Recognised};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy games`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy games
  grundy games star-nim
  grundy games gdwn:p=1,q=2                     what is recognised of its rules
  grundy games '{x,y: x-i,y; x,y-i; x-i,y-2i}'
  grundy games exile --print                    the rules as a file
  grundy games --format json")]
pub struct Arguments {
    /// Show only this game: a name, or rules in braces
    #[arg(value_parser = crate::completions::games(), hide_possible_values = true)]
    game: Option<String>,
    /// Print the rules of a game that is given by rules as text, as a file
    #[arg(long, requires = "game")]
    print: bool,
    #[command(flatten)]
    _rules: rules::Files,
    #[command(flatten)]
    format: Output<Format>,
}

/// A game of the list, and what is recognised of it.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    listing: Option<Listing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recognised: Option<Recognised>,
}

/// Lists the games.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut all = Listing::all();
    let Some(name) = &arguments.game else {
        return match arguments.format.chosen() {
            Format::Text => print_text(&listed(&all)),
            Format::Json => print_json(&all),
        };
    };
    let listing = all.iter().position(|listing| listing.name == *name).map(|place| all.swap_remove(place));
    if arguments.print {
        return print_text(&printed(name, listing)?);
    }
    // A name alone may need parameters.
    let needs = listing.as_ref().is_some_and(|listing| listing.parameters.iter().any(|one| !one.optional));
    let compound = listing.as_ref().is_some_and(|listing| listing.board == "compound");
    let recognised = if needs || compound { None } else { Some(Recognised::ask(name)?) };
    match arguments.format.chosen() {
        Format::Text => {
            let mut text = listing.as_ref().map_or_else(String::new, entry);
            if let Some(recognised) = &recognised {
                let told = recognised.text.as_str();
                let lines =
                    if listing.is_none() { Some(told) } else { told.split_once('\n').map(|(_, rest)| rest) };
                let indent = if listing.is_none() { "" } else { "  " };
                lines.into_iter().flat_map(str::lines).for_each(|line| _ = writeln!(text, "{indent}{line}"));
            }
            print_text(&text)
        }
        Format::Json => print_json(&[Told { listing, recognised }]),
    }
}

/// The list in groups.
fn listed(all: &[Listing]) -> String {
    let mut text = String::new();
    for group in [Group::Catalogue, Group::Library, Group::Own] {
        let mut games = all.iter().filter(|listing| listing.group == group).peekable();
        if games.peek().is_none() {
            continue;
        }
        text += match group {
            Group::Catalogue => "",
            Group::Library => "Games given by rules as text; `grundy games NAME --print` shows them:\n\n",
            Group::Own => "Games of your own:\n\n",
        };
        games.for_each(|listing| _ = writeln!(text, "{}", entry(listing)));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// A game of the list in words.
fn entry(listing: &Listing) -> String {
    let Listing { name, notation, rules, example, paper, group, .. } = listing;
    let mut text = if *group == Group::Catalogue { format!("{name}\n") } else { format!("{notation}\n") };
    let mut line = |name: &str, words: &str| _ = writeln!(text, "  {name:<8} {words}");
    if *group == Group::Catalogue {
        line("write", notation);
    }
    line("try", &format!("grundy value '{example}'"));
    if !paper.is_empty() {
        line(if *group == Group::Catalogue { "paper" } else { "source" }, paper);
    }
    let head = text.find('\n').map_or(0, |end| end + 1);
    if !rules.is_empty() {
        text.insert_str(head, &format!("  {rules}\n"));
    }
    text
}

/// The rules of a game as a file.
fn printed(name: &str, listing: Option<Listing>) -> Result<String, InputError> {
    if let Some(text) = listing.and_then(|listing| listing.text) {
        return Ok(text);
    }
    match Recognised::ask(name)?.rules {
        Some(rules) => Ok(rules.file),
        None => Err(InputError::whole(format!("{name} is not given by rules as text"))
            .hint("`grundy games` lists the games that are, after the others")),
    }
}
