//! Certificates, parsed for their statement in Rocq. The grammar is that of docs/certificates.md.

/// Upper limit on the length of a certificate.
pub const MOST_BYTES: u64 = 1 << 20;

/// Upper limit on numbers in a certificate.
const LARGEST: u64 = 1 << 60;

/// Upper limit on rows: the masks of the proved checker are as wide as the row number.
const MOST_ROWS: u64 = 63;

/// Upper limits on columns and cells of a row certificate. Rocq fills about half a million cells a second.
const MOST_COLUMNS: u64 = 1 << 21;
const MOST_CELLS: u64 = 1 << 24;

/// Upper limit on rows times values of a settled-values certificate. Rocq places about a hundred thousand a second.
const MOST_PLACES: u64 = 1 << 22;

/// A certificate whose claim can be stated and proved in Rocq.
#[derive(Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The period of a row.
    Row(RowPeriod),
    /// Settled values of R-Wythoff: one level for each value from 0 on.
    Settled(Vec<Level>),
}

/// The lines of a row certificate.
#[derive(Debug, PartialEq, Eq)]
pub struct RowPeriod {
    pub game: Game,
    pub row: u64,
    pub preperiod: u64,
    pub period: u64,
    pub state_from: u64,
    pub state_period: u64,
    /// A prime factor of the period, and a column where the quotient fails.
    pub quotients: Vec<(u64, u64)>,
}

/// The games of row certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    Nim,
    StarNim,
    Wythoff,
    RWythoff,
}

/// The numbers of a line `level ..`.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    pub settled: u64,
    pub repeats: u64,
    pub start: u64,
    pub end: u64,
    pub bound: u64,
    pub phi: u64,
    pub from: u64,
}

/// Parses a certificate. An error names the line and what is wrong with it.
pub fn parse(text: &str) -> Result<Certificate, String> {
    let mut lines = Lines { rest: text, number: 0 };
    lines.exactly("grundy-certificate 1")?;
    let certificate = match lines.next()? {
        "claim row-period" => Certificate::Row(row(&mut lines)?),
        "claim settled-values" => Certificate::Settled(levels(&mut lines)?),
        "claim value-period" => return Err(lines.wrong("there is no formal proof of value periods yet")),
        _ => return Err(lines.wrong("expected `claim row-period` or `claim settled-values`")),
    };
    lines.exactly("end")?;
    if lines.rest.is_empty() { Ok(certificate) } else { Err(lines.wrong("text after `end`")) }
}

fn row(lines: &mut Lines<'_>) -> Result<RowPeriod, String> {
    let game = match lines.next()? {
        "game nim" => Game::Nim,
        "game star-nim" => Game::StarNim,
        "game wythoff" => Game::Wythoff,
        "game r-wythoff" => Game::RWythoff,
        _ => return Err(lines.wrong("expected `game` and one of nim, star-nim, wythoff, r-wythoff")),
    };
    let [row] = lines.numbers(["row"])?;
    if row > MOST_ROWS {
        return Err(lines.wrong(&format!("the row is larger than {MOST_ROWS}")));
    }
    let [preperiod] = lines.numbers(["preperiod"])?;
    let [period] = lines.numbers(["period"])?;
    if period == 0 {
        return Err(lines.wrong("the period is 0"));
    }
    let [saltus] = lines.numbers(["saltus"])?;
    if saltus != period {
        return Err(lines.wrong("the saltus is not the period"));
    }
    let [state_from, state_period] = lines.numbers(["state from", "period"])?;
    let columns = state_from + state_period;
    if columns > MOST_COLUMNS || columns * (row + 1) > MOST_CELLS {
        return Err(lines.wrong(&format!(
            "too long for Rocq: {columns} columns; at most {MOST_COLUMNS} columns and {MOST_CELLS} cells"
        )));
    }
    let mut quotients = Vec::new();
    while lines.rest.starts_with("quotient ") {
        let [prime, at] = lines.numbers(["quotient", "fails at"])?;
        if prime > period {
            return Err(lines.wrong("not a factor of the period"));
        }
        quotients.push((prime, at));
    }
    Ok(RowPeriod { game, row, preperiod, period, state_from, state_period, quotients })
}

fn levels(lines: &mut Lines<'_>) -> Result<Vec<Level>, String> {
    lines.exactly("game r-wythoff")?;
    let [last] = lines.numbers(["value"])?;
    if last > MOST_PLACES {
        return Err(lines.wrong(&format!("too long for Rocq: at most {MOST_PLACES} rows times values")));
    }
    let keys = ["level", "settled", "repeats", "window", "to", "bound", "phi", "from"];
    let mut levels = Vec::new();
    for value in 0..=last {
        let [level, settled, repeats, start, end, bound, phi, from] = lines.numbers(keys)?;
        if level != value {
            return Err(lines.wrong(&format!("expected level {value}")));
        }
        if from > MOST_PLACES || 2 * from * (last + 1) > MOST_PLACES {
            return Err(lines.wrong(&format!("too long for Rocq: at most {MOST_PLACES} rows times values")));
        }
        levels.push(Level { settled, repeats, start, end, bound, phi, from });
    }
    Ok(levels)
}

/// The remaining lines.
struct Lines<'t> {
    rest: &'t str,
    /// The number of the line that was read last.
    number: usize,
}

impl<'t> Lines<'t> {
    fn wrong(&self, reason: &str) -> String {
        format!("line {}: {reason}", self.number)
    }

