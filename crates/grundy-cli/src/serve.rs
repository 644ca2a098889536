//! `grundy serve`: the workbench in a browser.

use crate::failure::{Failure, print_text};
use crate::limits::Time;
use crate::memory::Size;
use crate::number::whole;
use crate::rules;
use crate::store::Keeping;
use grundy::InputError;
use grundy_web::{Server, Settings};
use std::io;
use std::net::{IpAddr, Ipv4Addr};

/// The arguments of `grundy serve`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy serve                                     serve at http://127.0.0.1:8017/
  grundy serve --open                              and open a browser
  grundy serve --port 0                            choose a free port
  grundy serve --bind 0.0.0.0 --allow-host bench   serve the network, also as http://bench:8017/

The page is part of the program and loads nothing from elsewhere. The HTTP API is at /api/v1; /api \
and docs/api.md describe it. Ctrl-C stops the server.")]
pub struct Arguments {
    /// Port; 0 chooses a free one
    #[arg(long, value_name = "PORT", default_value_t = 8017, value_parser = whole::<u16>(0..=65_535))]
    port: u16,
    /// Address to listen on; with any other than 127.0.0.1, other machines can connect
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Additional host name to accept, besides localhost and IP addresses
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Memory limit for all requests together
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: Size,
    /// Time limit of a heavy request; ten times as much if it is streamed
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time: Time,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    _rules: rules::Files,
    #[command(flatten)]
    keeping: Keeping,
}

/// Serves until Ctrl-C.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    /// With less, almost every table would be refused.
    const LEAST: u64 = 64 << 20;
    let Arguments { port, bind, memory: Size(memory), time: Time(time), .. } = *arguments;
    if memory < LEAST {
        let error = InputError::whole("the server needs at least 64 MiB");
        return Err(error.hint("use --memory 1GiB, or omit --memory").into());
    }
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
        eprintln!("note: other machines can connect");
    }
    eprintln!("serving {url} (Ctrl-C stops)");
    if arguments.open {
        open(&url);
    }
    Ok(server.run_until_interrupted()?)
}

/// The error message for an address that cannot be bound.
fn refused(error: &io::Error, bind: IpAddr, port: u16) -> InputError {
    let message = format!("{bind} port {port}: {error}");
    InputError::whole(message).hint(match error.kind() {
        io::ErrorKind::AddrInUse => {
            "the port is in use, perhaps by another workbench; --port 0 chooses a free port"
        }
        io::ErrorKind::PermissionDenied => "use a port of 1024 or more",
        _ => "omit --bind to listen on 127.0.0.1",
    })
}

/// Opens the page in a browser. On failure the user still has the printed address.
fn open(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if std::process::Command::new(opener).arg(url).spawn().is_err() {
        eprintln!("note: cannot open a browser");
    }
}
