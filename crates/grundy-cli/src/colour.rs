//! Colours on a terminal. Text is painted line by line, by its form; without the colours it is the same text.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::Range;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always, in files and pipes too
    Always,
    /// Never
    Never,
}

impl When {
    /// The choice in the arguments of the process. It is needed before they are parsed, for the errors of the parser.
    pub fn of(words: &[OsString]) -> clap::ColorChoice {
        let given =
            words.iter().zip(words.iter().skip(1).map(Some).chain([None])).find_map(|(word, next)| {
                let word = word.to_str()?;
                if word == "--color" { next?.to_str() } else { word.strip_prefix("--color=") }
            });
        match given.and_then(|name| Self::from_str(name, false).ok()).unwrap_or_default() {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }

    /// Sets the choice for the whole program.
    pub fn set(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::AlwaysAnsi,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const UNDECIDED: Style = AnsiColor::Yellow.on_default();
const P_POSITION: Style = AnsiColor::Blue.on_default().bold();
const ERROR: Style = BAD.bold();
const ADVICE: Style = AnsiColor::Cyan.on_default();

/// Writes text to standard output, painted if it is to have colours.
pub fn print(text: &str, paint: fn(&str) -> String) -> io::Result<()> {
    if AutoStream::choice(&io::stdout()) == ColorChoice::Never {
        return io::stdout().lock().write_all(text.as_bytes());
    }
    anstream::stdout().lock().write_all(paint(text).as_bytes())
}

/// Writes a message to standard error, painted if it is to have colours.
pub fn print_error(text: &str) {
    let painted = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    // There is nowhere to report that standard error is closed.
    let _ = if painted {
        anstream::stderr().lock().write_all(message(text).as_bytes())
    } else {
        io::stderr().lock().write_all(text.as_bytes())
    };
}

/// Paints an error: its kind, the carets and the hint.
fn message(text: &str) -> String {
    by_line(text, |line| {
        let prefix = |prefix: &str, style| line.starts_with(prefix).then_some((0..prefix.len(), style));
        let is_carets = line.contains('^') && line.trim_matches([' ', '^']).is_empty();
        is_carets
            .then_some((0..line.len(), ERROR))
            .or_else(|| prefix("error:", ERROR))
            .or_else(|| ["hint:", "known:", "note:"].into_iter().find_map(|word| prefix(word, ADVICE)))
    })
}

/// Paints an answer: the outcome, the winning moves, and verdicts.
pub fn answer(text: &str) -> String {
    let mut wins = false;
    by_line(text, |line| {
        // `win by` has a line for each move; the text of the first column is 10 wide.
        wins = line.starts_with("win by") || (wins && line.starts_with("          "));
        let from = |at: usize, style| Some((at.min(line.len())..line.len(), style));
        match line {
            _ if wins => from(10, GOOD),
            _ if line.starts_with("outcome   P") => from(10, P_POSITION),
            _ if line.starts_with("outcome   N") => from(10, GOOD),
            _ if line.starts_with("The player to move wins") || line.starts_with("Move to ") => from(0, GOOD),
            _ if line.starts_with("The player to move loses") => from(0, P_POSITION),
            _ if line.starts_with("* ") => from(0, GOOD),
            _ if line.starts_with("VERIFIED") => Some((0..8, GOOD)),
            _ if line.starts_with("REJECTED") => Some((0..8, BAD)),
            _ => verdict(line),
        }
    })
}

/// The verdict of a line: the word after `verdict`, or a column of its own.
fn verdict(line: &str) -> Option<(Range<usize>, Style)> {
    let style = |word: &str| match word {
        "proved" | "holds" | "verified" => Some(GOOD),
        "refuted" | "contradicted" | "rejected" => Some(BAD),
        "open" | "unfinished" | "empirical" => Some(UNDECIDED),
        _ => None,
    };
    let indent = line.len() - line.trim_start().len();
    let labelled = ["verdict", "status"].iter().any(|label| line[indent..].starts_with(&format!("{label} ")));
    let mut at = 0;
    for column in line.split_inclusive("  ") {
        let word = column.trim();
        let first = if labelled { word.split([' ', ':']).next().unwrap_or("") } else { word };
        if let Some(style) = style(first).filter(|_| at > 0) {
            let start = at + column.len() - column.trim_start().len();
            return Some((start..start + first.len(), style));
        }
        at += column.len();
    }
    None
}

/// Paints the P-positions of a table: its zeros. The first word of a line is its row; the last line has the columns.
pub fn table(text: &str) -> String {
    let lines = text.lines().count();
    let mut painted = String::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let label = line.len() - line.trim_start().trim_start_matches(|c: char| c != ' ').len();
        let (label, cells) = line.split_at(label);
        painted.push_str(label);
        if number + 1 == lines {
            painted.push_str(cells);
            continue;
        }
        for cell in cells.split_inclusive([' ', '\n']) {
            match cell.strip_prefix('0') {
                Some(after) if after.trim().is_empty() => {
                    let _ = write!(painted, "{P_POSITION}0{P_POSITION:#}{after}");
                }
                _ => painted.push_str(cell),
            }
        }
    }
    painted
}

/// Paints at most one part of each line.
fn by_line(text: &str, mut part: impl FnMut(&str) -> Option<(Range<usize>, Style)>) -> String {
    let mut painted = String::new();
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches('\n');
        match part(line) {
            Some((Range { start, end }, style)) if start < end => {
                let (before, after) = (&line[..start], &whole[end..]);
                let _ = write!(painted, "{before}{style}{}{style:#}{after}", &line[start..end]);
            }
            _ => painted.push_str(whole),
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The painted parts, after a check that nothing else has changed.
    fn parts(painter: fn(&str) -> String, text: &str) -> Vec<String> {
        let painted = painter(text);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
        let parts =
            painted.split("\u{1b}[0m").filter_map(|part| part.rsplit_once('\u{1b}')?.1.split_once('m'));
        parts.map(|(_, part)| part.to_owned()).collect()
    }

    #[test]
    fn winning_moves_and_outcomes_are_painted() {
        let text = "wythoff 2,5\nvalue     4\noutcome   N (wins)\nwin by    0,5  take\n          2,3  take\nknown by  x\n";
        assert_eq!(parts(answer, text), ["N (wins)", "0,5  take", "2,3  take"]);
        assert_eq!(parts(answer, "*    0  2,1  take 3\n     4  2,3  take 1\n"), ["*    0  2,1  take 3"]);
    }

    #[test]
    fn verdicts_are_painted_in_their_column_and_not_in_prose() {
        assert_eq!(parts(answer, "verdict    proved\n"), ["proved"]);
        assert_eq!(parts(answer, "verdict  open from value 3 on\n"), ["open"]);
        assert_eq!(parts(answer, "  verdict   contradicted (28 positions)\n"), ["contradicted"]);
        assert_eq!(parts(answer, " 7         21    5040   5040  proved\n"), ["proved"]);
        assert_eq!(parts(answer, "ho/x  table       holds         105 cells\n"), ["holds"]);
        assert_eq!(parts(answer, "REJECTED line 3: no\n"), ["REJECTED"]);
        assert_eq!(parts(answer, "known by  a period, proved by repetition\n"), Vec::<String>::new());
    }

    #[test]
    fn errors_are_painted() {
        let text = "error: unknown game `x`\n  x 3,4\n  ^\nhint: did you mean nim?\n";
        assert_eq!(parts(message, text), ["error:", "  ^", "hint:"]);
    }

    #[test]
    fn zeros_of_a_table_are_painted_but_not_its_margins() {
        let text = " 10  0 10\n  0  -  0\na/b  0  1\n";
        assert_eq!(parts(table, text), ["0", "0"]);
    }

    #[test]
    fn the_choice_is_read_before_the_arguments_are() {
        let of = |line: &str| When::of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("grundy value --color never nim 3"), clap::ColorChoice::Never);
        assert_eq!(of("grundy --color=always games"), clap::ColorChoice::Always);
        assert_eq!(of("grundy games --color"), clap::ColorChoice::Auto);
    }
}
