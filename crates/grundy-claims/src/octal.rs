//! Published periods of octal games.

use super::context::wide;
use super::corpus::Entry;
use super::data::{corrected, value_of};
use super::record::Contradicted;
use super::{Checked, Context, Error, Grade, Paper, Probe};
use grundy::heaps::{Code, HeapPeriod, Values, prove, same_values};
use std::sync::Arc;

/// Games that need more heaps than this are computed to [`SHORT`] only, with quick effort.
const LONG: u64 = 700_000;
const SHORT: u64 = 20_000;

/// How many heaps to compute.
fn heaps(context: &Context, entry: &Entry<'_>) -> u64 {
    match entry.number("heaps") {
        heaps if heaps > LONG => context.to(SHORT, heaps).min(heaps),
        heaps => heaps,
    }
}

/// The values of a code, and its period if the values up to a heap prove one.
fn proved(context: &Context, code: &str, to: u64) -> Result<(Values, Option<HeapPeriod>), Error> {
    let mut values = Values::new(Arc::new(code.parse::<Code>()?));
    context.make_room(values.bytes(to, true))?;
    let found = prove(&mut values, to, &mut |_| context.flow())?;
    Ok((values, found))
}

/// A period with its exceptions, the last of them, or the preperiod.
pub(super) fn period(context: &Context, entry: &Entry<'_>) -> Checked {
    let to = heaps(context, entry);
    let (values, found) = proved(context, entry.text("code"), to)?;
    let mut probe = Probe::default();
    let Some(HeapPeriod { preperiod, length, verified, .. }) = found else {
        // With less effort than the game needs there is nothing to contradict.
        let is_short = to < entry.number("heaps");
        probe.require(is_short, format_args!("period"), format_args!("proved"), format_args!("not proved"));
        return probe
            .done(format!("values up to G({to}), which prove no period yet; more are needed (full effort)"));
    };
    probe.same(format_args!("period"), entry.number("period"), length);
    if let Some(last) = entry.maybe("last") {
        probe.same(format_args!("last exception"), last, preperiod.saturating_sub(1));
    }
    if let Some(published) = entry.maybe("preperiod") {
        probe.same(format_args!("preperiod"), published, preperiod);
    }
    if entry.has("values") {
        let from = entry.maybe("from").unwrap_or(0);
        let in_period = |n: u64| n + (preperiod - n).div_ceil(length) * length;
        let is_exception = |n: &u64| values.get(*n) != values.get(in_period(*n));
        let exceptions: Vec<u64> = (from..preperiod).filter(is_exception).collect();
        probe.same(format_args!("exceptions"), listed(&entry.numbers("values")), listed(&exceptions));
    }
    probe.done(format!("proved by the values up to G({verified})"))
}

fn listed(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// A table of preperiods and periods.
pub(super) fn periods(context: &Context, entry: &Entry<'_>) -> Checked {
    let to = heaps(context, entry);
    let mut probe = Probe::default();
    let rows = entry.tables("rows");
    for row in &rows {
        let code = row.text("code");
        let (values, found) = proved(context, code, to)?;
        let Some(HeapPeriod { preperiod, length, .. }) = found else {
            probe.differs(format_args!("{code}"), &row.number("period"), &"no period proved");
            continue;
        };
        let dropped = wide((1..to).take_while(|&n| values.get(n) == Some(0)).count());
        let preperiod = if entry.has("dropped") { preperiod.saturating_sub(dropped) } else { preperiod };
        let pair = |preperiod: u64, period: u64| format!("{preperiod}, {period}");
        let printed = pair(row.number("preperiod"), row.number("period"));
        probe.same(format_args!("{code}"), printed, pair(preperiod, length));
    }
    probe.done(format!("{} codes, proved", rows.len()))
}

/// Two codes that are said to have the same values. The first difference is on record.
pub(super) fn same(context: &Context, entry: &Entry<'_>) -> Checked {
    let (text, other_text) = (entry.text("code"), entry.text("other"));
    let (code, other) = (text.parse::<Code>()?, other_text.parse::<Code>()?);
    let mut probe = Probe::default();
    let to = heaps(context, entry);
    if let Some((n, [value, of_other])) = first_difference(context, &code, &other, to)? {
        probe.differs(format_args!("G({n})"), &of_other, &value);
        return probe.done(format!("values up to G({n})"));
    }
    let is_proved = same_values(&code, &other)? == Some(true);
    probe.done(if is_proved { "proved for all heaps".to_owned() } else { format!("values up to G({to})") })
}

/// The first heap up to one that has different values in two games, and the two.
fn first_difference(
    context: &Context,
    one: &Code,
    other: &Code,
    to: u64,
) -> Result<Option<(u64, [u64; 2])>, Error> {
    let mut both = [one, other].map(|code| Values::new(Arc::new(code.clone())));
    for values in &mut both {
        context.make_room(values.bytes(to, false))?;
        values.extend(to, &mut |_| context.flow())?;
    }
    let [one, other] = both;
    let mut pairs = (0..).zip(one.iter().zip(other.iter()));
    Ok(pairs.find(|(_, (a, b))| a != b).map(|(n, (a, b))| (n, [a, b])))
}

/// Checks that two games have different values first at heap `numbers[0]`.
fn differ_at(context: &Context, codes: [&str; 2], numbers: &[u64]) -> Checked {
    const TO: u64 = 5000;
    let [one, other] = codes;
    let mut probe = Probe::default();
    let found = first_difference(context, &one.parse()?, &other.parse()?, TO)?.map_or(TO, |(n, _)| n);
    probe.same(format_args!("first difference"), numbers[0], found);
    probe.done(format!("values up to G({found})"))
}

pub(super) const CONTRADICTED: &[Contradicted] = &[
    Contradicted {
        id: "A071436",
        grade: Grade::False,
        first: None,
        why: "G(326639) = 26, but G(326639+144) = 16. The table of tczajka/octal-games has the right number, see `octal/solved-56`.",
        instead: "the values of octal game 0.56 have period 144, the last exception is 326639",
        numbers: &[326_639],
        check: |context, numbers| {
            corrected(context, Paper::Octal, "A071436", |entry| {
                entry.insert("last".to_owned(), value_of(numbers[0]));
            })
        },
    },
    Contradicted {
        id: "same-161-36",
        grade: Grade::False,
        first: None,
        why: "The first 519 values are the same, but G(519) is 2 in .161 and 4 in .36.",
        instead: "the values of .161 and .36 are the same below heap 519, and not there",
        numbers: &[519],
        check: |context, numbers| differ_at(context, [".161", ".36"], numbers),
    },
    Contradicted {
        id: "same-27-06",
        grade: Grade::Slip,
        first: None,
        why: "In .27 a heap of 2 has the move that takes both counters, and value 1; in .06 it has no move that leaves nothing, and value 0. .26 in place of .06 is right.",
        instead: "octal game .27 has the values of .26",
        numbers: &[],
        check: |context, _| {
            corrected(context, Paper::Octal, "same-27-06", |entry| {
                entry.insert("other".to_owned(), ".26".into());
            })
        },
    },
    Contradicted {
        id: "same-314-31",
        grade: Grade::False,
        first: None,
        why: "From a heap of 5 in .314 one may take 3 and leave two heaps of 1, which has the value 0; in .31 no move does this, and G(5) = 0.",
        instead: "the values of .314 and .31 are the same below heap 5, and not there",
        numbers: &[5],
        check: |context, numbers| differ_at(context, [".314", ".31"], numbers),
    },
];
