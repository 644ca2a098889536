//! The games of the papers, written in the notation, against the catalogue.

use super::written;
use grundy::{Budget, Game, Position, RawPosition, Reference};
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
