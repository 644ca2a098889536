//! The kernel of `cells.cu` on a GPU.
#![expect(unsafe_code, reason = "a kernel is launched")]

use super::{BAND, Described, Visit, Watched, Work, signed, visit_row};
use crate::device::compile::{context, driver, failed, function};
use crate::device::usable;
use crate::error::{Error, Limit};
use crate::notation::InputError;
use crate::widths::{place, wide};
use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg, sys,
};
use std::sync::Arc;

/// The source of the kernel.
const CELLS: &str = include_str!("cells.cu");

/// Threads of a block of threads, as in `cells.cu`.
const THREADS: u32 = 256;

/// The most blocks of threads for a multiprocessor: each takes candidates again and again.
const BLOCKS: u32 = 16;

/// The most launches between two looks at the clock, and the most candidates: some hundredths of a second.
const LAUNCHES: usize = 64;
const CANDIDATES: u64 = 1 << 26;

// SAFETY: it is `repr(C)`, has only integers and no padding, and is laid out as in `cells.cu`.
unsafe impl DeviceRepr for Work {}

/// Computes a table, and gives its cells to `visit`.
pub(super) fn run(
    described: &Described,
    ordinal: usize,
    watched: &mut Watched<'_>,
    visit: &mut Visit<'_>,
) -> Result<(), Error> {
    driver().map_err(|reason| InputError::whole(format!("no GPU can be used: {reason}")))?;
    let context = context(ordinal)?;
    let (free, _) = context.mem_get_info().map_err(failed)?;
    let (needed, allowed) = (described.bytes(), usable(wide(free)));
    if needed > allowed {
        return Err(Limit::Memory { needed, allowed }.into());
    }
    let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
    let multiprocessors = u32::try_from(context.attribute(attribute).map_err(failed)?).unwrap_or(1).max(1);
    let kernel = function(&context, CELLS, &described.definitions(), "cells")?;
    let sweep =
        Sweep::new(described, context.default_stream(), kernel, multiprocessors.saturating_mul(BLOCKS))?;
    sweep.all_sums(described.last_sum(), watched)?;
    sweep.read(watched, visit)
}

/// A sweep with its memory on a device.
struct Sweep {
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    work: Work,
    /// Candidates for cells with one sum.
    candidates: u64,
    blocks: u32,
    values: CudaSlice<u32>,
    state: CudaSlice<u32>,
    /// What the work points to, besides: it must live as long.
    _kept: (CudaSlice<u64>, CudaSlice<u32>, CudaSlice<i64>),
}

impl Sweep {
    fn new(
        described: &Described,
        stream: Arc<CudaStream>,
        kernel: CudaFunction,
        most_blocks: u32,
    ) -> Result<Self, Error> {
        let mut work = described.work;
        let side = place(work.side.unsigned_abs());
        let words = described.words().ok_or(Limit::Uncountable)?;
        let cells = side.checked_mul(side).ok_or(Limit::Uncountable)?;
        let (count, planes) = described.planes();
        let planes = if planes.is_empty() { vec![0] } else { planes };
        let conditions = if described.conditions.is_empty() { &[0][..] } else { &described.conditions };
        let sets = stream.alloc_zeros::<u64>(words).map_err(failed)?;
        let values = stream.alloc_zeros::<u32>(cells).map_err(failed)?;
        let state = stream.alloc_zeros::<u32>(2).map_err(failed)?;
        let planes = stream.clone_htod(&planes).map_err(failed)?;
        let conditions = stream.clone_htod(conditions).map_err(failed)?;
        stream.synchronize().map_err(failed)?;
        work.sets = sets.device_ptr(&stream).0;
        work.planes = planes.device_ptr(&stream).0;
        work.values = values.device_ptr(&stream).0;
        work.conditions = conditions.device_ptr(&stream).0;
        work.state = state.device_ptr(&stream).0;
        work.plane_count = signed(count);
        let candidates = wide(count).saturating_mul(work.rows.unsigned_abs() + 1);
        let blocks = candidates.div_ceil(u64::from(THREADS)).clamp(1, u64::from(most_blocks));
        let blocks = u32::try_from(blocks).unwrap_or(most_blocks);
        Ok(Self {
            stream,
            kernel,
            work,
            candidates,
            blocks,
            values,
            state,
            _kept: (sets, planes, conditions),
        })
    }

    /// Computes all cells, sum by sum.
    fn all_sums(&self, last: usize, watched: &mut Watched<'_>) -> Result<(), Error> {
        let together = place(CANDIDATES / self.candidates.max(1)).clamp(1, LAUNCHES);
        for first in (0..=last).step_by(together) {
            let end = last.min(first + together - 1);
            for sum in first..=end {
                self.launch(signed(sum))?;
            }
            self.stream.synchronize().map_err(failed)?;
            let state = self.stream.clone_dtoh(&self.state).map_err(failed)?;
            self.stream.synchronize().map_err(failed)?;
            if state.first() != Some(&0) {
                return Err(Error::Device(
                    "it found no value of a cell below its number of options".to_owned(),
                ));
            }
            if state.get(1).is_none_or(|&begun| u64::from(begun) != wide(end) + 1) {
                return Err(Error::Device("it did not compute what it was asked for".to_owned()));
            }
            watched.done(end)?;
        }
        Ok(())
    }

    /// Starts the cells of a sum.
    fn launch(&self, sum: i64) -> Result<(), Error> {
        let config =
            LaunchConfig { grid_dim: (self.blocks, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(&self.kernel);
        launch.arg(&self.work).arg(&sum);
        // SAFETY: the arguments are those of `cells`; the addresses are those of memory of the sizes that the work tells, and lines of cells of the box are below the number of
        // sets; see `cells.cu`.
        unsafe { launch.launch(config) }.map_err(failed)?;
        Ok(())
    }

    /// Gives the rows of the table, some at a time.
    fn read(&self, watched: &mut Watched<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        let side = place(self.work.side.unsigned_abs());
        let together = (BAND / 4 / side).clamp(1, side);
        let mut band = vec![0_u32; together * side];
        for first in (0..side).step_by(together) {
            let rows = first..side.min(first + together);
            let copy = &mut band[..rows.len() * side];
            let from = self.values.slice(rows.start * side..rows.end * side);
            self.stream.memcpy_dtoh(&from, copy).map_err(failed)?;
            self.stream.synchronize().map_err(failed)?;
            for (row, values) in rows.zip(copy.chunks_exact(side)) {
                visit_row(row, values, visit)?;
            }
            watched.done(usize::MAX)?;
        }
        Ok(())
    }
}
