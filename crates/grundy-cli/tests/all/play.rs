//! `grundy play` as a person meets it: the real program, its input scripted.

#![expect(clippy::unwrap_used, reason = "a test that cannot run its program has failed")]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the program writes, and its exit status, when it is given these arguments and lines.
fn grundy(arguments: &[&str], lines: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CONFIG", "")
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read, and one that writes much waits for a reader.
    let (mut stdin, lines) = (child.stdin.take().unwrap(), lines.to_owned());
    let typing = std::thread::spawn(move || _ = stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
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
        text.contains("error: illegal move: it takes the token of strip 1 from square 3 to 4\n"),
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
    assert!(text.contains("error: no legal move matches `take 9`\n"), "{text}");
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
        let arguments = [game, "--seed", "5", "--max", "7", "--opponent", "random", "--second"];
        let lines = "hint\nmoves\n1\n1\n1\nwhy\n";
        assert_eq!(play(&arguments, lines), play(&arguments, lines), "{game}");
    }
    assert_ne!(
        play(&["nim", "--seed", "1", "--max", "60"], ""),
        play(&["nim", "--seed", "2", "--max", "60"], "")
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
Before each move the other player may block: up to 1 option may be blocked.
The player who makes the last move wins. A player whose moves are all blocked loses. Type `help` for help.
You begin, and I may block first.
I block 3,1.

wythoff@block=2 3,4
pile 1  ooo 3
pile 2  oooo 4
blocked   3,1  take 3 from pile 2
error: this move is blocked
hint: `moves` lists the moves and marks blocked ones with x
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
`block` moves, then `done`.
error: it is my move, and you may block before it
hint: `block 6` blocks this one; `done` lets me move
error: 1,3 and 2,2 may not be blocked together
hint: up to 1 option may be blocked
blocked   1,3  take 1 from each pile
`done` to finish, `unblock` to choose again.
error: 2,2 may not be blocked in addition to 1,3
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
`block` moves, then `done`.
error: it is my move, and you may block before it
hint: `block 1` blocks this one; `done` lets me move
blocked   0,0  take 1 from pile 2
`done` to finish, `unblock` to choose again.
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
        assert!(text.ends_with("End of input. Goodbye.\n"), "{text}");
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
        let arguments = [game, "--seed", "5", "--max", "7", "--opponent", "random"];
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
    for (arguments, wanted) in [
        (&["no-such-game"][..], 2),
        (&["nim", "3,x"], 2),
        (&["nim 3 + wythoff"], 2),
        (&["nim", "--max", "0"], 2),
        (&["nim", "--opponent", "kind"], 2),
        (&["graph-nim:edges=0-1,1-2,2-3", "0,100,70,9", "--budget", "10"], 3),
        (&["graph-nim:edges=0-1,1-2,2-3", "0,100000000000000000000000,70,9"], 3),
        (&["wythoff@block=2", "100000000000000000000000,70"], 3),
        (&["nearly(nim 100000000000000000000000 + nim 3)"], 3),
        (&["nearly(nim + nim; closed)"], 2),
        (&[], 2),
    ] {
        let (text, status) = grundy(arguments, "");
        assert_eq!(status, Some(wanted), "{arguments:?}: {text}");
        assert!(text.starts_with("error: "), "{arguments:?}: {text}");
    }
}

/// A number of so many digits.
fn digits(count: usize) -> String {
    "8".repeat(count)
}

#[test]
fn far_games_are_played_to_their_end() {
    // Whoever follows the hints wins, against an opponent who makes any move, and from the other side too.
    let [long, longer] = [digits(99), digits(100)];
    for game in [
        format!("wythoff {long},{longer}"),
        format!("r-wythoff {long},{longer}"),
        format!("fraenkel:a=3 {long},{longer}"),
        format!("gurvich:a=2,b=3 {long},{longer}"),
        format!("nim {long},{longer},5"),
        format!("sharing-nim 4,{long},{longer}"),
        format!("star-nim {long},{longer}"),
        format!("star-nim 7,{long},{longer}"),
        format!("silver-dollar [3,{long},{longer}]"),
        format!("star-silver-dollar [2,{long}],[5,{longer}]"),
        format!("welter [2,7,{long},{longer}]"),
        format!("star-welter [0,2,{long}],[5,{longer}]"),
        format!("nim {longer} + wythoff 3,5 + silver-dollar [2,{long}]"),
    ] {
        // A perfect opponent takes one at a time, and such a game has no end in sight; others end, and a few are enough.
        let ends = ["sharing", "star-nim 7", "star-silver", "star-welter"]
            .iter()
            .any(|start| game.starts_with(start));
        let (opponent, rounds) = if ends { ("random", 600) } else { ("perfect", 3) };
        let text = play(&[&game, "--opponent", opponent, "--seed", "3"], &"hint\ngo\n".repeat(rounds));
        assert!(text.ends_with(". You win.\n") || !ends, "{game}: {}", tail(&text));
        assert!(!text.contains("no move wins") && text.contains("this wins"), "{game}: {}", tail(&text));
    }
}

fn tail(text: &str) -> String {
    text.lines().rev().take(12).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
}

#[test]
fn far_moves_are_typed_in_every_way() {
    let long = digits(30);
    for (game, line, says) in [
        (format!("wythoff 5,{long}"), "take 3 from both", "You play: take 3 from each pile\n"),
        (format!("wythoff 5,{long}"), "take 3 from 1", "You play: take 3 from pile 1\n"),
        (format!("wythoff 5,{long}"), "5,17", "You play: take 888888888888888888888888888871 from pile 2\n"),
        (format!("nim {long}"), "7", "You play: take 888888888888888888888888888881\n"),
        (format!("nim {long}"), "TAKE 1", "You play: take 1\n"),
        (
            format!("gurvich:a=2,b=3 {long},{long}"),
            "take 5 from pile 1 and 6 from pile 2",
            "You play: take 5 from pile 1 and 6",
        ),
        (
            format!("sharing-nim 2,{long},6"),
            "move 3 from pile 2 to pile 1",
            "You play: move 3 from pile 2 to pile 1\n",
        ),
        (format!("star-nim 3,{long}"), "3>1", "You play: strip 1: square 3 to 1\n"),
        (format!("star-nim 3,{long}"), "strip 2: square 888888888888888888888888888888 to 9", " to 9\n"),
        (
            format!("star-silver-dollar [3,{long}],[5,9]"),
            "strip 2: square 5 to 4",
            "You play: strip 2: square 5 to 4\n",
        ),
        (
            format!("star-silver-dollar [3,{long}],[5,9]"),
            "[2,888888888888888888888888888888],[5,9]",
            "You play: strip 1: square 3 to 2\n",
        ),
        (format!("welter [3,7,{long}]"), "strip 1: square 7 to 1", "You play: strip 1: square 7 to 1\n"),
        (format!("welter [3,7,{long}]"), "7>2", "You play: strip 1: square 7 to 2\n"),
        (
            format!("star-welter [0,{long}],[5,9]"),
            "[0,888888888888888888888888888888],[2,5]",
            "You play: strip 2: square 9 to 2\n",
        ),
        (
            format!("welter [3,7,{long}]"),
            "7>8",
            "error: illegal move: it takes a token of strip 1 from square 7 to 8\n",
        ),
        (format!("welter [3,7,{long}]"), "7>3", "error: square 3 holds two tokens\n"),
        (
            format!("silver-dollar [3,7,{long}]"),
            "7>2",
            "error: illegal move: it takes a token of strip 1 from square 7 to 2\n",
        ),
        (format!("nim {long} + wythoff 3,4"), "2: 1,2", "You play: game 2: take 2 from each pile\n"),
        (
            format!("nim {long} + wythoff 3,4"),
            "game 2: take 2 from each",
            "You play: game 2: take 2 from each pile\n",
        ),
        (format!("nim {long} + wythoff 3,4"), "nim 5 + wythoff 3,4", "You play: game 1: take 8888"),
        (
            format!("wythoff 5,{long}"),
            "wythoff 4,17",
            "error: illegal move: it takes pile 1 from 5 to 4 and pile 2",
        ),
        (format!("wythoff 5,{long}"), "take 6 from 1", "error: the pile has fewer counters than that\n"),
        (format!("wythoff 5,{long}"), "take 6 from 3", "error: there is no pile 3"),
        (format!("wythoff 5,{long}"), "take x from 1", "error: `x` is not a number"),
        (format!("wythoff 5,{long}"), "3", "error: there are too many moves to number\n"),
        (format!("wythoff 5,{long}"), "nim 5,6", "error: the game is wythoff, not nim\n"),
        (format!("wythoff 5,{long}"), "gibberish", "error: `gibberish` is neither a command nor a move\n"),
        (format!("sharing-nim 2,{long},6"), "move 3 from pile 3 to pile 1", "error: illegal move: "),
        (format!("star-nim 3,{long}"), "4 to 2", "error: there is no token on this square\n"),
        (format!("nim {long} + wythoff 3,4"), "take 2 from each", "error: there are 2 games here\n"),
    ] {
        let text = play(&[&game], &format!("{line}\nquit\n"));
        assert!(text.contains(says), "{game}: {line}\n{text}");
    }
}

#[test]
fn a_far_game_reads_well() {
    let text = play(
        &["wythoff", &format!("{},{}", digits(20), digits(21))],
        "moves\nvalue\nwhy\nhelp\n8,9\nundo\n10,8\nundo\n",
    );
    assert!(
        text.contains("There are too many moves to list. Those that win:\n  88888888888888888888,"),
        "{text}"
    );
    assert!(
        text.contains(
            "value not 0, an N-position: you are to move, and win with best play\nknown by Wythoff 1907\n"
        ),
        "{text}"
    );
    assert!(text.contains("P-position "), "{text}");
    assert!(text.contains("error: illegal move: it takes pile 1"), "{text}");
    assert!(text.contains("error: illegal move"), "{text}");
    // Long numbers are cut short.
    let text = play(&["nim", &format!("{},5", digits(5000))], "hint\nmoves\nwhy\nvalue\nhelp\ngo\nundo\n");
    assert!(text.contains("888888888888..888888888888 <5000 digits>"), "{text}");
    assert!(text.lines().all(|line| line.len() < 500), "{text}");
    // A lost one: a small move, and no hang.
    let lost = play(&["star-nim", &format!("{0},{0}", digits(300)), "--second"], "hint\nquit\n");
    assert!(lost.contains("I play: strip 1: square "), "{lost}");
    // No move is left in a far position.
    let over = play(&["sharing-nim", &format!("{0},{0}", digits(30))], "");
    assert!(over.ends_with("No move is left. I win.\n"), "{over}");
}

#[test]
fn far_events_are_json_lines() {
    let far = digits(25);
    let text =
        play(&["wythoff", &format!("5,{far}"), "--format", "json"], "hint\nmoves\nvalue\n5,9\nundo\ngo\n");
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds[..8], ["position", "hint", "moves", "answer", "move", "move", "position", "undone"]);
    assert!(text.contains(r#""value":8888888888888888888888891,"outcome":"N""#), "{text}");
    assert_eq!((&events[1]["to"], &events[1]["winning"]), (&"5,3".into(), &true.into()));
    assert_eq!(events[2]["every_winning_move"], true);
    assert!(events[2]["moves"][0]["number"].is_null() && events[2]["moves"].as_array().unwrap().len() < 4);
}

#[test]
fn hostile_positions_end_in_time() {
    // As long as an argument may be.
    let (million, long) = (digits(1_000_000), digits(60_000));
    let thousands = vec!["7"; 1_000].join(",");
    for game in [
        format!("nim {long},{long},5"),
        format!("sharing-nim 4,{long},{long}"),
        format!("nim {thousands}"),
        format!("star-nim {thousands}"),
        format!("sharing-nim {thousands},9"),
        format!("star-silver-dollar {}", vec!["[3,9]"; 1_000].join(",")),
    ] {
        let started = std::time::Instant::now();
        let (text, _) = grundy(
            &[&game],
            &format!("hint\nwhy\ngo\nmoves\n{million}\n5,{million}\ntake {million} from 1\n"),
        );
        assert!(started.elapsed() < std::time::Duration::from_mins(1), "{}", &game[..40]);
        assert!(!text.is_empty());
    }
}
