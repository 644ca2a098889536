//! The limit of `x_n/n` along the P-positions of `NIM_{a,b}^{p,q}`.

use grundy::notation::Span;
use grundy::sequence::compare::recursion;
use grundy::theorem::limit::{EqualShares, Limit, Observation, Sample, limit, observe};
use grundy::{Budget, Error, Family, InputError, Limits, Reading, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// Number of terms to compute where no limit is known.
const LOOKED_AT: usize = 1 << 20;

/// Upper limit on the window of the recursion, in places: half a gigabyte.
const WINDOW: u64 = 1 << 27;

/// Bytes per place.
const PLACE: u64 = 4;

/// The limit of `x_n/n`, or samples where no limit is known.
#[derive(Clone, Debug, Serialize)]
pub struct LimitAnswer {
    /// The game.
    pub game: String,
    /// The digits of the limit.
    pub limit: Option<String>,
    /// Number of digits.
    pub digits: Option<usize>,
    /// The exact limit, if it is quadratic.
    pub exact: Option<String>,
    /// A polynomial that determines it.
    pub polynomial: Option<String>,
    /// `proved`, or `empirical` where no limit is known.
    pub status: &'static str,
    /// The source.
    pub by: &'static str,
    /// Samples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Sampled>,
    /// The change between the last two samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<String>,
    /// A number that is the limit under an assumption that is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conjecture: Option<Conjecture>,
    /// The answer as text.
    #[serde(skip)]
    pub text: String,
}

/// The limit under an assumption that is not proved.
#[derive(Clone, Debug, Serialize)]
pub struct Conjecture {
    /// Its digits, truncated.
    pub limit: String,
    /// Whether these are all.
    pub exact: bool,
    /// A polynomial that determines it.
    pub polynomial: Option<String>,
    /// The assumption.
    #[serde(rename = "if")]
    pub assumption: &'static str,
}

impl Conjecture {
    fn new(family: Family, digits: usize) -> Option<Self> {
        let number = EqualShares::new(family)?;
        let (limit, exact) = number.digits(digits);
        let assumption = "each residue of x_(n+1)-x_n modulo b has an equal share of the n with p | n+1 (docs/limits.md, section 9)";
        Some(Self { limit, exact, polynomial: number.polynomial(), assumption })
    }
}

/// `x_n/n` at an index.
#[derive(Clone, Debug, Serialize)]
pub struct Sampled {
    /// The index.
    pub n: u64,
    /// The smaller pile.
    pub x: u64,
    /// x / n.
    pub ratio: String,
}

/// A parsed question about a limit.
pub struct Asked<'t> {
    text: &'t str,
    name: Span,
    /// The game.
    pub template: Template,
    /// Its parameters.
    pub family: Family,
}

impl<'t> Asked<'t> {
    /// Parses the game, which must be one of the family, without a position.
    ///
    /// # Errors
    /// When it is not.
    pub fn new(text: &'t str) -> Result<Self, InputError> {
        let template = Template::parse(text)?;
        let name = Span { start: 0, end: text.find(char::is_whitespace).unwrap_or(text.len()) };
        let family = family(&template, text, name)?;
        Ok(Self { text, name, template, family })
    }

    /// The limit, its first digits, and whether these are exact; `None` if no limit is known.
    ///
    /// # Errors
    /// When there are too many digits.
    pub fn digits(&self, digits: usize) -> Result<Option<(Limit, String, bool)>, InputError> {
        let refused = |error: InputError| InputError { span: Some(self.name), ..error }.in_text(self.text);
        let Some(known) = limit(self.family).map_err(refused)? else { return Ok(None) };
        let decimal = known.digits(digits).map_err(refused)?;
        Ok(Some((known, decimal.text, decimal.exact)))
    }
}

/// Computes the limit, or samples where no limit is known.
///
/// # Errors
/// When the game is not of the family, there are too many digits, or the memory does not suffice for the samples.
pub fn ask(text: &str, digits: usize, limits: Limits) -> Result<LimitAnswer, Error> {
    let asked = Asked::new(text)?;
    let game = asked.template.game().name();
    if let Some((known, limit, exact)) = asked.digits(digits)? {
        let shown = format!("{limit}{}", if exact { "" } else { "…" });
        let text = proved_text(&game, &known, &shown);
        return Ok(proved(game, &known, limit, digits, text));
    }
    let pairs =
        recursion(asked.family, LOOKED_AT + 1, Budget::of_positions(WINDOW.min(limits.memory / PLACE)))?;
    let seen = observe(pairs).ok_or_else(|| Error::Fault("the recursion has no terms".to_owned()))?;
    Ok(empirical(game, asked.family, &seen, Conjecture::new(asked.family, digits)))
}

