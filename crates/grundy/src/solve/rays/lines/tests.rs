use super::*;
use crate::solve::rays::simd::{Shared, Simd};
use crate::widths::{index, low, wide};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An implementation of line sets.
#[derive(Clone, Copy)]
enum Twin {
    Plain { wide: bool },
    Raw { wide: bool, simd: Simd },
}

/// Four lines in one of the implementations.
enum Sets4 {
    Plain(LineSets),
    Raw(Shared, Simd),
}

impl Sets4 {
    fn new(twin: Twin) -> Self {
        let lines = |wide| if wide { LineSets::wide(4, 300) } else { LineSets::new(4, 300) };
        match twin {
            Twin::Plain { wide } => Self::Plain(lines(wide)),
            Twin::Raw { wide, simd } => Self::Raw(Shared::new(lines(wide)), simd),
        }
    }

    fn work<J: Job>(&mut self, job: J) -> J::Done {
        match self {
            Self::Plain(lines) => lines.work(job),
            Self::Raw(shared, simd) => shared.work_alone(*simd, job),
        }
    }

    fn room(&self) -> usize {
        match self {
            Self::Plain(lines) => lines.end(),
            Self::Raw(shared, _) => shared.end(),
        }
    }

    fn grow(&mut self) {
        let room = self.room();
        match self {
            Self::Plain(lines) => lines.grow(),
            Self::Raw(shared, _) => shared.grow(),
        }
        assert!(self.room() > room);
    }
}

struct Insert(usize, u32);

impl Job for Insert {
    type Done = ();

    fn with<S: Sets>(self, sets: &mut S) {
        sets.add([Run { first: self.0, step: 0 }], Cells::one(&AtomicU32::new(self.1)));
    }
}

/// Claims a value on lines 0, 1 and 3.
struct Claim;

impl Job for Claim {
    type Done = Option<u32>;

    fn with<S: Sets>(self, sets: &mut S) -> Self::Done {
        let value = AtomicU32::new(0);
        let run = |first| Run { first, step: 0 };
        (sets.claim([run(0), run(1), run(3)], Cells::one(&value)) == 1).then(|| value.into_inner())
    }
}

fn twins() -> Vec<Twin> {
    let simds = Simd::ALL.into_iter().filter(|simd| simd.is_available());
    let raw = simds.flat_map(|simd| [false, true].map(|wide| Twin::Raw { wide, simd }));
    [false, true].map(|wide| Twin::Plain { wide }).into_iter().chain(raw).collect()
}

proptest! {
    /// Compares gaps with those of a `BTreeSet`. The sets grow when they are too narrow.
    #[test]
    fn gaps_are_those_of_a_set(runs in prop::collection::vec((0usize..4, 0u32..900, 1u32..1500), 0..12)) {
        for twin in twins() {
            let mut sets = Sets4::new(twin);
            let mut seen = vec![BTreeSet::new(); 4];
            for &(line, from, length) in &runs {
                for value in from..from + length {
                    while index(value) >= sets.room() {
                        sets.grow();
                    }
                    sets.work(Insert(line, value));
                    seen[line].insert(value);
                }
                for _ in 0..5 {
                    let gap = loop {
                        match sets.work(Claim) {
                            Some(gap) => break gap,
                            None => sets.grow(),
                        }
                    };
                    prop_assert_eq!(Some(gap), (0..9999).find(|v| [0, 1, 3].iter().all(|&k| !seen[k].contains(v))));
                    for k in [0, 1, 3] {
                        seen[k].insert(gap);
                    }
                }
            }
        }
    }
}

/// The lines of a test.
const LINES: usize = 4;

impl Twin {
    fn is_wide(self) -> bool {
        match self {
            Self::Plain { wide } | Self::Raw { wide, .. } => wide,
        }
    }

    /// Empty sets of this kind.
    fn lines(self, largest: usize) -> LineSets {
        if self.is_wide() { LineSets::wide(LINES, largest) } else { LineSets::new(LINES, largest) }
    }

    fn with(self, lines: LineSets) -> Sets4 {
        match self {
            Self::Plain { .. } => Sets4::Plain(lines),
            Self::Raw { simd, .. } => Sets4::Raw(Shared::new(lines), simd),
        }
    }

    /// Values for which there is one hint.
    fn unit(self) -> u32 {
        if self.is_wide() { 512 } else { 64 }
    }
}

impl Sets4 {
    fn lines(&mut self) -> &mut LineSets {
        match self {
            Self::Plain(lines) => lines,
            Self::Raw(shared, _) => shared.lines(),
        }
    }

