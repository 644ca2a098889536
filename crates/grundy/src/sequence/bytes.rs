//! States as bytes: a magic number, a version, numbers of 64 bits, and a checksum.

/// Bytes that are not the state they are taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the state of a sequence: {0}")]
pub struct BadState(pub &'static str);

const MAGIC: u64 = u64::from_le_bytes(*b"grundySQ");

/// Numbers on their way into bytes.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn new(kind: u64, version: u64) -> Self {
        let mut writer = Self(Vec::new());
        writer.numbers([MAGIC, kind, version]);
        writer
    }

    pub(super) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = u64>) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    /// The length, and then the numbers.
    pub(super) fn list(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.number(u64::try_from(numbers.len()).unwrap_or(u64::MAX));
        self.numbers(numbers);
    }

    /// Numbers none of which is less than the one before: how many, and the steps, 7 bits a byte.
    pub(super) fn increasing(&mut self, numbers: &[u64]) {
        self.number(crate::widths::wide(numbers.len()));
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

    /// Small numbers, two bytes each.
    pub(super) fn small(&mut self, numbers: &[i16]) {
        self.number(crate::widths::wide(numbers.len()));
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.0);
        self.number(sum);
        self.0
    }
}

/// Bytes on their way back.
pub(super) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8], kind: u64, version: u64) -> Result<Self, BadState> {
        let (body, sum) = bytes.split_last_chunk().ok_or(BadState("it is too short"))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BadState("its checksum is wrong"));
        }
        let mut reader = Self(body);
        if reader.number()? != MAGIC || reader.number()? != kind {
            return Err(BadState("it does not begin as one"));
        }
        if reader.number()? != version {
            return Err(BadState("it is of another version"));
        }
        Ok(reader)
    }

    pub(super) fn number(&mut self) -> Result<u64, BadState> {
        let (number, rest) = self.0.split_first_chunk().ok_or(BadState("it ends too early"))?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    pub(super) fn index(&mut self) -> Result<usize, BadState> {
        usize::try_from(self.number()?).map_err(|_| BadState("a length is out of range"))
    }

    pub(super) fn list(&mut self) -> Result<Vec<u64>, BadState> {
        let length = self.count(8)?;
        (0..length).map(|_| self.number()).collect()
    }

    pub(super) fn increasing(&mut self) -> Result<Vec<u64>, BadState> {
        const ASTRAY: BadState = BadState("a step is out of range");
        let length = self.count(1)?;
        let mut numbers = Vec::with_capacity(length);
        let mut last: u64 = 0;
        for _ in 0..length {
            let (mut step, mut shift) = (0_u64, 0);
            loop {
                let (&byte, rest) = self.0.split_first().ok_or(BadState("it ends too early"))?;
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

    pub(super) fn small(&mut self) -> Result<Vec<i16>, BadState> {
        let length = self.count(2)?;
        let (bytes, rest) = self.0.split_at(2 * length);
        self.0 = rest;
        Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    /// A length of things of at least so many bytes each.
    fn count(&mut self, bytes: usize) -> Result<usize, BadState> {
        let length = self.index()?;
        if length > self.0.len() / bytes { Err(BadState("it ends too early")) } else { Ok(length) }
    }

    pub(super) fn finish(self) -> Result<(), BadState> {
        if self.0.is_empty() { Ok(()) } else { Err(BadState("it goes on after its end")) }
    }
}

/// FNV-1a on 64-bit words: it notices damage, it is no defence against forgery.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let step = |sum: u64, chunk| (sum ^ word(chunk)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, step)
}
