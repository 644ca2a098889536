//! Automata against brute force, and the small values of Wythoff's game against tables and the proof.
#![expect(clippy::unwrap_used, reason = "tests")]

use dashu_int::UBig;
use grundy::automaton::{
    Condition, Dfa, Linear, NONE, Numeration, Outcome, Room, Sum, Symbol, Value, automata, before,
    certificate, learn, offsets, prove, proved, read, write,
};
use grundy::{Nimber, Table};
use proptest::prelude::*;

const NUMERATIONS: [Numeration; 7] = [
    Numeration::ZECKENDORF,
    Numeration::Ostrowski(2),
    Numeration::Ostrowski(3),
    Numeration::Ostrowski(5),
    Numeration::Base(2),
    Numeration::Base(3),
    Numeration::Base(10),
];

#[test]
fn numbers_are_read_back_and_every_word_is_a_representation() {
    for numeration in NUMERATIONS {
        for number in 0..3_000_u32 {
            let digits = numeration.write(&UBig::from(number));
            assert!(digits.first() != Some(&0) && digits.iter().all(|&digit| digit < numeration.digits()));
            assert!(digits.windows(2).all(|pair| numeration.follows(pair[0], pair[1])), "{number}");
            assert_eq!(numeration.read(digits), UBig::from(number));
        }
        let large = UBig::from(7u8).pow(500) + 5u8;
        let word = numeration.word(&[large.clone(), UBig::from(3u8)]);
        assert_eq!((numeration.number(&word, 0), numeration.number(&word, 1)), (large, UBig::from(3u8)));
    }
}

/// All numbers up to a bound on so many tracks.
fn tuples(tracks: usize, bound: u64) -> impl Iterator<Item = Vec<u64>> {
    let bases = u32::try_from(tracks).unwrap();
    (0..bound.pow(bases)).map(move |code| (0..bases).map(|track| code / bound.pow(track) % bound).collect())
}

#[test]
fn linear_relations_hold_exactly_where_they_should() {
    let factors = [vec![1, 1, -1], vec![2, -3], vec![1, -1], vec![-4, 1, 2], vec![3, 5], vec![1, 2, 3]];
    for numeration in NUMERATIONS.into_iter().filter(|numeration| numeration.has_tracks(3)) {
        for (factors, constant) in factors.iter().flat_map(|factors| [-3, 0, 1, 7].map(|k| (factors, k))) {
            let linear = Linear::new(numeration, factors, constant);
            for numbers in tuples(factors.len(), 18) {
                let word =
                    numeration.word(&numbers.iter().map(|&number| UBig::from(number)).collect::<Vec<_>>());
                let end = word.iter().try_fold(Sum::default(), |sum, &symbol| linear.step(sum, symbol));
                let sum: i64 = numbers
                    .iter()
                    .zip(factors)
                    .map(|(&x, &c)| i64::try_from(x).unwrap() * i64::from(c))
                    .sum();
                let holds = end.is_some_and(|sum| linear.holds(sum));
                assert_eq!(
                    holds,
                    sum == i64::from(constant),
                    "{numeration} {factors:?} {constant} {numbers:?}"
                );
            }
        }
    }
}

/// Random automata on pairs of Zeckendorf digits.
fn automaton() -> impl Strategy<Value = Dfa> {
    (1..12_u32).prop_flat_map(|states| {
        let target = prop_oneof![3 => 0..states, 1 => Just(NONE)];
        let size = usize::try_from(states).unwrap();
        (prop::collection::vec(target, 4 * size), prop::collection::vec(any::<bool>(), size))
            .prop_map(|(next, accepts)| Dfa::new(4, next, accepts).unwrap())
    })
}

