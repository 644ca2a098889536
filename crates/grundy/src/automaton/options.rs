//! The options of positions in a set, as relations.

use super::numeration::Numeration;
use super::relation::Relation;
use super::room::Room;
use crate::error::Limit;
use crate::geometry::{Guard, Ray};

/// Relations over pairs, made one after another; the largest one is remembered.
pub struct Maker<'r> {
    /// How numbers are read.
    pub numeration: Numeration,
    /// Limits.
    pub room: Room<'r>,
    /// The most states so far.
    pub largest: usize,
}

impl Maker<'_> {
    fn seen(&mut self, relation: Relation) -> Relation {
        self.largest = self.largest.max(relation.states());
        relation
    }

    /// The tuples for which a condition on several relations holds.
    pub fn combine(
        &mut self,
        tracks: u32,
        parts: &[(&Relation, &[u32])],
        holds: impl Fn(&[bool]) -> bool,
    ) -> Result<Relation, Limit> {
        let made = Relation::combined(self.numeration, tracks, parts, holds, self.room)?;
        Ok(self.seen(made))
    }

    /// There is a number on the last of so many tracks such that all these hold.
    pub fn some(&mut self, tracks: u32, parts: &[(&Relation, &[u32])]) -> Result<Relation, Limit> {
        let all = self.combine(tracks, parts, |holds| holds.iter().all(|&holds| holds))?;
        let made = all.exists(tracks - 1, self.room)?;
        Ok(self.seen(made))
    }

    /// The tuples with a given linear form.
    pub fn linear(&self, factors: &[i32], constant: i32) -> Result<Relation, Limit> {
        Relation::linear(self.numeration, factors, constant, self.room)
    }

    /// For each m from 1 to `most`, the pairs (s, t) such that the set has at least m members (s, t') with t' < t.
    pub fn earlier(&mut self, set: &Relation, most: usize) -> Result<Vec<Relation>, Limit> {
        let less = Relation::less(self.numeration, self.room)?;
        let mut found: Vec<Relation> = Vec::new();
        for _ in 0..most {
            let mut parts: Vec<(&Relation, &[u32])> = vec![(set, &[0, 2]), (&less, &[2, 1])];
            parts.extend(found.last().map(|fewer| (fewer, &[0_u32, 2][..])));
            found.push(self.some(3, &parts)?);
        }
        Ok(found)
    }

    /// The pairs for which one of these relations holds.
    pub fn any(&mut self, relations: &[Relation]) -> Result<Relation, Limit> {
        let pair: &[u32] = &[0, 1];
        let parts: Vec<(&Relation, &[u32])> = relations.iter().map(|relation| (relation, pair)).collect();
        self.combine(2, &parts, |at| at.contains(&true))
    }

    /// The pairs (y, x).
    fn mirrored(&mut self, relation: &Relation) -> Result<Relation, Limit> {
        self.combine(2, &[(relation, &[1, 0])], |at| at[0])
    }

    /// The pairs for which the relation holds after some amount is taken from the number on a track.
    fn shifted(&mut self, relation: &Relation, track: u32, amount: i32) -> Result<Relation, Limit> {
        // Tracks x, y and the number that is left.
        let less = self.linear(&[1, -1], amount)?;
        let (from, left): (&[u32], &[u32]) = if track == 0 { (&[0, 2], &[2, 1]) } else { (&[1, 2], &[0, 2]) };
        self.some(3, &[(&less, from), (relation, left)])
    }
}

/// For each m from 1 to `most`, the positions (x, y) that have at least m options along a ray in a set. If only positions with x <= y matter, those along a diagonal are
/// found for these alone.
pub fn along(
    ray: &Ray,
    all: &Relation,
    most: usize,
    is_symmetric: bool,
    maker: &mut Maker<'_>,
) -> Result<Vec<Relation>, Limit> {
    let small = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
    let (p, q) = (small(ray.step.0), small(ray.step.1));
    let mut found = if p > 0 {
        plain((p, q), all, most, is_symmetric && ray.width == 1, maker)?
    } else {
        // The first number does not fall, so the second one does.
        let turned = maker.mirrored(all)?;
        let found = plain((q, p), &turned, most, false, maker)?;
        found.iter().map(|relation| maker.mirrored(relation)).collect::<Result<_, _>>()?
    };
    if ray.width > 1 {
        // A move that deviates takes some more from one number, and then any number of steps, or none.
        let within = maker.any(&[all.clone(), found[0].clone()])?;
        let mut parts = vec![found[0].clone()];
        for more in 1..small(ray.width.try_into().unwrap_or(i64::MAX)) {
            for track in [0, 1] {
                if ray.step == (1, 1) || (track == 0) == (ray.step == (0, 1)) {
                    parts.push(maker.shifted(&within, track, more)?);
                }
            }
        }
        found = vec![maker.any(&parts)?];
    }
    if ray.guard != Guard::ALWAYS {
        let Guard { x, y, least } = ray.guard;
        let guard = maker.linear(&[small(x), small(y), -1], small(least))?.exists(2, maker.room)?;
        found = found
            .iter()
            .map(|relation| maker.combine(2, &[(relation, &[0, 1]), (&guard, &[0, 1])], |at| at[0] && at[1]))
            .collect::<Result<_, _>>()?;
    }
    Ok(found)
}

/// The same for a step (p, q), p > 0, gcd(p, q) = 1, without a guard. The positions on a line have the same `qx - py`, and those with smaller x on it are the options.
fn plain(
    (p, q): (i32, i32),
    all: &Relation,
    most: usize,
    is_upper: bool,
    maker: &mut Maker<'_>,
) -> Result<Vec<Relation>, Limit> {
    // The number c of a line is not negative. Lines on both sides of the one through 0 are numbered apart: c = qx - py, and c = py - qx - 1.
    let forms = match (p, q) {
        (1, 1) if is_upper => vec![([-1, -1, 1], 0)],
        (_, ..=0) => vec![([-1, -q, p], 0)],
        _ => vec![([-1, q, -p], 0), ([-1, -q, p], 1)],
    };
    let mut sides = Vec::new();
    for (factors, constant) in forms {
        // Tracks c, x and y.
        let line = maker.linear(&factors, constant)?;
        let on = maker.some(3, &[(&line, &[0, 1, 2]), (all, &[1, 2])])?;
        let mut side = Vec::new();
        for earlier in maker.earlier(&on, most)? {
            // Tracks x, y and c.
            side.push(maker.some(3, &[(&line, &[2, 0, 1]), (&earlier, &[2, 0])])?);
        }
        sides.push(side);
    }
    (0..most)
        .map(|m| {
            let parts: Vec<Relation> = sides.iter().map(|side| side[m].clone()).collect();
            if let [one] = &parts[..] { Ok(one.clone()) } else { maker.any(&parts) }
        })
        .collect()
}
