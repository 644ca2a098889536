"""Ctrl-C ends long work at once, and what a sweep has by then is kept."""

import signal
import subprocess
import sys
import time

import pytest

import grundy

LONG = {
    "table": "grundy.table('gurvich:a=40,b=40', 12000, memory=1 << 40)",
    "definition": "grundy.table('wythoff', 3000, engine='definition', positions=10**9)",
    "period": "grundy.period('star-nim', row=16)",
    "sequence": "grundy.sequence('r-wythoff', 40, rows=10**12)",
    "answer": "grundy.value('sharing-nim', 400, 500, 600, 700, positions=10**9, seconds=600)",
    "audit": "grundy.audit(effort='frontier', up_to=100000)",
    "box": "grundy.value('star-nim', 700, 700, 700, positions=10**9, seconds=600)",
    "blocked": "grundy.value('wythoff@block=3', 700, 700, positions=10**9, seconds=600)",
    "values": "grundy.values('wythoff@block=3', [[700, 700], [690, 710]], positions=10**9, seconds=600)",
    "rules": "grundy.Rules(lambda p: [(p[0] + 1,)]).value(0, positions=10**9)",
    "sweep": "grundy.sweep('r-wythoff-constants', {'value': '0..40', 'rows': 10**12})",
}


@pytest.mark.parametrize("work", LONG)
def test_ctrl_c(work):
    # What is left of the work would use a core.
    code = f"""
import grundy, time
try:
    print("ready", flush=True)
    {LONG[work]}
except KeyboardInterrupt:
    for _ in range(25):
        used = time.process_time()
        time.sleep(0.4)
        if time.process_time() - used < 0.1:
            print("stopped")
            break
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert process.poll() is None, "it takes longer than this test waits"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    told, wrong = process.communicate(timeout=60)
    assert told == "stopped\n", (wrong, process.returncode)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("limit", [0.3, 1])
@pytest.mark.parametrize(
    "position",
    ["r-wythoff 30,41", "r-wythoff 3000000,4100000", "star-nim 700,700,700", "wythoff@block=3 700,700", "star-nim 40000,70000", "sharing-nim 400,500,600,700"],
)
def test_seconds_are_a_deadline(position, limit):
    started = time.monotonic()
    try:
        grundy.value(position, seconds=limit, positions=10**9)
    except (grundy.Unanswered, grundy.BudgetSpent):
        pass
    assert time.monotonic() - started < limit + 1


def test_progress_is_shown():
    pytest.importorskip("tqdm")
    slow = "import grundy; grundy._work.QUIET = 0; grundy.table('gurvich:a=6,b=6', 3000, threads=1)"
    hidden = slow.replace("threads=1", "threads=1, progress=False")
    plain = f"import sys; sys.modules['tqdm'] = None; {slow}"
    shown = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for code in (slow, hidden, plain)]
    assert all(run.returncode == 0 for run in shown), shown
    assert "cells" in shown[0].stderr and shown[1].stderr == "" and "cells" in shown[2].stderr
