//! The machines that go through the spreads; see the parent module.

use super::Member;
use super::start::Start;
use crate::codec::{BadState, Reader, Writer};
use crate::error::{Error, Unanswered};
use crate::notation::InputError;
use crate::widths::{place, wide};

/// A window covers the a below this.
pub(super) const WIDTH: u64 = 64;

/// Spreads of a turn. After a turn 64 more of the lines 2b-a are final: a word.
pub const TURN: usize = 32;

/// Upper limit on the value. Beyond some 130 free lines have been seen below the windows.
pub const LARGEST: u64 = 100;

const KIND: u64 = 5;
const VERSION: u64 = 1;

/// The windows of a value before spread b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    /// Bit a: line c - 2a is free, where c is the last even or odd number below b.
    pub behind: [u64; 2],
    /// Bit a: line b + a is used, a < 128.
    pub near: [u64; 2],
    /// Bit a: line 2b - 2 - a is used, a < 128.
    pub top: [u64; 2],
}

impl Lane {
    /// Goes through the spreads of a turn. Bit a of `taken` tells whether (0, a, b) has a smaller value; positions of this value are added to it, and stored in
    /// `found`. Returns whether all free lines have stayed in the window.
    #[inline]
    fn turn(&mut self, taken: &mut [u64; TURN], found: &mut [u64; TURN]) -> bool {
        let Self { behind: [mut even, mut odd], mut near, mut top } = *self;
        let mut left = 0;
        let mut step = |behind: &mut u64, taken: &mut u64, found: &mut u64| {
            left |= *behind;
            let free = *behind << 1 | (!near[0] & 1);
            top = [top[0] << 2, top[1] << 2 | top[0] >> 62];
            let here = free & !(near[0] | top[0] | *taken);
            *taken |= here;
            *found = here;
            *behind = free & !here;
            top[0] |= here;
            near[0] |= here;
            near = [near[0] >> 1 | near[1] << 63, near[1] >> 1];
        };
        // A turn begins with an even spread.
        for ([taken_even, taken_odd], [found_even, found_odd]) in
            taken.as_chunks_mut().0.iter_mut().zip(found.as_chunks_mut().0)
        {
            step(&mut even, taken_even, found_even);
            step(&mut odd, taken_odd, found_odd);
        }
        *self = Self { behind: [even, odd], near, top };
        left >> (WIDTH - 1) == 0
    }

    /// The word of lines that the turn has made final: from 2b - 128 on, where b is the next spread.
    fn word(&self) -> u64 {
        (self.top[0] >> 63 | self.top[1] << 1).reverse_bits()
    }
}

/// A machine: the windows of all values at a spread.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Machine {
    /// The next spread, a multiple of 32.
    spread: u64,
    lanes: Vec<Lane>,
}

impl Machine {
    fn new(start: &Start, first: u64, count: usize) -> Self {
        let values = place(first)..place(first) + count;
        Self { spread: start.spread, lanes: values.map(|value| start.lane(value)).collect() }
    }
}

/// The positions of a turn.
pub struct Block<'l> {
    /// Its first spread.
    pub spread: u64,
    /// For each value from `first_value` on, and each spread: bit a tells whether (0, a, b) has this value.
    pub found: &'l [[u64; TURN]],
    /// The value of the first entry of `found`.
    pub first_value: u64,
    /// For each spread: bit a tells whether (0, a, b) has one of the values so far.
    pub taken: &'l [u64; TURN],
}

impl Block<'_> {
    /// Whether this is one of its spreads.
    pub fn contains(&self, b: u64) -> bool {
        b.checked_sub(self.spread).is_some_and(|index| index < wide(TURN))
    }

    /// The positions of a value, by b and then a.
    pub fn members_of(&self, value: u64) -> impl Iterator<Item = Member> {
        let index = value.checked_sub(self.first_value).and_then(|index| usize::try_from(index).ok());
        let found = index.and_then(|index| self.found.get(index)).into_iter().flatten();
        (self.spread..).zip(found).flat_map(move |(b, &bits)| {
            (0..WIDTH).filter(move |a| bits >> a & 1 == 1).map(move |a| Member { b, value, a })
        })
    }
}

