//! The terms of g-sequences and diagonals of Star Nim, in whichever round, and their least periods.

use super::machine::{Full, LARGEST, Wide, Word, play};
use super::rounds::{Meter, Rounds, Stop};
use super::strands::{Strands, Walk};
use crate::period::cycle::primes;
use crate::period::{Period, Witness};
use crate::widths::wide;
use dashu_int::UBig;

/// What a sequence is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The differences of the positions of a value.
    Value(u64),
    /// The values of the positions with a difference, by rows.
    Diagonal(u32),
}

/// A place in a round.
struct Mark<W> {
    /// Rows since the start.
    offset: u64,
    /// The windows, without those of the last two values if there are strands.
    windows: Vec<W>,
    /// The numbers that both of the last two values have.
    both: W,
    /// The place of each strand, and whether its colour has flipped.
    places: Vec<(u32, bool)>,
    /// Terms so far that do not depend on colours.
    terms: u64,
    /// For each strand, the rows so far that it went through with its first colour, and with the other one.
    through: Vec<[u64; 2]>,
}

impl<W: Word> Mark<W> {
    fn new(offset: u64, windows: &[W], walk: Option<&Walk<W>>, terms: u64) -> Self {
        Self {
            offset,
            windows: windows.to_vec(),
            both: walk.map_or(W::EMPTY, |walk| walk.both),
            places: walk.map_or_else(Vec::new, |walk| walk.places(offset)),
            terms,
            through: walk.map_or_else(Vec::new, |walk| walk.through.clone()),
        }
    }
}

/// A sequence with all its terms.
pub(super) struct Sequence<W> {
    of: Of,
    low: W,
    first: u64,
    pub(super) from: u64,
    /// Rows of a round.
    pub(super) round: u64,
    pub(super) base: Option<Full>,
    /// The full level whose last two values are strands.
    pub(super) last: Option<Full>,
    strands: Option<Strands>,
    marks: Vec<Mark<W>>,
    /// Terms before each round, from the start of the rounds on.
    before: Vec<u64>,
    /// Terms before the first round.
    history: Vec<u16>,
    /// Rounds after which the colours repeat.
    pub(super) order: u64,
}

/// A cell that no value takes.
const NOTHING: u16 = u16::MAX;

/// No number is farther from a smaller partner than this: a value up to 200 takes at most one more than itself.
const FARTHEST: u64 = 256;

const _: () = assert!(LARGEST < FARTHEST);

/// Parts of a round that have a mark.
const MARKS: u64 = 1024;

/// The most rounds that are distinguished.
const MOST_ROUNDS: u64 = 1 << 22;

impl<W: Word> Sequence<W> {
    /// A sequence of values that repeat, or of those and the last two of a full level.
    ///
    /// # Errors
    /// Also when the rounds are too many to be distinguished.
    pub(super) fn new(
        rounds: &Rounds<W>,
        of: Of,
        history: Vec<u16>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let last = rounds.last;
        let mut new = Self {
            of,
            low: rounds.low,
            first: rounds.first,
            from: rounds.from,
            round: rounds.period,
            base: rounds.base,
            last,
            strands: None,
            marks: Vec::new(),
            before: vec![0],
            history,
            order: 1,
        };
        let (lower, rest) = rounds.windows.split_at(rounds.closed);
        let walk = last.zip(rest.first_chunk()).map(|(last, pair)| Walk::new(*pair, last, of));
        new.go_round(lower.to_vec(), walk, meter)?;
        new.count();
        let too_many = new.order > MOST_ROUNDS || new.order.checked_mul(new.round).is_none();
        if too_many { Err(Stop::Rows) } else { Ok(new) }
    }

    /// Plays a round, and makes the marks. With strands, these are followed.
    fn go_round(
        &mut self,
        mut windows: Vec<W>,
        mut walk: Option<Walk<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let lane = match self.of {
            Of::Value(value) => usize::try_from(value - self.first).unwrap_or(usize::MAX),
            Of::Diagonal(_) => usize::MAX,
        };
        let mut terms = 0;
        let step = self.round.div_ceil(MARKS);
        for offset in 0..=self.round {
            if offset.is_multiple_of(step) || offset == self.round {
                self.marks.push(Mark::new(offset, &windows, walk.as_ref(), terms));
            }
            if offset == self.round {
                break;
            }
            let row = self.from + offset;
            meter.spend(row, wide(windows.len() + 2))?;
            let (mut taken, mut takes) = (self.low, W::EMPTY);
            let fits = play(&mut windows, self.low, |i, choice| {
                taken = taken.or(choice);
                takes = if i == lane { choice } else { takes };
            });
            let alone = match &mut walk {
                _ if !fits => None,
                None => Some(!takes.is_empty()),
                Some(walk) => walk.follow(offset, taken),
            };
            let alone = alone.ok_or(Stop::Width(row))?;
            terms += u64::from(alone || matches!(self.of, Of::Diagonal(_)));
        }
        if let Some(walk) = walk {
            let end = self.marks.last().map_or(&[][..], |mark| &mark.places);
            let place = |place| walk.start.iter().position(|&other| other == place);
            let to: Option<Vec<_>> = end.iter().map(|&(to, flipped)| Some((place(to)?, flipped))).collect();
            let to = to.ok_or(Stop::Width(self.from + self.round))?;
            self.strands = Some(Strands { to, shows: walk.shows, colours: vec![walk.colours] });
        }
        Ok(())
    }

