//! A period that is proved, and its certificate, checked by a program that shares no code with the prover.

use grundy::period::{Certificate, RowSearch};
use grundy::theorem::UBig;
use grundy_check::Limits;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Rows 0 to 7 of Star Nim; Farr and Ho leave row 7 as a question.
    let mut search = RowSearch::of(&grundy::game("star-nim")?, 7, None)?;
    let proved = search.finish(&mut |progress| {
        eprintln!("row {}, column {}", progress.row, progress.column);
        ControlFlow::Continue(())
    })?;
    assert!(proved, "no column limit was set");

    let proof = &search.proofs()[7];
    assert_eq!((proof.period.preperiod, proof.period.length), (21, 5040));

    let certificate = Certificate::from(proof);
    let verified = grundy_check::check(certificate.text().as_bytes(), Limits::default())?;
    println!("{verified}");

    // A false claim is rejected.
    let forged = certificate.text().replace("period 5040", "period 2520");
    assert!(grundy_check::check(forged.as_bytes(), Limits::default()).is_err());

    // A proved period gives values at any distance.
    let column = UBig::from(10_u8).pow(30);
    let value = proof.value_at(&column)?;
    println!("G(7, 10^30) = 10^30 + {}", value.clone().map_or(UBig::ZERO, |value| value - &column));
    assert_eq!(value, Some(column + 4_u8));
    Ok(())
}
