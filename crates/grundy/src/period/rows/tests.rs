use super::*;
use crate::geometry::Symmetric;

fn of(text: &str, last: u64, limit: Option<u64>) -> RowSearch {
    RowSearch::of(&crate::catalog::game(text).unwrap(), last, limit).unwrap()
}

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn refused(search: &RowSearch) -> &'static str {
    RowSearch::from_bytes(&search.to_bytes()).unwrap_err().0
}

#[test]
fn rows_of_a_stored_search_follow_each_other() {
    const ROWS: &str = "the rows do not follow each other";
    let mut search = of("nim", 5, None);
    while search.proofs.len() < 3 {
        search.run(1).unwrap();
    }
    assert_eq!((search.current.row, search.proofs.len()), (3, 3));
    assert_eq!(RowSearch::from_bytes(&search.to_bytes()).as_ref(), Ok(&search));
    // A proof is missing, or there is one too many.
    let mut one = search.clone();
    one.proofs.pop();
    assert_eq!(refused(&one), ROWS);
    let mut one = search.clone();
    one.proofs.push(one.proofs[2].clone());
    assert_eq!(refused(&one), ROWS);
    let mut one = search.clone();
    one.last = 2;
    assert_eq!(refused(&one), ROWS);
    let mut done = search;
    assert_eq!(done.finish(&mut go_on), Ok(true));
    assert_eq!(RowSearch::from_bytes(&done.to_bytes()).as_ref(), Ok(&done));
    let mut one = done.clone();
    one.proofs.truncate(2);
    assert_eq!(refused(&one), ROWS);
    let mut alone = RowSearch::between(Symmetric::NIM, 4..=4, None).unwrap();
    assert_eq!(RowSearch::from_bytes(&alone.to_bytes()).as_ref(), Ok(&alone));
    alone.first = 5;
    assert_eq!(refused(&alone), ROWS);
}

/// A game with walls is two strips with shared cells, without blocking.
#[test]
fn games_of_a_stored_search_are_known() {
    let with = |text: &str, q: u64, walls: u64| {
        let search = of(text, 2, None);
        let mut to = Writer::new(KIND, VERSION);
        write_rays(&mut to, search.game.rays());
        to.numbers([q, walls, search.first, search.last]);
        to.maybe(search.limit);
        to.numbers([search.filled, 0]);
        search.current.write(&mut to);
        RowSearch::from_bytes(&to.finish())
    };
    let none = Err(BadState("there is no such game"));
    assert_eq!(with("nim", 1, 0), Ok(of("nim", 2, None)));
    assert_eq!(with("shared-cells:k=3", 1, 1), Ok(of("shared-cells:k=3", 2, None)));
    assert_eq!(with("wythoff@block=2", 2, 0), Ok(of("wythoff@block=2", 2, None)));
    for (text, q, walls) in [
        ("shared-cells:k=3", 1, 2),
        ("shared-cells:k=3", 2, 1),
        ("shared-cells:k=1", 1, 1),
        ("nim", 1, 1),
        ("nim", 10_001, 0),
    ] {
        assert_eq!(with(text, q, walls), none, "{text} {q} {walls}");
    }
}

/// A run fills as many columns as take the time of the given number of columns of the fastest machine.
#[test]
fn a_run_fills_its_share_of_columns() {
    let mut search = of("wythoff@block=2", 3, None);
    let mut runs = 0;
    while search.run(1 << 7).unwrap() != RowStep::Done {
        let current = &search.current;
        let weight = current.weight();
        let mut one = search.clone();
        assert_ne!(one.run(6 * weight - 1).unwrap(), RowStep::Open);
        let filled = one.filled - search.filled;
        match (&current.phase, &one.current.phase) {
            (Phase::Search(before), Phase::Search(after)) if one.current.row == current.row => {
                let rows = current.row + 1;
                // Cells with their row, column and diagonal, or with the row alone; each passes 16 values, and 8 take a column's time.
                assert_eq!(weight, rows * if rows == 1 { 1 } else { 3 } * 16 / 8);
                assert_eq!((filled, after.column() - before.column()), (5, 5));
                runs += 1;
            }
            (Phase::Search(_), _) => {}
            // Two runs, each in a column.
            _ => assert!(filled <= 2 * 5, "{filled} columns"),
        }
    }
    assert!(runs > 2, "{runs}");
}

/// A search that is stored and restored after every run proves the same, also where rows run ahead of the last one before its first column.
#[test]
fn searches_resume_from_any_step() {
    for text in ["exile", "exile@block=2", "{x,y where not (x=3 and y=4): x-i,y; x,y-i; x-i,y+i; x-i,y-i}"] {
        let mut whole = of(text, 4, Some(5000));
        let mut pieces = whole.clone();
        let mut leads = 0;
        loop {
            let step = pieces.run(1).unwrap();
            let restored = RowSearch::from_bytes(&pieces.to_bytes()).unwrap();
            assert_eq!(restored, pieces, "{text}");
            pieces = restored;
            if let Phase::Search(run) = &pieces.current.phase {
                leads += u64::from(run.lead() > 0);
            }
            if matches!(step, RowStep::Done | RowStep::Open) {
                break;
            }
        }
        assert!(leads > 4, "{text}: {leads}");
        whole.finish(&mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(whole.proofs(), pieces.proofs(), "{text}");
        assert!(!whole.proofs().is_empty(), "{text}");
    }
}

/// The states of many rows that run far ahead of each other: such a state is read at once, as nothing is filled for it.
#[test]
fn far_rows_begin_at_once() {
    const FAR: &str = "{x,y where not (x=30 and y=2): x-i,y; x,y-i; x-i,y+40i; x-7i,y+11i}";
    let game = RowGame::of(&crate::catalog::game(FAR).unwrap()).unwrap();
    let one = OneRow::new(&game, 200, 1, 0).unwrap();
    let Phase::Search(run) = &one.phase else { panic!("a new search") };
    assert_eq!(run.lead(), 40 * 200 + run.column());
}
