//! `grundy automaton`: the automaton that accepts the positions of a value.

use crate::args::{Formats, GameAlone, Output};
use crate::failure::{Failure, print_json};
use crate::limits::Effort;
use crate::number::whole;
use crate::output;
use crate::store::{Keeping, asked};
use clap::ValueEnum;
use grundy::InputError;
use grundy::automaton::{Numeration, dot, svg, walnut, write};
use grundy_answers::automata::ShownAutomaton;
use grundy_answers::facts::AutomatonFacts;
use std::path::PathBuf;

/// The arguments of `grundy automaton`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy automaton wythoff --value 0                             four states
  grundy automaton wythoff --value 0 --format dot | dot -Tsvg    a picture, by Graphviz
  grundy automaton wythoff --value 0 --format svg --out w.svg    a picture
  grundy automaton wythoff --value 2 --format walnut --out w2.txt   for Walnut's folder `Automata Library`
  grundy automaton wythoff --value 1 --facts                     where its positions are, exactly
  grundy automaton sharing-nim --value 1                         positions 0,a,b in base 2
  grundy automaton terminal-wythoff:k=5 --value 0                proved while you wait
  grundy automaton r-wythoff --value 3                           the same
  grundy automaton fraenkel:a=2 --value 0                        with digits 0, 1 and 2
  grundy automaton nimhof:a=1,b=2 --value 0 --numeration base-2  another numeration system

The automaton reads the smaller number x and the larger number y digit by digit in Zeckendorf \
representation, most significant digits first; of sharing-nim, a and b of the positions 0,a,b with \
2a <= b, in base 2; of games in which the order of the piles matters, the first pile and the second. `grundy prove GAME --value G` learns and proves these automata again; \
docs/automata.md has the method.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: u64,
    /// Numeration system: zeckendorf, base-2, ostrowski-2 and others [default: by the game]
    ///
    /// Digits of ostrowski-A are 0 to A, and the units are 1, A+1, .. with u(n+1) = A u(n) + u(n-1); zeckendorf is ostrowski-1.
    #[arg(long, value_name = "NAME")]
    numeration: Option<Numeration>,
    /// Write to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print what follows from the automaton, decided by products with it (wythoff)
    #[arg(long, conflicts_with_all = ["out", "numeration"])]
    facts: bool,
    #[command(flatten)]
    format: Output<Notation>,
    #[command(flatten)]
    effort: Effort,
}

/// Output format of an automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// The text of certificates; docs/certificates.md has the grammar
    #[default]
    Text,
    /// The language of Graphviz
    Dot,
    /// A picture, of automata with up to 100 states
    Svg,
    /// Walnut's text format, with its numeration systems `msd_fib` and `msd_2`
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
    let limits = Some(arguments.effort.apply());
    if arguments.facts {
        let facts =
            asked(&Keeping::none(), limits, |ask| Ok(AutomatonFacts::ask(&game, arguments.value, ask)?))?;
        return match arguments.format.chosen() {
            Notation::Json => print_json(&facts),
            Notation::Text => output::print_beside(None, &facts.text()),
            _ => Err(InputError::whole("facts are text or JSON").hint("--format json").into()),
        };
    }
    let shown = asked(&Keeping::none(), limits, |ask| {
        Ok(ShownAutomaton::ask(&game, arguments.value, arguments.numeration, ask)?)
    })?;
    let title = || format!("{} value {}", shown.game, shown.value);
    let text = match arguments.format.chosen() {
        Notation::Json if arguments.out.is_none() => return print_json(&shown),
        Notation::Json => serde_json::to_string(&shown).map_err(std::io::Error::from)? + "\n",
        Notation::Text => {
            format!("automaton {} states {}\n{}", shown.value, shown.states, write(&shown.dfa))
        }
        Notation::Dot => dot(&shown.dfa, &title()),
        Notation::Svg => svg(&shown.dfa, &title()).ok_or_else(|| {
            let message = format!("{} states are too many for a picture", shown.states);
            InputError::whole(message).hint("up to 100 can be drawn; --format dot has no limit")
        })?,
        Notation::Walnut => walnut(&shown.dfa, shown.numeration_system),
    };
    output::write(arguments.out.as_deref(), |out| out.write_all(text.as_bytes()))
}
