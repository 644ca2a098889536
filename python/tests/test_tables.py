"""Tables: one memory, the values of the definition, pictures, and widths."""

import pickle
import threading

import numpy as np
import pytest

import grundy


def mex(values):
    seen = set(values)
    return next(v for v in range(len(seen) + 1) if v not in seen)


def test_wythoff_by_hand():
    table = grundy.table("wythoff", 40)
    slow = np.zeros((41, 41), dtype=int)
    for x in range(41):
        for y in range(41):
            options = [slow[i, y] for i in range(x)] + [slow[x, j] for j in range(y)]
            slow[x, y] = mex(options + [slow[x - k, y - k] for k in range(1, min(x, y) + 1)])
    assert (table == slow).all()


@pytest.mark.parametrize("game", ["star-nim", "sharing-nim", "gurvich:a=2,b=3", "nim@block=2", "silver-dollar [a,b,9]"])
def test_engines_agree(game):
    assert (grundy.table(game, 12) == grundy.table(game, 12, engine="definition", dtype="uint16")).all()


def test_no_copy_is_made():
    table = grundy.table("wythoff", 300)
    native = table._native
    assert table.ctypes.data == native.__array_interface__["data"][0]
    assert not table.flags.owndata and not table.flags.writeable
    row = table[7]
    address, before = row.ctypes.data, row.copy()
    del table, native
    # The row holds on to the memory.
    assert row.ctypes.data == address and (row == before).all()
    assert row.copy().flags.writeable


def test_types():
    assert grundy.table("wythoff", 100).dtype == np.uint16
    assert grundy.table("wythoff", 100, dtype=np.uint8).dtype == np.uint8
    with pytest.raises(grundy.TooWide) as caught:
        grundy.table("wythoff", 300, dtype="uint8")
    assert isinstance(caught.value, OverflowError)
    with pytest.raises(grundy.InputError, match="float64"):
        grundy.table("wythoff", 3, dtype=float)
    with pytest.raises(grundy.Unanswered, match="MiB"):
        grundy.table("wythoff", 100_000, memory=1 << 20)


def test_other_threads_go_on_meanwhile():
    beats, done = 0, threading.Event()

    def beat():
        nonlocal beats
        while not done.wait(0.005):
            beats += 1

    thread = threading.Thread(target=beat)
    thread.start()
    grundy.table("gurvich:a=4,b=4", 1500, threads=1)
    done.set()
    thread.join()
    assert beats >= 5


def test_heat_maps():
    table = grundy.table("star-nim", 50)
    assert table._repr_png_().startswith(b"\x89PNG")
    assert table.name == "star-nim" and table.by == "ray engine"
    assert table[3:5]._repr_png_() is None and (table + 1)._repr_png_() is None
    again = pickle.loads(pickle.dumps(table))
    assert (again == table).all() and again._repr_png_() is None


def test_gaps():
    table = grundy.table("star-nim", 5)
    assert not table.is_position[0, 0] and table.is_position.sum() == 35
