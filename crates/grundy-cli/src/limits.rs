//! Flags that limit work: time, memory, threads and positions.

use crate::config;
use crate::memory::{self, Size};
use crate::number::{located, whole};
use grundy::notation::number_in;
use grundy::solve::rays::{set_threads, threads};
use grundy::{Budget, Limits};
use std::str::FromStr;
use std::time::Duration;

/// Upper limit on positions.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Work {
    /// Upper limit on positions, about 100 bytes each [default: 5000000]
    #[arg(long, value_name = "POSITIONS", value_parser = whole::<u64>(1..), hide_short_help = true)]
    budget: Option<u64>,
}

/// Upper limit on memory.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Memory {
    /// Memory limit, e.g. 4GB
    ///
    /// [default: 90 % of free memory]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

impl Memory {
    /// The limit, in bytes.
    pub fn bytes(self) -> u64 {
        memory::limit(self.memory)
    }
}

/// Number of threads.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Threads {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=256))]
    threads: Option<usize>,
}

impl Threads {
    /// Sets the number of threads of this process, and returns it.
    pub fn apply(self) -> usize {
        if let Some(threads) = self.threads.or_else(config::threads) {
            set_threads(threads);
        }
        threads()
    }
}

/// Upper limits on time, memory, threads and positions.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Effort {
    /// Time limit, e.g. 30s, 2m or 1h
    ///
    /// [default: 30s for `value`, `explain` and `play`, else none]
    #[arg(long, value_name = "TIME")]
    time: Option<Time>,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    work: Work,
}

impl Effort {
    /// The limits, by default without a time limit. Also sets the number of threads of this process.
    pub fn apply(self) -> Limits {
        self.apply_over(Limits { time: Duration::MAX, ..Limits::default() })
    }

    /// The limits of a position.
    pub fn apply_to_position(self) -> Limits {
        self.apply_over(Limits::default())
    }

    /// The given limits, and else those of `usual`. Memory is limited to what is free.
    pub fn apply_over(self, usual: Limits) -> Limits {
        self.threads.apply();
        Limits {
            budget: self.work.budget.map_or(usual.budget, Budget::of_positions),
            time: self.time.or_else(config::time).map_or(usual.time, |time| time.0),
            memory: self.memory.bytes(),
        }
    }
}

/// A parsed time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

/// Units of time, in milliseconds. Longer names first.
const UNITS: [(&str, u64); 6] =
    [("min", 60_000), ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        /// About a hundred years.
        const LONGEST: u64 = 100 * 365 * 86_400_000;
        let text = text.trim();
        let unit =
            UNITS.iter().find_map(|&(unit, millis)| Some((text.strip_suffix(unit)?.trim_end(), millis)));
        let (number, millis) = unit.unwrap_or((text, 1_000));
        let hint = "a time is a number with a unit: 500ms, 30s, 2m, 1h or 1d; plain numbers are seconds";
        let wrong = |message: String| format!("{message}\nhint: {hint}");
        let time = if number.contains('.') {
            let number: f64 = number.parse().map_err(|_| wrong(format!("`{text}` is not a time")))?;
            #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "exact: units are small")]
            Duration::try_from_secs_f64(number * millis as f64 / 1e3).ok()
        } else {
            let number = number_in(number, 0..=u64::MAX).map_err(|error| located(&error.hint(hint)))?;
            number.checked_mul(millis).map(Duration::from_millis)
        };
        let possible = Duration::from_millis(1)..=Duration::from_millis(LONGEST);
        time.filter(|time| possible.contains(time))
            .map(Self)
            .ok_or_else(|| wrong(format!("`{text}` is out of range")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let read = |text: &str| text.parse::<Time>().map(|time| time.0.as_millis());
        for (text, millis) in [
            ("30", 30_000),
            ("30s", 30_000),
            ("1.5s", 1_500),
            ("2m", 120_000),
            ("2 min", 120_000),
            ("500ms", 500),
            ("1h", 3_600_000),
            ("1e2", 100_000),
        ] {
            assert_eq!(read(text), Ok(millis), "{text}");
        }
        for wrong in
            ["", "s", "0", "0.0", "-1", "-1.5s", "5 parsecs", "10^30", "1e300h", "nan", "1.e400", "in.f"]
        {
            assert!(read(wrong).unwrap_err().contains("hint: a time"), "{wrong}");
        }
    }
}
