//! Periods: rows and g-sequences against tables computed from the rules, searches that are saved and resumed, and certificates
//! that another program checks.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::period::{Certificate, RowGame, RowSearch, RowStep};
use grundy::r_wythoff::{Prover, certificate};
use grundy::star_nim::{DiagonalProof, Obstacle, ValueProof};
use grundy::{Engine, Symmetric, Table, Template};
use grundy_check::Limits;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::PathBuf;

fn go_on<T>(_: T) -> ControlFlow<()> {
    Continue(())
}

fn rows(game: &str, last: u64) -> RowSearch {
    let mut search = RowSearch::of(&grundy::game(game).unwrap(), last, None).unwrap();
    assert!(search.finish(&mut go_on).unwrap());
    search
}

fn prove_value(value: u64) -> ValueProof {
    grundy::star_nim::prove_value(value, None, &mut || Continue(())).unwrap().unwrap()
}

fn try_diagonal(d: u64, limit: Option<u64>) -> Result<DiagonalProof, Obstacle> {
    grundy::star_nim::prove_diagonal(d, limit, &mut || Continue(())).unwrap()
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
    for value in 0..=14 {
        let proof = prove_value(value);
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
        let period = try_diagonal(d, None).unwrap().period;
        let (from, length) =
            (usize::try_from(period.preperiod).unwrap(), usize::try_from(period.length).unwrap());
        assert!(from + 2 * length < values.len(), "{d}");
        let obeys = |n: usize, p: usize| values[n].is_some() && values[n] == values[n + p];
        assert!((from..values.len() - length).all(|n| obeys(n, length)), "{d}");
        assert!(from == 0 || !obeys(from - 1, length), "{d}");
        assert!((1..length).all(|p| (from..values.len() - p).any(|n| !obeys(n, p))), "{d}");
    }
    assert_eq!(try_diagonal(3, Some(20)), Err(Obstacle::Level(3)));
    assert_eq!(try_diagonal(5, Some(100)), Err(Obstacle::Rows));
    for d in [95, u64::MAX] {
        assert_eq!(try_diagonal(d, None), Err(Obstacle::Large), "diagonal {d}");
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
}

/// Rows that are searched at the same time, or without some of the rows below, have the same proofs.
#[test]
fn rows_together_are_rows_in_order() {
    for (game, last) in
        [("star-nim", 9), ("wythoff", 30), ("exile", 20), ("{x,y: x-i,y; x,y-i; x-i,y-2i}", 12), ("nim", 3)]
    {
        let in_order = rows(game, last);
        let of = RowGame::of(&grundy::game(game).unwrap()).unwrap();
        for (first, threads) in [(0, 4), (0, 1), (last / 2, 3), (last, 2)] {
            let mut search = RowSearch::between(of.clone(), first..=last, None).unwrap();
            let mut found = Vec::new();
            let all = search.finish_together(threads, &mut |_| Continue(()), &mut |proof| {
                found.push(proof.clone());
            });
            assert!(all.unwrap(), "{game}");
            for row in first..=last {
                assert_eq!(search.proof(row), in_order.proof(row), "{game} from {first}, {threads} threads");
            }
            found.sort_by_key(|proof| proof.row);
            assert_eq!(found, search.proofs(), "{game} from {first}");
            assert_eq!(RowSearch::from_bytes(&search.to_bytes()).unwrap(), search);
        }
        let mut alone = RowSearch::between(of, last..=last, None).unwrap();
        assert!(alone.finish(&mut go_on).unwrap());
        assert_eq!(alone.proof(last), in_order.proof(last), "{game}");
        assert_eq!(alone.proofs().len() < in_order.proofs().len(), last > 9, "rows are left out");
    }
}

/// A search on several threads that is cancelled again and again, and saved each time, ends like one that runs through.
#[test]
fn rows_together_can_be_left() {
    let of = RowGame::of(&grundy::game("wythoff").unwrap()).unwrap();
    let through = rows("wythoff", 40);
    let mut search = RowSearch::between(of, 20..=40, None).unwrap();
    let mut left = 0;
    loop {
        let mut looks = 0;
        let mut watch = |_: &RowSearch| {
            looks += 1;
            if looks > 2 { Break(()) } else { Continue(()) }
        };
        match search.finish_together(3, &mut watch, &mut |_| ()) {
            Ok(all) => break assert!(all),
            Err(error) => assert!(matches!(error, grundy::Error::Cancelled), "{error}"),
        }
        left += 1;
        let again = RowSearch::from_bytes(&search.to_bytes()).unwrap();
        assert_eq!(again, search);
        search = again;
    }
    assert!(left > 2, "left {left} times");
    assert!((20..=40).all(|row| search.proof(row) == through.proof(row)));
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
        search.run(13).unwrap();
    }
}

