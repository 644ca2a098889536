//! The fast way to fill columns against the slow one, and rules as text.

use super::*;
use crate::Limits;
use crate::rules::parse;

fn table(rules: &Rules, last: u64) -> Table<'_> {
    Table::new(rules, last, &mut Budget::new(Limits::default())).unwrap()
}

#[test]
fn many_columns_at_once_are_the_same_columns() {
    let nim = parse("{x,y: x,y-i; x-i,y}").unwrap();
    let star_nim = parse("{x,y where not (x=0 and y=0): x,y-i; x-i,y}").unwrap();
    for rules in [&nim, &star_nim] {
        for last in 0..=30 {
            let mut slow = table(rules, last);
            while !slow.is_plain() {
                slow.fill().unwrap();
            }
            let mut fast = slow.clone();
            for columns in [1, 2, 61, 700] {
                assert!(fast.fill_plain(columns).is_some());
                (0..columns).for_each(|_| assert!(slow.fill().is_ok()));
                let same = slow.used.iter().zip(&fast.used).all(|(one, other)| {
                    let bits = |used: &Used| used.above.first().copied().unwrap_or(0);
                    (one.floor, bits(one)) == (other.floor, bits(other))
                });
                assert!(same && slow.step == fast.step, "row {last}");
            }
        }
    }
    let wythoff = parse("{x,y: x,y-i; x-i,y; x-i,y-i}").unwrap();
    assert!(!Table { step: 100, ..table(&nim, 31) }.is_plain());
    assert!(!Table { step: 100, ..table(&wythoff, 3) }.is_plain());
}

#[test]
fn a_value_that_does_not_fit_is_refused() {
    let nim = parse("{x,y: x,y-i; x-i,y}").unwrap();
    let mut table = Table { step: 10, ..table(&nim, 1) };
    table.used.iter_mut().for_each(|used| *used = Used { floor: 70, above: Vec::new() });
    assert!(table.fill_plain(1).is_none());
}