    fn fill(&mut self, line: usize, values: Range<u32>) {
        self.work(Fill(line, values));
    }
}

/// Adds values to a line.
struct Fill(usize, Range<u32>);

impl Job for Fill {
    type Done = ();

    fn with<S: Sets>(self, sets: &mut S) {
        for value in self.1 {
            sets.add([Run { first: self.0, step: 0 }], Cells::one(&AtomicU32::new(value)));
        }
    }
}

/// Empties lines, as they are or as sets whose values are known.
struct Clear(Range<usize>, bool);

impl Job for Clear {
    type Done = ();

    fn with<S: Sets>(self, sets: &mut S) {
        if self.1 { Marked(sets).clear(self.0) } else { sets.clear(self.0) }
    }
}

/// Adds to two lines of each of two cells the values beside them.
struct AddBeside<'v> {
    values: &'v [AtomicU32],
    common: usize,
}

impl AddBeside<'_> {
    const BACK: usize = 7;
    const STEP: usize = 2;
    const MOST: usize = 3;
    const CELLS: usize = 2;

    /// The place of a value at a distance from a cell.
    fn place(cell: usize, distance: usize) -> usize {
        cell * Self::STEP + (Self::MOST - distance) * Self::BACK
    }
}

impl Job for AddBeside<'_> {
    type Done = ();

    fn with<S: Sets>(self, sets: &mut S) {
        let beside = Beside::new(Cells::new(self.values, Self::STEP, Self::CELLS), Self::BACK, Self::MOST);
        let runs = [Run { first: 0, step: 1 }, Run { first: 3, step: -1 }];
        sets.add_beside(runs, self.common, beside);
    }
}

/// The values of a line, from the words of its set. In sets that have moved on they are counted from their base.
fn members(lines: &mut LineSets, line: usize) -> BTreeSet<usize> {
    let words: Vec<u64> = match lines {
        LineSets::Narrow(narrow) => {
            let (words, size, _) = narrow.raw();
            words[line * size.stride() + 1..][..size.used()].to_vec()
        }
        LineSets::Wide(sets) => {
            let (words, _, size) = sets.raw();
            let block = |block: usize| words[(block * size.lines + line) * 8..][..8].to_vec();
            (0..size.width - 1).flat_map(block).collect()
        }
    };
    (0..words.len() * 64).filter(|value| words[value / 64] >> (value % 64) & 1 == 1).collect()
}

/// The word that tells which parts of a line are full.
fn hint(lines: &mut LineSets, line: usize, part: usize) -> &mut u64 {
    match lines {
        LineSets::Narrow(narrow) => {
            let (words, size, _) = narrow.raw();
            &mut words[line * size.stride()]
        }
        LineSets::Wide(sets) => {
            let (_, full, size) = sets.raw();
            &mut full[part * size.lines + line]
        }
    }
}

/// The memory of sets, in bytes.
fn memory(lines: &mut LineSets) -> usize {
    match lines {
        LineSets::Narrow(narrow) => size_of_val(narrow.raw().0),
        LineSets::Wide(sets) => {
            let (words, full, size) = sets.raw();
            let blocks = 8 * size.lines * size.width;
            assert!((blocks..=blocks + 8).contains(&words.len()), "room to align blocks is one block");
            8 * blocks + size_of_val(full)
        }
    }
}

/// Words of a narrow line or blocks of a wide one, with those that stay empty.
fn width(lines: &LineSets) -> usize {
    match lines {
        LineSets::Narrow(_) => lines.room() / 64 + ROUND,
        LineSets::Wide(_) => lines.room() / 512 + 1,
    }
}

fn is_narrow(lines: &LineSets) -> bool {
    matches!(lines, LineSets::Narrow(_))
}

/// Sets have room for what is asked for and hardly more, and take the memory that is told. Blocks that a wide line does not have count as full.
#[test]
fn sizes_are_those_told() {
    for largest in [0, 1, 63, 64, 65, 300, 511, 512, 3903, 3904, 5000, 32_000, 33_000, 70_000] {
        for is_wide in [false, true] {
            let mut lines =
                if is_wide { LineSets::wide(LINES, largest) } else { LineSets::new(LINES, largest) };
            let unit = if is_narrow(&lines) { 64 } else { 512 };
            assert!((largest + 1..=largest + unit).contains(&lines.end()), "{} for {largest}", lines.end());
            assert_eq!(lines.room(), lines.end());
            let a_line = if is_wide { Wide::bytes_a_line(largest) } else { LineSets::bytes_a_line(largest) };
            assert_eq!(a_line.map(|bytes| bytes * LINES), Some(memory(&mut lines)), "{largest}");
            assert_eq!(LineSets::are_narrow(largest), largest < 3904);
            assert_eq!(is_narrow(&lines), largest < 3904 && !is_wide);
            match &mut lines {
                LineSets::Narrow(narrow) => {
                    let (_, size, base) = narrow.raw();
                    assert!(size.stride() % 2 == 1 && base == 0, "cache sets");
                    assert!((1..=2).contains(&(size.stride() - size.used() - ROUND)), "a word of hints");
                }
                LineSets::Wide(sets) => assert_hints_end(sets),
            }
        }
    }
}

