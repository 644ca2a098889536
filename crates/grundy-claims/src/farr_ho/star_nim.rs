//! Sections 3 and 4.1: P-positions of Star Nim, positions of small value, bounds.

use crate::context::at;
use crate::{Checked, Context, Error, Kind, Probe, Stated, Verdict};
use grundy::catalog::Template;
use grundy::solve::rays::{Axes, Simd};

const fn family(
    id: &'static str,
    place: &'static str,
    statement: &'static str,
    numbers: &'static [u64],
) -> Stated {
    let expected = Verdict::Holds;
    Stated { id, place, kind: Kind::Formula, expected, statement, numbers, check: proposition_4 }
}

pub(super) const CLAIMS: &[Stated] = &[
    Stated {
        id: "proposition-1",
        place: "Proposition 1",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "two strips: P if and only if a1 + a2 = 1 or a1 = a2 >= 2",
        numbers: &[1, 2],
        check: proposition_1,
    },
    Stated {
        id: "sec-3-nim-2",
        place: "Section 3, before Proposition 1",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "two strips have the P-positions of Nim, except for 0,1 and 1,1",
        numbers: &[0, 1, 1, 1],
        check: like_nim,
    },
    Stated {
        id: "proposition-2",
        place: "Proposition 2",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "three strips: P if and only if the nim-sum is 0",
        numbers: &[0],
        check: |context, numbers| {
            boxed(context, context.to(63, 200), 3, &|cell, value| {
                let sum = cell[0] ^ cell[1] ^ cell[2];
                (cell[1] > 0).then_some((sum == numbers[0], value == 0))
            })
        },
    },
    Stated {
        id: "proposition-3",
        place: "Proposition 3",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "four strips, one token on square 1: P if and only if the nim-sum of the others is 0",
        numbers: &[1, 0],
        check: |context, numbers| {
            boxed(context, context.few(31, 63), 4, &|cell, value| {
                let sum = cell[1] ^ cell[2] ^ cell[3];
                (cell[0] == numbers[0]).then_some((sum == numbers[1], value == 0))
            })
        },
    },
    Stated {
        id: "proposition-3-square-0",
        place: "Proposition 3, proof",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "four strips, one token on square 0: the others, minus 1 each, are Nim",
        numbers: &[1],
        check: |context, numbers| {
            boxed(context, context.few(31, 63), 4, &|cell, value| {
                let less = |x: u64| x.wrapping_sub(numbers[0]);
                let sum = less(cell[1]) ^ less(cell[2]) ^ less(cell[3]);
                (cell[0] == 0 && cell[1] > 0).then_some((sum == 0, value == 0))
            })
        },
    },
    Stated {
        id: "proposition-3-parity",
        place: "Proposition 3, proof",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "a, b, c > 0 and a-1, b-1, c-1 never both have nim-sum 0",
        numbers: &[1],
        check: |context, numbers| {
            let (max, less) = (context.to(128, 512), numbers[0]);
            let mut probe = Probe::default();
            for (a, b) in (less..=max).flat_map(|a| (a..=max).map(move |b| (a, b))) {
                let c = a ^ b;
                let both = c >= less && (a - less) ^ (b - less) ^ (c - less) == 0;
                probe.require(
                    !both,
                    format_args!("{a},{b},{c}"),
                    format_args!("not both 0"),
                    format_args!("both 0"),
                );
            }
            probe.done(format!("numbers to {max}"))
        },
    },
    family("proposition-4-i", "Proposition 4 (i)", "value 0: (0,1), (k,k), k >= 2", &[0, 2, 1, 1, 0, 0, 1]),
    family(
        "proposition-4-ii",
        "Proposition 4 (ii)",
        "value 1: (0,2), (1,1), (2k+1,2k+2), k >= 1",
        &[1, 3, 1, 2, 1, 0, 2, 1, 1],
    ),
    family(
        "proposition-4-iii",
        "Proposition 4 (iii)",
        "value 2: (0,3), (1,2), (2k,2k+1), k >= 2",
        &[2, 4, 1, 2, 1, 0, 3, 1, 2],
    ),
    family(
        "proposition-4-iv",
        "Proposition 4 (iv)",
        "value 3: (0,4), (1,3), (2,5), (4k+2+i,4k+4+i), k >= 1, i <= 1",
        &[3, 6, 2, 4, 2, 0, 4, 1, 3, 2, 5],
    ),
    family(
        "proposition-4-v",
        "Proposition 4 (v)",
        "value 4: (0,5), (1,4), (2,3), (6,9), (7,10), (8,11), (4k+i,4k+i+2), k >= 3, i <= 1",
        &[4, 12, 2, 4, 2, 0, 5, 1, 4, 2, 3, 6, 9, 7, 10, 8, 11],
    ),
    Stated {
        expected: Verdict::Contradicted,
        ..family(
            "proposition-4-vi",
            "Proposition 4 (vi)",
            "value 5: (0,6), (1,5), (2,4), (3,7), (8,10), (9,11), (4k+i,4k+i+3), k >= 3, i <= 2",
            &[5, 12, 3, 4, 3, 0, 6, 1, 5, 2, 4, 3, 7, 8, 10, 9, 11],
        )
    },
    Stated {
        id: "lemma-3",
        place: "Lemma 3",
        kind: Kind::Formula,
        expected: Verdict::Holds,
        statement: "G(0,b) = b-1, G(1,b) = b, G(2,2) = 0; for b >= 3 G(2,b) = b-2 if b = 2 mod 3, else b+1",
        numbers: &[1, 0, 3, 1, 2, 2],
        check: lemma_3,
    },
    Stated {
        id: "proposition-5",
        place: "Proposition 5",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "b - a <= G(a,b) <= b + a - 1 for 1 <= a <= b",
        numbers: &[0, 1],
        check: proposition_5,
    },
    Stated {
        id: "sec-4.4-rows-complete",
        place: "Section 4.4, last sentence",
        kind: Kind::Theorem,
        expected: Verdict::Holds,
        statement: "every row contains every value exactly once",
        numbers: &[1],
        check: complete_rows,
    },
];

