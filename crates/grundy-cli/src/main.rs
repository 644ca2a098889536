//! The command line of grundy.

mod args;
mod audit;
mod check;
mod colour;
mod completions;
mod explain;
mod failure;
mod formula;
mod games;
mod limit;
mod memory;
mod moves;
mod oeis;
mod output;
mod period;
mod play;
mod plot;
mod prove;
mod results;
mod screen;
mod sequence;
mod serve;
mod store;
mod sweep;
mod table;
mod value;
mod watch;

use args::{Args, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::given();
    args.color.set();
    let ran = match &args.command {
        Command::Games(arguments) => games::run(arguments),
        Command::Value(arguments) => value::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Moves(arguments) => moves::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Sequence(arguments) => sequence::run(arguments),
        Command::Limit(arguments) => limit::run(arguments),
        Command::Period(arguments) => period::run(arguments),
        Command::Prove(arguments) => prove::run(arguments),
        Command::Formula(arguments) => formula::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Results(arguments) => results::run(arguments),
        Command::Oeis(arguments) => oeis::run(arguments),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Sweep(arguments) => sweep::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Plot(arguments) => plot::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            colour::print_error(&failure.render());
            ExitCode::from(failure.status())
        }
    }
}
