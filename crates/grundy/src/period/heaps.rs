//! Certificates of the periods of heaps. [`crate::heaps::prove`] finds them.

use super::certificate::{Certificate, write_period, write_witnesses};
use super::cycle::primes;
use super::{Period, Witness};
use crate::heaps::{HeapPeriod, Values, may_have_period};
use std::fmt::Write as _;

/// The certificate of a proved period of the values of heaps; the values must be known as far as the proof needs them. `None` for games without a code, and for strips
/// that are played as larger heaps.
///
/// ```
/// use grundy::heaps::{Code, Values, prove};
/// use grundy::period::heap_certificate;
/// use std::ops::ControlFlow;
///
/// let mut values = Values::new(std::sync::Arc::new("0.3".parse::<Code>()?));
/// let period = prove(&mut values, 100, &mut |_| ControlFlow::Continue(()))?.unwrap();
/// let text = "grundy-certificate 1\nclaim heap-period\ncode 0.3\npreperiod 0\nperiod 2\nsaltus 0\nquotient 2 fails at 0\nend\n";
/// assert_eq!(heap_certificate(&values, &period).unwrap().text(), text);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn heap_certificate(values: &Values, period: &HeapPeriod) -> Option<Certificate> {
    let code = values.rules().code()?;
    let is_plain = may_have_period(code) && code.shift() == 0;
    let mut lines = format!("code {code}\n");
    let HeapPeriod { preperiod, length, saltus, multiple, .. } = *period;
    write_period(&mut lines, Period { preperiod, length, saltus });
    if saltus > 0 {
        let _ = writeln!(lines, "multiple {multiple}");
    }
    let witness = |prime: u64| {
        // Whether the values grow by another number than saltus / prime, which need not be an integer.
        let fails = |n: &u64| {
            let [now, later] = [values.get(*n), values.get(n + length / prime)];
            now.and_then(|now| (now * prime).checked_add(saltus)) != later.map(|later| later * prime)
        };
        Some(Witness { prime, at: (preperiod..preperiod + length).find(fails)? })
    };
    let witnesses = primes(length).into_iter().map(witness).collect::<Option<Vec<_>>>()?;
    write_witnesses(&mut lines, &witnesses);
    is_plain.then(|| Certificate::of_claim("heap-period", &lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Code;
    use std::sync::Arc;

    /// Strips that are played as larger heaps, and heaps that must be different, have no certificates.
    #[test]
    fn certificates_are_of_plain_codes() {
        let period =
            HeapPeriod { preperiod: 0, length: 1, saltus: 0, multiple: 1, exceptions: 0, verified: 0 };
        let has = |code: Code| heap_certificate(&Values::new(Arc::new(code)), &period).is_some();
        let code = || "0.007".parse::<Code>().unwrap();
        assert!(has(code()));
        assert!(may_have_period(&code().shifted(2).unwrap()) && !has(code().shifted(2).unwrap()));
    }
}
