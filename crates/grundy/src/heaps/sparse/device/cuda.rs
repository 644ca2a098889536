//! The kernels of `heaps.cu` on a GPU.
#![expect(unsafe_code, reason = "kernels are launched")]

use super::{BLOCK, FIRST, Lists, MOST_NEAR, Machine, PIECE, Pair, Piece, WIDEST};
use crate::device::compile::{context, driver, failed, function};
use crate::device::usable;
use crate::error::Error;
use crate::notation::InputError;
use crate::widths::{place, wide};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg, sys,
};
use std::sync::Arc;

/// The source of the kernels.
const SOURCE: &str = include_str!("heaps.cu");

/// Threads of a block of threads that fills, and of one that looks for a value among all pairs. They are told to the kernels.
const THREADS: usize = 512;

/// Threads of a block of threads that shows rare values, a heap each.
const SHOWN: usize = 256;

/// Values that can be listed for a look at all pairs.
const ROOM: usize = 1 << 20;

/// Nothing is open.
const NONE: u64 = u64::MAX;

/// As in `heaps.cu`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Fill {
    values: u64,
    marks: u64,
    far: u64,
    near: u64,
    inside: u64,
    barrier: u64,
    open: u64,
    start: i64,
    blocks: i64,
    far_count: u32,
    near_count: u32,
    common: [u32; WIDEST / 32],
}

/// As in `heaps.cu`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Show {
    values: u64,
    helpers: u64,
    frequent: u64,
    with_value: u64,
    taken: u64,
    list: u64,
    listed: u64,
    open: u64,
    from: i64,
    to: i64,
    helper_count: u32,
    frequent_count: u32,
    kept: u32,
    taken_count: u32,
    tried: u32,
    room: u32,
    unequal: u32,
    unused: u32,
    rare: [u32; WIDEST / 32],
}

// SAFETY: they are `repr(C)`, have only integers and no padding, and are laid out as in `heaps.cu`.
unsafe impl DeviceRepr for Fill {}
// SAFETY: as before.
unsafe impl DeviceRepr for Show {}
// SAFETY: as before.
unsafe impl DeviceRepr for Pair {}

/// A GPU with the values so far in its memory.
pub(super) struct Cuda {
    stream: Arc<CudaStream>,
    values: CudaSlice<u16>,
    /// So many of the values are those of the processor.
    held: usize,
    marks: CudaSlice<u32>,
    /// The number of blocks of threads that have come to a barrier, and of listed values.
    counts: CudaSlice<u32>,
    open: CudaSlice<u64>,
    list: CudaSlice<u64>,
    multiprocessors: u32,
    told: Option<Told>,
}

/// The lists in the memory of the device, and the kernels for their width.
struct Told {
    /// What they were made of.
    of: (usize, u16, usize),
    pairs: [CudaSlice<Pair>; 3],
    numbers: [CudaSlice<u32>; 4],
    kernels: [CudaFunction; 3],
}

impl Cuda {
    /// The memory for the values of the heaps below `to`, in bytes.
    fn bytes(to: usize) -> u64 {
        let lists = wide(ROOM) * 8 + wide(2 * BLOCK * WIDEST / 8) + (1 << 20);
        (wide(to) + wide(BLOCK)).saturating_mul(2).saturating_add(lists)
    }

    /// No values yet, with room for those of the heaps below `to`.
    pub fn new(ordinal: usize, to: usize) -> Result<Self, Error> {
        driver().map_err(|reason| InputError::whole(format!("no GPU can be used: {reason}")))?;
        let context: Arc<CudaContext> = context(ordinal)?;
        let (free, _) = context.mem_get_info().map_err(failed)?;
        let (needed, allowed) = (Self::bytes(to), usable(wide(free)));
        if needed > allowed {
            let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
            return Err(Error::Device(format!(
                "the values of {to} heaps need {} MiB of its memory, and {} MiB can be used",
                mebibytes(needed),
                allowed >> 20
            )));
        }
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let multiprocessors = u32::try_from(context.attribute(attribute).map_err(failed)?).unwrap_or(0);
        if multiprocessors < 2 {
            return Err(Error::Device("it has only one multiprocessor".to_owned()));
        }
        let stream = context.default_stream();
        Ok(Self {
            values: stream.alloc_zeros(to + BLOCK).map_err(failed)?,
            held: 0,
            marks: stream.alloc_zeros(2 * BLOCK * WIDEST / 32).map_err(failed)?,
            counts: stream.alloc_zeros(2).map_err(failed)?,
            open: stream.alloc_zeros(1).map_err(failed)?,
            list: stream.alloc_zeros(ROOM).map_err(failed)?,
            multiprocessors,
            told: None,
            stream,
        })
    }

