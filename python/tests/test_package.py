"""The package: types for its users, the reference, and the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import grundy

HERE = Path(__file__).parent
SCRIPT = HERE / "typed_script.py"


def run(*command, **options):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=100, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_script_runs():
    run(str(SCRIPT))


def test_mypy_passes_on_a_script():
    run("-m", "mypy", "--strict", "--config-file", "", str(SCRIPT), cwd=HERE)


def test_pyright_passes_on_a_script(tmp_path):
    pyright = pytest.importorskip("pyright")
    del pyright
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text(f'{{"typeCheckingMode": "strict", "include": ["{SCRIPT}"]}}')
    try:
        done = subprocess.run([sys.executable, "-m", "pyright", "-p", str(settings)], capture_output=True, text=True, timeout=100)
    except subprocess.TimeoutExpired:
        pytest.skip("pyright could not be downloaded")
    if "0 errors" not in done.stdout and "error:" not in done.stdout:
        pytest.skip(f"pyright could not run: {done.stderr[:200]}")
    assert "0 errors" in done.stdout, done.stdout


def test_the_reference_is_generated():
    sys.path.insert(0, str(HERE))
    try:
        import reference
    finally:
        sys.path.pop(0)
    told = reference.text()
    reference.FILE.write_text(told, encoding="utf-8") if reference.UPDATE else None
    assert reference.FILE.read_text(encoding="utf-8") == told, "UPDATE=1 writes it again"
    assert all(f"### `{name}" in told for name in grundy.__all__ if name != "errors")


def test_metadata():
    text = (HERE.parent / "pyproject.toml").read_text(encoding="utf-8")
    for key in ("readme", "classifiers", "keywords"):
        assert re.search(rf"^{key} = ", text, re.MULTILINE), key
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})


def test_the_files_that_describe_the_project_agree():
    tomllib = pytest.importorskip("tomllib")
    root = HERE.parents[1]
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    workspace = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    meta = json.loads((root / "codemeta.json").read_text(encoding="utf-8"))
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    field = lambda name: re.search(rf"^{name}:((?: .*| *\n(?:  - .*\n?)+))", citation, re.MULTILINE)[1].strip()  # noqa: E731
    listed = lambda name: [line.strip(" -") for line in field(name).splitlines()]  # noqa: E731
    assert grundy.__version__ == workspace["version"] == meta["version"] == field("version")
    assert project["keywords"] == meta["keywords"] == listed("keywords")
    assert project["license"] == workspace["license"] == " OR ".join(listed("license"))
    names = [author["name"] for author in project["authors"]]
    assert names == [author["name"] for author in meta["author"]] == [name.removeprefix("name: ") for name in listed("authors")]
    systems = {"Linux": "POSIX :: Linux", "macOS": "MacOS", "Windows": "Microsoft :: Windows"}
    assert all(f"Operating System :: {systems[name]}" in project["classifiers"] for name in meta["operatingSystem"])
    # An address is in all of them or in none.
    addresses = ["urls" in project, "repository" in workspace, "codeRepository" in meta, "repository-code:" in citation]
    assert len(set(addresses)) == 1, addresses


def test_the_command_line_is_the_program(tmp_path):
    fake = tmp_path / "grundy"
    fake.write_text("#!/bin/sh\necho program \"$@\"\nexit 3\n")
    fake.chmod(0o755)
    command = [sys.executable, "-m", "grundy", "value", "nim 3"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "GRUNDY_BIN": str(fake)})
    assert (done.stdout, done.returncode) == ("program value nim 3\n", 3)
    nowhere = {key: value for key, value in os.environ.items() if key != "GRUNDY_BIN"} | {"PATH": str(tmp_path / "no")}
    done = subprocess.run(command, capture_output=True, text=True, env=nowhere)
    assert done.returncode == 2 and done.stderr.startswith("error: ") and "hint: " in done.stderr
