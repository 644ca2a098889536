//! Three piles of Graph Nim on a path: the positions of the small values, and their periods.
//!
//! # Half-lines
//! Let c be the pile at the centre, and x and z the other two. Only x-c and z-c matter; the two can be exchanged, and the signs of both changed. The *spread* b is the
//! largest pile less the smallest. A move between x and c keeps 2z-x-c and the sign of x-c, so the positions that can be reached from each other by such moves
//! lie on a half-line. It is given by the number |2z-x-c|, and is *outer* if this has the sign of x-c, *inner* if not. Line 0 counts as both.
//!
//! - A position is *outside* if the centre is not between the other two. Let these be larger by a and b, a <= b, and e = b-a. It lies on the outer line b+e, and on line |b-2e|,
//!   outer if 2e < b and inner if 2e > b. If a = 0 it is the end of the outer line 2b and of the inner line 2b.
//! - It is *between* if the other two differ from the centre by p and q on either side, p <= q, p + q = b. It lies on the inner lines b+p and b+q.
//!
//! Along a half-line the spread falls strictly. So a half-line holds at most one position of each value, no two positions of one spread share one, and a position has value g exactly if it has
//! no smaller value and none of its half-lines holds a position of value g with a smaller spread.
//!
//! # Windows
//! The free outer lines, those that hold no position of value g yet, lie near b: all below are used, all above are free. The free inner lines lie near 3b/2 in the same way. So the positions of value g
//! have a small e, or lie between with nearly equal p and q; and their half-lines are close together. [`Machine`] keeps a window of each family. That no free line is left below it is tested
//! at the start and at every step. What happens next depends on the windows alone (and on the parity of b), so when they are the same as before, all repeats: this proves a period. Unlike in Sharing Nim no
//! line near 2b matters.

use crate::error::{Error, Unanswered};
use crate::notation::InputError;
use crate::widths::place;
use dashu_int::UBig;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Bits of a window that may be in use.
const WIDTH: u32 = 126;

/// Upper limit on the value.
pub const LARGEST: u64 = 100;

/// The two kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The centre is not between the other two piles. The offset is their difference, e.
    Outside,
    /// The centre is between them, and differs from both. The offset is half of q - p, rounded down.
    Between,
}

impl Family {
    /// The line about which those of the small values lie.
    fn middle(self, spread: u64) -> u64 {
        match self {
            Self::Outside => spread,
            Self::Between => spread + spread / 2,
        }
    }

    /// The lines of a position: how far one is below the middle, and the other above.
    fn lines(self, offset: u32, spread: u64) -> (u32, u32) {
        match self {
            Self::Outside => (2 * offset, offset),
            Self::Between => (offset, offset + u32::from(spread % 2 == 1)),
        }
    }
}

/// The family, the offset and the spread of three piles, the centre in the middle.
///
/// ```
/// use grundy::sharing_nim::path::{Family, locate};
/// use grundy::theorem::UBig;
/// let [x, centre, z] = [7u8, 10, 15].map(UBig::from);
/// let (offset, spread) = (UBig::from(1u8), UBig::from(8u8));
/// assert_eq!(locate([&x, &centre, &z]), (Family::Between, offset, spread));
/// ```
pub fn locate([x, centre, z]: [&UBig; 3]) -> (Family, UBig, UBig) {
    let (low, high) = (x.min(z), x.max(z));
    if low < centre && centre < high {
        let (p, q) = (centre - low, high - centre);
        let difference = if p < q { &q - &p } else { &p - &q };
        (Family::Between, difference / 2u8, p + q)
    } else {
        (Family::Outside, high - low, high.max(centre) - low.min(centre))
    }
}

/// The windows of a value before a spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    /// Bit k: the line k below the middle is free.
    free: u128,
    /// Bit k: the line k above the middle is used.
    used: u128,
}

impl Window {
    /// Moves the middle up by one line.
    fn shift(&mut self) {
        self.used >>= 1;
        self.free = self.free << 1 | (!self.used & 1);
    }
}

/// The positions of the first spreads, from whole sets of lines.
#[derive(Debug)]
struct Start {
    /// Spreads below this are done.
    spread: u64,
    /// The values of their positions, as far as they are small.
    values: HashMap<(Family, u64, u64), u64>,
    /// For each line a bit for each value.
    outer: Vec<u128>,
    inner: Vec<u128>,
}

