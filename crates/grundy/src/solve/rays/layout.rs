//! The lines of a game: how rays become lines with numbers, in coordinates in which no step adds to a number.
//!
//! # Steps that add
//! Let m be so large that `dy + m dx >= 0` for every step (dx, dy) with `dx > 0`. In the coordinates x and `y + m x` such a step takes
//! from both numbers or from one, and the condition `y >= 0` becomes `y + m x >= m x`: the region is a trapezoid ([`Region::Slanted`]).
//! If steps add to x, the two numbers change places first. If some add to x and others to y, there is no layout.
//!
//! # Folded lines
//! If the rays and the holes are the same with x and y exchanged, then G(x,y) = G(y,x), and only cells with `x <= y` are visited. A line
//! and its mirror image are one line, with one number: that of a cell on the line of (dx, dy) is the number of its mirror image on the
//! line of (dy, dx). So a cell (x, y) of Wythoff's game lies on the lines x and y of the pair (0,1), (1,0), and on a diagonal.
//!
//! # Numbers
//! For a step (dx, dy) with greatest common divisor g, the lines of the direction (dx/g, dy/g) are those on which
//! `(dy/g) x - (dx/g) y` is constant, and each of them has g lines, told apart by `s x + t y` modulo g, where `s dx/g + t dy/g = 1`.

use super::plane::ROWS;
use super::region::Region;
use crate::geometry::{Guard, Ray, Rays};
use crate::widths::wide;

/// The most directions: one for each ray.
pub(super) const MOST_DIRECTIONS: usize = 8;

/// More lines are refused: their sets would need petabytes.
const MOST_LINES: usize = 1 << 40;

/// The lines of the cells, and the lines along which a cell has options.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub region: Region,
    /// What has been added to y for each x; see [`Frame`].
    pub slope: usize,
    /// Those that are always open come first.
    pub directions: Vec<Direction>,
    /// How many are always open.
    pub always: usize,
    /// The numbers of their lines.
    pub forms: [Form; MOST_DIRECTIONS],
    /// Whether each is open in all cells or in none, and `apart` is 1.
    pub plain: bool,
    /// The cells of the region that are not positions, sorted.
    pub holes: Vec<(usize, usize)>,
    /// Whether cells stand for their mirror images too.
    pub folded: bool,
    /// The number of lines.
    pub lines: usize,
    /// Cells of a run whose numbers on all lines increase by constants are this far apart: a multiple of the numbers of classes, or as many
    /// rows as a tile has at most.
    pub apart: usize,
    /// The number of rows above a cell, and of columns to its left, that are read apart from its lines.
    pub reach: usize,
    /// The directions along which values above a cell are added to its line, and values to its left. Those that reach farthest come first.
    pub fed_from_above: Vec<usize>,
    pub fed_from_left: Vec<usize>,
    /// The direction (0,1), if it is always open: then all cells to come in a row lie on one line, and what is full there is never asked for again.
    pub along: Option<usize>,
}

/// The lines through the cells in one direction, and the cells that have options along them.
#[derive(Clone, Debug)]
pub(super) struct Direction {
    /// The numbers of the lines of the first class.
    pub form: Form,
    pub classes: Classes,
    /// The columns between two cells of a line.
    pub dy: usize,
    pub open: Open,
    /// Moves also reach cells beside the line, at a distance of at most this; see `plane::feed`.
    pub beside: usize,
    /// Whether those cells are (x-e, y) and (x, y-e).
    pub above: bool,
    pub left: bool,
}

/// The number of the line of (x, y) is `first + x * x' + y * y'`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    pub first: isize,
    pub x: isize,
    pub y: isize,
}

/// Lines with the same points of the plane between them, told apart by `x * x' + y * y'` modulo `count`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes {
    pub count: usize,
    pub x: usize,
    pub y: usize,
}

/// The cells that have options along a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Always,
    Never,
    /// Those that meet one of these conditions.
    When(Vec<Condition>),
}

