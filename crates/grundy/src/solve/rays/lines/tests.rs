use super::*;
use crate::solve::rays::simd::{Shared, Simd};
use crate::widths::index;
use proptest::prelude::*;
use std::collections::BTreeSet;

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
