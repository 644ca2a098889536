//! Values and periods of take-and-break games.

use grundy::heaps::{Code, HeapRules, Values, prove, same_values};
use std::ops::ControlFlow;
use std::sync::Arc;

fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

fn values(rules: Arc<dyn HeapRules>, to: u64) -> Vec<u64> {
    let mut values = Values::new(rules);
    values.extend(to, &mut |_| ControlFlow::Continue(())).expect("no limit");
    values.iter().collect()
}

fn slowly(rules: Arc<dyn HeapRules>, to: u64) -> Vec<u64> {
    let mut values = Values::by_options(rules);
    values.extend(to, &mut |_| ControlFlow::Continue(())).expect("no limit");
    values.iter().collect()
}

/// The values are those of the options, for all octal codes of two digits and random ones of up to six.
#[test]
fn values_follow_from_options() {
    let mut codes: Vec<Code> = (0..64).map(|n| Code::new(&[0, n / 8, n % 8], 0).unwrap()).collect();
    let mut seed = 1_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for round in 0..60 {
        let most = if round % 3 == 0 { 16 } else { 8 };
        let first = [0, 4, 12][usize::try_from(draw(if most == 16 { 3 } else { 2 })).unwrap()];
        let digits: Vec<u8> = (0..=draw(6) + 1)
            .map(|k| if k == 0 { first } else { u8::try_from(draw(most)).unwrap() })
            .collect();
        let tail = if round % 5 == 0 { u8::try_from(draw(most)).unwrap() } else { 0 };
        let random = Code::new(&digits, tail).unwrap();
        codes.push(if round % 4 == 1 { random.with_unequal_heaps() } else { random });
    }
    for code in codes {
        let to = if code.is_octal() { 250 } else { 90 };
        let text = code.to_string();
        let rules = Arc::new(code);
        assert_eq!(values(rules.clone(), to), slowly(rules, to), "{text}");
    }
}

