//! `grundy completions`: shell completion scripts.

use crate::args::Args;
use crate::failure::{Failure, print_text};
use clap::CommandFactory;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap_complete::Shell;
use grundy::catalog::GAMES;
use std::fmt::Write as _;

/// The arguments of `grundy completions`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish

Commands, flags, games, claims, formats and palettes are completed.")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints a completion script.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (mut script, mut program) = (Vec::new(), Args::command());
    clap_complete::generate(arguments.shell, &mut program, "grundy", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if arguments.shell == Shell::Fish {
        fish(&program, &[], &mut script);
    }
    print_text(&script)
}

/// Completes the words of a command that are not flags, which clap leaves out for fish.
fn fish(command: &clap::Command, path: &[&str], script: &mut String) {
    let words: Vec<String> = command
        .get_positionals()
        .flat_map(clap::Arg::get_possible_values)
        .map(|word| word.get_name().to_owned())
        .collect();
    let condition = match path {
        [command] => format!("__fish_grundy_using_subcommand {command}"),
        [command, sub] => {
            format!("__fish_grundy_using_subcommand {command}; and __fish_seen_subcommand_from {sub}")
        }
        _ => String::new(),
    };
    if !words.is_empty() {
        let _ = writeln!(script, "complete -c grundy -n \"{condition}\" -f -a \"{}\"", words.join(" "));
    }
    for sub in command.get_subcommands() {
        fish(sub, &[path, &[sub.get_name()]].concat(), script);
    }
}

/// Accepts any word. Shells complete those of a list, which are words with their meanings.
#[derive(Clone)]
pub struct Completed(fn() -> Vec<(String, String)>);

/// The names of games.
pub fn games() -> Completed {
    Completed(|| GAMES.iter().map(|entry| (entry.name.to_owned(), entry.rules.to_owned())).collect())
}

/// Commands and chapters of the book.
pub fn topics() -> Completed {
    Completed(|| {
        let program = Args::command();
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
        let commands = commands.map(|command| {
            (command.get_name().to_owned(), command.get_about().map(ToString::to_string).unwrap_or_default())
        });
        let chapters = grundy_book::chapters().iter();
        let chapters = chapters.map(|chapter| (chapter.topic().to_owned(), chapter.title.to_owned()));
        let mut all: Vec<(String, String)> = commands.collect();
        all.extend(chapters.filter(|(topic, _)| program.find_subcommand(topic).is_none()));
        all
    })
}

/// The ids of claims.
pub fn claims() -> Completed {
    Completed(|| grundy_claims::all().into_iter().map(|claim| (claim.id, claim.place)).collect())
}

impl TypedValueParser for Completed {
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
        Some(Box::new((self.0)().into_iter().map(|(word, meaning)| PossibleValue::new(word).help(meaning))))
    }
}
