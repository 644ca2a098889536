//! Texts one below the other.

/// More than fits on a line; and what is wider than 65,535 cannot be filled up at all.
const WIDEST: usize = 1000;

/// How wide a column of these texts is. One that is longer than any line stands out.
pub fn width<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    texts.into_iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).min(WIDEST)
}
