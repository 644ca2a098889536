//! The ray engine against a plain loop over all options, on 10^8 cells. Takes minutes: `cargo test --release -p grundy --test all rays_at_length -- --ignored --nocapture`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::rules::RayGame;
use grundy::{Element, Engine, Game, Guard as EngineGuard, Nimber, Ray, Rays, Table, Template};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// When a move may be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// x >= y.
    First,
    /// x <= y.
    Second,
}

/// The options (x - i - k dx, y - j - k dy) for k = 0, 1, .. as long as no number is negative, where (i, j) is the start and (dx, dy) the step.
#[derive(Clone, Copy)]
struct Options {
    start: (i64, i64),
    step: (i64, i64),
    when: When,
}

/// A game in its own words, apart from the geometry that the engine gets.
struct Plain {
    name: String,
    options: Vec<Options>,
    hole: bool,
}

fn along(step: (i64, i64)) -> Options {
    Options { start: step, step, when: When::Always }
}

fn game(name: impl Into<String>, options: Vec<Options>) -> Plain {
    Plain { name: name.into(), options, hole: false }
}

impl Plain {
    /// The values for x, y <= max, row by row; `None` for a hole.
    ///
    /// Every option has a smaller x, or the same x and a smaller y. With steps that add to y, rows above have more cells than those below.
    fn values(&self, max: i64) -> Vec<Vec<Option<u32>>> {
        let slope = self.options.iter().map(|o| (-o.step.1).max(0)).max().unwrap_or(0);
        let mut rows: Vec<Vec<Option<u32>>> = Vec::new();
        let mut seen = vec![0_u64; 1 << 16];
        let mut cell = 0;
        for x in 0..=max {
            rows.push(Vec::new());
            for y in 0..=max + slope * (max - x) {
                if self.hole && (x, y) == (0, 0) {
                    rows[0].push(None);
                    continue;
                }
                cell += 1;
                for Options { start, step, when } in &self.options {
                    let may = match when {
                        When::Always => true,
                        When::First => x >= y,
                        When::Second => x <= y,
                    };
                    let (mut a, mut b) = (x - start.0, y - start.1);
                    while may && a >= 0 && b >= 0 {
                        if (a, b) != (x, y)
                            && let Some(value) =
                                rows[usize::try_from(a).unwrap()][usize::try_from(b).unwrap()]
                        {
                            seen[usize::try_from(value).unwrap()] = cell;
                        }
                        (a, b) = (a - step.0, b - step.1);
                    }
                }
                let value = seen.iter().position(|&at| at != cell).unwrap();
                let row = rows.last_mut().unwrap();
                row.push(Some(u32::try_from(value).unwrap()));
            }
        }
        rows
    }
}

/// The values of positions 0, a, b of Sharing Nim with three piles: a move makes two piles more equal, and only differences matter.
fn sharing(max: usize) -> Vec<Vec<Option<u32>>> {
    let mut values = vec![vec![0_u32; max + 1]; max + 1];
    let mut seen = vec![0_usize; 2 * max + 2];
    for b in 0..=max {
        for a in 0..=b {
            let cell = b * (max + 1) + a + 1;
            let piles = [0, a, b];
            for (low, high) in [(0, 1), (1, 2), (0, 2)] {
                for i in 1..=(piles[high] - piles[low]) / 2 {
                    let mut after = piles;
                    (after[low], after[high]) = (after[low] + i, after[high] - i);
                    after.sort_unstable();
                    let value = values[after[1] - after[0]][after[2] - after[0]];
                    seen[usize::try_from(value).unwrap()] = cell;
                }
            }
            let value = u32::try_from(seen.iter().position(|&at| at != cell).unwrap()).unwrap();
            (values[a][b], values[b][a]) = (value, value);
        }
    }
    values.into_iter().map(|row| row.into_iter().map(Some).collect()).collect()
}

/// Compares all cells of a table with the plain ones, and returns how many there are.
fn compare(name: &str, table: &Table, plain: &[Vec<Option<u32>>]) -> u64 {
    let side = table.side();
    assert_eq!(plain.len(), side, "{name}");
    for (a, row) in plain.iter().enumerate() {
        assert_eq!(row.len(), side, "{name}");
        for (b, value) in row.iter().enumerate() {
            let expected = value.map(|value| Nimber(u64::from(value)));
            assert_eq!(table.get(a, b), expected, "{name} at {a},{b}");
        }
    }
    u64::try_from(side * side).unwrap()
}

