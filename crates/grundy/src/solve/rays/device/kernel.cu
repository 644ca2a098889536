// The sweep of a band of rows of a table on a GPU. `twin.rs` is the same in Rust, and `mod.rs` says why it is right.
//
// Four lanes work on a cell: each has one word of a block of 256 bits. A warp has eight rows, and all its lanes do the same steps.
// These are defined when this is compiled: K, the number of directions, and whether there are GUARDS, CLASSES of lines, wide rays (FED) and HOLES.

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;

#ifndef WARPS
#define WARPS 8 // warps of a block of threads that have rows; one more tells the next block of threads
#endif
#ifndef TRIES
#define TRIES 3 // blocks that are read at once
#endif
#define LANES 4
#define ROWS 8
#define BLOCK 256
#define NONE 0xffffffffu
#define ALL 0xffffffffffffffffull
#define ALL_LANES 0xffffffffu
#define ENDED 0x7fffffff

// See `Direction` of `layout.rs`. A direction is open where one of its conditions holds; `conditions` is 0 if it is always open.
struct Direction {
    i64 first, x, y;
    i64 classes, class_x, class_y;
    i64 from, conditions;
    i64 never, beside, above, left;
    i64 step; // words between the sets of a cell and of the next one of its row, but for their classes
};

struct Sweep {
    u64* sets;        // `record` words a line: `parts` words with a bit for each full block, then the blocks
    u32* values;      // rows from `base` on
    u32* ticket;      // the rows that are taken next
    int* progress;    // for each ticket and the next one, the last sum that is done
    u32* narrow;      // 1 if a value does not fit
    const i64* conditions; // x, y and least of each
    const i64* holes; // x and y of each, sorted
    i64 record, width, parts, hole_count;
    i64 base, pitch, x0, x1; // the first row of `values`, places of a row, the rows of the band
    i64 last, max, slope, spread; // the region; `spread` is -1 unless it is that of Sharing Nim
    i64 slant, folded, reach;     // see `Layout`; `slant` is its slope
    i64 along;                    // the direction along a row, if it is always open; otherwise -1
    Direction directions[K];
};

__device__ static i64 value_place(const Sweep& s, i64 x, i64 y) {
    return (x - s.base) * s.pitch + (s.spread < 0 ? y : (x + y) / 3);
}

__device__ static i64 class_of(const Direction& d, i64 x, i64 y) {
    i64 rest = (d.class_x * x + d.class_y * y) % d.classes;
    return rest < 0 ? rest + d.classes : rest;
}

// The first and the last sum of the cells of a row; multiples of 3 in Sharing Nim.
__device__ static void row_of(const Sweep& s, i64 x, int* low, int* high) {
    if (s.spread < 0) {
        *low = (int)(x + s.slope * x);
        *high = (int)(x + s.max);
    } else {
        *low = (int)((2 * x + 2) / 3 * 3);
        *high = (int)min(3 * x, 3 * s.spread);
    }
}

__device__ static bool is_open(const Sweep& s, const Direction& d, i64 x, i64 y) {
    if (d.never) return false;
#if GUARDS
    for (i64 i = d.from; i < d.from + d.conditions; i++) {
        const i64* c = s.conditions + 3 * i;
        if (c[0] * x + c[1] * y >= c[2]) return true;
    }
    return d.conditions == 0;
#else
    return true;
#endif
}

__device__ static bool is_hole(const Sweep& s, i64 x, i64 y) {
    i64 low = 0, high = s.hole_count;
    while (low < high) {
        i64 middle = (low + high) / 2;
        i64 a = s.holes[2 * middle], b = s.holes[2 * middle + 1];
        if (a == x && b == y) return true;
        if (a < x || (a == x && b < y)) low = middle + 1; else high = middle;
    }
    return false;
}

__device__ static void add(const Sweep& s, const Direction& d, i64 x, i64 y, u32 value) {
    i64 line = d.first + d.x * x + d.y * y + class_of(d, x, y);
    if (value != NONE) atomicOr(s.sets + line * s.record + s.parts + value / 64, 1ull << (value % 64));
}

// Adds the values beside the lines of wide rays, see `feed` of `plane.rs`. Each lane takes some distances and directions.
__device__ static void feed(const Sweep& s, u32 lane, i64 x, i64 y) {
    for (i64 i = lane; i < s.reach * K; i += LANES) {
        i64 e = i / K + 1;
        const Direction& d = s.directions[i % K];
        if (d.beside < e) continue;
        if (d.above && x >= e) add(s, d, x, y, __ldcg(s.values + value_place(s, x - e, y - s.slant * e)));
        if (d.left && y - s.slant * x >= e) {
            bool mirrored = s.folded && y - e < x;
            add(s, d, x, y, __ldcg(s.values + (mirrored ? value_place(s, y - e, x) : value_place(s, x, y - e))));
        }
    }
}

