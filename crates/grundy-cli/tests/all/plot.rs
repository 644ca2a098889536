//! Pictures and files as a user makes them: the same bytes every time, and nothing where something went wrong.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn made(folder: &Path, arguments: &str) {
    let words = arguments.split_whitespace().map(|word| word.trim_matches('\''));
    let done = grundy(folder, &words.collect::<Vec<_>>());
    assert!(done.status.success(), "{arguments}: {}", String::from_utf8_lossy(&done.stderr));
    assert!(done.stdout.is_empty(), "{arguments}: standard output is for data");
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The pictures of the gallery are what its commands make.
#[test]
fn the_gallery_is_up_to_date() {
    let page = std::fs::read_to_string(docs().join("gallery.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("docs/gallery")).unwrap();
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("grundy plot ")).collect();
    assert!(commands.len() >= 20);
    let mut bytes = 0;
    for command in commands {
        made(folder.path(), command.strip_prefix("grundy ").unwrap());
        let name = command.rsplit('/').next().unwrap();
        let fresh = std::fs::read(folder.path().join("docs/gallery").join(name)).unwrap();
        let kept = std::fs::read(docs().join("gallery").join(name)).unwrap();
        assert!(fresh == kept, "{name} has changed: look at it, then `cargo xtask gallery`");
        assert!(page.contains(&format!("](gallery/{name})")), "{name} is made and not shown");
        bytes += kept.len();
    }
    assert!(bytes < 450_000, "{bytes} bytes of pictures");
}

/// Reads a PNG of indexed colour: width, height and pixels as colours.
fn read(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap()));
    reader.set_transformations(png::Transformations::EXPAND);
    let mut reader = reader.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let width = usize::try_from(info.width).unwrap();
    (width, pixels[..info.buffer_size()].chunks(3).map(|p| [p[0], p[1], p[2]]).collect())
}

/// A cell is where the axes say: rows upwards, columns to the right, and only P-positions in their colour.
#[test]
fn cells_are_in_their_places() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path(), "plot table wythoff --max 31 --outcome --size 32 -o t.png");
    let (width, pixels) = read(&folder.path().join("t.png"));
    // Margins of 64 pixels left and 56 above.
    let cell = |a: usize, b: usize| pixels[(56 + 31 - a) * width + 64 + b];
    let zeros = [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (6, 10), (18, 11)];
    let zero = cell(0, 0);
    assert!(zeros.iter().all(|&(a, b)| cell(a, b) == zero));
    let count =
        (0..32).flat_map(|a| (0..32).map(move |b| (a, b))).filter(|&(a, b)| cell(a, b) == zero).count();
    // (0,0), and both images of (1,2), (3,5), .., (19,31).
    assert_eq!(count, 1 + 2 * 12);
}

/// One P-position among 16 cells is seen by the least, and not by the majority.
#[test]
fn pooling_keeps_what_it_should() {
    let folder = tempfile::tempdir().unwrap();
    let coloured = |pool: &str| {
        made(
            folder.path(),
            &format!("plot table wythoff --max 127 --outcome --size 32 --pool {pool} -o t.png"),
        );
        let (width, pixels) = read(&folder.path().join("t.png"));
        let inside = |at: &usize| (64..96).contains(&(at % width)) && (56..88).contains(&(at / width));
        let rest = pixels[56 * width + 64];
        (0..pixels.len()).filter(inside).filter(|&at| pixels[at] != rest).count()
    };
    assert!(coloured("minimum") > 40);
    assert_eq!(coloured("majority"), 0);
    assert_eq!(coloured("maximum"), 0);
}

/// Every label is in both kinds of picture: letters as text in SVG, and dark pixels in PNG.
#[test]
fn no_label_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path(), "plot row star-nim --row 3 --max 40 --title Titled -o r.svg");
    let svg = std::fs::read_to_string(folder.path().join("r.svg")).unwrap();
    for label in ["Titled", "preperiod 5", "period 9 (proved)", ">b<", ">G-b<", ">40<"] {
        assert!(svg.contains(label), "{label}");
    }
    let dark = |title: &str| {
        made(folder.path(), &format!("plot row star-nim --row 3 --max 40 --title {title} -o r.png"));
        read(&folder.path().join("r.png")).1.iter().filter(|&&colour| colour == [0x22; 3]).count()
    };
    assert!(dark("MMMM") > dark(".") + 60);
}