/// `NIM_{a,b}`: one number is lowered at will and the other by less than b, or both by amounts that differ by less than a.
fn nim_ab(a: i64, b: i64) -> Plain {
    let mut options = Vec::new();
    for j in 0..b {
        options.push(Options { start: (0, j), step: (1, 0), when: When::Always });
        options.push(Options { start: (j, 0), step: (0, 1), when: When::Always });
    }
    for d in 0..a {
        options.push(Options { start: (d, 0), step: (1, 1), when: When::Always });
        options.push(Options { start: (0, d), step: (1, 1), when: When::Always });
    }
    game(if b == 1 { format!("fraenkel:a={a}") } else { format!("gurvich:a={a},b={b}") }, options)
}

/// The games by name.
fn named() -> Vec<Plain> {
    let [x, y, both] = [along((1, 0)), along((0, 1)), along((1, 1))];
    let mut games = vec![
        game("nim", vec![x, y]),
        Plain { hole: true, ..game("star-nim", vec![x, y]) },
        game("wythoff", vec![x, y, both]),
        game(
            "r-wythoff",
            vec![Options { when: When::First, ..x }, Options { when: When::Second, ..y }, both],
        ),
        game("exile", vec![x, y, both, along((1, -1))]),
    ];
    games.extend((2..=5).map(|a| nim_ab(a, 1)));
    games.extend((1..=4).flat_map(|a| (2..=4).map(move |b| nim_ab(a, b))));
    for (p, q) in (2..=5).flat_map(|q| (1..q).map(move |p| (p, q))) {
        let name = format!("gdwn:p={p},q={q}");
        games.push(game(name, vec![x, y, both, along((p, q)), along((q, p))]));
    }
    games
}

/// Lists of 2 to 5 rays, some of which add to y or have a guard: the rays for the engine, and the same game in plain words.
fn random(count: usize) -> Vec<(Rays, Plain)> {
    let mut state = 2024_u64;
    let mut below = move |n: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap() % n
    };
    let mut games = Vec::new();
    while games.len() < count {
        let (mut rays, mut options) = (Vec::new(), Vec::new());
        for _ in 0..2 + below(4) {
            let adds = below(8) == 0;
            let step = if adds { (1 + below(3), -1 - below(2)) } else { (below(4), below(4)) };
            let (when, guard) = match below(8) {
                0 => (When::First, EngineGuard::AT_LEAST),
                1 => (When::Second, EngineGuard::AT_MOST),
                _ => (When::Always, EngineGuard::ALWAYS),
            };
            if step != (0, 0) && options.iter().all(|o: &Options| o.step != step) {
                rays.push(Ray { step, guard, width: 1 });
                options.push(Options { when, ..along(step) });
            }
        }
        if let Ok(rays) = Rays::new(rays, Vec::new()) {
            let name = format!("{rays}");
            games.push((rays, game(name, options)));
        }
    }
    games
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_million_cells() {
    const MAX: u64 = 619;
    let random = random(240);
    let named = named();
    let (next, cells) = (AtomicUsize::new(0), AtomicU64::new(0));
    let (max, side) = (i64::try_from(MAX).unwrap(), usize::try_from(MAX).unwrap());
    let compute = |table: grundy::TableBuilder<'_>| {
        table.to(MAX).engine(Engine::Rays).element(Element::U32).threads(2).compute().unwrap()
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let compared = if at == 0 {
                        let table = compute(Table::of(Template::parse("sharing-nim").unwrap()));
                        compare("sharing-nim", &table, &sharing(side))
                    } else if let Some(plain) = named.get(at - 1) {
                        let table = compute(Table::of(Template::parse(&plain.name).unwrap()));
                        compare(&plain.name, &table, &plain.values(max))
                    } else if let Some((rays, plain)) = random.get(at - 1 - named.len()) {
                        let game: Game = Arc::new(RayGame::new(rays.clone()));
                        compare(&plain.name, &compute(Table::of(&game)), &plain.values(max))
                    } else {
                        break;
                    };
                    cells.fetch_add(compared, Ordering::Relaxed);
                }
            });
        }
    });
    let (games, cells) = (1 + named.len() + random.len(), cells.into_inner());
    println!("{cells} cells of {games} games agree with a plain loop over all options");
    assert!(cells >= 100_000_000, "{cells} cells");
}
