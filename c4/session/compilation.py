"""How far the kernels are compiled, and the process that compiles them while the window is open."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from c4.children import isolated
from c4.kernels import jit

if TYPE_CHECKING:
    import subprocess

ROOT = Path(__file__).resolve().parent.parent.parent

COMPILING_SECONDS = 180.0
"""Seconds after which the process, which gives way to all other programs, is ended: on a busy machine it might never end."""


class CompilingProcess:
    """The command `c4 warm`, which compiles all kernels, as a process; it ends with its owner."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._end = 0.0

    @property
    def busy(self) -> bool:
        """Whether it is compiling.  A process that takes longer than COMPILING_SECONDS is ended: threads then compile
        what they need themselves.
        """
        process = self._process
        if process is None or process.poll() is not None:
            return False
        if monotonic() >= self._end:
            self.close()
            return False
        return True

    def start(self) -> None:
        """Starts to compile everything.  A thread that needs a kernel meanwhile waits for the process to compile it."""
        import subprocess

        folders = [str(ROOT)]
        if os.environ.get("PYTHONPATH"):
            folders.append(os.environ["PYTHONPATH"])
        try:
            process = subprocess.Popen(
                isolated("-m", "c4", "warm", "--beside"),
                stdin=subprocess.PIPE,  # which it hears closing when this process ends, in whatever way
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                start_new_session=True,  # a Ctrl-C in the terminal is for the window alone
            )
        except OSError:
            return  # no second process can be had: kernels are compiled here, when they are needed
        self._process = process
        self._end = monotonic() + COMPILING_SECONDS
        jit.compiling_elsewhere = lambda: self.busy

    def close(self) -> None:
        """Ends the process; what it has compiled is kept."""
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()


class KernelCount(NamedTuple):
    """How many of some kernels are compiled."""

    done: int
    total: int

    @classmethod
    def of(cls, kernels: Iterable[jit.Kernel], missing: Collection[jit.Kernel]) -> KernelCount:
        """The count of these kernels, of which the `missing` are not compiled."""
        wanted = list(kernels)
        return cls(sum(kernel not in missing for kernel in wanted), len(wanted))

    @property
    def complete(self) -> bool:
        """Whether all are."""
        return self.done == self.total


class Compilation(NamedTuple):
    """How far the kernels that a window needs are compiled: all of them, and those of the exact solver, which are
    compiled first.
    """

    kernels: KernelCount
    solver: KernelCount
