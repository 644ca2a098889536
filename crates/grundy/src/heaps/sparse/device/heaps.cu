// Values of heaps by the sparse space. `mod.rs` says why it is right, and `twin.rs` has the same steps in Rust.
// WIDTH is defined: one more than the values, a power of two. So are BLOCK, the heaps that are settled together, and THREADS.

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define WORDS (WIDTH / 32)
// Threads of a heap that is settled.
#define TEAM (THREADS / BLOCK)
// Sets of a block lie word by word; an odd distance keeps words of a heap in different banks.
#define STRIDE (BLOCK + 1)
// Candidates for a value.
#define FOUR 4

// The heap that is `offset` smaller, and a number to add to its value.
struct Pair {
    u32 offset;
    u32 value;
};

struct Fill {
    u16 *values;
    u32 *marks;
    const Pair *far;
    const Pair *near;
    const u32 *inside;
    u32 *barrier;
    u64 *open;
    i64 start;
    i64 blocks;
    u32 far_count;
    u32 near_count;
    u32 common[32];
};

// Values are written by one multiprocessor and read by others: they are read from the cache that all share.
__device__ __forceinline__ u32 shared_value(const u16 *at) {
    u16 value;
    asm volatile("ld.global.cg.u16 %0, [%1];" : "=h"(value) : "l"(at));
    return value;
}

// Waits until all blocks of threads have come here `round` times. They run at the same time, as the launch is cooperative.
__device__ void meet(u32 *barrier, u32 round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(barrier, 1);
        u32 all = round * gridDim.x, come;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(come) : "l"(barrier) : "memory");
        } while ((int)(come - all) < 0);
        __threadfence();
    }
    __syncthreads();
}

extern __shared__ u32 shared[];

// Marks the pairs with an offset of two blocks or more, for the heaps of a block: these are shared among all blocks of threads but the first.
__device__ void mark_far(const Fill &fill, i64 block) {
    int others = (int)gridDim.x - 1;
    int each = (BLOCK + others - 1) / others;
    int first = ((int)blockIdx.x - 1) * each;
    int count = min(each, BLOCK - first);
    if (count <= 0) return;
    u32 *sets = shared;
    for (int i = threadIdx.x; i < each * WORDS; i += THREADS) sets[i] = 0;
    __syncthreads();
    int heap = threadIdx.x % each, lane = threadIdx.x / each, lanes = THREADS / each;
    if (lane < lanes && heap < count) {
        const u16 *at = fill.values + fill.start + block * BLOCK + first + heap;
        u32 *set = sets + heap * WORDS;
#pragma unroll 8
        for (u32 j = lane; j < fill.far_count; j += lanes) {
            Pair pair = fill.far[j];
            u32 sum = shared_value(at - pair.offset) ^ pair.value;
            atomicOr(set + (sum >> 5), 1u << (sum & 31));
        }
    }
    __syncthreads();
    u32 *marks = fill.marks + (block & 1) * (BLOCK * WORDS) + first * WORDS;
    for (int i = threadIdx.x; i < count * WORDS; i += THREADS) __stcg(marks + i, sets[i]);
}

// What the first block of threads has in shared memory: the sets, four candidates for each heap, the near pairs, and the values of three blocks. Numbers of
// 16 bits are there twice in a word, so that two candidates are compared at once.
#define TWICE 0x10001u
#define CANDIDATES ((WORDS * STRIDE + 1) / 2 * 2)
#define PAIRS (CANDIDATES + 2 * BLOCK)
#define VALUES (PAIRS + 2 * fill.near_count)

