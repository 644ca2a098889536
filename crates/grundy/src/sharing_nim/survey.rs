//! Counts and records of all values up to one: how large a becomes for each value, and how large the values of each row become.

use super::lines::{Block, Lines, Pipe, TURN};
use crate::codec::{BadState, Reader, Writer};
use crate::error::Error;
use crate::notation::InputError;
use crate::table::Progress;
use crate::widths::{place, wide};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Rows 0,a,n with a below this are watched.
const ROWS: u64 = 21;

/// A bit for each of them.
const WATCHED: u64 = (1 << ROWS) - 1;

/// Upper limit on spreads: the machines count lines up to twice as many.
const LAST: u64 = 1_000_000_000_000_000_000;

const KIND: u64 = 6;
const VERSION: u64 = 1;

/// A number that is larger than all before it, and the spread at which it first occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number: an a, or a value.
    pub number: u64,
    /// The spread b.
    pub b: u64,
}

/// The positions (0, a, b), 2a <= b, of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfValue {
    /// How many there are.
    pub count: u64,
    /// Each new largest a.
    pub records: Vec<Record>,
}

/// The row (0, a, n) for n >= 2a.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfRow {
    /// Each new largest value, among the values that are followed.
    pub records: Vec<Record>,
    /// The spreads of the first and the last larger value.
    pub beyond: Option<(u64, u64)>,
}

/// The positions of all values up to one, counted by several threads.
///
/// ```
/// use grundy::sharing_nim::Survey;
/// use std::ops::ControlFlow;
/// let mut survey = Survey::new(3, 50_000, 2)?;
/// survey.finish(&mut |_| ControlFlow::Continue(()))?;
/// let largest = survey.values()[3].records.last().map(|record| (record.number, record.b));
/// assert_eq!(largest, Some((5, 47523)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    last: u64,
    parts: Vec<Part>,
}

/// Some of the values.
#[derive(Clone, Debug)]
struct Part {
    lines: Lines,
    counts: Counts,
    /// Whether it has the largest values, so that it knows which cells have still larger ones.
    is_last: bool,
}

#[derive(Clone, Debug)]
struct Counts {
    values: Vec<OfValue>,
    rows: Vec<OfRow>,
    /// For each value, the a at which a position may be a record.
    open: Vec<u64>,
    /// The last spread that counts.
    last: u64,
}

impl Survey {
    /// The values from 0 to `largest` with spreads up to `last`, before the first turn.
    ///
    /// # Errors
    /// When the value is too large.
    pub fn new(largest: u64, last: u64, threads: usize) -> Result<Self, InputError> {
        if last > LAST {
            return Err(InputError::whole("spreads go up to 10^18").hint("choose a smaller number"));
        }
        let parts = Lines::new(largest)?.parts(threads);
        let end = parts.len() - 1;
        let parts = parts.into_iter().enumerate().map(|(index, lines)| Part::new(lines, last, index == end));
        Ok(Self { last, parts: parts.collect() })
    }

    /// Spreads below this are done.
    pub fn spread(&self) -> u64 {
        self.parts[0].lines.spread().min(self.last + 1)
    }

    /// The last spread.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Whether all spreads are done.
    pub fn is_done(&self) -> bool {
        self.spread() > self.last
    }

    /// Counts and records of each value.
    pub fn values(&self) -> Vec<&OfValue> {
        self.parts.iter().flat_map(|part| &part.counts.values).collect()
    }

    /// The rows (0, a, n) for a = 0, 1, .., 20.
    pub fn rows(&self) -> Vec<OfRow> {
        let row = |a: usize| {
            let mut all: Vec<Record> =
                self.parts.iter().flat_map(|part| part.counts.rows[a].records.clone()).collect();
            all.sort_by_key(|record| record.b);
            let mut records: Vec<Record> = Vec::new();
            for record in all {
                if records.last().is_none_or(|last| record.number > last.number) {
                    records.push(record);
                }
            }
            OfRow { records, beyond: self.parts.last().and_then(|part| part.counts.rows[a].beyond) }
        };
        (0..self.parts[0].counts.rows.len()).map(row).collect()
    }

    /// Goes on for some tenths of a second.
    ///
    /// # Errors
    /// When a free line leaves its window.
    pub fn go_on(&mut self) -> Result<(), Error> {
        /// Spreads times values, at some nanoseconds each.
        const WORK: u64 = 1 << 25;
        let values: usize = self.parts.iter().map(|part| part.lines.values()).sum();
        self.chunk(self.spread().saturating_add(WORK / wide(values)).min(self.last + 1))
    }

