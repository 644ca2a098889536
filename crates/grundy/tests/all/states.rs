//! Stored states: bytes with a correct checksum that no computation has written are refused, or are a state. Reading them neither fails nor takes long.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Chance, game};
use grundy::heaps::{Code, HeapRules, Values};
use grundy::period::RowSearch;
use grundy::r_wythoff::{Prover, Rwsg};
use grundy::sequence::Stream;
use grundy::sharing_nim::{Lines, Survey};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The checksum of `grundy::codec`.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let step = |sum: u64, chunk| (sum ^ word(chunk)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, step)
}

/// The bytes with a correct checksum instead of their own.
fn signed(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len() - 8];
    [body, &checksum(body).to_le_bytes()].concat()
}

/// Numbers at which arithmetic may fail.
fn hostile(number: u64, chance: &mut Chance) -> u64 {
    let large = [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 62, 1 << 61, 1 << 32, u64::MAX / 3];
    match chance.below(8) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => number ^ 1 << chance.below(64),
        3 => chance.below(70),
        4 => u64::MAX - chance.below(130),
        5 => 64 << chance.below(58),
        _ => *chance.pick(&large),
    }
}

/// Replaces words of the state, one or a few at a time, and reads it. Returns how often it was refused.
fn altered(bytes: &[u8], tries: u64, read: &dyn Fn(&[u8]) -> bool) -> u64 {
    assert!(read(bytes), "the state itself");
    let mut chance = Chance(31);
    let words = bytes.len() / 8 - 1;
    let mut refused = 0;
    for number in 0..tries {
        let mut changed = bytes.to_vec();
        for _ in 0..=number % 3 {
            // The first words, of which sizes are computed, more often than others.
            let at =
                if chance.below(2) == 0 { 3 + chance.index(24.min(words - 3)) } else { chance.index(words) };
            let place = 8 * at.min(words - 1);
            let word = u64::from_le_bytes(changed[place..place + 8].try_into().unwrap());
            changed[place..place + 8].copy_from_slice(&hostile(word, &mut chance).to_le_bytes());
        }
        if chance.below(9) == 0 {
            changed.truncate(8 * (1 + chance.index(words)) + 8);
        }
        let start = Instant::now();
        refused += u64::from(!read(&signed(&changed)));
        assert!(start.elapsed() < Duration::from_secs(20), "slow");
    }
    assert_eq!(signed(bytes), bytes, "the checksum is that of the codec");
    refused
}

#[test]
fn altered_streams_are_read() {
    for name in ["wythoff", "star-nim", "r-wythoff"] {
        let mut stream = Stream::of(&game(name), 3).unwrap();
        let _ = stream.advance(200, |_| (), &mut |_| ControlFlow::Continue(()));
        assert!(altered(&stream.to_bytes(), 3000, &|bytes| Stream::from_bytes(bytes).is_ok()) > 1000);
    }
}

#[test]
fn altered_runs_of_r_wythoff_are_read() {
    let mut prover = Prover::new(4).unwrap();
    prover.finish(10_000);
    let bytes = prover.to_bytes();
    assert!(altered(&bytes, 3000, &|bytes| Rwsg::from_bytes(bytes).is_ok()) > 1000);
    assert!(Prover::from_bytes(&bytes, u64::MAX).is_err());
}

#[test]
fn altered_row_searches_are_read() {
    for name in ["star-nim", "wythoff@block=2", "shared-cells:k=2", "{x,y: x-i,y; x,y-i; x-i,y-2i}"] {
        let mut search = RowSearch::of(&game(name), 5, None).unwrap();
        for columns in [100, 500, 3000, 30_000] {
            let _ = search.run(columns).unwrap();
            altered(&search.to_bytes(), 700, &|bytes| RowSearch::from_bytes(bytes).is_ok());
        }
    }
}

