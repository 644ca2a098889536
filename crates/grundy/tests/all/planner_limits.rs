//! The planner computes no more than it needs, keeps its limits, and answers the same whatever it has been asked before.

use crate::common::{Chance, GAMES, parsed};
use grundy::geometry::{Guard, Ray, Rays};
use grundy::period::{RowGame, value_in_row};
use grundy::solve::rays::{Field, How, Simd};
use grundy::strategy::{Archive, Kept, Nothing, answer_with};
use grundy::theorem::UBig;
use grundy::{
    Deadline, Error, Limit, Limits, Nimber, Strategist, Symmetric, Table, Template, Unanswered, answer,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Machines of others are slow and busy.
const SLACK: Duration = Duration::from_secs(5);

fn shapes() -> Vec<Symmetric> {
    let wide = |a, b| Symmetric { hole: false, both: true, a, b };
    let mut shapes = Symmetric::WITH_WINDOWS.to_vec();
    shapes.extend([wide(2, 3), wide(5, 1), wide(1, 6), wide(9, 9)]);
    shapes
}

fn cells_of(field: &Field, how: How) -> Vec<(usize, usize, u32)> {
    let mut cells = Vec::new();
    let made = field.for_each(how, &mut |chunk| {
        chunk.for_each(|a, b, value| {
            assert_eq!(chunk.value(field.place(a, b)), Some(value));
            cells.push((a, b, value));
        });
        ControlFlow::Continue(())
    });
    assert_eq!(made, Ok(()));
    cells.sort_unstable();
    cells
}

#[test]
fn a_rectangle_has_the_cells_of_the_square() {
    const MAX: u64 = 300;
    for shape in shapes() {
        let one = How { threads: 1, ..How::default() };
        let square = cells_of(&Field::rectangle(&shape.into(), MAX, MAX).unwrap(), one);
        for last in [0, 1, 3, 127, 128, 200, MAX] {
            let expected: Vec<_> =
                square.iter().copied().filter(|&(a, ..)| u64::try_from(a).unwrap() <= last).collect();
            let rectangle = Field::rectangle(&shape.into(), last, MAX).unwrap();
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                for threads in [1, 3] {
                    let how = How { simd, threads, wide: threads == 3, ..How::default() };
                    assert!(cells_of(&rectangle, how) == expected, "{shape:?} to row {last} by {how:?}");
                }
            }
            assert_eq!(rectangle.cells(), u64::try_from(expected.len()).unwrap(), "{shape:?} to row {last}");
        }
    }
    assert_eq!(Field::rectangle(&Symmetric::WYTHOFF.into(), 4, 3).unwrap().cells(), 14, "in either order");
}

#[test]
fn a_rectangle_without_symmetry_has_the_cells_of_the_square() {
    let ray = |step, width| Ray { step, width, guard: Guard::default() };
    let rays =
        Rays::new(vec![ray((1, 0), 1), ray((1, 2), 1), ray((0, 3), 1), ray((0, 1), 2)], Vec::new()).unwrap();
    let one = How { threads: 1, ..How::default() };
    let square = cells_of(&Field::rectangle(&rays, 60, 60).unwrap(), one);
    for (rows, columns) in [(0, 60), (60, 0), (7, 60), (60, 11), (20, 33)] {
        let part: Vec<_> = square.iter().copied().filter(|&(x, y, _)| x <= rows && y <= columns).collect();
        let rectangle =
            Field::rectangle(&rays, u64::try_from(rows).unwrap(), u64::try_from(columns).unwrap()).unwrap();
        assert_eq!(cells_of(&rectangle, one), part, "{rows},{columns}");
        assert_eq!(rectangle.cells(), u64::try_from(part.len()).unwrap());
    }
}

