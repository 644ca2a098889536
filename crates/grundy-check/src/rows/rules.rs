//! The rules of games of two numbers x and y whose moves are rays, as text.
//!
//! A ray lowers x by i times dx and y by i times dy, for i = 1, 2, .. (a negative dy raises y), if its guard holds before the move. A
//! wide ray along (1,0) lowers y by less than its width besides, one along (0,1) lowers x so, and along (1,1) the amounts differ by
//! less than the width. A hole is no position. Every game has one text: it is parsed, printed again and compared.

use crate::parse::{Lines, number};
use crate::{Limit, Unverified};

/// The games that certificates of version 1 name. Those of version 2 must not have their rules.
const NAMED: [(&str, &str); 4] = [
    ("nim", "{x,y: x,y-i; x-i,y}"),
    ("star-nim", "{x,y where not (x=0 and y=0): x,y-i; x-i,y}"),
    ("wythoff", "{x,y: x,y-i; x-i,y; x-i,y-i}"),
    ("r-wythoff", "{x,y: x,y-i where -x+y>=0; x-i,y where x-y>=0; x-i,y-i}"),
];

/// Upper limits on the numbers in rules, and on the number of rays.
const LARGEST: i64 = 1_000_000_000;
const MOST_RAYS: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ray {
    pub dx: i64,
    pub dy: i64,
    pub width: i64,
    /// The ray may be used if `g[0]*x + g[1]*y >= g[2]`; all 0 for no condition.
    pub guard: [i64; 3],
}

pub struct Rules {
    pub rays: Vec<Ray>,
    pub holes: Vec<(u64, u64)>,
}

/// Reads the line of the game. Returns its name, if it has one, and its rules.
pub fn read<'t>(lines: &mut Lines<'t>, version: u64) -> Result<(&'t str, Rules), Unverified> {
    if version == 1 {
        let name = lines.word("game")?;
        let known = NAMED.iter().find(|(game, _)| *game == name).and_then(|(_, text)| parse(text));
        return Ok((name, known.ok_or_else(|| lines.wrong("unknown game"))?));
    }
    let text = lines.word("rules")?;
    if let Some((name, _)) = NAMED.iter().find(|(_, rules)| *rules == text) {
        return Err(lines.wrong(&format!("the rules of {name}, which certificates of version 1 name")));
    }
    let rules = parse(text).filter(|rules| rules.to_string() == text && rules.are_normal());
    let rules = rules.ok_or_else(|| lines.wrong("these are not rays in normal form"))?;
    // Rows would depend on rows above them, on several sets of values, or on rows as they were before.
    let ahead = rules.rays.iter().any(|ray| ray.dy < 0);
    let several = rules.rays.iter().filter(|ray| ray.dx == 0).count() > 1;
    let wrong = |ray: &Ray| match (ray.dx, ray.dy) {
        (0, 1) => ahead && ray.width > 1,
        (dx, _) => dx <= 0,
    };
    if several || rules.rays.iter().any(wrong) {
        Err(Limit::Unsupported("such rays are").into())
    } else {
        Ok((text, rules))
    }
}

/// Parses a text; whether it is written as it should be is left to the comparison with the printed rules.
pub fn parse(text: &str) -> Option<Rules> {
    let (positions, moves) = text.strip_prefix("{x,y")?.strip_suffix('}')?.split_once(": ")?;
    let hole = |text: &str| {
        let (x, y) = text.strip_prefix("not (x=")?.strip_suffix(')')?.split_once(" and y=")?;
        Some((size(x)?, size(y)?))
    };
    let holes = positions.strip_prefix(" where ").map_or(Some(Vec::new()), |holes| {
        holes
            .split(" and not ")
            .enumerate()
            .map(|(i, text)| if i == 0 { hole(text) } else { hole(&format!("not {text}")) })
            .collect()
    })?;
    let rays = moves.split("; ").take(MOST_RAYS + 1).map(ray).collect::<Option<Vec<Ray>>>()?;
    Some(Rules { rays, holes })
}

fn size(text: &str) -> Option<u64> {
    number(text).filter(|&n| i64::try_from(n).is_ok_and(|n| n <= LARGEST))
}

