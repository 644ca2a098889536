//! Sections 4 and 6: rows of the table, and whether they are periodic.

use super::GAME;
use crate::context::{at, index, wide};
use crate::farr_ho::rows;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, uncheckable};
use grundy::sharing_nim::{LARGEST, Lines, Record, Survey};
use grundy::{Error, Symmetric};
use std::collections::BTreeSet;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "sec-4-bottom-row",
        place: "Section 4, before Conjecture 1",
        kind: Kind::Formula,
        expected: Verdict::Contradicted,
        statement: "the bottom row of Table 1 has entries 0 for even b",
        numbers: &[0],
        check: bottom_row,
    },
    Stated {
        id: "proposition-2",
        place: "Proposition 2",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "0,0,n is P for odd n and for n mod 32 in 4, 12, 16, 20, 28, and N for ten other residues",
        numbers: &[32, 4, 12, 16, 20, 28, 2, 6, 8, 10, 14, 18, 22, 24, 26, 30],
        check: proposition_2,
    },
    Stated {
        id: "theorem-3",
        place: "Theorem 3, Remark 7, Corollary 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "whether 0,0,n is P is not ultimately periodic in n",
        numbers: &[],
        check: |context, _| {
            let (max, most) = (context.to(2000, 6000), context.few(400, 1200));
            let table = context.table(GAME, max)?;
            let is_p: Vec<bool> = (0..=max).map(|n| at(&table, 0, n) == 0).collect();
            no_period(&is_p, most, max / 4)
        },
    },
    Stated {
        id: "theorem-3-differences",
        place: "Theorem 3, proof",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the differences s1 - s2 > 0 of the two sets of residues are 2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26",
        numbers: &[2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26],
        check: residues,
    },
    Stated {
        id: "table-3",
        place: "Table 3",
        kind: Kind::Table,
        expected: Verdict::Uncheckable,
        statement: "the first 490 values of f: 0 where 0,0,n is P",
        numbers: &[],
        check: |_, _| uncheckable("illegible in the text; it is Table 2 with 1 for every positive value"),
    },
    Stated {
        id: "figures-4-and-5",
        place: "Figures 4 and 5",
        kind: Kind::Table,
        expected: Verdict::Uncheckable,
        statement: "500 values of 0,2,n and 800 values of 0,6,n, drawn",
        numbers: &[],
        check: |_, _| {
            uncheckable("drawings; the bounds that the text reads off them are claims of their own")
        },
    },
    Stated {
        id: "conjecture-1",
        place: "Conjecture 1",
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        statement: "the values of every row 0,a,n are bounded",
        numbers: &[],
        check: |context, _| conjecture_1(context),
    },
    Stated {
        id: "conjecture-2",
        place: "Conjecture 2",
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        statement: "no row of Table 1 is ultimately periodic",
        numbers: &[],
        check: |context, _| conjecture_2(context),
    },
    Stated {
        id: "conjecture-3",
        place: "Conjecture 3",
        kind: Kind::Conjecture,
        expected: Verdict::Refuted,
        statement: "if G(0,a,b) = g >= 2 and a <= b/2 then a <= 2g - 1",
        numbers: &[2, 1],
        check: conjecture_3,
    },
    Stated {
        id: "sec-6-closer",
        place: "Section 6, last sentence",
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        statement: "as g grows, the largest a of value g seems to be nearer to g than to 2g - 1 (a tendency, which no g refutes)",
        numbers: &[],
        check: |context, _| closer(context),
    },
    Stated {
        id: "sec-4-wythoff-rows",
        place: "Section 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "cited: every row of Wythoff's game is ultimately additively periodic",
        numbers: &[],
        check: |context, _| {
            let last = context.to(12, 30);
            let mut probe = Probe::default();
            for proof in rows(context, Symmetric::WYTHOFF, last)? {
                let row = proof.row;
                probe.same(format_args!("row {row}"), proof.period.length, proof.period.saltus);
            }
            probe.done(format!("proved for rows to {last}"))
        },
    },
    Stated {
        id: "sec-4-wythoff-diagonals",
        place: "Section 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "cited: every diagonal of Wythoff's game contains every value",
        numbers: &[],
        check: |context, _| {
            let (max, most) = (context.to(600, 3000), context.few(30, 100));
            let table = context.table("wythoff", max)?;
            let mut probe = Probe::default();
            for d in 0..=most {
                let found: BTreeSet<u64> = (0..=max - d).map(|x| at(&table, x, x + d)).collect();
                let missing = (0..=most).find(|g| !found.contains(g));
                probe.require(
                    missing.is_none(),
                    format_args!("diagonal {d}"),
                    format_args!("all values to {most}"),
                    format_args!("{missing:?} is missing"),
                );
            }
            probe.done(format!("diagonals and values to {most}"))
        },
    },
];

