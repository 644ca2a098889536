//! Rows that are searched at the same time.

use super::one_row::{OneRow, Phase};
use super::{CHUNK, RowProof, RowSearch};
use crate::error::Error;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Time between progress callbacks.
const LOOK: Duration = Duration::from_millis(50);

/// What the threads share.
struct Shared<'s> {
    search: &'s RowSearch,
    queue: Mutex<Queue>,
    changed: Condvar,
    stop: AtomicBool,
    filled: AtomicU64,
}

struct Queue {
    /// The next row to take; nothing if all are taken.
    next: Option<u64>,
    /// The rows that are being searched.
    taken: Vec<u64>,
    /// The rows that are proved: the period of the state, and where it begins.
    proved: BTreeMap<u64, (u64, u64)>,
}

impl Queue {
    /// Whether about half of the rows below are proved: the period of few rows says little about where states have to be compared.
    fn may_begin(&self, row: u64) -> bool {
        self.taken.iter().min().is_none_or(|&lowest| row <= 2 * lowest + 2)
    }

    /// Notes that a row is proved.
    fn end(&mut self, proof: &RowProof) {
        self.proved.insert(proof.row, (proof.state_period, proof.state_from));
        self.taken.retain(|&taken| taken != proof.row);
    }
}

/// What a thread has found.
enum Found {
    Row(RowProof),
    /// No repetition up to the limit.
    Open,
    Failed(Error),
}

impl RowSearch {
    /// Runs until all rows are proved, several rows at the same time. Each row goes to `found` as soon as it is proved, in any order; rows below the first one that
    /// is asked for do too. `watch` gets the search with the proofs of the rows before the first one that is not proved yet. Returns whether all rows
    /// were proved.
    ///
    /// # Errors
    /// As for [`RowSearch::finish`].
    pub fn finish_together(
        &mut self,
        threads: usize,
        watch: &mut dyn FnMut(&Self) -> ControlFlow<()>,
        found: &mut dyn FnMut(&RowProof),
    ) -> Result<bool, Error> {
        let begun = self.current.clone();
        let mut waiting = BTreeMap::new();
        let like = self.clone();
        let rows = self.proofs.iter().map(|proof| (proof.row, (proof.state_period, proof.state_from)));
        let queue = Queue { next: Some(begun.row), taken: Vec::new(), proved: rows.collect() };
        let shared = Shared {
            search: &like,
            queue: Mutex::new(queue),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            filled: AtomicU64::new(self.filled),
        };
        let mut begun = Some(begun);
        let (ended, left) = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let workers: Vec<_> = (0..threads.max(1))
                .map(|_| {
                    let (shared, sender, begun) = (&shared, sender.clone(), begun.take());
                    scope.spawn(move || shared.work(begun, &sender))
                })
                .collect();
            drop(sender);
            let ended = loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(Found::Row(proof)) => {
                        found(&proof);
                        waiting.insert(proof.row, proof);
                        self.take_proofs(&mut waiting);
                    }
                    Ok(Found::Open) => break Ok(false),
                    Ok(Found::Failed(error)) => break Err(error),
                    Err(RecvTimeoutError::Timeout) => {}
                    // All threads have ended, and each row is proved.
                    Err(RecvTimeoutError::Disconnected) => break Ok(true),
                }
                self.filled = shared.filled.load(Ordering::Relaxed);
                if watch(self).is_break() {
                    break Err(Error::Cancelled);
                }
            };
            shared.stop.store(true, Ordering::Relaxed);
            shared.changed.notify_all();
            let left: Vec<OneRow> = workers.into_iter().filter_map(|worker| worker.join().ok()?).collect();
            // What was found after the end is kept too.
            for late in receiver.try_iter() {
                if let Found::Row(proof) = late {
                    found(&proof);
                    waiting.insert(proof.row, proof);
                }
            }
            (ended, left)
        });
        self.take_proofs(&mut waiting);
        self.filled = shared.filled.into_inner();
        // The first row that is not proved goes on where it was. If all are proved, the last one stays.
        let next = self.next_unproved();
        let (lower, from) = self.proofs.last().map_or((1, 0), |proof| (proof.state_period, proof.state_from));
        self.current = match left.into_iter().find(|one| one.row == next.unwrap_or(self.last)) {
            Some(left) => left,
            None => OneRow::new(&self.game, next.unwrap_or(self.last), lower, from)?,
        };
        ended.map(|all| all && next.is_none())
    }

    /// The first row that is not proved; nothing if all are.
    fn next_unproved(&self) -> Option<u64> {
        let next = self.proofs.last().map_or(0, |proof| self.after(proof.row));
        (next <= self.last).then_some(next)
    }

    /// Takes the proofs that follow those so far.
    fn take_proofs(&mut self, waiting: &mut BTreeMap<u64, RowProof>) {
        while let Some(proof) = self.next_unproved().and_then(|next| waiting.remove(&next)) {
            self.proofs.push(proof);
        }
    }
}

