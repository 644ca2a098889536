//! Parts of a table, taken from its bands on a GPU by the kernels of `parts.cu`.
#![expect(unsafe_code, reason = "kernels are launched")]

use super::parts::{self, Part};
use super::sweep::signed;
use crate::device::compile::{failed, function};
use crate::error::Error;
use crate::widths::{index, place};
use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg,
};
use std::ops::Range;
use std::sync::Arc;

/// The source of the kernels.
const PARTS: &str = include_str!("parts.cu");

// SAFETY: it is `repr(C)`, has only integers, and is laid out as in `parts.cu`.
unsafe impl DeviceRepr for parts::Band {}

/// Room for the cells of a value in a band, at first.
const ROOM: usize = 1 << 18;

/// The memory of a device for a part of a table.
pub(super) struct Taken {
    kernel: CudaFunction,
    /// The cells of a value, or nothing.
    found: CudaSlice<u64>,
    /// Squares, or nothing.
    keys: CudaSlice<u32>,
    /// The values whose places are classes, or nothing.
    list: CudaSlice<u32>,
}

impl Taken {
    /// Begins a part, which has nothing so far.
    pub fn new(stream: &Arc<CudaStream>, part: &mut Part<'_>) -> Result<Self, Error> {
        let (name, room, keys, list): (_, _, _, &[u32]) = match part {
            Part::Cells(..) => ("pick", 1, vec![0], &[]),
            Part::Value(_, found) => {
                found.clear();
                ("find", ROOM, vec![0], &[])
            }
            Part::Squares(squares, width, _) => {
                ("pool", 1, vec![squares.at_first(); *width * *width], squares.told().1)
            }
        };
        let list = if list.is_empty() { &[0] } else { list };
        Ok(Self {
            kernel: function(stream.context(), PARTS, &[], name)?,
            found: stream.alloc_zeros(room).map_err(failed)?,
            keys: stream.clone_htod(&keys).map_err(failed)?,
            list: stream.clone_htod(list).map_err(failed)?,
        })
    }

    /// Takes the part from a band with these rows.
    pub fn take(
        &mut self,
        stream: &Arc<CudaStream>,
        part: &mut Part<'_>,
        band: parts::Band,
        rows: Range<usize>,
    ) -> Result<(), Error> {
        match part {
            Part::Cells(cells, values) => {
                let from = cells.partition_point(|(x, _)| *x < rows.start);
                let to = cells.partition_point(|(x, _)| *x < rows.end);
                let wanted: Vec<i64> =
                    cells[from..to].iter().flat_map(|&(x, at)| [signed(x), signed(at)]).collect();
                if wanted.is_empty() {
                    return Ok(());
                }
                let picked = self.pick(stream, band, &wanted)?;
                values[from..to].iter_mut().zip(picked).for_each(|(to, value)| *to = parts::known(value));
            }
            Part::Value(value, found) => {
                let here = self.find(stream, band, *value)?;
                found.extend(here.into_iter().map(|cell| (place(cell >> 32), place(cell & 0xffff_ffff))));
            }
            Part::Squares(squares, width, _) => {
                let (factor, width) = (signed(squares.factor), signed(*width));
                let (modulus, list) = squares.told();
                let listed = u32::try_from(list.len()).unwrap_or(u32::MAX);
                let list = if listed == 0 { 0 } else { self.list.device_ptr(stream).0 };
                let largest = u32::from(squares.largest);
                let mut launch = stream.launch_builder(&self.kernel);
                launch
                    .arg(&band)
                    .arg(&factor)
                    .arg(&width)
                    .arg(&modulus)
                    .arg(&list)
                    .arg(&listed)
                    .arg(&largest);
                launch.arg(&mut self.keys);
                // SAFETY: the arguments are those of `pool`; the band lies in the values, and there is a key for each square of its rows.
                unsafe { launch.launch(grid(4096)) }.map_err(failed)?;
                stream.synchronize().map_err(failed)?;
            }
        }
        Ok(())
    }

    /// The values of some cells of a band.
    fn pick(&self, stream: &Arc<CudaStream>, band: parts::Band, wanted: &[i64]) -> Result<Vec<u32>, Error> {
        let cells = stream.clone_htod(wanted).map_err(failed)?;
        let count = wanted.len() / 2;
        let mut picked = stream.alloc_zeros::<u32>(count).map_err(failed)?;
        let number = signed(count);
        let mut launch = stream.launch_builder(&self.kernel);
        launch.arg(&band).arg(&cells).arg(&number).arg(&mut picked);
        let blocks = u32::try_from(count.div_ceil(256)).unwrap_or(u32::MAX);
        // SAFETY: the arguments are those of `pick`; the cells are in the rows of the band, and there is a place for each.
        unsafe { launch.launch(grid(blocks)) }.map_err(failed)?;
        stream.clone_dtoh(&picked).map_err(failed)
    }

    /// The cells of a value in a band.
    fn find(&mut self, stream: &Arc<CudaStream>, band: parts::Band, value: u32) -> Result<Vec<u64>, Error> {
        loop {
            let mut count = stream.alloc_zeros::<u32>(1).map_err(failed)?;
            let room = u32::try_from(self.found.len()).unwrap_or(u32::MAX);
            let mut launch = stream.launch_builder(&self.kernel);
            launch.arg(&band).arg(&value).arg(&room).arg(&mut count).arg(&mut self.found);
            // SAFETY: the arguments are those of `find`, and there is room for as many cells as it is told.
            unsafe { launch.launch(grid(4096)) }.map_err(failed)?;
            let count = index(stream.clone_dtoh(&count).map_err(failed)?.first().copied().unwrap_or(0));
            if count <= self.found.len() {
                let mut here = vec![0; count];
                if count > 0 {
                    stream.memcpy_dtoh(&self.found.slice(..count), &mut here[..]).map_err(failed)?;
                    stream.synchronize().map_err(failed)?;
                }
                return Ok(here);
            }
            self.found = stream.alloc_zeros(count).map_err(failed)?;
        }
    }

    /// Gives what is complete only now.
    pub fn end(self, stream: &Arc<CudaStream>, part: &mut Part<'_>) -> Result<(), Error> {
        if let Part::Squares(squares, _, keys) = part {
            let read = stream.clone_dtoh(&self.keys).map_err(failed)?;
            **keys = read.into_iter().map(|key| squares.key(key)).collect();
        }
        Ok(())
    }
}

/// So many blocks of 256 threads.
fn grid(blocks: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (256, 1, 1), shared_mem_bytes: 0 }
}
