"""Sharing Nim by its lines, against a plain program."""

from __future__ import annotations

import plain_sharing_nim

import grundy


def test_every_position_is_found_by_a_plain_program() -> None:
    last = 20_000
    plain: dict[int, list[tuple[int, int]]] = {value: [] for value in range(5)}
    for value, a, b in plain_sharing_nim.positions(4, last):
        plain[value].append((a, b))
    for value, found in plain.items():
        listed = grundy.sequence("sharing-nim", value=value, rows=last + 1)
        # The plain program lists the positions of one b in the order in which it meets their lines.
        assert [tuple(pair) for pair in listed] == sorted(found, key=lambda pair: (pair[1], pair[0]))


def test_values_are_those_of_the_plain_program() -> None:
    records = list(plain_sharing_nim.records(3, 48_000))
    assert (3, 5, 47523) in records
    for value, a, b in records:
        assert grundy.value("sharing-nim", 0, a, b) == value
