"""Files written atomically and read within limits: bytes, text and JSON.

Nothing that is read is executed, and no file can demand more time or memory than its real contents need.  One program at
a time: `c4.locks`; arrays: `c4.archives`; SQLite: `c4.databases`.
"""

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

from c4.errors import C4Error

MAX_TEXT_BYTES = 1 << 26
"""Bytes that a text file may have, by default."""

MAX_JSON_MEMORY_BYTES = 1 << 27
"""Bytes of memory that the content of a JSON file may take, roughly, by default."""

ABANDONED_SECONDS = 60.0
"""The time without a change after which a temporary file belongs to a process that was killed."""

MAX_NAME_BYTES = 200
"""Bytes that a temporary file or a lock takes of its file's name; file systems allow 255."""


class Unreadable(Exception):
    """A file has another format or is damaged; the text completes a sentence that begins with the file's name."""


# -- writing ----------------------------------------------------------------------------------------------------------


def write_text(path: str | Path, text: str) -> None:
    """Writes a text file (UTF-8) as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes | memoryview) -> None:
    """Writes a file atomically: a temporary file in the same folder takes its name.

    Links are followed; pipes and devices are written to directly.  A new file gets the permissions that the umask
    allows, an existing one keeps its own.  Raises C4Error when writing fails.
    """
    try:
        target = real_path(path)
        old = os.stat(target) if target.exists() else None
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb", buffering=0) as file:
                _write_all(file.fileno(), content)
        else:
            _replace(target, content, None if old is None else stat.S_IMODE(old.st_mode))
    except (OSError, ValueError) as error:  # ValueError: a name with a zero in it
        raise C4Error(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def real_path(path: str | Path) -> Path:
    """The file that a name or a link stands for.

    Raises OSError for a circle of links, and for a link that another user has put into a folder for all users.
    """
    if _is_planted(Path(path)):
        raise PermissionError(errno.EPERM, "another user has put a link there", str(path))
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _is_planted(path: Path) -> bool:
    """Whether a path is a link of another user in a folder for all users (the rule of Linux's `protected_symlinks`)."""
    if os.name != "posix" or not path.is_symlink():
        return False
    folder = path.parent.stat()
    for_all = folder.st_mode & stat.S_ISVTX and folder.st_mode & stat.S_IWOTH
    return bool(for_all) and path.lstat().st_uid not in (os.geteuid(), folder.st_uid)


def name_beginning(target: Path) -> str:
    """The name of a file, or so much of it that a name made from it is short enough."""
    name = os.fsencode(target.name)
    return target.name if len(name) <= MAX_NAME_BYTES else name[:MAX_NAME_BYTES].decode(errors="ignore")


def _temporary(target: Path) -> tuple[int, Path]:
    """A new temporary file next to a file, opened for writing."""
    path = target.with_name(f".{name_beginning(target)}.{os.urandom(6).hex()}.tmp")
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666), path


def _replace(target: Path, content: bytes | memoryview, mode: int | None) -> None:
    _remove_abandoned(target)
    descriptor, temporary = _temporary(target)
    try:
        try:
            _write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if mode is not None:
            temporary.chmod(mode)
        os.replace(temporary, target)
    finally:  # also after Ctrl-C; nothing is left to remove once the file has its name
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write_all(descriptor: int, content: bytes | memoryview) -> None:
    left = memoryview(content).cast("B")
    while left:
        left = left[os.write(descriptor, left) :]


def _remove_abandoned(target: Path) -> None:
    """Removes temporary files of a file that killed processes have left."""
    beginning = f".{name_beginning(target)}."
    with suppress(OSError):
        for entry in os.scandir(target.parent):
            if entry.name.startswith(beginning) and entry.name.endswith(".tmp"):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > ABANDONED_SECONDS:
                        os.unlink(entry.path)


# -- which file it is ------------------------------------------------------------------------------------------------


def keep_input(out: str | Path, *inputs: str | Path | None) -> None:
    """Raises C4Error if a file that is to be written is one of those that are read, which would be lost."""
    for path in inputs:
        if path is not None and _is_same(out, path):
            raise C4Error(f"{out} is read by this, and would be overwritten: name another file to write")


