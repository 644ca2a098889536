//! The lines of the input that ask something.

use grundy::InputError;
use std::io::{self, BufRead as _, BufReader, Read};

/// Bytes of a line, at most.
const LONGEST: usize = 1 << 16;

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A line.
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Its text without spaces at the ends, or why it has none.
    pub text: Result<String, InputError>,
}

/// Reads lines. Blank lines and comments, which start with #, are skipped.
pub struct Lines<R> {
    input: BufReader<R>,
    number: u64,
}

impl<R: Read> Lines<R> {
    /// The lines of an input.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER, input), number: 0 }
    }

    /// Whether a whole line is there already, so that reading it does not wait for input.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let Some(bytes) = self.bytes()? else { return Ok(None) };
            self.number += 1;
            let text = match bytes {
                Bytes::TooMany => Err(InputError::whole(format!("the line has more than {LONGEST} bytes"))),
                Bytes::Line(bytes) => {
                    String::from_utf8(bytes).map_err(|_| InputError::whole("the line is not UTF-8"))
                }
            };
            let trimmed = text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned());
            if !matches!(&trimmed, Ok(text) if text.is_empty() || text.starts_with('#')) {
                return Ok(Some(Line { number: self.number, text: trimmed }));
            }
        }
    }

    /// The bytes up to the end of the line; `None` at the end of the input.
    fn bytes(&mut self) -> io::Result<Option<Bytes>> {
        let (mut bytes, mut is_long, mut is_any) = (Vec::new(), false, false);
        loop {
            let there = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                there => there?,
            };
            if there.is_empty() {
                break;
            }
            is_any = true;
            let end = there.iter().position(|&byte| byte == b'\n');
            let part = &there[..end.unwrap_or(there.len())];
            is_long |= bytes.len() + part.len() > LONGEST;
            if !is_long {
                bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        let line = if is_long { Bytes::TooMany } else { Bytes::Line(bytes) };
        Ok(is_any.then_some(line))
    }
}

enum Bytes {
    Line(Vec<u8>),
    TooMany,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(u64, String)> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while let Some(Line { number, text }) = lines.next().unwrap() {
            all.push((number, text.unwrap_or_else(|error| error.message)));
        }
        all
    }

    #[test]
    fn blank_lines_and_comments_are_counted_and_skipped() {
        let lines = read(b"\xef\xbb\xbfnim 3\n\n# nim 4\r\n  nim 5 \r\n \t\n#\nnim 6");
        assert_eq!(lines, [(1, "nim 3".to_owned()), (4, "nim 5".to_owned()), (7, "nim 6".to_owned())]);
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n\n"), []);
    }

    #[test]
    fn a_line_that_is_too_long_or_not_text_is_an_error_and_the_next_is_read() {
        let long = [vec![b'1'; LONGEST + 1], b"\nnim 3\n\xff\xfe\nnim 4".to_vec()].concat();
        let lines = read(&long);
        assert!(lines[0].1.contains("more than 65536 bytes"), "{}", lines[0].1);
        assert_eq!(lines[1], (2, "nim 3".to_owned()));
        assert!(lines[2].1.contains("UTF-8"));
        assert_eq!(lines[3], (4, "nim 4".to_owned()));
        assert_eq!(read(&vec![b'1'; LONGEST])[0].1.len(), LONGEST);
    }
}
