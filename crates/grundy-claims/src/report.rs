//! Findings as text, Markdown and LaTeX.

use super::{Claim, Difference, Finding, Grade, Kind, Paper, Verdict};
use std::fmt::{Display, Write as _};

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

    /// The grade, if the claim was found contradicted.
    pub fn grade(&self) -> Option<Grade> {
        self.claim.grade().filter(|_| self.found.verdict == Verdict::Contradicted)
    }

    /// The verdict with its grade.
    fn verdict(&self) -> String {
        let grade = self.grade().map_or_else(String::new, |grade| format!(", {grade}"));
        format!("{}{grade}", self.found.verdict)
    }

    /// What holds in place of a contradicted claim, and how far that was checked.
    fn instead(&self) -> Option<String> {
        let (said, checked) = (self.claim.instead()?, self.found.instead.as_ref()?);
        Some(format!("{} ({}: {})", said.statement, checked.verdict, checked.checked_to))
    }

    /// The command that checks the claim again.
    pub fn command(&self) -> String {
        format!("grundy audit --claim {}", self.claim.id)
    }
}

/// The number of claims with each verdict, and of contradicted claims of each grade.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The paper, or `all`.
    pub name: &'static str,
    /// The number of claims.
    pub claims: usize,
    /// In the order of [`Verdict::ALL`].
    pub verdicts: [(Verdict, usize); 6],
    /// In the order of [`Grade::ALL`].
    pub grades: [(Grade, usize); 3],
}

impl Counts {
    fn of(name: &'static str, of: &[&Audited]) -> Self {
        let verdict = |verdict| of.iter().filter(|audited| audited.found.verdict == verdict).count();
        let grade = |grade| of.iter().filter(|audited| audited.grade() == Some(grade)).count();
        Self {
            name,
            claims: of.len(),
            verdicts: Verdict::ALL.map(|one| (one, verdict(one))),
            grades: Grade::ALL.map(|one| (one, grade(one))),
        }
    }
}

/// The counts of each paper, and of all papers if there are several.
pub fn counts(audited: &[Audited]) -> Vec<Counts> {
    let of = |paper: Paper| audited.iter().filter(move |a| a.claim.paper == paper).collect::<Vec<_>>();
    let papers = Paper::ALL.into_iter().map(|paper| Counts::of(paper.name(), &of(paper)));
    let mut counts: Vec<Counts> = papers.filter(|counts| counts.claims > 0).collect();
    if counts.len() > 1 {
        counts.push(Counts::of("all", &audited.iter().collect::<Vec<_>>()));
    }
    counts
}

/// The counts as text, a line each.
pub fn summary(audited: &[Audited]) -> String {
    let mut text = String::new();
    for Counts { name, claims, verdicts, grades } in counts(audited) {
        let graded = listed(&grades);
        let each = verdicts.iter().filter(|(_, count)| *count > 0).map(|(verdict, count)| match verdict {
            Verdict::Contradicted if !graded.is_empty() => format!("{count} {verdict} ({graded})"),
            _ => format!("{count} {verdict}"),
        });
        let noun = if claims == 1 { "claim" } else { "claims" };
        let _ = writeln!(text, "{name:<8} {claims:>4} {noun}: {}", each.collect::<Vec<_>>().join(", "));
    }
    text
}

/// The counts of all claims in a sentence of Markdown.
pub fn sentence(audited: &[Audited]) -> String {
    let Counts { claims, grades, .. } = Counts::of("all", &audited.iter().collect::<Vec<_>>());
    let contradicted: usize = grades.iter().map(|(_, count)| count).sum();
    let [wrong, slips, readings] = grades.map(|(_, count)| count);
    format!(
        "{claims} published claims are checked, and {contradicted} of them are contradicted: {wrong} are *false*, {slips} are *slips* (misprints and edge cases), \
         and of {readings} one *reading* fails and another one holds.\n"
    )
}

/// The counts that are not 0.
fn listed<T: Display>(counts: &[(T, usize)]) -> String {
    let some = counts.iter().filter(|(_, count)| *count > 0);
    some.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
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
    for one in audited {
        let (id, kind, verdict) = (&one.claim.id, one.claim.kind.name(), one.verdict());
        let _ = writeln!(text, "{id:<width$}  {kind:<10}  {verdict:<21}  {}", one.found.checked_to);
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
    if let (Some(grade), Some(why)) = (audited.grade(), claim.why()) {
        let _ = writeln!(text, "  grade     {grade}: {why}");
    }
    if let Some(instead) = audited.instead() {
        let _ = writeln!(text, "  instead   {instead}");
    }
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
        "| claim | place | statement | verdict | checked to | text has | rules give | at | instead |\n"
            .to_owned();
    text += "|---|---|---|---|---|---|---|---|---|\n";
    for one in audited {
        let Audited { claim, found } = one;
        let (published, computed, at) = cells(one);
        let row = [
            format!("`{}`", claim.id),
            claim.place.clone(),
            claim.statement.clone(),
            one.verdict(),
            found.checked_to.clone(),
            published,
            computed,
            at,
            one.instead().unwrap_or_default(),
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
        let row = [one.claim.id.clone(), one.verdict(), one.found.checked_to.clone(), differs];
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

/// The contradicted claims in Markdown, for `docs/errata.md`: counts, then the claims by grade, then refuted conjectures.
pub fn errata(audited: &[Audited]) -> String {
    let mut text =
        "| | false | slip | reading | contradicted | of claims |\n|---|---|---|---|---|---|\n".to_owned();
    for Counts { name, claims, grades, .. } in counts(audited) {
        let each = grades.map(|(_, count)| count);
        let all: usize = each.iter().sum();
        let _ = writeln!(text, "| {name} | {} | {} | {} | {all} | {claims} |", each[0], each[1], each[2]);
    }
    for grade in Grade::ALL {
        let heading = match grade {
            Grade::False => "False: a stated result or number is wrong",
            Grade::Slip => "Slips: a misprint or an edge case, and the intended statement holds",
            Grade::Reading => "Readings: this reading fails, and another one holds",
        };
        let _ = writeln!(text, "\n## {heading}\n");
        let graded = audited.iter().filter(|one| one.grade() == Some(grade));
        text += &graded.map(erratum).collect::<Vec<_>>().join("\n");
    }
    let _ = writeln!(text, "\n## Questions and conjectures with a counterexample\n");
    let refuted = audited.iter().filter(|one| one.found.verdict == Verdict::Refuted);
    text + &refuted.map(erratum).collect::<Vec<_>>().join("\n")
}

fn erratum(one: &Audited) -> String {
    let Audited { claim, found } = one;
    let end = if claim.statement.ends_with('?') { "" } else { "." };
    let mut text = format!("### `{}`\n\n{}: {}{end}\n\n", claim.id, claim.place, claim.statement);
    if let (Some(why), Some(grade), Some(instead)) = (claim.why(), one.grade(), one.instead()) {
        let _ = writeln!(text, "{why}\n\n{}: {instead}.\n", grade.instead());
    }
    let _ = writeln!(text, "| at | the text has | the rules give |\n|---|---|---|");
    for Difference { at, published, computed } in found.differences.iter().take(SHOWN) {
        let row = [at, published, computed].map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    let more = match found.count.saturating_sub(SHOWN) {
        0 => String::new(),
        1 => "1 more place. ".to_owned(),
        more => format!("{more} more places. "),
    };
    text + &format!("\n{more}Check: `{}`\n", one.command())
}

/// Upper limit on contradictions shown for each claim.
const SHOWN: usize = 8;
