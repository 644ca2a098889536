//! Results and checkpoints, with a real binary that is really killed.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn grundy(store: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("GRUNDY_CONFIG", "");
    command.args(arguments).arg("--store").arg(store).env_remove("GRUNDY_STORE");
    command
}

fn run(store: &Path, arguments: &[&str]) -> Output {
    grundy(store, arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_search_that_is_killed_twenty_times_ends_with_the_same_certificate() {
    const QUESTION: &[&str] = &["period", "star-nim", "--row", "12"];
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.cert"), folder.path().join("killed.cert"));
    let store = folder.path().join("store.sqlite");
    let uninterrupted = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(QUESTION)
        .arg("--certificate")
        .arg(&whole)
        .arg("--no-store")
        .output()
        .unwrap();
    assert!(uninterrupted.status.success(), "{}", text(&uninterrupted.stderr));
    let mut rng = fastrand::Rng::with_seed(12);
    let command = || {
        let mut command = grundy(&store, QUESTION);
        command
            .arg("--certificate")
            .arg(&killed)
            .args(["--checkpoint", "0.002"])
            .stderr(Stdio::piped())
            .stdout(Stdio::piped());
        command
    };
    let mut kills = 0;
    let mut resumed = 0;
    while kills < 20 {
        let mut child = command().spawn().unwrap();
        std::thread::sleep(Duration::from_millis(rng.u64(3..45)));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        resumed += usize::from(text(&output.stderr).contains("resuming from"));
        assert!(!killed.exists(), "a certificate before the end");
        kills += 1;
    }
    assert_eq!(kills, 20, "the search ended before it could be killed so often");
    assert!(resumed >= 5, "only {resumed} runs went on from a checkpoint");
    let last = command().output().unwrap();
    assert!(last.status.success(), "{}", text(&last.stderr));
    assert_eq!(last.stdout, uninterrupted.stdout);
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
    // And then it is known.
    let again = run(&store, &["period", "star-nim", "--row", "12"]);
    assert_eq!(again.stdout, uninterrupted.stdout);
    assert!(text(&again.stderr).starts_with("using results stored in"), "{}", text(&again.stderr));
}

#[test]
fn values_of_heaps_that_are_killed_are_resumed() {
    killed_and_resumed(&["sequence", "grundy-game", "--max", "150000", "--format", "csv"]);
}

#[test]
fn the_value_of_a_heap_is_resumed() {
    killed_and_resumed(&["value", "grundy-game", "400000"]);
}

/// Kills a question about the values of heaps twenty times; it goes on from its checkpoints.
fn killed_and_resumed(question: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let whole = run(&folder.path().join("other.sqlite"), question);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let command = || {
        let mut command = grundy(&store, question);
        command.args(["--checkpoint", "0.002"]).stderr(Stdio::piped()).stdout(Stdio::piped());
        command
    };
    let mut rng = fastrand::Rng::with_seed(24);
    let mut resumed = 0;
    for _ in 0..20 {
        let mut child = command().spawn().unwrap();
        std::thread::sleep(Duration::from_millis(rng.u64(30..200)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        resumed += usize::from(text(&output.stderr).contains("resuming from heap"));
    }
    assert!(resumed > 0, "no run went on from a checkpoint");
    let last = command().output().unwrap();
    assert!(last.status.success(), "{}", text(&last.stderr));
    assert!(last.stdout == whole.stdout);
    assert!(text(&run(&store, &["results"]).stdout).starts_with("no results yet"), "a checkpoint is left");
}

/// Certificates of heap games by a sweep, written to files and checked.
#[test]
fn a_sweep_over_codes_leaves_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let (store, plan) = (folder.path().join("store.sqlite"), folder.path().join("codes.toml"));
    fs::write(&plan, "task = \"octal-periods\"\nout = \"codes\"\n[grid]\na = [0, 1]\nb = [3, 7]\nc = \"0..7\"\nheaps = 2000\n")
        .unwrap();
    let swept = run(&store, &["sweep", plan.to_str().unwrap()]);
    assert!(text(&swept.stdout).contains("proved"), "{swept:?}");
    let out = folder.path().join("certificates");
    let written = run(&store, &["results", "heaps", "--certificates", out.to_str().unwrap()]);
    assert!(written.status.success(), "{written:?}");
    let files: Vec<_> = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(text(&written.stdout).starts_with(&format!("wrote {} certificates to ", files.len())));
    // No period is proved for .034 to .037, .135, .136, .172 and .174.
    assert_eq!(files.len(), 24);
    let checked = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .arg("check")
        .args(&files)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");
    assert_eq!(
        text(&checked.stdout).lines().filter(|line| line.starts_with("VERIFIED")).count(),
        files.len()
    );
}

#[test]
fn results_are_listed_with_their_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    assert!(text(&run(&store, &["results"]).stdout).starts_with("no results yet"));
    run(&store, &["period", "star-nim", "--rows", "9..10"]);
    run(&store, &["period", "star-nim", "--row", "7", "--max", "100"]);
    assert_eq!(
        text(&run(&store, &["results"]).stdout),
        "\
period star-nim row 7   open      searched to 100
period star-nim row 9   proved    preperiod 68, period 151200, saltus 151200, state period 151200, certificate
period star-nim row 10  proved    preperiod 35, period 1058400, saltus 1058400, state period 1058400, certificate
"
    );
    let certificate = run(&store, &["results", "row", "9", "--certificate"]);
    let file = folder.path().join("row-9.cert");
    fs::write(&file, certificate.stdout).unwrap();
    let checked = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .arg("check")
        .arg(&file)
        .output()
        .unwrap();
    assert!(text(&checked.stdout).contains(": star-nim: G(9,b+151200)"), "{checked:?}");
    assert!(text(&checked.stdout).starts_with("VERIFIED "), "{checked:?}");
    // What was open is looked at again when more is asked for, and replaced.
    run(&store, &["period", "star-nim", "--row", "7"]);
    assert!(text(&run(&store, &["results", "star-nim", "7"]).stdout).contains("proved"));
    let refused = run(&store, &["results", "--certificate"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("3 results contain these words"), "{}", text(&refused.stderr));
}

#[test]
fn a_word_that_matches_nothing_is_said_to_match_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    run(&store, &["period", "star-nim", "--rows", "1..3"]);
    let none = run(&store, &["results", "nosuchword"]);
    assert!(none.status.success());
    assert_eq!(text(&none.stdout), "no match for `nosuchword`: `grundy results` lists 3 questions\n");
    let json = run(&store, &["results", "nosuchword", "--format", "json"]);
    assert_eq!(text(&json.stdout), "{\"results\":[],\"unfinished\":[]}\n");
}

#[test]
fn a_run_that_was_stopped_is_unfinished_and_not_running() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let store = grundy_store::Store::open(&path).unwrap();
    store.save("period star-nim rows to 20", "row 20, column 1000", b"state").unwrap();
    drop(store);
    let listed = text(&run(&path, &["results"]).stdout);
    assert!(
        listed.starts_with("period star-nim rows to 20  unfinished  row 20, column 1000, saved "),
        "{listed}"
    );
    assert!(!listed.contains("running"), "{listed}");
}

#[test]
fn a_sweep_keeps_certificates_where_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let (store, plan) = (folder.path().join("store.sqlite"), folder.path().join("plan.toml"));
    let rows =
        "question = \"period\"\ngame = \"star-nim\"\nrow = \"{r}\"\nout = \"rows\"\n[grid]\nr = \"1..3\"\n";
    fs::write(&plan, rows).unwrap();
    let swept = run(&store, &["sweep", plan.to_str().unwrap()]);
    assert!(text(&swept.stdout).starts_with("period: 3 of 3 points\n  3 proved\n"), "{swept:?}");
    let listed = text(&run(&store, &["results", "period", "star-nim"]).stdout);
    assert_eq!(listed.lines().filter(|line| line.ends_with(", certificate")).count(), 3, "{listed}");
    // Without --store a sweep keeps its answers in its folder only.
    fs::remove_dir_all(folder.path().join("rows")).unwrap();
    fs::remove_file(&store).unwrap();
    let alone = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("sweep")
        .arg(&plan)
        .env("GRUNDY_STORE", &store)
        .output()
        .unwrap();
    assert!(alone.status.success() && !store.exists(), "{alone:?}");
}