/// Exactly the blocks that are not there count as full, in sets without values.
fn assert_hints_end(sets: &mut Wide) {
    let (_, full, size) = sets.raw();
    assert_eq!(full.len(), size.parts() * size.lines);
    assert!(size.parts() * 64 >= size.width && (size.parts() - 1) * 64 < size.width);
    for (at, word) in full.iter().enumerate() {
        let ends = (at / size.lines * 64..).take(64).map(|block| block >= size.width);
        assert!(ends.eq((0..64).map(|bit| word >> bit & 1 == 1)), "word {at} of {size:?}");
    }
}

/// Grows sets once and checks the room, the memory and the values.
fn grow(lines: &mut LineSets, base: usize) {
    let values: Vec<_> = (0..LINES).map(|line| members(lines, line)).collect();
    let (end, old, was_narrow) = (lines.end(), width(lines), is_narrow(lines));
    let (before, told) = (memory(lines), lines.bytes_to_grow().unwrap() * LINES);
    lines.grow();
    let new = width(lines);
    if was_narrow == is_narrow(lines) {
        assert!(4 * (new - old) > old && new - old <= old / 4 + 1, "from {old} to {new}");
    } else {
        assert!(was_narrow && old + old / 4 + 1 > 64 && (end..=end + 512).contains(&lines.end()));
    }
    assert!(lines.end() >= end);
    for (line, old) in values.into_iter().enumerate() {
        let lost = if is_narrow(lines) || !was_narrow { 0 } else { 64 * base };
        let below = 0..lost;
        let expected: BTreeSet<usize> = below.chain(old.iter().map(|value| value + lost)).collect();
        assert!(members(lines, line) == expected, "line {line} from {old:?}");
    }
    // Sets that are wide although narrow ones would suffice are for tests, and their memory is not told.
    if !was_narrow && LineSets::are_narrow(end) {
        return;
    }
    let needed = before + memory(lines);
    // A narrow line that has moved on may become wide, and then has room for the values before its base as well.
    let slack = LINES * (512 + if old + old / 4 + 20 > 64 { 8 * base } else { 0 });
    assert!((needed..=needed / 4 * 5 + slack).contains(&told), "{told} told, {needed} needed");
}

/// Sets that grow keep their values, and the memory for that is estimated.
#[test]
fn growing_keeps_values() {
    for (largest, is_wide) in [(0, false), (200, false), (2000, false), (0, true), (3000, true), (5000, true)]
    {
        let mut lines = if is_wide { LineSets::wide(LINES, largest) } else { LineSets::new(LINES, largest) };
        for round in 0..14 {
            let end = low(lines.end());
            for value in [0, 1, end / 3, end / 2 + 1, end - 1] {
                lines.work(Fill(round % LINES, value..value + 1));
            }
            grow(&mut lines, 0);
            if let LineSets::Wide(sets) = &mut lines {
                assert_hints_end(sets);
            }
        }
        assert!(!is_narrow(&lines));
    }
}

