//! Rows 0 to a of a game of rays, filled from the rules.
//!
//! In each step row r fills the column `step - skew * r`, after all lower rows: rays that raise y lead to larger columns of lower rows, and with
//! this skew those are filled. The options of a cell along a ray are cells on a *line*: a first cell, and from there on steps of (dx, dy). A wide ray
//! has some lines more. The values of the last steps are kept, as many as lines reach back. The only line without an end is the row itself, by
//! (0,1); of its cells only the set of values is kept.
//!
//! The least number that no option has is found in sets: with each cell goes the set of the values on its line up to it, for each direction (dx, dy). That is the
//! set of the cell before it, and its own value.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::rows::Columns;
use crate::rows::rules::{Ray, Rules};

/// The value of a cell that is not a position or not filled.
const NONE: u64 = u64::MAX;

/// Upper limit on rows, and on the distance of a value from the least one that its row has not used.
const SPREAD: u64 = 1 << 16;

/// The value in the last row, minus the column if rows are additive; `None` if the cell is not a position.
pub type Note = Option<i64>;

/// A set of numbers: all below `floor`, and `floor + i` if bit i is set. The first 64 bits are not all set.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Used {
    floor: u64,
    above: Vec<u64>,
}

/// A line: its first cell, as rows below and steps ago, then rows and steps to the next one.
#[derive(Clone, Copy)]
struct Line {
    ray: usize,
    first: (u64, u64),
    next: (u64, u64),
    direction: usize,
}

/// For the cells of the last steps, the values on a line from the cell on downwards: bit i stands for `base + i`.
#[derive(Clone)]
struct Direction {
    next: (u64, u64),
    /// Steps that are kept.
    depth: u64,
    /// The current step, modulo the depth.
    now: u64,
    sets: Vec<u64>,
}

#[derive(Clone)]
pub struct Table<'r> {
    rules: &'r Rules,
    rows: u64,
    /// Whether rows have moves to all their earlier cells from some column on, and values are counted relative to the column.
    is_additive: bool,
    skew: u64,
    step: u64,
    /// The first step from which on no guard changes and no hole follows.
    regular: u64,
    lines: Vec<Line>,
    directions: Vec<Direction>,
    /// The numbers below are used in all rows, or it is 0. A multiple of 64.
    base: u64,
    /// Words of a set of a line.
    words: usize,
    /// The values of the last `depth` steps, row after row.
    depth: u64,
    values: Vec<u64>,
    /// For each row the values used in it, and in the rows below that moves along it lead to.
    used: Vec<Used>,
    /// The directions and places of the sets that a cell reads.
    read: Vec<(usize, usize)>,
    /// The width of these moves, in rows.
    width: u64,
    /// Steps of the budget for a column.
    cost: u64,
}

/// What later columns depend on: the values used in each row, relative to its column, and those on the filled parts of lines.
pub type State = (Vec<(i64, Vec<u64>)>, Vec<Vec<i64>>);

/// The column from which on a guard does not change in row r, and whether it holds from there on.
fn settles([x, y, least]: [i64; 3], r: u64) -> (u64, bool) {
    let rest = i128::from(least) - i128::from(x) * i128::from(r);
    let y = i128::from(y);
    let column = match y {
        0 => 0,
        1.. => (rest + y - 1).div_euclid(y),
        _ => (-rest).div_euclid(-y) + 1,
    };
    (u64::try_from(column).unwrap_or(0), if y == 0 { rest <= 0 } else { y > 0 })
}

