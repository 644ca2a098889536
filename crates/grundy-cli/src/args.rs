//! The command line arguments.

use crate::failure::{Failure, print_json, print_text};
use crate::memory::{self, Size};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use grundy::catalog::GAMES;
use grundy::{Budget, Limits};
use std::time::Duration;

/// A workbench for impartial games: values, moves, tables, sequences and perfect play, from the rules.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  grundy games                                   every game, its rules and notation
  grundy value star-nim 3,7                      value, outcome, winning moves
  grundy value 'star-nim 3,7 + wythoff 2,5'      a sum of games
  grundy table sharing-nim --max 16              the table of Ho's paper
  grundy period star-nim --row 7                 the period of a row, with a proof
  grundy play star-silver-dollar                 play against the program
  grundy serve                                   the workbench in a browser

Results go to standard output, messages to standard error. Exit status: 0 success, 1 the claim
does not hold, 2 bad input or a limit was reached.")]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands; each has its own module.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List every game with its rules, notation, example and paper
    Games(crate::games::Arguments),
    /// Compute the value of a position, who wins, and the winning moves
    Value(crate::value::Arguments),
    /// Explain why a position is won or lost: the theorem, its numbers, and the answer to each reply
    Explain(crate::explain::Arguments),
    /// List the moves of a position with their values
    Moves(crate::moves::Arguments),
    /// Compute a table of values, or one row, column or diagonal of it
    Table(crate::table::Arguments),
    /// List the positions of one value of a two-pile game
    Sequence(crate::sequence::Arguments),
    /// Compute the slope of the P-positions of Wythoff's game and its relatives, to any number of digits
    Limit(crate::limit::Arguments),
    /// Find the period of a row, a g-sequence or a diagonal, with a proof where there is one
    Period(crate::period::Arguments),
    /// Prove Gu's conjectures about R-Wythoff for one value and all smaller ones
    Prove(crate::prove::Arguments),
    /// Print the closed form of the positions of one value of R-Wythoff
    Formula(crate::formula::Arguments),
    /// Check certificates with an independent checker
    Check(crate::check::Arguments),
    /// List stored results and unfinished runs
    Results(crate::results::Arguments),
    /// Draw heat maps of tables and plots of positions, sequences, rows and limits
    Plot(crate::plot::Arguments),
    /// Write b-files of OEIS sequences, and search OEIS for others
    Oeis(crate::oeis::Arguments),
    /// Check the claims of the papers against the rules of the games
    Audit(crate::audit::Arguments),
    /// Ask one question over a grid of parameters and store the answers as Parquet
    Sweep(crate::sweep::Arguments),
    /// Play against the program
    Play(crate::play::Arguments),
    /// Serve the workbench, a web page
    Serve(crate::serve::Arguments),
    /// Print a completion script for a shell
    Completions(crate::completions::Arguments),
}

/// A game with a position, or a sum of them: command line words joined by spaces.
#[derive(Clone, Debug, clap::Args)]
pub struct Expression {
    /// A game and its position, or a sum with `+`; quote brackets
    #[arg(required = true, num_args = 1.., value_name = "GAME POSITION", value_parser = GameWords, hide_possible_values = true)]
    words: Vec<String>,
}

impl Expression {
    /// The text that was typed.
    pub fn text(&self) -> String {
        Self::joined(&self.words)
    }

    /// If the last word is `-`, positions are read from standard input: the game before it; empty if the lines name their games.
    pub fn of_input(&self) -> Option<String> {
        let (last, game) = self.words.split_last()?;
        (last == "-").then(|| Self::joined(game))
    }

    fn joined(words: &[String]) -> String {
        words.iter().map(|word| word.trim_start()).collect::<Vec<_>>().join(" ")
    }
}

/// Accepts any word. Shells complete the names of games.
#[derive(Clone)]
struct GameWords;

impl TypedValueParser for GameWords {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(|entry| PossibleValue::new(entry.name).hide(true).help(entry.rules))))
    }
}

/// Output format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Plain text
    #[default]
    Text,
    /// JSON; docs/json.md describes the keys
    Json,
}

impl Format {
    /// Writes an answer to standard output, as JSON or as its text.
    pub fn print(self, answer: &impl serde::Serialize, text: &str) -> Result<(), Failure> {
        match self {
            Self::Json => print_json(answer),
            Self::Text => print_text(text),
        }
    }
}

/// Upper limit on positions.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Work {
    /// Upper limit on positions, about 100 bytes each
    #[arg(long, value_name = "POSITIONS", default_value_t = Budget::default().positions, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
}

impl Work {
    /// The budget of the engines.
    pub fn budget(self) -> Budget {
        Budget::of_positions(self.budget)
    }

    /// Limits without a time limit.
    pub fn limits(self) -> Limits {
        Limits { budget: self.budget(), time: Duration::MAX, memory: memory::limit(None) }
    }
}

/// Upper limits on positions, time and memory.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Effort {
    #[command(flatten)]
    work: Work,
    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// Memory limit, e.g. 2GiB [default: 90 % of free memory]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

impl Effort {
    /// The limits of the planner.
    pub fn limits(self) -> Limits {
        let (budget, time) = (self.work.budget(), Duration::from_secs(self.time));
        Limits { budget, time, memory: memory::limit(self.memory) }
    }
}

/// The arguments of the process. A word such as `-3,4` gets a leading space, which the parser skips: it is an invalid
/// position, which has a better error message than an unknown flag.
pub fn as_given() -> impl Iterator<Item = std::ffi::OsString> {
    std::env::args_os().map(|word| match word.to_str() {
        Some(text) if text.starts_with('-') && text[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            format!(" {text}").into()
        }
        _ => word,
    })
}
