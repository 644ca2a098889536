//! Variable-length integers, and a cursor over bytes that are not trusted.

use super::damaged;
use std::io;

/// Appends an unsigned integer, seven bits a byte.
pub(super) fn put_varint(n: impl TryInto<u64>, out: &mut Vec<u8>) {
    // A length has at most 64 bits.
    let mut n: u64 = n.try_into().unwrap_or(u64::MAX);
    loop {
        let [low, ..] = n.to_le_bytes();
        n >>= 7;
        if n == 0 {
            out.push(low & 0x7f);
            return;
        }
        out.push(low | 0x80);
    }
}

/// Appends a signed integer: numbers near zero are short.
pub(super) fn put_zigzag(n: i64, out: &mut Vec<u8>) {
    put_varint(((n << 1) ^ (n >> 63)).cast_unsigned(), out);
}

/// The bytes that have not been read yet. Reading past the end is an error.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    pub fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(count).ok_or_else(|| damaged("it is cut off"))?;
        self.0 = rest;
        Ok(front)
    }

    pub fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let (front, rest) = self.0.split_first_chunk().ok_or_else(|| damaged("it is cut off"))?;
        self.0 = rest;
        Ok(*front)
    }

    pub fn byte(&mut self) -> io::Result<u8> {
        self.array().map(|[byte]| byte)
    }

    /// An unsigned integer of at most 64 bits.
    pub fn varint(&mut self) -> io::Result<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            n |= bits << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(damaged("it has an integer of more than 64 bits"))
    }

    pub fn zigzag(&mut self) -> io::Result<i64> {
        let n = self.varint()?;
        Ok((n >> 1).cast_signed() ^ -(n & 1).cast_signed())
    }

    /// A length that is stored as an integer.
    pub fn length(&mut self) -> io::Result<usize> {
        usize::try_from(self.varint()?).map_err(|_| damaged("it has too large a length"))
    }

    /// A length that is stored in four bytes.
    pub fn length_4(&mut self) -> io::Result<usize> {
        let length = u32::from_le_bytes(self.array()?);
        usize::try_from(length).map_err(|_| damaged("it has too large a length"))
    }
}
