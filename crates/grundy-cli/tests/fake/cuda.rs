//! A driver and a compiler of CUDA that compute nothing, for the tests of what happens without a working GPU. `FAKE_CUDA` says what is wrong with it:
//! `none` (no device), `old` (an old driver), `small` (little memory), `lost` (the device fails while it works).
#![allow(non_snake_case, reason = "these are the names of CUDA")]

use std::ffi::{c_char, c_int, c_uint, c_void};

fn is(wrong: &str) -> bool {
    std::env::var("FAKE_CUDA").is_ok_and(|set| set == wrong)
}

/// Functions that do nothing and succeed.
macro_rules! nothing {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> c_int { 0 }
    )* };
}

nothing! {
    cuInit cuCtxSetCurrent cuCtxSynchronize cuDevicePrimaryCtxRelease_v2 cuStreamWaitEvent cuStreamDestroy_v2
    cuEventRecord cuEventDestroy_v2 cuMemFreeAsync cuMemFree_v2 cuMemFreeHost cuMemsetD8Async cuMemsetD8_v2
    cuMemcpyHtoDAsync_v2 cuMemcpyHtoD_v2 cuModuleUnload cuLaunchKernel cuLaunchKernelEx cuLaunchCooperativeKernel
    nvrtcDestroyProgram
    nvrtcCompileProgram nvrtcGetProgramLog nvrtcGetCUBIN cuEventSynchronize cuEventQuery
}

/// Functions that write an address.
macro_rules! address {
    ($($name:ident)*) => { $(
        /// # Safety
        /// The address of a pointer is given.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(to: *mut usize) -> c_int {
            // SAFETY: as it says.
            unsafe { to.write(4096) };
            0
        }
    )* };
}

address! {
    cuDevicePrimaryCtxRetain cuCtxGetCurrent cuStreamCreate cuStreamCreateWithPriority cuEventCreate cuMemAllocAsync
    cuMemAlloc_v2 cuModuleLoadData cuModuleGetFunction nvrtcCreateProgram
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(to: *mut c_int) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(if is("old") { 11_040 } else { 12_080 }) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(to: *mut c_int) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(c_int::from(!is("none"))) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(to: *mut c_int, ordinal: c_int) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(ordinal) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(to: *mut c_int, _: c_uint, _: c_int) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(9) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(to: *mut c_char, _: c_int, _: c_int) -> c_int {
    // SAFETY: as it says; the name has one character.
    unsafe { to.write(88) };
    unsafe { to.add(1).write(0) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, all: *mut usize) -> c_int {
    // SAFETY: as it says.
    unsafe { free.write(if is("small") { 1 << 30 } else { 64 << 30 }) };
    unsafe { all.write(64 << 30) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemHostAlloc(to: *mut *mut c_void, bytes: usize, _: c_uint) -> c_int {
    let bytes = vec![0_u8; bytes].leak();
    // SAFETY: as it says.
    unsafe { to.write(bytes.as_mut_ptr().cast()) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvrtcGetCUBINSize(_: *mut c_void, to: *mut usize) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(1) };
    0
}

/// The device is lost: an uncorrectable error of its memory.
#[unsafe(no_mangle)]
pub extern "C" fn cuStreamSynchronize(_: *mut c_void) -> c_int {
    if is("lost") { 214 } else { 0 }
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(to: *mut u8, _: usize, bytes: usize, _: *mut c_void) -> c_int {
    if is("lost") {
        return 214;
    }
    // SAFETY: as it says.
    unsafe { to.write_bytes(0, bytes) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(_: c_int, to: *mut *const c_char) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(c"CUDA_ERROR_ECC_UNCORRECTABLE".as_ptr()) };
    0
}

/// # Safety
/// As for the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(_: c_int, to: *mut *const c_char) -> c_int {
    // SAFETY: as it says.
    unsafe { to.write(c"uncorrectable ECC error encountered".as_ptr()) };
    0
}
