//! Writes a source file with all its mutants, of which one is selected at run time.

use crate::find::{Kind, Site};
use std::collections::HashSet;
use std::ops::Range;

/// A written file.
pub struct Written {
    pub text: String,
    /// The bytes of the text that one mutant, or the mutants of one site, are responsible for.
    places: Vec<(Range<usize>, Vec<u32>)>,
}

impl Written {
    /// The mutants to drop if the compiler reports an error at this byte.
    pub fn to_blame(&self, at: usize) -> Option<&[u32]> {
        let around = self.places.iter().filter(|(range, _)| range.contains(&at));
        around.min_by_key(|(range, _)| range.len()).map(|(_, mutants)| &mutants[..])
    }
}

/// Writes the source with its mutants, but for those that are dropped. The mutants of a site are numbered from the number beside it.
pub fn write(source: &str, sites: &[(Site, u32)], dropped: &HashSet<u32>) -> Written {
    let done = Written { text: String::new(), places: Vec::new() };
    let mut writer = Writer { source, sites, dropped, done };
    writer.copy(&(0..source.len()));
    writer.done
}

struct Writer<'a> {
    source: &'a str,
    sites: &'a [(Site, u32)],
    dropped: &'a HashSet<u32>,
    done: Written,
}

impl<'a> Writer<'a> {
    fn push(&mut self, text: &str) {
        self.done.text.push_str(text);
    }

    /// Copies a part of the source, with the mutants of the sites in it.
    fn copy(&mut self, range: &Range<usize>) {
        let mut at = range.start;
        while let Some((site, first)) = self.next(at, range.end) {
            self.push(&self.source[at..site.range.start]);
            at = site.range.end;
            let numbered = (*first..).zip(site.becomes.iter().map(String::as_str));
            let kept: Vec<_> = numbered.filter(|(id, _)| !self.dropped.contains(id)).collect();
            let start = self.done.text.len();
            if kept.is_empty() {
                self.unchanged(site);
            } else {
                self.changed(site, &kept);
                let ids = kept.iter().map(|&(id, _)| id).collect();
                self.done.places.push((start..self.done.text.len(), ids));
            }
        }
        self.push(&self.source[at..range.end]);
    }

