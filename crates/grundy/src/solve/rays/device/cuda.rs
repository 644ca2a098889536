//! The kernel on a GPU.
#![expect(unsafe_code, reason = "a kernel is launched, and the cells of a ring are written as plain numbers")]

use super::super::layout::Layout;
use super::super::plane::ROWS;
use super::super::ring::{Band, Ring};
use super::super::run::{Allowed, Sink};
use super::Want;
use super::parts::{self, Part};
use super::sweep::{Described, ROWS_OF_WARP, Share, Sweep, signed};
use super::taken::Taken;
use crate::device::compile::{context, driver, failed, function};
use crate::device::usable;
use crate::error::{Error, Limit};
use crate::notation::InputError;
use crate::widths::{place, wide};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PinnedHostSlice,
    PushKernelArg, sys,
};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};

/// The source of the kernel.
const SWEEP: &str = include_str!("kernel.cu");

/// Warps of a block of threads that have rows, one less than all of them. It is told to the kernel.
const WARPS: usize = 8;

// SAFETY: it is `repr(C)`, has only integers, and is laid out as in `kernel.cu`.
unsafe impl DeviceRepr for Sweep {}

/// Computes all cells, and takes from them what is wanted. Rows are given to the sink in bands of the processor's size.
pub(super) fn run(
    layout: &Layout,
    largest: usize,
    allowed: Allowed,
    ordinal: usize,
    mut want: Want<'_, '_>,
) -> Result<(), Error> {
    driver().map_err(|reason| InputError::whole(format!("no GPU can be used: {reason}")))?;
    let context = context(ordinal)?;
    let mut described = Described::new(layout, largest);
    if described.count == 0 {
        return Err(InputError::whole("a GPU has nothing to do for a game without moves").into());
    }
    let mut delivered = 0;
    loop {
        let run = Run::new(layout, &described, allowed, &context)?;
        let done = match &mut want {
            Want::Rows(sink, readers) => run.bands(*readers, sink, &mut delivered)?,
            Want::Part(part, watch) => run.part(part, *watch)?,
        };
        if done {
            return Ok(());
        }
        let width = place(described.sweep.width.unsigned_abs());
        described.widen(width + width / 4 + 1);
    }
}

/// The memory of a run on a device.
struct Run<'r> {
    layout: &'r Layout,
    allowed: Allowed,
    sweep: Sweep,
    stream: Arc<CudaStream>,
    kernel: CudaFunction,
    blocks_of_threads: u32,
    /// Rows of a band, and those above it that are read.
    rows: usize,
    above: usize,
    values: [CudaSlice<u32>; 2],
    ticket: CudaSlice<u32>,
    progress: CudaSlice<i32>,
    /// What the sweep points to, besides: it must live as long.
    _kept: (CudaSlice<u64>, Vec<CudaSlice<i64>>),
}

impl<'r> Run<'r> {
    fn new(
        layout: &'r Layout,
        described: &Described,
        allowed: Allowed,
        context: &Arc<CudaContext>,
    ) -> Result<Self, Error> {
        let mut sweep = described.sweep;
        let stream = context.default_stream();
        let (free, _) = context.mem_get_info().map_err(failed)?;
        let usable = usable(wide(free));
        let too_little = |needed| Limit::Memory { needed, allowed: usable };
        let Share { rows, above, bands, .. } = described.share(layout, usable).map_err(too_little)?;
        let words = described.words().ok_or(Limit::Uncountable)?;
        let pitch = place(sweep.pitch.unsigned_abs());
        let sets = stream.alloc_zeros::<u64>(words).map_err(failed)?;
        let list =
            |list: &[i64]| stream.clone_htod(if list.is_empty() { &[0][..] } else { list }).map_err(failed);
        let lists = vec![list(&described.conditions)?, list(&described.holes)?];
        let band = || stream.alloc_zeros::<u32>((rows + above) * pitch).map_err(failed);
        let other = if bands == 1 { stream.alloc_zeros::<u32>(1).map_err(failed)? } else { band()? };
        let values = [band()?, other];
        let ticket = stream.alloc_zeros::<u32>(2).map_err(failed)?;
        let progress = stream.alloc_zeros::<i32>(rows.div_ceil(ROWS_OF_WARP * WARPS) + 1).map_err(failed)?;
        sweep.sets = sets.device_ptr(&stream).0;
        sweep.conditions = lists[0].device_ptr(&stream).0;
        sweep.holes = lists[1].device_ptr(&stream).0;
        sweep.ticket = ticket.device_ptr(&stream).0;
        sweep.narrow = sweep.ticket + 4;
        sweep.progress = progress.device_ptr(&stream).0;
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        // One for each multiprocessor: with two, all of them are slower by more than a half.
        let blocks_of_threads = u32::try_from(context.attribute(attribute).map_err(failed)?).unwrap_or(1);
        let definitions = described.definitions().into_iter().chain([format!("-DWARPS={WARPS}")]);
        let kernel = function(context, SWEEP, &definitions.collect::<Vec<_>>(), "sweep")?;
        Ok(Self {
            layout,
            allowed,
            sweep,
            stream,
            kernel,
            blocks_of_threads,
            rows,
            above,
            values,
            ticket,
            progress,
            _kept: (sets, lists),
        })
    }

