//! Periods: rows and g-sequences against tables computed from the rules, searches that are saved and resumed, and certificates
//! that another program checks.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::{Certificate, RowSearch, RowStep};
use grundy::r_wythoff::{Prover, certificate};
use grundy::star_nim::{Because, Obstacle, ValueSearch, prove_diagonal};
use grundy::{Engine, Symmetric, Table, Template};
use grundy_check::{Limit, Limits, Unverified};
use std::ops::ControlFlow;
use std::path::PathBuf;

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn rows(game: &str, last: u64) -> RowSearch {
    let mut search = RowSearch::of(&grundy::game(game).unwrap(), last, None).unwrap();
    assert!(search.finish(&mut go_on).unwrap());
    search
}

fn values(last: u64) -> ValueSearch {
    let mut search = ValueSearch::new(last, None).unwrap();
    assert!(search.finish(&mut go_on).unwrap());
    search
}

/// A row by the ray engine, with nothing where there is no position.
fn row_of_table(game: &str, row: u64, max: u64) -> Vec<Option<u64>> {
    let mut values = vec![None; usize::try_from(max).unwrap() + 1];
    let table = Table::of(Template::parse(game).unwrap()).to(max).engine(Engine::Rays).threads(1);
    let made = table.for_each(|a, b, value| {
        if a == row {
            values[usize::try_from(b).unwrap()] = Some(value);
        }
        if a.min(b) > row { Err(grundy::Error::Cancelled) } else { Ok(()) }
    });
    assert!(made.is_err() || row >= max);
    values
}

/// The least period and preperiod of a row, from its values alone.
fn by_brute_force(values: &[Option<u64>], longest: usize) -> (usize, usize) {
    let obeys = |n: usize, p: usize| {
        values[n].is_some_and(|value| values[n + p] == Some(value + u64::try_from(p).unwrap()))
    };
    (1..=longest)
        .find_map(|p| {
            let broken = (0..values.len() - p).rev().find(|&n| !obeys(n, p));
            let preperiod = broken.map_or(0, |n| n + 1);
            (preperiod + 2 * longest <= values.len()).then_some((preperiod, p))
        })
        .unwrap()
}

#[test]
fn rows_do_what_tables_show_over_three_periods() {
    for (game, last) in [("nim", 9), ("star-nim", 6), ("wythoff", 12), ("r-wythoff", 7)] {
        for proof in rows(game, last).proofs() {
            let period = usize::try_from(proof.period.length).unwrap();
            let max = proof.period.preperiod + 3 * proof.period.length + 20;
            let table = row_of_table(game, proof.row, max);
            let (preperiod, least) = by_brute_force(&table, period);
            assert_eq!(
                (least, Ok(preperiod)),
                (period, usize::try_from(proof.period.preperiod)),
                "{game} {}",
                proof.row
            );
            assert_eq!(proof.period.saltus, proof.period.length);
            assert_eq!(proof.state_period % proof.period.length, 0);
        }
    }
}

#[test]
fn rows_of_star_nim_have_the_known_periods() {
    let search = rows("star-nim", 9);
    let periods: Vec<u64> = search.proofs().iter().map(|proof| proof.period.length).collect();
    assert_eq!(periods, [1, 1, 3, 9, 36, 144, 720, 5040, 10080, 151_200]);
}

#[test]
fn differences_do_what_tables_show() {
    let star_nim = grundy::game("star-nim").unwrap();
    let table = Table::of(&star_nim).to(700).engine(Engine::Rays).threads(1).compute().unwrap();
    let search = values(14);
    for value in 0..=14 {
        let proof = search.proof(value).unwrap();
        let members = (0..600).flat_map(|x| (x..700).map(move |y| (x, y)));
        let differences: Vec<usize> = members
            .filter(|&(x, y)| table.get(x, y).is_some_and(|nimber| nimber.0 == value))
            .map(|(x, y)| y - x)
            .collect();
        let (from, length) =
            (usize::try_from(proof.period.preperiod).unwrap(), usize::try_from(proof.period.length).unwrap());
        assert!(from + 2 * length <= differences.len());
        let obeys = |n: usize, p: usize| differences[n] == differences[n + p];
        assert!((from..differences.len() - length).all(|n| obeys(n, length)), "{value}");
        assert!(from == 0 || !obeys(from - 1, length), "{value}");
        assert!((1..length).all(|p| (from..differences.len() - p).any(|n| !obeys(n, p))), "{value}");
    }
}

