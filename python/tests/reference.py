"""Writes docs/python-api.md from the docstrings: `UPDATE=1 pytest tests/test_package.py`."""

import dataclasses
import inspect
import os
import re
from pathlib import Path

import grundy

FILE = Path(__file__).parents[2] / "docs" / "python-api.md"
UPDATE = bool(os.environ.get("UPDATE"))

HEAD = """# Reference of the Python package

Generated from the docstrings of `python/grundy` by `UPDATE=1 pytest tests/test_package.py`. The guide is [python.md](python.md).
"""


def signature(name, item, method=False):
    try:
        shown = str(inspect.signature(item))
    except (TypeError, ValueError):
        return name
    # Annotations are texts; modules and quotes are noise.
    shown = re.sub(r"(: |-> )'(.*?)'", r"\1\2", shown)
    if method:
        shown = re.sub(r"^\(game: [^,)]*(, )?", "(", shown)
    shown = shown.replace("(self, ", "(").replace("(self)", "()").replace("npt.", "").replace("np.", "")
    shown = re.sub(r" -> None$", "", shown)
    return name + re.sub(r"<function .*?>|<object object at .*?>", "..", shown)


def doc(item):
    """The docstring as Markdown: examples are blocks."""
    text = inspect.cleandoc(item.__doc__ or "")
    text = re.sub(r"``(.*?)``", r"`\1`", text)
    lines, inside = [], False
    for line in text.splitlines():
        starts = line.startswith(">>> ")
        if starts and not inside:
            lines.append("```pycon")
            inside = True
        if inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, *(["```"] if inside else [])])


def members(kind):
    """The public methods and properties that a class adds to its built-in bases."""
    for name, item in vars(kind).items():
        if name.startswith("_") or not (callable(item) or isinstance(item, property) or hasattr(item, "func")):
            continue
        if isinstance(item, type) or not (item.__doc__ or "").strip():
            continue
        yield name, item


def fields(kind):
    """The fields of a data class or an exception, with the comments above them."""
    source = re.sub(r'""".*?"""', "", inspect.getsource(kind), flags=re.DOTALL)
    found = re.findall(r"((?:^    #: .*\n)*)^    (\w+): (.+?)(?: = .*)?$", source, re.MULTILINE)
    for comment, name, annotation in found:
        if not name.startswith("_"):
            yield name, annotation, " ".join(line.strip().removeprefix("#: ").replace("``", "`") for line in comment.splitlines())


def text():
    parts = [HEAD]
    for name in grundy.__all__:
        item = getattr(grundy, name)
        if inspect.ismodule(item):
            continue
        shown = name if dataclasses.is_dataclass(item) else signature(name, item)
        parts.append(f"### `{shown}`\n\n{doc(item)}\n")
        if inspect.isclass(item):
            parts += [f"- `{field}: {annotation}`{': ' + comment if comment else ''}" for field, annotation, comment in fields(item)]
            for member, of in members(item):
                plain = isinstance(of, property) or hasattr(of, "func")
                shown = f".{member}" if plain else f".{signature(member, of, method=True)}"
                first = doc(of).split("\n\n")[0].replace("\n", " ")
                parts.append(f"- `{shown}`: {first}")
            parts.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"
