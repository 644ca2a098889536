//! Sequences: every algorithm is tested against the rules, and the fast ones against the slow ones.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::codec::BadState;
use grundy::r_wythoff::{Rwsg, summary};
use grundy::sequence::{BlockedRows, Extent, Stream, Tally, by_definition, by_rows};
use grundy::star_nim::farr_ho::{Algorithm1, Algorithm2, Algorithm3};
use grundy::table::Progress;
use grundy::{Budget, Engine, Game, Sequence, Table};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const GAMES: [&str; 5] = ["nim", "star-nim", "wythoff", "r-wythoff", "gurvich:a=1,b=1"];

fn on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn rows(game: &str, value: u64, count: usize) -> Vec<(u64, u64)> {
    by_rows(&grundy::game(game).unwrap(), value, Extent::Count(count), &mut on).unwrap()
}

#[test]
fn rows_are_those_of_the_definition() {
    for game in GAMES {
        for value in 0..=12 {
            let slow = by_definition(&grundy::game(game).unwrap(), value, 15, Budget::default()).unwrap();
            assert_eq!(rows(game, value, 15), slow, "{game}, value {value}");
        }
    }
}

#[test]
fn rows_are_those_of_the_table() {
    const ROWS: u64 = 300;
    for game in GAMES {
        let table =
            Table::of(&grundy::game(game).unwrap()).to(2 * ROWS).engine(Engine::Rays).compute().unwrap();
        let at = |x: u64, y: u64| table.get(usize::try_from(x).unwrap(), usize::try_from(y).unwrap());
        let value = |x, y| at(x, y).map(|nimber| nimber.0);
        for g in 0..=25 {
            let cells = (0..ROWS).flat_map(|x| (x..=2 * ROWS).map(move |y| (x, y)));
            let shown: Vec<(u64, u64)> = cells.filter(|&(x, y)| value(x, y) == Some(g)).collect();
            assert_eq!(
                by_rows(&grundy::game(game).unwrap(), g, Extent::Rows(ROWS), &mut on).unwrap(),
                shown,
                "{game}, value {g}"
            );
        }
    }
}

#[test]
fn the_three_algorithms_of_farr_and_ho_are_one() {
    for value in 0..=20 {
        let count = 400;
        let fast = rows("star-nim", value, count);
        let first: Vec<_> = Algorithm1::new(value).map(|found| (found.x, found.y)).take(count).collect();
        assert_eq!(first, fast, "Algorithm 1, value {value}");
        let second: Vec<_> = Algorithm2::new(value).map(|found| (found.x, found.y)).take(count).collect();
        assert_eq!(second, fast, "Algorithm 2, value {value}");
        let mut algorithm = Algorithm3::new(value);
        for &(x, y) in &fast {
            assert_eq!(algorithm.next(), Some(y - x), "Algorithm 3, value {value}");
            assert_eq!(algorithm.member(), (x, y));
        }
        for (a, b) in Algorithm1::new(value).zip(Algorithm2::new(value)).take(100) {
            assert_eq!(a, b, "what step (2) passed over, value {value}");
        }
    }
}

#[test]
fn the_state_is_that_of_definition_4_and_as_small_as_the_paper_says() {
    for value in 0..=12_u64 {
        let sequences: Vec<Vec<(u64, u64)>> = (0..=value).map(|k| rows("star-nim", k, 120)).collect();
        let (mut second, mut third) = (Algorithm2::new(value), Algorithm3::new(value));
        for &(x, _) in sequences.last().unwrap().iter().take(50) {
            second.next().unwrap();
            third.next().unwrap();
            let mut numbers = 0;
            for ((k, sequence), column) in (0..).zip(&sequences).zip(second.state().columns()) {
                let last = sequence.iter().rposition(|member| member.0 <= x).unwrap();
                let member = sequence[last];
                assert_eq!(column.t(), BTreeSet::from([member.0, member.1]));
                let recent = sequence[last.saturating_sub(k)..=last].iter().map(|&(_, y)| y);
                assert_eq!(column.y, recent.filter(|&y| y >= member.0).collect());
                numbers += column.t().union(&column.y).count();
            }
            // Remark 8 and the proof of Theorem 4.
            assert!(u64::try_from(numbers).unwrap() <= (value * value + 5 * value + 4) / 2);
            let columns = third.state().columns().iter();
            assert!(columns.flat_map(|c| c.t().into_iter().chain(c.y.clone())).all(|v| v <= 3 * value + 4));
            assert_eq!(third.state().columns().iter().map(|c| c.last.0).min(), Some(0));
        }
    }
}

