//! The corpus: the printed data of the papers, recomputed by every engine. Where print and rules disagree, the corpus has
//! both numbers. The test fails if a disagreement is missing, new or different.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use grundy::period::RowSearch;
use grundy::sequence::compare::{recursion, with_kernel};
use grundy::sequence::{Extent, Tally};
use grundy::solve::rays::{Axes, How, Simd};
use grundy::star_nim::farr_ho::{Algorithm2, Algorithm3};
use grundy::{Budget, Engine, Family, Nimber, Plan, Reading, Strategist, Table, Template};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

/// A published number that the rules contradict: the place, the printed number (`None` if omitted), and the right one.
type Finding = (String, Option<i64>, i64);

/// An engine that makes tables.
struct Under {
    name: &'static str,
    engine: Engine,
    how: How,
    /// Upper limit on the size of tables; the definition computes only small ones.
    largest: u64,
}

fn engines() -> Vec<Under> {
    let rays = |name, simd, threads, wide| Under {
        name,
        engine: Engine::Rays,
        how: How { simd, threads, wide, ..How::default() },
        largest: u64::MAX,
    };
    let all = vec![
        Under { name: "definition", engine: Engine::Definition, how: How::default(), largest: 45 },
        rays("portable", Simd::Portable, 1, false),
        rays("portable, wide", Simd::Portable, 1, true),
        rays("portable, three threads", Simd::Portable, 3, false),
        rays("avx2", Simd::Avx2, 1, false),
        rays("avx2, wide", Simd::Avx2, 1, true),
        rays("avx512", Simd::Avx512, 1, false),
        rays("avx512, wide", Simd::Avx512, 1, true),
        rays("best, two threads", Simd::best(), 2, false),
    ];
    all.into_iter().filter(|under| under.how.simd.is_available()).collect()
}

impl Under {
    fn table(&self, game: &str, max: u64) -> Option<Table> {
        if max > self.largest {
            return None;
        }
        let template = Template::parse(game).unwrap();
        if self.engine == Engine::Rays && template.game().blocking().is_some() {
            return None;
        }
        let plan = Plan::new(&template, max, self.engine).unwrap();
        let table =
            plan.table(plan.element(), self.how, Budget::default(), &mut |_| ControlFlow::Continue(()));
        Some(table.unwrap())
    }
}

/// One entry of a corpus file.
struct Entry<'t>(&'t toml::Table);

impl Entry<'_> {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(toml::Value::as_str).unwrap_or_else(|| panic!("{key} in {:?}", self.0))
    }

    fn number(&self, key: &str) -> u64 {
        self.maybe(key).unwrap_or_else(|| panic!("{key} in {:?}", self.0))
    }

    fn maybe(&self, key: &str) -> Option<u64> {
        self.0.get(key).map(|value| u64::try_from(value.as_integer().unwrap()).unwrap())
    }

    fn numbers(&self, key: &str) -> Vec<u64> {
        self.0[key].as_array().unwrap().iter().map(integer).collect()
    }

    fn texts(&self, key: &str) -> Vec<&str> {
        self.0[key].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect()
    }

    fn pairs(&self, key: &str) -> Vec<(u64, u64)> {
        let pair = |value: &toml::Value| (integer(&value[0]), integer(&value[1]));
        self.0[key].as_array().unwrap().iter().map(pair).collect()
    }

    fn rows(&self) -> Vec<Entry<'_>> {
        self.0["rows"].as_array().unwrap().iter().map(|row| Entry(row.as_table().unwrap())).collect()
    }
}

fn integer(value: &toml::Value) -> u64 {
    u64::try_from(value.as_integer().unwrap()).unwrap()
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap()
}

fn at(table: &Table, a: u64, b: u64) -> u64 {
    table.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()).unwrap().0
}

fn compare(place: String, printed: u64, computed: u64, found: &mut Vec<Finding>) {
    if printed != computed {
        found.push((place, Some(signed(printed)), signed(computed)));
    }
}

