"""Automata of values, and their proofs."""

import json
import os
import subprocess

import pytest

import grundy

BIN = os.environ.get("GRUNDY_BIN")
GAMES = [("wythoff", 0), ("wythoff", 1), ("wythoff", 2), ("terminal-wythoff:k=5", 1), ("wythoff@block=2", 0)]


@pytest.mark.parametrize(("game", "value"), GAMES)
def test_an_automaton_accepts_the_positions_of_its_value(game, value):
    automaton = grundy.automaton(game, value=value)
    assert (automaton.game, automaton.value, automaton.verdict) == (grundy.Game(game).name, value, "proved")
    for x in range(25):
        for y in range(25):
            single = grundy.outcome(game, x, y) == "P" if value == 0 else grundy.value(game, x, y) == value
            assert automaton.accepts(x, y) == single, (x, y)


def test_sharing_nim_is_read_in_base_2():
    for value in (0, 1):
        automaton = grundy.automaton("sharing-nim", value=value)
        assert automaton.numeration == "base-2"
        for b in range(30):
            for a in range(b // 2 + 1):
                assert automaton.accepts(a, b) == (grundy.value("sharing-nim", 0, a, b) == value), (a, b)


def test_numbers_of_any_size():
    zero, one = grundy.automaton("wythoff", value=0), grundy.automaton(grundy.Game("wythoff"), value=1)
    a, b = 1, 2
    for _ in range(10_000):
        a, b = b, a + b
    is_p = grundy.outcome("wythoff", a, b) == "P"
    a, b = (a, b) if is_p else (b, a + b)
    assert zero.accepts(a, b) and zero.accepts(b, a) and not zero.accepts(a, b + 1)
    x, y = 10**60, 10**60 + 1
    assert one.accepts(x, y) == (grundy.answer("wythoff", x, y).value == 1)
    for wrong, kind in [(-1, ValueError), ("3", TypeError), (1.5, TypeError)]:
        with pytest.raises(kind) as raised:
            zero.accepts(wrong, 3)
        assert isinstance(raised.value, grundy.InputError)


def test_transitions_are_those_that_are_read():
    automaton = grundy.automaton("sharing-nim", value=1)
    assert len(automaton.transitions) == automaton.states == 8

    def accepts(a, b):
        state = 0
        for place in reversed(range(max(a.bit_length(), b.bit_length()))):
            state = automaton.transitions[state][(a >> place & 1) + 2 * (b >> place & 1)]
            if state is None:
                return False
        return state in automaton.accepting

    for b in range(40):
        for a in range(b + 1):
            assert accepts(a, b) == automaton.accepts(a, b), (a, b)


@pytest.mark.skipif(BIN is None, reason="GRUNDY_BIN does not name the program")
@pytest.mark.parametrize("game", ["wythoff", "sharing-nim"])
def test_the_program_prints_the_same(game):
    automaton = grundy.automaton(game, value=0)
    told = {"text": automaton.text, "dot": automaton.dot, "svg": automaton.svg, "walnut": automaton.walnut}
    for kind, write in told.items():
        command = [BIN, "automaton", game, "--value", "0", "--format", kind]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == write()
    command = [BIN, "automaton", game, "--value", "0", "--format", "json"]
    assert json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout) == automaton.json()


def test_pictures_of_small_automata():
    small, large = grundy.automaton("wythoff", value=0), grundy.automaton("wythoff", value=1)
    assert small._repr_svg_() == small.svg() and small.svg().startswith("<svg")
    assert large._repr_svg_() is None and large.dot().startswith("digraph")
    with pytest.raises(grundy.InputError, match="415 states are too many"):
        large.svg()


def test_what_has_no_automaton():
    with pytest.raises(grundy.InputError, match="automata of kayles are not looked for"):
        grundy.automaton("kayles", value=0)
    with pytest.raises(grundy.InputError, match="there is no automaton of value 3"):
        grundy.automaton("wythoff", value=3)
    with pytest.raises(grundy.Unanswered, match="no automaton of value 2 of sharing-nim is known"):
        grundy.automaton("sharing-nim", value=2)
    with pytest.raises(grundy.BudgetSpent):
        grundy.automaton("wythoff@block=2", value=0, seconds=0)


def test_proofs():
    proof = grundy.prove_automata("wythoff", value=0)
    assert (proof.verdict, proof.obstacle, proof.values[0].states) == ("proved", None, 4)
    assert proof.certificate.check().verified and "verdict  proved" in str(proof)
    blocked = grundy.prove_automata("wythoff@block=2", value=0)
    assert blocked.verdict == "proved" and blocked.certificate is None
    assert blocked.values[0].states == grundy.automaton("wythoff@block=2", value=0).states
    is_open = grundy.prove_automata("sharing-nim", value=2)
    assert is_open.verdict == "open" and is_open.certificate is None
    assert [one.verdict for one in is_open.values] == ["proved", "proved", "open"] and is_open.obstacle in is_open.text
