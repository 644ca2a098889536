//! The first spreads, from whole sets of lines.

use super::Member;
use super::lines::{Lane, TURN, WIDTH};
use crate::notation::InputError;
use crate::widths::{place, wide};

/// What the machines start from: the positions of the first spreads, and the lines that these use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Spreads below this are done: a multiple of 64.
    pub spread: u64,
    /// Their positions, by b, value and a.
    pub members: Vec<Member>,
    /// For each value, a bit for each line that it has used.
    used: Vec<Vec<u64>>,
}

impl Start {
    /// All positions of values 0 to `largest` up to the first spread at which their free lines fit into windows.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        /// The spreads to try. The first has to be so large that the windows of a machine do not overlap, and that the machine which follows
        /// at half the speed is behind it.
        const SPREADS: [u64; 4] = [512, 1024, 2048, 4096];
        for spread in SPREADS {
            let start = Self::to(largest, spread);
            if start.fits() {
                return Ok(start);
            }
        }
        Err(super::lines::too_large(largest))
    }

    fn to(largest: u64, spread: u64) -> Self {
        let words = place(spread / 32);
        let mut used: Vec<Vec<u64>> = (0..=largest).map(|_| vec![0; words]).collect();
        let mut members = Vec::new();
        for b in 0..spread {
            let mut taken = vec![false; place(b / 2) + 1];
            for (value, used) in (0..).zip(&mut used) {
                let first = members.len();
                for a in 0..=b / 2 {
                    if !taken[place(a)] && lines_of(a, b).iter().all(|&line| !has(used, line)) {
                        taken[place(a)] = true;
                        members.push(Member { b, value, a });
                    }
                }
                for member in &members[first..] {
                    for line in lines_of(member.a, b) {
                        used[place(line / 64)] |= 1 << (line % 64);
                    }
                }
            }
        }
        Self { spread, members, used }
    }

    /// The largest value.
    pub fn largest(&self) -> u64 {
        wide(self.used.len()) - 1
    }

    /// Whether all free lines below the windows are gone.
    fn fits(&self) -> bool {
        let lowest = self.spread - 2 * WIDTH;
        self.used.iter().all(|used| (0..lowest).all(|line| has(used, line)))
    }

    /// The first base of a word of lines that is not yet final. Later positions use lines from 2 spread - 63 on.
    pub fn end(&self) -> u64 {
        2 * self.spread - 64
    }

    /// The lines from `base` on that a value has used, as 64 bits.
    pub fn word(&self, value: usize, base: u64) -> u64 {
        self.used[value][place(base / 64)]
    }

    /// The windows of a value.
    pub fn lane(&self, value: usize) -> Lane {
        let used = &self.used[value];
        let bits = |line: &dyn Fn(u64) -> u64, is: bool| {
            (0..WIDTH).fold(0, |bits, a| bits | u64::from(has(used, line(a)) == is) << a)
        };
        let (even, odd) = (self.spread - 2, self.spread - 1);
        let top = 2 * self.spread - 2;
        Lane {
            behind: [bits(&|a| even - 2 * a, false), bits(&|a| odd - 2 * a, false)],
            near: [bits(&|a| self.spread + a, true), 0],
            top: [bits(&|a| top - a, true), bits(&|a| top - 64 - a, true)],
        }
    }
}

/// The lines of (0, a, b).
fn lines_of(a: u64, b: u64) -> [u64; 3] {
    [2 * b - a, b - 2 * a, a + b]
}

fn has(used: &[u64], line: u64) -> bool {
    used[place(line / 64)] >> (line % 64) & 1 == 1
}

const _: () = assert!(TURN == 32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Table, game};

    #[test]
    fn the_start_is_the_table() {
        let game = game("sharing-nim").unwrap();
        let table = Table::of(&game).to(127).engine(Engine::Definition).compute().unwrap();
        let start = Start::to(30, 128);
        for b in 0..128 {
            for a in 0..=b / 2 {
                let value = table.get(place(a), place(b)).unwrap().0;
                let found = start.members.iter().find(|member| (member.a, member.b) == (a, b));
                assert_eq!(
                    found.map(|member| member.value),
                    Some(value).filter(|&value| value <= 30),
                    "0,{a},{b}"
                );
            }
        }
        assert!(start.members.len() > 1000);
    }

    /// Free lines may lie in the window, which begins 128 lines below the spread, and nowhere below it.
    #[test]
    fn free_lines_below_the_window_do_not_fit() {
        let start = Start::to(3, 512);
        assert!(start.fits());
        for value in 0..4 {
            for (line, fits) in
                [(0, false), (100, false), (383, false), (384, true), (400, true), (445, true)]
            {
                let mut freed = start.clone();
                freed.used[value][place(line / 64)] &= !(1 << (line % 64));
                assert_eq!(freed.fits(), fits, "line {line} of value {value}");
            }
        }
    }

    /// The windows are those that [`Lane`] describes.
    #[test]
    fn lanes_are_the_lines() {
        let start = Start::to(3, 512);
        let bit = |words: [u64; 2], at: u64| words[place(at / 64)] >> (at % 64) & 1 == 1;
        for (value, used) in start.used.iter().enumerate() {
            let Lane { behind, near, top } = start.lane(value);
            for a in 0..64 {
                assert_eq!(behind[0] >> a & 1 == 1, !has(used, 510 - 2 * a));
                assert_eq!(behind[1] >> a & 1 == 1, !has(used, 511 - 2 * a));
                // The second word is added by the first turn.
                assert_eq!(bit(near, a), has(used, 512 + a));
            }
            for a in 0..128 {
                assert_eq!(bit(top, a), has(used, 1022 - a), "line {} of value {value}", 1022 - a);
            }
        }
    }
}
