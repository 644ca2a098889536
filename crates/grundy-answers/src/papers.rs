//! The papers behind theorems and claims, as records of BibTeX: `papers.bib` is the one place that has them.

use serde::Serialize;
use std::sync::LazyLock;

/// All records.
const RECORDS: &str = include_str!("papers.bib");

/// How sources name a paper: the name, and the key of its record. A name ends where a place in the paper may follow; longer ones come first.
const NAMES: [(&str, &str); 19] = [
    ("Farr & Ho", "farr-ho"),
    ("Ho, Sharing Nim", "ho"),
    ("Ho", "ho"),
    ("Gu, R-Wythoff", "gu"),
    ("Gu", "gu"),
    ("Gurvich", "gurvich"),
    ("Bouton 1901", "bouton"),
    ("Wythoff 1907", "wythoff"),
    ("Sprague 1935", "sprague"),
    ("Grundy 1939", "grundy"),
    ("Welter 1954", "welter"),
    ("Guy & Smith 1956", "guy-smith"),
    ("Conway, On Numbers and Games", "conway"),
    ("Fraenkel 1982", "fraenkel"),
    ("Berlekamp, Conway & Guy, Winning Ways", "winning-ways"),
    ("Dress, Flammenkamp & Pink 1999", "dress-flammenkamp-pink"),
    ("Landman 2002", "landman"),
    ("Larsson 2009", "larsson"),
    ("Siegel, Combinatorial Game Theory", "siegel"),
];

/// A paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paper {
    /// The key of its record. Claims of the audit begin with it.
    pub key: String,
    /// The place in it that is cited, such as `Theorem 5`.
    pub place: Option<String>,
    /// The record, with the place as a note.
    pub bibtex: String,
}

static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| {
    RECORDS
        .split_inclusive("\n}\n")
        .filter_map(|record| {
            let (_, rest) = record.split_once('{')?;
            let (key, _) = rest.split_once(',')?;
            Some(Paper { key: key.to_owned(), place: None, bibtex: record.to_owned() })
        })
        .collect()
});

/// All papers, in the order of time.
pub fn all() -> &'static [Paper] {
    &PAPERS
}

/// A paper by its key.
pub fn find(key: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.key == key)
}

/// The papers that a source names, such as the `by` of an answer, in the order of the text; each with the place that is cited.
///
/// ```
/// let cited = grundy_answers::papers::cited("Farr & Ho, Proposition 5");
/// assert_eq!((cited[0].key.as_str(), cited[0].place.as_deref()), ("farr-ho", Some("Proposition 5")));
/// assert!(cited[0].bibtex.contains("note = {Proposition 5}"));
/// assert!(grundy_answers::papers::cited("definition").is_empty());
/// ```
pub fn cited(source: &str) -> Vec<Paper> {
    let mut found: Vec<(usize, Paper)> = Vec::new();
    let mut taken = vec![false; source.len()];
    for (name, key) in NAMES {
        for (at, _) in source.match_indices(name) {
            let (before, after) = (&source[..at], &source[at + name.len()..]);
            let joined = before.ends_with(char::is_alphanumeric) || before.ends_with("& ");
            let whole = !joined && !after.starts_with(char::is_alphanumeric) && !after.starts_with(" & ");
            let named_before = found.iter().any(|(_, paper)| paper.key == key);
            if whole
                && !taken[at]
                && !named_before
                && let Some(paper) = find(key)
            {
                taken[at..at + name.len()].fill(true);
                found.push((at, paper.at(place(after))));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, paper)| paper).collect()
}

/// The place in a paper that follows its name: up to a semicolon or the end of a parenthesis.
fn place(after: &str) -> Option<&str> {
    let text = after.strip_prefix(", ")?;
    let mut open = 0_u32;
    let end = text.find(|c| match c {
        '(' => {
            open += 1;
            false
        }
        ')' if open > 0 => {
            open -= 1;
            false
        }
        ')' | ';' => true,
        _ => false,
    });
    let text = text[..end.unwrap_or(text.len())].split(", docs/").next()?.trim();
    (!text.is_empty()).then_some(text)
}

impl Paper {
    /// The same paper, cited at a place.
    #[must_use]
    pub fn at(&self, place: Option<&str>) -> Self {
        let Some(place) = place else { return self.clone() };
        // Characters that TeX reads as commands.
        let mut note = String::new();
        for c in place.chars() {
            match c {
                '&' | '%' | '#' | '_' | '$' => note.extend(['\\', c]),
                '^' => note.push_str("\\^{}"),
                c => note.push(c),
            }
        }
        let inner = self.bibtex.strip_suffix("\n}\n").unwrap_or(&self.bibtex);
        let bibtex = format!("{inner},\n  note = {{{note}}}\n}}\n");
        Self { key: self.key.clone(), place: Some(place.to_owned()), bibtex }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(source: &str) -> Vec<(String, Option<String>)> {
        cited(source).into_iter().map(|paper| (paper.key, paper.place)).collect()
    }

    fn pair(key: &str, place: &str) -> (String, Option<String>) {
        (key.to_owned(), Some(place.to_owned()).filter(|place| !place.is_empty()))
    }

    #[test]
    fn sources_name_their_papers() {
        assert_eq!(keys("Ho, Sharing Nim, Theorem 2"), [pair("ho", "Theorem 2")]);
        assert_eq!(
            keys("lines of Sharing Nim (Ho, Lemma 1 and Theorem 1)"),
            [pair("ho", "Lemma 1 and Theorem 1")]
        );
        assert_eq!(keys("Sprague 1935 and Grundy 1939"), [pair("sprague", ""), pair("grundy", "")]);
        assert_eq!(keys("Guy & Smith 1956"), [pair("guy-smith", "")]);
        let both = "repetition of the state (Farr & Ho, Theorem 5; for Wythoff's game Landman 2002)";
        assert_eq!(keys(both), [pair("farr-ho", "Theorem 5"), pair("landman", "")]);
        let welter = "Welter 1954; Conway, On Numbers and Games, ch. 13";
        assert_eq!(keys(welter), [pair("welter", ""), pair("conway", "ch. 13")]);
        let four = "Farr & Ho, Proposition 4 with (6k+i, 6k+i+3) in (vi)";
        assert_eq!(keys(four), [pair("farr-ho", "Proposition 4 with (6k+i, 6k+i+3) in (vi)")]);
        assert_eq!(keys("the ray engine, Gurvichs"), []);
    }

    /// Every author whom the catalogue names has a record, and every paper of the audit.
    #[test]
    fn cited_papers_have_records() {
        for entry in grundy::catalog::GAMES {
            assert!(
                entry.paper.is_empty() || !cited(entry.paper).is_empty(),
                "{}: {}",
                entry.name,
                entry.paper
            );
        }
        for paper in grundy_claims::Paper::ALL {
            assert!(find(paper.name()).is_some(), "{paper}");
        }
        assert!(NAMES.iter().all(|(_, key)| find(key).is_some()));
        assert_eq!(all().len(), 18);
    }
}
