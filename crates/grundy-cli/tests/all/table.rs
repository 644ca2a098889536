//! `grundy table` as a user runs it: files, signals, and what OEIS has.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env("GRUNDY_CONFIG", "");
    command.args(arguments);
    command
}

fn output(arguments: &[&str]) -> String {
    let done = grundy(arguments).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// The b-file of A004481 (Wythoff's table by antidiagonals, terms 0 to 5049, no line end at the end) has this SHA-256 where OEIS
/// publishes it; OEIS data is CC BY-SA 4.0. Only the hash is carried.
#[test]
fn the_text_of_wythoffs_table_regenerates_the_b_file_of_oeis() {
    const A004481: &str = "ead80f923eaab3009b21b9ed94d8844805222437306ceeed01d243c9c595544a";
    let text = output(&["table", "wythoff", "--max", "99"]);
    let mut rows = vec![Vec::new(); 100];
    for line in text.lines().filter(|line| !line.starts_with("a/b")) {
        let mut words = line.split_whitespace();
        let a: usize = words.next().unwrap().parse().unwrap();
        rows[a] = words.map(|word| word.parse::<u32>().unwrap()).collect();
    }
    let terms = (0..100).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    let lines: Vec<String> = terms.enumerate().map(|(n, (a, b))| format!("{n} {}", rows[a][b])).collect();
    let file = lines.join("\n");
    assert_eq!((lines.len(), file.len()), (5050, 38_811));
    let hash =
        Sha256::digest(file.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    assert_eq!(hash, A004481);
}

#[test]
fn files_hold_what_the_screen_shows() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("t.csv", "csv"), ("t.json", "json"), ("t.txt", "text")] {
        let path = folder.path().join(name);
        let table = ["table", "sharing-nim", "--max", "20"];
        assert_eq!(output(&[&table[..], &["--output", path.to_str().unwrap()]].concat()), "");
        let shown = output(&[&table[..], &["--format", format]].concat());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), shown, "{name}");
    }
}

#[test]
fn npy_holds_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.npy");
    output(&["table", "wythoff", "--max", "150", "--output", path.to_str().unwrap()]);
    let bytes = std::fs::read(&path).unwrap();
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let values: Vec<u16> =
        bytes[start..].chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let csv = output(&["table", "wythoff", "--max", "150", "--format", "csv"]);
    let cells = csv.lines().skip(1).flat_map(|line| line.split(',').skip(1));
    assert_eq!(values, cells.map(|cell| cell.parse::<u16>().unwrap()).collect::<Vec<_>>());
}

/// The same bytes whatever the number of threads and the instructions.
#[test]
fn the_result_does_not_depend_on_how() {
    for game in ["wythoff", "sharing-nim", "gurvich:a=2,b=3"] {
        let table = ["table", game, "--max", "400", "--format", "csv"];
        let one = output(&[&table[..], &["--threads", "1", "--simd", "portable"]].concat());
        assert_eq!(output(&[&table[..], &["--threads", "3"]].concat()), one, "{game}");
    }
}

/// Parts that are streamed are parts of the table.
#[test]
fn rows_columns_and_diagonals_are_those_of_the_table() {
    for game in ["wythoff", "star-nim", "sharing-nim"] {
        let whole: serde_json::Value =
            serde_json::from_str(&output(&["table", game, "--max", "90", "--format", "json"])).unwrap();
        let part = |key: &str, number: &str| {
            let text =
                output(&["table", game, "--max", "90", &format!("--{key}"), number, "--format", "json"]);
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["values"].clone()
        };
        let rows = whole["rows"].as_array().unwrap();
        assert_eq!(part("row", "7"), rows[7], "{game}");
        let column: Vec<_> = rows.iter().map(|row| row[11].clone()).collect();
        assert_eq!(part("column", "11"), serde_json::Value::from(column), "{game}");
        let diagonal: Vec<_> = (0..=87).map(|a| rows[a][a + 3].clone()).collect();
        assert_eq!(part("diagonal", "3"), serde_json::Value::from(diagonal), "{game}");
    }
}

