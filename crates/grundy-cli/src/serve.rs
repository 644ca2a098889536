//! `grundy serve`: the workbench in the browser.

use crate::failure::{Failure, print_text};
use crate::memory::Size;
use crate::store::Keeping;
use grundy::InputError;
use grundy_web::{Server, Settings};
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// The arguments of `grundy serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy serve                                     then open http://127.0.0.1:8017/
  grundy serve --open                              and open it
  grundy serve --port 0                            any port that is free
  grundy serve --bind 0.0.0.0 --allow-host bench   for others on the network, who may call it bench

Everything stays on this machine: the page is part of the program, and nothing else is asked. The API
behind it is at /api/v1, described at /api and in docs/api.md. Ctrl-C ends it.")]
pub struct Arguments {
    /// The port
    #[arg(long, value_name = "PORT", default_value_t = 8017)]
    port: u16,
    /// The address to listen at; others than 127.0.0.1 let other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// A name by which it may be called, besides localhost and numbers
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Memory for all work together
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: Size,
    /// How many seconds heavy work may take; ten times as many if its progress is shown
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    keeping: Keeping,
}

/// Serves until Ctrl-C.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    /// With less, nothing but theorems would be left.
    const LEAST: u64 = 64 << 20;
    let Arguments { port, bind, memory: Size(memory), .. } = *arguments;
    if memory < LEAST {
        let error = InputError::whole("the workbench needs 64 MiB at least");
        return Err(error.hint("give --memory 1GiB, or leave it out").into());
    }
    let time = Duration::from_secs(arguments.time);
    let settings = Settings {
        bind,
        port,
        hosts: arguments.allow_host.clone(),
        memory,
        time,
        shelf: arguments.keeping.shelf(),
    };
    let server = Server::bind(&settings).map_err(|error| refused(&error, bind, port))?;
    let url = format!("http://{}/", server.address());
    print_text(&format!("{url}\n"))?;
    if !bind.is_loopback() {
        eprintln!("note: other machines can ask this one as well");
    }
    eprintln!("the workbench is at {url} (Ctrl-C ends it)");
    if arguments.open {
        open(&url);
    }
    Ok(server.run_until_interrupted()?)
}

/// Why a port cannot be had, and what to do about it.
fn refused(error: &io::Error, bind: IpAddr, port: u16) -> InputError {
    let message = format!("{bind} port {port}: {error}");
    InputError::whole(message).hint(match error.kind() {
        io::ErrorKind::AddrInUse => {
            "something listens there already, perhaps another workbench; --port 0 takes a free port"
        }
        io::ErrorKind::PermissionDenied => "take a port from 1024 on",
        _ => "leave out --bind to listen at 127.0.0.1",
    })
}

/// Asks the desktop to open the page; where it cannot, the address has been printed.
fn open(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if std::process::Command::new(opener).arg(url).spawn().is_err() {
        eprintln!("note: no browser could be opened");
    }
}
