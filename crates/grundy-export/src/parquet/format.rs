//! The numbers and structures of the metadata of Parquet that are used here.

use super::thrift::Value;

/// The first and the last four bytes of a file.
pub(super) const MAGIC: &[u8; 4] = b"PAR1";

/// Values in a page. A page is compressed as a whole.
pub(super) const PAGE_VALUES: usize = 1 << 16;

/// Bytes of values after which a page ends.
pub(super) const PAGE_BYTES: usize = 1 << 20;

pub(super) const INT32: i32 = 1;
pub(super) const INT64: i32 = 2;
pub(super) const DOUBLE: i32 = 5;
pub(super) const BYTE_ARRAY: i32 = 6;

pub(super) const REQUIRED: i32 = 0;
pub(super) const OPTIONAL: i32 = 1;

pub(super) const UTF8: i32 = 0;
pub(super) const UINT_32: i32 = 13;
pub(super) const UINT_64: i32 = 14;
pub(super) const INT_64: i32 = 18;

pub(super) const PLAIN: i32 = 0;
pub(super) const PLAIN_DICTIONARY: i32 = 2;
pub(super) const RLE: i32 = 3;
pub(super) const DELTA_BINARY_PACKED: i32 = 5;
pub(super) const RLE_DICTIONARY: i32 = 8;

pub(super) const UNCOMPRESSED: i32 = 0;
pub(super) const GZIP: i32 = 2;
pub(super) const ZSTD: i32 = 6;
/// The names of methods of compression, by number.
pub(super) const CODECS: [&str; 8] =
    ["UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"];

pub(super) const DATA_PAGE: i32 = 0;
pub(super) const INDEX_PAGE: i32 = 1;
pub(super) const DICTIONARY_PAGE: i32 = 2;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    U32,
    U64,
    I64,
    F64,
    Text,
}

impl Kind {
    /// The type that is stored. Unsigned integers are stored in the bits of signed ones.
    pub fn stored(self) -> i32 {
        match self {
            Self::U32 => INT32,
            Self::U64 | Self::I64 => INT64,
            Self::F64 => DOUBLE,
            Self::Text => BYTE_ARRAY,
        }
    }

    /// The meaning of the stored type, in its old form and in its new one.
    fn meaning(self) -> Option<(i32, Value)> {
        let integer = |bits, signed| {
            Value::Struct(vec![(10, Value::Struct(vec![(1, Value::I8(bits)), (2, Value::Bool(signed))]))])
        };
        match self {
            Self::U32 => Some((UINT_32, integer(32, false))),
            Self::U64 => Some((UINT_64, integer(64, false))),
            Self::I64 => Some((INT_64, integer(64, true))),
            Self::F64 => None,
            Self::Text => Some((UTF8, Value::Struct(vec![(1, Value::Struct(Vec::new()))]))),
        }
    }
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub kind: Kind,
    /// May values be missing?
    pub optional: bool,
}

impl Field {
    /// Its element in the schema.
    pub fn element(&self) -> Value {
        let repetition = if self.optional { OPTIONAL } else { REQUIRED };
        let mut fields = vec![
            (1, Value::I32(self.kind.stored())),
            (3, Value::I32(repetition)),
            (4, Value::text(&self.name)),
        ];
        if let Some((old, new)) = self.kind.meaning() {
            fields.extend([(6, Value::I32(old)), (10, new)]);
        }
        Value::Struct(fields)
    }
}