impl Shared<'_> {
    /// Searches rows until all are taken. Returns the row that it was at when the work was stopped, or the last row.
    fn work(&self, mut begun: Option<OneRow>, sender: &Sender<Found>) -> Option<OneRow> {
        while let Some((row, lower, from)) = self.take() {
            let begun = begun.take().filter(|begun| begun.row == row);
            let made = begun.map_or_else(|| OneRow::new(&self.search.game, row, lower, from), Ok);
            let mut one = match made {
                Ok(one) => one,
                Err(error) => {
                    self.end(sender, Found::Failed(error));
                    return None;
                }
            };
            while !matches!(one.phase, Phase::Proved) {
                if self.stop.load(Ordering::Relaxed) {
                    return Some(one);
                }
                let (columns, mut filled) = ((CHUNK / one.weight()).max(1), 0);
                let advanced = one.advance(columns, self.search.limit, &mut filled);
                self.filled.fetch_add(filled, Ordering::Relaxed);
                match advanced {
                    Ok(true) => {}
                    Ok(false) => {
                        self.end(sender, Found::Open);
                        return Some(one);
                    }
                    Err(error) => {
                        self.end(sender, Found::Failed(error));
                        return None;
                    }
                }
            }
            let proof = one.proof(&self.search.game)?;
            self.lock().end(&proof);
            self.changed.notify_all();
            // The receiver is there until all threads have ended.
            let _ = sender.send(Found::Row(proof));
            if row == self.search.last {
                return Some(one);
            }
        }
        None
    }

    fn end(&self, sender: &Sender<Found>, found: Found) {
        let _ = sender.send(found);
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The next row to search, and the period of the nearest row below it that is proved. Waits until the row may begin.
    fn take(&self) -> Option<(u64, u64, u64)> {
        let mut queue = self.lock();
        loop {
            let row = queue.next.filter(|_| !self.stop.load(Ordering::Relaxed))?;
            if queue.may_begin(row) {
                let after = self.search.after(row);
                queue.next = (after <= self.search.last).then_some(after);
                queue.taken.push(row);
                let below = queue.proved.range(..row).next_back();
                let (lower, from) = below.map_or((1, 0), |(_, &below)| below);
                return Some((row, lower, from));
            }
            // Woken up now and then, in case that the work is stopped.
            queue = self.changed.wait_timeout(queue, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Symmetric;

    #[test]
    fn a_row_begins_when_half_of_those_below_are_proved() {
        let mut queue = Queue { next: None, taken: Vec::new(), proved: BTreeMap::new() };
        assert!(queue.may_begin(0) && queue.may_begin(1000));
        queue.taken = vec![5, 3, 8];
        assert!((0..20).all(|row| queue.may_begin(row) == (row <= 8)));
        queue.taken = vec![0];
        assert!((0..20).all(|row| queue.may_begin(row) == (row <= 2)));
        let mut search = RowSearch::new(Symmetric::NIM, 3, None).unwrap();
        search.finish(&mut |_| ControlFlow::Continue(())).unwrap();
        queue.taken = vec![2, 3, 4];
        queue.end(&search.proofs()[3]);
        assert_eq!((queue.taken, queue.proved), (vec![2, 4], BTreeMap::from([(3, (4, 0))])));
    }

    /// A thread that ends without a proof tells why, and stops the others.
    #[test]
    fn the_end_of_a_thread_stops_all() {
        let search = RowSearch::new(Symmetric::NIM, 3, None).unwrap();
        let shared = Shared {
            search: &search,
            queue: Mutex::new(Queue { next: Some(0), taken: Vec::new(), proved: BTreeMap::new() }),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            filled: AtomicU64::new(0),
        };
        let (sender, receiver) = channel();
        assert_eq!(shared.take(), Some((0, 1, 0)));
        shared.end(&sender, Found::Failed(Error::Cancelled));
        assert!(matches!(receiver.try_recv(), Ok(Found::Failed(Error::Cancelled))));
        assert_eq!(shared.take(), None);
    }
}
