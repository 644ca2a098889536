use super::large::{draw_way, lower_any, rows_of};
use super::{piles, piles_of, sample_row};
use crate::error::Limit;
use crate::geometry::{Geometry, Symmetric};
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{
    Board, Draw, Family, Identity, Plane, Position, Reading, Ruleset, Shape, Stop, Visitor,
};
use dashu_int::UBig;
use smallvec::smallvec;

/// `NIM_{a,b}^{p,q}`: take x' and y' from two piles, not both 0, such that (A) `|x' - y'| < a` or
/// (B) `min(x', y') < b`; before that the previous player may block some of these moves (Gurvich 2010, sec. 7).
///
/// With p = q = 1 nothing can be blocked: then b = 1 is Fraenkel's `NIM_a`, and a = b = 1 is Wythoff's game.
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

    /// Fraenkel's `NIM_a`, under that name.
    pub fn fraenkel(a: u64) -> Self {
        let family = Family { a, b: 1, p: 1, q: 1, reading: Reading::default() };
        Self { name: format!("fraenkel:a={a}"), ..Self::new(family) }
    }

    /// Larsson's `NIM_a^p`, under that name. He lets only moves be blocked that take the same number from both piles.
    pub fn larsson(a: u64, p: u64) -> Self {
        let family = Family { a, b: 1, p, q: 1, reading: Reading::AsWritten };
        Self { name: format!("larsson:a={a},p={p}"), ..Self::new(family) }
    }

    /// The y' that go with x' when there are `most` to take from: any if `x' < b`, else those below b (type B) and those
    /// nearer to x' than a (type A).
    fn amounts(&self, x: u64, most: u64) -> impl Iterator<Item = u64> + use<> {
        let Family { a, b, .. } = self.family;
        let low = if x < b { u64::MAX } else { b };
        let near = low.max((x + 1).saturating_sub(a))..=most.min(x.saturating_add(a - 1));
        let least = u64::from(x == 0);
        (least..=most).take_while(move |&y| y < low).chain(near)
    }

    /// One of the y' that go with x', by lot, where both piles have counters: the same as [`Self::amounts`], at any size.
    fn draw_amount(&self, x: &UBig, most: &UBig, draw: &mut Draw<'_>) -> UBig {
        let (a, b) = (UBig::from(self.family.a), UBig::from(self.family.b));
        let least = UBig::from(x.is_zero());
        let end = most + 1u8;
        // Those below `low`, and those from `near` on to `far`.
        let low = if *x < b { end.clone() } else { b.min(end.clone()) };
        let near = if *x >= a { x + 1u8 - &a } else { UBig::ZERO }.max(low.clone());
        let far = (x + a).min(end).max(near.clone());
        let below = low - &least;
        let amount = draw(&(&below + (far - &near)));
        if amount < below { least + amount } else { near + (amount - below) }
    }

    /// The lines on which the move (x', y') has to be blocked; nothing if it cannot be blocked at all.
    fn lines(&self, x: u64, y: u64) -> Option<Vec<Line>> {
        let Family { a, b, reading, .. } = self.family;
        let equal = x == y;
        match reading {
            Reading::PerLine => {
                let diagonal = (x.abs_diff(y) < a).then_some(Line::Diagonal(x > y, x.abs_diff(y)));
                let column = (x < b && x <= y).then_some(Line::Column(x));
                let row = (y < b && y <= x).then_some(Line::Row(y));
                Some([diagonal, column, row].into_iter().flatten().collect())
            }
            Reading::BothTypes if equal && x < b || x.min(y) == 0 && x.max(y) < a => None,
            Reading::AsWritten | Reading::BothTypes if equal => Some(vec![Line::Diagonal(false, 0)]),
            Reading::AsWritten | Reading::BothTypes if y == 0 => Some(vec![Line::Row(0)]),
            Reading::AsWritten | Reading::BothTypes if x == 0 => Some(vec![Line::Column(0)]),
            Reading::AsWritten | Reading::BothTypes => None,
        }
    }
}

/// Moves among which the blocking rule counts, by what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    /// x' - y', as its sign and size.
    Diagonal(bool, u64),
    /// x'.
    Column(u64),
    /// y'.
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
        // What is taken from the first pile comes first: 0 to all of it.
        let taken = draw(&(x + 1u8));
        let other = self.draw_amount(&taken, y, draw);
        Ok(Some(Position::of_piles(vec![x - taken, y - other])))
    }

    fn board(&self) -> Board {
        Board::Piles
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
            Reading::BothTypes => format!("up to {by_amounts} may be blocked, none that is of both types"),
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
            let most = if matches!(line[0], Line::Diagonal(..)) { p } else { q };
            u64::try_from(line.len()).is_ok_and(|count| count < most)
        })
    }

    fn identity(&self) -> Option<Identity> {
        Some(Identity::of_family::<Self>(self.family))
    }
}
