//! P-positions of `NIM_{a,b}` of any size, and limits, against the recursion and the rules. The proofs are in docs/limits.md.

use crate::common::{game, table};
use grundy::mex::{Multiset, mex_bq};
use grundy::sequence::recursion::Recursion;
use grundy::theorem::limit::{EqualShares, Limit, Sample, limit, observe};
use grundy::theorem::{UBig, gurvich::Pairs};
use grundy::{Budget, Family};

/// Recursion (6) of Gurvich, as stated.
fn recursion(a: u64, b: u64, p: u64, q: u32, count: u64) -> Vec<(u64, u64)> {
    let mut seen = Multiset::default();
    let next = |n| {
        let x = mex_bq(b, q, &seen);
        let pair = (x, x + a * (n / p));
        seen.add_pair(pair.0, pair.1);
        pair
    };
    (0..count).map(next).collect()
}

/// Recursion (6) with the conventions of sec. 10.
fn conventional(a: u64, b: u64, p: u64, q: u64, count: usize) -> Vec<(u64, u64)> {
    grundy::sequence::compare::recursion(family(a, b, p, q), count, Budget::default())
        .expect("the window is small")
}

fn family(a: u64, b: u64, p: u64, q: u64) -> Family {
    Family { a, b, p, q, reading: grundy::Reading::PerLine }
}

fn known(a: u64, b: u64, p: u64, q: u64) -> Option<Limit> {
    limit(family(a, b, p, q)).expect("the parameters are not too large")
}

/// `floor(l 10^digits)`.
fn scaled(limit: &Limit, digits: usize) -> UBig {
    let decimal = limit.digits(digits).expect("the digits are not too many");
    let (whole, part) = decimal.text.split_once('.').unwrap_or((&decimal.text, ""));
    format!("{whole}{part:0<digits$}").parse().expect("digits make a number")
}

fn big(number: u64) -> UBig {
    UBig::from(number)
}

/// A fixed number with this many digits.
fn long(digits: usize, seed: u64) -> UBig {
    let modulus = UBig::from(10u8).pow(digits);
    let mixed = (0..=digits / 19)
        .fold(big(seed), |x, _| x * 6_364_136_223_846_793_005u64 + 1_442_695_040_888_963_407u64);
    mixed % &modulus + modulus
}

#[test]
fn pairs_are_those_of_the_recursion() {
    for a in 1..=8 {
        for b in 1..=8 {
            let expected = recursion(a, b, 1, 1, 400);
            let mut pairs = Pairs::new(a, b).unwrap();
            for (n, &(x, y)) in (0..).zip(&expected) {
                assert_eq!(pairs.pair(&big(n)), Ok((big(x), big(y))), "a={a} b={b} n={n}");
            }
            for z in 0..expected[399].0 {
                let told = |index: usize| {
                    let (x, y) = expected[index - 1];
                    Ok((UBig::from(index - 1), (big(x), big(y))))
                };
                let (by_x, by_y) =
                    (expected.partition_point(|p| p.0 <= z), expected.partition_point(|p| p.1 <= z));
                assert_eq!(pairs.last_x(&big(z)), told(by_x), "a={a} b={b} x={z}");
                assert_eq!(pairs.last_y(&big(z)), told(by_y), "a={a} b={b} y={z}");
            }
        }
    }
    // Letters of every kind: more copies of a block than one, and chains that are longer than the sequence.
    for (a, b) in [(100, 7), (7, 100), (1, 60), (12, 30), (59, 60), (1000, 1)] {
        let mut pairs = Pairs::new(a, b).unwrap();
        for (n, (x, y)) in (0..).zip(recursion(a, b, 1, 1, 600)) {
            assert_eq!(pairs.pair(&big(n)), Ok((big(x), big(y))), "a={a} b={b} n={n}");
        }
    }
}

