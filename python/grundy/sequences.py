"""The positions of one value, and the line they lie near."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

from grundy import _native
from grundy._input import optional, text, whole
from grundy._work import POSITIONS, Bar

if TYPE_CHECKING:
    from grundy.own import Game


def sequence(
    game: str | Game,
    value: int = 0,
    count: int = 20,
    *,
    rows: int | None = None,
    positions: int = POSITIONS,
    progress: bool = True,
) -> list[tuple[int, int]]:
    """The positions (x, y), x <= y, of a value of a two-pile game: the first ``count``, or those with x below ``rows``.

    >>> sequence("wythoff", count=4)
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    >>> sequence("gurvich:a=2,b=2,p=2,q=2", count=3)
    [(0, 0), (0, 1), (1, 1)]

    For Sharing Nim these are the (a, b) with 2a <= b of positions 0,a,b, by increasing b; ``rows`` limits b.

    >>> sequence("sharing-nim", 2, 3)
    [(1, 3), (2, 4), (2, 6)]
    """
    with Bar("rows" if rows is not None else "members", progress) as bar:
        return _native.sequence(
            text(game),
            whole(value, "value"),
            whole(count, "count"),
            optional(rows, "rows"),
            whole(positions, "positions"),
            bar,
        )


@dataclass(frozen=True)
class Limit:
    """The limit of x_n / n along the P-positions of a game."""

    game: str
    #: Cut off, not rounded: every digit is right.
    value: Decimal
    #: The number itself, where it is a surd.
    exact: str | None
    #: The polynomial to whose root it belongs.
    polynomial: str | None
    #: The theorem, with its source.
    by: str


def limit(game: str | Game, digits: int = 50) -> Limit | None:
    """The limit of x_n / n in Wythoff's game and its relatives, to so many digits; nothing where no limit is known.

    >>> limit("wythoff", 20).value
    Decimal('1.61803398874989484820')
    >>> limit("fraenkel:a=2").exact
    'sqrt(2)'
    >>> limit("gurvich:a=2,b=3,p=3,q=2") is None
    True
    """
    data = json.loads(_native.limit(text(game), whole(digits, "digits")))
    if data["limit"] is None:
        return None
    with localcontext() as context:
        context.prec = len(data["limit"])
        value = Decimal(data["limit"])
    return Limit(data["game"], value, data["exact"], data["polynomial"], data["by"])
