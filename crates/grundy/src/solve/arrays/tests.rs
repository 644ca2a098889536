use super::Arrays;
use crate::notation::RawPosition;
use crate::notation::rules::parse_inline;
use crate::rules::Written;
use crate::ruleset::{Budget, Ruleset};
use crate::solve::reference::Reference;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Compares the array engine with the definition on all positions up to a corner. Returns whether the ray engine filled the table.
fn compare(text: &str, corner: &[u64]) -> bool {
    let game = Arc::new(Written::new(parse_inline(text).unwrap(), &[]).unwrap());
    let rules = game.progressions().unwrap_or_else(|| panic!("{text}: no progressions"));
    let arrays = Arrays::new(&rules, corner).unwrap();
    let filled = arrays.fill(&mut |_| ControlFlow::Continue(())).unwrap();
    let mut definition = Reference::new(game.clone(), Budget::default());
    let mut cell = vec![0; corner.len()];
    loop {
        let value = game.position(&RawPosition::row(&cell)).ok().map(|p| definition.value(&p).unwrap().0);
        assert_eq!(filled.get(&cell), value, "{text} at {cell:?}");
        let Some(axis) = (0..cell.len()).find(|&axis| cell[axis] < corner[axis]) else {
            return arrays.axes.is_some();
        };
        cell[..axis].fill(0);
        cell[axis] += 1;
    }
}

#[test]
fn tables_are_those_of_the_definition() {
    for text in [
        "{x,y: x-i,y where (x+i) mod 7 != 3; x,y-i where (y+2i) mod 5 != 1; x-i,y-i where i mod 3 = 1}",
        "{x,y: x-i,y-j where 2|i-j| + min(i, 2j) <= 4}",
        "{x,y: x-i, y-j where i + 2j <= 5 and not i in {2, 4..5}}",
        "{x,y: x-i,y; x,y-i; x-i,y+i}",
        "{x,y: x+i,y-i; x-1,y}",
        "{x,y: x-i,y+2i; x,y-i where i in {1,3}}",
        "{x,y where (x+2y) mod 3 != 1: x-i,y; x,y-i; x-1,y-1}",
        "{x,y: y,x where x > y; x-2i,y-3i}",
        "{x,y: x-i,y-j where i mod 4 = 1 and (i+j) mod 3 = 2 and j mod 2 = 1}",
        "{x,y unordered: x-i,y where i in {1,4}; x-i,y-i}",
        "{x,y unordered: x-2i,y+i; x-1,y}",
        "{x,y unordered where x+y != 5: x-i,y; x-i,y-2i}",
    ] {
        compare(text, &[17, 21]);
        compare(text, &[22, 6]);
    }
    compare("{x: x-i where i in {1,3,4} and x mod 5 != 2}", &[200]);
    compare("{x,y,z: x-i,y-j,z-k where i+j+k <= 4; x-i,y,z+i where i <= 2}", &[6, 5, 6]);
    compare("{x,y,z unordered where x+y+z != 5: x-i,y,z; x-i,y-i,z where i <= 2}", &[6, 7, 8]);
    let _ =
        compare("{w,x,y,z: w-i,x-i,y-i,z-i; w-1,x,y,z+1; w,x-2i,y,z; w,x,y-i,z where z > 2}", &[4, 5, 4, 3]);
    compare("{w,x,y,z unordered: w-i,x-i,y,z; w-1,x,y,z}", &[4, 3, 4, 3]);
}

/// Moves that take a step any number of times are told from others.
#[test]
fn steps_are_computed_by_the_ray_engine() {
    for text in [
        "{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i; x-i,y-i,z; x-i,y,z-i; x,y-i,z-i; x-i,y-i,z-i}",
        "{x,y,z: x-i,y-2i,z; x,y-i,z; x-3i,y,z-2i where i>=1}",
    ] {
        assert!(compare(text, &[7, 8, 6]) && compare(text, &[3, 0, 11]), "{text}");
    }
    assert!(compare("{w,x,y,z: w-i,x,y-i,z; w,x-i,y,z; w,x,y,z-i; w-i,x-i,y-2i,z-i}", &[4, 5, 4, 3]));
    for text in [
        "{x,y,z: x-i,y,z where i<=3; x,y-i,z}",
        "{x,y,z: x-i,y,z where x>y; x,y-i,z}",
        "{x,y,z: x-i,y+i,z; x,y-i,z}",
        "{x,y,z: x-i,y-j,z; x,y-i,z}",
        "{x,y,z: x-i,y,z where i mod 2 = 1; x,y-i,z}",
        "{x,y,z: x-i-1,y,z; x,y-i,z}",
        "{x,y,z: x-2i,y,z; x,y-i,z}",
        "{x,y,z where x+y+z > 1: x-i,y,z; x,y-i,z}",
        "{x,y,z unordered: x-i,y,z; x-i,y-i,z}",
    ] {
        assert!(!compare(text, &[6, 5, 4]), "{text}");
    }
}