// What another warp has told: of the same block of threads, or of another one.
__device__ static int told(int* at, bool near) {
    int sum;
    if (near) asm volatile("ld.acquire.cta.b32 %0, [%1];" : "=r"(sum) : "l"(at) : "memory");
    else asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(sum) : "l"(at) : "memory");
    return sum;
}

__device__ static void tell(int* at, int sum, bool near) {
    if (near) asm volatile("st.release.cta.b32 [%0], %1;" :: "l"(at), "r"(sum) : "memory");
    else asm volatile("st.release.gpu.b32 [%0], %1;" :: "l"(at), "r"(sum) : "memory");
}

// The sweep of eight rows, by a warp. It begins an anti-diagonal when the warp above it has ended the one before, and tells when it has ended it.
__device__ static void sweep_rows(const Sweep& s, i64 first, int* above, bool near, int* own) {
    const u32 lane = threadIdx.x % LANES, shift = threadIdx.x % 32 / LANES * LANES;
    const int stride = s.spread < 0 ? 1 : 3;
    const i64 x = first + threadIdx.x % 32 / LANES;
    const u32 parts = (u32)s.parts;
    int from, to, low, high;
    row_of(s, min(first + ROWS - 1, s.x1), &from, &to);
    row_of(s, first, &from, &high);
    row_of(s, x, &low, &high);
    if (x > s.x1) high = -1;
    u64* set[K]; // of the lines of the next cell
#if CLASSES
    u32 class_[K];
#endif
    #pragma unroll
    for (int k = 0; k < K; k++) {
        const Direction& d = s.directions[k];
        set[k] = s.sets + (d.first + d.x * x + d.y * (from - x)) * s.record;
#if CLASSES
        class_[k] = (u32)class_of(d, x, from - x);
        set[k] += class_[k] * s.record;
#endif
    }
    u32* value = s.values + value_place(s, x, from - x);
    u32 window = 0; // parts before it are full in this row
    u32 opened = 0; // the directions that are open in the next cell
    ulonglong2 ahead[K];
    // Reads what is full on the lines of the next cell. It only saves time, and what is known too late does no harm.
    auto look = [&](int sum) {
        bool active = low <= sum && sum <= high;
        opened = 0;
        #pragma unroll
        for (int k = 0; k < K; k++) {
            bool open = active && is_open(s, s.directions[k], x, sum - x);
            opened |= (u32)open << k;
            ahead[k] = make_ulonglong2(0, 0);
            if (open && window + 2 * lane < parts) ahead[k] = __ldcg((const ulonglong2*)(set[k] + window) + lane);
        }
    };
    look(from);
    int seen = -1;
    for (int sum = from; sum <= to; sum += stride) {
        u64* line[K];
        const u32 open = opened;
        u64 some[2] = {ALL, ALL};
        u32 base = window;
        #pragma unroll
        for (int k = 0; k < K; k++) {
            line[k] = set[k];
            some[0] &= ~ahead[k].x;
            some[1] &= ~ahead[k].y;
            if (k == s.along) {
                u32 passed = __shfl_sync(ALL_LANES, (u32)((ahead[k].x & ahead[k].y) == ALL), 0, LANES);
                window += 2 * passed;
            }
        }
        if (base + 2 * lane >= parts) some[0] = some[1] = 0;
        bool todo = low <= sum && sum <= high;
        #pragma unroll
        for (int k = 0; k < K; k++) {
            const Direction& d = s.directions[k];
            set[k] += d.step;
#if CLASSES
            u32 moved = (class_[k] + (u32)(d.class_y * stride)) % (u32)d.classes;
            set[k] += ((i64)moved - class_[k]) * s.record;
            class_[k] = moved;
#endif
        }
        look(sum + stride);
        while (seen < sum - stride) seen = told(above, near);
#if HOLES
        if (todo && is_hole(s, x, sum - x)) {
            if (lane == 0) __stcg(value, NONE);
            todo = false;
        }
#endif
#if FED
        if (todo) feed(s, lane, x, sum - x);
        __threadfence_block();
        __syncwarp();
#endif
        while (__any_sync(ALL_LANES, todo)) {
            u32 with = __ballot_sync(ALL_LANES, (some[0] | some[1]) != 0) >> shift & (1 << LANES) - 1;
            if (__any_sync(ALL_LANES, todo && with == 0)) {
                // The next parts.
                if (todo && with == 0) {
                    base += 2 * LANES;
                    if (base + 2 * lane < parts) {
                        some[0] = some[1] = ALL;
                        #pragma unroll
                        for (int k = 0; k < K; k++) {
                            if (!(open >> k & 1)) continue;
                            ulonglong2 full = __ldcg((const ulonglong2*)(line[k] + base) + lane);
                            some[0] &= ~full.x;
                            some[1] &= ~full.y;
                        }
                    } else if (base >= parts) {
                        *s.narrow = 1;
                        todo = false;
                    }
                }
                continue;
            }
            // Some blocks at once, of which the last one may be read more than once.
            u32 at = with ? __ffs(with) - 1 : 0;
            bool second = some[0] == 0;
            u64 blocks = __shfl_sync(ALL_LANES, second ? some[1] : some[0], at, LANES);
            u32 number = (base + 2 * at + __shfl_sync(ALL_LANES, (u32)second, at, LANES)) * 64;
            u32 block[TRIES];
            u64 word[TRIES][K], both[TRIES];
            #pragma unroll
            for (int i = 0; i < TRIES; i++) {
                block[i] = i > 0 && blocks == 0 ? block[i > 0 ? i - 1 : 0] : number + __ffsll(blocks) - 1;
                blocks &= blocks - 1;
                both[i] = 0;
                u32 place = parts + block[i] * LANES + lane;
                #pragma unroll
                for (int k = 0; k < K; k++) {
                    word[i][k] = todo ? __ldcg(line[k] + place) : 0;
                    if (open >> k & 1) both[i] |= word[i][k];
                }
            }
            if (lane == at) some[0] = second ? 0 : blocks, some[1] = second ? blocks : some[1];
            // The first of these blocks in which this lane has a gap, and those that are full on a line.
            u32 key = NONE, filled = 0, found = 0;
            u64 chosen[K], gap = 0;
            #pragma unroll
            for (int i = TRIES - 1; i >= 0; i--) {
                bool is = both[i] != ALL;
                key = is ? i * LANES + lane : key;
                found = is ? block[i] : found;
                gap = is ? both[i] : gap;
                #pragma unroll
                for (int k = 0; k < K; k++) {
                    chosen[k] = is || i == TRIES - 1 ? word[i][k] : chosen[k];
                    filled |= (u32)(word[i][k] == ALL) << (i * K + k);
                }
            }
            u32 least = key;
            #pragma unroll
            for (int step = 1; step < LANES; step *= 2) {
                least = min(least, __shfl_xor_sync(ALL_LANES, least, step));
                filled &= __shfl_xor_sync(ALL_LANES, filled, step);
            }
            if (!todo) continue;
            todo = least == NONE;
            if (key == least && !todo) {
                if (found == (u32)s.width - 1) {
                    *s.narrow = 1;
                } else {
                    gap = ~gap & (gap + 1);
                    u32 place = parts + found * LANES + lane;
                    #pragma unroll
                    for (int k = 0; k < K; k++) __stcg(line[k] + place, chosen[k] | gap);
                    __stcg(value, found * BLOCK + lane * 64 + __ffsll(gap) - 1);
                }
            }
            if (filled) {
                #pragma unroll
                for (int k = 0; k < K; k++) {
                    #pragma unroll
                    for (int i = 0; i < TRIES; i++) {
                        if ((filled >> (i * K + k) & 1) && lane == k % LANES) {
                            atomicOr(line[k] + block[i] / 64, 1ull << (block[i] % 64));
                        }
                    }
                }
            }
        }
        value += 1;
        __syncwarp();
        if (threadIdx.x % 32 == 0) tell(own, sum, true);
    }
    __syncwarp();
    if (threadIdx.x % 32 == 0) tell(own, ENDED, true);
}