fn tallies(stream: &Stream, largest: u64) -> Vec<Tally> {
    (0..=largest).map(|value| stream.tally(value).unwrap()).collect()
}

#[test]
fn rwsg_by_blocks_is_rwsg_by_rows() {
    for (largest, step) in [(0, 1777), (1, 1777), (3, 1777), (12, 1777), (40, 6000), (255, 39_000)] {
        let mut stream = Stream::of(&grundy::game("r-wythoff").unwrap(), largest).unwrap();
        let first = if largest < 100 { 0..400 } else { 0..3 };
        for rows in first.chain((500..40_000).step_by(step)) {
            assert!(stream.advance(rows, |_| (), &mut on).is_continue());
            let fast = summary(largest, rows, &mut on).unwrap().unwrap();
            assert_eq!(fast, tallies(&stream, largest), "values to {largest}, {rows} rows");
        }
    }
}

#[test]
fn far_rows_are_read_off_near_ones() {
    // Beyond the stored rows, where readers read from other readers.
    let (largest, rows) = (17, 1_500_000);
    let mut stream = Stream::of(&grundy::game("r-wythoff").unwrap(), largest).unwrap();
    let mut rwsg = Rwsg::new(largest).unwrap();
    for rows in [rows / 4, rows / 2, rows] {
        assert!(stream.advance(rows, |_| (), &mut on).is_continue());
        assert!(rwsg.advance(rows, &mut on).is_continue());
        assert_eq!(rwsg.tallies(rows), tallies(&stream, largest), "{rows} rows");
    }
}

#[test]
fn a_watcher_can_stop() {
    let stop = &mut |_: Progress| ControlFlow::Break(());
    assert!(by_rows(&grundy::game("wythoff").unwrap(), 3, Extent::Rows(1 << 40), stop).is_err());
    assert_eq!(summary(3, 1 << 40, stop).unwrap(), None);
}

