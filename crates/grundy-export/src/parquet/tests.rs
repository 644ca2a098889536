use super::format::{Field, Kind, MAGIC};
use super::read::File;
use super::records::read_records;
use super::thrift::Value;
use super::varint::Bytes;
use super::write::Writer;
use super::*;
use fastrand::Rng;
use std::time::{Duration, Instant};

const COLUMNS: [(&str, CellKind); 3] =
    [("n", CellKind::Number), ("seconds", CellKind::Real), ("verdict", CellKind::Text)];

fn data(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// A file that an earlier version wrote with the crate `parquet`: dictionaries, zstd.
fn old(name: &str) -> Vec<u8> {
    std::fs::read(data(name)).unwrap()
}

fn records(columns: &[(&str, CellKind)], rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    parquet_records(columns, rows, &[("task", "t")], &mut bytes).unwrap();
    bytes
}

/// Rows of [`COLUMNS`]; a cell is missing once in `missing` times.
fn random_rows(count: usize, missing: usize, random: &mut Rng) -> Vec<Vec<Cell>> {
    let texts = ["", "proved", "Züge: ∗4 ⊕ 𝟚", "a\0b\n"];
    let mut row = || {
        let bits = random.u32(..64);
        let number = random.i64(..) >> bits;
        let extreme = [i64::MIN, i64::MAX, 0, -1][random.usize(..4)];
        let real = f64::from_bits(random.u64(..));
        let real = if real.is_nan() { f64::NEG_INFINITY } else { real };
        let mut text = texts[random.usize(..4)].repeat(random.usize(..9));
        if random.u8(..) == 0 {
            text = "long ".repeat(random.usize(..20_000));
        }
        let number = if random.u8(..8) == 0 { extreme } else { number };
        let cells = [Cell::Number(number), Cell::Real(real), Cell::Text(text)];
        cells.map(|cell| if random.usize(..missing) == 0 { Cell::Nothing } else { cell }).to_vec()
    };
    (0..count).map(|_| row()).collect()
}

#[test]
fn written_records_are_read_back() {
    let mut random = Rng::with_seed(3);
    for count in [0, 1, 2, 100, 1000, (1 << 16) + 3] {
        for missing in [1, 2, 50, usize::MAX] {
            let rows = random_rows(count, missing, &mut random);
            let bytes = records(&COLUMNS, &rows);
            assert!(read_records(&bytes, &COLUMNS).unwrap() == rows, "{count} {missing}");
        }
    }
    let missing = vec![vec![Cell::Nothing; 3]; 70_000];
    let short = vec![Vec::new(); 70_000];
    assert!(read_records(&records(&COLUMNS, &short), &COLUMNS).unwrap() == missing);
    assert_eq!(read_records(&records(&[], &[]), &[]).unwrap(), Vec::<Vec<Cell>>::new());
}

#[test]
fn many_rows_are_written_in_groups() {
    let rows: Vec<Vec<Cell>> = (0..(1 << 20) + 5).map(|n| vec![Cell::Number(n * n)]).collect();
    let bytes = records(&COLUMNS[..1], &rows);
    assert_eq!(File::open(&bytes).unwrap().groups(), 2);
    assert!(read_records(&bytes, &COLUMNS[..1]).unwrap() == rows);
}

#[test]
fn files_are_replaced_and_errors_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.parquet");
    let rows = [vec![Cell::Number(1), Cell::Real(0.25), Cell::Text("proved".to_owned())]];
    crate::replace(&path, |out| parquet_records(&COLUMNS, &rows, &[], out)).unwrap();
    assert_eq!(read_parquet_records(&path, &COLUMNS).unwrap(), rows);
    let error = read_parquet_records(&path, &COLUMNS[..2]).unwrap_err();
    assert!(error.to_string().contains("its columns are n, seconds, verdict, not n, seconds"), "{error}");
    let mixed = parquet_records(&COLUMNS[..1], &[vec![Cell::Real(1.0)]], &[], &mut Vec::new());
    assert_eq!(mixed.unwrap_err().kind(), io::ErrorKind::InvalidData);
    std::fs::write(&path, "PAR1 and then nothing").unwrap();
    let error = read_parquet_records(&path, &COLUMNS).unwrap_err();
    assert!(error.to_string().contains("not a Parquet file"), "{error}");
}

