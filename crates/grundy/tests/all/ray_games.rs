//! User-defined games of rays: the ray engine is tested against the definition and the games of the papers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::rules::RayGame;
use grundy::solve::rays::{Field, How, Simd};
use grundy::theorem::UBig;
use grundy::{Budget, Element, Engine, Game, Guard, Limits, Position, Ray, Rays, Table, Template, answer};
use proptest::prelude::*;
use std::sync::Arc;

fn ray(step: (i64, i64), guard: Guard, width: u64) -> Ray {
    Ray { step, guard, width }
}

fn plain(step: (i64, i64)) -> Ray {
    ray(step, Guard::ALWAYS, 1)
}

fn game(rays: Vec<Ray>, holes: &[(u64, u64)]) -> Template {
    template(Rays::new(rays, holes.to_vec()).unwrap())
}

fn template(rays: Rays) -> Template {
    let game: Game = Arc::new(RayGame::new(rays));
    Template::of_game(&game).unwrap()
}

fn table(template: &Template, max: u64, engine: Engine, how: How) -> Table {
    let table = Table::of(template).to(max).engine(engine).element(Element::U32);
    table.how(how).budget(Budget::of_positions(20_000_000)).compute().unwrap()
}

/// Compares the engine, with every instruction set, with the definition.
fn assert_twins(template: &Template, max: u64) {
    let slow = table(template, max, Engine::Definition, How::default());
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
        for threads in [1, 2, 3] {
            let how = How { simd, threads, wide: threads == 3, ..How::default() };
            assert_eq!(
                table(template, max, Engine::Rays, how),
                slow,
                "{} by {how:?}",
                template.game().name()
            );
        }
    }
}

/// A game of a paper, its rays, and its holes.
type Named<'a> = (&'a str, Vec<Ray>, &'a [(u64, u64)]);

fn wide(a: u64, b: u64) -> Vec<Ray> {
    vec![ray((1, 0), Guard::ALWAYS, b), ray((0, 1), Guard::ALWAYS, b), ray((1, 1), Guard::ALWAYS, a)]
}

#[test]
fn the_games_of_the_papers_as_rays() {
    let larger = vec![ray((1, 0), Guard::AT_LEAST, 1), ray((0, 1), Guard::AT_MOST, 1), plain((1, 1))];
    let games: [Named<'_>; 6] = [
        ("nim", vec![plain((1, 0)), plain((0, 1))], &[]),
        ("star-nim", vec![plain((1, 0)), plain((0, 1))], &[(0, 0)]),
        ("wythoff", wide(1, 1), &[]),
        ("r-wythoff", larger, &[]),
        ("gurvich:a=3,b=2", wide(3, 2), &[]),
        ("fraenkel:a=4", wide(4, 1), &[]),
    ];
    for (name, rays, holes) in games {
        let built_in = table(&Template::parse(name).unwrap(), 90, Engine::Best, How::default());
        let made_up = game(rays.clone(), holes);
        assert!(made_up.geometry().unwrap().symmetric().is_some(), "{name} has its place in the fast engine");
        assert_eq!(table(&made_up, 90, Engine::Rays, How::default()), built_in, "{name}");
        assert_twins(&made_up, 25);
        // A repeated ray changes only the engine.
        let twice = game([&rays[..], &rays[..1]].concat(), holes);
        assert!(twice.geometry().unwrap().symmetric().is_none());
        assert_eq!(table(&twice, 90, Engine::Rays, How::default()), built_in, "{name} without its symmetry");
    }
}

#[test]
fn values_beyond_the_first_width_of_the_sets() {
    // With width 9, values soon exceed 2 max, and the sets have to grow.
    let asymmetric = game(vec![ray((1, 1), Guard::ALWAYS, 9), ray((1, 0), Guard::ALWAYS, 7)], &[]);
    assert_twins(&asymmetric, 40);
    let steps = game(vec![plain((1, 2)), plain((2, 1)), plain((3, 0)), plain((0, 5))], &[(1, 1), (2, 0)]);
    assert_twins(&steps, 60);
}

