//! Claims from the corpus: the printed data of the sources.

use super::{Claim, Difference, Kind, Paper, Published, Verdict};
use toml::{Table, Value};

/// The corpus is embedded, because the library reads no files.
fn text(paper: Paper) -> &'static str {
    match paper {
        Paper::FarrHo => include_str!("../corpus/farr-ho.toml"),
        Paper::Ho => include_str!("../corpus/ho.toml"),
        Paper::Gu => include_str!("../corpus/gu.toml"),
        Paper::Gurvich => include_str!("../corpus/gurvich.toml"),
        Paper::Octal => include_str!("../corpus/octal.toml"),
    }
}

/// An entry of the corpus. Missing keys read as empty: the corpus is embedded, and tests read all of it.
pub(super) struct Entry<'t>(pub &'t Table);

impl<'t> Entry<'t> {
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    pub fn text(&self, key: &str) -> &'t str {
        self.0.get(key).and_then(Value::as_str).unwrap_or("")
    }

    pub fn maybe(&self, key: &str) -> Option<u64> {
        self.0.get(key).and_then(Value::as_integer).and_then(|number| u64::try_from(number).ok())
    }

    pub fn number(&self, key: &str) -> u64 {
        self.maybe(key).unwrap_or(0)
    }

    pub fn list(&self, key: &str) -> &'t [Value] {
        self.0.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    pub fn numbers(&self, key: &str) -> Vec<u64> {
        numbers_of(self.list(key))
    }

    pub fn texts(&self, key: &str) -> Vec<&'t str> {
        self.list(key).iter().filter_map(Value::as_str).collect()
    }

    pub fn sets(&self, key: &str) -> Vec<Vec<u64>> {
        self.list(key).iter().filter_map(Value::as_array).map(|set| numbers_of(set)).collect()
    }

    pub fn pairs(&self, key: &str) -> Vec<(u64, u64)> {
        let pair = |set: Vec<u64>| match set[..] {
            [x, y] => Some((x, y)),
            _ => None,
        };
        self.sets(key).into_iter().filter_map(pair).collect()
    }

    pub fn tables(&self, key: &str) -> Vec<Entry<'t>> {
        self.list(key).iter().filter_map(Value::as_table).map(Entry).collect()
    }
}

fn numbers_of(list: &[Value]) -> Vec<u64> {
    list.iter().filter_map(Value::as_integer).filter_map(|number| u64::try_from(number).ok()).collect()
}

/// The keys of published data, as opposed to places.
const PUBLISHED: &[&str] = &[
    "values",
    "value",
    "rows",
    "positions",
    "pairs",
    "T",
    "Y",
    "nim",
    "both",
    "bound",
    "period",
    "preperiod",
    "last",
    "plus",
    "printed_from",
    "C",
    "M",
    "wrong",
    "m0",
    "m1",
    "sign",
];

/// The published numbers of an entry.
pub(super) fn numbers(entry: &mut Table) -> Vec<&mut i64> {
    let mut found = Vec::new();
    for (key, value) in entry.iter_mut() {
        if PUBLISHED.contains(&key.as_str()) {
            gather(value, &mut found);
        }
    }
    found
}

fn gather<'v>(value: &'v mut Value, found: &mut Vec<&'v mut i64>) {
    match value {
        Value::Integer(number) => found.push(number),
        Value::Array(list) => list.iter_mut().for_each(|value| gather(value, found)),
        Value::Table(table) => found.extend(numbers(table)),
        _ => {}
    }
}

/// The claims of the corpus, ordered by kind of entry.
pub(super) fn claims(paper: Paper) -> Vec<Claim> {
    let Ok(file) = text(paper).parse::<Table>() else { return Vec::new() };
    let errata = errata(&file);
    let mut claims = Vec::new();
    for (kind, list) in file.iter().filter(|(kind, _)| *kind != "erratum") {
        let entries = list.as_array().into_iter().flatten().filter_map(Value::as_table);
        for entry in entries {
            let id = Entry(entry).text("id");
            let errata: Vec<Difference> =
                errata.iter().filter(|(of, _)| of == id).map(|(_, difference)| difference.clone()).collect();
            claims.push(Claim {
                id: id.to_owned(),
                paper,
                place: Entry(entry).text("place").to_owned(),
                kind: kind_of(kind, &Entry(entry)),
                statement: statement(kind, &Entry(entry)),
                expected: if errata.is_empty() { Verdict::Holds } else { Verdict::Contradicted },
                errata,
                published: Published::Datum(kind.clone(), entry.clone()),
                graded: None,
            });
        }
    }
    claims
}

/// The kind and the data of the entry with this id.
pub(super) fn entry(paper: Paper, id: &str) -> Option<(String, Table)> {
    let id = format!("{paper}/{id}");
    claims(paper).into_iter().find(|claim| claim.id == id).and_then(|claim| match claim.published {
        Published::Datum(kind, entry) => Some((kind, entry)),
        Published::Numbers(..) => None,
    })
}