#[test]
fn winning_moves_are_moves_to_p_positions() {
    const MAX: u64 = 30;
    for a in 1..=4 {
        for b in 1..=4 {
            let text = format!("gurvich:a={a},b={b}");
            let (values, rules) = (table(&text, MAX), game(&text));
            let value = |x: u64, y: u64| values[usize::try_from(x).unwrap()][usize::try_from(y).unwrap()];
            let mut pairs = Pairs::new(a, b).unwrap();
            for x in 0..=MAX {
                for y in 0..=MAX {
                    let is_p = value(x, y) == Some(0);
                    assert_eq!(pairs.is_p(&big(x), &big(y)), Ok(is_p), "{text} {x},{y}");
                    let won = pairs.winning_move(&big(x), &big(y)).unwrap();
                    assert_eq!(won.is_none(), is_p, "{text} {x},{y}");
                    let Some((to_x, to_y)) = won else { continue };
                    let to = (u64::try_from(to_x).unwrap(), u64::try_from(to_y).unwrap());
                    let position = crate::common::piles(&rules, &[x, y]);
                    let option = crate::common::piles(&rules, &[to.0, to.1]);
                    assert!(
                        crate::common::moves(rules.as_ref(), &position).contains(&option),
                        "{text} {x},{y} -> {to:?}"
                    );
                    assert_eq!(value(to.0, to.1), Some(0), "{text} {x},{y} -> {to:?}");
                }
            }
        }
    }
}

/// For piles beyond any table: the move is legal, and leads to a pair of the sequence.
#[test]
fn winning_moves_of_a_thousand_digits() {
    for (a, b) in [(1, 1), (2, 3), (6, 4), (1, 8), (8, 7), (5, 1)] {
        let mut pairs = Pairs::new(a, b).unwrap();
        for seed in 1..=6 {
            let (x, y) = (long(1000, seed), long(if seed % 2 == 0 { 1000 } else { 700 }, seed + 100));
            let Some((to_x, to_y)) = pairs.winning_move(&x, &y).unwrap() else { continue };
            let (taken_x, taken_y) = (&x - &to_x, &y - &to_y);
            let (less, more) = (taken_x.clone().min(taken_y.clone()), taken_x.max(taken_y));
            assert!(&more - &less < big(a) || less < big(b), "a={a} b={b} seed={seed}");
            assert!(more > big(0) && pairs.is_p(&to_x, &to_y).unwrap());
            let near = (&to_x).min(&to_y) + 1u8;
            assert!(!pairs.is_p(&near, (&to_x).max(&to_y)).unwrap(), "a neighbour is none");
        }
    }
}

/// 1000 θ for b, a from 1 to 8, where θ = log|z| / log r for the root z of `P_{a,b}` that is second in size, or 0 if it is not
/// outside the unit circle. Computed by another program, and rounded up.
const SECOND_ROOTS: [[usize; 8]; 8] = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [308, 0, 0, 0, 0, 0, 0, 0],
    [611, 0, 0, 0, 19, 0, 0, 0],
    [749, 547, 603, 0, 0, 35, 27, 0],
    [824, 308, 0, 0, 0, 0, 36, 0],
    [869, 775, 488, 835, 256, 0, 0, 32],
    [899, 611, 800, 0, 295, 0, 0, 0],
];

/// `x_n` differs from l n by about n^θ, or log n (docs/limits.md, section 3). For n = 10^600 the difference was observed to have
/// 600 θ + 3 digits before the point at most: so `x_n / n` has 60 digits of l for a = 1, b = 8, and all but a few for most.
#[test]
fn far_pairs_are_near_the_limit() {
    let n = UBig::from(10u8).pow(600);
    for (b, row) in (1..).zip(SECOND_ROOTS) {
        for (a, second) in (1..).zip(row) {
            let limit = known(a, b, 1, 1).unwrap();
            let (x, _) = Pairs::new(a, b).unwrap().pair(&n).unwrap();
            // l n to 40 digits after the point.
            let (expected, x) = (scaled(&limit, 640), x * UBig::from(10u8).pow(40));
            let off = expected.clone().max(x.clone()) - expected.min(x);
            assert!(off < UBig::from(10u8).pow(40 + 3 + 600 * second / 1000), "a={a} b={b}");
        }
    }
}

