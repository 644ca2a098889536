//! Rays as rules: the notation of [`crate::notation::rules`].

use super::{Guard, Ray, Rays};

impl Rays {
    /// The game as rules in one line, e.g. `{x,y: x-i,y; x,y-i where x+y>=3}`.
    pub fn rules(&self) -> String {
        let holes: Vec<String> = self.holes().iter().map(|(x, y)| format!("not (x={x} and y={y})")).collect();
        let positions =
            if holes.is_empty() { String::new() } else { format!(" where {}", holes.join(" and ")) };
        let moves: Vec<String> = self.rays().iter().map(rule).collect();
        format!("{{x,y{positions}: {}}}", moves.join("; "))
    }
}

/// A ray as a move.
fn rule(ray: &Ray) -> String {
    let taken = |letter: &str, step: i64| match step {
        0 => letter.to_owned(),
        1 => format!("{letter}-i"),
        -1 => format!("{letter}+i"),
        step => format!("{letter}{}{}i", if step > 0 { '-' } else { '+' }, step.unsigned_abs()),
    };
    let narrow = || format!("{},{}", taken("x", ray.step.0), taken("y", ray.step.1));
    let (option, beside) = match (ray.step, ray.width) {
        (_, 1) => (narrow(), None),
        ((1, 0), width) => ("x-i,y-j".to_owned(), Some(format!("j<{width}"))),
        ((0, 1), width) => ("x-i,y-j".to_owned(), Some(format!("i<{width}"))),
        (_, width) => ("x-i,y-j".to_owned(), Some(format!("|i-j|<{width}"))),
    };
    let guard = (ray.guard != Guard::ALWAYS).then(|| inequality(ray.guard));
    let conditions: Vec<String> = beside.into_iter().chain(guard).collect();
    if conditions.is_empty() { option } else { format!("{option} where {}", conditions.join(" and ")) }
}

/// A guard as `sum >= least`, always in this form.
fn inequality(Guard { x, y, least }: Guard) -> String {
    let term = |factor: i64, letter: &str| match factor {
        0 => String::new(),
        1 => format!("+{letter}"),
        -1 => format!("-{letter}"),
        factor => format!("{factor:+}{letter}"),
    };
    let sum = term(x, "x") + &term(y, "y");
    format!("{}>={least}", sum.strip_prefix('+').unwrap_or(&sum))
}
