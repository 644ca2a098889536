//! Values of heaps, by the engine that fits the rules.

use super::plain::Plain;
use super::sparse::Sparse;
use super::{Code, HeapRules};
use crate::error::Error;
use crate::widths::{place, wide};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The values of the heaps 0, 1, 2, .. of a game, as far as they have been computed.
#[derive(Clone)]
pub struct Values {
    rules: Arc<dyn HeapRules>,
    /// The code without its shift, if the game has one.
    code: Option<Code>,
    engine: Engine,
}

#[derive(Clone)]
enum Engine {
    Sparse(Box<Sparse>),
    Plain(Plain),
}

/// The known values, in the width of the engine.
pub(super) enum Terms<'v> {
    Narrow(&'v [u16]),
    Wide(&'v [u32]),
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values")
            .field("rules", &self.rules)
            .field("known", &self.known())
            .finish_non_exhaustive()
    }
}

impl Values {
    /// No values yet.
    pub fn new(rules: Arc<dyn HeapRules>) -> Self {
        let code = rules.code().map(Code::unshifted);
        let sparse = code.as_ref().and_then(Sparse::new);
        let engine =
            sparse.map_or_else(|| Engine::Plain(Plain::default()), |sparse| Engine::Sparse(Box::new(sparse)));
        Self { rules, code, engine }
    }

    /// The same by the options of each heap alone: slow, for tests.
    pub fn by_options(rules: Arc<dyn HeapRules>) -> Self {
        #[derive(Debug)]
        struct Plainly(Arc<dyn HeapRules>);
        impl HeapRules for Plainly {
            fn visit(
                &self,
                heap: u64,
                visit: &mut dyn FnMut(&[u64]) -> bool,
            ) -> Result<(), crate::error::Limit> {
                self.0.visit(heap, visit)
            }
        }
        Self { rules: Arc::new(Plainly(rules)), code: None, engine: Engine::Plain(Plain::default()) }
    }

    /// Uses this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        if let Engine::Sparse(sparse) = &mut self.engine {
            sparse.threads = threads.max(1);
        }
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<dyn HeapRules> {
        &self.rules
    }

    /// How much larger the heaps are that the engine counts.
    fn shift(&self) -> u64 {
        if self.code.is_some() { self.rules.code().map_or(0, Code::shift) } else { 0 }
    }

    /// The number of heaps, from 0 on, whose values are known.
    pub fn known(&self) -> u64 {
        let all = match &self.engine {
            Engine::Sparse(sparse) => sparse.values().len(),
            Engine::Plain(plain) => plain.values().len(),
        };
        wide(all).saturating_sub(self.shift())
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: u64) -> Option<u64> {
        let at = place(heap.checked_add(self.shift())?);
        match &self.engine {
            Engine::Sparse(sparse) => sparse.values().get(at).copied().map(u64::from),
            Engine::Plain(plain) => plain.values().get(at).copied().map(u64::from),
        }
    }

    /// All known values, in the order of the heaps.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.known()).map_while(|heap| self.get(heap))
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        let from = |known: usize| place(self.shift()).min(known);
        match &self.engine {
            Engine::Sparse(sparse) => Terms::Narrow(&sparse.values()[from(sparse.values().len())..]),
            Engine::Plain(plain) => Terms::Wide(&plain.values()[from(plain.values().len())..]),
        }
    }

    /// The number of heaps with a rare value, and of all heaps, if the sparse-space method is used.
    pub fn rare(&self) -> Option<(u64, u64)> {
        match &self.engine {
            Engine::Sparse(sparse) => Some((wide(sparse.rare()), self.known())),
            Engine::Plain(_) => None,
        }
    }

    /// The memory for the values of the heaps up to one, in bytes.
    pub fn bytes(&self, to: u64) -> u64 {
        let each = match self.engine {
            // A value, as much again while the list grows, and 4 bytes while a period is looked for.
            Engine::Sparse(_) => 8,
            Engine::Plain(_) => 12,
        };
        to.saturating_add(1).saturating_mul(each)
    }

    /// Computes the values of the heaps up to `to`. `watch` is called every few milliseconds with the number of known values; `Break` cancels, and what was computed is
    /// kept.
    ///
    /// # Errors
    /// When a value does not fit, the rules exceed a limit, or the work is cancelled.
    pub fn extend(&mut self, to: u64, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<(), Error> {
        /// Heaps of a code between two looks at the clock. Rules that list their options may take long for one.
        const BETWEEN_LOOKS: usize = 64;
        let shift = self.shift();
        let end = place(to.saturating_add(shift)).saturating_add(1);
        match &mut self.engine {
            Engine::Sparse(sparse) => sparse.extend(end, &mut |known| watch(known.saturating_sub(shift))),
            Engine::Plain(plain) => {
                let rules: &dyn HeapRules = self.code.as_ref().map_or(self.rules.as_ref(), |code| code);
                while plain.values().len() < end {
                    let known = wide(plain.values().len());
                    plain.next(rules, &mut || watch(known))?;
                    let look = self.code.is_none() || plain.values().len().is_multiple_of(BETWEEN_LOOKS);
                    if look && watch(known).is_break() {
                        return Err(Error::Cancelled);
                    }
                }
                Ok(())
            }
        }
    }
}
