//! `grundy --version`: the version, and what the program uses of this machine.

use grundy::solve::rays::Simd;
use std::sync::LazyLock;

/// The version and the features found at run time.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let found = [(Simd::Avx512, "AVX-512"), (Simd::Avx2, "AVX2"), (Simd::Portable, "portable")];
        let found: Vec<&str> =
            found.into_iter().filter(|(simd, _)| simd.is_available()).map(|(_, name)| name).collect();
        // No engine uses a GPU.
        format!("{}\nSIMD  {}\nGPU   none", env!("CARGO_PKG_VERSION"), found.join(", "))
    });
    &LONG
}
