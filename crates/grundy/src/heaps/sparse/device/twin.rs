//! The steps of `heaps.cu` in Rust, in random order where their order is free.

use super::super::{Sparse, is_common};
use super::{Lists, Machine, OnDevice, Pair, Piece};
use crate::error::Error;
use crate::heaps::code::Code;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

struct Twin {
    block: usize,
    first: usize,
    random: u64,
    /// Sets that are narrower than they should be, so that values do not fit them.
    narrow: usize,
    /// The heaps that it has valued, and those that were open.
    done: Rc<Cell<(usize, usize)>>,
}

/// The heap that is an offset smaller, and the nim-sum of its value with a number.
fn sum(values: &[u16], heap: usize, pair: Pair) -> usize {
    usize::from(values[heap - usize::try_from(pair.offset).unwrap()]) ^ usize::try_from(pair.value).unwrap()
}

impl Twin {
    /// A random number below another one.
    fn below(&mut self, bound: usize) -> usize {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.random >> 33).unwrap() % bound
    }

    /// Values the next block. Returns the first heap whose value does not fit.
    fn settle(&mut self, lists: &Lists, values: &mut Vec<u16>) -> Option<usize> {
        let (start, width, block) = (values.len(), self.narrow.min(lists.width), self.block);
        let inside = lists.inside(block);
        let inside = |i: usize| usize::try_from(inside[i]).unwrap();
        let mut sets = vec![vec![false; lists.width]; block];
        for (i, set) in sets.iter_mut().enumerate() {
            for &pair in &lists.far {
                // These are marked while the block before is settled.
                assert!(start + i - usize::try_from(pair.offset).unwrap() < start - block);
                set[sum(values, start + i, pair)] = true;
            }
            for &pair in &lists.near[inside(i)..] {
                set[sum(values, start + i, pair)] = true;
            }
        }
        let free = |set: &[bool]| -> Vec<usize> {
            let free = (0..width)
                .filter(|&value| !set[value] && is_common(u16::try_from(value).unwrap(), lists.mask));
            free.chain([width; 4]).take(4).collect()
        };
        let candidates: Vec<Vec<usize>> = sets.iter().map(|set| free(set)).collect();
        values.extend(candidates.iter().map(|four| u16::try_from(four[0]).unwrap()));
        // One round after the other. Each heap reads the values of before the round or those of the round.
        let none = loop {
            let before = values.clone();
            let mut none = false;
            let mut order: Vec<usize> = (0..block).collect();
            for i in 0..block {
                let other = self.below(block);
                order.swap(i, other);
            }
            for i in order {
                let near = &lists.near[..inside(i)];
                let mut sums: Vec<usize> = Vec::new();
                for &pair in near {
                    let read = if self.below(2) == 0 { &before } else { &*values };
                    sums.push(sum(read, start + i, pair));
                }
                let left = candidates[i].iter().find(|candidate| !sums.contains(candidate));
                none |= left.is_none();
                values[start + i] = u16::try_from(*left.unwrap_or(&candidates[i][3])).unwrap();
            }
            if *values == before {
                break none;
            }
        };
        if none {
            for (i, set) in sets.iter_mut().enumerate() {
                for &pair in &lists.near[..inside(i)] {
                    set[sum(values, start + i, pair)] = true;
                }
                let least = free(set)[0];
                values[start + i] = u16::try_from(least).unwrap();
                if least == width {
                    values[start + i..].fill(0);
                    return Some(start + i);
                }
            }
        }
        let beyond = (start..values.len()).find(|&heap| usize::from(values[heap]) >= width)?;
        values[beyond..].fill(0);
        Some(beyond)
    }
}

