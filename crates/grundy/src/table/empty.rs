//! Refuses slices that have no position.

use crate::catalog::Template;
use crate::notation::InputError;

/// Refuses a slice if no cell up to `max` is a position, with the reason that the rules give for a cell.
///
/// The cells up to (200,200) and the last two rows and columns are tried. In a larger table others may be positions, unless all these
/// errors are at fixed numbers, or all are the same: then the numbers in place of a and b do not matter.
pub(super) fn refuse_empty(template: &Template, max: u64) -> Result<(), InputError> {
    const SEARCHED: u64 = 200;
    let near = 0..=max.min(SEARCHED);
    let far = max.saturating_sub(1).max(SEARCHED + 1)..=max;
    let numbers = || near.clone().chain(far.clone());
    let (mut shown, mut all_alike, mut all_fixed): (Option<Refused>, bool, bool) = (None, true, true);
    for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
        let Err(error) = template.at(&[("a", a), ("b", b)]) else { return Ok(()) };
        let fixed = error.span.is_some_and(|place| !template.is_letter(place));
        all_fixed &= fixed;
        all_alike &= shown.as_ref().is_none_or(|shown| shown.error.message == error.message);
        if shown.as_ref().is_none_or(|shown| fixed && !shown.fixed) {
            shown = Some(Refused { error, a, b, fixed });
        }
    }
    match shown {
        Some(refused) if all_fixed || all_alike || max <= SEARCHED => Err(refused.error(template, all_alike)),
        _ => Ok(()),
    }
}

/// Why a cell is not a position.
struct Refused {
    error: InputError,
    a: u64,
    b: u64,
    /// Is it because of a fixed number?
    fixed: bool,
}

impl Refused {
    fn error(self, template: &Template, all_alike: bool) -> InputError {
        let Self { mut error, a, b, .. } = self;
        // A slice that was not typed has no place in the text.
        if template.is_plain() {
            error.span = None;
        }
        if !all_alike || error.span.is_none() {
            error.message =
                format!("no cell of this table is a position; at a = {a}, b = {b}: {}", error.message);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, max: u64) -> Option<String> {
        let template = Template::parse(text).unwrap();
        refuse_empty(&template, max).err().map(|error| error.render())
    }

    #[test]
    fn slices_without_a_position_are_refused_at_their_place() {
        for max in [0, 3, 100_000] {
            let shown = refused("wythoff a,b,1", max).unwrap();
            assert!(shown.contains("  wythoff a,b,1\n              ^\n"), "{max}: {shown}");
            assert!(refused("star-silver-dollar [a,0],[b]", max).is_some());
            assert!(refused("star-nim 0,0,a,b", max).is_some());
            assert!(refused("nearly(nim a + wythoff b)", max).is_some());
        }
    }

    #[test]
    fn a_slice_is_not_refused_for_its_first_cells() {
        assert!(refused("star-nim", 0).unwrap().starts_with("error: no cell of this table is a position"));
        assert_eq!(refused("star-nim", 1), None);
        let text = "star-silver-dollar [50,a],[b]";
        assert!(refused(text, 50).is_some());
        for max in [51, 1_000, 100_000] {
            assert_eq!(refused(text, max), None, "{max}");
        }
        // All positions are beyond the cells that are tried.
        assert_eq!(refused("star-silver-dollar [500,a,700],[b]", 1_000), None);
    }
}
