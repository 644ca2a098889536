//! `grundy oeis`: writes b-files of OEIS sequences that come from games, and searches OEIS for others.

mod lookup;

use crate::args::{Format, Output};
use crate::failure::{Failure, print_json, print_text};
use crate::limits::Effort;
use crate::number::whole;
use crate::output;
use crate::rules;
use crate::sequence::columns;
use crate::store::{Keeping, asked};
use grundy::{Budget, InputError, Limits, Template, counted};
use grundy_answers::heaps::HeapValues;
use grundy_answers::oeis::{self, ENTRIES, Form, Hit, LOOKED_UP, SequenceInfo};
use grundy_answers::{Ask, Error};
use grundy_export::{bfile, bfile_ending};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// Default number of terms of a sequence without a published b-file.
const TERMS: usize = 10_000;

/// The arguments of `grundy oeis`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy oeis --list                                     the sequences and their games
  grundy oeis A004481 > b004481.txt                      the b-file, identical to the published one
  grundy oeis A001950 --count 10^6 --output b001950.txt
  grundy oeis --match '{x,y: x-i,y; x,y-i; x-i,y-i}'      among these sequences
  grundy oeis --match exile --table --database stripped.gz
  grundy oeis --match star-nim --value 3 --database stripped.gz
  grundy oeis --match star-nim --row 3 --database stripped.gz
  grundy oeis --match octal:0.07                          values of heaps
  grundy oeis --match 1,3,4,6,8,9,11,12,14,16 --database stripped.gz

The database is the file stripped.gz of https://oeis.org, compressed or not; download it first. \
Without it, --match searches the sequences of --list. For a game, --match searches for the first and second entries of its positions and for their \
differences, or for the values of its heaps, each also without its first terms, with 1 added or subtracted, and by its first \
differences. An entry matches if all common terms agree, and at least eight. Exit status: 1 if \
nothing matches.")]
pub struct Arguments {
    /// A-number of a sequence, such as A004481
    #[arg(value_name = "A-NUMBER", required_unless_present_any = ["list", "sought"])]
    number: Option<String>,
    /// Number of terms [default: as in the published b-file, or 10000]
    #[arg(long, alias = "terms", value_name = "N", requires = "number", value_parser = whole::<usize>(1..=100_000_000))]
    count: Option<usize>,
    /// Output file; `-` is standard output
    #[arg(long, short, value_name = "FILE", requires = "number")]
    output: Option<PathBuf>,
    /// List the sequences and their games
    #[arg(long, conflicts_with_all = ["number", "sought"])]
    list: bool,
    /// Search OEIS for a game, or for numbers separated by commas
    #[arg(long = "match", id = "sought", value_name = "SEQUENCE", num_args = 1.., conflicts_with = "number")]
    sought: Vec<String>,
    /// The file stripped or stripped.gz of OEIS
    #[arg(long, value_name = "FILE", requires = "sought")]
    database: Option<PathBuf>,
    /// For a game: search for the positions of this value
    #[arg(long, value_name = "G", default_value_t = 0, value_parser = whole::<u64>(..))]
    value: u64,
    /// For a game: search for this row of its table instead of positions
    #[arg(long, value_name = "A", conflicts_with = "value", value_parser = whole::<u64>(..))]
    row: Option<u64>,
    /// For a game: search for its table by antidiagonals instead of positions
    #[arg(long, conflicts_with_all = ["value", "row"], requires = "sought")]
    table: bool,
    #[command(flatten)]
    _rules: rules::Files,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
}

/// Writes a b-file, lists the sequences, or searches OEIS.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.number {
        Some(number) => write(arguments, number),
        None if arguments.list => list(arguments.format.chosen()),
        None => search(arguments),
    }
}

fn write(arguments: &Arguments, number: &str) -> Result<(), Failure> {
    let wanted = number.trim().to_ascii_uppercase();
    let Some(entry) = ENTRIES.iter().find(|entry| entry.number == wanted) else {
        let error = InputError::whole(format!("unknown sequence {number}"));
        return Err(error.hint("`grundy oeis --list` lists the known ones").into());
    };
    let published = entry.published.as_ref();
    let count = arguments.count.unwrap_or_else(|| published.map_or(TERMS, |published| published.terms));
    output::check(arguments.output.as_deref())?;
    let terms = made(arguments.effort, |ask| oeis::terms(entry, count, ask))?;
    let ends = published.filter(|published| published.terms == count).map(|published| published.ends);
    output::write(arguments.output.as_deref(), |out| match ends {
        Some(ends) => bfile_ending(entry.offset, &terms, ends, out),
        None => bfile(entry.offset, &terms, out),
    })
}

