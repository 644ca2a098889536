//! Parsing of texts into positions, their notation, and the errors of texts that do not parse.

use crate::common::{Chance, GAMES, cases, game, moves, parsed, value, written};
use grundy::{Game, InputError, Position, Template};
use proptest::prelude::*;

// --- round trips

/// A random position of the game, sometimes a few moves after a sample, so that closed sums occur.
fn random_position(game: &Game, size: u64, chance: &mut Chance) -> Position {
    let mut position = chance.position(game, size);
    for _ in 0..chance.below(3) {
        let options = moves(game.as_ref(), &position);
        if !options.is_empty() {
            position = chance.pick(&options).clone();
        }
    }
    position
}

/// Checks that the text parses as this position of this game.
fn reads_as(text: &str, game: &Game, position: &Position) {
    let (read_game, read) = grundy::parse(text).map_err(|error| error.render()).expect("a good text");
    assert_eq!(read_game.name(), game.name(), "the game of `{text}`");
    assert_eq!(&read, position, "the position of `{text}`");
    assert_eq!(written(&read_game, &read), written(game, position), "`{text}`, written again");
    let template = Template::parse(text).map_err(|error| error.render()).expect("a good text");
    assert_eq!(template.at(&[]).as_ref(), Ok(position), "`{text}` as a template without letters");
}

/// The text with white space of every kind put in wherever it may stand: round the marks of a position and of
/// a sum, not inside a name with its parameters.
fn spaced(text: &str, chance: &mut Chance) -> String {
    let mut space = |out: &mut String| {
        for _ in 0..chance.below(3) {
            out.push(*chance.pick(&[' ', ' ', '\t', '\n', '\u{a0}', '\u{2003}']));
        }
    };
    let mut out = String::new();
    space(&mut out);
    let (mut in_name, mut started) = (true, false);
    for c in text.chars() {
        let mark = if in_name { c == '(' } else { matches!(c, ',' | '[' | ']' | ')' | '+' | ';') };
        if mark {
            space(&mut out);
        }
        out.push(c);
        if mark {
            space(&mut out);
        }
        match c {
            '+' | '(' => (in_name, started) = (true, false),
            ' ' if started => in_name = false,
            ' ' => {}
            _ => started = true,
        }
    }
    space(&mut out);
    out
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_written_reads_back(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let position = chance.position(&game, 1_000_000_000 * size);
            reads_as(&written(&game, &position), &game, &position);
            let position = random_position(&game, size, &mut chance);
            reads_as(&written(&game, &position), &game, &position);
        }
    }

    #[test]
    fn sums_of_anything_read_back(seed: u64) {
        let mut chance = Chance(seed);
        let count = chance.between(2, 5);
        let mut texts = Vec::new();
        let mut names = Vec::new();
        for _ in 0..count {
            let (text, size) = *chance.pick(GAMES);
            let game = game(text);
            let position = random_position(&game, size, &mut chance);
            texts.push(written(&game, &position));
            names.push(game.name());
        }
        let (sum, position) = parsed(&texts.join(" + "));
        prop_assert_eq!(sum.show(&position), texts.join(" + "));
        prop_assert_eq!(sum.name(), names.join(" + "));
        let (inside, position) = parsed(&format!("nearly({}; closed)", texts.join(" + ")));
        prop_assert_eq!(inside.show(&position), format!("nearly({}; closed)", texts.join(" + ")));
    }

    #[test]
    fn brackets_round_a_position_do_not_matter(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES.iter().filter(|(text, _)| !text.contains(['(', '+'])) {
            let game = game(text);
            let position = random_position(&game, size, &mut chance);
            let depth = usize::try_from(chance.between(1, 3)).unwrap();
            let space = " ".repeat(chance.index(3));
            let (open, close) = (format!("({space}").repeat(depth), format!("{space})").repeat(depth));
            let bracketed = format!("{} {open}{}{close}", game.name(), game.show(&position));
            reads_as(&bracketed, &game, &position);
        }
    }

    #[test]
    fn spaces_do_not_matter(seed: u64) {
        let mut chance = Chance(seed);
        for &(text, size) in GAMES {
            let game = game(text);
            let position = random_position(&game, size, &mut chance);
            reads_as(&spaced(&written(&game, &position), &mut chance), &game, &position);
        }
    }
}

