//! g-sequences: the positions of one value.

pub mod beams;
pub mod compare;
pub mod sharing;
pub mod summary;
pub mod trace;

use crate::ask::{Ask, Error, Progress};
use crate::automata::is_wythoff;
use crate::prove::prover;
use crate::value::raw;
use grundy::automaton::{Room, numbered, other, proved};
use grundy::notation::number;
use grundy::r_wythoff::{Form, Trace};
use grundy::sequence::compare::{Pair, recursion};
use grundy::sequence::{Extent, Sequence as Fastest, by_definition, by_kernel, by_rays, by_rows, shape};
use grundy::theorem::UBig;
use grundy::theorem::gurvich::Pairs;
use grundy::{Budget, Deadline, Family, Game, InputError, Symmetric, Template};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;

/// A g-sequence.
#[derive(Clone, Debug, Serialize)]
pub struct Sequence {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// The positions (x, y) by increasing x and then y; of a symmetric game those with `x <= y`.
    pub positions: Vec<[u64; 2]>,
    /// The differences y-x.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<i64>>,
}

impl Sequence {
    /// Converts a list of positions.
    pub fn new(template: &Template, value: u64, positions: &[Pair], differences: bool) -> Self {
        Self {
            game: template.game().name(),
            value,
            positions: positions.iter().map(|&(x, y)| [x, y]).collect(),
            differences: differences.then(|| positions.iter().map(y_minus_x).collect()),
        }
    }
}

/// Do the positions of a value form a g-sequence?
pub fn has_sequences(game: &Game) -> bool {
    sharing::is_sharing(game) || grundy::sequence::has_sequences(game)
}

/// The difference y-x, negative if the game is not symmetric and x is larger.
pub fn y_minus_x(&(x, y): &Pair) -> i64 {
    // Positions that were computed are far below 2^63.
    let difference = i128::from(y) - i128::from(x);
    i64::try_from(difference).unwrap_or(if difference < 0 { i64::MIN } else { i64::MAX })
}

/// Positions from an index of any size on.
#[derive(Clone, Debug, Serialize)]
pub struct Far {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// The first index.
    pub from: Option<Box<RawValue>>,
    /// The positions (x, y).
    pub positions: Vec<[Option<Box<RawValue>>; 2]>,
    #[serde(skip)]
    found: Vec<Indexed>,
}

impl Far {
    fn new(template: &Template, value: u64, found: Vec<Indexed>) -> Self {
        Self {
            game: template.game().name(),
            value,
            from: found.first().and_then(|(n, ..)| raw(n)),
            positions: found.iter().map(|(_, x, y)| [raw(x), raw(y)]).collect(),
            found,
        }
    }

    /// The positions as text: in columns, or one number per line if they are long.
    pub fn text(&self) -> String {
        const WIDEST: usize = 40;
        let width = self.found.iter().map(|(_, _, y)| y.to_string().len()).max().unwrap_or(1).max(3);
        let mut text = String::new();
        if width > WIDEST {
            for (n, x, y) in &self.found {
                let _ = writeln!(text, "n  {n}\nx  {x}\ny  {y}");
            }
            return text;
        }
        let _ = writeln!(text, "{:>width$} {:>width$} {:>width$}", "n", "x", "y");
        for (n, x, y) in &self.found {
            let [n, x, y] = [n, x, y].map(UBig::to_string);
            let _ = writeln!(text, "{n:>width$} {x:>width$} {y:>width$}");
        }
        text
    }
}

/// An index and the position there.
type Indexed = (UBig, UBig, UBig);

/// Gives the position at an index.
type MemberAt = dyn FnMut(&UBig) -> Result<(UBig, UBig), InputError>;

/// Computes positions of a value from an index of any size on: P-positions of `NIM_{a,b}`, positions of values 1 and 2 of Wythoff's game, by
/// automata, and of any value of R-Wythoff, which is proved first.
///
/// # Errors
/// When the sequence is not known from an index on, or the work is cancelled.
pub fn far(template: &Template, value: u64, from: &str, count: usize, ask: Ask<'_>) -> Result<Far, Error> {
    let first = number(from)?;
    let is_r_wythoff = template.is_plain() && shape(template.game()) == Ok(Symmetric::R_WYTHOFF);
    let mut member: Box<MemberAt> = if is_r_wythoff {
        let beyond =
            || InputError::whole("the bounds of this value are too large").hint("choose a smaller value");
        let form = Form::of(&prover(value, ask)?, value).ok_or_else(beyond)?;
        Box::new(move |n| form.member(n, Trace::of(n)).ok_or_else(beyond))
    } else if value > 0
        && template.is_plain()
        && is_wythoff(template.game())
        && let Some(values) = usize::try_from(value).ok().and_then(|value| proved().get(..=value))
    {
        let room = Room {
            deadline: Deadline::after(ask.limits.time),
            bytes: ask.limits.memory / 3,
            stop: &|| (ask.watch)(&Progress::at("states", 0, String::new())).is_break(),
        };
        let unknown = || {
            InputError::whole("the positions of this value are not numbered").hint("choose a smaller value")
        };
        let rows = numbered(values, room).map_err(grundy::Error::from)?.ok_or_else(unknown)?;
        Box::new(move |n| {
            let x = other(rows.dfa(), 0, n).ok_or_else(unknown)?;
            let y = values.last().and_then(|dfa| other(dfa, 0, &x)).ok_or_else(unknown)?;
            Ok((x, y))
        })
    } else {
        let family = template.game().identity().and_then(grundy::Identity::family);
        let Some(Family { a, b, p: 1, q: 1, .. }) = family.filter(|_| value == 0) else {
            let message =
                format!("the sequences of {} are not known from an index on", template.game().name());
            let hint = "P-positions of wythoff, fraenkel and gurvich:a=..,b=.. are, and values 1 and 2 of wythoff; leave out the value, p and q";
            return Err(InputError::whole(message).hint(hint).into());
        };
        let mut pairs = Pairs::new(a, b)?;
        Box::new(move |n| pairs.pair(n))
    };
    let mut found = Vec::new();
    let mut n = first;
    for _ in 0..count {
        let (x, y) = member(&n)?;
        let next = &n + 1u8;
        found.push((std::mem::replace(&mut n, next), x, y));
    }
    Ok(Far::new(template, value, found))
}

