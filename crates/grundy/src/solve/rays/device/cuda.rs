//! The kernel on a GPU. The driver and the compiler of CUDA are loaded when they are first needed, so the program runs where there are none.
#![expect(unsafe_code, reason = "a kernel is launched, and the cells of a ring are written as plain numbers")]

use super::super::layout::Layout;
use super::super::plane::ROWS;
use super::super::ring::{Band, Ring};
use super::super::run::{Allowed, Sink};
use super::Found;
use super::sweep::{Described, ROWS_OF_WARP, Share, Sweep, signed};
use crate::error::{Error, Limit};
use crate::notation::InputError;
use crate::widths::{place, wide};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PinnedHostSlice,
    PushKernelArg, sys,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The source of the kernel.
const SOURCE: &str = include_str!("kernel.cu");

/// Threads of a block of them; the kernel has the same number.
const THREADS: u32 = 128;

/// Blocks of threads for each multiprocessor. What is not resident comes later.
const BLOCKS: u32 = 8;

// SAFETY: it is `repr(C)`, has only integers, and is laid out as in `kernel.cu`.
unsafe impl DeviceRepr for Sweep {}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Fault(format!("the GPU failed: {error}"))
}

/// Whether the driver and the compiler are there.
fn is_present() -> Result<(), String> {
    // SAFETY: this loads the libraries of CUDA, and nothing else of them is used if they are not found.
    let (driver, compiler) = unsafe { (sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
    match (driver, compiler) {
        (false, _) => Err("there is no driver of CUDA (libcuda)".to_owned()),
        (_, false) => Err("there is no run-time compiler of CUDA (libnvrtc)".to_owned()),
        _ => Ok(()),
    }
}

/// The GPUs of this machine.
pub(super) fn devices() -> Result<Vec<Found>, String> {
    is_present()?;
    let count = CudaContext::device_count().map_err(|error| error.to_string())?;
    let found = (0..usize::try_from(count).unwrap_or(0)).map(|ordinal| {
        let context = CudaContext::new(ordinal)?;
        let (free, memory) = context.mem_get_info()?;
        Ok(Found { name: context.name()?, memory: wide(memory), free: wide(free) })
    });
    let found =
        found.collect::<Result<Vec<_>, cudarc::driver::DriverError>>().map_err(|error| error.to_string())?;
    if found.is_empty() { Err("the driver of CUDA finds no device".to_owned()) } else { Ok(found) }
}

/// The kernels that have been compiled: for a device and a number of directions.
static KERNELS: Mutex<Vec<((usize, usize), CudaFunction)>> = Mutex::new(Vec::new());

/// The kernel for a number of directions.
fn kernel(context: &Arc<CudaContext>, directions: usize) -> Result<CudaFunction, Error> {
    let key = (context.ordinal(), directions);
    let mut kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, kernel)) = kernels.iter().find(|(other, _)| *other == key) {
        return Ok(kernel.clone());
    }
    let (major, minor) = context.compute_capability().map_err(failed)?;
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture=compute_{major}{minor}"),
            format!("-DK={directions}"),
            format!("-DTHREADS={THREADS}"),
        ],
        ..CompileOptions::default()
    };
    let code = compile_ptx_with_opts(SOURCE, options).map_err(failed)?;
    let kernel =
        context.load_module(code).and_then(|module| module.load_function("sweep")).map_err(failed)?;
    kernels.push((key, kernel.clone()));
    Ok(kernel)
}

/// Computes all cells, and gives them to the sink in bands of the processor's size.
pub(super) fn run(
    layout: &Layout,
    largest: usize,
    readers: usize,
    allowed: Allowed,
    ordinal: usize,
    sink: &Sink<'_>,
) -> Result<(), Error> {
    is_present().map_err(|reason| InputError::whole(format!("no GPU can be used: {reason}")))?;
    let context = CudaContext::new(ordinal).map_err(failed)?;
    let mut described = Described::new(layout, largest);
    if described.count == 0 {
        return Err(InputError::whole("a GPU has nothing to do for a game without moves").into());
    }
    let mut delivered = 0;
    loop {
        let done = Run::new(layout, &described, allowed, &context)?.bands(readers, sink, &mut delivered)?;
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
    _kept: (Vec<CudaSlice<u64>>, Vec<CudaSlice<i64>>),
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
        let usable = super::usable(wide(free));
        let too_little = |needed| Limit::Memory { needed, allowed: usable };
        let Share { rows, above, bands, .. } = described.share(layout, usable).map_err(too_little)?;
        let words = described.words().ok_or(Limit::Uncountable)?;
        let pitch = place(sweep.pitch.unsigned_abs());
        let full = described.full_at_first();
        let zeros = |count: usize| stream.alloc_zeros::<u64>(count).map_err(failed);
        let kept = vec![zeros(words)?, stream.clone_htod(&full).map_err(failed)?];
        let list =
            |list: &[i64]| stream.clone_htod(if list.is_empty() { &[0][..] } else { list }).map_err(failed);
        let lists = vec![list(&described.conditions)?, list(&described.holes)?];
        let band = || stream.alloc_zeros::<u32>((rows + above) * pitch).map_err(failed);
        let other = if bands == 1 { stream.alloc_zeros::<u32>(1).map_err(failed)? } else { band()? };
        let values = [band()?, other];
        let ticket = stream.alloc_zeros::<u32>(2).map_err(failed)?;
        let progress = stream.alloc_zeros::<i32>(rows / ROWS_OF_WARP + 2).map_err(failed)?;
        sweep.blocks = kept[0].device_ptr(&stream).0;
        sweep.full = kept[1].device_ptr(&stream).0;
        sweep.conditions = lists[0].device_ptr(&stream).0;
        sweep.holes = lists[1].device_ptr(&stream).0;
        sweep.ticket = ticket.device_ptr(&stream).0;
        sweep.narrow = sweep.ticket + 4;
        sweep.progress = progress.device_ptr(&stream).0;
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let processors = context.attribute(attribute).map_err(failed)?;
        let blocks_of_threads = u32::try_from(processors).unwrap_or(1).saturating_mul(BLOCKS);
        let kernel = kernel(context, described.count)?;
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
            _kept: (kept, lists),
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
            self.stream.synchronize().map_err(failed)?;
            let state = self.stream.clone_dtoh(&self.ticket).map_err(failed)?;
            if state.get(1) == Some(&1) {
                return Ok(false);
            }
            self.allowed.until.check()?;
            before = Some((first, end));
        }
        let parity = last.div_ceil(self.rows).wrapping_sub(1) % 2;
        if let Some((from, to)) = before {
            self.deliver(parity, from, to, &mut readers, sink, delivered)?;
        }
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
        let unbegun = vec![-1_i32; self.progress.len()];
        self.stream.memcpy_htod(&unbegun, &mut self.progress).map_err(failed)?;
        let sweep = Sweep {
            values: self.values[parity].device_ptr(&self.stream).0,
            base: signed(first) - signed(self.above),
            x0: signed(first),
            x1: signed(end) - 1,
            ..self.sweep
        };
        let config = LaunchConfig {
            grid_dim: (self.blocks_of_threads, 1, 1),
            block_dim: (THREADS, 1, 1),
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
            let failed = || Error::Fault("a thread that reads from the GPU failed".to_owned());
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
