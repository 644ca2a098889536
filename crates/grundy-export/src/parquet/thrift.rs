//! The compact protocol of Thrift, in which the metadata of a Parquet file is written: values are read into a tree and written from one.

use super::damaged;
use super::varint::{Bytes, put_varint, put_zigzag};
use std::io;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    Double(f64),
    Binary(Vec<u8>),
    List(Vec<Self>),
    /// Fields by number, in ascending order when they are written.
    Struct(Vec<(i16, Self)>),
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I8: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;

/// Limit on nested structs and lists. The metadata of Parquet has less than ten levels.
const DEPTH: usize = 24;

impl Value {
    pub fn text(text: &str) -> Self {
        Self::Binary(text.as_bytes().to_vec())
    }

    /// A field of a struct; `None` if it is missing, or if this is not a struct.
    pub fn field(&self, id: i16) -> Option<&Self> {
        let Self::Struct(fields) = self else { return None };
        fields.iter().find(|(other, _)| *other == id).map(|(_, value)| value)
    }

    /// An integer of any width.
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::I8(n) => Some((*n).into()),
            Self::I16(n) => Some((*n).into()),
            Self::I32(n) => Some((*n).into()),
            Self::I64(n) => Some(*n),
            _ => None,
        }
    }

    /// An integer in a field.
    pub fn int_at(&self, id: i16) -> Option<i64> {
        self.field(id)?.int()
    }

    /// A length or an offset in a field.
    pub fn size_at(&self, id: i16) -> Option<usize> {
        usize::try_from(self.int_at(id)?).ok()
    }

    /// A string in a field.
    pub fn text_at(&self, id: i16) -> Option<&str> {
        match self.field(id)? {
            Self::Binary(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The elements of a list in a field.
    pub fn list_at(&self, id: i16) -> Option<&[Self]> {
        match self.field(id)? {
            Self::List(elements) => Some(elements),
            _ => None,
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Bool(true) => TRUE,
            Self::Bool(false) => FALSE,
            Self::I8(_) => I8,
            Self::I16(_) => I16,
            Self::I32(_) => I32,
            Self::I64(_) => I64,
            Self::Double(_) => DOUBLE,
            Self::Binary(_) => BINARY,
            Self::List(_) => LIST,
            Self::Struct(_) => STRUCT,
        }
    }

    /// Appends the value, without its type. All elements of a list must have the type of the first.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Bool(_) => out.push(self.kind()),
            Self::I8(n) => out.push(n.cast_unsigned()),
            Self::I16(n) => put_zigzag((*n).into(), out),
            Self::I32(n) => put_zigzag((*n).into(), out),
            Self::I64(n) => put_zigzag(*n, out),
            Self::Double(x) => out.extend(x.to_le_bytes()),
            Self::Binary(bytes) => {
                put_varint(bytes.len(), out);
                out.extend(bytes);
            }
            Self::List(elements) => {
                let kind = elements.first().map_or(STRUCT, Self::kind);
                match u8::try_from(elements.len()) {
                    Ok(count) if count < 15 => out.push(count << 4 | kind),
                    _ => {
                        out.push(0xf0 | kind);
                        put_varint(elements.len(), out);
                    }
                }
                for element in elements {
                    element.write(out);
                }
            }
            Self::Struct(fields) => {
                let mut last = 0;
                for (id, value) in fields {
                    match u8::try_from(id.wrapping_sub(last)) {
                        Ok(step) if (1..16).contains(&step) => out.push(step << 4 | value.kind()),
                        _ => {
                            out.push(value.kind());
                            put_zigzag((*id).into(), out);
                        }
                    }
                    last = *id;
                    if !matches!(value, Self::Bool(_)) {
                        value.write(out);
                    }
                }
                out.push(0);
            }
        }
    }

    /// Reads a struct from the front of the bytes.
    pub fn read(bytes: &mut Bytes<'_>) -> io::Result<Self> {
        read_struct(bytes, DEPTH)
    }
}