fn errata(file: &Table) -> Vec<(String, Difference)> {
    let entries = file.get("erratum").and_then(Value::as_array).into_iter().flatten();
    let entries = entries.filter_map(Value::as_table).map(Entry);
    let difference = |entry: Entry<'_>| {
        let published = entry.maybe("printed").map_or_else(|| NOT_LISTED.to_owned(), |n| n.to_string());
        let computed = entry.number("computed").to_string();
        (entry.text("id").to_owned(), Difference { at: entry.text("at").to_owned(), published, computed })
    };
    entries.map(difference).collect()
}

/// Represents a number that the text omits.
pub(super) const NOT_LISTED: &str = "nothing";

fn kind_of(kind: &str, entry: &Entry<'_>) -> Kind {
    match kind {
        "count" | "bound" | "constants" | "period" | "heap-period" => Kind::Count,
        "exceptions" => Kind::Formula,
        "value" | "sum" | "moves" | "mex" | "index" | "state" | "outcomes" => Kind::Example,
        "same-values" => Kind::Theorem,
        "positions" if entry.text("place").starts_with("Theorem") => Kind::Theorem,
        _ => Kind::Table,
    }
}

/// The statement of an entry.
fn statement(kind: &str, entry: &Entry<'_>) -> String {
    let game = entry.text("game");
    let cells = || entry.tables("rows").iter().map(|row| row.numbers("values").len()).sum::<usize>();
    match kind {
        "table" => format!("{} printed values of {game}", cells()),
        "positions" => {
            let (value, count) = (entry.number("value"), entry.pairs("positions").len());
            match entry.maybe("complete_to") {
                Some(end) => format!("the {count} positions of value {value} of {game} with x <= {end}"),
                None => format!("{count} positions of {game} have value {value}"),
            }
        }
        "p-sequence" => format!("the first {} P-positions of {game}", entry.pairs("pairs").len()),
        "list" if entry.has("at") => {
            format!("{} values of {game} along {}", entry.numbers("values").len(), entry.text("at"))
        }
        "list" => format!(
            "the differences of value {} of {game} repeat {} numbers from member {} on",
            entry.number("g"),
            entry.numbers("values").len(),
            entry.number("from")
        ),
        "where" => format!(
            "where row {} of {game} has value {}, for b from {} to {}",
            entry.number("a"),
            entry.number("value"),
            entry.number("min"),
            entry.number("max")
        ),
        "bound" if entry.text("of") == "a" => format!(
            "value {} of {game} with a <= b/2 <= {} has a at most {}",
            entry.number("g"),
            entry.number("max") / 2,
            entry.number("bound")
        ),
        "bound" => format!(
            "{} values of {game} along {} are at most {}",
            entry.number("count"),
            entry.text("at"),
            entry.number("bound")
        ),
        "outcomes" => format!(
            "{} P-positions and {} N-positions of {game}",
            entry.texts("p").len(),
            entry.texts("n").len()
        ),
        "constants" => {
            format!("the constants of the sequences of {} values of {game}", entry.tables("rows").len())
        }
        "value" => format!("G({}) = {} in {game}", entry.text("position"), entry.number("value")),
        "sum" => format!("G({}) is the nim-sum of its parts", entry.text("position")),
        "moves" => format!("the {} moves from {}", entry.texts("options").len(), entry.text("position")),
        "mex" => format!(
            "the least number from {} on outside {:?} is {}",
            entry.number("from"),
            entry.numbers("set"),
            entry.number("value")
        ),
        "index" => format!(
            "the last member of T^{} with first entry at most {} is number {}",
            entry.number("g"),
            entry.number("v"),
            entry.number("value")
        ),
        "state" => {
            format!("what Algorithm 2 keeps after member {} of T^{}", entry.number("n"), entry.number("g"))
        }
        "period" => {
            format!("row {} of {game} has additive period {}", entry.number("row"), entry.number("period"))
        }
        "heap-period" => {
            let (code, period) = (entry.text("code"), entry.number("period"));
            let exceptions = match (entry.maybe("last"), entry.maybe("preperiod")) {
                (Some(last), _) => format!("the last exception is {last}"),
                (_, Some(preperiod)) => format!("preperiod {preperiod}"),
                _ => format!("{} exceptions", entry.numbers("values").len()),
            };
            format!("the values of octal game {code} have period {period}, {exceptions}")
        }
        "heap-periods" => format!("preperiods and periods of {} octal games", entry.tables("rows").len()),
        "same-values" => {
            format!("octal game {} has the values of {}", entry.text("code"), entry.text("other"))
        }
        "count" => entry.text("what").to_owned(),
        "exceptions" => format!(
            "members {} on of value {} of {game}: P-positions shifted by {}, except on {} sequences",
            entry.number("first"),
            entry.number("g"),
            entry.number("C"),
            entry.tables("rows").len()
        ),
        _ => kind.to_owned(),
    }
}