impl<'r> Table<'r> {
    pub fn new(rules: &'r Rules, last: u64, budget: &mut Budget) -> Result<Self, Unverified> {
        if last >= SPREAD {
            return Err(Limit::Width("the row is").into());
        }
        budget.spend(16 * (last + 1))?;
        let along = |r: u64| rules.rays.iter().any(|ray| ray.dx == 0 && settles(ray.guard, r).1);
        let is_additive = along(0);
        if (0..=last).any(|r| along(r) != is_additive) {
            return Err(Limit::Unsupported("rows of different kinds are").into());
        }
        let leads = rules.rays.iter().filter(|ray| ray.dy < 0 && ray.dx <= signed(last));
        let skew = leads.map(|ray| ray.dy.unsigned_abs().div_ceil(ray.dx.unsigned_abs())).max().unwrap_or(0);
        let settled = |r: u64| {
            let holes = rules.holes.iter().filter(|hole| hole.0 == r).map(|hole| hole.1 + 1);
            holes.chain(rules.rays.iter().map(|ray| settles(ray.guard, r).0)).max().unwrap_or(0)
        };
        budget.spend((last + 1).saturating_mul(u64::try_from(rules.holes.len()).unwrap_or(u64::MAX)))?;
        let regular = (0..=last)
            .map(|r| (r, settled(r)))
            .filter(|row| row.1 > 0)
            .map(|(r, from)| from + skew * r)
            .max();
        let mut table = Self {
            rules,
            rows: last + 1,
            is_additive,
            skew,
            step: 0,
            regular: regular.unwrap_or(0),
            lines: Vec::new(),
            directions: Vec::new(),
            base: 0,
            words: 1,
            depth: 1,
            values: Vec::new(),
            used: Vec::new(),
            read: Vec::new(),
            width: rules.rays.iter().find(|ray| ray.dx == 0).map_or(1, |ray| ray.width.unsigned_abs()),
            cost: last + 1,
        };
        for (index, ray) in rules.rays.iter().enumerate() {
            table.add_lines(index, ray, budget)?;
        }
        // The values, and two words for each row that grow with it.
        let kept = table.directions.iter().fold(table.depth, |sum, one| sum.saturating_add(one.depth));
        budget.hold(table.rows.saturating_mul(kept.saturating_add(table.rows / 8 + 16)), 8)?;
        for direction in &mut table.directions {
            direction.sets = vec![0; index(table.rows * direction.depth)];
        }
        budget.expect(skew * last)?;
        table.values = vec![NONE; index(table.rows * table.depth)];
        table.used = vec![Used::default(); index(table.rows)];
        for _ in 0..skew * last {
            budget.spend(table.cost)?;
            table.fill(budget)?;
        }
        Ok(table)
    }

    /// The lines of a ray, except for the row itself.
    fn add_lines(
        &mut self,
        ray: usize,
        &Ray { dx, dy, width, .. }: &Ray,
        budget: &mut Budget,
    ) -> Result<(), Unverified> {
        let last = signed(self.rows - 1);
        if dx > last && width == 1 {
            return Ok(());
        }
        let steps = |dr: i64, dy: i64| u64::try_from(i128::from(dy) + i128::from(self.skew) * i128::from(dr));
        let steps = |dr, dy| steps(dr, dy).map_err(|_| Limit::Unsupported("such rays are"));
        budget.hold(width.unsigned_abs(), 256)?;
        budget.spend(width.unsigned_abs())?;
        let mut cells = vec![(dx, dy)];
        for j in 1..width {
            let (below, before) = ((j, 0), (0, j));
            cells.extend(
                [below, before]
                    .into_iter()
                    .filter(|&cell| (dx, dy) == (1, 1) || (cell == before) == (dy == 0)),
            );
        }
        let next = (dx.unsigned_abs(), steps(dx, dy)?);
        let direction = self.directions.len();
        if dx > 0 {
            self.directions.push(Direction {
                next,
                depth: next.1.saturating_add(1),
                now: 0,
                sets: Vec::new(),
            });
        }
        for (dr, dy) in cells.into_iter().filter(|&(dr, _)| dx > 0 && dr <= last) {
            let line = Line { ray, first: (dr.unsigned_abs(), steps(dr, dy)?), next, direction };
            let kept = &mut self.directions[direction].depth;
            *kept = (*kept).max(line.first.1.saturating_add(1));
            let cells = (self.rows - 1 - line.first.0) / next.0;
            self.depth =
                self.depth.max(line.first.1.saturating_add(cells.saturating_mul(next.1)).saturating_add(1));
            self.cost = self.cost.saturating_add(self.rows.saturating_mul(2));
            self.lines.push(line);
        }
        // A value is used in rows above.
        self.cost = self.cost.saturating_add(if dx == 0 {
            self.rows.saturating_mul(width.unsigned_abs())
        } else {
            0
        });
        Ok(())
    }

    /// The first column of the last row from which on the rules do not change.
    pub fn regular(&self) -> u64 {
        self.regular.saturating_sub(self.skew * (self.rows - 1))
    }

