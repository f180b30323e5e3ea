"""What a process finds when it starts: its streams, which may be closed, and a current folder that may be anybody's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from c4.errors import C4Error, reached_limit

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""The standard streams in the order of their descriptors, and how each is opened."""

NUMBA_FILE = ".numba_config.yaml"
"""A file of the current folder that numba obeys: it can name a folder with machine code."""


def open_streams() -> None:
    """Opens streams that were closed when the process began.

    Otherwise the next file to be opened, here or in a child, would get their descriptors, and what is said there.
    """
    for number, (name, mode) in enumerate(STREAMS):
        try:
            os.fstat(number)
        except OSError:
            descriptor = os.open(os.devnull, os.O_RDWR)
            os.dup2(descriptor, number)  # children inherit it
            if descriptor != number:
                os.close(descriptor)
            else:
                os.set_inheritable(number, True)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process


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
