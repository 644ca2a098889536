//! `grundy automaton`: the automaton that accepts the positions of a value.

use crate::args::{Formats, GameAlone, Output};
use crate::failure::{Failure, print_json};
use crate::number::whole;
use crate::output;
use clap::ValueEnum;
use grundy::automaton::{dot, walnut, write};
use grundy_answers::automata::ShownAutomaton;
use std::path::PathBuf;

/// The arguments of `grundy automaton`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy automaton wythoff --value 0                             four states
  grundy automaton wythoff --value 0 --format dot | dot -Tsvg    a picture, by Graphviz
  grundy automaton wythoff --value 2 --format walnut --out w2.txt   for Walnut's folder `Automata Library`

The automaton reads the smaller number x and the larger number y digit by digit in Zeckendorf \
representation, most significant digits first. `grundy prove wythoff --value 2` learns and proves \
these automata again; docs/automata.md has the method.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: u64,
    /// Write to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: Output<Notation>,
}

/// Output format of an automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// The text of certificates; docs/certificates.md has the grammar
    #[default]
    Text,
    /// The language of Graphviz
    Dot,
    /// Walnut's text format, with its numeration system `msd_fib`
    Walnut,
    /// JSON; docs/json.md describes the keys
    Json,
}

impl Formats for Notation {
    const JSON: Self = Self::Json;
}

/// Prints the automaton of a value.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = grundy::game(&arguments.game.text())?;
    output::check(arguments.out.as_deref())?;
    let shown = ShownAutomaton::ask(&game, arguments.value)?;
    let text = match arguments.format.chosen() {
        Notation::Json if arguments.out.is_none() => return print_json(&shown),
        Notation::Json => serde_json::to_string(&shown).map_err(std::io::Error::from)? + "\n",
        Notation::Text => {
            format!("automaton {} states {}\n{}", shown.value, shown.states, write(&shown.dfa))
        }
        Notation::Dot => dot(&shown.dfa, &format!("{} value {}", shown.game, shown.value)),
        Notation::Walnut => walnut(&shown.dfa),
    };
    output::write(arguments.out.as_deref(), |out| out.write_all(text.as_bytes()))
}
