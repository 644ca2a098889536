use super::*;
use crate::geometry::{Ray, Rays};
use crate::period::RowGame;

fn layout(text: &str, last: u64) -> Arc<Layout> {
    let game = RowGame::of(&crate::catalog::game(text).unwrap()).unwrap();
    Arc::new(Layout::new(&game, last).unwrap())
}

fn state(text: &str, last: u64) -> Plain {
    Plain::new(&layout(text, last)).unwrap().begun()
}

/// Rows with moves along (0,1) and along (1, dy) for some numbers dy.
fn steep(steps: &[i64]) -> Arc<Layout> {
    let steps = steps.iter().map(|&dy| (1, dy)).chain([(0, 1)]);
    let rays = steps.map(|step| Ray { step, guard: Guard::ALWAYS, width: 1 }).collect();
    let game = RowGame::new(&Rays::new(rays, Vec::new()).unwrap()).unwrap();
    Arc::new(Layout::new(&game, 1).unwrap())
}

#[test]
fn rays_without_guards_widths_and_holes_are_plain() {
    for (text, expected) in [
        ("wythoff", true),
        ("exile", true),
        ("{x,y: x-i,y; x,y-i; x-2i,y-i}", true),
        ("{x,y: x-i,y; x,y-i; x-3i,y-2i; x-2i,y+3i}", true),
        ("{x,y: x-i,y; x,y-i; x-2i,y-2i}", false),
        ("{x,y: x-i,y; x,y-i; x-2i,y-4i}", false),
        ("{x,y: x-i,y; x,y-i; x-3i,y+3i}", false),
        ("{x,y: x-2i,y; x,y-i}", false),
        ("{x,y: x-i,y; x-i,y-i}", false),
        ("star-nim", false),
        ("r-wythoff", false),
        ("fraenkel:a=2", false),
    ] {
        assert_eq!(Plain::new(&layout(text, 5)).is_some(), expected, "{text}");
    }
    // A direction that no row up to the last one uses does not matter.
    assert!(Plain::new(&layout("{x,y: x-i,y; x,y-i; x-3i,y-3i}", 2)).is_some());
}

/// A state is the sets that later cells read: any other bit in them makes another state, a bit elsewhere does not.
#[test]
fn each_bit_that_is_read_is_compared() {
    for text in ["wythoff", "{x,y: x-i,y; x,y-i; x-2i,y-3i; x-3i,y+i}"] {
        let mut one = state(text, 60);
        (0..500).try_for_each(|_| one.step().map(drop)).unwrap();
        assert!(one.words > 2, "{} words", one.words);
        let mut rings = one.rings.iter();
        let tracks: Vec<Option<Ring>> =
            one.layout.tracks.iter().map(|track| rings.next_if_uses(track)).collect();
        let mut read = Vec::new();
        for needed in &one.layout.needed {
            for lag in 1..=needed.lags {
                let ring = tracks[needed.track];
                read.push(ring.map_or(needed.row, |ring| ring.set(one.step, lag, needed.row)));
            }
        }
        for set in 0..one.sets.len() / one.words {
            for bit in [0, 1, 63, 64, 100, 128, 64 * one.words - 1] {
                let mut other = one.clone();
                other.sets[set * one.words + bit / 64] ^= 1 << (bit % 64);
                assert_eq!(one.agrees_with(&other), !read.contains(&set), "{text} {set} {bit}");
            }
        }
        // More words without numbers change nothing.
        let mut wider = one.clone();
        wider.widen().unwrap();
        assert!(wider.agrees_with(&one) && one.agrees_with(&wider));
    }
}

/// The ring of a track, which those of rows do not have.
trait NextRing {
    fn next_if_uses(&mut self, track: &Track) -> Option<Ring>;
}

impl<'r, I: Iterator<Item = &'r Ring>> NextRing for I {
    fn next_if_uses(&mut self, track: &Track) -> Option<Ring> {
        if track.dx > 0 { self.next().copied() } else { None }
    }
}

