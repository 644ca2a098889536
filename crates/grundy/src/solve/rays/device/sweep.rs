//! What the kernel is told: the lines of a layout, and where things are.

use super::super::layout::{Layout, MOST_DIRECTIONS, Open};
use super::super::plane::ROWS;
use super::super::region::Region;
use crate::widths::{place, wide};

/// Words of a block, and lanes that work on a cell.
pub(super) const LANES: usize = 4;

/// Values of a block.
pub(super) const BLOCK: usize = 64 * LANES;

/// Rows of a warp.
pub(super) const ROWS_OF_WARP: usize = 8;

/// Blocks that are read at once. The sets end with so many blocks more, since the last one that is there may be read with those after it.
pub(super) const TRIES: usize = 3;

/// The most rows of a band. With more of them more warps are busy; with fewer, the work can be stopped sooner.
const MOST_ROWS: usize = 1 << 15;

/// What the driver, the kernel and rounding take besides, in bytes, as measured on one H200.
pub(super) const BESIDES: u64 = 540 << 20;

/// How the memory of a device is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// Rows of a band, and those above it that are read.
    pub rows: usize,
    pub above: usize,
    /// One band is enough, or two: one is computed while the other is read.
    pub bands: usize,
    /// All that is needed, in bytes.
    pub bytes: u64,
}

/// `Direction` of `kernel.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Direction {
    pub first: i64,
    pub x: i64,
    pub y: i64,
    pub classes: i64,
    pub class_x: i64,
    pub class_y: i64,
    pub from: i64,
    pub conditions: i64,
    pub never: i64,
    pub beside: i64,
    pub above: i64,
    pub left: i64,
    pub step: i64,
}

/// `Sweep` of `kernel.cu`. The first ones are addresses on the device.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sweep {
    pub sets: u64,
    pub values: u64,
    pub ticket: u64,
    pub progress: u64,
    pub narrow: u64,
    pub conditions: u64,
    pub holes: u64,
    pub record: i64,
    pub width: i64,
    pub parts: i64,
    pub hole_count: i64,
    pub base: i64,
    pub pitch: i64,
    pub x0: i64,
    pub x1: i64,
    pub last: i64,
    pub max: i64,
    pub slope: i64,
    pub spread: i64,
    pub slant: i64,
    pub folded: i64,
    pub reach: i64,
    pub along: i64,
    pub directions: [Direction; MOST_DIRECTIONS],
}

/// A sweep with what does not change from band to band, and the lists that it points to.
pub(super) struct Described {
    pub sweep: Sweep,
    /// The number of lines.
    lines: usize,
    /// The number of directions.
    pub count: usize,
    pub conditions: Vec<i64>,
    pub holes: Vec<i64>,
}

