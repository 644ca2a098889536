//! Runs Algorithm RWSG until all values up to the largest are proved.

use super::level::{Level, Missing, Window};
use super::rwsg::Rwsg;
use crate::codec::BadState;
use crate::notation::InputError;
use crate::sequence::Tally;
use std::ops::ControlFlow;

/// Runs Algorithm RWSG, and proves values in increasing order as soon as their hypotheses hold.
#[derive(Clone, Debug)]
pub struct Prover {
    rwsg: Rwsg,
    largest: u64,
    /// The proofs, from value 0 on.
    levels: Vec<Level>,
    /// The hypothesis that the next value does not satisfy yet.
    missing: Missing,
    /// The window of the next value and its X, if known.
    measured: Option<(Window, u64)>,
}

impl Prover {
    /// Starts to prove the values from 0 to `largest`.
    pub fn new(largest: u64) -> Result<Self, InputError> {
        Ok(Self::from_run(Rwsg::new(largest)?, largest, Vec::new()))
    }

    fn from_run(rwsg: Rwsg, largest: u64, levels: Vec<Level>) -> Self {
        Self { rwsg, largest, levels, missing: Missing::Window { end: 0 }, measured: None }
    }

    /// The number of rows done.
    pub fn row(&self) -> u64 {
        self.rwsg.row()
    }

    /// The largest value to be proved.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// The proofs, from value 0 on.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The least value that is not proved, and the hypothesis it does not satisfy. Nothing if all are proved.
    pub fn missing(&self) -> Option<(u64, Missing)> {
        let value = self.value();
        (value <= self.largest).then_some((value, self.missing))
    }

    /// The counts of a value so far.
    pub fn tally(&self, value: u64) -> Option<Tally> {
        self.rwsg.tally(value)
    }

    /// The smaller value whose number of repeats is nearest to that of `value` so far, and this number.
    pub fn nearest(&self, value: u64) -> Option<(u64, u64)> {
        let repeats = self.rwsg.tally(value)?.repeats;
        let smaller = (0..value).filter_map(|h| Some((h, self.rwsg.tally(h)?.repeats)));
        smaller.min_by_key(|&(_, other)| other.abs_diff(repeats))
    }

    /// The run.
    pub fn rwsg(&self) -> &Rwsg {
        &self.rwsg
    }

    /// The least value that is not proved.
    fn value(&self) -> u64 {
        crate::widths::wide(self.levels.len())
    }

    /// Does at least `rows` and at most `rows + 63` more rows. If `look`, then proves the values whose hypotheses hold.
    pub fn run(&mut self, rows: u64, look: bool) {
        let end = self.rwsg.row().saturating_add(rows).div_ceil(64).saturating_mul(64);
        let _ = self.rwsg.advance(end, &mut |_| ControlFlow::Continue(()));
        if look {
            self.settle();
        }
    }

    /// Runs until all values are proved or `rows` rows are done.
    pub fn finish(&mut self, rows: u64) {
        while self.missing().is_some() && self.row() < rows {
            self.run(self.stride().min(rows - self.row()), true);
        }
    }

    /// The number of rows before the hypotheses are tested again: an eighth of those done, at least 256.
    pub fn stride(&self) -> u64 {
        (self.rwsg.row() / 8).max(256)
    }

    /// Proves values as long as their hypotheses hold.
    fn settle(&mut self) {
        while self.value() <= self.largest {
            match self.next_level() {
                Ok(level) => {
                    self.rwsg.settle(self.value());
                    self.levels.push(level);
                    self.measured = None;
                    self.missing = Missing::Window { end: 0 };
                }
                Err(missing) => {
                    self.missing = missing;
                    break;
                }
            }
        }
    }

    fn next_level(&mut self) -> Result<Level, Missing> {
        let value = self.value();
        let tally = self.rwsg.tally(value).filter(|_| self.rwsg.is_regular(value)).ok_or(Missing::Regular)?;
        let same = |window: &Window| (window.settled, window.repeats) == (tally.settled, tally.repeats);
        let (window, from) = if let Some(measured) = self.measured.filter(|(window, _)| same(window)) {
            measured
        } else {
            let entries = self.rwsg.first_entries(value).ok_or(Missing::Regular)?;
            let window = Window::measure(tally.settled, tally.repeats, tally.members, entries)?;
            (window, window.from(&self.levels)?)
        };
        self.measured = Some((window, from));
        if from > tally.members {
            return Err(Missing::Members { from });
        }
        let mut entries = self.rwsg.first_entries(value).ok_or(Missing::Regular)?;
        let last = entries.nth(crate::widths::place(from - 1)).ok_or(Missing::Regular)?;
        Ok(Level { window, from, rows: last + 1 })
    }