/// `x * x' + y * y' >= least`, for cells in the coordinates of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub x: i64,
    pub y: i64,
    pub least: i64,
}

/// The coordinates of the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Whether x and y change places.
    pub transposed: bool,
    /// What is added to y for each x.
    pub slope: usize,
}

impl Frame {
    /// Coordinates in which no step adds to a number. Nothing if there are none of this kind.
    pub fn of(rays: &Rays) -> Option<Self> {
        let steps = || rays.rays().iter().map(|ray| ray.step);
        let (adds_to_x, adds_to_y) = (steps().any(|(dx, _)| dx < 0), steps().any(|(_, dy)| dy < 0));
        if adds_to_x && adds_to_y {
            return None;
        }
        let slopes = steps()
            .map(|(dx, dy)| if adds_to_x { (dy, dx) } else { (dx, dy) })
            .map(|(dx, dy)| if dy < 0 { dy.unsigned_abs().div_ceil(dx.unsigned_abs()) } else { 0 });
        let slope = slopes.max().and_then(|slope| usize::try_from(slope).ok())?;
        Some(Self { transposed: adds_to_x, slope })
    }

    /// A cell in these coordinates.
    pub fn cell(self, a: usize, b: usize) -> (usize, usize) {
        let (x, y) = if self.transposed { (b, a) } else { (a, b) };
        (x, y + self.slope * x)
    }

    /// A step in these coordinates. Neither number is negative.
    fn step(self, (dx, dy): (i64, i64)) -> Option<(usize, usize)> {
        let (dx, dy) = if self.transposed { (dy, dx) } else { (dx, dy) };
        let dy = i128::from(dy) + i128::from(wide(self.slope)) * i128::from(dx);
        Some((usize::try_from(dx).ok()?, usize::try_from(dy).ok()?))
    }

    /// A guard in these coordinates.
    fn condition(self, Guard { x, y, least }: Guard) -> [i128; 3] {
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        let slope = i128::from(wide(self.slope));
        [i128::from(x) - i128::from(y) * slope, i128::from(y), i128::from(least)]
    }
}

/// Whether the rays and holes are the same with x and y exchanged.
pub(super) fn is_symmetric(rays: &Rays) -> bool {
    let mirrored = |ray: &Ray| {
        let Ray { step: (dx, dy), guard: Guard { x, y, least }, width } = *ray;
        Ray { step: (dy, dx), guard: Guard { x: y, y: x, least }, width }
    };
    let holes: std::collections::BTreeSet<(u64, u64)> = rays.holes().iter().copied().collect();
    rays.rays().iter().all(|ray| rays.rays().contains(&mirrored(ray)))
        && holes.iter().all(|&(x, y)| holes.contains(&(y, x)))
}

/// A direction before its lines have numbers: the step in the coordinates of the engine, the width, and the guards.
struct Draft {
    step: (usize, usize),
    ray: Ray,
    guards: Vec<Guard>,
}

