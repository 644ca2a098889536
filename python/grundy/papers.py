"""What the papers say, held against the rules."""

from __future__ import annotations

import json
from typing import Any

from grundy import _native
from grundy._input import optional
from grundy._work import Bar


def audit(
    paper: str | None = None,
    *,
    claim: str | None = None,
    effort: str = "quick",
    up_to: int | None = None,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Checks every claim of the papers, of one paper, or one claim: a dictionary each, as ``pandas.DataFrame`` takes them.

    >>> audit(claim="farr-ho/table-1")[0]["verdict"]
    'holds'

    A contradicted claim has a grade, and what holds instead of it, which is checked too:

    >>> found = audit(claim="gu/theorem-7-offsets")[0]
    >>> found["grade"], found["instead_verdict"]
    ('slip', 'holds')

    The keys are those of ``docs/json.md``. ``effort`` is ``"quick"`` (seconds), ``"full"`` (minutes) or ``"frontier"``, as far as
    ``up_to`` says.
    """
    if up_to is not None and effort == "quick":
        effort = "frontier"
    with Bar("claims", progress) as bar:
        told: list[dict[str, Any]] = json.loads(_native.audit(paper, claim, effort, optional(up_to, "up_to"), bar))
    return told
