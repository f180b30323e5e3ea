"""Ctrl-C is never lost: its tests run in a process of their own, as one that went astray would end all others."""

import subprocess
import sys

from paths import ROOT


def test_in_a_process_of_its_own():
    """All tests of interrupts_alone.py pass."""
    arguments = ["-m", "pytest", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xvfb"]
    done = subprocess.run(
        [sys.executable, *arguments, "tests/c4/interrupts_alone.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout
