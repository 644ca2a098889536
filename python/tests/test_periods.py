"""Periods with their verdicts, and certificates with their checker."""

import re
import time
from pathlib import Path

import pytest

import grundy


def test_rows():
    found = grundy.period("wythoff", rows=range(8))
    assert [p.number for p in found] == list(range(8)) and all(p.verdict == "proved" for p in found)
    last = found[-1]
    row = grundy.table("wythoff", 600)[7].astype(int)
    b = range(last.preperiod, 600 - last.period)
    assert all(row[b_ + last.period] == row[b_] + last.saltus for b_ in b)
    assert grundy.period("wythoff", row=7) == last
    assert grundy.period("nim", rows=[]) == []


def test_claims_are_judged():
    refuted = grundy.period("star-nim", row=7, claim=3600)
    assert refuted.verdict == "refuted"
    row = grundy.table("star-nim", refuted.fails_at + 3600)[7].astype(int)
    assert row[refuted.fails_at + 3600] != row[refuted.fails_at] + 3600
    assert grundy.period("star-nim", row=7, claim=10080).verdict == "proved"


def test_values_and_diagonals():
    value = grundy.period("star-nim", value=6)
    differences = [y - x for x, y in grundy.sequence("star-nim", 6, 600)]
    n = range(value.preperiod, 600 - value.period)
    assert all(differences[k + value.period] == differences[k] for k in n)
    diagonal = grundy.period("star-nim", diagonal=3)
    assert diagonal.verdict == "proved" and diagonal.saltus == 0
    # Of other games the data are looked at, and prove nothing.
    seen = grundy.period("fraenkel:a=2", diagonal=0, columns=200)
    assert seen.verdict == "open" and seen.certificate is None and seen.searched_to == 200
    values = grundy.table("fraenkel:a=2", 150).astype(int).diagonal()
    p, start, saltus = (seen.candidate[key] for key in ("period", "preperiod", "saltus"))
    assert all(values[a + p] == values[a] + saltus for a in range(start, 150 - p))


def test_certificates(tmp_path):
    proof = grundy.period("star-nim", row=6)
    checked = proof.certificate.check()
    assert checked and "G(6,b+720) = G(6,b)+720" in checked.says
    proof.certificate.save(tmp_path / "row-6.cert")
    assert grundy.check(tmp_path / "row-6.cert") == checked == grundy.check(proof.certificate.text.encode())
    wrong = grundy.check(proof.certificate.text.replace("period 720", "period 360"))
    assert not wrong and wrong.line is not None
    assert grundy.check("nothing\nof the sort").verdict == "rejected"
    assert grundy.check(proof) == grundy.check(str(tmp_path / "row-6.cert")) == checked
    with pytest.raises(grundy.InputError, match="neither"):
        grundy.check("x.cert")
    with pytest.raises(grundy.InputError, match="no certificate"):
        grundy.check(grundy.period("wythoff", diagonal=3))
    assert grundy.period("star-nim", value=4).certificate.check()
    assert grundy.period("star-nim", diagonal=3).certificate.check()


def test_a_certificate_cannot_stall(tmp_path):
    proof = grundy.period("star-nim", row=6).certificate
    assert [grundy.check(proof, work=work).verdict for work in (1000, 10**6)] == ["not checked", "verified"]
    endless = re.sub(r"state from \d+ ", f"state from {2**50} ", proof.text)
    start = time.monotonic()
    late = grundy.check(endless, work=2**60, seconds=0.05)
    assert (late.verdict, late.says) == ("not checked", "more than 50ms are needed, the limit on time")
    assert time.monotonic() - start < 5
    assert grundy.check(tmp_path / "missing").verdict == "unreadable"
    assert grundy.check(Path("/dev/zero")).verdict == "unreadable"
    endless = proof.text.replace("state from 25 period 720", f"state from {2**60} period 720")
    assert endless != proof.text and "limit on work" in grundy.check(endless).says


def test_several_fixed_numbers_and_heaps():
    several = grundy.period("star-nim", row=(4, 3))
    assert (several.number, several.preperiod, several.period) == ((3, 4), 17, 16)
    assert several.certificate.check()
    kayles = grundy.period("kayles")
    assert (kayles.of, kayles.number, kayles.period, kayles.exceptions) == ("heaps", None, 12, 14)
    assert kayles.certificate.check()
    with pytest.raises(grundy.InputError):
        grundy.period("wythoff", row=[1, 2])


def test_what_cannot_be_asked():
    for wrong in ({}, {"row": 1, "value": 1}, {"value": 1, "claim": 3}):
        with pytest.raises(grundy.InputError):
            grundy.period("star-nim", **wrong)
    with pytest.raises(grundy.InputError):
        grundy.period("sharing-nim", row=3)
    with pytest.raises(grundy.InputError):
        grundy.period("wythoff", value=3)
    with pytest.raises(grundy.InputError):
        grundy.period("nim", rows=[-1])
