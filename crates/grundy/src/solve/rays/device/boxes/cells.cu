// The cells of a box whose numbers have one sum, on a GPU. `twin.rs` is the same in Rust, and `mod.rs` says why it is right.
//
// A warp has 32 candidates for cells, one a lane, and computes those that are positions, eight at a time: four lanes work on a cell, each has one word of a block of 256 bits.
// These are defined when this is compiled: N, the numbers of a cell; K, the lines through it; whether cells are SORTED, and whether there are CONDITIONS.

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;

#define LANES 4
#define CELLS 8
#define BLOCK 256
#define THREADS 256
#define MOST 8
#define FIXED (N > 2 ? N - 2 : 0)
#define ALL 0xffffffffffffffffull
#define ALL_LANES 0xffffffffu
#define A (-1)
#define B (-2)

// The number of a line through a cell: a linear form in its numbers.
struct Form {
    i64 first, row, column;
    i64 fixed[MOST - 2];
};

struct Work {
    u64* sets;             // `record` words a line: `parts` words with a bit for each full block, then the blocks
    const u32* planes;     // FIXED numbers of each plane
    u32* values;           // of the table, `side` rows of `side` cells: the value plus 1, 0 where there is none
    const i64* conditions; // where each clause begins, and where the last one ends; then N + 2 numbers a condition
    u32* state;            // 1 if a cell has no value in its sets, and the number of launches that have begun
    i64 plane_count, rows, columns; // the largest numbers of a plane
    i64 record, width, parts;
    i64 side, clauses;
    i64 fixed_count, a_count, b_count; // of the table, if cells are sorted
    i64 places[MOST];      // what each number is in the table: A, B or a number; if cells are sorted, these numbers, sorted
    Form forms[MOST];
};

#if CONDITIONS
// Whether the numbers of a cell are a position.
__device__ static bool is_position(const Work& w, const u32* x) {
    const i64* starts = w.conditions;
    for (i64 clause = 0; clause < w.clauses; clause++) {
        bool all = true;
        for (i64 i = starts[clause]; all && i < starts[clause + 1]; i++) {
            const i64* condition = starts + w.clauses + 1 + i * (N + 2);
            i64 kind = condition[0], number = condition[1];
            #pragma unroll
            for (int n = 0; n < N; n++) number += condition[2 + n] * (i64)x[n];
            all = kind == 0 ? number >= 0 : kind < 0 ? number != 0 : number % kind == 0;
        }
        if (all) return true;
    }
    return false;
}
#endif

// The numbers of the cell of a plane with this row and this sum. Returns the last one, which may be out of range.
__device__ static i64 numbers_of(const Work& w, i64 plane, u32 row, i64 sum, u32* x) {
    #pragma unroll
    for (int n = 0; n < FIXED; n++) {
        x[n] = w.planes[plane * FIXED + n];
        sum -= x[n];
    }
#if N > 1
    x[N - 2] = row;
    sum -= row;
#endif
    x[N - 1] = (u32)sum;
    return sum;
}

// Whether there is a cell of a plane with this row and this sum that is a position.
__device__ static bool is_cell(const Work& w, i64 plane, u32 row, i64 sum) {
    if (plane >= w.plane_count) return false;
    u32 x[N];
    i64 column = numbers_of(w, plane, row, sum, x);
    if (column < 0 || column > w.columns) return false;
#if SORTED && N > 1
    if (row > column) return false;
#if N > 2
    if (row < x[N - 3]) return false;
#endif
#endif
#if CONDITIONS
    return is_position(w, x);
#else
    return true;
#endif
}

__device__ static void put_at(const Work& w, i64 a, i64 b, u32 value) {
    if (a < w.side && b < w.side) w.values[a * w.side + b] = value + 1;
}

// Puts the value of a cell where it is in the table, if it is there.
__device__ static void put(const Work& w, const u32* x, u32 value) {
#if SORTED
    // The numbers that are left without the fixed ones are those of the letters.
    i64 fixed = 0, left = 0, lows = 0, highs = 0;
    u32 low = 0, high = 0;
    #pragma unroll
    for (int n = 0; n < N; n++) {
        if (fixed < w.fixed_count && (i64)x[n] == w.places[fixed]) {
            fixed++;
            continue;
        }
        if (left == 0) low = x[n];
        highs = left > 0 && x[n] == high ? highs + 1 : 1;
        high = x[n];
        lows += x[n] == low;
        left++;
    }
    if (fixed < w.fixed_count || left == 0) return;
    if (low == high) {
        put_at(w, low, low, value);
    } else if (lows + highs == left) {
        if (lows == w.a_count && highs == w.b_count) put_at(w, low, high, value);
        if (lows == w.b_count && highs == w.a_count) put_at(w, high, low, value);
    }
#else
    i64 a = -1, b = -1;
    #pragma unroll
    for (int n = 0; n < N; n++) {
        const i64 place = w.places[n], number = x[n];
        if (place == A) {
            if (a >= 0 && a != number) return;
            a = number;
        } else if (place == B) {
            if (b >= 0 && b != number) return;
            b = number;
        } else if (place != number) {
            return;
        }
    }
    if (a >= 0 && b >= 0) put_at(w, a, b, value);
#endif
}

