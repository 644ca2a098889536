//! Limits on the making of automata.

use crate::error::{Deadline, Limit};

/// The time and the memory that one automaton may take.
#[derive(Clone, Copy)]
pub struct Room<'r> {
    /// The end of the time.
    pub deadline: Deadline,
    /// Upper limit on the bytes of one automaton while it is made. Two or three are held at once.
    pub bytes: u64,
    /// Asked every few milliseconds; the work ends if it returns true.
    pub stop: &'r dyn Fn() -> bool,
}

impl Room<'_> {
    /// No limits but the memory: 2 GiB an automaton.
    pub const WIDE: Room<'static> = Room { deadline: Deadline::NONE, bytes: 1 << 31, stop: &|| false };

    /// Whether there is room for so many bytes, in an automaton that has so many states by now.
    pub fn look(&self, states: usize, bytes: usize) -> Result<(), Limit> {
        /// States between looks at the clock.
        const QUIET: usize = 1 << 10;
        let needed = u64::try_from(bytes).unwrap_or(u64::MAX);
        if needed > self.bytes {
            return Err(Limit::Memory { needed, allowed: self.bytes });
        }
        if states.is_multiple_of(QUIET) {
            self.deadline.check()?;
            if (self.stop)() {
                return Err(self.deadline.limit());
            }
        }
        Ok(())
    }
}
