//! How fast the engines are. Every answer is asserted before it is timed; ratios are of times of the same run.
//!
//! `cargo xtask bench` runs all of it (some minutes), `cargo xtask bench quick` what takes seconds, `cargo xtask bench gpu` only the tables on a GPU.

use grundy::device::{Device, devices};
use grundy::sequence::recursion::Recursion;
use grundy::solve::kernel::Kernel;
use grundy::solve::rays::{Field, How, Simd};
use grundy::theorem::UBig;
use grundy::theorem::gurvich::Pairs;
use grundy::{Budget, Family, Guard, Ray, Rays, Reading, Reference, Symmetric};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A fingerprint of all cells in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    cells: u64,
    sum: u64,
    hash: u64,
}

const WYTHOFF: Option<Symmetric> = Some(Symmetric::WYTHOFF);
const STAR_NIM: Option<Symmetric> = Some(Symmetric::STAR_NIM);

fn rays(game: Option<Symmetric>, max: u64, simd: Simd, threads: usize) -> Answer {
    let field = game.map_or_else(|| Field::sharing(max), |shape| Field::rectangle(&shape.into(), max, max));
    cells(&field.expect("a field that can be counted"), simd, threads)
}

fn cells(field: &Field, simd: Simd, threads: usize) -> Answer {
    cells_by(field, How { simd, threads, wide: false, ..How::default() })
}

fn cells_by(field: &Field, how: How) -> Answer {
    let mut answer = Answer { cells: 0, sum: 0, hash: 0 };
    let made = field.for_each(how, &mut |chunk| {
        let (mut cells, mut sum, mut hash) = (0, 0, answer.hash);
        chunk.for_each(|_, _, value| {
            cells += 1;
            sum += u64::from(value);
            hash = (hash.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        });
        (answer.cells, answer.sum, answer.hash) = (answer.cells + cells, answer.sum + sum, hash);
        ControlFlow::Continue(())
    });
    made.expect("nobody stops it");
    answer
}

/// The best of some runs, of which the first gives the answer.
fn time<T: PartialEq + std::fmt::Debug>(runs: usize, work: impl Fn() -> T) -> (T, Duration) {
    let started = Instant::now();
    let answer = work();
    let mut best = started.elapsed();
    for _ in 1..runs {
        let started = Instant::now();
        let again = work();
        best = best.min(started.elapsed());
        assert_eq!(again, answer, "the same work gives the same answer");
    }
    (answer, best)
}

fn line(what: &str, time: Duration, note: &str) {
    println!("| {what} | {:.4} s | {note} |", time.as_secs_f64());
}

fn ratio(slow: Duration, fast: Duration) -> f64 {
    slow.as_secs_f64() / fast.as_secs_f64()
}

/// Wythoff's game by a loop over all options of each cell, with stamps so that nothing need be cleared.
fn stamped(side: usize) -> Vec<u32> {
    let mut values = vec![0_u32; side * side];
    let mut stamps = vec![0_usize; 3 * side + 1];
    let index = |value: u32| usize::try_from(value).expect("32 bits are an index");
    for x in 0..side {
        for y in 0..side {
            let stamp = x * side + y + 1;
            for i in 0..x {
                stamps[index(values[i * side + y])] = stamp;
            }
            for j in 0..y {
                stamps[index(values[x * side + j])] = stamp;
            }
            for k in 1..=x.min(y) {
                stamps[index(values[(x - k) * side + y - k])] = stamp;
            }
            let mex = stamps.iter().position(|&last| last != stamp).expect("more stamps than options");
            values[x * side + y] = u32::try_from(mex).expect("a value of 32 bits");
        }
    }
    values
}

fn against_the_stamped_loop() {
    const SIDE: usize = 1000;
    const ROUNDS: usize = 4;
    let field = Field::rectangle(&Symmetric::WYTHOFF.into(), 999, 999).expect("a field that can be counted");
    let work = |simd| {
        let mut values = vec![0_u32; SIDE * SIDE];
        let made = field.for_each(How { simd, threads: 1, wide: false, ..How::default() }, &mut |chunk| {
            for row in chunk.rows().expect("Wythoff's game comes row by row") {
                for (cell, value) in values[row.a * SIDE + row.b..].iter_mut().zip(row.values()) {
                    *cell = value;
                }
            }
            ControlFlow::Continue(())
        });
        made.expect("nobody stops it");
        values
    };
    let simds: Vec<Simd> = Simd::ALL.into_iter().filter(|simd| simd.is_available()).collect();
    let mut slow_time = Duration::MAX;
    let mut fast_times = vec![Duration::MAX; simds.len()];
    // In turn, so that a neighbour on this machine disturbs all of them alike.
    for _ in 0..ROUNDS {
        let (slow, time_now) = time(1, || stamped(SIDE));
        slow_time = slow_time.min(time_now);
        for (&simd, fast_time) in simds.iter().zip(&mut fast_times) {
            let (fast, time_now) = time(20, || work(simd));
            *fast_time = time_now.min(*fast_time);
            for (a, b) in (0..SIDE).flat_map(|a| (a..SIDE).map(move |b| (a, b))) {
                assert_eq!(fast[a * SIDE + b], slow[a * SIDE + b], "({a},{b})");
            }
        }
    }
    for (simd, fast_time) in simds.into_iter().zip(fast_times) {
        let note = format!("{:.0} times the stamped loop", ratio(slow_time, fast_time));
        line(&format!("Wythoff 1000 x 1000, one core, {simd:?}"), fast_time, &note);
    }
    line("Wythoff 1000 x 1000, stamped loop over all options", slow_time, "");
}

fn triangles(best: Simd) {
    for (name, game) in [("Wythoff", WYTHOFF), ("Star Nim", STAR_NIM)] {
        let (one, one_time) = time(2, || rays(game, 16_383, best, 1));
        let (two, two_time) = time(2, || rays(game, 16_383, best, 2));
        assert_eq!(one, two, "the number of threads does not matter");
        let each = one_time.as_secs_f64() * 1e9 / as_float(one);
        line(&format!("{name} to 16,383, one core"), one_time, &format!("{each:.1} ns a cell"));
        line(
            &format!("{name} to 16,383, two cores"),
            two_time,
            &format!("{:.2} times faster", ratio(one_time, two_time)),
        );
    }
}

fn as_float(answer: Answer) -> f64 {
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "for a quotient to show")]
    let cells = answer.cells as f64;
    cells
}

