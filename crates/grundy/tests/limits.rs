//! P-positions of `NIM_{a,b}` of any size, and limits, against the recursion and the rules. The proofs are in docs/limits.md.

mod common;

use common::{game, table};
use grundy::mex::{Multiset, mex_bq};
use grundy::sequence::recursion::Recursion;
use grundy::theorem::limit::{Limit, Sample, limit, observe};
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
                    let position = common::piles(&rules, &[x, y]);
                    let option = common::piles(&rules, &[to.0, to.1]);
                    assert!(
                        common::moves(rules.as_ref(), &position).contains(&option),
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
    assert_eq!(known(1, 1, 2, 2), None);
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

/// No limit is known for p, q >= 2. The data show: for b = 1, and for p = q = 2, `x_n/n` is near the root of 1/l + 1/(b'(l + a/p)) = q/b,
/// b' = b / gcd(a,b), which for p = 1 is the theorem of docs/limits.md, sec. 5. docs/results.md has more.
#[test]
fn what_is_seen_where_no_limit_is_known() {
    let count = 1 << 16;
    let cases = (1..=4).flat_map(|a| (2..=4).flat_map(move |p| (2..=4).map(move |q| (a, 1, p, q))));
    let cases = cases.chain((1..=4).flat_map(|a| (2..=4).map(move |b| (a, b, 2, 2))));
    for (a, b, p, q) in cases {
        assert!(known(a, b, p, q).is_none(), "a={a} b={b} p={p} q={q}: it is known");
        let pairs = grundy::sequence::compare::recursion(family(a, b, p, q), count + 1, Budget::default())
            .expect("the window is small");
        let divisor = (1..=a.min(b)).rev().find(|d| a % d == 0 && b % d == 0).expect("1 divides");
        let [a, b, p, q, prime] = [a, b, p, q, b / divisor].map(i128::from);
        let n = i128::try_from(count).expect("it is small");
        // q b' p l^2 + (q b' a - b b' p - b p) l - a b b' = 0, with l = x/n.
        let value = |x: i128| {
            q * prime * p * x * x + (q * prime * a - b * prime * p - b * p) * x * n - a * b * prime * n * n
        };
        let x = i128::from(pairs[count].0);
        let near = n / 4000;
        assert!(value(x - near) < 0 && value(x + near) > 0, "a={a} b={b} p={p} q={q}: x_n = {x}");
    }
}
