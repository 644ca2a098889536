"""Periods, proved, with certificates that another program checks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy import _native
from grundy._work import Bar
from grundy.errors import InputError

if TYPE_CHECKING:
    from grundy.own import Game


@dataclass(frozen=True)
class Checked:
    """What the checker says of a certificate. It is true just when the certificate was verified."""

    #: ``"verified"``, ``"rejected"``, ``"not checked"`` (a limit was reached) or ``"unreadable"``.
    verdict: str
    #: The claim in words, what is wrong, or which limit was reached.
    says: str
    #: The line that is wrong.
    line: int | None = None

    @property
    def verified(self) -> bool:
        """Whether the claim has been verified."""
        return self.verdict == "verified"

    def __bool__(self) -> bool:
        return self.verified


@dataclass(frozen=True)
class Certificate:
    """The evidence for a period: data that nobody needs to trust, see ``docs/certificates.md``."""

    text: str = field(repr=False)

    def check(self) -> Checked:
        """Checks it with a checker that shares no code with its maker."""
        return check(self)

    def save(self, path: str | Path) -> None:
        """Writes it to a file, for ``grundy check`` or ``grundy-check``."""
        Path(path).write_text(self.text, encoding="ascii")


def check(certificate: Certificate | str | bytes | Path, *, work: int = 1 << 42, memory: int = 1 << 32) -> Checked:
    """Checks a certificate, given as such, as its text, or as the path of a file.

    ``work`` limits the steps, of a few nanoseconds each, and ``memory`` the bytes. A certificate that needs more is not checked.

    >>> import grundy
    >>> proof = grundy.period("star-nim", row=2)
    >>> bool(grundy.check(proof.certificate)), grundy.check(proof.certificate.text.replace("period 3", "period 6")).line
    (True, 7)
    >>> grundy.check(proof.certificate, work=5).verdict
    'not checked'
    """
    if isinstance(certificate, Path):
        return Checked(*_native.check_file(certificate, work, memory))
    if isinstance(certificate, Certificate):
        certificate = certificate.text
    data = certificate.encode() if isinstance(certificate, str) else certificate
    return Checked(*_native.check(data, work, memory))


@dataclass(frozen=True)
class Period:
    """What is known of a period.

    Of row a: G(a, b + period) = G(a, b) + saltus for all b >= preperiod. Of a value: the differences y - x along its positions, by
    their number. Of diagonal d: G(a, a + d), by a. Preperiod and period are the least there are.
    """

    game: str
    #: ``"row"``, ``"value"`` or ``"diagonal"``.
    of: str
    #: Which one.
    number: int
    #: ``"proved"``, ``"refuted"`` (the claim) or ``"open"``.
    verdict: str
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    #: The period of the whole state that drives it.
    state_period: int | None = None
    #: Where an open search ended.
    searched_to: int | None = None
    #: Of a diagonal that is not proved: a period that its values show, with preperiod, period and saltus.
    candidate: dict[str, int] | None = None
    #: A period that somebody has claimed, and the first column at which it fails.
    claim: int | None = None
    fails_at: int | None = None
    certificate: Certificate | None = None


#: What is counted while a period is looked for.
_COUNTED = {"row": "columns", "value": "values", "diagonal": "cells"}


def _known(told: str, certificate: str | None = None) -> Period:
    data: dict[str, Any] = json.loads(told)
    of = next(key for key in ("row", "value", "diagonal") if key in data)
    return Period(
        of=of,
        number=data.pop(of),
        certificate=None if certificate is None else Certificate(certificate),
        **data,
    )


def period(
    game: str | Game,
    *,
    row: int | None = None,
    value: int | None = None,
    diagonal: int | None = None,
    columns: int | None = None,
    claim: int | None = None,
    progress: bool = True,
) -> Period:
    """The period of a row, of the positions of a value (Star Nim) or of a diagonal, proved where it can be.

    ``columns`` says how far to look, at most; what is not proved by then is open. ``claim`` is a period to judge, for rows.

    >>> period("star-nim", row=7)
    Period(game='star-nim', of='row', number=7, verdict='proved', preperiod=21, period=5040, saltus=5040, \
state_period=5040, searched_to=None, candidate=None, claim=None, fails_at=None, certificate=Certificate())
    >>> period("star-nim", row=7, claim=3600).verdict
    'refuted'
    >>> period("star-nim", row=11, columns=1000).verdict
    'open'
    >>> period("wythoff", diagonal=3).verdict
    'open'
    """
    given = [name for name, one in (("row", row), ("value", value), ("diagonal", diagonal)) if one is not None]
    if len(given) != 1:
        raise InputError("a period is one of a row, a value or a diagonal", "give just one of row=, value= and diagonal=")
    if claim is not None and row is None:
        raise InputError("a claim is judged of a row", "give row= with claim=")
    number = next(one for one in (row, value, diagonal) if one is not None)
    if number < 0:
        raise InputError("rows, values and diagonals are not negative")
    with Bar(_COUNTED[given[0]], progress) as bar:
        return _known(*_native.periods(str(game), given[0], number, number, columns, claim, bar)[0])


def periods(
    game: str | Game,
    *,
    rows: Iterable[int] | None = None,
    values: Iterable[int] | None = None,
    columns: int | None = None,
    progress: bool = True,
) -> list[Period]:
    """The periods of several rows or values; the work is that of the last one.

    >>> [p.period for p in periods("star-nim", rows=range(7))]
    [1, 1, 3, 9, 36, 144, 720]
    """
    if (rows is None) == (values is None):
        raise InputError("periods are of rows or of values", "give just one of rows= and values=")
    wanted = list(rows if rows is not None else values or ())
    if not wanted:
        return []
    if min(wanted) < 0:
        raise InputError("rows and values are not negative")
    of = "row" if rows is not None else "value"
    with Bar(_COUNTED[of], progress) as bar:
        known = _native.periods(str(game), of, 0, max(wanted), columns, None, bar)
    return [_known(*known[number]) for number in wanted]