fn doubling(best: Simd) {
    let mut last: Option<Duration> = None;
    for max in [1_999, 3_999, 7_999, 15_999] {
        let (_, took) = time(2, || rays(WYTHOFF, max, best, 1));
        let note = last.map_or_else(String::new, |last| format!("{:.2} times the half", ratio(took, last)));
        line(&format!("Wythoff to {max}, one core"), took, &note);
        last = Some(took);
    }
}

fn sharing(best: Simd, large: bool) {
    let (portable, portable_time) = time(1, || rays(None, 3_000, Simd::Portable, 1));
    let (fast, _) = time(1, || rays(None, 3_000, best, 2));
    assert_eq!(portable, fast, "instructions and threads do not matter");
    line("Sharing Nim to 3,000, one core, portable", portable_time, "");
    let (_, took) = time(2, || rays(None, 12_000, best, 1));
    line("Sharing Nim to 12,000, one core", took, "");
    if large {
        let (answer, took) = time(1, || rays(None, 60_000, best, 2));
        assert_eq!(answer.cells, 30_001 * 30_001, "all of them");
        let peak = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak =
            peak.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim().to_owned();
        line("Sharing Nim to 60,000, two cores", took, &format!("peak memory of this process so far {peak}"));
    }
}

fn gurvich(best: Simd, max: u64) {
    let (_, wythoff) = time(2, || rays(WYTHOFF, max, best, 1));
    line(&format!("Wythoff to {max}, one core"), wythoff, "");
    let mut worst: Option<(f64, u64, u64, Duration)> = None;
    for (a, b) in (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b))) {
        let (answer, took) = time(1, || rays(Some(Symmetric::nim_ab(a, b)), max, best, 1));
        assert_eq!(answer.cells, (max + 1) * (max + 2) / 2);
        if worst.is_none_or(|(times, ..)| ratio(took, wythoff) > times) {
            worst = Some((ratio(took, wythoff), a, b, took));
        }
    }
    if let Some((times, a, b, took)) = worst {
        let what = format!("the slowest NIM_(a,b), a, b <= 4, to {max}, one core: a={a}, b={b}");
        line(&what, took, &format!("{times:.2} times Wythoff"));
    }
}

/// Lists of rays that are no game of the papers, against Wythoff's game.
fn other_rays(best: Simd, max: u64) {
    let (_, wythoff) = time(3, || rays(WYTHOFF, max, best, 1));
    line(&format!("Wythoff to {max}, one core"), wythoff, "");
    let lists: [&[(i64, i64)]; 3] = [
        &[(1, 0), (0, 1), (1, 2)],
        &[(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)],
        &[(1, 0), (0, 1), (1, 1), (1, -1)],
    ];
    for steps in lists {
        let listed = steps.iter().map(|&step| Ray { step, guard: Guard::ALWAYS, width: 1 }).collect();
        let listed = Rays::new(listed, Vec::new()).expect("a game that ends");
        let field = |max| Field::rectangle(&listed, max, max).expect("a field that can be counted");
        assert_eq!(cells(&field(500), best, 2), cells(&field(500), Simd::Portable, 1));
        let (_, took) = time(3, || cells(&field(max), best, 1));
        line(
            &format!("{listed} to {max}, one core"),
            took,
            &format!("{:.2} times Wythoff", ratio(took, wythoff)),
        );
    }
}

