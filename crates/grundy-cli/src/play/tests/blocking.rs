//! Games with blocking.

use super::{at, play_out, state, won_by};
use crate::play::help;
use crate::play::input::{self, Request, label};
use grundy::{Budget, Limits, Nimber, Position, Template, describe};
use grundy_answers::session::{Best, Opponent, Phase, Player, Session};
use grundy_answers::why;

/// Every kind of rule for blocking, alone and in compounds.
const GAMES: &[&str] = &[
    "wythoff@block=2",
    "wythoff@block=4",
    "nim@block=1",
    "nim@block=3",
    "star-silver-dollar@block=2",
    "gurvich:a=2,b=2,p=2,q=2",
    "gurvich:a=2,b=1,p=3,q=2,reading=as-written",
    "gurvich:a=2,b=2,p=2,q=3,reading=both-types",
    "larsson:a=2,p=3",
    "nim@block=2 + nim@block=3",
    "nim + wythoff@block=2",
    "nearly(nim + wythoff)@block=2",
];

/// All positions of two piles up to `most`, or of two single piles in a sum.
fn small(game: &str, most: u64) -> Vec<String> {
    let pairs = (0..=most).flat_map(|x| (0..=most).map(move |y| (x, y)));
    let sum = game.split_once(" + ");
    pairs
        .map(|(x, y)| match sum {
            Some((one, other)) => format!("{one} {x} + {other} {y}"),
            None => format!("{game} {x},{y}"),
        })
        .collect()
}

#[test]
fn the_perfect_player_wins_every_small_position() {
    for game in [
        "wythoff@block=2",
        "nim@block=3",
        "gurvich:a=2,b=2,p=2,q=2,reading=per-line",
        "gurvich:a=2,b=2,p=2,q=2,reading=as-written",
        "gurvich:a=2,b=2,p=2,q=2,reading=both-types",
        "larsson:a=2,p=2",
        "nim@block=2 + nim@block=3",
    ] {
        let mut rng = fastrand::Rng::with_seed(11);
        for text in small(game, 6) {
            let (game, position) = grundy::parse(&text).unwrap();
            let value = grundy::Strategist::new(&game, Budget::default()).value(&position).unwrap();
            let first = if value == Nimber::ZERO { Player::You } else { Player::Program };
            for _ in 0..5 {
                let mut session = Session::new(&game, position.clone(), first, Limits::default()).unwrap();
                let winner = play_out(&mut session, Opponent::Random, Opponent::Perfect, &mut rng);
                assert_eq!(winner, Player::Program, "{text}: {:?}", session.made());
            }
        }
    }
}

#[test]
fn the_perfect_player_wins_what_can_be_won() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(12);
        for _ in 0..30 {
            let mut session = won_by(Player::Program, game, &mut rng);
            let start = session.position().clone();
            let winner = play_out(&mut session, Opponent::Random, Opponent::Perfect, &mut rng);
            assert_eq!(winner, Player::Program, "{game} {}", session.game().show(&start));
        }
        for winner in [Player::You, Player::Program] {
            let mut session = won_by(winner, game, &mut rng);
            let won = play_out(&mut session, Opponent::Perfect, Opponent::Perfect, &mut rng);
            assert_eq!(won, winner, "{game}");
        }
    }
}

/// Does the player to move win? Tries every block and every move, without values.
fn mover_wins(game: &grundy::Game, position: &Position) -> bool {
    let options = grundy::ruleset::options(game.as_ref(), position, 1000).unwrap();
    let good: Vec<&Position> = options.iter().filter(|option| !mover_wins(game, option)).collect();
    // The other player blocks all winning moves if allowed; blocking more does not help.
    !game.can_block(position, &good)
}

