//! The rules of `formal/Games.v` are those of the library.

use crate::common::table;

/// Rocq computes the tables of `formal/Examples.v` from its own rules, by the definition (`cargo xtask formal`). They are the tables of the
/// library. Cells that are not positions have no value here.
#[test]
fn small_tables_agree_with_those_of_rocq() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../formal/Examples.v");
    let text = std::fs::read_to_string(examples).unwrap();
    for name in ["nim", "star_nim", "wythoff", "r_wythoff"] {
        let start = format!("Example {name}_table : table {name} 7 = [\n");
        let (_, rest) = text.split_once(&start).expect("the table");
        let theirs: Vec<Vec<u64>> = rest.lines().take(7).map(numbers).collect();
        let ours = table(&name.replace('_', "-"), 6);
        for (a, row) in ours.iter().enumerate() {
            assert_eq!(row.len(), theirs[a].len(), "{name}, row {a}");
            for (b, value) in row.iter().enumerate() {
                assert!(value.is_none_or(|value| value == theirs[a][b]), "{name} {a},{b}");
                assert_eq!(value.is_none(), name == "star_nim" && (a, b) == (0, 0), "{name} {a},{b}");
            }
        }
    }
}

/// The numbers of a line such as `  [0; 1; 2];`.
fn numbers(line: &str) -> Vec<u64> {
    let words = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().expect("a number")).collect()
}