/// Blocks, tiles, masks and threads change nothing: far values against those of the options.
#[test]
fn the_sparse_space_is_exact() {
    let grundy = code("4.0").with_unequal_heaps();
    for rules in [grundy, code("0.77"), code("0.007"), code("0.6"), code("0.354"), code("0.17"), code("4.31")]
    {
        let text = rules.to_string();
        let rules = Arc::new(rules);
        let slow = slowly(rules.clone(), 11_000);
        assert_eq!(values(rules.clone(), 11_000), slow, "{text}");
        let mut two = Values::new(rules).threads(2);
        two.extend(11_000, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(two.iter().collect::<Vec<_>>(), slow, "{text}");
    }
}

/// Codes that are said to have the same values do, and those that are said to differ do.
#[test]
fn codes_with_the_same_values() {
    let codes: Vec<Code> = (0..512).map(|n| code(&format!("0.{n:03o}"))).collect();
    let all: Vec<Vec<u64>> = codes.iter().map(|code| values(Arc::new(code.clone()), 60)).collect();
    let mut classes = 0;
    for (i, one) in codes.iter().enumerate() {
        let mut is_first = true;
        for (j, other) in codes.iter().enumerate().take(i) {
            if let Some(same) = same_values(one, other).unwrap() {
                assert_eq!(same, all[i] == all[j], "{one} {other}");
                is_first &= !same;
            }
        }
        classes += usize::from(is_first);
    }
    assert!(classes < 300, "{classes}");
}

/// A computation that is stored and resumed has the same values as one that was not interrupted.
#[test]
fn states_are_restored() {
    let go_on = &mut |_| ControlFlow::Continue(());
    let grundy = code("4.0").with_unequal_heaps();
    for rules in [grundy, code("0.77"), code("0.6"), code("0.3")] {
        let rules: Arc<dyn HeapRules> = Arc::new(rules);
        let whole = values(Arc::clone(&rules), 15_000);
        for first in [0, 10, 3_000, 9_500] {
            let mut half = Values::new(Arc::clone(&rules));
            half.extend(first, go_on).unwrap();
            let state = half.to_bytes().expect("a code");
            let mut again = Values::from_bytes(&state, Arc::clone(&rules)).unwrap();
            assert_eq!((again.known(), again.to_bytes()), (half.known(), Some(state)));
            again.extend(15_000, go_on).unwrap();
            assert!(again.iter().eq(whole.iter().copied()));
        }
    }
    // A state of another game, or with another value at its beginning, is refused.
    let mut kayles = Values::new(Arc::new(code("0.77")));
    kayles.extend(500, go_on).unwrap();
    let state = kayles.to_bytes().unwrap();
    assert!(Values::from_bytes(&state, Arc::new(code("0.07"))).is_err());
    assert!(Values::from_bytes(&state[..state.len() - 8], Arc::new(code("0.77"))).is_err());
    assert!(Values::new(Arc::new(code("0.3.."))).to_bytes().is_none());
}

#[test]
fn famous_periods() {
    let proved = |text: &str| {
        let mut values = Values::new(Arc::new(code(text)));
        let found = prove(&mut values, 100_000, &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
        (found.preperiod, found.length)
    };
    assert_eq!(proved("0.77"), (71, 12));
    assert_eq!(proved("0.07"), (53, 34));
    assert_eq!(proved("0.137"), (52, 34));
    assert_eq!(proved("0.333"), (0, 4));
}

/// Treblecross on a strip, from its own rules: a cross goes on a cell, and cells within two of it are not to be used any more.
#[test]
fn treblecross_is_played_on_strips() {
    let (game, _) = grundy::parse("treblecross 5").unwrap();
    let mut strips: Vec<u64> = vec![0];
    for n in 1..120_usize {
        let left = |cells: usize| strips[cells.saturating_sub(2)];
        let options: Vec<u64> = (0..n).map(|cell| left(cell) ^ left(n - 1 - cell)).collect();
        strips.push(grundy::mex::mex(options));
    }
    assert_eq!(values(game.heaps().unwrap(), 119), strips);
}

/// Rules as text that say the same as a code are recognised as it; others are not.
#[test]
fn rules_of_heaps_are_recognised() {
    let same = [
        ("{heap n: a,b where a+b=n and 1<=a<b}", "grundy-game"),
        ("{heap n: a,b where a+b=n-1; a,b where a+b=n-2}", "kayles"),
        ("{heap n: a,b where a+b=n-i and 1<=i<=2}", "kayles"),
        ("{heap m: x,y where x+y+2=m}", "dawson-kayles"),
        ("{heap n: n-i where i in {1,3,4}}", "subtraction:{1,3,4}"),
        ("{heap n: n-i where i>=1 and i!=2}", "all-but:{2}"),
        ("{heap n: n-i where i>=1; a,b where a+b=n}", "lasker-nim"),
        ("{heap n: a,b where a+b=n-1 and n>=2}", "officers"),
        ("{heap n: a,b,c where a+b+c=n-1}", "hexadecimal:0.f"),
        (
            "{heap n: where n=1; where n=2; n-3; a,b where a+b=n-3 and a>=1 and b>=1 ; where n=3; n-2}",
            "octal:0.137",
        ),
    ];
    for (text, name) in same {
        let (one, other) = (grundy::game(text).unwrap(), grundy::game(name).unwrap());
        assert_eq!(one.normal_form(), other.normal_form(), "{text} is {name}");
    }
    for text in ["{heap n: a,b where a+b=n-1 and n mod 2=0}", "{heap n: a,b where a+b=n-1 and a!=3}"] {
        let game = grundy::game(text).unwrap();
        assert!(game.heaps().unwrap().code().is_none(), "{text}");
    }
}

#[test]
fn wrong_codes_sets_and_rules_are_located() {
    let told = |text: &str| grundy::parse(text).unwrap_err().render();
    for (text, message, place) in [
        ("octal:0.7x 4", "`x` is not a digit", "           ^"),
        ("octal:0.78 4", "digits of octal games go up to 7", "        ^^^^"),
        ("octal:1.7 4", "the digit before the point is 0, 4, 8 or c", "        ^^^"),
        ("octal:0. 4", "a code has digits after the point", "        ^^"),
        ("octal:12.7 4", "a code has at most one digit before the point", "        ^^"),
        ("subtraction:{1,x} 4", "expected a digit", "                 ^"),
        ("subtraction:{1,,3} 4", "expected a number", "                 ^"),
        ("subtraction:{1,3 4", "`{` is not closed", "              ^"),
        (
            "subtraction:1,3,4 9",
            "numbers to take are written in braces, e.g. subtraction:{1,3,4}",
            "              ^",
        ),
        ("subtraction:{0} 4", "numbers to take are from 1 to 65535", "              ^^^"),
        ("{heap n: n+1} 4", "this move may leave a heap that is not smaller", "           ^^^"),
        ("{heap n: a,b where a+b=n+1} 4", "this move may leave a heap that is not smaller", "           ^"),
        ("kayles [4]", "this game is played with piles, not on strips", "         ^^^"),
    ] {
        let told = told(text);
        assert!(told.contains(message), "{told}");
        assert!(told.lines().any(|line| line.starts_with(place)), "{told}");
    }
}

/// Far heaps by their period, and sums of heaps with other games.
#[test]
fn far_heaps_are_valued_by_their_period() {
    let answer = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap();
        let answer = grundy::answer(&game, &position, grundy::Limits::default()).unwrap();
        for to in &answer.winning {
            assert_eq!(game.is_option(&position, to), Ok(true), "{text} to {to}");
            let there = grundy::answer(&game, to, grundy::Limits::default()).unwrap();
            assert_eq!(there.value, Some(0_u8.into()), "{text} to {to}");
        }
        u64::try_from(&answer.value.unwrap()).unwrap()
    };
    let kayles = values(Arc::new(code("0.77")), 1000);
    assert_eq!(answer("kayles 10^30"), kayles[12 * 10 + 4]);
    assert_eq!(answer("kayles 10^30+5,10^29,3"), kayles[120 + 9] ^ kayles[120 + 4] ^ kayles[3]);
    assert_eq!(answer("kayles 5,7 + wythoff 3,4"), kayles[5] ^ kayles[7] ^ 2);
    assert_eq!(answer("subtraction:{1,2,3} 10^20+2"), 2);
    assert_eq!(
        answer("grundy-game 50000"),
        values(Arc::new(code("4.0").with_unequal_heaps()), 50_000)[50_000]
    );
}

/// The certificates of all octal games with two digits whose periods are proved by 2000 values, and of some others; and every altered number is rejected.
#[test]
fn certificates_are_verified_and_altered_ones_are_not() {
    let limits = grundy_check::Limits::default;
    let mut codes: Vec<Code> = (0..64).map(|n| Code::new(&[0, n / 8, n % 8], 0).unwrap()).collect();
    codes.extend(["4.3", "0.8", "0.b2", "0.356", "0.000300305"].map(code));
    let mut proved = 0;
    for code in codes {
        let text = code.to_string();
        let mut values = Values::new(Arc::new(code));
        let Some(found) = prove(&mut values, 2000, &mut |_| ControlFlow::Continue(())).unwrap() else {
            continue;
        };
        proved += 1;
        let certificate = grundy::period::heap_certificate(&values, &found).unwrap();
        let verified = grundy_check::check(certificate.text().as_bytes(), limits());
        assert!(verified.is_ok(), "{text}: {verified:?}\n{certificate}");
        for (at, line) in certificate.text().lines().enumerate().skip(3) {
            for (i, word) in line.split(' ').enumerate() {
                let Ok(number) = word.parse::<u64>() else { continue };
                for other in [number + 1, number.wrapping_sub(1), number * 2 + 1] {
                    let words: Vec<String> = line
                        .split(' ')
                        .enumerate()
                        .map(|(j, word)| if i == j { other.to_string() } else { word.to_owned() })
                        .collect();
                    let mut lines: Vec<String> = certificate.text().lines().map(str::to_owned).collect();
                    lines[at] = words.join(" ");
                    let altered = lines.join("\n") + "\n";
                    assert!(grundy_check::check(altered.as_bytes(), limits()).is_err(), "{altered}");
                }
            }
        }
    }
    assert!(proved > 40, "{proved}");
}

/// Rules from a stranger take bounded time, even if their conditions try a great many numbers in vain.
#[test]
fn rules_of_strangers_do_not_stall() {
    let start = std::time::Instant::now();
    let limits = grundy::Limits { time: std::time::Duration::from_millis(300), ..grundy::Limits::default() };
    for text in [
        "{heap n: n-1 where i<=1000000n and j<=1000000n and (i+j) mod 7=1 and i*2=j+j+1} 30",
        "{heap n: a,b,c,d where a+b+c+d<n} 5000",
        "{heap n: n-1-i where i<n or j<n or i+j<n or 2*i<n and (j<=1000n or k<=1000n)} 3000",
    ] {
        let Ok((game, position)) = grundy::parse(text) else { continue };
        let _ = grundy::answer(&game, &position, limits);
        assert!(start.elapsed().as_secs() < 20, "{text}");
    }
}

/// Dawson's Chess on n files is Dawson's Kayles with n+1 pins (Guy and Smith).
#[test]
fn dawsons_games_are_the_same() {
    let (chess, kayles) = (values(Arc::new(code("0.137")), 500), values(Arc::new(code("0.07")), 501));
    assert_eq!(chess[..], kayles[1..]);
}

/// The certificates of periods that need many values are verified. `crates/grundy-claims/corpus/octal.toml` has the published numbers.
#[test]
fn certificates_of_long_periods() {
    for text in ["0.7777", "0.11377", "0.177", "0.156", "0.356", "0.644", "0.165", "0.127", "0.16", "0.56"] {
        let mut values = Values::new(Arc::new(code(text)));
        let found = prove(&mut values, 700_000, &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
        let certificate = grundy::period::heap_certificate(&values, &found).unwrap();
        let verified = grundy_check::check(certificate.text().as_bytes(), grundy_check::Limits::default());
        assert!(verified.is_ok(), "{verified:?}\n{certificate}");
    }
}
