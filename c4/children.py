"""Processes that this one starts: they run no file of the current folder, and end when this process ends, however it ends.

    Popen(isolated("-m", "c4", "warm"))      a Python of ours
    end_with_parent(pid)                     called in a worker process
    GUARD.add(group)                         a program of the user, in a process group of its own
    run_tool(["aplay", "win.wav"], 3.0)      a tool of the system

A process that is killed cannot end anything.  The guard is therefore a process, too: this file, run by a Python without
packages.  It reads which groups there are from a pipe, hears it close when the process that writes to it is gone, and
ends the groups then.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that keeps Python from putting the current folder first on its path of modules.  Programs of
the user do not get it: it would change what their own Python imports."""

PARENT_SECONDS = 0.25
"""Seconds between two looks at whether the parent is still there."""


def isolated(*words: str) -> list[str]:
    """The command of a Python that imports nothing from the current folder."""
    return [sys.executable, "-P", *words]


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Processes that are started in this block, by a library perhaps, get these environment variables, too."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            restore_variable(name, value)


def restore_variable(name: str, value: str | None) -> None:
    """Sets an environment variable to what it was before, None for nothing."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def end_group(number: int) -> None:
    """Ends all processes of a group at once.  (On Windows, the process of that number.)"""
    with suppress(OSError):  # they have ended
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:
            os.kill(number, signal.SIGTERM)


def end_with_parent(parent: int) -> None:
    """Ends this process once its parent, whose number is given, has ended.  Windows does not tell: nothing happens."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(PARENT_SECONDS)
        os._exit(1)

    if os.name == "posix":
        try:
            Thread(target=watch, name="parent", daemon=True).start()
        except RuntimeError:  # the system gives no more threads: without it this process might stay behind
            os._exit(1)


class Guard:
    """Ends process groups when this process ends.  The process that does so is started for the first group, and anew if
    somebody kills it.
    """

    def __init__(self) -> None:
        self._groups: set[int] = set()
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def add(self, group: int) -> None:
        """Guards a process group.  Raises OSError if the guard cannot be started; the group is ended then."""
        with self._lock:
            self._groups.add(group)
            try:
                self._write(b"+%d\n" % group)
            except OSError:
                self._groups.discard(group)
                end_group(group)
                raise

    def remove(self, group: int) -> None:
        """Guards a group no longer: its processes have ended."""
        with self._lock:
            self._groups.discard(group)
            with suppress(OSError):
                self._write(b"-%d\n" % group)

    def _write(self, line: bytes) -> None:
        """Writes a line to the guard; starts it, or another one if it was killed."""
        if self._process is None or self._process.poll() is not None:
            self._process = _start_guard()
            Thread(target=self._watch, args=(self._process,), name="guard", daemon=True).start()
            line = b"".join(b"+%d\n" % group for group in self._groups)
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Waits until a guard has ended, and starts another one if there still are groups."""
        process.wait()
        with self._lock, suppress(OSError, RuntimeError):  # the system gives no more processes or threads
            assert process.stdin is not None
            process.stdin.close()
            if self._groups and self._process is process:
                self._write(b"")


GUARD = Guard()
"""The guard of this process."""


def run_tool(command: Sequence[str], seconds: float) -> str:
    """Runs a tool of the system, and returns what it prints; after so many seconds, or with this process, it is ended.

    Raises OSError if it cannot be started.
    """
    import subprocess

    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, start_new_session=True)
    with process:
        GUARD.add(process.pid)
        try:
            printed = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            printed = b""
            end_group(process.pid)  # with what it has started itself
        finally:
            GUARD.remove(process.pid)
    return printed.decode(errors="replace")


def _start_guard() -> subprocess.Popen[bytes]:
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-I", "-S", os.path.abspath(__file__)],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # neither Ctrl-C nor the end of the terminal reaches it
    )


def guard() -> None:
    """The guard's process: remembers the groups that its input names, and ends them when its input ends."""
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        if not line.endswith(b"\n"):
            break  # cut off: whoever wrote it was killed
        number = int(line[1:])
        if line.startswith(b"+"):
            groups.add(number)
        else:
            groups.discard(number)
    for number in groups:
        end_group(number)


if __name__ == "__main__":
    guard()
