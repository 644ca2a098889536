"""Games of your own: a function, or a list of rays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grundy import _native
from grundy._work import POSITIONS, Bar, memory as _memory
from grundy.errors import InputError
from grundy.own import Game
from grundy.tables import Table, _element, _wrapped

#: A direction; a direction and a guard; or a direction, a guard and a width.
Ray = tuple[Any, ...]


class Rules:
    """A game given by a function from a position, a tuple of whole numbers, to its options. The reference engine solves it by the
    definition, mex over the options.

    >>> def options(p):  # Nim with two piles
    ...     x, y = p
    ...     yield from ((i, y) for i in range(x))
    ...     yield from ((x, j) for j in range(y))
    >>> nim = Rules(options)
    >>> nim.value(3, 5)
    6
    >>> nim.outcome(4, 4)
    'P'
    >>> [to for to, value in nim.moves(1, 2) if value == 0]
    [(1, 1)]

    With ``block=q`` the previous player may block up to q - 1 options. The function is asked about each position once; a game that does
    not end is an `InputError`.
    """

    def __init__(
        self, options: Callable[[tuple[int, ...]], Iterable[Iterable[int]]], *, block: int = 1, name: str | None = None
    ) -> None:
        self.options = options
        self.name = name or getattr(options, "__name__", "rules")
        self._game = _native.Function(options, block)

    def value(self, *position: int, positions: int = POSITIONS) -> int:
        """The value of a position."""
        return self._game.value(_whole(position), positions)

    def outcome(self, *position: int, positions: int = POSITIONS) -> str:
        """``"N"`` when the player to move wins, ``"P"`` when the previous one does."""
        return "P" if self.value(*position, positions=positions) == 0 else "N"

    def moves(self, *position: int, positions: int = POSITIONS) -> list[tuple[tuple[int, ...], int]]:
        """Every option of a position, with its value."""
        return [(tuple(to), value) for to, value in self._game.moves(_whole(position), positions)]

    def table(
        self,
        max: int,
        *,
        holes: Iterable[tuple[int, int]] = (),
        positions: int = POSITIONS,
        progress: bool = True,
    ) -> npt.NDArray[np.int64]:
        """The values of the positions (a, b), ``0 <= a, b <= max``; -1 at the ``holes``, which are no positions."""
        made = np.full((max + 1, max + 1), -1, dtype=np.int64)
        without = set(holes)
        with Bar("rows", progress) as bar:
            for a in range(max + 1):
                for b in range(max + 1):
                    if (a, b) not in without:
                        made[a, b] = self.value(a, b, positions=positions)
                bar(a + 1, max + 1)
        return made

    def __repr__(self) -> str:
        return f"<grundy.Rules {self.name}: {self._game.explored()} positions known>"


class Rays:
    """A two-pile game given by rays: from (x, y) one moves in a direction, any number of steps, where the ray's guard allows it. The ray
    engine makes its tables at full speed; the definition is its slow twin.

    A ray is a direction (what a step takes from x and from y; a negative number is added), or a direction and a guard, or these and a
    width. A guard is a linear inequality such as ``"x>=y"`` or ``"x+y>=3"``, or ``None``. A width w lets moves stray: along (1, 0) less than w may be taken from y
    as well, along (1, 1) the two amounts may differ by less than w. ``holes`` are pairs that are no positions.

    >>> wythoff = Rays([(1, 0), (0, 1), (1, 1)])
    >>> int(wythoff.table(100)[50, 81])
    0
    >>> r_wythoff = Rays([((1, 0), "x>=y"), ((0, 1), "x<=y"), (1, 1)])
    >>> r_wythoff.value(4, 9) == wythoff.value(4, 9)
    False
    >>> star_nim = Rays([(1, 0), (0, 1)], holes=[(0, 0)])
    >>> star_nim.options(0, 2)
    [(0, 1)]
    """

    def __init__(self, rays: Sequence[Ray], *, holes: Iterable[tuple[int, int]] = ()) -> None:
        self._rays, self._holes = [_ray(ray) for ray in rays], [(int(x), int(y)) for x, y in holes]
        self._game = _native.RayGame(self._rays, self._holes)

    @property
    def name(self) -> str:
        """The rays in words."""
        return self._game.name

    def table(
        self,
        max: int,
        *,
        dtype: npt.DTypeLike | None = None,
        engine: str = "best",
        threads: int | None = None,
        memory: int | None = None,
        positions: int = POSITIONS,
        progress: bool = True,
    ) -> Table:
        """The values for ``0 <= a, b <= max``, as `grundy.table` gives them."""
        with Bar("cells", progress) as bar:
            made = self._game.table(max, _element(dtype), engine, threads, _memory(memory), positions, bar)
        return _wrapped(made)

    def value(self, x: int, y: int, *, positions: int = POSITIONS) -> int:
        """The value of a position, by the definition."""
        return self._game.value(x, y, positions)

    def options(self, x: int, y: int) -> list[tuple[int, int]]:
        """The options of a position."""
        return self._game.options(x, y)

    @property
    def game(self) -> Game:
        """The same game by its rules as text, with every question that a `Game` answers.

        >>> Rays([(1, 0), (0, 1), (1, 2)]).game.value(50, 80)
        98
        >>> Rays([((1, 0), "x>=y"), ((0, 1), "x<=y"), (1, 1)]).game == Game("r-wythoff")
        True
        """
        moves = "; ".join(_move(*ray) for ray in self._rays)
        holes = " and ".join(f"not (x={x} and y={y})" for x, y in self._holes)
        return Game(f"{{x,y{' where ' + holes if holes else ''}: {moves}}}")

    def __repr__(self) -> str:
        return f"<grundy.Rays {self.name}>"


def _whole(position: tuple[int, ...]) -> list[int]:
    numbers = [number.__index__() for number in position]
    if any(not 0 <= number < 2**64 for number in numbers):
        raise InputError("the numbers of a game of your own are from 0 to 2^64 - 1")
    return numbers


def _ray(ray: Ray) -> tuple[tuple[int, int], str, int]:
    parts: tuple[Any, ...] = tuple(ray)
    if len(parts) == 2 and all(hasattr(part, "__index__") for part in parts):
        parts = (parts,)
    try:
        usual: tuple[Any, ...] = (None, 1)
        step, guard, width = parts + usual[len(parts) - 1 :]
        x, y = (number.__index__() for number in step)
        return (x, y), guard or "always", width.__index__()
    except (TypeError, ValueError, AttributeError):
        raise InputError(
            f"{ray!r} is no ray", 'e.g. (1, 1), ((1, 0), "x>=y") or ((1, 1), None, 3): direction, guard, width'
        ) from None


def _move(step: tuple[int, int], guard: str, width: int) -> str:
    """A ray as a move of a rule text."""
    taken = [f"{letter} {'-' if by >= 0 else '+'} {abs(by)}i" for letter, by in zip("xy", step, strict=True)]
    where = [] if guard == "always" else [guard]
    if width > 1:
        taken = ["x - i", "y - j"]
        where.append({(1, 0): f"j < {width}", (0, 1): f"i < {width}"}.get(step, f"|i - j| < {width}"))
    return ", ".join(taken) + (f" where {' and '.join(where)}" if where else "")
