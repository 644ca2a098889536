"""Games by rules as text: every question, against functions with the same rules."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import grundy

HALVES = """
# One pile is lowered by at most k.
game halves(k >= 1)
"A test."
position x, y
move x - i, y  where i <= k
move x, y - i
"""


def halves(k):
    def options(p):
        x, y = p
        yield from ((x - i, y) for i in range(1, min(x, k) + 1))
        yield from ((x, j) for j in range(y))

    return options


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_file_with_parameters(k):
    game, slow = grundy.Game(HALVES, k=k), grundy.Rules(halves(k))
    table = game.table(9, progress=False)
    for x in range(10):
        for y in range(10):
            assert table[x, y] == slow.value(x, y) == game.value(x, y)
    assert {(move.to.numbers, move.value) for move in game.moves(3, 4)} == set(slow.moves(3, 4))
    assert game.outcome(3, 4) == slow.outcome(3, 4)
    assert game.name == f"halves:k={k}"
    assert game.file == HALVES.replace("# One pile is lowered by at most k.\n", "").replace("  where", " where").lstrip()


def test_it_stands_wherever_a_game_does():
    text = "{x,y: x-i,y; x,y-i; x-i,y-i}"
    game = grundy.Game(text)
    assert grundy.value(game, 4, 7) == grundy.value(text, 4, 7) == 0
    assert grundy.position(game, 4, 7) == grundy.position(f"{text} 4,7") == game.position(4, 7)
    assert (game.position(4, 8) + grundy.position("nim", 1)).value == 0
    assert grundy.explain(game, 4, 7).text == game.explain(4, 7).text
    assert np.array_equal(grundy.table(game, 20), grundy.table("wythoff", 20))
    assert grundy.sequence(game, count=3) == game.sequence(count=3) == [(0, 0), (1, 2), (3, 5)]
    assert grundy.period(game, row=3) == game.period(row=3) == grundy.period("wythoff", row=3)
    assert [p.period for p in grundy.period(game, rows=range(3))] == [p.period for p in grundy.period("wythoff", rows=range(3))]
    assert grundy.limit(game, 10).value == grundy.limit("wythoff", 10).value
    plan = {"question": "value", "game": str(game), "position": "3,{b}"}
    rows = grundy.sweep(plan, {"b": range(4)}, progress=False)
    assert [row["value"] for row in rows] == [game.value(3, b) for b in range(4)]


def test_equal_by_normal_form():
    spellings = ["{x,y: x-i,y; x,y-i; x-i,y-2i}", "{a,b: a-j,b-2*j; a,b-j; a-j,b}", "{x,y: x-k,y-k-k; x-i,y; x,y-i}"]
    assert len({grundy.Game(text) for text in spellings}) == 1
    assert grundy.Game("gdwn:p=1,q=2") == grundy.Game("gdwn", p=1, q=2) != grundy.Game("gdwn", p=1, q=3)
    assert grundy.Game("{x,y: x-i,y-j where i=j or i=0 or j=0}") == grundy.Game("wythoff") == grundy.Game("fraenkel", a=1)
    assert grundy.Game("{x,y: x-i,y; x,y-i}") != grundy.Game("{x,y,z: x-i,y,z; x,y-i,z; x,y,z-i}")
    assert grundy.Game("wythoff") != "wythoff"


def test_pickled_copied_and_shown():
    for game in (grundy.Game(HALVES, k=2), grundy.Game("exile"), grundy.Game("{x: x-i where i in {1,3,4}}")):
        again = pickle.loads(pickle.dumps(game))
        assert (again, again.name, again.file, repr(again)) == (game, game.name, game.file, repr(game))
        assert eval(repr(game)) == game == grundy.Game(game)


def test_from_a_file(tmp_path: Path):
    path = tmp_path / "halves.rules"
    path.write_text(HALVES)
    assert grundy.Game(path, k=2) == grundy.Game(HALVES, k=2)


def test_recognised():
    told = grundy.Game("{x,y where x+y > 0: x-i,y; x,y-i; x-i,y-i}").recognised
    assert (told.rays, told.holes, told.ends) == (("(1,0)", "(0,1)", "(1,1)"), ((0, 0),), "x + y")
    assert grundy.Game("star-nim").recognised.ends is None
    assert grundy.Game("{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}").recognised.same_as == "gurvich:a=2,b=3"


@pytest.mark.parametrize(
    ("rays", "holes", "text"),
    [
        ([(1, 0), (0, 1), (1, 2)], [], "{x,y: x-i,y; x,y-i; x-i,y-2i}"),
        ([(1, 0), (0, 1)], [(0, 0)], "{x,y where x+y>0: x-i,y; x,y-i}"),
        ([((1, 0), "x>=y"), ((0, 1), "x<=y"), (1, 1)], [], "{x,y: x-i,y where x>=y; x,y-i where y>=x; x-i,y-i}"),
        ([((1, 0), None, 3), ((0, 1), None, 3), ((1, 1), None, 2)], [], "{x,y: x-i,y-j where |i-j|<2 or min(i,j)<3}"),
    ],
)
def test_rays_as_rules(rays, holes, text):
    made = grundy.Rays(rays, holes=holes)
    game = grundy.Game(text)
    assert made == game and hash(made) == hash(game) and pickle.loads(pickle.dumps(made)) == made
    assert np.array_equal(made.table(12, progress=False), game.table(12, progress=False))


def test_wrong_rules_are_located():
    with pytest.raises(grundy.InputError) as caught:
        grundy.Game("{x,y: x-i,y+j}")
    assert caught.value.message == "the position does not bound `j`"
    with pytest.raises(grundy.InputError, match="line 4: this is not linear"):
        grundy.Game("\ngame a\nposition x\nmove x - i*x\n")
    with pytest.raises(grundy.InputError, match="k = 0 is out of range"):
        grundy.Game(HALVES, k=0)
    with pytest.raises(grundy.InputError, match="parameter `k` is missing"):
        grundy.Game(HALVES)
    with pytest.raises(grundy.InputError):
        grundy.Game("{x: x-i}", k=2)
    with pytest.raises(grundy.InputError, match="unknown game"):
        grundy.Game("chess")
    with pytest.raises(grundy.InputError, match="does not end"):
        grundy.Game("{x,y: y,x}").value(1, 2)
