use super::large::{draw_way, rows_of, share, shared};
use super::sharing_nim::visit_shares;
use super::{piles, sample_row};
use crate::error::Limit;
use crate::notation::{InputError, RawPosition, Span};
use crate::ruleset::{Board, Draw, Identity, Plane, Position, Ruleset, Shape, Stop, Visitor};
use crate::widths::wide;

/// Graph Nim: Sharing Nim in which counters move along the edges of a graph (Ho, sec. 7).
///
/// An edge `u-v` may be used both ways, an arc `u>v` only from u to v. On a complete graph this is Sharing Nim.
#[derive(Clone, Debug)]
pub struct GraphNim {
    arcs: Vec<(usize, usize)>,
    edges: String,
}

/// The largest vertex of an edge. Each vertex has a pile.
const LAST_VERTEX: usize = 999;

impl GraphNim {
    /// Graph Nim on the graph with these edges, e.g. `0-1,1-2`, at the place `span` of the text.
    pub fn new(edges: &str, span: Span) -> Result<Self, InputError> {
        const EXAMPLE: &str =
            "edges join two vertices, e.g. edges=0-1,1-2 (both ways) or edges='0>1' (one way)";
        let mut arcs = Vec::new();
        let mut start = span.start;
        for edge in edges.split(',') {
            let here = Span { start, end: start + edge.len() };
            start = here.end + 1;
            let (separator, both_ways) = if edge.contains('>') { ('>', false) } else { ('-', true) };
            let vertex = |text: &str| text.parse::<usize>().ok().filter(|_| !text.starts_with('+'));
            let ends = edge.split_once(separator).map(|(u, v)| (vertex(u), vertex(v)));
            let Some((Some(u), Some(v))) = ends else {
                return Err(InputError::at(here, format!("`{edge}` is not an edge")).hint(EXAMPLE));
            };
            if u.max(v) > LAST_VERTEX {
                let message = format!("vertices are numbered from 0 to {LAST_VERTEX}");
                return Err(InputError::at(here, message).hint(EXAMPLE));
            }
            if u == v {
                return Err(
                    InputError::at(here, format!("the edge {edge} joins a vertex to itself")).hint(EXAMPLE)
                );
            }
            for arc in [(u, v), (v, u)].into_iter().take(if both_ways { 2 } else { 1 }) {
                if arcs.contains(&arc) {
                    return Err(InputError::at(here, format!("the edge {edge} is given twice")));
                }
                arcs.push(arc);
            }
        }
        Ok(Self { arcs, edges: edges.to_owned() })
    }

    /// One more than the largest vertex of an edge.
    pub fn vertices(&self) -> usize {
        self.arcs.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0)
    }

    /// The centre, if the graph is a path of three vertices.
    fn centre(&self) -> Option<usize> {
        let both = |u: usize, v: usize| self.arcs.contains(&(u, v)) && self.arcs.contains(&(v, u));
        let is_centre = |&c: &usize| (0..3).all(|end| end == c || both(c, end));
        (0..3).find(is_centre).filter(|_| self.arcs.len() == 4)
    }
}

impl Ruleset for GraphNim {
    fn name(&self) -> String {
        format!("graph-nim:edges={}", self.edges)
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        let position = piles(raw, None)?;
        let count = position.rows().map_or(0, |rows| rows[0].len());
        if count < self.vertices() {
            let last = self.vertices() - 1;
            return Err(InputError::at(
                raw.span(),
                format!("an edge goes to vertex {last}, but the last pile is on vertex {}", count - 1),
            )
            .hint(format!("give {} piles, one for each vertex from 0 to {last}", self.vertices())));
        }
        Ok(position)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.arcs.iter().try_for_each(|&arc| visit_shares(position, arc, visit))
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        Ok(shared(from, to).is_some_and(|arc| self.arcs.contains(&arc)))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let piles = rows_of(from).swap_remove(0);
        Ok(draw_way(from, self.arcs.iter().map(|&arc| share(&piles, arc)).collect(), draw))
    }

    fn board(&self) -> Board {
        Board::Graph { arcs: self.arcs.clone() }
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Piles(sample_row(wide(self.vertices()), size, draw)))
    }

    fn identity(&self) -> Option<Identity> {
        Some(self.centre().map_or_else(Identity::of::<Self>, Identity::of_path::<Self>))
    }

    fn plane(&self) -> Option<Plane> {
        let at = match self.vertices() {
            2 => "a,b",
            3 => "0,a,b",
            _ => return None,
        };
        Some(Plane { at, triangle: false })
    }
}
