//! Every target on its seeds, and on random changes of them.

use fastrand::Rng;
use grundy::geometry::Symmetric;
use grundy::period::RowSearch;
use grundy::r_wythoff::Rwsg;
use grundy::sequence::Stream;
use grundy_fuzz::TARGETS;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Changed inputs for each target.
const CHANGED: usize = 10_000;

/// The longest input.
const LONGEST: usize = 1024;

fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target)
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder(target)).expect("a folder of seeds");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a seed")).collect()
}

/// Changes an input in one place, or joins the start of it to the end of another.
fn change(input: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let at = rng.usize(..=input.len());
    match rng.u8(..5) {
        0 => input.insert(at, rng.u8(..)),
        1 if at < input.len() => input[at] ^= 1 << rng.u8(..8),
        2 if at < input.len() => input[at] = rng.u8(b' '..=b'~'),
        3 if at < input.len() => drop(input.drain(at..input.len().min(at + rng.usize(1..9)))),
        _ => {
            input.truncate(at);
            input.extend(&other[rng.usize(..=other.len())..]);
        }
    }
    input.truncate(LONGEST);
}

#[test]
fn every_target_holds_on_changed_seeds() {
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for seed in &seeds {
            target(seed);
        }
        let mut rng = Rng::with_seed(1);
        for _ in 0..CHANGED {
            let mut input = rng.choice(&seeds).expect("a seed").clone();
            for _ in 0..rng.usize(1..6) {
                change(&mut input, rng.choice(&seeds).expect("a seed"), &mut rng);
            }
            target(&input);
        }
    }
}

#[test]
fn every_folder_of_seeds_has_a_target() {
    let folders = fs::read_dir(folder("")).expect("seeds");
    let names: Vec<_> = folders.map(|folder| folder.expect("a folder").file_name()).collect();
    assert_eq!(names.len(), TARGETS.len());
    assert!(TARGETS.iter().all(|(name, _)| names.iter().any(|folder| folder == name)));
}

/// The seeds of states are states of today's versions. `UPDATE=1` writes them again.
#[test]
fn states_are_current() {
    let on = &mut |_| ControlFlow::Continue(());
    let mut stream = Stream::of(&grundy::game("wythoff").expect("a game"), 2).expect("a stream");
    assert!(stream.advance(70, |_| (), on).is_continue());
    let rwsg = Rwsg::new(1).expect("two values");
    let mut row = RowSearch::new(Symmetric::STAR_NIM, 3, None).expect("rows");
    assert!((0..9).all(|_| row.run(7).is_ok()));
    let blocked = grundy::game("wythoff@block=2").expect("a game");
    let mut blocked = RowSearch::of(&blocked, 3, None).expect("rows");
    assert!((0..9).all(|_| blocked.run(7).is_ok()));
    let states = [
        ("stream", stream.to_bytes()),
        ("rwsg", rwsg.to_bytes()),
        ("row", row.to_bytes()),
        ("blocked", blocked.to_bytes()),
    ];
    for (name, bytes) in states {
        let file = folder("states-from-bytes").join(name);
        let body = &bytes[..bytes.len() - 8];
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, body).expect("written");
        }
        assert!(fs::read(&file).is_ok_and(|seed| seed == body), "{name}: UPDATE=1 writes it again");
    }
}
