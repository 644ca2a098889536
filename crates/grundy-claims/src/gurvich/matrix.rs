//! Section 6: the matrix M(a,b). The report does not print it. Here it is the matrix of the substitution that generates the differences
//! of the `x_n` (docs/limits.md, section 2). That the substitution does so is compared with the recursion.

use super::family;
use super::limits::{coprime, polynomial};
use crate::context::{index, wide};
use crate::{Checked, Context, Error, Probe};
use grundy::ruleset::Budget;
use grundy::sequence::compare::recursion;

type Matrix = Vec<Vec<i128>>;

/// σ(d): b, repeated, then a last letter, with the sum d + a.
fn substitute(a: u64, b: u64, d: u64) -> Vec<u64> {
    let sum = a + d;
    let count = sum.div_ceil(b) - 1;
    let mut letters = vec![b; index(count)];
    if let Some(last) = letters.last_mut() {
        *last = sum - b * (count - 1);
    }
    letters
}

/// Column j counts the letters of σ of letter j; the letters are those that b leads to.
fn matrix(a: u64, b: u64) -> Matrix {
    let mut letters = vec![b];
    let mut seen = 0;
    while let Some(&letter) = letters.get(seen) {
        seen += 1;
        for next in substitute(a, b, letter) {
            if !letters.contains(&next) {
                letters.push(next);
            }
        }
    }
    let column = |of: u64| substitute(a, b, of);
    let times = |row: u64, of: u64| column(of).iter().map(|&letter| i128::from(letter == row)).sum();
    letters.iter().map(|&row| letters.iter().map(|&of| times(row, of)).collect()).collect()
}

fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let cell = |row: &[i128], j: usize| row.iter().zip(right).map(|(x, other)| x * other[j]).sum();
    left.iter().map(|row| (0..right.len()).map(|j| cell(row, j)).collect()).collect()
}

/// The coefficients of det(zI - M), starting with the constant one, by the method of Faddeev and Le Verrier.
fn characteristic_polynomial(matrix: &Matrix) -> Vec<i128> {
    let size = matrix.len();
    let mut coefficients = vec![0; size + 1];
    coefficients[size] = 1;
    let mut power: Matrix = vec![vec![0; size]; size];
    for (k, number) in (1..=size).zip(1_i128..) {
        power = product(matrix, &power);
        for (i, row) in power.iter_mut().enumerate() {
            row[i] += coefficients[size + 1 - k];
        }
        let next = product(matrix, &power);
        coefficients[size - k] = -(0..size).map(|i| next[i][i]).sum::<i128>() / number;
    }
    coefficients
}

/// Whether a power of the matrix has no zero. By Wielandt one with exponent (size - 1)^2 + 1 suffices.
fn is_primitive(matrix: &Matrix) -> bool {
    let cut = |matrix: Matrix| -> Matrix {
        matrix.iter().map(|row| row.iter().map(|&x| x.min(1)).collect()).collect()
    };
    let last = (matrix.len() - 1).pow(2) + 1;
    let power = (1..last).fold(cut(matrix.clone()), |power, _| cut(product(&power, matrix)));
    power.iter().flatten().all(|&x| x > 0)
}

/// Whether the differences d of the recursion are b, then σ of the first, of the second, and so on.
fn generates(a: u64, b: u64, count: usize) -> Result<bool, Error> {
    let listed = recursion(family(a, b, 1, 1), count, Budget::default())?;
    let differences: Vec<u64> = listed.windows(2).map(|two| two[1].0 - two[0].0).collect();
    let made = differences.iter().flat_map(|&d| substitute(a, b, d));
    Ok(std::iter::once(b).chain(made).zip(&differences).all(|(made, d)| made == *d))
}

/// The numbers are those of the polynomial: the coefficients of z, of 1 and of the powers.
pub(super) fn characteristic(context: &Context, numbers: &[u64]) -> Checked {
    let (most, count) = (context.few(9, 12), index(context.to(500, 5000)));
    let mut probe = Probe::default();
    for (a, b) in coprime(most) {
        context.go_on()?;
        let matrix = matrix(a, b);
        let said = format!("{:?}", polynomial(a, b, numbers));
        let found: Vec<f64> = characteristic_polynomial(&matrix).into_iter().map(small).collect();
        probe.same(format_args!("a={a} b={b}"), said, format!("{found:?}"));
        probe.same(format_args!("a={a} b={b}, size"), b + 1, wide(matrix.len()));
        let holds = is_primitive(&matrix) && generates(a, b, count)?;
        probe.require(
            holds,
            format_args!("a={a} b={b}"),
            format_args!("primitive, from the differences of x"),
            format_args!("not"),
        );
    }
    probe.done(format!("a, b <= {most}"))
}

/// A coefficient as `polynomial` has it.
fn small(number: i128) -> f64 {
    i32::try_from(number).map_or(f64::NAN, f64::from)
}
