"""``python -m grundy`` is the command line, where the program is installed: the package has the library alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> int:
    """Runs the program that the variable ``GRUNDY_BIN`` names, or the one on the path, with the same arguments."""
    program = os.environ.get("GRUNDY_BIN") or shutil.which("grundy")
    if program is None:
        print("error: the program `grundy` is not on the path", file=sys.stderr)
        print("hint: `cargo install --path crates/grundy-cli` installs it; in Python, `import grundy`", file=sys.stderr)
        return 2
    try:
        return subprocess.run([program, *sys.argv[1:]]).returncode
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
