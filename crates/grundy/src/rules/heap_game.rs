use super::{piles, piles_of, sample_row};
use crate::error::Limit;
use crate::heaps::{Code, HeapRules, Heaps};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{
    Board, Draw, NormalForm, Plane, Position, Row, Ruleset, Shape, Stop, Visitor, draw_index, draw_listed,
};
use dashu_int::UBig;
use std::sync::Arc;

/// A take-and-break game: any number of heaps, and a move changes one of them. The order of the heaps does not matter, and empty heaps are not kept, so a
/// position is a list of heaps in increasing order; `0` stands for no heap.
#[derive(Clone, Debug)]
pub struct HeapGame {
    name: String,
    rules: Arc<dyn HeapRules>,
    normal: String,
}

impl HeapGame {
    /// The game of a code.
    pub fn of_code(name: impl Into<String>, code: Code) -> Self {
        let unequal = if code.has_unequal_heaps() { ", unequal" } else { "" };
        let shift = match code.shift() {
            0 => String::new(),
            shift => format!(", heaps larger by {shift}"),
        };
        Self { normal: format!("heaps {code}{unequal}{shift}"), name: name.into(), rules: Arc::new(code) }
    }

    /// The game of other rules, which the text `normal` determines.
    pub(super) fn of_rules(name: String, rules: Arc<dyn HeapRules>, normal: String) -> Self {
        Self { name, rules, normal }
    }

    /// Chooses uniformly a number to take and how many heaps are left of a heap of any size, if there is a move; then these heaps.
    fn draw_by_code(code: &Code, heap: &UBig, draw: &mut Draw<'_>) -> Option<Vec<UBig>> {
        let heap = heap + UBig::from(code.shift());
        let told = code.digits().len();
        // Different heaps: at least 1+2 and 1+2+3 counters.
        let least = if code.has_unequal_heaps() { [0_u8, 1, 3, 6] } else { [0, 1, 2, 3] };
        // How many heaps are left, the first number to take for that, and how many numbers there are.
        let mut ways: Vec<(u32, UBig, UBig)> = Vec::new();
        let mut add = |first: usize, last: Option<usize>, digit: u8| {
            for (parts, least) in (0..).zip(least).filter(|(parts, _)| digit >> parts & 1 == 1) {
                // Without a heap that is left, all is taken.
                let most = if heap < UBig::from(least) { continue } else { &heap - UBig::from(least) };
                let first = if parts == 0 { heap.clone().max(UBig::from(first)) } else { UBig::from(first) };
                let most = last.map_or(most.clone(), |last| most.min(UBig::from(last)));
                if first <= most {
                    let count = &most - &first + 1u8;
                    ways.push((parts, first, count));
                }
            }
        };
        (0..told).zip(code.digits()).for_each(|(k, &digit)| add(k, Some(k), digit));
        add(told, None, code.tail());
        let total = ways.iter().fold(UBig::ZERO, |sum, (_, _, count)| sum + count);
        let mut drawn = if total.is_zero() { return None } else { draw(&total) };
        let (parts, first, _) = ways.iter().find(|(_, _, count)| {
            let here = drawn < *count;
            if !here {
                drawn -= count;
            }
            here
        })?;
        let left = &heap - (first + drawn);
        let parts = match parts {
            0 => Vec::new(),
            1 => vec![left],
            2 => two(&left, code.has_unequal_heaps(), &UBig::ZERO, draw),
            _ => {
                // The smallest heap, then the others above it.
                let unequal = code.has_unequal_heaps();
                let room = if unequal { (&left - 3u8) / 3u8 } else { &left / 3u8 };
                let a = draw(&room.max(UBig::ONE)) + 1u8;
                let least = if unequal { a.clone() } else { &a - 1u8 };
                let others = two(&(&left - &a), unequal, &least, draw);
                [vec![a], others].concat()
            }
        };
        let shift = UBig::from(code.shift());
        Some(parts.into_iter().filter(|part| *part > shift).map(|part| part - &shift).collect())
    }
}

/// Two heaps above `least` with so many counters together.
fn two(left: &UBig, unequal: bool, least: &UBig, draw: &mut Draw<'_>) -> Vec<UBig> {
    let most = if unequal { (left - 1u8) / 2u8 } else { left / 2u8 };
    let room = if most > *least { &most - least } else { UBig::ONE };
    let a = least + 1u8 + draw(&room);
    vec![a.clone(), left - a]
}

