"""Sweeps: on threads and on a real cluster of two processes, one of which is killed; resumed, and kept as Parquet."""

import json
import os
import signal
import threading
import time

import dask
import pyarrow.parquet
import pytest
from distributed import Client, LocalCluster

import grundy
import grundy.sweeps

GRID = {"a": range(1, 5), "b": "1..4", "p": [1, 2], "terms": 60}


def told(rows):
    """All but the times."""
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


@pytest.fixture(scope="module")
def alone():
    rows = grundy.sweep("gurvich-theorem-1", GRID, threads=1)
    assert len(rows) == 32 and not rows.failed
    return told(rows)


def test_threads_change_nothing(alone):
    assert told(grundy.sweep("gurvich-theorem-1", GRID, threads=2)) == alone


def test_rows_say_what_the_library_says(alone):
    for row in alone:
        game = f"gurvich:a={row['a']},b={row['b']},p={row['p']},q=1"
        assert row["verdict"] in ("holds", "contradicted")
        if row["p"] == 1:
            assert row["verdict"] == "holds", game
    rows = grundy.sweep("row-period", {"game": ["star-nim", "wythoff"], "row": "0..6"})
    assert [row["period"] for row in rows[:7]] == [p.period for p in grundy.periods("star-nim", rows=range(7))]
    constants = grundy.sweep("r-wythoff-constants", {"value": 2, "rows": 1000})[0]
    assert constants["members"] == len(grundy.sequence("r-wythoff", 2, rows=1000))
    spread = grundy.sweep("sharing-nim-spreads", {"first": 10, "last": 20})[0]
    table = grundy.table("sharing-nim", 20).astype(int)
    cells = [table[a, b] for b in range(10, 21) for a in range(b // 2 + 1)]
    assert (spread["positions"], spread["p_positions"], spread["largest"]) == (len(cells), cells.count(0), max(cells))
    claims = [row["id"] for row in grundy.audit("gu")][:3]
    assert [row["claim"] for row in grundy.sweep("audit", {"claim": claims})] == claims


def test_any_question_over_any_grid():
    plan = {"question": "value", "game": "wythoff@block={q}", "position": "{x},{y}"}
    rows = grundy.sweep(plan, {"q": [1, 2], "x": range(4), "y": range(4)})
    assert len(rows) == 32 and not rows.failed
    for row in rows:
        assert row["value"] == grundy.value(f"wythoff@block={row['q']}", row["x"], row["y"])
    assert rows[31]["question"] == "value wythoff@block=2 position 3,3"
    limits = grundy.sweep({"question": "limit", "game": "fraenkel:a={a}", "digits": 8}, {"a": [1, 2]})
    assert [row["limit"] for row in limits] == [str(grundy.limit(f"fraenkel:a={a}", 8).value) for a in (1, 2)]
    single = grundy.sweep({"question": "outcome", "position": "nim 3 + nim 3"})
    assert [row["outcome"] for row in single] == ["P"]
    assert {question["name"] for question in grundy.questions()} > {"value", "period", "prove", "audit"}


def test_plans_that_are_wrong():
    with pytest.raises(grundy.InputError, match="unknown question"):
        grundy.sweep({"question": "chess"}, {})
    with pytest.raises(grundy.InputError, match="no argument `rows`"):
        grundy.sweep({"question": "period", "game": "nim", "rows": 3}, {})
    with pytest.raises(grundy.InputError, match="the grid has no parameter `r`"):
        grundy.sweep({"question": "period", "game": "nim", "row": "{r}"}, {})
    with pytest.raises(grundy.InputError, match="no argument uses the parameter `s`"):
        grundy.sweep({"question": "period", "game": "nim", "row": "{r}"}, {"r": 1, "s": 2})


def test_kept_as_parquet_and_not_asked_again(tmp_path, alone):
    out = tmp_path / "theorem-1"
    half = grundy.sweep("gurvich-theorem-1", {**GRID, "p": 1}, out=out)
    whole = grundy.sweep("gurvich-theorem-1", GRID, out=out)
    assert told(whole) == alone and whole.out == out
    seconds = {json.dumps([row[k] for k in "abp"]): row["seconds"] for row in whole}
    assert all(seconds[json.dumps([row[k] for k in "abp"])] == row["seconds"] for row in half)
    assert grundy.sweep("gurvich-theorem-1", GRID, out=out) == whole
    read = pyarrow.parquet.read_table(out).to_pylist()
    key = lambda row: (row["a"], row["b"], row["p"])
    assert sorted(read, key=key) == sorted(whole, key=key)
    assert all(row["version"] == grundy.__version__ and row["seconds"] >= 0 for row in read)


def test_a_failure_does_not_stop_it(tmp_path):
    grid = {"game": ["star-nim", "chess", "wythoff"], "row": 3}
    rows = grundy.sweep("row-period", grid, out=tmp_path)
    assert [row["verdict"] for row in rows] == ["proved", None, "proved"]
    assert len(rows.failed) == 1 and "chess" in rows.failed[0]["error"]
    with pytest.raises(grundy.InputError, match="unknown task"):
        grundy.sweep("chess", {})
    with pytest.raises(grundy.InputError, match="no parameter"):
        grundy.sweep("row-period", {"game": "nim", "column": 3})
    with pytest.raises(OSError, match="its columns are"):
        grundy.sweep("audit", {"claim": "farr-ho/table-1"}, out=tmp_path)


@pytest.fixture(scope="module")
def client():
    # A batch that has killed two workers is not tried a third time.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
        # A cluster cannot be closed while it is starting a worker in the place of one that was killed.
        client.wait_for_workers(2, timeout=60)


def test_a_cluster_changes_nothing(client, alone, tmp_path):
    assert told(grundy.sweep("gurvich-theorem-1", GRID, client, out=tmp_path, batch=3)) == alone
    assert told(grundy.sweep("gurvich-theorem-1", GRID, client, out=tmp_path)) == alone
    failed = grundy.sweep("row-period", {"game": ["nim", "chess"], "row": 3}, client)
    assert [row["verdict"] for row in failed] == ["proved", None]
    plan = {"question": "moves", "game": "{g}", "position": "{x},{y}"}
    grid = {"g": ["nim", "wythoff"], "x": "1..5", "y": [7, 9]}
    assert told(grundy.sweep(plan, grid, client, batch=3)) == told(grundy.sweep(plan, grid, threads=1))


def test_a_worker_killed_in_the_middle_loses_nothing(client, tmp_path):
    grid = {"value": "0..23", "rows": [2_000_000]}
    pids = list(client.run(os.getpid).values())
    assert len(pids) == 2 and os.getpid() not in pids
    killed, tallies = threading.Event(), []

    def kill():
        # As soon as there are some answers.
        while len(tallies) < 3:
            time.sleep(0.005)
        os.kill(pids[0], signal.SIGKILL)
        killed.set()

    class Watched(grundy.sweeps.Bar):
        def __call__(self, done, total):
            tallies.append((done, total))

    thread = threading.Thread(target=kill)
    thread.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grundy.sweeps, "Bar", Watched)
        rows = grundy.sweep("r-wythoff-constants", grid, client, out=tmp_path, batch=1)
    thread.join()
    assert killed.is_set() and tallies[2][0] < 24 == tallies[-1][0]
    assert not rows.failed
    assert told(rows) == told(grundy.sweep("r-wythoff-constants", grid, threads=1))
    assert told(grundy.sweep("r-wythoff-constants", grid, out=tmp_path)) == told(rows)
    assert pids[0] not in client.run(os.getpid).values()


def test_a_point_that_kills_its_workers_is_reported(client, monkeypatch):
    answer = grundy.sweeps._answer

    def deadly(plan, points):
        import os

        if any('"row":2' in point for point in points):
            os._exit(1)
        return answer(plan, points)

    monkeypatch.setattr(grundy.sweeps, "_answer", deadly)
    rows = grundy.sweep("row-period", {"game": "nim", "row": "1..2"}, client, batch=2)
    assert [row["verdict"] for row in rows] == ["proved", None]
    assert "KilledWorker" in rows.failed[0]["error"]
