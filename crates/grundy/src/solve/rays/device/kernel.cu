// The sweep of a band of rows of a table on a GPU. `twin.rs` is the same in Rust, and `mod.rs` says why it is right.
//
// Eight lanes work on a cell: each has one word of a block of 512 bits. K, the number of directions, is defined when this is compiled.

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;

#ifndef THREADS
#define THREADS 128
#endif
#define LANES 8
#ifndef TRIES
#define TRIES 2 // blocks that are read at once
#endif
#define NONE 0xffffffffu
#define ALL 0xffffffffffffffffull
#define ALL_LANES 0xffffffffu

// See `Direction` of `layout.rs`. A direction is open where one of its conditions holds; `conditions` is 0 if it is always open.
struct Direction {
    i64 first, x, y;
    i64 classes, class_x, class_y;
    i64 from, conditions;
    i64 never, beside, above, left;
};

struct Sweep {
    u64* blocks;      // [block][line], each of 8 words
    u64* full;        // [part][line]
    u32* values;      // rows from `base` on
    u32* ticket;      // the rows that are taken next
    int* progress;    // for each ticket and the next one, the last sum that is done
    u32* narrow;      // 1 if a value does not fit
    const i64* conditions; // x, y and least of each
    const i64* holes; // x and y of each, sorted
    i64 lines, width, parts, hole_count;
    i64 base, pitch, x0, x1; // the first row of `values`, places of a row, the rows of the band
    i64 last, max, slope, spread; // the region; `spread` is -1 unless it is that of Sharing Nim
    i64 slant, folded, reach;     // see `Layout`; `slant` is its slope
    Direction directions[K];
};

__device__ static i64 value_place(const Sweep& s, i64 x, i64 y) {
    return (x - s.base) * s.pitch + (s.spread < 0 ? y : (x + y) / 3);
}

// The line of a cell.
__device__ static i64 line_of(const Direction& d, i64 x, i64 y) {
    i64 line = d.first + d.x * x + d.y * y;
    return d.classes == 1 ? line : line + (d.class_x * x + d.class_y * y) % d.classes;
}

__device__ static bool is_open(const Sweep& s, const Direction& d, i64 x, i64 y) {
    if (d.never) return false;
    if (d.conditions == 0) return true;
    for (i64 i = d.from; i < d.from + d.conditions; i++) {
        const i64* c = s.conditions + 3 * i;
        if (c[0] * x + c[1] * y >= c[2]) return true;
    }
    return false;
}

