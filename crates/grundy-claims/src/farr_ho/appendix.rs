//! Appendix A: the four programs, transcribed literally.

use crate::context::at;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict};
use grundy::mex::mex;
use std::collections::BTreeMap;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "appendix-a1",
        place: "Appendix A.1",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the program mex finds the least number outside a set",
        numbers: &[1],
        check: |context, numbers| {
            let width = context.few(10, 16);
            let mut probe = Probe::default();
            for bits in 0_u64..1 << width {
                let set: Vec<u64> = (0..width).filter(|i| bits >> i & 1 == 1).collect();
                let last = set.last().map_or(0, |max| max + numbers[0]);
                let found = if set.is_empty() { Some(0) } else { (0..=last).find(|i| !set.contains(i)) };
                probe.same(format_args!("{set:?}"), found.unwrap_or(u64::MAX), mex(set.iter().copied()));
            }
            probe.done(format!("every set of numbers below {width}"))
        },
    },
    Stated {
        id: "appendix-a2",
        place: "Appendix A.2",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the program ns finds the nim-sum of numbers up to 127",
        numbers: &[127],
        check: |_, numbers| {
            let mut probe = Probe::default();
            for (n, m) in (0..=numbers[0]).flat_map(|n| (0..=numbers[0]).map(move |m| (n, m))) {
                probe.same(format_args!("{n},{m}"), program_ns(n, m), n ^ m);
            }
            probe.done(format!("numbers to {}", numbers[0]))
        },
    },
    Stated {
        id: "appendix-a3",
        place: "Appendix A.3",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the program SN2 finds the values of two-strip Star Nim",
        numbers: &[1],
        check: program_sn2,
    },
    Stated {
        id: "appendix-a4",
        place: "Appendix A.4",
        kind: Kind::Example,
        expected: Verdict::Holds,
        statement: "the program S113 finds the values of ([a],[b],[c,d,e]), though its loop for the middle token (t+1 to z-1) is empty",
        numbers: &[],
        check: |context, _| program_s113(context),
    },
];

/// Writes the binary digits in decimal, adds them, and reduces each digit modulo 2.
fn program_ns(n: u64, m: u64) -> u64 {
    let binary = |number: u64| (0..16).map(|i| (number >> i & 1) * 10_u64.pow(i)).sum::<u64>();
    let sum = binary(n) + binary(m);
    let mut rest = sum;
    let mut result = 0;
    for place in (0..8).rev() {
        let digit = rest / 10_u64.pow(place);
        rest -= digit * 10_u64.pow(place);
        result += (digit % 2) << place;
    }
    result
}

fn program_sn2(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(40, 150);
    let mut values = BTreeMap::new();
    for i in 1..=max {
        values.insert((0, i), i.wrapping_sub(numbers[0]));
        values.insert((i, 0), i.wrapping_sub(numbers[0]));
    }
    for (i, j) in (1..=max).flat_map(|i| (1..=max).map(move |j| (i, j))) {
        let options = (0..i).map(|k| values[&(k, j)]).chain((0..j).map(|k| values[&(i, k)]));
        let value = mex(options);
        values.insert((i, j), value);
    }
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for ((a, b), value) in values {
        probe.same(format_args!("{a},{b}"), value, at(&table, a, b));
    }
    probe.done(format!("squares to {max}"))
}

type Five = [u64; 5];

/// The program: `known` holds computed values; positions with a token on square 0 have a formula.
fn s113([l, o, t, u, v]: Five, known: &mut BTreeMap<Five, u64>) -> u64 {
    if l == 0 || o == 0 || t == 0 {
        return l.saturating_sub(1) ^ o.saturating_sub(1) ^ t.saturating_sub(1) ^ (v - u - 1);
    }
    if let Some(&value) = known.get(&[l, o, t, u, v]) {
        return value;
    }
    let mut options = Vec::new();
    options.extend((0..l).map(|z| [z, o, t, u, v]));
    options.extend((0..o).map(|z| [l, z, t, u, v]));
    options.extend((0..t).map(|z| [l, o, z, u, v]));
    // The loop over z has just ended at t, so t+1 to z-1 is empty: the middle token never moves.
    options.extend((u + 1..v).map(|z| [l, o, t, u, z]));
    let values: Vec<u64> = options.into_iter().map(|option| s113(option, known)).collect();
    let value = mex(values);
    known.insert([l, o, t, u, v], value);
    value
}

fn program_s113(context: &Context) -> Checked {
    let (max, last) = (context.few(3, 5), context.few(6, 9));
    let mut known = BTreeMap::new();
    let mut probe = Probe::default();
    for v in 3..=last {
        for (t, u) in (1..v - 1).flat_map(|t| (t + 1..v).map(move |u| (t, u))) {
            for (l, o) in (1..=max).flat_map(|l| (1..=l).map(move |o| (l, o))) {
                let value = context.strips("star-silver-dollar", &[vec![l], vec![o], vec![t, u, v]])?;
                let said = s113([l, o, t, u, v], &mut known);
                probe.same(format_args!("[{l}],[{o}],[{t},{u},{v}]"), said, value);
            }
        }
    }
    probe.done(format!("squares to {max} and {last}"))
}
