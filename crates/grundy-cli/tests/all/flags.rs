//! The flags: old spellings, numbers, limits.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn grundy(command: &str) -> Output {
    let words = command.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(words)
        .env("GRUNDY_STORE", "")
        .output()
        .expect("the program runs")
}

/// What a command prints. It must succeed.
fn printed(command: &str) -> String {
    let done = grundy(command);
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

/// What a command that fails says.
fn refused(command: &str) -> String {
    let done = grundy(command);
    assert!(!done.status.success(), "{command}");
    String::from_utf8(done.stderr).expect("text")
}

/// The old spellings of flags work for one version.
#[test]
fn old_spellings_mean_the_new_ones() {
    for (old, new) in [
        ("sequence r-wythoff --value 2 --rows 14", "sequence r-wythoff --value 2 --max 13"),
        (
            "sequence r-wythoff --to 3 --summary --rows 1000",
            "sequence r-wythoff --values 0..3 --summary --max 999",
        ),
        (
            "sequence wythoff --count 5 --format bfile --entry y",
            "sequence wythoff --count 5 --format bfile --of y",
        ),
        ("period star-nim --diagonal 2 --columns 500", "period star-nim --diagonal 2 --max 500"),
        ("prove r-wythoff --value 3 --up-to-rows 5000", "prove r-wythoff --value 3 --max 5000"),
        ("formula r-wythoff --value 2 --members 100000", "formula r-wythoff --value 2 --count 100000"),
        ("oeis A004484 --terms 8", "oeis A004484 --count 8"),
        ("audit --claim ho/conjecture-3 --up-to 500", "audit --claim ho/conjecture-3 --max 500"),
        ("play nim --size 6 --seed 1", "play nim --max 6 --seed 1"),
        ("table wythoff --max 5 --engine definition", "table wythoff --max 5 --by definition"),
        ("value nim 3,5 --format json", "value nim 3,5 --json"),
        ("table nim --max 3 --format json", "table nim --max 3 --json"),
        ("value nim 3,5 --time 30 --memory 4GiB", "value nim 3,5 --time 30s --memory 4GB"),
    ] {
        assert_eq!(printed(old), printed(new), "{old}");
    }
    let folder = tempfile::tempdir().unwrap();
    let sweep = |flag: &str| {
        let specification = folder.path().join("sweep.toml");
        std::fs::write(&specification, "task = \"row-period\"\n[grid]\ngame = \"nim\"\nrow = 1\n").unwrap();
        printed(&format!("sweep {} {flag} {}", specification.display(), folder.path().join("out").display()))
    };
    sweep("-o");
    assert!(sweep("--folder").contains("1 of them from earlier runs"));
    assert!(sweep("--output").contains("1 of them from earlier runs"));
}

#[test]
fn numbers_of_flags_are_those_of_positions() {
    for (one, other) in [
        ("table wythoff --max 2^3-1", "table wythoff --max 7"),
        ("sequence wythoff --count 1e1", "sequence wythoff --count 10"),
        ("period wythoff --rows 1..1_0", "period wythoff --rows 1..10"),
        (
            "sequence wythoff --from 10^30+7 --count 1",
            "sequence wythoff --from 1000000000000000000000000000007 --count 1",
        ),
        ("limit gurvich:a=1+1,b=3 --digits 1e1", "limit gurvich:a=2,b=3 --digits 10"),
    ] {
        assert_eq!(printed(one), printed(other), "{one}");
    }
    let error = refused("table wythoff --max 10^^6");
    assert!(
        error.contains(
            "'--max <N>': expected a digit, found `^`\n  10^^6\n     ^\nhint: write a whole number from 0"
        ),
        "{error}"
    );
    let error = refused("table wythoff --max 9 --threads 2^9");
    assert!(error.contains("2^9 is more than 256\n  2^9\n  ^^^\n"), "{error}");
    let error = refused("period wythoff --rows 3..1e");
    assert!(error.contains("expected a digit after `e`\n  3..1e\n      ^\n"), "{error}");
    let error = refused("value nim 3 --time 5parsecs");
    assert!(error.contains("hint: a time is a number with a unit"), "{error}");
}

/// Long work stops at its time limit, and says which limit it was.
#[test]
fn work_stops_at_its_time_limit() {
    for command in [
        "table wythoff --max 60000 --value 0",
        "sequence r-wythoff --values 0..20 --summary --max 10^11",
        "period star-nim --row 40",
        "prove r-wythoff --value 40",
        "audit gurvich --effort full",
    ] {
        let started = Instant::now();
        let error = refused(&format!("{command} --time 300ms"));
        assert!(started.elapsed() < Duration::from_secs(20), "{command}: {:?}", started.elapsed());
        assert!(
            error.contains("longer than 300 milliseconds") && error.contains("--time"),
            "{command}: {error}"
        );
    }
}

/// The number of threads changes no answer.
#[test]
fn threads_change_no_answer() {
    let table = printed("table wythoff --max 200 --format csv");
    assert_eq!(printed("table wythoff --max 200 --format csv --threads 1"), table);
    assert_eq!(printed("table wythoff --max 200 --format csv --threads 7"), table);
}
