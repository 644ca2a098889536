//! States of long computations as bytes.

use grundy::period::RowSearch;
use grundy::r_wythoff::Rwsg;
use grundy::sequence::Stream;
use grundy::sharing_nim::Survey;

/// Bytes with a correct checksum are refused, or are a state that is stored and restored unchanged.
///
/// States are restored but not run: a forged one that is consistent in its counts may have no correct next step, and restoring a
/// `Prover` runs it. The documentation of `grundy::codec` says that states must come from a place that is trusted.
pub fn from_bytes(input: &[u8]) {
    let bytes = [input, &checksum(input).to_le_bytes()].concat();
    if let Ok(state) = Stream::from_bytes(&bytes) {
        assert_eq!(Stream::from_bytes(&state.to_bytes()).as_ref(), Ok(&state));
    }
    if let Ok(state) = Rwsg::from_bytes(&bytes) {
        assert!(Rwsg::from_bytes(&state.to_bytes()).as_ref() == Ok(&state));
    }
    if let Ok(state) = RowSearch::from_bytes(&bytes) {
        assert_eq!(RowSearch::from_bytes(&state.to_bytes()).as_ref(), Ok(&state));
    }
    if let Ok(state) = Survey::from_bytes(&bytes) {
        let stored = state.to_bytes();
        assert!(Survey::from_bytes(&stored).is_ok_and(|again| again.to_bytes() == stored));
    }
}

/// The checksum of `grundy::codec`, so that inputs get beyond it. A test compares it with the codec's own.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let step = |sum: u64, chunk| (sum ^ word(chunk)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_codec() {
        let bytes = Rwsg::new(1).expect("one value").to_bytes();
        let (body, sum) = bytes.split_last_chunk().expect("a checksum");
        assert_eq!(checksum(body), u64::from_le_bytes(*sum));
    }
}
