//! Section 11: Sprague-Grundy values, and sums of games with blocking.

use crate::context::at;
use crate::farr_ho::characterised;
use crate::{Checked, Context, Kind, Probe, Stated, Verdict, uncheckable};
use grundy::catalog::parse;
use grundy::ruleset::{Budget, Game};
use grundy::solve::reference::Reference;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "sec-11-n1",
        place: "Section 11",
        kind: Kind::Formula,
        expected: Verdict::Contradicted,
        statement: "read literally, the positions N_1 that lead to a terminal position have value 1",
        numbers: &[1],
        check: |context, numbers| {
            let max = context.to(30, 100);
            let table = context.table("wythoff", max)?;
            let mut probe = Probe::default();
            for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))) {
                if context.options("wythoff", &[x, y])?.contains(&vec![0, 0]) {
                    probe.same(format_args!("wythoff {x},{y}"), numbers[0], at(&table, x, y));
                }
            }
            probe.done(format!("piles to {max}"))
        },
    },
    Stated {
        id: "sec-11-properties",
        place: "Section 11, (i) to (iii)",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "value 0 is P; an option has each smaller value, and none has the same value",
        numbers: &[],
        check: |context, _| characterised(context, "gurvich:a=2,b=2"),
    },
    Stated {
        id: "sec-11-blocked-sums",
        place: "Section 11",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "sums in which q_i - 1 moves of game i may be blocked: nim-sum of the values by mex^(q_i)",
        numbers: &[0],
        check: blocked_sums,
    },
    Stated {
        id: "sec-11-mex-b-q",
        place: "Section 11",
        kind: Kind::Conjecture,
        expected: Verdict::Uncheckable,
        statement: "a question: is there a similar use of mex_b^q?",
        numbers: &[],
        check: |_, _| uncheckable("a question without a conjectured answer"),
    },
];

fn blocked_sums(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.few(4, 6);
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b))) {
        for text in [
            format!("nim@block=2 {a} + nim {b}"),
            format!("nim@block=2 {a} + nim@block=3 {}", a + b),
            format!("wythoff@block=2 {a},{b} + nim@block=3 {b}"),
            format!("gurvich:a=1,b=2,p=2,q=2 {a},{b} + nim@block=2 {a}"),
        ] {
            context.go_on()?;
            let (game, position) = parse(&text)?;
            let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { continue };
            let mut each = numbers[0];
            for (game, part) in games.iter().zip(parts) {
                each ^= Reference::new(Game::clone(game), Budget::default()).value(part)?.0;
            }
            let whole = Reference::new(Game::clone(&game), Budget::default()).value(&position)?.0;
            probe.same(format_args!("{text}"), each, whole);
        }
    }
    probe.done(format!("numbers to {max}"))
}
