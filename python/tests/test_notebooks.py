"""The notebooks of docs/notebooks run from beginning to end, and print what is stored in them.

`UPDATE=1 pytest tests/test_notebooks.py` stores the outputs again.
"""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_six():
    assert len(NOTEBOOKS) == 6


def told(notebook):
    """The text of each cell, without times, and the kinds of its pictures. Text that takes the place of a picture is not compared."""
    cells = []
    for cell in notebook.cells:
        texts, pictures = [], []
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                continue
            data = output.get("data", {})
            found = [kind for kind in data if kind.startswith("image/")]
            pictures += found
            text = output.get("text", "") if not data else "" if found else data.get("text/plain", "")
            texts.append(re.sub(r"'seconds': [0-9.e-]+", "'seconds': ..", text))
        cells.append(("".join(texts), pictures))
    return cells


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path, tmp_path):
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=100, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    if os.environ.get("UPDATE"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
            if "outputs" in cell:
                cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
        notebook.metadata.language_info = stored.metadata.language_info
        nbformat.write(notebook, path)
        stored = notebook
    assert told(notebook) == told(stored), "UPDATE=1 stores the outputs again"
    pictures = {kind for _, kinds in told(notebook) for kind in kinds}
    if path.stem == "tour":
        assert pictures == {"image/png", "image/svg+xml"}
