//! Files that a user names: how each kind of path is written.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where output for a path goes. No path is opened before [`Destination::write`].
#[derive(Debug)]
pub enum Destination {
    /// Standard output: `-`, or one of its names in the file system.
    Standard,
    /// A regular file or a new one, after following symbolic links. It is written beside and renamed.
    Regular {
        /// The file.
        path: PathBuf,
        /// The file that is there now.
        old: Option<Metadata>,
    },
    /// A pipe, a device or an open descriptor: it is never replaced, and is written to directly.
    Special(PathBuf),
}

impl Destination {
    /// Decides how a path is written.
    ///
    /// # Errors
    /// When the path is a folder, or cannot be looked up.
    pub fn of(path: &Path) -> io::Result<Self> {
        /// Linux follows this many.
        const MOST_LINKS: usize = 40;
        /// Names of standard output. It may be a file that others write to as well, so it is not opened a second time.
        const STANDARD: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
        let mut path = path.to_owned();
        for _ in 0..=MOST_LINKS {
            if STANDARD.iter().any(|name| path == Path::new(name)) {
                return Ok(Self::Standard);
            }
            if is_descriptor(&path) {
                return Ok(Self::Special(path));
            }
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_symlink() => {
                    path = path.parent().unwrap_or(Path::new("")).join(fs::read_link(&path)?);
                }
                Ok(found) if found.is_dir() => {
                    return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
                }
                Ok(found) if found.is_file() => return Ok(Self::Regular { path, old: Some(found) }),
                Ok(_) => return Ok(Self::Special(path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::Regular { path, old: None });
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }

    /// Checks, before any work is done, that it can be written. Changes nothing.
    ///
    /// # Errors
    /// When a file may not be written, or no file can be created in its folder.
    pub fn check(&self) -> io::Result<()> {
        let Self::Regular { path, old } = self else { return Ok(()) };
        if old.is_some() {
            // A rename would also replace a file that is protected against writing.
            OpenOptions::new().write(true).open(path)?;
        }
        temporary(path, old.is_some()).map(drop)
    }

    /// Writes with `write`. A regular file keeps its permissions; if anything fails, it is unchanged.
    ///
    /// # Errors
    /// Those of `write` and of the file system.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Standard => buffered(&mut io::stdout().lock(), write),
            // Appending keeps what is in a file behind a descriptor; pipes and devices ignore it.
            Self::Special(path) => {
                buffered(&mut OpenOptions::new().write(true).append(is_descriptor(path)).open(path)?, write)
            }
            Self::Regular { path, old } => replace_regular(path, old.as_ref(), write),
        }
    }

    /// Writes a regular file with `write`, at any of its places; `failed` makes an error of one of the file system. Nothing if it is not
    /// a regular file: what a pipe or a device receives has an order. If anything fails, the file is unchanged.
    ///
    /// # Errors
    /// Those of `write` and of the file system.
    pub fn write_file<E>(
        &self,
        write: impl FnOnce(&File) -> Result<(), E>,
        failed: impl Fn(io::Error) -> E,
    ) -> Option<Result<(), E>> {
        let Self::Regular { path, old } = self else { return None };
        let replaced = temporary(path, old.is_some()).map_err(&failed).and_then(|temporary| {
            write(temporary.as_file())?;
            persist(temporary, path, old.as_ref()).map_err(&failed)
        });
        Some(replaced)
    }

    /// Does a failed write leave everything as it was?
    pub fn is_atomic(&self) -> bool {
        matches!(self, Self::Regular { .. })
    }
}

/// Writes a file: a regular one atomically, see [`Destination`].
///
/// # Errors
/// As for [`Destination::write`].
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    Destination::of(path)?.write(write)
}

/// Is this a path of an open file, such as `/dev/fd/63`, which shells pass for `>(command)`?
fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"))
}

fn buffered(out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffer = BufWriter::with_capacity(1 << 20, out);
    write(&mut buffer)?;
    buffer.flush()
}

/// A temporary file in the folder of `path`: private, or with the permissions of a new file.
fn temporary(path: &Path, private: bool) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let message = format!("the folder {} does not exist", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grundy-").suffix(".part");
    #[cfg(unix)]
    if !private {
        use std::os::unix::fs::PermissionsExt as _;
        // The umask is subtracted.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|error| {
        let message = format!("no file can be created in the folder {}: {}", folder.display(), error.kind());
        io::Error::new(error.kind(), message)
    })
}

/// Fills a temporary file in the same folder, syncs it to disk, and renames it to `path`.
fn replace_regular(
    path: &Path,
    old: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut temporary = temporary(path, old.is_some())?;
    buffered(temporary.as_file_mut(), write)?;
    persist(temporary, path, old)
}

fn persist(temporary: tempfile::NamedTempFile, path: &Path, old: Option<&Metadata>) -> io::Result<()> {
    if let Some(old) = old {
        take_after(temporary.as_file(), old)?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Gives a file the permissions of an older one and, where the system allows it, its owner.
fn take_after(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        // Only root may give files away.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

#[cfg(test)]
mod tests;