    /// Copies lists to the device, if it does not have them.
    fn tell(&mut self, lists: &Lists) -> Result<(), Error> {
        let of = (lists.width, lists.mask, lists.rare);
        if self.told.as_ref().is_some_and(|told| told.of == of) {
            return Ok(());
        }
        let stream = &self.stream;
        let none = [Pair { offset: 0, value: 0 }];
        let pairs =
            |list: &[Pair]| stream.clone_htod(if list.is_empty() { &none[..] } else { list }).map_err(failed);
        let numbers =
            |list: &[u32]| stream.clone_htod(if list.is_empty() { &[0][..] } else { list }).map_err(failed);
        let frequent: Vec<u32> = lists.frequent.iter().map(|&value| u32::from(value)).collect();
        let definitions =
            [format!("-DWIDTH={}", lists.width), format!("-DBLOCK={BLOCK}"), format!("-DTHREADS={THREADS}")];
        let kernel = |name| function(stream.context(), SOURCE, &definitions, name);
        self.told = Some(Told {
            of,
            pairs: [pairs(&lists.far)?, pairs(&lists.near)?, pairs(&lists.helpers)?],
            numbers: [
                numbers(&lists.inside(BLOCK))?,
                numbers(&frequent)?,
                numbers(&lists.with_value)?,
                numbers(&lists.two)?,
            ],
            kernels: [kernel("fill")?, kernel("show")?, kernel("scan")?],
        });
        Ok(())
    }
}

fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Machine for Cuda {
    fn block(&self) -> usize {
        BLOCK
    }

    fn first(&self) -> usize {
        FIRST
    }

    fn piece(&mut self, lists: &Lists, known: &[u16], to: usize) -> Result<Piece, Error> {
        const { assert!(PIECE.is_multiple_of(BLOCK) && THREADS.is_multiple_of(BLOCK)) };
        self.tell(lists)?;
        let from = known.len();
        let blocks = (to - from).div_ceil(BLOCK);
        let Self { stream, values, held, marks, counts, open, list, multiprocessors, told } = self;
        let Some(told) = told else { return Err(failed("its lists are missing")) };
        if *held < from {
            let mut new = values.slice_mut(*held..from);
            stream.memcpy_htod(&known[*held..], &mut new).map_err(failed)?;
        }
        stream.memcpy_htod(&[0_u32, 0], counts).map_err(failed)?;
        stream.memcpy_htod(&[NONE], open).map_err(failed)?;
        let [far, near, helpers] = &told.pairs;
        let [inside, frequent, with_value, taken] = &told.numbers;
        let at = values.device_ptr(stream).0;
        let counts_at = counts.device_ptr(stream).0;
        let fill = Fill {
            values: at,
            marks: marks.device_ptr(stream).0,
            far: far.device_ptr(stream).0,
            near: near.device_ptr(stream).0,
            inside: inside.device_ptr(stream).0,
            barrier: counts_at,
            open: open.device_ptr(stream).0,
            start: signed(from),
            blocks: signed(blocks),
            far_count: short(lists.far.len()),
            near_count: short(lists.near.len()),
            common: lists.words(true),
        };
        let show = Show {
            values: at,
            helpers: helpers.device_ptr(stream).0,
            frequent: frequent.device_ptr(stream).0,
            with_value: with_value.device_ptr(stream).0,
            taken: taken.device_ptr(stream).0,
            list: list.device_ptr(stream).0,
            listed: counts_at + 4,
            open: fill.open,
            from: signed(from),
            to: signed(to),
            helper_count: short(lists.helpers.len()),
            frequent_count: short(lists.frequent.len()),
            kept: short(lists.with_value.len() / lists.width),
            taken_count: short(lists.two.len()),
            tried: short(lists.tried),
            room: short(ROOM),
            unequal: u32::from(lists.unequal),
            unused: 0,
            rare: lists.words(false),
        };
        let config = |grid: u32, threads: usize, shared: usize| LaunchConfig {
            grid_dim: (grid, 1, 1),
            block_dim: (short(threads), 1, 1),
            shared_mem_bytes: short(shared),
        };
        let [fills, shows, scans] = &told.kernels;
        // The sets, candidates, near pairs, and values of three blocks, see `heaps.cu`.
        let words = lists.width / 32 * (BLOCK + 1) + 1 + 2 * BLOCK + 2 * lists.near.len() + 3 * BLOCK;
        const { assert!(4 * (WIDEST / 32 * (BLOCK + 1) + 1 + 5 * BLOCK + 2 * MOST_NEAR) <= 48 << 10) };
        let mut launch = stream.launch_builder(fills);
        launch.arg(&fill);
        // SAFETY: the kernel reads lists of the lengths that it is told, and writes as many values as there is room for.
        unsafe { launch.launch_cooperative(config(*multiprocessors, THREADS, 4 * words)) }.map_err(failed)?;
        let mut launch = stream.launch_builder(shows);
        launch.arg(&show);
        // SAFETY: as before; the list has room for as many values as it is told.
        unsafe { launch.launch(config(short((to - from).div_ceil(SHOWN)), SHOWN, 0)) }.map_err(failed)?;
        let mut launch = stream.launch_builder(scans);
        launch.arg(&show);
        // SAFETY: as before.
        unsafe { launch.launch(config(2 * *multiprocessors, THREADS, 0)) }.map_err(failed)?;
        let open = stream.clone_dtoh(open).map_err(failed)?;
        let open = open.first().filter(|&&heap| heap < wide(to)).map(|&heap| place(heap));
        let values = stream.clone_dtoh(&values.slice(from..to)).map_err(failed)?;
        *held = open.unwrap_or(to);
        Ok(Piece { values, open })
    }
}