/// `P_{2,3}` has the root -1, and `x_n - l n` is of the order log n (docs/limits.md, section 3). Its range was first found with another program.
/// Then along the n of the proof: each round adds (l+1)/3 = 1.76526602.., and one more step turns the sign around.
#[test]
fn nim_2_3_drifts_like_a_logarithm() {
    const DIGITS: usize = 100;
    let limit = known(2, 3, 1, 1).unwrap();
    let l = i128::try_from(scaled(&limit, 20)).unwrap();
    let mut recursion = Recursion::new(family(2, 3, 1, 1), Budget::of_positions(1 << 24)).unwrap();
    let mut range = (0, 0);
    for n in 0..=1_600_000 {
        let x = i128::from(recursion.next_pair().unwrap().0);
        // In thousandths.
        let here = (x * 10_i128.pow(20) - n * l) / 10_i128.pow(17);
        range = (range.0.min(here), range.1.max(here));
        match n {
            6_400 => assert_eq!(range, (-9_696, 7_554)),
            1_600_000 => assert_eq!(range, (-16_513, 14_574)),
            _ => {}
        }
    }
    let l = scaled(&limit, DIGITS);
    let off = |n: &UBig, x: &UBig| {
        let (x, ln) = (x * UBig::from(10u8).pow(DIGITS), &l * n);
        let thousandths =
            |more: UBig, less: UBig| i64::try_from((more - less) / UBig::from(10u8).pow(DIGITS - 3)).unwrap();
        if x >= ln { thousandths(x, ln) } else { -thousandths(ln, x) }
    };
    let mut pairs = Pairs::new(2, 3).unwrap();
    // F(n) is the index with x = y_n + b.
    let later = |pairs: &mut Pairs, n: &UBig, more: u8| {
        let (_, y) = pairs.pair(n).unwrap();
        pairs.last_x(&(y + 3u8)).unwrap().0 + more
    };
    let mut n = big(1);
    for round in 1..=100 {
        for more in [1, 0, 0, 0] {
            n = later(&mut pairs, &n, more);
        }
        let after = later(&mut pairs, &n, 0);
        let [x, x_after] = [&n, &after].map(|n| pairs.pair(n).unwrap().0);
        let drift = round * 1_765_266 / 1000;
        assert!((off(&n, &x) - drift).abs() < 2000, "round {round}");
        assert!((off(&after, &x_after) + drift).abs() < 4000, "round {round}");
    }
    assert_eq!(n.to_string().len(), 67);
}

#[test]
fn limits_that_are_in_print() {
    let golden = known(1, 1, 1, 1).unwrap();
    assert_eq!(golden.exact().as_deref(), Some("(1+sqrt(5))/2"));
    assert_eq!(golden.polynomial(), Some("z^2 - z - 1"));
    assert_eq!(golden.digits(30).unwrap().text, "1.618033988749894848204586834365");
    assert_eq!(known(2, 1, 1, 1).unwrap().exact().as_deref(), Some("sqrt(2)"), "Gurvich, sec. 4");
    assert_eq!(known(2, 3, 1, 1).unwrap().polynomial(), Some("z^4 - z^2 - z - 1"));
    // l(ka, kb) = k l(a, b).
    for (a, b) in [(1, 1), (2, 3), (3, 2), (5, 1)] {
        let (one, six) = (known(a, b, 1, 1).unwrap(), known(6 * a, 6 * b, 1, 1).unwrap());
        assert_eq!(scaled(&one, 41) * 6u8 / UBig::from(10u8).pow(11), scaled(&six, 30));
    }
}

/// Zeros before the point are digits: only those after it are left out.
#[test]
fn zeros_before_the_point_are_kept() {
    // (2p - a + sqrt(a^2 + 4p^2)) / 2p = 3/2 for a = 3, p = 2, times the common divisor.
    for (scale, whole) in [(2, "3"), (20, "30"), (200, "300")] {
        let limit = known(3 * scale, scale, 2, 1).unwrap();
        for digits in [0, 1, 5] {
            let told = limit.digits(digits).unwrap();
            assert_eq!((told.text.as_str(), told.exact), (whole, true), "{digits} digits");
        }
    }
    let half = known(3, 1, 2, 1).unwrap();
    let told = |digits| half.digits(digits).map(|told| (told.text, told.exact)).unwrap();
    assert_eq!((told(0), told(1)), (("1".to_owned(), false), ("1.5".to_owned(), true)));
    assert_eq!(told(4), ("1.5".to_owned(), true));
}

