//! The positions of one value, in a row.

use crate::value::raw;
use grundy::sequence::compare::{Pair, recursion};
use grundy::sequence::{Extent, Lines, SequenceError, by_definition, by_rows};
use grundy::solve::kernel::Kernel;
use grundy::table::Progress;
use grundy::theorem::UBig;
use grundy::theorem::gurvich::Pairs;
use grundy::{Budget, Family, InputError, Template};
use serde::Serialize;
use serde_json::value::RawValue;
use std::ops::ControlFlow;

/// A g-sequence.
#[derive(Clone, Debug, Serialize)]
pub struct Sequence {
    /// The game.
    pub game: String,
    /// The value that all have.
    pub value: u64,
    /// The positions (x, y), `x <= y`.
    pub positions: Vec<[u64; 2]>,
    /// The differences y-x.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<u64>>,
}

impl Sequence {
    /// A list as data.
    pub fn new(template: &Template, value: u64, positions: &[Pair], differences: bool) -> Self {
        Self {
            game: template.game().name(),
            value,
            positions: positions.iter().map(|&(x, y)| [x, y]).collect(),
            differences: differences.then(|| positions.iter().map(|&(x, y)| y - x).collect()),
        }
    }
}

/// Some positions from an index of any size on.
#[derive(Clone, Debug, Serialize)]
pub struct Far {
    /// The game.
    pub game: String,
    /// The value that all have.
    pub value: u64,
    /// The index of the first.
    pub from: Option<Box<RawValue>>,
    /// The positions (x, y).
    pub positions: Vec<[Option<Box<RawValue>>; 2]>,
}

impl Far {
    /// Positions with their indices as data.
    pub fn new(template: &Template, value: u64, found: &[Indexed]) -> Self {
        Self {
            game: template.game().name(),
            value,
            from: found.first().and_then(|(n, ..)| raw(n)),
            positions: found.iter().map(|(_, x, y)| [raw(x), raw(y)]).collect(),
        }
    }
}

/// An index and the position there.
pub type Indexed = (UBig, UBig, UBig);

/// An index of any size.
pub fn index(text: &str) -> Result<UBig, InputError> {
    let digits = text.bytes().all(|c| c.is_ascii_digit());
    UBig::from_str_radix(text, 10).ok().filter(|_| digits).ok_or_else(|| {
        let error = InputError::whole(format!("`{text}` is not an index"));
        error.hint("it is a whole number of any length, counted from 0")
    })
}

/// Positions from index n on, by their index.
pub fn from_index(
    mut n: UBig,
    count: usize,
    mut position: impl FnMut(&UBig) -> Result<(UBig, UBig), InputError>,
) -> Result<Vec<Indexed>, InputError> {
    let mut found = Vec::new();
    for _ in 0..count {
        let (x, y) = position(&n)?;
        let next = &n + 1u8;
        found.push((std::mem::replace(&mut n, next), x, y));
    }
    Ok(found)
}

/// The P-positions of index `from` on of a game `NIM_{a,b}`.
pub fn far(template: &Template, value: u64, from: &str, count: usize) -> Result<Vec<Indexed>, InputError> {
    let n = index(from)?;
    let Some(Family { a, b, p: 1, q: 1, .. }) = template.game().family().filter(|_| value == 0) else {
        let message = format!("the sequences of {} are not known from an index on", template.game().name());
        let hint = "P-positions of wythoff, fraenkel and gurvich:a=..,b=.. are; leave out the value, p and q";
        return Err(InputError::whole(message).hint(hint));
    };
    let refused = |error: grundy::theorem::TooLarge| InputError::whole(error.message).hint(error.hint);
    let mut pairs = Pairs::new(a, b).map_err(refused)?;
    from_index(n, count, |n| pairs.pair(n).map_err(refused))
}

/// By what a sequence is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The rules alone.
    Definition,
    /// Row by row for all smaller values too.
    Rows,
    /// P-positions of `NIM_{a,b}^{p,q}` by elimination, from the rules.
    Kernel,
    /// Recursion (6) of Gurvich's report, in its own order.
    Recursion,
}

impl By {
    /// The fastest there is.
    pub fn best(template: &Template, value: u64) -> Self {
        match template.game().family() {
            _ if Lines::of(template).is_some() => Self::Rows,
            Some(_) if value == 0 || template.game().blocking().is_some() => Self::Kernel,
            _ => Self::Definition,
        }
    }
}

/// The parameters of the game, which must be of the family and asked for its P-positions.
pub fn family(template: &Template, value: u64) -> Result<Family, InputError> {
    let Some(family) = template.game().family() else {
        let message = format!("{} is not of the family NIM_(a,b)^(p,q)", template.game().name());
        return Err(InputError::whole(message).hint("these are wythoff, fraenkel, larsson and gurvich"));
    };
    if value != 0 {
        let message = "kernel and recursion have the P-positions, of value 0";
        return Err(InputError::whole(message).hint("leave out the value"));
    }
    Ok(family)
}

/// The positions of a value of the game that `text` is read as.
pub fn positions(
    text: &str,
    value: u64,
    by: By,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<Pair>, SequenceError> {
    let template = Template::parse(text)?;
    let to_a_count = |message: &str| SequenceError::from(InputError::whole(message).hint("give --count N"));
    match (by, extent) {
        (By::Kernel, _) => kernel(family(&template, value)?, extent, budget, watch),
        // A place of its window takes 4 bytes, a remembered position about 100.
        (By::Recursion, Extent::Count(count)) => {
            let budget = Budget::of_positions(budget.positions.saturating_mul(25));
            Ok(recursion(family(&template, value)?, count, budget)?)
        }
        (By::Recursion, Extent::Rows(_)) => Err(to_a_count("the recursion goes by n, not by rows")),
        (By::Definition, Extent::Count(count)) => by_definition(text, value, count, budget),
        (By::Definition, Extent::Rows(_)) => {
            Err(to_a_count("by definition a sequence is made to a count, not to a row"))
        }
        (By::Rows, _) if Lines::of(&template).is_none() => {
            let error = InputError::whole(format!("the sequences of {text} are not made row by row"));
            Err(error.hint("leave out --by").into())
        }
        (By::Rows, _) => by_rows(text, value, extent, watch),
    }
}

/// P-positions in the order of x.
fn kernel(
    family: Family,
    extent: Extent,
    budget: Budget,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<Pair>, SequenceError> {
    let mut kernel = Kernel::new(family, budget);
    let mut found = Vec::new();
    loop {
        let (done, total) = match extent {
            Extent::Count(count) => (found.len(), u64::try_from(count).unwrap_or(u64::MAX)),
            Extent::Rows(rows) => (usize::try_from(kernel.row()).unwrap_or(usize::MAX), rows),
        };
        let done = u64::try_from(done).unwrap_or(u64::MAX);
        if done >= total {
            if let Extent::Count(count) = extent {
                found.truncate(count);
            }
            return Ok(found);
        }
        if kernel.row().is_multiple_of(1024) && watch(Progress { done, total }).is_break() {
            return Err(SequenceError::Stopped);
        }
        let (x, ys) = kernel.next_row()?;
        found.extend(ys.into_iter().map(|y| (x, y)));
    }
}