#[test]
fn tables_and_columns_are_read_back() {
    let mut table = Table::new(2, grundy::Element::U32);
    for (a, b, value) in [(0, 1, 1), (1, 0, 4_000_000_000), (1, 1, 7)] {
        table.set(a, b, value).unwrap();
    }
    let mut bytes = Vec::new();
    parquet(&table, &mut bytes).unwrap();
    let (n, nothing) = (Cell::Number, Cell::Nothing);
    let rows =
        [[n(0), n(0), nothing], [n(0), n(1), n(1)], [n(1), n(0), n(4_000_000_000)], [n(1), n(1), n(7)]];
    assert_eq!(File::open(&bytes).unwrap().rows().unwrap(), rows);
    for side in [0, 1] {
        let mut bytes = Vec::new();
        parquet(&Table::new(side, grundy::Element::U8), &mut bytes).unwrap();
        assert_eq!(File::open(&bytes).unwrap().rows().unwrap().len(), side);
    }

    let numbers: Vec<u64> = (0..200_000).map(|n| n * n).collect();
    let columns = |y: Vec<u64>| {
        let mut bytes = Vec::new();
        parquet_columns(&Columns::new(vec![("x", numbers.clone()), ("y-x", y)]), &mut bytes).unwrap();
        bytes
    };
    let bytes = columns(numbers.clone());
    let file = File::open(&bytes).unwrap();
    assert_eq!(file.leaves[1].name, "y_minus_x");
    assert!(
        file.rows()
            .unwrap()
            .into_iter()
            .zip(0..)
            .all(|(row, n)| row == [Cell::Number(n * n), Cell::Number(n * n)])
    );
    let error = File::open(&columns(vec![u64::MAX; 200_000])).unwrap().rows().unwrap_err();
    assert!(error.to_string().contains("y_minus_x: 18446744073709551615 does not fit"), "{error}");
}

/// Compares a file with the one in `tests/data`, which Python reads in `python/tests/test_parquet.py`. `UPDATE=1` writes it.
fn same_as_kept(name: &str, bytes: &[u8]) {
    let path = data(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == bytes, "{name} has changed; UPDATE=1 writes it again");
}

#[test]
fn files_are_those_that_python_reads() {
    let mut table = Table::new(3, grundy::Element::U32);
    let large = 1 << 31;
    let values = [(0, 1, 1), (0, 2, 2 * large - 2), (1, 0, large), (1, 2, large - 1), (2, 0, 0), (2, 1, 3)];
    for (a, b, value) in values.into_iter().chain([(2, 2, large + 5)]) {
        table.set(a, b, value).unwrap();
    }
    let mut bytes = Vec::new();
    parquet(&table, &mut bytes).unwrap();
    same_as_kept("table.parquet", &bytes);
    let x = (0..1000).map(|n| n * n).collect();
    let y = (0..1000).map(|n| if n % 3 == 0 { u64::MAX } else { (1 << 63) - n }).collect();
    bytes.clear();
    parquet_columns(&Columns::new(vec![("x", x), ("y-x", y)]), &mut bytes).unwrap();
    same_as_kept("columns.parquet", &bytes);
}

