use super::*;
use crate::geometry::{Guard, Ray, Rays, Symmetric};
use crate::period::RowGame;
use crate::period::wide::Machine;
use std::collections::HashMap;

fn game(text: &str) -> RowGame {
    RowGame::of(&crate::catalog::game(text).unwrap()).unwrap()
}

/// Rays, the one along (0,1) with a guard, and holes; one option may be blocked.
fn along(steps: &[(i64, i64)], guard: Guard, holes: Vec<(u64, u64)>) -> RowGame {
    let guard = |step| if step == (0, 1) { guard } else { Guard::ALWAYS };
    let rays = steps.iter().map(|&step| Ray { step, guard: guard(step), width: 1 }).collect();
    RowGame::new(&Rays::new(rays, holes).unwrap()).unwrap().blocked(2).unwrap()
}

fn games() -> Vec<RowGame> {
    let late = Guard { x: 1, y: 1, least: 90 };
    let mut games: Vec<RowGame> = GAMES.into_iter().map(game).collect();
    games.push(along(&[(1, 0), (0, 1)], late, Vec::new()));
    games.push(along(&[(2, 0), (0, 1), (1, 1)], Guard::ALWAYS, vec![(1, 75)]));
    games
}

fn layout(game: &RowGame, last: u64) -> Arc<Layout> {
    Arc::new(Layout::new(game, last).unwrap())
}

fn state(text: &str, last: u64) -> Counted {
    Counted::new(&layout(&game(text), last)).unwrap().begun()
}

/// The least value that fewer than q options have. No move passes a hole if holes are walls.
struct Definition<'g> {
    game: &'g RowGame,
    values: HashMap<(u64, u64), Option<u64>>,
}

impl Definition<'_> {
    fn value(&mut self, x: u64, y: u64) -> Option<u64> {
        if let Some(&value) = self.values.get(&(x, y)) {
            return value;
        }
        let rays = self.game.rays();
        let value = (!rays.is_hole(x, y)).then(|| {
            let mut options = Vec::new();
            for ray in rays.rays().iter().filter(|ray| ray.guard.allows(x, y)) {
                let (mut a, mut b) = (x, y);
                let less = |from: u64, by: i64| u64::try_from(i128::from(from) - i128::from(by)).ok();
                while let (Some(next_a), Some(next_b)) = (less(a, ray.step.0), less(b, ray.step.1)) {
                    (a, b) = (next_a, next_b);
                    if self.game.has_walls() && rays.is_hole(a, b) {
                        break;
                    }
                    options.extend(self.value(a, b));
                }
            }
            let count = |value: u64| wide(options.iter().filter(|&&option| option == value).count());
            (0..=wide(options.len())).find(|&value| count(value) < self.game.block()).unwrap()
        });
        self.values.insert((x, y), value);
        value
    }
}

const GAMES: [&str; 13] = [
    "nim@block=2",
    "wythoff@block=2",
    "wythoff@block=7",
    "star-nim@block=2",
    "r-wythoff@block=2",
    "exile@block=3",
    "{x,y: x-i,y; x,y-i; x-2i,y-2i}@block=2",
    "{x,y: x,y-i; x-2i,y-i}@block=2",
    "{x,y: x,y-i; x-2i,y-3i; x-3i,y+i}@block=2",
    "{x,y: x-i,y; x,y-i; x-i,y-2i where x+y>=7}@block=3",
    "shared-cells:k=2",
    "shared-cells:k=3",
    "shared-cells:k=5",
];

#[test]
fn counted_rows_are_those_of_the_definition() {
    for game in games() {
        let text = game.rules();
        let mut slow = Definition { game: &game, values: HashMap::new() };
        for last in 0..=7 {
            let mut state = Counted::new(&layout(&game, last)).unwrap().begun();
            for column in 0..140 {
                assert_eq!(state.column(), column, "{text} {last}");
                let note = state.step().unwrap();
                let told = (note != NO_POSITION).then(|| i128::from(note) + i128::from(column));
                let value = slow.value(last, column);
                let expected = value.map(|value| i128::from(value * game.block()));
                assert_eq!(told, expected, "{text} at {last},{column}");
            }
        }
    }
}