/// Whether all rare values below that of a heap are those of options.
fn is_shown(lists: &Lists, values: &[u16], heap: usize) -> bool {
    let kept = lists.with_value.len() / lists.width;
    let of = |heap: usize| usize::from(values[heap]);
    let number = |number: &u32| usize::try_from(*number).unwrap();
    let by_helpers: Vec<usize> = lists.helpers.iter().map(|&pair| sum(values, heap, pair)).collect();
    let rare = (0..of(heap)).filter(|&value| !is_common(u16::try_from(value).unwrap(), lists.mask));
    rare.filter(|value| !by_helpers.contains(value)).all(|value| {
        let lefts = || lists.two.iter().map(|k| heap - number(k));
        let by_lists = lefts().any(|left| {
            lists.frequent.iter().any(|&frequent| {
                let heaps = &lists.with_value[(usize::from(frequent) ^ value) * kept..][..kept];
                heaps.iter().take_while(|&&heap| heap > 0).any(|heap| values[left - number(heap)] == frequent)
            })
        });
        let first = || lefts().any(|left| (1..lists.tried).any(|a| of(a) ^ of(left - a) == value));
        let last = |left: usize| if lists.unequal { (left - 1) / 2 } else { left / 2 };
        by_lists || first() || lefts().any(|left| (1..=last(left)).any(|a| of(a) ^ of(left - a) == value))
    })
}

impl Machine for Twin {
    fn block(&self) -> usize {
        self.block
    }

    fn first(&self) -> usize {
        self.first
    }

    fn piece(&mut self, lists: &Lists, known: &[u16], to: usize) -> Result<Piece, Error> {
        let mut values = known.to_vec();
        let mut open = None;
        while open.is_none() && values.len() < to {
            open = self.settle(lists, &mut values);
        }
        let end = open.unwrap_or(to).min(to);
        let open = (known.len()..end)
            .find(|&heap| !is_shown(lists, &values, heap))
            .or(open.filter(|&heap| heap < to));
        let (done, opened) = self.done.get();
        self.done.set((done + open.unwrap_or(to) - known.len(), opened + usize::from(open.is_some())));
        values.resize(to, 0);
        Ok(Piece { values: values.split_off(known.len()), open })
    }
}

/// Values the heaps below `to` by the twin from `first` on as soon as it can, and compares. Returns how many it has valued, and how many were open.
fn compare(code: &Code, first: usize, to: usize, narrow: usize) -> (usize, usize) {
    let on = &mut |_| ControlFlow::Continue(());
    let mut plain = Sparse::new(code).unwrap();
    plain.extend(to, on).unwrap();
    let done = Rc::new(Cell::new((0, 0)));
    for (block, random) in [(32, 1), (64, 2)] {
        let twin = Twin { block, first, random, narrow, done: Rc::clone(&done) };
        let mut sparse = Sparse::new(code).unwrap();
        sparse.extend_by(to, &mut OnDevice::with(Box::new(twin)), on).unwrap();
        let wrong = sparse.values().iter().zip(plain.values()).position(|(a, b)| a != b);
        assert_eq!(wrong, None, "{code} in blocks of {block}");
        assert_eq!(sparse.values().len(), to);
    }
    done.get()
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn grundys_game() -> Code {
    code("4.0").with_unequal_heaps()
}

#[test]
fn values_are_those_of_the_processor() {
    // One or several numbers to take, and moves that leave one heap. Rare heaps come late in .16 and .354.
    for text in ["0.77", "0.16", "0.56", "0.354", "4.7", "0.171", "0.3777"] {
        let (done, _) = compare(&code(text), 1000, 6000, usize::MAX);
        assert!(done > 1000, "{text}: only {done} heaps");
    }
}

/// If rare heaps come again and again, a device values few heaps.
#[test]
fn many_rare_heaps_are_left_to_the_processor() {
    for text in ["0.07", "0.137", "0.6"] {
        let (done, open) = compare(&code(text), 1000, 4000, usize::MAX);
        assert!(open > 10 && done < 1000, "{text}: {done} heaps, and {open} were open");
    }
}

#[test]
fn heaps_of_grundys_game_are_settled() {
    // 82,860 is rare, and no other heap from there to 4,000,000.
    let (done, open) = compare(&grundys_game(), 83_000, 88_000, usize::MAX);
    assert!(done > 2 * 3500 && open == 0, "{done} heaps, and {open} were open");
}

#[test]
fn values_that_do_not_fit_are_left_to_the_processor() {
    let (done, open) = compare(&grundys_game(), 83_000, 86_000, 128);
    assert!(done < 1000 && open == 2, "{done} heaps, and {open} were open");
}
