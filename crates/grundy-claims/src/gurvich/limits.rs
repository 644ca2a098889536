//! Sections 5 and 6: limits, and the roots they come from.

use super::{family, matrix};
use crate::context::{index, wide};
use crate::{Checked, Context, Error, Kind, Probe, Stated, theorem};
use grundy::ruleset::Budget;
use grundy::sequence::compare::recursion;
use grundy::theorem::UBig;
use grundy::theorem::gurvich::Pairs;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        kind: Kind::Formula,
        ..theorem(
            "sec-5-alpha",
            "Section 5",
            "(2p - a + sqrt(a^2 + 4p^2))/(2p) is the positive root of p x^2 + (a - 2p) x - a, that is of 1/x + 1/(x + a/p) = 1",
            &[4, 2],
            alpha,
        )
    },
    theorem(
        "sec-6-limit",
        "Section 6",
        "x_n/n tends to a/(r-1), r the root of z^(b+1) - z - 1 - sum of z^ceil(ib/a), for coprime a and b",
        &[1, 1, 1],
        limit,
    ),
    theorem("sec-6-multiples", "Section 6", "the limit for ka, kb is k times that for a, b", &[0], multiples),
    theorem(
        "sec-6-perron",
        "Section 6",
        "the root r > 1 of the polynomial is larger than every other root, for coprime a and b",
        &[],
        |context, _| perron(context),
    ),
    theorem(
        "sec-6-matrix",
        "Section 6",
        "the polynomial is the characteristic polynomial of a primitive non-negative matrix, for coprime a and b",
        &[1, 1, 1],
        matrix::characteristic,
    ),
];

fn float(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Coprime a and b up to `most`.
pub(super) fn coprime(most: u64) -> impl Iterator<Item = (u64, u64)> {
    (1..=most).flat_map(move |a| (1..=most).map(move |b| (a, b))).filter(|&(a, b)| gcd(a, b) == 1)
}

/// With z = 10^9 x, rounded down: p x^2 + (a - 2p) x - a changes sign between z and z + 1.
fn alpha(_: &Context, numbers: &[u64]) -> Checked {
    const SCALE: i128 = 1_000_000_000;
    let mut probe = Probe::default();
    for (a, p) in (1..=30_i128).flat_map(|a| (1..=30_i128).map(move |p| (a, p))) {
        let two = i128::from(numbers[1]);
        let root = (SCALE * SCALE * (a * a + i128::from(numbers[0]) * p * p)).isqrt();
        let z = ((two * p - a) * SCALE + root).div_euclid(2 * p);
        let at = |z: i128| (p * z * z + (a - 2 * p) * SCALE * z - a * SCALE * SCALE).signum();
        probe.require(
            at(z) <= 0 && at(z + 1) > 0,
            format_args!("a={a} p={p}"),
            format_args!("a root"),
            format_args!("{}", at(z)),
        );
    }
    probe.done("a, p <= 30, nine digits")
}

/// The coefficients of the polynomial, starting with the constant one. The numbers are those of z, 1 and the powers.
pub(super) fn polynomial(a: u64, b: u64, numbers: &[u64]) -> Vec<f64> {
    let mut coefficients = vec![0.0; index(b) + 2];
    coefficients[index(b) + 1] = 1.0;
    coefficients[1] -= float(numbers[0]);
    coefficients[0] -= float(numbers[1]);
    for i in 1..a {
        coefficients[index((i * b).div_ceil(a))] -= float(numbers[2]);
    }
    coefficients
}

/// The root r > 1, by bisection.
fn root(coefficients: &[f64]) -> f64 {
    let value = |z: f64| coefficients.iter().rev().fold(0.0, |sum, c| sum * z + c);
    let (mut low, mut high) = (1.0, 2.0 + coefficients.iter().map(|c| c.abs()).sum::<f64>());
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if value(middle) < 0.0 { low = middle } else { high = middle }
    }
    low
}

/// `x_n / n` at the end of the recursion.
fn observed(a: u64, b: u64, count: u64) -> Result<f64, Error> {
    let listed = recursion(family(a, b, 1, 1), index(count) + 1, Budget::default())?;
    Ok(listed.last().map_or(0.0, |pair| float(pair.0)) / float(count))
}

/// `x_n / n` for a large n, to nine places.
fn far(pairs: &mut Pairs, n: &UBig) -> Result<f64, Error> {
    let (x, _) = pairs.pair(n)?;
    let whole = u64::try_from(&x / n).unwrap_or(u64::MAX);
    let part = u64::try_from((&x % n) * 1_000_000_000_u64 / n).unwrap_or(u64::MAX);
    Ok(float(whole) + float(part) / 1e9)
}

