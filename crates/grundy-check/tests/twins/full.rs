//! Rounds and strands that begin with any windows of a full level, against rows played with sets of numbers.

use super::*;
use crate::Limits;
use std::collections::{BTreeSet, HashMap};

/// Numbers below `most` that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// Each place of these windows belongs to as many of the values as it must if both levels are full, and these are chosen at random.
fn windows(full: usize, level: usize, random: &mut Random) -> Vec<BTreeSet<usize>> {
    let values = level - full;
    let mut windows = vec![BTreeSet::new(); values];
    for place in 0..level / 2 {
        let mut left: Vec<usize> = (0..values).collect();
        for _ in 0..level / 2 - place - (full / 2).saturating_sub(place) {
            windows[left.swap_remove(random.below(left.len()))].insert(place);
        }
    }
    windows
}

/// Rows that are played.
const ROWS: usize = 10_000;
/// The first row.
const START: usize = 1;

/// The values above the full level `full` up to the full level `level`, from row [`START`] on.
struct Played {
    full: usize,
    level: usize,
    /// For each row and value: its window before the row is played.
    windows: Vec<Vec<Vec<usize>>>,
    /// For each row and value: the place that it takes, if it takes one.
    places: Vec<Vec<Option<usize>>>,
}

impl Played {
    /// Plays rows from these windows on.
    fn new(full: usize, mut sets: Vec<BTreeSet<usize>>) -> Self {
        let level = full + sets.len();
        let (mut windows, mut places) = (Vec::new(), Vec::new());
        for row in 0..ROWS {
            let relative = |set: &BTreeSet<usize>| set.range(row..).map(|number| number - row).collect();
            windows.push(sets.iter().map(relative).collect());
            let mut taken: BTreeSet<usize> = (row..=row + full / 2).collect();
            let mut choose = |set: &mut BTreeSet<usize>| {
                let choice =
                    (row..=row + level).find(|number| !taken.contains(number) && !set.contains(number));
                let choice = choice.filter(|_| !set.contains(&row))?;
                taken.insert(choice);
                set.insert(choice);
                Some(choice - row)
            };
            places.push(sets.iter_mut().map(&mut choose).collect());
            for set in &mut sets {
                *set = set.split_off(&row);
            }
            assert_eq!(taken, (row..=row + level / 2).collect(), "a full level takes these numbers");
        }
        Self { full, level, windows, places }
    }

    /// The terms of the rows before `end`. Values above `top` are not seen.
    fn terms(&self, subject: Subject, top: usize, end: usize) -> Vec<u8> {
        let first = self.full + 1;
        let term = |row: &Vec<Option<usize>>| match subject {
            Subject::Value(value) => row[usize::from(value) - first].map(small),
            Subject::Diagonal(d) => {
                let taker = row[..=top - first].iter().position(|place| *place == Some(d.into()));
                Some(taker.map_or(NOTHING, |value| small(value + first)))
            }
        };
        self.places[..end].iter().filter_map(term).collect()
    }

    /// What is true of the values up to `top`, if the rows are enough to see it.
    fn case(&self, subject: Subject, top: usize, has_strands: bool) -> Option<Case> {
        let first = self.full + 1;
        let repeating = top + 1 - first - if has_strands { 2 } else { 0 };
        let mut seen = HashMap::new();
        let (from, period) = (0..ROWS).find_map(|row| {
            let earlier = seen.insert(&self.windows[row][..repeating], row);
            earlier.map(|earlier| (earlier, row - earlier))
        })?;
        let windows = |row: usize| &self.windows[row][..=top - first];
        let order = (1..=(ROWS - 1 - from) / period / 2)
            .find(|order| windows(from) == windows(from + order * period))?;
        let terms = self.terms(subject, top, from + 2 * order * period);
        let known = self.terms(subject, top, from).len();
        let largest = match subject {
            Subject::Value(value) => value,
            Subject::Diagonal(_) => *terms[known..].iter().max()?,
        };
        let round = Cycle { from: wide(from + START), period: wide(period) };
        let largest = usize::from(largest);
        let is_last = largest == top || (has_strands && largest + 1 == top);
        is_last.then_some(Case { subject, top, round, order, has_strands, largest, terms, known })
    }

