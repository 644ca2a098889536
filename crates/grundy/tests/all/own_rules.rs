//! Rulesets of other crates: tables, sequences and row periods come from the geometry they declare, and theorems do not apply.

use grundy::notation::{InputError, RawPosition};
use grundy::period::RowSearch;
use grundy::rules::{SilverDollar, Wythoff};
use grundy::ruleset::{Stop, Visitor};
use grundy::sequence::{Method, by_definition};
use grundy::theorem::UBig;
use grundy::{
    Board, Budget, Engine, Error, Game, Geometry, Limits, Nimber, Outcome, Plan, Plane, Position, Ruleset,
    Sequence, Symmetric, Table, Template, answer,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Wythoff's game under another name: a queen moves towards the corner of a board.
#[derive(Debug)]
struct CornerTheQueen;

impl Ruleset for CornerTheQueen {
    fn name(&self) -> String {
        "corner the queen".to_owned()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        Wythoff.position(raw)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let Some(&[x, y]) = position.piles() else { unreachable!("positions have two numbers") };
        (0..x).try_for_each(|to| visit(&Position::from_piles(&[to, y])))?;
        (0..y).try_for_each(|to| visit(&Position::from_piles(&[x, to])))?;
        (1..=x.min(y)).try_for_each(|by| visit(&Position::from_piles(&[x - by, y - by])))
    }

    fn board(&self) -> Board {
        Board::Piles
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position::from_piles(&[draw(size + 1), draw(size + 1)])
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: false })
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        Some(Symmetric::WYTHOFF.into())
    }
}

/// Silver Dollar on strips whose square 0 cannot be entered.
#[derive(Debug)]
struct Fenced;

fn is_fenced(strips: &[&[u64]]) -> bool {
    strips.iter().all(|strip| strip.first() != Some(&0) && strip.is_sorted_by(|lower, higher| lower < higher))
}

impl Ruleset for Fenced {
    fn name(&self) -> String {
        "fenced".to_owned()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let RawPosition::Strips(strips, span) = raw else {
            return Err(InputError::at(raw.span(), "this game is played on strips").hint("e.g. [2,5],[3]"));
        };
        let number = |text: &str| text.parse().map_err(|_| InputError::at(*span, "these are not squares"));
        let squares: Vec<Vec<u64>> = strips
            .iter()
            .map(|(strip, _)| strip.iter().map(|square| number(&square.text)).collect())
            .collect::<Result<_, _>>()?;
        let squares: Vec<&[u64]> = squares.iter().map(Vec::as_slice).collect();
        if is_fenced(&squares) {
            Ok(Position::from_strips(&squares))
        } else {
            Err(InputError::at(*span, "squares increase, and none is 0"))
        }
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let strips: Vec<&[u64]> =
            position.strips().expect("positions have strips").iter().map(AsRef::as_ref).collect();
        for (i, strip) in strips.iter().enumerate() {
            let mut lowest = 1;
            for (token, &square) in strip.iter().enumerate() {
                for to in lowest..square {
                    let mut moved = strip.to_vec();
                    moved[token] = to;
                    let option: Vec<&[u64]> = [&strips[..i], &[moved.as_slice()], &strips[i + 1..]].concat();
                    visit(&Position::from_strips(&option))?;
                }
                lowest = square + 1;
            }
        }
        Ok(())
    }

    fn board(&self) -> Board {
        Board::Strips { shared: 0 }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position::from_strips(&[&[1 + draw(size + 1)]])
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a,b]", triangle: true })
    }

    fn geometry(&self, lengths: &[usize]) -> Option<Geometry> {
        let lengths = lengths.to_vec();
        Some(Geometry::Lowering(Arc::new(move |numbers| {
            let mut rest = numbers;
            lengths.iter().all(|&length| {
                let (strip, others) = rest.split_at(length);
                rest = others;
                is_fenced(&[strip])
            })
        })))
    }
}

#[test]
fn a_game_of_two_piles_has_tables_by_its_rays() {
    let game: Game = Arc::new(CornerTheQueen);
    let template = Template::of_game(&game).unwrap();
    assert_eq!(Plan::new(&template, 60, Engine::Best).unwrap().by(), "ray engine");
    let fast = Table::of(&game).to(60).compute().unwrap();
    let slow = Table::of(&game).to(60).engine(Engine::Definition).element(fast.element()).compute().unwrap();
    assert_eq!(fast, slow);
    assert_eq!(fast, Table::of(&grundy::game("wythoff").unwrap()).to(60).compute().unwrap());
}