/// Sets that have moved on hold the values from their base on, and grow from there.
#[test]
fn moving_on_drops_full_words() {
    for twin in twins().into_iter().filter(|twin| !twin.is_wide()) {
        let mut sets = twin.with(LineSets::new(LINES, 300));
        let ahead = Ahead { rows: 0..2, lines: vec![0..1, 1..3] };
        let mut base = 0;
        for round in 0..40 {
            let end = base + 320;
            assert_eq!(sets.room(), index(end));
            // All but the last value of line 0, which is not full then.
            sets.fill(0, base..end - 1);
            sets.fill(1, base..end);
            sets.fill(2, end - 1..end);
            let moved = |sets: &mut Sets4| match sets {
                Sets4::Plain(lines) => lines.move_on(&ahead),
                Sets4::Raw(shared, _) => shared.move_on(&ahead),
            };
            assert!(moved(&mut sets), "four words are full");
            base += 256;
            assert_eq!(sets.room(), index(base) + 320);
            assert!(!moved(&mut sets), "none is full");
            // Values below the base are on no set.
            sets.fill(2, 0..base);
            let words = [members(sets.lines(), 0), members(sets.lines(), 1), members(sets.lines(), 2)];
            assert_eq!(words, [(0..63).collect(), (0..64).collect(), BTreeSet::from([63])], "{round}");
            assert_eq!(sets.work(Claim), Some(base + 64), "{round}");
            sets.fill(0, base + 63..base + 64);
            sets.work(Clear(3..4, round % 2 == 0));
            assert!(moved(&mut sets));
            base += 64;
            let left = members(sets.lines(), 0);
            assert_eq!(left, BTreeSet::from([0]));
            assert_eq!(members(sets.lines(), 2), BTreeSet::new());
        }
        // Line 3 is not used again.
        sets.work(Clear(3..4, false));
        let lines = sets.lines();
        while is_narrow(lines) {
            assert_eq!(lines.end(), index(base) + lines.room());
            grow(lines, index(base / 64));
        }
        assert_eq!(lines.end(), lines.room());
        grow(lines, 0);
        let mut sets = twin.with(std::mem::replace(lines, LineSets::new(1, 0)));
        assert_eq!(sets.work(Claim), Some(base + 1));
    }
}

/// A generator of numbers below a bound.
fn random(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((state >> 33) % u64::from(bound)).unwrap()
    }
}

/// Random values in sets of several parts: gaps are those of the union, what counts as full is full, and lines are emptied.
#[test]
fn hints_are_true() {
    for twin in twins() {
        let (unit, units) = if twin.is_wide() { (512, 150) } else { (64, 61) };
        let mut sets = twin.with(twin.lines(units * unit - 1));
        let end = sets.room();
        assert_eq!(end, units * unit);
        let mut model = vec![vec![false; end]; LINES];
        let mut random = random(wide(units));
        for round in 0..60 {
            let line = index(random(4));
            // Long ranges that begin in any part, so that gaps are in late parts.
            let from = if round % 3 == 0 { 0 } else { random(low(end)) };
            let to = (from + 1 + random(low(end) / 2)).min(low(end));
            sets.fill(line, from..to);
            model[line][index(from)..index(to)].fill(true);
            for _ in 0..3 {
                let gap = (0..end).find(|&value| [0, 1, 3].iter().all(|&line| !model[line][value]));
                assert_eq!(sets.work(Claim).map(index), gap, "round {round}");
                if let Some(gap) = gap {
                    for line in [0, 1, 3] {
                        model[line][gap] = true;
                    }
                }
            }
            for (line, model) in model.iter().enumerate() {
                for at in 0..units {
                    let is_full = *hint(sets.lines(), line, at / 64) >> (at % 64) & 1 == 1;
                    let part = &model[at * unit..][..unit];
                    assert!(!is_full || part.iter().all(|&is| is), "unit {at} of line {line}");
                }
            }
            if round % 8 == 7 {
                let first = index(random(4));
                sets.work(Clear(first..first + 1, round % 16 == 7));
                model[first].fill(false);
            }
        }
        for (line, model) in model.iter().enumerate() {
            let values = model.iter().enumerate().filter(|(_, is)| **is).map(|(value, _)| value);
            assert!(members(sets.lines(), line) == values.collect(), "line {line}");
        }
        sets.work(Clear(0..LINES, false));
        if let LineSets::Wide(wide) = sets.lines() {
            assert_hints_end(wide);
        }
    }
}

/// A search notes which parts are full on a single line.
#[test]
fn searches_note_full_parts() {
    for twin in twins() {
        let (unit, units) = (twin.unit(), if twin.is_wide() { 140 } else { 60 });
        let mut sets = twin.with(twin.lines(index(unit * units)));
        let size = sets.room() / index(unit);
        let noted = |sets: &mut Sets4, line: usize| -> Vec<usize> {
            (0..size).filter(|at| *hint(sets.lines(), line, at / 64) >> (at % 64) & 1 == 1).collect()
        };
        // Line 1 has the middle of unit 10, and line 0 the rest of it.
        sets.fill(0, 0..unit * 10 + 5);
        sets.fill(0, unit * 10 + 9..unit * units);
        sets.fill(1, unit * 10 + 5..unit * 10 + 9);
        assert_eq!(sets.work(Claim), Some(unit * units));
        // Those that are read together with the gap need not be noted.
        let of_line_0 = noted(&mut sets, 0);
        assert!(of_line_0.iter().all(|&at| at != 10 && at < index(units)));
        assert!((0..index(units) - ROUND).all(|at| at == 10 || of_line_0.contains(&at)), "{of_line_0:?}");
        assert_eq!([noted(&mut sets, 1), noted(&mut sets, 3)], [vec![], vec![]]);
    }
}