#[test]
fn bytes_that_are_no_state_are_refused() {
    let mut stream = Stream::of(&grundy::game("wythoff").unwrap(), 4).unwrap();
    assert!(stream.advance(200, |_| (), &mut on).is_continue());
    let rwsg = Rwsg::new(4).unwrap();
    for bytes in [stream.to_bytes(), rwsg.to_bytes()] {
        for cut in [0, 1, 7, 8, 24, bytes.len() - 8, bytes.len() - 1] {
            assert!(Stream::from_bytes(&bytes[..cut]).is_err() && Rwsg::from_bytes(&bytes[..cut]).is_err());
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            assert!(Stream::from_bytes(&damaged).is_err() && Rwsg::from_bytes(&damaged).is_err());
        }
    }
    assert_eq!(Stream::from_bytes(&rwsg.to_bytes()), Err(BadState("wrong magic number or kind")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_stream_goes_on_from_bytes(game in 0..GAMES.len(), largest in 0u64..20, first in 0u64..1000, second in 0u64..1000) {
        let mut whole = Stream::of(&grundy::game(GAMES[game]).unwrap(), largest).unwrap();
        let mut seen = Vec::new();
        prop_assert!(whole.advance(first + second, |member| seen.push(member), &mut on).is_continue());
        let mut part = Stream::of(&grundy::game(GAMES[game]).unwrap(), largest).unwrap();
        let mut resumed = Vec::new();
        prop_assert!(part.advance(first, |member| resumed.push(member), &mut on).is_continue());
        let mut part = Stream::from_bytes(&part.to_bytes()).unwrap();
        prop_assert!(part.advance(first + second, |member| resumed.push(member), &mut on).is_continue());
        prop_assert_eq!(seen, resumed);
        prop_assert_eq!(part, whole);
    }

    #[test]
    fn rwsg_goes_on_from_bytes(largest in 0u64..20, first in 0u64..700_000, second in 0u64..700_000) {
        let mut whole = Rwsg::new(largest).unwrap();
        prop_assert!(whole.advance(first, &mut on).is_continue());
        let mut part = Rwsg::from_bytes(&whole.to_bytes()).unwrap();
        prop_assert_eq!(&part, &whole);
        prop_assert!(whole.advance(first + second, &mut on).is_continue());
        prop_assert!(part.advance(first + second, &mut on).is_continue());
        prop_assert_eq!(part.tallies(first + second), whole.tallies(first + second));
        prop_assert_eq!(part, whole);
    }
}

/// The P-positions of Wythoff's game with blocking, without passing every cell, against a count of the P-positions among all options.
#[test]
fn blocked_rows_are_those_of_a_count() {
    const ROWS: usize = 150;
    const COLUMNS: usize = 480;
    for q in (1..=20).chain([64, 255]) {
        let mut is_p = vec![[false; COLUMNS]; COLUMNS];
        let mut expected = Vec::new();
        for x in 0..ROWS {
            for y in x..COLUMNS {
                let row = (0..y).filter(|&to| is_p[x][to]).count();
                let column = (0..x).filter(|&to| is_p[to][y]).count();
                let diagonal = (1..=x).filter(|&by| is_p[x - by][y - by]).count();
                if row + column + diagonal < q {
                    (is_p[x][y], is_p[y][x]) = (true, true);
                    expected.push((u64::try_from(x).unwrap(), u64::try_from(y).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        let mut rows = BlockedRows::new(u64::try_from(q).unwrap(), 1 << 20).unwrap();
        let see = |x: u64, y: u64| found.push((x, y));
        rows.advance(u64::try_from(ROWS).unwrap(), see, &mut on).unwrap();
        // The last rows of large q end beyond the columns.
        found.retain(|&(_, y)| y < u64::try_from(COLUMNS).unwrap());
        assert_eq!(found, expected, "{q}");
        let game = grundy::game(&format!("wythoff@block={q}")).unwrap();
        let few = Sequence::of(&game).count(90).unwrap();
        assert_eq!(few[..], expected[..90], "{q}");
    }
    assert!(BlockedRows::new(256, 1 << 20).is_none() && BlockedRows::new(0, 1 << 20).is_none());
    let mut rows = BlockedRows::new(4, 1 << 10).unwrap();
    let error = rows.advance(1000, |_, _| (), &mut on).unwrap_err();
    assert!(matches!(error, grundy::Error::Limit(grundy::Limit::Memory { .. })), "{error}");
}

/// With blocking, `by_blocking` against the definition.
#[test]
fn blocked_sequences_are_those_of_the_definition() {
    const ROWS: u64 = 12;
    const COLUMNS: u64 = 34;
    for text in [
        "wythoff@block=1",
        "wythoff@block=2",
        "wythoff@block=3",
        "nim@block=2",
        "r-wythoff@block=2",
        "star-nim@block=2",
        "{x,y: x-i,y; x,y-i; x-i,y-2i}@block=2",
        "{x,y: x-i,y; x,y-2i; x-2i,y-i}@block=3",
    ] {
        let game = grundy::game(text).unwrap();
        let template = grundy::Template::of_game(&game).unwrap();
        let mut engine = grundy::Reference::new(Game::clone(&game), Budget::default());
        let values: Vec<(u64, u64, u64)> = (0..ROWS)
            .flat_map(|x| (0..COLUMNS).map(move |y| (x, y)))
            .filter_map(|(x, y)| {
                let position = template.at(&[("a", x), ("b", y)]).ok()?;
                Some((x, y, engine.value(&position).unwrap().0))
            })
            .collect();
        let symmetric = values
            .iter()
            .all(|&(x, y, value)| values.iter().all(|&(p, q, other)| (p, q) != (y, x) || other == value));
        for value in 0..=4 {
            let found = Sequence::of(&game).value(value).rows(ROWS).unwrap();
            let expected: Vec<(u64, u64)> = values
                .iter()
                .filter(|&&(x, y, v)| v == value && (!symmetric || x <= y))
                .map(|&(x, y, _)| (x, y))
                .collect();
            let within: Vec<(u64, u64)> = found.iter().copied().filter(|pair| pair.1 < COLUMNS).collect();
            assert_eq!(within, expected, "{text}, value {value}");
            let few = Sequence::of(&game).value(value).count(9).unwrap();
            let both = few.len().min(found.len());
            assert_eq!(few[..both], found[..both], "{text}, value {value}");
        }
    }
}
