//! Theorems at their edges: domains, the lists of moves, limits on sizes and digits, and what is quoted.

use crate::common::{Chance, engine, game, moves, piles, strips, table};
use grundy::theorem::UBig;
use grundy::theorem::automatic::{wythoff_to, wythoff_values};
use grundy::theorem::blocked::Rooks;
use grundy::theorem::bounds::near;
use grundy::theorem::crossed::crossed;
use grundy::theorem::farr_ho::{
    COROLLARY_2, REMARK_2, SILVER_DOLLAR, bounds, lemma_3, star_nim, star_silver_dollar, value_up_to_5,
};
use grundy::theorem::gu::{BEYOND, Reach, THEOREM_5, r_wythoff, r_wythoff_beyond};
use grundy::theorem::limit::{EqualShares, MOST_DIGITS, limit};
use grundy::theorem::nim::bouton;
use grundy::theorem::sharing::{is_mirrored, sharing_pairs};
use grundy::theorem::welter::{star_welter, welter};
use grundy::theorem::wythoff::wythoff;
use grundy::{Family, Outcome, Reading, Template};
use std::collections::BTreeSet;

fn big(numbers: &[u64]) -> Vec<UBig> {
    numbers.iter().copied().map(UBig::from).collect()
}

fn bigs(rows: &[Vec<u64>]) -> Vec<Vec<UBig>> {
    rows.iter().map(|row| big(row)).collect()
}

fn family(a: u64, b: u64, p: u64, q: u64) -> Family {
    Family { a, b, p, q, reading: Reading::PerLine }
}

/// Values of two strips of Star Nim by the definition: Propositions 4 and 5, and Lemma 3 with its domain.
#[test]
fn pairs_of_star_nim() {
    for (a, row) in (0u64..).zip(table("star-nim", 40)) {
        for (b, value) in (0u64..).zip(row) {
            let (x, y) = (UBig::from(a), UBig::from(b));
            let small = value_up_to_5(&x, &y).map(u64::from);
            assert_eq!(small, value.filter(|&value| value <= 5), "Proposition 4 at {a},{b}");
            let by_lemma = value.filter(|_| a.min(b) <= 2).map(UBig::from);
            assert_eq!(lemma_3(&x, &y), by_lemma, "Lemma 3 at {a},{b}");
            if let (Some(value), Some((least, greatest))) = (value, bounds(&[x, y])) {
                assert_eq!((least, greatest), (UBig::from(a.abs_diff(b)), UBig::from(a + b - 1)));
                assert!((a.abs_diff(b)..a + b).contains(&value), "Proposition 5 at {a},{b}");
            }
        }
    }
}

/// Four and five strips, none on squares 0 and 1: known just when a move to square 0 or, among four, to square 1 wins.
#[test]
fn stars_that_are_won_by_a_move_to_the_first_squares() {
    let star = game("star-nim");
    let mut engine = engine(&star);
    let mut chance = Chance(11);
    let mut known = [0; 2];
    for round in 0..300 {
        let count = if round % 3 == 0 { 5 } else { 4 };
        let tokens = chance.row(count, 2, if count == 4 { 7 } else { 5 });
        let position = piles(&star, &tokens);
        let lowered = |place: usize, to: u64| {
            let mut tokens = tokens.clone();
            tokens[place] = to;
            tokens
        };
        let to: &[u64] = if count == 4 { &[0, 1] } else { &[0] };
        let mut wins: Vec<Vec<UBig>> = (0..count)
            .flat_map(|place| to.iter().map(move |&to| (place, to)))
            .map(|(place, to)| lowered(place, to))
            .filter(|tokens| engine.value(&piles(&star, tokens)).unwrap().0 == 0)
            .map(|tokens| big(&tokens))
            .collect();
        let said = star_nim(&big(&tokens));
        known[usize::from(said.is_some())] += 1;
        let mut told = said.map_or(Vec::new(), |said| {
            assert_eq!((said.outcome, said.value.as_ref()), (Outcome::Next, None));
            assert!(!said.winning.is_every() && engine.value(&position).unwrap().0 > 0);
            said.winning.positions().to_vec()
        });
        wins.sort();
        told.sort();
        assert_eq!(told, wins, "star-nim {tokens:?}");
    }
    assert!(known.iter().all(|&count| count > 20), "{known:?}");
}

/// All strips with up to three tokens on squares from 1 on.
fn few_tokens(squares: u32) -> Vec<Vec<u64>> {
    let tokens = |set: u32| {
        (0..squares).filter(move |&square| set >> square & 1 == 1).map(|square| u64::from(square) + 1)
    };
    (1..1 << squares).map(|set| tokens(set).collect()).filter(|strip: &Vec<u64>| strip.len() <= 3).collect()
}

