mod blocking;

use super::illegal::refusal;
use super::input::{self, Request, label};
use super::{Arguments, help, start};
use crate::args::{Args, Command};
use clap::Parser as _;
use grundy::{Budget, Limits, Nimber, Position, Template, describe};
use grundy_answers::session::{Best, Move, Opponent, Phase, Player, Session, random};
use grundy_answers::why;

/// Every game, and compounds of them.
const GAMES: &[&str] = &[
    "nim",
    "silver-dollar",
    "star-nim",
    "star-silver-dollar",
    "shared-cells:k=2",
    "welter",
    "star-welter",
    "sharing-nim",
    "graph-nim:edges=0-1,1-2",
    "graph-nim:edges=0>1,1-2,2>0",
    "wythoff",
    "r-wythoff",
    "fraenkel:a=2",
    "gurvich:a=2,b=3",
    "nearly(nim + nim)",
    "nearly(star-silver-dollar + wythoff)",
    "star-nim + wythoff",
    "nim + nearly(nim + sharing-nim)",
    "misere(nim)",
    "misere(wythoff + star-nim)",
];

fn arguments(words: &[&str]) -> Arguments {
    let words = ["grundy", "play"].iter().chain(words);
    match Args::try_parse_from(words).unwrap().command {
        Command::Play(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

fn at(text: &str) -> Session {
    let (game, position) = grundy::parse(text).unwrap();
    Session::new(&game, position, Player::You, Limits::default()).unwrap()
}

/// A random position of `game` in which `winner` wins with perfect play.
fn won_by(winner: Player, game: &str, rng: &mut fastrand::Rng) -> Session {
    let template = Template::parse(game).unwrap();
    let position = template.game().sample(5, &mut |below| rng.u64(..below));
    let value = grundy::Strategist::new(template.game(), Budget::default()).value(&position).unwrap();
    let first = if value == Nimber::ZERO { winner.other() } else { winner };
    Session::new(template.game(), position, first, Limits::default()).unwrap()
}

/// Plays to the end and returns the winner.
fn play_out(session: &mut Session, you: Opponent, program: Opponent, rng: &mut fastrand::Rng) -> Player {
    loop {
        if let Some(winner) = session.winner() {
            return winner;
        }
        let how = if session.turn() == Player::You { you } else { program };
        if session.phase() == Phase::Block {
            let block = session.choose_block(how, rng);
            session.block(block.options);
            session.done();
            continue;
        }
        let option = session.choose(how, rng).unwrap().unwrap();
        session.play(option).unwrap();
    }
}

#[test]
fn the_perfect_player_wins_what_can_be_won() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..30 {
            let mut session = won_by(Player::Program, game, &mut rng);
            let start = session.position().clone();
            let winner = play_out(&mut session, Opponent::Random, Opponent::Perfect, &mut rng);
            assert_eq!(winner, Player::Program, "{game} {}", session.game().show(&start));
        }
    }
}

#[test]
fn two_perfect_players_do_as_the_value_says() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(2);
        for winner in [Player::You, Player::Program] {
            let mut session = won_by(winner, game, &mut rng);
            assert_eq!(
                play_out(&mut session, Opponent::Perfect, Opponent::Perfect, &mut rng),
                winner,
                "{game}"
            );
        }
    }
}

/// The observable state of a session.
fn state(session: &Session) -> (Position, Player, Vec<Move>, Vec<Position>) {
    let options = session.options().iter().map(|option| option.position.clone()).collect();
    (session.position().clone(), session.to_move(), session.made().to_vec(), options)
}

#[test]
fn undo_restores_exactly() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(3);
        for first in [Player::You, Player::Program] {
            let template = Template::parse(game).unwrap();
            let position = template.game().sample(6, &mut |below| rng.u64(..below));
            let mut session = Session::new(template.game(), position, first, Limits::default()).unwrap();
            let mut states = Vec::new();
            while session.winner().is_none() {
                if session.to_move() == Player::You {
                    states.push(state(&session));
                }
                let option = session.choose(Opponent::Random, &mut rng).unwrap().unwrap();
                session.play(option).unwrap();
            }
            while let Some(before) = states.pop() {
                let taken_back = session.undo().unwrap();
                assert_eq!(taken_back.last().map(|made| made.by), Some(Player::You));
                assert_eq!(state(&session), before, "{game}");
            }
            assert_eq!(session.undo().unwrap(), [], "{game}: there is nothing more to take back");
        }
    }
}

