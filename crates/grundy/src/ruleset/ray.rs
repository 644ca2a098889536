//! Moves of two-pile games as rays: a direction, and when one may go along it.

use crate::notation::InputError;
use std::fmt;
use std::str::FromStr;

/// The moves from (x, y) in one direction, as far as the piles go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    /// What a step takes from x and from y.
    pub step: (u64, u64),
    /// From which positions one may go along it.
    pub guard: Guard,
    /// How far moves may stray from the direction, which is an axis or the diagonal if this is not 1: along (1,0) less than this may be
    /// taken from y too, along (1,1) the two amounts may differ by less than this.
    pub width: u64,
}

/// When one may go along a ray from (x, y).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Guard {
    /// From everywhere.
    #[default]
    Always,
    /// `x >= y`
    AtLeast,
    /// `x <= y`
    AtMost,
    /// `x > y`
    More,
    /// `x < y`
    Less,
}

impl Guard {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Always, Self::AtLeast, Self::AtMost, Self::More, Self::Less];

    /// Whether one may go along the ray from here.
    #[inline]
    pub fn allows(self, x: u64, y: u64) -> bool {
        match self {
            Self::Always => true,
            Self::AtLeast => x >= y,
            Self::AtMost => x <= y,
            Self::More => x > y,
            Self::Less => x < y,
        }
    }

    /// As a user writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::AtLeast => "x>=y",
            Self::AtMost => "x<=y",
            Self::More => "x>y",
            Self::Less => "x<y",
        }
    }
}

impl FromStr for Guard {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let known = |name: &str| match name {
            "y<=x" => Some(Self::AtLeast),
            "y>=x" => Some(Self::AtMost),
            "y<x" => Some(Self::More),
            "y>x" => Some(Self::Less),
            name => Self::ALL.into_iter().find(|guard| guard.name() == name),
        };
        known(&bare).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            InputError::whole(format!("`{text}` is no guard")).hint(format!("guards are {names}"))
        })
    }
}

impl Ray {
    /// Whether taking p from x and q from y is a move along this ray, from where its guard allows any.
    pub fn takes(&self, p: u64, q: u64) -> bool {
        if (p, q) == (0, 0) {
            return false;
        }
        match self.step {
            (1, 0) => q < self.width,
            (0, 1) => p < self.width,
            (1, 1) => p.abs_diff(q) < self.width,
            (0, step) => p == 0 && q.is_multiple_of(step),
            (step, 0) => q == 0 && p.is_multiple_of(step),
            (x, y) => p.is_multiple_of(x) && q.is_multiple_of(y) && p / x == q / y,
        }
    }

    /// Gives the amounts (p, q), at most (x, y), that are moves, each once.
    pub fn amounts<E>(
        &self,
        (x, y): (u64, u64),
        mut visit: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (steps_x, steps_y) = (x.checked_div(self.step.0), y.checked_div(self.step.1));
        let most = steps_x.unwrap_or(u64::MAX).min(steps_y.unwrap_or(u64::MAX));
        let beside = |most: u64| 0..=most.min(self.width - 1);
        match self.step {
            (1, 0) => (0..=x)
                .try_for_each(|p| beside(y).filter(|&q| (p, q) != (0, 0)).try_for_each(|q| visit(p, q))),
            (0, 1) => (0..=y)
                .try_for_each(|q| beside(x).filter(|&p| (p, q) != (0, 0)).try_for_each(|p| visit(p, q))),
            (1, 1) => (0..=x).try_for_each(|p| {
                let near = (p + 1).saturating_sub(self.width)..=y.min(p.saturating_add(self.width - 1));
                near.filter(|&q| (p, q) != (0, 0)).try_for_each(|q| visit(p, q))
            }),
            (dx, dy) => (1..=most).try_for_each(|k| visit(k * dx, k * dy)),
        }
    }
}

impl fmt::Display for Ray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step: (x, y), guard, width } = self;
        write!(f, "({x},{y})")?;
        if *width > 1 {
            write!(f, " width {width}")?;
        }
        if *guard == Guard::Always { Ok(()) } else { write!(f, " if {}", guard.name()) }
    }
}