/// A star with strips of both kinds is known just when its lowest tokens can take square 0 and win.
#[test]
fn stars_of_both_kinds() {
    let star = game("star-silver-dollar");
    let mut engine = engine(&star);
    let mut known = [0; 2];
    for (a, b) in few_tokens(5).iter().flat_map(|a| few_tokens(5).into_iter().map(move |b| (a.clone(), b))) {
        if (a.len() + b.len()) % 2 == 0 {
            continue;
        }
        let rows = [a, b];
        let mut wins = Vec::new();
        for place in 0..2 {
            let mut to = rows.to_vec();
            to[place][0] = 0;
            wins.extend((engine.value(&strips(&star, &to)).unwrap().0 == 0).then(|| bigs(&to)));
        }
        let said = star_silver_dollar(&bigs(&rows));
        known[usize::from(said.is_some())] += 1;
        let told = said.map_or(Vec::new(), |said| {
            assert_eq!((said.outcome, said.by()), (Outcome::Next, REMARK_2.by));
            said.winning.positions().to_vec()
        });
        assert_eq!(told, wins, "{rows:?}");
    }
    assert!(known.iter().all(|&count| count > 20), "{known:?}");
}

/// Two odd strips: heads a, b of a value from 6 on, and a tail. The outcome is known for tails 0 to 5 and those that Proposition 5 excludes.
#[test]
fn two_odd_strips_are_known_by_their_tails() {
    let values = table("star-nim", 12);
    let mut known = [0; 2];
    for (a, b, tail) in
        (3..=12).flat_map(|a| (3..=12).flat_map(move |b| (0..=26).map(move |tail| (a, b, tail))))
    {
        let value = values[usize::try_from(a).unwrap()][usize::try_from(b).unwrap()].unwrap();
        let said = star_silver_dollar(&bigs(&[vec![a, 30, 31 + tail], vec![b]]));
        let excluded = tail < a.abs_diff(b) || tail > a + b - 1;
        // A head on square 0 leaves Nim with one pile less by 1.
        let to_zero = [a - 1, b - 1].contains(&tail);
        known[usize::from(said.is_some())] += 1;
        assert_eq!(
            said.is_some(),
            value <= 5 || tail <= 5 || excluded || to_zero,
            "[{a},30,{}],[{b}]",
            31 + tail
        );
        let Some(said) = said else { continue };
        assert_eq!(said.outcome == Outcome::Previous, value == tail, "[{a},30,{}],[{b}]", 31 + tail);
        assert_eq!(said.value, (value <= 5).then(|| UBig::from(value ^ tail)));
    }
    assert!(known.iter().all(|&count| count > 100), "{known:?}");
}

#[test]
fn theorems_that_are_quoted() {
    let by = |rows: &[Vec<u64>]| star_silver_dollar(&bigs(rows)).unwrap().theorems;
    assert_eq!(by(&[vec![3, 5, 9]]), [&SILVER_DOLLAR]);
    assert_eq!(by(&[vec![3, 5], vec![1, 9]]), [&COROLLARY_2, &SILVER_DOLLAR]);
    assert_eq!(by(&[vec![0, 5], vec![1, 4, 9]]), [&REMARK_2, &SILVER_DOLLAR]);
}

/// Positions with a thousand numbers have every winning move, those with more one of them.
#[test]
fn very_many_numbers() {
    // A thousand piles, and a nim-sum that many of them can be lowered by.
    let piles = |count: u64| big(&(0..count).map(|pile| pile % 7 + 8).collect::<Vec<_>>());
    for (count, every) in [(999, true), (1000, true), (1001, false)] {
        let said = bouton(&[piles(count), big(&[64])].concat()[1..]);
        assert_eq!((said.outcome, said.winning.is_every()), (Outcome::Next, every), "{count} piles");
    }
    // A strip counts as one number more than it has tokens. The first gap is 5, and all others are 0.
    let strip = |tokens: u64| big(&(5..5 + tokens).collect::<Vec<_>>());
    for (tokens, every) in [(997, true), (999, true), (1001, false)] {
        let said = star_silver_dollar(&[strip(tokens)]).unwrap();
        assert_eq!((said.value.clone(), said.winning.is_every()), (Some(UBig::from(5u8)), every));
    }
    let even = |tokens: u64| {
        let strip: Vec<u64> = (0..tokens - 1).map(|square| square + 2).chain([tokens + 9]).collect();
        star_silver_dollar(&[big(&strip)]).unwrap()
    };
    assert!(even(998).winning.is_every() && !even(1000).winning.is_every());
    // Welter's game with a token on square 0.
    let with_zero = |tokens: u64| {
        let strip: Vec<u64> = (0..tokens - 1).chain([tokens + 9]).collect();
        star_welter(&[big(&strip)]).unwrap()
    };
    assert!(with_zero(999).winning.is_every() && !with_zero(1000).winning.is_every());
    assert!(!with_zero(999).winning.positions().is_empty() && with_zero(1000).winning.positions().len() == 1);
    // Tokens on the first squares of two strips from 1 on: the highest of each can take square 0, among others.
    let to_zero = |one: u64, other: u64| {
        let said = star_welter(&[one, other].map(|end| big(&(1..=end).collect::<Vec<_>>()))).unwrap();
        said.winning.positions().len()
    };
    assert!(to_zero(499, 499) >= 2 && to_zero(3, 3) >= 2);
    assert_eq!((to_zero(500, 499), to_zero(500, 500)), (1, 1));
}

