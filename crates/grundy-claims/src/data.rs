//! Checks the data of the corpus against the rules: a short function for each kind of entry.

use super::context::{at, index, wide};
use super::corpus::{Entry, NOT_LISTED};
use super::{Checked, Context, Error, Finding, Paper, Probe, corpus, octal};
use grundy::catalog::{Template, parse};
use grundy::mex::mex_from;
use grundy::period::RowSearch;
use grundy::ruleset::{Budget, Family, Reading};
use grundy::sequence::compare::{recursion, with_kernel};
use grundy::solve::rays::{Axes, Simd};
use grundy::solve::reference::Reference;
use grundy::star_nim::farr_ho::{Algorithm2, Algorithm3};
use std::collections::BTreeSet;

/// Rows after which every constant of Gu's figures is settled: the last one changes in row 9,950,819.
const ROWS: u64 = 10_000_000;

/// Checks an entry of the corpus against the rules.
pub(super) fn check(context: &Context, kind: &str, entry: &toml::Table) -> Checked {
    let entry = &Entry(entry);
    match kind {
        "table" => table(context, entry),
        "positions" => positions(context, entry),
        "p-sequence" if entry.has("agrees") => blocked(context, entry),
        "p-sequence" => p_sequence(context, entry),
        "list" if entry.has("at") => list(context, entry),
        "list" => differences(context, entry),
        "where" => places(context, entry),
        "bound" => bound(context, entry),
        "outcomes" => outcomes(context, entry),
        "constants" => constants(context, entry),
        "exceptions" => exceptions(context, entry),
        "value" => value(entry),
        "sum" => sum(entry),
        "moves" => moves(entry),
        "mex" => {
            let mut probe = Probe::default();
            let computed = mex_from(entry.number("from"), entry.numbers("set"));
            probe.same(format_args!("mex"), entry.number("value"), computed);
            probe.done("1 value")
        }
        "index" => member_index(context, entry),
        "state" => state(entry),
        "period" => period(context, entry),
        "heap-period" => octal::period(context, entry),
        "heap-periods" => octal::periods(context, entry),
        "same-values" => octal::same(context, entry),
        "count" => star_nim_counts(context, entry),
        other => Err(Error::Fault(format!("no check for entries of kind {other}"))),
    }
}

/// Checks a changed copy of an entry of the corpus: what holds in place of contradicted data.
pub(super) fn corrected(
    context: &Context,
    paper: Paper,
    id: &str,
    change: impl FnOnce(&mut toml::Table),
) -> Checked {
    let missing = || Error::Fault(format!("the corpus has no entry {paper}/{id}"));
    let (kind, mut entry) = corpus::entry(paper, id).ok_or_else(missing)?;
    change(&mut entry);
    check(context, &kind, &entry)
}