fn proposition_2(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(2000, 6000);
    let table = context.table(GAME, max)?;
    let (p, n) = (&numbers[1..6], &numbers[6..]);
    let mut probe = Probe::default();
    for b in 3..=max {
        let found = if at(&table, 0, b) == 0 { "P" } else { "N" };
        let rest = b % numbers[0];
        let said_p = b % 2 == 1 || p.contains(&rest);
        // The cases are disjoint and cover everything except multiples of 32.
        let is_odd_twice = b % 2 == 1 && (p.contains(&rest) || n.contains(&rest));
        match (said_p, n.contains(&rest)) {
            (true, false) if !is_odd_twice => probe.same(format_args!("n={b}"), "P", found),
            (false, true) => probe.same(format_args!("n={b}"), "N", found),
            (false, false) if rest == 0 => {}
            _ => probe.differs(format_args!("n={b}"), &"no case or two", &found),
        }
    }
    probe.done(format!("n <= {max}"))
}

/// Checks that no period up to `most` holds from any start up to `latest`: each fails somewhere in the data.
fn no_period<T: PartialEq>(terms: &[T], most: u64, latest: u64) -> Checked {
    let mut probe = Probe::default();
    for period in 1..=index(most) {
        // A period could only start after its last failure.
        let last = (0..terms.len() - period).rev().find(|&n| terms[n] != terms[n + period]);
        let holds = last.is_some_and(|n| wide(n) >= latest);
        probe.require(
            holds,
            format_args!("period {period}"),
            format_args!("fails after n = {latest}"),
            format_args!("{last:?}"),
        );
    }
    probe.done(format!("no period to {most} from n <= {latest} on"))
}

/// The values 0,0,b for even b, where an empty pile is counted as this number.
pub(super) fn bottom_row(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 3000);
    let table = context.table(GAME, max)?;
    let mut probe = Probe::default();
    for b in (2..=max).step_by(2) {
        let size = b - numbers[0];
        probe.same(format_args!("0,0,{size}"), 0, at(&table, 0, size));
    }
    probe.done(format!("b <= {max}"))
}

fn residues(context: &Context, numbers: &[u64]) -> Checked {
    let table = context.table(GAME, 31)?;
    let even = (2..32).step_by(2);
    let (p, n): (Vec<u64>, Vec<u64>) = even.partition(|&b| at(&table, 0, b) == 0);
    let found: BTreeSet<u64> =
        p.iter().flat_map(|s| n.iter().filter(move |t| s > t).map(move |t| s - t)).collect();
    let said: BTreeSet<u64> = numbers.iter().copied().collect();
    let mut probe = Probe::default();
    probe.same(format_args!("S"), format!("{said:?}"), format!("{found:?}"));
    probe.done("11 differences")
}

/// How far the conjectures are checked in tables of all cells, which are visited one by one and not stored.
fn reach(context: &Context) -> u64 {
    /// A table beyond takes minutes.
    const MOST: u64 = 60_000;
    context.to(2000, 20_000).min(MOST)
}

/// How far a table of all values goes where small values are followed farther.
const ALL_VALUES: u64 = 20_000;

/// How far the positions of small values are followed.
fn far(context: &Context) -> u64 {
    context.to(9_000_000, 50_000_000)
}

/// Counts and records of the values up to one, by lines.
fn survey(context: &Context, largest: u64, last: u64) -> Result<Survey, Error> {
    let mut survey = Survey::new(largest, last, 1)?;
    while !survey.is_done() {
        context.go_on()?;
        survey.go_on()?;
    }
    Ok(survey)
}

/// The last row whose largest value is reported.
const ROWS: u64 = 20;

