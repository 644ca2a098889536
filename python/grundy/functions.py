"""Games by a function from a position to its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np

from grundy import _native
from grundy._input import whole
from grundy._work import POSITIONS, Bar
from grundy.errors import InputError, InputTypeError
from grundy.tables import Table, _wrapped

#: A position is a tuple of whole numbers; its options are positions, or tuples of positions, which are sums.
Options = Callable[[tuple[int, ...]], Iterable[Iterable[Any]]]


class Option(NamedTuple):
    """An option of a position."""

    #: The position it leads to; of a sum, a tuple of positions.
    to: tuple[Any, ...]
    #: The value there.
    value: int

    @property
    def winning(self) -> bool:
        """Whether it wins."""
        return self.value == 0


class Rules:
    """A game given by a function from a position, a tuple of whole numbers, to its options. It is solved by the definition, mex over the
    options. A rule text (`grundy.Game`) is some hundred times as fast, where one can be written.

    >>> @rules
    ... def nim(p):
    ...     for i, pile in enumerate(p):
    ...         yield from (p[:i] + (lower,) + p[i + 1 :] for lower in range(pile))
    >>> nim.value(3, 5)
    6
    >>> nim.outcome(4, 4)
    'P'
    >>> [move.to for move in nim.moves(1, 2) if move.winning]
    [(1, 1)]

    An option may be a sum of positions, a tuple of them. In Kayles one or two pins in a row are knocked down:

    >>> @rules
    ... def kayles(p):
    ...     for left in range(p[0]):
    ...         yield (left,), (p[0] - 1 - left,)
    ...         if left < p[0] - 1:
    ...             yield (left,), (p[0] - 2 - left,)
    >>> [kayles.value(n) for n in range(12)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]

    ``holes`` are not positions: nobody moves there. With ``block=q`` the previous player may block up to q - 1 options. Values are kept
    for later questions, and options are not. A game that does not end is an `InputError`.
    """

    def __init__(
        self,
        options: Options,
        *,
        block: int = 1,
        holes: Iterable[Sequence[SupportsIndex]] = (),
        name: str | None = None,
    ) -> None:
        if not callable(options):
            raise InputTypeError(f"{options!r} is no function", "a function takes a position and returns its options")
        self.options = options
        self.name = str(getattr(options, "__name__", "rules")) if name is None else name
        self.holes = tuple(sorted({tuple(whole(number, "a number of a hole") for number in hole) for hole in holes}))
        self._block = whole(block, "block", 1)
        self._game = _native.Function(self._block, [list(hole) for hole in self.holes])

    def value(self, *position: SupportsIndex, positions: int = POSITIONS) -> int:
        """The value of a position."""
        return self._game.value(self.options, _numbers(position), whole(positions, "positions"))

    def outcome(self, *position: SupportsIndex, positions: int = POSITIONS) -> str:
        """``"N"`` when the player to move wins, ``"P"`` when the previous one does."""
        return "P" if self.value(*position, positions=positions) == 0 else "N"

    def moves(self, *position: SupportsIndex, positions: int = POSITIONS) -> list[Option]:
        """Every option of a position once, with its value."""
        moves = self._game.moves(self.options, _numbers(position), whole(positions, "positions"))
        return [Option(_position(parts), value) for parts, value in moves]

    def table(
        self, max: SupportsIndex | Sequence[SupportsIndex], *, positions: int = POSITIONS, progress: bool = True
    ) -> Table:
        """The values of the positions (a, b), ``0 <= a, b <= max``. With a largest number for each pile, of that many piles.

        >>> wythoff = Rules(lambda p: [(p[0] - i, p[1] - j) for i in range(p[0] + 1) for j in range(p[1] + 1)
        ...     if i + j > 0 and (i == j or i * j == 0)])
        >>> print(wythoff.table(3))
        [[0 1 2 3]
         [1 2 0 4]
         [2 0 1 5]
         [3 4 5 6]]
        >>> Rules(lambda p: []).table([2, 3, 4]).shape
        (3, 4, 5)
        """
        largest = _numbers(max) if isinstance(max, Sequence) else [whole(max, "max")] * 2
        with Bar("positions", progress) as bar:
            told = self._game.table(self.options, largest, whole(positions, "positions"), bar)
        known = [value for value in told if value is not None]
        dtype = np.uint16 if not known or builtin_max(known) < 2**16 - 1 else np.uint32
        none = int(np.iinfo(dtype).max)
        if known and builtin_max(known) >= none:
            raise InputError("a value of the table does not fit 32 bits")
        cells = np.array([none if value is None else value for value in told], dtype=dtype)
        return _wrapped(cells.reshape([most + 1 for most in largest]), self.name, "definition")

    def __repr__(self) -> str:
        return f"<grundy.Rules {self.name}: {self._game.explored()} positions known>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.options, self._block, self.holes, self.name))


builtin_max = max


def _again(options: Options, block: int, holes: tuple[tuple[int, ...], ...], name: str) -> Rules:
    """A game that was pickled, without its values."""
    return Rules(options, block=block, holes=holes, name=name)


@overload
def rules(options: Options) -> Rules: ...


@overload
def rules(
    *, block: int = 1, holes: Iterable[Sequence[SupportsIndex]] = (), name: str | None = None
) -> Callable[[Options], Rules]: ...


def rules(
    options: Options | None = None,
    *,
    block: int = 1,
    holes: Iterable[Sequence[SupportsIndex]] = (),
    name: str | None = None,
) -> Rules | Callable[[Options], Rules]:
    """Decorator: the game whose options a function gives. With arguments, those of `Rules`.

    >>> @rules(holes=[(0, 0)])
    ... def star_nim(p):
    ...     x, y = p
    ...     yield from ((i, y) for i in range(x))
    ...     yield from ((x, j) for j in range(y))
    >>> star_nim.value(3, 7)
    5
    """
    if options is not None:
        return Rules(options, block=block, holes=holes, name=name)
    return lambda options: Rules(options, block=block, holes=holes, name=name)


def _numbers(position: Sequence[SupportsIndex]) -> list[int]:
    return [whole(number, "a number of a position") for number in position]


def _position(parts: list[list[int]]) -> tuple[Any, ...]:
    """A position as it was written: one, or the tuple of those of a sum."""
    return tuple(parts[0]) if len(parts) == 1 else tuple(tuple(part) for part in parts)