#[test]
fn a_mistake_in_blocking_is_punished() {
    // Whatever the player blocks, the program wins if and only if a move to a lost position is not blocked.
    for game in ["wythoff@block=2", "gurvich:a=2,b=2,p=2,q=2", "larsson:a=1,p=2"] {
        let mut rng = fastrand::Rng::with_seed(13);
        for text in small(game, 3) {
            let (game, position) = grundy::parse(&text).unwrap();
            let start = || Session::new(&game, position.clone(), Player::Program, Limits::default()).unwrap();
            for chosen in 0..start().options().len() {
                let mut session = start();
                if session.phase() == Phase::Move || !session.can_block(&[chosen]) {
                    continue;
                }
                session.block(vec![chosen]);
                session.done();
                let won = session.open().any(|open| !mover_wins(&game, &session.options()[open].position));
                let best = session.best().unwrap();
                assert_eq!(matches!(best, Some(Best::Winning(_))), won, "{text}, {chosen} blocked");
                if won {
                    let winner = play_out(&mut session, Opponent::Random, Opponent::Perfect, &mut rng);
                    assert_eq!(winner, Player::Program, "{text}, {chosen} blocked");
                }
            }
        }
    }
}

#[test]
fn what_is_blocked_may_be_blocked_and_is_not_played() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(14);
        for _ in 0..20 {
            let mut session = won_by(Player::You, game, &mut rng);
            while session.winner().is_none() {
                let how = if rng.bool() { Opponent::Random } else { Opponent::Perfect };
                if session.phase() == Phase::Block {
                    let block = session.choose_block(how, &mut rng);
                    assert!(block.options.is_sorted() && session.can_block(&block.options), "{game}");
                    session.block(block.options);
                    session.done();
                } else {
                    let option = session.choose(how, &mut rng).unwrap().unwrap();
                    assert!(!session.is_blocked(option), "{game}");
                    session.play(option).unwrap();
                    assert!(session.blocked().is_empty(), "{game}: a move ends the block");
                }
            }
        }
    }
}

#[test]
fn the_lost_block_what_they_can() {
    let session = at("wythoff@block=2 3,4");
    let block = session.best_block();
    assert!(!block.wins);
    assert_eq!(block.options.len(), 1);
    assert_eq!(session.options()[block.options[0]].value, Nimber::ZERO);
    // Two moves lead to value 0, and both can be blocked. No others are.
    let session = at("nim@block=2 3 + nim@block=3 4");
    let block = session.best_block();
    let names: Vec<String> = block.options.iter().map(|&option| said(&session, option)).collect();
    assert_eq!((names.join(", "), block.wins), ("game 1: take 1, game 2: take 1".to_owned(), true));
}

fn said(session: &Session, option: usize) -> String {
    describe(session.game().as_ref(), session.position(), &session.options()[option].position)
}

#[test]
fn undo_restores_exactly() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(15);
        for first in [Player::You, Player::Program] {
            let template = Template::parse(game).unwrap();
            let position = template.game().sample(6, &mut |below| rng.u64(..below));
            let mut session = Session::new(template.game(), position, first, Limits::default()).unwrap();
            let start = (state(&session), session.phase());
            let mut states = Vec::new();
            let mut blocked_first = false;
            while session.winner().is_none() {
                if session.phase() == Phase::Block {
                    blocked_first |= session.made().is_empty() && session.turn() == Player::You;
                    let block = session.choose_block(Opponent::Random, &mut rng);
                    session.block(block.options);
                    session.done();
                } else {
                    if session.to_move() == Player::You {
                        states.push((state(&session), session.blocked().to_vec()));
                    }
                    let option = session.choose(Opponent::Random, &mut rng).unwrap().unwrap();
                    session.play(option).unwrap();
                    // Both phases take back the same moves.
                    if session.phase() == Phase::Block && session.turn() == Player::You {
                        session.undo().unwrap();
                        let before = states.last().unwrap();
                        assert_eq!((state(&session), session.blocked().to_vec()), *before, "{game}");
                        session.play(option).unwrap();
                    }
                }
            }
            while let Some(before) = states.pop() {
                assert_eq!(session.undo().unwrap().last().map(|made| made.by), Some(Player::You));
                assert_eq!((state(&session), session.blocked().to_vec()), before, "{game}");
                assert_eq!(session.phase(), Phase::Move);
            }
            if blocked_first && !session.made().is_empty() {
                assert_eq!(session.undo().unwrap().len(), 1, "{game}: the block before the first move");
                assert_eq!((state(&session), session.phase()), start);
                assert!(session.blocked().is_empty());
            }
            assert_eq!(session.undo().unwrap(), [], "{game}: there is nothing more to take back");
        }
    }
}

