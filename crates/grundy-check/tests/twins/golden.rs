//! Numbers a + bφ near the edges of their cases.

use super::*;

#[test]
fn signs_are_exact() {
    assert!(!Golden(0, 0).is_positive());
    // Quotients of Fibonacci numbers are below and above φ in turn.
    let (mut a, mut b) = (1, 1);
    for step in 0..80 {
        (a, b) = (a + b, a);
        assert_eq!(Golden(a, -b).is_positive(), step % 2 == 0, "{a}/{b}");
        assert_eq!(Golden(-a, b).is_positive(), step % 2 == 1, "{a}/{b}");
    }
    assert!(Golden(1, 0).is_positive() && !Golden(-1, 0).is_positive());
    assert!(Golden(0, 1).is_positive() && !Golden(0, -1).is_positive());
}

#[test]
fn floors_are_exact() {
    let floors: Vec<i128> = (-3..=3).map(|b| Golden(10, b).floor()).collect();
    assert_eq!(floors, [5, 6, 8, 10, 11, 13, 14]);
}

#[test]
fn bounds_stop_before_they_are_too_large() {
    assert!(Golden(5, 3).over_phi() == Golden(-2, 5));
    assert!(Golden(LARGEST, 0).over_phi() == Golden(-LARGEST, LARGEST));
    assert!(Golden(LARGEST + 1, 0).over_phi() == Golden(LARGEST + 1, 0));
    assert!(Golden(1, LARGEST + 2).over_phi() == Golden(1, LARGEST + 2));
}
