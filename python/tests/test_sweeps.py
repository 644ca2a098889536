"""Sweeps: on threads and on a real cluster of two processes, one of which is killed; resumed, and kept as Parquet."""

import json
import multiprocessing.pool
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import dask
import numpy as np
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
    assert [row["period"] for row in rows[:7]] == [p.period for p in grundy.period("star-nim", rows=range(7))]
    constants = grundy.sweep("r-wythoff-constants", {"value": 2, "rows": 1000})[0]
    assert constants["members"] == len(grundy.sequence("r-wythoff", 2, rows=1000))
    spread = grundy.sweep("sharing-nim-spreads", {"first": 10, "last": 20})[0]
    table = grundy.table("sharing-nim", 20).astype(int)
    cells = [table[a, b] for b in range(10, 21) for a in range(b // 2 + 1)]
    assert (spread["positions"], spread["p_positions"], spread["largest"]) == (len(cells), cells.count(0), max(cells))
    claims = ["gu/figure-3", "gu/figure-4", "gu/theorem-7-exceptions"]
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
    # A batch that has killed two workers is not tried a third time. A worker that comes back late, on a busy machine, is not given up.
    settings = {"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "1 hour"}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
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


def difference(a, b):
    """A task of a worker in another process."""
    return a - b


def unlucky(a):
    if a == 2:
        raise RuntimeError("no\nsecond line")
    return {"square": np.int64(a) ** 2, "pair": (a, -a)}


SIGNED = {"a": range(-3, 3), "b": [2, -5]}


def test_a_function_is_a_task(tmp_path):
    rows = grundy.sweep(difference, SIGNED, out=tmp_path)
    assert [(row["a"], row["b"], row["result"]) for row in rows] == [(a, b, a - b) for a in range(-3, 3) for b in (2, -5)]
    assert rows[0]["question"] == "function call difference a=-3 b=2" and rows.complete
    read = pyarrow.parquet.read_table(tmp_path)
    assert str(read.schema.field("a").type) == "int64" and sorted(set(read["a"].to_pylist())) == list(range(-3, 3))
    calls = []

    def again(a, b):
        calls.append((a, b))

    again.__qualname__ = "difference"
    assert told(grundy.sweep(again, {"a": range(-3, 4), "b": [2, -5]}, out=tmp_path)[:12]) == told(rows)
    assert calls == [(3, 2), (3, -5)], "what is kept is not asked again"
    rows = grundy.sweep(unlucky, [{"a": 1}, {"a": 2}])
    assert rows[0]["result"] == {"square": 1, "pair": [1, -1]} and rows[1]["error"] == "RuntimeError: no"
    assert [row["result"] for row in grundy.sweep(lambda: 7)] == [7]
    with pytest.raises(grundy.InputError, match="parameters of the grid"):
        grundy.sweep(lambda a: a, {"b": 1})


def test_every_executor_gives_the_same(alone, tmp_path):
    joblib = pytest.importorskip("joblib")
    plain = told(grundy.sweep(difference, SIGNED))
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        for executor in (threads, processes):
            assert told(grundy.sweep("gurvich-theorem-1", GRID, executor, batch=5)) == alone
            assert told(grundy.sweep(difference, SIGNED, executor)) == plain
    for parallel in (joblib.Parallel(2, backend="threading"), joblib.Parallel(2, backend="threading", return_as="generator")):
        assert told(grundy.sweep("gurvich-theorem-1", GRID, parallel, out=tmp_path / "joblib")) == alone
        assert told(grundy.sweep(lambda a, b: a - b, SIGNED, parallel))[3]["result"] == plain[3]["result"]
    with multiprocessing.pool.ThreadPool(2) as pool:
        assert told(grundy.sweep("gurvich-theorem-1", GRID, pool)) == alone


@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_same(alone):
    """Runs where Ray is installed: `pip install ray`."""
    ray = pytest.importorskip("ray")
    from ray.util.joblib import register_ray
    from ray.util.multiprocessing import Pool

    joblib = pytest.importorskip("joblib")

    def odd_never_ends(a):
        """Sent by value: the workers cannot import this file."""
        while a % 2:
            pass
        return a

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100_000_000, logging_level="error")
    try:
        with Pool(2) as pool:
            assert told(grundy.sweep("gurvich-theorem-1", GRID, pool, batch=5)) == alone
            assert [row["result"] for row in grundy.sweep(lambda a, b: a - b, SIGNED, pool)][:3] == [-5, 2, -4]
            ended = grundy.sweep(odd_never_ends, {"a": range(4)}, pool, batch=1, seconds=0.2)
            assert [row["error"] or row["result"] for row in ended] == [0, LATE, 2, LATE]
        register_ray()
        with joblib.parallel_backend("ray"):
            assert told(grundy.sweep("gurvich-theorem-1", GRID, joblib.Parallel(2), batch=5)) == alone
    finally:
        ray.shutdown()


def test_a_time_limit_for_the_whole(tmp_path):
    def slow(a):
        time.sleep(0.05)
        return a

    rows = grundy.sweep(slow, {"a": range(100)}, out=tmp_path, total_seconds=0.3)
    assert not rows.complete and 1 <= len(rows) < 50
    estimate = grundy.estimate(slow, {"a": range(100)}, out=tmp_path, sample=2)
    assert (estimate.points, estimate.done, estimate.left) == (100, len(rows), 100 - len(rows))
    assert 0.04 * (estimate.left - 2) < estimate.seconds < 1 * estimate.left
    more = grundy.sweep(slow, {"a": range(len(rows) + 2)}, out=tmp_path)
    assert more.complete and len(more) == len(rows) + 2
    long = {"value": "0..200", "rows": [10**6]}
    rows = grundy.sweep("r-wythoff-constants", long, out=tmp_path / "c", threads=1, total_seconds=0.5)
    assert not rows.complete and len(rows) < 201
    rows = grundy.sweep("r-wythoff-constants", {"value": [30], "rows": [10**12]}, seconds=1)
    assert "second" in rows[0]["error"]


def endless(a):
    """Returns for even numbers only."""
    while a % 2:
        pass
    return a


def asleep(a):
    time.sleep(100 * a)
    return a


def stubborn(a):
    """Catches what it can."""
    end = time.monotonic() + 0.4
    while a and time.monotonic() < end:
        try:
            time.sleep(0.01)
        except BaseException:
            pass
    return a


def long(a):
    """A question that takes long, without a limit of its own."""
    return a and grundy.value("sharing-nim", 400, 500, 600, 700, seconds=600, positions=10**9)


LATE = "time limit exceeded: 0.2 s"


def limited(function, client=None, **more):
    started = time.monotonic()
    rows = grundy.sweep(function, {"a": range(4)}, client, seconds=0.2, batch=1 if client else None, **more)
    assert time.monotonic() - started < 30
    return [row["error"] or row["result"] for row in rows]


def test_a_time_limit_for_each_call_of_a_function(tmp_path):
    expected = [0, LATE, 2, LATE]
    assert limited(endless, out=tmp_path) == expected
    read = pyarrow.parquet.read_table(tmp_path).to_pylist()
    assert sorted((row["a"], row["verdict"], row["error"]) for row in read)[:2] == [(0, "known", None), (1, None, LATE)]
    # A point that was not answered is asked again with more time; those that were are not.
    calls = []
    endless_again = lambda a: calls.append(a) or a  # noqa: E731
    endless_again.__qualname__ = "endless"
    rows = grundy.sweep(endless_again, {"a": range(4)}, out=tmp_path, seconds=10)
    assert calls == [1, 3] and [row["result"] for row in rows] == [0, 1, 2, 3] and not rows.failed
    assert limited(asleep) == [0, LATE, LATE, LATE], "a sleep is interrupted on the main thread"
    assert limited(stubborn) == [0, LATE, LATE, LATE], "a result that comes too late is none"
    assert limited(long) == [0, LATE, LATE, LATE], "work of the library is cancelled"
    with ThreadPoolExecutor(2) as threads:
        assert limited(endless, threads) == expected
        assert limited(stubborn, threads) == [0, LATE, LATE, LATE]
        assert limited(long, threads) == [0, LATE, LATE, LATE]
    with multiprocessing.pool.ThreadPool(2) as threads:
        assert limited(endless, threads) == expected
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert limited(endless, processes) == expected
        assert limited(asleep, processes) == [0, LATE, LATE, LATE]
    assert limited(lambda a: 1 // (a - 1)) == [-1, "ZeroDivisionError: integer division or modulo by zero", 1, 0]
    assert [row["error"] for row in grundy.sweep(endless, {"a": 2}, seconds=0)] == ["time limit exceeded: 0 s"]
    assert [row["result"] for row in grundy.sweep(endless, {"a": 2}, seconds=float("inf"))] == [2]


def test_a_time_limit_leaves_other_timers(client):
    assert limited(endless, client) == [0, LATE, 2, LATE]
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        assert limited(endless) == [0, LATE, 2, LATE]
        time.sleep(0.6)
        assert len(rung) == 1
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_time_of_the_whole_ends_a_call(tmp_path):
    started = time.monotonic()
    rows = grundy.sweep(endless, {"a": range(4)}, out=tmp_path, total_seconds=0.3)
    assert time.monotonic() - started < 20
    assert not rows.complete and [row["result"] for row in rows] == [0]
    rows = grundy.sweep(endless, {"a": range(4)}, out=tmp_path, seconds=0.1, total_seconds=60)
    assert rows.complete and len(rows.failed) == 2


def test_failures_are_written_once_and_files_merged(tmp_path):
    grid = {"game": ["star-nim", "chess"], "row": 3}
    for _ in range(3):
        rows = grundy.sweep("row-period", grid, out=tmp_path)
    assert len(rows.failed) == 1
    assert pyarrow.parquet.read_table(tmp_path).num_rows == 2
    grundy.sweep("row-period", {"game": "nim", "row": 3}, out=tmp_path)
    merged = grundy.merge("row-period", grid, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [merged.name]
    file = pyarrow.parquet.ParquetFile(merged)
    assert file.metadata.num_rows == 3
    assert file.metadata.metadata[b"grundy.task"] == b"row-period"
    assert file.metadata.metadata[b"grundy.version"] == grundy.__version__.encode()
    assert file.metadata.row_group(0).column(0).compression == "GZIP"
    with pytest.raises(grundy.InputError, match="no answers"):
        grundy.merge("row-period", grid, tmp_path / "nothing")


def test_the_address_of_a_scheduler(client, alone):
    assert told(grundy.sweep("gurvich-theorem-1", GRID, client.scheduler_info()["address"], batch=5)) == alone
    assert told(grundy.sweep(lambda a, b: a - b, SIGNED, client))[5]["result"] == grundy.sweep(difference, SIGNED)[5]["result"]


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
    answer = grundy._executors._answer

    def deadly(plan, points):
        import os

        if any('"row":2' in point for point in points):
            os._exit(1)
        return answer(plan, points)

    monkeypatch.setattr(grundy._executors, "_answer", deadly)
    rows = grundy.sweep("row-period", {"game": "nim", "row": "1..2"}, client, batch=2)
    assert [row["verdict"] for row in rows] == ["proved", None]
    assert "KilledWorker" in rows.failed[0]["error"]