/// Kinds of entries that are recomputed from a table, by every engine.
#[expect(clippy::too_many_lines, reason = "a short case for each kind of entry")]
fn by_table(kind: &str, entry: &Entry, under: &Under) -> Option<Vec<Finding>> {
    let game = entry.text("game");
    let mut found = Vec::new();
    match kind {
        "table" => {
            let end = |row: &Entry| row.number("b") + u64::try_from(row.numbers("values").len()).unwrap();
            let largest = entry.rows().iter().map(|row| row.number("a").max(end(row) - 1)).max().unwrap();
            let table = under.table(game, largest.max(entry.maybe("within").unwrap_or(0)))?;
            let mut filled = BTreeSet::new();
            for row in entry.rows() {
                for (b, printed) in (row.number("b")..).zip(row.numbers("values")) {
                    let a = row.number("a");
                    filled.insert((a, b));
                    compare(format!("{a},{b}"), printed, at(&table, a, b), &mut found);
                }
            }
            // A blank cell claims a larger value, unless the text has lost it.
            if entry.0.contains_key("lost") {
                filled.extend(entry.pairs("lost"));
            }
            if let (Some(within), Some(above)) = (entry.maybe("within"), entry.maybe("blank_above")) {
                for (a, b) in (0..=within).flat_map(|a| (0..=within).map(move |b| (a, b))) {
                    if !filled.contains(&(a, b)) && at(&table, a, b) <= above {
                        found.push((format!("{a},{b}"), None, signed(at(&table, a, b))));
                    }
                }
            }
        }
        "positions" => {
            let positions = entry.pairs("positions");
            let largest = positions.iter().map(|&(_, y)| y).max().unwrap();
            let value = entry.number("value");
            let table = under.table(game, largest + 5)?;
            for &(x, y) in &positions {
                compare(format!("{x},{y}"), value, at(&table, x, y), &mut found);
            }
            for x in 0..=entry.maybe("complete_to").unwrap_or(0) {
                for y in x..=largest + 5 {
                    let is = table.get(usize::try_from(x).unwrap(), usize::try_from(y).unwrap())
                        == Some(Nimber(value));
                    if entry.maybe("complete_to").is_some() && is && !positions.contains(&(x, y)) {
                        found.push((format!("{x},{y}"), None, signed(value)));
                    }
                }
            }
        }
        "p-sequence" => {
            let pairs = entry.pairs("pairs");
            let largest = pairs.iter().map(|&(_, y)| y).max().unwrap();
            let table = under.table(game, largest)?;
            let last = pairs.last().unwrap().0;
            let zeros = (0..=last).flat_map(|x| (x..=largest).map(move |y| (x, y)));
            let zeros: Vec<(u64, u64)> = zeros.filter(|&(x, y)| at(&table, x, y) == 0).collect();
            assert_eq!(zeros, pairs, "{}", entry.text("id"));
        }
        "list" if entry.0.contains_key("at") => {
            let (from, values) = (entry.number("from"), entry.numbers("values"));
            let end = from + u64::try_from(values.len()).unwrap() - 1;
            let table = under.table(game, end.max(5))?;
            for (n, printed) in (from..).zip(values) {
                let computed = match entry.text("at") {
                    "0,0,n" => at(&table, 0, n),
                    "0,n,5" => at(&table, n, 5),
                    other => panic!("a list along {other}"),
                };
                compare(n.to_string(), printed, computed, &mut found);
            }
            if let Some(printed) = entry.maybe("printed_from") {
                compare("from".into(), printed, from, &mut found);
            }
        }
        "list" => {
            // Differences along a g-sequence that repeat forever according to the paper; three periods are checked.
            let (g, from, values) =
                (entry.number("g"), entry.maybe("from").unwrap(), entry.numbers("values"));
            let count = usize::try_from(from).unwrap() + 3 * values.len();
            let table = under.table(game, 200)?;
            let sequence = (0..100).flat_map(|x| (x..200).map(move |y| (x, y)));
            let sequence = sequence.filter(|&(x, y)| (x, y) != (0, 0) && at(&table, x, y) == g);
            let differences: Vec<u64> = sequence.map(|(x, y)| y - x).take(count).collect();
            assert_eq!(differences.len(), count);
            let tail = &differences[usize::try_from(from).unwrap()..];
            assert!(tail.iter().zip(values.iter().cycle()).all(|(d, v)| d == v), "{differences:?}");
        }
        "where" => {
            let (a, value, max) = (entry.number("a"), entry.number("value"), entry.number("max"));
            let table = under.table(game, max)?;
            let computed: Vec<u64> =
                (entry.number("min")..=max).filter(|&b| at(&table, a, b) == value).collect();
            assert_eq!(computed, entry.numbers("values"), "{}", entry.text("id"));
        }
        "bound" if entry.text("of") == "a" => {
            let (g, max) = (entry.number("g"), entry.number("max"));
            let table = under.table(game, max)?;
            let cells = (0..=max).flat_map(|b| (0..=b / 2).map(move |a| (a, b)));
            let largest = cells.filter(|&(a, b)| at(&table, a, b) == g).map(|(a, _)| a).max().unwrap();
            compare(g.to_string(), entry.number("bound"), largest, &mut found);
        }
        "bound" => {
            let (from, count) = (entry.number("from"), entry.number("count"));
            let table = under.table(game, from + count - 1)?;
            let a = match entry.text("at") {
                "0,0,n" => 0,
                "0,2,n" => 2,
                "0,6,n" => 6,
                other => panic!("a bound along {other}"),
            };
            let largest = (from..from + count).map(|n| at(&table, a, n)).max().unwrap();
            compare("bound".into(), entry.number("bound"), largest, &mut found);
        }
        "outcomes" => {
            let table = under.table(game, 40)?;
            let cell = |text: &str| {
                text.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap()
            };
            let zero = |text: &&str| {
                let (x, y) = cell(text);
                at(&table, x, y) == 0
            };
            assert!(
                entry.texts("p").iter().all(zero) && !entry.texts("n").iter().any(zero),
                "{}",
                entry.text("id")
            );
        }
        "constants" => {
            // Far enough beyond the last index of the constants of small g to see that they no longer change.
            const ROWS: u64 = 700;
            let table = under.table(game, 2 * ROWS)?;
            for row in entry.rows().into_iter().filter(|row| row.number("g") <= 6) {
                let g = row.number("g");
                let members: Vec<(u64, u64)> = (0..ROWS)
                    .flat_map(|x| (x..2 * ROWS).map(move |y| (x, y)))
                    .filter(|&(x, y)| at(&table, x, y) == g)
                    .collect();
                let off: Vec<usize> = members
                    .iter()
                    .enumerate()
                    .filter(|&(n, (x, y))| usize::try_from(y - x) != Ok(n))
                    .map(|(n, _)| n)
                    .collect();
                let distinct: BTreeSet<u64> = members.iter().map(|&(_, y)| y).collect();
                let repeats = u64::try_from(members.len() - distinct.len()).unwrap();
                compare(format!("g={g},C"), row.number("C"), repeats, &mut found);
                if let Some(printed) = row.maybe("M") {
                    let settled = off.last().map_or(0, |last| u64::try_from(last + 1).unwrap());
                    compare(format!("g={g},M"), printed, settled, &mut found);
                }
                if let Some(printed) = row.maybe("wrong") {
                    compare(format!("g={g},wrong"), printed, u64::try_from(off.len()).unwrap(), &mut found);
                }
            }
        }
        _ => return None,
    }
    Some(found)
}

