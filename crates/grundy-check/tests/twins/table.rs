//! The fast way to fill columns against the slow one, and rules as text.

use super::*;
use crate::Limits;
use crate::rows::rules::parse;

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

/// Tables of two rays that are not a row and a column, or do not stay so.
#[test]
fn other_rules_are_not_filled_at_once() {
    for rules in [
        "{x,y: x,y-i; x-i,y-i}",
        "{x,y: x,y-i; x-2i,y+i}",
        "{x,y: x,y-i; x-i,y where -x-y>=-7}",
        "{x,y: x,y-i; x-i,y-j where j<3}",
        "{x,y: x,y-i}",
        "{x,y where not (x=0 and y=200): x,y-i; x-i,y}",
    ] {
        let rules = parse(rules).unwrap();
        assert!(!Table { step: 100, ..table(&rules, 3) }.is_plain(), "{rules}");
    }
}

/// Two rows of Nim at step 100 that have used these numbers, counted from the least one that is kept.
fn after_columns(sets: &[Used; 2], columns: u64) -> bool {
    let nim = parse("{x,y: x,y-i; x-i,y}").unwrap();
    let mut slow = Table { step: 100, used: sets.to_vec(), ..table(&nim, 1) };
    slow.used.iter_mut().for_each(|used| used.floor += 98);
    let mut fast = slow.clone();
    if fast.fill_plain(columns).is_none() {
        return false;
    }
    (0..columns).for_each(|_| assert!(slow.fill(&mut Budget::new(Limits::default())).is_ok()));
    assert!(slow.used.iter().zip(&fast.used).all(|(one, other)| one.relative_to(0) == other.relative_to(0)));
    true
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let both = |floor: u64, above: &[u64]| [(); 2].map(|()| Used { floor, above: above.to_vec() });
    assert!(after_columns(&both(61, &[]), 3));
    // The rows use numbers 62 and 63. At 63 there may have been one that was lost.
    assert!(!after_columns(&both(62, &[]), 1));
    assert!(!after_columns(&both(62, &[]), 2));
    assert!(!after_columns(&both(62, &[]), 3));
    assert!(!after_columns(&both(63, &[]), 1));
    // A second word, and a bit that does not stay in the first.
    assert!(after_columns(&both(10, &[0b110]), 1));
    assert!(!after_columns(&both(10, &[0b110, 1]), 1));
    assert!(!after_columns(&both(10, &[1 << 60]), 1));
    // Row 1 never uses the first number.
    assert!(!after_columns(&both(0, &[]), 1));
}

#[test]
fn sets_have_the_numbers_that_were_added() {
    let mut used = Used::default();
    let mut numbers: Vec<u64> = Vec::new();
    assert!(used.is_empty());
    // Two words become full at once.
    for number in (64..190).chain([300, 301, 700]).chain(0..64) {
        used.add(number).unwrap();
        numbers.push(number);
        for from in 0..800 {
            let bits =
                (0..64).filter(|bit| numbers.contains(&(from + bit))).fold(0, |all, bit| all | 1 << bit);
            assert_eq!(used.word(from), bits, "from {from} after {number}");
        }
    }
    assert_eq!((used.floor, used.above.len()), (128, 9));
    assert_eq!((used.least_without(&[]), used.least_without(&[190, 191, 193])), (190, 192));
    used.add(5).unwrap();
    assert_eq!(used.floor, 128);
    let (floor, above) = used.relative_to(100);
    assert_eq!((floor, above.len()), (90, 8));
}

#[test]
fn values_far_from_the_least_free_number_are_refused() {
    let mut used = Used { floor: 64, above: Vec::new() };
    assert!(used.add(64 + SPREAD).is_err());
    assert!(used.add(63 + SPREAD).is_ok());
    assert_eq!(used.above.len(), 1024);
}