#[test]
fn a_limit_leaves_a_row_open() {
    let mut search = RowSearch::new(Symmetric::STAR_NIM, 9, Some(1000)).unwrap();
    assert!(!search.finish(&mut go_on).unwrap());
    assert_eq!(search.proofs().len(), 7, "row 7 repeats after 5040 columns only");
    assert!(search.progress().column <= 1000);
    let value = |value| grundy::star_nim::prove_value(value, Some(100), &mut || Continue(()));
    assert!(value(5).unwrap().is_some() && value(9).unwrap().is_none());
    assert!(RowSearch::new(Symmetric::STAR_NIM, 4096, None).is_err());
    assert!(value(201).is_err());
    assert!(RowSearch::of(&grundy::game("sharing-nim").unwrap(), 0, None).is_err());
}

fn atlas() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../atlas")
}

#[test]
fn the_atlas_is_verified() {
    // Seconds to minutes each. docs/results.md has the times of the longest.
    let mut long: Vec<String> = Vec::new();
    long.extend((19..=27).map(|value| format!("r-wythoff-settled-{value}.cert")));
    let diagonals = (30..=33).chain(38..=41).chain(54..=57).chain(62..=70);
    long.extend(diagonals.map(|d| format!("star-nim-diagonal-{d}.cert")));
    let values = [64, 65, 66, 80, 81, 82, 112, 113, 114, 119].into_iter().chain(128..=141);
    long.extend(values.map(|g| format!("star-nim-value-{g}.cert")));
    let (mut verified, mut left_out) = (0, 0);
    for entry in std::fs::read_dir(atlas()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if long.iter().any(|long| long == name) {
            left_out += 1;
        } else if path.extension().is_some_and(|ending| ending == "cert") {
            let limits = Limits { work: 400_000_000, ..Limits::default() };
            let checked = grundy_check::check_file(&path, limits);
            verified += 1;
            assert!(checked.is_ok(), "{}: {}", path.display(), checked.unwrap_err());
        }
    }
    assert_eq!(left_out, long.len());
    assert_eq!(verified, 11 + (120 + 19 - 24) + (67 - 21) + 31 + 13 + 19 + 53 + 3 + 1);
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
    for value in (0..=62).chain(67..=78) {
        is(format!("star-nim-value-{value:02}.cert"), Certificate::from(&prove_value(value)).text());
    }
    for d in (0..30).chain(34..38) {
        is(
            format!("star-nim-diagonal-{d:02}.cert"),
            Certificate::from(&try_diagonal(d, None).unwrap()).text(),
        );
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

/// The lines of a certificate that have no other form. A g-sequence or a diagonal may be proved from any full level.
fn claim(text: &str) -> Vec<&str> {
    let end = if text.starts_with("grundy-certificate 3") { "full \nround " } else { "end" };
    text.lines().take_while(|line| !end.lines().any(|word| line.starts_with(word))).collect()
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
    for value in 0..=50 {
        let text = Certificate::from(&prove_value(value)).text().to_owned();
        if [0, 1, 3, 6, 9, 10].contains(&value) {
            tried.push(text.clone());
        }
        all.push(text);
    }
    for d in 0..12 {
        let text = Certificate::from(&try_diagonal(d, None).unwrap()).text().to_owned();
        if [0, 1, 2, 3, 4].contains(&d) {
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
            let is_true = all.iter().any(|text| claim(text) == claim(&mutant));
            assert!(is_true, "accepted:\n{mutant}instead of\n{text}");
        }
    }
}
