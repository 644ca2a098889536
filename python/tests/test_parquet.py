"""Parquet files, as pyarrow reads them: values, types, missing values, and the statistics of columns."""

import json
import os
import subprocess
from pathlib import Path

import pyarrow.compute
import pyarrow.parquet
import pytest

import grundy

#: Files of the Rust tests, which compare them byte for byte with what is written.
DATA = Path(__file__).parents[2] / "crates" / "grundy-export" / "tests" / "data"
BIN = os.environ.get("GRUNDY_BIN")


def statistics(path):
    """For each column and row group: the least value, the greatest, and how many are missing, by the metadata and by the values."""
    file = pyarrow.parquet.ParquetFile(path)
    for group in range(file.metadata.num_row_groups):
        values = file.read_row_group(group)
        for k, name in enumerate(values.column_names):
            column = file.metadata.row_group(group).column(k)
            assert column.path_in_schema == name and column.num_values == len(values)
            told = column.statistics
            ends = pyarrow.compute.min_max(values[name]).as_py()
            # Bounds longer than 64 bytes are left out.
            is_long = any(isinstance(end, str) and len(end.encode()) > 64 for end in ends.values())
            assert (told.min, told.max) == ((None, None) if is_long else (ends["min"], ends["max"])), name
            assert told.null_count == values[name].null_count
            yield name, told.min, told.max, told.null_count


def test_unsigned_values_of_a_table():
    path = DATA / "table.parquet"
    table = pyarrow.parquet.read_table(path)
    assert [str(field.type) for field in table.schema] == ["uint32"] * 3
    assert [field.nullable for field in pyarrow.parquet.read_schema(path)] == [False, False, True]
    assert table["value"].to_pylist() == [None, 1, 2**32 - 2, 2**31, None, 2**31 - 1, 0, 3, 2**31 + 5]
    assert table["a"].to_pylist() == [0, 0, 0, 1, 1, 1, 2, 2, 2] and table["b"].to_pylist() == [0, 1, 2] * 3
    assert list(statistics(path)) == [("a", 0, 2, 0), ("b", 0, 2, 0), ("value", 0, 2**32 - 2, 2)]
    assert pyarrow.parquet.read_metadata(path).created_by == "grundy"
    # Readers skip row groups by the statistics, in the order of unsigned integers.
    large = pyarrow.parquet.read_table(path, filters=[("value", ">", 2**31)])
    assert large["value"].to_pylist() == [2**32 - 2, 2**31 + 5]


def test_unsigned_values_of_columns():
    path = DATA / "columns.parquet"
    columns = pyarrow.parquet.read_table(path)
    assert [(field.name, str(field.type)) for field in columns.schema] == [("x", "uint64"), ("y_minus_x", "uint64")]
    assert columns["x"].to_pylist() == [n * n for n in range(1000)]
    assert columns["y_minus_x"].to_pylist() == [2**64 - 1 if n % 3 == 0 else 2**63 - n for n in range(1000)]
    assert list(statistics(path)) == [("x", 0, 998001, 0), ("y_minus_x", 2**63 - 998, 2**64 - 1, 0)]


@pytest.mark.skipif(BIN is None, reason="GRUNDY_BIN does not name the program")
def test_many_pages_and_row_groups(tmp_path):
    path = tmp_path / "table.parquet"
    subprocess.run([BIN, "table", "star-nim", "--max", "1100", "--output", path], check=True)
    table = pyarrow.parquet.read_table(path)
    values = grundy.table("star-nim", 1100)
    assert table.num_rows == values.size and pyarrow.parquet.read_metadata(path).num_row_groups == 2
    assert table["value"].null_count == 1 and table["value"][0].as_py() is None
    assert (table["value"].to_numpy()[1:] == values.ravel()[1:]).all()
    assert (table["a"].to_numpy() * 1101 + table["b"].to_numpy() == range(values.size)).all()
    assert [missing for *_, missing in statistics(path)] == [0, 0, 1, 0, 0, 0]


def test_missing_values_and_texts_of_a_sweep(tmp_path):
    def halves(a):
        if a % 2:
            raise ValueError(f"{a} ist ungerade: ½ ∉ ℤ")
        return a // 2

    grid = {"a": [-(2**63), -1, 0, 2**63 - 1]}
    rows = grundy.sweep(halves, grid, out=tmp_path)
    (path,) = tmp_path.glob("*.parquet")
    table = pyarrow.parquet.read_table(path)
    # The result of a function is kept as JSON.
    read = [{**row, "result": row["result"] and json.loads(row["result"])} for row in table.to_pylist()]
    assert read == list(rows) and [row["result"] for row in read] == [-(2**62), None, 0, None]
    assert [str(table.schema.field(name).type) for name in ("a", "seconds", "error")] == ["int64", "double", "string"]
    assert table["error"].to_pylist()[1] == "ValueError: -1 ist ungerade: ½ ∉ ℤ"
    told = {name: (least, greatest, missing) for name, least, greatest, missing in statistics(path)}
    assert told["a"] == (-(2**63), 2**63 - 1, 0) and told["error"][2] == 2
    assert pyarrow.parquet.ParquetFile(path).metadata.row_group(0).column(0).compression == "GZIP"
