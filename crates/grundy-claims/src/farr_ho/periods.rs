//! Sections 4.3 and 4.4: periods.

use super::proofs::{digits, free_bits};
use crate::context::{at, index};
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict, uncheckable};
use grundy::Symmetric;
use grundy::period::{RowProof, RowSearch};
use grundy::star_nim::{prove_diagonal, prove_value};

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "sec-4.3-constant",
        place: "Section 4.3",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the differences of value g are ultimately constant for g <= 5, and not for g = 6",
        numbers: &[5],
        check: constant,
    },
    Stated {
        id: "theorem-4",
        place: "Theorem 4",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the differences along every g-sequence are ultimately periodic",
        numbers: &[],
        check: |context, _| theorem_4(context),
    },
    Stated {
        id: "sec-4.4-quotients",
        place: "Section 4.4",
        kind: Kind::Count,
        expected: Verdict::Holds,
        statement: "the periods of rows 2 to 6 are 3, 3, 4, 4 and 5 times the one before",
        numbers: &[3, 3, 4, 4, 5],
        check: |context, numbers| quotients(context, numbers, false),
    },
    Stated {
        id: "sec-4.4-row-7",
        place: "Section 4.4",
        kind: Kind::Conjecture,
        expected: Verdict::Refuted,
        statement: "a question of the text: does the pattern 3, 3, 4, 4, 5 continue with 5 for row 7?",
        numbers: &[3, 3, 4, 4, 5, 5],
        check: |context, numbers| quotients(context, numbers, true),
    },
    Stated {
        id: "theorem-5",
        place: "Theorem 5",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "every row is ultimately additively periodic",
        numbers: &[],
        check: |context, _| {
            let last = context.to(9, 12);
            let proofs = rows(context, Symmetric::STAR_NIM, last)?;
            let mut probe = Probe::default();
            for proof in proofs {
                let row = proof.row;
                probe.same(format_args!("row {row}"), proof.period.length, proof.period.saltus);
            }
            probe.done(format!("proved for rows to {last}"))
        },
    },
    Stated {
        id: "theorem-5-range",
        place: "Theorem 5, proof",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "0 <= G(a,b) - b + a <= 2a - 1",
        numbers: &[2, 1],
        check: range,
    },
    Stated {
        id: "theorem-5-window",
        place: "Theorem 5, proof (1)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "for b >= 2a - 1 the 2a - 1 cells to the left and the a cells below determine G(a,b)",
        numbers: &[2, 1],
        check: window,
    },
    Stated {
        id: "theorem-5-shift",
        place: "Theorem 5, proof (3)",
        kind: Kind::Theorem,
        expected: Verdict::Contradicted,
        statement: "in the stated order: shifting the bits of row a, then clearing bit G(a,b)-b+a, gives the bits at b+1",
        numbers: &[0],
        check: shift,
    },
    Stated {
        id: "theorem-5-states",
        place: "Theorem 5, proof (4)",
        kind: Kind::Count,
        expected: Verdict::Uncheckable,
        statement: "the machine has O(a^2) states of at most 2a bits each",
        numbers: &[],
        check: |_, _| {
            uncheckable("an order of growth; a state may mean a stored string or a state of the machine")
        },
    },
    Stated {
        id: "sec-4-diagonals",
        place: "Section 4, introduction",
        kind: Kind::Conjecture,
        expected: Verdict::Open,
        statement: "diagonals parallel to the main diagonal are ultimately periodic",
        numbers: &[],
        check: |context, _| diagonals(context),
    },
    Stated {
        id: "sec-5",
        place: "Section 5",
        kind: Kind::Conjecture,
        expected: Verdict::Uncheckable,
        statement: "questions: formulas for Star Nim and Star Silver Dollar, strips that share more cells",
        numbers: &[],
        check: |_, _| uncheckable("questions without a conjectured answer"),
    },
];

/// The proved periods of rows.
pub(crate) fn rows(context: &Context, shape: Symmetric, last: u64) -> Result<Vec<RowProof>, Error> {
    let mut search = RowSearch::new(shape, last, None)?;
    if !search.finish(&mut |_| context.flow())? {
        return Err(Error::Cancelled);
    }
    Ok(search.proofs().to_vec())
}

