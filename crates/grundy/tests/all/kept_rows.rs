//! Tables whose rows outlive a run that is cancelled.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use grundy::solve::rays::{How, Keep, Simd};
use grundy::{Budget, Element, Engine, Error, Plan, Table, Template};
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Rows in memory.
#[derive(Debug, Default)]
struct InMemory {
    rows: Mutex<HashMap<Range<usize>, Vec<u32>>>,
    loaded: AtomicUsize,
    saved: AtomicUsize,
}

impl Keep for InMemory {
    fn load(&self, rows: Range<usize>) -> Option<Vec<u32>> {
        let found = self.rows.lock().unwrap().get(&rows).cloned();
        self.loaded.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
        found
    }

    fn save(&self, rows: Range<usize>, values: &[u32]) {
        self.saved.fetch_add(1, Ordering::Relaxed);
        assert!(self.rows.lock().unwrap().insert(rows, values.to_vec()).is_none(), "saved once");
    }
}

/// Computes a table, or as much of it as a callback allows.
fn table(text: &str, max: u64, how: How, keep: Option<&Arc<InMemory>>, most: u64) -> Result<Table, Error> {
    let template = Template::parse(text).unwrap();
    let mut plan = Plan::new(&template, max, Engine::Rays).unwrap();
    assert!(plan.field().is_some());
    if let Some(keep) = keep {
        let keep: Arc<InMemory> = Arc::clone(keep);
        plan = plan.kept_by(keep);
    }
    plan.table(Element::U32, how, Budget::default(), &mut |progress| {
        if progress.done > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// A run that is cancelled in the middle is resumed by another one, in another way, and ends with the same table.
#[test]
fn kept_rows_are_not_computed_again() {
    let simds = || Simd::ALL.into_iter().filter(|simd| simd.is_available());
    let hows: Vec<How> = simds()
        .flat_map(|simd| [(1, false), (3, false), (2, true)].map(|(threads, wide)| (simd, threads, wide)))
        .map(|(simd, threads, wide)| How { simd, threads, wide, ..How::default() })
        .collect();
    for text in [
        "wythoff",
        "star-nim",
        "r-wythoff",
        "sharing-nim",
        "exile",
        "gurvich:a=3,b=4",
        "gdwn:p=1,q=2",
        "{x,y: x-i,y; x,y-i; x-i,y-3i}",
        "{x,y: x-i,y; x,y-i; x+i,y-2i}",
        "{x,y where x+y>2: x-i,y; x,y-i; x-2i,y-3i}",
    ] {
        let max = 640;
        let whole = table(text, max, How::default(), None, u64::MAX).unwrap();
        for (i, &how) in hows.iter().enumerate() {
            let keep = Arc::new(InMemory::default());
            let template = Template::parse(text).unwrap();
            let cells = Plan::new(&template, max, Engine::Rays).unwrap().field().unwrap().0;
            let cancelled = table(text, max, how, Some(&keep), cells / 3);
            assert!(matches!(cancelled, Err(Error::Cancelled)), "{text}");
            let saved = keep.saved.load(Ordering::Relaxed);
            assert!(saved > 0 && keep.loaded.load(Ordering::Relaxed) == 0, "{text}");
            let other = hows[(i + 1) % hows.len()];
            let resumed = table(text, max, other, Some(&keep), u64::MAX).unwrap();
            assert!(resumed == whole, "{text}: {how:?}, then {other:?}");
            assert_eq!(keep.loaded.load(Ordering::Relaxed), saved, "{text}");
            // Any bands may be missing.
            keep.rows.lock().unwrap().retain(|rows, _| (rows.start / 128 + i).is_multiple_of(2));
            assert!(table(text, max, how, Some(&keep), u64::MAX).unwrap() == whole, "{text}: {how:?}");
        }
    }
}

/// Rows of another number of cells are computed again, and low tables, which have sets of another kind, keep nothing.
#[test]
fn rows_that_do_not_fit_are_not_used() {
    let keep = Arc::new(InMemory::default());
    let whole = table("wythoff", 600, How::default(), None, u64::MAX).unwrap();
    keep.rows.lock().unwrap().insert(0..128, vec![0; 77]);
    let how = How { threads: 1, ..How::default() };
    let template = Template::parse("wythoff").unwrap();
    let plan = Plan::new(&template, 600, Engine::Rays).unwrap();
    let forgetful: Arc<dyn Keep> = Arc::new(Forgetful(Arc::clone(&keep)));
    let watch = &mut |_| ControlFlow::Continue(());
    let made = plan.kept_by(forgetful).table(Element::U32, how, Budget::default(), watch).unwrap();
    assert!(made == whole);
}

/// Saves nothing.
#[derive(Debug)]
struct Forgetful(Arc<InMemory>);

impl Keep for Forgetful {
    fn load(&self, rows: Range<usize>) -> Option<Vec<u32>> {
        self.0.load(rows)
    }

    fn save(&self, _: Range<usize>, _: &[u32]) {}
}
