//! The command line of grundy.

mod args;
mod audit;
mod automaton;
mod batch;
mod check;
mod colour;
mod completions;
mod config;
mod device;
mod devices;
mod explain;
mod failure;
mod formula;
mod games;
mod help;
mod limit;
mod limits;
mod man;
mod memory;
mod moves;
mod number;
mod oeis;
mod output;
mod papers;
mod period;
mod play;
mod plot;
mod prove;
#[cfg(test)]
mod reference;
mod results;
mod rules;
mod screen;
mod sequence;
mod serve;
mod store;
mod sweep;
mod table;
mod value;
mod version;
mod watch;

use args::{Args, Command};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (args, files) = Args::given();
    let configured = config::load();
    args.colours().set();
    let ran = configured.and_then(|()| rules::load(&files)).and_then(|()| run(&args.command));
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            colour::print_error(&failure.render());
            ExitCode::from(failure.status())
        }
    }
}

fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Games(arguments) => games::run(arguments),
        Command::Value(arguments) => value::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Moves(arguments) => moves::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Sequence(arguments) => sequence::run(arguments),
        Command::Limit(arguments) => limit::run(arguments),
        Command::Period(arguments) => period::run(arguments),
        Command::Prove(arguments) => prove::run(arguments),
        Command::Automaton(arguments) => automaton::run(arguments),
        Command::Formula(arguments) => formula::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Results(arguments) => results::run(arguments),
        Command::Oeis(arguments) => oeis::run(arguments),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Papers(arguments) => papers::run(arguments),
        Command::Sweep(arguments) => sweep::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Plot(arguments) => plot::run(arguments),
        Command::Config(arguments) => config::run(arguments),
        Command::Devices(arguments) => devices::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Help(arguments) => help::run(arguments),
    }
}
