//! `grundy-check FILE..`: checks certificates, and prints one line for each.

use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        print!("{}", grundy_check::UNDERSTANDS);
        return ExitCode::SUCCESS;
    }
    let mut status = 0;
    for file in &files {
        let name = file.to_string_lossy();
        match std::fs::read(file).map(|bytes| grundy_check::check(&bytes)) {
            Ok(Ok(verified)) => println!("VERIFIED {verified}"),
            Ok(Err(rejected)) => {
                println!("REJECTED {rejected} ({name})");
                status = status.max(1);
            }
            Err(error) => {
                eprintln!("error: {name}: {error}");
                status = 2;
            }
        }
    }
    ExitCode::from(status)
}
