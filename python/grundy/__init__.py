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
from grundy.automata import AutomataProof, Automaton, AutomatonVerdict, automaton, prove_automata
from grundy.errors import BudgetSpent, GrundyError, InputError, InputTypeError, TooWide, Unanswered
from grundy.functions import Option, Rules, rules
from grundy.own import Game, Recognised
from grundy.papers import audit
from grundy.periods import Certificate, Checked, Period, check, period
from grundy.positions import (
    Answer,
    Explanation,
    Move,
    Position,
    answer,
    explain,
    games,
    moves,
    outcome,
    outcomes,
    position,
    value,
    values,
)
from grundy.proofs import Evidence, Formula, Proof, ProvedValue, formula, prove
from grundy.rays import Rays
from grundy.sequences import Limit, limit, sequence
from grundy.stores import use_store
from grundy.sweeps import Estimate, Results, estimate, merge, questions, sweep, tasks
from grundy.tables import Table, table

__version__: str = _version()

__all__ = [
    "Answer",
    "AutomataProof",
    "Automaton",
    "AutomatonVerdict",
    "BudgetSpent",
    "Certificate",
    "Checked",
    "Estimate",
    "Evidence",
    "Explanation",
    "Formula",
    "Game",
    "GrundyError",
    "InputError",
    "InputTypeError",
    "Limit",
    "Move",
    "Option",
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
    "automaton",
    "check",
    "errors",
    "estimate",
    "explain",
    "formula",
    "games",
    "limit",
    "merge",
    "moves",
    "outcome",
    "outcomes",
    "period",
    "position",
    "prove",
    "prove_automata",
    "questions",
    "rules",
    "sequence",
    "sweep",
    "table",
    "tasks",
    "use_store",
    "value",
    "values",
]
