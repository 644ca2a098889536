//! The book: the pages of `docs/` in the order of `docs/SUMMARY.md`, as text and as HTML.
//!
//! `grundy help TOPIC` prints a chapter, and `grundy serve` serves all of them at `/book`, without a network.

mod html;

pub use html::anchors;
use std::borrow::Cow;
use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// A chapter.
#[derive(Debug)]
pub struct Chapter {
    /// The part of the book; empty for the first chapters.
    pub part: &'static str,
    /// The title in the list of contents.
    pub title: &'static str,
    /// The path of the file, relative to `docs/`.
    pub path: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

impl Chapter {
    /// The name of the chapter: that of its file without folder and ending.
    pub fn topic(&self) -> &'static str {
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        name.strip_suffix(".md").unwrap_or(name)
    }
}

/// All chapters in order.
pub fn chapters() -> &'static [Chapter] {
    CHAPTERS
}

/// The chapter of a topic: `rules`, `rules.md` or `docs/rules.md`.
pub fn chapter(topic: &str) -> Option<&'static Chapter> {
    let name = topic.rsplit('/').next().unwrap_or(topic);
    let name = name.strip_suffix(".md").unwrap_or(name);
    CHAPTERS.iter().find(|chapter| chapter.topic().eq_ignore_ascii_case(name))
}

/// The contents: parts, topics and titles, a line each.
pub fn contents() -> String {
    let (mut text, mut part) = (String::new(), "");
    let width = CHAPTERS.iter().map(|chapter| chapter.topic().len()).max().unwrap_or(0);
    for chapter in CHAPTERS {
        if chapter.part != part {
            part = chapter.part;
            let _ = writeln!(text, "\n{part}");
        }
        let _ = writeln!(text, "  {:width$}  {}", chapter.topic(), chapter.title);
    }
    text
}

/// A file of the book as web pages: its media type and its bytes. The path is that after `/book/`; an empty one is the first chapter.
pub fn file(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if path == "book.css" {
        return Some(("text/css; charset=utf-8", Cow::Borrowed(include_bytes!("book.css"))));
    }
    if let Some((name, bytes)) = PICTURES.iter().find(|(name, _)| *name == path) {
        let kind = if name.rsplit('.').next() == Some("svg") { "image/svg+xml" } else { "image/png" };
        return Some((kind, Cow::Borrowed(bytes)));
    }
    let chapter = if path.is_empty() {
        CHAPTERS.first()
    } else {
        let name = path.strip_suffix(".html")?;
        CHAPTERS.iter().find(|chapter| chapter.path.strip_suffix(".md") == Some(name))
    }?;
    Some(("text/html; charset=utf-8", Cow::Owned(html::page(chapter).into_bytes())))
}