/// A part that counts as full on one of the lines is not looked at, even if it has a gap.
#[test]
fn searches_pass_parts_that_count_as_full() {
    for twin in twins() {
        let unit = twin.unit();
        let largest = index(unit) * if twin.is_wide() { 100 } else { 50 };
        for on in [&[0][..], &[1], &[3], &[0, 1], &[1, 3], &[0, 1, 3]] {
            // Units with all values on line 0, units that count as full, and where the gap is then.
            for (full, passed, gap) in [(0..0, 0, 1), (0..3, 3, 4), (1..2, 0, 2), (1..4, 0, 4), (0..1, 1, 2)]
            {
                let mut lines = twin.lines(largest);
                for &line in on {
                    *hint(&mut lines, line, 0) |= 1 << passed;
                }
                let mut sets = twin.with(lines);
                sets.fill(0, full.start * unit..full.end * unit);
                assert_eq!(sets.work(Claim), Some(gap * unit), "{full:?}, {passed} on {on:?}");
            }
            if twin.is_wide() {
                // In the first part only block 5 is looked at, and in the second block 64 is not.
                let mut lines = twin.lines(largest);
                *hint(&mut lines, 0, 0) = !(1 << 5);
                for &line in on {
                    *hint(&mut lines, line, 1) |= 1;
                }
                let mut sets = twin.with(lines);
                sets.fill(0, 5 * unit..6 * unit);
                assert_eq!(sets.work(Claim), Some(65 * unit), "{on:?}");
            }
        }
    }
}

/// The last value that fits is found, and no other one. Larger ones are refused, and cells that are not positions have none.
#[test]
fn sets_end_where_told() {
    for (twin, largest) in twins().into_iter().flat_map(|twin| [0, 100, 600, 40_000].map(|l| (twin, l))) {
        let mut sets = twin.with(twin.lines(largest));
        let end = low(sets.room());
        sets.fill(3, 0..end - 1);
        sets.work(Insert(0, NONE));
        let beside = |value| -> Vec<AtomicU32> { (0..20).map(|_| AtomicU32::new(value)).collect() };
        sets.work(AddBeside { values: &beside(NONE), common: 3 });
        assert_eq!((members(sets.lines(), 0).len(), members(sets.lines(), 2).len()), (0, 0));
        assert_eq!((sets.work(Claim), sets.work(Claim)), (Some(end - 1), None));
        assert_eq!(sets.room(), index(end));
        let insert = catch_unwind(AssertUnwindSafe(|| sets.work(Insert(0, end))));
        let values = beside(end);
        let add = catch_unwind(AssertUnwindSafe(|| sets.work(AddBeside { values: &values, common: 1 })));
        assert!(insert.is_err() && add.is_err(), "{end} is beyond the sets");
        sets.work(AddBeside { values: &beside(end - 1), common: 3 });
        assert_eq!(members(sets.lines(), 2), BTreeSet::from([index(end) - 1]));
    }
}

/// Values beside cells are added to the first line, and to the others those that are near.
#[test]
fn values_beside_cells_are_added() {
    let values: Vec<AtomicU32> = (0..20).map(|value| AtomicU32::new(value * 11)).collect();
    for (twin, common) in twins().into_iter().flat_map(|twin| [0, 1, 2, 3].map(|common| (twin, common))) {
        let mut sets = twin.with(twin.lines(300));
        sets.work(AddBeside { values: &values, common });
        for cell in 0..AddBeside::CELLS {
            let up_to = |most: usize| -> BTreeSet<usize> {
                (1..=most).map(|distance| AddBeside::place(cell, distance) * 11).collect()
            };
            assert_eq!(members(sets.lines(), cell), up_to(AddBeside::MOST));
            assert_eq!(members(sets.lines(), 3 - cell), up_to(common), "up to {common}");
        }
    }
}

/// Both ends of a run are lines that there are; a run without cells has none.
#[test]
fn runs_are_within_the_lines() {
    let run = |first, step, cells, lines| Run { first, step }.is_within(cells, lines);
    assert!(run(9, 1, 0, 0));
    assert!(run(3, 2, 1, 4) && !run(3, 2, 1, 3));
    assert!(run(3, 2, 2, 6) && !run(3, 2, 2, 5));
    assert!(run(5, -2, 3, 6) && !run(5, -2, 3, 5) && !run(5, -2, 3, 4));
    assert!(!run(1, -2, 2, 6));
}
