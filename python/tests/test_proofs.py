"""Proofs and closed forms of R-Wythoff, and the store."""

import sqlite3

import pytest

import grundy


def test_a_proof_says_what_the_positions_show():
    proof = grundy.prove("r-wythoff", value=5)
    assert proof.verdict == "proved" and proof.missing is None and len(proof.values) == 6
    for one in proof.values:
        positions = grundy.sequence("r-wythoff", one.value, 400)
        wrong = [n for n, (x, y) in enumerate(positions) if y - x != n]
        assert one.wrong == len(wrong) and one.settled == max(wrong, default=-1) + 1
        seconds = [y for _, y in positions]
        assert one.repeats == len(seconds) - len(set(seconds))
        assert one.verdict == "proved" and one.proof.window[0] < one.proof.start <= one.proof.rows
    assert proof.certificate.check() and str(proof) == proof.text and proof.text.startswith("r-wythoff values 0 to 5")
    assert not grundy.check(proof.certificate.text.replace("end", "ende"))


def test_what_is_not_proved_is_open():
    proof = grundy.prove("r-wythoff", value=5, rows=20)
    assert proof.verdict == "open" and proof.certificate is None
    assert proof.missing["value"] == next(one.value for one in proof.values if one.verdict == "open")
    assert all((one.proof is None) == (one.verdict == "open") for one in proof.values)


def test_a_formula_gives_the_positions():
    formula = grundy.formula("r-wythoff", value=3)
    positions = grundy.sequence("r-wythoff", 3, 300)
    assert formula.positions == positions[: formula.start]
    exceptions = set()
    for chain in formula.chains:
        (m, n), sign = chain["start"], chain["sign"]
        while m < 300:
            exceptions.add((m, sign))
            m, n, sign = n, m + n, -sign
    assert len(formula.chains) == formula.chain_count
    wythoff = grundy.sequence("wythoff", 0, 300)
    for n in range(formula.start, 300):
        off = sum(sign for m, sign in exceptions if m == n)
        x, y = wythoff[n]
        assert positions[n] == (x - formula.shift + off, y - formula.shift + off), n
    assert "\\begin{cases}" in formula.latex and formula._repr_latex_() == formula.latex
    assert str(formula) == formula.text and formula.data["value"] == 3


def test_other_games_have_none():
    for question in (grundy.prove, grundy.formula):
        with pytest.raises(grundy.InputError, match="only for r-wythoff, not for wythoff"):
            question("wythoff", value=2)
        with pytest.raises(grundy.InputError, match="at least 0"):
            question("r-wythoff", value=-1)


@pytest.fixture
def named_store(tmp_path):
    path = tmp_path / "results.sqlite"
    grundy.use_store(path)
    yield path
    grundy.use_store(None)


def test_results_are_kept_in_the_store_that_is_named(named_store):
    first = grundy.period("star-nim", row=6)
    proof = grundy.prove("r-wythoff", value=2)
    with sqlite3.connect(named_store) as store:
        tables = [name for (name,) in store.execute("select name from sqlite_master where type = 'table'")]
        text = str([list(store.execute(f"select * from {table}")) for table in tables])
    store.close()
    assert "period star-nim row 6" in text and "prove r-wythoff value 2" in text
    assert grundy.period("star-nim", row=6) == first and grundy.prove("r-wythoff", value=2) == proof
    grundy.use_store(None)
    assert grundy.period("star-nim", row=6) == first


def test_a_foreign_file_is_no_store(named_store):
    named_store.write_text("notes")
    with pytest.raises(OSError, match="store"):
        grundy.period("star-nim", row=6)
    assert named_store.read_text() == "notes"


def test_an_open_value_names_the_row_whose_period_would_give_it():
    answer = grundy.answer("star-nim", 12, 10**40)
    assert answer.value is None and answer.period_of_row == {"game": "star-nim", "row": 12}
    assert answer.between[0] < 10**40 < answer.between[1]