/// The memory of larger sets is counted before they are made.
#[test]
fn sets_of_lines_grow_within_limits() {
    let rules = parse("{x,y: x,y-i; x-i,y; x-i,y-3i}").unwrap();
    // Six rows; one column and four are kept.
    let cells = 6 * (1 + 4);
    let grow = |words: usize, work: u64, memory: u64| {
        let mut table = Table { words, ..table(&rules, 5) };
        let before = table.cost;
        let grown = table.widen(&mut Budget::new(Limits { work, memory, ..Limits::default() }));
        grown.map(|()| (table.words, table.cost - before))
    };
    assert_eq!(grow(1, cells, 16 * cells), Ok((2, 6 * 2 / 4 + 1)));
    assert_eq!(grow(1, cells - 1, 16 * cells), Err(Limit::Work(cells - 1).into()));
    assert_eq!(grow(1, cells, 16 * cells - 1), Err(Limit::Memory(16 * cells - 1).into()));
    assert!(grow(1023, cells, 16 * cells).is_ok());
    assert_eq!(grow(1024, cells, 16 * cells), Err(Limit::Width("a value is").into()));
}

/// Values are kept as far back as lines reach.
#[test]
fn lines_reach_back() {
    for (rules, depth) in [
        ("{x,y: x,y-i; x-i,y}", 1),
        ("{x,y: x,y-i; x-i,y-i}", 8),
        ("{x,y: x,y-i; x-2i,y-i}", 4),
        ("{x,y: x,y-i; x-3i,y-5i}", 11),
        // One step more for each row below, and 0 to 2 for each i.
        ("{x,y: x,y-i; x-i,y+i; x-i,y}", 8),
        ("{x,y: x,y-i; x-i,y+i; x-i,y-i}", 15),
    ] {
        assert_eq!(table(&parse(rules).unwrap(), 7).depth, depth, "{rules}");
    }
}

/// The first column of row 3 from which on all rows have the same rules. With `y+i`, row 0 is three columns ahead of it.
#[test]
fn rules_are_regular_after_holes_and_guards() {
    for (rules, regular) in [
        ("{x,y: x,y-i; x-i,y+i; x-i,y}", 0),
        ("{x,y where not (x=0 and y=9): x,y-i; x-i,y}", 10),
        ("{x,y where not (x=9 and y=50): x,y-i; x-i,y}", 0),
        ("{x,y where not (x=0 and y=9): x,y-i; x-i,y+i; x-i,y}", 7),
        ("{x,y where not (x=2 and y=9): x,y-i; x-i,y+i; x-i,y}", 9),
        ("{x,y where not (x=0 and y=1): x,y-i; x-i,y+i; x-i,y}", 0),
        ("{x,y: x,y-i; x-i,y+i where x+2y>=21}", 9),
        ("{x,y: x,y-i; x-i,y where -x-3y>=-10}", 4),
    ] {
        assert_eq!(table(&parse(rules).unwrap(), 3).regular(), regular, "{rules}");
    }
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
    for (rules, last) in [
        "{x,y: x,y-i; x-i,y; x-i,y-i}",
        "{x,y: x-i,y; x,y-i; x-i,y-i; x-i,y+i}",
        "{x,y: x,y-i; x-i,y; x-i,y-i; x-i,y-2i; x-2i,y-i}",
        "{x,y: x-i,y-j where i<3; x-i,y-j where j<3; x-i,y-j where |i-j|<2}",
        "{x,y where not (x=0 and y=0): x,y-i where x+y>=7; x-i,y where x+y>=7; x-i,y-i where x+y>=7}",
        "{x,y: x-i,y; x-i,y-i; x-i,y-3i}",
        "{x,y: x,y-i where -x+y>=0; x-i,y where x-y>=0; x-i,y-i}",
        // Several words of the sets are full when the rules do not change any more.
        "{x,y where not (x=0 and y=200): x,y-i; x-i,y; x-i,y-i}",
    ]
    .map(|rules| (rules, 40))
    .into_iter()
    // All rows have used the first 64 numbers, but row 63 has no moves along it before column 378, and uses some of them again.
    .chain([("{x,y: x,y-i where -6x+y>=0; x-i,y-i}", 64)])
    {
        let rules = parse(rules).unwrap();
        let mut table = table(&rules, last);
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
