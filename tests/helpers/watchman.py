"""What the program does to the world outside, heard by an audit hook: connections, shells, files written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from types import FrameType

from paths import ROOT

OURS = tuple(str(ROOT / part) for part in ("c4", "visualizer", "interface.py"))
PLACES = tuple(
    os.path.realpath(folder)
    for folder in (
        tempfile.gettempdir(),
        "/dev/null",
        "/dev/full",
        "/dev/shm",
        "/proc",
        os.environ.get("NUMBA_CACHE_DIR"),
    )
    if folder
)
"""Where the program may write in the tests: all that they name lies in temporary folders."""

HOUSE = os.path.realpath(ROOT) + os.sep
"""Where it may not, even if the checkout itself lies in a temporary folder."""

CACHES = ("__pycache__", "matplotlib")
"""Folders that Python, numba and matplotlib (its list of fonts) write."""

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
LOCAL = ("127.0.0.1", "::1", "localhost")
SHELLS = ("sh", "bash", "zsh", "dash", "cmd.exe", "powershell.exe")
MAKES = {"os.mkdir": 0, "os.remove": 0, "os.rmdir": 0, "os.link": 1, "os.symlink": 1, "os.rename": 1}
"""Events that change the file system, and which of their arguments says where."""

seen: list[str] = []
"""What it should not have done."""


def watch(event: str, arguments: tuple[object, ...]) -> None:  # noqa: C901 - a table of events
    """The hook: cheap for the events of every day."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & WRITES:
            wrote(path)
    elif event in MAKES:
        if arguments[-1] == -1:  # not relative to a folder that is open: its own event has been heard
            wrote(arguments[MAKES[event]])
    elif event == "sqlite3.connect":
        if arguments[0] != ":memory:":
            wrote(arguments[0])
    elif event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in LOCAL and ours():
            seen.append(f"connects to {address}")
    elif event == "socket.getaddrinfo":
        if arguments[0] not in LOCAL and ours():
            seen.append(f"asks for {arguments[0]}")
    elif event in ("os.system", "os.exec", "os.spawn", "os.posix_spawn", "subprocess.Popen") and ours():
        words = arguments[1] if event == "subprocess.Popen" else [arguments[0]]
        program = words[0] if isinstance(words, list | tuple) else words
        if event == "os.system" or Path(os.fsdecode(program)).name in SHELLS:
            seen.append(f"starts a shell: {arguments}")


def wrote(path: object) -> None:
    """Something is written there, or tried to be."""
    if not isinstance(path, str | bytes | os.PathLike):
        return  # a descriptor
    place = os.path.realpath(os.fsdecode(path))
    if allowed(place) or any(cache in place for cache in CACHES) or not os.path.isdir(os.path.dirname(place)):
        return
    if ours():
        seen.append(f"writes {place}")


def allowed(place: str) -> bool:
    """Whether something may be written there."""
    here = [folder for folder in PLACES if place.startswith(folder)]
    return bool(here) and (not place.startswith(HOUSE) or any(folder.startswith(HOUSE) for folder in here))


def ours() -> bool:
    """Whether the program itself does it, and not the test."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith(OURS):
            return True
        frame = frame.f_back
    return False