/// The parameters of the game. `name` is the span of its name in `text`.
fn family(template: &Template, text: &str, name: Span) -> Result<Family, InputError> {
    if !template.is_plain() {
        let rest = Span { start: (name.end + 1).min(text.len()), end: text.len() };
        let error = InputError::at(rest, "a limit belongs to a game, not to a position or a sum");
        return Err(error.hint("give the game alone, e.g. gurvich:a=2,b=3").in_text(text));
    }
    let Some(family) = template.game().identity().and_then(grundy::Identity::family) else {
        let message = format!("{} is not one of the games NIM_(a,b)^(p,q)", template.game().name());
        let hint = "try wythoff, fraenkel:a=2 or gurvich:a=2,b=3";
        return Err(InputError::at(name, message).hint(hint).in_text(text));
    };
    // The limits are those of recursion (6), which Larsson has proved for his game as written.
    let Family { b, p, q, reading, .. } = family;
    if reading != Reading::PerLine && (p, q) != (1, 1) && (b, q) != (1, 1) {
        let message =
            format!("under the reading {reading} recursion (6) does not always give the P-positions");
        let hint = "use reading=per-line, or see docs/blocking.md";
        return Err(InputError::at(name, message).hint(hint).in_text(text));
    }
    Ok(family)
}

fn proved(game: String, known: &Limit, limit: String, digits: usize, text: String) -> LimitAnswer {
    LimitAnswer {
        text,
        game,
        limit: Some(limit),
        digits: Some(digits),
        exact: known.exact(),
        polynomial: known.polynomial().map(str::to_owned),
        status: "proved",
        by: known.by(),
        samples: Vec::new(),
        drift: None,
        conjecture: None,
    }
}

fn proved_text(game: &str, known: &Limit, digits: &str) -> String {
    let mut text = format!("{game}: the limit of x_n/n\nlimit     {digits}\n");
    if let Some(exact) = known.exact() {
        let _ = writeln!(text, "exactly   {exact}");
    }
    if let Some(polynomial) = known.polynomial() {
        let _ = writeln!(text, "root of   {polynomial} (l = a/(r-1) for its root r > 1)");
    }
    let _ = writeln!(text, "status    proved\nknown by  {}", known.by());
    text
}

/// The source of the samples.
fn computed_by(family: Family) -> &'static str {
    if family.p.min(family.q) == 1 {
        "recursion (6) of Gurvich 2010, for the n above"
    } else {
        "recursion (6) of Gurvich 2010 with sec. 10; not proved for the game"
    }
}

fn empirical(
    game: String,
    family: Family,
    seen: &Observation,
    conjecture: Option<Conjecture>,
) -> LimitAnswer {
    let text = empirical_text(&game, family, seen, conjecture.as_ref());
    let sampled = |sample: &Sample| Sampled { n: sample.n, x: sample.x, ratio: sample.ratio() };
    LimitAnswer {
        text,
        game,
        limit: None,
        digits: None,
        exact: None,
        polynomial: None,
        status: "empirical",
        by: computed_by(family),
        samples: seen.samples.iter().map(sampled).collect(),
        drift: Some(seen.drift()),
        conjecture,
    }
}

fn empirical_text(game: &str, family: Family, seen: &Observation, conjecture: Option<&Conjecture>) -> String {
    let mut text = format!("{game}: no limit of x_n/n is known\n{:>8} {:>10} {:>14}\n", "n", "x_n", "x_n/n");
    for sample in &seen.samples {
        let _ = writeln!(text, "{:>8} {:>10} {:>14}", sample.n, sample.x, sample.ratio());
    }
    let since = seen.samples.iter().rev().nth(1).map_or(0, |sample| sample.n);
    let _ = writeln!(text, "drift     {} from n = {since} on", seen.drift());
    if let Some(Conjecture { limit, exact, polynomial, assumption }) = conjecture {
        let _ = writeln!(text, "perhaps   {limit}{}, which is the limit if", if *exact { "" } else { "…" });
        let _ = writeln!(text, "          {assumption}");
        if let Some(polynomial) = polynomial {
            let _ = writeln!(text, "root of   {polynomial} (l = a/(r-1) for its root r > 1)");
        }
    }
    let _ = writeln!(text, "status    empirical: observed, not a limit");
    let _ = writeln!(text, "known by  {}", computed_by(family));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_not_called_a_limit() {
        let family = Family { a: 2, b: 3, p: 2, q: 1, reading: Reading::PerLine };
        let seen = observe(recursion(family, 10, Budget::default()).unwrap()).unwrap();
        assert_eq!(
            empirical_text("the game", family, &seen, Conjecture::new(family, 9).as_ref()),
            "\
the game: no limit of x_n/n is known
       n        x_n          x_n/n
       1          3    3.000000000
       2          6    3.000000000
       4         16    4.000000000
       8         38    4.750000000
       9         41    4.555555555
drift     0.194444445 from n = 8 on
perhaps   4.705516352…, which is the limit if
          each residue of x_(n+1)-x_n modulo b has an equal share of the n with p | n+1 (docs/limits.md, section 9)
root of   z^4 + 2z^3 - 2z^2 - 2z - 3 (l = a/(r-1) for its root r > 1)
status    empirical: observed, not a limit
known by  recursion (6) of Gurvich 2010, for the n above
"
        );
        let told = serde_json::to_value(empirical("the game".into(), family, &seen, None)).unwrap();
        assert_eq!((&told["limit"], &told["status"]), (&serde_json::Value::Null, &"empirical".into()));
        assert_eq!((&told["samples"][3]["x"], &told["drift"]), (&38.into(), &"0.194444445".into()));
    }
}
