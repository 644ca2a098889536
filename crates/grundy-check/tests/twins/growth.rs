//! Options with several large heaps, one residue after the other against one heap after the other.

use super::*;
use crate::Limits;

/// Numbers below `most` that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Values of heaps that repeat with a saltus, all those before the period below it.
fn grown(claim: Claim, random: &mut Random, count: u64) -> Vec<u32> {
    let Claim { from, period, saltus } = claim;
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let value = match n {
            n if n < from => random.below(saltus),
            n if n < from + period => random.below(4 * saltus),
            n => u64::from(values[index(n - period)]) + saltus,
        };
        values.push(u32::try_from(value).unwrap());
    }
    values
}

/// Whether n has an option of two or three heaps, two of them large, that might have its value: the remainders agree, and the multiples have a sum that is not less,
/// and of the same parity.
fn clashes(code: &Code, claim: Claim, values: &[u32], n: u64) -> bool {
    let Claim { from, saltus, .. } = claim;
    let value = |n: u64| u64::from(values[index(n)]);
    let meets = |parts: &[u64]| {
        let remainder = parts.iter().fold(0, |sum, &part| sum ^ (value(part) % saltus));
        let multiples: u64 = parts.iter().map(|&part| value(part) / saltus).sum();
        let own = value(n) / saltus;
        let large = parts.iter().filter(|&&part| part >= from).count();
        large > 1 && remainder == value(n) % saltus && multiples >= own && (multiples - own).is_multiple_of(2)
    };
    (0..=n).any(|k| {
        let (digit, left) = (code.digit(k), n - k);
        let pair = digit & 4 != 0 && (1..left).any(|a| meets(&[a, left - a]));
        pair || digit & 8 != 0 && (1..left).any(|a| (1..left - a).any(|b| meets(&[a, b, left - a - b])))
    })
}

#[test]
fn several_large_heaps_clash_as_they_do_one_by_one() {
    let mut random = Random(7);
    let mut found = [0; 2];
    for round in 0..3000 {
        let (from, period) = (1 + random.below(4), 1 + random.below(4));
        let claim = Claim { from, period, saltus: 1 << random.below(3) };
        let digits: Vec<u8> =
            (0..=random.below(2)).map(|_| 4 * u8::try_from(random.below(4)).unwrap()).collect();
        // Few digits that go on for ever, or every second claim would clash.
        let tail = if round % 4 == 0 { 4 * u8::try_from(random.below(4)).unwrap() } else { 0 };
        let code = Code { digits, tail };
        let end = wide(code.digits.len()) + 3 * (from + period) + period;
        // So late that all heaps that are left may have any residue, whatever is taken.
        let late = end + 12 * period + from + period;
        let values = grown(claim, &mut random, late + period);
        let frame = Frame { claim, above: 0, window: 0, end };
        let clash = clash(&code, &frame, &values[..index(end)], &mut Budget::new(Limits::default()));
        let expected = (late..late + period).any(|n| clashes(&code, claim, &values, n));
        let Code { digits, tail } = &code;
        assert_eq!(clash, Ok(expected), "{from} {period} {digits:?} {tail} {values:?}");
        found[usize::from(expected)] += 1;
    }
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}

/// The conditions (R) and (W) of docs/heaps.md, for all options in all orders.
fn covers(code: &Code, frame: &Frame, values: &[u32]) -> bool {
    let Claim { from, period, saltus } = frame.claim;
    let value = |n: u64| u64::from(values[index(n)]);
    let mut wanted = (frame.window..frame.end).map(|n| {
        // The value, and whether it is standing, both or rising.
        let mut options: Vec<(u64, [bool; 3])> = Vec::new();
        let mut note = |k: u64, parts: &[u64]| {
            let much = k >= wide(code.digits.len());
            let sum = |but: usize| {
                let others = parts.iter().enumerate().filter(|&(i, _)| i != but);
                others.fold(0, |sum, (_, &part)| sum ^ value(part))
            };
            let rising = (0..parts.len()).any(|i| parts[i] >= from && sum(i) < saltus);
            // Orders in which the first two are large, with the same multiple of the saltus.
            let pair = parts.len() > 1
                && parts[0] >= from
                && parts[1] >= from
                && value(parts[0]) / saltus == value(parts[1]) / saltus;
            let both = much && rising || pair && parts.get(2).is_some_and(|&third| third >= from);
            options.push((sum(parts.len()), [much || pair, both, rising]));
        };
        for k in 0..=n {
            let (digit, left) = (code.digit(k), n - k);
            if digit & 1 != 0 && left == 0 {
                note(k, &[]);
            }
            if digit & 2 != 0 && left > 0 {
                note(k, &[left]);
            }
            if digit & 4 != 0 {
                (1..left).for_each(|a| note(k, &[a, left - a]));
            }
            if digit & 8 != 0 {
                (1..left).for_each(|a| (1..left - a).for_each(|b| note(k, &[a, b, left - a - b])));
            }
        }
        let has =
            |wanted: u64, kind: usize| options.iter().any(|&(value, kinds)| value == wanted && kinds[kind]);
        let above = frame.above;
        (0..above).all(|v| has(v, 0))
            && (above..above + saltus).all(|v| has(v, 1))
            && (n + period < frame.end || (above..value(n)).all(|v| has(v, 2)))
    });
    wanted.all(|enough| enough)
}

#[test]
fn options_cover_the_values_that_the_theorem_asks_for() {
    let mut random = Random(11);
    let mut found = [0; 2];
    for round in 0..80_000 {
        let (from, period) = (1 + random.below(4), 1 + random.below(3));
        let claim = Claim { from, period, saltus: 1 << random.below(3) };
        let digits: Vec<u8> =
            (0..=random.below(3)).map(|_| u8::try_from(random.below(16)).unwrap()).collect();
        // Without a tail, values stand only by pairs of heaps.
        let tail = if round % 2 == 0 { u8::try_from(random.below(16)).unwrap() } else { 0 };
        let code = Code { digits, tail };
        let window = from + period + random.below(4);
        let frame = Frame { claim, above: random.below(3) + 1, window, end: window + 2 * period };
        let values = grown(claim, &mut random, frame.end);
        let covered = covered(&code, &frame, &values, &mut Budget::new(Limits::default()));
        let expected = covers(&code, &frame, &values);
        let Code { digits, tail } = &code;
        assert_eq!(covered, Ok(expected), "{from} {period} {digits:?} {tail} {values:?}");
        found[usize::from(expected)] += 1;
    }
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}
