use super::large::{draw_way, lower_any, rows_of};
use super::{piles, piles_of, sample_row};
use crate::error::Limit;
use crate::geometry::{Geometry, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{
    Draw, Family, Identity, NormalForm, Plane, Position, Reading, Ruleset, Shape, Stop, Visitor,
};
use dashu_int::UBig;
use smallvec::smallvec;

/// `NIM_{a,b}^{p,q}`: take x' and y' from two piles, not both 0, such that (A) `|x' - y'| < a` or
/// (B) `min(x', y') < b`. Before each move the previous player may block some of these moves (Gurvich 2010, sec. 7).
///
/// With p = q = 1 there is no blocking: then b = 1 is Fraenkel's `NIM_a`, and a = b = 1 is Wythoff's game.
#[derive(Clone, Debug)]
pub struct Gurvich {
    family: Family,
    name: String,
}

impl Gurvich {
    /// The game with these parameters.
    ///
    /// # Panics
    /// When a, b, p or q is 0.
    pub fn new(family: Family) -> Self {
        let Family { a, b, p, q, reading } = family;
        assert!(a > 0 && b > 0 && p > 0 && q > 0, "the parameters are positive (Gurvich, Remark 1)");
        let name = match (p, q) {
            (1, 1) => format!("gurvich:a={a},b={b}"),
            _ => format!("gurvich:a={a},b={b},p={p},q={q},reading={reading}"),
        };
        Self { family, name }
    }

    /// Fraenkel's `NIM_a`, named `fraenkel`.
    pub fn fraenkel(a: u64) -> Self {
        Self { name: format!("fraenkel:a={a}"), ..Self::new(Family::plain(a, 1)) }
    }

    /// Larsson's `NIM_a^p`, named `larsson`. Only moves that take the same number from both piles may be blocked.
    pub fn larsson(a: u64, p: u64) -> Self {
        let family = Family { a, b: 1, p, q: 1, reading: Reading::AsWritten };
        Self { name: format!("larsson:a={a},p={p}"), ..Self::new(family) }
    }

    /// The amounts y' up to `most` that may be taken together with x': all if `x' < b`, else those below b (type B) and those
    /// at a distance less than a from x' (type A).
    fn amounts(&self, x: u64, most: u64) -> impl Iterator<Item = u64> + use<> {
        let Family { a, b, .. } = self.family;
        let low = if x < b { u64::MAX } else { b };
        let near = low.max((x + 1).saturating_sub(a))..=most.min(x.saturating_add(a - 1));
        let least = u64::from(x == 0);
        (least..=most).take_while(move |&y| y < low).chain(near)
    }

    /// A random one of [`Self::amounts`], at any size, where neither pile is empty.
    fn draw_amount(&self, x: &UBig, most: &UBig, draw: &mut Draw<'_>) -> UBig {
        let (a, b) = (UBig::from(self.family.a), UBig::from(self.family.b));
        let least = UBig::from(x.is_zero());
        let end = most + 1u8;
        // The amounts below `low`, and those from `near` to `far`.
        let low = if *x < b { end.clone() } else { b.min(end.clone()) };
        let near = if *x >= a { x + 1u8 - &a } else { UBig::ZERO }.max(low.clone());
        let far = (x + a).min(end).max(near.clone());
        let below = low - &least;
        let amount = draw(&(&below + (far - &near)));
        if amount < below { least + amount } else { near + (amount - below) }
    }

    /// The lines on which the move (x', y') must be blocked, or nothing if it may not be blocked.
    fn lines(&self, x: u64, y: u64) -> Option<Vec<BlockingLine>> {
        let Family { a, b, reading, .. } = self.family;
        let equal = x == y;
        match reading {
            Reading::PerLine => {
                let diagonal = (x.abs_diff(y) < a).then_some(BlockingLine::Diagonal(x > y, x.abs_diff(y)));
                let column = (x < b && x <= y).then_some(BlockingLine::Column(x));
                let row = (y < b && y <= x).then_some(BlockingLine::Row(y));
                Some([diagonal, column, row].into_iter().flatten().collect())
            }
            Reading::BothTypes if equal && x < b || x.min(y) == 0 && x.max(y) < a => None,
            Reading::AsWritten | Reading::BothTypes if equal => Some(vec![BlockingLine::Diagonal(false, 0)]),
            Reading::AsWritten | Reading::BothTypes if y == 0 => Some(vec![BlockingLine::Row(0)]),
            Reading::AsWritten | Reading::BothTypes if x == 0 => Some(vec![BlockingLine::Column(0)]),
            Reading::AsWritten | Reading::BothTypes => None,
        }
    }
}

/// A set of moves whose blocked members are counted together, given by the amounts taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BlockingLine {
    /// The moves with this x' - y': whether it is positive, and its absolute value.
    Diagonal(bool, u64),
    /// The moves with this x'.
    Column(u64),
    /// The moves with this y'.
    Row(u64),
}

