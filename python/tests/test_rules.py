"""Games of one's own: functions and rays, against the built-in games and against each other."""

import gc
import pickle
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import grundy


def nim(p):
    for i, pile in enumerate(p):
        yield from (p[:i] + (lower,) + p[i + 1 :] for lower in range(pile))


def star_nim(p):
    return (q for q in nim(p) if q.count(0) <= 1)


def wythoff(p):
    yield from nim(p)
    yield from ((p[0] - k, p[1] - k) for k in range(1, min(p) + 1))


def r_wythoff(p):
    x, y = p
    if x >= y:
        yield from ((i, y) for i in range(x))
    if y >= x:
        yield from ((x, j) for j in range(y))
    yield from ((x - k, y - k) for k in range(1, min(p) + 1))


def gurvich(a, b):
    def options(p):
        x, y = p
        for i in range(x + 1):
            for j in range(y + 1):
                if (i, j) != (0, 0) and (abs(i - j) < a or min(i, j) < b):
                    yield x - i, y - j

    return options


AXES = [(1, 0), (0, 1)]
GAMES = [
    ("nim", nim, AXES, []),
    ("star-nim", star_nim, AXES, [(0, 0)]),
    ("wythoff", wythoff, [*AXES, (1, 1)], []),
    ("r-wythoff", r_wythoff, [((1, 0), "x>=y"), ((0, 1), "x<=y"), (1, 1)], []),
    ("gurvich:a=2,b=3", gurvich(2, 3), [((1, 0), None, 3), ((0, 1), None, 3), ((1, 1), None, 2)], []),
    ("gurvich:a=4,b=1", gurvich(4, 1), [(1, 0), (0, 1), ((1, 1), None, 4)], []),
]


@pytest.mark.parametrize(("name", "function", "rays", "holes"), GAMES)
def test_both_ways_agree_with_the_built_in_game(name, function, rays, holes):
    built_in = grundy.table(name, 14).astype(np.int64)
    built_in[~grundy.table(name, 14).is_position] = -1
    own = grundy.Rules(function, holes=holes).table(14)
    assert (own.masked.filled(0) == np.where(built_in < 0, 0, built_in)).all()
    assert (own.is_position == (built_in >= 0)).all()
    made = grundy.Rays(rays, holes=holes)
    assert made.table(14).by == "ray engine"
    large = grundy.table(name, 400)
    assert (made.table(400, dtype=large.dtype) == large).all()
    assert (made.table(14, engine="definition") == made.table(14, dtype="uint32")).all()


