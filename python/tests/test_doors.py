"""The command line, the API and Python give the same answers to the same questions, and refuse the same ones.

The questions are in crates/grundy-answers/tests/fifty.json. GRUNDY_BIN names the program; `cargo xtask python` builds it and sets
the variable.
"""

import dataclasses
import http.client
import json
import os
import subprocess
import urllib.parse
from pathlib import Path

import pytest

import grundy

BIN = os.environ.get("GRUNDY_BIN")
pytestmark = pytest.mark.skipif(BIN is None, reason="GRUNDY_BIN does not name the program")

QUESTIONS = json.loads((Path(__file__).parents[2] / "crates/grundy-answers/tests/fifty.json").read_text(encoding="utf-8"))
OPEN = ["between", "needs", "stopped_by", "period_of_row"]
PLACE = ["game", "position", "value", *OPEN, "outcome", "by", "winning_moves", "every_winning_move"]
#: The keys that all doors have in common.
KEYS = {
    "value": [*PLACE, "blocking", "blocked", "components"],
    "explain": [*PLACE, "why", "replies"],
    "moves": ["moves"],
    "sequence": ["positions"],
    "period": [
        *["game", "row", "value", "diagonal", "verdict", "preperiod", "period", "saltus", "state_period", "searched_to"],
        *["candidate", "claim", "fails_at", "certificate"],
    ],
    "limit": ["limit", "exact", "polynomial"],
    "prove": ["game", "value", "verdict", "rows", "missing", "values", "certificate", "text"],
    "formula": ["game", "value", "shift", "settled", "from", "positions", "chain_count", "chains", "text", "latex"],
    "check": ["verdict", "claim", "line", "reason"],
    "audit": [
        *["id", "paper", "place", "kind", "statement", "verdict", "checked_to", "published", "computed", "witness"],
        *["differences", "expected", "grade", "why", "instead", "instead_verdict", "instead_checked_to"],
    ],
}
MOVE = ["to", "value", "winning", "description", "then_block"]


class Refused(Exception):
    """A door has refused a question: its message, its hint, and its own status."""

    def __init__(self, message, hint, status):
        super().__init__(message, hint, status)
        self.message, self.hint, self.status = message, hint, status


class CommandLine:
    """Runs the program; stdout is the answer."""

    name = "command line"

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, exits=(0, 1)):
        done = subprocess.run([BIN, *words], capture_output=True, text=True, timeout=100)
        # Status 3 with an answer: what is known of an open question.
        known = done.returncode == 3 and done.stdout
        if done.returncode not in exits and not known:
            lines = done.stderr.splitlines()
            hints = [line.removeprefix("hint: ") for line in lines if line.startswith("hint: ")]
            raise Refused(lines[0].removeprefix("error: "), hints[0] if hints else None, done.returncode)
        return done.stdout, done.returncode

    def ask(self, question):
        given, kind = dict(question), question["ask"]
        holds = 1 if given.get("refuted") else 0
        keeping = ["--no-store"] if kind in ("value", "explain", "period", "prove", "audit") else []
        file = self.folder / "cert"
        file.unlink(missing_ok=True)
        if kind in ("value", "moves", "explain"):
            words = given["at"].split(" ")
        elif kind == "check":
            file.write_text(given["certificate"])
            words = [str(file)]
        elif kind == "audit":
            words = ["--claim", given["claim"]]
        else:
            names = ("value", "count", "row", "diagonal", "columns", "claim", "digits")
            words = [given["game"], *(word for name in names if name in given for word in (f"--{name}", str(given[name])))]
            if kind in ("prove", "period"):
                words += ["--certificate", str(file)]
        out, status = self.run(kind, *words, "--format", "json", *keeping)
        told = json.loads(out)
        told = told[0] if kind == "audit" else told
        is_open = told.get("verdict") == "open" or (kind == "value" and told["value"] is None)
        assert status == (3 if is_open else holds), question
        if kind in ("period", "prove"):
            told["certificate"] = file.read_text() if file.exists() else None
        if kind in ("prove", "formula"):
            told["text"] = self.run(kind, given["game"], "--value", str(given["value"]), *keeping)[0].splitlines()
        if kind == "formula":
            told["latex"] = self.run(kind, given["game"], "--value", str(given["value"]), "--format", "latex")[0]
        return told