// Blocks of threads take their rows in order, so that the first one that has not ended never waits. Its warps tell each other what they have ended through
// shared memory; a last warp tells the block of the rows below, which takes longer, while the others go on.
extern "C" __global__ void __launch_bounds__((WARPS + 1) * 32) sweep(const __grid_constant__ Sweep s) {
    __shared__ int done[WARPS];
    __shared__ u32 taken;
    const u32 warp = threadIdx.x / 32;
    for (;;) {
        if (threadIdx.x == 0) taken = atomicAdd(s.ticket, 1);
        if (threadIdx.x < WARPS) done[threadIdx.x] = -1;
        __syncthreads();
        const u32 ticket = taken;
        const i64 first = s.x0 + ROWS * (WARPS * (i64)ticket + warp);
        if (s.x0 + ROWS * WARPS * (i64)ticket > s.x1) return;
        if (warp < WARPS) {
            int* above = warp ? &done[warp - 1] : s.progress + ticket;
            if (first <= s.x1) sweep_rows(s, first, above, warp > 0, &done[warp]);
            else if (threadIdx.x % 32 == 0) tell(&done[warp], ENDED, true);
        } else if (threadIdx.x % 32 == 0) {
            for (int sum = -1, before = -1; before != ENDED; before = sum) {
                while ((sum = told(&done[WARPS - 1], true)) == before) __nanosleep(40);
                tell(s.progress + ticket + 1, sum, false);
            }
        }
        __syncthreads();
    }
}
