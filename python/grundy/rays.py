"""Two-pile games by their rays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

from grundy._input import whole
from grundy.errors import InputError
from grundy.own import Game

#: A direction; a direction and a guard; or a direction, a guard and a width.
Ray = tuple[Any, ...]


class Rays(Game):
    """A two-pile game given by rays: from (x, y) one moves in a direction, any number of steps, where the ray's guard allows it. It is the
    `Game` with these rules as text, and answers the same questions. The ray engine makes its tables at full speed.

    A ray is a direction (what a step takes from x and from y; a negative number is added), or a direction and a guard, or these and a
    width. A guard is a linear inequality such as ``"x>=y"`` or ``"x+y>=3"``, or ``None``. A width w lets moves stray: along (1, 0) less than w may be taken from y
    as well, along (1, 1) the two amounts may differ by less than w. ``holes`` are pairs that are no positions.

    >>> wythoff = Rays([(1, 0), (0, 1), (1, 1)])
    >>> int(wythoff.table(100)[50, 81])
    0
    >>> r_wythoff = Rays([((1, 0), "x>=y"), ((0, 1), "x<=y"), (1, 1)])
    >>> r_wythoff == Game("r-wythoff")
    True
    >>> star_nim = Rays([(1, 0), (0, 1)], holes=[(0, 0)])
    >>> [to.numbers for to in star_nim.options(0, 2)]
    [(0, 1)]
    """

    def __init__(self, rays: Sequence[Ray], *, holes: Iterable[Sequence[SupportsIndex]] = ()) -> None:
        read = [_ray(ray) for ray in rays]
        if not read:
            raise InputError("a game of rays has at least one ray", "e.g. [(1, 0), (0, 1)]")
        moves = "; ".join(_move(*ray) for ray in read)
        without = " and ".join(f"not (x={x} and y={y})" for x, y in map(_pair, holes))
        super().__init__(f"{{x,y{' where ' + without if without else ''}: {moves}}}")


def _pair(hole: Sequence[SupportsIndex]) -> tuple[int, int]:
    numbers = [whole(number, "a number of a hole") for number in hole]
    if len(numbers) != 2:
        raise InputError(f"{hole!r} is no hole", "a hole is a pair of numbers, e.g. (0, 0)")
    return numbers[0], numbers[1]


def _ray(ray: Ray) -> tuple[tuple[int, int], str, int]:
    try:
        parts: tuple[Any, ...] = tuple(ray)
        if len(parts) == 2 and all(hasattr(part, "__index__") for part in parts):
            parts = (parts,)
        usual: tuple[Any, ...] = (None, 1)
        step, guard, width = parts + usual[len(parts) - 1 :]
        x, y = (number.__index__() for number in step)
        if max(x, y) <= 0 or not (guard is None or isinstance(guard, str)):
            raise ValueError
        if width.__index__() > 1 and (x, y) not in ((1, 0), (0, 1), (1, 1)):
            raise InputError(f"{ray!r} has a width, which only (1, 0), (0, 1) and (1, 1) may have")
        return (x, y), guard or "always", whole(width, "a width", 1)
    except InputError:
        raise
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
