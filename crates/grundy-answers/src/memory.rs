//! Sizes of memory.

use grundy::{Error, Limit, Unanswered, counted};

/// Units, the largest first.
const UNITS: [(&str, u64); 4] = [("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

/// Nine tenths of the free memory, in bytes; no limit if the system does not tell.
pub fn usable() -> u64 {
    let free = || {
        let info = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
    };
    free().map_or(u64::MAX, |free: u64| free / 10 * 9)
}

/// A number of bytes with its unit.
pub fn size(bytes: u64) -> String {
    match UNITS.iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => counted(bytes, "byte"),
    }
}

/// The error for work that needs more memory than is allowed.
pub fn beyond(message: String, needed: u64, allowed: u64) -> Error {
    let stopped_by = Some(Limit::Memory { needed, allowed });
    Box::new(Unanswered { message, stopped_by, between: None, period_of_row: None }).into()
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
