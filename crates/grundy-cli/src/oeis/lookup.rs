//! Searches the file `stripped` of OEIS for a sequence.

use flate2::read::GzDecoder;
use grundy::InputError;
use grundy_answers::oeis::{Form, Hit, agreeing, ranked};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

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
}