    /// All cases of values and diagonals, with strands and without.
    fn cases(&self) -> Vec<Case> {
        let values = self.full + 1..=self.level;
        let diagonals = (self.full / 2 + 1..=self.level / 2).map(|d| Subject::Diagonal(small(d)));
        let subjects = values.clone().map(|value| Subject::Value(small(value))).chain(diagonals);
        let of = |subject| {
            let strands = self.case(subject, self.level, true);
            values.clone().filter_map(move |top| self.case(subject, top, false)).chain(strands)
        };
        subjects.flat_map(of).collect()
    }

    fn machine<const N: usize>(&self, top: usize) -> Machine<N> {
        let places = |window: &Vec<usize>| {
            let mut places = Places([0; 4]);
            for &place in window {
                places.set(place, true);
            }
            places
        };
        let windows: Vec<_> = self.windows[0][..top - self.full].iter().map(places).collect();
        Machine::new(small(self.full + 1), &windows)
    }
}

fn small(number: usize) -> u8 {
    number.try_into().unwrap()
}

fn wide(number: usize) -> u64 {
    number.try_into().unwrap()
}

fn divisors(number: usize) -> impl Iterator<Item = usize> {
    (1..=number).filter(move |divisor| number.is_multiple_of(*divisor))
}

/// The numbers of a certificate.
struct Case {
    subject: Subject,
    /// The last value of the machine.
    top: usize,
    round: Cycle,
    order: usize,
    has_strands: bool,
    largest: usize,
    /// The terms until all rounds have been played twice, and how many there are before row S.
    terms: Vec<u8>,
    known: usize,
}

impl Case {
    /// The number of terms in all rounds.
    fn all(&self) -> usize {
        (self.terms.len() - self.known) / 2
    }

    /// Whether all terms from row S on agree with those a period later.
    fn holds(&self, period: usize) -> bool {
        (self.known..self.known + self.all()).all(|n| self.terms[n] == self.terms[n + period])
    }

    /// The claim of the least period.
    fn right(&self) -> Claim {
        let period = divisors(self.all()).find(|&period| self.holds(period)).expect("a period");
        self.claim(period).expect("quotients that fail")
    }

    /// The claim of a period, as good as it can be made: it fails for no term before row S, and its quotients do fail.
    fn claim(&self, period: usize) -> Option<Claim> {
        let terms = &self.terms;
        let from = (0..self.known).rev().take_while(|&n| terms[n] == terms[n + period]).last();
        let from = from.unwrap_or(self.known);
        let mut quotients = Vec::new();
        for prime in (2..=period).filter(|q| period.is_multiple_of(*q) && divisors(*q).count() == 2) {
            let lag = period / prime;
            let at = (from..from + period - lag).find(|&n| terms[n] != terms[n + lag])?;
            quotients.push(Quotient { prime: wide(prime), at: wide(at), line: 9 });
        }
        Some(Claim {
            subject: self.subject,
            cycle: Cycle { from: wide(from), period: wide(period) },
            line: 1,
            largest: (wide(self.largest), 2),
            round: self.round,
            round_line: 3,
            strands: self.has_strands.then_some((small(self.top), wide(self.order), 4)),
            quotients,
        })
    }
}

fn verdict<const N: usize>(
    played: &Played,
    top: usize,
    claim: &Claim,
    memory: u64,
) -> Result<(), Unverified> {
    let limits = Limits { memory, ..Limits::default() };
    claim.check::<N>(played.machine(top), wide(START), Vec::new(), &mut Budget::new(limits))
}

/// What the cases had.
#[derive(Default, Debug)]
struct Seen {
    cases: usize,
    several_rounds: usize,
    /// The last value of the strands is not on the diagonal.
    last_but_one: usize,
    without_preperiod: usize,
    false_periods: usize,
}

