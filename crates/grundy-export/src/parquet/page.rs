//! The pages of a column that is read.

use super::delta::read_delta;
use super::format::{BYTE_ARRAY, DATA_PAGE, DELTA_BINARY_PACKED, DICTIONARY_PAGE, DOUBLE, INDEX_PAGE};
use super::format::{INT32, PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY};
use super::hybrid::read_hybrid;
use super::read::{Leaf, Memory, decompress};
use super::thrift::Value;
use super::varint::Bytes;
use super::{Cell, damaged};
use std::io;

/// Limit on the header of a page. It may have two bounds, which are cut off after 64 bytes.
const LONGEST_HEADER: usize = 1 << 16;

pub(super) struct Pages<'p> {
    leaf: &'p Leaf,
    codec: i32,
    bytes: Bytes<'p>,
    memory: &'p mut Memory,
    /// The values of the dictionary page.
    dictionary: Option<Vec<Cell>>,
}

impl<'p> Pages<'p> {
    pub fn new(leaf: &'p Leaf, codec: i32, bytes: Bytes<'p>, memory: &'p mut Memory) -> Self {
        Self { leaf, codec, bytes, memory, dictionary: None }
    }

    /// Reads exactly `count` cells.
    pub fn cells(mut self, count: usize) -> io::Result<Vec<Cell>> {
        let mut cells = Vec::with_capacity(count);
        while cells.len() < count {
            let left = count - cells.len();
            let (header, body) = self.page()?;
            match header.int_at(1).and_then(|kind| i32::try_from(kind).ok()) {
                Some(DATA_PAGE) => {
                    let header = header.field(5).ok_or_else(|| damaged("a page has no header"))?;
                    self.data(header, &body, left, &mut cells)?;
                }
                Some(DICTIONARY_PAGE) if self.dictionary.is_none() => {
                    let header = header.field(7).ok_or_else(|| damaged("a dictionary has no header"))?;
                    self.dictionary = Some(self.dictionary(header, &body)?);
                }
                Some(INDEX_PAGE) => {}
                _ => return Err(damaged("it has a kind of pages that is not supported")),
            }
        }
        Ok(cells)
    }

    /// The header and the contents of the next page.
    fn page(&mut self) -> io::Result<(Value, Vec<u8>)> {
        let rest = self.bytes.rest();
        let mut head = Bytes::new(&rest[..rest.len().min(LONGEST_HEADER)]);
        let before = head.len();
        let header = Value::read(&mut head)?;
        self.bytes.take(before - head.len())?;
        let missing = || damaged("the length of a page is missing");
        let packed = self.bytes.take(header.size_at(3).ok_or_else(missing)?)?;
        let length = header.size_at(2).ok_or_else(missing)?;
        Ok((header, decompress(packed, self.codec, length, self.memory)?))
    }

    /// Appends the cells of a data page, at most `left`.
    fn data(&mut self, header: &Value, body: &[u8], left: usize, cells: &mut Vec<Cell>) -> io::Result<()> {
        let count = header.size_at(1).filter(|&count| count <= left);
        let count = count.ok_or_else(|| damaged("a page has more values than its column"))?;
        let mut bytes = Bytes::new(body);
        let mut flags = None;
        if self.leaf.is_optional {
            if header.int_at(3) != Some(RLE.into()) {
                return Err(damaged("missing values are encoded in a way that is not supported"));
            }
            let length = bytes.length_4()?;
            let levels = read_hybrid(&mut Bytes::new(bytes.take(length)?), 1, count)?;
            flags = Some(levels);
        }
        let present = flags.as_ref().map_or(count, |flags| flags.iter().filter(|&&flag| flag == 1).count());
        let encoding = header.int_at(2).and_then(|encoding| i32::try_from(encoding).ok());
        let mut values = match encoding {
            Some(PLAIN_DICTIONARY | RLE_DICTIONARY) => self.looked_up(&mut bytes, present)?,
            Some(DELTA_BINARY_PACKED) if self.leaf.stored != DOUBLE && self.leaf.stored != BYTE_ARRAY => {
                let bits = if self.leaf.stored == INT32 { 32 } else { 64 };
                let numbers = read_delta(&mut bytes, present, bits)?;
                numbers.into_iter().map(|number| self.number(number)).collect::<io::Result<_>>()?
            }
            Some(PLAIN) => self.plain(&mut bytes, present)?,
            _ => return Err(damaged("its values are encoded in a way that is not supported")),
        }
        .into_iter();
        match flags {
            Some(flags) => {
                let cell = |flag| if flag == 1 { values.next() } else { None };
                cells.extend(flags.into_iter().map(cell).map(|cell| cell.unwrap_or(Cell::Nothing)));
            }
            None => cells.extend(values),
        }
        Ok(())
    }

    /// The values of a dictionary page.
    fn dictionary(&mut self, header: &Value, body: &[u8]) -> io::Result<Vec<Cell>> {
        // A value takes at least four bytes.
        let count = header.size_at(1).filter(|&count| count <= body.len() / 4);
        let count = count.ok_or_else(|| damaged("a dictionary is cut off"))?;
        let encoding = header.int_at(2);
        if encoding != Some(PLAIN.into()) && encoding != Some(PLAIN_DICTIONARY.into()) {
            return Err(damaged("a dictionary is encoded in a way that is not supported"));
        }
        self.memory.take(count.saturating_mul(size_of::<Cell>()))?;
        self.plain(&mut Bytes::new(body), count)
    }

    /// Values given by their indices in the dictionary.
    fn looked_up(&mut self, bytes: &mut Bytes<'_>, count: usize) -> io::Result<Vec<Cell>> {
        let dictionary = self.dictionary.as_ref().ok_or_else(|| damaged("a dictionary is missing"))?;
        // A page in which all values are missing may end here.
        let width = if count == 0 { 0 } else { bytes.byte()? };
        let indices = read_hybrid(bytes, width, count)?;
        let look_up = |index: u32| {
            let cell = usize::try_from(index).ok().and_then(|index| dictionary.get(index));
            let cell = cell.ok_or_else(|| damaged("a dictionary has too few values"))?;
            if let Cell::Text(text) = cell {
                self.memory.take(text.len())?;
            }
            Ok(cell.clone())
        };
        indices.into_iter().map(look_up).collect()
    }

    /// Values one after the other.
    fn plain(&self, bytes: &mut Bytes<'_>, count: usize) -> io::Result<Vec<Cell>> {
        let mut value = |_| match self.leaf.stored {
            BYTE_ARRAY => {
                let length = bytes.length_4()?;
                let text = std::str::from_utf8(bytes.take(length)?);
                text.map(|text| Cell::Text(text.to_owned())).map_err(|_| damaged("a text is not UTF-8"))
            }
            DOUBLE => Ok(Cell::Real(f64::from_le_bytes(bytes.array()?))),
            INT32 => self.number(i32::from_le_bytes(bytes.array()?).into()),
            _ => self.number(i64::from_le_bytes(bytes.array()?)),
        };
        (0..count).map(&mut value).collect()
    }

    /// An integer with its sign. Earlier versions wrote unsigned columns.
    fn number(&self, number: i64) -> io::Result<Cell> {
        match (self.leaf.is_unsigned, self.leaf.stored) {
            (true, INT32) => Ok(Cell::Number(number & i64::from(u32::MAX))),
            (true, _) if number < 0 => {
                Err(damaged(&format!("{} does not fit a signed integer of 64 bits", number.cast_unsigned())))
            }
            _ => Ok(Cell::Number(number)),
        }
    }
}