fn proposition_1(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b))).skip(1) {
        let said = a + b == numbers[0] || (a == b && a >= numbers[1]);
        probe.same(format_args!("{a},{b}"), name(said), name(at(&table, a, b) == 0));
    }
    probe.done(format!("squares to {max}"))
}

fn name(is_p: bool) -> &'static str {
    if is_p { "P" } else { "N" }
}

fn like_nim(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let (star, nim) = (context.table("star-nim", max)?, context.table("nim", max)?);
    let mut probe = Probe::default();
    for (a, b) in (0..=max).flat_map(|b| (0..=b).map(move |a| (a, b))).skip(1) {
        let said = (a, b) != (numbers[0], numbers[1]) && (a, b) != (numbers[2], numbers[3]);
        let same = (at(&star, a, b) == 0) == (at(&nim, a, b) == 0);
        let word = |same: bool| if same { "the same" } else { "different" };
        probe.same(format_args!("{a},{b}"), word(said), word(same));
    }
    probe.done(format!("squares to {max}"))
}

/// The claimed and the computed outcome of a sorted cell, if the claim covers it.
type Outcomes<'t> = dyn Fn(&[u64], u32) -> Option<(bool, bool)> + 't;

/// All positions of Star Nim with more strips in a box, by the ray engine.
fn boxed(context: &Context, max: u64, strips: usize, outcomes: &Outcomes<'_>) -> Checked {
    let game = Template::parse("star-nim")?.game().clone();
    let (Some(axes), Some(is_position)) =
        (Axes::new(&vec![max; strips]), game.geometry(&[strips]).and_then(|geometry| geometry.lowering()))
    else {
        return Err(Error::Fault("the box is too large".to_owned()));
    };
    let mut probe = Probe::default();
    let made = axes.for_each(Simd::best(), is_position.as_ref(), &mut |cell, value| {
        if cell.is_sorted()
            && let Some((said, found)) = outcomes(cell, value)
        {
            probe.same(format_args!("{cell:?}"), name(said), name(found));
        }
        context.flow()
    });
    made?;
    probe.done(format!("{strips} strips, squares to {max}"))
}

/// The numbers are the value, then start, width, step and difference of the family, then the single pairs.
pub(super) fn proposition_4(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table("star-nim", max)?;
    let [value, start, width, step, difference, single @ ..] = numbers else {
        return Err(Error::Fault("a family has five numbers".to_owned()));
    };
    let listed = |x: u64, y: u64| {
        let in_family = x >= *start && (x - start) % step < *width && y - x == *difference;
        in_family || single.chunks(2).any(|pair| *pair == [x, y])
    };
    let mut probe = Probe::default();
    for (x, y) in (0..=max).flat_map(|y| (0..=y).map(move |x| (x, y))).skip(1) {
        let (said, found) = (listed(x, y), at(&table, x, y));
        if said {
            probe.same(format_args!("{x},{y}"), *value, found);
        } else if found == *value {
            probe.differs(format_args!("{x},{y}"), &"nothing", &found);
        }
    }
    probe.done(format!("squares to {max}"))
}

fn lemma_3(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for b in 1..=max {
        probe.same(format_args!("0,{b}"), b.wrapping_sub(numbers[0]), at(&table, 0, b));
        probe.same(format_args!("1,{b}"), b, at(&table, 1, b));
        if b >= 2 {
            let said = match b {
                2 => numbers[1],
                _ if b % numbers[2] == numbers[4] => b.wrapping_sub(numbers[5]),
                _ => b + numbers[3],
            };
            probe.same(format_args!("2,{b}"), said, at(&table, 2, b));
        }
    }
    probe.done(format!("squares to {max}"))
}

fn proposition_5(context: &Context, numbers: &[u64]) -> Checked {
    let max = context.to(1000, 5000);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for (a, b) in (1..=max).flat_map(|b| (1..=b).map(move |a| (a, b))) {
        let value = at(&table, a, b);
        let (low, high) = (b - a + numbers[0], b + a - numbers[1]);
        probe.require(
            low <= value && value <= high,
            format_args!("{a},{b}"),
            format_args!("{low} to {high}"),
            format_args!("{value}"),
        );
    }
    probe.done(format!("squares to {max}"))
}

fn complete_rows(context: &Context, numbers: &[u64]) -> Checked {
    // Value g occurs at b <= a + g + 1, by Proposition 5 and Lemma 3. So half the table suffices for values below half its size.
    let max = context.to(400, 2000);
    let table = context.table("star-nim", max)?;
    let mut probe = Probe::default();
    for a in 0..=max / 3 {
        let mut times = vec![0; usize::try_from(max / 3).unwrap_or(0)];
        for b in 0..=max {
            if let Some(times) = usize::try_from(at(&table, a, b)).ok().and_then(|g| times.get_mut(g)) {
                *times += 1;
            }
        }
        for (g, times) in times.into_iter().enumerate() {
            probe.same(format_args!("row {a}, value {g}"), numbers[0], times);
        }
    }
    probe.done(format!("rows and values to {}", max / 3))
}