    /// Goes on to the last spread.
    ///
    /// # Errors
    /// When a free line leaves its window, or `watch` cancels the work.
    pub fn finish(&mut self, watch: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<(), Error> {
        while !self.is_done() {
            self.go_on()?;
            if watch(Progress { done: self.spread(), total: self.last + 1 }).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }

    fn chunk(&mut self, end: u64) -> Result<(), Error> {
        std::thread::scope(|scope| {
            let mut from = None;
            let mut running = Vec::new();
            let count = self.parts.len();
            for (index, part) in self.parts.iter_mut().enumerate() {
                let (to, next) = (index + 1 < count).then(|| sync_channel(4)).unzip();
                let pipe = Channel {
                    from: std::mem::replace(&mut from, next),
                    to,
                    full: Vec::new(),
                    rest: Vec::new(),
                };
                running.push(scope.spawn(move || part.run(end, pipe)));
            }
            let mut done = Ok(());
            for thread in running {
                let result = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done = done.and(result);
            }
            done
        })
    }

    /// The state as bytes, for [`Survey::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(KIND, VERSION);
        writer.number(self.last);
        writer.length(self.parts.len());
        for part in &self.parts {
            let lines = part.lines.to_bytes();
            writer.list(
                lines
                    .chunks_exact(8)
                    .map(|word| word.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte)))
                    .collect::<Vec<_>>()
                    .into_iter(),
            );
            for OfValue { count, records } in &part.counts.values {
                writer.number(*count);
                write_records(&mut writer, records);
            }
            for OfRow { records, beyond } in &part.counts.rows {
                write_records(&mut writer, records);
                writer.maybe(beyond.map(|(first, _)| first));
                writer.maybe(beyond.map(|(_, last)| last));
            }
        }
        writer.finish()
    }

    /// Restores the state that [`Survey::to_bytes`] stored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadState> {
        let mut reader = Reader::new(bytes, KIND, VERSION)?;
        let last = reader.number()?;
        if last > LAST {
            return Err(BadState("the last spread is out of range"));
        }
        let count = reader.length(8)?;
        let mut parts: Vec<Part> = Vec::new();
        for index in 0..count {
            let words = reader.list()?;
            let lines =
                Lines::from_bytes(&words.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>())?;
            let follows =
                parts.last().map_or(0, |part: &Part| part.lines.first_value() + wide(part.lines.values()));
            let in_step = parts.first().is_none_or(|part| part.lines.spread() == lines.spread());
            if lines.first_value() != follows || !in_step {
                return Err(BadState("the parts do not fit together"));
            }
            let mut part = Part::empty(lines, last, index + 1 == count);
            for value in &mut part.counts.values {
                *value = OfValue { count: reader.number()?, records: read_records(&mut reader)? };
            }
            for row in &mut part.counts.rows {
                let records = read_records(&mut reader)?;
                let beyond = reader.maybe()?.zip(reader.maybe()?);
                *row = OfRow { records, beyond };
            }
            parts.push(part);
        }
        reader.finish()?;
        if parts.is_empty() { Err(BadState("there are no values")) } else { Ok(Self { last, parts }) }
    }
}

fn write_records(writer: &mut Writer, records: &[Record]) {
    writer.length(records.len());
    writer.numbers(records.iter().flat_map(|record| [record.number, record.b]));
}

