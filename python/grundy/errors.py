"""What goes wrong, as exceptions. Ctrl-C raises `KeyboardInterrupt`, as everywhere."""

from __future__ import annotations


class GrundyError(Exception):
    """The base of all of these."""


class InputError(GrundyError, ValueError):
    """The input is wrong, or asks for too much.

    >>> import grundy
    >>> try:
    ...     grundy.value("star-silver-dollar [1,3,3],[2]")
    ... except grundy.InputError as error:
    ...     print(error)
    square 3 holds two tokens
      star-silver-dollar [1,3,3],[2]
                              ^
    hint: squares on a strip increase from left to right, e.g. [1,3,4],[2]
    """

    #: One line: what is wrong.
    message: str
    #: How to put it right.
    hint: str | None
    #: Where in `text`: first character, and one past the last.
    position: tuple[int, int] | None
    #: The text that was read.
    text: str

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        position: tuple[int, int] | None = None,
        text: str = "",
        shown: str | None = None,
    ) -> None:
        super().__init__(message, hint, position, text, shown)
        self.message, self.hint, self.position, self.text = message, hint, position, text
        lines = message if hint is None else f"{message}\nhint: {hint}"
        self._shown = lines if shown is None else shown.removeprefix("error: ").rstrip("\n")

    def __str__(self) -> str:
        return self._shown


class InputTypeError(InputError, TypeError):
    """An argument has the wrong type.

    >>> import grundy
    >>> try:
    ...     grundy.value("nim", "3")
    ... except TypeError as error:
    ...     print(error.message)
    '3' is a str, not a whole number
    """


class BudgetSpent(GrundyError):
    """More work would be needed than was allowed: allow more with ``positions=``."""

    #: The limit that was met.
    limit: int
    #: Of what.
    what: str

    def __init__(self, message: str, limit: int = 0, what: str = "") -> None:
        super().__init__(message, limit, what)
        self.message, self.limit, self.what = message, limit, what

    def __str__(self) -> str:
        return self.message


class Unanswered(GrundyError):
    """No theorem answers this, and computing it is beyond the limits: allow more with ``seconds=`` and ``memory=``."""

    #: Numbers between which the value is known to lie.
    between: tuple[int, int] | None
    #: Game and row whose period would give the value: `grundy.period` looks for it and keeps it in the store.
    period_of_row: tuple[str, int] | None

    def __init__(
        self,
        message: str,
        between: tuple[str, str] | None = None,
        period_of_row: tuple[str, int] | None = None,
    ) -> None:
        super().__init__(message, between, period_of_row)
        self.message, self.period_of_row = message, period_of_row
        self.between = None if between is None else (int(between[0]), int(between[1]))

    def __str__(self) -> str:
        if self.between is None:
            return self.message
        return f"{self.message}\nknown: the value is from {self.between[0]} to {self.between[1]}"


class TooWide(GrundyError, OverflowError):
    """A value does not fit the integers of the table: choose wider ones with ``dtype=``."""
