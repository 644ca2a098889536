use super::super::plan::Method;
use super::super::{Engine, Plan};
use crate::catalog::Template;
use crate::ruleset::Budget;
use crate::solve::rays::How;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

type Cells = BTreeMap<(u64, u64), u64>;

/// The cells of a table by the engine of the processor.
fn expected(plan: &Plan<'_>) -> Cells {
    let mut cells = Cells::new();
    let watch = &mut |_| ControlFlow::Continue(());
    let made = plan.for_each(How::default(), Budget::default(), watch, &mut |a, b, value| {
        assert_eq!(cells.insert((a, b), value), None, "each cell once");
        Ok(())
    });
    made.unwrap();
    cells
}

/// The same by the twin of the kernel.
fn by_twin(plan: &Plan<'_>, max: u64) -> Cells {
    let mut state = 7_u64;
    let choose = &mut |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % count
    };
    let mut cells = Cells::new();
    let mut put = |a, b, value| {
        assert_eq!(cells.insert((a, b), value), None);
        Ok(())
    };
    match &plan.method {
        Method::Box(slice) => slice
            .on_device(max)
            .unwrap()
            .for_each_by_twin(choose, &mut |a, b, value| slice.show(a, b, value, &mut put)),
        Method::Arrays(slice) => slice
            .on_device(max)
            .unwrap()
            .for_each_by_twin(choose, &mut |a, b, value| put(a, b, u64::from(value))),
        _ => panic!("this is no box"),
    }
    cells
}

/// Tables of boxes, as a GPU computes them.
#[test]
fn the_twin_gives_the_same_tables() {
    for (text, max) in [
        ("star-nim a,b,9", 12),
        ("star-nim a,12,b", 12),
        ("star-nim a,b,2,3", 7),
        ("star-nim a,a,b", 9),
        ("star-nim a,b,b,a", 5),
        ("star-nim b,a", 15),
        ("nim a,3,b,3", 6),
        ("nim a,b,1,1,2", 3),
        ("silver-dollar [a,b]", 40),
        ("silver-dollar [3,a,b]", 14),
        ("silver-dollar [a,b,15]", 12),
        ("star-silver-dollar [a],[b,9]", 12),
        ("star-silver-dollar [a,b],[4]", 12),
        ("star-silver-dollar [a,7],[b],[2]", 7),
        ("welter [a,b,5]", 10),
        ("star-welter [a],[1,b]", 12),
        ("star-welter [a,b],[4]", 10),
        ("wythoff-3-any 9,a,b", 11),
        ("wythoff-3-all a,4,b", 11),
        ("wythoff-3-any a,a,b", 9),
        ("{x,y,z where x+y>2: x-i,y,z; x,y-i,z; x,y,z-i} a,b,6", 9),
        ("{x,y,z where x+y>z or (x+2y+z) mod 3 = 1: x-i,y,z; x,y-i,z; x,y,z-i} 7,a,b", 9),
        ("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i; x-2i,y-i,z-3i} a,b,10", 10),
        ("{w,x,y,z: w-i,x-i,y,z; w,x,y-i,z; w,x,y-2i,z-i; w,x-i,y-i,z-i} a,b,4,5", 6),
    ] {
        let template = Template::parse(text).unwrap();
        let plan = Plan::new(&template, max, Engine::Best).unwrap();
        let (wanted, made) = (expected(&plan), by_twin(&plan, max));
        assert!(!wanted.is_empty() && made == wanted, "{text}: {} and {}", made.len(), wanted.len());
        assert!(plan.bytes_on_device(u64::MAX).is_some_and(|needed| needed.is_ok()), "{text}");
    }
}

/// What is needed is told, with what does not fit and what no GPU computes.
#[test]
fn the_memory_of_a_box_is_told() {
    let needed = |text: &str, max: u64, usable: u64| {
        let template = Template::parse(text).unwrap();
        Plan::new(&template, max, Engine::Best).unwrap().bytes_on_device(usable)
    };
    // A million sets of 3000 bits.
    let bytes = needed("star-nim a,b,1000", 1000, 8 << 30).unwrap().unwrap();
    assert!((900 << 20..1100 << 20).contains(&bytes), "{bytes}");
    assert_eq!(needed("star-nim a,b,1000", 1000, bytes - 1), Some(Err(bytes)));
    // The sets of the third direction are many, and long.
    assert!(needed("star-nim a,b,2", 16_383, 128 << 30).is_some_and(|needed| needed.is_err()));
    assert_eq!(needed("kayles a,b", 20, 8 << 30), None);
    assert_eq!(needed("{x,y,z unordered: x-i,y,z} a,b,3", 20, 8 << 30), None);
}
