//! Normal forms of rules: spellings of one game share it, and different games never do.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use grundy::catalog::{GAMES, read_rules, rules_of};
use grundy::rules::LIBRARY;
use grundy::{Game, Position, RawPosition, Ruleset, options};
use std::collections::HashMap;

fn normal(text: &str) -> String {
    let game = grundy::game(text).unwrap_or_else(|error| panic!("{}", error.render()));
    game.normal_form().unwrap().to_string()
}

#[test]
fn spellings_of_one_game_share_it() {
    let groups: &[(&str, &[&str])] = &[
        ("wythoff", &["wythoff", "fraenkel:a=1", "gurvich:a=1,b=1", "larsson:a=1,p=1", "wide:a=1,b=1"]),
        ("wythoff", &["{x,y: x-i,y; x,y-i; x-i,y-i}", "{p,q: p-j,q-j; p,q-i; p-i,q}"]),
        ("wythoff", &["{x,y: x-i,y-j where i=j or i=0 or j=0}"]),
        ("gurvich:a=2,b=3", &["{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}", "wide:a=2,b=3"]),
        ("r-wythoff", &["r-wythoff", "restricted", "{x,y: x-i,y where x>=y; x,y-i where y>=x; x-i,y-i}"]),
        ("nim x,y", &["{x,y: x-i,y; x,y-i}", "{a,b: a,b-n; a-n,b}"]),
        ("nim x,y,z", &["{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}"]),
        ("star-nim x,y", &["joined", "{x,y where x+y>0: x-i,y; x,y-i}"]),
        ("sharing-nim x,y,z", &["sharing", "{a,b,c unordered: a-n,b+n,c where b+n <= a-n}"]),
        (
            "{x, y: x - i, y; x - i, y - 2i; x, y - i}",
            &[
                "{x,y: x-i,y; x,y-i; x-i,y-2i}",
                "{u,v: u-j,v-2*j; u,v-i; u-i,v}",
                "{x,y: x,y-i; x-i,y; x-k,y-k-k}",
            ],
        ),
        ("{x: x - i where i in {1, 3, 4}}", &["take-1-3-4", "{n: n-k where k in {1,3,4}}"]),
        (
            "{x, y: x - i, y; x - i, y + i; x - i, y - i; x, y - i}",
            &[
                "exile",
                "{a,b: a-k,b+k; a-k,b; a,b-k; a-k,b-k}",
                "{x,y: x-i,i+y; x-i,y-i; x-i,y; x,y-i; x,y-j}",
            ],
        ),
        (
            "{x, y: x - i, y where x mod 2 < i or y <= 3; x, y - 1}",
            &[
                "{x,y: x,y-1; x-i,y where 3 >= y or i > x mod 2}",
                "{p,q: p-t,q where q <= 2+1 or t > p mod 2; p,q-1}",
            ],
        ),
    ];
    for (form, spellings) in groups {
        for spelling in *spellings {
            assert_eq!(normal(spelling), *form, "{spelling}");
        }
    }
}

/// The options of some tuples, in order; nothing for those that are not positions.
type Moves = Vec<Option<Vec<Position>>>;

/// The options of the positions with small numbers. They determine small games, not large ones.
fn small(game: &Game, numbers: usize) -> Moves {
    const SIDE: u64 = 6;
    let count = SIDE.pow(u32::try_from(numbers).unwrap());
    let tuple =
        |n: u64| (0..numbers).map(|place| n / SIDE.pow(u32::try_from(place).unwrap()) % SIDE).collect();
    (0..count)
        .map(|n| {
            let row: Vec<u64> = tuple(n);
            let position = game.position(&RawPosition::row(&row)).ok()?;
            let mut all = options(game.as_ref(), &position, 10_000).unwrap();
            all.sort_by_key(ToString::to_string);
            Some(all)
        })
        .collect()
}