/// A large table is not kept: the values of the options are picked while it is filled.
#[test]
fn options_of_large_positions_have_the_values_of_the_table() {
    const MAX: u64 = 3000;
    for (name, at) in [
        ("wythoff", [1500, 3000]),
        ("star-nim", [2990, 1430]),
        ("gurvich:a=2,b=3", [1450, 2950]),
        ("sharing-nim", [1100, 3000]),
    ] {
        let template = Template::parse(name).unwrap();
        let table = Table::of(&template).to(MAX).compute().unwrap();
        let cell = |position: &grundy::Position| {
            let (a, b) = grundy::table::cell(&template, position).unwrap();
            table.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()).unwrap()
        };
        let position = template.at(&[("a", at[0]), ("b", at[1])]).unwrap();
        let mut strategist = Strategist::within(template.game(), Limits::default());
        assert_eq!(strategist.value(&position), Ok(cell(&position)), "{name} {at:?}");
        let moves = strategist.moves(&position).unwrap();
        assert!(moves.len() > 1000, "{name} {at:?} has {} moves", moves.len());
        for option in moves {
            assert_eq!(option.value, cell(&option.position), "{name} {at:?} -> {}", option.position);
        }
    }
}

/// Counts cells.
struct Counting(AtomicU64);

impl Archive for Counting {
    fn row(&self, _: &RowGame, _: u64, _: Limits) -> Option<Kept> {
        None
    }

