use super::*;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::period::RowGame;
use crate::period::run::{Rows, Run};
use crate::period::windows::{Windows, largest_row, regular_from};
use proptest::prelude::*;
use std::collections::HashMap;

fn machine(game: &RowGame, last: u64) -> Machine {
    Machine::new(&Arc::new(Layout::new(game, last).unwrap())).unwrap().begun()
}

/// The fast twin: the same values, and the same states.
#[test]
fn narrow_windows_are_this_machine() {
    for shape in Symmetric::WITH_WINDOWS {
        for last in [0, 1, 2, 3, 5, 8, 13, 21, 42] {
            let game = RowGame::from(shape);
            let rows = Rows::new(&game, last).unwrap();
            assert_eq!(rows.regular_from(), regular_from(shape, last), "{shape:?} {last}");
            let mut narrow = rows.start().unwrap();
            assert!(matches!(narrow, Run::Narrow(_)) && last <= largest_row(shape));
            let mut wide = machine(&game, last);
            let mut states: Vec<(Run, Machine)> = Vec::new();
            for column in 0..600 {
                assert_eq!((narrow.column(), wide.column()), (column, column));
                if column >= rows.regular_from() && column % 12 == 0 {
                    for (one, other) in &states {
                        assert_eq!(
                            one.agrees_with(&narrow),
                            other.agrees_with(&wide),
                            "{shape:?} {last} {column}"
                        );
                    }
                    states.push((narrow.clone(), wide.clone()));
                }
                assert_eq!(narrow.step().unwrap(), wide.step().unwrap(), "{shape:?} {last} {column}");
            }
        }
    }
    assert!(Windows::new(Symmetric::WYTHOFF, 43).is_err());
}

/// The fast twin for plain rays: the same values, the same states, and it is stored and restored.
fn compare_plain(game: &RowGame, last: u64, columns: u64, every: u64) {
    let layout = Arc::new(Layout::new(game, last).unwrap());
    let Some(mut plain) = Plain::new(&layout).map(Plain::begun) else { return };
    let mut wide = Machine::new(&layout).unwrap().begun();
    let mut states: Vec<(Plain, Machine)> = Vec::new();
    for column in 0..columns {
        assert_eq!((plain.column(), wide.column()), (column, column));
        if column % every == 0 {
            for (one, other) in &states {
                let agree = other.agrees_with(&wide);
                assert_eq!(one.agrees_with(&plain), agree, "{} {last} {column}", game.rules());
            }
            states.push((plain.clone(), wide.clone()));
            let mut to = Writer::new(9, 9);
            plain.write(&mut to);
            let bytes = to.finish();
            let mut from = Reader::new(&bytes, 9, 9).unwrap();
            assert_eq!(Plain::read(&mut from, &Plain::new(&layout).unwrap()), Ok(plain.clone()));
        }
        assert_eq!(plain.step().unwrap(), wide.step().unwrap(), "{} {last} {column}", game.rules());
    }
}

#[test]
fn sets_of_lines_are_this_machine() {
    for last in [0, 1, 2, 3, 5, 8, 13, 21, 45, 90] {
        compare_plain(&RowGame::from(Symmetric::WYTHOFF), last, 1500, 24);
    }
    for text in ["exile", "gdwn:p=1,q=2", "{x,y: x-i,y; x,y-i; x-3i,y-2i; x-2i,y+3i}"] {
        let game = RowGame::of(&crate::catalog::game(text).unwrap()).unwrap();
        for last in [1, 4, 9, 20] {
            compare_plain(&game, last, 800, 16);
        }
    }
}

/// The values of rows by the definition. The cells that a row leads to are filled before it.
struct Definition<'g> {
    rays: &'g Rays,
    values: HashMap<(u64, u64), Option<u64>>,
}

impl Definition<'_> {
    fn value(&mut self, x: u64, y: u64) -> Option<u64> {
        if let Some(&value) = self.values.get(&(x, y)) {
            return value;
        }
        let value = (!self.rays.is_hole(x, y)).then(|| {
            let mut options = Vec::new();
            for ray in self.rays.rays().iter().filter(|ray| ray.guard.allows(x, y)) {
                let _ = ray.amounts((x, y), |p, q| {
                    let less = |from: u64, by: i128| u64::try_from(i128::from(from) - by).unwrap();
                    options.push((less(x, p), less(y, q)));
                    Ok::<(), ()>(())
                });
            }
            let options: Vec<u64> = options.into_iter().filter_map(|(x, y)| self.value(x, y)).collect();
            (0..=wide(options.len())).find(|value| !options.contains(value)).unwrap()
        });
        self.values.insert((x, y), value);
        value
    }
}

