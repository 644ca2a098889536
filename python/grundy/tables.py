"""Tables of values, as numpy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from grundy import _native
from grundy._work import POSITIONS, Bar, memory as _memory

if TYPE_CHECKING:
    from grundy.own import Game

#: Pixels of a heat map.
WIDTH = 640


class Table(np.ndarray[Any, np.dtype[Any]]):
    """A table of values: ``table[a, b]``. It is a numpy array over the engine's own memory, hence read-only (``.copy()`` is not).

    Cells that are no position hold the largest number of the type; `is_position` tells them apart. In a notebook it draws
    its heat map.
    """

    #: What it is a table of.
    name: str
    #: By what the values are known.
    by: str
    _native: _native.Table | None

    def __array_finalize__(self, parent: Any) -> None:
        # Parts and results of arithmetic are no tables of a game any more.
        self.name, self.by, self._native = "", "", None

    @property
    def is_position(self) -> npt.NDArray[np.bool_]:
        """Which cells are positions.

        >>> import grundy
        >>> int(grundy.table("star-nim", 2).is_position.sum())
        8
        """
        cells: npt.NDArray[Any] = np.asarray(self)
        positions: npt.NDArray[np.bool_] = cells != np.iinfo(self.dtype).max
        return positions

    def _repr_png_(self) -> bytes | None:
        if self._native is None:
            return None
        return self._native.png(f"{self.name}: values for a, b up to {len(self) - 1}", WIDTH)


def _wrapped(made: _native.Table) -> Table:
    table = np.asarray(made).view(Table)
    table.name, table.by, table._native = made.name, made.by, made
    return table


def _element(dtype: npt.DTypeLike | None) -> str | None:
    return None if dtype is None else np.dtype(dtype).name


def table(
    game: str | Game,
    max: int,
    *,
    dtype: npt.DTypeLike | None = None,
    engine: str = "best",
    threads: int | None = None,
    memory: int | None = None,
    positions: int = POSITIONS,
    progress: bool = True,
) -> Table:
    """The values of a two-coordinate slice of a game for ``0 <= a, b <= max``, without a copy and with Python's lock released.

    >>> print(table("star-nim", 3, dtype="uint8"))
    [[255   0   1   2]
     [  0   1   2   3]
     [  1   2   0   4]
     [  2   3   4   0]]
    >>> int(table("star-nim a,b,3", 5)[1, 2])
    0

    The type is by default the narrowest of uint16 and uint32 that is sure to be wide enough; a value that does not fit is an
    error (`TooWide`), never a wrap. ``engine`` is ``"best"``, ``"rays"`` or ``"definition"``, the slow twin.
    """
    with Bar("cells", progress) as bar:
        return _wrapped(
            _native.table(str(game), max, _element(dtype), engine, threads, _memory(memory), positions, bar)
        )