/// Rules of two numbers that differ in small ways.
fn variants() -> Vec<String> {
    let moves = [
        "x-i,y",
        "x,y-i",
        "x-i,y-i",
        "x-i,y-2i",
        "x-2i,y-i",
        "x-i,y+i",
        "x-i,y where i<=2",
        "x-i,y where x>=y",
        "x-i,y where x>y",
        "x,y-i where (x+i) mod 2=0",
        "x-i,y-j where |i-j|<2",
        "x-i,y where i in {1,3}",
        "x-1,y",
        "x-i,y where y<=3",
        "x-i,y where y<3",
    ];
    let mut all = Vec::new();
    for (index, one) in moves.iter().enumerate() {
        all.push(format!("{{x,y: {one}}}"));
        for other in &moves[index + 1..] {
            all.push(format!("{{x,y: {one}; {other}}}"));
            all.push(format!("{{x,y where x+y>0: {other}; {one}}}"));
        }
    }
    all
}

#[test]
fn different_games_never_share_it() {
    let mut seen: HashMap<String, (String, Moves)> = HashMap::new();
    let mut texts = variants();
    for bundled in LIBRARY {
        let rules = bundled.rules().unwrap();
        for number in 1..=3 {
            let given: Vec<String> = rules
                .parameters
                .iter()
                .map(|p| format!("{}={}", p.letter.name, p.least.max(number)))
                .collect();
            let join = if given.is_empty() { "" } else { ":" };
            texts.push(format!("{}{join}{}", bundled.name, given.join(",")));
        }
    }
    let mut shared = 0;
    for text in texts {
        let game = grundy::game(&text).unwrap_or_else(|error| panic!("{}", error.render()));
        let numbers =
            rules_of(&text).unwrap().unwrap().inline().split(':').next().unwrap().matches(',').count() + 1;
        let found = small(&game, numbers.min(3));
        let form = game.normal_form().unwrap().to_string();
        if let Some((other, options)) = seen.get(&form) {
            shared += usize::from(*other != text);
            assert!(*options == found, "{text} and {other} are both {form}");
        }
        seen.insert(form, (text, found));
    }
    assert!(shared >= 20, "some of these are the same game: {shared}");
}

#[test]
fn a_text_in_normal_form_is_its_own() {
    for text in variants() {
        let form = normal(&text);
        if form.starts_with('{') {
            assert_eq!(normal(&form), form, "{text}");
            assert_eq!(
                small(&grundy::game(&form).unwrap(), 2),
                small(&grundy::game(&text).unwrap(), 2),
                "{text}"
            );
        }
    }
}

#[test]
fn games_of_the_catalogue_have_their_names() {
    let mut forms: Vec<String> = GAMES
        .iter()
        .filter_map(|entry| grundy::parse(entry.example).unwrap().0.normal_form())
        .map(|form| form.to_string())
        .collect();
    let count = forms.len();
    assert!(count >= 13, "{forms:?}");
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), count);
    assert_eq!(normal("larsson:a=1,p=2"), normal("gurvich:a=1,b=1,p=2,q=1,reading=as-written"));
    assert_ne!(normal("larsson:a=1,p=2"), normal("gurvich:a=1,b=1,p=2,q=1"));
    assert_eq!(normal("{x,y: x-i,y; x,y-i; x-i,y-i}@block=2"), "(wythoff)@block=2");
}

#[test]
fn rule_texts_are_read_with_their_parameters() {
    let file =
        "# a comment\ngame pairs(p >= 1, q >= 1)\nposition x, y\nmove x - p*i, y - q*i where i <= p + q\n";
    let rules = read_rules(file, &[("q", 3), ("p", 2)]).unwrap();
    assert_eq!(rules.inline(), "{x, y: x - 2i, y - 3i where i <= 2 + 3}");
    assert_eq!(rules.normal_form().unwrap().as_str(), "{x, y: x - 2i, y - 3i where i <= 5}");
    assert_eq!(normal(&rules.inline()), rules.normal_form().unwrap().as_str());
    let wrong = read_rules(file, &[("p", 1)]).unwrap_err();
    assert_eq!(wrong.message, "parameter `q` is missing");
    let wrong = read_rules("game a\nposition x\nmove x - i*x\n", &[]).unwrap_err();
    assert!(wrong.message.starts_with("line 3: this is not linear"), "{}", wrong.message);
    let wrong = read_rules("{x,y: x-i,y+j}", &[]).unwrap_err();
    assert_eq!((wrong.text.as_str(), wrong.span.unwrap().start), ("{x,y: x-i,y+j}", 12));
    assert!(read_rules("", &[]).is_err() && read_rules("{x: x-i} 3", &[]).is_err());
}