fn blocking() {
    let mut worst: Option<(Duration, Family)> = None;
    let mut all = Duration::ZERO;
    for reading in Reading::ALL {
        let numbers = || 1..=4_u64;
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            for (p, q) in numbers().flat_map(|p| numbers().map(move |q| (p, q))) {
                let family = Family { a, b, p, q, reading };
                let (found, took) = time(1, || {
                    let mut kernel = Kernel::within(family, 4_096);
                    (0..=4_096).map(|_| kernel.next_row().map_or(0, |(_, ys)| ys.len())).sum::<usize>()
                });
                if (a, b, p, q) == (1, 1, 1, 1) {
                    assert_eq!(found, 1_565, "floor(n phi^2) <= 4096");
                }
                all += took;
                if worst.is_none_or(|(slowest, _)| took > slowest) {
                    worst = Some((took, family));
                }
            }
        }
    }
    if let Some((took, Family { a, b, p, q, reading })) = worst {
        let what = format!("the slowest kernel to 4,096, a, b, p, q <= 4: {a}, {b}, {p}, {q}, {reading}");
        line(&what, took, "");
    }
    line("768 kernels to 4,096, a, b, p, q <= 4, together", all, "");
    for (a, b, p, q) in [(1, 1, 1, 1), (2, 3, 1, 1), (2, 1, 1, 3)] {
        const TERMS: u64 = 10_000_000;
        let family = Family { a, b, p, q, reading: Reading::PerLine };
        let (x, took) = time(2, || {
            let mut recursion = Recursion::new(family, Budget::of_positions(1 << 30)).ok()?;
            (0..TERMS).map(|_| recursion.next_pair().ok()).last().flatten().map(|(x, _)| x)
        });
        let n = TERMS - 1;
        let expected = match q {
            1 => Pairs::new(a, b).and_then(|mut pairs| pairs.pair(&UBig::from(n))).map(|(x, _)| x),
            // floor(n (sqrt(10) - 2) / 3), docs/limits.md.
            _ => Ok(UBig::from(((10 * n * n).isqrt() - 2 * n) / 3)),
        };
        assert_eq!(x.map(UBig::from), expected.ok(), "the last x for {a}, {b}, {p}, {q}");
        let rate = 10.0 / took.as_secs_f64();
        let what = format!("recursion (6), 10 million terms: {a}, {b}, {p}, {q}");
        line(&what, took, &format!("{rate:.0} million a second"));
    }
}

fn reference() {
    for side in [30_u64, 60, 120] {
        let (game, position) = grundy::parse(&format!("star-nim {side},{side}")).expect("a position");
        let work = || {
            let mut engine = Reference::new(game.clone(), Budget::default());
            (engine.value(&position).map(|value| value.0), engine.positions())
        };
        let ((value, positions), took) = time(5, work);
        assert_eq!(value, Ok(0), "equal squares from 2 on (Farr & Ho, Proposition 1)");
        #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "for a quotient to show")]
        let rate = positions as f64 / took.as_secs_f64() / 1e6;
        line(
            &format!("Star Nim {side},{side} by definition"),
            took,
            &format!("{rate:.2} million positions a second"),
        );
    }
}

/// The last one has 10^9 cells.
const GPU_SIZES: [u64; 3] = [16_383, 32_767, 44_721];

/// Tables on a GPU: the P-positions, which are taken from the rows there, against two cores. All cells have the same hash.
fn gpu(best: Simd, sizes: &[u64]) {
    if let Err(why) = devices() {
        println!("| tables on a GPU | skipped | {why} |");
        return;
    }
    let how = How { device: Device::Cuda(0), ..How::default() };
    for &max in sizes {
        let field =
            Field::rectangle(&Symmetric::WYTHOFF.into(), max, max).expect("a field that can be counted");
        let (answer, two) = time(1, || cells(&field, best, 2));
        assert_eq!(cells_by(&field, how), answer, "a GPU computes the same cells");
        let found = || {
            let found =
                field.find(0, how, &mut |_, _| ControlFlow::Continue(())).expect("a GPU is asked for");
            found.expect("the GPU works").len()
        };
        let (_, gpu) = time(3, found);
        let note = format!("{:.1} times as fast as two cores, {:.2} s", ratio(two, gpu), two.as_secs_f64());
        line(&format!("Wythoff to {max}, GPU, {} cells", answer.cells), gpu, &note);
    }
}

fn main() {
    // `cargo bench` adds words of its own.
    let quick = std::env::args().any(|word| word == "quick");
    let best = Simd::best();
    println!("| what ({best:?}) | time | |\n|---|---|---|");
    if std::env::args().any(|word| word == "gpu") {
        return gpu(best, &GPU_SIZES);
    }
    reference();
    against_the_stamped_loop();
    if !quick {
        triangles(best);
        doubling(best);
    }
    gurvich(best, if quick { 2_047 } else { 8_191 });
    other_rays(best, 4_000);
    sharing(best, !quick);
    blocking();
    gpu(best, if quick { &[4_095] } else { &GPU_SIZES });
}
