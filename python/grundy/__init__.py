"""Impartial games from their rules: values, tables, periods with proofs, and sweeps that run on a cluster.

>>> import grundy
>>> grundy.value("star-nim", 3, 7)
5
>>> grundy.value("star-nim", 7, 10**30)
1000000000000000000000000000004
>>> p = grundy.position("star-nim", 3, 7) + grundy.position("wythoff", 2, 5)
>>> p.value, p.outcome
(1, 'N')
>>> int(grundy.table("wythoff", 4)[3, 4])
2
>>> grundy.period("star-nim", row=7).period
5040

Positions are written as the command line takes them (``"star-nim 3,7"``) or as a game and its numbers. `games` lists the
games, `errors` the exceptions; ``docs/python.md`` is the guide.
"""

from grundy import errors
from grundy._native import version as _version
from grundy.errors import BudgetSpent, GrundyError, InputError, TooWide, Unanswered
from grundy.own import Game, Recognised
from grundy.papers import audit
from grundy.periods import Certificate, Checked, Period, check, period, periods
from grundy.positions import Answer, Explanation, Move, Position, answer, explain, games, moves, position, value
from grundy.proofs import Evidence, Formula, Proof, ProvedValue, formula, prove
from grundy.rules import Rays, Rules
from grundy.sequences import Limit, limit, sequence
from grundy.stores import use_store
from grundy.sweeps import Results, questions, sweep, tasks
from grundy.tables import Table, table

__version__: str = _version()

__all__ = [
    "Answer",
    "BudgetSpent",
    "Certificate",
    "Checked",
    "Evidence",
    "Explanation",
    "Formula",
    "Game",
    "GrundyError",
    "InputError",
    "Limit",
    "Move",
    "Period",
    "Position",
    "Proof",
    "ProvedValue",
    "Rays",
    "Recognised",
    "Results",
    "Rules",
    "Table",
    "TooWide",
    "Unanswered",
    "answer",
    "audit",
    "check",
    "errors",
    "explain",
    "formula",
    "games",
    "limit",
    "moves",
    "period",
    "periods",
    "position",
    "prove",
    "questions",
    "sequence",
    "sweep",
    "table",
    "tasks",
    "use_store",
    "value",
]
