"""A time limit for a call of a Python function."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

#: Longer limits are none: timers of the system take only so much.
LONGEST = 1e8


class Over(BaseException):
    """A call has met its time limit. Functions that catch every `Exception` do not catch it."""


def within(seconds: float | None, call: Callable[[], T]) -> T:
    """Calls a function, which ends with `Over` after some seconds.

    On the main thread of a process a signal ends it, in the middle of a sleep, too. On other threads, and where there are no such signals, an
    exception is raised in the thread: code in C that does not return to Python is waited for. Both end long work of this package within a moment.

    >>> within(5, lambda: 7)
    7
    """
    if seconds is None or seconds > LONGEST:
        return call()
    if seconds <= 0:
        raise Over
    is_main = threading.current_thread() is threading.main_thread()
    # A handler that Python has not installed could not be put back.
    if is_main and hasattr(signal, "setitimer") and signal.getsignal(signal.SIGALRM) is not None:
        return _by_signal(seconds, call)
    return _by_exception(seconds, call)


def _by_signal(seconds: float, call: Callable[[], T]) -> T:
    running, over = True, False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal over
        if running:
            over = True
            raise Over

    handler = signal.signal(signal.SIGALRM, stop)
    started = time.monotonic()
    delay, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        try:
            result = call()
        finally:
            running = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if delay > 0:
            # Somebody else's timer goes on.
            signal.setitimer(signal.ITIMER_REAL, max(delay - (time.monotonic() - started), 1e-6), interval)
    if over:
        # The function has caught the exception, and come to an end later.
        raise Over
    return result


def _by_exception(seconds: float, call: Callable[[], T]) -> T:
    thread = ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    running, over = True, False

    def stop() -> None:
        nonlocal over
        with lock:
            if running:
                over = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Over))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        result = call()
    finally:
        with lock:
            running = False
        timer.cancel()
        if over:
            # It may not have been raised yet.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)
    if over:
        raise Over
    return result