#[test]
fn bounds_have_the_order_of_their_type() {
    let mut bytes = Vec::new();
    let field = |name: &str, kind| Field { name: name.to_owned(), kind, optional: true };
    let kinds = [("a", Kind::U32), ("b", Kind::U64), ("c", Kind::I64), ("d", Kind::F64), ("e", Kind::Text)];
    let fields = kinds.iter().map(|&(name, kind)| field(name, kind)).collect();
    let mut file = Writer::new("bounds", fields, false, &mut bytes).unwrap();
    let integers = |ends: [i64; 2]| [Some(ends[1]), None, Some(ends[0])].into_iter().map(Ok);
    file.column(integers([1, 4_000_000_000])).unwrap();
    file.column(integers([1, -1])).unwrap();
    file.column(integers([-1, 1])).unwrap();
    file.column([Some(0.0), Some(f64::NAN), Some(-0.0)].into_iter().map(Ok)).unwrap();
    file.column([Some("z"), Some("é"), None].into_iter().map(Ok)).unwrap();
    file.end_group().unwrap();
    file.finish(&[]).unwrap();
    let bounds = |k: usize| {
        let file = File::open(&bytes).unwrap();
        let statistics = file.chunk(k).field(3).unwrap().field(12).unwrap().clone();
        let bytes = |id| match statistics.field(id) {
            Some(Value::Binary(bytes)) => bytes.clone(),
            other => panic!("{other:?}"),
        };
        (statistics.int_at(3).unwrap(), bytes(6), bytes(5))
    };
    let of = |n: i64| n.to_le_bytes().to_vec();
    assert_eq!(bounds(0), (1, of(1)[..4].to_vec(), of(4_000_000_000)[..4].to_vec()));
    assert_eq!(bounds(1), (1, of(1), of(-1)));
    assert_eq!(bounds(2), (1, of(-1), of(1)));
    assert_eq!(bounds(3), (0, (-0.0_f64).to_le_bytes().to_vec(), 0.0_f64.to_le_bytes().to_vec()));
    assert_eq!(bounds(4), (1, b"z".to_vec(), "é".as_bytes().to_vec()));
}

/// The columns of `records-zstd.parquet`. The last one has too many texts for its dictionary, so its last pages have none.
const OLD: [(&str, CellKind); 6] = [
    ("n", CellKind::Number),
    ("nothing", CellKind::Number),
    ("same", CellKind::Number),
    ("seconds", CellKind::Real),
    ("verdict", CellKind::Text),
    ("question", CellKind::Text),
];

#[test]
fn files_of_earlier_versions_are_read() {
    let extremes = [i64::MIN, -1, 0, 1, i64::MAX];
    let texts = ["", "proved", "", "Züge: ∗4 ⊕ 𝟚", "open"];
    let row = |n: i32| {
        let k = usize::try_from(n).unwrap();
        let number = extremes.get(k).copied().unwrap_or((n % 40).into());
        let unless = |is_missing: bool, cell| if is_missing { Cell::Nothing } else { cell };
        vec![
            unless(n % 7 == 6, Cell::Number(number)),
            Cell::Nothing,
            Cell::Number(-7),
            unless(n % 3 == 1, Cell::Real(0.125 * f64::from(n % 50) - 1.0)),
            unless(n % 5 == 0, Cell::Text(texts[k % 5].to_owned())),
            Cell::Text(format!("{n:04}{}", "*".repeat(600))),
        ]
    };
    let rows: Vec<Vec<Cell>> = (0..2_500).map(row).collect();
    assert!(read_records(&old("records-zstd.parquet"), &OLD).unwrap() == rows);
    assert!(read_records(&records(&OLD, &rows), &OLD).unwrap() == rows);

    let bytes = old("sweep-zstd.parquet");
    let rows = File::open(&bytes).unwrap().rows().unwrap();
    assert_eq!(rows.len(), 18);
    assert_eq!(
        rows[11][..3],
        [Cell::Text("star-nim".to_owned()), Cell::Number(5), Cell::Number(100_000_000)]
    );
    assert_eq!(rows[11][5..8], [Cell::Number(25), Cell::Number(144), Cell::Number(144)]);
    assert_eq!(rows[0][4], Cell::Nothing);
}

/// Far more than any file here takes (0.1 s), as the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(2);

/// Reads a file that may be damaged: with an error or not, but soon.
fn attempt(bytes: &[u8]) -> bool {
    let start = Instant::now();
    let is_read = File::open(bytes).and_then(|file| file.rows()).is_ok();
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    is_read
}

/// Files to damage.
fn victims() -> [Vec<u8>; 4] {
    let rows = random_rows(60, 3, &mut Rng::with_seed(4));
    let mut table = Vec::new();
    parquet(&Table::new(20, grundy::Element::U8), &mut table).unwrap();
    [records(&COLUMNS, &rows), table, old("sweep-zstd.parquet"), old("records-zstd.parquet")]
}