/// A number of a layout, which is far below 2^63.
pub(super) fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Described {
    /// The sweep of a layout with room for values up to `largest`.
    pub fn new(layout: &Layout, largest: usize) -> Self {
        let mut sweep = Sweep {
            slant: signed(layout.slope),
            folded: i64::from(layout.folded),
            reach: signed(layout.reach),
            along: layout.along.map_or(-1, signed),
            spread: -1,
            pitch: signed(layout.region.places().next_multiple_of(32)),
            ..Sweep::default()
        };
        match layout.region {
            Region::Slanted { last, max, slope } => {
                (sweep.last, sweep.max, sweep.slope) = (signed(last), signed(max), signed(slope));
            }
            Region::Sharing { spread } => {
                (sweep.last, sweep.spread) = (signed(layout.region.rows() - 1), signed(spread));
            }
        }
        let mut conditions = Vec::new();
        for (to, direction) in sweep.directions.iter_mut().zip(&layout.directions) {
            let from = signed(conditions.len() / 3);
            let never = direction.open == Open::Never;
            if let Open::When(list) = &direction.open {
                conditions.extend(list.iter().flat_map(|c| [c.x, c.y, c.least]));
            }
            *to = Direction {
                first: i64::try_from(direction.form.first).unwrap_or(i64::MAX),
                x: i64::try_from(direction.form.x).unwrap_or(i64::MAX),
                y: i64::try_from(direction.form.y).unwrap_or(i64::MAX),
                classes: signed(direction.classes.count),
                class_x: signed(direction.classes.x),
                class_y: signed(direction.classes.y),
                from,
                conditions: signed(conditions.len() / 3) - from,
                never: i64::from(never),
                beside: signed(direction.beside),
                above: i64::from(direction.above),
                left: i64::from(direction.left),
                step: 0,
            };
        }
        let holes: Vec<i64> = layout.holes.iter().flat_map(|&(x, y)| [signed(x), signed(y)]).collect();
        sweep.hole_count = signed(layout.holes.len());
        let lines = layout.lines;
        let mut described = Self { sweep, lines, count: layout.directions.len(), conditions, holes };
        described.widen(largest / BLOCK + 2);
        described
    }

    /// Sets the number of blocks of a line, the last of which stays empty.
    pub fn widen(&mut self, width: usize) {
        // Lanes read two parts each, and blocks begin at multiples of four words.
        let parts = width.div_ceil(64).next_multiple_of(LANES);
        self.sweep.width = signed(width);
        self.sweep.parts = signed(parts);
        self.sweep.record = signed(width.saturating_mul(LANES).saturating_add(parts));
        let stride = self.stride();
        for direction in &mut self.sweep.directions {
            direction.step = direction.y.saturating_mul(stride).saturating_mul(self.sweep.record);
        }
    }

    /// Cells are on anti-diagonals that are so far apart.
    pub fn stride(&self) -> i64 {
        if self.sweep.spread < 0 { 1 } else { 3 }
    }

    /// The words of all sets.
    pub fn words(&self) -> Option<usize> {
        let sets = self.lines.checked_mul(place(self.sweep.record.unsigned_abs()))?;
        sets.checked_add(TRIES * LANES)
    }

    /// The parts of the kernel that are needed, as it is told by definitions.
    pub fn definitions(&self) -> Vec<String> {
        let classes = self.sweep.directions[..self.count].iter().any(|direction| direction.classes > 1);
        let flags = [
            ("GUARDS", !self.conditions.is_empty()),
            ("CLASSES", classes),
            ("FED", self.sweep.reach > 0),
            ("HOLES", !self.holes.is_empty()),
        ];
        let flags = flags.into_iter().filter(|(_, is)| *is).map(|(name, _)| format!("-D{name}=1"));
        [format!("-DK={}", self.count), format!("-DTRIES={TRIES}")].into_iter().chain(flags).collect()
    }

    /// How `usable` bytes of a device are shared out.
    ///
    /// # Errors
    /// With the bytes that are needed at least, if these are not enough.
    pub fn share(&self, layout: &Layout, usable: u64) -> Result<Share, u64> {
        let number = |number: i64| number.unsigned_abs();
        let sets = self.words().map_or(u64::MAX, wide);
        let fixed = sets.saturating_mul(8).saturating_add(BESIDES);
        let a_row = number(self.sweep.pitch).saturating_mul(4);
        let above = layout.reach.min(layout.region.rows());
        let wanted = layout.region.rows().next_multiple_of(ROWS).min(MOST_ROWS);
        let needed = |rows: usize| {
            let bands = if rows >= layout.region.rows() { 1 } else { 2 };
            let cells = a_row.saturating_mul(wide(rows + above)).saturating_mul(wide(bands));
            Share { rows, above, bands, bytes: fixed.saturating_add(cells) }
        };
        if needed(wanted).bytes <= usable {
            return Ok(needed(wanted));
        }
        let fit = usable.saturating_sub(fixed).checked_div(a_row.saturating_mul(2)).map_or(0, place);
        match fit.saturating_sub(above).min(wanted) / ROWS * ROWS {
            0 => Err(needed(ROWS).bytes),
            rows => Ok(needed(rows)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Plan, Template, game};

    fn estimate(text: &str, max: u64, usable: u64) -> Result<u64, u64> {
        let slice = Template::of_game(&game(text).unwrap()).unwrap();
        Plan::new(&slice, max, Engine::Best).unwrap().bytes_on_device(usable).unwrap()
    }

    /// The peaks of the memory of an H200, in MiB, that were measured.
    #[test]
    fn the_memory_of_a_device_is_estimated() {
        let measured = [
            ("wythoff", 16_383, 1_711),
            ("wythoff", 32_767, 5_167),
            ("wythoff", 65_535, 18_991),
            ("wythoff", 131_071, 41_551),
            ("wythoff", 262_143, 99_023),
            ("gurvich:a=2,b=3", 40_000, 11_311),
            ("fraenkel:a=3", 40_000, 11_311),
            ("exile", 36_000, 22_287),
            ("star-nim", 70_000, 19_215),
            ("r-wythoff", 40_000, 11_311),
            ("gdwn:p=1,q=2", 65_535, 22_095),
            ("sharing-nim", 200_000, 60_175),
        ];
        for (text, max, peak) in measured {
            let told = estimate(text, max, 128 << 30).unwrap() >> 20;
            assert!(told * 10 >= peak * 9 && told * 10 <= peak * 11, "{text} to {max}: {told} and {peak}");
        }
    }

    /// Less memory gives smaller bands, until there is too little.
    #[test]
    fn bands_are_made_to_fit() {
        let all = estimate("wythoff", 60_000, 1 << 40).unwrap();
        let less = estimate("wythoff", 60_000, all - (1 << 30)).unwrap();
        assert!(less <= all - (1 << 30) && less > all / 2, "{less} of {all}");
        let least = estimate("wythoff", 60_000, 1 << 30).unwrap_err();
        assert!(least > 1 << 30);
        assert!(estimate("wythoff", 60_000, least - 1).is_err());
        assert!(estimate("wythoff", 60_000, least).is_ok());
    }
}
