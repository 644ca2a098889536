//! Searches the file `stripped` of OEIS for a sequence: as it is, without its first terms, shifted, and by its differences.

use flate2::read::GzDecoder;
use grundy::InputError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Least number of terms that must agree.
const ENOUGH: usize = 8;

/// Upper limit on terms to compare. Entries of OEIS have about as many.
const COMPARED: usize = 40;

/// A variant of a sequence to search for.
pub struct Form {
    /// Description.
    pub what: String,
    terms: Vec<i64>,
}

/// An entry that agrees with a form of a sequence.
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

/// All entries that agree with a form, and the number of entries read.
pub fn search(path: &Path, forms: &[Form]) -> Result<(Vec<Hit>, usize), InputError> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let is_gzip = reader.fill_buf().map_err(|error| unreadable(path, &error))?.starts_with(&[0x1f, 0x8b]);
    let inside: Box<dyn Read> = if is_gzip { Box::new(GzDecoder::new(reader)) } else { Box::new(reader) };
    let (mut hits, mut entries) = (Vec::new(), 0);
    let mut numbers = Vec::new();
    for (line, text) in (1..).zip(BufReader::new(inside).lines()) {
        let text = text.map_err(|error| {
            let message = format!("{}: line {line} cannot be read: {error}", path.display());
            InputError::whole(message).hint("the file is damaged: download stripped.gz again")
        })?;
        if text.starts_with('#') || text.trim().is_empty() {
            continue;
        }
        let number = entry(&text, &mut numbers).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let message = format!("{}: line {line} is not an OEIS entry: {shown}", path.display());
            InputError::whole(message)
                .hint("lines of the file stripped of oeis.org look like A000201 ,1,3,4,6,8,9,")
        })?;
        entries += 1;
        hits.extend(agreeing(number, &numbers, forms));
    }
    if entries == 0 {
        let error = InputError::whole(format!("{} has no entries", path.display()));
        return Err(error.hint("download stripped.gz from oeis.org"));
    }
    Ok((ranked(hits), entries))
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
fn agreeing<'a>(number: &'a str, entry: &'a [i64], forms: &'a [Form]) -> impl Iterator<Item = Hit> + 'a {
    forms.iter().enumerate().filter_map(move |(form, Form { terms, .. })| {
        let (skipped, agree) = agrees(entry, terms)?;
        Some(Hit { number: number.to_owned(), form, skipped, agree })
    })
}

/// Forms that are closest to the sequence first. An entry that agrees in several forms counts once.
fn ranked(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| (a.form, a.skipped, &a.number).cmp(&(b.form, b.skipped, &b.number)));
    let mut seen = std::collections::HashSet::new();
    hits.retain(|hit| seen.insert(hit.number.clone()));
    hits
}

fn unreadable(path: &Path, error: &io::Error) -> InputError {
    InputError::whole(format!("{}: {error}", path.display()))
        .hint("--database names the file stripped or stripped.gz of oeis.org")
}

/// The number of an entry. Stores its terms in `numbers`, up to the first that does not fit 64 bits.
fn entry<'t>(text: &'t str, numbers: &mut Vec<i64>) -> Option<&'t str> {
    let (number, terms) = text.split_once(' ')?;
    let digits = number.strip_prefix('A')?;
    if digits.len() < 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let terms = terms.trim().strip_prefix(',')?.strip_suffix(',')?;
    numbers.clear();
    for term in terms.split(',') {
        match term.parse() {
            Ok(term) => numbers.push(term),
            Err(_) if is_long(term) => break,
            Err(_) => return None,
        }
    }
    Some(number)
}

fn is_long(term: &str) -> bool {
    let digits = term.strip_prefix('-').unwrap_or(term);
    digits.len() > 18 && digits.bytes().all(|byte| byte.is_ascii_digit())
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
    fn entries_are_read_and_others_are_not() {
        let mut numbers = Vec::new();
        assert_eq!(entry("A000201 ,1,3,-4,", &mut numbers), Some("A000201"));
        assert_eq!(numbers, [1, 3, -4]);
        assert_eq!(entry("A000001 ,1,123456789012345678901,2,", &mut numbers), Some("A000001"));
        assert_eq!(numbers, [1]);
        for wrong in ["A201 ,1,", "B000201 ,1,", "A000201 1,2", "A000201 ,1,x,", "A000201"] {
            assert_eq!(entry(wrong, &mut numbers), None, "{wrong}");
        }
    }

    #[test]
    fn agreement_is_enough_or_nothing() {
        let squares: Vec<i64> = (0..20).map(|n| n * n).collect();
        assert_eq!(agrees(&squares, &squares[3..]), Some((3, 17)));
        assert_eq!(agrees(&squares[..9], &squares[3..]), None, "six terms say nothing");
        assert_eq!(agrees(&[], &squares), None);
    }
}
