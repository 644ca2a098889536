//! The examples of docs/api.md answer as they are printed.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use crate::common::Bench;

/// The words of a command line, with its quotes taken off.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut rest) = (Vec::new(), line.trim_start());
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix("$'").or_else(|| rest.strip_prefix('\'')) {
            Some(quoted) => quoted.split_once('\'').unwrap(),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(if rest.starts_with("$'") { word.replace("\\n", "\n") } else { word.to_owned() });
        rest = after.trim_start();
    }
    words
}

/// Does what curl would do.
fn curl(bench: &Bench, line: &str) -> String {
    let mut words = words(line).into_iter().skip(1);
    let (mut path, mut headers, mut body) = (String::new(), vec!["Host: 127.0.0.1:8017".to_owned()], None);
    let mut output = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "-G" | "-N" => {}
            "-H" => headers.push(words.next().unwrap()),
            "-d" | "--data-binary" => body = words.next(),
            "--data-urlencode" => path = format!("{path}?{}", crate::common::escaped(&words.next().unwrap())),
            "--output" => {
                output = true;
                words.next();
            }
            url => url.strip_prefix("http://127.0.0.1:8017").unwrap().clone_into(&mut path),
        }
    }
    let mut lines = vec![format!("{} {path} HTTP/1.1", if body.is_some() { "POST" } else { "GET" })];
    let body = body.unwrap_or_default();
    lines.append(&mut headers);
    lines.extend(["Connection: close".to_owned(), format!("Content-Length: {}", body.len())]);
    let answer = bench.ask(&lines.iter().map(String::as_str).collect::<Vec<_>>(), body.as_bytes());
    if output {
        assert_eq!(answer.status, 200);
        return String::new();
    }
    answer.text()
}

/// Whether lines are as printed, where `...` stands for any number of them.
fn is_as_printed(printed: &[&str], answered: &[&str]) -> bool {
    match (printed, answered) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=answered.len()).any(|skip| is_as_printed(rest, &answered[skip..])),
        ([first, rest @ ..], [line, others @ ..]) => first == line && is_as_printed(rest, others),
        _ => false,
    }
}

#[test]
fn the_examples_answer_as_they_are_printed() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).unwrap();
    let bench = Bench::with(&grundy_web::Settings { memory: 1 << 30, ..crate::common::settings() });
    let mut checked = 0;
    for block in page.split("```sh\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ curl ").skip(1) {
            let (line, printed) = example.split_once('\n').unwrap();
            let answered = curl(&bench, &format!("curl {line}"));
            let lines =
                |text: &'_ str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
            let [printed, answered]: [Vec<String>; 2] = [lines(printed), lines(&answered)];
            let [printed, answered] =
                [&printed, &answered].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(
                is_as_printed(&printed, &answered),
                "{line}\nprinted:  {printed:#?}\nanswered: {answered:#?}"
            );
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked} examples");
}
