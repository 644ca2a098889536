"""What a user might write, for the type checkers. It is run, too."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import grundy


def slope(game: grundy.Game, count: int) -> float:
    x, _ = game.sequence(count=count)[-1]
    return x / count


@grundy.rules
def nim(p: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*p[:i], lower, *p[i + 1 :]) for i, pile in enumerate(p) for lower in range(pile)]


@grundy.rules(holes=[(0, 0)], name="star")
def star(p: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*p[:i], lower, *p[i + 1 :]) for i, pile in enumerate(p) for lower in range(pile)]


value: int | None = grundy.value("star-nim", np.int64(3), 7)
many: npt.NDArray[np.uint64] = grundy.values("wythoff", np.array([[3, 5], [4, 6]]))
letters: list[str] = grundy.outcomes("wythoff", [[1, 2]]).tolist()
game = grundy.Game("{x,y: x-i,y; x,y-i; x-i,y-2i}")
rays: grundy.Game = grundy.Rays([(1, 0), (0, 1), ((1, 1), "x>=y")])
table: grundy.Table = game.table(np.int64(20), dtype="uint16", progress=False)
one: grundy.Period = grundy.period("star-nim", row=7)
several: list[grundy.Period] = grundy.period("star-nim", rows=range(4))
proof: grundy.Certificate | None = one.certificate
verified: bool = proof is not None and grundy.check(proof).verified
own: int = nim.value(3, 5) + star.value(3, 7)
best: list[grundy.Option] = [move for move in nim.moves(1, 2) if move.winning]
moves: list[grundy.Move] = game.moves(3, 4)
outcome: str = game.outcome(3, 4)
rows: grundy.Results = grundy.sweep(lambda a: a * a, {"a": range(3)}, seconds=10, progress=False)
estimate: float | None = grundy.estimate("row-period", {"game": "nim", "row": "0..3"}, sample=1).seconds
machine: grundy.Automaton = grundy.automaton("wythoff", value=0)
accepted: bool = machine.accepts(10**30, np.int64(7))
targets: list[int | None] = [step for steps in machine.transitions for step in steps]
learned: grundy.AutomataProof = grundy.prove_automata(grundy.Game("wythoff"), value=0, progress=False)
position: grundy.Position = grundy.position("nim", 3) + game.position(1, 2)
try:
    grundy.value("nim", -1, seconds=0.5)
except grundy.InputError as error:
    hint: str | None = error.hint

assert value == 5 and verified and slope(grundy.Game("wythoff"), 100) > 1.5
assert [row["result"] for row in rows] == [0, 1, 4]