impl Ruleset for Gurvich {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        piles(raw, Some(2))
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let piles = piles_of(position)?;
        for x in 0..=piles[0] {
            for y in self.amounts(x, piles[1]) {
                visit(&Position(Shape::Piles(smallvec![piles[0] - x, piles[1] - y])))?;
            }
        }
        Ok(())
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        let (from, to) = (rows_of(from), rows_of(to));
        let ([x, y], [to_x, to_y]) = (&from[0][..], &to[0][..]) else { return Ok(false) };
        if to_x > x || to_y > y {
            return Ok(false);
        }
        let (x, y) = (x - to_x, y - to_y);
        let (least, most) = (x.clone().min(y.clone()), x.max(y));
        let Family { a, b, .. } = self.family;
        Ok(!most.is_zero() && (least < UBig::from(b) || most - least < UBig::from(a)))
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        let piles = rows_of(from).swap_remove(0);
        let [x, y] = &piles[..] else { return Ok(None) };
        if x.is_zero() || y.is_zero() {
            return Ok(draw_way(from, lower_any(from, &UBig::ZERO), draw));
        }
        // First the amount taken from the first pile, from 0 to all of it.
        let taken = draw(&(x + 1u8));
        let other = self.draw_amount(&taken, y, draw);
        Ok(Some(Position::of_piles(vec![x - taken, y - other])))
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        Position(Shape::Piles(sample_row(2, size, draw)))
    }

    fn plane(&self) -> Option<Plane> {
        Some(Plane { at: "a,b", triangle: false })
    }

    fn geometry(&self, _: &[usize]) -> Option<Geometry> {
        let Family { a, b, .. } = self.family;
        self.blocking().is_none().then(|| Symmetric::nim_ab(a, b).into())
    }

    fn blocking(&self) -> Option<String> {
        let Family { p, q, reading, .. } = self.family;
        if (p, q) == (1, 1) {
            return None;
        }
        let (p, q) = (p - 1, q - 1);
        let kinds = |kinds: &[(u64, &str)]| {
            let some = kinds.iter().filter(|(most, _)| *most > 0);
            some.map(|(most, kind)| format!("{most} {kind}")).collect::<Vec<_>>().join(" and ")
        };
        let by_amounts =
            kinds(&[(p, "of the moves (c,c)"), (q, "of the moves (d,0)"), (q, "of the moves (0,d)")]);
        Some(match reading {
            Reading::PerLine => {
                format!(
                    "up to {} may be blocked",
                    kinds(&[(p, "on each diagonal"), (q, "on each row and column")])
                )
            }
            Reading::AsWritten => format!("up to {by_amounts} may be blocked"),
            Reading::BothTypes => format!("up to {by_amounts} may be blocked, but no move of both types"),
        })
    }

    fn can_block(&self, position: &Position, options: &[&Position]) -> bool {
        let Family { p, q, .. } = self.family;
        let taken = |option: &&Position| {
            let (from, to) = (piles_of(position).ok()?, piles_of(option).ok()?);
            Some((from[0] - to[0], from[1] - to[1]))
        };
        let lines = options.iter().map(|option| taken(option).and_then(|(x, y)| self.lines(x, y)));
        let Some(lines) = lines.collect::<Option<Vec<_>>>() else { return false };
        let mut lines = lines.concat();
        lines.sort_unstable();
        lines.chunk_by(|one, other| one == other).all(|line| {
            let most = if matches!(line[0], BlockingLine::Diagonal(..)) { p } else { q };
            u64::try_from(line.len()).is_ok_and(|count| count < most)
        })
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of_family::<Self>(self.family))
    }

    /// The games of the family have several names; without blocking the reading does not matter.
    fn normal_form(&self) -> Option<NormalForm> {
        let Family { a, b, p, q, .. } = self.family;
        let plain = (p, q) == (1, 1);
        let name = if plain { Symmetric::nim_ab(a, b).name() } else { Self::new(self.family).name };
        Some(NormalForm::new(name))
    }
}