fn guards() -> impl Strategy<Value = Guard> {
    let named = vec![Guard::ALWAYS, Guard::AT_LEAST, Guard::AT_MOST, Guard::MORE, Guard::LESS];
    let any = (-3i64..4, -3i64..4, -9i64..10).prop_map(|(x, y, least)| Guard { x, y, least });
    prop_oneof![3 => prop::sample::select(named), 1 => any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_rays(
        rays in prop::collection::vec((-2i64..4, -2i64..4, guards(), 1u64..5), 1..8),
        holes in prop::collection::vec((0u64..6, 0u64..6), 0..3),
        max in 0u64..26,
    ) {
        let rays: Vec<Ray> = rays
            .into_iter()
            .filter(|&(x, y, ..)| x > 0 || y > 0)
            .map(|(x, y, guard, width)| {
                let straight = [(1, 0), (0, 1), (1, 1)].contains(&(x, y));
                ray((x, y), guard, if straight { width } else { 1 })
            })
            .collect();
        let Ok(rays) = Rays::new(rays, holes) else { return Ok(()) };
        let adds = |number: fn((i64, i64)) -> i64| rays.rays().iter().any(|ray| number(ray.step) < 0);
        if adds(|step| step.0) && adds(|step| step.1) {
            // No coordinates in which all steps take.
            assert!(Field::rectangle(&rays, max, max).is_none());
        } else {
            assert_twins(&template(rays), max);
        }
    }
}

type Holes = Vec<(u64, u64)>;

/// Games with every feature of the engine. Tables of them have several bands and tiles.
fn various() -> Vec<Rays> {
    let guarded = |step, text: &str| ray(step, text.parse().unwrap(), 1);
    let all = |steps: &[(i64, i64)]| steps.iter().map(|&step| plain(step)).collect::<Vec<_>>();
    let corners = vec![(0, 0), (63, 64), (64, 64), (128, 127), (127, 64), (130, 0), (3, 130)];
    let both = corners.iter().flat_map(|&(x, y)| [(x, y), (y, x)]).collect();
    let made: Vec<(Vec<Ray>, Holes)> = vec![
        (all(&[(1, 0), (0, 1), (1, 2)]), corners.clone()),
        (all(&[(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)]), both),
        (all(&[(1, 0), (0, 1), (1, 1), (1, -1)]), corners.clone()),
        (all(&[(1, 0), (0, 1), (-1, 2), (-2, 3)]), corners.clone()),
        (all(&[(3, 3), (2, 0), (0, 5), (4, 6), (6, 4)]), Vec::new()),
        (all(&[(4, 6), (6, 4), (3, 3), (0, 2), (2, 0)]), Vec::new()),
        (
            vec![
                guarded((1, 0), "x+y>70"),
                guarded((0, 1), "2y-x>=-30"),
                guarded((1, 1), "x<=90"),
                plain((2, 1)),
            ],
            corners.clone(),
        ),
        (vec![guarded((1, 0), "x>=y"), guarded((0, 1), "x<=y"), guarded((1, 1), "x+y>90")], Vec::new()),
        (vec![guarded((1, 0), "x>y"), guarded((1, 0), "x+y<40"), guarded((0, 1), "always")], Vec::new()),
        (
            vec![ray((1, 0), Guard::LESS, 3), ray((0, 1), Guard::MORE, 3), ray((1, 1), Guard::ALWAYS, 2)],
            corners,
        ),
        (
            vec![
                ray((1, 0), Guard::ALWAYS, 4),
                ray((1, 1), Guard::AT_LEAST, 3),
                plain((0, 3)),
                plain((2, -1)),
            ],
            Vec::new(),
        ),
    ];
    made.into_iter().map(|(rays, holes)| Rays::new(rays, holes).unwrap()).collect()
}

#[test]
fn tables_of_several_tiles_equal_the_definition() {
    for rays in various() {
        assert_twins(&template(rays), 134);
    }
}

/// Positions are answered with the values of the table, and of options outside it if steps add to a number.
#[test]
fn positions_have_the_values_of_the_table() {
    for rays in various() {
        let template = template(rays);
        let table = table(&template, 400, Engine::Rays, How::default());
        for (x, y) in [(400, 391), (130, 400), (77, 12), (5, 90)] {
            let position = Position::from_piles(&[wide_number(x), wide_number(y)]);
            let here = answer(template.game(), &position, Limits::default());
            let here = here.unwrap_or_else(|error| panic!("{} {x},{y}: {error}", template.game().name()));
            let value = table.get(x, y).map(|value| UBig::from(value.0));
            assert_eq!(here.value, value, "{} {x},{y} by {}", template.game().name(), here.by);
        }
    }
}

fn wide_number(number: usize) -> u64 {
    u64::try_from(number).unwrap()
}

#[test]
fn large_tables_do_not_depend_on_threads_or_instructions() {
    for rays in various() {
        let template = template(rays);
        let one = How { simd: Simd::Portable, threads: 1, wide: true, ..How::default() };
        let twin = table(&template, 700, Engine::Rays, one);
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            for threads in [1, 2, 5] {
                let how = How { simd, threads, wide: false, ..How::default() };
                let name = template.game().name();
                assert!(table(&template, 700, Engine::Rays, how) == twin, "{name} by {how:?}");
            }
        }
    }
}