#[test]
fn ways_of_writing() {
    for (text, plain) in [
        ("NIM 3,5", "nim 3,5"),
        ("star_nim 3,7", "star-nim 3,7"),
        ("star-nim ([3],[7])", "star-nim 3,7"),
        ("nim(3,5)", "nim 3,5"),
        ("silver-dollar[3,5]", "silver-dollar [3,5]"),
        ("nim 007", "nim 7"),
        ("silver-dollar [ ]", "silver-dollar []"),
        ("star-silver-dollar [],[3]", "star-silver-dollar [],[3]"),
        ("Fraenkel:A=2 3,8", "fraenkel:a=2 3,8"),
        ("gurvich:b=3,a=2 6,9", "gurvich:a=2,b=3 6,9"),
        ("nearly(nim 3)", "nearly(nim 3)"),
        ("nim 3+nim 5", "nim 3 + nim 5"),
        ("nim 18446744073709551615", "nim 18446744073709551615"),
    ] {
        let (game, position) = parsed(plain);
        assert_eq!(written(&game, &position), plain, "`{plain}` is the plain way");
        reads_as(text, &game, &position);
    }
}

// --- errors

/// Checks what every error must satisfy: a message of one line, a place inside the text, and a rendering in which the text is
/// never wider than its window.
fn is_a_good_error(text: &str, error: &InputError) {
    assert!(!error.message.trim().is_empty(), "no message for {text:?}");
    assert_eq!(error.message.lines().count(), 1, "message for {text:?}: {:?}", error.message);
    assert_eq!(error.to_string(), error.message);
    assert_eq!(error.text, text, "the text in the error");
    assert!(error.span.is_some(), "no place in {text:?}: {}", error.message);
    let span = error.span.unwrap_or_default();
    assert!(span.start <= span.end, "{span:?} in {text:?}");
    // Another test checks the mark at the end of the text.
    let end = if span.start == text.len() { span.start } else { span.end };
    assert!(text.get(span.start..end).is_some(), "{span:?} does not lie in {text:?}: {}", error.message);
    let rendered = error.render();
    assert!(rendered.starts_with("error: ") && rendered.ends_with('\n'), "{rendered:?}");
    let picture: Vec<&str> =
        rendered.lines().skip(1).take_while(|line| !line.starts_with("hint: ")).collect();
    let [shown, marks] = picture[..] else {
        assert!(text.is_empty(), "a picture is the text and the marks under it:\n{rendered}");
        return;
    };
    let widest = shown.chars().count().max(marks.chars().count());
    assert!(widest < 110, "a line of {widest} characters for {text:?}:\n{rendered}");
    // The marks are under the error, or under the part of it that is shown.
    let wrong: String = text[span.start..end].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let marked = marks.trim_start().len();
    let over: String = shown.chars().skip(marks.len() - marked).take(marked).collect();
    let right = if over.is_empty() { wrong.is_empty() } else { wrong.starts_with(&over) };
    let all = text.chars().count() > 90 || over.len() == wrong.len();
    assert!(right && all && marked > 0, "marks under {over:?} instead of {wrong:?}:\n{rendered}");
}

/// Parses the text as a position and as a template. The result is a position that round-trips, or a good error.
fn read_any(text: &str) {
    match grundy::parse(text) {
        Ok((game, position)) => reads_as(&written(&game, &position), &game, &position),
        Err(error) => is_a_good_error(text, &error),
    }
    match Template::parse(text) {
        Ok(template) => {
            if let Err(error) = template.at(&[("a", 3), ("b", 7)]) {
                is_a_good_error(text, &error);
            }
        }
        Err(error) => is_a_good_error(text, &error),
    }
}

/// Characters with a meaning, some that look similar, and some of more than one byte.
const ODD: &[char] = &[
    '0', '1', '9', 'a', 'b', 'k', 'x', ',', '[', ']', '(', ')', '+', ';', ':', '=', '-', '>', '.', '_', '\'',
    '@', '"', ' ', '\t', '\n', '\r', '\0', '\u{1b}', '\u{7f}', '\u{a0}', 'é', 'ß', '∞', '−', '０', '𝟛',
    '\u{301}', '\u{200b}',
];