def test_rays_without_symmetry_against_a_function():
    def options(p):
        x, y = p
        yield from ((x - k, y - 2 * k) for k in range(1, min(x, y // 2) + 1))
        yield from ((x - 3 * k, y) for k in range(1, x // 3 + 1))
        if x < y:
            yield from ((x, j) for j in range(y))

    rays = grundy.Rays([(1, 2), (3, 0), ((0, 1), "x<y")])
    assert (rays.table(25) == grundy.Rules(options).table(25)).all()
    assert sorted(to.numbers for to in rays.options(7, 9)) == sorted(set(options((7, 9))))
    assert rays.value(7, 9) == rays.table(9)[7, 9]
    assert "x < y" in repr(rays)


def test_three_piles_and_more():
    rules = grundy.Rules(nim)
    assert rules.value(3, 5, 6) == 0 and rules.value(1, 2, 4, 8) == 15 and rules.value() == 0
    assert rules.outcome(3, 5, 6) == "P"
    assert {to for to, value in rules.moves(1, 2, 4) if value == 0} == {(1, 2, 3)}


def test_blocking():
    rules = grundy.Rules(nim, block=2)
    for piles in [(3,), (3, 5), (2, 2), (4, 1)]:
        assert rules.value(*piles) == grundy.value("nim@block=2", *piles)


def test_each_position_is_asked_about_once():
    asked = []

    def options(p):
        asked.append(p)
        return nim(p)

    rules = grundy.Rules(options)
    assert rules.value(4, 5) == 1 and rules.value(3, 5) == 6
    assert len(asked) == len(set(asked)) == 30
    assert "30 positions" in repr(rules)


def test_what_goes_wrong_is_told():
    class Own(Exception):
        pass

    def broken(p):
        raise Own("no")

    with pytest.raises(Own):
        grundy.Rules(broken).value(1)
    with pytest.raises(grundy.InputError, match="does not end"):
        grundy.Rules(lambda p: [((p[0] + 1) % 5,)]).value(3)
    with pytest.raises(grundy.InputError, match="no position"):
        grundy.Rules(lambda p: [(-1,)]).value(3)
    with pytest.raises(grundy.InputError, match="no position"):
        grundy.Rules(lambda p: ["ab"]).value(3)
    with pytest.raises(TypeError):
        grundy.Rules(lambda p: 3).value(3)
    with pytest.raises(grundy.BudgetSpent):
        grundy.Rules(lambda p: [(p[0] + 1,)]).value(3, positions=1000)
    with pytest.raises(grundy.InputError, match="2\\^64"):
        grundy.Rules(nim).value(2**64)
    for wrong in (-1, 3.0, "3"):
        with pytest.raises(grundy.InputError):
            grundy.Rules(nim).value(wrong)
    for rays in ([], [(0, 0)], [((1, 2), None, 2)], [(1, 0, 1, 0)], ["up"], [(-1, 0)]):
        with pytest.raises(grundy.InputError):
            grundy.Rays(rays)
    with pytest.raises(grundy.InputError, match="not a position"):
        grundy.Rays(AXES, holes=[(0, 0)]).value(0, 0)


def plain(options, size):
    """The loop that a user would write."""
    values = {}
    for a in range(size):
        for b in range(size):
            seen = {values[option] for option in options((a, b))}
            value = 0
            while value in seen:
                value += 1
            values[a, b] = value
    return values


def gdwn(p):
    x, y = p
    yield from ((i, y) for i in range(x))
    yield from ((x, j) for j in range(y))
    yield from ((x - k, y - 2 * k) for k in range(1, min(x, y // 2) + 1))
    yield from ((x - 2 * k, y - k) for k in range(1, min(x // 2, y) + 1))


def test_a_table_costs_no_more_than_the_plain_loop():
    started = time.process_time()
    values = plain(gdwn, 80)
    loop = time.process_time() - started
    started = time.process_time()
    table = grundy.Rules(gdwn).table(79, progress=False)
    ours = time.process_time() - started
    assert all(table[cell] == value for cell, value in values.items())
    # A development build, on a busy machine: docs/performance.md has the measurement.
    assert ours < 2 * loop + 0.2


def test_no_reference_cycle_is_left():
    def cycle():
        def options(p):
            return [(i,) for i in range(p[0])] if box else []

        box = [grundy.Rules(options)]
        box[0].value(30)
        return weakref.ref(options)

    gone = cycle()
    gc.collect()
    assert gone() is None


def test_options_that_are_sums():
    def kayles(p):
        for left in range(p[0]):
            yield (left,), (p[0] - 1 - left,)
            if left < p[0] - 1:
                yield [[left], [np.int64(p[0] - 2 - left)]]

    def slow(n, known={0: 0}):
        if n not in known:
            options = {slow(a) ^ slow(n - taken - a) for taken in (1, 2) if taken <= n for a in range(n - taken + 1)}
            known[n] = next(v for v in range(len(options) + 1) if v not in options)
        return known[n]

    game = grundy.Rules(kayles)
    assert [game.value(n) for n in range(80)] == [slow(n) for n in range(80)]
    moves = game.moves(3)
    assert {move.to for move in moves} == {((0,), (2,)), ((1,), (1,)), ((0,), (1,))}
    assert [move.to for move in moves if move.winning] == [((1,), (1,))]
    assert all(move.value == slow(move.to[0][0]) ^ slow(move.to[1][0]) for move in moves)
    assert game.table([20]).tolist() == [slow(n) for n in range(21)]


def test_holes_mean_the_same_everywhere():
    holes = [(0, 0), (2, 3)]
    function, rays = grundy.Rules(nim, holes=holes), grundy.Rays(AXES, holes=holes)
    one, other = function.table(12), rays.table(12, dtype="uint16")
    assert (one == other).all() and (one.is_position == other.is_position).all()
    for game in (function, rays):
        with pytest.raises(grundy.InputError, match="not a position"):
            game.value(2, 3)
        with pytest.raises(grundy.InputError):
            type(game)(nim if game is function else AXES, holes=[(1.7, 0)])
    assert {(move.to, move.value) for move in function.moves(2, 1)} == {(m.to.numbers, m.value) for m in rays.moves(2, 1)}


def test_decorators():
    @grundy.rules
    def one(p):
        return [(i,) for i in range(p[0])]

    @grundy.rules(block=2, name="two")
    def two(p):
        return [(i,) for i in range(p[0])]

    assert one.value(5) == 5 and one.name == "one"
    assert [two.value(n) for n in range(6)] == [grundy.value("nim@block=2", n) for n in range(6)] and two.name == "two"
    assert grundy.Rules(nim).table([2, 3, 4])[2, 3, 4] == 2 ^ 3 ^ 4
    again = pickle.loads(pickle.dumps(grundy.Rules(nim, holes=[(0, 0)])))
    assert again.value(3, 7) == grundy.value("star-nim", 3, 7)


def test_a_function_may_ask_its_own_game_and_threads_may_share_it():
    def options(p):
        return [(i,) for i in range(p[0]) if i < 1 or game.value(i) >= 0]

    game = grundy.Rules(options)
    assert game.value(12) == 12
    shared = grundy.Rules(nim)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda n: shared.value(n, 9), range(9))) == [n ^ 9 for n in range(9)]
