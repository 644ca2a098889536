//! Values of heap games against a plain program: loops over all options, from the definition. Nothing here but the values that are tested comes from the library.

use grundy::device::Device;
use grundy::heaps::{Code, Values};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A power of two that is larger than all values here, and so than their nim-sums.
const WIDTH: usize = 1024;

/// The least value that no option has.
fn mex(seen: &[bool; WIDTH]) -> u16 {
    let value = seen.iter().position(|&is_seen| !is_seen).expect("fewer values than the width");
    u16::try_from(value).expect("below the width")
}

/// Marks the values of pairs of heaps of 1 or more with `left` counters together; `unequal` leaves out two equal heaps.
fn mark_pairs(seen: &mut [bool; WIDTH], values: &[u16], left: usize, unequal: bool) {
    // The smaller heap is from 1 to `most`.
    let most = if unequal { left.saturating_sub(1) / 2 } else { left / 2 };
    for (&a, &b) in values[1..=most].iter().zip(values[left - most..left].iter().rev()) {
        seen[usize::from(a ^ b) % WIDTH] = true;
    }
}

/// Grundy's game: a heap is split into two heaps of different size.
fn grundy_game(to: usize) -> Vec<u16> {
    let mut values = vec![0];
    for n in 1..=to {
        let mut seen = [false; WIDTH];
        mark_pairs(&mut seen, &values, n, true);
        values.push(mex(&seen));
    }
    values
}

/// An octal game: k counters are taken so that 0, 1 or 2 heaps are left, if digit k has the bit 1, 2 or 4.
fn octal_game(digits: &[u8], to: usize) -> Vec<u16> {
    let mut values = vec![0];
    for n in 1..=to {
        let mut seen = [false; WIDTH];
        for (k, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - k;
            if digit & 1 != 0 && left == 0 {
                seen[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                seen[usize::from(values[left])] = true;
            }
            if digit & 4 != 0 && left > 1 {
                mark_pairs(&mut seen, &values, left, false);
            }
        }
        values.push(mex(&seen));
    }
    values
}

/// The values of the library are the expected ones, with one thread and with two.
fn check(code: &Code, expected: &[u16]) {
    for threads in [1, 2] {
        let mut values = Values::new(Arc::new(code.clone())).threads(threads);
        let to = u64::try_from(expected.len() - 1).expect("a small number");
        values.extend(to, &mut |_| ControlFlow::Continue(())).expect("no limit");
        assert_eq!(values.known(), to + 1);
        for (n, (value, &expected)) in values.iter().zip(expected).enumerate() {
            assert_eq!(value, u64::from(expected), "heap {n} of {code}, {threads} threads");
        }
    }
}

fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

/// The first terms of A002188, A002186 and A002187 of the OEIS (the last one begins with the second heap).
#[test]
fn the_plain_program_has_the_published_values() {
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(grundy_game(20), grundy);
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4];
    assert_eq!(octal_game(&[0, 7, 7], 12), kayles);
    let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0];
    assert_eq!(octal_game(&[0, 0, 7], 15), dawson);
}

/// Grundy's game to 100,000: 2.5 billion pairs by the plain program.
#[test]
fn grundys_game_to_100_000() {
    check(&code("4.0").with_unequal_heaps(), &grundy_game(100_000));
}

/// Octal games to 20,000: with a short period, with a long one, and without a known one.
#[test]
fn octal_games_to_20_000() {
    for (text, digits) in [
        ("0.77", &[0, 7, 7][..]),
        ("0.07", &[0, 0, 7]),
        ("0.16", &[0, 1, 6]),
        ("0.6", &[0, 6]),
        ("0.354", &[0, 3, 5, 4]),
        ("0.007", &[0, 0, 0, 7]),
    ] {
        check(&code(text), &octal_game(digits, 20_000));
    }
}

/// Kayles to 3,000,000 against its period. A value that only one of the numbers to take gives must not cost a look at all pairs of the other:
/// that made this test take more than half a minute.
#[test]
fn kayles_to_3_000_000_is_periodic() {
    let mut values = Values::new(Arc::new(code("0.77")));
    values.extend(3_000_000, &mut |_| ControlFlow::Continue(())).expect("values that fit");
    let terms: Vec<u64> = values.iter().collect();
    assert_eq!(terms.len(), 3_000_001);
    assert!(terms[71..].iter().zip(&terms[83..]).all(|(a, b)| a == b));
    assert_ne!(terms[70], terms[82]);
}

/// On a GPU, where there is one.
#[test]
fn values_on_a_gpu_are_those_of_the_processor() {
    if let Err(reason) = grundy::device::devices() {
        eprintln!("skipped: {}", reason.message);
        return;
    }
    for game in [code("4.0").with_unequal_heaps(), code("0.354"), code("0.16"), code("0.77")] {
        let go_on = &mut |_| ControlFlow::Continue(());
        let (mut here, mut there) =
            (Values::new(Arc::new(game.clone())), Values::new(Arc::new(game)).on(Device::Cuda(0)));
        here.extend(2_000_000, go_on).expect("values that fit");
        there.extend(2_000_000, go_on).expect("values that fit");
        assert!(here.iter().eq(there.iter()));
    }
}