/// Kinds of entries that are recomputed position by position.
fn by_position(kind: &str, entry: &Entry) -> Option<Vec<Finding>> {
    let mut found = Vec::new();
    let value = |game: &str, position: &str| {
        let (game, position) = grundy::parse(&format!("{game} {position}")).unwrap();
        Strategist::new(&game, Budget::default()).value(&position).unwrap().0
    };
    match kind {
        "value" => {
            let computed = value(entry.text("game"), entry.text("position"));
            compare(entry.text("position").into(), entry.number("value"), computed, &mut found);
        }
        "sum" => {
            let parts =
                entry.0["parts"].as_array().unwrap().iter().map(|part| Entry(part.as_table().unwrap()));
            let parts = parts.fold(0, |sum, part| sum ^ value(part.text("game"), part.text("position")));
            let whole = value(entry.text("game"), entry.text("position"));
            assert_eq!(whole, parts ^ entry.maybe("plus").unwrap_or(0), "{}", entry.text("id"));
        }
        "moves" => {
            let (game, position) =
                grundy::parse(&format!("{} {}", entry.text("game"), entry.text("position"))).unwrap();
            let options = grundy::options(game.as_ref(), &position, 1000).unwrap();
            let options: BTreeSet<String> = options.iter().map(|option| game.show(option)).collect();
            assert_eq!(
                options,
                entry.texts("options").into_iter().map(str::to_owned).collect(),
                "{}",
                entry.text("id")
            );
        }
        "mex" => {
            let computed = grundy::mex::mex_from(entry.number("from"), entry.numbers("set"));
            compare("mex".into(), entry.number("value"), computed, &mut found);
        }
        "index" => {
            let members = grundy::sequence::by_definition(
                &grundy::game(entry.text("game")).unwrap(),
                entry.number("g"),
                20,
                Budget::default(),
            );
            let v = entry.number("v");
            let last = members.unwrap().iter().rposition(|&(x, _)| x <= v).unwrap();
            compare("index".into(), entry.number("value"), u64::try_from(last).unwrap(), &mut found);
        }
        "state" => star_nim_state(entry),
        "period" => {
            let row = entry.number("row");
            let mut search = RowSearch::of(&grundy::game(entry.text("game")).unwrap(), row, None).unwrap();
            assert!(search.finish(&mut |_| ControlFlow::Continue(())).unwrap());
            let proof = search.proofs().last().unwrap();
            assert_eq!(proof.row, row);
            compare(row.to_string(), entry.number("period"), proof.period.length, &mut found);
        }
        "count" => star_nim_counts(entry, &mut found),
        _ => return None,
    }
    Some(found)
}

