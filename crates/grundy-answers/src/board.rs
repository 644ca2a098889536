//! Draws positions as text.

use grundy::{Board, Game, Position};
use std::fmt::Write as _;

/// The characters of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    counter: char,
    empty: char,
    shared: char,
    taken: char,
    more: &'static str,
}

impl Pen {
    /// For terminals that show Unicode.
    pub const UNICODE: Self = Self { counter: '●', empty: '·', shared: '*', taken: '×', more: "…" };
    /// For other terminals.
    pub const ASCII: Self = Self { counter: 'o', empty: '.', shared: '*', taken: 'x', more: "..." };
}

/// The components of a compound game.
#[derive(Debug)]
pub struct Components {
    /// Each component with its position.
    pub parts: Vec<(Game, Position)>,
    /// For a nearly disjunctive sum: whether it is closed.
    pub closed: Option<bool>,
}

/// The components of a position; `None` if the game is not a compound.
pub fn components(game: &Game, position: &Position) -> Option<Components> {
    let parts = game.components().iter().cloned().zip(position.parts()?.iter().cloned()).collect();
    let can_close = game.summands().is_none() && !game.is_misere();
    Some(Components { parts, closed: can_close.then(|| position.is_closed()) })
}

/// The name of a kind of board.
pub fn kind(board: &Board) -> &'static str {
    match board {
        Board::Piles | Board::Unordered | Board::Heaps => "piles",
        Board::Strips { .. } | Board::Crossed { .. } => "strips",
        Board::Graph { .. } => "graph",
        Board::Compound(_) => "compound",
    }
}

/// Draws a position, in several lines.
pub fn draw(game: &Game, position: &Position, pen: Pen) -> String {
    if let Some(components) = components(game, position) {
        return compound(&components, pen);
    }
    match (game.board(), position.piles(), position.strips()) {
        (Board::Strips { shared }, Some(tokens), _) => {
            strips(&tokens.iter().map(std::slice::from_ref).collect::<Vec<_>>(), shared, pen)
        }
        (Board::Strips { shared }, _, Some(rows)) => {
            strips(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>(), shared, pen)
        }
        (Board::Crossed { map }, _, Some(rows)) => {
            let drawn = strips(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>(), 0, pen);
            let numbers = |cells: &mut dyn Iterator<Item = u64>| {
                cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(", ")
            };
            let own = numbers(&mut (0..).take(map.len()));
            let first = numbers(&mut map.iter().copied());
            format!("{drawn}cells {own} of strip 2 are the cells {first} of strip 1\n")
        }
        (Board::Graph { arcs }, Some(row), _) => {
            format!("{}edges     {}\n", piles(row, "vertex", 0, pen), edges(&arcs))
        }
        (Board::Heaps, Some(row), _) => piles(row, "heap", 1, pen),
        (_, Some(row), _) => piles(row, "pile", 1, pen),
        (board, ..) => far(&board, game, position),
    }
}

/// Draws a position of large numbers: one line per pile or strip.
fn far(board: &Board, game: &Game, position: &Position) -> String {
    let rows = position.rows().unwrap_or_default();
    let (noun, first) = match board {
        Board::Strips { .. } | Board::Crossed { .. } => ("strip", 1),
        Board::Graph { .. } => ("vertex", 0),
        Board::Heaps => ("heap", 1),
        _ => ("pile", 1),
    };
    let in_strips = game.show(position).starts_with('[');
    let lines: Vec<String> = if in_strips {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect()
    } else {
        rows.concat().iter().map(ToString::to_string).collect()
    };
    let mut text = String::new();
    (first..).zip(lines).for_each(|(number, line)| _ = writeln!(text, "{noun} {number}  {line}"));
    text
}

/// Abbreviates long numbers in a text to their first and last digits and their length.
pub fn shorten(text: &str) -> String {
    /// Two lines of a terminal.
    const LONGEST: usize = 160;
    /// Digits to keep at each end.
    const ENDS: usize = 12;
    let mut short = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - start);
        let number = &rest[start..start + digits];
        short.push_str(&rest[..start]);
        if digits > LONGEST {
            let _ = write!(short, "{}..{} <{digits} digits>", &number[..ENDS], &number[digits - ENDS..]);
        } else {
            short.push_str(number);
        }
        rest = &rest[start + digits..];
    }
    short + rest
}