#[test]
fn every_way_of_naming_a_move_blocks_it() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(16);
        for _ in 0..10 {
            let mut session = won_by(Player::You, game, &mut rng);
            if session.phase() == Phase::Move {
                continue;
            }
            let options = 0..session.options().len();
            for option in options.clone().filter(|&option| session.can_block(&[option])) {
                let to = &session.options()[option].position;
                for way in [
                    label(&session, option).to_string(),
                    grundy_answers::full(session.game(), to),
                    session.game().show(to).replace("; closed", ""),
                    said(&session, option),
                ] {
                    let wanted = Ok(Request::Block(vec![option]));
                    assert_eq!(input::read(&format!("block {way}"), &session), wanted, "{game}: {way}");
                    assert!(input::read(&way, &session).is_err(), "{way}: it is not the person's move");
                    let others = options.clone().filter(|&o| o != option && session.can_block(&[option, o]));
                    for other in others.take(3) {
                        let line = format!("BLOCK {way} and  {}", said(&session, other));
                        let wanted = vec![option.min(other), option.max(other)];
                        assert_eq!(input::read(&line, &session), Ok(Request::Block(wanted)), "{line}");
                    }
                }
            }
            session.done();
            for option in options {
                let name = label(&session, option).to_string();
                assert_eq!(input::read(&name, &session), Ok(Request::Move(option)));
            }
        }
    }
}

#[test]
fn every_way_that_help_shows_is_understood() {
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(17);
        for round in 0..20 {
            let mut session = won_by(Player::You, game, &mut rng);
            if round % 2 == 0 && session.phase() == Phase::Block {
                let block = session.choose_block(Opponent::Random, &mut rng);
                session.block(block.options);
                session.done();
            }
            let text = help::text(&session);
            for way in text.lines().skip(1).take_while(|line| line.starts_with("  ")) {
                let way = way.trim().split("  ").next().unwrap();
                let request = input::read(way, &session).unwrap();
                let right = match session.phase() {
                    Phase::Block => matches!(request, Request::Block(_) | Request::Done),
                    Phase::Move => matches!(request, Request::Move(_)),
                };
                assert!(right, "{way}\n{text}");
            }
        }
    }
}

/// The error for a line that is rejected.
fn error(line: &str, session: &Session) -> String {
    input::read(line, session).unwrap_err().render()
}

