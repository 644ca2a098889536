//! Searches for periods of rows: limits, progress and phases that are exact, against certificates that another program checks.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::{Certificate, RowGame, RowSearch, RowStep, value_in_row};
use grundy::theorem::UBig;
use grundy::{Deadline, Engine, Error, Guard, Ray, Rays, Symmetric, Table};
use grundy_check::{Limits, check};
use std::ops::ControlFlow;

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn search(text: &str, last: u64, limit: Option<u64>) -> RowSearch {
    RowSearch::of(&grundy::game(text).unwrap(), last, limit).unwrap()
}

/// Rows whose period is shorter than that of the rows below, by the square of a prime: the checker accepts only the least period, with the
/// first witness of each prime.
#[test]
fn rows_that_repeat_earlier_than_their_state() {
    for (text, row, preperiod, length, state_period) in [
        ("wythoff", 6, 37, 12, 24),
        ("{x,y: x,y-i where y>=x; x-2i,y-2i where y>=x}", 6, 11, 9, 36),
        ("{x,y: x,y-i where x+y>=4; x-2i,y+2i where x>=y; x-2i,y+i}", 8, 9, 5, 45),
        ("{x,y: x,y-i where x+y>=4; x-2i,y; x-2i,y-3i where y>=x; x-3i,y+2i}", 8, 12, 3, 12),
        ("{x,y: x,y-i; x-i,y+2i; x-2i,y where x+y>=4; x-3i,y-i}", 9, 13, 2, 8),
    ] {
        // With different numbers of columns at a time.
        for columns in [1, 7, 1 << 17] {
            let mut search = search(text, row, None);
            while search.run(columns).unwrap() != RowStep::Done {}
            let proof = search.proof(row).unwrap();
            let found = (proof.period.preperiod, proof.period.length, proof.state_period);
            assert_eq!(found, (preperiod, length, state_period), "{text}");
            let certificate = Certificate::from(proof);
            let verified = check(certificate.text().as_bytes(), Limits::default());
            assert!(verified.is_ok(), "{text}: {}\n{certificate}", verified.unwrap_err());
        }
    }
}

/// With a limit, a row is searched up to this column and not beyond.
#[test]
fn limits_are_columns() {
    for (text, row, least) in [("nim", 0, 1), ("nim", 2, 4)] {
        let mut within = search(text, row, Some(least));
        assert_eq!(within.finish(&mut go_on), Ok(true), "{text} {row}");
        let mut open = search(text, row, Some(least - 1));
        assert_eq!(open.finish(&mut go_on), Ok(false), "{text} {row}");
        assert!(open.progress().column < least, "{text} {row}");
        assert_eq!(open.proof(row), None);
        assert_eq!(within.proof(row).map(|proof| proof.row), Some(row));
    }
}

#[test]
fn a_search_that_is_done_stays_so() {
    let mut search = search("star-nim", 5, None);
    assert_eq!(search.last(), 5);
    assert_eq!(search.finish(&mut go_on), Ok(true));
    let proofs = search.proofs().to_vec();
    assert_eq!(proofs.iter().map(|proof| proof.row).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let progress = search.progress();
    let last = &proofs[5];
    assert!(last.state_from > 2 && last.state_period > 2);
    assert_eq!((progress.row, progress.column), (5, last.state_from + last.state_period));
    assert_eq!(search.run(1000), Ok(RowStep::Done));
    assert_eq!((search.proofs(), search.progress()), (&proofs[..], progress));
    assert_eq!((search.proof(3), search.proof(6)), (Some(&proofs[3]), None));
}

/// A claim fails at its first column, and a multiple of the period never does.
#[test]
fn claims_about_a_row() {
    let game = RowGame::from(Symmetric::STAR_NIM);
    let mut search = search("star-nim", 4, None);
    search.finish(&mut go_on).unwrap();
    let proof = search.proof(4).unwrap();
    let (from, length) = (proof.period.preperiod, proof.period.length);
    let values: Vec<u64> =
        (0..from + 3 * length).map(|b| value_in_row(&game, 4, b, Deadline::NONE).unwrap().unwrap()).collect();
    let at = |b: u64| values[usize::try_from(b).unwrap()];
    for claim in 1..2 * length {
        // Gives up after some columns more than a period.
        let mut calls = 0;
        let mut watch = |_: u64| {
            calls += 1;
            if calls > 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let expected = (from..from + length).find(|&b| at(b + claim) != at(b) + claim);
        assert_eq!(proof.first_failure(claim, &mut watch), Ok(expected), "{claim}");
    }
    assert_eq!(proof.first_failure(1, &mut |_| ControlFlow::Break(())), Err(Error::Cancelled));
}

/// With blocking: values, and the saltus, which is the period divided by q.
#[test]
fn rows_with_blocking() {
    for (text, q) in [("nim@block=2", 2), ("wythoff@block=3", 3)] {
        let table =
            Table::of(&grundy::game(text).unwrap()).to(60).engine(Engine::Definition).compute().unwrap();
        let mut search = search(text, 2, None);
        search.finish(&mut go_on).unwrap();
        for proof in search.proofs() {
            assert_eq!(proof.period.saltus * q, proof.period.length, "{text}");
            let row = usize::try_from(proof.row).unwrap();
            for column in 0..=60_u64 {
                let value = table.get(row, usize::try_from(column).unwrap()).map(|nimber| nimber.0);
                let told = value_in_row(&proof.game, proof.row, column, Deadline::NONE).unwrap();
                assert_eq!(told, value, "{text} {row},{column}");
                assert_eq!(
                    proof.value_at(&column.into()).unwrap(),
                    value.map(UBig::from),
                    "{text} {row},{column}"
                );
            }
        }
    }
}

/// A row whose windows would be too wide ends a search on one or several threads with an error, and keeps the rows below.
#[test]
fn rows_that_fail_end_the_search() {
    let guard = Guard { x: -20_000, y: 1, least: 0 };
    let rays =
        vec![Ray { step: (0, 1), guard: Guard::ALWAYS, width: 1 }, Ray { step: (1, 1), guard, width: 1 }];
    let game = RowGame::new(&Rays::new(rays, Vec::new()).unwrap()).unwrap();
    let message = "the windows of row 1 need more than 16384 bits";
    let mut search = RowSearch::new(game.clone(), 3, None).unwrap();
    assert_eq!(search.finish(&mut go_on).unwrap_err().to_string(), message);
    assert_eq!(search.proofs().len(), 1);
    for threads in [1, 2] {
        let mut search = RowSearch::new(game.clone(), 1, None).unwrap();
        let ended = search.finish_together(threads, &mut |_| ControlFlow::Continue(()), &mut |_| ());
        assert_eq!(ended.unwrap_err().to_string(), message);
    }
    let mut open = RowSearch::new(Symmetric::STAR_NIM, 9, Some(1000)).unwrap();
    // With more threads, a row above may come to the limit before a row below is proved.
    assert_eq!(open.finish_together(1, &mut |_| ControlFlow::Continue(()), &mut |_| ()), Ok(false));
    assert_eq!(open.proofs().len(), 7);
}