impl Layout {
    /// The layout of a region of a game in a frame. If it is folded, the frame is the plane itself and the region is a triangle.
    /// Nothing if there are too many lines, or the numbers of a guard are too large.
    pub fn new(rays: &Rays, frame: Frame, region: Region, folded: bool) -> Option<Self> {
        let size = (region.rows() - 1, region.columns() - 1);
        let mut drafts: Vec<Draft> = Vec::new();
        for &ray in rays.rays() {
            let step = frame.step(ray.step)?;
            // Along a longer step there are no moves. A folded line and its mirror image stay together.
            let longest = if folded { (size.1, size.1) } else { size };
            if ray.width == 1 && (step.0 > longest.0 || step.1 > longest.1) {
                continue;
            }
            let same = drafts.iter_mut().find(|draft| (draft.step, draft.ray.width) == (step, ray.width));
            match same {
                Some(draft) => draft.guards.push(ray.guard),
                None => drafts.push(Draft { step, ray, guards: vec![ray.guard] }),
            }
        }
        let mut layout = Self { slope: frame.slope, ..Self::empty(region, folded) };
        let mut firsts: Vec<((usize, usize, u64), isize)> = Vec::new();
        for draft in &drafts {
            let (dx, dy) = draft.step;
            let upper = (dx.min(dy), dx.max(dy), draft.ray.width);
            let shared = firsts.iter().find(|(step, _)| folded && *step == upper).map(|&(_, first)| first);
            let direction = layout.direction(draft, frame, shared)?;
            // In a tile no cells are farther apart.
            layout.apart = lcm(layout.apart, direction.classes.count).min(ROWS);
            layout.reach = layout.reach.max(direction.beside.min(size.1));
            firsts.push((upper, direction.form.first));
            layout.directions.push(direction);
        }
        layout = layout.sorted();
        layout.along = (0..layout.always).find(|&k| layout.directions[k].is_along());
        layout.holes.extend(rays.holes().iter().filter_map(|&(a, b)| {
            let (x, y) = if frame.transposed { (b, a) } else { (a, b) };
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            let (x, y) = (x <= size.0 && y <= size.1).then(|| (x, y + frame.slope * x))?;
            region.row(x).contains(&y).then_some((x, y))
        }));
        layout.holes.sort_unstable();
        layout.holes.dedup();
        Some(layout)
    }

    /// A direction with its numbers: new ones, or those of its mirror image.
    fn direction(&mut self, draft: &Draft, frame: Frame, shared: Option<isize>) -> Option<Direction> {
        let (dx, dy) = draft.step;
        let count = gcd(dx, dy);
        let (p, q) = ((dx / count).cast_signed(), (dy / count).cast_signed());
        let signed = count.cast_signed();
        // A mirror image (y, x) has on the line of (dy, dx) the number that (x, y) gets here.
        let mirrored = self.folded && dx > dy;
        let (x, y) = if mirrored { (-q, p) } else { (q, -p) };
        let (x, y) = (x.checked_mul(signed)?, y.checked_mul(signed)?);
        let first = if let Some(first) = shared {
            first
        } else {
            let corners = self.region.corners().into_iter();
            let mirrored = corners.clone().map(|(a, b)| (b, a)).filter(|_| self.folded && dx != dy);
            let number = |(a, b): (usize, usize)| {
                a.cast_signed().checked_mul(x)?.checked_add(b.cast_signed().checked_mul(y)?)
            };
            let numbers = corners.chain(mirrored).map(number).collect::<Option<Vec<isize>>>()?;
            let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
            let first = self.lines.cast_signed().checked_sub(least)?;
            let lines = most.checked_sub(least)?.checked_add(signed)?.cast_unsigned();
            self.lines = self.lines.checked_add(lines).filter(|&lines| lines < MOST_LINES)?;
            first
        };
        let (s, t) = if mirrored { bezout(q, p) } else { bezout(p, q) };
        let (s, t) = if mirrored { (t, s) } else { (s, t) };
        let residue = |factor: isize| factor.rem_euclid(signed).cast_unsigned();
        let classes = Classes { count, x: residue(s), y: residue(t) };
        let open = self.open(draft, frame)?;
        let beside = usize::try_from(draft.ray.width - 1).unwrap_or(usize::MAX);
        let (steps_x, steps_y) = draft.ray.step;
        let (above, left) =
            if frame.transposed { (steps_x > 0, steps_y > 0) } else { (steps_y > 0, steps_x > 0) };
        Some(Direction { form: Form { first, x, y }, classes, dy, open, beside, above, left })
    }