fn compound(components: &Components, pen: Pen) -> String {
    let mut text = String::new();
    for (number, (game, position)) in (1..).zip(&components.parts) {
        let _ = writeln!(text, "game {number}: {}", game.name());
        draw(game, position, pen).lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text.push_str(match components.closed {
        None => "",
        Some(false) => "open: no game has been moved into a P-position of its own yet\n",
        Some(true) => "closed: no game may be moved into a P-position of its own any more\n",
    });
    text
}

/// Rows of counters in groups of five, each followed by its size.
fn piles(row: &[u64], noun: &str, first: usize, pen: Pen) -> String {
    let width = (row.len() + first).saturating_sub(1).to_string().len();
    let line = |(number, pile): (usize, &u64)| match counters(*pile, pen) {
        none if none.is_empty() => format!("{noun} {number:>width$}  {pile}\n"),
        drawn => format!("{noun} {number:>width$}  {drawn} {pile}\n"),
    };
    (first..).zip(row).map(line).collect()
}

fn counters(pile: u64, pen: Pen) -> String {
    /// Longer piles are truncated.
    const LONGEST: u64 = 40;
    let mut drawn = String::new();
    for counter in 0..pile.min(LONGEST) {
        if counter > 0 && counter % 5 == 0 {
            drawn.push(' ');
        }
        drawn.push(pen.counter);
    }
    if pile > LONGEST {
        drawn.push_str(pen.more);
    }
    drawn
}

/// `0-1` for an edge in both directions, `0>1` for one direction.
fn edges(arcs: &[(usize, usize)]) -> String {
    let edge = |(u, v, directed)| if directed { format!("{u}>{v}") } else { format!("{u}-{v}") };
    crate::position::edges(arcs).into_iter().map(edge).collect::<Vec<_>>().join(", ")
}

/// Draws strips. Short ones are drawn square by square under a row of numbers, long ones as tokens and ranges of
/// empty squares.
fn strips(rows: &[&[u64]], shared: u64, pen: Pen) -> String {
    /// The largest square that is drawn singly; a line then has at most 100 characters.
    const HIGHEST: u64 = 29;
    let highest = rows.iter().filter_map(|row| row.last()).copied().max().unwrap_or(0);
    let sheet = Sheet { rows, shared, pen, label: rows.len().to_string().len() };
    let mut text = if highest <= HIGHEST { sheet.squares(highest) } else { sheet.stretches() };
    text.push_str(&sheet.legend());
    text
}

/// Strips to draw.
struct Sheet<'s> {
    rows: &'s [&'s [u64]],
    shared: u64,
    pen: Pen,
    /// Width of the number of a strip.
    label: usize,
}

