//! `grundy play` as a person meets it: the real program, its input scripted.

#![expect(clippy::unwrap_used, reason = "a test that cannot run its program has failed")]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the program writes, and its exit status, when it is given these arguments and lines.
fn grundy(arguments: &[&str], lines: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (text, output.status.code())
}

/// The output of a game that ends well.
fn play(arguments: &[&str], lines: &str) -> String {
    let (text, status) = grundy(arguments, lines);
    assert_eq!(status, Some(0), "{text}");
    text
}

#[test]
fn whoever_follows_the_hints_wins() {
    // The moves that the hints give, learnt from the program itself: every line asks, then plays the answer.
    for game in ["wythoff 4,9", "star-nim 3,7", "star-silver-dollar [2,5],[3],[1,4]", "nim 3 + wythoff 2,2"] {
        let mut lines = String::new();
        for _ in 0..30 {
            let text = play(&[game], &format!("{lines}hint\n"));
            if text.ends_with("No move is left. You win.\n") {
                break;
            }
            let hint = text.lines().rev().find(|line| line.contains("  ->  ")).unwrap();
            assert!(hint.ends_with("this wins"), "{game}: {text}");
            lines = lines + hint.split("  ->  ").next().unwrap() + "\n";
        }
        let text = play(&[game], &lines);
        assert!(text.ends_with("No move is left. You win.\n"), "{game}: {text}");
    }
}

#[test]
fn the_board_is_drawn_and_the_moves_are_told() {
    let text = play(&["wythoff", "4,9"], "moves\ntake 3 from both\n1\n2\n");
    assert!(text.contains("\nwythoff 4,9\npile 1  ●●●● 4\npile 2  ●●●●● ●●●● 9\n"), "{text}");
    assert!(text.contains("\n17  0,5  take 4 from each pile\n"), "{text}");
    assert!(text.contains("\nYou play: take 3 from each pile\nI play: take 4 from pile 2\n"), "{text}");
    assert!(text.ends_with("\npile 1  0\npile 2  0\n\nNo move is left. I win.\n"), "{text}");
    assert!(!text.contains("> "), "no prompt without a terminal: {text}");
}