/// The text with a few small changes.
fn mutated(text: &str, chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..chance.between(1, 4) {
        let at = chance.index(chars.len() + 1);
        match chance.below(5) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 if at < chars.len() => chars[at] = *chance.pick(ODD),
            2 => chars.truncate(at),
            3 => {
                let from = chance.index(chars.len() + 1);
                let piece = chars[from.min(at)..from.max(at)].to_vec();
                chars.splice(at..at, piece);
            }
            _ => chars.insert(at, *chance.pick(ODD)),
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_any(&text);
        read_any(&format!("nim {text}"));
        read_any(&format!("gurvich:{text} 3,5"));
        read_any(&format!("graph-nim:edges={text} 3,5"));
        read_any(&format!("nearly({text})"));
    }

    #[test]
    fn any_text_of_the_alphabet_is_read_or_refused(text in "[a-z0-9,:;=+>@()\\[\\] -]{0,40}", pick: u64) {
        let mut chance = Chance(pick);
        read_any(&text);
        let (game, _) = *chance.pick(GAMES);
        read_any(&format!("{game} {text}"));
        read_any(&format!("{game}:{text}"));
    }

    #[test]
    fn any_change_of_a_good_text_is_read_or_refused(seed: u64) {
        let mut chance = Chance(seed);
        let (text, size) = *chance.pick(GAMES);
        let game = game(text);
        let position = chance.position(&game, size);
        let good = written(&game, &position);
        for _ in 0..8 {
            read_any(&mutated(&good, &mut chance));
        }
    }

    /// Texts of a thousand characters and more with an error.
    #[test]
    fn long_texts_are_read_or_refused(seed: u64, length in 1_usize..600) {
        let mut chance = Chance(seed);
        let separator = *chance.pick(&[",", " + nim ", "],[", ";", "∞,"]);
        let text = format!("{} {}", chance.pick(&["nim", "star-nim", "wythoff", "é"]), vec!["7"; length].join(separator));
        read_any(&text);
        read_any(&mutated(&text, &mut chance));
    }
}

/// Splits a text with its error marked, as in `wythoff 1,2,«3»`, into the text and the marked place.
fn unmarked(marked: &str) -> (String, std::ops::Range<usize>) {
    let start = marked.find('«').expect("the place starts");
    let end = marked.find('»').expect("the place ends") - '«'.len_utf8();
    (marked.replace(['«', '»'], ""), start..end)
}