/// All options of the rules that are P-positions by a theorem, in order.
fn sorted(mut positions: Vec<Vec<UBig>>) -> Vec<Vec<UBig>> {
    positions.sort();
    positions
}

/// Four piles of Sharing Nim: the moves to the P-positions of the theorem are all of them.
#[test]
fn four_piles_of_sharing_nim() {
    const MOST: u64 = 7;
    let all = (0..=MOST).flat_map(|a| (0..=MOST).map(move |b| (a, b)));
    for (a, b) in all {
        for (c, d) in (0..=MOST).flat_map(|c| (c..=MOST).map(move |d| (c, d))) {
            let from = [a, b, c, d];
            let mut options = BTreeSet::new();
            for (high, low) in (0..4).flat_map(|high| (0..4).map(move |low| (high, low))) {
                for k in 1..=from[high].saturating_sub(from[low]) / 2 {
                    let mut to = from;
                    to[high] -= k;
                    to[low] += k;
                    options.insert(big(&to));
                }
            }
            let lost = is_mirrored(&big(&from));
            options.retain(|to| is_mirrored(to));
            let said = sharing_pairs(&big(&from));
            assert!(!lost || options.is_empty(), "{from:?}");
            assert_eq!(said.is_some(), lost || !options.is_empty(), "{from:?}");
            let told = said.map_or(Vec::new(), |said| said.winning.positions().to_vec());
            assert_eq!(sorted(told), options.into_iter().collect::<Vec<_>>(), "{from:?}");
        }
    }
}

/// Bounds by the theorem: y - h - K and y + K, with the K of the rules.
#[test]
fn bounds_along_a_free_number() {
    let bounds = |text: &str, x: u64, y: u64| {
        let template = Template::parse(text).unwrap();
        let geometry = template.geometry().unwrap_or_else(|| panic!("{text}"));
        let between = near(geometry.rays().unwrap(), &x.into(), &y.into())?;
        Some((u64::try_from(between.0).unwrap(), u64::try_from(between.1).unwrap()))
    };
    assert_eq!(bounds("wythoff", 10, 1000), Some((980, 1020)));
    // Along the wide diagonal a cell is an option of five cells of a row.
    assert_eq!(bounds("fraenkel:a=3", 10, 1000), Some((940, 1060)));
    let hole = "{x,y where not (x=3 and y=5): x,y-i; x-2i,y-i}";
    let expected = [(3, 4, 3, 5), (3, 6, 4, 7), (3, 100, 98, 101), (2, 100, 99, 101), (4, 100, 98, 102)];
    for (x, y, least, greatest) in expected {
        assert_eq!(bounds(hole, x, y), Some((least, greatest)), "{x},{y}");
    }
    // Only x is free: y may be lowered in some positions.
    assert_eq!(bounds("{x,y: x-i,y; x,y-i where x >= y; x-i,y-i}", 10, 1000), Some((0, 2010)));
    // Neither is.
    assert_eq!(bounds("{x,y: x-i,y-i; x-i,y-2i}", 10, 1000), None);
    assert_eq!(bounds("gurvich:a=2,b=3", 10, 1000), None);
}