#[test]
fn full_words_are_dropped() {
    let mut state = state("wythoff", 45);
    (0..1000).try_for_each(|_| state.step().map(drop)).unwrap();
    let words = state.words;
    (0..3000).try_for_each(|_| state.step().map(drop)).unwrap();
    assert_eq!(state.words, words);
    assert!(words > 1 && state.base > 3700, "{words} words from {}", state.base);
}

#[test]
fn memory_and_time_of_a_state() {
    let mut state = state("wythoff", 45);
    (0..300).try_for_each(|_| state.step().map(drop)).unwrap();
    let bytes = size_of_val(&state.sets[..]) + size_of_val(&state.first[..]);
    assert_eq!(state.bytes(), wide(bytes));
    // 46 cells, each with its row, column and diagonal.
    assert_eq!(state.weight(), 46 * 3);
}

#[test]
fn sets_have_at_most_256_words() {
    let mut state = state("wythoff", 3);
    while state.words < 256 {
        state.widen().unwrap();
    }
    let error = state.widen().unwrap_err();
    assert_eq!(error.to_string(), "the windows of row 3 need more than 16384 bits");
}

#[test]
fn sets_that_need_too_much_memory_are_refused() {
    // Each direction has 3 dy + 1 sets.
    let steps: Vec<i64> = (0..4).map(|i| 1_200_000 + i).collect();
    let mut state = Plain::new(&steep(&steps)).unwrap().begun();
    let sets = state.sets.len();
    assert_eq!(sets, 2 + 4 * 3_600_001 + 18);
    (state.words, state.sets) = (2, vec![0; 2 * sets]);
    let needed = 3 * 8 * wide(sets);
    assert_eq!(state.widen(), Err(Limit::Memory { needed, allowed: MOST_BYTES }.into()));
    // More than 2^25 sets of a word are left to the other machine.
    let steps: Vec<i64> = (0..7).map(|i| 1_600_000 + i).collect();
    assert_eq!(Plain::new(&steep(&steps)), None);
}

fn read(bytes: &[u8], like: &Plain) -> Result<Plain, BadState> {
    Plain::read(&mut Reader::new(bytes, 9, 9).unwrap(), like)
}

#[test]
fn states_are_stored_and_restored() {
    // Rows of the second one run behind, so that a state is wide from the start.
    for (text, last) in [("wythoff", 20), ("exile", 150), ("{x,y: x-i,y; x,y-i; x-2i,y-3i; x-3i,y+i}", 9)] {
        let start = state(text, last);
        assert_eq!(start.words > 1, last == 150);
        let mut state = start.clone();
        for _ in 0..6 {
            let mut to = Writer::new(9, 9);
            state.write(&mut to);
            assert_eq!(read(&to.finish(), &start).as_ref(), Ok(&state), "{text}");
            (0..41).try_for_each(|_| state.step().map(drop)).unwrap();
        }
    }
}

#[test]
fn states_that_do_not_fit_are_refused() {
    let start = state("exile", 3);
    assert!(start.step > 0 && start.words == 1);
    let sets = start.sets.len();
    let with = |tag: u64, step: u64, base: u64, words: usize, numbers: usize| {
        let mut to = Writer::new(9, 9);
        to.numbers([tag, step, base, wide(words)]);
        to.list(vec![0; numbers].into_iter());
        read(&to.finish(), &start)
    };
    let step = start.step;
    assert!(with(TAG, step, 0, 1, sets).is_ok());
    assert_eq!(with(TAG, step - 1, 0, 1, sets).unwrap().lead(), 1);
    assert!(with(TAG, FAR - 1, FAR - 64, 256, 256 * sets).is_ok());
    for refused in [
        with(step, step, 0, 1, sets),
        with(TAG, FAR, 0, 1, sets),
        with(TAG, step, FAR, 1, sets),
        with(TAG, step, 32, 1, sets),
        with(TAG, step, 0, 0, 0),
        with(TAG, step, 0, 257, 257 * sets),
        with(TAG, step, 0, 1, sets + 1),
    ] {
        assert_eq!(refused, Err(BadState("sets have no such size")));
    }
}
