"""Tables: one memory, the values of the definition, pictures, and widths."""

import copy
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
    assert not table.flags.owndata and not table.flags.writeable
    row = table[7]
    address, before = row.ctypes.data, row.copy()
    del table
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


def test_heat_maps(tmp_path):
    table = grundy.table("star-nim", 50)
    picture = table._repr_png_()
    assert picture.startswith(b"\x89PNG") and table.png(tmp_path / "t.png") == picture == (tmp_path / "t.png").read_bytes()
    assert table.name == "star-nim" and table.by == "ray engine"
    assert table[3:5]._repr_png_() is None and not isinstance(table + 1, grundy.Table)
    with pytest.raises(grundy.InputError):
        table[3:5].png()


def test_copies_are_tables():
    table = grundy.table("star-nim", 50)
    picture = table.png()
    for again in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table), table.copy(), np.copy(table, subok=True)):
        assert (again == table).all() and (again.name, again.by) == (table.name, table.by)
        assert again._repr_png_() == picture and again.flags.writeable


def test_reductions_are_numbers_and_leave_out_what_is_no_position():
    table = grundy.table("star-nim", 255)
    slow = [int(table[a, b]) for a in range(256) for b in range(256) if (a, b) != (0, 0)]
    assert table.max() == max(slow) and np.max(table) == max(slow)
    assert (table.min(), table.sum(), table.argmax()) == (0, sum(slow), slow.index(max(slow)) + 1)
    assert abs(table.mean() - sum(slow) / len(slow)) < 1e-9
    assert {type(table.max()), type(table.sum()), type(grundy.table("wythoff", 9).max())} == {int}
    assert len({table.max(), grundy.table("wythoff", 9).max()}) == 2
    assert table.max(axis=0).tolist() == [max(int(table[a, b]) for a in range(256) if a + b) for b in range(256)]
    assert table.masked.count() == 256 * 256 - 1 and int(table[0].max()) == 254


def test_pandas_and_matplotlib():
    pandas = pytest.importorskip("pandas")
    table = grundy.table("star-nim", 5)
    frame = table.to_pandas()
    assert frame.isna().sum().sum() == 1 and frame.loc[3, 5] == table[3, 5] and frame.index.name == "a"
    assert isinstance(frame, pandas.DataFrame)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = table.plot(cmap="viridis")
    assert ax.get_title() == "star-nim" and ax.images
    matplotlib.pyplot.close(ax.figure)


def test_slices_with_other_letters_are_refused():
    with pytest.raises(grundy.InputError, match="neither a number"):
        grundy.table("nim a,b,c", 3)


def test_gaps():
    table = grundy.table("star-nim", 5)
    assert not table.is_position[0, 0] and table.is_position.sum() == 35
