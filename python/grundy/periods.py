"""Periods, proved, with certificates that another program checks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from grundy import _native
from grundy._input import optional, seconds as _seconds, text, whole
from grundy._work import Bar
from grundy.errors import InputError, InputTypeError

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


def check(
    certificate: Certificate | Period | str | bytes | PathLike[str],
    *,
    work: int = 1 << 42,
    memory: int = 1 << 32,
    seconds: float = inf,
) -> Checked:
    """Checks a certificate, given as such, as its text, as a period that has one, or as the path of a file.

    ``work`` limits the steps, of a few nanoseconds each, ``memory`` the bytes, and ``seconds`` the time. A certificate that needs
    more is not checked.

    >>> import grundy
    >>> proof = grundy.period("star-nim", row=2)
    >>> bool(grundy.check(proof)), grundy.check(proof.certificate.text.replace("period 3", "period 6")).line
    (True, 7)
    >>> grundy.check(proof.certificate, work=5).verdict
    'not checked'
    """
    limits = whole(work, "work"), whole(memory, "memory"), _seconds(seconds)
    # A text of one line is no certificate.
    if isinstance(certificate, str) and "\n" not in certificate.strip() and certificate.strip():
        path = Path(certificate)
        if not path.is_file():
            raise InputError(
                f"{certificate!r} is neither the text of a certificate nor a file", "a certificate has several lines"
            )
        certificate = path
    if isinstance(certificate, Period):
        if certificate.certificate is None:
            raise InputError(f"this period is {certificate.verdict} and has no certificate")
        certificate = certificate.certificate
    if isinstance(certificate, Certificate):
        certificate = certificate.text
    if isinstance(certificate, PathLike):
        return Checked(*_native.check_file(certificate, *limits))
    if not isinstance(certificate, str | bytes):
        raise InputTypeError(f"{certificate!r} is no certificate", "a Certificate, its text, a Period or a path")
    data = certificate.encode() if isinstance(certificate, str) else certificate
    return Checked(*_native.check(data, *limits))


@dataclass(frozen=True)
class Period:
    """What is known of a period.

    Of row a: G(a, b + period) = G(a, b) + saltus for all b >= preperiod. Of a value: the differences y - x along its positions, by
    their number. Of diagonal d: G(a, a + d), by a. Preperiod and period are the least there are.
    """

    game: str
    #: ``"row"``, ``"value"``, ``"diagonal"`` or ``"heaps"``.
    of: str
    #: Which one; all of them if several numbers of a row are fixed; None for heaps.
    number: int | tuple[int, ...] | None
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
    candidate: dict[str, int] | None = field(default=None, hash=False)
    #: A period that somebody has claimed, and the first column at which it fails.
    claim: int | None = None
    fails_at: int | None = None
    #: Of heaps: the heaps before the preperiod whose values are not those of the period, and the largest heap that the proof needs.
    exceptions: int | None = field(default=None, repr=False)
    verified: int | None = field(default=None, repr=False)
    certificate: Certificate | None = None


#: What is counted while a period is looked for.
_COUNTED = {"row": "columns", "value": "values", "diagonal": "cells", "heaps": "heaps"}


def _known(told: str, certificate: str | None = None) -> Period:
    data: dict[str, Any] = json.loads(told)
    of = next(key for key in _COUNTED if key in data)
    number = data.pop(of)
    if isinstance(number, dict):
        data |= number
        number = None
    return Period(
        of=of,
        number=tuple(number) if isinstance(number, list) else number,
        certificate=None if certificate is None else Certificate(certificate),
        **data,
    )


@overload
def period(
    game: str | Game,
    *,
    row: SupportsIndex | Sequence[SupportsIndex] | None = None,
    value: SupportsIndex | None = None,
    diagonal: SupportsIndex | None = None,
    columns: SupportsIndex | None = None,
    claim: SupportsIndex | None = None,
    progress: bool = True,
) -> Period: ...


@overload
def period(
    game: str | Game,
    *,
    rows: Iterable[SupportsIndex],
    columns: SupportsIndex | None = None,
    progress: bool = True,
) -> list[Period]: ...


@overload
def period(
    game: str | Game,
    *,
    values: Iterable[SupportsIndex],
    columns: SupportsIndex | None = None,
    progress: bool = True,
) -> list[Period]: ...


def period(
    game: str | Game,
    *,
    row: SupportsIndex | Sequence[SupportsIndex] | None = None,
    value: SupportsIndex | None = None,
    diagonal: SupportsIndex | None = None,
    rows: Iterable[SupportsIndex] | None = None,
    values: Iterable[SupportsIndex] | None = None,
    columns: SupportsIndex | None = None,
    claim: SupportsIndex | None = None,
    progress: bool = True,
) -> Period | list[Period]:
    """The period of a row, of the positions of a value (Star Nim) or of a diagonal, proved where it can be; of a heap game that of
    its values, with none of these.

    A row of Nim or Star Nim may have several fixed numbers: ``period("star-nim", row=(3, 4))`` is that of G(3, 4, b) by b.

    ``columns`` says how far to look, at most; what is not proved by then is open. ``claim`` is a period to judge, for a row.

    >>> period("star-nim", row=7)
    Period(game='star-nim', of='row', number=7, verdict='proved', preperiod=21, period=5040, saltus=5040, \
state_period=5040, searched_to=None, candidate=None, claim=None, fails_at=None, certificate=Certificate())
    >>> period("star-nim", row=7, claim=3600).verdict
    'refuted'
    >>> period("star-nim", row=11, columns=1000).verdict
    'open'
    >>> period("wythoff", diagonal=3).verdict
    'open'

    Of several ``rows`` or ``values`` it is a list; the work is that of the last one:

    >>> [p.period for p in period("star-nim", rows=range(7))]
    [1, 1, 3, 9, 36, 144, 720]
    """
    wanted = {"row": row, "value": value, "diagonal": diagonal, "rows": rows, "values": values}
    given = [name for name, one in wanted.items() if one is not None]
    if len(given) > 1:
        raise InputError(
            "a period is one of a row, a value or a diagonal", "give just one of row=, value=, diagonal=, rows= and values="
        )
    if claim is not None and row is None:
        raise InputError("a claim is judged of a row", "give row= with claim=")
    limits = optional(columns, "columns"), optional(claim, "claim", 1)
    of = given[0].removesuffix("s") if given else "heaps"
    several = rows if rows is not None else values
    if several is None:
        one = next((one for one in (row, value, diagonal) if one is not None), 0)
        if isinstance(one, Sequence):
            number, fixed = 0, [whole(part, of) for part in one]
        else:
            number, fixed = whole(one, of), []
        if of == "row" and isinstance(one, Sequence) and not fixed:
            raise InputError("a row has at least one fixed number", "give row=3 or row=(3, 4)")
        with Bar(_COUNTED[of], progress) as bar:
            return _known(*_native.periods(text(game), of, number, number, fixed, *limits, bar)[0])
    if isinstance(several, str | bytes) or not isinstance(several, Iterable):
        raise InputTypeError(f"{given[0]} are whole numbers, not {several!r}")
    numbers = [whole(number, of) for number in several]
    if not numbers:
        return []
    with Bar(_COUNTED[of], progress) as bar:
        known = _native.periods(text(game), of, 0, max(numbers), [], *limits, bar)
    return [_known(*known[number]) for number in numbers]