    /// Computes the bands, and gives rows to the sink that it has not received before. Returns false if a value did not fit the sets.
    fn bands(mut self, readers: usize, sink: &Sink<'_>, delivered: &mut usize) -> Result<bool, Error> {
        let last = self.layout.region.rows();
        let readers = if matches!(sink, Sink::InOrder(_)) { 1 } else { readers };
        let mut readers = (0..readers).map(|_| self.reader()).collect::<Result<Vec<_>, _>>()?;
        let mut before: Option<(usize, usize)> = None;
        for (band, first) in (0..last).step_by(self.rows).enumerate() {
            let end = (first + self.rows).min(last);
            self.launch(band % 2, first, end)?;
            // While this band is computed, the one before it is read.
            if let Some((from, to)) = before.take() {
                self.deliver(1 - band % 2, from, to, &mut readers, sink, delivered)?;
            }
            if !self.is_done()? {
                return Ok(false);
            }
            before = Some((first, end));
        }
        let parity = last.div_ceil(self.rows).wrapping_sub(1) % 2;
        if let Some((from, to)) = before {
            self.deliver(parity, from, to, &mut readers, sink, delivered)?;
        }
        Ok(true)
    }

    /// Waits until a band is computed. Returns false if a value did not fit the sets.
    fn is_done(&self) -> Result<bool, Error> {
        self.stream.synchronize().map_err(failed)?;
        let state = self.stream.clone_dtoh(&self.ticket).map_err(failed)?;
        self.allowed.until.check()?;
        Ok(state.get(1) != Some(&1))
    }