fn assert_right(played: &Played, case: &Case, seen: &mut Seen) {
    let all = case.all();
    let right = || case.right();
    let Case { round: Cycle { from, period: rows }, order, largest, top, .. } = *case;
    let name =
        format!("{:?}, round from {from} period {rows}, order {order}, largest {largest}", played.windows[0]);
    // All words that are wide enough do.
    assert_eq!(verdict::<4>(played, top, &right(), u64::MAX), Ok(()), "{name}");
    assert_eq!(verdict::<2>(played, top, &right(), u64::MAX), Ok(()), "{name}");
    if played.level < 100 {
        assert_eq!(verdict::<1>(played, top, &right(), u64::MAX), Ok(()), "{name}");
    }
    seen.cases += 1;
    seen.several_rounds += usize::from(order > 1);
    seen.last_but_one += usize::from(largest < top && matches!(case.subject, Subject::Diagonal(_)));
    seen.without_preperiod += usize::from(right().cycle.from == 0);

    // The line at which the checker rejects a claim.
    let line = |claim: &Claim| match verdict::<4>(played, top, claim, u64::MAX) {
        Err(Unverified::Rejected { line, .. }) => line,
        other => panic!("{other:?}: {name}"),
    };
    for claim in divisors(all).filter(|&other| !case.holds(other)).filter_map(|other| case.claim(other)) {
        seen.false_periods += 1;
        assert_eq!(line(&claim), 1, "{name}, period {}", claim.cycle.period);
    }
    let mut claim = right();
    claim.cycle.from += 1;
    assert_eq!(line(&claim), 1, "{name}");
    if let Some(earlier) = right().cycle.from.checked_sub(1) {
        claim.cycle.from = earlier;
        assert_eq!(line(&claim), 1, "{name}");
    }
    let claim = Claim { round: Cycle { from, period: 2 * rows }, ..right() };
    assert_eq!(line(&claim), 3, "{name}");
    let others = divisors(order).chain([order + 1, 2 * order]).filter(|&other| other != order);
    for other in others.filter(|_| case.has_strands) {
        let claim = Claim { strands: Some((small(top), wide(other), 4)), ..right() };
        assert_eq!(line(&claim), 4, "{name}");
    }
    if let Subject::Diagonal(_) = case.subject {
        let other = if largest == top { largest - 1 } else { top };
        let claim = Claim { largest: (wide(other), 2), ..right() };
        assert_eq!(line(&claim), 2, "{name}");
    }
}

/// Most of these windows are none of Star Nim, but what is checked holds for any windows with the counts of a full level.
#[test]
fn strands_are_followed_as_sets_of_numbers_are() {
    let (mut random, mut seen) = (Random(3), Seen::default());
    let narrow = [(0, 2, 30), (0, 4, 40), (2, 6, 40), (0, 6, 30), (2, 8, 15), (6, 10, 15)];
    let wide = [(64, 68, 2), (130, 134, 1), (134, 136, 2), (194, 198, 1)];
    for (full, level, count) in narrow.into_iter().chain(wide) {
        for _ in 0..count {
            let played = Played::new(full, windows(full, level, &mut random));
            played.cases().iter().for_each(|case| assert_right(&played, case, &mut seen));
        }
    }
    let Seen { cases, several_rounds, last_but_one, without_preperiod, false_periods } = seen;
    assert!(cases > 1000 && several_rounds > 100 && last_but_one > 20, "{seen:?}");
    assert!(without_preperiod > 100 && false_periods > 1000, "{seen:?}");
}

/// All strands that repeat after three rounds come to the diagonal an even number of times in each colour. They count for it all the same.
#[test]
fn strands_that_come_to_a_diagonal_twice_count() {
    let windows = [&[0, 2][..], &[1], &[2], &[0, 1], &[], &[0, 1, 3]];
    let sets = windows.map(|window| window.iter().copied().collect());
    let played = Played::new(2, sets.to_vec());
    let case = played.case(Subject::Diagonal(4), 8, true).expect("a case");
    assert_eq!((case.order, case.all()), (3, 36));
    assert_right(&played, &case, &mut Seen::default());
}

/// A checkpoint keeps a window and a choice of each value: each has 8 bytes more in a wider word.
#[test]
fn wider_words_hold_more_memory() {
    let played = Played::new(64, windows(64, 68, &mut Random(3)));
    let case = played.case(Subject::Value(68), 68, true).expect("a case");
    let claim = case.right();
    let least = |is_enough: &dyn Fn(u64) -> bool| {
        let (mut low, mut high) = (0, 1 << 30);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if is_enough(middle) { (low, middle) } else { (middle + 1, high) };
        }
        low
    };
    let one = least(&|memory| verdict::<1>(&played, 68, &claim, memory).is_ok());
    let two = least(&|memory| verdict::<2>(&played, 68, &claim, memory).is_ok());
    let four = least(&|memory| verdict::<4>(&played, 68, &claim, memory).is_ok());
    let word = (case.round.period / 64) * 4 * (8 + 8);
    assert!(word > 0);
    assert_eq!((two - one, four - two), (word, 2 * word));
}