/// Passes the positions of smaller values on to a part of the values that is computed elsewhere.
pub(super) trait Pipe {
    /// The positions that smaller values have taken in the next turn.
    fn take(&mut self) -> Option<[u64; TURN]>;
    /// The same after this part.
    fn pass(&mut self, taken: &[u64; TURN]);
}

/// No other part.
pub(super) struct Whole;

impl Pipe for Whole {
    fn take(&mut self) -> Option<[u64; TURN]> {
        Some([0; TURN])
    }

    fn pass(&mut self, _: &[u64; TURN]) {}
}

/// The positions of all values up to one, by increasing spread.
///
/// ```
/// use grundy::sharing_nim::Lines;
/// let mut lines = Lines::new(4)?;
/// let mut largest = (0, 0);
/// while lines.spread() < 40_000 {
///     lines.turn(&mut |block| {
///         largest = block.members_of(4).map(|member| (member.a, member.b)).fold(largest, |most, next| if next.0 > most.0 { next } else { most });
///     })?;
/// }
/// assert_eq!(largest, (7, 31003));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    start: Start,
    /// The values of this part: `first`, and the following ones.
    first: u64,
    /// The machine in front, the one that follows it at half the speed, and so on.
    machines: Vec<Machine>,
    /// The positions of the last turn.
    found: Vec<[u64; TURN]>,
}