impl Start {
    fn new(largest: u64) -> Result<Self, InputError> {
        const SPREADS: [u64; 3] = [512, 1024, 2048];
        let fit = SPREADS.iter().map(|&spread| Self::to(largest, spread)).find(|start| start.fits(largest));
        fit.ok_or_else(|| too_large(largest))
    }

    fn to(largest: u64, spread: u64) -> Self {
        let lines = place(2 * spread + 1);
        let (mut outer, mut inner) = (vec![0_u128; lines], vec![0_u128; lines]);
        let mut values = HashMap::new();
        for b in 0..spread {
            let mut found = Vec::new();
            let mut add = |family, offset, used: u128| {
                let value = u64::from(used.trailing_ones());
                if value <= largest {
                    found.push((family, offset, 1 << value));
                    values.insert((family, offset, b), value);
                }
            };
            for e in 0..=b {
                let first = if 2 * e < b { outer[place(b - 2 * e)] } else { inner[place(2 * e - b)] };
                // With a = 0 there is no move on the other line.
                add(Family::Outside, e, first | if e < b { outer[place(b + e)] } else { 0 });
            }
            for p in 1..=b / 2 {
                add(Family::Between, b / 2 - p, inner[place(b + p)] | inner[place(2 * b - p)]);
            }
            for (family, offset, bit) in found {
                match family {
                    Family::Outside => {
                        if 2 * offset <= b {
                            outer[place(b - 2 * offset)] |= bit;
                        }
                        if 2 * offset >= b {
                            inner[place(2 * offset - b)] |= bit;
                        }
                        outer[place(b + offset)] |= bit;
                        if offset == b {
                            inner[place(2 * b)] |= bit;
                        }
                    }
                    Family::Between => {
                        let p = b / 2 - offset;
                        inner[place(b + p)] |= bit;
                        inner[place(2 * b - p)] |= bit;
                    }
                }
            }
        }
        Self { spread, values, outer, inner }
    }

    fn lines(&self, family: Family) -> &[u128] {
        match family {
            Family::Outside => &self.outer,
            Family::Between => &self.inner,
        }
    }

    /// Whether all lines below the windows are used, and all above are free, for every value. Then all inner lines up to the spread are used, so that positions outside with
    /// 2e >= b have none of the values any more.
    fn fits(&self, largest: u64) -> bool {
        let all = (1 << (largest + 1)) - 1;
        [Family::Outside, Family::Between].into_iter().all(|family| {
            let middle = family.middle(self.spread);
            let (below, above) = (middle - u64::from(WIDTH), middle + u64::from(WIDTH));
            let lines = self.lines(family);
            (family == Family::Outside || below > self.spread)
                && lines[..=place(below)].iter().all(|&used| used & all == all)
                && lines[place(above)..].iter().all(|&used| used & all == 0)
        })
    }

    fn windows(&self, family: Family, largest: u64) -> Vec<Window> {
        let middle = family.middle(self.spread);
        let lines = self.lines(family);
        let window = |value: u64| {
            let used = |line: u64| lines.get(place(line)).map_or(0, |used| used >> value & 1);
            let mut window = Window { free: 0, used: 0 };
            for k in 0..u64::from(WIDTH) {
                window.free |= (1 - used(middle - k)) << k;
                window.used |= used(middle + k) << k;
            }
            window
        };
        (0..=largest).map(window).collect()
    }
}

/// The positions of a family with the values from 0 to a largest one, by increasing spread.
#[derive(Clone, Debug)]
pub struct Machine {
    family: Family,
    start: Arc<Start>,
    spread: u64,
    windows: Vec<Window>,
}

/// A proved period: the positions of spread b + length are those of spread b, for all b >= from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// A spread from which on it holds; not the least one.
    pub from: u64,
    /// The least number of spreads after which the windows of all values are the same.
    pub length: u64,
}

/// Called with the next spread from time to time.
type Watch<'w> = &'w mut dyn FnMut(u64) -> ControlFlow<()>;

