"""Where the points of a sweep are answered: threads, processes, or the workers of a cluster."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from dataclasses import dataclass
from typing import Any

from grundy import _native
from grundy._limit import Over, within
from grundy.errors import InputTypeError

#: Batches for each thread of a cluster: enough that none is idle at the end, few enough that the scheduler keeps up.
BATCHES_A_THREAD = 32
#: Points of a batch, at most.
LARGEST_BATCH = 256
#: Seconds between looks at the clock.
LOOK_EVERY = 0.1


def _answer(plan: str, points: list[str]) -> str:
    """What a worker does for a question."""
    return _native.answer_points(plan, f"[{','.join(points)}]")


#: A function, and the seconds that it may take for a point.
Limited = tuple[Callable[..., Any], float | None]
#: A point with its result as JSON, its error, and the time it took.
Told = tuple[str, str | None, str | None, float]


class TimeUp(Exception):
    """The time of a sweep is over."""


def _call(limited: Limited, points: list[str]) -> list[Told]:
    """What a worker does for a function."""
    told = []
    for point in points:
        try:
            told.append(_called(limited, point))
        except Over:
            told.append(_late(limited, point))
    return told


def _called(limited: Limited, point: str) -> Told:
    """Raises `Over` if the function takes too long."""
    function, seconds = limited
    result, error = None, None
    started = time.perf_counter()
    try:
        result = json.dumps(_jsonable(within(seconds, lambda: function(**json.loads(point)))))
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}".splitlines()[0]
    return point, result, error, time.perf_counter() - started


def _late(limited: Limited, point: str) -> Told:
    """What is told of a function that has taken too long."""
    seconds = limited[1] or 0.0
    return point, None, f"time limit exceeded: {seconds:g} s", seconds


def _jsonable(result: Any) -> Any:
    """Numbers and arrays of numpy as JSON has them; tuples are lists."""
    if hasattr(result, "tolist"):
        return result.tolist()
    if isinstance(result, dict):
        return {str(key): _jsonable(value) for key, value in result.items()}
    if isinstance(result, list | tuple | set | frozenset):
        return [_jsonable(value) for value in result]
    return result


@dataclass(frozen=True)
class Task:
    """The work of a sweep."""

    native: _native.Sweep
    plan: str
    function: Callable[..., Any] | None
    #: Limits the time of a point, for a function; the plan of a question has its own limit.
    seconds: float | None = None

    @property
    def call(self) -> tuple[Callable[..., Any], Any]:
        """What a worker calls, and its first argument; points are the second."""
        return (_answer, self.plan) if self.function is None else (_call, (self.function, self.seconds))

    def answer(self, points: list[str]) -> str:
        """Answers points here, as rows in JSON."""
        call, first = self.call
        return self.rows(call(first, points))

    def rows(self, told: Any) -> str:
        """What a worker has told as rows in JSON."""
        if self.function is None:
            return str(told)
        rows = []
        for point, result, error, seconds in told:
            row = json.loads(self.native.failed(point, error or ""))[0]
            row.update(seconds=seconds, error=error, result=result, verdict=None if error else "known")
            rows.append(row)
        return json.dumps(rows)

    def take(self, told: Any) -> None:
        """Adds what a worker has told."""
        self.native.take(self.rows(told))

    def batches(self, workers: int, batch: int | None) -> list[list[str]]:
        """The points that are left, in batches."""
        left = self.native.left()
        size = batch or min(LARGEST_BATCH, max(1, len(left) // (BATCHES_A_THREAD * max(1, workers))))
        return [left[k : k + size] for k in range(0, len(left), size)]

    def show(self, bar: Callable[[int, int], None]) -> None:
        done, failed, total = self.native.tally()
        bar(done + failed, total)


def over(task: Task, client: Any, batch: int | None, bar: Callable[[int, int], None], end: float | None) -> None:
    """Answers what is left with a client of any kind. After its end, by the monotonic clock, ``bar`` raises `TimeUp`."""
    if client is None:
        _here(task, bar, end)
    elif isinstance(client, str):
        from distributed import Client

        with Client(client) as connected:  # type: ignore[no-untyped-call]
            _on_cluster(task, connected, batch, bar)
    elif isinstance(client, Executor):
        _on_executor(task, client, batch, bar)
    elif hasattr(client, "nthreads") and hasattr(client, "submit"):
        _on_cluster(task, client, batch, bar)
    elif hasattr(client, "imap_unordered"):
        call, first = task.call
        calls = [(call, first, points) for points in task.batches(getattr(client, "_processes", None) or 8, batch)]
        _take_all(task, client.imap_unordered(_unpacked, calls), bar)
    elif callable(client) and hasattr(client, "n_jobs"):
        _on_joblib(task, client, batch, bar)
    else:
        hint = "a Dask client or its address, an executor, a joblib.Parallel, or a pool with imap_unordered"
        raise InputTypeError(f"{client!r} is no client", hint)


def _unpacked(work: tuple[Callable[..., Any], Any, list[str]]) -> Any:
    call, first, points = work
    return call(first, points)


def _here(task: Task, bar: Callable[[int, int], None], end: float | None) -> None:
    """Calls a function on this thread: it may be slow or quick, and need not be safe for threads."""
    assert task.function is not None, "threads answer questions"
    most = math.inf if task.seconds is None else task.seconds
    for point in task.native.left():
        left = math.inf if end is None else end - time.monotonic()
        limited = (task.function, min(most, left))
        try:
            told = _called(limited, point)
        except Over:
            if left <= most:
                raise TimeUp from None
            told = _late(limited, point)
        task.take([told])
        task.show(bar)


def _take_all(task: Task, answers: Iterator[Any], bar: Callable[[int, int], None]) -> None:
    for told in answers:
        task.take(told)
        task.show(bar)


def _on_joblib(task: Task, parallel: Any, batch: int | None, bar: Callable[[int, int], None]) -> None:
    """With ``joblib.Parallel``. Answers come in the end, or one by one if it has ``return_as="generator"``."""
    from joblib import delayed

    call, first = task.call
    jobs = parallel.n_jobs if parallel.n_jobs > 0 else 8
    told = parallel(delayed(call)(first, points) for points in task.batches(jobs, batch))
    _take_all(task, iter(told), bar)


def _on_executor(task: Task, executor: Executor, batch: int | None, bar: Callable[[int, int], None]) -> None:
    """With an executor of ``concurrent.futures``."""
    call, first = task.call
    workers = getattr(executor, "_max_workers", 8)
    waiting = {executor.submit(call, first, points): points for points in task.batches(workers, batch)}
    try:
        while waiting:
            done, _ = wait(waiting, timeout=LOOK_EVERY, return_when=FIRST_COMPLETED)
            for future in done:
                points = waiting.pop(future)
                try:
                    task.take(future.result())
                except Exception as error:
                    for point in points:
                        task.native.take(task.native.failed(point, _why(error)))
            task.show(bar)
    finally:
        for future in waiting:
            future.cancel()


def _on_cluster(task: Task, client: Any, batch: int | None, bar: Callable[[int, int], None]) -> None:
    """Sends what is left to the workers of Dask in batches. A worker that dies costs what it was at: Dask asks another one. A batch that
    has killed several workers is halved. Single points that have are asked once more in the end, one at a time, for others may only
    have been on a worker that died; what still fails has a row that says so."""
    from distributed import as_completed

    # Dask is not typed all through.
    cluster: Any = client
    completed: Any = as_completed
    threads = max(1, sum(cluster.nthreads().values()))
    call, first = task.call

    def submit(points: list[str]) -> Any:
        future: Any = cluster.submit(call, first, points, pure=False)
        batches[future.key] = points
        return future

    batches: dict[str, list[str]] = {}
    suspects: list[str] = []
    futures = completed([submit(points) for points in task.batches(threads, batch)])
    try:
        for future in futures:
            points = batches.pop(future.key)
            answered, _ = _result(future)
            if answered is not None:
                task.take(answered)
            elif len(points) > 1:
                half = len(points) // 2
                futures.add(submit(points[:half]))
                futures.add(submit(points[half:]))
            else:
                suspects.append(points[0])
            task.show(bar)
        for point in suspects:
            alone = submit([point])
            answered, error = _result(alone)
            if answered is None:
                task.native.take(task.native.failed(point, _why(error)))
            else:
                task.take(answered)
            batches.pop(alone.key)
            task.show(bar)
    finally:
        if batches:
            cluster.cancel(list(futures.futures), force=True)


def _result(future: Any) -> tuple[Any, Exception | None]:
    """What a worker has answered, or why none has: an answer too can be lost with the worker that holds it."""
    try:
        return future.result(), None
    except Exception as error:
        return None, error


def _why(error: Exception | None) -> str:
    """Why no worker has survived a point, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]