/// An algorithm for sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The rules alone.
    Definition,
    /// Row by row, with all smaller values.
    Rows,
    /// Row by row along any rays, with all smaller values.
    Rays,
    /// P-positions of `NIM_{a,b}^{p,q}` by elimination, from the rules.
    Kernel,
    /// Recursion (6) of Gurvich's report, in its own order.
    Recursion,
}

/// The parameters of the game. Refuses games outside the family, and values other than 0.
pub fn family(template: &Template, value: u64) -> Result<Family, InputError> {
    let Some(family) = template.game().identity().and_then(grundy::Identity::family) else {
        let message = format!("{} is not of the family NIM_(a,b)^(p,q)", template.game().name());
        return Err(InputError::whole(message).hint("these are wythoff, fraenkel, larsson and gurvich"));
    };
    if value != 0 {
        let message = "kernel and recursion have the P-positions, of value 0";
        return Err(InputError::whole(message).hint("leave out the value"));
    }
    Ok(family)
}

/// Computes the positions of a value, by the fastest algorithm if none is given.
///
/// # Errors
/// When the game has no such sequence, a limit is met, or the work is cancelled.
pub fn positions(
    template: &Template,
    value: u64,
    by: Option<By>,
    extent: Extent,
    ask: Ask<'_>,
) -> Result<Vec<Pair>, Error> {
    let budget = ask.limits.budget;
    let unit = if matches!(extent, Extent::Rows(_)) { "rows" } else { "members" };
    let watch = &mut |progress: grundy::table::Progress| {
        (ask.watch)(&Progress::of(unit, progress.done, progress.total))
    };
    let game = template.game();
    if game.is_misere() {
        let message = format!("sequences of {} are not known: misère play has no values", game.name());
        let error = InputError::whole(message).hint("a table has its P-positions, those of value 0");
        return Err(error.into());
    }
    if !template.is_plain() {
        let message = "a sequence belongs to one game as a whole, not to a position or a sum";
        return Err(InputError::whole(message).hint(format!("give the game alone: {}", game.name())).into());
    }
    if by.is_some() && (sharing::is_sharing(game) || game.blocked().is_some()) {
        let message = format!("there is one algorithm for {}", game.name());
        return Err(InputError::whole(message).hint("let it be chosen").into());
    }
    if sharing::is_sharing(game) {
        return sharing::positions(value, extent, ask);
    }
    let to_a_count = |message: &str| Error::from(InputError::whole(message).hint("give a count"));
    match (by, extent) {
        // Values other than 0 of games with blocking by lines are refused in the words of the kernel.
        (None, _) if game.blocking().is_none() || game.blocked().is_some() || value == 0 => {
            let sequence = Fastest::of(game).value(value).budget(budget).watch(watch);
            Ok(match extent {
                Extent::Count(count) => sequence.count(count),
                Extent::Rows(rows) => sequence.rows(rows),
            }?)
        }
        (None | Some(By::Kernel), _) => Ok(by_kernel(family(template, value)?, extent, budget, watch)?),
        // A place of the window takes 4 bytes, a stored position about 100.
        (Some(By::Recursion), Extent::Count(count)) => {
            let budget = Budget::of_positions(budget.positions.saturating_mul(25));
            Ok(recursion(family(template, value)?, count, budget)?)
        }
        (Some(By::Recursion), Extent::Rows(_)) => Err(to_a_count("the recursion goes by n, not by rows")),
        (Some(By::Definition), Extent::Count(count)) => Ok(by_definition(game, value, count, budget)?),
        (Some(By::Definition), Extent::Rows(_)) => {
            Err(to_a_count("by definition a sequence is made to a count, not to a row"))
        }
        (Some(By::Rays), _) => Ok(by_rays(game, value, extent, budget, watch)?),
        (Some(By::Rows), _) => Ok(by_rows(game, value, extent, watch)?),
    }
}