// The blocks of a part that are not known to be full on a line.
__device__ static u64 open_blocks(const Work& w, u64* const* line, u32 part) {
    const i64 left = w.width - 64 * (i64)part;
    if (left <= 0) return 0;
    u64 full = left < 64 ? ALL << left : 0;
    #pragma unroll
    for (int k = 0; k < K; k++) full |= __ldcg(line[k] + part);
    return ~full;
}

// Finds the least value on none of the lines of a cell, and adds it to each of them. Four lanes have a cell, if `todo`; all lanes of a warp are here.
__device__ static void fill(const Work& w, i64 plane, u32 row, i64 sum, bool todo) {
    const u32 lane = threadIdx.x % LANES, shift = threadIdx.x % 32 / LANES * LANES;
    u32 x[N];
    const i64 column = numbers_of(w, plane, row, sum, x);
    u64* line[K];
    #pragma unroll
    for (int k = 0; k < K; k++) {
        const Form& f = w.forms[k];
        i64 number = f.first + f.row * (i64)row + f.column * column;
        #pragma unroll
        for (int n = 0; n < FIXED; n++) number += f.fixed[n] * (i64)x[n];
        line[k] = w.sets + number * w.record;
    }
    u32 part = 0;
    u64 open = todo ? open_blocks(w, line, 0) : 0;
    while (__any_sync(ALL_LANES, todo)) {
        if (todo && open == 0) {
            part++;
            if (part < (u32)w.parts) {
                open = open_blocks(w, line, part);
            } else {
                w.state[0] = 1;
                todo = false;
            }
        }
        const bool ready = todo && open != 0;
        const u32 block = part * 64 + (ready ? __ffsll(open) - 1 : 0);
        const u64 place = (u64)w.parts + (u64)block * LANES + lane;
        open &= open - 1;
        u64 word[K], both = 0;
        u32 filled = 0;
        #pragma unroll
        for (int k = 0; k < K; k++) {
            word[k] = ready ? __ldcg(line[k] + place) : 0;
            both |= word[k];
            filled |= (u32)(word[k] == ALL) << k;
        }
        filled &= __shfl_xor_sync(ALL_LANES, filled, 1);
        filled &= __shfl_xor_sync(ALL_LANES, filled, 2);
        const u32 with = __ballot_sync(ALL_LANES, ready && both != ALL) >> shift & ((1 << LANES) - 1);
        if (!ready) continue;
        if (with) {
            if (lane == (u32)__ffs(with) - 1) {
                const u64 gap = ~both & (both + 1);
                #pragma unroll
                for (int k = 0; k < K; k++) __stcg(line[k] + place, word[k] | gap);
                put(w, x, block * BLOCK + lane * 64 + __ffsll(gap) - 1);
            }
            todo = false;
        }
        if (filled) {
            #pragma unroll
            for (int k = 0; k < K; k++) {
                if ((filled >> k & 1) && lane == k % LANES) atomicOr(line[k] + block / 64, 1ull << (block % 64));
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) cells(const __grid_constant__ Work w, const i64 sum) {
    const u32 own = threadIdx.x % 32, group = own / LANES, height = (u32)w.rows + 1;
    const i64 count = w.plane_count * height, stride = (i64)gridDim.x * blockDim.x;
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicAdd(w.state + 1, 1);
    // `first` is the same in all lanes of a warp.
    for (i64 first = (i64)blockIdx.x * blockDim.x + (threadIdx.x - own); first < count; first += stride) {
        const u32 at = (u32)(first % height) + own;
        const i64 plane = first / height + at / height;
        const u32 row = at % height;
        u32 left = __ballot_sync(ALL_LANES, is_cell(w, plane, row, sum));
        while (left) {
            u32 mine = left; // without those of the groups before
            #pragma unroll
            for (int i = 0; i < CELLS; i++) {
                if (i < (int)group) mine &= mine - 1;
                left &= left - 1;
            }
            const bool todo = mine != 0;
            const int from = todo ? __ffs(mine) - 1 : 0;
            const i64 its_plane = __shfl_sync(ALL_LANES, plane, from);
            const u32 its_row = __shfl_sync(ALL_LANES, row, from);
            fill(w, todo ? its_plane : 0, todo ? its_row : 0, sum, todo);
        }
    }
}
