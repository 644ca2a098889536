//! What answers rest on besides the theorems of papers.

use crate::theorem::Theorem;

/// The definition.
pub(super) const DEFINITION: Theorem = Theorem {
    by: "the definition",
    says: "The value is the least number that is not the value of an option.",
};

/// The definition where options can be blocked.
pub(super) const BLOCKING: Theorem = Theorem {
    by: "the definition",
    says: "The value is the least number such that all options of that value can be blocked together.",
};

/// The definition in misère play.
pub(super) const MISERE: Theorem = Theorem {
    by: "the definition",
    says: "In misère play the player who cannot move wins; any other position is won just when a move leads to a lost one.",
};

/// Tables by the ray engine.
pub(super) const RAYS: Theorem = Theorem {
    by: "the ray engine",
    says: "The value is the least number that is not the value of an option; the options lie on lines, and a table is filled that keeps the values on each line.",
};

/// Tables by the array engine.
pub(super) const ARRAYS: Theorem = Theorem {
    by: "the array engine",
    says: "The value is the least number that is not the value of an option; a table of all positions below is filled, in an order in which options come first.",
};

/// Values of heaps.
pub(super) const HEAPS: Theorem = Theorem {
    by: "values of heaps (Sprague 1935 and Grundy 1939)",
    says: "The value of a heap is the least number that is not the value of an option; that of several heaps is the nim-sum of their values.",
};

/// Periods of the values of heaps.
pub(super) const HEAP_PERIOD: Theorem = Theorem {
    by: "Guy & Smith 1956",
    says: "If at most t counters are taken and at most j heaps are left of one, and G(n+p) = G(n) for n0 <= n < j*n0 + (j-1)*p + t, then for all n >= n0.",
};

/// Arithmetic periods of the values of heaps.
pub(super) const HEAP_GROWTH: Theorem = Theorem {
    by: "arithmetic periods of heaps (docs/heaps.md)",
    says: "If G(n+p) = G(n)+s holds for enough heaps, each smaller value is that of an option that moves along with the period, and no option can have the value G(n)+s, then it holds for all n >= n0.",
};

/// Disjunctive sums.
pub(super) const SUM: Theorem = Theorem {
    by: "Sprague 1935 and Grundy 1939",
    says: "The value of a sum of games is the nim-sum of the values of the games.",
};

/// Periods of rows.
pub(super) const ROWS: Theorem = Theorem {
    by: "repetition of the state (Farr & Ho, Theorem 5; for Wythoff's game Landman 2002)",
    says: "The values of a row, less their column, follow from the values near the column that this row and those below have used; once these are the same after P columns, values grow by P every P columns, or by P/q if any q-1 options may be blocked.",
};

/// A row filled up to a column.
pub(super) const FILLED: Theorem = Theorem {
    by: "windows of rows (Farr & Ho, Theorem 5; for Wythoff's game Landman 2002)",
    says: "The value is the least number that is not the value of an option; in a row all values well below the column have been used, so that a window near the column is kept for each row.",
};

/// Periods along the largest of several numbers.
pub(super) const TALL: Theorem = Theorem {
    by: "repetition of the state",
    says: "With all numbers fixed but the largest, c, the values less c follow from the values near c that positions with smaller numbers have used; once these are the same after P steps of c, values grow by P every P steps.",
};

/// Periods of g-sequences.
pub(super) const SEQUENCES: Theorem = Theorem {
    by: "Farr & Ho, Theorem 4",
    says: "The differences of the pairs of one value of Star Nim repeat from some row on.",
};

/// Positions of a value of Sharing Nim by their lines.
pub(super) const LINES: Theorem = Theorem {
    by: "lines of Sharing Nim (Ho, Lemma 1 and Theorem 1)",
    says: "Less the smallest pile, a position is 0,a,b with 2a <= b; it lies on the lines 2b-a, b-2a and a+b, a line holds at most one position of each value, and a position has the least value that none of its lines has at a smaller b.",
};

/// Positions of a value of Graph Nim on a path by their lines.
pub(super) const PATH_LINES: Theorem = Theorem {
    by: "lines of Graph Nim on a path (docs/sharing-nim.md)",
    says: "A position lies on two half-lines, a half-line holds at most one position of each value, and a position has the least value that none of its half-lines has at a smaller spread; once the free lines of all values up to g near the spread are the same as before, the positions of these values repeat.",
};
