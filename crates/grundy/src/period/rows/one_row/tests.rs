use super::*;
use crate::geometry::Symmetric;

/// A search for a row with nothing known of the rows below.
fn row(shape: Symmetric, row: u64) -> OneRow {
    OneRow::new(&RowGame::from(shape), row, 1, 0).unwrap()
}

/// All states of a search, some columns apart.
fn states(mut one: OneRow, columns: u64) -> Vec<OneRow> {
    let mut states = vec![one.clone()];
    let mut filled = 0;
    while one.phase != Phase::Proved {
        assert!(one.advance(columns, None, &mut filled).unwrap());
        states.push(one.clone());
    }
    states
}

fn restored(one: &OneRow) -> Result<OneRow, BadState> {
    let mut to = Writer::new(9, 9);
    one.write(&mut to);
    let bytes = to.finish();
    let mut from = Reader::new(&bytes, 9, 9).unwrap();
    let game = RowGame::from(Symmetric::WYTHOFF);
    let read = OneRow::read(&mut from, &game)?;
    from.finish().map(|()| read)
}

/// A name for each phase.
fn phase(one: &OneRow) -> usize {
    match one.phase {
        Phase::Search(_) => 0,
        Phase::Settle(_) => 1,
        Phase::Own(..) => 2,
        Phase::Preperiod(_) => 3,
        Phase::Witness(..) => 4,
        Phase::Proved => 5,
    }
}

#[test]
fn states_are_stored_up_to_a_number_and_a_size() {
    for (bytes, expected) in [
        (0, 512),
        (1, 512),
        (1 << 19, 512),
        ((1 << 19) + 1, 511),
        (1 << 20, 256),
        (1 << 26, 4),
        (1 << 27, 2),
        (1 << 28, 2),
        (u64::MAX, 2),
    ] {
        assert_eq!(most_stored(bytes), expected, "{bytes}");
    }
}

/// Row 14 of Wythoff's game repeats from column 613 on, after more states than are stored.
#[test]
fn few_stored_states_suffice() {
    let mut last = row(Symmetric::WYTHOFF, 14);
    let (mut steps, mut filled) = (0, 0);
    while last.phase != Phase::Proved {
        assert!(last.advance(10_000, None, &mut filled).unwrap());
        steps += 1;
        if steps % 100 == 0 {
            assert_eq!(restored(&last).as_ref(), Ok(&last));
        }
        if last.compared == 600 {
            assert_eq!(last.kept.as_ref().map(Run::column), Some(512));
        }
    }
    let found = (last.state_from, last.state_period, last.preperiod, last.length);
    assert_eq!(found, (613, 96, 613, 96));
    assert_eq!((last.met.len(), last.kept.as_ref().map(Run::column)), (512, Some(1024)));
    // The period of the rows below gives the same with fewer states.
    let with = states(OneRow::new(&RowGame::from(Symmetric::WYTHOFF), 14, 96, 500).unwrap(), 77);
    let with = with.last().unwrap();
    assert_eq!(found, (with.state_from, with.state_period, with.preperiod, with.length));
    assert_eq!((&with.witnesses, with.met.len()), (&last.witnesses, 3));
    // A later run begins at the nearest state that is stored.
    for column in [0, 5, 511, 512, 900, 1024, 2000] {
        let nearest = if column < 1024 { column.min(511) } else { 1024 };
        assert_eq!(last.nearest(column).unwrap().column(), nearest);
    }
}

/// Row 6 has the period 12, and the rows up to it 24: a search with all phases.
#[test]
fn numbers_that_do_not_fit_together_are_refused() {
    const FAR: u64 = 1 << 62;
    let all = states(row(Symmetric::WYTHOFF, 6), 3);
    let found = all.last().unwrap();
    assert_eq!((found.state_from, found.state_period, found.preperiod, found.length), (37, 24, 37, 12));
    assert_eq!(found.witnesses.len(), 2);
    for one in &all {
        assert_eq!(restored(one).as_ref(), Ok(one));
    }
    let in_phase = |number: usize| all.iter().rfind(|one| phase(one) == number).unwrap().clone();
    let refused = |number: usize, change: &dyn Fn(&mut OneRow)| {
        let mut one = in_phase(number);
        assert!(one.is_sound());
        change(&mut one);
        assert!(!one.is_sound(), "{one:?}");
    };
    let at = |column: u64| {
        let mut run = found.rows.start().unwrap();
        run.advance(column).unwrap();
        run
    };
    let lagged = |behind: u64| Lagged { behind: at(behind), ahead: at(behind + 24), from: 0, lag: 24 };
    for number in 0..=5 {
        refused(number, &|one| one.preperiod = FAR);
        refused(number, &|one| one.state_from = FAR);
        refused(number, &|one| one.met[3] = at(4));
        refused(number, &|one| one.compared = 1);
        // 60 is no power of 2.
        refused(number, &|one| one.kept = Some(at(60)));
        refused(number, &|one| {
            one.met.truncate(1);
            one.compared = 2;
        });
    }
    for number in 1..=5 {
        refused(number, &|one| {
            one.met.clear();
            one.compared = 0;
        });
    }
    let mut new = row(Symmetric::WYTHOFF, 6);
    new.lower = 0;
    assert!(!new.is_sound());
    refused(0, &|one| one.phase = Phase::Search(at(one.compared + 1)));
    refused(1, &|one| one.state_period = 0);
    refused(2, &|one| one.phase = Phase::Own(lagged(37 + one.length + 1), 2, None));
    refused(3, &|one| one.length = 0);
    refused(3, &|one| one.phase = Phase::Preperiod(lagged(38)));
    refused(4, &|one| one.length = 0);
    refused(5, &|one| one.length = 0);
    // States beyond those that are stored, of which the last one is that of a power of 2.
    let mut one = in_phase(0);
    one.kept = Some(at(32));
    assert!(one.is_sound());
    for prime in [0, 1, 2, 3, 4, 5, 24, 36] {
        for number in [2, 4] {
            let mut one = in_phase(number);
            let length = one.length;
            match &mut one.phase {
                Phase::Own(_, tried, _) | Phase::Witness(_, tried) => *tried = prime,
                _ => unreachable!("{number}"),
            }
            let wrong = prime < 2 || !length.is_multiple_of(prime);
            assert_eq!(restored(&one).is_err(), wrong, "{prime}");
        }
    }
}