    /// Works out the colours of all rounds, and the terms before each.
    fn count(&mut self) {
        if let Some(strands) = &mut self.strands {
            let (order, seen) = strands.orders();
            self.order = order;
            let rounds = if matches!(self.of, Of::Value(_)) { order } else { seen };
            for _ in 1..rounds.min(MOST_ROUNDS) {
                strands.colours.push(strands.next(strands.colours.last().copied().unwrap_or(0)));
            }
        }
        let rounds = self.strands.as_ref().map_or(1, |strands| strands.colours.len());
        let end = self.marks.len() - 1;
        for round in 0..rounds {
            self.before.push(self.before[round] + self.terms_before(round, &self.marks[end]));
        }
    }

    fn terms_before(&self, round: usize, mark: &Mark<W>) -> u64 {
        let Some(strands) = &self.strands else { return mark.terms };
        let Of::Value(value) = self.of else { return mark.offset };
        let second = self.last.is_some_and(|last| last.level == value);
        let through = mark.through.iter().enumerate().map(|(e, rows)| {
            // The value takes something if the colour of the row is the other one.
            let own = (strands.colours[round] >> e & 1 == 1) == second;
            rows[usize::from(own)]
        });
        mark.terms + through.sum::<u64>()
    }

    /// The windows of all values at a mark of a round.
    fn windows(&self, round: usize, mark: &Mark<W>) -> Vec<W> {
        let mut windows = mark.windows.clone();
        if let Some(strands) = &self.strands {
            let mut pair = [mark.both; 2];
            for (e, &(place, flipped)) in mark.places.iter().enumerate() {
                let second = (strands.colours[round] >> e & 1 == 1) != flipped;
                pair[usize::from(second)] = pair[usize::from(second)].or(W::one(place));
            }
            windows.extend(pair);
        }
        windows
    }