    fn next(&mut self) -> Result<&'t str, String> {
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.wrong("a line is missing"))?;
        self.rest = rest;
        Ok(line)
    }

    fn exactly(&mut self, expected: &str) -> Result<(), String> {
        if self.next()? == expected { Ok(()) } else { Err(self.wrong(&format!("expected `{expected}`"))) }
    }

    /// A line with keys, each followed by a number.
    fn numbers<const N: usize>(&mut self, keys: [&str; N]) -> Result<[u64; N], String> {
        let mut line = self.next()?;
        let mut numbers = [0; N];
        for (i, (key, slot)) in keys.into_iter().zip(&mut numbers).enumerate() {
            let before = if i == 0 { "" } else { " " };
            let digits = line.strip_prefix(before).and_then(|rest| rest.strip_prefix(key)?.strip_prefix(' '));
            let digits = digits.ok_or_else(|| self.wrong(&format!("expected `{key} NUMBER`")))?;
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            *slot = number(&digits[..end]).ok_or_else(|| self.wrong("not a number up to 2^60"))?;
            line = &digits[end..];
        }
        if line.is_empty() { Ok(numbers) } else { Err(self.wrong("unexpected text at the end of the line")) }
    }
}

/// A number without leading zeros, up to 2^60.
fn number(digits: &str) -> Option<u64> {
    let canonical = digits == "0" || !digits.starts_with('0');
    digits.parse().ok().filter(|&number| canonical && number <= LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW_7: &str = include_str!("../../../atlas/star-nim-row-07.cert");
    const SETTLED_4: &str = include_str!("../../../atlas/r-wythoff-settled-04.cert");

    #[test]
    fn certificates_are_parsed() {
        let quotients = vec![(2, 24), (3, 22), (5, 21), (7, 21)];
        let row = RowPeriod {
            game: Game::StarNim,
            row: 7,
            preperiod: 21,
            period: 5040,
            state_from: 25,
            state_period: 5040,
            quotients,
        };
        assert_eq!(parse(ROW_7), Ok(Certificate::Row(row)));
        let Ok(Certificate::Settled(levels)) = parse(SETTLED_4) else { unreachable!("settled values") };
        assert_eq!(levels.len(), 5);
        let last = Level { settled: 81, repeats: 12, start: 81, end: 217, bound: 151, phi: 90, from: 218 };
        assert_eq!(levels.last(), Some(&last));
    }

    #[test]
    fn the_atlas_is_parsed() {
        let folder = crate::layers::root().join("atlas");
        let mut parsed = 0;
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(entry.path()).expect("a file");
            // Those of version 2 carry rules.
            let is_formal = name.contains("-row-") || name.contains("-settled-");
            if is_formal && text.starts_with("grundy-certificate 1\n") {
                match parse(&text) {
                    Ok(_) => parsed += 1,
                    Err(error) => assert!(error.contains("too long for Rocq"), "{name}: {error}"),
                }
            }
        }
        assert!(parsed > 60, "{parsed}");
    }

    #[test]
    fn malformed_certificates_are_rejected_with_their_line() {
        let cases = [
            (ROW_7, "certificate 1\n", "certificate 2\n", "line 1: expected `grundy-certificate 1`"),
            (ROW_7, "row-period", "value-period", "line 2: there is no formal proof of value periods yet"),
            (ROW_7, "star-nim", "star-nim)", "line 3: expected `game`"),
            (ROW_7, "row 7", "row 64", "line 4: the row is larger than 63"),
            (ROW_7, "row 7", "row 07", "line 4: not a number up to 2^60"),
            (ROW_7, "row 7", "row 7.", "line 4: unexpected text"),
            (ROW_7, "row 7", "row  7", "line 4: not a number up to 2^60"),
            (ROW_7, "\nperiod 5040", "\nperiod 0", "line 6: the period is 0"),
            (ROW_7, "saltus 5040", "saltus 5041", "line 7: the saltus is not the period"),
            (ROW_7, "from 25", "from 1152921504606846976", "line 8: too long for Rocq"),
            (ROW_7, "from 25", "from 1152921504606846977", "line 8: not a number up to 2^60"),
            (ROW_7, "quotient 3", "quotient 5041", "line 10: not a factor of the period"),
            (ROW_7, "quotient 3", "qoutient 3", "line 10: expected `end`"),
            (ROW_7, "end\n", "end", "line 13: a line is missing"),
            (ROW_7, "end\n", "end\nend\n", "line 13: text after `end`"),
            (SETTLED_4, "value 4", "value 3", "line 9: expected `end`"),
            (SETTLED_4, "value 4", "value 1152921504606846976", "line 4: too long for Rocq"),
            (SETTLED_4, "value 4", "value 5", "line 10: expected `level NUMBER`"),
            (SETTLED_4, "level 2", "level 3", "line 7: expected level 2"),
            (SETTLED_4, "from 218", "from 2180000", "line 9: too long for Rocq"),
            (SETTLED_4, " phi 90", "", "line 9: expected `phi NUMBER`"),
        ];
        for (certificate, from, to, expected) in cases {
            let altered = certificate.replacen(from, to, 1);
            assert_ne!(altered, certificate, "{from}");
            let error = parse(&altered).expect_err(to);
            assert!(error.starts_with(expected), "{to}: {error}");
        }
        assert!(parse("").is_err());
    }
}
