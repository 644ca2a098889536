"""What the README shows of Python runs."""

import re
from pathlib import Path

import grundy

ROOT = Path(__file__).parents[2]


def test_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks and "grundy.sweep" in blocks[0]
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert list((tmp_path / "theorem-1").glob("*.parquet"))


def test_every_task_is_in_the_guide():
    guide = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    assert all(f"`{task['name']}`" in guide for task in grundy.tasks())


def test_everything_public_is_documented():
    for name in grundy.__all__:
        assert getattr(grundy, name).__doc__, name
