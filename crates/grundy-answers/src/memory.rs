//! Sizes of memory.

/// Units, the largest first.
const UNITS: [(&str, u64); 4] = [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

/// A number of bytes with its unit.
pub fn size(bytes: u64) -> String {
    match UNITS.iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    }
}

/// If `bytes(max)` exceeds `limit`, the largest number that fits. `bytes` must be increasing.
pub fn largest_within(limit: u64, max: u64, bytes: impl Fn(u64) -> u64) -> Option<u64> {
    if bytes(max) <= limit {
        return None;
    }
    let (mut fits, mut too_large) = (0, max);
    while too_large - fits > 1 {
        let middle = fits + (too_large - fits) / 2;
        if bytes(middle) <= limit { fits = middle } else { too_large = middle }
    }
    Some(fits)
}