impl Machine {
    /// The values from 0 to `largest`, after the first spreads.
    ///
    /// # Errors
    /// When the value is too large.
    pub fn new(family: Family, largest: u64) -> Result<Self, InputError> {
        if largest > LARGEST {
            return Err(too_large(largest));
        }
        let start = Arc::new(Start::new(largest)?);
        let windows = start.windows(family, largest);
        Ok(Self { family, spread: start.spread, start, windows })
    }

    /// The next spread.
    pub fn spread(&self) -> u64 {
        self.spread
    }

    /// Visits the positions of the next spread: value and offset.
    ///
    /// # Errors
    /// When a free line leaves its window: the method cannot go on.
    pub fn step(&mut self, visit: &mut impl FnMut(u64, u32)) -> Result<(), Error> {
        let Self { family, spread, .. } = *self;
        let up = family.middle(spread + 1) - family.middle(spread);
        let mut taken = 0_u128;
        for (value, window) in (0..).zip(&mut self.windows) {
            let mut rest = window.free;
            while rest != 0 {
                let below = rest.trailing_zeros();
                rest &= rest - 1;
                let offset = match family {
                    Family::Outside if below % 2 == 1 => continue,
                    Family::Outside => below / 2,
                    Family::Between => below,
                };
                let (below, above) = family.lines(offset, spread);
                if (window.used >> above | taken >> offset) & 1 == 0 {
                    taken |= 1 << offset;
                    window.free &= !(1 << below);
                    window.used |= 1 << above;
                    visit(value, offset);
                }
            }
            (0..up).for_each(|_| window.shift());
            if window.free >> WIDTH != 0 {
                return Err(left_behind(value, spread));
            }
        }
        self.spread += 1;
        Ok(())
    }

    /// Whether the same happens from here on as from there on.
    fn repeats(&self, other: &Self) -> bool {
        let parity = |machine: &Self| (machine.family == Family::Between) && machine.spread % 2 == 1;
        self.windows == other.windows && parity(self) == parity(other)
    }

    /// Goes on to a spread, or until the windows are the same as before. Then it returns the period.
    fn follow(&mut self, to: u64, watch: Watch<'_>) -> Result<Option<Cycle>, Error> {
        /// Spreads between progress callbacks: some milliseconds.
        const WATCHED: u64 = 1 << 12;
        // Brent's method: each state is compared with one marked earlier, and the mark is moved after 1, 2, 4, .. steps.
        let mut mark = self.clone();
        let mut room = 1;
        while self.spread < to {
            self.step(&mut |_, _| {})?;
            if self.repeats(&mark) {
                return Ok(Some(Cycle { from: mark.spread, length: self.spread - mark.spread }));
            }
            if self.spread - mark.spread == room {
                mark.clone_from(self);
                room *= 2;
            }
            if self.spread.is_multiple_of(WATCHED) && watch(self.spread).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(None)
    }
}

/// The period of the positions of a family with values from 0 to `largest`, if it is found by the spreads up to `to`.
///
/// ```
/// use grundy::sharing_nim::path::{Cycle, Family, cycle};
/// use std::ops::ControlFlow;
/// let go_on = &mut |_| ControlFlow::Continue(());
/// let length = |cycle: Cycle| cycle.length;
/// assert_eq!(cycle(Family::Outside, 4, 10_000, go_on)?.map(length), Some(36));
/// assert_eq!(cycle(Family::Between, 4, 10_000, go_on)?.map(length), Some(72));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the value is too large, a free line leaves its window, or the caller cancels the work.
pub fn cycle(family: Family, largest: u64, to: u64, watch: Watch<'_>) -> Result<Option<Cycle>, Error> {
    Machine::new(family, largest)?.follow(to, watch)
}

/// The value of a position, and the period that gives it, if it was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value, if it is at most the largest one that was asked for.
    pub value: Option<u64>,
    /// The period.
    pub cycle: Option<Cycle>,
}

