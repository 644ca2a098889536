"""Games of one's own: functions and rays, against the built-in games and against each other."""

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
    assert (grundy.Rules(function).table(14, holes=holes) == built_in).all()
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
    assert sorted(rays.options(7, 9)) == sorted(set(options((7, 9))))
    assert rays.value(7, 9) == rays.table(9)[7, 9]
    assert "x<y" in repr(rays)


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
    for rays in ([], [(0, 0)], [((1, 2), None, 2)], [((1, 0), "x=y")], [(1, 0, 1, 0)], ["up"], [(-1, 0)]):
        with pytest.raises((grundy.InputError, OverflowError)):
            grundy.Rays(rays)
    with pytest.raises(grundy.InputError, match="not a position"):
        grundy.Rays(AXES, holes=[(0, 0)]).value(0, 0)
