//! Bounds of values against tables from the definition.

use crate::common::parsed;
use grundy::theorem::UBig;
use grundy::theorem::bounds::near;
use grundy::theorem::farr_ho::bounds;
use grundy::{Engine, Error, Limits, Table, Template, answer};

/// Games of rays: free axes, widths, holes, steps that are longer or that raise y, and guards.
#[test]
fn values_lie_between_the_bounds() {
    const MAX: u64 = 40;
    let games = [
        ("nim", true),
        ("wythoff", true),
        ("star-nim", true),
        ("fraenkel:a=3", true),
        ("exile", true),
        ("gdwn:p=1,q=2", true),
        ("gdwn:p=2,q=3", true),
        ("{x,y where not (x=0 and y=0) and not (x=3 and y=5): x-i,y; x,y-i; x-2i,y-i}", true),
        ("{x,y: x,y-i; x-i,y+i}", true),
        ("{x,y: x,y-i; x-2i,y-3i; x-i,y+2i}", true),
        ("{x,y: x-i,y; x,y-i where x >= y; x-i,y-i}", true),
        // The row moves are wide, or y cannot always be lowered.
        ("gurvich:a=2,b=3", false),
        ("{x,y: x-i,y-i; x-i,y-2i}", false),
    ];
    for (name, has_bounds) in games {
        let template = Template::parse(name).unwrap();
        let geometry = template.geometry().unwrap();
        let rays = geometry.rays().unwrap();
        let table = Table::of(template.clone()).to(MAX).engine(Engine::Definition).compute().unwrap();
        let mut close = 0;
        for x in 0..=MAX {
            for y in 0..=MAX {
                let at = |n: u64| usize::try_from(n).unwrap();
                let Some(value) = table.get(at(x), at(y)).map(|value| UBig::from(value.0)) else { continue };
                let Some((least, greatest)) = near(rays, &x.into(), &y.into()) else { continue };
                assert!(
                    least <= value && value <= greatest,
                    "{name} {x},{y}: {value} is not in {least}..={greatest}"
                );
                close += usize::from(least > UBig::ZERO);
            }
        }
        assert_eq!(close > 50, has_bounds, "{name}: {close}");
    }
}

/// Three and four strips, and that the planner gives the bounds.
#[test]
fn values_of_strips_lie_between_the_bounds() {
    let value = |text: &str| {
        let (game, position) = parsed(text);
        answer(&game, &position, Limits::default()).unwrap()
    };
    for squares in [[1, 2, 9], [3, 4, 20], [5, 5, 5], [2, 7, 30], [6, 1, 11], [8, 9, 40]] {
        for fourth in [None, Some(3)] {
            let numbers: Vec<UBig> =
                squares.into_iter().chain(fourth).map(|square: u32| square.into()).collect();
            let text: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let (least, greatest) = bounds(&numbers).unwrap();
            let value = value(&format!("star-nim {}", text.join(","))).value.unwrap();
            assert!(least <= value && value <= greatest, "{text:?}: {value} is not in {least}..={greatest}");
        }
    }
    assert_eq!(bounds(&[UBig::ZERO, UBig::ONE]), None);
    let far = UBig::from(10u8).pow(30);
    let between = |text: &str| {
        let (game, position) = parsed(text);
        match answer(&game, &position, Limits::default()) {
            Ok(answer) => answer.open.unwrap().between.unwrap(),
            Err(Error::Unanswered(unanswered)) => unanswered.between.unwrap(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(between(&format!("star-nim 3000,4000,{far}")), (&far - 7000u16, &far + 6998u16));
    assert_eq!(between(&format!("wythoff 3000,{far}")), (&far - 6000u16, &far + 3000u16));
    let own = format!("{{x,y: x-i,y; x,y-i; x-3i,y-i}} 3000,{far}");
    assert_eq!(between(&own), (&far - 4000u16, &far + 4000u16));
}
