//! The best moves of a position, and the answer of a theorem for a huge one.

use grundy::{Limits, Outcome, Strategist, answer, describe};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A sum of two games: the value is the nim-sum of the values, and a winning move makes it 0.
    let (game, position) = grundy::parse("star-nim 3,7 + wythoff 2,5")?;
    let best = answer(&game, &position, Limits::default())?;
    println!("{} is {}, known by {}", game.show(&position), best.outcome, best.by);
    for option in &best.winning {
        println!("  {}", describe(game.as_ref(), &position, option));
        assert_eq!(answer(&game, option, Limits::default())?.outcome, Outcome::Previous);
    }
    assert_eq!(best.winning.len(), 4);

    // A strategist remembers what it has computed, and values every move.
    let mut strategist = Strategist::new(&game, grundy::Budget::default());
    let moves = strategist.moves(&position)?;
    assert_eq!(moves.iter().filter(|option| option.value.0 == 0).count(), best.winning.len());

    // Thirty-one digits: no engine gets there, but the theorem does.
    let (game, position) =
        grundy::parse("wythoff 1618033988749894848204586834365,2618033988749894848204586834375")?;
    let far = answer(&game, &position, Limits::default())?;
    println!("{} is {}, known by {}", game.show(&position), far.outcome, far.by);
    let moves: Vec<String> =
        far.winning.iter().map(|option| describe(game.as_ref(), &position, option)).collect();
    println!("  {}", moves.join("\n  "));
    assert!(moves.contains(&"take 10 from pile 2".to_owned()));
    Ok(())
}
