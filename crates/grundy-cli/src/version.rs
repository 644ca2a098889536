//! `grundy --version`: the version, and what the program uses of this machine.

use grundy::device::devices;
use grundy::solve::rays::Simd;
use std::sync::LazyLock;

/// The version and the features found at run time.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let found = [(Simd::Avx512, "AVX-512"), (Simd::Avx2, "AVX2"), (Simd::Portable, "portable")];
        let found: Vec<&str> =
            found.into_iter().filter(|(simd, _)| simd.is_available()).map(|(_, name)| name).collect();
        // The text is made at every start, and looking for a GPU takes some tenths of a second where there is one.
        let is_asked = std::env::args_os().any(|word| word == "--version");
        let gpu = match if is_asked { devices().ok() } else { None } {
            Some(found) => found.into_iter().map(|gpu| gpu.name).collect::<Vec<_>>().join(", "),
            None => "none".to_owned(),
        };
        format!("{}\nSIMD  {}\nGPU   {gpu}", env!("CARGO_PKG_VERSION"), found.join(", "))
    });
    &LONG
}
