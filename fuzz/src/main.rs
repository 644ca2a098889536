//! Runs the target in the variable `GRUNDY_FUZZ_TARGET` with libFuzzer, whose options are the arguments.
#![no_main]

use grundy_fuzz::{Target, target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("GRUNDY_FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        eprintln!("`{name}` is no target\nhint: set GRUNDY_FUZZ_TARGET, or use cargo xtask fuzz");
        std::process::exit(2)
    })
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET(input));
