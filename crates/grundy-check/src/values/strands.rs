//! Strands of Star Nim, and the terms of all rounds. [`crate::values::full`] has the words and the arguments.

use crate::Unverified;
use crate::budget::{Budget, Limit};
use crate::values::windows::{Machine, Places, Subject};
use crate::values::{NOTHING, index};

/// A strand in a round.
#[derive(Clone)]
pub struct Strand {
    /// Its place relative to the first row of the round.
    place: u64,
    /// Whether its colour is another one than at the first row.
    is_changed: bool,
    /// Rows at which place 0 was on the strand, while its colour was the one at the first row, and while it was another one.
    rows: [u64; 2],
}

/// A row of the first round, and what happened before it in the round.
#[derive(Clone)]
pub struct Checkpoint<const N: usize> {
    pub row: u64,
    pub machine: Machine<N>,
    pub strands: Vec<Strand>,
    /// Rows in which the value took something, except for those on a strand.
    pub always: u64,
}

/// The first round while it is played.
pub struct Pass<const N: usize> {
    pub now: Checkpoint<N>,
    has_strands: bool,
    /// The strand that was last at each number. Numbers are relative to the first row, modulo 256.
    at: [usize; 256],
    /// For each strand: did the value of its colour at the first row take a cell of the diagonal, and did the other value?
    pub takers: Vec<[bool; 2]>,
    /// The largest value on the diagonal.
    pub largest: u8,
}

impl<const N: usize> Pass<N> {
    pub fn new(machine: Machine<N>, has_strands: bool) -> Self {
        let (mut at, mut strands) = ([usize::MAX; 256], Vec::new());
        if let [.., a, b] = machine.windows[..]
            && has_strands
        {
            for (place, number) in (0..64 * N).zip(0..).filter(|&(place, _)| a.has(place) != b.has(place)) {
                at[place] = strands.len();
                strands.push(Strand { place: number, is_changed: false, rows: [0; 2] });
            }
        }
        let takers = vec![[false; 2]; strands.len()];
        Self { now: Checkpoint { row: 0, machine, strands, always: 0 }, has_strands, at, takers, largest: 0 }
    }

