"""Values alone: of one position at once, and of arrays of positions."""

import resource
import time

import numpy as np
import pytest

import grundy

GAMES = [
    ("nim", 3, 9),
    ("wythoff", 2, 30),
    ("star-nim", 2, 30),
    ("star-nim", 3, 6),
    ("sharing-nim", 3, 9),
    ("wythoff@block=2", 2, 10),
    ("{x: x-i where i in {1,3,4}}", 1, 60),
    ("{x,y: x-i,y; x,y-i; x-i,y-2i}", 2, 20),
]


@pytest.mark.parametrize(("game", "piles", "size"), GAMES)
def test_arrays_have_the_values_of_single_positions(game, piles, size):
    rows = np.random.default_rng(7).integers(1, size, (400, piles))
    values = [grundy.answer(game, *row).value for row in rows]
    assert values == [grundy.value(game, *row) for row in rows]
    assert grundy.values(game, rows).tolist() == values
    assert grundy.values(grundy.Game(game), rows.reshape(20, 20, piles).astype(np.uint8)).ravel().tolist() == values
    assert grundy.outcomes(game, rows).tolist() == ["N" if value else "P" for value in values]
    assert grundy.Game(game).values(rows[:3]).tolist() == values[:3]


def test_misere_play_has_outcomes():
    rows = np.array([[3, 5, 6], [1, 1, 1]])
    assert [grundy.outcome(f"misere(nim {a},{b},{c})") for a, b, c in rows] == ["P", "P"]


def test_arrays_that_are_wrong():
    for wrong, kind in [
        ([[1, -1]], ValueError),
        ([[1.0, 2.0]], TypeError),
        ([["1", "2"]], TypeError),
        (3, ValueError),
        ([[]], ValueError),
        ([[1, 2], [3]], ValueError),
        ([[0, 0]], ValueError),
        ([[1, 2, 10**30]], TypeError),
    ]:
        with pytest.raises(grundy.InputError) as caught:
            grundy.values("star-nim", wrong)
        assert isinstance(caught.value, kind), wrong
    with pytest.raises(grundy.InputError, match="star-nim 0,0"):
        grundy.values("star-nim", [[1, 2], [0, 0]])
    with pytest.raises(grundy.Unanswered, match="wythoff 1099511627776,2199023255552"):
        grundy.values("wythoff", [[1 << 40, 1 << 41]], seconds=1)
    # Who wins is known by a theorem, and nothing is looked for.
    far = [1 << 40, 1 << 41]
    assert seconds(lambda: grundy.outcomes("wythoff", [far])) < 1 > seconds(lambda: grundy.outcome("wythoff", *far))
    assert grundy.outcomes("wythoff", [far]).tolist() == ["N"] == [grundy.position("wythoff", *far).outcome]
    assert grundy.values("wythoff", np.zeros((0, 2), dtype=int)).shape == (0,)


def test_a_value_needs_no_thread_and_no_winning_moves():
    few = min(seconds(lambda: grundy.value("star-nim", 3, 7)) for _ in range(200))
    assert few < 100e-6
    total = " + ".join(["wythoff 3,4"] * 8001)
    assert seconds(lambda: grundy.value(total)) < 5
    assert grundy.value(total) == grundy.position(total).value == 2
    # Megabytes, and not gigabytes.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4 << 20


MILLIONS = [
    ("nim", 3, 1 << 20),
    ("wythoff", 2, 1000),
    ("star-nim", 2, 1000),
    ("star-nim", 3, 30),
    ("sharing-nim", 3, 100),
    ("wythoff-3-any", 3, 40),
    ("{x: x-i where i in {1,3,4}}", 1, 1_000_000),
    ("{x,y: x-i,y; x,y-i; x-i,y-2i}", 2, 1000),
    ("kayles", 1, 1_000_000),
    ("kayles", 3, 10**12),
    ("grundy-game", 2, 3000),
    ("wythoff@block=2", 2, 60),
]


@pytest.mark.parametrize(("game", "piles", "size"), MILLIONS)
def test_a_million_positions_take_seconds(game, piles, size):
    rows = np.random.default_rng(7).integers(1, size, (1_000_000, piles))
    started = time.process_time()
    values = grundy.values(game, rows, progress=False)
    outcomes = grundy.outcomes(game, rows, progress=False)
    # Some tenths of a second each, but this may be a slow build. One by one they take minutes.
    assert time.process_time() - started < 20
    assert values.shape == outcomes.shape == (1_000_000,)
    assert ((outcomes == "P") == (values == 0)).all()
    assert values[:100].tolist() == [grundy.value(game, *row) for row in rows[:100]]


def test_one_row_that_is_no_position_is_named_among_many():
    rows = np.ones((1000, 3), dtype=int)
    rows[700] = 0
    with pytest.raises(grundy.InputError, match="star-nim 0,0,0"):
        grundy.values("star-nim", rows)
    # Too far for a table: asked one by one.
    rows[700] = 1 << 40
    assert grundy.outcomes("star-nim", rows[699:702]).tolist() == [grundy.outcome("star-nim", *row) for row in rows[699:702]]


def seconds(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
