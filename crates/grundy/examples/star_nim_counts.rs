//! Counts the P-positions of Nim, and those of them that are P-positions of Star Nim, with tokens on squares 1 to MAX (Farr & Ho, section 3).
//!
//! `cargo run --release --example star_nim_counts -- 4 50` prints the counts for 4 strips.
//!
//! Positions are sorted numbers, taken by their largest number and then in lexicographic order, so options come first. Two P-positions differ in more than one number. So a
//! position is an N-position if and only if all its numbers but one belong to an earlier P-position, or a move to square 0 wins: then the other tokens form the Nim position in which
//! each of them is lowered by 1.

use grundy::{Budget, Position, Reference};
use std::collections::HashSet;
use std::error::Error;

/// P-positions of Nim, of Star Nim, and of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    nim: u64,
    star: u64,
    both: u64,
}

/// Calls `see` with each position and whether it is a P-position.
fn positions(strips: usize, max: u64, mut see: impl FnMut(&[u64], bool)) {
    let mut closed: HashSet<Vec<u64>> = HashSet::new();
    for largest in 1..=max {
        let mut numbers = vec![1; strips];
        numbers[strips - 1] = largest;
        loop {
            let without = |i: usize| {
                let mut rest = numbers.clone();
                rest.remove(i);
                rest
            };
            let wins = (0..strips).any(|i| {
                let rest = without(i);
                rest.iter().fold(0, |sum, number| sum ^ (number - 1)) == 0 || closed.contains(&rest)
            });
            if !wins {
                closed.extend((0..strips).map(without));
            }
            see(&numbers, !wins);
            // The next one with the same largest number.
            let Some(i) = (0..strips - 1).rev().find(|&i| numbers[i] < largest) else { break };
            let next = numbers[i] + 1;
            numbers[i..strips - 1].fill(next);
        }
    }
}

fn counts(strips: usize, max: u64) -> Counts {
    let mut counts = Counts::default();
    positions(strips, max, |numbers, is_p| {
        let is_nim = numbers.iter().fold(0, |sum, number| sum ^ number) == 0;
        counts.nim += u64::from(is_nim);
        counts.star += u64::from(is_p);
        counts.both += u64::from(is_nim && is_p);
    });
    counts
}

fn main() -> Result<(), Box<dyn Error>> {
    // Against the definition, for small numbers.
    for (strips, max) in [(2, 12), (3, 9), (4, 6), (5, 4)] {
        let mut engine = Reference::new(grundy::game("star-nim")?, Budget::default());
        let mut wrong = None;
        positions(strips, max, |numbers, is_p| {
            let value = engine.value(&Position::from_piles(numbers));
            if value.is_ok_and(|value| (value.0 == 0) != is_p) {
                wrong = Some(numbers.to_vec());
            }
        });
        if let Some(wrong) = wrong {
            return Err(format!("{wrong:?} is counted wrongly").into());
        }
    }
    // The paper has 112 and 79.
    assert_eq!(counts(5, 10), Counts { nim: 112, star: 117, both: 79 });
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Ok(default), |text| text.parse::<u64>());
    let (strips, max) = (number(4)?, number(20)?);
    let strips = usize::try_from(strips.max(2))?;
    let Counts { nim, star, both } = counts(strips, max);
    println!(
        "{strips} strips, squares 1 to {max}: {nim} P-positions of Nim, {star} of Star Nim, {both} of both"
    );
    Ok(())
}
