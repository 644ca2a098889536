//! The command line arguments.

use crate::completions;
use crate::failure::{Failure, print_json, print_text};
use clap::{Parser, Subcommand, ValueEnum};

/// A workbench for impartial games: values, tables, sequences, perfect play.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, long_version = crate::version::long(), max_term_width = 100)]
#[command(after_long_help = "\
Examples:
  grundy games                                   every game, its rules and notation
  grundy value star-nim 3,7                      value, outcome, winning moves
  grundy value 'star-nim 3,7 + wythoff 2,5'      a sum of games
  grundy table sharing-nim --max 16              the table of Ho's paper
  grundy period star-nim --row 7                 the period of a row, with a proof
  grundy play star-silver-dollar                 play against the program
  grundy serve                                   the workbench in a browser

`grundy COMMAND --help` has examples of a command. `grundy man FOLDER` writes manual pages, and `grundy completions SHELL` \
prints a completion script. Numbers may be written as 10^60+17, 2^64-1, 1e6 or 1_000_000.

Results go to standard output, messages to standard error. Exit status: 0 answered, 1 the answer is no, 2 bad input, \
3 not answered within the limits.")]
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
    /// Explain why a position is won or lost, and how to answer each reply
    Explain(crate::explain::Arguments),
    /// List the moves of a position with their values
    Moves(crate::moves::Arguments),
    /// Compute a table of values, or one row, column or diagonal of it
    Table(crate::table::Arguments),
    /// List the positions of one value of a two-pile game
    Sequence(crate::sequence::Arguments),
    /// Compute the slope of the P-positions of Wythoff's game and relatives
    Limit(crate::limit::Arguments),
    /// Find and prove periods of rows, g-sequences and diagonals
    Period(crate::period::Arguments),
    /// Prove Gu's conjectures about R-Wythoff up to a value
    Prove(crate::prove::Arguments),
    /// Print the closed form of the positions of one value of R-Wythoff
    Formula(crate::formula::Arguments),
    /// Check certificates with an independent checker
    Check(crate::check::Arguments),
    /// List stored results and unfinished runs
    Results(crate::results::Arguments),
    /// Draw tables, positions, sequences, rows and limits
    Plot(crate::plot::Arguments),
    /// Write b-files of OEIS sequences, and search OEIS for others
    Oeis(crate::oeis::Arguments),
    /// Check the claims of the papers against the rules of the games
    Audit(crate::audit::Arguments),
    /// Ask one question over a grid of parameters; the answers are Parquet
    Sweep(crate::sweep::Arguments),
    /// Play against the program
    Play(crate::play::Arguments),
    /// Serve the workbench, a web page
    Serve(crate::serve::Arguments),
    /// Show the defaults of flags, and where they come from
    Config(crate::config::Arguments),
    /// Write manual pages
    #[command(hide = true)]
    Man(crate::man::Arguments),
    /// Print a completion script for a shell
    #[command(hide = true)]
    Completions(completions::Arguments),
}

/// A game with a position, or a sum of them: command line words joined by spaces.
#[derive(Clone, Debug, clap::Args)]
pub struct Expression {
    /// A game and its position, or a sum with `+`; quote brackets
    #[arg(required = true, num_args = 1.., value_name = "GAME POSITION", value_parser = completions::games(), hide_possible_values = true)]
    words: Vec<String>,
}

impl Expression {
    /// The text that was typed.
    pub fn text(&self) -> String {
        Self::joined(&self.words)
    }

    /// If the last word is `-`, positions are read from standard input: the game before it, if there is one.
    pub fn from_input(&self) -> Option<Option<String>> {
        let (last, game) = self.words.split_last()?;
        (last == "-").then(|| Some(Self::joined(game)).filter(|game| !game.is_empty()))
    }

    fn joined(words: &[String]) -> String {
        words.iter().map(|word| word.trim_start()).collect::<Vec<_>>().join(" ")
    }
}

/// The output formats of a command.
pub trait Formats: ValueEnum + Send + Sync + 'static {
    /// JSON.
    const JSON: Self;
    /// The default, in words.
    const DEFAULT: &'static str = "text";
}

/// The arguments that choose the output format.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Output<F: Formats> {
    #[arg(long, value_enum, help = "Output format", long_help = format!("Output format [default: {}]", F::DEFAULT))]
    format: Option<F>,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: Formats> Output<F> {
    /// The given format, if any.
    pub fn given(&self) -> Option<F> {
        if self.json { Some(F::JSON) } else { self.format.clone() }
    }
}

impl<F: Formats + Default> Output<F> {
    /// The given format, or text.
    pub fn chosen(&self) -> F {
        self.given().unwrap_or_default()
    }
}

impl Output<Format> {
    /// Writes an answer to standard output, as JSON or as its text.
    pub fn print(self, answer: &impl serde::Serialize, text: &str) -> Result<(), Failure> {
        self.chosen().print(answer, text)
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

impl Formats for Format {
    const JSON: Self = Self::Json;
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
