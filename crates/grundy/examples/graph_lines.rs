//! Graph Nim by lines: the periods on a path of three vertices, and the lines that stay free on graphs with four vertices.
//!
//! ```sh
//! cargo run --release --example graph_lines -- 10 100
//! ```
//!
//! The first number is the largest value on the path. The second one, at most 127, is the largest spread on four vertices: for P-positions, a line counts as met if it has a
//! position with at most half that spread, and as free if it has no P-position up to the whole spread.

use grundy::sharing_nim::path::{Cycle, Family, cycle};
use std::collections::HashMap;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let largest: u64 = arguments.next().map_or(Ok(8), |number| number.parse())?;
    let spread: u8 = arguments.next().map_or(Ok(40), |number| number.parse())?;
    for family in [Family::Outside, Family::Between] {
        for value in 0..=largest {
            let found = cycle(family, value, 1 << 30, &mut |_| ControlFlow::Continue(()))?;
            let Some(Cycle { from, length }) = found else { continue };
            println!("{family:?}: values 0 to {value} have period {length} from b = {from} on");
        }
    }
    for (name, edges) in GRAPHS {
        let [met, free, last] = four(edges, spread.min(127));
        println!(
            "{name}: {met} lines met by b = {}, of these {free} free at b = {spread}; {last} P-positions of spread {spread}",
            spread / 2
        );
    }
    Ok(())
}

const GRAPHS: [(&str, &[(usize, usize)]); 6] = [
    ("path", &[(0, 1), (1, 2), (2, 3)]),
    ("star", &[(0, 1), (0, 2), (0, 3)]),
    ("cycle", &[(0, 1), (1, 2), (2, 3), (0, 3)]),
    ("triangle with an edge", &[(0, 1), (1, 2), (0, 2), (2, 3)]),
    ("cycle with a diagonal", &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]),
    ("complete", &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)]),
];

/// A half-line: the edge, the sum of its piles less twice each of the others, and which of its piles is the larger.
type Line = (usize, i16, i16, bool);

/// The smallest spread of a position on a line, and of a P-position.
type Spreads = (u8, Option<u8>);

/// The numbers of lines met and free, and of P-positions of the last spread.
fn four(edges: &[(usize, usize)], spread: u8) -> [usize; 3] {
    let numbers = 0..=spread;
    let mut positions: Vec<[u8; 4]> = Vec::new();
    for (a, b) in numbers.clone().flat_map(|a| numbers.clone().map(move |b| (a, b))) {
        for (c, d) in numbers.clone().flat_map(|c| numbers.clone().map(move |d| (c, d))) {
            if [a, b, c, d].contains(&0) {
                positions.push([a, b, c, d]);
            }
        }
    }
    // Every move lowers the sum of the squares of all differences.
    positions.sort_by_cached_key(|piles| {
        let pairs = piles.iter().flat_map(|x| piles.iter().map(move |y| u64::from(x.abs_diff(*y))));
        pairs.map(|difference| difference * difference).sum::<u64>()
    });
    let mut lines: HashMap<Line, Spreads> = HashMap::new();
    let mut last = 0;
    for piles in &positions {
        let width = piles.iter().copied().max().unwrap_or(0);
        let mut mine: Vec<Line> = Vec::new();
        let mut is_p = true;
        for (number, &(u, v)) in edges.iter().enumerate() {
            let pile = |place: usize| i16::from(piles[place]);
            let mut others = (0..4).filter(|&place| ![u, v].contains(&place));
            let mut distance = || pile(u) + pile(v) - 2 * others.next().map_or(0, pile);
            let (one, other) = (distance(), distance());
            // The end of both half-lines if the piles are equal.
            for first in [true, false] {
                let line = (number, one, other, first);
                if (first && piles[u] >= piles[v]) || (!first && piles[u] <= piles[v]) {
                    mine.push(line);
                    is_p &= piles[u] == piles[v] || lines.get(&line).is_none_or(|line| line.1.is_none());
                }
            }
        }
        for line in mine {
            let known = lines.entry(line).or_insert((width, None));
            known.0 = known.0.min(width);
            if is_p {
                known.1 = Some(known.1.map_or(width, |before| before.min(width)));
            }
        }
        last += usize::from(is_p && width == spread);
    }
    let met: Vec<&Spreads> = lines.values().filter(|line| line.0 <= spread / 2).collect();
    [met.len(), met.iter().filter(|line| line.1.is_none()).count(), last]
}
