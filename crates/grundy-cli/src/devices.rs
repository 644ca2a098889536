//! `grundy devices`: what tables can be computed on.

use crate::failure::{Failure, print_json, print_text};
use grundy::device::devices;
use grundy::solve::rays::{Simd, threads};
use serde_json::json;
use std::fmt::Write as _;

/// The arguments of `grundy devices`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy devices
  grundy table wythoff --max 65535 --row 65535 --device cuda

A GPU needs its driver and the run-time compiler of CUDA (libcuda and libnvrtc), which are looked for when they are needed.")]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the processor and the GPUs.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let found = devices();
    let simd = format!("{:?}", Simd::best()).to_lowercase();
    if arguments.json {
        let gpus = found.as_ref().map_or(Vec::new(), |found| {
            let gpu = |gpu: &grundy::device::Found| json!({"name": gpu.name, "memory": gpu.memory, "free": gpu.free});
            found.iter().map(gpu).collect()
        });
        let why = found.as_ref().err().map(ToString::to_string);
        return print_json(&json!({"threads": threads(), "simd": simd, "cuda": gpus, "why_none": why}));
    }
    let mut text = format!("cpu     {} threads, {simd}\n", threads());
    match found {
        Ok(found) => {
            for (ordinal, gpu) in found.iter().enumerate() {
                let gib = |bytes: u64| bytes >> 30;
                let (all, free) = (gib(gpu.memory), gib(gpu.free));
                let _ = writeln!(text, "cuda:{ordinal}  {}, {all} GiB, {free} GiB free", gpu.name);
            }
        }
        Err(none) => {
            let _ = writeln!(text, "cuda    {none}");
        }
    }
    print_text(&text)
}
