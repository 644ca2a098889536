//! GPUs: which there are, and how kernels are compiled for them.
//!
//! The driver and the compiler of CUDA are loaded when they are first needed, so the same program runs where there are none. The kernels are beside the engines that use
//! them: [`solve::rays`](crate::solve::rays) has tables, and [`heaps`](crate::heaps) has values of heaps.

#[cfg(feature = "cuda")]
pub(crate) mod compile;
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "only the compiler needs all of it"))]
mod kept;

use crate::notation::InputError;
pub use kept::{Kernels, keep_kernels};

/// Where tables and values of heaps are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Device {
    /// On the processor.
    #[default]
    Cpu,
    /// On a GPU, given by its number among those that CUDA finds.
    Cuda(usize),
}

/// A GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Its name.
    pub name: String,
    /// Its memory, in bytes.
    pub memory: u64,
    /// How much of that is free now.
    pub free: u64,
}

impl Found {
    /// How much of its memory is used for a table, at most.
    pub fn usable(&self) -> u64 {
        usable(self.free)
    }
}

/// The GPUs of this machine that tables can be computed on.
///
/// # Errors
/// When there are none, with the reason.
pub fn devices() -> Result<Vec<Found>, InputError> {
    #[cfg(feature = "cuda")]
    let found = compile::devices();
    #[cfg(not(feature = "cuda"))]
    let found = Err("this program was built without the feature `cuda`".to_owned());
    found.map_err(|reason| {
        let error = InputError::whole(format!("no GPU can be used: {reason}"));
        error.hint("without a GPU, everything is computed on the processor")
    })
}

/// The part of the free memory of a device that is used.
pub(crate) fn usable(free: u64) -> u64 {
    free / 100 * 92
}
