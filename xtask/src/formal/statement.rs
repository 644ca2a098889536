//! The statement of a certificate in Rocq, and its proof by the checker that `formal/` proves correct.

use super::certificate::{Certificate, Game, Level, RowPeriod};
use std::fmt::Write;

/// What a file of statements needs.
const IMPORTS: &str = "\
From Coq Require Import NArith List.
From Grundy Require Import Games Rows RowChecker Certificates RWythoff Descent Repeats Settled SettledChecker.
Import ListNotations.
Open Scope N_scope.
";

/// A file with the theorems of certificates and their proofs. It prints the assumptions of all corollaries at once, because each
/// `Print Assumptions` goes through the whole library.
pub fn source(certificates: &[Certificate]) -> String {
    let mut text = IMPORTS.to_owned();
    for certificate in certificates {
        text.push('\n');
        text.push_str(&match certificate {
            Certificate::Row(row) => of_row(row),
            Certificate::Settled(levels) => of_levels(levels),
        });
    }
    let names: Vec<_> = text.lines().filter_map(corollary).collect();
    let names = names.join(",\n  ");
    let _ = write!(
        text,
        "\nDefinition all_corollaries := (\n  {names}).\n\nPrint Assumptions all_corollaries.\n"
    );
    text
}

/// The name of the corollary that is stated from this line on.
pub fn corollary(line: &str) -> Option<&str> {
    line.strip_prefix("Corollary ")?.split(' ').next()
}

fn of_row(certificate: &RowPeriod) -> String {
    let RowPeriod { game, row, preperiod, period, state_from, state_period, quotients } = certificate;
    let (constructor, rules) = match game {
        Game::Nim => ("Nim", "nim"),
        Game::StarNim => ("StarNim", "star_nim"),
        Game::Wythoff => ("Wythoff", "wythoff"),
        Game::RWythoff => ("RWythoff", "r_wythoff"),
    };
    let quotients: Vec<_> = quotients.iter().map(|(prime, at)| format!("({prime}, {at})")).collect();
    let quotients = quotients.join("; ");
    let name = format!("{rules}_row_{row}");
    format!(
        "\
Theorem {name} :
  claim (RowCertificate {constructor} {row} {preperiod} {period} {state_from} {state_period} [{quotients}]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary {name}_period :
  forall b, {preperiod} <= b -> G {rules} {row} (b + {period}) = G {rules} {row} b + {period}.
Proof. exact (proj1 {name}). Qed.
"
    )
}

fn of_levels(levels: &[Level]) -> String {
    let last = levels.len().saturating_sub(1);
    let name = format!("r_wythoff_settled_{last}");
    let lines: Vec<_> = levels.iter().map(of_level).collect();
    let mut text = format!(
        "\
Definition {name}_levels : list level := [
  {}].

Lemma {name}_checked : check_settled {name}_levels = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
",
        lines.join(";\n  ")
    );
    for (value, Level { settled, repeats, .. }) in levels.iter().enumerate() {
        let _ = write!(
            text,
            "
Theorem {name}_value_{value} : settled_claim {value} {settled} {repeats}.
Proof. exact (check_settled_is_correct {name}_levels {name}_checked {value} _ eq_refl). Qed.

Corollary {name}_value_{value}_diagonals :
  forall n p d, member {value} n p d -> {settled} <= n -> d = n.
Proof. exact (proj1 {name}_value_{value}). Qed.
"
        );
    }
    text
}

fn of_level(level: &Level) -> String {
    let Level { settled, repeats, start, end, bound, phi, from } = level;
    format!("Level {settled} {repeats} {start} {end} (distance {bound} {phi}) {from}")
}

/// Checks what Rocq printed for the `Print Assumptions` of a file: no theorem depends on an axiom.
pub fn check_assumptions(source: &str, printed: &str) -> Result<(), String> {
    let asked = source.lines().filter(|line| line.starts_with("Print Assumptions ")).count();
    let closed = printed.lines().filter(|&line| line == "Closed under the global context").count();
    let others = printed.lines().find(|&line| line != "Closed under the global context");
    match others {
        None if asked == closed && asked > 0 => Ok(()),
        None => Err(format!("assumptions of {asked} theorems were asked for, and of {closed} were printed")),
        Some(line) => Err(format!("unexpected output about assumptions: {line}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::parse;
    use super::*;

    #[test]
    fn a_row_is_stated() {
        let certificate = parse(include_str!("../../../atlas/star-nim-row-07.cert")).expect("a certificate");
        let text = source(&[certificate]);
        assert!(
            text.contains("forall b, 21 <= b -> G star_nim 7 (b + 5040) = G star_nim 7 b + 5040."),
            "{text}"
        );
        assert!(text.ends_with("(\n  star_nim_row_7_period).\n\nPrint Assumptions all_corollaries.\n"));
        assert!(text.contains("StarNim 7 21 5040 25 5040 [(2, 24); (3, 22); (5, 21); (7, 21)]"), "{text}");
    }

    #[test]
    fn settled_values_are_stated() {
        let certificate =
            parse(include_str!("../../../atlas/r-wythoff-settled-04.cert")).expect("a certificate");
        let text = source(&[certificate]);
        assert!(text.contains("forall n p d, member 4 n p d -> 81 <= n -> d = n."), "{text}");
        assert!(text.contains("Level 22 5 22 58 (distance 45 27) 97;"), "{text}");
    }

    #[test]
    fn axioms_are_found() {
        let source = "Print Assumptions a.\nPrint Assumptions b.\n";
        let closed = "Closed under the global context\n";
        assert_eq!(check_assumptions(source, &closed.repeat(2)), Ok(()));
        assert!(check_assumptions(source, closed).is_err());
        assert!(check_assumptions(source, &closed.repeat(3)).is_err());
        assert!(check_assumptions(source, &format!("{closed}Axioms:\nb : False\n")).is_err());
        assert!(check_assumptions("", "").is_err());
    }
}
