"""Tables of values, as numpy arrays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy import _native
from grundy._input import optional, text, whole
from grundy._work import POSITIONS, Bar
from grundy.errors import InputError, InputTypeError

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from grundy.own import Game

#: Pixels of a heat map.
WIDTH = 640


class Table(np.ndarray[Any, np.dtype[Any]]):
    """A table of values: ``table[a, b]``. It is a numpy array over the engine's own memory, hence read-only (``.copy()`` is not).

    Cells that are no position hold the largest number of the type; `is_position` tells them apart, `masked` is an array of numpy that hides
    them, and the reductions ``max``, ``min``, ``sum``, ``mean``, ``argmax`` and ``argmin`` leave them out. In a notebook it draws its heat map.

    >>> import grundy
    >>> T = grundy.table("star-nim", 255)
    >>> T.max(), T.min(), T.max(axis=0)[:3].tolist()
    (367, 0, [254, 255, 256])
    """

    #: What it is a table of.
    name: str
    #: By what the values are known.
    by: str

    def __array_finalize__(self, parent: Any) -> None:
        # A copy is a table of the same game. Parts, and other arrays that share the memory, are not.
        same = isinstance(parent, Table) and parent.shape == self.shape and parent.dtype == self.dtype
        is_copy = same and self.base is None
        self.name, self.by = (parent.name, parent.by) if is_copy else ("", "")

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        # Results of arithmetic are arrays and scalars of numpy.
        cells = np.asarray(array)
        return cells[()] if cells.ndim == 0 else cells

    def __reduce__(self) -> tuple[Any, ...]:
        return (_wrapped, (np.asarray(self), self.name, self.by))

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Table:
        return self.copy()

    def __copy__(self) -> Table:
        return self.copy()

    @property
    def is_position(self) -> npt.NDArray[np.bool_]:
        """Which cells are positions.

        >>> import grundy
        >>> int(grundy.table("star-nim", 2).is_position.sum())
        8
        """
        cells: npt.NDArray[Any] = np.asarray(self)
        if cells.dtype.kind != "u":
            return np.ones(cells.shape, dtype=bool)
        positions: npt.NDArray[np.bool_] = cells != np.iinfo(cells.dtype).max
        return positions

    @property
    def masked(self) -> np.ma.MaskedArray[Any, np.dtype[Any]]:
        """The values as a masked array of numpy, in which cells that are no position are masked.

        >>> import grundy
        >>> int(grundy.table("star-nim", 2).masked.count())
        8
        """
        return np.ma.MaskedArray(np.asarray(self), mask=~self.is_position)

    def max(self, *args: Any, **kwargs: Any) -> Any:
        """The largest value of a position."""
        return _plain(self._cells().max(*args, **kwargs))

    def min(self, *args: Any, **kwargs: Any) -> Any:
        """The least value of a position."""
        return _plain(self._cells().min(*args, **kwargs))

    def sum(self, *args: Any, **kwargs: Any) -> Any:
        """The sum of the values of positions."""
        return _plain(self._cells().sum(*args, **kwargs))

    def mean(self, *args: Any, **kwargs: Any) -> Any:
        """The mean of the values of positions."""
        return _plain(self._cells().mean(*args, **kwargs))

    def argmax(self, *args: Any, **kwargs: Any) -> Any:
        """Where the largest value is, as numpy's ``argmax`` tells it."""
        return _plain(self._cells().argmax(*args, **kwargs))

    def argmin(self, *args: Any, **kwargs: Any) -> Any:
        """Where the least value is, as numpy's ``argmin`` tells it."""
        return _plain(self._cells().argmin(*args, **kwargs))

    def _cells(self) -> Any:
        """The array to reduce: a plain one if every cell is a position, which is quicker."""
        return np.asarray(self) if self.is_position.all() else self.masked

    def png(self, path: str | Path | None = None, *, width: int = WIDTH) -> bytes:
        """A heat map as PNG, at most about this many pixels wide; it is written to ``path`` too.

        >>> import grundy
        >>> grundy.table("wythoff", 50).png()[:4]
        b'\\x89PNG'
        """
        if self.ndim != 2 or len(set(self.shape)) != 1 or not self.size:
            raise InputError("a heat map is drawn of a table with as many rows as columns")
        cells = np.asarray(self).astype(np.uint32)
        cells[~self.is_position] = np.iinfo(np.uint32).max
        title = f"{self.name or 'table'}: values for a, b up to {len(self) - 1}"
        picture = _native.heat_map(cells.tobytes(), len(self), title, whole(width, "width", 1))
        if path is not None:
            Path(path).write_bytes(picture)
        return picture

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draws the table with matplotlib, on the axes ``ax`` or on new ones; ``options`` are those of ``imshow``."""
        import matplotlib.pyplot as plt

        ax = plt.subplots()[1] if ax is None else ax
        image = ax.imshow(self.masked, **{"origin": "lower", "interpolation": "nearest", **options})
        ax.set(xlabel="b", ylabel="a", title=self.name)
        plt.colorbar(image, ax=ax, label="value")
        return ax

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with rows a and columns b; what is no position is ``<NA>``."""
        import pandas

        kind = {"uint8": "UInt8", "uint16": "UInt16", "uint32": "UInt32"}.get(self.dtype.name)
        if self.ndim != 2 or kind is None:
            raise InputError("a data frame is made of a table with rows and columns")
        frame = pandas.DataFrame(np.asarray(self)).astype(kind).mask(~self.is_position)
        return frame.rename_axis(index="a", columns="b")

    def _repr_png_(self) -> bytes | None:
        return self.png() if self.name and self.ndim == 2 and self.shape[0] == self.shape[1] else None


def _plain(reduced: Any) -> Any:
    """A scalar as Python's number."""
    return reduced.item() if np.ndim(reduced) == 0 and hasattr(reduced, "item") else reduced


def _wrapped(cells: Any, name: str, by: str) -> Table:
    table = np.asarray(cells).view(Table)
    table.name, table.by = name, by
    return table


def _element(dtype: npt.DTypeLike | None) -> str | None:
    try:
        return None if dtype is None else np.dtype(dtype).name
    except TypeError as error:
        raise InputTypeError(str(error)) from None


def table(
    game: str | Game,
    max: SupportsIndex,
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
        made = _native.table(
            text(game),
            whole(max, "max"),
            _element(dtype),
            engine,
            optional(threads, "threads", 1),
            optional(memory, "memory"),
            whole(positions, "positions"),
            bar,
        )
    return _wrapped(made, made.name, made.by)