/// Kinds of entries that are recomputed from g-sequences, row by row. Lists of positions must be correct, unless the corpus has
/// errata for them; in that case the tables, which have the right values, show where they differ.
fn by_rows(kind: &str, entry: &Entry, errata: bool) -> Option<Vec<Finding>> {
    let mut found = Vec::new();
    let on = &mut |_| ControlFlow::Continue(());
    match kind {
        "constants" => {
            // M_19 = 6150670 is seen in row 9950819.
            static CONSTANTS: OnceLock<Vec<Tally>> = OnceLock::new();
            let of_g =
                CONSTANTS.get_or_init(|| grundy::r_wythoff::summary(20, 10_000_000, on).unwrap().unwrap());
            for row in entry.rows() {
                let g = row.number("g");
                let Tally { repeats, wrong, settled, .. } = of_g[usize::try_from(g).unwrap()];
                for (key, computed) in [("C", repeats), ("M", settled), ("wrong", wrong)] {
                    if let Some(printed) = row.maybe(key) {
                        compare(format!("g={g},{key}"), printed, computed, &mut found);
                    }
                }
            }
        }
        "positions" if !errata && entry.maybe("complete_to").is_some() => {
            let (game, value, end) = (entry.text("game"), entry.number("value"), entry.number("complete_to"));
            let members =
                grundy::sequence::by_rows(&grundy::game(game).unwrap(), value, Extent::Rows(end + 1), on);
            assert_eq!(members.unwrap(), entry.pairs("positions"), "{}", entry.text("id"));
        }
        _ => return None,
    }
    Some(found)
}

/// T and Y of Farr and Ho's Definition 4, by Algorithm 2, and by Algorithm 3 plus what it has subtracted.
fn star_nim_state(entry: &Entry) {
    let sets = |key: &str| -> Vec<BTreeSet<u64>> {
        let sets = entry.0[key].as_array().unwrap().iter();
        sets.map(|set| set.as_array().unwrap().iter().map(integer).collect()).collect()
    };
    let (g, n) = (entry.number("g"), usize::try_from(entry.number("n")).unwrap());
    let (mut second, mut third) = (Algorithm2::new(g), Algorithm3::new(g));
    second.nth(n).unwrap();
    third.nth(n).unwrap();
    for (state, origin) in [(second.state(), 0), (third.state(), third.origin())] {
        let moved = |set: &BTreeSet<u64>| set.iter().map(|v| v + origin).collect::<BTreeSet<u64>>();
        let t: Vec<_> = state.columns().iter().map(|column| moved(&column.t())).collect();
        let y: Vec<_> = state.columns().iter().map(|column| moved(&column.y)).collect();
        assert_eq!((t, y), (sets("T"), sets("Y")), "{}", entry.text("id"));
    }
}

/// P-positions of Nim with sorted piles in a range, and how many of them are P-positions of Star Nim: all values of
/// Star Nim with that many strips, by the ray engine.
fn star_nim_counts(entry: &Entry, found: &mut Vec<Finding>) {
    let (strips, min, max) =
        (usize::try_from(entry.number("strips")).unwrap(), entry.number("min"), entry.number("max"));
    let axes = Axes::new(&vec![max; strips]).unwrap();
    let game = Template::parse("star-nim").unwrap().game().clone();
    let is_position = game.geometry(&[strips]).and_then(|geometry| geometry.lowering()).unwrap();
    let (mut nim, mut both) = (0, 0);
    let made = axes.for_each(Simd::best(), is_position.as_ref(), &mut |cell, value| {
        if cell[0] >= min && cell.is_sorted() && cell.iter().fold(0, |sum, x| sum ^ x) == 0 {
            nim += 1;
            both += u64::from(value == 0);
        }
        ControlFlow::Continue(())
    });
    made.unwrap();
    compare("nim".into(), entry.number("nim"), nim, found);
    compare("both".into(), entry.number("both"), both, found);
}

