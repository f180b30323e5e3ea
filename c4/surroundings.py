"""What a process finds when it starts, its streams and a current folder that may be anybody's, and keeps while code of
somebody else runs in it.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any, NamedTuple

from c4.errors import C4Error, reached_limit

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""The standard streams in the order of their descriptors, and how each is opened."""

NUMBA_FILE = ".numba_config.yaml"
"""A file of the current folder that numba obeys: it can name a folder with machine code."""


def open_streams() -> None:
    """Opens streams that were closed when the process began.

    Otherwise the next file to be opened, here or in a child, would get their descriptors, and what is said there.
    """
    for number in closed_streams():
        descriptor = os.open(os.devnull, os.O_RDWR)
        os.dup2(descriptor, number)  # children inherit it
        if descriptor != number:
            os.close(descriptor)
        else:
            os.set_inheritable(number, True)
    for name, mode in STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process


def closed_streams() -> list[int]:
    """The descriptors of standard streams that are closed."""
    closed = []
    for number in range(len(STREAMS)):
        try:
            os.fstat(number)
        except OSError:
            closed.append(number)
    return closed


BUILT_IN = vars(builtins)
"""Python's own functions by their names, which any code can replace."""


class Surroundings(NamedTuple):
    """What code of somebody else can change for the rest of this process."""

    streams: tuple[Any, Any, Any]
    built_in: dict[str, Any]
    folder: str
    """The current folder; "" if it was deleted."""


def surroundings_now() -> Surroundings:
    """What there is now."""
    return Surroundings((sys.stdin, sys.stdout, sys.stderr), dict(BUILT_IN), current_folder())


def current_folder() -> str:
    """The current folder; "" if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def put_back(before: Surroundings) -> None:
    """Puts back what was changed since then: the streams, Python's own functions, the current folder."""
    BUILT_IN.update(before.built_in)  # first: the rest needs some
    sys.stdin, sys.stdout, sys.stderr = before.streams
    if before.folder and before.folder != current_folder():
        with suppress(OSError):  # it was deleted
            os.chdir(before.folder)


@contextmanager
def existing_folder() -> Iterator[None]:
    """Is in the root folder inside the block if the current one was deleted: libraries ask where they are.

    Afterwards the deleted folder is the current one again, so that no file is written where nobody expects it.
    """
    try:
        os.getcwd()
    except OSError:
        deleted = os.open(os.curdir, os.O_RDONLY)
        os.chdir(os.sep)
        try:
            yield
        finally:
            os.fchdir(deleted)
            os.close(deleted)
    else:
        yield


SPARE_THREADS = 8
"""Threads that a process of ours needs beside those of numpy's library, which starts one for each processor."""


def require_threads(number: int = SPARE_THREADS + (os.cpu_count() or 1)) -> None:
    """Raises C4Error if this process may not start so many threads (or processes): Tcl, numpy's library and worker
    processes would say so with messages of their own.
    """
    ended = Event()
    threads: list[Thread] = []
    try:
        for _ in range(number):
            thread = Thread(target=ended.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except RuntimeError as error:
        raise C4Error(reached_limit(error) or error) from None
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def require_files(number: int) -> None:
    """Raises C4Error if this process may not open so many more files."""
    opened: list[int] = []
    try:
        for _ in range(number):
            opened.append(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        raise C4Error(reached_limit(error) or error) from None
    finally:
        for descriptor in opened:
            os.close(descriptor)


def distrust_current_folder() -> None:
    """Keeps this process, and libraries in it, from running programs of the current folder as tools of the system.

    Raises C4Error if the folder has a file that numba would obey.
    """
    if os.path.lexists(NUMBA_FILE):
        raise C4Error(f"the current folder has a file {NUMBA_FILE}, which numba would obey: start in another folder")
    folders = os.environ.get("PATH", "").split(os.pathsep)
    os.environ["PATH"] = os.pathsep.join(filter(os.path.isabs, folders)) or os.defpath
