//! Sections 1 and 2: sums, Silver Dollar, heads and tails.

use crate::context::at;
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict, uncheckable};
use grundy::catalog::parse;
use grundy::compound::Sum;
use grundy::ruleset::{Budget, Game};
use grundy::solve::reference::Reference;
use std::sync::Arc;

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "lemma-1",
        place: "Lemma 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "no move joins two positions of value g; from every larger value a move leads to value g",
        numbers: &[],
        check: |context, _| characterised(context, "star-nim"),
    },
    Stated {
        id: "theorem-1",
        place: "Theorem 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "the value of a sum is the nim-sum of the values of its components",
        numbers: &[],
        check: |context, _| sums(context),
    },
    Stated {
        id: "lemma-2",
        place: "Lemma 2",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "the value of Nim is the nim-sum of the piles",
        numbers: &[],
        check: |context, _| nim(context),
    },
    Stated {
        id: "sec-1.3-formula",
        place: "Section 1.3",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "Silver Dollar: nim-sum of x(2i)-x(2i-1)-1, or of x1 and x(2i+1)-x(2i)-1 for an odd number of tokens",
        numbers: &[1],
        check: silver_dollar,
    },
    Stated {
        id: "remark-2",
        place: "Remarks 1 and 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "with a token on square 0, the strips without that square are a sum of Silver Dollar games",
        numbers: &[1],
        check: occupied,
    },
    Stated {
        id: "theorem-2",
        place: "Theorem 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "Star Silver Dollar is the sum of the star of its heads (1 or 2 tokens) and of its tails",
        numbers: &[1, 2],
        check: |context, numbers| heads(context, numbers, &|_, _| true),
    },
    Stated {
        id: "remark-3",
        place: "Remark 3",
        kind: Kind::Theorem,
        expected: Verdict::Uncheckable,
        statement: "the values of tails, and of the whole, are computed in polynomial time",
        numbers: &[],
        check: |_, _| uncheckable("about the growth of running time, which no finite run decides"),
    },
    Stated {
        id: "corollary-1-all",
        place: "Corollary 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "odd strips only: the sum of Star Nim on the lowest tokens and of the tails",
        numbers: &[1],
        check: |context, numbers| heads(context, &[numbers[0], 2], &|k, l| k % 2 == 1 && l % 2 == 1),
    },
    Stated {
        id: "corollary-2-all",
        place: "Corollary 2",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "even strips only: the sum of the strips",
        numbers: &[],
        check: |context, _| even_strips(context),
    },
];

/// Lemma 1 (also Proposition 4 of Gu, and sec. 11 of Gurvich): compares the values of a table with the moves of the game.
pub(crate) fn characterised(context: &Context, game: &str) -> Checked {
    let max = context.to(40, 150);
    let table = context.table(game, max)?;
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|a| (a..=max).map(move |b| (a, b))) {
        let value = at(&table, a, b);
        if value == u64::MAX {
            continue;
        }
        let options = context.options(game, &[a, b])?;
        let values: Vec<u64> = options.iter().map(|to| at(&table, to[0], to[1])).collect();
        let missing = (0..value).find(|g| !values.contains(g));
        probe.require(
            !values.contains(&value) && missing.is_none(),
            format_args!("{a},{b}"),
            format_args!("moves to each value below {value}, none to {value}"),
            format_args!("{values:?}"),
        );
    }
    probe.done(format!("piles to {max}"))
}

fn sums(context: &Context) -> Checked {
    let max = context.few(4, 7);
    let mut probe = Probe::default();
    for (a, b) in (1..=max).flat_map(|a| (a..=max).map(move |b| (a, b))) {
        for text in [
            format!("star-nim {a},{b} + nim {a}"),
            format!("star-nim {a},{b} + star-nim 2,{b}"),
            format!("silver-dollar [{a},{}] + wythoff {a},{b}", a + b),
        ] {
            context.go_on()?;
            let (game, position) = parse(&text)?;
            let (Some(games), Some(parts)) = (game.summands(), position.parts()) else { continue };
            let mut each = 0;
            for (game, part) in games.iter().zip(parts) {
                each ^= Reference::new(Game::clone(game), Budget::default()).value(part)?.0;
            }
            // The sum as a single game: mex over all its options.
            let whole: Game = Arc::new(Sum::new(games.to_vec()));
            let value = Reference::new(whole, Budget::default()).value(&Sum::position_of(parts.to_vec()))?.0;
            probe.same(format_args!("{text}"), each, value);
        }
    }
    probe.done(format!("numbers to {max}"))
}

