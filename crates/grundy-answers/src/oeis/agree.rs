//! Compares sequences with entries of OEIS: as they are, without their first terms, shifted, and by their differences.

/// Least number of terms that must agree.
const ENOUGH: usize = 8;

/// Upper limit on terms to compare. Entries of OEIS have about as many.
const COMPARED: usize = 40;

/// A variant of a sequence to search for.
#[derive(Clone, Debug)]
pub struct Form {
    /// Description.
    pub what: String,
    terms: Vec<i64>,
}

/// An entry that agrees with a form of a sequence.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The number of the entry.
    pub number: String,
    /// The index of the form.
    pub form: usize,
    /// Number of terms of the entry before the first of ours.
    pub skipped: usize,
    /// Number of terms that agree: all that both have.
    pub agree: usize,
}

/// The distinct forms of a sequence to try.
pub fn forms(name: &str, terms: &[u64]) -> Vec<Form> {
    let terms: Vec<i64> = terms.iter().take(COMPARED).filter_map(|&term| i64::try_from(term).ok()).collect();
    let differences: Vec<i64> = terms.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let shifted = |by: i64| terms.iter().map(|term| term + by).collect();
    let tried = [
        ("as it is", terms.clone()),
        ("without its first term", terms.iter().skip(1).copied().collect()),
        ("without its first two terms", terms.iter().skip(2).copied().collect()),
        ("with 1 added to each term", shifted(1)),
        ("with 1 subtracted from each term", shifted(-1)),
        ("first differences", differences),
    ];
    let mut forms: Vec<Form> = Vec::new();
    for (what, terms) in tried {
        if terms.len() >= ENOUGH && forms.iter().all(|form| form.terms != terms) {
            forms.push(Form { what: format!("{name}, {what}"), terms });
        }
    }
    forms
}

/// The entries of a list, numbers with their terms, that agree with a form.
pub fn among(entries: &[(&str, Vec<u64>)], forms: &[Form]) -> Vec<Hit> {
    let hits = entries.iter().flat_map(|(number, terms)| {
        let terms: Vec<i64> = terms.iter().map_while(|&term| i64::try_from(term).ok()).collect();
        agreeing(number, &terms, forms).collect::<Vec<_>>()
    });
    ranked(hits.collect())
}

/// The forms that an entry agrees with.
pub fn agreeing<'a>(number: &'a str, entry: &'a [i64], forms: &'a [Form]) -> impl Iterator<Item = Hit> + 'a {
    forms.iter().enumerate().filter_map(move |(form, Form { terms, .. })| {
        let (skipped, agree) = agrees(entry, terms)?;
        Some(Hit { number: number.to_owned(), form, skipped, agree })
    })
}

/// Forms that are closest to the sequence first. An entry that agrees in several forms counts once.
pub fn ranked(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| (a.form, a.skipped, &a.number).cmp(&(b.form, b.skipped, &b.number)));
    let mut seen = std::collections::HashSet::new();
    hits.retain(|hit| seen.insert(hit.number.clone()));
    hits
}

/// The first place in an entry from which on all common terms agree, and their number.
fn agrees(entry: &[i64], ours: &[i64]) -> Option<(usize, usize)> {
    (0..entry.len().saturating_sub(ENOUGH - 1)).find_map(|skipped| {
        let there = &entry[skipped..];
        let both = there.len().min(ours.len());
        (both >= ENOUGH && there[..both] == ours[..both]).then_some((skipped, both))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_enough_or_nothing() {
        let squares: Vec<i64> = (0..20).map(|n| n * n).collect();
        assert_eq!(agrees(&squares, &squares[3..]), Some((3, 17)));
        assert_eq!(agrees(&squares[..9], &squares[3..]), None, "six terms say nothing");
        assert_eq!(agrees(&[], &squares), None);
    }
}