/// Without blocking it is the machine of any rays: the same notes, and equal states where that one has them. Values that are full do not count
/// here, so more states may be equal; then they have equal futures.
#[test]
fn without_blocking_it_is_the_machine() {
    for text in [
        "nim",
        "wythoff",
        "exile",
        "{x,y: x,y-i; x-2i,y-i}",
        "{x,y: x-i,y; x,y-i; x-2i,y-3i; x-3i,y+i}",
        "{x,y: x-i,y; x,y-i; x-i,y-2i where x+y>=9}",
    ] {
        for last in [0, 1, 3, 6] {
            let layout = layout(&game(text), last);
            let mut counted = Counted::new(&layout).unwrap().begun();
            let mut machine = Machine::new(&layout).unwrap().begun();
            let (mut states, mut notes, mut equal) = (Vec::new(), Vec::new(), Vec::new());
            for column in 0..300 {
                if column >= layout.regular() && column % 4 == 0 {
                    for (before, one, other) in &states {
                        let agree = counted.agrees_with(one);
                        assert!(agree || !machine.agrees_with(other), "{text} {last} {before} {column}");
                        if agree {
                            equal.push((place(*before), place(column)));
                        }
                    }
                    states.push((column, counted.clone(), machine.clone()));
                }
                notes.push(counted.step().unwrap());
                assert_eq!(notes.last(), Some(&machine.step().unwrap()), "{text} {last} {column}");
            }
            for (one, other) in equal {
                assert_eq!(notes[one..one + 300 - other], notes[other..], "{text} {last} {one} {other}");
            }
        }
    }
}

/// A state is the counts that later cells depend on, from the least value that is not full on: any other count makes another state.
#[test]
fn each_count_that_is_read_is_compared() {
    let mut one = state("wythoff@block=3", 4);
    (0..200).try_for_each(|_| one.step().map(drop)).unwrap();
    let least = one.least();
    for needed in &one.layout.needed {
        let step = i128::from(one.step) - 1;
        let window = one.rings[needed.track].window(step, needed.row);
        for value in least..one.width {
            let mut other = one.clone();
            let count = &mut other.counts[window * one.width + value];
            *count = if *count == 2 { 1 } else { 2 };
            assert!(!one.agrees_with(&other), "{needed:?} {value}");
        }
    }
    // Wider windows are the same state, unless they have something beyond the others.
    let mut wider = one.clone();
    wider.widen().unwrap();
    assert!(wider.agrees_with(&one) && one.agrees_with(&wider));
    let end = wider.width - 1;
    wider.counts[end] = 1;
    assert!(!wider.agrees_with(&one) && !one.agrees_with(&wider));
}

#[test]
fn full_values_are_dropped() {
    let mut state = state("wythoff@block=2", 8);
    (0..3000).try_for_each(|_| state.step().map(drop)).unwrap();
    assert!(state.base > 1000 && state.width <= 128, "{} values from {}", state.width, state.base);
}

#[test]
fn memory_and_time_of_a_state() {
    let mut state = state("wythoff@block=2", 8);
    (0..300).try_for_each(|_| state.step().map(drop)).unwrap();
    let bytes = size_of_val(&state.counts[..]) + size_of_val(&state.first[..]);
    assert_eq!(state.bytes(), wide(bytes));
    // Nine cells, each with its row, column and diagonal.
    assert_eq!(state.weight(), 9 * 3 * 16);
}

#[test]
fn windows_up_to_the_limit() {
    assert_eq!(room(1 << 20, 128).unwrap(), 1 << 27);
    let needed = MOST_BYTES + 256;
    assert_eq!(room((1 << 20) + 1, 128), Err(Limit::Memory { needed, allowed: MOST_BYTES }.into()));
    // Row 200 needs more than 64 values at once.
    let mut state = state("wythoff@block=2", 200);
    state.step().unwrap();
    assert_eq!(state.width, 128);
    // Diagonals with as many windows as fit once, but not twice.
    let game = along(&[(0, 1), (1, 300)], Guard::ALWAYS, Vec::new());
    let mut large = Counted::new(&layout(&game, 4000)).unwrap().begun();
    let needed = 2 * large.bytes() - 2 * 8 * 4001;
    assert_eq!(large.widen(), Err(Limit::Memory { needed, allowed: MOST_BYTES }.into()));
}

