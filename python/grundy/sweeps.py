"""Sweeps: one question, or one function, for many parameters, on this machine or on many."""

from __future__ import annotations

import inspect
import json
import math
import os
import random
import re
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grundy import _native
from grundy._executors import Task, TimeUp, over
from grundy._input import optional, seconds as _seconds, whole
from grundy._work import Bar
from grundy.errors import InputError, InputTypeError

Grid = Mapping[str, Any] | Iterable[Mapping[str, Any]]
#: The name of a task, a question with its arguments, or a function of the parameters.
Plan = str | Mapping[str, Any] | Callable[..., Any]


class Results(list[dict[str, Any]]):
    """The rows of a sweep in the order of its grid, a dictionary each, as ``pandas.DataFrame`` takes them."""

    #: Where they are kept, if anywhere: a folder of Parquet files.
    out: Path | None = None
    #: Whether every point has a row: a sweep that meets its time limit has fewer.
    complete: bool = True

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows without a complete answer; ``error`` says why."""
        return [row for row in self if row["error"] is not None]


@dataclass(frozen=True)
class Estimate:
    """What a sweep would cost."""

    #: Points of the grid.
    points: int
    #: Points whose answers are kept already.
    done: int
    #: Points that were asked for this estimate. Their answers are not kept.
    sample: int
    #: Seconds that all other points would take on one thread, if they are like those; nothing without a sample.
    seconds: float | None

    @property
    def left(self) -> int:
        """Points that would be asked."""
        return self.points - self.done


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
    ['gurvich-theorem-1', 'r-wythoff-constants', 'row-period', 'sharing-nim-spreads', 'octal-periods', 'audit']
    """
    listed: list[dict[str, Any]] = json.loads(_native.tasks())
    return listed


def sweep(
    plan: Plan,
    grid: Grid = (),
    client: Any = None,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    batch: int | None = None,
    seconds: float | None = None,
    total_seconds: float | None = None,
    progress: bool = True,
) -> Results:
    """Asks one question at every point of a grid.

    A plan is a question with its arguments, in which ``{a}`` stands for the parameter ``a`` of the grid; `questions` lists them.
    Or it is the name of a task; `tasks` lists those. Or it is a function of the parameters.

    A grid gives for each parameter a value, several of them, or a range as text (``"1..20"``, both ends included), and means all
    combinations; or it is a list of points.

    >>> plan = {"question": "value", "game": "gurvich:a={a},b=1", "position": "{x},7"}
    >>> rows = sweep(plan, {"a": [1, 2], "x": range(3)})
    >>> [(row["a"], row["x"], row["value"]) for row in rows]
    [(1, 0, 7), (1, 1, 8), (1, 2, 6), (2, 0, 7), (2, 1, 4), (2, 2, 8)]
    >>> rows = sweep("row-period", {"game": "star-nim", "row": range(7)})
    >>> [row["period"] for row in rows]
    [1, 1, 3, 9, 36, 144, 720]

    What a function returns is the ``result`` of its row; it is anything that JSON can say. An exception is the ``error``.

    >>> [row["result"] for row in sweep(lambda a, b: a - b, {"a": [1, 2], "b": [-3, 5]})]
    [4, -4, 5, -3]

    Work is done on local threads (all cores; a function is called on this thread), or by ``client``: a Dask client or its address, an
    executor of ``concurrent.futures``, a ``joblib.Parallel``, or a pool with ``imap_unordered`` such as those of ``multiprocessing`` and Ray.

    With ``out`` the answers are kept in that folder, a Parquet data set with verdict, time and version in every row, and what is
    there already is not asked again. Answers are written every few seconds, and in the end however that comes. A point that
    fails has a row with its ``error``, and is asked again the next time.

    ``seconds`` limits the time of a point; one that takes longer has a row with that ``error``, and the sweep goes on. A function is ended by
    a signal where it runs on the main thread of a process: here, and in the processes of an executor, of ``joblib`` or of a pool. In a thread,
    as those of a ``ThreadPoolExecutor`` and of Dask, an exception is raised in it, which does not end a sleep. Either way, code in C that does
    not look at signals is waited for, and then the point counts as unanswered; so does a function that catches ``BaseException``.

    >>> slow = sweep(lambda a: time.sleep(a) or a, {"a": [0, 100]}, seconds=0.2)
    >>> [(row["result"], row["error"]) for row in slow]
    [(0, None), (None, 'time limit exceeded: 0.2 s')]

    After ``total_seconds`` the sweep ends and keeps what it has: ``complete`` is false then, and the same call goes on. A function that is called
    here is ended in the middle; workers finish what they have begun.
    """
    run = _Run(plan, grid, out, seconds)
    end = None if total_seconds is None else time.monotonic() + _seconds(total_seconds)
    rows = Results()
    with Bar("points", progress) as bar:
        try:
            if client is None and run.function is None:
                run.native.run(optional(threads, "threads", 1) or _cores(), _until(end, bar))
            else:
                over(run.task(), client, optional(batch, "batch", 1), _until(end, bar), end)
        except TimeUp:
            rows.complete = False
        finally:
            run.native.keep()
    rows.extend(run.row(row) for row in run.native.rows())
    rows.out = None if out is None else Path(out)
    return rows


