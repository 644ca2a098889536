"""Ctrl-C ends long work at once, and what a sweep has by then is kept."""

import signal
import subprocess
import sys
import time

import pytest

LONG = {
    "table": "grundy.table('gurvich:a=40,b=40', 12000, memory=1 << 40)",
    "definition": "grundy.table('wythoff', 3000, engine='definition', positions=10**9)",
    "period": "grundy.period('star-nim', row=16)",
    "sequence": "grundy.sequence('r-wythoff', 40, rows=10**12)",
    "answer": "grundy.value('sharing-nim', 400, 500, 600, 700, positions=10**9, seconds=600)",
    "audit": "grundy.audit(effort='frontier', up_to=100000)",
    "rules": "grundy.Rules(lambda p: [(p[0] + 1,)]).value(0, positions=10**9)",
    "sweep": "grundy.sweep('r-wythoff-constants', {'value': '0..40', 'rows': 10**12})",
}


@pytest.mark.parametrize("work", LONG)
def test_ctrl_c(work):
    code = f"import grundy\nprint('ready', flush=True)\ntry:\n    {LONG[work]}\nexcept KeyboardInterrupt:\n    print('stopped')"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert process.poll() is None, "it takes longer than this test waits"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert told == "stopped\n"
    assert time.monotonic() - started < 30


def test_progress_is_shown():
    pytest.importorskip("tqdm")
    slow = "import grundy; grundy._work.QUIET = 0; grundy.table('gurvich:a=6,b=6', 3000, threads=1)"
    hidden = slow.replace("threads=1", "threads=1, progress=False")
    plain = f"import sys; sys.modules['tqdm'] = None; {slow}"
    shown = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for code in (slow, hidden, plain)]
    assert all(run.returncode == 0 for run in shown), shown
    assert "cells" in shown[0].stderr and shown[1].stderr == "" and "cells" in shown[2].stderr