impl Lines {
    /// The values from 0 to `largest`, before the first turn: the spreads below [`Lines::spread`] are done.
    ///
    /// # Errors
    /// When the value is too large.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        if largest > LARGEST {
            return Err(too_large(largest));
        }
        Ok(Self::part(Start::new(largest)?, 0, place(largest) + 1))
    }

    /// Some of the values of a start.
    fn part(start: Start, first: u64, count: usize) -> Self {
        let machines = vec![Machine::new(&start, first, count)];
        Self { start, first, machines, found: vec![[0; TURN]; count] }
    }

    /// Divides the values into parts that can be computed by several threads. It has to be at its start.
    pub(super) fn parts(self, parts: usize) -> Vec<Self> {
        let lanes = &self.machines[0].lanes;
        let each = lanes.len().div_ceil(parts.max(1));
        let of = |part: usize| {
            let first = part * each;
            let count = each.min(lanes.len() - first);
            Self::part(self.start.clone(), wide(first), count)
        };
        (0..lanes.len().div_ceil(each)).map(of).collect()
    }

    /// The next spread.
    pub fn spread(&self) -> u64 {
        self.machines[0].spread
    }

    /// The first value of this part.
    pub(super) fn first_value(&self) -> u64 {
        self.first
    }

    /// The number of values of this part.
    pub(super) fn values(&self) -> usize {
        self.machines[0].lanes.len()
    }

    /// The positions of the spreads before the first turn, by b, value and a. Here a may be 64 or more.
    pub fn first_members(&self) -> &[Member] {
        &self.start.members
    }

    /// The value of (0, a, b), if it is one of this part and b is a spread of the last turn.
    pub(super) fn value_of(&self, a: u64, b: u64) -> Option<u64> {
        let index = place(b.checked_sub(self.spread().checked_sub(wide(TURN))?)?);
        let bit = u32::try_from(a).ok().filter(|_| a < WIDTH)?;
        let has = |found: &[u64; TURN]| found.get(index).is_some_and(|bits| bits >> bit & 1 == 1);
        self.found.iter().position(has).map(|at| self.first + wide(at))
    }

    /// Goes through the next [`TURN`] spreads.
    ///
    /// # Errors
    /// When a free line leaves its window: the method cannot go on.
    pub fn turn(&mut self, visit: &mut impl FnMut(&Block<'_>)) -> Result<(), Error> {
        self.turn_with(&mut Whole, visit).map(|_| ())
    }

    /// The same for a part. Returns false if the other parts have ended.
    pub(super) fn turn_with(
        &mut self,
        pipe: &mut impl Pipe,
        visit: &mut impl FnMut(&Block<'_>),
    ) -> Result<bool, Error> {
        self.machine_turn(0, pipe, visit)
    }

    fn machine_turn(
        &mut self,
        number: usize,
        pipe: &mut impl Pipe,
        visit: &mut impl FnMut(&Block<'_>),
    ) -> Result<bool, Error> {
        let spread = self.machines[number].spread;
        if spread.is_multiple_of(64) && !self.refill(number, spread + WIDTH, pipe)? {
            return Ok(false);
        }
        let Some(mut taken) = pipe.take() else { return Ok(false) };
        let machine = &mut self.machines[number];
        let mut unseen = [0; TURN];
        for (index, lane) in machine.lanes.iter_mut().enumerate() {
            let found = if number == 0 { &mut self.found[index] } else { &mut unseen };
            if !lane.turn(&mut taken, found) {
                return Err(left_behind(self.first + wide(index), spread));
            }
        }
        machine.spread += wide(TURN);
        pipe.pass(&taken);
        if number == 0 {
            visit(&Block { spread, found: &self.found, first_value: self.first, taken: &taken });
        }
        Ok(true)
    }

    /// Adds the word of lines from `base` on to the windows of a machine: from the start, or from the machine that follows.
    fn refill(&mut self, number: usize, base: u64, pipe: &mut impl Pipe) -> Result<bool, Error> {
        let follows = base >= self.start.end();
        if follows {
            if number + 1 == self.machines.len() {
                self.machines.push(Machine::new(&self.start, self.first, self.values()));
            }
            if !self.machine_turn(number + 1, pipe, &mut |_| {})? {
                return Ok(false);
            }
            let [machine, next] = &mut self.machines[number..number + 2] else { return Ok(false) };
            debug_assert_eq!(2 * next.spread - 128, base);
            for (lane, next) in machine.lanes.iter_mut().zip(&next.lanes) {
                lane.near[1] = next.word();
            }
        } else {
            let first = place(self.first);
            for (index, lane) in self.machines[number].lanes.iter_mut().enumerate() {
                lane.near[1] = self.start.word(first + index, base);
            }
        }
        Ok(true)
    }

    /// The state as bytes, for [`Lines::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        writer.numbers([self.start.largest(), self.first, wide(self.values()), wide(self.machines.len())]);
        for machine in &self.machines {
            writer.number(machine.spread);
            for Lane { behind, near, top } in &machine.lanes {
                writer.numbers([*behind, *near, *top].concat());
            }
        }
        writer.finish()
    }

    /// Restores the state that [`Lines::to_bytes`] stored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        const RANGE: BadState = BadState("a number is out of range");
        let mut reader = Reader::new(bytes, KIND, VERSION)?;
        let (largest, first, values) = (reader.number()?, reader.number()?, reader.number()?);
        let is_part = first.checked_add(values).is_some_and(|end| values > 0 && end - 1 <= largest);
        if largest > LARGEST || !is_part {
            return Err(RANGE);
        }
        // Every machine stores six words for each value.
        let count = reader.length(48)?;
        let start = Start::new(largest).map_err(|_| RANGE)?;
        let mut machines = Vec::new();
        for _ in 0..count {
            let spread = reader.number()?;
            if spread < start.spread || spread % wide(TURN) != 0 || spread > 1 << 62 {
                return Err(RANGE);
            }
            let mut pair = || Ok([reader.number()?, reader.number()?]);
            let lanes = (0..values).map(|_| Ok(Lane { behind: pair()?, near: pair()?, top: pair()? }));
            machines.push(Machine { spread, lanes: lanes.collect::<Result<_, _>>()? });
        }
        reader.finish()?;
        let lines = Self { start, first, machines, found: vec![[0; TURN]; place(values)] };
        if lines.is_in_step() { Ok(lines) } else { Err(BadState("the machines are out of step")) }
    }

    /// Whether each machine is where the one before it needs it.
    fn is_in_step(&self) -> bool {
        // The base of the last word that a machine has been given.
        let last = |machine: &Machine| (machine.spread - 1) / 64 * 64 + WIDTH;
        let is_behind = |pair: &[Machine]| 2 * pair[1].spread == last(&pair[0]) + 128;
        let is_last =
            |machine: &Machine| machine.spread == self.start.spread || last(machine) < self.start.end();
        self.machines.windows(2).all(is_behind) && self.machines.last().is_some_and(is_last)
    }
}