fn list(format: Format) -> Result<(), Failure> {
    let sequences: Vec<SequenceInfo> = ENTRIES.iter().map(SequenceInfo::of).collect();
    if format == Format::Json {
        return print_json(&serde_json::json!({ "sequences": sequences }));
    }
    let mut text = String::new();
    for SequenceInfo { number, name, game, terms, .. } in &sequences {
        let _ = writeln!(text, "{number}  {name}\n         {game}: {terms}");
    }
    print_text(&text)
}

/// Asks for terms. Sequences have no time limit of their own, and room for many positions.
fn made<T>(effort: Effort, question: impl FnOnce(Ask<'_>) -> Result<T, Error>) -> Result<T, Failure> {
    let budget = Budget { positions: 1 << 28, options: 1 << 36 };
    let limits = effort.apply_over(Limits { budget, time: Duration::MAX, ..Limits::default() });
    asked(&Keeping::none(), Some(limits), |ask| Ok(question(ask)?))
}

/// The first positions of a value.
pub fn positions(game: &str, value: u64, count: usize, effort: Effort) -> Result<Vec<(u64, u64)>, Failure> {
    made(effort, |ask| oeis::positions(game, value, count, ask))
}

#[derive(Serialize)]
struct Outcome {
    entries: usize,
    tried: Vec<String>,
    found: Vec<Agreement>,
}

#[derive(Serialize)]
struct Agreement {
    number: String,
    form: String,
    skipped: usize,
    agree: usize,
}

fn search(arguments: &Arguments) -> Result<(), Failure> {
    let forms = sought(arguments)?;
    let (hits, entries) = if let Some(database) = &arguments.database {
        lookup::search(database, &forms)?
    } else {
        let known = made(arguments.effort, oeis::known)?;
        (oeis::among(known, &forms), known.len())
    };
    let found = hits.into_iter().map(|Hit { number, form, skipped, agree }| Agreement {
        number,
        form: forms[form].what.clone(),
        skipped,
        agree,
    });
    let tried = forms.iter().map(|form| form.what.clone()).collect();
    let found = Outcome { entries, tried, found: found.collect() };
    arguments.format.print(&found, &text(&found))?;
    if arguments.database.is_none() {
        eprintln!("hint: --database stripped.gz searches all of OEIS");
    }
    if found.found.is_empty() { Err(Failure::DoesNotHold) } else { Ok(()) }
}

fn text(found: &Outcome) -> String {
    let mut text = format!("searched {} for:\n", counted(found.entries, "entry"));
    for form in &found.tried {
        let _ = writeln!(text, "  {form}");
    }
    if found.found.is_empty() {
        text.push_str("no match\n");
    }
    for Agreement { number, form, skipped, agree } in &found.found {
        let from =
            if *skipped == 0 { String::new() } else { format!(", after the first {skipped} of the entry") };
        let _ = writeln!(text, "{number}  {form}: {agree} terms agree{from}");
    }
    text
}

/// The forms to search for, of the given numbers or of a game.
fn sought(arguments: &Arguments) -> Result<Vec<Form>, Failure> {
    let typed = arguments.sought.join(" ");
    let is_list = typed.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ');
    let forms: Vec<Form> = if is_list {
        let words = typed.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers = words.map(|word| {
            let error = || InputError::whole(format!("{word} is too large"));
            word.parse::<u64>().map_err(|_| error().hint("numbers may have up to 18 digits"))
        });
        oeis::forms("the numbers", &numbers.collect::<Result<Vec<u64>, InputError>>()?)
    } else if let Some(a) = arguments.row {
        oeis::forms(&format!("row {a}"), &made(arguments.effort, |ask| oeis::row(&typed, a, LOOKED_UP, ask))?)
    } else if arguments.table {
        oeis::forms(
            "the table by antidiagonals",
            &made(arguments.effort, |ask| oeis::table(&typed, LOOKED_UP, ask))?,
        )
    } else if grundy::game(&typed).is_ok_and(|game| HeapValues::exist(&game)) {
        oeis::forms("G(n)", &made(arguments.effort, |ask| oeis::heaps(&typed, 0, LOOKED_UP, ask))?)
    } else {
        Template::parse(&typed)?;
        let positions = positions(&typed, arguments.value, LOOKED_UP, arguments.effort)?;
        let columns = columns(&positions);
        // Column 0 is n.
        let entries = columns.names().iter().enumerate().skip(1);
        entries.flat_map(|(k, name)| oeis::forms(name, columns.column(k))).collect()
    };
    if forms.is_empty() {
        let error = InputError::whole("the sequence is too short to search for");
        return Err(error.hint("give at least eight numbers, separated by commas").into());
    }
    Ok(forms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    /// Compares with the hashes of the b-files of OEIS (CC BY-SA 4.0).
    #[test]
    fn published_b_files_are_reproduced_byte_for_byte() {
        let mut checked = 0;
        for entry in &ENTRIES {
            let Some(published) = &entry.published else { continue };
            let mut file = Vec::new();
            let terms = made(Effort::default(), |ask| oeis::terms(entry, published.terms, ask)).unwrap();
            bfile_ending(entry.offset, &terms, published.ends, &mut file).unwrap();
            let hash =
                Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
            assert_eq!(hash, published.sha256, "{}", entry.number);
            checked += 1;
        }
        assert_eq!(checked, 10);
    }

    /// The first terms in OEIS (CC BY-SA 4.0, <https://oeis.org>) of sequences without a hash.
    #[test]
    fn other_sequences_start_as_in_oeis() {
        let starts: [(&str, &[u64]); 22] = [
            (
                "A002186",
                &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5],
            ),
            (
                "A002187",
                &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0],
            ),
            (
                "A002188",
                &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1],
            ),
            (
                "A071074",
                &[0, 1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9, 7, 6, 5, 4, 3, 2, 8, 9, 4, 5, 12, 13, 9, 8, 2, 3, 4],
            ),
            (
                "A071434",
                &[1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6, 6, 4, 4, 1, 1, 2, 2, 7],
            ),
            (
                "A071435",
                &[1, 1, 2, 2, 3, 1, 1, 4, 4, 3, 2, 2, 1, 1, 4, 2, 2, 6, 4, 4, 1, 1, 2, 2, 7, 1, 1, 4, 4],
            ),
            (
                "A071436",
                &[1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8, 4, 1, 1, 6, 5, 4, 8, 1, 1, 12],
            ),
            (
                "A071452",
                &[1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 4, 4, 2, 2, 2, 6, 6],
            ),
            (
                "A071453",
                &[1, 1, 1, 0, 2, 2, 1, 3, 4, 0, 1, 1, 1, 3, 2, 2, 2, 3, 4, 0, 1, 5, 4, 3, 2, 2, 2, 3, 1],
            ),
            (
                "A071464",
                &[1, 0, 2, 2, 1, 0, 4, 4, 1, 2, 2, 0, 1, 4, 4, 6, 1, 7, 7, 0, 1, 2, 2, 6, 1, 4, 4, 8, 1],
            ),
            (
                "A071509",
                &[1, 1, 2, 2, 3, 4, 1, 1, 6, 6, 3, 2, 2, 1, 1, 6, 6, 8, 4, 4, 5, 10, 1, 1, 8, 3, 3, 4, 4],
            ),
            (
                "A125920",
                &[1, 1, 0, 2, 2, 3, 4, 4, 1, 1, 6, 2, 2, 3, 4, 4, 1, 1, 6, 6, 3, 3, 2, 4, 1, 1, 6, 6, 3],
            ),
            ("A001956", &[4, 8, 12, 17, 21, 25, 30, 34, 38, 43, 47, 51]),
            ("A003987", &[0, 1, 1, 2, 0, 2, 3, 3, 3, 3, 4, 2, 0, 2, 4]),
            ("A004482", &[1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9]),
            ("A004483", &[2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10]),
            ("A004484", &[3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8, 7, 15, 11, 16]),
            ("A004485", &[4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13, 12, 11, 16]),
            ("A130568", &[1, 3, 7, 9, 13, 17, 19, 23, 25, 29, 33, 35]),
            ("A184480", &[1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 18]),
            ("A184522", &[1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14]),
            ("A184523", &[6, 12, 18, 24, 30, 37, 43, 49, 55, 61]),
        ];
        for (number, start) in starts {
            let entry = ENTRIES.iter().find(|entry| entry.number == number).unwrap();
            assert_eq!(
                made(Effort::default(), |ask| oeis::terms(entry, start.len(), ask)).unwrap(),
                start,
                "{number}"
            );
        }
    }
}
