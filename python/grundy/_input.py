"""Arguments: what is wrong in them is an `InputError` that is also the built-in exception people expect."""

from __future__ import annotations

from typing import SupportsIndex

from grundy.errors import InputError, InputTypeError

#: The largest number that is not the number of a position.
MOST = 2**64 - 1


def whole(number: SupportsIndex, what: str, least: int = 0, most: int = MOST) -> int:
    """A whole number, as Python's or numpy's.

    >>> import numpy
    >>> whole(numpy.int64(3), "row")
    3
    """
    try:
        given = number.__index__()
    except (AttributeError, TypeError):
        raise InputTypeError(f"{what} is a whole number, not {number!r}") from None
    if not least <= given <= most:
        limit = f"at least {least}" if given < least else "below 2^64" if most == MOST else f"at most {most}"
        raise InputError(f"{what} is {limit}, not {given}")
    return given


def optional(number: SupportsIndex | None, what: str, least: int = 0, most: int = MOST) -> int | None:
    """The same for an argument that may be missing."""
    return None if number is None else whole(number, what, least, most)


def seconds(time: float) -> float:
    """A time limit."""
    if isinstance(time, bool) or not hasattr(time, "__float__"):
        raise InputTypeError(f"seconds is a number, not {time!r}")
    return float(time)


def text(game: object) -> str:
    """A game as a text: a text or a game."""
    from grundy.own import Game

    if isinstance(game, str):
        return game
    if isinstance(game, Game):
        return game.text
    raise InputTypeError(f"{game!r} is no game", "a game is a text or a grundy.Game")
