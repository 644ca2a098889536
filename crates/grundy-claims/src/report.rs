//! Findings as text, Markdown and LaTeX.

use super::{Claim, Difference, Finding, Kind, Paper, Verdict};
use std::fmt::Write as _;

/// A claim and its finding.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The claim.
    pub claim: Claim,
    /// The finding.
    pub found: Finding,
}

impl Audited {
    /// Whether the finding is the expected one.
    pub fn is_on_record(&self) -> bool {
        self.claim.is_on_record(&self.found)
    }

    /// The smallest contradiction.
    pub fn first(&self) -> Option<&Difference> {
        self.found.differences.first()
    }

    /// The command that checks the claim again.
    pub fn command(&self) -> String {
        format!("grundy audit --claim {}", self.claim.id)
    }
}

/// The number of claims with each verdict: a line for each paper, and one for all papers.
pub fn summary(audited: &[Audited]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, of: &[&Audited]| {
        let count = |verdict| of.iter().filter(|audited| audited.found.verdict == verdict).count();
        let each = Verdict::ALL.map(|verdict| (count(verdict), verdict));
        let each: Vec<String> = each
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        let claims = if of.len() == 1 { "claim" } else { "claims" };
        let _ = writeln!(text, "{name:<8} {:>4} {claims}: {}", of.len(), each.join(", "));
    };
    let papers: Vec<Paper> =
        Paper::ALL.into_iter().filter(|paper| audited.iter().any(|a| a.claim.paper == *paper)).collect();
    for &paper in &papers {
        line(paper.name(), &audited.iter().filter(|a| a.claim.paper == paper).collect::<Vec<_>>());
    }
    if papers.len() > 1 {
        line("all", &audited.iter().collect::<Vec<_>>());
    }
    text
}

/// The number of claims of each kind.
pub fn kinds(audited: &[Audited]) -> String {
    let count = |kind| audited.iter().filter(|audited| audited.claim.kind == kind).count();
    Kind::ALL.map(|kind| format!("{} {}", count(kind), kind.name())).join(", ")
}

/// A line for each claim, then the contradicted claims in full, then the summary.
pub fn text(audited: &[Audited]) -> String {
    let width = audited.iter().map(|a| a.claim.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for Audited { claim, found } in audited {
        let (kind, verdict) = (claim.kind.name(), found.verdict.name());
        let _ = writeln!(text, "{:<width$}  {kind:<10}  {verdict:<12}  {}", claim.id, found.checked_to);
    }
    for one in audited.iter().filter(|a| a.found.count > 0) {
        let _ = write!(text, "\n{}", entry(one));
    }
    let _ = write!(text, "\n{}", summary(audited));
    text
}

/// One claim in full.
pub fn entry(audited: &Audited) -> String {
    let Audited { claim, found } = audited;
    let mut text = format!("{} ({})\n", claim.id, claim.place);
    let _ = writeln!(text, "  claim     {}", claim.statement);
    let _ = writeln!(text, "  verdict   {} ({})", found.verdict, found.checked_to);
    if let Some(seen) = &found.seen {
        let _ = writeln!(text, "  seen      {seen}");
    }
    for Difference { at, published, computed } in &found.differences {
        let _ = writeln!(text, "  at {at}: the text has {published}, the rules give {computed}");
    }
    if found.count > found.differences.len() {
        let _ = writeln!(text, "  and {} more", found.count - found.differences.len());
    }
    text
}

/// A Markdown table of all claims.
pub fn markdown(audited: &[Audited]) -> String {
    let mut text =
        "| claim | place | statement | verdict | checked to | text has | rules give | at |\n".to_owned();
    text += "|---|---|---|---|---|---|---|---|\n";
    for one in audited {
        let Audited { claim, found } = one;
        let (published, computed, at) = cells(one);
        let row = [
            format!("`{}`", claim.id),
            claim.place.clone(),
            claim.statement.clone(),
            found.verdict.to_string(),
            found.checked_to.clone(),
            published,
            computed,
            at,
        ];
        let _ = writeln!(text, "| {} |", row.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    let _ = writeln!(text);
    for line in summary(audited).lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// The smallest contradiction as three cells: published, computed, place. Empty if there is none.
fn cells(audited: &Audited) -> (String, String, String) {
    let cell = |Difference { at, published, computed }: &Difference| {
        (published.clone(), computed.clone(), at.clone())
    };
    audited.first().map(cell).unwrap_or_default()
}

/// A `longtable` of all claims, for `\input`.
pub fn latex(audited: &[Audited]) -> String {
    let mut text =
        "\\begin{longtable}{llll}\nclaim & verdict & checked to & text / rules \\\\\n\\hline\n".to_owned();
    for one in audited {
        let (published, computed, at) = cells(one);
        let differs = if at.is_empty() { String::new() } else { format!("{at}: {published} / {computed}") };
        let row =
            [one.claim.id.clone(), one.found.verdict.to_string(), one.found.checked_to.clone(), differs];
        let _ = writeln!(text, "{} \\\\", row.map(|cell| escaped(&cell)).join(" & "));
    }
    text + "\\end{longtable}\n"
}

fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => safe.extend(['\\', c]),
            '\\' => safe += "\\textbackslash{}",
            '^' => safe += "\\^{}",
            '~' => safe += "\\~{}",
            '<' | '>' => safe.extend(['$', c, '$']),
            _ => safe.push(c),
        }
    }
    safe
}

/// The contradicted claims in Markdown, for `docs/errata.md`.
pub fn errata(audited: &[Audited]) -> String {
    let mut text = String::new();
    for one in audited.iter().filter(|a| a.found.count > 0) {
        let Audited { claim, found } = one;
        let _ = writeln!(text, "### `{}`\n", claim.id);
        let end = if claim.statement.ends_with('?') { "" } else { "." };
        let _ = writeln!(text, "{}: {}{end} Verdict: {}.\n", claim.place, claim.statement, found.verdict);
        let _ = writeln!(text, "| at | the text has | the rules give |\n|---|---|---|");
        for Difference { at, published, computed } in found.differences.iter().take(SHOWN) {
            let row = [at, published, computed].map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        let more = found.count.saturating_sub(SHOWN);
        let more = if more > 0 { format!("{more} more places. ") } else { String::new() };
        let _ = writeln!(text, "\n{more}Check: `{}`\n", one.command());
    }
    text
}

/// Upper limit on contradictions shown for each claim.
const SHOWN: usize = 12;