#[test]
fn altered_lines_are_read() {
    let mut lines = Lines::new(3).unwrap();
    while lines.spread() < 6000 {
        lines.turn(&mut |_| {}).unwrap();
    }
    assert!(altered(&lines.to_bytes(), 600, &|bytes| Lines::from_bytes(bytes).is_ok()) > 100);
    // Values up to this one, from 0 on, are a part of more values than there are.
    let mut bytes = lines.to_bytes();
    bytes[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(Lines::from_bytes(&signed(&bytes)).is_err());
}

#[test]
fn altered_surveys_are_read() {
    let mut survey = Survey::new(3, 6_000_000, 2).unwrap();
    survey.go_on().unwrap();
    assert!(survey.spread() > 1_000_000);
    let bytes = survey.to_bytes();
    assert!(altered(&bytes, 100, &|bytes| Survey::from_bytes(bytes).is_ok()) > 15);
    // The checksums of the lines within are corrected too.
    let start = 5 * 8;
    let length = usize::try_from(u64::from_le_bytes(bytes[start..start + 8].try_into().unwrap())).unwrap();
    let lines = start + 8..start + 8 + 8 * length;
    let read = |altered: &[u8]| {
        let mut whole = bytes.clone();
        whole.splice(lines.clone(), altered.iter().copied());
        let words = u64::try_from(altered.len() / 8).unwrap();
        whole[start..start + 8].copy_from_slice(&words.to_le_bytes());
        Survey::from_bytes(&signed(&whole)).is_ok()
    };
    assert!(altered(&bytes[lines.clone()], 200, &read) > 30);
}

/// A survey far out is read as quickly as one that has just begun, also if it never went there.
#[test]
fn a_survey_far_out_is_read_at_once() {
    let mut bytes = Survey::new(0, 1_000_000_000_000_000_000, 1).unwrap().to_bytes();
    // Magic number, kind, version, last, parts, length; then the lines: seven words, and the spread.
    let (lines, spread) = (6 * 8, (6 + 7) * 8);
    let end =
        lines + 8 * usize::try_from(u64::from_le_bytes(bytes[5 * 8..6 * 8].try_into().unwrap())).unwrap();
    // The chain of machines: each at half the spread of the one before, and 64 more.
    let one = bytes[spread..end - 8].to_vec();
    let mut spreads = vec![1_u64 << 59];
    let word = |spread: u64| (spread - 1) / 64 * 64 + 64;
    while let Some(last) = spreads.last().map(|&last| word(last)).filter(|&last| last >= 2 * 512 - 64) {
        spreads.push(last / 2 + 64);
    }
    let mut chain: Vec<u8> = Vec::new();
    for spread in &spreads {
        chain.extend(spread.to_le_bytes());
        chain.extend(&one[8..]);
    }
    let mut inner = bytes[lines..spread].to_vec();
    inner[6 * 8..7 * 8].copy_from_slice(&u64::try_from(spreads.len()).unwrap().to_le_bytes());
    inner.extend(chain);
    inner.extend([0; 8]);
    let inner = signed(&inner);
    let words = u64::try_from(inner.len() / 8).unwrap();
    bytes.splice(lines..end, inner);
    bytes[5 * 8..6 * 8].copy_from_slice(&words.to_le_bytes());
    let start = Instant::now();
    let read = Survey::from_bytes(&signed(&bytes));
    assert!(start.elapsed() < Duration::from_secs(10), "slow: {:?}", start.elapsed());
    assert_eq!(read.map(|survey| survey.spread()), Ok(1 << 59));
}

#[test]
fn altered_values_of_heaps_are_read() {
    let rules: Arc<dyn HeapRules> = Arc::new("0.77".parse::<Code>().unwrap());
    let mut values = Values::new(Arc::clone(&rules));
    values.extend(700, &mut |_| ControlFlow::Continue(())).unwrap();
    let bytes = values.to_bytes().unwrap();
    let read = |bytes: &[u8]| Values::from_bytes(bytes, Arc::clone(&rules)).is_ok();
    assert!(altered(&bytes, 1000, &read) > 300);
}