fn guard() -> impl Strategy<Value = Guard> {
    let any = (-2_i64..3, -2_i64..3, -3_i64..9).prop_map(|(x, y, least)| Guard { x, y, least });
    prop_oneof![3 => Just(Guard::ALWAYS), 2 => any, 1 => (0_i64..12).prop_map(|least| Guard { x: 1, y: 1, least })]
}

fn ray() -> impl Strategy<Value = Ray> {
    let step = prop_oneof![
        3 => prop_oneof![Just((1_i64, 0_i64)), Just((0, 1)), Just((1, 1))],
        2 => (1_i64..4, -3_i64..4),
    ];
    (step, guard(), 1_u64..4).prop_map(|(step, guard, width)| {
        let width = if [(1, 0), (0, 1), (1, 1)].contains(&step) { width } else { 1 };
        Ray { step, guard, width }
    })
}

/// Rays of any kind; about half of them have a row without a guard.
pub(super) fn rays() -> impl Strategy<Value = Rays> {
    let row = (1_u64..3).prop_map(|width| Ray { step: (0, 1), guard: Guard::ALWAYS, width });
    let holes = prop::collection::vec((0_u64..4, 0_u64..6), 0..3);
    (prop::collection::vec(ray(), 1..6), prop::option::of(row), holes)
        .prop_filter_map("a game", |(rays, row, holes)| {
            Rays::new(rays.into_iter().chain(row).collect(), holes).ok()
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The rows of random rays are those of the definition.
    #[test]
    fn rows_are_those_of_the_definition(rays in rays(), last in 0_u64..7) {
        let Ok(game) = RowGame::new(&rays) else { return Ok(()) };
        let Ok(layout) = Layout::new(&game, last) else { return Ok(()) };
        let mut machine = Machine::new(&Arc::new(layout)).unwrap().begun();
        let mut slow = Definition { rays: &rays, values: HashMap::new() };
        for column in 0_u64..90 {
            let note = machine.step().unwrap();
            let base = if machine.layout.is_additive { column } else { 0 };
            let value = (note != NO_POSITION).then(|| base.checked_add_signed(note.into()).unwrap());
            prop_assert_eq!(value, slow.value(last, column), "{} at {},{}", game.rules(), last, column);
        }
    }

    /// Plain rays have two machines.
    #[test]
    fn plain_rays_have_two_machines(steps in prop::collection::vec((1_i64..4, -3_i64..4), 0..5), last in 0_u64..9) {
        let steps = steps.into_iter().chain([(0, 1)]);
        let rays = steps.map(|step| Ray { step, guard: Guard::ALWAYS, width: 1 }).collect();
        let Ok(rays) = Rays::new(rays, Vec::new()) else { return Ok(()) };
        let Ok(game) = RowGame::new(&rays) else { return Ok(()) };
        compare_plain(&game, last, 150, 5);
    }

    /// A state says all about later columns, however wide its windows are.
    #[test]
    fn equal_states_have_equal_futures(rays in rays(), last in 0_u64..5) {
        let Ok(game) = RowGame::new(&rays) else { return Ok(()) };
        let Ok(layout) = Layout::new(&game, last) else { return Ok(()) };
        let layout = Arc::new(layout);
        let mut machine = Machine::new(&layout).unwrap().begun();
        let mut states: Vec<Machine> = Vec::new();
        for column in 0..80 {
            if column >= layout.regular() {
                if let Some(earlier) = states.iter().find(|state| state.agrees_with(&machine)) {
                    let (mut one, mut other) = (earlier.clone(), machine.clone());
                    other.widen(if layout.is_additive { other.reach + 5 } else { 0 }, 16);
                    prop_assert!(one.agrees_with(&other));
                    for _ in 0..80 {
                        prop_assert_eq!(one.step().unwrap(), other.step().unwrap(), "{}", game.rules());
                    }
                    prop_assert!(one.agrees_with(&other));
                    return Ok(());
                }
                states.push(machine.clone());
            }
            machine.step().unwrap();
        }
    }
}

fn of(text: &str, last: u64) -> Machine {
    machine(&RowGame::of(&crate::catalog::game(text).unwrap()).unwrap(), last)
}

fn along(steps: &[(i64, i64)], width: u64) -> RowGame {
    let rays = steps.iter().map(|&step| Ray { step, guard: Guard::ALWAYS, width });
    RowGame::new(&Rays::new(rays.collect(), Vec::new()).unwrap()).unwrap()
}

/// Windows are as wide as the values ask for, and a state of Wythoff's game is that of [`Windows`]: rows, and diagonals below the last row.
#[test]
fn states_have_what_later_cells_read() {
    let mut state = of("wythoff", 2);
    (0..100).try_for_each(|_| state.step().map(drop)).unwrap();
    assert_eq!((state.reach, state.words), (31, 1));
    let rays = state.layout.game.rays().rays();
    let mut needed: Vec<((i64, i64), usize, usize)> = Vec::new();
    for item in &state.layout.needed {
        let tap = state.layout.taps.iter().find(|tap| tap.track == item.track && tap.is_next).unwrap();
        needed.push((rays[tap.ray].step, item.row, item.lags));
    }
    needed.sort_unstable();
    let expected = [((0, 1), 0, 1), ((0, 1), 1, 1), ((0, 1), 2, 1), ((1, 1), 0, 1), ((1, 1), 1, 1)];
    assert_eq!(needed, expected);
}

/// Rows run behind only by rays that some of them use.
#[test]
fn rows_run_behind_by_their_rays() {
    let game = along(&[(0, 1), (2, -3), (3, 0)], 1);
    for (last, skew) in [(0, 0), (1, 0), (2, 2), (5, 2)] {
        let layout = Layout::new(&game, last).unwrap();
        assert_eq!((layout.skew, layout.regular()), (skew, 0), "{last}");
    }
}

#[test]
fn layouts_up_to_their_limits() {
    let nim = RowGame::from(Symmetric::NIM);
    assert!(Layout::new(&nim, 4095).is_ok() && nim.has_rows(4095));
    let error = Layout::new(&nim, 4096).unwrap_err();
    assert_eq!(error.to_string(), "row 4096 is too large for a proof of its period");
    assert!(!nim.has_rows(4096));
    let refused = |game: &RowGame, last: u64| {
        let error = Layout::new(game, last).unwrap_err().to_string();
        assert_eq!(error, "the steps or widths of these rays are too large for a proof of a period");
    };
    // Row 0 is ahead of row 1 by as many columns as allowed.
    assert!(Layout::new(&along(&[(0, 1), (1, -32768)], 1), 1).is_ok());
    refused(&along(&[(0, 1), (1, -32769)], 1), 1);
    // 4096 rows with 1024 columns each.
    assert!(Layout::new(&along(&[(0, 1), (1, 1023)], 1), 4095).is_ok());
    refused(&along(&[(0, 1), (1, 1024)], 1), 4095);
    assert!(Layout::new(&along(&[(1, 0)], 1024), 4095).is_ok());
    refused(&along(&[(1, 0)], 1025), 4095);
}

/// The least width of windows, and the memory that it takes.
#[test]
fn windows_up_to_their_limits() {
    let state = of("wythoff", 5);
    let widths: Vec<usize> = (0..=12).map(|least| state.width(least).unwrap()).collect();
    assert_eq!(widths, [1, 1, 2, 3, 4, 5, 6, 8, 8, 10, 10, 12, 12]);
    assert_eq!(state.width(256), Ok(256));
    let error = state.width(257).unwrap_err().to_string();
    assert_eq!(error, "the windows of row 5 need more than 16384 bits");
    // 1024 columns of 4096 rows: windows of 8 words take all the memory that is allowed.
    let state = machine(&along(&[(1, 1023)], 1), 4095);
    assert_eq!(state.width(8), Ok(8));
    let needed = MOST_BYTES / 8 * 10;
    assert_eq!(state.width(9), Err(Limit::Memory { needed, allowed: MOST_BYTES }.into()));
    // A column of the row itself, and the one before.
    let state = machine(&along(&[(0, 1), (1, 1023)], 1), 4095);
    let needed = MOST_BYTES + 8 * 8 * 2 * 4096;
    assert_eq!(state.width(7), Err(Limit::Memory { needed, allowed: MOST_BYTES }.into()));
}

#[test]
fn memory_and_time_of_a_state() {
    let mut state = of("exile", 30);
    (0..100).try_for_each(|_| state.step().map(drop)).unwrap();
    let bytes: usize = state.rings.iter().map(|ring| size_of_val(&ring[..])).sum();
    assert_eq!(state.bytes(), wide(bytes));
    // 31 cells; the four rays of the first game are four tracks, and each cell reads the next cell of each. The columns of the second are
    // 8 wide: its three tracks are read at 1, 1 and 8 places.
    assert_eq!(state.weight(), 31 * wide(state.words));
    let state = of("{x,y: x-i,y-j where j<10; x,y-i; x-i,y-i}", 30);
    assert_eq!((state.layout.tracks.len(), state.layout.taps.len()), (3, 12));
    assert_eq!(state.weight(), 31 * wide(state.words) * 2);
}

/// Windows are widened where they were too narrow, by whole words, and nothing is lost.
#[test]
fn wider_windows_are_the_same_state() {
    for (text, last) in [("nim", 32), ("wythoff", 20), ("{x,y: x-i,y; x-i,y-i}", 9)] {
        let mut state = of(text, last);
        for _ in 0..40 {
            state.step().unwrap();
            for narrow in [Narrow::Below, Narrow::Above] {
                if narrow == Narrow::Below && !state.layout.is_additive {
                    continue;
                }
                let mut wider = state.clone();
                for _ in 0..8 {
                    let (reach, above) = (wider.reach, 64 * wider.words - wider.reach);
                    wider.grow(narrow).unwrap();
                    assert!(wider.agrees_with(&state) && state.agrees_with(&wider), "{text} {narrow:?}");
                    let kept =
                        if narrow == Narrow::Below { 64 * wider.words - wider.reach } else { wider.reach };
                    assert_eq!(kept, if narrow == Narrow::Below { above } else { reach }, "{text}");
                }
            }
        }
    }
}

/// Any other bit in a window that later cells read makes another state.
#[test]
fn each_bit_that_is_read_is_compared() {
    let mut one = of("exile", 12);
    (0..300).try_for_each(|_| one.step().map(drop)).unwrap();
    for needed in &one.layout.needed {
        let slots = one.layout.tracks[needed.track].slots;
        let slot = before(place(one.step % wide(slots)), 1, slots);
        for bit in [0, 1, 31, 40, 64 * one.words - 1] {
            let mut other = one.clone();
            let window = (slot * one.layout.rows + needed.row) * one.words;
            other.rings[needed.track][window + bit / 64] ^= 1 << (bit % 64);
            assert!(!one.agrees_with(&other), "{needed:?} {bit}");
        }
    }
}

fn read(bytes: &[u8], like: &Machine) -> Result<Machine, BadState> {
    Machine::read(&mut Reader::new(bytes, 9, 9).unwrap(), like)
}

#[test]
fn states_are_stored_and_restored() {
    for (text, last) in [("wythoff", 30), ("exile", 10), ("{x,y: x-i,y; x-i,y-i}", 4), ("star-nim", 5)] {
        let start = of(text, last);
        let mut state = start.clone();
        for _ in 0..6 {
            let mut to = Writer::new(9, 9);
            state.write(&mut to);
            assert_eq!(read(&to.finish(), &start).as_ref(), Ok(&state), "{text}");
            (0..41).try_for_each(|_| state.step().map(drop)).unwrap();
        }
        assert!(state.words > 1 || last < 30);
    }
}

#[test]
fn states_that_do_not_fit_are_refused() {
    let start = of("exile", 3);
    assert!(start.step > 0);
    let with = |step: u64, reach: u64, words: usize, more: usize| {
        let mut to = Writer::new(9, 9);
        to.numbers([step, reach, wide(words)]);
        for ring in &start.rings {
            to.list(vec![0; ring.len() / start.words * words + more].into_iter());
        }
        read(&to.finish(), &start).map(drop)
    };
    let size = Err(BadState("windows have no such size"));
    let length = Err(BadState("a ring of windows has a wrong length"));
    for (step, reach, words, more, expected) in [
        (start.step, 31, 1, 0, Ok(())),
        (start.step + 7, 127, 2, 0, Ok(())),
        (start.step - 1, 31, 1, 0, Ok(())),
        (start.step, 30, 1, 0, size),
        (start.step, 64, 1, 0, size),
        (start.step, 128, 2, 0, size),
        (start.step, 31, 7, 0, size),
        (start.step, 31, 1, 1, length),
    ] {
        assert_eq!(with(step, reach, words, more), expected, "{step} {reach} {words} {more}");
    }
}
