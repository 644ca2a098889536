//! What the command line takes.

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
  grundy period star-nim --row 7                 a period, proved
  grundy play star-silver-dollar                 play against perfect play
  grundy serve                                   all of it in the browser

Data goes to standard output, talk to standard error. Exit status: 0 done, 1 does not hold, 2 bad input.")]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands, a file each.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List every game with its rules, notation, example and paper
    Games(crate::games::Arguments),
    /// The value of a position, who wins, and every winning move
    Value(crate::value::Arguments),
    /// Why a position is won or lost: which theorem, the numbers put in, and how replies are answered
    Explain(crate::explain::Arguments),
    /// Every option of a position with its value, winners marked
    Moves(crate::moves::Arguments),
    /// The table of values of a two-coordinate slice
    Table(crate::table::Arguments),
    /// The positions of one value of a two-pile game
    Sequence(crate::sequence::Arguments),
    /// The line that the P-positions of Wythoff's game and its relatives lie near, to any number of digits
    Limit(crate::limit::Arguments),
    /// The period of a row, a g-sequence or a diagonal, proved where it can be
    Period(crate::period::Arguments),
    /// Prove where the positions of a value of R-Wythoff lie, all of them
    Prove(crate::prove::Arguments),
    /// The closed form of the positions of a value of R-Wythoff
    Formula(crate::formula::Arguments),
    /// Check certificates with a checker that shares no code with their maker
    Check(crate::check::Arguments),
    /// What is known already, and the runs that have not ended
    Results(crate::results::Arguments),
    /// Pictures: heat maps of tables, plots of positions, sequences, rows and limits
    Plot(crate::plot::Arguments),
    /// b-files of the OEIS sequences that games make, and a search in OEIS for others
    Oeis(crate::oeis::Arguments),
    /// Hold what the papers say against the rules, claim by claim
    Audit(crate::audit::Arguments),
    /// Ask one question for many parameters, in shards if you like, and keep the answers as Parquet
    Sweep(crate::sweep::Arguments),
    /// Play against perfect play
    Play(crate::play::Arguments),
    /// The workbench: everything in a page of your browser
    Serve(crate::serve::Arguments),
    /// Print a completion script for a shell
    Completions(crate::completions::Arguments),
}

/// A game and its position, perhaps a sum of such: words of the command line, joined by spaces.
#[derive(Clone, Debug, clap::Args)]
pub struct Expression {
    /// A game, its position, and more of them after `+` (quote what your shell would touch)
    #[arg(required = true, num_args = 1.., value_name = "GAME POSITION", value_parser = GameWords, hide_possible_values = true)]
    words: Vec<String>,
}

impl Expression {
    /// The text that was typed.
    pub fn text(&self) -> String {
        self.words.iter().map(|word| word.trim_start()).collect::<Vec<_>>().join(" ")
    }
}

/// Takes any word; shells complete the names of the games.
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

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading
    #[default]
    Text,
    /// For programs; the keys are in docs/json.md
    Json,
}

/// How much work may be done.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Work {
    /// How many positions may be looked at before giving up (about 100 bytes each)
    #[arg(long, value_name = "POSITIONS", default_value_t = Budget::default().positions, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
}

impl Work {
    /// The budget as the engines take it.
    pub fn budget(self) -> Budget {
        Budget::of_positions(self.budget)
    }

    /// The limits of work that is bounded by positions alone.
    pub fn limits(self) -> Limits {
        Limits { budget: self.budget(), time: Duration::MAX, memory: memory::limit(None) }
    }
}

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Effort {
    #[command(flatten)]
    work: Work,
    /// How many seconds an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// How much memory may be used, e.g. 2GiB [default: most of what is free]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

impl Effort {
    /// The limits as the planner takes them.
    pub fn limits(self) -> Limits {
        let (budget, time) = (self.work.budget(), Duration::from_secs(self.time));
        Limits { budget, time, memory: memory::limit(self.memory) }
    }
}

/// The arguments of the process. A word such as `-3,4` is a position to be refused with a reason, not an
/// unknown flag, so it is given a leading space, which the notation skips.
pub fn as_given() -> impl Iterator<Item = std::ffi::OsString> {
    std::env::args_os().map(|word| match word.to_str() {
        Some(text) if text.starts_with('-') && text[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            format!(" {text}").into()
        }
        _ => word,
    })
}