fn words(length: usize) -> impl Iterator<Item = Vec<Symbol>> {
    (0..4_usize.pow(u32::try_from(length).unwrap()))
        .map(move |code| (0..length).map(|place| u8::try_from(code >> (2 * place) & 3).unwrap()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn minimising_keeps_the_words_and_is_canonical(dfa in automaton()) {
        let least = dfa.minimised(Room::WIDE).unwrap();
        for length in 0..6 {
            for word in words(length) {
                prop_assert_eq!(dfa.has(word.iter().copied()), least.has(word.iter().copied()));
            }
        }
        prop_assert_eq!(&least.minimised(Room::WIDE).unwrap(), &least);
        // No two states accept the same words: each pair is told apart by a word of fewer symbols than there are states.
        for one in 0..least.states() {
            for other in 0..one {
                let ends = |state: usize, word: &[Symbol]| {
                    word.iter().fold(u32::try_from(state).unwrap(), |state, &symbol| least.step(state, symbol))
                };
                let apart = (0..6).any(|length| words(length).any(|word| least.accepts(ends(one, &word)) != least.accepts(ends(other, &word))));
                prop_assert!(apart || least.states() > 6);
            }
        }
        if (0..least.states()).all(|state| least.has([]) || state < least.states()) {
            prop_assert_eq!(read(least.states(), &write(&least)), Some(least));
        }
    }

    #[test]
    fn projections_are_images(dfa in automaton()) {
        let rows = dfa.projected(Room::WIDE, 2, |symbol| symbol & 1).unwrap();
        for length in 0..5 {
            for code in 0..1_usize << length {
                let word: Vec<Symbol> = (0..length).map(|place| u8::try_from(code >> place & 1).unwrap()).collect();
                // Some leading zeros are enough for automata of fewer than 12 states.
                let exists = (0..12).any(|zeros| {
                    let mut states = vec![0];
                    for symbol in std::iter::repeat_n(0, zeros).chain(word.iter().copied()) {
                        states = states.iter().flat_map(|&state| [dfa.step(state, symbol), dfa.step(state, symbol | 2)]).collect();
                        states.sort_unstable();
                        states.dedup();
                    }
                    states.iter().any(|&state| dfa.accepts(state))
                });
                prop_assert_eq!(rows.has(word.iter().copied()), exists);
            }
        }
    }
}

fn has(dfa: &Dfa, x: u64, y: u64) -> bool {
    dfa.has(Numeration::ZECKENDORF.word(&[x, y].map(UBig::from)))
}

#[test]
fn the_proved_automata_agree_with_a_table() {
    const ROWS: u64 = 600;
    let table = Table::of(&grundy::game("wythoff").unwrap()).to(ROWS - 1).compute().unwrap();
    for x in 0..ROWS {
        for y in x..ROWS {
            let at = [x, y].map(|number| usize::try_from(number).unwrap());
            let value = table.get(at[0], at[1]).unwrap();
            let found = (0..).zip(proved()).find(|(_, dfa)| has(dfa, x, y)).map(|(value, _)| Nimber(value));
            assert_eq!(found, (value.0 <= 2).then_some(value), "{x},{y}");
        }
    }
}

#[test]
#[ignore = "half a minute"]
fn the_proved_automata_agree_with_a_table_of_a_hundred_million_cells() {
    const ROWS: usize = 10_000;
    let table = Table::of(&grundy::game("wythoff").unwrap()).to(9_999).compute().unwrap();
    // The last digit in the last place.
    let digits: Vec<Vec<u8>> = (0..ROWS)
        .map(|number| {
            let digits = Numeration::ZECKENDORF.write(&UBig::from(number));
            [vec![0; 20 - digits.len()], digits].concat()
        })
        .collect();
    let mut small = 0;
    for x in 0..ROWS {
        for y in 0..ROWS {
            let (low, high) = (x.min(y), x.max(y));
            let word = || digits[low].iter().zip(&digits[high]).map(|(x, y)| x | y << 1);
            let found = (0..).zip(proved()).find(|(_, dfa)| dfa.has(word())).map(|(value, _)| Nimber(value));
            let value = table.get(x, y).unwrap();
            assert_eq!(found, (value.0 <= 2).then_some(value), "{x},{y}");
            small += usize::from(found.is_some());
        }
    }
    assert!(small > 20_000);
}

#[test]
fn before_is_what_it_says() {
    let value = Value::new(&proved()[1], Room::WIDE).unwrap().ok().unwrap();
    let row = before(&value.both, Room::WIDE).unwrap();
    let diagonal = before(&value.diagonal, Room::WIDE).unwrap();
    for x in 0..60 {
        for y in 0..100 {
            assert_eq!(has(&row, x, y), (0..y).any(|less| has(&value.both, x, less)));
            assert_eq!(has(&value.diagonal, x, y), has(&value.upper, y, x + y));
            assert_eq!(has(&diagonal, x, y), (0..y).any(|less| has(&value.upper, less, x + less)));
        }
    }
}

/// The failures of the proof of the last automaton.
fn failures(values: &[&Dfa]) -> Option<(Condition, Vec<(UBig, UBig)>)> {
    let (last, smaller) = values.split_last().unwrap();
    let failures = match Value::new(last, Room::WIDE).unwrap() {
        Err(failures) => failures,
        Ok(value) => match prove(smaller, &value, Room::WIDE).unwrap() {
            Ok(_) => return None,
            Err(failures) => failures,
        },
    };
    failures.into_iter().next().map(|failure| (failure.condition, failure.positions))
}

#[test]
fn values_0_1_and_2_are_proved() {
    let [zero, one, two] = proved() else { panic!("three automata") };
    assert_eq!([zero, one, two].map(Dfa::states), [4, 415, 13_880]);
    for values in [&[zero][..], &[zero, one], &[zero, one, two]] {
        assert_eq!(failures(values), None);
    }
}

#[test]
fn values_0_and_1_are_learned() {
    let outcomes = learn(1, Room::WIDE, &mut |_| ());
    let learned: Vec<&Dfa> = outcomes
        .iter()
        .filter_map(|outcome| if let Outcome::Proved(learned) = outcome { Some(&learned.dfa) } else { None })
        .collect();
    assert_eq!(learned, proved()[..2].iter().collect::<Vec<_>>());
}

#[test]
#[ignore = "a minute in release"]
fn value_2_is_learned() {
    let outcomes = learn(2, Room::WIDE, &mut |_| ());
    let Some(Outcome::Proved(learned)) = outcomes.get(2) else { panic!("value 2 is not proved") };
    assert_eq!(learned.dfa, proved()[2]);
}

/// A copy with some transitions and accepting states changed.
fn changed(dfa: &Dfa, change: impl Fn(&mut Vec<u32>, &mut Vec<bool>)) -> Dfa {
    let states = u32::try_from(dfa.states()).unwrap();
    let mut next = (0..states).flat_map(|state| (0..4).map(move |symbol| dfa.step(state, symbol))).collect();
    let mut accepts = (0..states).map(|state| dfa.accepts(state)).collect();
    change(&mut next, &mut accepts);
    Dfa::new(4, next, accepts).unwrap()
}

#[test]
fn a_point_that_is_missing_is_the_witness() {
    let [zero, one, _] = proved() else { panic!("three automata") };
    for point in [(0_u64, 1), (2, 2), (3, 6), (4, 8), (46, 73)] {
        if !has(one, point.0, point.1) {
            continue;
        }
        let word = Numeration::ZECKENDORF.word(&[point.0, point.1].map(UBig::from));
        let without = Dfa::explore(
            Room::WIDE,
            4,
            (0_u32, Some(0_usize)),
            |_| 0,
            |&(state, place), symbol| {
                let next = one.step(state, symbol);
                // Leading zeros keep the place 0.
                let place = match place {
                    Some(0) if symbol == 0 => Some(0),
                    Some(place) if word.get(place) == Some(&symbol) => Some(place + 1),
                    _ => None,
                };
                (next != NONE).then_some((next, place))
            },
            |&(state, place)| one.accepts(state) && place != Some(word.len()),
        )
        .unwrap();
        let found = failures(&[zero, &without]).unwrap();
        assert_eq!(found, (Condition::Mex, vec![(UBig::from(point.0), UBig::from(point.1))]));
    }
}

#[test]
fn planted_errors_are_found() {
    let [zero, one, _] = proved() else { panic!("three automata") };
    let mut seen = 0;
    for place in (0..one.states()).step_by(61) {
        let flipped = changed(one, |_, accepts| accepts[place] = !accepts[place]);
        let dropped = changed(one, |next, _| {
            for target in
                next.iter_mut().filter(|target| usize::try_from(**target).is_ok_and(|at| at >= place.max(1)))
            {
                *target = NONE;
            }
        });
        let moved = changed(one, |next, _| {
            if let Some(target) = next[4 * place..][..4].iter_mut().find(|target| **target != NONE) {
                *target = if *target == 7 { 8 } else { 7 };
            }
        });
        for wrong in [flipped, dropped, moved] {
            let (condition, positions) = failures(&[zero, &wrong]).unwrap();
            // What the failure shows is true of the automaton, and false of the game.
            let accepted = |(x, y): &(UBig, UBig), dfa: &Dfa| {
                let (x, y) = (x.min(y).clone(), x.max(y).clone());
                dfa.has(Numeration::ZECKENDORF.word(&[x, y]))
            };
            let differs = positions.iter().any(|at| accepted(at, &wrong) != accepted(at, one));
            let shape = matches!(condition, Condition::Representation | Condition::Order);
            let lacks = condition == Condition::Mex && positions.iter().all(|at| !accepted(at, &wrong));
            assert!(differs || lacks || shape, "{place} {condition:?} {positions:?}");
            seen += 1;
        }
    }
    assert!(seen >= 18);
}

#[test]
fn certificates_are_read_back() {
    let values: Vec<&Dfa> = proved().iter().collect();
    let text = certificate(&values);
    assert_eq!(automata(&text).unwrap(), proved());
    assert_eq!(automata(&text.replace("states 415", "states 414")), None);
}

/// The offsets that occur among the first rows, by the definition of the shift.
#[test]
fn offsets_are_those_of_the_first_rows() {
    const ROWS: u64 = 4_000;
    let shifted = |x: u64| {
        let mut digits = Numeration::ZECKENDORF.write(&UBig::from(x));
        digits.push(0);
        i64::try_from(Numeration::ZECKENDORF.read(digits)).unwrap()
    };
    for (value, dfa) in proved().iter().enumerate() {
        let all = offsets(dfa, Room::WIDE).unwrap().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for x in 0..ROWS {
            let s = shifted(x);
            for y in (s - 40).max(i64::try_from(x).unwrap())..s + 40 {
                if has(dfa, x, u64::try_from(y).unwrap()) {
                    seen.insert(i32::try_from(y - s).unwrap());
                }
            }
        }
        println!("value {value}: {all:?}");
        // The least offset of value 2 occurs first in row 57,836.
        if value == 2 {
            assert!(has(dfa, 57_836, 93_575));
            seen.insert(i32::try_from(93_575 - shifted(57_836)).unwrap());
        }
        assert_eq!(seen, all, "value {value}");
    }
}
