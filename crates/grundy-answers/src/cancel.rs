//! Cancels work through its deadlines.

use grundy::error::cancellable;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A flag that ends the deadlines of some work. Such flags live as long as the process; one is used again when nobody holds it.
#[derive(Debug)]
pub struct Flag(&'static AtomicBool);

/// The flags that nobody holds.
static FLAGS: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

impl Flag {
    /// Ends the deadlines.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the deadlines have ended.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs work whose deadlines end with this flag.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        cancellable(self.0, work)
    }
}

impl Default for Flag {
    fn default() -> Self {
        let free = FLAGS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Self(free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false)))))
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Deadline;
    use std::time::Duration;

    #[test]
    fn a_raised_flag_ends_deadlines_and_is_lowered_for_the_next() {
        for _ in 0..2 {
            let flag = Flag::default();
            assert!(!flag.is_raised());
            flag.run(|| {
                let until = Deadline::after(Duration::MAX);
                assert!(!until.is_over());
                flag.raise();
                assert!(until.is_over() && flag.is_raised());
            });
            assert!(!Deadline::after(Duration::MAX).is_over());
        }
    }
}
