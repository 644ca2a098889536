//! Sweeps: resumed, sharded, merged and stopped, the rows are those of one run.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy_answers::sweep::{self, DataSet, Row, Sweep, SweepError, TASKS, Task};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;

fn go_on(_: sweep::Tally) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn small() -> (&'static Task, serde_json::Value) {
    (sweep::find("gurvich-theorem-1").unwrap(), json!({"a": "1..4", "b": "1..4", "p": [1, 2], "terms": 40}))
}

/// All columns but the time.
fn told(task: &Task, rows: &[&Row]) -> Vec<String> {
    let row = |row: &&Row| {
        let mut json = row.json(task);
        json.remove("seconds");
        serde_json::Value::Object(json).to_string()
    };
    rows.iter().map(row).collect()
}

fn at_once() -> Vec<String> {
    let (task, grid) = small();
    let mut sweep = Sweep::new(task, sweep::points(task, &grid).unwrap(), None).unwrap();
    sweep.run(1, &mut go_on).unwrap();
    assert_eq!((sweep.tally().done, sweep.tally().failed), (32, 0));
    told(task, &sweep.rows())
}

fn data_set(task: &'static Task, folder: &Path, writer: &str) -> DataSet {
    DataSet::open(task, folder, writer).unwrap()
}

#[test]
fn shards_together_are_the_whole() {
    let (task, grid) = small();
    let folder = tempfile::tempdir().unwrap();
    let points = || sweep::points(task, &grid).unwrap();
    for shard in 0..3 {
        let part = points().into_iter().skip(shard).step_by(3).collect();
        let mut sweep =
            Sweep::new(task, part, Some(data_set(task, folder.path(), &format!("shard-{shard}")))).unwrap();
        sweep.run(2, &mut go_on).unwrap();
    }
    let all = data_set(task, folder.path(), "all");
    let merged = all.merge().unwrap();
    assert_eq!((merged.files, merged.rows.len()), (3, 32));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(told(task, &merged.rows.iter().collect::<Vec<_>>()), at_once());
    let again = Sweep::new(task, points(), Some(all)).unwrap();
    assert!(again.left().is_empty());
    assert_eq!(told(task, &again.rows()), at_once());
}

#[test]
fn what_is_done_is_not_done_again() {
    let (task, grid) = small();
    let folder = tempfile::tempdir().unwrap();
    let points = || sweep::points(task, &grid).unwrap();
    let mut half =
        Sweep::new(task, points()[..16].to_vec(), Some(data_set(task, folder.path(), "a"))).unwrap();
    half.run(2, &mut go_on).unwrap();
    let mut rest = Sweep::new(task, points(), Some(data_set(task, folder.path(), "b"))).unwrap();
    assert_eq!((rest.tally().done, rest.left().len()), (16, 16));
    rest.run(2, &mut go_on).unwrap();
    assert_eq!(told(task, &rest.rows()), at_once());
}

#[test]
fn a_failure_is_reported_and_asked_again() {
    let task = sweep::find("row-period").unwrap();
    let grid = json!({"game": ["star-nim", "chess", "wythoff"], "row": [2]});
    let folder = tempfile::tempdir().unwrap();
    for run in 0..2 {
        let kept = data_set(task, folder.path(), &format!("run-{run}"));
        let mut sweep = Sweep::new(task, sweep::points(task, &grid).unwrap(), Some(kept)).unwrap();
        assert_eq!(sweep.left().len(), if run == 0 { 3 } else { 1 });
        sweep.run(2, &mut go_on).unwrap();
        let rows = sweep.rows();
        assert_eq!(rows.iter().filter(|row| row.is_done()).count(), 2);
        assert!(rows[1].error.as_ref().unwrap().contains("chess"), "{:?}", rows[1]);
    }
}

#[test]
fn a_stop_keeps_what_is_there() {
    let task = sweep::find("r-wythoff-constants").unwrap();
    let points = sweep::points(task, &json!({"value": "0..9", "rows": 400_000_000_000_u64})).unwrap();
    let mut sweep = Sweep::new(task, points, None).unwrap();
    let stopped = sweep.run(2, &mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(SweepError::Stopped)), "{stopped:?}");
    assert_eq!(sweep.tally().done, 0);
}

#[test]
fn every_task_answers() {
    let grids = [
        json!({"a": 2, "b": 2, "p": 2, "q": 2, "reading": "as-written", "terms": 60}),
        json!({"value": 3, "rows": 100_000}),
        json!({"game": "wythoff", "row": 3}),
        json!({"first": 20, "last": 40}),
        json!({"claim": "farr-ho/table-1"}),
    ];
    for (task, grid) in TASKS.iter().zip(grids) {
        let mut sweep = Sweep::new(task, sweep::points(task, &grid).unwrap(), None).unwrap();
        sweep.run(1, &mut go_on).unwrap();
        let rows = sweep.rows();
        assert_eq!((rows.len(), rows[0].error.as_deref()), (1, None), "{}", task.name);
        assert!(rows[0].is_done() && rows[0].answers.len() == task.answers.len(), "{:?}", rows[0]);
        assert_eq!(Row::from_json(task, &rows[0].json(task)).as_ref(), Some(rows[0]));
    }
}

#[test]
fn another_task_is_not_mixed_in() {
    let (task, grid) = small();
    let folder = tempfile::tempdir().unwrap();
    let points = sweep::points(task, &grid).unwrap()[..1].to_vec();
    Sweep::new(task, points, Some(data_set(task, folder.path(), "a"))).unwrap().run(1, &mut go_on).unwrap();
    let other = sweep::find("row-period").unwrap();
    let error = Sweep::new(other, Vec::new(), Some(data_set(other, folder.path(), "b"))).unwrap_err();
    assert!(error.to_string().contains("its columns are a, b"), "{error}");
}
