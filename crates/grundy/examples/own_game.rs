//! A game of one's own. Subtract a square: take 1, 4, 9, .. counters from a pile. Rules are enough for values and winning moves.

use grundy::notation::{InputError, RawPosition};
use grundy::ruleset::{Stop, Visitor};
use grundy::{Game, Limits, Outcome, Position, Ruleset, answer};
use std::sync::Arc;

#[derive(Debug)]
struct SubtractASquare;
impl Ruleset for SubtractASquare {
    fn name(&self) -> String {
        "subtract-a-square".to_owned()
    }
    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        grundy::rules::Nim.position(raw) // Any number of piles.
    }
    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = position.piles().unwrap_or_default();
        for (i, &pile) in piles.iter().enumerate() {
            for square in (1..).map(|n| n * n).take_while(|square| *square <= pile) {
                let mut option = piles.to_vec();
                option[i] -= square;
                visit(&Position::from_piles(&option))?;
            }
        }
        Ok(())
    }
    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position::from_piles(&[draw(size + 1), draw(size + 1)])
    }
}
fn main() -> Result<(), grundy::Error> {
    let game: Game = Arc::new(SubtractASquare);
    let here = |piles: &[u64]| answer(&game, &Position::from_piles(piles), Limits::default());
    let is_lost = |pile: &u64| here(&[*pile]).is_ok_and(|here| here.outcome == Outcome::Previous);
    let lost: Vec<u64> = (0..40).filter(is_lost).collect();
    assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]); // OEIS A030193
    assert_eq!(game.show(&here(&[20, 30])?.winning[0]), "20,5"); // 20 and 5 are lost, so their sum is.
    Ok(())
}