#[test]
fn diagonals_do_what_tables_show() {
    let star_nim = grundy::game("star-nim").unwrap();
    let mut diagonals = vec![Vec::new(); 11];
    let made = Table::of(&star_nim).to(7000).engine(Engine::Rays).threads(1).for_each(|a, b, value| {
        if let Some(diagonal) = b.checked_sub(a).and_then(|d| diagonals.get_mut(usize::try_from(d).unwrap()))
        {
            diagonal.push((a, value));
        }
        Ok(())
    });
    made.unwrap();
    for (d, mut diagonal) in (0..).zip(diagonals) {
        diagonal.sort_unstable();
        let mut values = vec![None; 7001];
        for &(a, value) in &diagonal {
            values[usize::try_from(a).unwrap()] = Some(value);
        }
        values.truncate(diagonal.last().unwrap().0.try_into().unwrap());
        let period = prove_diagonal(d, None).unwrap().unwrap().period;
        let (from, length) =
            (usize::try_from(period.preperiod).unwrap(), usize::try_from(period.length).unwrap());
        assert!(from + 2 * length < values.len(), "{d}");
        let obeys = |n: usize, p: usize| values[n].is_some() && values[n] == values[n + p];
        assert!((from..values.len() - length).all(|n| obeys(n, length)), "{d}");
        assert!(from == 0 || !obeys(from - 1, length), "{d}");
        assert!((1..length).all(|p| (from..values.len() - p).any(|n| !obeys(n, p))), "{d}");
    }
    let obstacle = |d, limit| prove_diagonal(d, limit).unwrap().unwrap_err();
    let early = Obstacle { values: 6, always: 3, because: Because::Rows };
    assert_eq!(obstacle(3, Some(20)), early);
    for d in [30, 40, 60, 70, u64::MAX] {
        let wide = Obstacle { values: 63, always: 30, because: Because::Windows };
        assert_eq!(obstacle(d, None), wide, "diagonal {d}");
    }
}

/// A search that is saved and resumed after every step ends like one that runs through.
#[test]
fn a_search_can_be_left_anywhere() {
    for (game, last) in [("star-nim", 7), ("wythoff", 9), ("r-wythoff", 8), ("nim", 5)] {
        let through = rows(game, last);
        for step in [1, 7, 97, 1009] {
            if step == 1 && game == "star-nim" {
                continue;
            }
            let mut search = RowSearch::of(&grundy::game(game).unwrap(), last, None).unwrap();
            loop {
                let taken_up = RowSearch::from_bytes(&search.to_bytes()).unwrap();
                assert_eq!(taken_up, search);
                search = taken_up;
                if search.run(step).unwrap() == RowStep::Done {
                    break;
                }
            }
            assert_eq!(search.proofs(), through.proofs(), "{game} {step}");
        }
    }
    let through = values(20);
    let mut search = ValueSearch::new(20, None).unwrap();
    for _ in 0..=20 {
        search = ValueSearch::from_bytes(&search.to_bytes()).unwrap();
        search.step().unwrap();
    }
    assert_eq!((search.proof(20), search), (through.proof(20), through));
}

/// Rejects any flipped bit, any truncation, and any trailing bytes.
#[test]
fn damaged_bytes_are_refused() {
    let mut search = RowSearch::new(Symmetric::STAR_NIM, 4, None).unwrap();
    for _ in 0..40 {
        let bytes = search.to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(RowSearch::from_bytes(&damaged).is_err(), "{at}");
            assert!(RowSearch::from_bytes(&bytes[..at]).is_err(), "{at}");
        }
        let more: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(RowSearch::from_bytes(&more).is_err());
        assert!(ValueSearch::from_bytes(&bytes).is_err());
        search.run(13).unwrap();
    }
}

#[test]
fn a_limit_leaves_a_row_open() {
    let mut search = RowSearch::new(Symmetric::STAR_NIM, 9, Some(1000)).unwrap();
    assert!(!search.finish(&mut go_on).unwrap());
    assert_eq!(search.proofs().len(), 7, "row 7 repeats after 5040 columns only");
    assert!(search.progress().column <= 1000);
    let mut search = ValueSearch::new(20, Some(100)).unwrap();
    assert!(!search.finish(&mut go_on).unwrap());
    assert!(search.proof(5).is_some() && search.proof(9).is_none());
    assert!(RowSearch::new(Symmetric::STAR_NIM, 4096, None).is_err());
    assert!(ValueSearch::new(63, None).is_err());
    assert!(RowSearch::of(&grundy::game("sharing-nim").unwrap(), 0, None).is_err());
}

fn atlas() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../atlas")
}

#[test]
fn the_atlas_is_verified() {
    let (mut verified, mut long) = (0, Vec::new());
    for entry in std::fs::read_dir(atlas()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "cert") {
            // Seconds. docs/results.md has the times of the longer ones.
            let limits = Limits { work: 400_000_000, ..Limits::default() };
            match grundy_check::check_file(&path, limits) {
                Ok(_) => verified += 1,
                Err(Unverified::NotChecked(Limit::Work(_))) => {
                    long.push(path.file_name().unwrap().to_str().unwrap().to_owned());
                }
                Err(other) => panic!("{}: {other}", path.display()),
            }
        }
    }
    long.sort_unstable();
    assert_eq!(long, (19..=27).map(|value| format!("r-wythoff-settled-{value}.cert")).collect::<Vec<_>>());
    assert_eq!(verified, 11 + 41 + 30 + 31 + 13 + 19 + 53 + 3 + 1);
}

