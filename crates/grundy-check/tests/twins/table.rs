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
                slow.fill(&mut Budget::new(Limits::default())).unwrap();
            }
            let mut fast = slow.clone();
            for columns in [1, 2, 61, 700] {
                assert!(fast.fill_plain(columns).is_some());
                (0..columns).for_each(|_| assert!(slow.fill(&mut Budget::new(Limits::default())).is_ok()));
                let same = slow
                    .used
                    .iter()
                    .zip(&fast.used)
                    .all(|(one, other)| one.relative_to(0) == other.relative_to(0));
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

/// The values of a cell by its lines, one cell after the other.
fn naive(table: &Table<'_>, r: u64, column: u64) -> u64 {
    let is_open = |ray: &Ray| {
        let product = |factor: i64, n: u64| i128::from(factor) * i128::from(n);
        product(ray.guard[0], r) + product(ray.guard[1], column) >= i128::from(ray.guard[2])
    };
    let along = table.rules.rays.iter().any(|ray| ray.dx == 0 && is_open(ray));
    let lines = table.lines.iter().filter(|line| is_open(&table.rules.rays[line.ray]));
    let options: Vec<u64> = lines.flat_map(|line| table.on_line(line, r, line.first.1)).collect();
    let used = |value: u64| along && table.used[index(r)].word(value) & 1 == 1;
    (0..100_000).find(|value| !used(*value) && !options.contains(value)).unwrap()
}

#[test]
fn sets_of_lines_have_the_values_of_their_cells() {
    for rules in [
        "{x,y: x,y-i; x-i,y; x-i,y-i}",
        "{x,y: x-i,y; x,y-i; x-i,y-i; x-i,y+i}",
        "{x,y: x,y-i; x-i,y; x-i,y-i; x-i,y-2i; x-2i,y-i}",
        "{x,y: x-i,y-j where i<3; x-i,y-j where j<3; x-i,y-j where |i-j|<2}",
        "{x,y where not (x=0 and y=0): x,y-i where x+y>=7; x-i,y where x+y>=7; x-i,y-i where x+y>=7}",
        "{x,y: x-i,y; x-i,y-i; x-i,y-3i}",
        "{x,y: x,y-i where -x+y>=0; x-i,y where x-y>=0; x-i,y-i}",
    ] {
        let rules = parse(rules).unwrap();
        let mut table = table(&rules, 40);
        for _ in 0..400 {
            let step = table.step;
            let mut twin = table.clone();
            table.fill(&mut Budget::new(Limits::default())).unwrap();
            twin.rebase();
            for r in 0..table.rows {
                let value = table.values[index(step % table.depth * table.rows + r)];
                let column =
                    step.checked_sub(table.skew * r).filter(|&column| !rules.holes.contains(&(r, column)));
                assert_eq!(
                    column.map_or(NONE, |column| naive(&twin, r, column)),
                    value,
                    "row {r}, step {step}"
                );
                let place = index(step % twin.depth * twin.rows + r);
                twin.values[place] = value;
                if column.is_some() {
                    for above in r..twin.rows.min(r + twin.width) {
                        twin.used[index(above)].add(value).unwrap();
                    }
                }
            }
        }
    }
}