    /// The cells of the region that meet one of the guards.
    fn open(&self, draft: &Draft, frame: Frame) -> Option<Open> {
        // On the axis of a fold, a line and its mirror image are the same, and both are open or closed. So it suffices if one of
        // them is open there, and the guard of the other need not be looked at.
        let beside_axis = self.folded && draft.step.0 > draft.step.1;
        let mut conditions = Vec::new();
        for &guard in &draft.guards {
            let [x, y, least] = frame.condition(guard);
            let sum = |(a, b): (usize, usize)| x * i128::from(wide(a)) + y * i128::from(wide(b));
            let corners = self.region.corners();
            let most = if beside_axis {
                let (last, max) = (self.region.rows() - 1, self.region.columns() - 1);
                [(0, 1), (0, max.max(1)), (last, max.max(last + 1)), (last, last + 1)]
                    .map(sum)
                    .into_iter()
                    .max()
            } else {
                corners.map(sum).into_iter().max()
            };
            if corners.map(sum).into_iter().min()? >= least {
                return Some(Open::Always);
            }
            if most? < least {
                continue;
            }
            let small = |number: i128| i64::try_from(number).ok().filter(|n| n.unsigned_abs() < 1 << 31);
            conditions.push(Condition { x: small(x)?, y: small(y)?, least: i64::try_from(least).ok()? });
        }
        Some(if conditions.is_empty() { Open::Never } else { Open::When(conditions) })
    }

    /// The layout of Sharing Nim up to a spread; see `plane.rs`.
    pub fn sharing(spread: usize) -> Self {
        let region = Region::Sharing { spread };
        let line = |x, y| Direction {
            form: Form { first: 0, x, y },
            classes: Classes { count: 1, x: 0, y: 0 },
            // Cells of Sharing Nim are not in rows of a table.
            dy: 1,
            open: Open::Always,
            beside: 0,
            above: false,
            left: false,
        };
        let directions = vec![line(1, 0), line(0, 1), line(-1, 1)];
        Self { lines: region.columns(), directions, ..Self::empty(region, true) }.sorted()
    }

    /// The same with what follows from the directions.
    fn sorted(mut self) -> Self {
        self.directions.sort_by_key(|direction| direction.open != Open::Always);
        self.always = self.directions.iter().filter(|direction| direction.open == Open::Always).count();
        for (form, direction) in self.forms.iter_mut().zip(&self.directions) {
            *form = direction.form;
        }
        let fed = |from: fn(&Direction) -> bool| {
            let mut fed: Vec<usize> = (0..self.directions.len())
                .filter(|&k| self.directions[k].beside > 0 && from(&self.directions[k]))
                .collect();
            fed.sort_by_key(|&k| std::cmp::Reverse(self.directions[k].beside));
            fed
        };
        (self.fed_from_above, self.fed_from_left) =
            (fed(|direction| direction.above), fed(|direction| direction.left));
        let guarded = self.directions.iter().any(|direction| matches!(direction.open, Open::When(_)));
        self.plain = !guarded && self.apart == 1;
        self
    }

    /// A layout without lines.
    fn empty(region: Region, folded: bool) -> Self {
        Self {
            region,
            slope: 0,
            directions: Vec::new(),
            always: 0,
            forms: [Form::default(); MOST_DIRECTIONS],
            plain: true,
            holes: Vec::new(),
            folded,
            lines: 0,
            apart: 1,
            reach: 0,
            fed_from_above: Vec::new(),
            fed_from_left: Vec::new(),
            along: None,
        }
    }

    /// The holes of some rows.
    pub fn holes_of(&self, rows: std::ops::Range<usize>) -> &[(usize, usize)] {
        let from = |row: usize| self.holes.partition_point(|&(x, _)| x < row);
        &self.holes[from(rows.start)..from(rows.end)]
    }
}

impl Direction {
    /// Whether this is the direction (0,1).
    fn is_along(&self) -> bool {
        self.dy == 1 && self.form.y == 0
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple, or some large number.
fn lcm(a: usize, b: usize) -> usize {
    (a / gcd(a, b)).saturating_mul(b)
}

/// Numbers s and t with `s p + t q = gcd(p, q)`.
fn bezout(p: isize, q: isize) -> (isize, isize) {
    if q == 0 {
        return (1, 0);
    }
    let (s, t) = bezout(q, p % q);
    (t, s - p / q * t)
}

#[cfg(test)]
mod tests;
