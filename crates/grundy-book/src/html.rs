//! A chapter as a web page.

use crate::{CHAPTERS, Chapter, PICTURES};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The ids of the headings of a text, in order, as mdBook and GitHub make them.
pub fn anchors(text: &str) -> Vec<String> {
    let events: Vec<Event<'_>> = parser(text).collect();
    headings(&events).into_iter().map(|(_, _, id)| id).collect()
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// The headings of a text: the index of the event, the level and the id.
fn headings(events: &[Event<'_>]) -> Vec<(usize, HeadingLevel, String)> {
    let mut found = Vec::new();
    let mut times: HashMap<String, usize> = HashMap::new();
    for (start, event) in events.iter().enumerate() {
        let Event::Start(Tag::Heading { level, .. }) = event else { continue };
        let mut words = String::new();
        for event in &events[start..] {
            match event {
                Event::Text(text) | Event::Code(text) => words += text,
                Event::End(TagEnd::Heading(_)) => break,
                _ => {}
            }
        }
        let id: String = words.chars().filter_map(of_id).collect();
        let before = times.entry(id.clone()).or_default();
        found.push((start, *level, if *before == 0 { id } else { format!("{id}-{before}") }));
        *before += 1;
    }
    found
}

/// The character of an id for one of a heading.
fn of_id(c: char) -> Option<char> {
    if c.is_whitespace() {
        return Some('-');
    }
    (c.is_alphanumeric() || c == '_' || c == '-').then_some(c.to_ascii_lowercase())
}

/// The page of a chapter, with the contents of the book beside it.
pub fn page(chapter: &Chapter) -> String {
    let mut events: Vec<Event<'_>> = parser(chapter.text).collect();
    for (at, level, id) in headings(&events) {
        events[at] =
            Event::Start(Tag::Heading { level, id: Some(id.into()), classes: vec![], attrs: vec![] });
    }
    let mut body = String::new();
    html::push_html(&mut body, linked(chapter, events).into_iter());
    let title = chapter.title;
    let at = CHAPTERS.iter().position(|other| other.path == chapter.path).unwrap_or(0);
    let turn = |to: Option<&Chapter>, arrow: &str| {
        to.map_or_else(String::new, |to| format!("<a href=\"{}\">{arrow} {}</a>", address(to.path), to.title))
    };
    let before = turn(at.checked_sub(1).and_then(|at| CHAPTERS.get(at)), "&larr;");
    let after = turn(CHAPTERS.get(at + 1), "&rarr;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} - grundy</title>\n<link rel=\"stylesheet\" href=\"/book/book.css\">\n</head>\n<body>\n\
         <nav aria-label=\"Contents\">\n<a href=\"/\">Workbench</a>\n{}</nav>\n<main>\n{body}\
         <footer>{before} {after}</footer>\n</main>\n</body>\n</html>\n",
        contents(chapter)
    )
}

/// The list of contents; the open chapter is marked.
fn contents(open: &Chapter) -> String {
    let (mut list, mut part) = ("<ul>\n".to_owned(), "");
    for chapter in CHAPTERS {
        if chapter.part != part {
            part = chapter.part;
            let _ = writeln!(list, "</ul>\n<p>{part}</p>\n<ul>");
        }
        let here = if chapter.path == open.path { " aria-current=\"page\"" } else { "" };
        let _ = writeln!(list, "<li><a href=\"{}\"{here}>{}</a></li>", address(chapter.path), chapter.title);
    }
    list + "</ul>\n"
}

/// The address of a file of the book.
fn address(path: &str) -> String {
    match path.strip_suffix(".md") {
        Some(name) => format!("/book/{name}.html"),
        None => format!("/book/{path}"),
    }
}

/// Links to chapters and pictures lead to their pages. Links to other files of the source, which the program does not carry, become
/// their text, and pictures that it does not carry their descriptions.
fn linked<'t>(chapter: &Chapter, events: Vec<Event<'t>>) -> Vec<Event<'t>> {
    let mut shown = Vec::with_capacity(events.len());
    // Whether each open link or picture is kept.
    let mut open = Vec::new();
    for event in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let to = target(chapter, &dest_url);
                open.push(to.is_some());
                shown.extend(to.map(|dest_url| Event::Start(Tag::Link { link_type, dest_url, title, id })));
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let to = target(chapter, &dest_url);
                open.push(to.is_some());
                shown.push(match to {
                    Some(dest_url) => Event::Start(Tag::Image { link_type, dest_url, title, id }),
                    None => Event::Start(Tag::Emphasis),
                });
            }
            Event::End(TagEnd::Link) => {
                if open.pop() == Some(true) {
                    shown.push(Event::End(TagEnd::Link));
                }
            }
            Event::End(TagEnd::Image) => {
                let kept = open.pop() == Some(true);
                shown.push(Event::End(if kept { TagEnd::Image } else { TagEnd::Emphasis }));
            }
            // Pictures as HTML are screenshots, which the program does not carry.
            Event::Html(text) | Event::InlineHtml(text) if text.contains("<img ") => {}
            other => shown.push(other),
        }
    }
    shown
}

/// The address for a link of a chapter; none if the program does not carry the file.
fn target<'t>(chapter: &Chapter, link: &CowStr<'t>) -> Option<CowStr<'t>> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.clone());
    }
    let (path, anchor) = link.split_once('#').map_or((&**link, None), |(path, anchor)| (path, Some(anchor)));
    let mut folders: Vec<&str> = chapter.path.split('/').collect();
    folders.pop();
    for word in path.split('/') {
        match word {
            ".." => {
                folders.pop()?;
            }
            "." | "" => {}
            word => folders.push(word),
        }
    }
    let path = folders.join("/");
    let held = CHAPTERS.iter().any(|chapter| chapter.path == path)
        || PICTURES.iter().any(|(picture, _)| *picture == path);
    let anchor = anchor.map_or_else(String::new, |anchor| format!("#{anchor}"));
    held.then(|| format!("{}{anchor}", address(&path)).into())
}
