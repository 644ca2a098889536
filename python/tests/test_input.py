"""Wrong arguments, and objects that can be compared, hashed, pickled and copied."""

import copy
import io
import pickle
import types

import numpy as np
import pytest

import grundy

WRONG = {
    "negative": (lambda: grundy.value("nim", -3), ValueError),
    "text": (lambda: grundy.value("nim", "3"), TypeError),
    "float": (lambda: grundy.value("nim", 3.0), TypeError),
    "bytes": (lambda: grundy.value("nim", b"3"), TypeError),
    "none": (lambda: grundy.value("nim", None), TypeError),
    "strip of floats": (lambda: grundy.value("silver-dollar", [1.5]), TypeError),
    "game": (lambda: grundy.value(3), TypeError),
    "table of no game": (lambda: grundy.table(None, 3), TypeError),
    "check": (lambda: grundy.check(3), TypeError),
    "add": (lambda: grundy.position("nim 3") + "nim 3", TypeError),
    "letters": (lambda: grundy.table("nim a,b,c", 3), ValueError),
    "more numbers": (lambda: grundy.value(grundy.position("nim 3"), 5, 99), ValueError),
    "claim": (lambda: grundy.period("star-nim", row=3, claim=0), ValueError),
    "hole": (lambda: grundy.Rays([(1, 0)], holes=[(1.7, 0)]), TypeError),
    "size": (lambda: grundy.table("nim", -1), ValueError),
    "float size": (lambda: grundy.table("nim", 3.0), TypeError),
    "dtype": (lambda: grundy.table("nim", 3, dtype="int7"), TypeError),
    "seconds": (lambda: grundy.value("nim 3", seconds=-1), ValueError),
    "seconds text": (lambda: grundy.value("nim 3", seconds="1"), TypeError),
    "not a number": (lambda: grundy.value("nim 3", seconds=float("nan")), ValueError),
    "positions": (lambda: grundy.value("nim 3", positions=1.5), TypeError),
    "row": (lambda: grundy.period("star-nim", row="7"), TypeError),
    "rows": (lambda: grundy.period("star-nim", rows=7), TypeError),
    "count": (lambda: grundy.sequence("wythoff", count=-1), ValueError),
    "value": (lambda: grundy.sequence("wythoff", -1), ValueError),
    "parameter": (lambda: grundy.Game("gdwn", p=1.5, q=2), TypeError),
    "game of a game": (lambda: grundy.Game(3), TypeError),
    "function": (lambda: grundy.Rules(3), TypeError),
    "block": (lambda: grundy.Rules(lambda p: [], block=0), ValueError),
    "plan": (lambda: grundy.sweep(3, {}), TypeError),
    "client": (lambda: grundy.sweep("row-period", {"game": "nim", "row": 1}, 3), TypeError),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_input(wrong):
    work, kind = WRONG[wrong]
    with pytest.raises(grundy.InputError) as caught:
        work()
    assert isinstance(caught.value, kind) and isinstance(caught.value, ValueError)
    assert str(caught.value) and "--" not in str(caught.value), "hints name arguments, not flags"
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) and str(again) == str(caught.value)


def test_numbers_of_any_size_and_of_numpy():
    big = 10**5000
    assert grundy.value("nim", big, 1) == big + 1
    assert grundy.position("nim", big, 3).numbers == (big, 3)
    assert grundy.answer("nim", big, 1).value == big + 1
    assert grundy.position("nim", big, 3).value == big + 3
    assert grundy.value("nim", np.int64(3), np.uint8(5), True) == 7
    assert grundy.table("nim", np.int64(3)).shape == (4, 4)
    assert grundy.period("star-nim", row=np.int32(3)).period == 9
    assert grundy.value("silver-dollar", np.array([1, 4, 6])) == grundy.value("silver-dollar [1,4,6]")


OBJECTS = [
    lambda: grundy.answer("star-nim 3,7 + wythoff 2,5"),
    lambda: grundy.answer("star-nim", 10**20, 11 * 10**19),
    lambda: grundy.period("star-nim", row=3),
    lambda: grundy.period("wythoff", diagonal=3),
    lambda: grundy.period("star-nim", row=3).certificate,
    lambda: grundy.period("star-nim", row=3).certificate.check(),
    lambda: grundy.Rays([(1, 0), (0, 1)], holes=[(0, 0)]),
    lambda: grundy.Game("{x: x-i}"),
    lambda: grundy.position("nim 3,5"),
    lambda: grundy.explain("nim 3,5"),
    lambda: grundy.moves("nim", 2)[0],
    lambda: grundy.limit("wythoff", 10),
    lambda: grundy.prove("r-wythoff", value=2),
    lambda: grundy.formula("r-wythoff", value=1),
    lambda: grundy.Game("wythoff").recognised,
]


@pytest.mark.parametrize("make", OBJECTS)
def test_objects_are_values(make):
    one, other = make(), make()
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert pickle.loads(pickle.dumps(one)) == one == copy.copy(one) == copy.deepcopy(one)
    assert one != "something else"


def test_modules_are_modules():
    import grundy.periods
    import grundy.sweeps
    import grundy.tables

    for module in (grundy.periods, grundy.tables, grundy.sweeps, grundy.positions, grundy.errors):
        assert isinstance(module, types.ModuleType)


def test_a_bar_counts_from_the_start_of_the_work(monkeypatch):
    tqdm = pytest.importorskip("tqdm.auto")
    shown = io.StringIO()
    monkeypatch.setattr(tqdm, "tqdm", lambda **options: __import__("tqdm").tqdm(file=shown, **options))
    bar = grundy._work.Bar("cells")
    bar._started -= 100
    with bar:
        bar(1000, 2000)
        assert abs(bar._bar.format_dict["elapsed"] - 100) < 5
    assert "10.0 cells/s" in shown.getvalue().replace("  ", " "), shown.getvalue()
