//! Compiled kernels that are kept between processes. The library has no files: a door tells where they are kept.

use std::fmt::Write as _;
use std::sync::OnceLock;

/// Keeps compiled kernels under names that are letters and digits. What it gives back need not be what was stored.
pub trait Kernels: Send + Sync {
    /// What is stored under a name.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
    /// Stores something under a name. If it cannot, the kernel is compiled again next time.
    fn store(&self, name: &str, bytes: &[u8]);
}

static KERNELS: OnceLock<Box<dyn Kernels>> = OnceLock::new();

/// Says where compiled kernels are kept. Only the first call has an effect; without one each process compiles its own.
pub fn keep_kernels(kernels: Box<dyn Kernels>) {
    let _ = KERNELS.set(kernels);
}

/// The name of a kernel: it depends on all that its code depends on, but for the version of the compiler.
pub(super) fn name(source: &str, options: &[String], driver: i32) -> String {
    let mut text = format!("{}\n{driver}\n", env!("CARGO_PKG_VERSION"));
    for option in options {
        let _ = writeln!(text, "{option}");
    }
    text.push_str(source);
    format!("{:016x}{:016x}", hash(text.as_bytes(), 0), hash(text.as_bytes(), 1))
}

/// FNV-1a, from a seed on. It tells different kernels apart and detects damage, not forgery.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, step)
}

/// A kernel that is kept, if it is undamaged.
pub(super) fn load(name: &str) -> Option<Vec<u8>> {
    let bytes = KERNELS.get()?.load(name)?;
    unwrap(name, &bytes).map(<[u8]>::to_vec)
}

/// Keeps a kernel.
pub(super) fn store(name: &str, code: &[u8]) {
    if let Some(kernels) = KERNELS.get() {
        kernels.store(name, &wrap(name, code));
    }
}

/// A kernel with its name and a hash.
fn wrap(name: &str, code: &[u8]) -> Vec<u8> {
    let head = format!("grundy kernel {name} {:016x}\n", hash(code, 0));
    [head.as_bytes(), code].concat()
}

/// The kernel of this name, if the bytes are that.
fn unwrap<'b>(name: &str, bytes: &'b [u8]) -> Option<&'b [u8]> {
    let length = wrap(name, &[]).len();
    let code = bytes.get(length..)?;
    (wrap(name, code) == bytes).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_kernels_are_not_used() {
        let code: Vec<u8> = (0..=255).collect();
        let name = name("source", &["-DK=3".to_owned()], 12_080);
        let kept = wrap(&name, &code);
        assert_eq!(unwrap(&name, &kept), Some(&code[..]));
        for i in 0..kept.len() {
            let mut damaged = kept.clone();
            damaged[i] ^= 1;
            assert_eq!(unwrap(&name, &damaged), None, "{i}");
            assert_eq!(unwrap(&name, &kept[..i]), None, "{i}");
        }
        assert_eq!(unwrap(&name, &[&kept[..], b"x"].concat()), None);
    }

    #[test]
    fn different_kernels_have_different_names() {
        let options = |text: &str| vec![text.to_owned()];
        let names = [
            name("source", &options("-DK=3"), 12_080),
            name("source", &options("-DK=4"), 12_080),
            name("source", &options("-DK=3"), 13_000),
            name("sourcf", &options("-DK=3"), 12_080),
        ];
        for (i, one) in names.iter().enumerate() {
            assert!(one.len() == 32 && one.chars().all(|c| c.is_ascii_hexdigit()));
            assert!(!names[..i].contains(one));
        }
    }
}