/// The value of (0, a, b), 2a <= b, if it is at most `largest`, by several threads.
///
/// ```
/// use grundy::sharing_nim::value;
/// use std::ops::ControlFlow;
/// let go_on = &mut |_| ControlFlow::Continue(());
/// assert_eq!(value((7, 31003), 5, 2, go_on)?, Some(4));
/// assert_eq!(value((7, 31003), 3, 2, go_on)?, None);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When the value is too large, a free line leaves its window, or `watch` cancels the work.
pub fn value(
    (a, b): (u64, u64),
    largest: u64,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Option<u64>, Error> {
    /// Spreads times values between progress callbacks, some hundredths of a second; but enough spreads that no thread waits for long.
    const WORK: u64 = 1 << 23;
    const SPREADS: u64 = 1 << 18;
    let mut survey = Survey::new(largest, b, threads)?;
    let lines = &survey.parts[0].lines;
    if b < lines.spread() {
        let found = lines.first_members().iter().find(|member| (member.a, member.b) == (a, b));
        return Ok(found.map(|member| member.value));
    }
    let step = SPREADS.max(WORK / (largest + 1));
    while !survey.is_done() {
        survey.chunk(survey.spread().saturating_add(step).min(b + 1))?;
        if watch(Progress { done: survey.spread(), total: b + 1 }).is_break() {
            return Err(Error::Cancelled);
        }
    }
    Ok(survey.parts.iter().find_map(|part| part.lines.value_of(a, b)))
}

fn read_records(reader: &mut Reader<'_>) -> Result<Vec<Record>, BadState> {
    let length = reader.length(16)?;
    (0..length).map(|_| Ok(Record { number: reader.number()?, b: reader.number()? })).collect()
}

impl Part {
    /// Nothing is counted yet.
    fn empty(lines: Lines, last: u64, is_last: bool) -> Self {
        let values = vec![OfValue::default(); lines.values()];
        let open = vec![u64::MAX; lines.values()];
        let rows = (0..ROWS).map(|_| OfRow::default()).collect();
        Self { counts: Counts { values, rows, open, last }, is_last, lines }
    }

    /// The spreads before the first turn are counted.
    fn new(lines: Lines, last: u64, is_last: bool) -> Self {
        let mut part = Self::empty(lines, last, is_last);
        let end = part.lines.first_value() + wide(part.lines.values());
        let members = part.lines.first_members().to_vec();
        let mut next = members.iter().peekable();
        for b in 0..part.lines.spread().min(last + 1) {
            let mut taken = vec![false; place(ROWS)];
            while let Some(member) = next.next_if(|member| member.b == b) {
                if let Some(taken) = taken.get_mut(place(member.a)) {
                    *taken = true;
                }
                if (part.lines.first_value()..end).contains(&member.value) {
                    part.see(member.value, member.a, b);
                }
            }
            for (a, row) in (0..).zip(&mut part.counts.rows) {
                if part.is_last && 2 * a <= b && !taken[place(a)] {
                    row.miss(b);
                }
            }
        }
        part
    }

    /// Counts a position.
    fn see(&mut self, value: u64, a: u64, b: u64) {
        let of = &mut self.counts.values[place(value - self.lines.first_value())];
        of.count += 1;
        record(&mut of.records, a, b);
        if let Some(row) = self.counts.rows.get_mut(place(a)) {
            record(&mut row.records, value, b);
        }
    }

    fn run(&mut self, end: u64, mut pipe: Channel) -> Result<(), Error> {
        let Self { lines, counts, is_last } = self;
        while lines.spread() < end {
            let went = lines.turn_with(&mut pipe, &mut |block| count(block, counts, *is_last))?;
            if !went {
                // The part before has failed, and says why.
                return Ok(());
            }
        }
        pipe.flush();
        Ok(())
    }
}

/// Adds a number if it is larger than all before it.
fn record(records: &mut Vec<Record>, number: u64, b: u64) {
    if records.last().is_none_or(|last| number > last.number) {
        records.push(Record { number, b });
    }
}

impl OfRow {
    fn miss(&mut self, b: u64) {
        self.beyond = Some((self.beyond.map_or(b, |(first, _)| first), b));
    }
}

/// The a at which a position of a value would be a record, of the value or of a row.
fn records_of(value: u64, of: &OfValue, rows: &[OfRow]) -> u64 {
    let largest = of.records.last().map_or(0, |record| record.number);
    let beyond =
        u64::MAX.checked_shl(u32::try_from(largest.saturating_add(1)).unwrap_or(u32::MAX)).unwrap_or(0);
    let is_open = |row: &OfRow| row.records.last().is_none_or(|record| record.number < value);
    (0..).zip(rows).fold(beyond, |bits, (a, row)| bits | u64::from(is_open(row)) << a)
}

/// Counts the positions of a turn. Positions are looked at one by one only if some of them are records.
fn count(block: &Block<'_>, part: &mut Counts, is_last: bool) {
    let Counts { values, rows, open, last } = part;
    // A turn may go beyond the last spread.
    let spreads = TURN.min(place((*last + 1).saturating_sub(block.spread)));
    for (((value, of), found), open) in (block.first_value..).zip(values).zip(block.found).zip(open) {
        let (mut count, mut any) = (0, 0);
        for &bits in &found[..spreads] {
            count += u64::from(bits.count_ones());
            any |= bits;
        }
        of.count += count;
        if any & *open > 0 {
            for member in block.members_of(value).take_while(|member| member.b <= *last) {
                record(&mut of.records, member.a, member.b);
                if let Some(row) = rows.get_mut(place(member.a)) {
                    record(&mut row.records, value, member.b);
                }
            }
            *open = records_of(value, of, rows);
        }
    }
    if is_last {
        let taken = &block.taken[..spreads];
        let missed = taken.iter().fold(0, |missed, taken| missed | !taken) & WATCHED;
        for (a, row) in (0..ROWS).zip(rows).filter(|(a, _)| missed >> a & 1 == 1) {
            let is_missed = |taken: &u64| taken >> a & 1 == 0;
            let ends = [taken.iter().position(is_missed), taken.iter().rposition(is_missed)];
            ends.into_iter().flatten().for_each(|index| row.miss(block.spread + wide(index)));
        }
    }
}

/// Turns of a message between threads.
const BATCH: usize = 1024;

/// The connection of a part to the smaller and to the larger values.
struct Channel {
    from: Option<Receiver<Vec<[u64; TURN]>>>,
    to: Option<SyncSender<Vec<[u64; TURN]>>>,
    /// What has come from smaller values and is not used yet, last turn first.
    rest: Vec<[u64; TURN]>,
    /// What has not been sent yet.
    full: Vec<[u64; TURN]>,
}

impl Channel {
    fn flush(&mut self) {
        if let Some(to) = &self.to {
            // If the other part has failed, its error is reported.
            let _ = to.send(std::mem::take(&mut self.full));
        }
    }
}

impl Pipe for Channel {
    fn take(&mut self) -> Option<[u64; TURN]> {
        let Some(from) = &self.from else { return Some([0; TURN]) };
        if self.rest.is_empty() {
            self.rest = from.recv().ok()?;
            self.rest.reverse();
        }
        self.rest.pop()
    }

    fn pass(&mut self, taken: &[u64; TURN]) {
        if self.to.is_some() {
            self.full.push(*taken);
            if self.full.len() >= BATCH {
                self.flush();
            }
        }
    }
}

#[cfg(test)]
mod tests;