/// The value of the position of a family with an offset and a spread, if it is at most `largest`.
///
/// ```
/// use grundy::sharing_nim::path::{Family, value};
/// use grundy::theorem::UBig;
/// use std::ops::ControlFlow;
/// let (offset, spread) = (UBig::from(3u8), UBig::from(10u8).pow(30));
/// let found = value((Family::Between, &offset, &spread), 8, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(found.value, Some(3));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// As for [`cycle`].
pub fn value(
    (family, offset, spread): (Family, &UBig, &UBig),
    largest: u64,
    watch: Watch<'_>,
) -> Result<Found, Error> {
    let mut machine = Machine::new(family, largest)?;
    let near = u64::try_from(spread).ok();
    if let (Some(near), Ok(offset)) = (near.filter(|&near| near < machine.spread), u64::try_from(offset)) {
        let value = machine.start.values.get(&(family, offset, near)).copied();
        return Ok(Found { value, cycle: None });
    }
    let cycle = machine.follow(near.unwrap_or(u64::MAX), watch)?;
    // The lines of these values have stayed in their windows, so their offsets are small.
    let Some(offset) = u32::try_from(offset).ok().filter(|&offset| offset < WIDTH) else {
        return Ok(Found { value: None, cycle });
    };
    if let Some(Cycle { length, .. }) = cycle {
        let to = machine.spread + (spread - UBig::from(machine.spread)) % length;
        while machine.spread < to {
            machine.step(&mut |_, _| {})?;
            if machine.spread.is_multiple_of(1 << 12) && watch(machine.spread).is_break() {
                return Err(Error::Cancelled);
            }
        }
    }
    let mut found = None;
    machine.step(&mut |value, at| {
        if at == offset {
            found = Some(value);
        }
    })?;
    Ok(Found { value: found, cycle })
}

fn too_large(largest: u64) -> InputError {
    InputError::whole(format!("positions of value {largest} are not found by lines"))
        .hint(format!("values up to {LARGEST} are, as far as their lines fit into windows"))
}

/// A free line has left the window of a value. No proof says that this cannot be, so it is no fault: the method ends here.
fn left_behind(value: u64, spread: u64) -> Error {
    let message = format!("a free line of value {value} leaves its window at b = {spread}");
    Box::new(Unanswered::new(message)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that stays free is noticed when it leaves the window.
    #[test]
    fn a_free_line_that_leaves_its_window_is_noticed() {
        for (family, up) in [(Family::Outside, 1), (Family::Between, 2)] {
            let mut machine = Machine::new(family, 0).unwrap();
            machine.spread |= 1;
            machine.windows = vec![Window { free: 1 << (WIDTH - 1 - up), used: u128::MAX }];
            assert!(machine.step(&mut |_, _| {}).is_ok());
            assert!(machine.step(&mut |_, _| {}).is_err());
        }
    }

    /// All lines up to 126 below the middle have to be used by each value, and those from 126 above it on by none.
    #[test]
    fn lines_beyond_the_windows_do_not_fit() {
        let largest = 2;
        let whole = || Start::to(largest, 512);
        assert!(whole().fits(largest));
        for (family, middle) in [(Family::Outside, 512), (Family::Between, 768)] {
            for value in 0..=largest + 1 {
                for (line, bit, fits) in [
                    (0, 0, false),
                    (middle - 126, 0, false),
                    (middle - 125, 0, true),
                    (middle + 125, 1, true),
                    (middle + 126, 1, false),
                    (1024, 1, false),
                ] {
                    let mut start = whole();
                    let lines = match family {
                        Family::Outside => &mut start.outer,
                        Family::Between => &mut start.inner,
                    };
                    lines[line] = lines[line] & !(1 << value) | bit << value;
                    // Lines of larger values do not matter.
                    assert_eq!(start.fits(largest), fits || value > largest, "{family:?} line {line}");
                }
            }
        }
    }

    /// The window of inner lines has to lie above the spread.
    #[test]
    fn inner_windows_lie_above_the_spread() {
        for (spread, fits) in [(250, false), (252, false), (253, false), (254, true)] {
            assert_eq!(Start::to(0, spread).fits(0), fits, "{spread}");
        }
    }

    /// The parity of the spread matters between the other piles, and not outside.
    #[test]
    fn machines_repeat_with_their_parity() {
        for family in [Family::Outside, Family::Between] {
            let machine = Machine::new(family, 2).unwrap();
            for (spread, repeats) in
                [(512, true), (514, true), (513, family == Family::Outside), (1, family == Family::Outside)]
            {
                let mut other = machine.clone();
                other.spread = spread;
                assert_eq!((machine.repeats(&other), other.repeats(&machine)), (repeats, repeats));
                other.windows[1].used ^= 1;
                assert!(!machine.repeats(&other));
            }
        }
    }
}