#[test]
fn the_atlas_can_be_made_again() {
    let is = |name: String, text: &str| {
        let kept = std::fs::read_to_string(atlas().join(&name)).unwrap();
        assert_eq!(kept, text, "{name}");
    };
    for (game, first, last) in [("star-nim", 1, 9), ("wythoff", 0, 30), ("r-wythoff", 0, 11)] {
        for proof in rows(game, last).proofs().iter().filter(|proof| proof.row >= first) {
            is(format!("{game}-row-{:02}.cert", proof.row), Certificate::from(proof).text());
        }
    }
    for (game, last) in [
        ("exile", 12),
        ("gdwn:p=1,q=2", 8),
        ("gurvich:a=2,b=3", 8),
        ("fraenkel:a=3", 8),
        ("terminal-wythoff:k=5", 12),
    ] {
        for proof in rows(game, last).proofs() {
            let name = game.replace([':', '=', ','], "-");
            is(format!("{name}-row-{:02}.cert", proof.row), Certificate::from(proof).text());
        }
    }
    let search = values(40);
    for value in 0..=40 {
        let proof = search.proof(value).unwrap();
        is(format!("star-nim-value-{value:02}.cert"), Certificate::from(&proof).text());
    }
    for d in 0..30 {
        let proof = prove_diagonal(d, None).unwrap().unwrap();
        is(format!("star-nim-diagonal-{d:02}.cert"), Certificate::from(&proof).text());
    }
    let mut prover = Prover::new(18).unwrap();
    prover.finish(2_000_000);
    for (value, last) in (1..=prover.levels().len()).enumerate() {
        let certificate = certificate(&prover.levels()[..last]).unwrap();
        is(format!("r-wythoff-settled-{value:02}.cert"), certificate.text());
    }
}

/// Certificates that differ from a true one in a byte or a line.
fn mutants(text: &str) -> Vec<Vec<u8>> {
    let bytes = text.as_bytes();
    let mut mutants = Vec::new();
    for at in 0..=bytes.len() {
        for byte in b"0123456789 \n\r\t-+ax\0\xff" {
            if at < bytes.len() {
                let mut changed = bytes.to_vec();
                changed[at] = *byte;
                mutants.push(changed);
            }
            let mut longer = bytes.to_vec();
            longer.insert(at, *byte);
            mutants.push(longer);
        }
        if at < bytes.len() {
            let mut shorter = bytes.to_vec();
            shorter.remove(at);
            mutants.push(shorter);
            mutants.push(bytes[..at].to_vec());
        }
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for i in 0..lines.len() {
        let mut without = lines.clone();
        without.remove(i);
        mutants.push(without.concat().into_bytes());
        for j in 0..lines.len() {
            let mut copied = lines.clone();
            copied.insert(j, lines[i]);
            mutants.push(copied.concat().into_bytes());
            let mut swapped = lines.clone();
            swapped.swap(i, j);
            mutants.push(swapped.concat().into_bytes());
        }
    }
    mutants.retain(|mutant| mutant != bytes);
    mutants
}

/// Another row may have the same numbers. Then a changed certificate is a true one of that row.
#[test]
fn no_changed_certificate_is_accepted_unless_it_is_another_true_one() {
    let mut all: Vec<String> = Vec::new();
    let mut tried: Vec<String> = Vec::new();
    for (game, last) in [("nim", 65), ("star-nim", 9), ("wythoff", 44), ("r-wythoff", 12)] {
        for proof in rows(game, last).proofs() {
            let text = Certificate::from(proof).text().to_owned();
            if [0, 1, 2, 3, 6].contains(&proof.row) {
                tried.push(text.clone());
            }
            all.push(text);
        }
    }
    let search = values(50);
    for value in 0..=50 {
        let text = Certificate::from(&search.proof(value).unwrap()).text().to_owned();
        if [0, 1, 3, 6].contains(&value) {
            tried.push(text.clone());
        }
        all.push(text);
    }
    for d in 0..12 {
        let text = Certificate::from(&prove_diagonal(d, None).unwrap().unwrap()).text().to_owned();
        if [0, 1, 2].contains(&d) {
            tried.push(text.clone());
        }
        all.push(text);
    }
    let mut prover = Prover::new(9).unwrap();
    prover.finish(10_000);
    for last in 1..=prover.levels().len() {
        let text = certificate(&prover.levels()[..last]).unwrap().text().to_owned();
        if [1, 2, 4].contains(&last) {
            tried.push(text.clone());
        }
        all.push(text);
    }
    for text in &all {
        let checked = grundy_check::check(text.as_bytes(), Limits::default());
        assert!(checked.is_ok(), "{}:\n{text}", checked.unwrap_err());
    }
    for text in tried {
        // A changed number may ask for more work than any of these certificates needs.
        let limits = Limits { work: 20_000_000, ..Limits::default() };
        let accepted =
            mutants(&text).into_iter().filter(|mutant| grundy_check::check(mutant, limits).is_ok());
        for mutant in accepted {
            let mutant = String::from_utf8(mutant).unwrap();
            assert!(all.contains(&mutant), "accepted:\n{mutant}instead of\n{text}");
        }
    }
}
