"""Jobs on this machine: what is no longer wanted ends."""

import os
import shlex
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest
from paths import ROOT
from patience import wait_until
from processes import alive

from c4.jobs import on_this_machine


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # loky's own thread, now and then
def test_processes_end_with_the_work():
    """Whoever stops listening, as Ctrl-C makes a command do, leaves no process at work behind."""
    results = on_this_machine(time.sleep, [(0.0,), (3600.0,), (3600.0,)], jobs=2)
    assert next(results) is None
    assert active_children()
    results.close()
    end = time.monotonic() + 60
    while active_children():
        assert time.monotonic() < end
        time.sleep(0.01)


WORKERS = """
import signal
from c4.jobs import on_this_machine
(blocked,) = on_this_machine(signal.pthread_sigmask, [(signal.SIG_BLOCK, ())], jobs=2)
print(signal.SIGINT in blocked)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_workers_do_not_hear_ctrl_c():
    """Not from their first moment on, in a new process: they would print tracebacks of what they import."""
    assert subprocess.run([sys.executable, "-c", WORKERS], capture_output=True, text=True).stdout == "True\n"


AT_WORK = """
import sys
from c4.agents import allow, load
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.jobs import on_this_machine

def ask(name):
    load(allow(name)).choose(Position(), Limits())

if __name__ == "__main__":
    list(on_this_machine(ask, [sys.argv[1:2]] * 2, jobs=2))
"""

PLAYER = """
import os, sys
from pathlib import Path
for line in sys.stdin:
    Path(sys.argv[1], f"{os.getpid()} {os.getppid()}").touch()
    while True: pass
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_workers_and_their_players_end_with_the_parent(tmp_path):
    """Also when it is killed, so that nothing of it can run: workers, and what they have started, end in two seconds."""
    (tmp_path / "busy.py").write_text(AT_WORK)
    (tmp_path / "player.py").write_text(PLAYER)
    numbers = tmp_path / "numbers"
    numbers.mkdir()
    command = (
        f"program:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'player.py'))} {shlex.quote(str(numbers))}"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, tmp_path / "busy.py", command], env=environment)
    wait_until(lambda: len(list(numbers.iterdir())) == 2 or parent.poll() is not None)
    assert parent.poll() is None
    started = [int(number) for path in numbers.iterdir() for number in path.name.split()]
    parent.kill()
    parent.wait()
    end = time.monotonic() + 2.0  # what is promised; a tenth of it is what it takes
    while left := [number for number in started if alive(number)]:
        assert time.monotonic() < end, left
        time.sleep(0.01)
