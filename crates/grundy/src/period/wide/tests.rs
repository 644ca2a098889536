use super::*;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::period::RowGame;
use crate::period::run::{Rows, Run};
use crate::period::windows::{Windows, largest_row, regular_from};
use proptest::prelude::*;
use std::collections::HashMap;

fn machine(game: &RowGame, last: u64) -> Machine {
    Machine::new(&Arc::new(Layout::new(game, last).unwrap())).unwrap()
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
    let Some(mut plain) = Plain::new(&layout).unwrap() else { return };
    let mut wide = Machine::new(&layout).unwrap();
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
            assert_eq!(Plain::read(&mut from, &Plain::new(&layout).unwrap().unwrap()), Ok(plain.clone()));
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
        let mut machine = Machine::new(&Arc::new(layout)).unwrap();
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
        let mut machine = Machine::new(&layout).unwrap();
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
