use super::*;

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.npy");
    fs::write(&path, "old").unwrap();
    let failed = replace(&path, |out| {
        out.write_all(b"half of the n")?;
        Err(io::Error::other("no more"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "no more");
    assert_eq!(text(&path), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    replace(&path, |out| out.write_all(b"new")).unwrap();
    assert_eq!(text(&path), "new");
}

#[test]
fn a_regular_file_can_be_written_at_any_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.npy");
    fs::write(&path, "old").unwrap();
    let there = Destination::of(&path).unwrap();
    let failed =
        there.write_file(|file| file.set_len(9).and(Err(io::Error::other("no more"))), |error| error);
    assert_eq!(failed.unwrap().unwrap_err().to_string(), "no more");
    assert_eq!(text(&path), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    there.write_file(|mut file| file.write_all(b"new"), |error| error).unwrap().unwrap();
    assert_eq!(text(&path), "new");
    let standard = Destination::of(Path::new("-")).unwrap();
    assert!(standard.write_file(|_| Ok(()), |error| error).is_none());
}

#[test]
fn standard_output_has_several_names() {
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let there = Destination::of(Path::new(name)).unwrap();
        assert!(matches!(there, Destination::Standard), "{name}: {there:?}");
        assert!(!there.is_atomic() && there.check().is_ok());
    }
    let there = Destination::of(Path::new("/dev/fd/63")).unwrap();
    assert!(matches!(there, Destination::Special(_)), "{there:?}");
}

#[test]
fn folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Destination::of(folder.path()).unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::IsADirectory);
    let inside = Destination::of(&folder.path().join("none/table.csv")).unwrap();
    assert_eq!(inside.check().unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
    use std::process::Command;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    /// Runs a command that makes a file; false, with a message, if it may not.
    fn made(command: &str, arguments: &[&std::ffi::OsStr]) -> bool {
        let ran = Command::new(command).args(arguments).output();
        let made = ran.as_ref().is_ok_and(|ran| ran.status.success());
        if !made {
            eprintln!("SKIPPED: {command} {arguments:?} failed: {ran:?}");
        }
        made
    }

    #[test]
    fn permissions_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for bits in [0o600, 0o640, 0o644, 0o755] {
            let path = folder.path().join(format!("{bits:o}.csv"));
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
            replace(&path, |out| out.write_all(b"new")).unwrap();
            assert_eq!((text(&path).as_str(), mode(&path)), ("new", bits));
        }
    }

    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        replace(&ours, |out| out.write_all(b"new")).unwrap();
        fs::write(&usual, "new").unwrap();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn links_stay_and_their_targets_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("deep/target"), "old").unwrap();
        fs::set_permissions(at("deep/target"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("deep/target", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        symlink("deep/new", at("dangling")).unwrap();
        replace(&at("link-to-link"), |out| out.write_all(b"new")).unwrap();
        assert_eq!((text(&at("deep/target")).as_str(), mode(&at("deep/target"))), ("new", 0o600));
        replace(&at("dangling"), |out| out.write_all(b"made")).unwrap();
        assert_eq!(text(&at("deep/new")), "made");
        for link in ["link", "link-to-link", "dangling"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("circle", at("circle")).unwrap();
        assert!(Destination::of(&at("circle")).is_err());
    }

    #[test]
    fn a_pipe_is_written_to_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe.csv");
        if !made("mkfifo", &[path.as_os_str()]) {
            return;
        }
        let there = Destination::of(&path).unwrap();
        assert!(matches!(there, Destination::Special(_)) && !there.is_atomic());
        // Checking does not open the pipe: that would wait for a reader.
        there.check().unwrap();
        let reader = std::thread::spawn({
            let path = path.clone();
            move || text(&path)
        });
        there.write(|out| out.write_all(b"through the pipe")).unwrap();
        assert_eq!(reader.join().unwrap(), "through the pipe");
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
    }

    /// Uses copies of the devices, so that a failure does not damage the machine.
    #[test]
    fn devices_are_written_to_and_stay() {
        // The decision needs no copies.
        assert!(matches!(Destination::of(Path::new("/dev/null")).unwrap(), Destination::Special(_)));
        let folder = tempfile::tempdir().unwrap();
        let (null, full) = (folder.path().join("null"), folder.path().join("full"));
        let device = |path: &Path, minor: &str| {
            made("mknod", &[path.as_os_str(), "c".as_ref(), "1".as_ref(), minor.as_ref()])
        };
        if !(device(&null, "3") && device(&full, "7")) {
            return;
        }
        for (path, is_full) in [(&null, false), (&full, true)] {
            let there = Destination::of(path).unwrap();
            assert!(matches!(there, Destination::Special(_)));
            match there.write(|out| out.write_all(b"anything")) {
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    eprintln!("SKIPPED: devices may not be opened in {}", folder.path().display());
                }
                written => assert_eq!(written.is_err(), is_full, "{written:?}"),
            }
            let still = fs::symlink_metadata(path).unwrap();
            assert!(still.file_type().is_char_device() && still.rdev() != 0);
        }
    }

    #[test]
    fn protected_files_and_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        if OpenOptions::new().write(true).open(&path).is_ok() {
            eprintln!("SKIPPED: this user may write anything");
            return;
        }
        assert!(Destination::of(&path).unwrap().check().is_err());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let refused = Destination::of(&folder.path().join("new.csv")).unwrap().check().unwrap_err();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(refused.to_string().starts_with("no file can be created in the folder "), "{refused}");
    }
}