/// The methods that reproduce a printed list of P-positions of a game with blocking: recursion (6), and the kernel under each reading.
fn agreeing(entry: &Entry) -> Vec<&'static str> {
    let family = grundy::game(entry.text("game")).unwrap().identity().unwrap().family().unwrap();
    let pairs = entry.pairs("pairs");
    let numbers =
        if entry.0.contains_key("n") { entry.numbers("n") } else { (0..).take(pairs.len()).collect() };
    let count = usize::try_from(numbers.last().unwrap() + 1).unwrap();
    let recursion = recursion(family, count, Budget::default()).unwrap();
    let same = numbers.iter().zip(&pairs).all(|(&n, pair)| recursion[usize::try_from(n).unwrap()] == *pair);
    let readings = Reading::ALL.into_iter().filter(|&reading| {
        with_kernel(Family { reading, ..family }, &pairs, Budget::default()).unwrap().is_none()
    });
    same.then_some("recursion").into_iter().chain(readings.map(Reading::name)).collect()
}

/// Entries that cannot be recomputed here yet, and why.
fn waits(kind: &str) -> Option<&'static str> {
    match kind {
        "exceptions" => Some("a formula on Fibonacci sequences"),
        _ => None,
    }
}

#[test]
fn every_engine_agrees_with_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(folder.join("../../docs/errata.md")).unwrap();
    let mut checked = BTreeMap::new();
    for paper in ["farr-ho", "ho", "gu", "gurvich"] {
        let text = std::fs::read_to_string(folder.join(format!("corpus/{paper}.toml"))).unwrap();
        let file: toml::Table = text.parse().unwrap();
        let mut errata: BTreeMap<String, BTreeSet<Finding>> = BTreeMap::new();
        for erratum in file.get("erratum").map_or(&[][..], |list| list.as_array().unwrap()) {
            let entry = Entry(erratum.as_table().unwrap());
            let finding = (
                entry.text("at").to_owned(),
                entry.maybe("printed").map(signed),
                signed(entry.number("computed")),
            );
            assert!(
                page.contains(&format!("`{}`", entry.text("id"))),
                "docs/errata.md does not mention {}",
                entry.text("id")
            );
            errata.entry(entry.text("id").to_owned()).or_default().insert(finding);
        }
        for (kind, list) in &file {
            let Some(list) = list.as_array().filter(|_| kind != "erratum") else { continue };
            for entry in list.iter().map(|entry| Entry(entry.as_table().unwrap())) {
                if waits(kind).is_some() {
                    continue;
                }
                let mut expected = errata.get(entry.text("id")).cloned().unwrap_or_default();
                if let Some(found) = by_rows(kind, &entry, !expected.is_empty()) {
                    assert_eq!(BTreeSet::from_iter(found), expected, "{} by rows", entry.text("id"));
                }
                if kind == "constants" {
                    // Only small g are within reach of a table.
                    expected.retain(|(place, ..)| !place.starts_with("g=7,") && !place.starts_with("g=11,"));
                }
                let verdict = |name: &str, found: Vec<Finding>| {
                    let found: BTreeSet<Finding> = found.into_iter().collect();
                    assert_eq!(found, expected, "{} by {name}", entry.text("id"));
                };
                if entry.0.contains_key("agrees") {
                    assert_eq!(agreeing(&entry), entry.texts("agrees"), "{}", entry.text("id"));
                } else if let Some(found) = by_position(kind, &entry) {
                    verdict("definition", found);
                } else {
                    let by: Vec<(&str, Vec<Finding>)> = engines()
                        .iter()
                        .filter_map(|under| Some((under.name, by_table(kind, &entry, under)?)))
                        .collect();
                    assert!(!by.is_empty(), "nothing checks {}", entry.text("id"));
                    for (name, found) in by {
                        verdict(name, found);
                    }
                }
                *checked.entry(kind.clone()).or_insert(0) += 1;
            }
        }
    }
    let all: u32 = checked.values().sum();
    assert!(all >= 78, "only {all} entries of the corpus were checked: {checked:?}");
}
