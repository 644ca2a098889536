use super::large::{Way, draw_way, lowered, rows_of};
use super::{sample_strips, strips, strips_of, visit_token_on};
use crate::error::Limit;
use crate::notation::{InputError, RawNumber, RawPosition, Span};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use crate::widths::wide;
use dashu_int::UBig;

/// Two strips of Silver Dollar whose first cells are the same cells in another order (Farr & Ho, sec. 5): cell i of the second strip is
/// cell `map[i]` of the first. A cell holds at most one token. Each token stays on its strip and moves down along it, and never jumps
/// over a cell with a token, of whichever strip. With the map 0-1-..-(k-1) these are two strips that share k cells.
#[derive(Clone, Debug)]
pub struct Crossed {
    map: Vec<u64>,
    /// The cells of the second strip, by those of the first.
    back: Vec<u64>,
}

/// The most cells that the strips have in common.
const MOST: usize = 64;

impl Crossed {
    /// Strips joined by the map with this text, e.g. `1-0`, at the place `span` of the text.
    ///
    /// # Errors
    /// When the text is not a list of all numbers below some k, joined by hyphens.
    pub fn new(map: &str, span: Span) -> Result<Self, InputError> {
        const EXAMPLE: &str =
            "map=1-0 says that cells 0 and 1 of the second strip are cells 1 and 0 of the first";
        let wrong = |here, message: String| InputError::at(here, message).hint(EXAMPLE);
        let (mut cells, mut start) = (Vec::new(), span.start);
        let count = map.split('-').count();
        if count > MOST {
            return Err(wrong(span, format!("strips have at most {MOST} cells in common")));
        }
        for text in map.split('-') {
            let here = Span { start, end: start + text.len() };
            start = here.end + 1;
            if text.is_empty() {
                return Err(wrong(span, "a number is missing in the map".to_owned()));
            }
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            let Some(cell) = text.parse::<u64>().ok().filter(|_| digits) else {
                return Err(wrong(here, format!("`{text}` is not a cell")));
            };
            if cell >= wide(count) {
                return Err(wrong(here, format!("a map of {count} cells has the numbers below {count}")));
            }
            if cells.contains(&cell) {
                return Err(wrong(here, format!("cell {cell} is given twice")));
            }
            cells.push(cell);
        }
        let place = |cell: u64| cells.iter().position(|&other| other == cell).map_or(0, wide);
        let back = (0..wide(count)).map(place).collect();
        Ok(Self { map: cells, back })
    }

    /// The square of the other strip that is the same cell, if there is one.
    fn elsewhere(&self, strip: usize, square: u64) -> Option<u64> {
        let map = if strip == 0 { &self.back } else { &self.map };
        usize::try_from(square).ok().and_then(|square| map.get(square)).copied()
    }

    /// The lowest square to which a token on `square` of a strip can move: the one above the next token, be it on this strip or on a
    /// common cell.
    fn lowest(&self, rows: &[Vec<UBig>], strip: usize, square: &UBig) -> UBig {
        let other = rows[1 - strip].iter().filter_map(|token| u64::try_from(token).ok());
        let common = other.filter_map(|token| self.elsewhere(1 - strip, token)).map(UBig::from);
        let below = rows[strip].iter().cloned().chain(common).filter(|token| token < square).max();
        below.map_or(UBig::ZERO, |token| token + 1u8)
    }
}

impl Ruleset for Crossed {
    fn name(&self) -> String {
        let cells: Vec<String> = self.map.iter().map(u64::to_string).collect();
        format!("crossed:map={}", cells.join("-"))
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let (position, written) = strips(raw)?;
        let [(first, _), (second, _)] = written else {
            let message = format!("this game has two strips, not {}", written.len());
            return Err(InputError::at(raw.span(), message).hint("e.g. [2,5],[3]"));
        };
        let taken = first.iter().map(RawNumber::value).collect::<Result<Vec<_>, _>>()?;
        for number in second {
            let cell = u64::try_from(&number.value()?).ok().and_then(|square| self.elsewhere(1, square));
            if let Some(cell) = cell.filter(|&cell| taken.contains(&UBig::from(cell))) {
                let message = format!("this is cell {cell} of the first strip, which holds a token");
                return Err(InputError::at(number.span, message).hint("a cell holds at most one token"));
            }
        }
        Ok(position)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let strips = strips_of(position)?;
        for (strip, tokens) in strips.iter().enumerate() {
            let common: Vec<u64> =
                strips[1 - strip].iter().filter_map(|&token| self.elsewhere(1 - strip, token)).collect();
            for (token, &square) in tokens.iter().enumerate() {
                let below = tokens.iter().chain(&common).copied().filter(|&other| other < square).max();
                visit_token_on(position, (strip, token), below.map_or(0, |other| other + 1)..square, visit)?;
            }
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let Some(moved) = lowered(from, to) else { return Ok(false) };
        Ok(moved.to >= self.lowest(&rows_of(from), moved.at.0, &moved.from))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let rows = rows_of(from);
        let ways = rows.iter().enumerate().flat_map(|(strip, tokens)| {
            let rows = &rows;
            let way =
                move |(place, square)| Way::lower((strip, place), square, &self.lowest(rows, strip, square));
            tokens.iter().enumerate().map(way)
        });
        Ok(draw_way(from, ways.collect(), draw))
    }

    fn board(&self) -> Board {
        Board::Crossed { map: self.map.clone() }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        let common = wide(self.map.len());
        let mut strips = sample_strips(2, common, size, draw);
        // Some tokens start on common cells.
        let cell = draw(common);
        if draw(2) == 0 {
            strips[0][0] = cell;
        }
        if common > 1 && draw(2) == 0 {
            strips[1][0] = self.back[usize::try_from((cell + 1) % common).unwrap_or(0)];
        }
        Position(Shape::Strips(strips))
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of_crossed::<Self>(&self.map))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "[a],[b]", triangle: self.map == self.back })
    }
}
