//! `grundy completions`: shell completion scripts.

use crate::args::Args;
use crate::failure::Failure;
use clap::CommandFactory;

/// The arguments of `grundy completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish")]
pub struct Arguments {
    /// The shell
    shell: clap_complete::Shell,
}

/// Prints a completion script.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Args::command(), "grundy", &mut script);
    crate::failure::print_text(&String::from_utf8_lossy(&script))
}
