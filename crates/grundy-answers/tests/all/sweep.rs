//! Sweeps: resumed, sharded, merged and stopped, the rows are those of one run.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy_answers::sweep::{
    DataSet, Outline, Plan, Point, QUESTIONS, Read, Row, Sweep, SweepError, TASKS, Tally,
};
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

fn go_on(_: Tally) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A plan and its points.
fn plan(keys: &Json, grid: &Json) -> (Arc<Plan>, Vec<Point>) {
    let outline = Outline::of(keys.as_object().unwrap()).unwrap();
    let (plan, points) = Plan::new(outline, grid).unwrap();
    (Arc::new(plan), points)
}

fn task(name: &str, grid: &Json) -> (Arc<Plan>, Vec<Point>) {
    plan(&json!({ "task": name }), grid)
}

fn small() -> (Arc<Plan>, Vec<Point>) {
    task("gurvich-theorem-1", &json!({"a": "1..4", "b": "1..4", "p": [1, 2], "terms": 40}))
}

fn run(plan: &Arc<Plan>, points: Vec<Point>, kept: Option<DataSet>) -> Sweep {
    let mut sweep = Sweep::new(Arc::clone(plan), points, kept).unwrap();
    sweep.run(2, &mut go_on).unwrap();
    sweep
}

/// All columns but the time.
fn told(plan: &Plan, rows: &[&Row]) -> Vec<String> {
    let row = |row: &&Row| {
        let mut json = row.json(plan);
        json.remove("seconds");
        Json::Object(json).to_string()
    };
    rows.iter().map(row).collect()
}

fn at_once() -> Vec<String> {
    let (plan, points) = small();
    let mut sweep = Sweep::new(Arc::clone(&plan), points, None).unwrap();
    sweep.run(1, &mut go_on).unwrap();
    assert_eq!((sweep.tally().done, sweep.tally().failed), (32, 0));
    told(&plan, &sweep.rows())
}

fn data_set(plan: &Arc<Plan>, folder: &Path, writer: &str) -> DataSet {
    DataSet::open(Arc::clone(plan), folder, writer).unwrap()
}

#[test]
fn shards_together_are_the_whole() {
    let (plan, points) = small();
    let folder = tempfile::tempdir().unwrap();
    for shard in 0..3 {
        let part = points.iter().skip(shard).step_by(3).cloned().collect();
        run(&plan, part, Some(data_set(&plan, folder.path(), &format!("shard-{shard}"))));
    }
    let all = data_set(&plan, folder.path(), "all");
    let merged = all.merge().unwrap();
    assert_eq!((merged.files, merged.rows.len()), (3, 32));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(told(&plan, &merged.rows.iter().collect::<Vec<_>>()), at_once());
    let again = Sweep::new(Arc::clone(&plan), points, Some(all)).unwrap();
    assert!(again.left().is_empty());
    assert_eq!(told(&plan, &again.rows()), at_once());
}

#[test]
fn what_is_done_is_not_done_again() {
    let (plan, points) = small();
    let folder = tempfile::tempdir().unwrap();
    run(&plan, points[..16].to_vec(), Some(data_set(&plan, folder.path(), "a")));
    let mut rest = Sweep::new(Arc::clone(&plan), points, Some(data_set(&plan, folder.path(), "b"))).unwrap();
    assert_eq!((rest.tally().done, rest.left().len()), (16, 16));
    rest.run(2, &mut go_on).unwrap();
    assert_eq!(told(&plan, &rest.rows()), at_once());
}

#[test]
fn a_failure_is_reported_and_asked_again() {
    let (plan, points) = task("row-period", &json!({"game": ["star-nim", "chess", "wythoff"], "row": [2]}));
    let folder = tempfile::tempdir().unwrap();
    for number in 0..2 {
        let kept = data_set(&plan, folder.path(), &format!("run-{number}"));
        let mut sweep = Sweep::new(Arc::clone(&plan), points.clone(), Some(kept)).unwrap();
        assert_eq!(sweep.left().len(), if number == 0 { 3 } else { 1 });
        sweep.run(2, &mut go_on).unwrap();
        let rows = sweep.rows();
        assert_eq!(rows.iter().filter(|row| row.is_done()).count(), 2);
        assert!(rows[1].error.as_ref().unwrap().contains("chess"), "{:?}", rows[1]);
    }
}