#[test]
fn every_way_of_typing_a_move_makes_it() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..10 {
            let session = won_by(Player::You, game, &mut rng);
            let game = session.game();
            for (option, to) in session.options().iter().enumerate() {
                let shown = game.show(&to.position);
                let mut ways = vec![
                    label(&session, option).to_string(),
                    grundy_answers::full(game, &to.position),
                    shown.replace("; closed", ""),
                    describe(game.as_ref(), session.position(), &to.position),
                ];
                ways.push(ways[3].replace(" pile ", " ").replace("square ", "").to_uppercase());
                for way in ways {
                    assert_eq!(input::read(&way, &session), Ok(Request::Move(option)), "{way}");
                }
            }
        }
    }
}

#[test]
fn every_way_that_help_shows_is_understood() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..10 {
            let session = won_by(Player::You, game, &mut rng);
            let text = help::text(&session);
            let ways = text.lines().skip(1).take_while(|line| line.starts_with("  "));
            for way in ways.map(|line| line.trim().split("  ").next().unwrap()) {
                let middle = session.options().len() / 2;
                assert_eq!(input::read(way, &session), Ok(Request::Move(middle)), "{way}\n{text}");
            }
        }
    }
}

#[test]
fn a_single_pile_is_called_by_its_number() {
    let session = at("nim 7");
    let Ok(Request::Move(option)) = input::read("3", &session) else { panic!("3 is a move") };
    assert_eq!(session.game().show(&session.options()[option].position), "3");
}

#[test]
fn commands_are_not_moves() {
    let session = at("star-nim 3,7");
    for (line, request) in [
        (" help ", Request::Help),
        ("?", Request::Help),
        ("MOVES", Request::Moves { all: false }),
        ("moves  all", Request::Moves { all: true }),
        ("hint", Request::Hint),
        ("why", Request::Why),
        ("undo", Request::Undo),
        ("value", Request::Value),
        ("q", Request::Quit),
    ] {
        assert_eq!(input::read(line, &session), Ok(request), "{line}");
    }
}

/// The error for a line that is rejected.
fn error(line: &str, session: &Session) -> String {
    input::read(line, session).unwrap_err().render()
}

#[test]
fn errors_point_at_what_was_typed() {
    let session = at("star-silver-dollar [1,3],[2]");
    assert_eq!(
        error("[1,1],[2]", &session),
        "error: square 1 holds two tokens\n  [1,1],[2]\n     ^\n\
         hint: squares on a strip increase from left to right, e.g. [1,2],[2]\n"
    );
    let sum = at("star-nim 3,7 + wythoff 2,5");
    assert!(
        error("2:  1,y", &sum).starts_with("error: `y` is a letter, not a number\n  2:  1,y\n        ^\n")
    );
    assert!(error("3: 1,2", &sum).starts_with("error: `3` is not the number of a game"));
    assert!(
        error("nonsense here", &sum)
            .starts_with("error: `nonsense` is neither a command nor a move\n  nonsense here\n  ^^^^^^^^\n")
    );
    assert!(error("99", &sum).starts_with("error: there is no move number 99\nhint: `moves`"));
    assert!(error("nim 3,4", &sum).starts_with("error: the game is star-nim + wythoff, not nim\n"));
    assert!(error("1: 1,2 + nim 3", &sum).starts_with("error: the game is star-nim + wythoff, not "));
    assert!(error("1,2", &sum).starts_with("error: there are 2 games here\n"));
    assert!(error("take 2", &sum).starts_with("error: 3 moves match `take 2`\n"));
}

#[test]
fn no_line_breaks_it() {
    let mut rng = fastrand::Rng::with_seed(6);
    let letters: Vec<char> = "0123456789,,[]()::+->;= abto×\u{fffd}".chars().collect();
    for game in GAMES {
        let session = won_by(Player::You, game, &mut rng);
        for _ in 0..300 {
            let line: String = (0..rng.usize(1..14)).map(|_| letters[rng.usize(..letters.len())]).collect();
            if let Err(error) = input::read(&line, &session) {
                assert!(error.render().starts_with("error: "), "{line}");
            }
        }
    }
}

