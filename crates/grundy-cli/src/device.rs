//! The argument that chooses where tables and values of heaps are computed.

use crate::failure::Failure;
use etcetera::BaseStrategy as _;
use grundy::InputError;
use grundy::device::{Device, Kernels, devices, keep_kernels};
use grundy::solve::rays::How;
use grundy_answers::heaps::HeapValues;
use grundy_answers::memory::size;
use grundy_answers::table::Question;
use grundy_store::KernelFolder;

/// Where a table, or the values of heaps, are computed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct On {
    /// Where it is computed: cpu, cuda (a GPU), or auto (a GPU if there is one)
    ///
    /// `grundy devices` lists the GPUs; cuda:1 is the second one. A GPU computes tables of games with two numbers and options along rays, of
    /// Sharing Nim, and of up to eight numbers of which a move takes a step any number of times, and values of many heaps.
    #[arg(long, value_name = "DEVICE", default_value = "cpu", value_parser = device, hide_short_help = true)]
    device: Wanted,
}

/// A device as it is asked for.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Auto,
    This(Device),
}

fn device(text: &str) -> Result<Wanted, String> {
    match text {
        "auto" => Ok(Wanted::Auto),
        "cpu" => Ok(Wanted::This(Device::Cpu)),
        "cuda" => Ok(Wanted::This(Device::Cuda(0))),
        _ => {
            let ordinal = text.strip_prefix("cuda:").and_then(|ordinal| ordinal.parse().ok());
            let device = ordinal.map(|ordinal| Wanted::This(Device::Cuda(ordinal)));
            device.ok_or_else(|| "it is cpu, cuda, cuda:1 for the second GPU, or auto".to_owned())
        }
    }
}

impl On {
    /// The device that is asked for, if it is there.
    pub fn find(self) -> Result<Device, InputError> {
        let device = match self.device {
            Wanted::Auto => devices().map_or(Device::Cpu, |_| Device::Cuda(0)),
            Wanted::This(device) => device,
        };
        if let Device::Cuda(ordinal) = device {
            let found = devices()?;
            if ordinal >= found.len() {
                let message = format!("there is no GPU {ordinal}, only {}", found.len());
                return Err(InputError::whole(message).hint("`grundy devices` lists them"));
            }
            if let Ok(folders) = etcetera::choose_base_strategy() {
                keep_kernels(Box::new(Kept(KernelFolder::new(folders.cache_dir().join("grundy/kernels")))));
            }
        }
        Ok(device)
    }

    /// The device for the sequence of a game: only values of heaps are computed on a GPU.
    pub fn for_heaps(self, game: &str) -> Result<Device, InputError> {
        let computes = || grundy::game(game).is_ok_and(|game| HeapValues::exist(&game));
        match self.device {
            Wanted::This(Device::Cpu) => Ok(Device::Cpu),
            _ if computes() => self.find(),
            Wanted::Auto => Ok(Device::Cpu),
            Wanted::This(_) => {
                let error = InputError::whole("of sequences, a GPU computes only values of heaps");
                Err(error.hint("leave out --device, or see `grundy table --help`"))
            }
        }
    }

    /// Says how much memory of a GPU a table needs, and returns the device that computes it: the processor if `auto` is asked for and the GPU cannot.
    pub fn tell(self, question: &Question<'_>, how: How) -> Result<Device, Failure> {
        match question.on_device(how)? {
            Some((needed, usable)) => {
                eprintln!("note: the GPU needs {} of {} that can be used", size(needed), size(usable));
            }
            None if matches!(self.device, Wanted::Auto) => return Ok(Device::Cpu),
            None => {}
        }
        Ok(how.device)
    }
}

/// Compiled kernels, in the user's cache directory.
struct Kept(KernelFolder);

impl Kernels for Kept {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.load(name)
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        self.0.store(name, bytes);
    }
}
