"""Positions: values of any size, moves, explanations, sums, blocking, boards and errors."""

import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import grundy


def test_values_of_any_size():
    x = int(10**30 * (1 + 5**0.5) / 2)
    assert grundy.value("nim", 10**40, 10**40) == 0
    assert grundy.value("nim", 3 << 200, 5 << 200) == 6 << 200
    assert isinstance(grundy.value("star-nim", 7, x), int)
    p = grundy.position("wythoff", 10**50, 3)
    assert p.numbers == (10**50, 3)
    assert p.outcome == "N"


def test_the_same_position_however_it_is_written():
    p = grundy.position("star-silver-dollar", [2, 5], [3], (1, 4))
    assert p == grundy.position("star-silver-dollar [2,5],[3],[1,4]") == grundy.Position(p)
    assert p.numbers == ((2, 5), (3,), (1, 4))
    assert grundy.value("nim", np.int64(3), np.uint8(5)) == 6
    assert hash(p) == hash(grundy.position(p.text))
    assert pickle.loads(pickle.dumps(p)) == p


def test_moves_lead_where_they_say():
    p = grundy.position("wythoff", 4, 6)
    moves = p.moves()
    assert len(moves) == 14
    for move in moves:
        assert move.to.value == move.value
        assert move.winning == (move.value == 0)
    assert {move.to.numbers for move in moves if move.winning} == {
        grundy.position(f"wythoff {one}").numbers for one in p.answer.winning_moves
    }


def test_sums_and_their_moves():
    total = grundy.position("star-nim", 3, 7) + grundy.position("wythoff", 2, 5)
    assert total.value == grundy.value("star-nim", 3, 7) ^ grundy.value("wythoff", 2, 5)
    assert [part.text for part in total.parts] == ["star-nim 3,7", "wythoff 2,5"]
    assert total.numbers == ((3, 7), (2, 5))
    winning = [move.to for move in total.moves() if move.winning]
    assert winning and all(to.outcome == "P" for to in winning)
    assert [part["value"] for part in total.answer.components] == [5, 4]
    assert grundy.position("nearly(nim 3 + nim 7)").value == grundy.value("star-nim", 3, 7)


def test_blocking():
    answer = grundy.answer("larsson:a=1,p=2", 1, 1)
    assert answer.outcome == "P" and answer.blocked == ("0,0",)
    assert "may be blocked" in answer.blocking
    assert grundy.answer("wythoff", 1, 1).outcome == "N"
    # One option may be blocked: a pile of n is worth half of it.
    assert [grundy.value("nim@block=2", n) for n in range(6)] == [0, 0, 1, 1, 2, 2]


def test_explanations():
    told = grundy.explain("star-nim", 7, 10**30)
    assert {"Farr & Ho, Proposition 1"} <= {theorem["by"] for theorem in told.theorems}
    assert all(theorem["says"] in str(told) for theorem in told.theorems)
    assert "Farr & Ho" in str(told) and told.data["value"] == grundy.value("star-nim", 7, 10**30)
    assert grundy.position("nim", 1, 1).explain().replies[0]["answer"] == "0,0"


@pytest.mark.parametrize(
    "text",
    ["nim 3,5", "star-nim 0,70", "star-silver-dollar [2,5],[],[1,4]", "nim 3 + wythoff 2,5", f"nim {10**40},2"]
    + ["graph-nim:edges=0-1,1-2 0,5,8"],
)
def test_boards_are_svg(text):
    drawn = ElementTree.fromstring(grundy.position(text)._repr_svg_())
    assert drawn.tag.endswith("svg") and len(list(drawn.iter())) > 4
    assert grundy.position(text).board()


def test_a_pile_has_its_counters():
    drawn = grundy.position("nim", 3, 5)._repr_svg_()
    assert drawn.count("<circle") == 8


def test_bad_input_is_answered():
    with pytest.raises(grundy.InputError) as caught:
        grundy.value("star-silver-dollar [1,3,3],[2]")
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, grundy.GrundyError)
    assert error.message == "square 3 holds two tokens" and "increase" in error.hint
    assert error.text[slice(*error.position)] == "3"
    assert pickle.loads(pickle.dumps(error)).args == error.args
    with pytest.raises(grundy.InputError, match="did you mean wythoff"):
        grundy.position("wytoff", 3, 4)
    with pytest.raises(grundy.InputError):
        grundy.position("nim", -3)
    with pytest.raises((TypeError, AttributeError)):
        grundy.position("nim", 3.5)


def test_limits_are_answered():
    with pytest.raises(grundy.BudgetSpent) as caught:
        grundy.moves("shared-cells:k=2", [20, 25], [30], positions=100)
    assert caught.value.limit == 100 and caught.value.what == "positions"
    with pytest.raises(grundy.Unanswered, match="beyond what can be computed"):
        grundy.value("shared-cells:k=2", [10**20], [10**21], [10**22])
    # Who wins may be known where the value is not.
    assert grundy.value("star-nim", 10**20, 10**20 + 10**19) is None
    told_outcome = grundy.answer("star-nim", 10**20, 10**20 + 10**19)
    assert told_outcome.outcome == "N" and told_outcome.between is not None and told_outcome.needs
    assert 0 < told_outcome.between[0] < told_outcome.between[1]
    told = grundy.Unanswered("too far", ("3", str(10**30)))
    assert told.between == (3, 10**30) and "from 3 to" in str(told)


def test_games_have_examples_that_work():
    for game in grundy.games():
        assert grundy.position(game["example"]).outcome in ("N", "P")


def test_sequences_and_limits():
    pairs = grundy.sequence("wythoff", count=200)
    assert all(y - x == n for n, (x, y) in enumerate(pairs))
    assert grundy.sequence("r-wythoff", 3, rows=50) == [p for p in grundy.sequence("r-wythoff", 3, 60) if p[0] < 50]
    ratio = pairs[-1][0] / (len(pairs) - 1)
    assert abs(float(grundy.limit("wythoff", 30).value) - ratio) < 0.01
    assert len(str(grundy.limit("gurvich:a=2,b=3", 120).value)) == 122
    with pytest.raises(grundy.InputError, match="NIM"):
        grundy.limit("nim")
    with pytest.raises(grundy.InputError):
        grundy.sequence("silver-dollar")


def test_audit_is_ready_for_a_data_frame():
    rows = grundy.audit("gu")
    assert len(rows) > 30 and len({tuple(row) for row in rows}) == 1
    assert all(row["verdict"] == row["expected"] for row in rows)
    for row in rows:
        graded = row["grade"] in ("false", "slip", "reading")
        assert graded == (row["verdict"] == "contradicted"), row["id"]
        assert row["instead_verdict"] == ("holds" if graded else None), row["id"]
    assert grundy.audit(claim="ho/conjecture-2", up_to=600)[0]["verdict"] == "open"
    with pytest.raises(grundy.InputError, match="no paper"):
        grundy.audit("nobody")