/// Ctrl-C in the middle: a clean end, nothing under the final name, nothing half done beside it.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.npy");
    let arguments =
        ["table", "wythoff", "--max", "11000", "--threads", "1", "--output", path.to_str().unwrap()];
    let mut running = grundy(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert!(running.try_wait().unwrap().is_none(), "it should take longer than this");
    let asked = Instant::now();
    let interrupt = Command::new("kill").args(["-INT", &running.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let done = running.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "cancelled: nothing was written\n");
    assert!(asked.elapsed() < Duration::from_secs(10), "it stopped only after {:?}", asked.elapsed());
    assert!(files(folder.path()).is_empty(), "{:?}", files(folder.path()));
}

/// A table that is killed in the middle is resumed by the same command, and the file is that of a run that was not interrupted. Symmetric, without symmetry, with cells
/// outside the table, and Sharing Nim.
#[test]
fn a_table_that_is_killed_is_resumed() {
    for (game, max) in [
        ("wythoff", "9000"),
        ("{x,y: x-i,y; x,y-i; x-i,y-2i}", "5000"),
        ("exile", "3000"),
        ("sharing-nim", "9000"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (whole, killed) = (folder.path().join("whole.npy"), folder.path().join("killed.npy"));
        output(&["table", game, "--max", max, "--output", whole.to_str().unwrap()]);
        let table = ["table", game, "--max", max, "--output", killed.to_str().unwrap(), "--threads", "1"];
        let kept = [&table[..], &["--checkpoint"]].concat();
        let rows = || files(folder.path()).into_iter().find(|name| name.starts_with(".killed.npy."));
        let length = || rows().map_or(0, |name| std::fs::metadata(folder.path().join(name)).unwrap().len());
        let mut resumed = 0;
        for kills in 0..3 {
            let before = length();
            let mut running = grundy(&kept).stderr(Stdio::piped()).spawn().unwrap();
            while length() < before + 2_500_000 && running.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            running.kill().unwrap();
            let told = running.wait_with_output().unwrap().stderr;
            resumed += usize::from(String::from_utf8_lossy(&told).starts_with("resuming from row "));
            assert!(!killed.exists(), "{game}: it ended before it could be killed {kills} times");
        }
        // A run may be killed before its first band is complete.
        assert!(resumed >= 1, "{game}");
        // Another table that is written to the same file does not pick it up.
        let other = ["table", "nim", "--max", "700", "--output", killed.to_str().unwrap(), "--checkpoint"];
        let done = grundy(&other).output().unwrap();
        assert!(done.status.success() && done.stderr.is_empty(), "{:?}", done.stderr);
        std::fs::remove_file(&killed).unwrap();
        // A part that was cut off is computed again.
        let part = std::fs::OpenOptions::new().write(true).open(folder.path().join(rows().unwrap())).unwrap();
        part.set_len(length() - 1000).unwrap();
        let done = grundy(&kept).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success() && told.starts_with("resuming from row "), "{game}: {told}");
        let read = |path: &Path| std::fs::read(path).unwrap();
        assert!(read(&whole) == read(&killed), "{game}");
        // Temporary files of runs that were killed stay; rows do not.
        assert!(rows().is_none(), "{game}: {:?}", files(folder.path()));
    }
}

/// A table that reaches its time limit can be resumed, if its rows are kept.
#[test]
fn a_table_that_is_out_of_time_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.npy");
    let table = ["table", "wythoff", "--max", "9000", "--threads", "1", "--output", path.to_str().unwrap()];
    let kept = [&table[..], &["--checkpoint"]].concat();
    let done = grundy(&[&kept[..], &["--time", "100ms"]].concat()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{told}");
    assert!(told.contains(" of 9001; run the same command again to resume"), "{told}");
    let done = grundy(&kept).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && told.starts_with("resuming from row "), "{told}");
    assert_eq!(files(folder.path()), ["t.npy"]);
    let done =
        grundy(&["table", "kayles a,b", "--max", "9", "--output", path.to_str().unwrap(), "--checkpoint"])
            .output()
            .unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("can be resumed"));
}

