//! Values of heaps, by the engine that fits the rules.

use super::plain::Plain;
use super::sparse::Sparse;
use super::{Code, HeapRules};
use crate::codec::{BadState, Reader, Writer};
use crate::device::Device;
use crate::error::Error;
use crate::widths::{place, wide};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The kind and the version of states as bytes.
const KIND: u64 = 8;
const VERSION: u64 = 1;

fn write_code(writer: &mut Writer, code: &Code) {
    writer.list(code.digits().iter().map(|&digit| u64::from(digit)));
    writer.number(u64::from(code.has_unequal_heaps()));
}

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

/// The rare heaps of the sparse-space method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rare {
    /// A value is rare if it has an even number of bits in common with this.
    pub mask: u64,
    /// How many heaps are rare.
    pub heaps: u64,
    /// The largest one.
    pub largest: Option<u64>,
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

    /// Computes values of octal games on this device, from some size on.
    #[must_use]
    pub fn on(mut self, device: Device) -> Self {
        if let Engine::Sparse(sparse) = &mut self.engine {
            sparse.device = device;
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
        let (narrow, wide): (&[u16], &[u32]) = match self.terms() {
            Terms::Narrow(values) => (values, &[]),
            Terms::Wide(values) => (&[], values),
        };
        narrow.iter().map(|&value| u64::from(value)).chain(wide.iter().map(|&value| u64::from(value)))
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        let from = |known: usize| place(self.shift()).min(known);
        match &self.engine {
            Engine::Sparse(sparse) => Terms::Narrow(&sparse.values()[from(sparse.values().len())..]),
            Engine::Plain(plain) => Terms::Wide(&plain.values()[from(plain.values().len())..]),
        }
    }

    /// The rare heaps, if the sparse-space method is used. `None` for few heaps.
    pub fn rare(&self) -> Option<Rare> {
        let Engine::Sparse(sparse) = &self.engine else { return None };
        let (mask, heaps, largest) = sparse.rare();
        if mask == 0 {
            return None;
        }
        let largest = largest.and_then(|heap| wide(heap).checked_sub(self.shift()));
        Some(Rare { mask: u64::from(mask), heaps: wide(heaps), largest })
    }

    /// The memory for the values of the heaps up to one, in bytes; `with_period` if a period is looked for. Lists of rare heaps come to it, in games that have many ([`Values::rare`]).
    pub fn bytes(&self, to: u64, with_period: bool) -> u64 {
        let each = match (&self.engine, with_period) {
            // The list of values is made as long as is asked for, and the search for a period has 4 bytes for each.
            (Engine::Sparse(_), false) => 2,
            (Engine::Sparse(_), true) => 6,
            // The list grows as needed.
            (Engine::Plain(_), _) => 12,
        };
        to.saturating_add(1).saturating_mul(each)
    }

    /// The largest heap whose value fits into so many bytes, as [`Values::bytes`] counts them.
    pub fn fits(&self, bytes: u64, with_period: bool) -> u64 {
        (bytes / self.bytes(0, with_period)).saturating_sub(1)
    }

    /// The most values in a state: half a gigabyte. Those of larger heaps are computed again.
    pub const MOST_STORED: u64 = 1 << 28;

    /// How many values must be known before the next state is worth storing, as it is as long as the list: an eighth more than now.
    pub fn worth_storing(&self) -> u64 {
        let known = self.known();
        if known < Self::MOST_STORED { known + known / 8 } else { u64::MAX }
    }

    /// The state as bytes, for [`Values::from_bytes`]. `None` for games that are valued option by option.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let (Engine::Sparse(sparse), Some(code)) = (&self.engine, &self.code) else { return None };
        let mut writer = Writer::new(KIND, VERSION);
        write_code(&mut writer, code);
        let stored = sparse.values().iter().take(place(Self::MOST_STORED));
        let values = stored.map(|&value| i16::try_from(value).unwrap_or(i16::MAX));
        writer.small(&values.collect::<Vec<_>>());
        Some(writer.finish())
    }

    /// Restores the state that [`Values::to_bytes`] stored for the same rules. The first values are computed again.
    ///
    /// # Errors
    /// When the bytes are not a state of these rules.
    pub fn from_bytes(bytes: &[u8], rules: Arc<dyn HeapRules>) -> Result<Self, BadState> {
        /// Heaps that are valued again.
        const AGAIN: usize = 2000;
        let mut values = Self::new(rules);
        let (Engine::Sparse(sparse), Some(code)) = (&mut values.engine, &values.code) else {
            return Err(BadState("the game has no finite octal code"));
        };
        let mut reader = Reader::new(bytes, KIND, VERSION)?;
        let mut expected = Writer::new(KIND, VERSION);
        write_code(&mut expected, code);
        let digits = reader.list()?;
        let unequal = reader.number()?;
        let mut stored = Writer::new(KIND, VERSION);
        stored.list(digits.into_iter());
        stored.number(unequal);
        let terms = reader.small()?;
        reader.finish()?;
        if stored.finish() != expected.finish() {
            return Err(BadState("the state is that of another game"));
        }
        let terms: Option<Vec<u16>> = terms.into_iter().map(|term| u16::try_from(term).ok()).collect();
        let terms = terms.ok_or(BadState("a value is negative"))?;
        let first = terms.len().min(AGAIN);
        let computed = sparse.extend(first, &mut |_| ControlFlow::Continue(()));
        if computed.is_err() || sparse.values() != &terms[..first] {
            return Err(BadState("the first values are not those of the game"));
        }
        sparse.restore(terms);
        Ok(values)
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
