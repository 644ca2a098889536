//! `grundy help`: the help of a command, or a chapter of the book.

use crate::args::Args;
use crate::completions;
use crate::failure::Failure;
use clap::CommandFactory as _;
use std::io::Write as _;

/// The arguments of `grundy help`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy help plot table       the help of a command, like `grundy plot table --help`
  grundy help topics           the chapters of the book
  grundy help tutorial         a chapter, as Markdown
  grundy help results.md       the chapter, where a command has the same name

`grundy serve` has the book as web pages, at /book.")]
pub struct Arguments {
    /// A command, or a chapter of the book; `topics` lists the chapters
    #[arg(value_name = "COMMAND or TOPIC", value_parser = completions::topics(), hide_possible_values = true)]
    words: Vec<String>,
}

/// Prints the help of a command, the list of chapters, or a chapter.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match &arguments.words[..] {
        [topics] if topics == "topics" => write!(out, "Chapters of the book{}", contents())?,
        words => match (of_command(words), words) {
            (Some(help), _) => write!(out, "{}", help.ansi())?,
            (None, [topic]) => match grundy_book::chapter(topic) {
                Some(chapter) => out.write_all(chapter.text.as_bytes())?,
                None => return Err(unknown(topic)),
            },
            (None, words) => return Err(unknown(&words.join(" "))),
        },
    }
    Ok(())
}

/// The contents of the book, with the names that commands have too written as files.
fn contents() -> String {
    let program = Args::command();
    let mut text = format!("\n{}", grundy_book::contents());
    for chapter in grundy_book::chapters() {
        let topic = chapter.topic();
        if program.find_subcommand(topic).is_some() {
            text = text.replace(&format!("  {topic}   "), &format!("  {topic}.md"));
        }
    }
    text
}

/// The help of a command, of a command of it, and so on.
fn of_command(words: &[String]) -> Option<clap::builder::StyledStr> {
    let mut program = Args::command();
    program.build();
    let command = words.iter().try_fold(&mut program, |command, word| command.find_subcommand_mut(word));
    command.map(clap::Command::render_long_help)
}

fn unknown(topic: &str) -> Failure {
    let hint = "`grundy help` lists the commands, and `grundy help topics` the chapters of the book";
    Failure::Unreadable(format!("no command or topic {topic:?}\nhint: {hint}"))
}