fn ray(text: &str) -> Option<Ray> {
    let (option, condition) =
        text.split_once(" where ").map_or((text, None), |(option, rest)| (option, Some(rest)));
    let (x, y) = option.split_once(',')?;
    let (mut width, mut rest) = (1, condition);
    let (mut dx, mut dy) = (amount(x.strip_prefix('x')?, 'i'), amount(y.strip_prefix('y')?, 'i'));
    if y == "y-j" {
        let (wide, guard) =
            condition?.split_once(" and ").map_or((condition?, None), |(wide, guard)| (wide, Some(guard)));
        let (letters, most) = wide.split_once('<')?;
        (dx, dy) = match letters {
            "j" => (Some(1), Some(0)),
            "i" => (Some(0), Some(1)),
            "|i-j|" => (Some(1), Some(1)),
            _ => return None,
        };
        (width, rest) = (i64::try_from(size(most)?).ok()?, guard);
    }
    let guard = rest.map_or(Some([0; 3]), |guard| {
        let (sum, least) = guard.split_once(">=")?;
        // The term of y begins at the last sign, unless there is none.
        let at = if sum.ends_with('y') { sum.rfind(['+', '-']).unwrap_or(0) } else { sum.len() };
        Some([amount(&sum[..at], 'x')?, amount(&sum[at..], 'y')?, amount(least, ' ')?].map(|n| -n))
    })?;
    Some(Ray { dx: dx?, dy: dy?, width, guard })
}

/// What `-2i` takes: 2. Without a sign, as in `2x`, it is added. The letter ' ' stands for none.
fn amount(text: &str, letter: char) -> Option<i64> {
    if text.is_empty() {
        return Some(0);
    }
    let (sign, digits) =
        text.strip_prefix('-').map_or((-1, text.strip_prefix('+').unwrap_or(text)), |rest| (1, rest));
    let digits = if letter == ' ' { digits } else { digits.strip_suffix(letter)? };
    let count = if digits.is_empty() { 1 } else { i64::try_from(size(digits)?).ok()? };
    Some(sign * count)
}

impl Rules {
    /// Whether no ray is listed twice, contained in another one or never open, and all is sorted.
    fn are_normal(&self) -> bool {
        let within = |inner: &Ray, outer: &Ray| {
            let factor = if outer.dx == 0 { inner.dy / outer.dy.max(1) } else { inner.dx / outer.dx };
            let along = factor > 0 && (inner.dx, inner.dy) == (factor * outer.dx, factor * outer.dy);
            along && inner.width <= outer.width && (outer.guard == [0; 3] || outer.guard == inner.guard)
        };
        let gcd = |mut a: i64, mut b: i64| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        let sound = |ray: &Ray| {
            let [x, y, least] = ray.guard;
            let (always, never) = (x >= 0 && y >= 0 && least <= 0, x <= 0 && y <= 0 && least > 0);
            let guard = ray.guard == [0; 3] || !always && !never && gcd(x, y) == 1;
            let straight = [(1, 0), (0, 1), (1, 1)].contains(&(ray.dx, ray.dy));
            guard && (ray.dx > 0 || ray.dy > 0) && (ray.width == 1 || ray.width > 1 && straight)
        };
        let outer = |ray: &Ray| self.rays.iter().any(|other| other != ray && within(ray, other));
        self.rays.len() <= MOST_RAYS
            && self.rays.is_sorted_by(|one, other| one < other)
            && self.holes.is_sorted_by(|one, other| one < other)
            && self.rays.iter().all(|ray| sound(ray) && !outer(ray))
    }
}

impl std::fmt::Display for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let term = |n: i64, letter: &str| match n {
            0 => String::new(),
            1 => format!("+{letter}"),
            -1 => format!("-{letter}"),
            n => format!("{n:+}{letter}"),
        };
        let holes: Vec<String> = self.holes.iter().map(|(x, y)| format!("not (x={x} and y={y})")).collect();
        let rays = self.rays.iter().map(|ray| {
            let beside = match (ray.dx, ray.dy) {
                (1, 0) => "j",
                (0, 1) => "i",
                _ => "|i-j|",
            };
            let [x, y, least] = ray.guard;
            let sum = term(x, "x") + &term(y, "y");
            let guard =
                (ray.guard != [0; 3]).then(|| format!("{}>={least}", sum.strip_prefix('+').unwrap_or(&sum)));
            let wide = (ray.width > 1).then(|| format!("{beside}<{}", ray.width));
            let conditions: Vec<String> = wide.into_iter().chain(guard).collect();
            let option = format!("x{},y{}", term(-ray.dx, "i"), term(-ray.dy, "i"));
            let option = if ray.width > 1 { "x-i,y-j".to_owned() } else { option };
            if conditions.is_empty() {
                option
            } else {
                format!("{option} where {}", conditions.join(" and "))
            }
        });
        let rays: Vec<String> = rays.collect();
        let positions =
            if holes.is_empty() { String::new() } else { format!(" where {}", holes.join(" and ")) };
        write!(f, "{{x,y{positions}: {}}}", rays.join("; "))
    }
}
