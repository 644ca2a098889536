//! The command line arguments.

use crate::colour::When;
use crate::failure::{Failure, print_json, print_text};
use crate::{completions, config, rules};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::path::PathBuf;

/// A workbench for impartial games: values, tables, sequences, perfect play.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, long_version = crate::version::long(), max_term_width = 100)]
#[command(disable_help_subcommand = true)]
#[command(after_long_help = "\
Examples:
  grundy games                                   every game, its rules and notation
  grundy value star-nim 3,7                      value, outcome, winning moves
  grundy value 'star-nim 3,7 + wythoff 2,5'      a sum of games
  grundy table sharing-nim --max 16              the table of Ho's paper
  grundy period star-nim --row 7                 the period of a row, with a proof
  grundy play star-silver-dollar                 play against the program
  grundy serve                                   the workbench in a browser

`grundy COMMAND --help` has examples of a command, and `grundy help topics` lists the chapters of the book. `grundy man FOLDER` writes manual pages, `grundy completions SHELL` \
prints a completion script, and `grundy devices` lists the GPUs that can be used. Numbers may be written as 10^60+17, 2^64-1, 1e6 or 1_000_000.

Results go to standard output, messages to standard error. Exit status: 0 answered; 1 answered with no: refuted, rejected, \
or different from the record; 2 bad input; 3 not answered within the limits.")]
pub struct Args {
    /// Use colours: auto (on a terminal), always or never [default: auto]
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_short_help = true)]
    #[arg(hide_possible_values = true, display_order = 900)]
    color: Option<When>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// The arguments of the process and the rule files in them; ends the process with a message if they are wrong.
    pub fn given() -> (Self, Vec<PathBuf>) {
        let words = with_negative_numbers(std::env::args_os());
        let matches = Self::command().color(When::of(&words)).get_matches_from(words);
        let args = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        (args, rules::given(&matches))
    }

    /// When to use colours: as given, or as configured.
    pub fn colours(&self) -> When {
        self.color.or_else(config::color).unwrap_or_default()
    }
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
    /// Compute the slope of the P-positions of Wythoff-like games
    Limit(crate::limit::Arguments),
    /// Find and prove periods of rows, g-sequences and diagonals
    Period(crate::period::Arguments),
    /// Prove the positions of values, and certify single positions
    Prove(crate::prove::Arguments),
    /// Print the automaton of one value of Wythoff's game and others
    Automaton(crate::automaton::Arguments),
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
    /// Print the papers that answers and claims cite, as BibTeX
    Papers(crate::papers::Arguments),
    /// Ask one question over a grid of parameters; the answers are Parquet
    Sweep(crate::sweep::Arguments),
    /// Play against the program
    Play(crate::play::Arguments),
    /// Serve the workbench, a web page
    Serve(crate::serve::Arguments),
    /// Show the defaults of flags, and where they come from
    Config(config::Arguments),
    /// List the processor and the GPUs that tables can be computed on
    #[command(hide = true)]
    Devices(crate::devices::Arguments),
    /// Print the help of a command, or a chapter of the book
    Help(crate::help::Arguments),
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
    #[command(flatten)]
    _rules: rules::Files,
}

impl Expression {
    /// The text that was typed.
    pub fn text(&self) -> String {
        joined(&self.words)
    }

    /// If the last word is `-`, positions are read from standard input: the game before it; empty if the lines name their games.
    pub fn of_input(&self) -> Option<String> {
        let (last, game) = self.words.split_last()?;
        (last == "-").then(|| joined(game))
    }
}

/// Words as one text. Negative numbers have a leading space.
fn joined(words: &[String]) -> String {
    words.iter().map(|word| word.trim_start()).collect::<Vec<_>>().join(" ")
}

/// A game without a position.
#[derive(Clone, Debug, clap::Args)]
pub struct GameAlone {
    /// A game, e.g. wythoff or gurvich:a=2,b=3
    #[arg(required = true, num_args = 1.., value_name = "GAME", value_parser = completions::games(), hide_possible_values = true)]
    words: Vec<String>,
    #[command(flatten)]
    _rules: rules::Files,
}

impl GameAlone {
    /// The text that was typed. The parser of games refuses positions, and says where they are.
    pub fn text(&self) -> String {
        joined(&self.words)
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

impl<F: Formats + PartialEq> Output<F> {
    /// Whether the format is JSON.
    pub fn is_json(&self) -> bool {
        self.given() == Some(F::JSON)
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
    /// An answer as JSON or as its text.
    pub fn render(
        self,
        answer: &impl serde::Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<String, Failure> {
        match self {
            Self::Json => Ok(serde_json::to_string(answer).map_err(std::io::Error::from)? + "\n"),
            Self::Text => Ok(text()),
        }
    }

    /// Writes an answer to standard output, as JSON or as its text.
    pub fn print(self, answer: &impl serde::Serialize, text: &str) -> Result<(), Failure> {
        match self {
            Self::Json => print_json(answer),
            Self::Text => print_text(text),
        }
    }
}

/// The words of a command line. A word such as `-3,4` is not an unknown flag: after a flag that takes a value it becomes part of that
/// flag, and elsewhere it gets a leading space, which the parser skips. It is then an invalid number or position.
fn with_negative_numbers(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let flags = LazyCell::new(|| flags_with_values(&Args::command()));
    let mut words: Vec<OsString> = Vec::new();
    for word in given {
        let negative = word.to_str().and_then(|text| text.strip_prefix('-'));
        if !negative.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            words.push(word);
            continue;
        }
        let mut start = OsString::from(" ");
        if let Some(flag) = words.pop_if(|last| flags.iter().any(|flag| last == flag.as_str())) {
            start = flag;
            start.push("=");
        }
        start.push(word);
        words.push(start);
    }
    words
}

/// The flags of all commands that take a value.
fn flags_with_values(command: &clap::Command) -> Vec<String> {
    let arguments = command.get_arguments().filter(|argument| argument.get_action().takes_values());
    let names = arguments.flat_map(|argument| {
        let short = argument.get_short().map(|short| format!("-{short}"));
        let long = argument.get_long().map(|long| format!("--{long}"));
        short.into_iter().chain(long)
    });
    names.chain(command.get_subcommands().flat_map(flags_with_values)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_are_values_or_positions_but_not_flags() {
        let made = |line: &str| {
            let words = with_negative_numbers(line.split('|').map(OsString::from));
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(made("grundy|value|nim|-3,4"), "grundy|value|nim| -3,4");
        assert_eq!(made("grundy|table|nim|--max|-1"), "grundy|table|nim|--max=-1");
        assert_eq!(made("grundy|table|nim|-o|-1.csv"), "grundy|table|nim|-o=-1.csv");
        assert_eq!(made("grundy|value|--no-store|-3,4"), "grundy|value|--no-store| -3,4");
        assert_eq!(made("grundy|table|-o|-|--max|3"), "grundy|table|-o|-|--max|3");
    }
}
