//! Compiled kernels of a GPU: a folder with a file for each.

use std::fs;
use std::path::{Path, PathBuf};

/// A larger file is no kernel.
const MOST_BYTES: u64 = 16 << 20;

/// A folder of compiled kernels. Whoever asks checks what he gets: a file may be damaged, or another one.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let kernels = grundy_store::KernelFolder::new(folder.path().join("kernels"));
/// assert_eq!(kernels.load("a1"), None);
/// kernels.store("a1", b"code");
/// assert_eq!(kernels.load("a1"), Some(b"code".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KernelFolder(PathBuf);

impl KernelFolder {
    /// The kernels in a folder, which is made when the first one is stored.
    pub fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The file of a kernel; nothing if the name is not letters and digits.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
        plain.then(|| self.0.join(format!("{name}.cubin")))
    }

    /// What is stored under a name. Nothing if there is no regular file, or it is too large to be a kernel.
    pub fn load(&self, name: &str) -> Option<Vec<u8>> {
        let file = self.file(name)?;
        let about = fs::metadata(&file).ok()?;
        if about.is_file() && about.len() <= MOST_BYTES { fs::read(&file).ok() } else { None }
    }

    /// Stores a kernel under a name. A file appears as a whole or not at all; if it cannot be written, nothing is stored.
    pub fn store(&self, name: &str, bytes: &[u8]) {
        let Some(file) = self.file(name) else { return };
        let beside = self.0.join(format!("{name}.{}.new", std::process::id()));
        let written = fs::create_dir_all(&self.0)
            .and_then(|()| fs::write(&beside, bytes))
            .and_then(|()| fs::rename(&beside, &file));
        if written.is_err() {
            remove(&beside);
        }
    }
}

fn remove(file: &Path) {
    let _ = fs::remove_file(file);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_and_files_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let kernels = KernelFolder::new(folder.path().join("deep/kernels"));
        for name in ["", "../up", "a/b", "a.b"] {
            kernels.store(name, b"code");
            assert_eq!(kernels.load(name), None, "{name}");
        }
        assert!(!folder.path().join("deep").exists());
        fs::create_dir_all(folder.path().join("deep/kernels/a1.cubin")).unwrap();
        kernels.store("a1", b"code");
        assert_eq!(kernels.load("a1"), None);
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.path().join("deep/kernels")).unwrap().count(), 1);
        let large = fs::File::create(folder.path().join("deep/kernels/a2.cubin")).unwrap();
        large.set_len(MOST_BYTES + 1).unwrap();
        assert_eq!(kernels.load("a2"), None);
        kernels.store("a2", b"code");
        assert_eq!(kernels.load("a2"), Some(b"code".to_vec()));
    }
}