#[test]
fn what_goes_wrong_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.png"), "old").unwrap();
    for arguments in [
        "plot table wythoff --max 9000000 --memory 1MiB -o old.png",
        "plot table wythoff 3,4 --max 9 -o old.png",
        "plot positions nosuch -o old.png",
        "plot positions wythoff --highlight 77 --max 3 -o old.png",
        "plot limit nim -o old.png",
        "plot table wythoff --max 5000 --pool majority -o old.png",
        "plot table wythoff --max 9 --size 16000 --memory 1MiB -o old.png",
        "plot table wythoff --max 9 -o no/such/new.png",
        "plot table wythoff --max 9 -o new.gif",
        "table wythoff --max 9 -o no/such/new.parquet",
        "sequence wythoff -o new.gif",
        "oeis A000201 -o no/such/b.txt",
    ] {
        let done = grundy(folder.path(), &arguments.split_whitespace().collect::<Vec<_>>());
        let wanted = if arguments.contains("--memory") { 3 } else { 2 };
        assert_eq!(done.status.code(), Some(wanted), "{arguments}");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.starts_with("error: ") && said.contains("\nhint: "), "{arguments}: {said}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("old.png")).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A database that was cut off, or is none, is refused at the line.
#[test]
fn a_damaged_database_is_refused_where_it_is_damaged() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let lines = "# OEIS\nA000201 ,1,3,4,6,8,9,11,12,14,16,17,\nA001950 ,2,5,7,10,13,15,18,20,23,26,\n";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(lines.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    std::fs::write(folder.path().join("stripped"), lines).unwrap();
    std::fs::write(folder.path().join("stripped.gz"), &packed).unwrap();
    std::fs::write(folder.path().join("cut.gz"), &packed[..packed.len() / 2]).unwrap();
    std::fs::write(folder.path().join("none"), "A000201 ,1,3,\nhello\n").unwrap();
    let sought =
        |database: &str| grundy(folder.path(), &["oeis", "--match", "wythoff", "--database", database]);
    let (plain, gzip) = (sought("stripped"), sought("stripped.gz"));
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(plain.stdout, gzip.stdout);
    let text = String::from_utf8(plain.stdout).unwrap();
    assert!(text.ends_with(
        "A000201  x, without its first term: 11 terms agree\nA001950  y, without its first term: 10 terms agree\n"
    ), "{text}");
    for (database, place) in
        [("cut.gz", "cut.gz: line "), ("none", "none: line 2 is not an OEIS entry"), ("absent", "absent: ")]
    {
        let done = sought(database);
        assert_eq!(done.status.code(), Some(2), "{database}");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains(place) && said.contains("\nhint: "), "{database}: {said}");
    }
    let nothing = grundy(folder.path(), &["oeis", "--match", "9,8,9,8,9,8,7,7,7", "--database", "stripped"]);
    assert_eq!(nothing.status.code(), Some(1));
}

/// LaTeX is full of backslashes, which the snapshots would turn round.
#[test]
fn latex_has_the_triangle_of_the_papers() {
    let folder = tempfile::tempdir().unwrap();
    let done =
        grundy(folder.path(), &["table", "star-nim", "--max", "2", "--format", "latex", "--mark", "1"]);
    let text = String::from_utf8(done.stdout).unwrap();
    let expected = r"% \usepackage{booktabs} \usepackage{colortbl}
\begin{tabular}{r|rrr}
\toprule
2 & & & \textbf{0} \\
1 & & \cellcolor[gray]{0.72}1 & 2 \\
0 & -- & \textbf{0} & \cellcolor[gray]{0.72}1 \\
\midrule
$a/b$ & 0 & 1 & 2 \\
\bottomrule
\end{tabular}
";
    assert_eq!(text, expected);
}
