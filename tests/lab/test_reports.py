"""Reports that open windows."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_a_command_that_opens_a_window_ends_in_its_thread(root):
    """Tk aborts a process in which another thread than the one that opened a window frees it."""
    done = subprocess.run([sys.executable, "-m", "lab", "click"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert done.stderr == ""
