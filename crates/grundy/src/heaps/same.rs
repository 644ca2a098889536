//! Codes with the same values.

use super::code::{Code, ONE, TWO, WHOLE};
use super::values::Values;
use crate::error::Error;
use crate::widths::{place, wide};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Whether all heaps of two games have the same values. `None` if this is neither proved nor refuted by the first heaps.
///
/// *Theorem.* Let the games d0.d1..dt and e0.e1..et have the same values of the heaps up to t. Let their digits differ only in bits 1, and in bits 2 that are redundant: dk or ek without it has a k' < k
/// whose digit has the bit 4, with G(k-k') = 0. Then all heaps have the same values.
///
/// *Proof.* Let n > t. Bits 1 say nothing about a heap of n. A move of n that leaves one heap n-k by a redundant bit has the value of one that takes k' and leaves k-k' and n-k, as G(k-k') = 0. So the options of
/// n have the same values in both games, by induction. ∎
///
/// ```
/// use grundy::heaps::{Code, same_values};
///
/// // In .56 a heap of 3 has an option of value 0 anyway, so that taking it whole changes nothing.
/// assert_eq!(same_values(&"0.56".parse()?, &"0.561".parse()?)?, Some(true));
/// // To take 2 is to take 1 and to leave a heap of 1 besides, of value 0.
/// assert_eq!(same_values(&"0.4".parse()?, &"0.42".parse()?)?, Some(true));
/// assert_eq!(same_values(&"0.77".parse()?, &"0.07".parse()?)?, Some(false));
/// // They differ first at the heap of 519.
/// assert_eq!(same_values(&"0.36".parse()?, &"0.161".parse()?)?, None);
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// When a value does not fit.
pub fn same_values(one: &Code, other: &Code) -> Result<Option<bool>, Error> {
    if [one, other].iter().any(|code| code.tail() != 0 || code.shift() != 0 || code.has_unequal_heaps()) {
        return Ok(None);
    }
    let most = wide(one.digits().len().max(other.digits().len())) - 1;
    let first = |code: &Code| {
        let mut values = Values::new(Arc::new(code.clone()));
        values.extend(most, &mut |_| ControlFlow::Continue(()))?;
        Ok::<_, Error>(values.iter().collect::<Vec<u64>>())
    };
    let values = first(one)?;
    if values != first(other)? {
        return Ok(Some(false));
    }
    // Without bits 1, and with all bits 2 that are redundant.
    let completed = |code: &Code| -> Vec<u8> {
        let is_redundant =
            |k: u64| (0..k).any(|before| code.digit(before) & TWO != 0 && values[place(k - before)] == 0);
        let bit = |k: u64| if is_redundant(k) { ONE } else { 0 };
        (0..=most).map(|k| (code.digit(k) & !WHOLE) | bit(k)).collect()
    };
    Ok((completed(one) == completed(other)).then_some(true))
}
