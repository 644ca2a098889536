//! Ticks of axes: positions and labels.

use super::numbers::{length, nearest};

/// A tick: its position on the axis, and its label.
pub(super) struct Tick {
    pub at: f64,
    pub label: String,
}

/// Roughly `about` ticks at round numbers from `low` to `high`, optionally at integers only.
pub(super) fn ticks((low, high): (f64, f64), about: usize, whole: bool) -> Vec<Tick> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![Tick { at: low, label: label(low, 0) }];
    }
    // Slightly less, so that rounding errors do not change a step that is already round.
    let rough = span / length(about.max(1)) * 0.999_999;
    let power = rough.log10().floor();
    let ten = 10_f64.powf(power);
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|k| k * ten).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let step = if whole { step.max(1.0) } else { step };
    // Decimals needed to distinguish neighbouring ticks.
    let digits = nearest((-(step * 1.000_001).log10().floor()).max(0.0));
    let first = (low / step - 1e-9).ceil();
    (0..1000)
        .map(|k| (first + f64::from(k)) * step)
        .take_while(|&at| at <= high + step * 1e-9)
        .map(|at| Tick { at, label: label(at, digits) })
        .collect()
}

fn label(at: f64, digits: usize) -> String {
    let text = format!("{at:.digits$}");
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.replace('-', "")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let shown = |range, about, whole| {
            ticks(range, about, whole).into_iter().map(|tick| tick.label).collect::<Vec<_>>()
        };
        assert_eq!(shown((0.0, 100.0), 5, true), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(shown((-1.0, 1.0), 4, false), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(shown((0.0, 3.0), 10, true), ["0", "1", "2", "3"]);
        assert_eq!(shown((1.61, 1.62), 5, false), ["1.610", "1.612", "1.614", "1.616", "1.618", "1.620"]);
        assert_eq!(shown((4.0, 4.0), 5, false), ["4"]);
    }
}
