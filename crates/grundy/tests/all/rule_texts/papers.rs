//! The games of the papers, written in the notation, against the catalogue.

use super::written;
use grundy::solve::arrays::Arrays;
use grundy::{Budget, Game, Position, RawPosition, Reference, Table, Template};
use std::ops::ControlFlow;
use std::sync::Arc;

fn agree(text: &str, name: &str, size: u64, positions: usize) {
    let (own, theirs): (Game, Game) = (Arc::new(written(text)), grundy::game(name).unwrap());
    let mut seed = 7_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below.max(1)
    };
    let mut engines = (
        Reference::new(Arc::clone(&own), Budget::default()),
        Reference::new(Arc::clone(&theirs), Budget::default()),
    );
    for _ in 0..positions {
        let position: Position = own.sample(size, &mut draw);
        let other = theirs.position(&RawPosition::row(position.piles().unwrap())).unwrap();
        assert_eq!(engines.0.value(&position), engines.1.value(&other), "{text} and {name} at {position}");
    }
}

#[test]
fn games_of_the_papers_agree_with_the_catalogue() {
    agree("{x,y: x-i,y; x,y-i; x-i,y-i}", "wythoff", 60, 300);
    agree("{x,y: x-i,y where x >= y; x,y-i where y >= x; x-i,y-i}", "r-wythoff", 60, 300);
    agree("{x,y where not (x=0 and y=0): x-i,y; x,y-i}", "star-nim", 60, 300);
    agree("{x,y,z unordered: x-i,y+i,z where x-i >= y+i}", "sharing-nim", 24, 200);
    agree("{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}", "gurvich:a=2,b=3", 30, 200);
    agree("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", "nim", 14, 200);
}

/// The same games: rules or a name of the library, the game of the catalogue, and a slice of both.
const SAME: &[(&str, &str, &str)] = &[
    ("joined", "star-nim", "a,b"),
    ("restricted", "r-wythoff", "a,b"),
    ("sharing", "sharing-nim", "0,a,b"),
    ("wide:a=2,b=3", "gurvich:a=2,b=3", "a,b"),
    ("wide:a=1,b=2", "gurvich:a=1,b=2", "a,b"),
    ("{x,y: x-i,y; x,y-i; x-i,y-i}", "wythoff", "a,b"),
    ("{x,y: x-i,y; x,y-i}", "nim", "a,b"),
    ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}", "nim", "a,b,2"),
    ("{x,y where x>0 or y>0: x-i,y; x,y-i}", "star-nim", "a,b"),
    (
        "{x,y,z where x>0 and y>0 or x>0 and z>0 or y>0 and z>0: x-i,y,z; x,y-i,z; x,y,z-i}",
        "star-nim",
        "a,b,3",
    ),
];

/// The slices of both games.
fn slices(own: &str, theirs: &str, at: &str) -> [Template; 2] {
    [own, theirs].map(|text| Template::slice(Template::parse(text).unwrap().game(), at).unwrap())
}

#[test]
fn library_and_catalogue_agree_by_the_definition() {
    for (own, theirs, at) in SAME {
        let mut engines = Vec::new();
        for slice in slices(own, theirs, at) {
            engines.push((Reference::new(Game::clone(slice.game()), Budget::default()), slice));
        }
        for (a, b) in (0..=16).flat_map(|a| (0..=16).map(move |b| (a, b))) {
            let mut values = engines.iter_mut().map(|(engine, slice)| {
                let position = slice.at(&[("a", a), ("b", b)]).ok();
                position.map(|position| engine.value(&position).unwrap())
            });
            let (one, other) = (values.next().unwrap(), values.next().unwrap());
            assert_eq!(one, other, "{own} and {theirs} at {a},{b} of {at}");
        }
    }
}

/// A million cells by the fastest engine.
#[test]
fn large_tables_of_library_and_catalogue_agree() {
    const MAX: u64 = 999;
    for (own, theirs, at) in SAME {
        let [one, other] = slices(own, theirs, at).map(|slice| Table::of(slice).to(MAX).compute().unwrap());
        for a in 0..one.side() {
            assert!(one.row(a).eq(other.row(a)), "{own} and {theirs}, row {a} of {at}");
        }
    }
}

/// The array engine, which these games do not need, against the ray engine.
fn arrays_agree(max: u64) {
    for (own, _, at) in SAME.iter().filter(|(.., at)| *at == "a,b") {
        let slice = Template::slice(Template::parse(own).unwrap().game(), at).unwrap();
        let table = Table::of(&slice).to(max).compute().unwrap();
        let rules = slice.game().progressions().unwrap();
        let filled =
            Arrays::new(&rules, &[max, max]).unwrap().fill(&mut |_| ControlFlow::Continue(())).unwrap();
        for (a, b) in (0..=max).flat_map(|a| (0..=max).map(move |b| (a, b))) {
            let cell = table.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap());
            assert_eq!(filled.get(&[a, b]), cell.map(|value| value.0), "{own} at {a},{b}");
        }
    }
}

#[test]
fn the_array_engine_agrees_with_the_ray_engine() {
    arrays_agree(120);
}

#[test]
#[ignore = "minutes"]
fn the_array_engine_agrees_with_the_ray_engine_on_a_million_cells() {
    arrays_agree(999);
}