/// A set for each line, row by row: no tiles, no anti-diagonals, no symmetry. Rays have width 1 and do not add to the first number.
fn row_by_row(rays: &Rays, max: usize) -> Vec<Option<u32>> {
    let size = |number: u64| usize::try_from(number).unwrap();
    // As many columns more as steps lead to from the last row on.
    let slope = rays.rays().iter().filter(|ray| ray.step.1 < 0);
    let slope = slope.map(|ray| size(ray.step.1.unsigned_abs().div_ceil(ray.step.0.unsigned_abs()))).max();
    let width = max + 1 + max * slope.unwrap_or(0);
    let mut sets: Vec<Vec<u64>> = Vec::new();
    // The set of the line that begins in a cell, for each ray.
    let mut begins = vec![vec![usize::MAX; (max + 1) * width]; rays.rays().len()];
    let mut values = Vec::new();
    for x in 0..=max {
        for y in 0..width - x * slope.unwrap_or(0) {
            if rays.is_hole(wide_number(x), wide_number(y)) {
                values.extend((y <= max).then_some(None));
                continue;
            }
            let (mut lines, mut read) = (Vec::new(), Vec::new());
            for (ray, begins) in rays.rays().iter().zip(&mut begins) {
                let (dx, dy) = (size(ray.step.0.unsigned_abs()), size(ray.step.1.unsigned_abs()));
                let times = x.checked_div(dx).unwrap_or(usize::MAX);
                let times = if ray.step.1 <= 0 { times } else { times.min(y / dy) };
                let first = if ray.step.1 < 0 { y + times * dy } else { y - times * dy };
                let set = &mut begins[(x - times * dx) * width + first];
                if *set == usize::MAX {
                    *set = sets.len();
                    sets.push(Vec::new());
                }
                lines.push(*set);
                if ray.guard.allows(wide_number(x), wide_number(y)) {
                    read.push(*set);
                }
            }
            let union = |word: usize| {
                read.iter().fold(0, |union, &set| union | sets[set].get(word).copied().unwrap_or(0))
            };
            let word = (0..width).find(|&word| union(word) != u64::MAX).unwrap();
            let bit = union(word).trailing_ones();
            for line in lines {
                let set = &mut sets[line];
                set.resize(set.len().max(word + 1), 0);
                set[word] |= 1 << bit;
            }
            values.extend((y <= max).then(|| Some(u32::try_from(64 * word).unwrap() + bit)));
        }
    }
    values
}