// The first and the last sum of the cells of a row; multiples of 3 in Sharing Nim.
__device__ static void row_of(const Sweep& s, i64 x, i64* low, i64* high) {
    if (s.spread < 0) {
        *low = x + s.slope * x;
        *high = x + s.max;
    } else {
        *low = (2 * x + 2) / 3 * 3;
        *high = min(3 * x, 3 * s.spread);
    }
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

__device__ static void add(const Sweep& s, i64 line, u32 value) {
    if (value != NONE) atomicOr(s.blocks + ((value / 512) * s.lines + line) * LANES + value / 64 % LANES, 1ull << (value % 64));
}

// Adds the values beside the lines of wide rays, see `feed` of `plane.rs`. Each lane takes some distances and directions.
__device__ static void feed(const Sweep& s, u32 group, u32 lane, i64 x, i64 y) {
    for (i64 i = lane; i < s.reach * K; i += LANES) {
        i64 e = i / K + 1;
        const Direction& d = s.directions[i % K];
        if (d.beside < e) continue;
        i64 line = line_of(d, x, y);
        if (d.above && x >= e) add(s, line, __ldcg(s.values + value_place(s, x - e, y - s.slant * e)));
        if (d.left && y - s.slant * x >= e) {
            bool mirrored = s.folded && y - e < x;
            add(s, line, __ldcg(s.values + (mirrored ? value_place(s, y - e, x) : value_place(s, x, y - e))));
        }
    }
    __threadfence();
    __syncwarp(group);
}

// The lines of a cell, and which of them are open.
struct Lines {
    i64 line[K];
    u32 open;
};

__device__ static Lines lines_of(const Sweep& s, i64 x, i64 y) {
    Lines l;
    l.open = 0;
    for (int k = 0; k < K; k++) {
        l.line[k] = line_of(s.directions[k], x, y);
        l.open |= (u32)is_open(s, s.directions[k], x, y) << k;
    }
    return l;
}

// The blocks of a part that are known to be full on none of the open lines.
__device__ static u64 not_full(const Sweep& s, const Lines& l, i64 part) {
    if (part >= s.parts) return 0;
    u64 full = 0;
    for (int k = 0; k < K; k++) if (l.open >> k & 1) full |= __ldcg(s.full + part * s.lines + l.line[k]);
    return ~full;
}

// Finds the value of a cell, and adds it to its lines. `some` are the blocks of the part of this lane that are not known to be full.
__device__ static void cell(const Sweep& s, u32 group, u32 lane, i64 x, i64 y, const Lines& l, u64 some) {
    if (s.hole_count && is_hole(s, x, y)) {
        if (lane == 0) __stcg(s.values + value_place(s, x, y), NONE);
        return;
    }
    if (s.reach) feed(s, group, lane, x, y);
    u32 shift = __ffs(group) - 1;
    for (i64 base = 0; base < s.parts; base += LANES) {
        if (base > 0) some = not_full(s, l, base + lane);
        u32 parts = __ballot_sync(group, some != 0) >> shift;
        while (parts) {
            u32 at = __ffs(parts) - 1;
            parts &= parts - 1;
            u64 blocks = __shfl_sync(group, some, at, LANES);
            u64* full = s.full + (base + at) * s.lines;
            while (blocks) {
                // Some blocks at once, of which the last one may be read more than once.
                u32 bit[TRIES];
                u64 word[TRIES][K], unions[TRIES];
                u64* first[TRIES];
                for (int i = 0; i < TRIES; i++) {
                    bit[i] = blocks ? __ffsll(blocks) - 1 : bit[i - 1];
                    blocks &= blocks - 1;
                    first[i] = s.blocks + ((base + at) * 64 + bit[i]) * s.lines * LANES + lane;
                    unions[i] = 0;
                    for (int k = 0; k < K; k++) {
                        word[i][k] = __ldcg(first[i] + l.line[k] * LANES);
                        if (l.open >> k & 1) unions[i] |= word[i][k];
                    }
                }
                for (int i = 0; i < TRIES; i++) {
                    u32 gaps = __ballot_sync(group, unions[i] != ALL) >> shift;
                    if (gaps) {
                        i64 block = (base + at) * 64 + bit[i];
                        if (block == s.width - 1) {
                            if (lane == 0) *s.narrow = 1;
                            return;
                        }
                        if (lane == __ffs(gaps) - 1) {
                            u64 gap = ~unions[i] & (unions[i] + 1);
                            for (int k = 0; k < K; k++) __stcg(first[i] + l.line[k] * LANES, word[i][k] | gap);
                            u32 value = (u32)(block * 512 + lane * 64 + __ffsll(gap) - 1);
                            __stcg(s.values + value_place(s, x, y), value);
                        }
                        return;
                    }
                    for (int k = 0; k < K; k++) {
                        bool is_full = __ballot_sync(group, word[i][k] == ALL) >> shift == 0xff;
                        if (is_full && lane == k) __stcg(full + l.line[k], __ldcg(full + l.line[k]) | 1ull << bit[i]);
                    }
                }
            }
        }
    }
}

// A warp has four rows, and goes through their anti-diagonals. It begins one when the warp of the rows above has ended the one before. Warps take
// their rows in order, so that the first one that has not ended never waits.
extern "C" __global__ void __launch_bounds__(THREADS) sweep(const __grid_constant__ Sweep s) {
    u32 lane = threadIdx.x % LANES, own = threadIdx.x % 32 / LANES;
    u32 group = 0xffu << (own * LANES);
    const int stride = s.spread < 0 ? 1 : 3;
    bool head = threadIdx.x % 32 == 0;
    for (;;) {
        u32 ticket = head ? atomicAdd(s.ticket, 1) : 0;
        ticket = __shfl_sync(ALL_LANES, ticket, 0);
        i64 top = s.x0 + 4 * (i64)ticket;
        if (top > s.x1) return;
        i64 x = top + own;
        volatile int* above = s.progress + ticket;
        // The anti-diagonals of the row, of which every third one has cells in Sharing Nim.
        i64 from, to;
        row_of(s, top, &from, &to);
        i64 last = min(top + 3, s.x1), ignored, end;
        row_of(s, last, &ignored, &end);
        to = max(to, end);
        i64 low, high;
        row_of(s, x, &low, &high);
        if (x > s.x1) high = -1;
        Lines lines;
        u64 some = 0;
        if (low == from && low <= high) {
            lines = lines_of(s, x, low - x);
            some = not_full(s, lines, lane);
        }
        int seen = ticket == 0 ? 0x7fffffff : -1;
        for (i64 sum = from; sum <= to; sum += stride) {
            if (seen < sum - stride) {
                if (head) while ((seen = *above) < sum - stride) {}
                seen = __shfl_sync(ALL_LANES, seen, 0);
                __threadfence();
                __syncwarp();
            }
            if (low <= sum && sum <= high) cell(s, group, lane, x, sum - x, lines, some);
            __syncwarp();
            // What is full is read ahead: it only saves time, and what is known too late does no harm.
            if (low <= sum + stride && sum + stride <= high) {
                lines = lines_of(s, x, sum + stride - x);
                some = not_full(s, lines, lane);
            }
            if (head) {
                __threadfence();
                *(volatile int*)(s.progress + ticket + 1) = (int)sum;
            }
        }
        if (head) *(volatile int*)(s.progress + ticket + 1) = 0x7fffffff;
    }
}