    /// Whether [`Table::fill_plain`] applies: rows and columns only, the same rules from here on, and values below bit 63.
    fn is_plain(&self) -> bool {
        let plain = |ray: &Ray| ray.width == 1 && ray.guard == [0; 3] && ray.dx + ray.dy == 1 && ray.dy >= 0;
        let from = self.rows.max(self.regular);
        2 * self.rows < 63
            && self.step >= from
            && self.rules.rays.len() == 2
            && self.rules.rays.iter().all(plain)
    }

    /// The same as [`Table::fill`] for many columns at once, with sets of the numbers from `step - rows` on. The least missing number of a set is
    /// its lowest bit that is not set. `None`, and nothing is done, if a number is not in these sets; one at bit 63 may not have been.
    fn fill_plain(&mut self, columns: u64) -> Option<()> {
        let window = |used: &Used| {
            let used = used.settled();
            let below = u32::try_from(used.floor.checked_sub(self.step - self.rows)?).ok()?;
            let above = used.above.iter().enumerate().all(|(i, &word)| i == 0 || word == 0);
            let bits = used.above.first().map_or(0, |word| word.checked_shl(below).unwrap_or(0));
            (above && below < 63 && bits >> below == used.above.first().copied().unwrap_or(0))
                .then_some(bits | ((1 << below) - 1))
        };
        let mut sets = self.used.iter().map(window).collect::<Option<Vec<u64>>>()?;
        let (mut all_left, mut any_value) = (1, 0);
        for _ in 0..columns {
            let mut standing = 0_u64;
            for used in &mut sets {
                let options = *used | standing;
                let value = !options & options.wrapping_add(1);
                standing |= value;
                *used |= value;
                all_left &= *used;
                *used >>= 1;
            }
            any_value |= standing;
        }
        if all_left == 0 || any_value >> 63 == 1 {
            return None;
        }
        self.step += columns;
        for (used, set) in self.used.iter_mut().zip(sets) {
            *used = Used { floor: self.step - self.rows, above: vec![set] };
            used.drop_full();
        }
        for direction in &mut self.directions {
            direction.now = self.step % direction.depth;
        }
        Some(())
    }

    /// The least number that is not the value of an option.
    fn value(&mut self, r: u64, column: u64) -> u64 {
        let is_open = |ray: &Ray| {
            let product = |factor: i64, n: u64| i128::from(factor) * i128::from(n);
            product(ray.guard[0], r) + product(ray.guard[1], column) >= i128::from(ray.guard[2])
        };
        let along = self.rules.rays.iter().any(|ray| ray.dx == 0 && is_open(ray));
        self.read.clear();
        for line in &self.lines {
            if line.first.0 <= r && is_open(&self.rules.rays[line.ray]) {
                let place = self.place(line.direction, r - line.first.0, line.first.1);
                self.read.push((line.direction, place));
            }
        }
        let row = self.used.get(index(r)).filter(|_| along);
        let mut word = row.map_or(0, |row| (row.floor - self.base) / 64);
        loop {
            let mut union = row.map_or(0, |row| row.word(self.base + 64 * word));
            // Sets of lines end after `words` words, and rows use few numbers above their floor.
            if index(word) < self.words {
                for &(direction, place) in &self.read {
                    union |= self.directions[direction].sets[place + index(word)];
                }
            }
            if union != u64::MAX {
                return self.base + 64 * word + u64::from(union.trailing_ones());
            }
            word += 1;
        }
    }

    /// The first word of the set of a cell in row r, some steps ago.
    fn place(&self, direction: usize, r: u64, ago: u64) -> usize {
        let Direction { depth, now, .. } = self.directions[direction];
        let slot = if now >= ago { now - ago } else { now + depth - ago };
        index(slot * self.rows + r) * self.words
    }

    /// Makes the sets of the cell of row r that has just been valued.
    fn carry(&mut self, r: u64, value: u64, budget: &mut Budget) -> Result<(), Unverified> {
        let bit = if value == NONE { None } else { Some(value - self.base) };
        while bit.is_some_and(|bit| index(bit / 64) >= self.words) {
            self.widen(budget)?;
        }
        for direction in 0..self.directions.len() {
            let (below, ago) = self.directions[direction].next;
            let to = self.place(direction, r, 0);
            let from = r.checked_sub(below).map(|below| self.place(direction, below, ago));
            let sets = &mut self.directions[direction].sets;
            match from {
                Some(from) => sets.copy_within(from..from + self.words, to),
                None => sets[to..to + self.words].fill(0),
            }
            if let Some(bit) = bit {
                sets[to + index(bit / 64)] |= 1 << (bit % 64);
            }
        }
        Ok(())
    }