#[test]
fn a_stop_keeps_what_is_there() {
    let (plan, points) = task("r-wythoff-constants", &json!({"value": "0..9", "rows": 400_000_000_000_u64}));
    let mut sweep = Sweep::new(plan, points, None).unwrap();
    let stopped = sweep.run(2, &mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(SweepError::Stopped)), "{stopped:?}");
    assert_eq!(sweep.tally().done, 0);
}

#[test]
fn a_point_that_takes_too_long_fails_and_the_others_are_answered() {
    let keys = json!({"question": "summary", "game": "r-wythoff", "value": 3, "rows": "{n}", "time": 1});
    let (plan, points) = plan(&keys, &json!({"n": [1000, 400_000_000_000_u64]}));
    let sweep = run(&plan, points, None);
    let rows = sweep.rows();
    assert!(rows[0].is_done() && !rows[1].is_done(), "{rows:?}");
    assert_eq!(rows[1].error.as_deref(), Some("this takes longer than 1 second"));
}

#[test]
fn every_task_answers() {
    let grids = [
        json!({"a": 2, "b": 2, "p": 2, "q": 2, "reading": "as-written", "terms": 60}),
        json!({"value": 3, "rows": 100_000}),
        json!({"game": "wythoff", "row": 3}),
        json!({"first": 20, "last": 40}),
        json!({"a": 1, "b": 3, "c": 7, "heaps": 1000}),
        json!({"claim": "farr-ho/table-1"}),
    ];
    for (one, grid) in TASKS.iter().zip(grids) {
        let (plan, points) = task(one.name, &grid);
        answers_completely(&plan, points);
    }
}

/// The row of a plan with one point, which goes through cells and JSON unchanged.
fn answers_completely(plan: &Arc<Plan>, points: Vec<Point>) -> serde_json::Map<String, Json> {
    let sweep = run(plan, points, None);
    let rows = sweep.rows();
    assert_eq!((rows.len(), rows[0].error.as_deref()), (1, None), "{}", plan.outline.name);
    assert!(rows[0].is_done() && rows[0].answers.len() == plan.question().answers.len(), "{:?}", rows[0]);
    assert_eq!(Row::from_json(plan, &rows[0].json(plan)).as_ref(), Some(rows[0]));
    assert_eq!(Row::from_cells(plan, rows[0].cells(plan)).as_ref(), Some(rows[0]));
    rows[0].json(plan)
}

#[test]
fn every_question_is_asked_at_a_point() {
    let asked = [
        (
            json!({"question": "value", "game": "star-nim", "position": "{x},7"}),
            json!({"value": 5, "outcome": "N"}),
        ),
        (json!({"question": "outcome", "position": "nim {x} + nim 3"}), json!({"outcome": "P"})),
        (
            json!({"question": "moves", "game": "wythoff", "position": "{x},3"}),
            json!({"moves": 9, "winning": 1}),
        ),
        (
            json!({"question": "table", "game": "nim a,b,{x}", "max": 3}),
            json!({"positions": 16, "zeros": 4, "largest": 3}),
        ),
        (
            json!({"question": "period", "game": "star-nim", "row": "{x}"}),
            json!({"verdict": "proved", "period": 9}),
        ),
        (
            json!({"question": "sequence", "game": "wythoff", "count": "{x}"}),
            json!({"members": 3, "positions": "[[0,0],[1,2],[3,5]]"}),
        ),
        (
            json!({"question": "summary", "game": "r-wythoff", "value": "{x}", "rows": 500}),
            json!({"verdict": "open"}),
        ),
        (
            json!({"question": "compare", "game": "gurvich:a=2,b=2,p=2,q=2,reading=as-written", "count": "{x}0"}),
            json!({"verdict": "contradicted"}),
        ),
        (json!({"question": "limit", "game": "fraenkel:a={x}", "digits": 5}), json!({"limit": "1.30277"})),
        (
            json!({"question": "prove", "game": "r-wythoff", "value": "{x}"}),
            json!({"verdict": "proved", "missing": null}),
        ),
        (json!({"question": "formula", "game": "r-wythoff", "value": "{x}"}), json!({"verdict": "proved"})),
        (json!({"question": "audit", "claim": "farr-ho/table-{x}"}), json!({"effort": null})),
        (json!({"question": "spreads", "columns": "{x}..9"}), json!({"verdict": "open"})),
    ];
    assert_eq!(asked.len(), QUESTIONS.len());
    for ((keys, expected), question) in asked.into_iter().zip(QUESTIONS) {
        assert_eq!(keys["question"], question.name);
        let x = if question.name == "audit" { 1 } else { 3 };
        let (plan, points) = plan(&keys, &json!({ "x": x }));
        let row = answers_completely(&plan, points);
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(row.get(key).unwrap_or(&Json::Null), value, "{keys}: {key} of {row:?}");
        }
    }
}