fn nim(context: &Context) -> Checked {
    let max = context.few(16, 40);
    let mut probe = Probe::default();
    for (a, b, c) in triples(max) {
        probe.same(format_args!("{a},{b},{c}"), a ^ b ^ c, context.piles("nim", &[a, b, c])?);
    }
    probe.done(format!("three piles to {max}"))
}

/// All `0 <= a <= b <= c <= max`.
pub(crate) fn triples(max: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (0..=max).flat_map(move |c| (0..=c).flat_map(move |b| (0..=b).map(move |a| (a, b, c))))
}

/// The squares of a strip: the set bits of a number, from `first` on.
fn squares(set: u64, first: u64) -> Vec<u64> {
    (0..64).filter(|i| set >> i & 1 == 1).map(|i| i + first).collect()
}

/// The nim-sum of the gaps before every second token from the right; `less` is 1 in the formula.
fn gaps(squares: &[u64], less: u64) -> u64 {
    let (first, rest) = squares.split_at(squares.len() % 2);
    let gaps = rest.chunks(2).map(|pair| (pair[1] - pair[0]).wrapping_sub(less));
    first.iter().copied().chain(gaps).fold(0, |sum, x| sum ^ x)
}

fn silver_dollar(context: &Context, numbers: &[u64]) -> Checked {
    let width = context.few(11, 14);
    let mut probe = Probe::default();
    for set in 1..1 << width {
        let row = squares(set, 0);
        let value = context.strips("silver-dollar", std::slice::from_ref(&row))?;
        probe.same(format_args!("{row:?}"), gaps(&row, numbers[0]), value);
    }
    probe.done(format!("every position on squares 0 to {}", width - 1))
}

/// All pairs of strips on squares 1 to `width`.
fn stars(width: u64) -> impl Iterator<Item = [Vec<u64>; 2]> {
    (1..1_u64 << width).flat_map(move |s| (s..1 << width).map(move |t| [squares(s, 1), squares(t, 1)]))
}

fn occupied(context: &Context, numbers: &[u64]) -> Checked {
    let width = context.few(5, 6);
    let mut probe = Probe::default();
    for [one, other] in stars(width) {
        let mut first = vec![0];
        first.extend(&one);
        let whole = context.strips("star-silver-dollar", &[first.clone(), other.clone()])?;
        let less = |row: &[u64]| row.iter().map(|x| x.saturating_sub(numbers[0])).collect::<Vec<_>>();
        let parts = silver(context, &less(&one))? ^ silver(context, &less(&other))?;
        probe.same(format_args!("{first:?},{other:?}"), parts, whole);
    }
    probe.done(format!("two strips, squares to {width}"))
}

/// The value of a single strip; an impossible value if it is not a position.
fn silver(context: &Context, row: &[u64]) -> Result<u64, Error> {
    let raw = grundy::notation::RawPosition::strips(&[row]);
    Ok(context.value("silver-dollar", &raw)?.unwrap_or(1 << 40))
}

/// Theorem 2 for pairs of strips with these numbers of tokens; heads have `odd` or `even` tokens.
fn heads(context: &Context, numbers: &[u64], wanted: &dyn Fn(usize, usize) -> bool) -> Checked {
    let width = context.few(6, 7);
    let [odd, even] = [0, 1].map(|i| usize::try_from(numbers[i]).unwrap_or(usize::MAX));
    let mut probe = Probe::default();
    for rows in stars(width).filter(|[one, other]| wanted(one.len(), other.len())) {
        let cut = |row: &[u64]| if row.len() % 2 == 1 { odd } else { even }.min(row.len());
        let heads = [0, 1].map(|i| rows[i][..cut(&rows[i])].to_vec());
        let tails = [0, 1].map(|i| rows[i][cut(&rows[i])..].to_vec());
        let raw = grundy::notation::RawPosition::strips(&heads);
        let head = context.value("star-silver-dollar", &raw)?.unwrap_or(1 << 40);
        let parts = head ^ silver(context, &tails[0])? ^ silver(context, &tails[1])?;
        let whole = context.strips("star-silver-dollar", &rows)?;
        probe.same(format_args!("{:?},{:?}", rows[0], rows[1]), parts, whole);
    }
    probe.done(format!("two strips, squares 1 to {width}"))
}

fn even_strips(context: &Context) -> Checked {
    let width = context.few(6, 7);
    let mut probe = Probe::default();
    for [one, other] in stars(width).filter(|[one, other]| (one.len() | other.len()) % 2 == 0) {
        let parts = silver(context, &one)? ^ silver(context, &other)?;
        let whole = context.strips("star-silver-dollar", &[&one, &other])?;
        probe.same(format_args!("{one:?},{other:?}"), parts, whole);
    }
    probe.done(format!("two strips, squares 1 to {width}"))
}