    /// Plays a row.
    pub fn row(&mut self, subject: Subject) -> Result<(), &'static str> {
        let windows = &self.now.machine.windows;
        let last_two =
            windows.last_chunk::<2>().filter(|_| self.has_strands).map(|two| two.map(|w| w.has(0)));
        self.now.machine.row();
        if let Subject::Diagonal(_) = subject {
            let value = self.now.machine.term(subject).filter(|&value| value != NOTHING);
            self.largest = self.largest.max(value.ok_or("a larger value is on the diagonal")?);
        }
        if let Some(last_two) = last_two {
            self.follow(last_two, subject)?;
        } else {
            self.now.always += u64::from(self.now.machine.term(subject).is_some());
        }
        self.now.row += 1;
        Ok(())
    }

    /// Moves the strand of a row that has been played. `had` says which of the two windows had place 0.
    fn follow(&mut self, had: [bool; 2], subject: Subject) -> Result<(), &'static str> {
        if had == [true; 2] {
            return Ok(());
        }
        let Checkpoint { row, ref machine, ref mut strands, ref mut always } = self.now;
        let places = machine.choices.last_chunk::<2>().map(|two| two.map(Places::first));
        let (from, to) = match places {
            Some([Some(a), Some(b)]) => (a.min(b), a.max(b)),
            Some([Some(to), None] | [None, Some(to)]) => (0, to),
            _ => return Err("a level is not full"),
        };
        let number = |place: usize| row + u64::try_from(place).unwrap_or(0);
        let slot = |place: usize| index(number(place) % 256);
        let label = self.at[slot(from)];
        let strand = strands.get_mut(label).filter(|strand| strand.place == number(from));
        let strand = strand.ok_or("a strand begins")?;
        if had == [false; 2] {
            *always += 1;
        } else {
            strand.rows[usize::from(strand.is_changed)] += 1;
            strand.is_changed = !strand.is_changed;
        }
        strand.place = number(to);
        self.at[slot(to)] = label;
        if let Subject::Diagonal(d) = subject {
            let d = usize::from(d);
            // The value of its new colour has taken the place to which the strand moved.
            self.takers[label][usize::from(strand.is_changed)] |= to == d;
            self.takers[label][usize::from(!strand.is_changed)] |= from == d && had == [false; 2];
        }
        Ok(())
    }

    /// The colours of the strands at the first rows of all rounds. The first round has been played.
    pub fn words(&self, start: &Checkpoint<N>, budget: &mut Budget) -> Result<Vec<Word>, Unverified> {
        let Some([_, second]) = start.machine.windows.last_chunk::<2>().filter(|_| self.has_strands) else {
            return Ok(Vec::new());
        };
        let strands = start.strands.len();
        // 2n colours of a cycle of n strands are listed, and compared for each divisor of 2n.
        let steps = u64::try_from(64 * strands * strands).unwrap_or(u64::MAX);
        budget.spend(steps)?;
        budget.hold(steps, 1)?;
        let mut colours: Vec<bool> =
            start.strands.iter().map(|strand| second.has(index(strand.place))).collect();
        let mut words = vec![Vec::new(); strands];
        // For each strand, the one that is at its place a round later.
        let later =
            |at: &Strand| self.now.strands.iter().position(|strand| strand.place == at.place + self.now.row);
        let from: Option<Vec<usize>> = start.strands.iter().map(later).collect();
        let from = from.ok_or(Limit::Unsupported("these strands are"))?;
        for _ in 0..2 * strands {
            words.iter_mut().zip(&colours).for_each(|(word, colour)| word.push(*colour));
            colours =
                from.iter().map(|&strand| colours[strand] != self.now.strands[strand].is_changed).collect();
        }
        // Colours repeat after two turns of a cycle.
        let turn = |strand: usize| {
            let cycle = std::iter::successors(Some(from[strand]), |&at| Some(from[at]));
            1 + cycle.take_while(|&at| at != strand).count()
        };
        Ok(words.iter().enumerate().map(|(strand, word)| Word::new(&word[..2 * turn(strand)])).collect())
    }
}

/// The colours of the strand at one place at the first rows of the rounds, as long as they do not repeat.
pub struct Word {
    /// For each round, and for the end: the number of rounds before it in which the second value has the place.
    seconds: Vec<u64>,
}

impl Word {
    /// Cuts the colours to their least period.
    pub fn new(colours: &[bool]) -> Self {
        let length = colours.len();
        let repeats = |&period: &usize| {
            length.is_multiple_of(period) && colours[period..] == colours[..length - period]
        };
        let period = (1..length).find(repeats).unwrap_or(length);
        let mut seconds = vec![0];
        for (colour, before) in colours[..period].iter().zip(0..) {
            seconds.push(seconds[before] + u64::from(*colour));
        }
        Self { seconds }
    }

    pub fn period(&self) -> u64 {
        u64::try_from(self.seconds.len() - 1).unwrap_or(1)
    }

    /// Whether the second value has the place in a round.
    fn is_second(&self, round: u64) -> bool {
        let round = index(round % self.period());
        self.seconds[round] < self.seconds[round + 1]
    }

    /// Whether the place ever has this colour.
    pub fn has(&self, is_second: bool) -> bool {
        let seconds = self.seconds(self.period());
        if is_second { seconds > 0 } else { seconds < self.period() }
    }

    /// The number of rounds before this one in which the second value has the place.
    fn seconds(&self, round: u64) -> u64 {
        let (whole, rest) = (round / self.period(), index(round % self.period()));
        whole * self.seconds[self.seconds.len() - 1] + self.seconds[rest]
    }
}

/// All terms: those before row S, and those of each round.
pub struct Rounds<const N: usize> {
    pub subject: Subject,
    pub history: Vec<u8>,
    pub period: u64,
    pub checkpoints: Vec<Checkpoint<N>>,
    pub end: Checkpoint<N>,
    pub words: Vec<Word>,
    /// Whether the value is the second one of the strands.
    pub is_second: bool,
    /// After this number of rounds, with this number of terms, all terms repeat.
    pub count: u64,
    pub terms: u64,
}