// Values the heaps of a block, whose far pairs are marked.
__device__ void settle(const Fill &fill, i64 block) {
    u32 *sets = shared;
    uint2 *candidates = (uint2 *)(shared + CANDIDATES);
    const uint2 *near = (const uint2 *)(shared + PAIRS);
    u32 *now = shared + VALUES + 2 * BLOCK;
    int thread = threadIdx.x, i = thread / TEAM, member = thread % TEAM;
    i64 first = fill.start + block * BLOCK;
    const u32 *marks = fill.marks + (block & 1) * (BLOCK * WORDS);
    for (int j = thread; j < BLOCK * WORDS; j += THREADS) sets[j % WORDS * STRIDE + j / WORDS] = __ldcg(marks + j);
    if (thread < BLOCK) now[thread - 2 * BLOCK] = now[thread - BLOCK];
    __syncthreads();
    if (thread < BLOCK) now[thread - BLOCK] = now[thread];
    __syncthreads();
    // Near pairs whose other heap comes before the block: their values are known. The first `inside` pairs are within the block.
    u32 inside = fill.inside[i];
#pragma unroll 4
    for (u32 j = inside + member; j < fill.near_count; j += TEAM) {
        u32 sum = (now[i - (int)near[j].x] ^ near[j].y) & 0xffff;
        atomicOr(sets + (sum >> 5) * STRIDE + i, 1u << (sum & 31));
    }
    __syncthreads();
    // The four least common values that no marked pair has. WIDTH stands for none.
    if (thread < BLOCK) {
        u64 four = 0;
        int found = 0;
#pragma unroll
        for (int w = 0; w < WORDS; w++) {
            u32 free = ~sets[w * STRIDE + thread] & fill.common[w];
            while (free && found < FOUR) {
                four |= (u64)(w * 32 + __ffs(free) - 1) << (16 * found++);
                free &= free - 1;
            }
            if (found == FOUR) break;
        }
        for (; found < FOUR; found++) four |= (u64)WIDTH << (16 * found);
        candidates[thread] = make_uint2((u32)four, (u32)(four >> 32));
        now[thread] = ((u32)four & 0xffff) * TWICE;
    }
    __syncthreads();
    // Each heap takes the first candidate that no pair within the block has, by the values so far, until nothing changes.
    uint2 of = candidates[i];
    u32 value = now[i];
    bool none, changed;
    do {
        u32 low = ~0u, high = ~0u;
#pragma unroll 4
        for (u32 j = member; j < inside; j += TEAM) {
            u32 sum = now[i - (int)near[j].x] ^ near[j].y;
            low = __vminu2(low, sum ^ of.x);
            high = __vminu2(high, sum ^ of.y);
        }
#pragma unroll
        for (int k = 1; k < TEAM; k *= 2) {
            low = __vminu2(low, __shfl_xor_sync(~0u, low, k));
            high = __vminu2(high, __shfl_xor_sync(~0u, high, k));
        }
        u32 next = low & 0xffff ? of.x & 0xffff : low >> 16 ? of.x >> 16 : high & 0xffff ? of.y & 0xffff : of.y >> 16;
        none = !(low & 0xffff) && !(low >> 16) && !(high & 0xffff) && !(high >> 16);
        next *= TWICE;
        changed = next != value;
        if (changed && member == 0) ((volatile u32 *)now)[i] = next;
        value = next;
    } while (__syncthreads_or(changed));
    // Four candidates are not enough for some heap: one heap after the other.
    if (__syncthreads_or(none)) {
        for (int heap = 0; heap < BLOCK; heap++) {
            if (i == heap && member == 0) {
                for (u32 j = 0; j < inside; j++) {
                    u32 sum = (now[i - (int)near[j].x] ^ near[j].y) & 0xffff;
                    sets[(sum >> 5) * STRIDE + i] |= 1u << (sum & 31);
                }
                u32 least = WIDTH;
                for (int w = 0; w < WORDS && least == WIDTH; w++) {
                    u32 free = ~sets[w * STRIDE + i] & fill.common[w];
                    if (free) least = w * 32 + __ffs(free) - 1;
                }
                value = least * TWICE;
                // A value that does not fit the sets is told below. It is not used as a place in them.
                now[i] = least < WIDTH ? value : 0;
            }
            __syncthreads();
        }
    }
    if (member == 0) {
        u32 one = value & 0xffff;
        if (one >= WIDTH) {
            atomicMin(fill.open, (u64)(first + i));
            now[i] = one = 0;
        }
        __stcg(fill.values + first + i, (u16)one);
    }
    __syncthreads();
}

// Values the heaps from `start` on: `settle` works on a block while the far pairs of the next one are marked.
extern "C" __global__ void __launch_bounds__(THREADS) fill(Fill fill) {
    u32 round = 0;
    if (blockIdx.x == 0) {
        uint2 *near = (uint2 *)(shared + PAIRS);
        for (u32 j = threadIdx.x; j < fill.near_count; j += THREADS) {
            Pair pair = fill.near[j];
            near[j] = make_uint2(pair.offset, pair.value * TWICE);
        }
        u32 *now = shared + VALUES + 2 * BLOCK;
        for (int i = threadIdx.x; i < 2 * BLOCK; i += THREADS)
            now[i - BLOCK] = fill.values[fill.start - 2 * BLOCK + i] * TWICE;
    } else {
        mark_far(fill, 0);
    }
    meet(fill.barrier, ++round);
    for (i64 block = 0; block < fill.blocks; block++) {
        if (blockIdx.x == 0)
            settle(fill, block);
        else if (block + 1 < fill.blocks)
            mark_far(fill, block + 1);
        meet(fill.barrier, ++round);
    }
}