/// For any number of digits, they are the first digits of the same number, and `P_{a,b}` changes its sign between the truncated
/// number and the next one, in exact integers. For b = 1 the digits come from a square root instead of from P.
#[test]
fn digits_are_right() {
    for (a, b) in [(1, 1), (2, 3), (3, 5), (1, 8), (8, 7), (1, 1000), (1000, 1), (999, 1000), (1_000_003, 60)]
    {
        let limit = known(a, b, 1, 1).unwrap();
        let many = scaled(&limit, 700);
        for digits in [0, 1, 2, 17, 50, 333] {
            assert_eq!(
                scaled(&limit, digits),
                &many / UBig::from(10u8).pow(700 - digits),
                "a={a} b={b} {digits}"
            );
        }
        // P changes its sign where l says, in exact integers: z = 1 + a/l = (l + a)/l.
        if b <= 10 {
            let one = UBig::from(10u8).pow(50);
            let sign = |l: UBig| {
                let (z, w) = (&l + &one * a, l);
                let top = usize::try_from(b).unwrap() + 1;
                let power = |e: usize| z.pow(e) * w.pow(top - e);
                let others = (1..a).map(|i| power(usize::try_from((i * b).div_ceil(a)).unwrap()));
                let rest = power(1) + power(0) + others.fold(UBig::ZERO, |sum, term| sum + term);
                power(top) > rest
            };
            let low = scaled(&limit, 50);
            assert!(sign(low.clone()) && !sign(low + 1u8), "a={a} b={b}");
        }
    }
}

/// p = 1, q >= 2: `x_n = b floor(l n / b)` for all n; here for some.
#[test]
fn blocking_rooks_gives_a_beatty_sequence() {
    for a in 1..=6 {
        for b in 1..=6 {
            for q in 2..=5 {
                let l = scaled(&known(a, b, 1, q).unwrap(), 30);
                let pairs = recursion(a, b, 1, u32::try_from(q).unwrap(), 300);
                for (n, &(x, _)) in (0u64..).zip(&pairs) {
                    let beatty = &l * n / (UBig::from(10u8).pow(30) * b) * b;
                    assert_eq!(beatty, big(x), "a={a} b={b} q={q} n={n}");
                }
            }
        }
    }
}

/// q = 1, b' = 1, p > 1: `x_n - l n` stays between -2(p+1)g and 1, say; the proof gives a bound, this a smaller one.
#[test]
fn blocking_bishops_stays_near_a_line() {
    for (a, b, p) in [(1, 1, 2), (3, 1, 2), (2, 1, 3), (5, 1, 7), (6, 3, 2), (4, 4, 3)] {
        let l = scaled(&known(a, b, p, 1).unwrap(), 20);
        for (n, (x, _)) in (0u64..).zip(recursion(a, b, p, 1, 1500)) {
            let one = UBig::from(10u8).pow(20);
            let (line, x) = (&l * n, &one * x);
            assert!(x <= &line + &one && line <= x + one * (2 * (p + 1) * b), "a={a} b={b} p={p} n={n}");
        }
    }
    let rational = known(3, 1, 2, 1).unwrap();
    assert_eq!(rational.exact().as_deref(), Some("3/2"));
    let digits = rational.digits(10).unwrap();
    assert_eq!((digits.text.as_str(), digits.exact), ("1.5", true));
    assert_eq!(known(1, 1, 2, 1).unwrap().exact().as_deref(), Some("(3+sqrt(17))/4"));
    assert_eq!(known(2, 2, 1, 2).unwrap().exact().as_deref(), Some("sqrt(2)"));
}

#[test]
fn where_nothing_is_known() {
    assert_eq!(known(2, 3, 2, 1), None);
    assert_eq!(known(1, 2, 3, 2), None);
    let seen = observe(recursion(2, 3, 2, 1, 101)).unwrap();
    assert_eq!(seen.samples.iter().map(|sample| sample.n).collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32, 64, 100]);
    assert_eq!(seen.samples[3], Sample { n: 8, x: 38 }, "Gurvich, Table 3");
    assert_eq!(seen.samples[3].ratio(), "4.750000000");
    // A line has no drift, and a single step is detected.
    let line = observe((0..50).map(|n| (3 * n, 0))).unwrap();
    assert_eq!(line.drift(), "0.000000000");
    let step = observe((0..=64).map(|n| (n + u64::from(n == 40), 0))).unwrap();
    assert_eq!((step.samples.len(), step.drift().as_str()), (7, "0.025000000"));
    assert_eq!(observe([(0, 0)].into_iter()), None);
}

