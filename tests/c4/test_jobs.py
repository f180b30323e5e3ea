"""Jobs on this machine: what is no longer wanted ends."""

import os
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from c4.jobs import on_this_machine


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # joblib's own thread, now and then
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