def _is_same(one: str | Path, other: str | Path) -> bool:
    """Whether two names are those of one file, which may be missing; never of a device or a pipe."""
    try:
        if not os.path.exists(one):
            return os.path.realpath(one) == os.path.realpath(other)
        return os.path.isfile(one) and os.path.samefile(one, other)
    except (OSError, ValueError):  # ValueError: a name with a zero in it
        return False


Stamp = tuple[int, int, int]


def stamp(path: str | Path) -> Stamp | None:
    """Numbers that change when a file is written; None for a missing file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


# -- reading ----------------------------------------------------------------------------------------------------------


def open_regular(path: str | Path) -> BinaryIO:
    """Opens a file for reading.  Raises OSError, also for a folder, a pipe or a device.

    A file that says it is empty is read as such: some that the kernel makes up would never end, or keep the reader waiting.
    """
    try:
        status = os.stat(path)
    except ValueError as error:  # a name with a zero in it
        raise OSError(errno.EINVAL, str(error)) from None
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(status.st_mode) else "it is not a regular file")
    return open(path if status.st_size else os.devnull, "rb")


@contextmanager
def reading(name: object, missing: str = "", other: str = "") -> Iterator[None]:
    """What goes wrong in the block, which reads a file, becomes a C4Error of one sentence.

    `name` is what sentences call the file: "the book x.c4book".  `missing` is the sentence for a file that is not there,
    `other` the one for a ValueError or RecursionError, which mean that it holds something else.
    """
    try:
        yield
    except OSError as error:
        gone = missing if isinstance(error, FileNotFoundError) else ""
        raise C4Error(gone or f"{name} cannot be read: {error.strerror or error}") from None
    except Unreadable as error:
        raise C4Error(f"{name} {error}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, C4Error) or not other:
            raise
        raise C4Error(other) from None


def wanted_version(version: object, known: int) -> str:
    """The end of a sentence about a file of another version."""
    if type(version) is int and version > known:
        return f"a newer program wrote it, and this one reads version {known}; update this program to open it"
    return f"version {known} was expected"


def read_bytes(path: str | Path, most: int = MAX_TEXT_BYTES) -> bytes:
    """The bytes of a file.  Raises OSError as `open_regular` does, and for more bytes than `most`."""
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise OSError(errno.EFBIG, f"it has {size >> 20:,} MB, and at most {most >> 20:,} MB are read")
        return file.read(most)


def read_text(path: str | Path, most: int = MAX_TEXT_BYTES) -> str:
    """The text of a file, without a byte order mark.  Raises OSError as `read_bytes` does, and ValueError if it is not
    UTF-8.
    """
    return read_bytes(path, most).decode("utf-8-sig")


def not_text(line: int, data: bytes) -> C4Error:
    """The error for a line of a file, of which `data` is the beginning or all, that is not text."""
    is_utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return C4Error(f"line {line} is not text in UTF-8{', but in UTF-16: save it as UTF-8' if is_utf16 else ''}")


def decoded(data: bytes) -> str:
    """The text of a file's bytes, without a byte order mark.  Raises C4Error that names the first line that is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise not_text(line, data) from None


def read_json(path: str | Path, most: int = MAX_TEXT_BYTES, memory: int = MAX_JSON_MEMORY_BYTES) -> Any:
    """The content of a JSON file.  Raises OSError as `read_bytes` does, and ValueError as `parse_json` does."""
    return parse_json(read_text(path, most), memory)


def parse_json(text: str, memory: int = MAX_JSON_MEMORY_BYTES) -> Any:
    """The content of a JSON text.

    Raises ValueError for anything else, for numbers of thousands of digits, for lists nested too deeply, and for more
    lists and values than fit into about `memory` bytes.
    """
    if 88 * (text.count("[") + text.count("{")) + 40 * text.count(",") > memory:
        raise ValueError("it holds more than can be read")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