#[test]
fn illegal_moves_are_explained() {
    for (from, to, reason) in [
        ("nim 3,7", "nim 3,7", "it changes nothing"),
        ("nim 3,7", "nim 3,7,1", "the number of piles is 2, not 3"),
        ("nim 3,7", "nim 2,6", "it takes pile 1 from 3 to 2 and pile 2 from 7 to 6"),
        ("wythoff 3,7", "wythoff 3,8", "it takes pile 2 from 7 to 8"),
        ("silver-dollar [2,5]", "silver-dollar [1,2]", "it takes a token of strip 1 from square 5 to 1"),
        ("star-silver-dollar [2],[5]", "star-silver-dollar [2]", "the number of strips is 2, not 1"),
        (
            "star-silver-dollar [2],[5]",
            "star-silver-dollar [2],[4,5]",
            "the number of tokens on strip 2 is 1, not 2",
        ),
        ("graph-nim:edges=0-1 0,5", "graph-nim:edges=0-1 3,2", "it takes vertex 0 from 0 to 3 and"),
        ("nim 3 + nim 4", "nim 2 + nim 3", "it changes games 1 and 2; a move changes one game"),
        ("nim 3 + nim 4", "nim 3 + nim 5", "in game 2 it takes pile 1 from 4 to 5"),
        ("nearly(nim 0 + nim 4; closed)", "nearly(nim 0 + nim 0)", "it moves game 2 into a P-position"),
    ] {
        let ((game, from), (_, to)) = (grundy::parse(from).unwrap(), grundy::parse(to).unwrap());
        let message = refusal(&game, &from, &to).message;
        assert!(message.starts_with(&format!("illegal move: {reason}")), "{message}");
    }
}

#[test]
fn the_lost_make_it_hard() {
    // No other option leaves a smaller share of winning replies.
    let mut session = at("wythoff 3,5");
    let Some(Best::Losing(chosen, replies)) = session.best().unwrap() else { panic!("3,5 is a P-position") };
    for option in 0..session.options().len() {
        let other = session.options()[option].position.clone();
        let moves = session.moves_from(&other).unwrap();
        let right = moves.iter().filter(|reply| reply.value == Nimber::ZERO).count();
        assert!(replies.right * moves.len() <= right * replies.all, "{option} is harder than {chosen}");
    }
}

#[test]
fn why_tells_sums_from_definitions() {
    let sum = why::why(&mut at("star-nim 3,7 + wythoff 2,5")).unwrap();
    assert!(sum.contains("game 1: star-nim 3,7"), "{sum}");
    assert!(sum.contains("nim-sum"), "{sum}");
    let nim = why::why(&mut at("nim 3,5,7")).unwrap();
    assert!(nim.contains("  pile 3   7  111\n"), "{nim}");
    assert!(nim.contains("pile 1 goes from 3 to 2, and the nim-sum to 0\n"), "{nim}");
    let lost = why::why(&mut at("wythoff 1,2")).unwrap();
    assert!(lost.contains("each of your 4 moves has an answer:\n"), "{lost}");
    assert_eq!(lost.matches("I answer").count(), 4, "{lost}");
}

#[test]
fn why_never_fails() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(7);
        for winner in [Player::You, Player::Program] {
            let text = why::why(&mut won_by(winner, game, &mut rng)).unwrap();
            assert!(
                text.starts_with("value ") || text.contains("-position of misère play"),
                "{game}: {text}"
            );
        }
    }
}

#[test]
fn lots_are_drawn_until_there_is_a_move() {
    for seed in 0..50 {
        let seed = seed.to_string();
        let arguments = arguments(&["nim", "--max", "1", "--seed", &seed]);
        let mut rng = fastrand::Rng::with_seed(seed.parse().unwrap());
        let (session, by_lot) = start(&arguments, &mut rng).unwrap();
        assert!(by_lot && session.winner().is_none());
    }
    let hopeless = arguments(&["sharing-nim", "--max", "1"]);
    let failure = start(&hopeless, &mut fastrand::Rng::with_seed(1)).unwrap_err();
    assert!(failure.render().contains("--max"), "{}", failure.render());
}

#[test]
fn lots_shrink_until_the_value_is_in_reach() {
    let game = Template::parse("nim").unwrap();
    let budget = Budget::of_positions(2000);
    let (limits, mut rng) = (Limits { budget, ..Limits::default() }, fastrand::Rng::with_seed(1));
    let session = random(game.game(), 1000, Player::You, limits, &mut rng).unwrap();
    assert!(session.position().piles().unwrap().iter().all(|&pile| pile < 1000));
    assert!(session.winner().is_none());
}
