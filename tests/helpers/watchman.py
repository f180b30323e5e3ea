"""An audit hook that records what the program does outside: connections, shells, and files written elsewhere."""

import os
import sys
import tempfile
from pathlib import Path
from types import FrameType

from paths import ROOT

OURS = tuple(str(ROOT / part) for part in ("c4", "visualizer", "interface.py"))
FOLDERS = (tempfile.gettempdir(), os.environ.get("NUMBA_CACHE_DIR"), "/dev/null", "/dev/full", "/dev/shm", "/proc")
PLACES = tuple(os.path.realpath(folder) for folder in FOLDERS if folder)
"""Folders in which the program may write during tests; tests name only files in temporary folders."""

CHECKOUT = os.path.realpath(ROOT) + os.sep
"""The checkout, in which it may not write, even if it lies in a temporary folder."""

CACHES = ("__pycache__", "matplotlib")
"""Parts of paths that Python, numba and matplotlib (its list of fonts) write."""

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
LOCAL = ("127.0.0.1", "::1", "localhost")
SHELLS = ("sh", "bash", "zsh", "dash", "cmd.exe", "powershell.exe")
MAKES = {"os.mkdir": 0, "os.remove": 0, "os.rmdir": 0, "os.link": 1, "os.symlink": 1, "os.rename": 1}
"""Events that change the file system, and which of their arguments is the path."""

seen: list[str] = []
"""Forbidden actions since the test began."""


def watch(event: str, arguments: tuple[object, ...]) -> None:  # noqa: C901 - a table of events
    """The hook; it returns quickly for frequent events."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & WRITES:
            wrote(path)
    elif event in MAKES:
        if arguments[-1] == -1:  # a path relative to an open folder, which has an event of its own, is not checked
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
            seen.append(f"resolves {arguments[0]}")
    elif event in ("os.system", "os.exec", "os.spawn", "os.posix_spawn", "subprocess.Popen") and ours():
        words = arguments[1] if event == "subprocess.Popen" else [arguments[0]]
        program = words[0] if isinstance(words, list | tuple) else words
        if event == "os.system" or Path(os.fsdecode(program)).name in SHELLS:
            seen.append(f"starts a shell: {arguments}")


def wrote(path: object) -> None:
    """Records a write to a path, unless it is allowed."""
    if not isinstance(path, str | bytes | os.PathLike):
        return  # a descriptor
    place = os.path.realpath(os.fsdecode(path))
    if allowed(place) or any(cache in place for cache in CACHES) or not os.path.isdir(os.path.dirname(place)):
        return
    if ours():
        seen.append(f"writes {place}")


def allowed(place: str) -> bool:
    """Whether the program may write to a path."""
    here = [folder for folder in PLACES if place.startswith(folder)]
    return bool(here) and (not place.startswith(CHECKOUT) or any(folder.startswith(CHECKOUT) for folder in here))


def ours() -> bool:
    """Whether the program is on the call stack, and not only the test."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith(OURS):
            return True
        frame = frame.f_back
    return False