#[test]
fn a_game_of_two_piles_has_sequences_and_row_periods() {
    let game: Game = Arc::new(CornerTheQueen);
    for value in [0, 1, 7] {
        let sequence = Sequence::of(&game).value(value);
        assert_eq!(sequence.method(), Method::Rows);
        let slow = by_definition(&game, value, 12, Budget::default()).unwrap();
        assert_eq!(sequence.count(12).unwrap(), slow, "value {value}");
    }
    let periods = |game: &Game| {
        let mut search = RowSearch::of(game, 4, None).unwrap();
        assert!(search.finish(&mut |_| ControlFlow::Continue(())).unwrap());
        search.proofs().iter().map(|proof| proof.period).collect::<Vec<_>>()
    };
    let own = periods(&game);
    assert_eq!(own, periods(&grundy::game("wythoff").unwrap()));
    // The period of row 4 holds in the table.
    let table = Table::of(&game).to(own[4].preperiod + 2 * own[4].length).compute().unwrap();
    let row: Vec<u64> = table.row(4).map(|value| value.unwrap().0).collect();
    let (preperiod, length) =
        (usize::try_from(own[4].preperiod).unwrap(), usize::try_from(own[4].length).unwrap());
    assert!((preperiod..=preperiod + length).all(|b| row[b + length] == row[b] + own[4].saltus));
}

#[test]
fn no_theorem_is_applied_to_rules_from_outside() {
    let game: Game = Arc::new(CornerTheQueen);
    assert_eq!(game.identity(), None);
    let near = answer(&game, &Position::from_piles(&[3, 5]), Limits::default()).unwrap();
    assert_eq!(near.outcome, Outcome::Previous);
    assert!(!near.by.contains("Wythoff"), "{}", near.by);
    // A P-position of Wythoff's game that no engine reaches.
    let far = Position::from_piles(&[1_618_033_988_749, 2_618_033_988_749]);
    let wythoff = answer(&grundy::game("wythoff").unwrap(), &far, Limits::default()).unwrap();
    assert!(wythoff.by.contains("Wythoff"), "{}", wythoff.by);
    assert!(matches!(answer(&game, &far, Limits::default()), Err(Error::Unanswered(_))));
}

#[test]
fn a_game_of_strips_agrees_with_its_definition() {
    let game: Game = Arc::new(Fenced);
    for (slice, max) in [("[a,b]", 20), ("[a],[b]", 15), ("[a,9],[b]", 12), ("[2,a,b]", 14)] {
        let fast = Table::of(&game).slice(slice).to(max).engine(Engine::Rays).compute().unwrap();
        let slow = Table::of(&game).slice(slice).to(max).engine(Engine::Definition);
        assert_eq!(fast, slow.element(fast.element()).compute().unwrap(), "{slice}");
    }
    // Without the fence it is Silver Dollar, one square further.
    let dollar: Game = Arc::new(SilverDollar);
    let (own, dollar) = (
        Table::of(&game).to(20).compute().unwrap(),
        Table::of(&dollar).slice("[a,b]").to(19).compute().unwrap(),
    );
    assert!(own.row(0).all(|value| value.is_none()));
    for (a, b) in (0..20).flat_map(|a| (0..20).map(move |b| (a, b))) {
        assert_eq!(own.get(a + 1, b + 1), dollar.get(a, b), "[{a},{b}]");
    }
    let position = Position::from_strips(&[&[3, 9], &[5]]);
    let answer = answer(&game, &position, Limits::default()).unwrap();
    // Gaps pair up: 9-3-1 = 5 on the first strip, 5-1 = 4 on the second.
    assert_eq!((answer.value, answer.outcome), (Some(UBig::from(5_u8 ^ 4)), Outcome::Next));
    assert_eq!(game.show(&answer.winning[0]), "[3,8],[5]");
}

#[test]
fn what_is_wrong_with_a_slice_is_said() {
    let game: Game = Arc::new(Fenced);
    let message = |table: grundy::TableBuilder<'_>| table.compute().unwrap_err().to_string();
    assert_eq!(message(Table::of(&game).slice("[a],[3]")), "this does not say which two numbers vary");
    assert_eq!(message(Table::of(&game).slice("")), "`` is not a position");
    let sum = grundy::parse("nim 3 + nim 4").unwrap().0;
    assert_eq!(message(Table::of(&sum)), "this does not say which two numbers vary");
    let error = Table::of(&game).slice("[a,,b]").compute().unwrap_err();
    let Error::Input(error) = error else { panic!("{error}") };
    assert_eq!(error.render().lines().nth(1), Some("  game [a,,b]"));
    let template = Template::parse("nim a + nim b").unwrap();
    assert_eq!(Table::of(&template).to(9).compute().unwrap().get(5, 3), Some(Nimber(6)));
}
