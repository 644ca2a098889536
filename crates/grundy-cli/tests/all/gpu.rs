//! What happens if there is no GPU that works, with a driver that computes nothing (`fake/cuda.rs`).
#![cfg(all(target_os = "linux", feature = "cuda"))]

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with the driver and the compiler, unless rustc is missing.
fn fake() -> Option<TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("libcuda.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake/cuda.rs");
    let made = Command::new("rustc")
        .args(["--edition", "2024", "--crate-type", "cdylib", "-o"])
        .args([library.as_os_str(), source.as_ref()])
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: there is no rustc, so a driver that fails is not tried");
        return None;
    }
    std::fs::copy(&library, folder.path().join("libnvrtc.so")).expect("a copy");
    Some(folder)
}

fn grundy(fake: &Path, wrong: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("GRUNDY_CONFIG", "").env("LD_LIBRARY_PATH", fake).env("FAKE_CUDA", wrong);
    command.env("XDG_CACHE_HOME", fake.join("cache")).args(arguments).output().expect("it starts")
}

fn told(output: &Output) -> String {
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn a_missing_device_and_an_old_driver_are_named() {
    let Some(fake) = fake() else { return };
    for (wrong, why) in [
        ("none", "no GPU can be used: the driver of CUDA finds no device"),
        ("old", "no GPU can be used: the driver of CUDA is too old: it has version 11.4, and 12.0 is needed"),
    ] {
        let asked = ["table", "wythoff", "--max", "20", "--device", "cuda"];
        let output = grundy(fake.path(), wrong, &asked);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(told(&output).contains(why), "{output:?}");
        // The processor does it instead if any device will do.
        let asked = ["table", "wythoff", "--max", "20", "--device", "auto"];
        assert!(grundy(fake.path(), wrong, &asked).status.success());
    }
    let asked = ["table", "wythoff", "--max", "20", "--device", "cuda:1"];
    assert!(told(&grundy(fake.path(), "", &asked)).contains("there is no GPU 1, only 1"));
}

#[test]
fn too_little_memory_is_told_before_the_work() {
    let Some(fake) = fake() else { return };
    for (command, max) in [
        (&["table", "wythoff", "--value", "0"][..], "60000"),
        (&["plot", "table", "wythoff", "-o", "t.png"], "60000"),
        (&["table", "star-nim a,b,1500", "--value", "0"], "1500"),
        (&["plot", "table", "wythoff-3-any a,b,400", "-o", "t.png"], "400"),
    ] {
        let asked = [command, &["--max", max, "--device", "cuda"]].concat();
        let output = grundy(fake.path(), "small", &asked);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let told = told(&output);
        assert!(told.contains(&format!("a table to {max} needs at least")), "{told}");
        assert!(told.contains("would fit"), "{told}");
    }
    // The processor does it instead if any device will do.
    let asked = ["table", "star-nim a,b,2", "--max", "1500", "--row", "3", "--device", "auto"];
    let output = grundy(fake.path(), "small", &asked);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_device_that_is_lost_leaves_nothing_behind() {
    let Some(fake) = fake() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (npy, png) = (folder.path().join("t.npy"), folder.path().join("t.png"));
    for command in [
        &["table", "wythoff", "--max", "600", "--output", npy.to_str().unwrap()][..],
        &["table", "wythoff", "--max", "600", "--value", "0"],
        &["table", "wythoff", "--max", "600", "--row", "5"],
        &["table", "star-nim a,b,20", "--max", "30", "--output", npy.to_str().unwrap()],
        &["table", "wythoff-3-any a,b,20", "--max", "30", "--value", "0"],
        &["plot", "table", "wythoff", "--max", "600", "--size", "100", "--output", png.to_str().unwrap()],
    ] {
        let output = grundy(fake.path(), "lost", &[command, &["--device", "cuda"]].concat());
        assert!(!output.status.success(), "{output:?}");
        assert!(told(&output).contains("the GPU failed"), "{output:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{command:?}");
    }
}

/// A device that computes nothing has no table of a box.
#[test]
fn a_box_that_was_not_computed_is_noticed() {
    let Some(fake) = fake() else { return };
    for game in ["star-nim a,b,9", "wythoff-3-any 4,a,b", "silver-dollar [a,b]"] {
        let output = grundy(fake.path(), "", &["table", game, "--max", "9", "--device", "cuda"]);
        assert!(!output.status.success(), "{output:?}");
        let told = told(&output);
        assert!(told.contains("the GPU failed: it did not compute what it was asked for"), "{told}");
    }
}

/// What no GPU computes is refused, and left to the processor if any device will do.
#[test]
fn tables_that_no_gpu_computes_are_refused() {
    let Some(fake) = fake() else { return };
    let asked = |device| ["table", "kayles a,b", "--max", "9", "--device", device];
    let output = grundy(fake.path(), "", &asked("cuda"));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(told(&output).contains("this is neither"), "{output:?}");
    assert!(grundy(fake.path(), "", &asked("auto")).status.success());
}

/// Values of heaps: a device that fails, that is too small, and one that computes nothing.
#[test]
fn values_of_heaps_on_a_device_that_does_not_work_are_not_told() {
    let Some(fake) = fake() else { return };
    for (wrong, max, why) in [
        ("lost", "400000", "the GPU failed"),
        (
            "small",
            "1000000000",
            "the values of 1000000001 heaps need 1917 MiB of its memory, and 942 MiB can be used",
        ),
        ("", "400000", "it returned heaps that it was not asked for"),
    ] {
        let asked =
            ["sequence", "grundy-game", "--max", max, "--summary", "--device", "cuda", "--memory", "8GiB"];
        let output = grundy(fake.path(), wrong, &[&asked[..], &["--no-store"]].concat());
        assert!(!output.status.success(), "{output:?}");
        assert!(told(&output).contains(why), "{output:?}");
    }
}

/// A kernel is compiled once and kept; a damaged one is replaced.
#[test]
fn compiled_kernels_are_kept() {
    let Some(fake) = fake() else { return };
    let kernels = fake.path().join("cache/grundy/kernels");
    let run = || {
        grundy(
            fake.path(),
            "lost",
            &["table", "wythoff", "--max", "600", "--device", "cuda", "--value", "0"],
        );
        let files = std::fs::read_dir(&kernels).unwrap().map(|entry| entry.unwrap().path());
        files.map(|file| (file.clone(), std::fs::read(file).unwrap())).collect::<Vec<_>>()
    };
    let kept = run();
    let (file, code) = kept.first().unwrap();
    assert!(kept.iter().all(|(_, code)| code.starts_with(b"grundy kernel ")));
    std::fs::write(file, b"something else").unwrap();
    let again = run();
    assert_eq!(&again, &kept, "{} was not replaced", code.len());
}
