//! Moves of heaps to a value.

use super::super::plan::Means;
use super::Known;
use crate::error::Error;
use crate::heaps::Code;
use crate::ruleset::Position;
use crate::theorem::UBig;

/// The moves that change the nim-sum by `change`, and whether these are all.
pub(super) fn moves(
    known: &Known,
    heaps: &[UBig],
    change: &UBig,
    means: Means<'_>,
) -> Result<(Vec<Position>, bool), Error> {
    /// Winning moves of one heap that are listed.
    const MOST: usize = 100;
    /// Options between two looks at the clock.
    const BETWEEN_LOOKS: u64 = 1 << 16;
    let (mut found, mut every) = (Vec::new(), true);
    for (i, heap) in heaps.iter().enumerate().filter(|&(i, heap)| i == 0 || heaps[i - 1] != *heap) {
        let wanted = known.value(heap)? ^ change;
        let mut add = |parts: &[UBig]| {
            let mut row = heaps.to_vec();
            row.remove(i);
            row.extend_from_slice(parts);
            row.retain(|heap| !heap.is_zero());
            row.sort_unstable();
            found.push(Position::of_piles(if row.is_empty() { vec![UBig::ZERO] } else { row }));
        };
        let near = u64::try_from(heap).ok().filter(|&heap| known.of.values.get(heap).is_some());
        let Some(heap) = near else {
            // Heaps that are valued by their period: parts that are small, and one that is large.
            every = false;
            if let Some(code) = known.of.values.rules().code() {
                by_small_parts(known, code, heap, &wanted, &mut add)?;
                by_taking_much(known, code, heap, &wanted, &mut add);
            }
            continue;
        };
        let Ok(wanted) = u64::try_from(&wanted) else { continue };
        let (mut seen, mut count, mut failed) = (0_u64, 0, false);
        let values = &known.of.values;
        values.rules().visit(heap, &mut |parts| {
            let value = parts.iter().try_fold(0, |sum, &part| Some(sum ^ values.get(part)?));
            if value == Some(wanted) {
                add(&parts.iter().map(|&part| UBig::from(part)).collect::<Vec<_>>());
                count += 1;
            }
            seen += 1;
            let stop = count == MOST || (seen.is_multiple_of(BETWEEN_LOOKS) && means.until.is_over());
            failed |= stop;
            !stop
        })?;
        every &= !failed;
    }
    Ok((found, every))
}

/// Moves of a heap of any size to a value in which all heaps but one are within the preperiod and two periods.
fn by_small_parts(
    known: &Known,
    code: &Code,
    heap: &UBig,
    wanted: &UBig,
    add: &mut dyn FnMut(&[UBig]),
) -> Result<(), Error> {
    /// As many are enough, of moves without number.
    const FEW: usize = 5;
    let Some(period) = known.of.period.filter(|_| code.shift() == 0) else { return Ok(()) };
    let small = (period.preperiod + 2 * period.length).min(1_000_000);
    let mut count = 0;
    for (k, &digit) in (0_u64..).zip(code.digits()) {
        let left = heap - UBig::from(k);
        let none: [u64; 1] = [0];
        let ones = 1..=small;
        let firsts: Box<dyn Iterator<Item = u64>> =
            Box::new(none.into_iter().filter(|_| digit & 2 != 0).chain(ones.filter(|_| digit & 4 != 0)));
        for first in firsts {
            let rest = &left - UBig::from(first);
            let parts = if first == 0 { vec![rest] } else { vec![UBig::from(first), rest] };
            if known.sum(&parts)? == *wanted {
                add(&parts);
                count += 1;
                if count == FEW {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Moves of a heap of any size to a value that take more counters than the digits of the code tell, and leave one heap.
fn by_taking_much(known: &Known, code: &Code, heap: &UBig, wanted: &UBig, add: &mut dyn FnMut(&[UBig])) {
    let Some(period) = known.of.period.filter(|_| code.shift() == 0) else { return };
    let told = UBig::from(crate::widths::wide(code.digits().len()));
    let mut leave = |left: UBig| {
        let is_far = &left + &told <= *heap;
        let digit = if left.is_zero() { 1 } else { 2 };
        if is_far && code.tail() & digit != 0 {
            add(&[left]);
        }
    };
    for near in 0..period.preperiod.saturating_add(period.length) {
        let Some(value) = known.of.values.get(near).map(UBig::from) else { return };
        if near < period.preperiod || period.saltus == 0 {
            if value == *wanted {
                leave(UBig::from(near));
            }
        } else if value <= *wanted && ((wanted - &value) % UBig::from(period.saltus)).is_zero() {
            let periods = (wanted - value) / UBig::from(period.saltus);
            leave(UBig::from(near) + periods * UBig::from(period.length));
        }
    }
}
