use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Checks, before any work is done, that [`replace`] can write this file: it is not a folder, and a temporary file can be created next to it.
pub fn can_replace(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    temporary(path).map(drop)
}

fn temporary(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let message = format!("the folder {} does not exist", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    tempfile::Builder::new().prefix(".grundy-").suffix(".part").tempfile_in(folder)
}

/// Replaces a file atomically: `write` fills a temporary file in the same folder, which is synced to disk and then renamed to `path`.
/// If anything fails, `path` is unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut temporary = temporary(path)?;
    let mut buffer = BufWriter::with_capacity(1 << 20, temporary.as_file_mut());
    write(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    temporary.as_file().sync_all()?;
    readable_by_others(temporary.as_file())?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Gives the file the usual permissions: temporary files are created private.
#[cfg(unix)]
fn readable_by_others(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_others(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.npy");
        std::fs::write(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half of the n")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }
}