struct Show {
    const u16 *values;
    const Pair *helpers;
    const u32 *frequent;
    const u32 *with_value;
    const u32 *taken;
    u64 *list;
    u32 *listed;
    u64 *open;
    i64 from;
    i64 to;
    u32 helper_count;
    u32 frequent_count;
    u32 kept;
    u32 taken_count;
    u32 tried;
    u32 room;
    u32 unequal;
    u32 unused;
    u32 rare[32];
};

#define SHOWN 256

// Is a value that of a pair which the lists suggest, or of one of the first pairs?
__device__ bool is_shown(const Show &show, const u16 *at, u32 value) {
    for (u32 k = 0; k < show.taken_count; k++)
        for (u32 f = 0; f < show.frequent_count; f++) {
            u32 frequent = show.frequent[f];
            const u32 *heaps = show.with_value + (frequent ^ value) * show.kept;
            for (u32 h = 0; h < show.kept && heaps[h]; h++)
                if (at[-(i64)(heaps[h] + show.taken[k])] == frequent) return true;
        }
    for (u32 k = 0; k < show.taken_count; k++)
        for (u32 a = 1; a < show.tried; a++)
            if ((show.values[a] ^ at[-(i64)(a + show.taken[k])]) == value) return true;
    return false;
}

// Every rare value below that of a heap must be the value of an option. Those of which this is not seen at once are listed.
extern "C" __global__ void __launch_bounds__(SHOWN) show(Show show) {
    __shared__ u32 sets[WORDS * SHOWN];
    int i = threadIdx.x;
    i64 heap = show.from + (i64)blockIdx.x * SHOWN + i;
    if (heap >= show.to) return;
    for (int w = 0; w < WORDS; w++) sets[w * SHOWN + i] = 0;
    const u16 *at = show.values + heap;
    u32 value = *at;
#pragma unroll 8
    for (u32 j = 0; j < show.helper_count; j++) {
        Pair pair = show.helpers[j];
        u32 sum = at[-(i64)pair.offset] ^ pair.value;
        sets[(sum >> 5) * SHOWN + i] |= 1u << (sum & 31);
    }
    for (u32 w = 0; w < WORDS && w * 32 < value; w++) {
        u32 below = value - w * 32 >= 32 ? ~0u : (1u << (value - w * 32)) - 1;
        u32 missing = ~sets[w * SHOWN + i] & show.rare[w] & below;
        for (; missing; missing &= missing - 1) {
            u32 rare = w * 32 + __ffs(missing) - 1;
            if (is_shown(show, at, rare)) continue;
            u32 place = atomicAdd(show.listed, 1);
            if (place < show.room)
                show.list[place] = (u64)heap << 16 | rare;
            else
                atomicMin(show.open, (u64)heap);
        }
    }
}

// Looks for the listed values among all pairs, with a block of threads for each.
extern "C" __global__ void scan(Show show) {
    u32 count = min(*show.listed, show.room);
    for (u32 item = blockIdx.x; item < count; item += gridDim.x) {
        i64 heap = (i64)(show.list[item] >> 16);
        u32 value = show.list[item] & 0xffff;
        bool found = false;
        for (u32 k = 0; k < show.taken_count && !found; k++) {
            i64 left = heap - show.taken[k], last = show.unequal ? (left - 1) / 2 : left / 2;
            for (i64 first = 1; first <= last && !found; first += (i64)blockDim.x * 16) {
                bool here = false;
                for (int j = 0; j < 16; j++) {
                    i64 small = first + threadIdx.x + (i64)j * blockDim.x;
                    if (small <= last) here |= (show.values[small] ^ show.values[left - small]) == value;
                }
                found = __syncthreads_or(here);
            }
        }
        if (!found && threadIdx.x == 0) atomicMin(show.open, (u64)heap);
    }
}
