"""Boards as SVG."""

from __future__ import annotations

from html import escape
from typing import Any

SQUARE = 26
#: Longer piles and strips are cut off; their numbers are told.
LONGEST = 30
INK, TOKEN, SHARED, PAPER = "#222222", "#0072b2", "#f0e442", "#ffffff"


def svg(data: dict[str, Any]) -> str:
    """The board with a position on it."""
    lines: list[tuple[str, list[str]]] = []
    for part in data["parts"] or [data]:
        lines.append((part["full"], _rows(part)))
    height = sum(SQUARE * (1 + len(rows)) for _, rows in lines) + 10
    width = SQUARE * (LONGEST + 8)
    drawn, y = [], 4
    for title, rows in lines:
        drawn.append(f'<text x="6" y="{y + 17}" font-weight="bold" fill="{INK}">{escape(_short(title))}</text>')
        y += SQUARE
        for row in rows:
            drawn.append(f'<g transform="translate(6 {y})">{row}</g>')
            y += SQUARE
    font = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"14\""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {font}>'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{"".join(drawn)}</svg>'
    )


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:60]}…{text[-20:]}"


def _rows(part: dict[str, Any]) -> list[str]:
    if part["rows"] is None:
        return []
    rows = [[int(number) for number in row] for row in part["rows"]]
    if part["board"] == "strips":
        strips = rows if part["strips"] else [[token] for token in rows[0]]
        return [_strip(strip, part["shared"]) for strip in strips]
    return [_pile(pile) for pile in rows[0]]


def _pile(pile: int) -> str:
    """Counters side by side, and their number."""
    half = SQUARE / 2
    counters = "".join(
        f'<circle cx="{half + k * SQUARE}" cy="{half}" r="{half - 3}" fill="{TOKEN}"/>' for k in range(min(pile, LONGEST))
    )
    more = "… " if pile > LONGEST else ""
    x = SQUARE * min(pile, LONGEST) + 8
    return f'{counters}<text x="{x}" y="{half + 5}" fill="{INK}">{more}{_short(str(pile))}</text>'


def _strip(tokens: list[int], shared: int) -> str:
    """Squares up to the last token; where that is far away, only its number."""
    half = SQUARE / 2
    last = min(max(tokens, default=0), LONGEST - 1)
    squares = "".join(
        f'<rect x="{k * SQUARE}" width="{SQUARE}" height="{SQUARE}" stroke="{INK}" '
        f'fill="{SHARED if k < shared else PAPER}"/>'
        for k in range(last + 1)
    )
    counters = "".join(
        f'<circle cx="{half + token * SQUARE}" cy="{half}" r="{half - 4}" fill="{TOKEN}"/>'
        for token in tokens
        if token < LONGEST
    )
    far = [token for token in tokens if token >= LONGEST]
    told = "… " + ", ".join(_short(str(token)) for token in far) if far else ", ".join(map(str, tokens))
    return f'{squares}{counters}<text x="{(last + 1) * SQUARE + 8}" y="{half + 5}" fill="{INK}">{told}</text>'
