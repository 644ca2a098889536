//! The builders of tables and sequences: the same answers as the layers below, limits, cancellation.

use grundy::sequence::{Extent, Method, by_definition, by_kernel, by_rows};
use grundy::solve::rays::How;
use grundy::table::Progress;
use grundy::{Budget, Element, Engine, Error, Limit, Plan, Sequence, Table, Template};
use std::ops::ControlFlow;

fn on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn a_table_is_that_of_its_plan() {
    for (text, max) in
        [("wythoff", 100), ("star-nim a,b,4", 20), ("silver-dollar [a,b]", 30), ("nim a + nim b", 9)]
    {
        let template = Template::parse(text).unwrap();
        let plan = Plan::new(&template, max, Engine::Best).unwrap();
        let planned = plan.table(plan.element(), How::default(), Budget::default(), &mut on).unwrap();
        assert_eq!(Table::of(&template).to(max).compute().unwrap(), planned, "{text}");
        for threads in [0, 1, 3] {
            assert_eq!(Table::of(&template).to(max).threads(threads).compute().unwrap(), planned, "{text}");
        }
        let mut streamed = Table::new(planned.side(), plan.element());
        let place = |n| usize::try_from(n).unwrap();
        Table::of(&template).to(max).for_each(|a, b, value| streamed.set(place(a), place(b), value)).unwrap();
        assert_eq!(streamed, planned, "{text}");
    }
}

#[test]
fn limits_of_a_table_are_kept() {
    let wythoff = grundy::game("wythoff").unwrap();
    for max in [1 << 20, u64::MAX] {
        let refused = Table::of(&wythoff).to(max).compute();
        assert!(matches!(refused, Err(Error::Limit(Limit::Memory { needed, allowed })) if needed > allowed));
    }
    // Twice the memory for cells of twice the width: the limit lies between.
    let wanted = |element| Table::of(&wythoff).to(1000).threads(1).element(element).memory(4 << 20);
    assert!(wanted(Element::U16).compute().is_ok());
    assert!(matches!(wanted(Element::U32).compute(), Err(Error::Limit(Limit::Memory { .. }))));
    let by_definition = Table::of(&wythoff).engine(Engine::Definition);
    let refused = by_definition.budget(Budget::of_positions(50)).compute();
    assert_eq!(refused.unwrap_err(), Error::Limit(Limit::Positions(50)));
    let stopped = Table::of(&wythoff).to(2000).watch(|_| ControlFlow::Break(())).compute();
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
    let mut given = 0;
    let stopped = Table::of(&wythoff).to(2000).for_each(|_, _, _| {
        given += 1;
        if given == 10 { Err(Error::Cancelled) } else { Ok(()) }
    });
    assert_eq!((stopped, given), (Err(Error::Cancelled), 10));
}

#[test]
fn a_sequence_is_that_of_its_definition() {
    for (text, value, method) in [
        ("wythoff", 0, Method::Rows),
        ("star-nim", 3, Method::Rows),
        ("gurvich:a=2,b=3", 0, Method::Kernel),
        ("fraenkel:a=2", 0, Method::Kernel),
        ("gurvich:a=2,b=3", 2, Method::Rays),
        ("fraenkel:a=3", 1, Method::Rays),
    ] {
        let game = grundy::game(text).unwrap();
        let sequence = || Sequence::of(&game).value(value);
        assert_eq!(sequence().method(), method, "{text}, value {value}");
        let slow = by_definition(&game, value, 12, Budget::default()).unwrap();
        assert_eq!(sequence().count(12).unwrap(), slow, "{text}, value {value}");
        let rows = slow[9].0 + 1;
        assert_eq!(sequence().rows(rows).unwrap(), slow[..10], "{text}, value {value}");
        assert_eq!(sequence().count(0).unwrap(), []);
    }
}

/// With blocking, against the definition cell by cell.
#[test]
fn blocked_p_positions_come_from_the_kernel() {
    for text in ["gurvich:a=1,b=2,p=2,q=2", "larsson:a=1,p=2", "gurvich:a=2,b=1,p=1,q=3,reading=as-written"] {
        let game = grundy::game(text).unwrap();
        assert_eq!(Sequence::of(&game).method(), Method::Kernel, "{text}");
        let table = Table::of(&game).to(14).engine(Engine::Definition).compute().unwrap();
        let place = |n: u64| usize::try_from(n).unwrap();
        let zero = |&(x, y): &(u64, u64)| table.get(place(x), place(y)).is_some_and(|value| value.0 == 0);
        let cells = (0..8).flat_map(|x| (x..=14).map(move |y| (x, y)));
        let shown: Vec<(u64, u64)> = cells.filter(zero).collect();
        let found = Sequence::of(&game).rows(8).unwrap();
        let inside: Vec<(u64, u64)> = found.iter().copied().filter(|&(_, y)| y <= 14).collect();
        assert_eq!(inside, shown, "{text}");
        assert_eq!(Sequence::of(&game).count(5).unwrap(), found[..5], "{text}");
        assert!(matches!(Sequence::of(&game).value(1).count(5), Err(Error::Input(_))), "{text}");
    }
}

#[test]
fn methods_agree_where_two_are_there() {
    let wythoff = grundy::game("wythoff").unwrap();
    let family = wythoff.identity().and_then(grundy::Identity::family).unwrap();
    for extent in [Extent::Count(500), Extent::Rows(700)] {
        let rows = by_rows(&wythoff, 0, extent, &mut on).unwrap();
        assert_eq!(by_kernel(family, extent, Budget::default(), &mut on).unwrap(), rows);
    }
}

#[test]
fn limits_of_a_sequence_are_kept() {
    for (text, value) in [("wythoff", 0), ("fraenkel:a=2", 0), ("fraenkel:a=2", 1)] {
        let game = grundy::game(text).unwrap();
        let stopped = Sequence::of(&game).value(value).watch(|_| ControlFlow::Break(())).count(1_000_000);
        assert_eq!(stopped.unwrap_err(), Error::Cancelled, "{text}, value {value}");
    }
    let fraenkel = grundy::game("fraenkel:a=2").unwrap();
    for value in [0, 1] {
        let few = Sequence::of(&fraenkel).value(value).budget(Budget::of_positions(100)).count(10_000);
        assert!(matches!(few, Err(Error::Limit(_))), "value {value}: {few:?}");
    }
    assert!(matches!(Sequence::of(&grundy::game("sharing-nim").unwrap()).count(3), Err(Error::Input(_))));
}