    /// The first outermost site between two bytes.
    fn next(&self, from: usize, to: usize) -> Option<&'a (Site, u32)> {
        let first = self.sites.partition_point(|(site, _)| site.range.start < from);
        let starting = self.sites[first..].iter().take_while(|(site, _)| site.range.start < to);
        starting.into_iter().find(|(site, _)| site.range.end <= to)
    }

    fn unchanged(&mut self, site: &Site) {
        match &site.kind {
            Kind::Body => self.push("{"),
            Kind::Values { left, right, .. }
            | Kind::Comparison { left, right, .. }
            | Kind::Assignment { left, right, .. }
            | Kind::Logic { left, right, .. } => {
                self.copy(left);
                self.push(&self.source[left.end..right.start]);
                self.copy(right);
            }
            Kind::Unary { operator, operand } => {
                self.push(operator);
                self.copy(operand);
            }
        }
    }

    /// Operands are evaluated once, before the mutant is selected, so that the text of nested sites is written once.
    fn changed(&mut self, site: &Site, kept: &[(u32, &str)]) {
        match &site.kind {
            Kind::Body => {
                self.push("{");
                for (id, value) in kept {
                    self.arm(*id, |writer| writer.push(&format!("return {value};")));
                }
            }
            Kind::Values { left, operator, right } => {
                self.push("(match (");
                self.copy(left);
                self.push(", ");
                self.copy(right);
                self.push(") { (l__, r__) => ");
                self.arms(kept, operator, |writer, operator| writer.push(&format!("l__ {operator} r__")));
                self.push("})");
            }
            Kind::Comparison { left, operator, right } => {
                self.push("(match (&(");
                self.copy(left);
                self.push("), &(");
                self.copy(right);
                self.push(")) { (l__, r__) => ");
                self.arms(kept, operator, |writer, operator| writer.push(&format!("*l__ {operator} *r__")));
                self.push("})");
            }
            // A mutant of `&&` evaluates the right side if the left is false, and of `||` if it is true.
            Kind::Logic { left, is_and, right } => {
                self.push("({ let l__: bool = ");
                self.copy(left);
                let equal = if *is_and { "!=" } else { "==" };
                self.push(&format!("; if l__ {equal} crate::mutant::is({}) {{ ", kept[0].0));
                self.copy(right);
                self.push(" } else { l__ } })");
            }
            Kind::Assignment { left, operator, right } => {
                self.push("(match ");
                self.copy(right);
                self.push(" { r__ => ");
                self.arms(kept, operator, |writer, operator| {
                    writer.copy(left);
                    writer.push(&format!(" {operator} r__"));
                });
                self.push("})");
            }
            Kind::Unary { operator, operand } => {
                self.push("(match ");
                self.copy(operand);
                self.push(" { v__ => ");
                self.arms(kept, operator, |writer, operator| writer.push(&format!("{operator}v__")));
                self.push("})");
            }
        }
    }

    /// One arm for each mutant, and one for the original.
    fn arms(&mut self, kept: &[(u32, &str)], original: &str, mut write: impl FnMut(&mut Self, &str)) {
        for (id, text) in kept {
            self.arm(*id, |writer| write(writer, text));
            self.push(" else ");
        }
        self.push("{ ");
        write(self, original);
        self.push(" }");
    }

    fn arm(&mut self, id: u32, write: impl FnOnce(&mut Self)) {
        let start = self.done.text.len();
        self.push(&format!("if crate::mutant::is({id}) {{ "));
        write(self);
        self.push(" }");
        self.done.places.push((start..self.done.text.len(), vec![id]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sites;

    fn numbered(source: &str) -> Vec<(Site, u32)> {
        let mut next = 10;
        let number = |site: Site| {
            let first = next;
            next += site.count();
            (site, first)
        };
        sites(source).expect("Rust").into_iter().map(number).collect()
    }

    #[test]
    fn every_site_is_written_with_its_mutants() {
        let source = "fn f(a: u64) -> bool { !(a + 1 < 7) || a == 3 }";
        let written = write(source, &numbered(source), &HashSet::new());
        let is = "crate::mutant::is";
        let sum = format!(
            "(match (a, 1) {{ (l__, r__) => if {is}(16) {{ l__ - r__ }} else if {is}(17) {{ l__ * r__ }} else {{ l__ + r__ }}}})"
        );
        let less = format!(
            "(match (&({sum}), &(7)) {{ (l__, r__) => if {is}(14) {{ *l__ <= *r__ }} else if {is}(15) {{ *l__ > *r__ }} else {{ *l__ < *r__ }}}})"
        );
        let not = format!("(match ({less}) {{ v__ => if {is}(13) {{ v__ }} else {{ !v__ }}}})");
        let equal = format!(
            "(match (&(a), &(3)) {{ (l__, r__) => if {is}(18) {{ *l__ != *r__ }} else {{ *l__ == *r__ }}}})"
        );
        let body = format!("{{if {is}(10) {{ return true; }}if {is}(11) {{ return false; }}");
        let expected = format!(
            "fn f(a: u64) -> bool {body} ({{ let l__: bool = {not}; if l__ == {is}(12) {{ {equal} }} else {{ l__ }} }}) }}"
        );
        assert_eq!(written.text, expected);
        let at = expected.find("l__ * r__").expect("there");
        assert_eq!(written.to_blame(at), Some(&[17][..]));
        let at = expected.find("(a, 1)").expect("there");
        assert_eq!(written.to_blame(at), Some(&[16, 17][..]));
        assert_eq!(written.to_blame(0), None);
    }

    /// Outcomes are kept by places: `5 * b * b` has two sites that begin at its first byte.
    #[test]
    fn every_site_has_a_place_of_its_own() {
        let source = "fn f(b: i64) -> i64 {\n    5 * b * b\n        - -b\n}";
        let mut places: Vec<_> =
            sites(source).expect("Rust").iter().map(|site| (site.line, site.column)).collect();
        places.sort_unstable();
        assert_eq!(places, [(1, 21), (2, 7), (2, 11), (3, 9), (3, 11)]);
    }

    #[test]
    fn a_file_whose_mutants_are_all_dropped_is_the_source() {
        let source = include_str!("find.rs");
        let numbered = numbered(source);
        assert!(numbered.len() > 20);
        assert_eq!(write(source, &numbered, &(10..9999).collect()).text, source);
    }

    #[test]
    fn tests_constants_and_patterns_have_no_mutants() {
        let source = "const A: u8 = 1 + 2; #[cfg(test)] mod t { fn f() -> bool { 1 + 1 == 2 } } #[test] fn g() { h(1 + 1) } \
                      fn h(a: [u8; 1 + 1]) {} const fn i() -> u8 { 1 + 1 } enum E { A = 1 + 1 }";
        assert_eq!(sites(source).expect("Rust").len(), 0);
        let source = "fn f(x: Option<u8>) { if let Some(y) = x && g(y) { h() } }";
        assert_eq!(sites(source).expect("Rust").len(), 1, "only the body");
    }
}
