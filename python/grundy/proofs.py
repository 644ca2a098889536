"""R-Wythoff by value: proofs for every n, and closed forms."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from grundy import _native
from grundy._input import optional, text as _text, whole
from grundy._work import Bar
from grundy.periods import Certificate


@dataclass(frozen=True)
class Evidence:
    """The numbers of a proof, as ``docs/r-wythoff.md`` explains them."""

    #: First and last index of the window that the argument starts from.
    window: tuple[int, int]
    #: P, the distance of positions from their line in the window, as (whole, phi): whole + phi·φ.
    bound: tuple[int, int]
    #: X, the index from which on the argument holds.
    start: int
    #: Rows that the proof needs.
    rows: int


@dataclass(frozen=True)
class ProvedValue:
    """What is known of the positions of one value."""

    value: int
    #: ``"proved"`` or ``"open"``.
    verdict: str
    #: C, the number of repeats among second entries.
    repeats: int
    #: M: from this index on, position n lies on diagonal n.
    settled: int
    #: W, the number of positions that do not.
    wrong: int
    #: The numbers of the proof, if the value is proved.
    proof: Evidence | None = None


@dataclass(frozen=True)
class Proof:
    """The positions of a value and of all smaller ones, proved for every n or open. ``print`` it for a table."""

    game: str
    #: The largest value.
    value: int
    #: ``"proved"``, or ``"open"`` if a value is not proved.
    verdict: str
    #: Rows that were computed.
    rows: int
    #: One entry for each value, from 0 on.
    values: tuple[ProvedValue, ...]
    #: The certificate, if all values are proved.
    certificate: Certificate | None
    #: The same as a table.
    text: str = field(repr=False)
    #: Of the first open value: ``value``, ``hypothesis`` and ``reason``.
    missing: dict[str, Any] | None = field(default=None, hash=False)
    #: The same as a dictionary, with the keys of ``docs/json.md``.
    data: dict[str, Any] = field(default_factory=dict, repr=False, hash=False)

    def __str__(self) -> str:
        return self.text


def prove(game: str = "r-wythoff", *, value: int, rows: int | None = None, progress: bool = True) -> Proof:
    """Proves where all positions of a value of R-Wythoff lie, with those of all smaller values.

    ``rows`` is an upper limit on the rows that are computed; what is not proved by then is open.

    >>> proof = prove("r-wythoff", value=4)
    >>> proof.verdict, [(one.repeats, one.settled, one.wrong) for one in proof.values]
    ('proved', [(0, 0, 0), (1, 4, 4), (3, 10, 9), (5, 22, 19), (12, 81, 58)])
    >>> proof.values[2].proof.window
    (10, 27)
    >>> bool(proof.certificate.check())
    True
    >>> prove("r-wythoff", value=4, rows=10).verdict
    'open'
    """
    value = whole(value, "value")
    with Bar("rows", progress) as bar:
        told, text, certificate = _native.prove(_text(game), value, optional(rows, "rows"), bar)
    data: dict[str, Any] = json.loads(told)
    return Proof(
        game=data["game"],
        value=data["value"],
        verdict=data["verdict"],
        rows=data["rows"],
        values=tuple(_proved_value(one) for one in data["values"]),
        certificate=None if certificate is None else Certificate(certificate),
        text=text.rstrip("\n"),
        missing=data["missing"],
        data=data,
    )


def _proved_value(one: dict[str, Any]) -> ProvedValue:
    proof = one.get("proof")
    evidence = None
    if proof is not None:
        first, last = proof["window"]
        bound = (proof["bound"]["whole"], proof["bound"]["phi"])
        evidence = Evidence((first, last), bound, proof["from"], proof["rows"])
    return ProvedValue(one["value"], one["verdict"], one["repeats"], one["settled"], one["wrong"], evidence)


@dataclass(frozen=True)
class Formula:
    """The closed form of the positions of a value. ``print`` it, or use its parts."""

    game: str
    value: int
    #: From index `start` on, position n is the n-th P-position of Wythoff's game less (shift, shift), except on the chains.
    shift: int
    start: int
    #: From this index on, position n lies on diagonal n.
    settled: int
    #: The first positions before `start`.
    positions: list[tuple[int, int]] = field(repr=False, hash=False)
    #: The number of chains of exceptions.
    chain_count: int
    #: The first chains: ``start``, the first two numbers, and ``sign``, 1 or -1, of the first exception.
    chains: list[dict[str, Any]] = field(repr=False, hash=False)
    text: str = field(repr=False)
    #: For a paper.
    latex: str = field(repr=False)
    #: The same as a dictionary, with the keys of ``docs/json.md``.
    data: dict[str, Any] = field(repr=False, hash=False)

    def __str__(self) -> str:
        return self.text

    def _repr_latex_(self) -> str:
        return self.latex


def formula(
    game: str = "r-wythoff",
    *,
    value: int,
    members: int = 1_000_000_000,
    chains: int = 40,
    positions: int = 40,
    progress: bool = True,
) -> Formula:
    """The closed form of the positions of a value of R-Wythoff, which is proved first, with all smaller values.

    ``members`` is an upper limit on the positions that are searched for chains of exceptions; ``chains`` and ``positions`` are
    upper limits on those that are returned.

    >>> print(formula("r-wythoff", value=1))
    r-wythoff value 1: position n lies on diagonal n for all n >= 4
    for n >= 4, position n is p_n - (1,1)
    the positions before that
      (0,1) (2,2) (3,6) (4,6)
    """
    value = whole(value, "value")
    with Bar("rows", progress) as bar:
        told, text, latex = _native.formula(
            _text(game), value, whole(members, "members"), whole(chains, "chains"), whole(positions, "positions"), bar
        )
    data: dict[str, Any] = json.loads(told)
    return Formula(
        game=data["game"],
        value=data["value"],
        shift=data["shift"],
        start=data["from"],
        settled=data["settled"],
        positions=[(x, y) for x, y in data["positions"]],
        chain_count=data["chain_count"],
        chains=data["chains"],
        text=text.rstrip("\n"),
        latex=latex,
        data=data,
    )
