//! Certificates.

use grundy::period::{Certificate, RowSearch};
use grundy::r_wythoff::{Prover, certificate};
use grundy::sharing_nim::{Survey, members, value_certificate};
use grundy::star_nim::{prove_diagonal, prove_value};
use grundy_check::{Limit, Limits, Unverified, check};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Certificates of every claim that are quick to check.
const VALID: &[&str] = &[
    include_str!("../../atlas/star-nim-row-02.cert"),
    include_str!("../../atlas/star-nim-row-04.cert"),
    include_str!("../../atlas/wythoff-row-03.cert"),
    include_str!("../../atlas/wythoff-row-06.cert"),
    include_str!("../../atlas/r-wythoff-row-04.cert"),
    include_str!("../../crates/grundy-check/tests/certificates/star-nim-value-00-v1.cert"),
    include_str!("../../crates/grundy-check/tests/certificates/star-nim-value-02-v1.cert"),
    include_str!("../../crates/grundy-check/tests/certificates/star-nim-diagonal-00-v1.cert"),
    include_str!("../../crates/grundy-check/tests/certificates/star-nim-diagonal-02-v1.cert"),
    include_str!("../../atlas/star-nim-value-06.cert"),
    include_str!("../../atlas/star-nim-value-09.cert"),
    include_str!("../../atlas/star-nim-diagonal-02.cert"),
    include_str!("../../atlas/star-nim-diagonal-04.cert"),
    include_str!("../../atlas/r-wythoff-settled-00.cert"),
    include_str!("../../atlas/r-wythoff-settled-02.cert"),
    include_str!("../../atlas/r-wythoff-settled-04.cert"),
    "grundy-certificate 1\nclaim sharing-value\ngame sharing-nim\na 7 b 707\nvalue 5\nend\n",
    include_str!("../../atlas/sharing-nim-records-02.cert"),
    include_str!("../../atlas/exile-row-03.cert"),
    include_str!("../../atlas/gdwn-p-1-q-2-row-04.cert"),
    include_str!("../../atlas/gurvich-a-2-b-3-row-04.cert"),
    include_str!("../../atlas/terminal-wythoff-k-5-row-07.cert"),
];

/// An altered certificate is not verified, unless it is the certificate of another true claim.
///
/// The first byte selects a certificate. Each three bytes after it are a change: where (two bytes), and the new byte.
pub fn altered_are_rejected(input: &[u8]) {
    let Some((&which, changes)) = input.split_first() else { return };
    let valid = VALID[usize::from(which) % VALID.len()];
    let mut altered = valid.as_bytes().to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let at = place / 3 % altered.len();
        match place % 3 {
            0 => altered[at] = change[2],
            1 => altered.insert(at, change[2]),
            _ if altered.len() > 1 => drop(altered.remove(at)),
            _ => {}
        }
    }
    judged(&altered, Limits { work: 1 << 17, memory: 1 << 20, ..Limits::default() });
}

/// Any bytes are checked within the limits on work and memory, and are verified only if `grundy` proves the same.
pub fn never_stall(input: &[u8]) {
    /// Generous for `WORK` steps of some nanoseconds, also on a busy machine.
    const LONGEST: Duration = Duration::from_secs(2);
    const WORK: u64 = 1 << 14;
    const MEMORY: u64 = 1 << 18;
    let start = Instant::now();
    judged(input, Limits { work: WORK, memory: MEMORY, ..Limits::default() });
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
}

/// Checks a certificate. If it is verified, it is the one certificate of its claim; g-sequences and diagonals have several.
fn judged(bytes: &[u8], limits: Limits<'_>) {
    match check(bytes, limits) {
        Ok(verified) => {
            let text = str::from_utf8(bytes).expect("a verified certificate is a text");
            let made = VALID.contains(&text) || made(text).is_some_and(|made| claim(&made) == claim(text));
            assert!(made, "{verified}\n{text}");
        }
        Err(Unverified::Rejected { line, reason }) => assert!(line > 0 && !reason.is_empty()),
        Err(Unverified::NotChecked(limit)) => match limit {
            Limit::Work(work) => assert_eq!(work, limits.work),
            Limit::Memory(memory) => assert_eq!(memory, limits.memory),
            Limit::Width(_) | Limit::Unsupported(_) => {}
            Limit::Stopped | Limit::Time(_) => unreachable!("nobody stopped it"),
        },
        Err(Unverified::Unreadable(reason)) => assert!(!reason.is_empty()),
    }
}

/// The part of a certificate that has no other form.
fn claim(text: &str) -> Vec<&str> {
    let has_several = ["value-period", "diagonal-period"].iter().any(|claim| text.contains(claim));
    let lines = text.lines().skip(usize::from(has_several));
    // The claim, the game, its subject, the preperiod, period and saltus.
    lines.take(if has_several { 6 } else { usize::MAX }).collect()
}

/// The certificate that `grundy` makes for the subject of a certificate.
fn made(text: &str) -> Option<String> {
    let mut lines = text.lines().skip(1);
    let (claim, line) = (lines.next()?, lines.next()?);
    let game = line.strip_prefix("game ").or_else(|| line.strip_prefix("rules "))?;
    if claim == "claim sharing-value" {
        let (a, b) = lines.next()?.strip_prefix("a ")?.split_once(" b ")?;
        let (a, b, value) =
            (a.parse().ok()?, b.parse().ok()?, lines.next()?.strip_prefix("value ")?.parse().ok()?);
        let all = members(value, b, usize::MAX, &mut |_| ControlFlow::Continue(())).ok()?;
        return all.contains(&(a, b)).then(|| value_certificate(a, b, value).text().to_owned());
    }
    let subject: u64 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let certificate = match claim {
        "claim row-period" => {
            let Ok(mut search) = RowSearch::of(&grundy::game(game).ok()?, subject, None) else {
                // Rays that are not recognised as such: there is no other proof to compare with.
                return line.starts_with("rules ").then(|| text.to_owned());
            };
            search.finish(&mut |_| ControlFlow::Continue(())).ok()?;
            Certificate::from(search.proofs().last()?)
        }
        "claim value-period" => {
            Certificate::from(&prove_value(subject, None, &mut || ControlFlow::Continue(())).ok()??)
        }
        "claim sharing-records" => {
            let last = lines.next()?.strip_prefix("largest b ")?.parse().ok()?;
            let mut survey = Survey::new(subject, last, 1).ok()?;
            survey.finish(&mut |_| ControlFlow::Continue(())).ok()?;
            survey.certificate(subject)?
        }
        "claim diagonal-period" => {
            Certificate::from(&prove_diagonal(subject, None, &mut || ControlFlow::Continue(())).ok()?.ok()?)
        }
        _ => {
            let mut prover = Prover::new(subject).ok()?;
            prover.finish(1 << 20);
            certificate(prover.levels())?
        }
    };
    Some(certificate.text().to_owned())
}