#[test]
fn what_is_refused() {
    let refused = limit(family(10_001, 20_003, 1, 1)).unwrap_err();
    assert!(refused.message.contains("10001"), "{refused}");
    assert!(known(2, 3, 1, 1).unwrap().digits(100_001).is_err());
    assert!(known(7001, 9001, 1, 1).unwrap().digits(5000).is_err());
    assert_eq!(known(1, 1, 1, 1).unwrap().digits(66_000).unwrap().text.len(), 66_002);
    assert!(known(1, u64::MAX, 1, 1).unwrap().digits(30).is_ok());
    assert!(known(u64::MAX, u64::MAX, 1, u64::MAX).unwrap().digits(30).is_ok());
    assert!(Pairs::new(1, 10_001).is_err());
    assert!(Pairs::new(20_002, 10_001).is_ok(), "b is reduced first");
    assert!(Pairs::new(1, 9000).unwrap().pair(&UBig::from(10u8).pow(1000)).is_err());
    assert!(Pairs::new(1, 1).unwrap().pair(&UBig::from(10u8).pow(100_000)).is_err());
    assert!(Pairs::new(9, 10_000).unwrap().pair(&UBig::from(u64::MAX)).is_ok());
}

/// docs/limits.md, section 6: for b = 1 and any p and q, recursion (6) with its conventions stays near l n. The proof gives a bound; this one was seen.
#[test]
fn with_both_kinds_of_blocking_x_stays_near_a_line() {
    const DIGITS: usize = 20;
    for (a, p, q) in (1..=6).flat_map(|a| (1..=7).flat_map(move |p| (1..=7).map(move |q| (a, p, q)))) {
        let l = scaled(&known(a, 1, p, q).expect("b = 1 is proved"), DIGITS);
        let pairs = conventional(a, 1, p, q, 4000);
        for (n, &(x, _)) in (0u64..).zip(&pairs) {
            let one = UBig::from(10u8).pow(DIGITS);
            let (line, x, most) = (&l * n, &one * x, &one * (7 * (p + 1)) / 5u8);
            assert!(x <= &line + &most && line <= x + &most, "a={a} p={p} q={q} n={n}");
        }
    }
    assert_eq!(known(3, 1, 4, 2).unwrap().exact().as_deref(), Some("3/4"));
    assert_eq!(known(1, 1, 2, 2).unwrap().exact().as_deref(), Some("(1+sqrt(5))/4"));
    assert_eq!(known(2, 1, 2, 2).unwrap().exact().as_deref(), Some("sqrt(2)/2"));
}

/// docs/limits.md, section 6, its steps: the least x of diagonal j+q is above all x of diagonal j, and an integer is a y at most q times.
#[test]
fn diagonals_advance_by_q() {
    for (a, p, q) in (1..=5).flat_map(|a| (1..=6).flat_map(move |p| (1..=6).map(move |q| (a, p, q)))) {
        let pairs = conventional(a, 1, p, q, 600);
        let (p, q) = (usize::try_from(p).unwrap(), usize::try_from(q).unwrap());
        let first = if a == 1 && p.min(q) > 1 { q } else { 0 };
        let diagonals: Vec<&[(u64, u64)]> = pairs.chunks_exact(p).skip(first).collect();
        for (here, later) in diagonals.iter().zip(&diagonals[q..]) {
            assert!(here.is_sorted_by(|one, next| one.0 < next.0), "a={a} p={p} q={q}");
            assert!(later[0].0 > here[p - 1].0, "a={a} p={p} q={q}");
        }
        let mut ys: Vec<u64> = diagonals.iter().copied().flatten().map(|pair| pair.1).collect();
        ys.sort_unstable();
        assert!(ys.chunk_by(|y, z| y == z).all(|equal| equal.len() <= q), "a={a} p={p} q={q}");
    }
}