/// A number as a value of the corpus.
pub(super) fn value_of(number: u64) -> toml::Value {
    toml::Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn table(context: &Context, entry: &Entry<'_>) -> Checked {
    let rows = entry.tables("rows");
    let end = |row: &Entry<'_>| row.number("b") + wide(row.numbers("values").len());
    let largest = rows.iter().map(|row| row.number("a").max(end(row) - 1)).max().unwrap_or(0);
    let within = entry.maybe("within");
    let table = context.table(entry.text("game"), largest.max(within.unwrap_or(0)))?;
    let (mut probe, mut filled) = (Probe::default(), BTreeSet::new());
    for row in &rows {
        let a = row.number("a");
        for (b, printed) in (row.number("b")..).zip(row.numbers("values")) {
            filled.insert((a, b));
            probe.same(format_args!("{a},{b}"), printed, at(&table, a, b));
        }
    }
    let cells = probe.looked_at();
    // A blank cell claims a larger value, unless the text has lost it.
    filled.extend(entry.pairs("lost"));
    if let (Some(within), Some(above)) = (within, entry.maybe("blank_above")) {
        for (a, b) in (0..=within).flat_map(|a| (0..=within).map(move |b| (a, b))) {
            if !filled.contains(&(a, b)) && at(&table, a, b) <= above {
                probe.differs(format_args!("{a},{b}"), &NOT_LISTED, &at(&table, a, b));
            }
        }
    }
    let lost = match entry.pairs("lost").len() {
        0 => String::new(),
        1 => "; 1 cell is lost in our copy of the text".to_owned(),
        lost => format!("; {lost} cells are lost in our copy of the text"),
    };
    probe.done(format!("{cells} cells{lost}"))
}

fn positions(context: &Context, entry: &Entry<'_>) -> Checked {
    let listed = entry.pairs("positions");
    let largest = listed.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(0) + 5;
    let value = entry.number("value");
    let table = context.table(entry.text("game"), largest)?;
    let mut probe = Probe::default();
    for &(x, y) in &listed {
        probe.same(format_args!("{x},{y}"), value, at(&table, x, y));
    }
    if let Some(end) = entry.maybe("complete_to") {
        for (x, y) in (0..=end).flat_map(|x| (x..=largest).map(move |y| (x, y))) {
            if at(&table, x, y) == value && !listed.contains(&(x, y)) {
                probe.differs(format_args!("{x},{y}"), &NOT_LISTED, &value);
            }
        }
    }
    probe.done(format!("{} positions", listed.len()))
}

/// Compares two lists of pairs.
fn pairs(listed: &[(u64, u64)], computed: &[(u64, u64)]) -> Checked {
    let mut probe = Probe::default();
    for (n, &(x, y)) in listed.iter().enumerate() {
        let (u, v) = computed.get(n).copied().unwrap_or((u64::MAX, u64::MAX));
        probe.same(format_args!("n={n}"), format!("{x},{y}"), format!("{u},{v}"));
    }
    probe.done(format!("{} P-positions", listed.len()))
}

fn p_sequence(context: &Context, entry: &Entry<'_>) -> Checked {
    let listed = entry.pairs("pairs");
    // The size of the table depends only on the length of the list, not on its numbers.
    let largest = wide(listed.len()) * 4;
    let table = context.table(entry.text("game"), largest)?;
    let zeros = (0..=largest).flat_map(|x| (x..=largest).map(move |y| (x, y)));
    let zeros: Vec<(u64, u64)> = zeros.filter(|&(x, y)| at(&table, x, y) == 0).take(listed.len()).collect();
    pairs(&listed, &zeros)
}

/// A list of P-positions of a game with blocking, compared with recursion (6) and with the kernel under each reading.
fn blocked(context: &Context, entry: &Entry<'_>) -> Checked {
    context.go_on()?;
    let Some(family) = grundy::game(entry.text("game"))?.identity().and_then(grundy::Identity::family) else {
        return Err(Error::Fault("not a game of the family".to_owned()));
    };
    let listed = entry.pairs("pairs");
    let numbers = entry.numbers("n");
    let numbers = if numbers.is_empty() { (0..wide(listed.len())).collect() } else { numbers };
    let count = numbers.last().map_or(0, |n| index(*n) + 1);
    let computed = recursion(family, count, Budget::default())?;
    let computed: Vec<(u64, u64)> = numbers.iter().map(|&n| computed[index(n)]).collect();
    let mut agrees = Vec::new();
    if computed == listed {
        agrees.push("recursion");
    }
    if listed.iter().all(|(x, y)| x <= y) {
        for reading in Reading::ALL {
            if with_kernel(Family { reading, ..family }, &listed, Budget::default())?.is_none() {
                agrees.push(reading.name());
            }
        }
    }
    let found = pairs(&listed, &computed)?;
    let mut probe = Probe::default();
    probe.same(format_args!("given by"), entry.texts("agrees").join(", "), agrees.join(", "));
    let recorded = probe.done("")?;
    let found = if found.count == 0 { Finding { checked_to: found.checked_to, ..recorded } } else { found };
    Ok(Finding { seen: Some(format!("given by {}", agrees.join(", "))), ..found })
}

fn list(context: &Context, entry: &Entry<'_>) -> Checked {
    let (from, values) = (entry.number("from"), entry.numbers("values"));
    let end = (from + wide(values.len())).max(6);
    let table = context.table(entry.text("game"), end)?;
    let mut probe = Probe::default();
    for (n, &printed) in (from..).zip(&values) {
        let computed = if entry.text("at") == "0,n,5" { at(&table, n, 5) } else { at(&table, 0, n) };
        probe.same(format_args!("{n}"), printed, computed);
    }
    if let Some(printed) = entry.maybe("printed_from") {
        probe.same(format_args!("from"), printed, from);
    }
    probe.done(format!("{} values", values.len()))
}

/// Differences along a g-sequence, which repeat forever according to the paper.
fn differences(context: &Context, entry: &Entry<'_>) -> Checked {
    let (g, from, values) = (entry.number("g"), entry.number("from"), entry.numbers("values"));
    let rows = context.to(2000, 200_000);
    let members = context.sequences(entry.text("game"), g, rows)?;
    let mut probe = Probe::default();
    let tail = members[index(g)].iter().enumerate().skip(index(from));
    for ((n, (x, y)), &printed) in tail.zip(values.iter().cycle()) {
        probe.same(format_args!("n={n}"), printed, y - x);
    }
    probe.done(format!("row {rows}"))
}

fn places(context: &Context, entry: &Entry<'_>) -> Checked {
    let (a, value, max) = (entry.number("a"), entry.number("value"), entry.number("max"));
    let table = context.table(entry.text("game"), max)?;
    let listed = entry.numbers("values");
    let mut probe = Probe::default();
    for b in entry.number("min")..=max {
        let computed = at(&table, a, b);
        let said = listed.contains(&b);
        let at = format_args!("{a},{b}");
        if said {
            probe.same(at, value, computed);
        } else if computed == value {
            probe.differs(at, &NOT_LISTED, &value);
        }
    }
    for b in listed.iter().filter(|&&b| b > max || b < entry.number("min")) {
        probe.differs(format_args!("{a},{b}"), &value, &"outside");
    }
    probe.done(format!("b <= {max}"))
}

fn bound(context: &Context, entry: &Entry<'_>) -> Checked {
    let mut probe = Probe::default();
    if entry.text("of") == "a" {
        let (g, max) = (entry.number("g"), entry.number("max"));
        let table = context.table(entry.text("game"), max)?;
        let cells = (0..=max).flat_map(|b| (0..=b / 2).map(move |a| (a, b)));
        let largest = cells.filter(|&(a, b)| at(&table, a, b) == g).map(|(a, _)| a).max();
        probe.same(format_args!("{g}"), entry.number("bound"), largest.unwrap_or(0));
        return probe.done(format!("b <= {max}"));
    }
    let (from, count) = (entry.number("from"), entry.number("count"));
    let table = context.table(entry.text("game"), from + count - 1)?;
    let a = entry.text("at").split(',').nth(1).and_then(|a| a.parse().ok()).unwrap_or(0);
    let largest = (from..from + count).map(|n| at(&table, a, n)).max().unwrap_or(0);
    probe.same(format_args!("bound"), entry.number("bound"), largest);
    probe.done(format!("{count} values"))
}

fn outcomes(context: &Context, entry: &Entry<'_>) -> Checked {
    let mut probe = Probe::default();
    for (key, is_p) in [("p", true), ("n", false)] {
        for text in entry.texts(key) {
            let piles: Vec<u64> = text.split(',').filter_map(|number| number.parse().ok()).collect();
            let value = context.piles(entry.text("game"), &piles)?;
            let name = |is_p: bool| if is_p { "P" } else { "N" };
            probe.same(format_args!("{text}"), name(is_p), name(value == 0));
        }
    }
    let count = probe.looked_at();
    probe.done(format!("{count} positions"))
}

fn constants(context: &Context, entry: &Entry<'_>) -> Checked {
    let rows = context.to(ROWS, 4 * ROWS);
    let largest = entry.tables("rows").iter().map(|row| row.number("g")).max().unwrap_or(0);
    let tallies = context.tallies(largest, rows)?;
    let mut probe = Probe::default();
    for row in entry.tables("rows") {
        let g = row.number("g");
        let tally = tallies[index(g)];
        for (key, computed) in [("C", tally.repeats), ("M", tally.settled), ("wrong", tally.wrong)] {
            if let Some(printed) = row.maybe(key) {
                probe.same(format_args!("g={g},{key}"), printed, computed);
            }
        }
    }
    probe.done(format!("row {rows}"))
}

/// floor(n phi), exactly: 2 n phi = n + sqrt(5 n^2).
pub(super) fn lower(n: u64) -> u64 {
    let square = 5 * u128::from(n) * u128::from(n);
    u64::try_from(u128::midpoint(u128::from(n), square.isqrt())).unwrap_or(u64::MAX)
}

fn exceptions(context: &Context, entry: &Entry<'_>) -> Checked {
    let (g, first, shift) = (entry.number("g"), entry.number("first"), entry.number("C"));
    let rows = context.to(50_000, 2_000_000);
    let members = context.sequences(entry.text("game"), g, rows)?;
    let mut signs = std::collections::BTreeMap::new();
    for row in entry.tables("rows") {
        let (mut n, mut next) = (row.number("m0"), row.number("m1"));
        let mut sign = row.0.get("sign").and_then(toml::Value::as_integer).unwrap_or(0);
        while n < rows {
            signs.insert(n, sign);
            (n, next, sign) = (next, n + next, -sign);
        }
    }
    let mut probe = Probe::default();
    for (n, &(x, y)) in (0_u64..).zip(&members[index(g)]).skip(index(first)) {
        let sign = signs.get(&n).copied().unwrap_or(0);
        let found = i128::from(x) + i128::from(shift) - i128::from(lower(n));
        if y - x == n {
            probe.same(format_args!("n={n}"), i128::from(sign), found);
        } else {
            probe.differs(format_args!("n={n}"), &"on diagonal n", &format!("{x},{y}"));
        }
    }
    // An error in a sequence contradicts every later member. Only the first is on record.
    let mut found = probe.done(format!("row {rows}"))?;
    found.differences.truncate(1);
    found.count = found.count.min(1);
    Ok(found)
}

/// The value of a position by the definition.
fn of_position(game: &str, position: &str) -> Result<u64, Error> {
    let (game, position) = parse(&format!("{game} {position}"))?;
    Ok(Reference::new(game, Budget::default()).value(&position)?.0)
}

fn value(entry: &Entry<'_>) -> Checked {
    let mut probe = Probe::default();
    let position = entry.text("position");
    probe.same(format_args!("{position}"), entry.number("value"), of_position(entry.text("game"), position)?);
    probe.done("1 position")
}

fn sum(entry: &Entry<'_>) -> Checked {
    let mut parts = entry.maybe("plus").unwrap_or(0);
    for part in entry.tables("parts") {
        parts ^= of_position(part.text("game"), part.text("position"))?;
    }
    let mut probe = Probe::default();
    let position = entry.text("position");
    probe.same(format_args!("{position}"), parts, of_position(entry.text("game"), position)?);
    probe.done("1 position")
}

fn moves(entry: &Entry<'_>) -> Checked {
    let (game, position) = parse(&format!("{} {}", entry.text("game"), entry.text("position")))?;
    let options = grundy::ruleset::options(game.as_ref(), &position, 1000)?;
    let options: BTreeSet<String> = options.iter().map(|option| game.show(option)).collect();
    let listed: BTreeSet<String> = entry.texts("options").into_iter().map(str::to_owned).collect();
    let mut probe = Probe::default();
    for option in listed.symmetric_difference(&options) {
        let name = |is: bool| if is { "an option" } else { "no option" };
        probe.same(format_args!("{option}"), name(listed.contains(option)), name(options.contains(option)));
    }
    probe.done(format!("{} moves", options.len()))
}

fn member_index(context: &Context, entry: &Entry<'_>) -> Checked {
    let (g, v) = (entry.number("g"), entry.number("v"));
    let members = context.sequences(entry.text("game"), g, v + 1)?;
    let last = wide(members[index(g)].len()).saturating_sub(1);
    let mut probe = Probe::default();
    probe.same(format_args!("index"), entry.number("value"), last);
    probe.done("1 index")
}

/// T and Y of Farr and Ho's Definition 4, by Algorithm 2, and by Algorithm 3 plus what it has subtracted.
fn state(entry: &Entry<'_>) -> Checked {
    let (g, n) = (entry.number("g"), index(entry.number("n")));
    let (mut second, mut third) = (Algorithm2::new(g), Algorithm3::new(g));
    second.nth(n);
    third.nth(n);
    let mut probe = Probe::default();
    for (state, origin) in [(second.state(), 0), (third.state(), third.origin())] {
        for (k, column) in state.columns().iter().enumerate() {
            for (name, set) in [("T", column.t()), ("Y", column.y.clone())] {
                let computed: BTreeSet<u64> = set.iter().map(|v| v + origin).collect();
                let printed = entry.sets(name).get(k).map(|set| set.iter().copied().collect::<BTreeSet<_>>());
                let printed = printed.unwrap_or_default();
                probe.same(format_args!("{name}^{k}"), format!("{printed:?}"), format!("{computed:?}"));
            }
        }
    }
    probe.done(format!("{} sets", 2 * (g + 1)))
}

fn period(context: &Context, entry: &Entry<'_>) -> Checked {
    let row = entry.number("row");
    let mut search = RowSearch::of(&grundy::game(entry.text("game"))?, row, None)?;
    if !search.finish(&mut |_| context.flow())? {
        return Err(Error::Cancelled);
    }
    let mut probe = Probe::default();
    let length = search.proofs().last().map_or(0, |proof| proof.period.length);
    probe.same(format_args!("{row}"), entry.number("period"), length);
    probe.done("proved")
}

/// The number of P-positions of Nim with sorted piles in a range, and how many of them are P-positions of Star Nim.
fn star_nim_counts(context: &Context, entry: &Entry<'_>) -> Checked {
    let (strips, min, max) = (index(entry.number("strips")), entry.number("min"), entry.number("max"));
    let game = Template::parse("star-nim")?.game().clone();
    let (Some(axes), Some(is_position)) =
        (Axes::new(&vec![max; strips]), game.geometry(&[strips]).and_then(|geometry| geometry.lowering()))
    else {
        return Err(Error::Fault("the box is too large".to_owned()));
    };
    let (mut nim, mut both) = (0, 0);
    let made = axes.for_each(Simd::best(), is_position.as_ref(), &mut |cell, value| {
        if cell[0] >= min && cell.is_sorted() && cell.iter().fold(0, |sum, x| sum ^ x) == 0 {
            nim += 1;
            both += u64::from(value == 0);
        }
        context.flow()
    });
    made?;
    let mut probe = Probe::default();
    probe.same(format_args!("nim"), entry.number("nim"), nim);
    probe.same(format_args!("both"), entry.number("both"), both);
    probe.done(format!("{strips} strips to {max}"))
}