impl Sheet<'_> {
    fn is_taken(&self, square: u64) -> bool {
        self.rows.iter().any(|row| row.contains(&square))
    }

    /// The character of a square.
    fn sign(&self, row: &[u64], square: u64) -> char {
        match (row.contains(&square), square < self.shared) {
            (true, _) => self.pen.counter,
            (false, true) if self.is_taken(square) => self.pen.taken,
            (false, true) => self.pen.shared,
            (false, false) => self.pen.empty,
        }
    }

    fn line(&self, number: usize, drawn: &str) -> String {
        let drawn = if drawn.is_empty() { " no token" } else { drawn };
        format!("strip {number:>width$} {drawn}\n", width = self.label)
    }

    fn squares(&self, highest: u64) -> String {
        let width = highest.to_string().len() + 1;
        let mut numbers = String::new();
        (0..=highest).for_each(|square| _ = write!(numbers, "{square:>width$}"));
        let mut text = format!("{:indent$} {numbers}\n", "", indent = "strip ".len() + self.label);
        for (number, row) in (1..).zip(self.rows) {
            let last = row.last().map_or(0, |last| last + 1);
            let mut drawn = String::new();
            (0..last).for_each(|square| _ = write!(drawn, "{:>width$}", self.sign(row, square)));
            text.push_str(&self.line(number, &drawn));
        }
        text
    }

    /// `*0 ·1-4 ●5 ·6-15 ●16`: the content of a square or of a range of squares.
    fn stretches(&self) -> String {
        let mut text = String::new();
        for (number, row) in (1..).zip(self.rows) {
            let mut drawn = String::new();
            for pair in self.cuts(row).windows(2) {
                let (from, to) = (pair[0], pair[1] - 1);
                let _ = write!(drawn, " {}{from}", self.sign(row, from));
                if from < to {
                    let _ = write!(drawn, "-{to}");
                }
            }
            text.push_str(&self.line(number, &drawn));
        }
        text
    }

    /// The first squares of the ranges of a strip, and the square after its last token.
    fn cuts(&self, row: &[u64]) -> Vec<u64> {
        let elsewhere = self.rows.iter().copied().flatten().filter(|&&square| square < self.shared);
        let tokens = row.iter().chain(elsewhere).flat_map(|&square| [square, square.saturating_add(1)]);
        let mut cuts: Vec<u64> = tokens.chain([0, self.shared]).collect();
        let end = row.last().map_or(0, |last| last.saturating_add(1));
        cuts.retain(|&square| square <= end);
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    fn legend(&self) -> String {
        if self.shared == 0 || self.rows.len() < 2 {
            return String::new();
        }
        let Pen { shared, taken, .. } = self.pen;
        let any_taken = self.rows.iter().copied().flatten().any(|&square| square < self.shared);
        let taken = if any_taken { format!("; {taken} taken by another strip") } else { String::new() };
        format!("{shared} shared by all strips, for one token{taken}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, pen: Pen) -> String {
        let (game, position) = grundy::parse(text).unwrap();
        draw(&game, &position, pen)
    }

    #[test]
    fn piles_are_rows_of_counters() {
        assert_eq!(drawn("nim 0,7", Pen::UNICODE), "pile 1  0\npile 2  ●●●●● ●● 7\n");
        let long = drawn("nim 1000000,2", Pen::ASCII);
        assert!(long.lines().all(|line| line.len() < 80), "{long}");
        assert!(long.starts_with("pile 1  ooooo ") && long.contains("... 1000000\n"), "{long}");
    }

    #[test]
    fn squares_stand_under_their_numbers() {
        assert_eq!(
            drawn("star-silver-dollar [2,5],[0,1],[]", Pen::ASCII),
            "         0 1 2 3 4 5
strip 1  x . o . . o
strip 2  o o
strip 3  no token
* shared by all strips, for one token; x taken by another strip
"
        );
    }

    #[test]
    fn star_nim_and_silver_dollar_are_strips_too() {
        assert_eq!(
            drawn("star-nim 2,3", Pen::UNICODE),
            "         0 1 2 3\nstrip 1  * · ●\nstrip 2  * · · ●\n* shared by all strips, for one token\n"
        );
        assert_eq!(drawn("silver-dollar [0,2]", Pen::ASCII), "         0 1 2\nstrip 1  o . o\n");
    }

    #[test]
    fn long_strips_are_drawn_in_stretches() {
        assert_eq!(
            drawn("shared-cells:k=4 [1,100],[2,40],[0]", Pen::ASCII),
            "\
strip 1  x0 o1 x2 *3 .4-99 o100
strip 2  x0 x1 o2 *3 .4-39 o40
strip 3  o0
* shared by all strips, for one token; x taken by another strip
"
        );
        let far = drawn("silver-dollar [5,6,18446744073709551614]", Pen::ASCII);
        assert_eq!(far, "strip 1  .0-4 o5 o6 .7-18446744073709551613 o18446744073709551614\n");
    }

    #[test]
    fn graphs_list_their_edges() {
        assert_eq!(
            drawn("graph-nim:edges=0-1,2>1 3,0,1", Pen::ASCII),
            "vertex 0  ooo 3\nvertex 1  0\nvertex 2  o 1\nedges     0-1, 2>1\n"
        );
    }

    #[test]
    fn compounds_draw_their_games() {
        assert_eq!(
            drawn("nim 1 + nearly(nim 2 + star-nim 1; closed)", Pen::ASCII),
            "\
game 1: nim
  pile 1  o 1
game 2: nearly(nim + star-nim)
  game 1: nim
    pile 1  oo 2
  game 2: star-nim
             0 1
    strip 1  * o
  closed: no game may be moved into a P-position of its own any more
"
        );
    }
}