/// `x_n - l n` grows like a power of n with an exponent near 1 for large b, so n must be large: 10^100 and more. There the
/// differences of the x are computed from the blocks of the substitution (docs/limits.md, sec. 2, which derives it from recursion (5)
/// without the limit). The substitution is compared here with the recursion, and the recursion with the rules by `recursion-5`.
fn limit(context: &Context, numbers: &[u64]) -> Checked {
    let (digits, most, first) = (context.to(100, 300), context.few(9, 12), context.few(2000, 20_000));
    let n = UBig::from(10_u8).pow(index(digits));
    let mut probe = Probe::default();
    for (a, b) in coprime(most) {
        context.go_on()?;
        let mut pairs = Pairs::new(a, b)?;
        let listed = recursion(family(a, b, 1, 1), index(first), Budget::default())?;
        for (k, pair) in (0_u64..).zip(&listed) {
            let (x, y) = pairs.pair(&UBig::from(k))?;
            let same = (x, y) == (UBig::from(pair.0), UBig::from(pair.1));
            probe.require(
                same,
                format_args!("a={a} b={b} n={k}"),
                format_args!("{pair:?}"),
                format_args!("a different pair by blocks"),
            );
        }
        let said = float(a) / (root(&polynomial(a, b, numbers)) - 1.0);
        let found = far(&mut pairs, &n)?;
        probe.require(
            (said - found).abs() < said / 1e6,
            format_args!("a={a} b={b}"),
            format_args!("{said:.6}"),
            format_args!("{found:.6}"),
        );
    }
    probe.done(format!("a, b <= {most}, n = 10^{digits}, within a millionth"))
}

fn multiples(context: &Context, numbers: &[u64]) -> Checked {
    let count = context.to(50_000, 200_000);
    let mut probe = Probe::default();
    for (a, b) in (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))) {
        for k in 2..=3 {
            context.go_on()?;
            let (said, found) =
                (float(k + numbers[0]) * observed(a, b, count)?, observed(k * a, k * b, count)?);
            let near = (said - found).abs() < 100.0 / float(count);
            probe.require(
                near,
                format_args!("a={a} b={b} k={k}"),
                format_args!("{said:.4}"),
                format_args!("{found:.4}"),
            );
        }
    }
    let checked = wide(18);
    probe.done(format!("{checked} cases, n = {count}"))
}

/// A complex number.
#[derive(Clone, Copy)]
struct Point(f64, f64);

impl Point {
    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    fn over(self, other: Self) -> Self {
        let size = other.0 * other.0 + other.1 * other.1;
        let product = self.times(Self(other.0, -other.1));
        Self(product.0 / size, product.1 / size)
    }

    fn less(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    fn size(self) -> f64 {
        self.0.hypot(self.1)
    }
}

/// All roots at once, by the Weierstrass (Durand-Kerner) method: each step subtracts the value divided by the product of the differences
/// to the other approximations.
fn roots(coefficients: &[f64]) -> Vec<Point> {
    let value = |z: Point| {
        coefficients.iter().rev().fold(Point(0.0, 0.0), |sum, &c| {
            let product = sum.times(z);
            Point(product.0 + c, product.1)
        })
    };
    let mut points: Vec<Point> =
        std::iter::successors(Some(Point(1.0, 0.0)), |z| Some(z.times(Point(0.4, 0.9))))
            .take(coefficients.len() - 1)
            .collect();
    for _ in 0..2000 {
        for i in 0..points.len() {
            let others = points.iter().enumerate().filter(|&(j, _)| j != i);
            let product = others.fold(Point(1.0, 0.0), |product, (_, &z)| product.times(points[i].less(z)));
            points[i] = points[i].less(value(points[i]).over(product));
        }
    }
    points
}

fn perron(context: &Context) -> Checked {
    // With floating-point numbers the roots of larger polynomials are not found. `sec-6-matrix` has the exact argument.
    let most = context.few(9, 20);
    let mut probe = Probe::default();
    for (a, b) in coprime(most) {
        context.go_on()?;
        let coefficients = polynomial(a, b, &[1, 1, 1]);
        let largest = root(&coefficients);
        let all = roots(&coefficients);
        let distance = |z: &Point| z.less(Point(largest, 0.0)).size();
        let near = all.iter().filter(|z| distance(z) < 1e-6).count();
        let second = all.iter().filter(|z| distance(z) >= 1e-6).map(|z| z.size()).fold(0.0, f64::max);
        // Vieta: the second coefficient gives the sum of the roots, which shows that none was lost.
        let sum: f64 = all.iter().map(|z| z.0).sum();
        let expected = -coefficients[coefficients.len() - 2];
        probe.require(
            near == 1 && second < largest - 1e-6 && (sum - expected).abs() < 1e-4,
            format_args!("a={a} b={b}"),
            format_args!("others below {largest:.6}"),
            format_args!("{second:.6}"),
        );
    }
    probe.done(format!("a, b <= {most}"))
}