fn constant(context: &Context, numbers: &[u64]) -> Checked {
    let mut probe = Probe::default();
    for g in 0..=6 {
        let proof = prove_value(g, None, &mut || context.flow())?;
        let period = proof.map_or(0, |proof| proof.period.length);
        let name = |constant: bool| if constant { "constant" } else { "not constant" };
        probe.same(format_args!("g={g}"), name(g <= numbers[0]), name(period == 1));
    }
    probe.done("proved")
}

fn theorem_4(context: &Context) -> Checked {
    let last = context.to(62, 80);
    let mut probe = Probe::default();
    for g in 0..=last {
        let proved = prove_value(g, None, &mut || context.flow())?.is_some();
        probe.require(
            proved,
            format_args!("g={g}"),
            format_args!("periodic"),
            format_args!("no period found"),
        );
    }
    probe.done(format!("proved for g <= {last}"))
}

fn quotients(context: &Context, numbers: &[u64], is_question: bool) -> Checked {
    let last = crate::context::wide(numbers.len()) + 1;
    let proofs = rows(context, Symmetric::STAR_NIM, last)?;
    let lengths: Vec<u64> =
        proofs.iter().filter(|proof| proof.row >= 1).map(|proof| proof.period.length).collect();
    let mut probe = Probe::default();
    for (row, (pair, &said)) in (2..).zip(lengths.windows(2).zip(numbers)) {
        probe.same(format_args!("row {row}"), said * pair[0], pair[1]);
    }
    let checked = format!("proved for rows to {last}");
    if is_question { probe.open(checked, None) } else { probe.done(checked) }
}

fn range(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for (a, b) in (1..=max).flat_map(|b| (1..=b).map(move |a| (a, b))) {
        let (value, most) = (at(&table, a, b), numbers[0] * a - numbers[1]);
        let holds = value + a >= b && value + a - b <= most;
        probe.require(
            holds,
            format_args!("{a},{b}"),
            format_args!("0 to {most}"),
            format_args!("{value} - {b} + {a}"),
        );
    }
    probe.done(format!("squares to {max}"))
}

fn window(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(150, 600);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for (a, b) in (1..=max).flat_map(|a| ((2 * a - 1).max(1)..=max).map(move |b| (a, b))) {
        let reach = (numbers[0] * a).saturating_sub(numbers[1]).min(b);
        let left = (1..=reach).map(|j| at(&table, a, b - j));
        let below = (1..=a).map(|i| at(&table, a - i, b));
        let taken: Vec<u64> = left.chain(below).collect();
        let said = (b.saturating_sub(a)..b + a).find(|value| !taken.contains(value)).unwrap_or(u64::MAX);
        probe.same(format_args!("{a},{b}"), said, at(&table, a, b));
    }
    probe.done(format!("squares to {max}"))
}

/// Bits of row a at column b: bit l is 1 if b - a + l is not a value of the row to the left. They are shifted by one column, and then
/// the bit of the value is cleared, `later` places lower.
pub(super) fn shift(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(60, 200);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    let bits = |a: u64, b: u64| free_bits(a, b, (1..2 * a).map(|j| at(&table, a, b - j)));
    for (a, b) in (1..=max / 4).flat_map(|a| (2 * a..max).map(move |b| (a, b))) {
        let mut said = bits(a, b);
        said.remove(0);
        said.push(1);
        let place = index((at(&table, a, b) + a - b).wrapping_sub(numbers[0]));
        if let Some(bit) = said.get_mut(place) {
            *bit = 0;
        }
        probe.same(format_args!("a={a}, b={b}"), digits(&said), digits(&bits(a, b + 1)));
    }
    probe.done(format!("rows to {}", max / 4))
}

fn diagonals(context: &Context) -> Checked {
    let last = context.to(29, 37);
    let mut probe = Probe::default();
    for d in 0..=last {
        let proved = prove_diagonal(d, None, &mut || context.flow())?.is_ok();
        probe.require(
            proved,
            format_args!("d={d}"),
            format_args!("periodic"),
            format_args!("no period found"),
        );
    }
    probe.open(format!("proved for d <= {last}"), None)
}