/// Each row is a text with the place of its error marked, and a part of the message. After `hint: ` follows a part of the hint.
fn check_errors(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (marked, said) in rows {
        let (text, place) = unmarked(marked);
        let (message, hint) = said.split_once(" hint: ").unwrap_or((said, ""));
        let error = match grundy::parse(&text) {
            Ok((game, position)) => {
                wrong.push(format!("`{text}` reads as {}\n", written(&game, &position)));
                continue;
            }
            Err(error) => error,
        };
        is_a_good_error(&text, &error);
        let span = error.span.expect("a good error has a place");
        // A place at the end of the text is empty, even though one mark is shown.
        let end = span.end.min(text.len());
        if !error.message.contains(message)
            || !error.hint.as_deref().unwrap_or("").contains(hint)
            || (span.start..end) != place
        {
            wrong.push(format!("expected `{said}` at {place:?}, found {span:?}:\n{}", error.render()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn numbers_have_up_to_a_million_digits() {
    let digits = "7".repeat(1_000_000);
    let (game, position) = parsed(&format!("nim {digits},3"));
    assert!(position.is_far());
    assert_eq!(game.show(&position), format!("{digits},3"));
    let error = grundy::parse(&format!("nim 7{digits}")).expect_err("one digit too many");
    assert_eq!(error.message, "a number of 1000001 digits is too large");
}

#[test]
fn errors_of_names_and_sums() {
    check_errors(&[
        ("«»", "expected the name of a game, found the end of the text hint: star-nim 3,7"),
        ("   «»", "expected the name of a game, found the end of the text"),
        ("«3»,7", "expected the name of a game, found `3` hint: write a game and then its position"),
        ("«[»3],[7]", "expected the name of a game, found `[`"),
        ("«∞» 3", "expected the name of a game, found `∞`"),
        ("«whytoff» 3,5", "unknown game `whytoff` hint: did you mean wythoff?"),
        ("nim 3 + «star-nimm» 3,7", "unknown game `star-nimm` hint: did you mean star-nim?"),
        ("«sliver-dollar» [3]", "unknown game `sliver-dollar` hint: did you mean silver-dollar?"),
        ("«tic-tac-toe» 3", "unknown game `tic-tac-toe` hint: the list of games has all names"),
        ("«nim»", "nim needs a position hint: nim 3,5,6"),
        ("nim 3 + «wythoff»", "wythoff needs a position hint: wythoff 4,9"),
        ("nearly(nim 3 + «nim»)", "nim needs a position"),
        ("nim 3 +«»", "expected the name of a game, found the end of the text"),
        ("nim 3 + «+» nim 5", "expected the name of a game, found `+`"),
        ("«+» nim 5", "expected the name of a game, found `+`"),
        ("nim 3, «+» nim 5", "expected a number, found `+`"),
        ("nim 3«)»", "expected the end or ` + `, found `)`"),
        ("nim 3 «;» closed", "expected the end or ` + `, found `;`"),
        ("nim 3 «n»im 5", "expected the end of the position, found `n` hint: added with ` + `"),
        ("nim 3 «5»", "expected the end of the position, found `5` hint: separated by commas"),
        (
            "star-silver-dollar [3] «[»5]",
            "expected the end of the position, found `[` hint: separated by commas",
        ),
    ]);
}

#[test]
fn errors_of_brackets() {
    check_errors(&[
        ("nim (3,5«»", "expected `)`, found the end of the text"),
        ("nim ((3,5)«»", "expected `)`, found the end of the text"),
        ("nim (3,5)«)»", "expected the end or ` + `, found `)`"),
        ("silver-dollar [3,5«»", "expected `,` or `]`, found the end of the text"),
        ("silver-dollar [3,5«)»", "expected `,` or `]`, found `)`"),
        ("silver-dollar [3,«]»", "expected a number, found `]`"),
        ("silver-dollar [«[»3]]", "expected a number, found `[`"),
        ("silver-dollar [3]«]»", "expected the end of the position, found `]`"),
        ("star-silver-dollar [3],«»", "expected a strip, found the end of the text hint: e.g. [2,5]"),
        ("star-silver-dollar [3],«5»", "expected a strip, found `5` hint: e.g. [2,5]"),
        ("nearly«»", "expected `(`, found the end of the text hint: nearly(nim 3 + nim 7)"),
        ("nearly «n»im 3", "expected `(`, found `n` hint: nearly(nim 3 + nim 7)"),
        ("nearly(«)»", "expected the name of a game, found `)`"),
        ("nearly(nim 3 + nim 7«»", "expected `)`, found the end of the text hint: nearly(nim 3 + nim 7)"),
        ("nearly(nim 3; «open»)", "expected `closed` after `;`"),
        ("nearly(nim 3;«)»", "expected `closed` after `;`"),
        ("nearly(nim 3; closed «+» nim 5)", "expected `)`, found `+`"),
    ]);
}

#[test]
fn errors_of_numbers() {
    check_errors(&[
        ("nim 3,«-5»", "-5 is negative hint: from 0"),
        ("silver-dollar [«-1»,3]", "-1 is negative"),
        ("nim 3,«x»", "`x` is a letter, not a number hint: table"),
        ("wythoff «a»,b", "`a` is a letter, not a number"),
        ("star-silver-dollar [2,«b»],[3]", "`b` is a letter, not a number"),
        ("nim 3,«five»", "expected a number, found `five`"),
        ("nim 3«x»", "expected `+`, `-` or the end of the number, found `x`"),
        ("nim 1«.»5", "expected `+`, `-` or the end of the number, found `.` hint: 1_000"),
        ("nim 1_«_»000", "expected a digit, found `_`"),
        ("nim 10«^»,3", "expected a digit after `^`"),
        ("nim 10^2 + «3»", "expected the name of a game, found `3` hint: no spaces around it"),
        ("nim 2^64 «-» 1", "expected the end of the position, found `-` hint: without spaces"),
        ("nim 7,«10^1000000000»", "10^1000000000 has too many digits hint: 100000 digits"),
        ("nim 3,«,»5", "expected a number, found `,`"),
        ("nim «∞»", "expected a number, found `∞`"),
        ("nim «０»", "expected a number, found `０`"),
        ("nim «3-5»", "3-5 is negative"),
        ("nim «a+1»", "expected a number, found `a+1`"),
    ]);
}

#[test]
fn errors_of_piles_and_strips() {
    check_errors(&[
        ("wythoff «3»", "this game has 2 piles, not 1 hint: e.g. 3,7"),
        ("r-wythoff 3,5,«7»", "this game has 2 piles, not 3"),
        ("gurvich:a=2,b=3 3,5,«7,9»", "this game has 2 piles, not 4"),
        ("fraenkel:a=2 «(3)»", "this game has 2 piles, not 1"),
        ("nim «[3],[5]»", "played with piles, not on strips hint: without brackets"),
        ("wythoff «[3,5]»", "played with piles, not on strips"),
        ("sharing-nim «([3])»", "played with piles, not on strips"),
        ("graph-nim:edges=0-1 «[3],[5]»", "played with piles, not on strips"),
        ("silver-dollar «3,5»", "played on strips hint: [3,5] is one strip with 2 tokens"),
        ("star-silver-dollar «3,5»", "played on strips hint: [3],[5] are strips with one token each"),
        ("shared-cells:k=2 «3,5»", "played on strips"),
        ("silver-dollar [3],«[5],[7]»", "this game has one strip, not 3 hint: star-silver-dollar"),
        ("star-silver-dollar [1,3,«3»],[2]", "square 3 holds two tokens hint: [1,3,4],[2]"),
        ("silver-dollar [5,«3»,8]", "square 3 comes after square 5 hint: [3,5,8]"),
        ("shared-cells:k=2 [2,4],[6,«5»]", "square 5 comes after square 6 hint: [2,4],[5,6]"),
        ("star-silver-dollar [0,2],[«0»]", "two tokens stand on square 0"),
        ("shared-cells:k=2 [1],[0,«1»]", "two tokens stand on square 1"),
        ("crossed:map=1-0 [1],[«0»]", "this is cell 1 of the first strip, which holds a token"),
        ("crossed:map=«1--0» [1],[3]", "a number is missing in the map"),
        ("crossed:map=1-«2» [1],[3]", "a map of 2 cells has the numbers below 2"),
        ("crossed:map=1-«1» [1],[3]", "cell 1 is given twice"),
        ("crossed:map=1-0 «[1],[3],[4]»", "this game has two strips, not 3"),
        ("shared-cells:k=3 [2,5],[«2»,4]", "two tokens stand on square 2"),
        ("star-nim 3,0,«0»", "two tokens stand on square 0"),
        ("star-nim [0],[«0»]", "two tokens stand on square 0"),
        ("star-nim [3],«[5,7]»", "this strip has 2 tokens hint: star-silver-dollar"),
        ("star-nim [3],«[]»", "this strip has 0 tokens"),
        ("nim 3 + star-nim 4,5 + wythoff 1,2,«3»", "this game has 2 piles, not 3"),
        ("nearly(nim 3 + star-silver-dollar [0],[«0»])", "two tokens stand on square 0"),
    ]);
}

#[test]
fn errors_of_parameters() {
    check_errors(&[
        ("fraenkel:a=«0» 3,8", "`a` is at least 1 hint: fraenkel:a=2 3,8"),
        ("gurvich:a=2,b=«0» 3,8", "`b` is at least 1"),
        ("«fraenkel» 3,8", "fraenkel needs its parameter `a` hint: fraenkel:a=2 3,8"),
        ("«gurvich»:a=2 3,8", "gurvich needs its parameter `b`"),
        ("nim 3 + «shared-cells» [3]", "shared-cells needs its parameter `k`"),
        ("wythoff:«a»=2 3,8", "wythoff has no parameter `a`"),
        ("fraenkel:a=2,«b»=3 3,8", "fraenkel has no parameter `b`"),
        ("fraenkel:a=2,«a»=3 3,8", "`a` is given twice"),
        ("gurvich:a=2,b=3,«a»=2 3,8", "`a` is given twice"),
        ("fraenkel:a=«two» 3,8", "`a` is a whole number, not `two`"),
        ("fraenkel:a=«-1» 3,8", "`a` is a whole number, not `-1`"),
        ("shared-cells:k=«99999999999999999999» [3]", "`k` is at most 18446744073709551615"),
        ("shared-cells:k=«10^1000000000» [3]", "10^1000000000 has too many digits"),
        ("shared-cells:k=«10^60» [3]", "`k` is at most 18446744073709551615"),
        ("fraenkel:a=1_«_»0 3,8", "expected a digit, found `_`"),
        ("fraenkel:«a» 3,8", "expected key=value hint: without spaces"),
        ("fraenkel:«a=» 3,8", "expected key=value"),
        ("fraenkel:«=2» 3,8", "expected key=value"),
        ("fraenkel:« »3,8", "expected key=value"),
        ("fraenkel:a=2,« »3,8", "expected key=value"),
        ("fraenkel:«»", "expected key=value"),
    ]);
}

#[test]
fn errors_of_graphs() {
    check_errors(&[
        ("«graph-nim» 1,2", "graph-nim needs its parameter `edges` hint: graph-nim:edges=0-1,1-2 0,5,8"),
        ("graph-nim:«edges=» 1,2", "expected key=value"),
        ("graph-nim:edges=0-1,«x» 1,2", "`x` is not an edge hint: edges=0-1,1-2"),
        ("graph-nim:edges=0-1,«1:2» 1,2,3", "`1:2` is not an edge"),
        ("graph-nim:edges=«0-»,1-2 1,2,3", "`0-` is not an edge"),
        ("graph-nim:edges=«0-1-2» 1,2,3", "`0-1-2` is not an edge"),
        ("graph-nim:edges=«0--1» 1,2", "`0--1` is not an edge"),
        ("graph-nim:edges=«é>1» 1,2", "`é>1` is not an edge"),
        ("graph-nim:edges=0-1,«1-1» 1,2", "the edge 1-1 joins a vertex to itself"),
        ("graph-nim:edges=«2>2» 1,2,3", "the edge 2>2 joins a vertex to itself"),
        ("graph-nim:edges=0-1,«1-0» 1,2", "the edge 1-0 is given twice"),
        ("graph-nim:edges=0-1,«0>1» 1,2", "the edge 0>1 is given twice"),
        ("graph-nim:edges=0-1,1-2 «3,4»", "an edge goes to vertex 2 hint: give 3 piles"),
        ("graph-nim:edges=0>7 «(3,4)»", "an edge goes to vertex 7"),
        ("graph-nim:edges=«99999999999999999999-1» 1,2", "is not an edge"),
    ]);
}

#[test]
fn nesting_has_an_end() {
    for depth in [33, 1_000, 100_000] {
        let open = format!("nim 3 + {}", "nearly(".repeat(depth));
        for text in [open.clone(), format!("{open}nim 3{}", ")".repeat(depth))] {
            let error = grundy::parse(&text).unwrap_err();
            is_a_good_error(&text, &error);
            let span = error.span.unwrap();
            assert_eq!(&text[span.start..span.end], "nearly", "{}", error.message);
            assert!(error.message.contains("32 deep"), "{}", error.message);
        }
    }
    // The deepest nesting allowed parses.
    let deepest = format!("{}nim 3{}", "nearly(".repeat(32), ")".repeat(32));
    let (game, position) = parsed(&deepest);
    assert_eq!(game.show(&position), deepest);
    assert_eq!(value(&game, &position), 3, "one heap, however deep, is that heap");
    let brackets = format!("nim {}3{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parsed(&brackets).1, parsed("nim 3").1);
}

/// If something is missing at the end, the place is the end, which lies in the text.
#[test]
fn the_end_of_the_text_is_part_of_it() {
    for text in
        ["", "nim 3 +", "nim (3", "nearly(nim 3", "silver-dollar [3", "silver-dollar [3,", "fraenkel:"]
    {
        let error = grundy::parse(text).unwrap_err();
        let span = error.span.unwrap();
        assert!(span.end <= text.len(), "{span:?} goes beyond the {} bytes of `{text}`", text.len());
    }
}

/// White space after a position, and the closing bracket, are not part of the error.
#[test]
fn errors_point_at_no_more_than_what_is_wrong() {
    check_errors(&[
        ("wythoff «3» + nim 5", "this game has 2 piles, not 1"),
        ("wythoff «3»   ", "this game has 2 piles, not 1"),
        ("wythoff 3,5,«7» + nim 5", "this game has 2 piles, not 3"),
        ("wythoff (3,5,«7»)", "this game has 2 piles, not 3"),
        ("silver-dollar «3,5» + nim 5", "played on strips"),
        ("silver-dollar [3],«[5]» + nim 5", "this game has one strip, not 2"),
        ("silver-dollar ([3],«[5]»)", "this game has one strip, not 2"),
        ("nim «[3]» + nim 5", "played with piles"),
        ("nearly(wythoff «3» )", "this game has 2 piles, not 1"),
        ("graph-nim:edges=0-1,1-2 «3,4» + nim 5", "an edge goes to vertex 2"),
    ]);
}

/// Neither the message nor the hint quotes a long text in full.
#[test]
fn errors_about_long_texts_are_short() {
    let long = |piece: &str| piece.repeat(300);
    let mut wrong = Vec::new();
    for text in [
        long("name"),
        format!("nim {}", long("12")),
        format!("nim -{}", long("12")),
        format!("nim {}", long("x2")),
        format!("nim {}", long("1.")),
        format!("nim {}3", long("3,")),
        format!("wythoff {}3", long("3,")),
        format!("silver-dollar {}3", long("3,")),
        format!("silver-dollar [{}3]", long("3,")),
        format!("star-silver-dollar {}[3,3]", long("[3],")),
        format!("fraenkel:a={} 3,5", long("12")),
        format!("fraenkel:a={} 3,5", long("x")),
        format!("fraenkel:{}=1 3,5", long("x")),
        format!("graph-nim:edges={} 3,5", long("x")),
        format!("graph-nim:edges={}0-1 3,5", long("1")),
        format!("graph-nim:edges={}0-1 3,5", long("0-1,")),
        format!("nearly(nim 3; {})", long("x")),
    ] {
        let Err(error) = grundy::parse(&text) else { continue };
        let rendered = error.render();
        let longest = rendered.lines().map(|line| line.chars().count()).max().unwrap();
        if longest >= 160 {
            let line = rendered.lines().find(|line| line.chars().count() == longest).unwrap();
            let shown: String = line.chars().take(60).collect();
            wrong.push(format!("{longest} characters: {shown}.."));
        }
    }
    assert!(wrong.is_empty(), "lines that are too long:\n{}", wrong.join("\n"));
}

/// A rendered error contains no control characters that move the cursor or change the colours of a terminal.
#[test]
fn errors_carry_no_control_characters() {
    for text in [
        "nim \u{1b}[31m",
        "fraenkel:a=\u{1b}[2J 3,5",
        "graph-nim:edges=\u{7}-1 3",
        "wythoff:\u{8}=1 3,5",
        "\0",
    ] {
        let rendered = grundy::parse(text).unwrap_err().render();
        let control = rendered.chars().find(|&c| c.is_control() && c != '\n');
        assert_eq!(control, None, "in the error for {text:?}: {rendered:?}");
    }
}

/// A vertex that is too large gives an ordinary error.
#[test]
fn a_vertex_of_any_size_is_read_or_refused() {
    for vertex in [1_000_000_u64, u64::MAX - 1, u64::MAX] {
        let text = format!("graph-nim:edges=0-{vertex} 1,2");
        let error = grundy::parse(&text).unwrap_err();
        is_a_good_error(&text, &error);
        read_any(&format!("graph-nim:edges=0-{vertex}"));
    }
}

/// A `+` directly before a digit belongs to the number; any other `+` adds games.
#[test]
fn numbers_as_people_write_them() {
    let shown = |text: &str| {
        let (game, position) = grundy::parse(text).unwrap_or_else(|error| panic!("{}", error.render()));
        game.show(&position)
    };
    let cases = [
        ("nim 10^2+3 + nim 4", "nim 103 + nim 4"),
        ("nim 10^2+3+nim 4", "nim 103 + nim 4"),
        ("nim 3+4", "7"),
        ("nim 3+nim 4", "nim 3 + nim 4"),
        ("nim 1_000,1e3,10^3,2^10-24", "1000,1000,1000,1000"),
        ("star-silver-dollar [2^1,1e1],[10^2-1]", "[2,10],[99]"),
        ("nearly(nim 2^2+1 + nim 7)", "nearly(nim 5 + nim 7)"),
        ("wythoff 2^64-1,10^20", "18446744073709551615,100000000000000000000"),
    ];
    for (text, digits) in cases {
        assert_eq!(shown(text), digits, "{text}");
    }
    let name = |text: &str| grundy::game(text).unwrap().name();
    assert_eq!(name("gurvich:a=1e1,b=2^2-1"), "gurvich:a=10,b=3");
    assert_eq!(name("wythoff@block=1+1"), "wythoff@block=2");
    assert_eq!(shown("wythoff@block=2 3,4+nim 1+1"), "wythoff@block=2 3,4 + nim 2");
    // A number is a whole number, never a letter with something added.
    for text in ["nim 10^2 + 3", "nim 2^64 - 1", "nim 1 000", "nim a+1", "nim 5-7", "nim 1.5", "nim 2^3^2"] {
        is_a_good_error(text, &grundy::parse(text).unwrap_err());
    }
}

/// The value of a random text of the characters of numbers: it parses as the slow reading of the grammar does, or gives a
/// good error, at once.
#[test]
fn random_numbers_are_read_or_refused() {
    let slow = |text: &str| -> Option<i128> {
        let mut sum = 0_i128;
        let parts = text.replace('-', "+-");
        for part in parts.split('+') {
            let (sign, part) = part.strip_prefix('-').map_or((1, part), |part| (-1, part));
            let digits = |text: &str| -> Option<i128> {
                let good = text
                    .split('_')
                    .all(|piece| !piece.is_empty() && piece.bytes().all(|c| c.is_ascii_digit()));
                good.then(|| text.replace('_', "").parse().ok())?
            };
            let power = |base: i128, exponent: i128| base.checked_pow(u32::try_from(exponent).ok()?);
            sum += sign
                * match part.split_once(['^', 'e']) {
                    None => digits(part)?,
                    Some((base, exponent))
                        if part.contains('^') && !exponent.contains('e') && !base.contains('e') =>
                    {
                        power(digits(base)?, digits(exponent)?)?
                    }
                    Some((base, exponent)) => digits(base)?.checked_mul(power(10, digits(exponent)?)?)?,
                };
        }
        (sum >= 0 && !text.starts_with('-')).then_some(sum)
    };
    let mut chance = Chance(9);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..30_000 {
        let length = 1 + chance.below(8);
        let text: String = (0..length).map(|_| char::from(*chance.pick(b"0123459^e_+-"))).collect();
        let parsed = grundy::notation::number(&text);
        match (slow(&text), parsed) {
            (Some(value), Ok(number)) => {
                assert_eq!(number.to_string(), value.to_string(), "{text}");
                read += 1;
            }
            // The slow reading has 127 bits, which only a power can exceed.
            (None, Ok(_)) => assert!(text.contains(['^', 'e']), "{text}"),
            (slow, Err(error)) => {
                assert_eq!(slow, None, "{text}");
                is_a_good_error(&text, &error);
                refused += 1;
            }
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} {refused}");
}

/// A short text cannot ask for much work.
#[test]
fn powers_cannot_stall() {
    let started = std::time::Instant::now();
    let many = |piece: &str, count: usize| vec![piece; count].join(",");
    for text in [
        "nim 10^1000000000".to_owned(),
        "nim 9e99999999999999999999999999999".to_owned(),
        format!("nim {}", many("10^99999", 5_000)),
        format!("nim {}", many("10^99999-10^99999", 5_000)),
        format!("nim {}", vec!["10^99999"; 5_000].join("-")),
        format!("gurvich:a=10^99999-10^99999,b=2 {}", many("3", 2)),
        "wythoff@block=10^1000000000 3,4".to_owned(),
        format!("nim {}", "9^".repeat(10_000)),
    ] {
        let error = grundy::parse(&text).unwrap_err();
        assert!(error.render().lines().all(|line| line.chars().count() < 160), "{}", error.render());
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}
