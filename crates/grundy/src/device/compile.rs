//! The driver and the compiler of CUDA, which are loaded when they are first needed, and the compiled kernels.
#![expect(unsafe_code, reason = "libraries of C are loaded and called")]

use super::Found;
use super::kept;
use crate::error::Error;
use crate::widths::{place, wide};
use cudarc::driver::{CudaContext, CudaFunction, CudaModule, sys};
use cudarc::nvrtc::{Ptx, result as nvrtc, sys as nvrtc_sys};
use std::ffi::{CStr, CString};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The oldest driver that has all functions that are called.
const OLDEST: i32 = 12_000;

pub(crate) fn failed(error: impl std::fmt::Display) -> Error {
    Error::Device(error.to_string())
}

/// The version of the driver, e.g. 12080 for 12.8, if it and the compiler are there.
pub(crate) fn driver() -> Result<i32, String> {
    static DRIVER: OnceLock<Result<i32, String>> = OnceLock::new();
    let find = || {
        // SAFETY: this loads the libraries of CUDA, and nothing else of them is used if they are not found.
        let (driver, compiler) = unsafe { (sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
        if !driver {
            return Err("there is no driver of CUDA (libcuda)".to_owned());
        }
        if !compiler {
            return Err("there is no run-time compiler of CUDA (libnvrtc)".to_owned());
        }
        let mut version = 0;
        // SAFETY: the driver is there, every version has this function, and it writes one integer.
        unsafe { sys::cuDriverGetVersion(&raw mut version) }.result().map_err(|error| error.to_string())?;
        if version < OLDEST { Err(too_old(version)) } else { Ok(version) }
    };
    DRIVER.get_or_init(find).clone()
}

fn too_old(version: i32) -> String {
    let name = |version: i32| format!("{}.{}", version / 1000, version % 1000 / 10);
    format!("the driver of CUDA is too old: it has version {}, and {} is needed", name(version), name(OLDEST))
}

/// The contexts of the devices that have been used. Making one takes more than a tenth of a second, so each is kept for the life of the process.
static CONTEXTS: Mutex<Vec<Arc<CudaContext>>> = Mutex::new(Vec::new());

/// The context of a device.
pub(crate) fn context(ordinal: usize) -> Result<Arc<CudaContext>, Error> {
    let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(context) = contexts.iter().find(|context| context.ordinal() == ordinal) {
        context.bind_to_thread().map_err(failed)?;
        return Ok(context.clone());
    }
    let context = CudaContext::new(ordinal).map_err(failed)?;
    contexts.push(context.clone());
    Ok(context)
}

/// The GPUs of this machine.
pub(super) fn devices() -> Result<Vec<Found>, String> {
    driver()?;
    let count = CudaContext::device_count().map_err(|error| error.to_string())?;
    let found = (0..usize::try_from(count).unwrap_or(0)).map(|ordinal| {
        let context = context(ordinal)?;
        let (free, memory) = context.mem_get_info().map_err(failed)?;
        let name = context.name().map_err(failed)?;
        Ok(Found { name, memory: wide(memory), free: wide(free) })
    });
    let found = found.collect::<Result<Vec<_>, Error>>().map_err(|error| error.to_string())?;
    if found.is_empty() { Err("the driver of CUDA finds no device".to_owned()) } else { Ok(found) }
}

/// A compiled kernel: its device, source and definitions.
type Key = (usize, &'static str, Vec<String>);

/// The modules that this process has loaded.
static MODULES: Mutex<Vec<(Key, Arc<CudaModule>)>> = Mutex::new(Vec::new());

/// A function of a source, compiled with some definitions for a device: what is loaded already, else what is kept, else compiled now.
pub(crate) fn function(
    context: &Arc<CudaContext>,
    source: &'static str,
    definitions: &[String],
    name: &str,
) -> Result<CudaFunction, Error> {
    let key: Key = (context.ordinal(), source, definitions.to_vec());
    let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, module)) = modules.iter().find(|(other, _)| *other == key) {
        return module.load_function(name).map_err(failed);
    }
    let (major, minor) = context.compute_capability().map_err(failed)?;
    let options: Vec<String> =
        [format!("--gpu-architecture=sm_{major}{minor}")].into_iter().chain(key.2.iter().cloned()).collect();
    let kept_as = kept::name(source, &options, driver().map_err(failed)?);
    let load = |code: Vec<u8>| context.load_module(Ptx::from_binary(code));
    // What is kept may be damaged or of another device: then it is compiled and kept again.
    let module = if let Some(module) = kept::load(&kept_as).and_then(|code| load(code).ok()) {
        module
    } else {
        let code = compile(source, &options)?;
        kept::store(&kept_as, &code);
        load(code).map_err(failed)?
    };
    modules.push((key, module.clone()));
    module.load_function(name).map_err(failed)
}

/// Compiles a source for a device.
fn compile(source: &str, options: &[String]) -> Result<Vec<u8>, Error> {
    let source = CString::new(source).map_err(failed)?;
    let program = nvrtc::create_program(&source, None).map_err(failed)?;
    // SAFETY: the program has just been made, and is destroyed only below.
    let made = unsafe { nvrtc::compile_program(program, options) };
    let code = made.map_err(failed).and_then(|()| {
        let mut size = 0;
        // SAFETY: the program has been compiled for a device, and the size of its code is written to an integer.
        unsafe { nvrtc_sys::nvrtcGetCUBINSize(program, &raw mut size) }.result().map_err(failed)?;
        let mut code = vec![0_u8; place(wide(size))];
        // SAFETY: as before, and `code` has the size that was told.
        unsafe { nvrtc_sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()) }.result().map_err(failed)?;
        Ok(code)
    });
    let code = code.map_err(|error| {
        // SAFETY: the program is there, and its log ends with a zero.
        let log = unsafe { nvrtc::get_program_log(program) }.unwrap_or_default();
        let bytes: Vec<u8> = log.iter().map(|byte| byte.to_ne_bytes()[0]).collect();
        let log = CStr::from_bytes_until_nul(&bytes).unwrap_or_default().to_string_lossy();
        let Error::Device(error) = error else { return error };
        Error::Device(format!("{error} {log}").trim_end().to_owned())
    });
    // SAFETY: the program is not used after this.
    unsafe { nvrtc::destroy_program(program) }.map_err(failed)?;
    code
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_old_driver_is_named() {
        let told = "the driver of CUDA is too old: it has version 11.4, and 12.0 is needed";
        assert_eq!(super::too_old(11_040), told);
    }
}