def estimate(
    plan: Plan, grid: Grid = (), *, out: str | Path | None = None, sample: int = 5, seconds: float | None = None
) -> Estimate:
    """What a sweep would cost: its points, how many are answered already, and how long the others would take on one thread, by some of
    them at random. With ``sample=0`` nothing is asked.

    >>> estimate("row-period", {"game": "star-nim", "row": range(7)}, sample=0)
    Estimate(points=7, done=0, sample=0, seconds=None)
    """
    run = _Run(plan, grid, out if out is not None and Path(out).is_dir() else None, seconds)
    done, _, points = run.native.tally()
    left = run.native.left()
    asked = random.sample(left, min(whole(sample, "sample"), len(left)))
    task = run.task()
    started = time.monotonic()
    for point in asked:
        task.answer([point])
    taken = time.monotonic() - started
    return Estimate(points, done, len(asked), taken / len(asked) * (len(left) - len(asked)) if asked else None)


def merge(plan: Plan, grid: Grid, out: str | Path) -> Path:
    """Joins the Parquet files of a sweep into one, with each point once, and returns its path. Nobody may be writing to the folder."""
    if not Path(out).is_dir():
        raise InputError(f"{os.fspath(out)} has no answers", "out is the folder of a sweep")
    asked, given, _ = _read(plan, grid, None)
    return _native.merge(asked, given, os.fspath(out))[0]


class _Run:
    """A sweep that is about to run."""

    def __init__(self, plan: Plan, grid: Grid, out: str | Path | None, seconds: float | None) -> None:
        writer = f"{socket.gethostname().split('.')[0]}-{os.getpid()}"
        self.plan, grid_text, self.function = _read(plan, grid, seconds)
        self.seconds = None if seconds is None else _seconds(seconds)
        self.native = _native.Sweep(self.plan, grid_text, None if out is None else os.fspath(out), writer)

    def task(self) -> Task:
        return Task(self.native, self.plan, self.function, self.seconds)

    def row(self, row: dict[str, Any]) -> dict[str, Any]:
        """What a function has returned is kept as JSON."""
        if self.function is not None and row["result"] is not None:
            row["result"] = json.loads(row["result"])
        return row


def _read(plan: Plan, grid: Grid, seconds: float | None) -> tuple[str, str, Callable[..., Any] | None]:
    """A plan and a grid as JSON, and the function of a plan."""
    points = _plain(grid or {})
    limit = {} if seconds is None or seconds == math.inf else {"time": max(1, round(_seconds(seconds)))}
    if isinstance(plan, str):
        return json.dumps({"task": plan, **limit}), json.dumps(points), None
    if isinstance(plan, Mapping):
        return json.dumps({**_plain(plan), **limit}), json.dumps(points), None
    if not callable(plan):
        raise InputTypeError(f"{plan!r} is no plan", "a plan is the name of a task, a question with its arguments, or a function")
    names = list(points) if isinstance(points, dict) else list(dict.fromkeys(name for point in points for name in point))
    missing = _missing(plan, names)
    if missing:
        raise InputError(missing)
    name = re.sub(r"[{}\s]", "", getattr(plan, "__qualname__", type(plan).__name__))
    call = " ".join([name, *(f"{name}={{{name}}}" for name in names)])
    return json.dumps({"question": "function", "call": call}), json.dumps(points), plan


def _missing(function: Callable[..., Any], names: list[str]) -> str | None:
    """Why a function cannot be called with these parameters."""
    try:
        inspect.signature(function).bind(**dict.fromkeys(names))
    except ValueError:
        return None
    except TypeError as error:
        return f"the function does not take the parameters of the grid: {error}"
    return None


def _until(end: float | None, bar: Bar) -> Callable[[int, int], None]:
    """A callback that ends a sweep when its time is over."""
    if end is None:
        return bar

    def see(done: int, points: int) -> None:
        bar(done, points)
        if time.monotonic() >= end and done < points:
            raise TimeUp

    return see


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _plain(grid: Any) -> Any:
    """Ranges, numpy's numbers and the like as JSON has them."""
    if isinstance(grid, Mapping):
        return {str(key): _plain(value) for key, value in grid.items()}
    if isinstance(grid, str):
        return grid
    if hasattr(grid, "__index__"):
        try:
            return grid.__index__()
        except TypeError:
            pass
    if isinstance(grid, Iterable):
        return [_plain(value) for value in grid]
    if hasattr(grid, "text"):
        return grid.text
    return grid
