//! The state of a search as bytes, so that it can be kept and taken up again.
//!
//! A line that names the kind and the version, numbers of eight bytes, little end first, and at the end a check sum.
//! Whatever is not exactly that is refused. Bytes are kept by whoever trusts the place they are kept in: they say what has been
//! found so far, and only the certificate that comes out in the end can be checked.

use super::Windows;

/// Bytes that are not a kept search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a search that can be taken up again: {0}")]
pub struct BadBytes(pub &'static str);

/// Puts a search together.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new(header: &str) -> Self {
        Self(header.as_bytes().to_vec())
    }

    pub(super) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn maybe(&mut self, number: Option<u64>) {
        self.numbers([u64::from(number.is_some()), number.unwrap_or(0)]);
    }

    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    pub(super) fn length(&mut self, length: usize) {
        self.number(u64::try_from(length).unwrap_or(u64::MAX));
    }

    pub(super) fn list(&mut self, numbers: &[u64]) {
        self.length(numbers.len());
        self.numbers(numbers.iter().copied());
    }

    fn wide(&mut self, number: u128) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let sum = sum(&self.0);
        self.number(sum);
        self.0
    }
}

/// Takes a search apart.
pub(super) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn new(header: &str, bytes: &'b [u8]) -> Result<Self, BadBytes> {
        let (content, check) = bytes.split_last_chunk::<8>().ok_or(BadBytes("they end too soon"))?;
        let rest = content.strip_prefix(header.as_bytes());
        let rest = rest.ok_or(BadBytes("they begin otherwise, or are of another version"))?;
        if sum(content) != u64::from_le_bytes(*check) {
            return Err(BadBytes("the check sum is wrong"));
        }
        Ok(Self(rest))
    }

    pub(super) fn number(&mut self) -> Result<u64, BadBytes> {
        let (number, rest) = self.0.split_first_chunk::<8>().ok_or(BadBytes("they end too soon"))?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    /// Whether there is a number, and which.
    pub(super) fn maybe(&mut self) -> Result<Option<u64>, BadBytes> {
        match (self.number()?, self.number()?) {
            (0, 0) => Ok(None),
            (1, number) => Ok(Some(number)),
            _ => Err(BadBytes("a number is neither there nor not")),
        }
    }

    /// A number of things that take `each` bytes or more: never more than there can be.
    pub(super) fn length(&mut self, each: usize) -> Result<usize, BadBytes> {
        let length = usize::try_from(self.number()?).map_err(|_| BadBytes("a list is too long"))?;
        if length.checked_mul(each).is_none_or(|bytes| bytes > self.0.len()) {
            return Err(BadBytes("a list is too long"));
        }
        Ok(length)
    }

    pub(super) fn list(&mut self) -> Result<Vec<u64>, BadBytes> {
        let length = self.length(8)?;
        (0..length).map(|_| self.number()).collect()
    }

    fn wide(&mut self) -> Result<u128, BadBytes> {
        let (number, rest) = self.0.split_first_chunk::<16>().ok_or(BadBytes("they end too soon"))?;
        self.0 = rest;
        Ok(u128::from_le_bytes(*number))
    }

    pub(super) fn finish(self) -> Result<(), BadBytes> {
        if self.0.is_empty() { Ok(()) } else { Err(BadBytes("something follows their end")) }
    }
}

impl Windows {
    pub(super) fn write(&self, to: &mut Writer) {
        to.number(self.column);
        self.rows.iter().chain(&self.diagonals).for_each(|&window| to.wide(window));
    }

    /// A state of the same game and rows as `like`.
    pub(super) fn read(from: &mut Reader, like: &Self) -> Result<Self, BadBytes> {
        let mut state = like.clone();
        state.column = from.number()?;
        for window in state.rows.iter_mut().chain(&mut state.diagonals) {
            *window = from.wide()?;
        }
        Ok(state)
    }
}

/// FNV-1a, against damage and not against malice.
fn sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