#[test]
fn a_part_of_a_file_is_not_read() {
    for bytes in victims() {
        for end in 0..bytes.len() {
            assert!(!attempt(&bytes[..end]), "the first {end} of {} bytes", bytes.len());
        }
    }
}

#[test]
fn random_damage_gives_an_error_or_other_rows() {
    let mut random = Rng::with_seed(5);
    for (bytes, times) in victims().into_iter().zip([6000, 6000, 6000, 300]) {
        for _ in 0..times {
            let mut damaged = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(4..damaged.len() - 8);
                match random.u8(..8) {
                    0 => _ = damaged.remove(at),
                    1 => damaged.insert(at, random.u8(..)),
                    2 => damaged[at] = 0xff,
                    3 => damaged[at] = 0,
                    4 => damaged[at] ^= 1 << random.u8(..8),
                    _ => damaged[at] = random.u8(..),
                }
            }
            attempt(&damaged);
        }
    }
}

/// The footer of a file, and the bytes before it.
fn split(bytes: &[u8]) -> (&[u8], Value) {
    let (front, length) = bytes.strip_suffix(MAGIC).unwrap().split_last_chunk::<4>().unwrap();
    let start = front.len() - Bytes::new(length).length_4().unwrap();
    (&front[..start], Value::read(&mut Bytes::new(&front[start..])).unwrap())
}

fn join(front: &[u8], footer: &Value) -> Vec<u8> {
    let mut bytes = front.to_vec();
    footer.write(&mut bytes);
    let length = u32::try_from(bytes.len() - front.len()).unwrap();
    bytes.extend(length.to_le_bytes());
    bytes.extend(MAGIC);
    bytes
}

/// Replaces integer number `k` of a tree; `None` if it has fewer.
fn replaced(value: &mut Value, k: &mut usize, number: i64) -> Option<()> {
    match value {
        Value::I32(_) | Value::I64(_) if *k == 0 => {
            *value = Value::I64(number);
            return Some(());
        }
        Value::I32(_) | Value::I64(_) => *k -= 1,
        Value::List(elements) => return elements.iter_mut().find_map(|element| replaced(element, k, number)),
        Value::Struct(fields) => return fields.iter_mut().find_map(|(_, field)| replaced(field, k, number)),
        _ => {}
    }
    None
}

#[test]
fn every_number_of_the_metadata_is_checked() {
    for bytes in victims() {
        let (front, footer) = split(&bytes);
        assert!(attempt(&join(front, &footer)));
        let length = i64::try_from(bytes.len()).unwrap();
        for number in [i64::MIN, -1, 0, 1, 2, 8, length - 9, length, 1 << 24, 1 << 31, 1 << 40, i64::MAX] {
            for k in 0.. {
                let mut changed = footer.clone();
                if replaced(&mut changed, &mut k.clone(), number).is_none() {
                    break;
                }
                attempt(&join(front, &changed));
            }
        }
    }
}

#[test]
fn a_small_file_takes_little_memory() {
    let bytes = records(&COLUMNS, &vec![vec![Cell::Nothing; 3]; 1000]);
    let (front, footer) = split(&bytes);
    // 2^40 rows, and row groups with the same pages.
    let Some([group]) = footer.list_at(4) else { panic!("one row group") };
    let with = |groups: Vec<Value>| {
        let Value::Struct(mut fields) = footer.clone() else { panic!("a struct") };
        fields.iter_mut().filter(|(id, _)| *id == 4).for_each(|(_, old)| *old = Value::List(groups.clone()));
        let bytes = join(front, &Value::Struct(fields));
        File::open(&bytes).unwrap().rows().unwrap_err().to_string()
    };
    let mut long = group.clone();
    let Value::Struct(fields) = &mut long else { panic!("a struct") };
    fields.iter_mut().filter(|(id, _)| *id == 3).for_each(|(_, rows)| *rows = Value::I64(1 << 40));
    assert!(with(vec![long]).contains("more memory"));
    assert!(with(vec![group.clone(); 100]).contains("belong to two columns"));
}
