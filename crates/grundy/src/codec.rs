//! States of sequences and searches as bytes, so that they can be stored and resumed.
//!
//! The format: a magic number, the kind of state, its version, the data, and a checksum. The checksum detects damage, not forgery, so
//! store states only in a place that you trust. The result of a search is a certificate, which can be checked.
//!
//! | kind | state |
//! |---|---|
//! | 1 | [`Stream`](crate::sequence::Stream) |
//! | 2 | [`Rwsg`](crate::r_wythoff::Rwsg), [`Prover`](crate::r_wythoff::Prover) |
//! | 3 | [`RowSearch`](crate::period::RowSearch) |
//! | 5 | [`Lines`](crate::sharing_nim::Lines) |
//! | 6 | [`Survey`](crate::sharing_nim::Survey) |

/// The error for bytes that are not a stored state of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a stored state: {0}")]
pub struct BadState(pub &'static str);

const MAGIC: u64 = u64::from_le_bytes(*b"grundySQ");

/// Writes numbers as bytes.
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn new(kind: u64, version: u64) -> Self {
        let mut writer = Self(Vec::new());
        writer.numbers([MAGIC, kind, version]);
        writer
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    /// An optional number.
    pub(crate) fn maybe(&mut self, number: Option<u64>) {
        self.numbers([u64::from(number.is_some()), number.unwrap_or(0)]);
    }

    pub(crate) fn wide(&mut self, number: u128) {
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn length(&mut self, length: usize) {
        self.number(crate::widths::wide(length));
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    /// A list with its length.
    pub(crate) fn list(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.length(numbers.len());
        self.numbers(numbers);
    }

    /// A non-decreasing list: its length, then the differences as LEB128.
    pub(crate) fn increasing(&mut self, numbers: &[u64]) {
        self.length(numbers.len());
        let mut last = 0;
        for &number in numbers {
            let mut step = number - last;
            while step >= 128 {
                self.0.push(u8::try_from(step % 128).unwrap_or(0) | 128);
                step /= 128;
            }
            self.0.push(u8::try_from(step).unwrap_or(0));
            last = number;
        }
    }

    /// A list of small numbers, two bytes each.
    pub(crate) fn small(&mut self, numbers: &[i16]) {
        self.length(numbers.len());
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.number(sum);
        self.0
    }
}

/// Reads what [`Writer`] wrote.
pub(crate) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8], kind: u64, version: u64) -> Result<Self, BadState> {
        let (body, sum) = bytes.split_last_chunk().ok_or(BadState("too short"))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BadState("wrong checksum"));
        }
        let mut reader = Self(body);
        if reader.number()? != MAGIC || reader.number()? != kind {
            return Err(BadState("wrong magic number or kind"));
        }
        if reader.number()? != version {
            return Err(BadState("unsupported version"));
        }
        Ok(reader)
    }

    pub(crate) fn number(&mut self) -> Result<u64, BadState> {
        let (number, rest) = self.0.split_first_chunk().ok_or(BadState("unexpected end"))?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    /// An optional number.
    pub(crate) fn maybe(&mut self) -> Result<Option<u64>, BadState> {
        match (self.number()?, self.number()?) {
            (0, 0) => Ok(None),
            (1, number) => Ok(Some(number)),
            _ => Err(BadState("a flag is neither 0 nor 1")),
        }
    }

    pub(crate) fn wide(&mut self) -> Result<u128, BadState> {
        let (number, rest) = self.0.split_first_chunk().ok_or(BadState("unexpected end"))?;
        self.0 = rest;
        Ok(u128::from_le_bytes(*number))
    }

    pub(crate) fn index(&mut self) -> Result<usize, BadState> {
        usize::try_from(self.number()?).map_err(|_| BadState("a length is out of range"))
    }

    pub(crate) fn list(&mut self) -> Result<Vec<u64>, BadState> {
        let length = self.length(8)?;
        (0..length).map(|_| self.number()).collect()
    }

    pub(crate) fn increasing(&mut self) -> Result<Vec<u64>, BadState> {
        const ASTRAY: BadState = BadState("a step is out of range");
        let length = self.length(1)?;
        let mut numbers = Vec::with_capacity(length);
        let mut last: u64 = 0;
        for _ in 0..length {
            let (mut step, mut shift) = (0_u64, 0);
            loop {
                let (&byte, rest) = self.0.split_first().ok_or(BadState("unexpected end"))?;
                self.0 = rest;
                if shift > 56 {
                    return Err(ASTRAY);
                }
                step |= u64::from(byte % 128) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            last = last.checked_add(step).ok_or(ASTRAY)?;
            numbers.push(last);
        }
        Ok(numbers)
    }

    pub(crate) fn small(&mut self) -> Result<Vec<i16>, BadState> {
        let length = self.length(2)?;
        let (bytes, rest) = self.0.split_at(2 * length);
        self.0 = rest;
        Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    /// The length of a list whose items take at least `bytes` bytes each.
    pub(crate) fn length(&mut self, bytes: usize) -> Result<usize, BadState> {
        let length = self.index()?;
        if length > self.0.len() / bytes { Err(BadState("unexpected end")) } else { Ok(length) }
    }

    pub(crate) fn finish(self) -> Result<(), BadState> {
        if self.0.is_empty() { Ok(()) } else { Err(BadState("trailing bytes")) }
    }
}

/// FNV-1a on 64-bit words. It detects damage, not forgery.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let step = |sum: u64, chunk| (sum ^ word(chunk)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let mut writer = Writer::new(7, 3);
        writer.maybe(None);
        writer.maybe(Some(0));
        writer.wide(u128::MAX - 1);
        writer.list([4, 5].into_iter());
        writer.increasing(&[1, 1, 300]);
        writer.small(&[-1, 2]);
        writer.finish()
    }

    #[test]
    fn what_is_written_is_read() -> Result<(), BadState> {
        let bytes = written();
        let mut reader = Reader::new(&bytes, 7, 3)?;
        assert_eq!((reader.maybe()?, reader.maybe()?, reader.wide()?), (None, Some(0), u128::MAX - 1));
        assert_eq!((reader.list()?, reader.increasing()?), (vec![4, 5], vec![1, 1, 300]));
        assert_eq!(reader.small()?, [-1, 2]);
        reader.finish()
    }

    #[test]
    fn another_kind_or_version_is_refused() {
        let bytes = written();
        let refused = |kind, version| Reader::new(&bytes, kind, version).err();
        assert_eq!(refused(8, 3), Some(BadState("wrong magic number or kind")));
        assert_eq!(refused(7, 4), Some(BadState("unsupported version")));
        assert_eq!(Reader::new(b"grundy row search 1\n", 7, 3).err(), Some(BadState("wrong checksum")));
    }
}
