//! `grundy man`: manual pages.

use crate::args::Args;
use crate::failure::{Failure, print_text};
use crate::output;
use clap::CommandFactory;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `grundy man`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy man ~/.local/share/man/man1
  man grundy-value")]
pub struct Arguments {
    /// Folder for the pages; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes a page for each command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    // The long version depends on the machine.
    let mut program = Args::command().disable_help_subcommand(true).long_version(None);
    program.build();
    let pages = write(&program, folder)?;
    print_text(&format!("{pages} pages in {}\n", folder.display()))
}

/// Writes the pages of a command and of its subcommands. Returns their number.
fn write(command: &clap::Command, folder: &Path) -> Result<usize, Failure> {
    let man = clap_mangen::Man::new(command.clone());
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)?;
    output::write(Some(&path), |out: &mut dyn io::Write| out.write_all(&page))?;
    command.get_subcommands().try_fold(1, |pages, command| Ok(pages + write(command, folder)?))
}
