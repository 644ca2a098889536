//! Moves in positions of any size, computed from their numbers without visiting the options.

use crate::ruleset::{Draw, Position, Shape, draw_index};
use dashu_int::UBig;

/// The numbers of a position that is not a compound.
pub(super) fn rows_of(position: &Position) -> Vec<Vec<UBig>> {
    position.rows().unwrap_or_else(|| unreachable!("not a position of this ruleset"))
}

/// A position of the same shape with these numbers.
fn like(position: &Position, mut rows: Vec<Vec<UBig>>) -> Position {
    match position.0 {
        Shape::Piles(_) | Shape::FarPiles(_) => Position::of_piles(rows.swap_remove(0)),
        _ => Position::of_strips(rows),
    }
}

/// A number that a move changes.
pub(super) struct Changed {
    /// Its strip, and its index there.
    pub at: (usize, usize),
    pub from: UBig,
    pub to: UBig,
}

/// The numbers that change, or nothing if the positions have different shapes.
pub(super) fn changes(from: &Position, to: &Position) -> Option<Vec<Changed>> {
    let (from, to) = (rows_of(from), rows_of(to));
    let same = from.len() == to.len() && from.iter().zip(&to).all(|(from, to)| from.len() == to.len());
    if !same {
        return None;
    }
    let mut found = Vec::new();
    for (strip, (from, to)) in from.into_iter().zip(to).enumerate() {
        let pairs = from.into_iter().zip(to).enumerate().filter(|(_, (from, to))| from != to);
        found.extend(pairs.map(|(place, (from, to))| Changed { at: (strip, place), from, to }));
    }
    Some(found)
}

/// The number that changes, if exactly one does and it becomes smaller.
pub(super) fn lowered(from: &Position, to: &Position) -> Option<Changed> {
    let mut all = changes(from, to)?;
    let one = all.pop()?;
    (all.is_empty() && one.to < one.from).then_some(one)
}

/// The tokens of a strip that move, each with the squares it moves from and to. Both rows increase. Tokens are
/// indistinguishable: one that jumps over others changes its index in the row, but the others stay on their squares.
pub fn moved_tokens<'s>(from: &'s [UBig], to: &'s [UBig]) -> impl Iterator<Item = (&'s UBig, &'s UBig)> {
    let left = from.iter().filter(|square| to.binary_search(square).is_err());
    let reached = to.iter().filter(|square| from.binary_search(square).is_err());
    left.zip(reached)
}

/// Whether two piles are lowered by the same amount.
pub(super) fn both_lowered_alike(from: &Position, to: &Position) -> bool {
    let Some(all) = changes(from, to) else { return false };
    let [x, y] = &all[..] else { return false };
    x.to < x.from && y.to < y.from && &x.from - &x.to == &y.from - &y.to
}

/// The giving and the taking pile, if counters move from one pile to another that does not end up larger.
pub(super) fn shared(from: &Position, to: &Position) -> Option<(usize, usize)> {
    let all = changes(from, to)?;
    let [one, other] = &all[..] else { return None };
    let (giver, taker) = if one.to < one.from { (one, other) } else { (other, one) };
    let fits = giver.to < giver.from
        && taker.to > taker.from
        && &giver.from - &giver.to == &taker.to - &taker.from
        && taker.to <= giver.to;
    fits.then_some((giver.at.1, taker.at.1))
}

/// A kind of move: numbers that are lowered together by 1 to `most`, and possibly one that is raised by the same amount.
pub(super) struct Way {
    pub down: Vec<(usize, usize)>,
    pub up: Option<(usize, usize)>,
    pub most: UBig,
}

impl Way {
    /// Lowers one number to `least` or more.
    pub fn lower(at: (usize, usize), number: &UBig, least: &UBig) -> Self {
        let most = if number > least { number - least } else { UBig::ZERO };
        Self { down: vec![at], up: None, most }
    }
}

/// Chooses uniformly one of the ways that are possible, then how far.
pub(super) fn draw_way(position: &Position, mut ways: Vec<Way>, draw: &mut Draw<'_>) -> Option<Position> {
    ways.retain(|way| !way.most.is_zero());
    let way = ways.get(draw_index(ways.len(), draw)?)?;
    let amount = draw(&way.most) + 1u8;
    let mut rows = rows_of(position);
    for &(strip, place) in &way.down {
        rows[strip][place] -= &amount;
    }
    if let Some((strip, place)) = way.up {
        rows[strip][place] += &amount;
    }
    Some(like(position, rows))
}

/// Chooses uniformly the giving pile, then the taking pile, then the amount.
pub(super) fn draw_share(position: &Position, draw: &mut Draw<'_>) -> Option<Position> {
    let piles = rows_of(position).swap_remove(0);
    let least = piles.iter().min()?.clone();
    let gives = |least: &UBig, pile: &UBig| *pile > least + 1u8;
    let givers: Vec<usize> = (0..piles.len()).filter(|&i| gives(&least, &piles[i])).collect();
    let giver = *givers.get(draw_index(givers.len(), draw)?)?;
    let takers: Vec<usize> = (0..piles.len()).filter(|&i| gives(&piles[i], &piles[giver])).collect();
    let taker = *takers.get(draw_index(takers.len(), draw)?)?;
    draw_way(position, vec![share(&piles, (giver, taker))], draw)
}

/// Moves counters from one pile to another.
pub(super) fn share(piles: &[UBig], (from, to): (usize, usize)) -> Way {
    let (giver, taker) = (&piles[from], &piles[to]);
    let most = if giver > taker { (giver - taker) / 2u8 } else { UBig::ZERO };
    Way { down: vec![(0, from)], up: Some((0, to)), most }
}

/// Lowers any pile to any number from `least` on.
pub(super) fn lower_any(position: &Position, least: &UBig) -> Vec<Way> {
    let rows = rows_of(position);
    let piles = rows[0].iter().enumerate();
    piles.map(|(i, pile)| Way::lower((0, i), pile, least)).collect()
}

/// Lowers any token down to the one before it, but not below `least` of its square.
pub(super) fn lower_tokens(position: &Position, least: impl Fn(&UBig) -> UBig) -> Vec<Way> {
    let mut ways = Vec::new();
    for (strip, tokens) in rows_of(position).iter().enumerate() {
        let mut lowest = UBig::ZERO;
        for (place, square) in tokens.iter().enumerate() {
            ways.push(Way::lower((strip, place), square, &lowest.max(least(square))));
            lowest = square + 1u8;
        }
    }
    ways
}

/// Lowers both piles by the same amount.
pub(super) fn both(position: &Position) -> Way {
    let rows = rows_of(position);
    let most = rows[0].iter().min().cloned().unwrap_or_default();
    Way { down: vec![(0, 0), (0, 1)], up: None, most }
}
