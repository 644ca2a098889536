//! Places as bits against sets of numbers, in all widths.

use super::*;
use std::collections::BTreeSet;

/// Numbers below `most` that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        index(self.0 >> 33) % most
    }
}

/// A set of places, and the same as bits. Some have all places up to one of them, but for a few.
fn places<const N: usize>(random: &mut Random) -> (BTreeSet<usize>, Places<N>) {
    let full = if random.below(2) == 0 { 0 } else { random.below(64 * N + 1) };
    let mut set: BTreeSet<usize> = (0..full).collect();
    for _ in 0..random.below(8) {
        let place = random.below(64 * N);
        if !set.remove(&place) {
            set.insert(place);
        }
    }
    let mut places = Places([0; N]);
    for &place in &set {
        places.set(place, true);
    }
    (set, places)
}

fn set<const N: usize>(places: Places<N>) -> BTreeSet<usize> {
    (0..64 * N + 70).filter(|&place| places.has(place)).collect()
}

fn assert_like_sets<const N: usize>() {
    let mut random = Random(7);
    for end in 0..=64 * N {
        assert_eq!(set(Places::<N>::below(end)), (0..end).collect());
    }
    for _ in 0..2000 {
        let (one, bits) = places::<N>(&mut random);
        let (other, other_bits) = places::<N>(&mut random);
        assert_eq!(set(bits), one);
        assert_eq!(bits.first(), one.first().copied());
        assert_eq!(bits.end(), one.last().map_or(0, |last| last + 1));
        assert_eq!(set(bits.or(other_bits)), &one | &other);
        assert_eq!(set(bits.next()), one.iter().filter_map(|place| place.checked_sub(1)).collect());
        let is_free = |place: &usize| !one.contains(place) && !other.contains(place);
        let choice = (0..64 * N).find(is_free).filter(|_| !one.contains(&0));
        assert_eq!(set(bits.choice(other_bits)), choice.into_iter().collect(), "{one:?} {other:?}");
        // Places are added and removed, whether they are in the set or not. Beyond the last one nothing happens.
        let mut changed = bits;
        for place in [0, 63, 64 * N - 1, random.below(64 * N)] {
            for is_in in [true, true, false, false] {
                changed.set(place, is_in);
                assert_eq!(changed.has(place), is_in);
            }
            changed.set(place, bits.has(place));
        }
        changed.set(64 * N, true);
        assert_eq!(set(changed), one);
    }
}

#[test]
fn places_are_like_sets() {
    assert_like_sets::<1>();
    assert_like_sets::<2>();
    assert_like_sets::<4>();
}
