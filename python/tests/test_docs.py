"""What the book shows of Python runs."""

import re
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).parents[2]


PAGES = [path for path in [ROOT / "docs" / "tour.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))] if "```python" in path.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_book(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, page.name, "exec"), {})
    if page.stem == "tour":
        assert list((tmp_path / "theorem-1").glob("*.parquet"))


def test_every_task_is_in_the_guide():
    guide = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert all(f"`{task['name']}`" in guide for task in grundy.tasks())


def test_everything_public_is_documented():
    for name in grundy.__all__:
        assert getattr(grundy, name).__doc__, name
