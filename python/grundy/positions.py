"""Positions: what they are worth, who wins, how, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from grundy import _native
from grundy._board import svg
from grundy._input import optional, seconds as _seconds, text, whole
from grundy._work import POSITIONS, SECONDS, Bar
from grundy.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from grundy.own import Game

#: A pile, the square of a token, or a strip with its tokens. Numbers of numpy are whole numbers too.
Number = SupportsIndex | Sequence[SupportsIndex]


def _game(game: str | Game | Position, numbers: tuple[Number, ...]) -> str:
    """The text before the numbers: a game, or a whole position."""
    if isinstance(game, str):
        return game
    if isinstance(game, Position):
        if numbers:
            raise InputError(f"{game.text} is a position already", "give a game and its numbers, or a position alone")
        return game.text
    return text(game)


def _text(game: str | Game | Position, numbers: tuple[Number, ...]) -> str:
    """A position as the command line takes it."""
    return _native.written(_game(game, numbers), numbers)


def _int(digits: str) -> int:
    """A number of any size. Python reads no more than some thousand digits as an int."""
    return int(digits) if len(digits) < 4000 else int(Decimal(digits))


def _loads(told: str) -> Any:
    return json.loads(told, parse_int=_int)


@dataclass(frozen=True)
class Answer:
    """What is known of a position."""

    #: The game.
    game: str
    #: The position, as it is written.
    position: str
    #: Its Sprague-Grundy value; nothing where only the outcome is known.
    value: int | None
    #: ``"N"`` when the player to move wins, ``"P"`` when the previous one does.
    outcome: str
    #: Where to move.
    winning_moves: tuple[str, ...]
    #: Whether these are all that win.
    every_winning_move: bool
    #: By what it is known: the theorem with its source, or the engine.
    by: str
    #: In games with blocking, the rule.
    blocking: str | None = None
    #: What the previous player blocks to win.
    blocked: tuple[str, ...] = ()
    #: The games of a sum, each with its value.
    components: tuple[dict[str, Any], ...] = field(default=(), hash=False)
    #: Where the value is not known: the least and the greatest it can be, if bounds are known.
    between: tuple[int, int] | None = None
    #: Where the value is not known: what would tell it.
    needs: str | None = None
    #: Where the value is not known because a limit was met: ``"time"``, ``"memory"``, ``"positions"`` or ``"options"``.
    stopped_by: str | None = None
    #: Where the period of a row would give the value: ``game`` and ``row``, as `grundy.period` takes them.
    period_of_row: dict[str, Any] | None = field(default=None, hash=False)


@dataclass(frozen=True)
class Move:
    """An option of a position."""

    #: The position it leads to.
    to: Position
    #: The value there.
    value: int
    #: Whether it wins.
    winning: bool
    #: In words.
    description: str
    #: With blocking: what the winner blocks next.
    then_block: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Explanation:
    """Why a position is won or lost. ``print`` it, or use its parts."""

    text: str
    #: The theorems that the answer rests on: ``by``, the source, and ``says``, the statement.
    theorems: list[dict[str, str]] = field(hash=False)
    #: The theorem's numbers, step by step.
    why: list[str] = field(hash=False)
    #: Moves from the lost position, each with its answer.
    replies: list[dict[str, str]] = field(hash=False)
    #: The same as a dictionary, with the keys of ``docs/json.md``.
    data: dict[str, Any] = field(hash=False)

    def __str__(self) -> str:
        return self.text


class Position:
    """A position of a game. Numbers may have any size; positions can be added.

    >>> import grundy
    >>> p = grundy.position("star-nim", 3, 7)
    >>> p
    grundy.position('star-nim 3,7')
    >>> p.value, p.outcome, p.answer.winning_moves
    (5, 'N', ('3,3',))
    >>> [(m.to.numbers, m.value) for m in p.moves() if m.winning]
    [((3, 3), 0)]
    >>> q = grundy.position("wythoff", 10**30, 10**30 + 1)
    >>> q.numbers[1] - q.numbers[0]
    1
    >>> (p + grundy.position("nim", 5)).value
    0
    """

    __slots__ = ("__dict__", "_data")

    def __init__(self, game: str | Game | Position, *numbers: Number) -> None:
        self._data: dict[str, Any] = json.loads(_native.parse(_text(game, numbers)))

    @property
    def game(self) -> str:
        """The game, with its parameters."""
        return str(self._data["game"])

    @property
    def text(self) -> str:
        """Game and position, as they are written."""
        return str(self._data["full"])

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The piles, or the squares of the tokens; for strips a tuple each; for sums the numbers of each component."""
        return _numbers(self._data)

    @property
    def parts(self) -> tuple[Position, ...]:
        """The components of a sum."""
        return tuple(Position(part["full"]) for part in self._data["parts"] or ())

    @cached_property
    def answer(self) -> Answer:
        """What is known of it, within the usual limits; see `grundy.answer` for others."""
        return answer(self)

    @cached_property
    def _worth(self) -> tuple[int | None, str]:
        return _native.value(self.text, (), False, SECONDS, None, POSITIONS)

    @property
    def value(self) -> int | None:
        """Its Sprague-Grundy value; nothing where only the outcome is known."""
        return self._worth[0]

    @property
    def outcome(self) -> str:
        """``"N"`` when the player to move wins, ``"P"`` when the previous one does."""
        return outcome(self)

    def options(self) -> list[Position]:
        """The positions that one move leads to, in the order of the rules.

        >>> Position("wythoff", 1, 1).options()
        [grundy.position('wythoff 0,1'), grundy.position('wythoff 1,0'), grundy.position('wythoff 0,0')]
        """
        return options(self)

    def moves(self, positions: int = POSITIONS) -> list[Move]:
        """Every option, with its value."""
        return moves(self, positions=positions)

    def explain(self) -> Explanation:
        """Why it is won or lost."""
        return explain(self)

    def board(self) -> str:
        """The board in letters.

        >>> print(Position("nim 3,5").board(), end="")
        pile 1  ●●● 3
        pile 2  ●●●●● 5
        """
        return _native.board(self.text)

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            raise InputTypeError(f"{other!r} is no position", "positions are added to positions: grundy.position(..)")
        return Position(f"{self.text} + {other.text}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"grundy.position({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Position, (self.text,))

    def _repr_svg_(self) -> str:
        return svg(self._data)


def _numbers(data: dict[str, Any]) -> tuple[Any, ...]:
    if data["parts"]:
        return tuple(_numbers(part) for part in data["parts"])
    rows = [tuple(_int(number) for number in row) for row in data["rows"]]
    return tuple(rows) if data["strips"] or len(rows) != 1 else rows[0]


def position(game: str | Game | Position, *numbers: Number) -> Position:
    """A position of a game, or of a sum of games.

    >>> position("star-silver-dollar", [2, 5], [3], [1, 4]).numbers
    ((2, 5), (3,), (1, 4))
    >>> position("star-nim 3,7 + wythoff 2,5").parts
    (grundy.position('star-nim 3,7'), grundy.position('wythoff 2,5'))
    """
    return Position(game, *numbers)


def answer(
    game: str | Game | Position,
    *numbers: Number,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
) -> Answer:
    """What is known of a position: by a theorem where one reaches, else computed within the limits.

    >>> answer("wythoff", 4, 7).outcome
    'P'
    >>> answer("gurvich:a=1,b=1,p=2,q=1", 3, 3).blocking
    'up to 1 on each diagonal may be blocked'

    Raises `Unanswered` when no theorem reaches and the limits do not suffice.
    """
    told = _loads(_native.answer(_text(game, numbers), *_limits(seconds, memory, positions)))
    for key in ("winning_moves", "blocked", "components"):
        told[key] = tuple(told.get(key) or ())
    if "between" in told:
        told["between"] = tuple(told["between"])
    return Answer(**told)


def value(
    game: str | Game | Position,
    *numbers: Number,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
) -> int | None:
    """The Sprague-Grundy value of a position, of any size; nothing where only the outcome is known. No winning moves are worked out.

    >>> value("star-nim 3,7 + wythoff 2,5")
    1
    >>> value("nim@block=2", 3, 5)
    4
    """
    return _native.value(_game(game, numbers), numbers, False, *_limits(seconds, memory, positions))[0]


def outcome(
    game: str | Game | Position,
    *numbers: Number,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
) -> str:
    """``"N"`` when the player to move wins, ``"P"`` when the previous one does.

    >>> outcome("wythoff", 4, 7)
    'P'
    """
    return _native.value(_game(game, numbers), numbers, True, *_limits(seconds, memory, positions))[1]


def values(
    game: str | Game,
    array: npt.ArrayLike,
    *,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
    progress: bool = True,
) -> npt.NDArray[np.uint64]:
    """The values of many positions of one game. The last axis of the array has the numbers of a position.

    >>> values("star-nim", [[3, 7], [1, 1], [5, 2]])
    array([5, 1, 3], dtype=uint64)
    >>> values("wythoff", np.indices((3, 4)).T).shape
    (4, 3)

    The value of a sum is the nim-sum: ``values("wythoff", a) ^ values("nim", b)``. Raises `Unanswered` if a value is not known or does
    not fit 64 bits.
    """
    rows = _rows(array)
    with Bar("positions", progress) as bar:
        told = _many(game, rows, False, seconds, memory, positions, bar)
    return np.frombuffer(told, dtype=np.uint64).reshape(rows.shape[:-1])


def outcomes(
    game: str | Game,
    array: npt.ArrayLike,
    *,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
    progress: bool = True,
) -> npt.NDArray[np.str_]:
    """The outcomes of many positions of one game, ``"N"`` or ``"P"``. The last axis of the array has the numbers of a position.

    >>> outcomes("wythoff", [[1, 2], [3, 3]])
    array(['P', 'N'], dtype='<U1')
    """
    rows = _rows(array)
    with Bar("positions", progress) as bar:
        told = _many(game, rows, True, seconds, memory, positions, bar)
    return np.frombuffer(told, dtype="S1").astype("U1").reshape(rows.shape[:-1])


def _rows(array: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Positions as an array of 64-bit numbers."""
    try:
        given = np.asarray(array)
    except ValueError:
        raise InputError("the positions of an array have equally many numbers") from None
    if given.size == 0 and given.ndim >= 1:
        given = given.astype(np.uint64)
    if given.dtype.kind not in "iub":
        hint = "grundy.value takes numbers of any size" if given.dtype.kind == "O" else None
        raise InputTypeError(f"positions are arrays of whole numbers of at most 64 bits, not of {given.dtype}", hint)
    if given.ndim == 0 or given.shape[-1] == 0:
        raise InputError("the last axis of the array has the numbers of a position")
    if given.dtype.kind == "i" and given.size and given.min() < 0:
        raise InputError(f"{given.min()} is negative", "the numbers of a position are at least 0")
    return np.ascontiguousarray(given, dtype=np.uint64)


def _many(
    game: str | Game,
    rows: npt.NDArray[np.uint64],
    outcomes: bool,
    seconds: float,
    memory: int | None,
    positions: int,
    bar: Bar,
) -> bytes:
    limits = _limits(seconds, memory, positions)
    return _native.values(text(game), rows.tobytes(), rows.shape[-1], outcomes, *limits, bar)


def _limits(seconds: float, memory: int | None, positions: int) -> tuple[float, int | None, int]:
    return _seconds(seconds), optional(memory, "memory"), whole(positions, "positions")


def explain(
    game: str | Game | Position,
    *numbers: Number,
    seconds: float = SECONDS,
    memory: int | None = None,
    positions: int = POSITIONS,
) -> Explanation:
    """Why a position is won or lost.

    >>> print(explain("nim", 1, 1).text.splitlines()[1])
    The player to move loses: the value is 0.
    """
    told, text = _native.explain(_text(game, numbers), *_limits(seconds, memory, positions))
    data = _loads(told)
    return Explanation(text.rstrip("\n"), data["theorems"], data["why"], data["replies"], data)


def moves(game: str | Game | Position, *numbers: Number, positions: int = POSITIONS) -> list[Move]:
    """Every option of a position, in the order of the rules, with its value."""
    here = Position(game, *numbers)
    listed = _loads(_native.moves(here.text, whole(positions, "positions")))
    is_sum = bool(here._data["parts"])

    def move(one: dict[str, Any]) -> Move:
        block = one.get("then_block")
        to = Position(one["to"] if is_sum else f"{here.game} {one['to']}")
        return Move(to, one["value"], one["winning"], one["description"], None if block is None else tuple(block))

    return [move(one) for one in listed["moves"]]


def options(game: str | Game | Position, *numbers: Number) -> list[Position]:
    """The positions that one move leads to, in the order of the rules."""
    return [Position(option) for option in _native.options(_text(game, numbers))]


def games() -> list[dict[str, str]]:
    """Every game: name, notation, rules, example and paper.

    >>> [game["name"] for game in games()][:3]
    ['nim', 'silver-dollar', 'star-nim']
    """
    listed: list[dict[str, str]] = json.loads(_native.games())
    return listed