/// The tables of the corpus that a GPU can compute are those of the processor. Without a GPU, `--device cuda` says so, and `auto` takes the
/// processor.
#[test]
fn a_gpu_computes_the_same_tables() {
    let listed: serde_json::Value = serde_json::from_str(&output(&["devices", "--json"])).unwrap();
    let has_gpu = listed["cuda"].as_array().is_some_and(|gpus| !gpus.is_empty());
    if !has_gpu {
        let done = grundy(&["table", "wythoff", "--max", "20", "--device", "cuda"]).output().unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{told}");
        assert!(told.contains("no GPU can be used") && done.stdout.is_empty(), "{told}");
        eprintln!("SKIPPED: there is no GPU, so its tables are not compared");
    }
    let games = [
        "wythoff",
        "r-wythoff",
        "star-nim",
        "sharing-nim",
        "exile",
        "gdwn:p=1,q=2",
        "gurvich:a=2,b=3",
        "gurvich:a=4,b=4",
        "fraenkel:a=3",
        "{x,y where x+y>2: x-i,y; x,y-i; x-2i,y-3i}",
        "{x,y: x-i,y; x,y-i; x+i,y-2i}",
    ];
    let folder = tempfile::tempdir().unwrap();
    for (i, game) in games.into_iter().enumerate() {
        let same = |arguments: &[&str]| {
            let on = |device| output(&[arguments, &["--device", device]].concat());
            assert_eq!(on("auto"), on("cpu"), "{arguments:?}");
        };
        same(&["table", game, "--max", "300", "--format", "csv"]);
        // Parts are taken from the rows on the device.
        same(&["table", game, "--max", "300", "--value", "1"]);
        same(&["table", game, "--max", "300", "--row", "77"]);
        same(&["table", game, "--max", "300", "--diagonal", "7"]);
        let picture = |device| {
            let file = folder.path().join(format!("{i}-{device}.png"));
            let means: &[&str] =
                [&["--highlight", "0,3"][..], &["--residues", "3", "--pool", "maximum"], &[]][i % 3];
            let arguments = ["plot", "table", game, "--max", "300", "--size", "100", "--device", device];
            output(&[&arguments[..], means, &["--output", file.to_str().unwrap()]].concat());
            std::fs::read(file).unwrap()
        };
        assert!(picture("auto") == picture("cpu"), "{game}");
    }
    // Boxes of several numbers.
    let boxes = [
        ("star-nim a,b,60", "60"),
        ("star-nim a,b,2", "90"),
        ("star-nim a,a,b,7", "20"),
        ("nim a,b,9,5,3", "14"),
        ("silver-dollar [a,b]", "150"),
        ("silver-dollar [a,b,40]", "45"),
        ("star-silver-dollar [a],[b,30]", "40"),
        ("star-welter [a,b],[9]", "30"),
        ("wythoff-3-any 40,a,b", "50"),
        ("{x,y,z where x+y>z or (x+2y+z) mod 3 = 1: x-i,y,z; x,y-i,z; x,y,z-i} a,b,30", "40"),
        ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i; x-2i,y-i,z-3i} 25,a,b", "40"),
        ("{w,x,y,z: w-i,x-i,y,z; w,x,y-i,z; w,x,y-2i,z-i; w,x-i,y-i,z-i} a,b,9,11", "12"),
    ];
    for (game, max) in boxes {
        for part in [&["--format", "csv"][..], &["--value", "1"], &["--row", "7"], &["--diagonal", "3"]] {
            let on = |device| output(&[&["table", game, "--max", max, "--device", device], part].concat());
            assert_eq!(on("auto"), on("cpu"), "{game} {part:?}");
        }
    }
    // What a GPU cannot compute is left to the processor.
    assert_eq!(output(&["table", "kayles a,b", "--max", "5", "--device", "auto"]).lines().count(), 7);
}