#[test]
fn what_may_not_be_blocked_is_refused() {
    let mut session = at("wythoff@block=3 3,4");
    assert_eq!(input::read("block 1 2", &session), Ok(Request::Block(vec![0, 1])));
    assert_eq!(
        error("block 1 2 and 3,3", &session),
        "error: 0,4 and 1,4 and 3,3 may not be blocked together\nhint: up to 2 options may be blocked\n"
    );
    session.block(vec![0, 1]);
    assert_eq!(input::read("block 2", &session), Ok(Request::Block(vec![0, 1])), "once is enough");
    assert_eq!(
        error("block 3,3", &session),
        "error: 3,3 may not be blocked in addition to 0,4 and 1,4\n\
         hint: up to 2 options may be blocked; `unblock` lets you choose again\n"
    );
    assert_eq!(session.blocked(), [0, 1], "nothing is lost");
    assert_eq!(input::read("unblock 1,4", &session), Ok(Request::Block(vec![0])));
    for line in ["unblock", "unblock all", "block none", "block  nothing"] {
        assert_eq!(input::read(line, &session), Ok(Request::Block(Vec::new())), "{line}");
    }
    assert_eq!(input::read("DONE", &session), Ok(Request::Done));
    for line in ["block", "block and"] {
        assert!(
            error(line, &session).starts_with("error: `block` needs a move\nhint: e.g. `block 1`"),
            "{line}"
        );
    }
    assert!(error("done 3", &session).starts_with("error: `done` takes no argument\n  done 3\n       ^\n"));
    assert!(error("block 1 and 99", &session).starts_with("error: there is no move number 99\n"));
    assert!(
        error("block 1 and  3,y", &session)
            .starts_with("error: `y` is a letter, not a number\n  block 1 and  3,y\n                 ^\n")
    );
    assert!(error("block 9,9", &session).starts_with("error: illegal move: "));
    assert_eq!(
        error("3,3", &session),
        "error: it is my move, and you may block before it\nhint: `block 7` blocks this one; `done` lets me move\n"
    );
    session.done();
    assert!(error("0,4", &session).starts_with("error: this move is blocked\nhint: `moves` "));
    for line in ["block 3", "unblock", "done"] {
        assert!(
            error(line, &session).starts_with("error: it is your turn to move, not to block\n"),
            "{line}"
        );
    }
    let larsson = at("larsson:a=1,p=2 3,3");
    assert_eq!(
        error("block 0,3", &larsson),
        "error: 0,3 may not be blocked\nhint: up to 1 of the moves (c,c) may be blocked\n"
    );
    let unblockable = at("wythoff 3,4");
    for line in ["block 3", "unblock", "done"] {
        assert!(error(line, &unblockable).contains("is neither a command nor a move\n"), "{line}");
    }
}

#[test]
fn a_move_may_have_an_and_of_its_own() {
    let session = at("gurvich:a=2,b=2,p=3,q=3 4,4");
    let Ok(Request::Block(options)) =
        input::read("block take 2 from pile 1 and 1 from pile 2 and take 1 from both", &session)
    else {
        panic!("two moves");
    };
    let mut names: Vec<String> = options.iter().map(|&option| said(&session, option)).collect();
    names.sort();
    assert_eq!(names, ["take 1 from each pile", "take 2 from pile 1 and 1 from pile 2"]);
}

#[test]
fn why_speaks_of_blocks() {
    let won = why::why(&mut at("wythoff@block=2 3,4")).unwrap();
    assert!(won.starts_with("value 1, an N-position: I am to move, and win with best play, whatever you"));
    assert!(
        won.contains("the 2 moves to value 0 cannot all be blocked; the move to value 1 can be"),
        "{won}"
    );
    assert!(won.contains("1 is the least value all of whose options can be blocked\n"), "{won}");
    let mut session = at("wythoff@block=2 3,1");
    let lost = why::why(&mut session).unwrap();
    assert!(lost.contains("the move to value 0 can be blocked\nblock 0,1: this wins\n"), "{lost}");
    // After a bad block the opponent can win.
    session.done();
    let left = why::why(&mut session).unwrap();
    assert!(
        left.starts_with("value 0, a P-position, but I have left a move to value 0 open: you "),
        "{left}"
    );
    assert!(
        left.contains("take 3 from pile 1  ->  0,1, value 0: this wins, if you then block take 1"),
        "{left}"
    );
    session.block(vec![0]);
    let lost = why::why(&mut session).unwrap();
    assert!(lost.contains("I have blocked 0,1, the only move to value 0\n"), "{lost}");
    for game in GAMES {
        let mut rng = fastrand::Rng::with_seed(18);
        for winner in [Player::You, Player::Program] {
            let mut session = won_by(winner, game, &mut rng);
            assert!(why::why(&mut session).unwrap().starts_with("value "), "{game}");
            if session.phase() == Phase::Block {
                let block = session.best_block();
                session.block(block.options);
                session.done();
                assert!(why::why(&mut session).unwrap().starts_with("value "), "{game}");
            }
        }
    }
}