/// Blocked rooks: every option that is a P-position, by the definition of the moves.
#[test]
fn options_of_blocked_rooks() {
    const MOST: u64 = 24;
    for (a, b, q) in [(1, 1, 2), (3, 1, 2), (2, 3, 2), (4, 3, 3), (1, 4, 5)] {
        let rooks = Rooks::new(a, b, q).unwrap();
        let pairs: BTreeSet<(u64, u64)> = (0..=MOST)
            .map(|n| rooks.pair(&n.into()))
            .filter_map(|(x, y)| Some((u64::try_from(x).ok()?, u64::try_from(y).ok()?)))
            .flat_map(|(x, y)| [(x, y), (y, x)])
            .collect();
        for (x, y) in (0..=MOST).flat_map(|x| (0..=MOST).map(move |y| (x, y))) {
            let is_option = |&&(to_x, to_y): &&(u64, u64)| {
                let (Some(taken_x), Some(taken_y)) = (x.checked_sub(to_x), y.checked_sub(to_y)) else {
                    return false;
                };
                (taken_x, taken_y) != (0, 0) && (taken_x.abs_diff(taken_y) < a || taken_x.min(taken_y) < b)
            };
            let expected: Vec<Vec<UBig>> =
                pairs.iter().filter(is_option).map(|&(x, y)| big(&[x, y])).collect();
            let told = rooks.said(&x.into(), &y.into());
            let listed = if pairs.contains(&(x, y)) { told.blocked } else { told.said.winning };
            assert!(listed.is_every());
            assert_eq!(sorted(listed.positions().to_vec()), expected, "a={a} b={b} q={q}: {x},{y}");
        }
    }
    assert!(Rooks::new(1, 1, 1).is_none() && Rooks::new(1, 0, 2).is_none() && Rooks::new(0, 1, 2).is_none());
    assert!(Rooks::new(1, 1, 2).is_some());
}

/// With thousands that may be blocked, 0,y is a P-position, and so are all its options.
#[test]
fn very_many_options_of_blocked_rooks() {
    let rooks = Rooks::new(1, 1, 5000).unwrap();
    for (y, every) in [(999u64, true), (1000, true), (1001, false), (1500, false)] {
        let told = rooks.said(&UBig::ZERO, &y.into());
        assert_eq!((told.said.outcome, told.blocked.is_every()), (Outcome::Previous, every), "0,{y}");
        let expected: Vec<Vec<UBig>> = (0..y.min(1000)).map(|to| big(&[0, to])).collect();
        assert_eq!(told.blocked.positions(), expected);
    }
}

/// Two strips that share many cells, in their order and in the opposite one: the first box that is closed.
#[test]
fn crossed_strips_with_many_cells() {
    let far = vec![UBig::from(10u8).pow(20)];
    for (map, end) in [((0..20).collect::<Vec<u64>>(), 21), ((0..12).rev().collect(), 13)] {
        let said = crossed(&map, &[far.clone(), far.clone()]).unwrap();
        assert_eq!(said.outcome, Outcome::Previous);
        assert_eq!(said.why[1], format!("from {end} and {end} on, no move to smaller squares matters"));
    }
}

/// Equal piles have each move in both orders.
#[test]
fn r_wythoff_from_equal_piles() {
    let r = game("r-wythoff");
    let mut engine = engine(&r);
    for x in 1..40 {
        let position = piles(&r, &[x, x]);
        let mut zeros = moves(r.as_ref(), &position);
        zeros.retain(|option| engine.value(option).unwrap().0 == 0);
        let said = r_wythoff(&big(&[x, x])).unwrap();
        let listed: Vec<Vec<UBig>> = sorted(said.winning.positions().to_vec());
        assert_eq!(
            listed,
            sorted(zeros.iter().map(|option| option.rows().unwrap().concat()).collect()),
            "{x},{x}"
        );
    }
}

/// Where no value is known, the largest one that was looked for is told, with the theorems.
#[test]
fn values_beyond_those_of_r_wythoff() {
    let far = big(&[1, 1000]);
    let said = r_wythoff(&far).unwrap();
    assert_eq!((said.value, said.more_than), (None, Some(3)));
    assert_eq!(said.theorems, [&THEOREM_5]);
    assert_eq!(said.why.last().unwrap(), "the value is more than 3 (Theorems 5 to 8)");
    let said = r_wythoff_beyond(Reach::Moment, &far).unwrap();
    assert_eq!((said.value, said.more_than), (None, Some(18)));
    assert_eq!(said.theorems, [&BEYOND, &THEOREM_5]);
    assert_eq!(
        said.why.last().unwrap(),
        "the value is more than 18: the position on this diagonal is known for each value up to that"
    );
}

