//! Pictures of small automata: states in columns by their distance from the first one.

use super::dfa::{Dfa, NONE};
use super::text::digits;
use crate::widths::{index, low};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most states of a picture.
pub const MOST_DRAWN: usize = 100;

/// Distances between columns and between states of a column, radius of a state, and how far transitions are bent.
const COLUMN: f64 = 150.0;
const ROW: f64 = 90.0;
const RADIUS: f64 = 18.0;
const BEND: f64 = 22.0;

/// The automaton as an SVG picture. Nothing if it has too many states to be read.
pub fn svg(dfa: &Dfa, title: &str) -> Option<String> {
    if dfa.states() > MOST_DRAWN {
        return None;
    }
    // Transitions between the same states share a line.
    let mut lines: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
    for state in 0..low(dfa.states()) {
        for symbol in dfa.all_symbols() {
            let next = dfa.step(state, symbol);
            if next != NONE {
                lines.entry((state, next)).or_default().push(digits(dfa, symbol));
            }
        }
    }
    let columns = columns(dfa);
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(1);
    let count = |number: usize| u32::try_from(number).map_or(0.0, f64::from);
    let (width, height) = (COLUMN * count(columns.len()) + 40.0, ROW * count(tallest) + 60.0);
    let mut places = vec![(0.0, 0.0); dfa.states()];
    for (number, column) in columns.iter().enumerate() {
        let top = (height - ROW * count(column.len() - 1)) / 2.0 + 10.0;
        for (place, &state) in column.iter().enumerate() {
            places[index(state)] = (COLUMN * count(number) + 80.0, top + ROW * count(place));
        }
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <title>{}</title>\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    let (x, y) = places[0];
    let _ = writeln!(text, "<path d=\"M{:.1} {y:.1}H{:.1}\" {LINE}/>", x - 50.0, x - RADIUS);
    for ((from, to), labels) in &lines {
        line(&mut text, places[index(*from)], places[index(*to)], &labels.join(" "));
    }
    for (state, &(x, y)) in (0..).zip(&places) {
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"white\" stroke=\"black\"/>"
        );
        if dfa.accepts(state) {
            let _ = writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"none\" stroke=\"black\"/>",
                RADIUS - 4.0
            );
        }
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\">{state}</text>", y + 4.5);
    }
    Some(text + "</svg>\n")
}

const LINE: &str = "fill=\"none\" stroke=\"black\" marker-end=\"url(#arrow)\"";

/// The states by their distance from the first one.
fn columns(dfa: &Dfa) -> Vec<Vec<u32>> {
    let mut seen = vec![false; dfa.states()];
    seen[0] = true;
    let (mut columns, mut last) = (Vec::new(), vec![0]);
    while !last.is_empty() {
        let mut next = Vec::new();
        for &state in &last {
            for symbol in dfa.all_symbols() {
                let to = dfa.step(state, symbol);
                if to != NONE && !std::mem::replace(&mut seen[index(to)], true) {
                    next.push(to);
                }
            }
        }
        columns.push(std::mem::replace(&mut last, next));
    }
    columns
}

/// A transition: a loop above its state, or a curve that bends to its left, so that there and back are two curves.
fn line(text: &mut String, from: (f64, f64), to: (f64, f64), label: &str) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        let (x, y) = from;
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}\" {LINE}/>\n<text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>",
            x - 8.0,
            y - 16.0,
            x - 22.0,
            y - 50.0,
            x + 22.0,
            y - 50.0,
            x + 8.0,
            y - 16.0,
            y - 46.0
        );
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    // Long lines are bent more, so that they pass the states between.
    let bend = BEND + length / 10.0;
    let (cx, cy) = (from.0 + dx / 2.0 + uy * bend, from.1 + dy / 2.0 - ux * bend);
    let near = |(x, y): (f64, f64)| {
        let (vx, vy) = (cx - x, cy - y);
        let far = vx.hypot(vy);
        (x + RADIUS * vx / far, y + RADIUS * vy / far)
    };
    let (start, end) = (near(from), near(to));
    let (x, y) =
        (from.0 + dx / 2.0 + uy * (bend / 2.0 + 8.0), from.1 + dy / 2.0 - ux * (bend / 2.0 + 8.0) + 4.0);
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {:.1}Q{cx:.1} {cy:.1} {:.1} {:.1}\" {LINE}/>\n<text x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>",
        start.0, start.1, end.0, end.1
    );
}
