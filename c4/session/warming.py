"""Warming: a process that compiles the kernels where that was not done yet, so that nobody here has to wait.

Imports nothing heavy.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

from c4.compiled import later
from c4.search.watch import Watch

if TYPE_CHECKING:
    import subprocess

ROOT = Path(__file__).resolve().parent.parent.parent

LOOK_SECONDS = 0.1


class Warming:
    """`c4 warm` as a process; it ends with its owner."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def busy(self) -> bool:
        """Whether it is compiling."""
        return self._process is not None and self._process.poll() is None

    def run(self, watch: Watch) -> None:
        """Compiles everything, and waits.  Whoever needs a kernel meanwhile gets it as soon as it is compiled."""
        import subprocess

        path = os.pathsep.join((str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])))
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "c4", "warm", "--beside"],
                stdin=subprocess.PIPE,  # which it hears closing when this process ends, in whatever way
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                start_new_session=True,  # a Ctrl-C in the terminal is for the window alone
            )
        except OSError:
            return  # no second process can be had: kernels are compiled here, when they are needed
        self._process = process
        later.compiling_elsewhere = lambda: self.busy
        with process:
            while self.busy and not watch.stopped:
                sleep(LOOK_SECONDS)
            process.terminate()

    def close(self) -> None:
        """Ends the process; what it has compiled is kept."""
        if self._process is not None:
            self._process.terminate()