/// All values of the first rows in a table; then, far out, the values that can be followed by lines.
fn conjecture_1(context: &Context) -> Checked {
    let (max, last) = (reach(context), context.to(200_000, 2_000_000));
    // The largest value of each row, and where it first occurs.
    let mut largest = vec![(0, 0); index(ROWS) + 1];
    context.each_cell(GAME, max, &mut |a, b, value| {
        if let Some(largest) = largest.get_mut(index(a))
            && (value > largest.0 || (value == largest.0 && b < largest.1))
        {
            *largest = (value, b);
        }
    })?;
    let rows = survey(context, LARGEST, last)?.rows();
    for (row, largest) in rows.iter().zip(&mut largest) {
        if let Some(record) = row.records.last().filter(|record| record.number > largest.0) {
            *largest = (record.number, record.b);
        }
    }
    let listed: Vec<String> =
        largest.iter().enumerate().map(|(a, (value, b))| format!("{value} at 0,{a},{b}")).collect();
    // Cells of the table are known; what is larger than all that is followed may be larger still.
    let larger = (0..).zip(&rows).filter_map(|(a, row)| {
        let (_, b) = row.beyond.filter(|&(_, b)| b > max && a <= ROWS)?;
        Some(format!("0,{a},{b}"))
    });
    let larger: Vec<String> = larger.collect();
    let larger = if larger.is_empty() {
        format!("none above {LARGEST} from b = {max} on")
    } else {
        format!("values above {LARGEST} still at {}", larger.join("; "))
    };
    let seen = format!("largest values: {}; {larger}", listed.join("; "));
    let checked_to = format!("b <= {max}; values to {LARGEST}: b <= {last}");
    Probe::default().open(checked_to, Some(seen))
}

/// All values of the first rows in a table; then, far out, the places of small values in these rows.
fn conjecture_2(context: &Context) -> Checked {
    let max = reach(context).min(ALL_VALUES);
    let mut rows: Vec<Vec<u64>> = (0..=ROWS).map(|a| vec![0; index(max - 2 * a) + 1]).collect();
    context.each_cell(GAME, max, &mut |a, b, value| {
        if let Some(row) = rows.get_mut(index(a)) {
            row[index(b - 2 * a)] = value;
        }
    })?;
    let mut probe = Probe::default();
    for (a, row) in rows.iter().enumerate() {
        context.go_on()?;
        let found = no_period(row, max / 4, max / 2)?;
        probe.require(
            found.count == 0,
            format_args!("row {a}"),
            format_args!("no period"),
            format_args!("{:?}", found.differences.first()),
        );
    }
    let (last, followed) = (far(context).min(context.to(200_000, 20_000_000)), context.few(4, 10));
    let places = small_values(context, followed, last / 2, last)?;
    let mut listed = Vec::new();
    for (a, places) in places.iter().enumerate() {
        // A row without small values in this stretch shows nothing.
        let Some(&(first, _)) = places.first() else { continue };
        let shift = least_shift(places).map_or(last, |n| places[n].0 - first);
        probe.require(
            shift > last / 8,
            format_args!("row {a}"),
            format_args!("no period to {}", last / 8),
            format_args!("values to {followed} repeat after {shift} from b = {} on", last / 2),
        );
        listed.push(a.to_string());
    }
    let seen = format!(
        "by the places of the values to {followed}, no period to {} from b <= {} on in rows {}",
        last / 8,
        last / 2,
        listed.join(", ")
    );
    probe.open(format!("rows to {ROWS}: no period to {} from b <= {} on", max / 4, max / 2), Some(seen))
}

/// The spreads b and the values of the positions (0, a, b) with `from < b <= to` and values up to `largest`, for the rows a up to [`ROWS`].
fn small_values(context: &Context, largest: u64, from: u64, to: u64) -> Result<Vec<Vec<(u64, u64)>>, Error> {
    let mut rows = vec![Vec::new(); index(ROWS) + 1];
    let mut lines = Lines::new(largest)?;
    while lines.spread() <= to {
        context.go_on()?;
        lines.turn(&mut |block| {
            for member in (0..=largest).flat_map(|value| block.members_of(value)) {
                if let Some(row) =
                    rows.get_mut(index(member.a)).filter(|_| (from + 1..=to).contains(&member.b))
                {
                    row.push((member.b, member.value));
                }
            }
        })?;
    }
    for row in &mut rows {
        row.sort_unstable();
    }
    Ok(rows)
}