/// docs/limits.md, section 7: for p = q = 2 and b >= 2 the x lie in one class modulo b, each once if it is a y, twice otherwise.
#[test]
fn with_two_and_two_x_keeps_to_a_class() {
    for (a, b) in (1..=12).flat_map(|a| (2..=12).map(move |b| (a, b))) {
        let pairs = conventional(a, b, 2, 2, 600);
        let class = (1..).map(|k| k * b + u64::from(a == 1));
        let ys: std::collections::HashSet<u64> = pairs[2..].iter().map(|pair| pair.1).collect();
        let listed = class.flat_map(|z| std::iter::repeat_n(z, if ys.contains(&z) { 1 } else { 2 }));
        assert!(pairs[3..].iter().map(|pair| pair.0).eq(listed.take(pairs.len() - 3)), "a={a} b={b}");
        assert!(pairs[4..].chunks_exact(2).all(|two| two[1].0 == two[0].0 + b), "a={a} b={b}");
        let l = scaled(&known(a, b, 2, 2).expect("p = q = 2 is proved"), 20);
        for (n, &(x, _)) in (0u64..).zip(&pairs) {
            let one = UBig::from(10u8).pow(20);
            let (line, x) = (&l * n, &one * x);
            assert!(x <= &line + &one * (3 * b) && line <= x + one * (3 * b), "a={a} b={b} n={n}");
        }
    }
}

/// docs/limits.md, section 8: plain (6), without the conventions of sec. 10.
#[test]
fn a_common_divisor_of_p_and_q_only_repeats() {
    for (a, b) in (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b))) {
        for (p, q) in [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2)] {
            let one = recursion(a, b, p, q, 60);
            for (d, copies) in [(2u32, 2), (3, 3)] {
                let times = recursion(a, b, p * u64::from(d), q * d, 60 * u64::from(d));
                let repeated = one.iter().flat_map(|pair| std::iter::repeat_n(pair, copies));
                assert!(times.iter().eq(repeated), "a={a} b={b} p={p} q={q} d={d}");
            }
        }
    }
}

/// What is proved, and what is only seen: b > 1 and p or q > 2.
#[test]
fn limits_with_both_kinds_of_blocking_are_those_proved() {
    for (a, b, p, q) in (1..=4).flat_map(|a| {
        (1..=4).flat_map(move |b| (2..=4).flat_map(move |p| (2..=4).map(move |q| (a, b, p, q))))
    }) {
        assert_eq!(known(a, b, p, q).is_some(), b == 1 || (p, q) == (2, 2), "a={a} b={b} p={p} q={q}");
    }
}

/// docs/limits.md, section 9: the number of x below `y_J`, and their differences by residues modulo b, from those of the first J differences and of those with p | j+1.
#[test]
fn counts_of_residues_follow_from_the_shares() {
    for (a, b, p) in (1..=7).flat_map(|a| (1..=6).flat_map(move |b| (1..=5).map(move |p| (a, b, p)))) {
        let pairs = conventional(a, b, p, 1, 3000);
        let [width, phases] = [b, p].map(|number| usize::try_from(number).unwrap());
        let residue = |n: usize| usize::try_from((pairs[n + 1].0 - pairs[n].0) % b).unwrap();
        // For each n: v_r(n) and T(n).
        let mut v = vec![vec![0_i64; width]];
        for n in 0..pairs.len() - 1 {
            let mut next = v[n].clone();
            next[residue(n)] += 1;
            v.push(next);
        }
        let t = |n: usize| {
            let whole = (0..n).map(|i| pairs[i + 1].0 - pairs[i].0 - b - (pairs[i + 1].0 - pairs[i].0) % b);
            i64::try_from(whole.sum::<u64>() / b).unwrap()
        };
        let (mut w, mut checked) = (vec![0_i64; width], 0);
        for j in 0..pairs.len() {
            // F(J): the x below y_J.
            let f = pairs.partition_point(|pair| pair.0 < pairs[j].1);
            if f >= pairs.len() - 1 {
                break;
            }
            if j % 97 == 0 {
                let shifted = |r: usize| (r + usize::try_from(a).unwrap()) / width;
                let before = |r: usize| (r + width * 7 - usize::try_from(a).unwrap()) % width;
                let mut expected: Vec<i64> = (0..width).map(|r| v[j][r] - w[r] + w[before(r)]).collect();
                let whole = expected[0];
                let gained = (0..width).map(|r| i64::try_from(shifted(r)).unwrap() * w[r]).sum::<i64>();
                expected[0] = t(j) + gained;
                // The first p pairs, and the ends, differ by a constant.
                let most = 2 * i64::try_from(phases).unwrap() + 4 + i64::try_from(a / b).unwrap();
                for r in 0..width {
                    assert!((v[f][r] - expected[r]).abs() <= most, "a={a} b={b} p={p} J={j} r={r}");
                }
                assert!((t(f) - whole).abs() <= most, "a={a} b={b} p={p} J={j}");
                checked += 1;
            }
            if (j + 1) % phases == 0 {
                w[residue(j)] += 1;
            }
        }
        assert!(checked > 2, "a={a} b={b} p={p}");
    }
}