    /// The state as bytes. They do not contain the proofs, which are repeated by [`Prover::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        self.rwsg.to_bytes()
    }

    /// Restores a state from [`Prover::to_bytes`], for the same largest value.
    pub fn from_bytes(bytes: &[u8], largest: u64) -> Result<Self, BadState> {
        let rwsg = Rwsg::from_bytes(bytes)?;
        if rwsg.tally(largest).is_none() || rwsg.tally(largest + 1).is_some() {
            return Err(BadState("it is for another largest value"));
        }
        let mut prover = Self::from_run(rwsg, largest, Vec::new());
        prover.settle();
        Ok(prover)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Form;
    use super::super::golden::Golden;
    use super::*;
    use dashu_int::UBig;

    /// A form stores the members up to the end of its window, wherever that is.
    #[test]
    fn forms_of_longer_windows_have_the_same_members() {
        let mut prover = Prover::new(3).unwrap();
        prover.finish(2000);
        let entries: Vec<u64> = prover.rwsg.first_entries(3).unwrap().take(400).collect();
        let end = prover.levels[3].window.end;
        for more in 0..80 {
            prover.levels[3].window.end = end + more;
            let form = Form::of(&prover, 3).unwrap();
            for (n, &entry) in (0..=end + more).zip(&entries) {
                let first = form.member(&UBig::from(n), None).map(|member| member.0);
                assert_eq!(first, Some(entry.into()), "member {n}, end {}", end + more);
            }
        }
    }

    /// Numbers from 2^48 on may be those that large exceptions come from, so the bound must be small there.
    #[test]
    fn a_bound_that_is_large_for_too_long_has_no_form() {
        let mut prover = Prover::new(3).unwrap();
        prover.finish(2000);
        let window = prover.levels[3].window;
        let mut has_form = |changed: Window| {
            prover.levels[3].window = changed;
            Form::of(&prover, 3).is_some()
        };
        assert!(has_form(window));
        let from = |start: u64| Window { start, bound: Golden::ZERO, ..window };
        assert!(has_form(from((1 << 48) - 1)) && !has_form(from(1 << 48)));
        let bound = |whole: i128| Window { bound: Golden { whole, phi: 0 }, ..window };
        assert!(has_form(bound(1 << 20)) && !has_form(bound(1 << 45)));
    }

    /// Whether values are looked at often or seldom, the proofs are the same, and each is found as soon as it can be.
    #[test]
    fn proofs_do_not_depend_on_when_they_are_looked_for() {
        let mut seldom = Prover::new(8).unwrap();
        seldom.run(40_000, true);
        let mut often = Prover::new(8).unwrap();
        while let Some((value, missing)) = often.missing() {
            let proved = often.levels.len();
            often.run(64, true);
            let members = |value| often.tally(value).unwrap().members;
            if let (Missing::Members { from }, true) = (missing, often.levels.len() > proved) {
                assert!(from <= members(value) && from == often.levels[proved].from);
            }
            if let Some((value, Missing::Members { from })) = often.missing() {
                assert!(from > members(value), "value {value}");
            }
        }
        assert_eq!(often.levels, seldom.levels);
        assert_eq!(often.missing(), None);
    }

    /// A window that was measured with other counts is measured again.
    #[test]
    fn a_window_with_other_counts_is_not_used() {
        let mut prover = Prover::new(3).unwrap();
        prover.run(2000, false);
        let mut expected = prover.clone();
        expected.settle();
        let window = expected.levels[0].window;
        let (settled, repeats) = (window.settled + 1, window.repeats + 1);
        for changed in [Window { settled, ..window }, Window { repeats, ..window }] {
            let mut prover = prover.clone();
            prover.measured = Some((changed, 1));
            prover.settle();
            assert_eq!(prover.levels, expected.levels);
        }
    }
}
