"""What long work needs: limits, and a bar that shows how far it is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

#: Seconds before a bar is shown.
QUIET = 1.0

#: Positions that the definition may look at.
POSITIONS = 5_000_000

#: Seconds that an answer may take.
SECONDS = 30.0


class Bar:
    """Shows progress once work takes longer than a second: with tqdm where it is installed, else as text on stderr."""

    def __init__(self, unit: str, show: bool = True) -> None:
        self._unit, self._show = unit, show
        self._started = time.monotonic()
        self._drawn = 0.0
        self._bar: Any = None
        self._shown = False

    def __enter__(self) -> Bar:
        return self

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._show or now - self._started < QUIET or now - self._drawn < 0.2:
            return
        self._drawn = now
        if not self._shown:
            self._shown, self._bar = True, _tqdm(self._unit, total, now - self._started)
        # A bar of tqdm without a total has no truth value.
        if self._bar is not None:
            self._bar.n, self._bar.total = done, total or None
            self._bar.refresh()
        else:
            of = f" of {total:,}" if total else ""
            print(f"\r{done:,}{of} {self._unit}, {now - self._started:.0f} s ", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown:
            print(file=sys.stderr)


def _tqdm(unit: str, total: int, elapsed: float) -> Any:
    """A bar of tqdm for work that has been going on for some time."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bar = tqdm(total=total or None, unit=f" {unit}", unit_scale=True, leave=False)
    # Its rate counts from the start of the work, not from now.
    bar.start_t -= elapsed
    bar.last_print_t -= elapsed
    return bar
