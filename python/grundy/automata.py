"""Automata that accept the positions of a value, digit by digit."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from grundy import _native
from grundy._input import optional, seconds as _seconds, text as _text, whole
from grundy._work import SECONDS, Bar
from grundy.errors import InputError
from grundy.periods import Certificate

if TYPE_CHECKING:
    from grundy.own import Game


class Automaton:
    """A finite automaton that accepts exactly the positions of a value. It is proved for numbers of any size; ``docs/automata.md`` has the
    method. `automaton` gives it. A notebook draws it, if it has up to 100 states.

    It reads two numbers digit by digit, the most significant digits first: the piles, the smaller number first unless their order matters; of
    ``sharing-nim`` a and b of the positions (0, a, b) with 2a <= b.
    """

    #: The game.
    game: str
    #: The value.
    value: int
    #: ``"proved"``: an automaton that is not proved is none.
    verdict: str
    #: How numbers are written: ``"zeckendorf"``, ``"base-2"``, ``"ostrowski-2"`` and so on.
    numeration: str
    #: The number of states. State 0 is the first; the state from which nothing is accepted is not counted.
    states: int
    #: For each state, the states after the digits (0, 0), (1, 0), .., (0, 1), (1, 1), .. of the two numbers; ``None`` if nothing is accepted from there on.
    transitions: tuple[tuple[int | None, ...], ...]
    #: The accepting states.
    accepting: frozenset[int]

    def __init__(self, native: _native.Automaton) -> None:
        self._native = native
        data = self.json()
        self.game, self.value, self.numeration = data["game"], data["value"], data["numeration"]
        self.states, self.verdict = data["states"], "proved"
        self.transitions = tuple(tuple(after) for after in data["transitions"])
        self.accepting = frozenset(data["accepting"])

    def accepts(self, x: SupportsIndex, y: SupportsIndex) -> bool:
        """Whether the automaton accepts two numbers of any size. The smaller one is read first, unless the order of the piles matters.

        >>> automaton("wythoff", value=1).accepts(4, 8)
        True
        """
        return self._native.accepts(x, y)

    def text(self) -> str:
        """The automaton in the text of certificates."""
        return self._native.text()

    def dot(self) -> str:
        """The automaton in the language of Graphviz."""
        return self._native.dot()

    def svg(self) -> str:
        """A picture; an `InputError` if there are more than 100 states."""
        picture = self._native.svg()
        if picture is None:
            message = f"{self.states} states are too many for a picture"
            raise InputError(message, f"up to {self._native.most_drawn} can be drawn; dot() has no limit")
        return picture

    def walnut(self) -> str:
        """The text format of Walnut, with its numeration systems ``msd_fib`` and ``msd_2``."""
        return self._native.walnut()

    def json(self) -> dict[str, Any]:
        """A dictionary with the keys of ``docs/json.md``, as ``grundy automaton --format json`` prints it."""
        data: dict[str, Any] = json.loads(self._native.json())
        return data

    def _repr_svg_(self) -> str | None:
        return self._native.svg()

    def __repr__(self) -> str:
        return f"<grundy.Automaton of {self.game} value {self.value}: {self.states} states, {self.numeration}>"


def automaton(
    game: str | Game = "wythoff",
    *,
    value: int,
    numeration: str | None = None,
    seconds: float = SECONDS,
    memory: int | None = None,
    progress: bool = True,
) -> Automaton:
    """The automaton of the positions of a value, for ``wythoff`` (values 0, 1 and 2), ``sharing-nim`` (0 and 1), and small values of other games
    of two piles with moves along rays, with blocking too, where an automaton is found. ``numeration`` is ``"zeckendorf"``, ``"base-2"``,
    ``"ostrowski-2"`` and so on; by default it is as usual for the game.

    Those of Wythoff's game have been proved, and the package has them; others are proved now. `Unanswered` says why none is known;
    an automaton that is not found within ``seconds`` and ``memory`` is `BudgetSpent`.

    >>> wythoff = automaton("wythoff", value=0)
    >>> wythoff
    <grundy.Automaton of wythoff value 0: 4 states, zeckendorf>
    >>> [(x, y) for x in range(9) for y in range(x, 9) if wythoff.accepts(x, y)]
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    >>> automaton("wythoff", value=2).accepts(10**30, 10**30)
    False
    >>> automaton("fraenkel:a=2", value=0).numeration
    'ostrowski-2'
    """
    value = whole(value, "value")
    limits = (_seconds(seconds), optional(memory, "memory"))
    with Bar("states", progress) as bar:
        return Automaton(_native.Automaton(_text(game), value, numeration, *limits, bar))


@dataclass(frozen=True)
class AutomatonVerdict:
    """What is known of the automaton of one value."""

    value: int
    #: ``"proved"`` or ``"open"``.
    verdict: str
    #: States of the automaton, or of the last hypothesis.
    states: int
    #: The same as a dictionary, with the keys of ``docs/json.md``: the sizes of the other automata of the proof, too.
    data: dict[str, Any] = field(default_factory=dict, repr=False, hash=False)


@dataclass(frozen=True)
class AutomataProof:
    """The automata of a value and of all smaller ones, proved or open. ``print`` it for a table."""

    game: str
    #: The largest value.
    value: int
    #: ``"proved"``, or ``"open"`` if a value is not proved.
    verdict: str
    #: One entry for each value, from 0 on, up to the first that is open.
    values: tuple[AutomatonVerdict, ...]
    #: Why a value is open.
    obstacle: str | None
    #: The certificate, if all values are proved and the game has certificates: ``wythoff`` and ``sharing-nim`` do.
    certificate: Certificate | None
    #: The same as a table.
    text: str = field(repr=False)
    #: The same as a dictionary, with the keys of ``docs/json.md``.
    data: dict[str, Any] = field(default_factory=dict, repr=False, hash=False)

    def __str__(self) -> str:
        return self.text


def prove_automata(
    game: str | Game = "wythoff",
    *,
    value: int,
    numeration: str | None = None,
    seconds: float = float("inf"),
    memory: int | None = None,
    progress: bool = True,
) -> AutomataProof:
    """Learns the automata of a value and of all smaller ones from the rules alone, and proves them. For the games of `automaton`; value 2 of
    Wythoff's game takes a minute.

    >>> proof = prove_automata("sharing-nim", value=1)
    >>> proof.verdict, [one.states for one in proof.values]
    ('proved', [3, 8])
    >>> bool(proof.certificate.check())
    True
    """
    value = whole(value, "value")
    with Bar("states", progress) as bar:
        told, text, certificate = _native.prove_automata(
            _text(game), value, numeration, _seconds(seconds), optional(memory, "memory"), bar
        )
    data: dict[str, Any] = json.loads(told)
    return AutomataProof(
        game=data["game"],
        value=data["value"],
        verdict=data["verdict"],
        values=tuple(AutomatonVerdict(one["value"], one["verdict"], one["states"], one) for one in data["values"]),
        obstacle=data.get("obstacle"),
        certificate=None if certificate is None else Certificate(certificate),
        text=text.rstrip("\n"),
        data=data,
    )