#[test]
fn forgetting_asks_says_what_it_removed_and_removes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    run(&path, &["period", "star-nim", "--rows", "1..3"]);
    run(&path, &["period", "wythoff", "--row", "2"]);
    let open = grundy_store::Store::open(&path).unwrap();
    open.save("period star-nim rows to 20", "row 20", b"state").unwrap();
    let listed = || text(&run(&path, &["results"]).stdout).lines().count();
    assert_eq!(listed(), 5);
    // Without words, or without --yes where nobody can be asked, nothing is removed.
    for arguments in [&["results", "--forget"][..], &["results", "--forget", "star-nim"]] {
        let refused = grundy(&path, arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert_eq!(listed(), 5);
    }
    let refused = grundy(&path, &["results", "--forget", "star-nim"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(
        text(&refused.stderr),
        "error: nothing was removed: 3 results and 1 unfinished run match\nhint: add --yes to remove them\n"
    );
    let removed = run(&path, &["results", "star-nim", "row", "2", "--forget", "--yes"]);
    let shown = path.display();
    assert_eq!(text(&removed.stdout), format!("removed 1 result and 0 unfinished runs from {shown}\n"));
    assert_eq!(listed(), 4);
    let run_only =
        run(&path, &["results", "period star-nim rows to 20", "--forget", "--yes", "--format", "json"]);
    assert_eq!(text(&run_only.stdout), "{\"results\":[],\"unfinished\":[\"period star-nim rows to 20\"]}\n");
    assert_eq!(listed(), 3);
    let all = run(&path, &["results", "--forget", "--all", "--yes"]);
    assert_eq!(text(&all.stdout), format!("removed 3 results and 0 unfinished runs from {shown}\n"));
    assert!(text(&run(&path, &["results"]).stdout).starts_with("no results yet"));
    // What was forgotten is computed again.
    assert!(run(&path, &["period", "star-nim", "--row", "2"]).stderr.is_empty());
}

#[test]
fn a_value_is_told_by_a_period_that_was_kept() {
    const ROW: &[&str] = &["period", "star-nim", "--row", "12"];
    const VALUE: &[&str] = &["value", "star-nim", "12,10000000000000000000000000000000000000000"];
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    // Nothing is kept: no value, but what it lies between, and what would tell it.
    let asked = run(&store, VALUE);
    let before = text(&asked.stdout);
    assert!(
        before.contains("\nneeded    the period of row 12 of star-nim would tell the value\n"),
        "{before}"
    );
    assert_eq!(
        text(&asked.stderr),
        "hint: `grundy period star-nim --row 12` looks for that period and keeps it\n"
    );
    assert!(before.contains("\nvalue     from 9999999999999999999999999999999999999988 to "), "{before}");
    assert!(!store.exists(), "a question makes no store");
    assert!(run(&store, ROW).status.success());
    let after = text(&run(&store, VALUE).stdout);
    assert!(after.contains(", stored, and checked again by grundy-check;"), "{after}");
    assert!(!after.contains("needed"), "{after}");
    // With less time than the check takes, the answer says that it was not made.
    let hurried = text(&run(&store, &[VALUE, &["--time", "4"]].concat()).stdout);
    assert!(hurried.contains(" UTC; not checked again, which would exceed the time limit;"), "{hurried}");
    let value = |text: &str| text.lines().find(|line| line.starts_with("value ")).map(str::to_owned);
    assert_eq!(value(&hurried), value(&after));
    let without = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(VALUE)
        .arg("--no-store")
        .output()
        .unwrap();
    assert!(text(&without.stdout).contains("\nneeded "), "{without:?}");
    // What the store holds is not believed.
    let open = grundy_store::Store::open(&store).unwrap();
    let known = open.result("period star-nim row 12").unwrap().unwrap();
    let spoilt = known.certificate.unwrap().replacen("preperiod 46", "preperiod 36", 1);
    open.keep(&known.question, &known.verdict, &known.answer, Some(&spoilt), "0").unwrap();
    let refused = run(&store, VALUE);
    assert!(text(&refused.stdout).contains("\nneeded "), "{refused:?}");
    assert!(text(&refused.stderr).contains("is invalid (line "), "{refused:?}");
    for nonsense in ["", "grundy-certificate 1\nend\n"] {
        open.keep(&known.question, &known.verdict, &known.answer, Some(nonsense), "0").unwrap();
        assert!(text(&run(&store, VALUE).stdout).contains("\nneeded "));
    }
    let foreign = folder.path().join("notes.txt");
    fs::write(&foreign, "notes\n").unwrap();
    let without = run(&foreign, VALUE);
    assert!(
        without.status.code() == Some(3) && text(&without.stderr).contains("stored results are not used"),
        "{without:?}"
    );
}

#[test]
fn a_foreign_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "G(7,b) has period 5040\n").unwrap();
    let refused = run(&file, &["period", "star-nim", "--row", "3"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("is not a store of grundy"), "{}", text(&refused.stderr));
    assert_eq!(fs::read_to_string(&file).unwrap(), "G(7,b) has period 5040\n");
}

#[test]
fn a_summary_that_is_killed_goes_on() {
    const QUESTION: &[&str] =
        &["sequence", "r-wythoff", "--values", "0..6", "--summary", "--max", "59999999"];
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let mut kills = 0;
    for wait in [300, 250, 200, 150, 100] {
        let mut child = grundy(&store, QUESTION)
            .args(["--checkpoint", "0"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    let last = run(&store, QUESTION);
    let whole = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(QUESTION)
        .arg("--no-store")
        .output()
        .unwrap();
    assert!(kills > 0, "it was too quick to be killed");
    assert_eq!(text(&last.stdout), text(&whole.stdout));
}

/// What one run of the audit has kept the next one takes over, if version and effort are the same and nobody wants it fresh.
#[test]
fn an_audit_goes_on_with_what_it_has_found() {
    const ONE: &[&str] = &["audit", "--claim", "farr-ho/proposition-4-vi", "--max", "1100"];
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let first = run(&store, ONE);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert_eq!(text(&first.stderr), "");
    let again = run(&store, ONE);
    assert_eq!(again.stdout, first.stdout);
    assert!(text(&again.stderr).starts_with("using 1 of 1 verdicts"), "{}", text(&again.stderr));
    let listed = text(&run(&store, &["results", "audit"]).stdout);
    assert!(
        listed.starts_with("audit farr-ho/proposition-4-vi frontier 1100  contradicted  squares to 1100, "),
        "{listed}"
    );
    for other in [&["--fresh"][..], &["--max", "1101"], &["--effort", "full"]] {
        let arguments = [&ONE[..3], if other == ["--fresh"] { &ONE[3..] } else { &[] }, other].concat();
        assert_eq!(text(&run(&store, &arguments).stderr), "", "{other:?}");
    }
    // A verdict of another version is looked up and not believed.
    let kept = grundy_store::Store::open(&store).unwrap();
    let question = "audit farr-ho/proposition-4-vi frontier 1100";
    let known = kept.result(question).unwrap().unwrap();
    kept.keep(question, "holds", &known.answer, None, "0.0.0").unwrap();
    let anew = run(&store, ONE);
    assert_eq!(anew.stdout, first.stdout);
    assert_eq!(text(&anew.stderr), "");
    assert_eq!(kept.result(question).unwrap().unwrap().verdict, "contradicted");
}

#[test]
fn an_audit_that_is_killed_goes_on() {
    const ALL: &[&str] = &["audit", "gurvich", "--effort", "frontier", "--max", "300"];
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let mut child = grundy(&store, ALL).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let found = || {
        let kept = store.exists().then(|| grundy_store::Store::open(&store).ok()).flatten();
        kept.and_then(|kept| kept.results().ok()).map_or(0, |results| results.len())
    };
    while child.try_wait().unwrap().is_none() && found() < 10 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = found();
    assert!(before >= 10, "{before} findings were kept");
    let last = run(&store, ALL);
    let told = text(&last.stderr);
    assert!(told.starts_with(&format!("using {before} of ")), "{told}");
    let whole = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(ALL)
        .arg("--no-store")
        .output()
        .unwrap();
    assert_eq!(text(&last.stdout), text(&whole.stdout));
}

#[test]
fn a_result_belongs_to_the_rules_and_not_to_their_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let asked = |game: &str| {
        let output = run(&store, &["period", game, "--row", "4"]);
        assert!(output.status.success(), "{game}: {}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr).contains("using results stored"))
    };
    let (first, was_stored) = asked("{x,y: x-i,y; x,y-i; x-i,y-i}");
    assert!(!was_stored);
    for spelling in ["wythoff", "{p,q: p-n,q-m where n=m or n=0 or m=0}", "fraenkel:a=1", "wide:a=1,b=1"] {
        assert_eq!(asked(spelling), (first.clone(), true), "{spelling}");
    }
    for other in ["{x,y: x-i,y; x,y-i}", "{x,y where x+y>0: x-i,y; x,y-i}", "restricted"] {
        let (answer, was_stored) = asked(other);
        assert!(answer != first && !was_stored, "{other}");
    }
    let results = text(&run(&store, &["results", "--format", "json"]).stdout);
    assert_eq!(results.matches("\"question\"").count(), 4, "{results}");
}