/// Games of papers, and random lists of rays with guards and holes.
fn lists(count: usize) -> Vec<Rays> {
    let papers: [&[(i64, i64)]; 6] = [
        &[(1, 0), (0, 1)],
        &[(1, 0), (0, 1), (1, 1)],
        &[(1, 0), (0, 1), (1, 2)],
        &[(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)],
        &[(1, 0), (0, 1), (1, 1), (1, -1)],
        &[(1, 0), (0, 1), (2, 3), (3, 2)],
    ];
    let mut lists: Vec<Rays> = papers
        .iter()
        .map(|steps| Rays::new(steps.iter().map(|&step| plain(step)).collect(), Vec::new()).unwrap())
        .collect();
    let mut seed = 1_u64;
    let mut random = |below: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(seed >> 33).unwrap() % below
    };
    while lists.len() < count {
        let mut rays = vec![plain((0, 1)), plain((1, 0))];
        for _ in 0..=random(5) {
            let step = (1 + random(4), random(6) - i64::from(random(4) == 0));
            let guard = Guard { x: random(5) - 2, y: random(5) - 2, least: random(300) - 50 };
            rays.push(ray(step, if random(3) == 0 { guard } else { Guard::ALWAYS }, 1));
        }
        let holes = if random(3) == 0 { vec![(0, 0), (63, 64), (130, 7)] } else { Vec::new() };
        lists.extend(Rays::new(rays, holes).ok());
    }
    lists
}

/// Compares the engine with the sets of lines, row by row: portable on one thread, and with vector instructions on three. Returns the number of cells.
fn compare_row_by_row(lists: &[Rays], max: u64) -> u64 {
    let mut cells = 0;
    for (number, rays) in lists.iter().enumerate() {
        let twin = row_by_row(rays, usize::try_from(max).unwrap());
        let template = template(rays.clone());
        let portable = How { simd: Simd::Portable, threads: 1, wide: number % 2 == 0, ..How::default() };
        for how in [portable, How { threads: 3, wide: number % 2 == 1, ..How::default() }] {
            let made = table(&template, max, Engine::Rays, how);
            let rows = (0..made.side()).flat_map(|a| made.row(a));
            let same = rows
                .map(|value| value.map(|value| value.0))
                .eq(twin.iter().map(|value| value.map(u64::from)));
            assert!(same, "{} by {how:?}", template.game().name());
        }
        cells += wide_number(twin.len());
    }
    cells
}

#[test]
fn tables_are_those_of_lines_row_by_row() {
    assert_eq!(compare_row_by_row(&lists(60), 150), 60 * 151 * 151);
}

/// `cargo test --release -p grundy --test all ray_games hundred -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute"]
fn a_hundred_million_cells_are_those_of_lines_row_by_row() {
    let cells = compare_row_by_row(&lists(100), 999);
    println!("{cells} cells of 100 games agree");
    assert_eq!(cells, 100_000_000);
}

#[test]
fn what_is_no_game() {
    let wrong = |rays: Vec<Ray>| Rays::new(rays, Vec::new()).unwrap_err().message;
    assert!(wrong(vec![]).contains("not 0"));
    assert!(wrong(vec![plain((1, 0)); 9]).contains("not 9"));
    assert!(wrong(vec![plain((0, 0))]).contains("takes nothing"));
    assert!(wrong(vec![ray((1, 0), Guard::ALWAYS, 0)]).contains("at least 1"));
    assert!(wrong(vec![ray((1, 2), Guard::ALWAYS, 2)]).contains("2 wide"));
    assert!(wrong(vec![plain((-1, 0))]).contains("takes nothing"));
    assert!(wrong(vec![plain((1, -1)), plain((-1, 1))]).contains("may not end"));
    assert!(wrong(vec![plain((1, -5)), plain((-5, 1))]).contains("may not end"));
    assert!(wrong(vec![plain((2, -3)), plain((-2, 3))]).contains("may not end"));
    assert!(Rays::new(vec![plain((2, -1)), plain((-1, 2))], Vec::new()).is_ok());
    assert!(Rays::new(vec![plain((i64::MAX, -1)), plain((1, i64::MIN)), plain((0, 1))], Vec::new()).is_ok());
}
