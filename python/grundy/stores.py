"""The store: a file that keeps proved periods, findings and checkpoints between runs."""

from __future__ import annotations

from os import PathLike

from grundy import _native


def use_store(path: str | PathLike[str] | None) -> None:
    """Uses the file ``path`` as the store of all questions from now on; ``None``: looks nothing up and keeps nothing.

    Before the first call, the store is the one that the command line uses: the file that the environment variable
    ``GRUNDY_STORE`` names (an empty variable: none), otherwise a file in the user's data directory. The store belongs to the
    process; workers of a cluster have their own.

    >>> import tempfile, grundy
    >>> folder = tempfile.TemporaryDirectory()
    >>> grundy.use_store(folder.name + "/results.sqlite")
    >>> grundy.period("star-nim", row=5).period
    144
    >>> grundy.use_store(None)
    >>> folder.cleanup()
    """
    _native.use_store(path)
