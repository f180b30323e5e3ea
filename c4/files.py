"""Files written atomically, by one program at a time, and read within limits.  Plain Python."""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from c4.game.rules import C4Error

MOST = 1 << 26
"""Bytes that a file of text may have, unless the caller says otherwise."""

MEMORY = 1 << 27
"""Bytes of memory that what a JSON file holds may take, about, unless the caller says otherwise."""

ABANDONED = 10.0
"""Seconds after which a temporary file whose process has ended may be removed."""


class Unreadable(Exception):
    """A file has another format or is damaged; the text completes a sentence that begins with the file's name."""


# -- writing ----------------------------------------------------------------------------------------------------------


def write_text(path: str | Path, text: str) -> None:
    """Writes a text file (UTF-8) as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes | memoryview) -> None:
    """Writes a file atomically: a temporary file beside it takes its name.

    A link stays one, and what it leads to is written; into a pipe or a device the bytes are written as they are.  A new
    file gets the permissions that the person's umask allows, an old one keeps its own.  Raises C4Error when it fails.
    """
    try:
        target = Path(os.path.realpath(path))
        old = os.stat(target) if target.exists() else None
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb", buffering=0) as file:
                _write_all(file.fileno(), content)
        else:
            _replace(target, content, None if old is None else stat.S_IMODE(old.st_mode))
    except (OSError, ValueError) as error:  # ValueError: a name with a zero in it
        raise C4Error(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def check_writable(path: str | Path) -> None:
    """Raises C4Error as `write_bytes` would, where a file cannot be written at all; it stays as it is."""
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            return
        neighbour = target.with_name(f".{target.name[:200]}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
        os.close(os.open(neighbour, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        neighbour.unlink()
    except (OSError, ValueError) as error:
        raise C4Error(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _replace(target: Path, content: bytes | memoryview, mode: int | None) -> None:
    clean_up(target)
    neighbour = target.with_name(f".{target.name[:200]}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        descriptor = os.open(neighbour, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            _write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if mode is not None:
            neighbour.chmod(mode)
        os.replace(neighbour, target)
    finally:  # also after Ctrl-C; once it has taken its name there is nothing left to remove
        with suppress(OSError):
            neighbour.unlink(missing_ok=True)


def _write_all(descriptor: int, content: bytes | memoryview) -> None:
    left = memoryview(content).cast("B")
    while left:
        left = left[os.write(descriptor, left) :]


def clean_up(target: Path) -> None:
    """Removes the temporary files of this file that killed processes have left."""
    before = f".{target.name[:200]}."
    with suppress(OSError):
        for entry in os.scandir(target.parent):
            if not entry.name.startswith(before) or not entry.name.endswith(".tmp"):
                continue
            number = entry.name[len(before) :].partition("-")[0]
            with suppress(OSError):
                if time.time() - entry.stat().st_mtime > ABANDONED and number.isdigit() and not _runs(int(number)):
                    os.unlink(entry.path)


def _runs(process: int) -> bool:
    """Whether there is such a process on this machine; where that cannot be told, True."""
    try:
        os.kill(process, 0) if os.name == "posix" else None
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


@contextmanager
def alone(path: str | Path, doing: str, wait: float = 0.0) -> Iterator[None]:
    """Keeps other programs from doing the same with a file until the end of the block.

    `doing` is what it is, "trained".  Raises C4Error when one does, and goes on for `wait` seconds: "m.json is being
    trained by another program since 12:04".  In a folder that cannot be written, and for a device, there is no lock.
    The empty file beside it that is locked stays: one that vanished could be locked while another takes its name.
    """
    from filelock import FileLock, Timeout

    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise OSError("nothing of a pipe or a device is replaced")
        beside = target.with_name(f".{target.name[:200]}.lock")
        since = beside.stat().st_mtime if beside.exists() else time.time()
        lock = FileLock(beside, timeout=wait, thread_local=False)
        lock.acquire()
        os.utime(beside)
    except Timeout:
        with suppress(OSError):
            os.utime(beside, (since, since))  # trying has changed it
        clock = time.strftime("%H:%M" if time.time() - since < 86_400 else "%Y-%m-%d %H:%M", time.localtime(since))
        raise C4Error(f"{path} is being {doing} by another program since {clock}") from None
    except (OSError, NotImplementedError, ValueError):
        yield
        return
    try:
        yield
    finally:
        lock.release()


def stamp(path: str | Path) -> tuple[int, int, int] | None:
    """What changes when a file is written; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


# -- reading ----------------------------------------------------------------------------------------------------------


def open_regular(path: str | Path) -> BinaryIO:
    """A file opened for reading.  Raises OSError, also for a folder, a pipe or a device."""
    try:
        mode = os.stat(path).st_mode
    except ValueError as error:  # a name with a zero in it
        raise OSError(errno.EINVAL, str(error)) from None
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")
    return open(path, "rb")


def wanted_version(found: object, known: int) -> str:
    """The end of a sentence about a file of another version: that a newer program wrote it, or what was expected."""
    if type(found) is int and found > known:
        return f"a newer program wrote it, and this one reads version {known}; update this program to open it"
    return f"version {known} was expected"


def read_bytes(path: str | Path, most: int = MOST) -> bytes:
    """The bytes of a file.  Raises OSError as `open_regular` does, and for more bytes than `most`."""
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise OSError(errno.EFBIG, f"it has {size >> 20:,} MB, and at most {most >> 20:,} MB are read")
        return file.read(most)


def read_text(path: str | Path, most: int = MOST) -> str:
    """The text of a file.  Raises OSError as `read_bytes` does, and ValueError if it is not UTF-8."""
    return read_bytes(path, most).decode()


def read_json(path: str | Path, most: int = MOST, memory: int = MEMORY) -> Any:
    """What a JSON file says.  Raises OSError as `read_bytes` does, and ValueError as `parse_json` does."""
    return parse_json(read_text(path, most), memory)


def parse_json(text: str, memory: int = MEMORY) -> Any:
    """What JSON says.

    Raises ValueError for what is none, for a number of thousands of digits, for lists in lists in lists, and for more
    lists and values than fit into about that many bytes.
    """
    if 88 * (text.count("[") + text.count("{")) + 40 * text.count(",") > memory:
        raise ValueError("it holds more than can be read")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