    /// Makes the sets of lines larger by a word.
    fn widen(&mut self, budget: &mut Budget) -> Result<(), Unverified> {
        if self.words >= index(SPREAD / 64) {
            return Err(Limit::Width("a value is").into());
        }
        for direction in &mut self.directions {
            let cells = self.rows * direction.depth;
            // The old sets and the new ones.
            budget.hold(2 * cells, 8)?;
            budget.spend(cells)?;
            let sets = direction.sets.chunks_exact(self.words).flat_map(|set| [set, &[0]].concat()).collect();
            direction.sets = sets;
        }
        self.words += 1;
        self.cost =
            self.cost.saturating_add(self.rows * u64::try_from(self.directions.len()).unwrap_or(0) / 4 + 1);
        Ok(())
    }

    /// Forgets words that are used in all rows. From `regular` on a row has options of all its used numbers, if rows are additive.
    fn rebase(&mut self) {
        if !self.is_additive || self.step < self.regular + self.skew * self.rows {
            return;
        }
        let floor = self.used.iter().map(|used| used.floor).min().unwrap_or(0);
        let words = index(floor.saturating_sub(self.base) / 64);
        if words == 0 {
            return;
        }
        self.base += 64 * u64::try_from(words).unwrap_or(0);
        let gone = words.min(self.words);
        for set in self.directions.iter_mut().flat_map(|one| one.sets.chunks_exact_mut(self.words)) {
            set.copy_within(gone.., 0);
            set[self.words - gone..].fill(0);
        }
    }

    /// The values of a line from a cell in row r on, or from one that far below it, filled `ago` steps before the next one.
    fn on_line(&self, line: &Line, r: u64, ago: u64) -> impl Iterator<Item = u64> {
        let cells = r.checked_sub(line.first.0).map_or(0, |below| below / line.next.0 + 1);
        let now = self.step % self.depth;
        let slot = if now >= ago { now - ago } else { now + self.depth - ago };
        // From a cell to the next one, and around the ring.
        let (stride, ring) = (index(line.next.1 * self.rows + line.next.0), self.values.len());
        let mut place = index(slot * self.rows + r.wrapping_sub(line.first.0) % self.rows);
        let values = (0..cells).map(move |_| {
            let value = self.values[place];
            place = if place >= stride { place - stride } else { (place + ring).wrapping_sub(stride) };
            value
        });
        values.filter(|&value| value != NONE)
    }
}

impl Columns for Table<'_> {
    type State = State;

    fn column(&self) -> u64 {
        self.step - self.skew * (self.rows - 1)
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn cost(&self) -> u64 {
        self.cost
    }

    fn is_additive(&self) -> bool {
        self.is_additive
    }

    fn advance(&mut self, end: u64, budget: &mut Budget) -> Result<(), Unverified> {
        /// Columns between questions to the budget.
        const CHUNK: u64 = 1 << 12;
        while self.column() < end {
            let columns = CHUNK.min(end - self.column());
            if self.is_plain()
                && budget.spend(columns * self.rows).is_ok()
                && self.fill_plain(columns).is_some()
            {
                continue;
            }
            budget.spend(self.cost)?;
            self.fill(budget)?;
        }
        Ok(())
    }

    fn fill(&mut self, budget: &mut Budget) -> Result<Note, Unverified> {
        let mut note = None;
        let now = self.step % self.depth;
        self.rebase();
        for r in 0..self.rows {
            let column = self.step.checked_sub(self.skew * r);
            let column = column.filter(|&column| !self.rules.holes.contains(&(r, column)));
            let value = column.map_or(NONE, |column| self.value(r, column));
            self.values[index(now * self.rows + r)] = value;
            self.carry(r, value, budget)?;
            note = None;
            if let Some(column) = column {
                for above in r..self.rows.min(r + self.width) {
                    self.used[index(above)].add(value)?;
                }
                note = Some(signed(value) - if self.is_additive { signed(column) } else { 0 });
            }
        }
        self.step += 1;
        for direction in &mut self.directions {
            direction.now = if direction.now + 1 == direction.depth { 0 } else { direction.now + 1 };
        }
        Ok(note)
    }

    /// The state. Each later cell reads its lines; what they have in common with the filled cells begins at most `next` steps before now.
    fn state(&self, budget: &mut Budget) -> Result<State, Unverified> {
        let (mut rows, mut lines) = (Vec::new(), Vec::new());
        for r in 0..if self.is_additive { self.rows } else { 0 } {
            rows.push(self.used[index(r)].relative_to(signed(self.step) - signed(self.skew * r)));
        }
        for line in &self.lines {
            let is_open = |r: u64| settles(self.rules.rays[line.ray].guard, r).1;
            for r in (line.first.0..self.rows).filter(|&r| is_open(r)) {
                // The cell of the line that is `later` steps after the first one that this row reads now.
                for later in 0..line.first.1 + line.next.1 {
                    let missing = if line.next.1 == 0 {
                        0
                    } else {
                        (later + 1).saturating_sub(line.first.1).div_ceil(line.next.1)
                    };
                    let Some(row) = r.checked_sub(missing * line.next.0).filter(|&row| row >= line.first.0)
                    else {
                        continue;
                    };
                    let ago = line.first.1 + missing * line.next.1 - later;
                    let base = signed(self.step) - signed(ago) - signed(self.skew * (row - line.first.0));
                    let mut values: Vec<i64> = self
                        .on_line(line, row, ago)
                        .map(|value| signed(value) - if self.is_additive { base } else { 0 })
                        .collect();
                    budget.spend(4 * self.rows)?;
                    budget.hold(u64::try_from(values.len()).unwrap_or(0) + 4, 8)?;
                    values.sort_unstable();
                    values.dedup();
                    lines.push(values);
                }
            }
        }
        Ok((rows, lines))
    }
}