pub(super) fn too_large(largest: u64) -> InputError {
    InputError::whole(format!("positions of value {largest} are not found by lines"))
        .hint(format!("values up to {LARGEST} are"))
}

/// A free line has left the window of a value. No proof says that this cannot be, so it is no fault: the method ends here.
fn left_behind(value: u64, spread: u64) -> Error {
    let message = format!(
        "a line below {} holds no position of value {value} at b = {spread}: positions with a >= {WIDTH} are possible, and this method does not find them",
        spread - 2 * WIDTH + wide(TURN)
    );
    Box::new(Unanswered::new(message)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that stays free is noticed when it leaves the window, and not before.
    #[test]
    fn a_free_line_that_leaves_its_window_is_noticed() {
        let used = [u64::MAX; 2];
        for (bit, stays) in [(47, true), (48, false), (63, false)] {
            for parity in 0..2 {
                let mut lane = Lane { behind: [0; 2], near: used, top: used };
                lane.behind[parity] = 1 << bit;
                let mut taken = [u64::MAX; TURN];
                assert_eq!(lane.turn(&mut taken, &mut [0; TURN]), stays, "bit {bit}");
            }
        }
    }

    /// Lines that leave the window one after the other do not cancel out.
    #[test]
    fn free_lines_that_leave_together_are_noticed() {
        let used = [u64::MAX; 2];
        for behind in [[3 << 62, 0], [0, 3 << 62], [1 << 63; 2], [3 << 50, 0]] {
            let mut lane = Lane { behind, near: used, top: used };
            assert!(!lane.turn(&mut [u64::MAX; TURN], &mut [0; TURN]), "{behind:x?}");
        }
    }

    /// The error names the value of the line, also in a part of the values.
    #[test]
    fn a_line_that_is_left_behind_is_named() {
        let mut parts = Lines::new(5).unwrap().parts(2);
        for (part, values) in parts.iter_mut().zip([0..3, 3..6]) {
            for (index, value) in values.enumerate() {
                let mut damaged = part.clone();
                damaged.machines[0].lanes[index].behind[0] |= 1 << 63;
                let error = damaged.turn(&mut |_| {}).unwrap_err().to_string();
                let expected = format!("a line below 416 holds no position of value {value} at b = 512");
                assert!(error.starts_with(&expected), "{error}");
            }
        }
    }

    /// The value of a position of the last turn, in each part.
    #[test]
    fn values_of_the_last_turn() {
        for part in &mut Lines::new(7).unwrap().parts(3)[..1] {
            assert_eq!(part.value_of(0, 511), None);
            for _ in 0..2 {
                let mut found = Vec::new();
                part.turn(&mut |block| found.extend((0..8).flat_map(|value| block.members_of(value))))
                    .unwrap();
                let spread = part.spread();
                for (a, b) in (spread - 40..spread + 8).flat_map(|b| (0..66).map(move |a| (a, b))) {
                    let expected = found.iter().find(|member| (member.a, member.b) == (a, b));
                    assert_eq!(part.value_of(a, b), expected.map(|member| member.value), "0,{a},{b}");
                }
                assert!(found.len() > 20, "{}", found.len());
            }
        }
    }

    /// Bytes of a state with these numbers in front, and machines at these spreads.
    fn bytes(largest: u64, first: u64, values: u64, spreads: &[u64]) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        writer.numbers([largest, first, values, wide(spreads.len())]);
        for &spread in spreads {
            writer.number(spread);
            writer.numbers((0..6 * values).map(|_| 0));
        }
        writer.finish()
    }

    /// Every number of a stored state is refused beyond its range, and not before.
    #[test]
    fn stored_states_out_of_range_are_refused() {
        let told = |largest, first, values, spreads: &[u64]| {
            Lines::from_bytes(&bytes(largest, first, values, spreads)).err().map(|error| error.0)
        };
        let range = Some("a number is out of range");
        let step = Some("the machines are out of step");
        assert_eq!(told(3, 0, 4, &[512]), None);
        assert_eq!(told(3, 3, 1, &[512]), None);
        // Values beyond the largest one, or none.
        assert_eq!(told(3, 0, 5, &[512]), range);
        assert_eq!(told(3, 3, 2, &[512]), range);
        assert_eq!(told(3, 4, 1, &[512]), range);
        assert_eq!(told(3, 0, 0, &[512]), range);
        assert_eq!(told(3, u64::MAX, 1, &[512]), range);
        assert_eq!(told(LARGEST + 1, 0, 1, &[512]), range);
        let first = Start::new(LARGEST).unwrap().spread;
        assert_eq!(told(LARGEST, 0, 1, &[first]), None);
        // Spreads before the start, and within a turn.
        assert_eq!(told(3, 0, 4, &[480]), range);
        assert_eq!(told(3, 0, 4, &[513]), range);
        assert_eq!(told(3, 0, 4, &[(1 << 62) + 32]), range);
        assert_eq!(told(3, 0, 4, &[1 << 62]), step);
        assert_eq!(told(3, 0, 4, &[]), step);
    }

    /// A state is in step just when it is one of those that turns lead to.
    #[test]
    fn machines_are_in_step() {
        let mut lines = Lines::new(1).unwrap();
        let mut seen = Vec::new();
        while lines.spread() < 6400 {
            seen.push(lines.machines.iter().map(|machine| machine.spread).collect::<Vec<_>>());
            lines.turn(&mut |_| {}).unwrap();
        }
        let of = |spreads: &[u64]| {
            let machines = spreads.iter().map(|&spread| Machine { spread, lanes: Vec::new() }).collect();
            Lines { machines, ..lines.clone() }.is_in_step()
        };
        // A machine that will follow with the next turns may be there already.
        let is_early = |spreads: &[u64]| match spreads {
            [before @ .., 864 | 896, 512] => {
                seen.contains(&[before, &spreads[before.len()..=before.len()]].concat())
            }
            _ => false,
        };
        let is_reached = |spreads: &[u64]| seen.iter().any(|seen| seen == spreads) || is_early(spreads);
        for spreads in seen.iter().filter(|spreads| spreads[0] < 6000) {
            assert!(of(spreads), "{spreads:?}");
            // The spread of the first machine determines the others.
            for at in 0..spreads.len() {
                for other in [-64, -32, 32, 64] {
                    let mut changed = spreads.clone();
                    changed[at] = changed[at].saturating_add_signed(other).max(512);
                    assert_eq!(of(&changed), is_reached(&changed), "{changed:?}");
                }
            }
            let longer: Vec<u64> = spreads.iter().copied().chain([512]).collect();
            assert_eq!(of(&longer), is_reached(&longer), "{longer:?}");
            let shorter = &spreads[..spreads.len() - 1];
            assert_eq!(of(shorter), is_reached(shorter), "{shorter:?}");
        }
        assert!(seen.last().is_some_and(|spreads| spreads.len() > 3));
    }
}