fn read_struct(bytes: &mut Bytes<'_>, depth: usize) -> io::Result<Value> {
    let mut fields = Vec::new();
    let mut last = 0_i16;
    loop {
        let head = bytes.byte()?;
        if head == 0 {
            return Ok(Value::Struct(fields));
        }
        let id = match head >> 4 {
            0 => i16::try_from(bytes.zigzag()?).ok(),
            step => last.checked_add(step.into()),
        };
        last = id.ok_or_else(|| damaged("a field of its metadata has too large a number"))?;
        let value = match head & 15 {
            TRUE => Value::Bool(true),
            FALSE => Value::Bool(false),
            kind => read_value(kind, bytes, depth)?,
        };
        fields.push((last, value));
    }
}

fn read_value(kind: u8, bytes: &mut Bytes<'_>, depth: usize) -> io::Result<Value> {
    let wide = |_| damaged("an integer of its metadata is too large");
    let depth = depth.checked_sub(1).ok_or_else(|| damaged("its metadata is nested too deeply"))?;
    Ok(match kind {
        TRUE | FALSE => Value::Bool(bytes.byte()? == TRUE),
        I8 => Value::I8(bytes.byte()?.cast_signed()),
        I16 => Value::I16(bytes.zigzag()?.try_into().map_err(wide)?),
        I32 => Value::I32(bytes.zigzag()?.try_into().map_err(wide)?),
        I64 => Value::I64(bytes.zigzag()?),
        DOUBLE => Value::Double(f64::from_le_bytes(bytes.array()?)),
        BINARY => {
            let length = bytes.length()?;
            Value::Binary(bytes.take(length)?.to_vec())
        }
        LIST | SET => {
            let head = bytes.byte()?;
            let count = if head >> 4 == 15 { bytes.length()? } else { usize::from(head >> 4) };
            // An element takes at least a byte.
            if count > bytes.len() {
                return Err(damaged("a list of its metadata is cut off"));
            }
            Value::List((0..count).map(|_| read_value(head & 15, bytes, depth)).collect::<io::Result<_>>()?)
        }
        STRUCT => read_struct(bytes, depth)?,
        _ => return Err(damaged(&format!("its metadata has a value of the unknown type {kind}"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &Value) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        bytes
    }

    #[test]
    fn written_values_are_read_back() {
        let numbers = [i64::MIN, -1, 0, 1, 63, 64, i64::MAX].map(Value::I64).to_vec();
        let many = vec![Value::Struct(vec![(1, Value::Bool(false)), (2, Value::Bool(true))]); 15];
        let value = Value::Struct(vec![
            (1, Value::I8(-1)),
            (2, Value::I16(i16::MIN)),
            (4, Value::I32(i32::MIN)),
            (19, Value::List(numbers)),
            (20, Value::List(many)),
            (400, Value::Double(-0.5)),
            (401, Value::text("Züge")),
            (402, Value::List(Vec::new())),
            (403, Value::List(vec![Value::Bool(true), Value::Bool(false)])),
            (i16::MAX, Value::Struct(Vec::new())),
        ]);
        let bytes = written(&value);
        let mut rest = Bytes::new(&bytes);
        assert_eq!(Value::read(&mut rest).unwrap(), value);
        assert_eq!(rest.len(), 0);
        for end in 0..bytes.len() {
            assert!(Value::read(&mut Bytes::new(&bytes[..end])).is_err());
        }
    }

    #[test]
    fn a_known_encoding() {
        let value = Value::Struct(vec![(1, Value::I32(1)), (3, Value::text("ab")), (20, Value::I64(-2))]);
        assert_eq!(written(&value), [0x15, 2, 0x28, 2, b'a', b'b', 0x06, 40, 3, 0]);
    }

    #[test]
    fn hostile_bytes_are_refused() {
        let deep = [0x1c; 1000];
        let endless = [0x15, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0];
        let huge_list = [0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f, 0];
        let huge_text = [0x18, 0xff, 0xff, 0xff, 0xff, 0x0f, b'a'];
        let map = [0x1b, 0];
        let nested_lists = [0x19; 1000];
        for bytes in [&deep[..], &endless, &huge_list, &huge_text, &map, &nested_lists, &[0x55, 0x80]] {
            assert!(Value::read(&mut Bytes::new(bytes)).is_err(), "{bytes:x?}");
        }
    }
}