/// docs/limits.md, section 9: the number that `x_n / n` seems to tend to, where nothing is proved.
#[test]
fn equal_shares_give_the_numbers_seen() {
    let number = |a, b, p| EqualShares::new(family(a, b, p, 1));
    assert_eq!(number(1, 2, 2).unwrap().digits(30).0, "3.302775637731994646559610633735");
    assert_eq!(number(3, 2, 2).unwrap().digits(30), ("3".to_owned(), true));
    assert_eq!(number(2, 3, 2).unwrap().polynomial().as_deref(), Some("z^4 + 2z^3 - 2z^2 - 2z - 3"));
    assert_eq!(number(4, 6, 2).unwrap().polynomial(), number(2, 3, 2).unwrap().polynomial());
    assert!(number(2, 3, 1).is_none() && number(6, 3, 2).is_none() && number(1, 401, 2).is_none());
    assert!(EqualShares::new(family(2, 3, 2, 2)).is_none());
    for (a, b, p) in [(1, 2, 2), (3, 2, 2), (1, 3, 2), (2, 3, 2), (4, 3, 2), (6, 4, 3), (3, 5, 5), (3, 4, 3)]
    {
        const N: u64 = 1 << 18;
        let pairs = conventional(a, b, p, 1, usize::try_from(N).unwrap() + 1);
        let (digits, exact) = number(a, b, p).unwrap().digits(12);
        let l: f64 = digits.parse().unwrap();
        assert_eq!(exact, l.fract() == 0.0);
        let far = f64::from(u32::try_from(pairs.last().unwrap().0).unwrap()) - l * f64::from(1_u32 << 18);
        // Ten times the square root of n.
        assert!(far.abs() < 5120.0, "a={a} b={b} p={p}: {far}");
    }
}

/// The polynomial R by its definition: ((z+p-1) P(z) + (p-1)(z-1)(z^b-1)) / z at some integers.
#[test]
fn equal_shares_have_their_polynomial() {
    for (a, b, p) in [(1, 2, 2), (5, 2, 3), (2, 3, 2), (7, 5, 4), (3, 7, 2)] {
        let text = EqualShares::new(family(a, b, p, 1)).unwrap().polynomial().unwrap();
        for z in [2_i64, 3, 5] {
            let power = |e: u64| z.pow(u32::try_from(e).unwrap());
            let perron = power(b + 1) - z - 1 - (1..a).map(|i| power((i * b).div_ceil(a))).sum::<i64>();
            let others = i64::try_from(p).unwrap() - 1;
            let expected = ((z + others) * perron + others * (z - 1) * (power(b) - 1)) / z;
            let signed = text.replace(" - ", " + -").replace("-z", "-1z");
            let value: i64 = signed
                .split(" + ")
                .map(|term| {
                    let (times, rest) = term.split_once('z').unwrap_or((term, "^0"));
                    let times = if times.is_empty() { 1 } else { times.parse::<i64>().unwrap() };
                    times * z.pow(rest.strip_prefix('^').map_or(1, |power| power.parse().unwrap()))
                })
                .sum();
            assert_eq!(value, expected, "{text} at {z}");
        }
    }
}
