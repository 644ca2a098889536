"""Sweeps: one question for many parameters, on this machine or on a Dask cluster."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy import _native
from grundy._work import Bar

if TYPE_CHECKING:
    from distributed import Client

#: Batches for each thread of a cluster: enough that none is idle at the end, few enough that the scheduler keeps up.
BATCHES_A_THREAD = 32
#: Points of a batch, at most.
LARGEST_BATCH = 256

Grid = Mapping[str, Any] | Iterable[Mapping[str, Any]]
#: The name of a task, or a question with its arguments.
Plan = str | Mapping[str, Any]


class Results(list[dict[str, Any]]):
    """The rows of a sweep in the order of its grid, a dictionary each, as ``pandas.DataFrame`` takes them."""

    #: Where they are kept, if anywhere: a folder of Parquet files.
    out: Path | None = None

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows without a complete answer; ``error`` says why."""
        return [row for row in self if row["error"] is not None]


def questions() -> list[dict[str, Any]]:
    """The questions: name, what it asks, arguments, and answers.

    >>> [question["name"] for question in questions()][:5]
    ['value', 'outcome', 'moves', 'table', 'period']
    """
    listed: list[dict[str, Any]] = json.loads(_native.questions())
    return listed


def tasks() -> list[dict[str, Any]]:
    """The tasks, which are plans with a name: what it asks, parameters with their defaults, answers, and the plan as TOML.

    >>> [task["name"] for task in tasks()]
    ['gurvich-theorem-1', 'r-wythoff-constants', 'row-period', 'sharing-nim-spreads', 'audit']
    """
    listed: list[dict[str, Any]] = json.loads(_native.tasks())
    return listed


def sweep(
    plan: Plan,
    grid: Grid = (),
    client: Client | None = None,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    batch: int | None = None,
    progress: bool = True,
) -> Results:
    """Asks one question at every point of a grid.

    A plan is a question with its arguments, in which ``{a}`` stands for the parameter ``a`` of the grid; `questions` lists them.
    Or it is the name of a task; `tasks` lists those.

    A grid gives for each parameter a value, several of them, or a range as text (``"1..20"``, both ends included), and means all
    combinations; or it is a list of points. Work is done on local threads (all cores), or by the workers of ``client``.

    >>> plan = {"question": "value", "game": "gurvich:a={a},b=1", "position": "{x},7"}
    >>> rows = sweep(plan, {"a": [1, 2], "x": range(3)})
    >>> [(row["a"], row["x"], row["value"]) for row in rows]
    [(1, 0, 7), (1, 1, 8), (1, 2, 6), (2, 0, 7), (2, 1, 4), (2, 2, 8)]
    >>> rows = sweep("row-period", {"game": "star-nim", "row": range(7)})
    >>> [row["period"] for row in rows]
    [1, 1, 3, 9, 36, 144, 720]

    A plan may have a ``time``, the seconds allowed for a point. In each row ``question`` is the question with its arguments.

    With ``out`` the answers are kept in that folder, a Parquet data set with verdict, time and version in every row, and what is
    there already is not asked again. Answers are written every few seconds, and in the end however that comes. A point that
    fails has a row with its ``error``, and is asked again the next time.
    """
    writer = f"{socket.gethostname().split('.')[0]}-{os.getpid()}"
    asked = json.dumps({"task": plan} if isinstance(plan, str) else _plain(plan))
    given = json.dumps(_plain(grid or {}))
    native = _native.Sweep(asked, given, None if out is None else os.fspath(out), writer)
    with Bar("points", progress) as bar:
        if client is None:
            native.run(threads or _cores(), bar)
        else:
            try:
                _on_cluster(native, asked, client, batch, bar)
            finally:
                native.keep()
    rows = Results(native.rows())
    rows.out = None if out is None else Path(out)
    return rows


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _plain(grid: Any) -> Any:
    """Ranges, numpy's numbers and the like as JSON has them."""
    if isinstance(grid, Mapping):
        return {str(key): _plain(value) for key, value in grid.items()}
    if isinstance(grid, str):
        return grid
    if hasattr(grid, "__index__"):
        return grid.__index__()
    if isinstance(grid, Iterable):
        return [_plain(value) for value in grid]
    return grid


def _answer(plan: str, points: list[str]) -> str:
    """What a worker does."""
    return _native.answer_points(plan, f"[{','.join(points)}]")


def _on_cluster(native: _native.Sweep, plan: str, client: Client, batch: int | None, bar: Bar) -> None:
    """Sends what is left to the workers in batches. A worker that dies costs what it was at: Dask asks another one. A batch that
    has killed several workers is halved. Single points that have are asked once more in the end, one at a time, for others may only
    have been on a worker that died; what still fails has a row that says so."""
    from distributed import as_completed

    # Dask is not typed all through.
    cluster: Any = client
    completed: Any = as_completed
    left = native.left()
    threads = max(1, sum(cluster.nthreads().values()))
    size = batch or min(LARGEST_BATCH, max(1, len(left) // (BATCHES_A_THREAD * threads)))

    def submit(points: list[str]) -> Any:
        future: Any = cluster.submit(_answer, plan, points, pure=False)
        batches[future.key] = points
        return future

    def show() -> None:
        done, failed, total = native.tally()
        bar(done + failed, total)

    batches: dict[str, list[str]] = {}
    suspects: list[str] = []
    futures = completed([submit(left[k : k + size]) for k in range(0, len(left), size)])
    try:
        for future in futures:
            points = batches.pop(future.key)
            answered, _ = _result(future)
            if answered is not None:
                native.take(answered)
            elif len(points) > 1:
                half = len(points) // 2
                futures.add(submit(points[:half]))
                futures.add(submit(points[half:]))
            else:
                suspects.append(points[0])
            show()
        for point in suspects:
            alone = submit([point])
            answered, error = _result(alone)
            native.take(native.failed(point, _why(error)) if answered is None else answered)
            batches.pop(alone.key)
            show()
    finally:
        if batches:
            cluster.cancel(list(futures.futures), force=True)


def _result(future: Any) -> tuple[str | None, Exception | None]:
    """What a worker has answered, or why none has: an answer too can be lost with the worker that holds it."""
    try:
        return future.result(), None
    except Exception as error:
        return None, error


def _why(error: Exception | None) -> str:
    """Why no worker has survived a point, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]