/// The least n > 0 for which the places from n on are those from 0 on, shifted, with the same values. Nothing if there is none.
///
/// If the row has period p, at most a quarter of the stretch, then there are at least three periods of places, the n of p is such a number, and the
/// shift of the least n is at most p. The prefix function of Knuth, Morris and Pratt, on gaps and values, finds it in linear time.
fn least_shift(places: &[(u64, u64)]) -> Option<usize> {
    // Term n: the value at place n, and the gap to the next one.
    let terms: Vec<(u64, u64)> = places.windows(2).map(|pair| (pair[0].1, pair[1].0 - pair[0].0)).collect();
    let mut border = vec![0_usize; terms.len()];
    for n in 1..terms.len() {
        let mut length = border[n - 1];
        while length > 0 && terms[length] != terms[n] {
            length = border[length - 1];
        }
        border[n] = length + usize::from(terms[length] == terms[n]);
    }
    let longest = *border.last()?;
    (longest > 0).then(|| terms.len() - longest)
}

/// All values in a table, then the records of values up to 4 (10 with more effort), far out.
fn conjecture_3(context: &Context, numbers: &[u64]) -> Checked {
    let (max, last, followed) = (reach(context).min(ALL_VALUES), far(context), context.few(4, 10));
    let mut probe = Probe::default();
    let mut bound = |a: u64, b: u64, g: u64| {
        let most = (numbers[0] * g).saturating_sub(numbers[1]);
        probe.require(
            g < 2 || a <= most,
            format_args!("0,{a},{b}"),
            format_args!("a at most {most} for value {g}"),
            format_args!("{a}"),
        );
    };
    context.each_cell(GAME, max, &mut bound)?;
    let survey = survey(context, followed, last)?;
    let mut listed = Vec::new();
    for (g, of) in (0..).zip(survey.values()).skip(2) {
        for &Record { number: a, b } in of.records.iter().filter(|record| record.b > max) {
            bound(a, b, g);
        }
        listed.extend(of.records.last().map(|record| format!("{g}: 0,{},{}", record.number, record.b)));
    }
    let seen = format!("largest a: {}", listed.join("; "));
    probe.open(format!("b <= {max}; values to {followed}: b <= {last}"), Some(seen))
}

/// The largest value that is checked.
const VALUES: u64 = 40;

/// The largest a of each value: in a table, and far out for values up to 10.
fn closer(context: &Context) -> Checked {
    let (max, last) = (reach(context).min(ALL_VALUES), far(context));
    let mut largest = largest_in_table(context, max)?;
    for (largest, of) in largest.iter_mut().zip(survey(context, 10, last)?.values()) {
        *largest = of.records.last().map_or(*largest, |record| (record.number, record.b));
    }
    let values = (0..).zip(&largest).skip(2);
    let listed: Vec<String> = values.clone().map(|(g, (a, b))| format!("{g}: 0,{a},{b}")).collect();
    let nearer_to_the_bound = values.filter(|&(g, (a, _))| 2 * a > 3 * g - 1).map(|(g, _)| g.to_string());
    let seen = format!(
        "largest a: {}; nearer to 2g - 1 than to g for g = {}",
        listed.join("; "),
        nearer_to_the_bound.collect::<Vec<_>>().join(", ")
    );
    Probe::default().open(format!("g <= {VALUES}, b <= {max}; g <= 10, b <= {last}"), Some(seen))
}

/// The largest a of each value, and where it first occurs.
fn largest_in_table(context: &Context, max: u64) -> Result<Vec<(u64, u64)>, Error> {
    let mut largest = vec![(0, 0); index(VALUES) + 1];
    context.each_cell(GAME, max, &mut |a, b, value| {
        if let Some(largest) = largest.get_mut(index(value))
            && (a > largest.0 || (a == largest.0 && b < largest.1))
        {
            *largest = (a, b);
        }
    })?;
    Ok(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_found_by_brute_force_too() {
        let brute = |places: &[(u64, u64)]| {
            (1..places.len() - 1).find(|&n| {
                let shift = places[n].0 - places[0].0;
                let later = places[n..].iter().zip(places);
                let last = places.len() - 1 - n;
                later.enumerate().all(|(k, (&(b, value), &(earlier, same)))| {
                    // The value at the last place has no gap after it, and is not compared.
                    b == earlier + shift && (value == same || k == last)
                })
            })
        };
        let mut seen = BTreeSet::new();
        for code in 0..3_u64.pow(9) {
            let steps = (0..9).map(|k| code / 3_u64.pow(k) % 3);
            let mut b = 0;
            let places: Vec<(u64, u64)> = steps
                .map(|step| {
                    b += step.min(1) + 1;
                    (b, step / 2)
                })
                .collect();
            let found = least_shift(&places);
            assert_eq!(found, brute(&places), "{places:?}");
            seen.insert(found);
        }
        assert_eq!(seen.len(), 8);
    }
}
