//! Every link of the documentation leads to a file of the repository, and to a heading of it if it names one; every page of `docs/` is a
//! chapter.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of a folder and of the folders in it.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The links and pictures of a text.
fn links(text: &str) -> Vec<String> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    events
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some(dest_url.into_string())
            }
            _ => None,
        })
        .collect()
}

/// What is wrong with a link of a page.
fn wrong(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let file = if path.is_empty() { page.to_owned() } else { page.parent().unwrap().join(path) };
    if !file.exists() {
        return Some(format!("{}: {link}: no such file", page.display()));
    }
    let anchor = anchor?;
    let Ok(text) = std::fs::read_to_string(&file) else {
        return Some(format!("{}: {link}: an anchor in what is not a page", page.display()));
    };
    let known = grundy_book::anchors(&text);
    (!known.iter().any(|id| id == anchor)).then(|| format!("{}: {link}: no such heading", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let mut all = Vec::new();
    pages(&root.join("docs"), &mut all);
    let others = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "formal/README.md"];
    all.extend(others.iter().map(|page| root.join(page)));
    let (mut checked, mut found) = (0, Vec::new());
    for page in all {
        for link in links(&std::fs::read_to_string(&page).unwrap()) {
            checked += 1;
            found.extend(wrong(&page, &link));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(checked > 200, "{checked} links");
}

#[test]
fn wrong_links_are_found() {
    let page = root().join("docs/rules.md");
    assert!(wrong(&page, "json.md#no-such-heading").is_some());
    assert!(wrong(&page, "no-such-page.md").is_some());
    assert!(wrong(&page, "#notation").is_none());
    assert_eq!(grundy_book::anchors("# A `b` C_d\n## A b c_d\n"), ["a-b-c_d", "a-b-c_d-1"]);
}

#[test]
fn every_page_is_a_chapter() {
    let docs = root().join("docs");
    let mut all = Vec::new();
    pages(&docs, &mut all);
    let paths = all.iter().map(|page| page.strip_prefix(&docs).unwrap().to_string_lossy().replace('\\', "/"));
    let (listed, mut missing): (Vec<_>, Vec<_>) =
        paths.partition(|path| grundy_book::chapters().iter().any(|chapter| chapter.path == path));
    missing.retain(|path| path != "SUMMARY.md" && !path.starts_with("paper/"));
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
    assert_eq!(listed.len(), grundy_book::chapters().len(), "a chapter is listed twice");
    for chapter in grundy_book::chapters() {
        assert!(chapter.text.starts_with("# "), "{} has no title", chapter.path);
        assert_eq!(
            grundy_book::chapter(chapter.topic()).unwrap().path,
            chapter.path,
            "two chapters of a name"
        );
        assert_eq!(grundy_book::chapter(chapter.path).unwrap().path, chapter.path);
    }
}

/// On the pages of the server every link leads to a page or a picture of the book, and to an id of it.
#[test]
fn pages_of_the_server_are_linked() {
    let served = |path: &str| grundy_book::file(path).map(|(kind, bytes)| (kind, bytes.into_owned()));
    assert_eq!(
        served("").unwrap(),
        served(&grundy_book::chapters()[0].path.replace(".md", ".html")).unwrap()
    );
    assert!(served("../Cargo.toml").is_none() && served("rules.md").is_none());
    let mut checked = 0;
    for chapter in grundy_book::chapters() {
        let path = chapter.path.replace(".md", ".html");
        let page = String::from_utf8(served(&path).unwrap().1).unwrap();
        assert!(
            !page.contains("style=") && !page.contains("<script"),
            "{path}: against the content security policy"
        );
        for part in page.split(" href=\"").skip(1).chain(page.split(" src=\"").skip(1)) {
            let link = part.split('"').next().unwrap();
            if link.contains("://") || link == "/" {
                continue;
            }
            let (to, id) = link.split_once('#').unwrap_or((link, ""));
            let to = if to.is_empty() {
                path.as_str()
            } else {
                to.strip_prefix("/book/").unwrap_or_else(|| panic!("{path}: {link}"))
            };
            let (kind, bytes) = served(to).unwrap_or_else(|| panic!("{path}: {link}"));
            if !id.is_empty() {
                let text = String::from_utf8(bytes).unwrap();
                assert!(text.contains(&format!(" id=\"{id}\"")), "{path}: {link}: {kind}");
            }
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked} links");
}
