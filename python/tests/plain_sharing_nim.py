"""The positions of small values of Sharing Nim with three piles, by a plain program.

It shares nothing with the engine of grundy but the rules: no windows, no bits, no machines that follow each other. For each value it keeps a set
of the lines that are in use, and the list of the lines up to b that are not.

    python plain_sharing_nim.py 4 9000000

prints each new largest a of the values up to 4, for b up to 9,000,000 (some minutes).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator


def lines(a: int, b: int) -> tuple[int, int, int]:
    """The lines of (0, a, b): twice the third pile less the sum of the other two, up to its sign."""
    return abs(0 + a - 2 * b), abs(0 + b - 2 * a), abs(a + b)


def positions(largest: int, last: int) -> Iterator[tuple[int, int, int]]:
    """All positions (value, a, b) with 2a <= b <= last and a value up to `largest`."""
    used: list[set[int]] = [set() for _ in range(largest + 1)]
    free: list[list[int]] = [[] for _ in range(largest + 1)]
    for b in range(last + 1):
        taken: set[int] = set()
        for value in range(largest + 1):
            mine, open_lines = used[value], free[value]
            if b in mine:
                mine.remove(b)  # no position to come can lie on it
            else:
                open_lines.append(b)
            for line in [line for line in open_lines if (b - line) % 2 == 0]:
                a = (b - line) // 2
                first, second, third = lines(a, b)
                if a in taken or first in mine or third in mine:
                    continue
                taken.add(a)
                open_lines.remove(second)
                mine.update(other for other in (first, third) if other > b)
                yield value, a, b


def records(largest: int, last: int) -> Iterator[tuple[int, int, int]]:
    """Each position whose a is larger than all before it of the same value."""
    most = [-1] * (largest + 1)
    for value, a, b in positions(largest, last):
        if a > most[value]:
            most[value] = a
            yield value, a, b


if __name__ == "__main__":
    for value, a, b in records(int(sys.argv[1]), int(sys.argv[2])):
        print(f"value {value}: 0,{a},{b}", flush=True)