    fn progress(&self, unit: &'static str, done: u64, _: u64) -> ControlFlow<()> {
        if unit == "cells" {
            self.0.fetch_max(done, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn no_more_cells_are_filled_than_a_position_needs() {
    for (text, cells) in [
        ("wythoff 1300,3500", 1301 * 3501 - 1301 * 1300 / 2),
        ("star-nim 2000,2100", 2001 * 2101 - 2001 * 2000 / 2),
        ("star-nim 3300,1500", 1501 * 3301 - 1501 * 1500 / 2),
    ] {
        let (game, position) = parsed(text);
        let counting = Counting(AtomicU64::new(0));
        answer_with(&game, &position, Limits::default(), &counting).unwrap();
        // Star Nim has no position 0,0.
        let filled = counting.0.into_inner() + u64::from(text.starts_with("star"));
        assert_eq!(filled, cells, "{text}");
    }
}

/// Cancels at once.
struct Impatient;

impl Archive for Impatient {
    fn row(&self, _: &RowGame, _: u64, _: Limits) -> Option<Kept> {
        None
    }

    fn progress(&self, _: &'static str, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_answer_can_be_cancelled() {
    for text in ["wythoff 6000,9000", "sharing-nim 0,2000,7000", "star-nim 110,120,130,140"] {
        let (game, position) = parsed(text);
        let started = Instant::now();
        let cancelled = answer_with(&game, &position, Limits::default(), &Impatient);
        assert!(matches!(cancelled, Err(Error::Cancelled)), "{text}: {cancelled:?}");
        assert!(started.elapsed() < SLACK, "{text} took {:?}", started.elapsed());
    }
}

/// Every stage has the same deadline, and what is known by then is told.
#[test]
fn the_time_is_a_deadline() {
    let time = Duration::from_millis(300);
    let limits = Limits { time, memory: 8 << 30, ..Limits::default() };
    for text in [
        "star-nim 60000,90000",
        "star-nim 70,80,90,100,110",
        "star-nim 29,3000000000",
        "wythoff 60000,90001",
        "gurvich:a=3,b=4 20000,30000",
        "sharing-nim 0,9000,70000",
        "sharing-nim 0,1,1000000000",
        "sharing-nim 0,9000,1000000000000000",
        "star-silver-dollar [30,50,90],[40,60]",
        "shared-cells:k=2 [20,50],[30,70],[90]",
        "graph-nim:edges=0-1,1-2,2-3 90,80,70,60",
        "nearly(wythoff 90,95 + wythoff 80,90)",
        "wythoff@block=3 900,950",
        "star-nim 60000,90000 + wythoff 60000,90001 + sharing-nim 0,9000,70000",
    ] {
        let (game, position) = parsed(text);
        let started = Instant::now();
        let told = answer(&game, &position, limits);
        let took = started.elapsed();
        assert!(took < time + SLACK, "{text} took {took:?}");
        let open = match told {
            Ok(told) => told.open,
            Err(Error::Unanswered(open)) => Some(*open),
            Err(Error::Limit(limit)) => Some(Unanswered::from(limit)),
            Err(error) => panic!("{text}: {error}"),
        };
        if let Some(open) = open {
            assert!(open.stopped_by.is_some() || open.between.is_some(), "{text}: {open:?}");
        }
    }
}

#[test]
fn the_limit_that_stops_a_table_is_named() {
    let (game, position) = parsed("gurvich:a=2,b=3 3000,5000");
    let stopped = |limits| match answer(&game, &position, limits) {
        Ok(told) => told.open.and_then(|open| open.stopped_by),
        Err(error) => panic!("{error}"),
    };
    let little = Limits { memory: 1 << 20, ..Limits::default() };
    assert!(matches!(stopped(little), Some(Limit::Memory { allowed, .. }) if allowed == 1 << 20));
    let brief = Limits { time: Duration::from_millis(2), ..Limits::default() };
    assert_eq!(stopped(brief), Some(Limit::Time(brief.time)));
    assert_eq!(stopped(Limits::default()), None);
}

#[test]
fn a_field_stops_at_its_deadline() {
    let field = Field::rectangle(&Symmetric::WYTHOFF.into(), 1000, 1000).unwrap();
    for threads in [1, 2] {
        let how = How { threads, ..How::default() };
        let mut chunks = 0;
        let late = field.clone().within(Deadline::after(Duration::ZERO), u64::MAX);
        let stopped = late.for_each(how, &mut |_| {
            chunks += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(stopped, Err(Limit::Time(Duration::ZERO).into()));
        assert_eq!(chunks, 0, "it stops in the first chunk");
    }
}

#[test]
fn rows_filled_up_to_a_column_have_the_values_of_the_table() {
    const MAX: u64 = 150;
    for shape in Symmetric::WITH_WINDOWS {
        let table = Table::of(Template::parse(&shape.name()).unwrap()).to(MAX).compute().unwrap();
        for row in 0..30 {
            for column in row..=MAX {
                let value = value_in_row(&shape.into(), row, column, Deadline::NONE).unwrap().map(Nimber);
                let cell = table.get(usize::try_from(row).unwrap(), usize::try_from(column).unwrap());
                assert_eq!(value, cell, "{} {row},{column}", shape.name());
            }
        }
        let late = value_in_row(&shape.into(), 20, 1 << 40, Deadline::after(Duration::from_millis(5)));
        assert_eq!(late, Err(Limit::Time(Duration::from_millis(5)).into()));
    }
}

/// Value, reason and moves are the same in whatever order positions are asked about.
#[test]
fn answers_do_not_depend_on_earlier_questions() {
    let mut chance = Chance(5);
    let mut questions = Vec::new();
    for &(name, size) in GAMES {
        let game = crate::common::game(name);
        for _ in 0..12 {
            questions.push((game.clone(), chance.position(&game, size)));
        }
    }
    for text in
        ["wythoff 70,90", "wythoff 20,300", "star-nim 9,200", "star-nim 12,20,30", "sharing-nim 5,90,300"]
    {
        questions.push(parsed(text));
    }
    let ask = |(game, position): &(grundy::Game, grundy::Position)| {
        let told = answer_with(game, position, Limits::default(), &Nothing).unwrap();
        (told.value, told.by, told.winning, told.every)
    };
    let first: Vec<_> = questions.iter().map(ask).collect();
    let again: Vec<_> = questions.iter().rev().map(ask).collect();
    for ((question, first), again) in questions.iter().zip(&first).zip(again.iter().rev()) {
        assert_eq!(first, again, "{} {}", question.0.name(), question.1);
    }
    // And the same as those of games that were made anew.
    for ((game, position), first) in questions.iter().zip(&first) {
        let written = crate::common::written(game, position);
        assert_eq!(ask(&parsed(&written)), *first, "{written}");
    }
}

/// Positions of growing size, each outside the table of the last one, and then each again.
#[test]
fn a_series_of_growing_positions_has_the_values_of_the_table() {
    let template = Template::parse("wythoff").unwrap();
    let table = Table::of(&template).to(260).compute().unwrap();
    let sizes: Vec<u64> = (24..130).collect();
    for &n in sizes.iter().chain(sizes.iter().rev()) {
        let position = template.at(&[("a", 2 * n), ("b", n)]).unwrap();
        let value = table.get(usize::try_from(2 * n).unwrap(), usize::try_from(n).unwrap()).unwrap();
        let told = answer(template.game(), &position, Limits::default()).unwrap();
        assert_eq!(told.value, Some(UBig::from(value.0)), "{n}");
    }
}