impl<const N: usize> Rounds<N> {
    /// The number of terms before row S.
    pub fn known(&self) -> u64 {
        u64::try_from(self.history.len()).unwrap_or(u64::MAX)
    }

    /// The number of terms from row S on to a checkpoint in a round.
    pub fn terms_before(&self, round: u64, at: &Checkpoint<N>) -> u64 {
        if let Subject::Diagonal(_) = self.subject {
            return round * self.period + at.row;
        }
        let mut terms = round * self.end.always + at.always;
        for ((word, whole), part) in self.words.iter().zip(&self.end.strands).zip(&at.strands) {
            // At place 0 on a strand the value takes something if the other one has the strand.
            let seconds = word.seconds(round);
            let same = if self.is_second { seconds } else { round - seconds };
            terms += same * whole.rows[1] + (round - same) * whole.rows[0];
            terms += part.rows[usize::from(word.is_second(round) == self.is_second)];
        }
        terms
    }

    /// The machine at a checkpoint in a round.
    fn machine(&self, round: u64, at: &Checkpoint<N>) -> Machine<N> {
        let mut machine = at.machine.clone();
        for (word, strand) in self.words.iter().zip(&at.strands) {
            let is_second = word.is_second(round) != strand.is_changed;
            if let [.., a, b] = &mut machine.windows[..] {
                let place = index(strand.place.saturating_sub(at.row));
                a.set(place, !is_second);
                b.set(place, is_second);
            }
        }
        machine
    }

    /// The terms from number `from` on.
    fn terms_from(&self, from: u64, budget: &mut Budget) -> Result<Terms<'_, N>, Limit> {
        let number = from.saturating_sub(self.known()) % self.terms;
        // Two binary searches: for the last round, and for the last checkpoint in it, that does not begin after the term.
        budget.spend(100 * (1 + u64::try_from(self.words.len()).unwrap_or(0)))?;
        let (mut round, mut end) = (0, self.count);
        while end - round > 1 {
            let middle = round + (end - round) / 2;
            let is_after = self.terms_before(middle, &self.checkpoints[0]) > number;
            (round, end) = if is_after { (round, middle) } else { (middle, end) };
        }
        let later = &self.checkpoints[1..];
        let at = later.partition_point(|at| self.terms_before(round, at) <= number);
        let at = &self.checkpoints[at];
        let history = self.history.get(index(from)..).unwrap_or_default();
        let mut terms = Terms { subject: self.subject, history, machine: self.machine(round, at) };
        for _ in self.terms_before(round, at)..number {
            terms.next(budget)?;
        }
        Ok(terms)
    }

    /// Whether `count` terms from number `from` on agree with those `lag` later.
    pub fn agree(&self, from: u64, lag: u64, count: u64, budget: &mut Budget) -> Result<bool, Limit> {
        if count == 0 {
            return Ok(true);
        }
        let (mut one, mut other) = (self.terms_from(from, budget)?, self.terms_from(from + lag, budget)?);
        for _ in 0..count {
            if one.next(budget)? != other.next(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A run through the terms.
struct Terms<'r, const N: usize> {
    subject: Subject,
    /// The next terms; after them those of the machine follow.
    history: &'r [u8],
    machine: Machine<N>,
}

impl<const N: usize> Terms<'_, N> {
    fn next(&mut self, budget: &mut Budget) -> Result<u8, Limit> {
        if let Some((term, rest)) = self.history.split_first() {
            self.history = rest;
            budget.spend(1)?;
            return Ok(*term);
        }
        loop {
            budget.spend(self.machine.steps())?;
            self.machine.row();
            if let Some(term) = self.machine.term(self.subject) {
                return Ok(term);
            }
        }
    }
}

/// The least common multiple.
pub fn common(numbers: impl Iterator<Item = u64>) -> Result<u64, Limit> {
    let mut all = 1_u64;
    for number in numbers {
        let (mut a, mut b) = (all, number);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        all = all.checked_mul(number / a).ok_or(Limit::Width("the number of rounds is"))?;
    }
    Ok(all)
}

#[cfg(test)]
#[path = "../../tests/twins/strands.rs"]
mod tests;