/// The answers are those of the library, point by point.
#[test]
fn values_are_those_of_the_library() {
    let text = "question = \"value\"\ngame = \"gurvich:a={a},b=1\"\nposition = \"{x},{y}\"\n[grid]\na = [1, 2]\nx = \"0..4\"\ny = \"0..4\"\n";
    let Read { plan, points, .. } = Read::parse(text).unwrap();
    let plan = Arc::new(plan);
    let sweep = run(&plan, points, None);
    assert_eq!(sweep.rows().len(), 50);
    for row in sweep.rows() {
        let [a, x, y] = [0, 1, 2].map(|k| row.point[k].to_string());
        let (game, position) = grundy::parse(&format!("gurvich:a={a},b=1 {x},{y}")).unwrap();
        let value = grundy::Strategist::new(&game, grundy::Budget::default())
            .by_definition()
            .value(&position)
            .unwrap();
        assert_eq!(row.get(&plan, "value"), Some(value.0.to_string()), "{row:?}");
        assert_eq!(row.question, format!("value gurvich:a={a},b=1 position {x},{y}"));
    }
}

#[test]
fn a_value_beyond_64_bits_is_no_number_of_a_column() {
    let keys = json!({"question": "value", "game": "nim", "position": "{n}"});
    let (wide, points) = plan(&keys, &json!({"n": ["36893488147419103232"]}));
    let sweep = run(&wide, points, None);
    assert!(
        sweep.rows()[0].error.as_ref().unwrap().contains("does not fit into 64 bits"),
        "{:?}",
        sweep.rows()
    );
}

#[test]
fn another_plan_is_not_mixed_in() {
    let (one, points) = small();
    let folder = tempfile::tempdir().unwrap();
    run(&one, points[..1].to_vec(), Some(data_set(&one, folder.path(), "a")));
    let (other, _) = task("row-period", &json!({"game": "nim", "row": 1}));
    let error =
        Sweep::new(Arc::clone(&other), Vec::new(), Some(data_set(&other, folder.path(), "b"))).unwrap_err();
    assert!(error.to_string().contains("its columns are a, b"), "{error}");
    // The same columns, but another game.
    let folder = tempfile::tempdir().unwrap();
    let rows =
        |game: &str| plan(&json!({"question": "period", "game": game, "row": "{r}"}), &json!({"r": "0..2"}));
    let (nim, points) = rows("nim");
    run(&nim, points, Some(data_set(&nim, folder.path(), "a")));
    let (wythoff, points) = rows("wythoff");
    let error =
        Sweep::new(Arc::clone(&wythoff), points, Some(data_set(&wythoff, folder.path(), "b"))).unwrap_err();
    // Points are answered in any order.
    let rows = |r| {
        format!(
            "it answers `period nim row {r}`, and the plan asks `period wythoff row {r}`; choose another folder"
        )
    };
    assert!((0..3).any(|r| error.to_string().ends_with(&rows(r))), "{error}");
}

#[test]
fn rules_have_parameters_of_the_grid() {
    let plan = json!({"question": "value", "game": "{x,y: x-i,y; x,y-i; x-i,y-{q}i}", "position": "{a},8"});
    let outline = Outline::of(plan.as_object().unwrap()).unwrap();
    let (plan, points) = Plan::new(outline, &json!({"q": "1..3", "a": [5, 6]})).unwrap();
    let keys: Vec<String> = points.iter().map(|point| plan.key(point)).collect();
    assert_eq!(keys.len(), 6);
    assert_eq!(keys[3], "value {x, y: x - i, y; x, y - i; x - i, y - 2i} position 6,8");
}