impl Used {
    pub fn is_empty(&self) -> bool {
        self.floor == 0 && self.above.iter().all(|&word| word == 0)
    }

    /// The least number that is neither here nor in a sorted list.
    pub fn least_without(&self, list: &[u64]) -> u64 {
        let mut least = self.floor + self.above.first().map_or(0, |word| u64::from(word.trailing_ones()));
        while self.word(least) & 1 == 1 || list.binary_search(&least).is_ok() {
            least += 1;
        }
        least
    }

    /// The set with numbers counted relative to one.
    pub fn relative_to(&self, origin: i64) -> (i64, Vec<u64>) {
        let Self { floor, mut above } = self.settled();
        above.truncate(above.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1));
        (signed(floor) - origin, above)
    }

    /// The numbers from `from` on, as 64 bits.
    fn word(&self, from: u64) -> u64 {
        if from < self.floor {
            let below = self.floor - from;
            let above = self.above.first().copied().unwrap_or(0);
            return if below >= 64 { u64::MAX } else { ((1 << below) - 1) | above << below };
        }
        let (place, bit) = (index((from - self.floor) / 64), (from - self.floor) % 64);
        let word = |place: usize| self.above.get(place).copied().unwrap_or(0);
        if bit == 0 { word(place) } else { word(place) >> bit | word(place + 1) << (64 - bit) }
    }

    pub fn add(&mut self, value: u64) -> Result<(), Limit> {
        let Some(bit) = value.checked_sub(self.floor) else { return Ok(()) };
        if bit >= SPREAD {
            return Err(Limit::Width("a value is"));
        }
        if index(bit / 64) >= self.above.len() {
            self.above.resize(index(bit / 64) + 1, 0);
        }
        self.above[index(bit / 64)] |= 1 << (bit % 64);
        self.drop_full();
        Ok(())
    }

    /// Makes the floor larger by the first words that are full.
    fn drop_full(&mut self) {
        let full = self.above.iter().take_while(|&&word| word == u64::MAX).count();
        if full > 0 {
            self.above.drain(..full);
            self.floor += 64 * u64::try_from(full).unwrap_or(0);
        }
    }

    /// The same set with the least missing number as floor.
    fn settled(&self) -> Self {
        let bits = self.above.first().map_or(0, |word| word.trailing_ones());
        let mut above = self.above.clone();
        for i in 0..if bits == 0 { 0 } else { above.len() } {
            let next = above.get(i + 1).copied().unwrap_or(0);
            above[i] = above[i] >> bits | next << (64 - bits);
        }
        Self { floor: self.floor + u64::from(bits), above }
    }
}

/// A number as an index. Memory has been counted for it, so it fits.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A number below 2^62, as all numbers here are: they are counts of steps or rows.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[path = "../../tests/twins/table.rs"]
mod tests;
