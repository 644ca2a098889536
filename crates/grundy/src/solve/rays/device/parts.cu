// Parts of a band of rows that has been computed: some cells, the cells of a value, and squares of cells. `parts.rs` has the same in Rust.

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;

#define NONE 0xffffffffu

// See `Sweep` of `kernel.cu`. `shown` is the last column that is shown.
struct Band {
    const u32* values;
    i64 base, pitch, x0, x1;
    i64 max, slope, spread, slant, shown;
};

// The first and the last place of a row.
__device__ static i64 first_of(const Band& b, i64 x) { return b.spread < 0 ? b.slope * x : (2 * x + 2) / 3; }
__device__ static i64 last_of(const Band& b, i64 x) { return b.spread < 0 ? b.max : min(x, b.spread); }

// The values of some cells: x and the place in the row of each.
extern "C" __global__ void pick(const Band b, const i64* cells, i64 count, u32* picked) {
    i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) picked[i] = b.values[(cells[2 * i] - b.base) * b.pitch + cells[2 * i + 1]];
}

// The cells of a value, in any order, and their number; those for which there is no room are only counted.
extern "C" __global__ void find(const Band b, u32 value, u32 room, u32* count, u64* found) {
    for (i64 x = b.x0 + blockIdx.x; x <= b.x1; x += gridDim.x) {
        const u32* row = b.values + (x - b.base) * b.pitch;
        for (i64 at = first_of(b, x) + threadIdx.x; at <= last_of(b, x); at += blockDim.x) {
            if (row[at] != value) continue;
            u32 number = atomicAdd(count, 1);
            if (number < room) found[number] = (u64)x << 32 | (u64)at;
        }
    }
}

// The class of a value: itself, its residue, or its place in a list, whose length stands for all others.
__device__ static u32 class_of(u32 value, u32 modulus, const u32* list, u32 listed) {
    if (modulus) return value % modulus;
    if (!list) return value;
    u32 i = 0;
    while (i < listed && list[i] != value) i++;
    return i;
}

// The least class of each square of cells, or the largest one plus 1. A warp works on a square.
extern "C" __global__ void pool(const Band b, i64 factor, i64 width, u32 modulus, const u32* list, u32 listed, u32 largest, u32* keys) {
    const i64 top = b.x0 / factor, squares = (b.x1 / factor - top + 1) * width;
    const i64 warps = (i64)gridDim.x * blockDim.x / 32;
    for (i64 n = ((i64)blockIdx.x * blockDim.x + threadIdx.x) / 32; n < squares; n += warps) {
        i64 row = top + n / width, column = n % width;
        u32 key = largest ? 0 : NONE;
        for (i64 x = max(row * factor, b.x0); x <= min(row * factor + factor - 1, b.x1); x++) {
            i64 left = max(column * factor + b.slant * x, first_of(b, x));
            i64 right = min(min(column * factor + factor - 1, b.shown) + b.slant * x, last_of(b, x));
            for (i64 at = left + threadIdx.x % 32; at <= right; at += 32) {
                u32 value = b.values[(x - b.base) * b.pitch + at];
                if (value == NONE) continue;
                u32 is = class_of(value, modulus, list, listed);
                key = largest ? max(key, is + 1) : min(key, is);
            }
        }
        for (int step = 16; step; step /= 2) {
            u32 other = __shfl_xor_sync(0xffffffffu, key, step);
            key = largest ? max(key, other) : min(key, other);
        }
        if (threadIdx.x % 32 == 0) {
            if (largest) atomicMax(keys + row * width + column, key); else atomicMin(keys + row * width + column, key);
        }
    }
}