    /// Terms of all rounds, after which they repeat.
    fn total(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The terms from a number on.
    fn terms(&self, number: u64, meter: &mut Meter<'_>) -> Result<Terms<'_, W>, Stop> {
        let known = wide(self.history.len());
        let Some(beyond) = number.checked_sub(known) else {
            return Ok(Terms { of: self, windows: self.windows(0, &self.marks[0]), next: number });
        };
        let beyond = beyond % self.total();
        let round = self.before.partition_point(|&before| before <= beyond) - 1;
        let within = beyond - self.before[round];
        let after = self.marks.partition_point(|mark| self.terms_before(round, mark) <= within);
        let mark = &self.marks[after - 1];
        let mut terms = Terms { of: self, windows: self.windows(round, mark), next: known };
        for _ in self.terms_before(round, mark)..within {
            terms.next(meter)?;
        }
        Ok(terms)
    }

    /// The value on a diagonal in a row from the first round on.
    pub(super) fn value_in(&self, row: &UBig, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let beyond = u64::try_from((row - UBig::from(self.from)) % UBig::from(self.total())).unwrap_or(0);
        Ok(self.terms(wide(self.history.len()) + beyond, meter)?.next(meter)?.into())
    }

    /// The first number whose smaller partner, if it has one, is a row of a round.
    pub(super) fn partners_from(&self) -> u64 {
        self.from.saturating_add(FARTHEST)
    }

    /// The number that forms a position of the value with this one, from [`Sequence::partners_from`] on: a larger or a smaller one.
    pub(super) fn partner(&self, number: &UBig, meter: &mut Meter<'_>) -> Result<UBig, Stop> {
        let lane = if let Of::Value(value) = self.of { value } else { u64::MAX };
        let all = UBig::from(self.round) * UBig::from(self.before.len() - 1);
        let row = u64::try_from((number - UBig::from(self.partners_from())) % all).unwrap_or(0);
        let round = usize::try_from(row / self.round).unwrap_or(0);
        let within = row % self.round;
        let mark = &self.marks[self.marks.partition_point(|mark| mark.offset <= within) - 1];
        let mut windows = self.windows(round, mark);
        let mut partner = None;
        let mut play_row = |meter: &mut Meter<'_>, ahead: u64| {
            meter.spend(0, wide(windows.len()))?;
            let fits = play(&mut windows, self.low, |i, choice| {
                if self.first + wide(i) == lane && !choice.is_empty() {
                    let difference = u64::from(choice.least());
                    if ahead == 0 {
                        partner = Some(number + UBig::from(difference));
                    } else if difference == ahead {
                        partner = Some(number - UBig::from(difference));
                    }
                }
            });
            if fits { Ok(()) } else { Err(Stop::Width(self.from)) }
        };
        for _ in mark.offset..within {
            // Rows that are too far before.
            play_row(meter, u64::MAX)?;
        }
        for ahead in (0..=FARTHEST).rev() {
            play_row(meter, ahead)?;
        }
        partner.ok_or(Stop::Rows)
    }

    /// The first place from `from` on, up to `most` places, where terms this far apart differ. It must not come after the start of the rounds.
    fn differs(&self, from: u64, lag: u64, most: u64, meter: &mut Meter<'_>) -> Result<Option<u64>, Stop> {
        let (start, end) = (wide(self.history.len()), from + most);
        if let (Some(strands), Of::Diagonal(_), true) =
            (&self.strands, self.of, lag.is_multiple_of(self.round))
        {
            // Whole rounds apart, rows agree unless a colour that is shown differs.
            let found = self.differs_within(from, start.min(end), lag, meter)?;
            let rounds = strands.colours.len();
            let shown = (0..)
                .zip(&strands.shows)
                .filter(|(_, shows)| **shows != [false; 2])
                .fold(0_u128, |all, (e, _)| all | 1 << e);
            let colours = |round: u64| strands.colours[usize::try_from(round % wide(rounds)).unwrap_or(0)];
            let differing = (0..(end - start).div_ceil(self.round))
                .find(|round| (colours(*round) ^ colours(round + lag / self.round)) & shown != 0);
            return match (found, differing) {
                (None, Some(round)) => {
                    let at = start + round * self.round;
                    self.differs_within(at, (at + self.round).min(end), lag, meter)
                }
                (found, _) => Ok(found),
            };
        }
        self.differs_within(from, end, lag, meter)
    }

    fn differs_within(
        &self,
        from: u64,
        end: u64,
        lag: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, Stop> {
        let (mut here, mut there) = (self.terms(from, meter)?, self.terms(from + lag, meter)?);
        for number in from..end {
            if here.next(meter)? != there.next(meter)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The least period and preperiod, and where the quotients of the period fail first.
    pub(super) fn period(&self, meter: &mut Meter<'_>) -> Result<(Period, Vec<Witness>), Stop> {
        let (known, total) = (wide(self.history.len()), self.total());
        let mut length = total;
        for prime in primes(total) {
            while length.is_multiple_of(prime)
                && self.differs(known, length / prime, length, meter)?.is_none()
            {
                length /= prime;
            }
        }
        // The terms before the first round against those that many rounds later.
        let mut later = self.terms(known + (total - known % total) % total, meter)?;
        let mut preperiod = 0;
        for (number, &term) in (1..).zip(&self.history) {
            if later.next(meter)? != term {
                preperiod = number;
            }
        }
        let mut witnesses = Vec::new();
        for prime in primes(length) {
            let at = self.differs(preperiod, length / prime, known + length, meter)?.ok_or(Stop::Rows)?;
            witnesses.push(Witness { prime, at });
        }
        Ok((Period { preperiod, length, saltus: 0 }, witnesses))
    }

    /// The largest value on a diagonal from the first round on.
    pub(super) fn largest(&self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        if let (Some(strands), Some(last)) = (&self.strands, self.last) {
            let shown = |second: bool| {
                strands.colours.iter().any(|colours| {
                    let shows = |(e, shows): (usize, &[bool; 2])| {
                        shows[usize::from((colours >> e & 1 == 1) != second)]
                    };
                    strands.shows.iter().enumerate().any(shows)
                })
            };
            if shown(true) {
                return Ok(last.level);
            }
            if shown(false) {
                return Ok(last.level - 1);
            }
        }
        let mut terms = self.terms(wide(self.history.len()), meter)?;
        let mut largest = 0;
        for _ in 0..self.round {
            largest = largest.max(terms.next(meter)?);
        }
        Ok(largest.into())
    }
}

/// The terms of a sequence, one after the other.
struct Terms<'s, W> {
    of: &'s Sequence<W>,
    windows: Vec<W>,
    /// The number of the next term, as long as it is one of the history.
    next: u64,
}

impl<W: Word> Terms<'_, W> {
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<u16, Stop> {
        let known = usize::try_from(self.next).ok().and_then(|next| self.of.history.get(next));
        if let Some(&term) = known {
            self.next += 1;
            return Ok(term);
        }
        let first = self.of.first;
        loop {
            // Terms of later rounds are not rows of the search.
            meter.spend(0, wide(self.windows.len()))?;
            let mut term = NOTHING;
            let (of, low) = (self.of.of, self.of.low);
            let fits = play(&mut self.windows, low, |i, choice| match of {
                Of::Value(value) => {
                    if first + wide(i) == value && !choice.is_empty() {
                        term = u16::try_from(choice.least()).unwrap_or(NOTHING);
                    }
                }
                Of::Diagonal(difference) => {
                    if choice.has(difference) {
                        term = u16::try_from(first + wide(i)).unwrap_or(NOTHING);
                    }
                }
            });
            if !fits {
                return Err(Stop::Width(self.of.from));
            }
            if term != NOTHING || matches!(of, Of::Diagonal(_)) {
                return Ok(term);
            }
        }
    }
}

/// The history of a sequence, as rows are played.
pub(super) struct History {
    of: Of,
    pub(super) terms: Vec<u16>,
}

impl History {
    /// With the term of row 0, where value k takes k+1, and 0,0 is not a position.
    pub(super) fn new(of: Of) -> Self {
        let terms = match of {
            Of::Value(value) => vec![u16::try_from(value + 1).unwrap_or(NOTHING)],
            Of::Diagonal(difference) => {
                vec![difference.checked_sub(1).and_then(|value| u16::try_from(value).ok()).unwrap_or(NOTHING)]
            }
        };
        Self { of, terms }
    }

    pub(super) fn see(&mut self, row: u64, value: u64, choice: Wide) {
        match self.of {
            Of::Value(of) => {
                if of == value && !choice.is_empty() {
                    self.terms.push(u16::try_from(choice.least()).unwrap_or(NOTHING));
                }
            }
            Of::Diagonal(difference) => {
                // A row in which no value takes the cell has a term too.
                let rows = usize::try_from(row + 1).unwrap_or(usize::MAX);
                if self.terms.len() < rows {
                    self.terms.resize(rows, NOTHING);
                }
                if choice.has(difference) {
                    self.terms[rows - 1] = u16::try_from(value).unwrap_or(NOTHING);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::machine::{Fulls, Machine};
    use super::super::{diagonals, values};
    use super::*;
    use std::ops::ControlFlow;

    fn quiet() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The terms of a sequence in the first rows, by the machine of all values alone.
    fn plain(of: Of, rows: u64) -> Vec<u16> {
        let mut watch = quiet;
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        let top = if let Of::Value(value) = of { value } else { 42 };
        let (mut machine, mut history) = (Machine::new(top), History::new(of));
        while machine.row < rows {
            let row = machine.row;
            machine.play(&mut meter, |value, choice| history.see(row, value, choice)).unwrap();
        }
        history.terms
    }

    fn agrees<W: Word>(sequence: &Sequence<W>, plain: &[u16]) {
        let mut watch = quiet;
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        let mut terms = sequence.terms(0, &mut meter).unwrap();
        for (number, &term) in plain.iter().enumerate() {
            assert_eq!(terms.next(&mut meter).unwrap(), term, "term {number}");
        }
        // Jumps into any round.
        for number in (0..plain.len()).step_by(97) {
            assert_eq!(
                sequence.terms(wide(number), &mut meter).unwrap().next(&mut meter),
                Ok(plain[number]),
                "term {number}"
            );
        }
    }

    /// With and without strands, over several times all rounds.
    #[test]
    fn rounds_go_on_as_the_machine_does() {
        let mut watch = quiet;
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        for (value, order) in [
            (8, 1),
            (9, 2),
            (10, 2),
            (16, 1),
            (17, 3),
            (18, 3),
            (19, 20),
            (25, 60),
            (26, 60),
            (33, 6),
            (42, 30),
        ] {
            let (fulls, ends) = values::around(value, &mut meter).unwrap();
            let narrow = values::sequence::<u64>(value, &fulls, ends, &mut meter).unwrap();
            assert_eq!(narrow.order, order, "value {value}");
            let plain = plain(Of::Value(value), narrow.from + 2 * narrow.round * order + 99);
            assert!(wide(plain.len()) > wide(narrow.history.len()) + narrow.total());
            agrees(&narrow, &plain);
            agrees(&values::sequence::<u128>(value, &fulls, ends, &mut meter).unwrap(), &plain);
            // Each number has one partner.
            for number in narrow.partners_from()..narrow.partners_from() + 300 {
                let far = UBig::from(number) + UBig::from(narrow.round * order) * UBig::from(10u8).pow(30);
                let partner = narrow.partner(&far, &mut meter).unwrap();
                assert_ne!(partner, far);
                assert_eq!(narrow.partner(&partner, &mut meter).unwrap(), far, "value {value}, {number}");
            }
        }
        for d in [3, 4, 5, 8, 9, 10, 12, 13] {
            let proof = diagonals::prove_diagonal(d, None, &mut quiet).unwrap().unwrap();
            let plain = plain(
                Of::Diagonal(u32::try_from(d).unwrap()),
                proof.period.preperiod + 2 * proof.period.length + 99,
            );
            let at = |n: u64| plain[usize::try_from(n).unwrap()];
            let (from, length) = (proof.period.preperiod, proof.period.length);
            let holds =
                |from: u64, length: u64| (from..wide(plain.len()) - length).all(|n| at(n) == at(n + length));
            assert!(holds(from, length) && !holds(from - 1, length), "diagonal {d}");
            assert!(primes(length).iter().all(|prime| !holds(from, length / prime)), "diagonal {d}");
            assert_eq!(
                u64::from((from..from + length).map(at).max().unwrap()),
                proof.largest,
                "diagonal {d}"
            );
        }
    }

    /// A search ends at its limits.
    #[test]
    fn limits_are_kept() {
        let mut turns = 0;
        let mut watch = || {
            turns += 1;
            if turns > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert!(matches!(values::prove_value(64, None, &mut watch), Err(crate::Error::Cancelled)));
        assert!(matches!(values::prove_value(64, Some(1_000_000), &mut quiet), Ok(None)));
    }

    /// Rounds that are taken several times as long, and do not end with a mark by themselves, have the same terms.
    #[test]
    fn longer_rounds_have_the_same_terms() {
        let mut watch = quiet;
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        let fulls = Fulls::find(8, 8, None, &mut meter).unwrap();
        let mut history = History::new(Of::Value(8));
        let mut see = |row, value, choice| history.see(row, value, choice);
        let mut rounds = Rounds::<u64>::new(&fulls, (fulls.below(8), None, 8), &mut meter, &mut see).unwrap();
        while rounds.next_value() < 9 {
            rounds.close(&mut meter, &mut see).unwrap();
        }
        assert_eq!(rounds.period, 72);
        for times in [1, 2, 57] {
            rounds.period = 72 * times;
            let sequence = Sequence::new(&rounds, Of::Value(8), history.terms.clone(), &mut meter).unwrap();
            assert_eq!(sequence.marks.last().unwrap().offset, rounds.period);
            assert_eq!(sequence.total(), 36 * times);
            agrees(&sequence, &plain(Of::Value(8), 10_000));
        }
    }

    /// A strand shows its colour, or the other one, or both, in rounds with some colours.
    #[test]
    fn the_largest_value_is_that_of_a_colour_that_is_shown() {
        let mut watch = quiet;
        let mut meter = Meter::new(u64::MAX, u64::MAX, &mut watch);
        let (fulls, ends) = values::around(9, &mut meter).unwrap();
        let mut sequence = values::sequence::<u64>(9, &fulls, ends, &mut meter).unwrap();
        let kinds = [[false, false], [true, false], [false, true], [true, true]];
        for colours in [vec![0b000], vec![0b101], vec![0b110, 0b011], vec![0b010, 0b111], vec![0b111]] {
            for code in 1..64_usize {
                let shows: Vec<[bool; 2]> =
                    [code % 4, code / 4 % 4, code / 16].map(|kind| kinds[kind]).to_vec();
                let mut seen = Vec::new();
                for round in &colours {
                    for (strand, [own, other]) in shows.iter().enumerate() {
                        // The first of the two values has colour 0.
                        let colour = u64::from(round & (1_u128 << strand) != 0);
                        seen.extend(own.then_some(9 + colour));
                        seen.extend(other.then_some(10 - colour));
                    }
                }
                let strands = sequence.strands.as_mut().unwrap();
                (strands.colours, strands.shows) = (colours.clone(), shows);
                assert_eq!(
                    sequence.largest(&mut meter),
                    Ok(seen.into_iter().max().unwrap()),
                    "{colours:?}, {code}"
                );
            }
        }
    }
}
