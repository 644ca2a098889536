//! Periods along one number of several: the limits, the columns that are filled, and what a proof tells of itself.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::{TallLimits, TallProof, prove_row, prove_tall};
use grundy::theorem::UBig;
use std::ops::ControlFlow;

const ENOUGH: TallLimits = TallLimits { columns: 1 << 20, bytes: 1 << 24 };

fn prove(
    fixed: &[u64],
    place: usize,
    limits: TallLimits,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<TallProof> {
    let geometry = grundy::game("star-nim").unwrap().geometry(&[fixed.len() + 1]).unwrap();
    prove_tall(&geometry.lowering().unwrap(), fixed, place, limits, watch).unwrap()
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn a_proof_has_its_numbers() {
    for place in 0..=2 {
        let proof = prove(&[3, 4], place, ENOUGH, &mut go_on).unwrap();
        assert_eq!((proof.fixed(), proof.place()), (&[3, 4][..], place));
        assert_eq!((proof.period.preperiod, proof.period.length), (17, 16));
        // States are kept 1, 2, 4, 8 and 16 columns after the first one above all fixed numbers.
        assert_eq!((proof.state_from, proof.state_period), (5 + 16, 16));
    }
}

/// A search ends with the column whose state repeats one that is kept, and needs no column more.
#[test]
fn limits_are_columns() {
    for fixed in [&[3, 4][..], &[6], &[2, 2, 3]] {
        let proof = prove(fixed, 0, ENOUGH, &mut go_on).unwrap();
        let columns = proof.state_from + proof.state_period;
        assert!(prove(fixed, 0, TallLimits { columns, ..ENOUGH }, &mut go_on).is_some());
        assert!(prove(fixed, 0, TallLimits { columns: columns - 1, ..ENOUGH }, &mut go_on).is_none());
    }
}

/// However large the tall number is, options are found with as many columns as the proof took; the callback comes after some hundred
/// thousand cells.
#[test]
fn options_take_no_more_columns_than_the_proof() {
    let mut calls = 0;
    let mut count = |_: u64| {
        calls += 1;
        ControlFlow::Continue(())
    };
    let proof = prove(&[8], 1, ENOUGH, &mut count).unwrap();
    let columns = proof.state_from + proof.state_period;
    assert!(proof.state_from * proof.state_period > 1 << 17);
    assert!(calls <= 3 + columns / 50_000, "{calls} calls for {columns} columns");
    let tall = UBig::from(proof.state_from * proof.state_period - 1);
    let mut watch =
        |column: u64| if column > columns { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let value = proof.value_at(&(&tall - 1_u8)).unwrap();
    let options = proof.options_of_value(&tall, &value, &mut watch).unwrap();
    assert!(options.contains(&vec![UBig::from(8_u8), &tall - 1_u8]), "{options:?}");
}

/// Certificates with several fixed numbers are of Nim and Star Nim without blocking.
#[test]
fn other_rules_are_refused() {
    for text in ["nim@block=2", "star-nim@block=3", "silver-dollar"] {
        let error = prove_row(&grundy::game(text).unwrap(), &[2, 3], ENOUGH, &mut go_on).unwrap_err();
        assert!(error.to_string().contains("are not known for"), "{text}: {error}");
    }
    assert!(prove_row(&grundy::game("nim").unwrap(), &[3, 2], ENOUGH, &mut go_on).unwrap().is_some());
}