    /// Computes the bands, and takes a part of them. Returns false if a value did not fit the sets.
    fn part(
        mut self,
        part: &mut Part<'_>,
        watch: &mut dyn FnMut(u64) -> std::ops::ControlFlow<()>,
    ) -> Result<bool, Error> {
        let region = self.layout.region;
        let mut done = 0;
        let mut taken = Taken::new(&self.stream, part)?;
        for (band, first) in (0..region.rows()).step_by(self.rows).enumerate() {
            let end = (first + self.rows).min(region.rows());
            self.launch(band % 2, first, end)?;
            if !self.is_done()? {
                return Ok(false);
            }
            let values = self.values[band % 2].device_ptr(&self.stream).0;
            let (base, x0, x1) = (signed(first) - signed(self.above), signed(first), signed(end) - 1);
            let band =
                parts::Band { values, base, x0, x1, ..parts::Band::new(self.layout, self.sweep.pitch) };
            taken.take(&self.stream, part, band, first..end)?;
            done += (first..end).map(|x| region.cells_of_row(x)).sum::<u64>();
            done -= wide(self.layout.holes_of(first..end).len());
            if watch(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        taken.end(&self.stream, part)?;
        Ok(true)
    }

    /// A reader of rows, with a stream of its own, so that it does not wait for the sweep of the next band.
    fn reader(&self) -> Result<Reader, Error> {
        let pitch = place(self.sweep.pitch.unsigned_abs());
        let context = self.stream.context();
        // SAFETY: numbers need no initialisation but for reading, and they are read after they have been copied here.
        let rows = unsafe { context.alloc_pinned_with_flags(ROWS * pitch, 0) }.map_err(failed)?;
        Ok(Reader {
            stream: context.new_stream().map_err(failed)?,
            rows,
            ring: Ring::new(self.layout, ROWS, 1),
        })
    }

    /// Starts the sweep of the rows `first..end` into one of the two bands.
    fn launch(&mut self, parity: usize, first: usize, end: usize) -> Result<(), Error> {
        let pitch = place(self.sweep.pitch.unsigned_abs());
        if self.above > 0 && first > 0 {
            let [one, other] = &mut self.values;
            let (to, from) = if parity == 0 { (one, other) } else { (other, one) };
            let tail = from.slice(self.rows * pitch..(self.rows + self.above) * pitch);
            let mut head = to.slice_mut(..self.above * pitch);
            self.stream.memcpy_dtod(&tail, &mut head).map_err(failed)?;
        }
        self.stream.memcpy_htod(&[0_u32, 0], &mut self.ticket).map_err(failed)?;
        // No rows are above the first ones.
        let mut unbegun = vec![-1_i32; self.progress.len()];
        unbegun[0] = i32::MAX;
        self.stream.memcpy_htod(&unbegun, &mut self.progress).map_err(failed)?;
        let sweep = Sweep {
            values: self.values[parity].device_ptr(&self.stream).0,
            base: signed(first) - signed(self.above),
            x0: signed(first),
            x1: signed(end) - 1,
            ..self.sweep
        };
        let threads = u32::try_from((WARPS + 1) * 32).unwrap_or(u32::MAX);
        let config = LaunchConfig {
            grid_dim: (self.blocks_of_threads, 1, 1),
            block_dim: (threads, 1, 1),
            shared_mem_bytes: 0,
        };
        let mut launch = self.stream.launch_builder(&self.kernel);
        launch.arg(&sweep);
        // SAFETY: the kernel reads this sweep, whose addresses are those of memory of the sizes that it tells; see `kernel.cu`.
        unsafe { launch.launch(config) }.map_err(failed)?;
        Ok(())
    }

    /// Gives the rows `from..to`, which are in one of the two bands, to the sink.
    fn deliver(
        &self,
        parity: usize,
        from: usize,
        to: usize,
        readers: &mut [Reader],
        sink: &Sink<'_>,
        delivered: &mut usize,
    ) -> Result<(), Error> {
        let pieces: Vec<usize> = (from..to).step_by(ROWS).filter(|top| top >= delivered).collect();
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let read = |reader: &mut Reader| {
            while let Some(&top) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let rows = top..(top + ROWS).min(to);
                if let Err(error) = self.piece(&self.values[parity], from, rows, reader, sink) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let work: Vec<_> = readers.iter_mut().map(|reader| scope.spawn(|| read(reader))).collect();
            let failed = || Error::Device("a thread that reads from it failed".to_owned());
            work.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(failed())))
        })?;
        *delivered = to;
        Ok(())
    }

    /// Gives some rows of a band, whose first row is `from`, to the sink.
    fn piece(
        &self,
        values: &CudaSlice<u32>,
        from: usize,
        rows: Range<usize>,
        reader: &mut Reader,
        sink: &Sink<'_>,
    ) -> Result<(), Error> {
        let Reader { stream, rows: copy, ring } = reader;
        let pitch = place(self.sweep.pitch.unsigned_abs());
        let at = (self.above + rows.start - from) * pitch;
        let copy = copy.as_mut_slice().map_err(failed)?;
        let copy = &mut copy[..rows.len() * pitch];
        stream.memcpy_dtoh(&values.slice(at..at + copy.len()), copy).map_err(failed)?;
        stream.synchronize().map_err(failed)?;
        for (x, row) in rows.clone().zip(copy.chunks_exact(pitch)) {
            let (first, last) = (self.layout.region.first(x), *self.layout.region.row(x).end());
            if first > last {
                continue;
            }
            let (first, last) = (self.layout.region.place(x, first), self.layout.region.place(x, last));
            let cells = &ring.values[ring.row(x) + first..=ring.row(x) + last];
            let (to, from) = (cells.as_ptr().cast::<u32>().cast_mut(), row[first..=last].as_ptr());
            // SAFETY: atomic and plain numbers have the same layout; only this reader uses the ring, and both slices have this length.
            unsafe { to.copy_from_nonoverlapping(from, cells.len()) };
        }
        let band = Band { ring, layout: self.layout, rows };
        let taken = match sink {
            Sink::InOrder(sink) => sink.lock().unwrap_or_else(PoisonError::into_inner)(&band),
            Sink::AtOnce(sink) => sink(&band),
        };
        if taken.is_break() {
            return Err(Error::Cancelled);
        }
        self.allowed.until.check().map_err(Error::from)
    }
}

/// Reads rows from a device.
struct Reader {
    stream: Arc<CudaStream>,
    /// Memory that the device writes to.
    rows: PinnedHostSlice<u32>,
    ring: Ring,
}