/// A P-position needs no automaton, and piles of 2^14 bits are the longest that are read.
#[test]
fn automata_read_up_to_2_to_14_bits() {
    for (x, y) in [(0, 0), (1, 2), (6, 10)] {
        assert_eq!(wythoff_values(&big(&[x, y])), wythoff(&big(&[x, y])));
    }
    let bits = |bits: usize| [UBig::ONE, UBig::ones(bits)];
    let said = wythoff_values(&bits(1 << 14)).unwrap();
    assert_eq!((said.outcome, said.more_than), (Outcome::Next, Some(2)));
    assert_eq!(wythoff_values(&bits((1 << 14) + 1)), wythoff(&bits((1 << 14) + 1)));
    for value in [1u8, 2] {
        let value = UBig::from(value);
        let told = wythoff_to(&bits(1 << 14), &value).unwrap();
        for to in told.positions() {
            assert_eq!(wythoff_values(to).unwrap().value.as_ref(), Some(&value));
        }
        assert!(!told.positions().is_empty());
        assert_eq!(wythoff_to(&bits((1 << 14) + 1), &value), None);
    }
}

/// Limits on a and b, on digits and on terms, each from both sides.
#[test]
fn limits_on_digits_and_terms() {
    let known = |a, b| limit(family(a, b, 1, 1));
    // The smaller of a and b has to be 10,000 at most.
    assert!(known(10_000, 10_001).unwrap().is_some());
    let error = known(10_001, 10_002).unwrap_err();
    assert!(
        error.to_string().contains("without common divisors, the smaller of a and b is 10001"),
        "{error}"
    );
    // P has a + 2 terms for 1 < a < b, the first of which is a power of z: 64 others are written out.
    let terms = |a, b| known(a, b).unwrap().unwrap().polynomial().map(|text| text.matches(" - ").count());
    assert_eq!((terms(2, 3), terms(63, 64), terms(64, 65)), (Some(3), Some(64), None));
    assert_eq!(known(1, 1).unwrap().unwrap().polynomial(), Some("z^2 - z - 1"));
    // 151 terms and 2 * 13 products for powers, since b/a is 6666: 10^7 products divided by 177.
    let long = known(150, 1_000_003).unwrap().unwrap();
    let error = long.digits(56_498).unwrap_err();
    assert_eq!(error.message, "56498 digits are too many for these a and b");
    assert_eq!(error.hint.as_deref(), Some("at most 56497 are given"));
    // A root is given to 100,000 digits at most.
    let surd = known(2, 1).unwrap().unwrap();
    let digits = surd.digits(MOST_DIGITS).unwrap();
    assert_eq!((digits.text.len(), digits.exact), (2 + MOST_DIGITS, false));
    assert!(surd.digits(MOST_DIGITS + 1).is_err());
    assert_eq!(surd.by(), "1/l + 1/(l+a) = 1/b (for b = 1: Fraenkel 1982)");
}

/// R for equal shares: its degree, 64 terms at most, and digits as far as the degree allows.
#[test]
fn limits_of_equal_shares() {
    let number = |a, b| EqualShares::new(family(a, b, 3, 1)).unwrap();
    for (a, b, degree) in [(1, 2, 3), (2, 3, 4), (4, 6, 4), (7, 400, 401)] {
        assert_eq!(number(a, b).degree(), degree, "a={a} b={b}");
    }
    // With a large a all coefficients differ from 0.
    let terms = |a, b| {
        number(a, b).polynomial().map(|text| 1 + text.matches(" - ").count() + text.matches(" + ").count())
    };
    assert_eq!((terms(6201, 62), terms(6301, 63)), (Some(64), None));
    // 402 coefficients: 20,000 / 402 digits.
    let digits = number(7, 400).digits(1000).0;
    assert_eq!(digits.split_once('.').unwrap().1.len(), 49);
}

/// Welter's game with squares that agree in many bits, and at the edges of machine words.
#[test]
fn welter_on_far_squares() {
    let far = |bits: usize| UBig::ONE << bits;
    // One token goes to 0; two tokens on neighbouring squares are lost if the lower one is even.
    let strip = [UBig::ones(64), far(64)];
    let said = welter(&strip).unwrap();
    assert_eq!(said.value, Some(&strip[0] ^ &strip[1] ^ UBig::ONE));
    for to in said.winning.positions() {
        assert_eq!(welter(to).unwrap().outcome, Outcome::Previous);
    }
    assert_eq!(welter(&[far(64), far(64) + 1u8]).unwrap().value, Some(UBig::ZERO));
    assert_eq!(star_welter(&[vec![far(3), far(3)], vec![far(2)]]), None);
    assert_eq!(star_welter(&[big(&[0, 3, 3])]), None);
}