/// A position with these heaps.
fn of_heaps(mut heaps: Vec<UBig>) -> Position {
    heaps.retain(|heap| !heap.is_zero());
    heaps.sort_unstable();
    if heaps.is_empty() {
        heaps.push(UBig::ZERO);
    }
    Position::of_piles(heaps)
}

/// The heap that a move changes, and the heaps that are left of it; `None` if more than one heap changes.
///
/// Heaps that are left are smaller, so the heap that is changed occurs less often than before, and it is the only one.
pub fn changed_heap(from: &[UBig], to: &[UBig]) -> Option<(UBig, Vec<UBig>)> {
    let (mut gone, mut left) = (Vec::new(), to.to_vec());
    for heap in from {
        match left.iter().position(|other| other == heap) {
            Some(at) => _ = left.swap_remove(at),
            None => gone.push(heap.clone()),
        }
    }
    left.retain(|heap| !heap.is_zero());
    left.sort_unstable();
    let heap = gone.pop()?;
    (gone.is_empty() && left.iter().all(|other| *other < heap)).then_some((heap, left))
}

impl Ruleset for HeapGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let position = piles(raw, None)?;
        if position.is_far() && self.rules.code().is_none() {
            return Err(InputError::at(raw.span(), "numbers beyond 64 bits are not supported in this game"));
        }
        Ok(of_heaps(position.rows().unwrap_or_default().concat()))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let heaps = piles_of(position)?;
        for (i, &heap) in heaps.iter().enumerate() {
            // Equal heaps have the same options.
            if i > 0 && heaps[i - 1] == heap {
                continue;
            }
            let mut rest = heaps.clone();
            rest.remove(i);
            let mut stopped = Ok(());
            self.rules.visit(heap, &mut |parts| {
                let mut row: Row = rest.iter().chain(parts).copied().collect();
                row.sort_unstable();
                if row.is_empty() {
                    row.push(0);
                }
                stopped = visit(&Position(Shape::Piles(row)));
                stopped.is_ok()
            })?;
            stopped?;
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let (Some(from), Some(to)) = (from.rows(), to.rows()) else { return Ok(false) };
        let Some((heap, left)) = changed_heap(&from.concat(), &to.concat()) else { return Ok(false) };
        if let Some(code) = self.rules.code().filter(|code| code.shift() == 0) {
            let together = left.iter().fold(UBig::ZERO, |sum, part| sum + part);
            let Some(k) = (together <= heap).then(|| heap - together) else { return Ok(false) };
            let digit = u64::try_from(&k).map_or_else(|_| code.tail(), |k| code.digit(k));
            let differ = left.windows(2).all(|pair| pair[0] < pair[1]);
            return Ok(left.len() < 4
                && digit >> left.len() & 1 == 1
                && (differ || !code.has_unequal_heaps()));
        }
        let heap = u64::try_from(&heap).map_err(|_| Limit::Uncountable)?;
        let wanted: Heaps = left.iter().filter_map(|part| u64::try_from(part).ok()).collect();
        let mut found = false;
        self.rules.visit(heap, &mut |parts| {
            found = *parts == *wanted;
            !found
        })?;
        Ok(found)
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let heaps = from.rows().unwrap_or_default().concat();
        let Some(code) = self.rules.code() else {
            return draw_listed(|visit| self.visit_options(from, visit), draw);
        };
        // A heap without a move is passed over.
        let mut left: Vec<usize> = (0..heaps.len()).collect();
        while let Some(chosen) = draw_index(left.len(), draw) {
            let at = left.remove(chosen);
            if let Some(parts) = Self::draw_by_code(code, &heaps[at], draw) {
                let mut rest = heaps.clone();
                rest.remove(at);
                rest.extend(parts);
                return Ok(Some(of_heaps(rest)));
            }
        }
        Ok(None)
    }

    fn board(&self) -> Board {
        Board::Heaps
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let count = 1 + draw(3);
        let row = sample_row(count, size, draw);
        of_heaps(row.into_iter().map(UBig::from).collect())
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: true })
    }

    fn heaps(&self) -> Option<Arc<dyn HeapRules>> {
        Some(Arc::clone(&self.rules))
    }

    fn normal_form(&self) -> Option<NormalForm> {
        Some(NormalForm::new(self.normal.clone()))
    }
}