fn written(state: &Counted) -> Vec<u8> {
    let mut to = Writer::new(9, 9);
    state.write(&mut to);
    to.finish()
}

fn read(bytes: &[u8], like: &Counted) -> Result<Counted, BadState> {
    Counted::read(&mut Reader::new(bytes, 9, 9).unwrap(), like)
}

#[test]
fn states_are_stored_and_restored() {
    for game in games() {
        let start = Counted::new(&layout(&game, 5)).unwrap().begun();
        let mut state = start.clone();
        for _ in 0..6 {
            assert_eq!(read(&written(&state), &start).as_ref(), Ok(&state), "{}", game.rules());
            (0..41).try_for_each(|_| state.step().map(drop)).unwrap();
        }
    }
}

#[test]
fn states_that_do_not_fit_are_refused() {
    let start = state("exile@block=2", 3);
    let windows = start.counts.len() / WIDTH;
    assert!(start.step > 0);
    let with = |step: u64, base: u64, width: u64, counts: usize, count: u64| {
        let mut to = Writer::new(9, 9);
        to.numbers([step, base, width]);
        to.list(vec![count; counts].into_iter());
        read(&to.finish(), &start)
    };
    let (step, width) = (start.step, wide(WIDTH));
    assert!(with(step, 0, width, windows * WIDTH, 2).is_ok());
    assert_eq!(with(step - 1, 0, width, windows * WIDTH, 2).unwrap().lead(), 1);
    assert!(with(FAR - 1, FAR - 1, 2 * width, windows * WIDTH * 2, 0).is_ok());
    for refused in [
        with(FAR, 0, width, windows * WIDTH, 0),
        with(step, FAR, width, windows * WIDTH, 0),
        with(step, 0, 96, windows * 96, 0),
        with(step, 0, 32, windows * 32, 0),
        with(step, 0, width, windows * WIDTH + 1, 0),
        with(step, 0, width, windows * WIDTH, 3),
    ] {
        assert_eq!(refused, Err(BadState("counts have no such size")));
    }
}

/// A count is kept for one line: lines of three games that begin in any row, long ones and steep ones, do not meet in a ring.
#[test]
fn lines_have_windows_of_their_own() {
    for (text, last) in [
        ("{x,y: x,y-i; x-2i,y-i}@block=2", 8),
        ("{x,y: x,y-i; x-2i,y-3i; x-3i,y+i}@block=2", 10),
        ("{x,y: x,y-i; x-3i,y-2i}@block=2", 9),
    ] {
        let state = state(text, last);
        for ring in state.rings.iter().filter(|ring| ring.dx > 0) {
            for now in 100_i128..140 {
                let mut lines = HashMap::new();
                for (ago, row) in (0..=ring.lag).flat_map(|ago| (0..=place(last)).map(move |row| (ago, row)))
                {
                    // A cell `ago` steps before, if its line has cells in this step or later.
                    let cells = (place(last) - row) / ring.dx;
                    if ago > wide(cells) * ring.lag {
                        continue;
                    }
                    let step = now - i128::from(ago);
                    let begun = (row % ring.dx, step - i128::from(wide(row / ring.dx) * ring.lag));
                    let window = ring.window(step, row);
                    assert_eq!(*lines.entry(window).or_insert(begun), begun, "{text} {row} {ago}");
                }
            }
        }
    }
}

#[test]
fn star_nim_is_a_game_with_one_shared_cell() {
    let (star, shared) = (RowGame::from(Symmetric::STAR_NIM), RowGame::of_shared_cells(1).unwrap());
    assert_eq!(star, shared);
    assert!(!shared.has_walls() && RowGame::of_shared_cells(2).unwrap().has_walls());
}
