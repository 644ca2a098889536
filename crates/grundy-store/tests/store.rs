//! What a store keeps, and which files it rejects.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy_store::{Store, StoreError};
use std::fs;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn results_and_checkpoints_persist() {
    let folder = folder();
    let path = folder.path().join("deep/er/store.sqlite");
    {
        let store = Store::open(&path).unwrap();
        store.save("period star-nim row 7", "column 1000", &[0, 1, 255]).unwrap();
        store.keep("period star-nim row 10", "proved", "{}", Some("certificate"), "0.1.0").unwrap();
        store.keep("period star-nim row 9", "open", "{}", None, "0.1.0").unwrap();
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.checkpoint("period star-nim row 7").unwrap().unwrap().state, [0, 1, 255]);
    let questions: Vec<String> = store.results().unwrap().into_iter().map(|known| known.question).collect();
    assert_eq!(questions, ["period star-nim row 9", "period star-nim row 10"]);
    let known = store.result("period star-nim row 10").unwrap().unwrap();
    assert_eq!((known.verdict.as_str(), known.certificate.as_deref()), ("proved", Some("certificate")));
    assert_eq!(store.result("period star-nim row 7").unwrap(), None);
}

#[test]
fn a_checkpoint_is_replaced_and_deleted() {
    let folder = folder();
    let store = Store::open(&folder.path().join("store")).unwrap();
    store.save("q", "half", b"state").unwrap();
    store.save("q", "more", b"later state").unwrap();
    assert_eq!(store.checkpoints().unwrap().len(), 1);
    store.forget("q").unwrap();
    assert_eq!(store.checkpoint("q").unwrap(), None);
}

#[test]
fn a_foreign_file_is_rejected_unchanged() {
    let folder = folder();
    let text = folder.path().join("thesis.tex");
    fs::write(&text, "\\documentclass{article}".repeat(300)).unwrap();
    let other = folder.path().join("bookmarks.sqlite");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE places (url TEXT)").unwrap();
    let newer = folder.path().join("newer.sqlite");
    drop(Store::open(&newer).unwrap());
    rusqlite::Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    for path in [text, other, newer] {
        let before = fs::read(&path).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Foreign { .. }), "{path:?}: {error}");
        assert_eq!(fs::read(&path).unwrap(), before, "{path:?} was modified");
    }
}

#[test]
fn a_damaged_store_is_rejected_unchanged() {
    let folder = folder();
    let path = folder.path().join("store.sqlite");
    {
        let store = Store::open(&path).unwrap();
        for i in 0..200 {
            store.keep(&format!("question {i}"), "proved", &"x".repeat(500), None, "1").unwrap();
        }
    }
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[8192..40_000].fill(0xa5);
    let cut = whole[..whole.len() / 2].to_vec();
    for bytes in [damaged, cut] {
        fs::write(&path, &bytes).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "the store was modified");
    }
}

#[test]
fn an_unusable_path_is_an_error() {
    let folder = folder();
    assert!(matches!(Store::open(folder.path()).unwrap_err(), StoreError::Unusable { .. }));
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    assert!(matches!(Store::open(&file.join("store")).unwrap_err(), StoreError::Unusable { .. }));
}

#[test]
fn several_connections_write_at_once() {
    let folder = folder();
    let path = folder.path().join("store");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = &path;
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                for i in 0..20 {
                    store.save(&format!("run {thread}"), &i.to_string(), &[thread; 100]).unwrap();
                }
            });
        }
    });
    assert_eq!(Store::open(&path).unwrap().checkpoints().unwrap().len(), 4);
}

/// A run that is killed during a write leaves the file half written, with a journal beside it.
#[test]
fn an_interrupted_write_is_rolled_back() {
    let folder = folder();
    let (path, left) = (folder.path().join("store"), folder.path().join("left"));
    Store::open(&path).unwrap().save("q", "half", &[1; 5000]).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    // With so small a cache, pages are written before the transaction ends.
    connection.execute_batch("PRAGMA cache_size = 1; BEGIN IMMEDIATE;").unwrap();
    connection.execute("UPDATE checkpoint SET state = zeroblob(1000000)", []).unwrap();
    connection.execute("INSERT INTO checkpoint VALUES ('r', 'p', zeroblob(1000000), 'now')", []).unwrap();
    for end in ["", "-journal"] {
        fs::copy(folder.path().join(format!("store{end}")), folder.path().join(format!("left{end}")))
            .unwrap();
    }
    assert_ne!(fs::metadata(&left).unwrap().len(), 0);
    assert_ne!(fs::metadata(folder.path().join("left-journal")).unwrap().len(), 0);
    let store = Store::open(&left).unwrap();
    assert_eq!(store.checkpoints().unwrap().len(), 1);
    assert_eq!(store.checkpoint("q").unwrap().unwrap().state, [1; 5000]);
    store.save("q", "more", b"later").unwrap();
}

#[test]
fn what_is_removed_is_gone_and_the_rest_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    for row in ["a", "b", "c"] {
        store.keep(row, "proved", "{}", None, "0").unwrap();
        store.save(row, "column 3", b"state").unwrap();
    }
    assert_eq!(store.remove(&["a", "b", "x"], &["c"]).unwrap(), (2, 1));
    let left = |store: &Store| {
        let results: Vec<String> = store.results().unwrap().into_iter().map(|known| known.question).collect();
        let runs: Vec<String> = store.checkpoints().unwrap().into_iter().map(|run| run.question).collect();
        (results, runs)
    };
    assert_eq!(left(&store), (vec!["c".to_owned()], vec!["a".to_owned(), "b".to_owned()]));
    drop(store);
    let again = Store::open(&folder.path().join("store.sqlite")).unwrap();
    assert_eq!(left(&again).0, ["c"]);
}