#[test]
fn what_cannot_be_done_costs_nothing() {
    let text = play(&["star-nim", "3,7"], "4,7\n0,0\n3,x\ngarbage\n\n100\ntake 9\n3,3\nquit\n");
    assert!(
        text.contains("error: this is not a legal move: it takes the token of strip 1 from square 3 to 4\n"),
        "{text}"
    );
    assert!(
        text.contains("error: two tokens stand on square 0, which the strips share\n  0,0\n    ^\n"),
        "{text}"
    );
    assert!(text.contains("error: `x` is a letter, not a number\n  3,x\n    ^\n"), "{text}");
    assert!(
        text.contains("error: `garbage` is neither a command nor a move\n  garbage\n  ^^^^^^^\n"),
        "{text}"
    );
    assert!(text.contains("error: there is no move number 100\n"), "{text}");
    assert!(text.contains("error: no legal move is called `take 9`\n"), "{text}");
    assert!(text.contains("You play: strip 2: square 7 to 3\n"), "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn a_move_and_its_reply_are_taken_back() {
    let text = play(&["nim", "3,4,5"], "undo\n0,4,5\nundo\n1,4,5\n");
    assert!(text.contains("You have not made a move yet.\n"), "{text}");
    assert!(text.contains("Taken back: take 3 from pile 1, and my reply, take 1 from pile 3\n"), "{text}");
    assert_eq!(text.matches("\nnim 3,4,5\n").count(), 2, "{text}");
    assert!(text.contains("You play: take 2 from pile 1\n"), "{text}");
}

#[test]
fn a_game_that_is_over_cannot_be_taken_back() {
    let text = play(&["nim", "3,5"], "0,5\nundo\n");
    assert!(text.ends_with("No move is left. I win.\n"), "{text}");
}

#[test]
fn why_explains() {
    let sum = play(&["star-nim 3,7 + wythoff 2,5"], "why\nvalue\n");
    assert!(sum.contains("  game 1: star-nim 3,7  5  101\n"), "{sum}");
    assert!(sum.contains("  nim-sum  "), "{sum}");
    assert!(sum.contains("this wins\n"), "{sum}");
    let lost = play(&["wythoff", "1,2"], "why\nhint\n");
    assert!(lost.contains("value 0, a P-position"), "{lost}");
    assert!(lost.contains("if you play  take 1 from pile 1     I answer  take 2 from pile 2\n"), "{lost}");
    assert!(lost.contains("no move wins against best play"), "{lost}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = play(&["nim", "3,5"], "2,5");
    assert!(text.contains("You play: take 1 from pile 1\n"), "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
    assert!(play(&["nim", "3,5"], "").ends_with("Goodbye.\n"));
}

#[test]
fn a_seed_repeats_the_game() {
    let games = ["silver-dollar", "nearly(nim + star-nim)", "graph-nim:edges=0-1,1-2", "shared-cells:k=2"];
    for game in games {
        let arguments = [game, "--seed", "5", "--size", "7", "--opponent", "random", "--second"];
        let lines = "hint\nmoves\n1\n1\n1\nwhy\n";
        assert_eq!(play(&arguments, lines), play(&arguments, lines), "{game}");
    }
    assert_ne!(
        play(&["nim", "--seed", "1", "--size", "60"], ""),
        play(&["nim", "--seed", "2", "--size", "60"], "")
    );
}

#[test]
fn the_program_may_begin() {
    let text = play(&["nim", "3,5", "--second"], "quit\n");
    assert!(text.contains("I begin.\nI play: take 2 from pile 2\n\nnim 3,3\n"), "{text}");
    assert!(play(&["nim", "0,0"], "").ends_with("No move is left. I win.\n"));
    assert!(play(&["nim", "0,0", "--second"], "").ends_with("No move is left. You win.\n"));
}

#[test]
fn ascii_means_ascii() {
    for game in
        ["star-silver-dollar [0,2],[3]", "nim 50", "graph-nim:edges=0-1 3,4", "shared-cells:k=2 [1,99],[3]"]
    {
        let text = play(&[game, "--ascii"], "help\nwhy\nmoves\nhint\n1\n");
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn events_are_json_lines() {
    let text =
        play(&["wythoff", "4,9", "--format", "json"], "hint\nmoves\n9,9\n1,6\nundo\n4,7\nwhy\nvalue\nhelp\n");
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "position", "hint", "moves", "error", "move", "move", "position", "undone", "position", "move",
            "move", "position", "answer", "answer", "answer", "over"
        ]
    );
    assert_eq!((&events[0]["position"], &events[0]["to_move"]), (&"4,9".into(), &"you".into()));
    assert_eq!(events[1]["winning"], true);
    assert_eq!((&events[4]["by"], &events[4]["to"]), (&"you".into(), &"1,6".into()));
    assert_eq!(events[4]["description"], "take 3 from each pile");
    assert_eq!((&events[5]["by"], &events[5]["to"]), (&"program".into(), &"1,2".into()));
    assert_eq!(events[8]["moves_made"], 0);
    assert!(events[15]["winner"].is_null());
    let lost = play(&["nim", "1,1", "--format", "json"], "0,1\n");
    assert!(lost.lines().last().unwrap().contains(r#""winner":"program""#), "{lost}");
}

#[test]
fn whoever_follows_the_hints_wins_with_blocks_too() {
    let games = [
        ("wythoff@block=2 3,4", ""),
        ("wythoff@block=2 3,1", "--second"),
        ("gurvich:a=2,b=2,p=2,q=2 5,6", ""),
        ("larsson:a=1,p=2 4,4", ""),
        ("nim@block=2 3 + nim@block=3 4", "--second"),
    ];
    for (game, second) in games {
        let arguments: Vec<&str> = [game, second].into_iter().filter(|word| !word.is_empty()).collect();
        let mut lines = String::new();
        for _ in 0..30 {
            let text = play(&arguments, &format!("{lines}hint\n"));
            if text.ends_with("You win.\n") {
                break;
            }
            let hint = text.lines().rev().find(|line| line.contains("  ->  ")).unwrap();
            assert!(hint.contains("this wins"), "{game}: {text}");
            let typed = hint.split("  ->  ").next().unwrap();
            lines = lines + typed + if typed.starts_with("block") { "\ndone\n" } else { "\n" };
        }
        let text = play(&arguments, &lines);
        assert!(text.ends_with("You win.\n"), "{game}: {text}");
    }
}

#[test]
fn a_game_with_blocks_reads_well() {
    let lines =
        "3,1\nmoves\n2,4\n2,3\nblock 1,3 and 2,2\nblock 1,3\nblock 5\nundo\n0,1\n0,0\nblock 0,0\ndone\n";
    assert_eq!(
        play(&["wythoff@block=2", "3,4", "--ascii"], lines),
        "\
wythoff@block=2: Take any positive number from one pile, or the same number from both.
Before a move the other player may block, for that one move: up to 1 option may be blocked.
Whoever makes the last move wins: a player all of whose moves are blocked loses. Type `help` to see what you can type.
You begin, and I may block first.
I block 3,1.

wythoff@block=2 3,4
pile 1  ooo 3
pile 2  oooo 4
blocked   3,1  take 3 from pile 2
error: this move is blocked
hint: `moves` lists the moves, and marks with x what is blocked
   1  0,4  take 3 from pile 1
   2  1,4  take 2 from pile 1
   3  2,4  take 1 from pile 1
   4  3,0  take 4 from pile 2
x  5  3,1  take 3 from pile 2, blocked
   6  3,2  take 2 from pile 2
   7  3,3  take 1 from pile 2
   8  2,3  take 1 from each pile
   9  1,2  take 2 from each pile
  10  0,1  take 3 from each pile
You play: take 1 from pile 1

wythoff@block=2 2,4
pile 1  oo 2
pile 2  oooo 4
I am to move, and you may block before that: up to 1 option may be blocked.
`block` what you want to, then `done`.
error: it is my move, and you may block before it
hint: `block 6` blocks this one; `done` lets me move
error: 1,3 and 2,2 may not be blocked together
hint: up to 1 option may be blocked
blocked   1,3  take 1 from each pile
`done` when this is all, `unblock` to choose again.
error: 2,2 may not be blocked besides 1,3
hint: up to 1 option may be blocked; `unblock` lets you choose again
Taken back: take 1 from pile 1

wythoff@block=2 3,4
pile 1  ooo 3
pile 2  oooo 4
blocked   3,1  take 3 from pile 2
You play: take 3 from each pile

wythoff@block=2 0,1
pile 1  0
pile 2  o 1
I am to move, and you may block before that: up to 1 option may be blocked.
`block` what you want to, then `done`.
error: it is my move, and you may block before it
hint: `block 1` blocks this one; `done` lets me move
blocked   0,0  take 1 from pile 2
`done` when this is all, `unblock` to choose again.
You block 0,0.

pile 1  0
pile 2  o 1

Every move is blocked. You win.
"
    );
}

#[test]
fn blocks_are_taken_back_with_their_moves() {
    // In the middle of blocking only the move goes; afterwards the reply goes too.
    let text =
        play(&["wythoff@block=2", "3,4"], "2,4\nblock 1\nundo\nmoves\n2,4\nblock 1\ndone\nundo\nmoves\n");
    assert!(text.contains("\nTaken back: take 1 from pile 1\n\nwythoff@block=2 3,4\n"), "{text}");
    assert!(text.contains("\nTaken back: take 1 from pile 1, and my reply, "), "{text}");
    assert_eq!(text.matches("\nx  5  3,1  take 3 from pile 2, blocked\n").count(), 2, "{text}");
    assert_eq!(text.matches("\nblocked   3,1  take 3 from pile 2\n").count(), 3, "{text}");
    // What was blocked before the program began can be taken back too.
    let text = play(&["nim@block=2", "3,4", "--second"], "block 1\ndone\nundo\nundo\nblock 2\ndone\n");
    assert!(text.contains("\nTaken back: my move, "), "{text}");
    assert!(text.contains("\nYou have not made a move yet.\n"), "{text}");
    assert_eq!(text.matches("\nnim@block=2 3,4\n").count(), 2, "{text}");
}

#[test]
fn the_input_may_end_while_blocking() {
    for lines in ["", "2,4\n", "2,4\nblock 1", "2,4\nblock 1\ndone"] {
        let text = play(&["wythoff@block=2", "3,4"], lines);
        assert!(text.ends_with("The input has ended, and so has the game. Goodbye.\n"), "{text}");
    }
    assert!(play(&["wythoff@block=2", "3,4"], "2,4\nquit\n").ends_with("\nGoodbye.\n"));
}

#[test]
fn what_cannot_be_blocked_is_not_asked_for() {
    let text = play(&["larsson:a=1,p=2", "1,3", "--opponent", "random", "--seed", "1"], "0,3\n");
    assert!(
        text.contains("\nYou play: take 1 from pile 1\nNone of my moves can be blocked here.\nI play: "),
        "{text}"
    );
    let text = play(&["nim@block=1", "1,0", "--second"], "");
    assert!(text.contains("\nI begin.\nI play: take 1 from pile 1\n"), "{text}");
}

#[test]
fn a_seed_repeats_the_blocks() {
    for game in ["wythoff@block=3", "gurvich:a=2,b=2,p=2,q=2", "nim@block=2 + nim@block=3"] {
        let arguments = [game, "--seed", "5", "--size", "7", "--opponent", "random"];
        let lines = "hint\nmoves\n1\n2\n3\nblock 2\ndone\nwhy\n1\n2\n";
        let text = play(&arguments, lines);
        assert_eq!(text, play(&arguments, lines), "{game}");
        assert!(text.contains("\nI block "), "{text}");
    }
}

#[test]
fn blocks_are_json_events() {
    let lines = "hint\nmoves\n3,1\n0,1\nhint\nblock 1\nunblock\nblock 0,0\ndone\n";
    let text = play(&["wythoff@block=2", "3,4", "--format", "json"], lines);
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "position", "blocked", "position", "hint", "moves", "error", "move", "position", "hint",
            "blocking", "blocking", "blocking", "blocked", "over"
        ]
    );
    let phase = |event: usize| (events[event]["phase"].as_str(), events[event]["to_move"].as_str());
    assert_eq!(phase(0), (Some("block"), Some("you")));
    assert_eq!(phase(2), (Some("move"), Some("you")));
    assert_eq!(phase(7), (Some("block"), Some("program")));
    assert_eq!(events[0]["blocking"], "up to 1 option may be blocked");
    assert_eq!(events[1]["moves"], serde_json::json!(["3,1"]));
    assert_eq!(events[2]["blocked"], serde_json::json!(["3,1"]));
    assert_eq!(events[3]["then_block"], serde_json::json!(["0,0"]));
    assert_eq!(
        (&events[4]["moves"][4]["blocked"], &events[4]["moves"][0]["blocked"]),
        (&true.into(), &false.into())
    );
    assert_eq!((&events[8]["block"], &events[8]["winning"]), (&serde_json::json!(["0,0"]), &true.into()));
    assert_eq!(events[10]["moves"], serde_json::json!([]));
    assert_eq!((&events[12]["by"], &events[12]["moves"]), (&"you".into(), &serde_json::json!(["0,0"])));
    assert_eq!((&events[13]["winner"], &events[13]["reason"]), (&"you".into(), &"every move blocked".into()));
    // Other games say nothing of blocks.
    assert!(!play(&["wythoff", "3,4", "--format", "json"], "moves\nhint\n").contains("block"));
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        &["no-such-game"][..],
        &["nim", "3,x"],
        &["nim 3 + wythoff"],
        &["nim", "--size", "0"],
        &["nim", "--opponent", "kind"],
        &["nim", "100,100", "--budget", "10"],
        &["nearly(nim + nim; closed)"],
        &[],
    ] {
        let (text, status) = grundy(arguments, "");
        assert_eq!(status, Some(2), "{arguments:?}: {text}");
        assert!(text.starts_with("error: "), "{arguments:?}: {text}");
    }
}