class Api:
    """Asks a server of its own over HTTP."""

    name = "API"

    def __init__(self):
        command = [BIN, "serve", "--port", "0", "--no-store"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.host = urllib.parse.urlparse(self.process.stdout.readline().strip()).netloc

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, question):
        kind = question["ask"]
        path = {"audit": "claims/run"}.get(kind, kind)
        given = {key: value for key, value in question.items() if key not in ("ask", "doors", "refuted")}
        body = given.pop("certificate", None)
        if kind == "audit":
            given["id"] = given.pop("claim")
        connection = http.client.HTTPConnection(self.host, timeout=100)
        address = f"/api/v1/{path}?{urllib.parse.urlencode(given)}"
        connection.request("GET" if body is None else "POST", address, body, {} if body is None else {"Content-Type": "text/plain"})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
        if answer.status != 200:
            raise Refused(told["message"], told["hint"], answer.status)
        return told


class Python:
    """Asks the package that is installed."""

    name = "Python"

    def ask(self, question):
        given = {key: value for key, value in question.items() if key not in ("doors", "refuted")}
        try:
            return getattr(self, given.pop("ask"))(**given)
        except grundy.InputError as error:
            raise Refused(error.message, error.hint, type(error).__name__) from error

    def value(self, at):
        return dataclasses.asdict(grundy.answer(at))

    def explain(self, at):
        return grundy.explain(at).data

    def moves(self, at):
        return {"moves": [{**dataclasses.asdict(one), "to": one.to._data["position"]} for one in grundy.moves(at)]}

    def sequence(self, game, value, count):
        return {"positions": grundy.sequence(game, value, count)}

    def period(self, game, **which):
        told = grundy.period(game, **which)
        certificate = told.certificate.text if told.certificate else None
        return {**dataclasses.asdict(told), told.of: told.number, "certificate": certificate}

    def limit(self, game, digits):
        told = grundy.limit(game, digits)
        return {} if told is None else {**dataclasses.asdict(told), "limit": str(told.value)}

    def prove(self, game, value):
        told = grundy.prove(game, value=value)
        certificate = told.certificate.text if told.certificate else None
        return {**told.data, "certificate": certificate, "text": told.text.splitlines()}

    def formula(self, game, value):
        told = grundy.formula(game, value=value)
        return {**told.data, "text": told.text.splitlines(), "latex": told.latex}

    def check(self, certificate):
        told = grundy.check(certificate)
        if told:
            return {"verdict": told.verdict, "claim": told.says}
        return {"verdict": told.verdict, "line": told.line, "reason": told.says}

    def audit(self, claim):
        return grundy.audit(claim=claim)[0]


def common(kind, told):
    """The keys in common, with tuples as lists, and nothing for what is empty."""
    told = json.loads(json.dumps({key: told.get(key) for key in KEYS[kind]}))
    if kind == "moves":
        told["moves"] = [{key: move.get(key) for key in MOVE} for move in told["moves"]]
    return {key: None if value == [] else value for key, value in told.items()}


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    api = Api()
    yield [CommandLine(tmp_path_factory.mktemp("doors")), api, Python()]
    api.close()


def name(question):
    return " ".join(str(value)[:40] for key, value in question.items() if key not in ("doors", "refuted"))


def test_there_are_fifty():
    assert len(QUESTIONS["questions"]) >= 50 and len(QUESTIONS["wrong"]) >= 10
    assert {question["ask"] for question in QUESTIONS["questions"]} == set(KEYS)


@pytest.mark.parametrize("question", QUESTIONS["questions"], ids=name)
def test_each_door_gives_the_same_answer(doors, question):
    told = {door.name: common(question["ask"], door.ask(question)) for door in doors if door.name in question.get("doors", door.name)}
    first, *others = told.values()
    assert len(others) == len(question.get("doors", doors)) - 1
    assert any(value is not None for value in first.values()) or question["ask"] == "limit"
    for other in others:
        assert other == first, told


@pytest.mark.parametrize("question", QUESTIONS["wrong"], ids=name)
def test_each_door_refuses_the_same_questions(doors, question):
    refusals = []
    for door in doors:
        with pytest.raises(Refused) as refused:
            door.ask(question)
        refusals.append(refused.value)
    command, api, python = refusals
    assert command.message == api.message == python.message
    assert (command.status, python.status) == (2, "InputError")
    # Only of a claim the API has a hint of its own, and a status that fits.
    is_claim = question["ask"] == "audit"
    assert api.status == (404 if is_claim else 400)
    assert command.hint == python.hint and (is_claim or api.hint == python.hint)
    assert "--" not in (python.hint or "") and "`grundy " not in (python.hint or "")
