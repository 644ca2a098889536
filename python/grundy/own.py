"""A game by its rules as text, or by its name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, SupportsIndex

from grundy import _native
from grundy._input import whole
from grundy.errors import InputTypeError
from grundy.periods import period
from grundy.positions import answer, explain, moves, options, outcome, outcomes, position, value, values
from grundy.sequences import sequence
from grundy.tables import table


@dataclass(frozen=True)
class Recognised:
    """What is recognised of the rules of a game, and what follows."""

    #: The game of the catalogue that is proved to have the same rules; its theorems apply.
    same_as: str | None
    #: How moves lie: ``"rays"``, ``"lowering"`` (one number, to any smaller one), ``"sharing"``, or nothing.
    geometry: str | None
    #: The rays, each with its width and its guard.
    rays: tuple[str, ...]
    #: The pairs that are not positions, in a game of rays.
    holes: tuple[tuple[int, int], ...]
    #: Whether exchanging the two numbers gives the same game; nothing if that is not known.
    symmetric: bool | None
    #: A weighted sum that every move lowers, which proves that the game ends; nothing if none was found.
    ends: str | None
    #: The engine of tables; nothing if there are none.
    tables: str | None
    #: The engine of values that no theorem gives.
    values: str
    #: The reason for these engines.
    why: str
    #: Whether the positions of a value form a sequence.
    sequences: bool
    #: Whether periods of rows can be proved.
    periods: bool


class Game:
    """A game given by rules as text, in braces or as the text of a file, or by its name. Parameters are keywords. ``docs/rules.md`` has the
    notation.

    >>> import grundy
    >>> game = grundy.Game("{x,y: x-i,y; x,y-i; x-i,y-2i}")
    >>> game.value(50, 80)
    98
    >>> int(game.table(80)[50, 80])
    98
    >>> game.recognised.rays
    ('(1,0)', '(0,1)', '(1,2)')
    >>> halves = '''
    ... game halves(k >= 1)
    ... position x, y
    ... move x - i, y where i <= k
    ... move x, y - i
    ... '''
    >>> grundy.Game(halves, k=2)
    grundy.Game('{x, y: x - i, y where i <= 2; x, y - i}')

    It stands wherever a game is expected. Two games are equal when their rules have the same normal form, however they are written:

    >>> grundy.value(game, 50, 80)
    98
    >>> grundy.Game("{p,q: p-n,q-m where n=m or n=0 or m=0}") == grundy.Game("wythoff")
    True
    >>> len({game, grundy.Game("{a,b: a-j,b-2j; a,b-j; a-j,b}")})
    1

    A rule text is data, never code. What is wrong in it is an `InputError` that says where.
    """

    __slots__ = ("__dict__", "_data", "_given")

    def __init__(self, text: str | Path | Game, **parameters: SupportsIndex) -> None:
        if isinstance(text, Path):
            text = text.read_text(encoding="utf-8")
        if not isinstance(text, str | Game):
            raise InputTypeError(f"{text!r} is no game", "a game is a text, a path or a grundy.Game")
        given = [(name, whole(number, name)) for name, number in parameters.items()]
        self._given = (text.text if isinstance(text, Game) else text, dict(given))
        self._data: dict[str, Any] = json.loads(_native.game(self._given[0], given))

    @property
    def text(self) -> str:
        """The game as it is written in other places: its rules in one line, or its name."""
        rules = self._data.get("rules")
        return str(rules["inline"] if rules else self._data["game"])

    @property
    def name(self) -> str:
        """Its name with its parameters, or its rules if it has none."""
        return str(self._data["game"])

    @property
    def normal_form(self) -> str | None:
        """A text that determines the rules.

        >>> Game("{a,b: a-j,b-2*j; a,b-j; a-j,b}").normal_form
        '{x, y: x - i, y; x - i, y - 2i; x, y - i}'
        """
        form: str | None = self._data["normal_form"]
        return form

    @property
    def file(self) -> str | None:
        """The rules as the text of a file; nothing for games of the catalogue."""
        rules = self._data.get("rules")
        return str(rules["file"]) if rules else None

    @cached_property
    def recognised(self) -> Recognised:
        """What is recognised of the rules, and which engines answer.

        >>> Game("{x,y: x-i,y-j where i=j or i=0 or j=0}").recognised.same_as
        'wythoff'
        """
        data = self._data
        return Recognised(
            same_as=data["same_as"],
            geometry=data["geometry"],
            rays=tuple(data.get("rays", ())),
            holes=tuple((x, y) for x, y in data.get("holes", ())),
            symmetric=data["symmetric"],
            ends=data["rules"]["ends"] if "rules" in data else None,
            tables=data["tables"],
            values=data["values"],
            why=data["why"],
            sequences=data["sequences"],
            periods=data["periods"],
        )

    # The questions of the package, with this game as their first argument.
    position = position
    answer = answer
    value = value
    outcome = outcome
    values = values
    outcomes = outcomes
    explain = explain
    moves = moves
    options = options
    table = table
    sequence = sequence
    period = period

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"grundy.Game({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, self._given)

    def _key(self) -> str:
        return self.normal_form or self.text


def _again(text: str, parameters: dict[str, int]) -> Game:
    """A game that was pickled."""
    return Game(text, **parameters)
