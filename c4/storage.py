"""Files written atomically, by one program at a time, and read within limits.

Nothing that is read is executed, and no file can demand more time or memory than its real contents need.  An archive
holds arrays as numpy's npz, with a JSON header:

    write_arrays("tree.npz", {"format": "c4-saved-tree"}, {"move": moves})
    with Archive("tree.npz", "a saved tree", most=1 << 28) as file:
        file.header, file.array("move", "int8", (1000,))
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import stat
import struct
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from c4.errors import C4Error, is_own

if TYPE_CHECKING:  # imported only where arrays or databases are read or written
    import sqlite3

    import numpy as np

MAX_TEXT_BYTES = 1 << 26
"""Bytes that a text file may have, by default."""

MAX_JSON_MEMORY_BYTES = 1 << 27
"""Bytes of memory that the content of a JSON file may take, roughly, by default."""

ABANDONED = 60.0
"""Seconds without a change after which a temporary file belongs to a process that was killed."""

NAME_BYTES = 200
"""Bytes that a temporary file or a lock takes of its file's name; file systems allow 255."""

MOST_ARRAYS = 64
"""Arrays that an archive may have."""

LONGEST_HEADER = 1 << 20
"""Bytes that the header of an archive may have."""

DEFLATE = 1032
"""The most bytes that one byte of a deflated entry can become."""


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
        target = _target(path)
        old = os.stat(target) if target.exists() else None
        if old is not None and not stat.S_ISREG(old.st_mode):
            with open(target, "wb", buffering=0) as file:
                _write_all(file.fileno(), content)
        else:
            _replace(target, content, None if old is None else stat.S_IMODE(old.st_mode))
    except (OSError, ValueError) as error:  # ValueError: a name with a zero in it
        raise C4Error(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _target(path: str | Path) -> Path:
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


def _beginning(target: Path) -> str:
    """The name of a file, or so much of it that a name made from it is short enough."""
    name = os.fsencode(target.name)
    return target.name if len(name) <= NAME_BYTES else name[:NAME_BYTES].decode(errors="ignore")


def _temporary(target: Path) -> tuple[int, Path]:
    """A new temporary file next to a file, opened for writing."""
    path = target.with_name(f".{_beginning(target)}.{os.urandom(6).hex()}.tmp")
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
    beginning = f".{_beginning(target)}."
    with suppress(OSError):
        for entry in os.scandir(target.parent):
            if entry.name.startswith(beginning) and entry.name.endswith(".tmp"):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > ABANDONED:
                        os.unlink(entry.path)


@contextmanager
def alone(path: str | Path, doing: str, wait: float = 0.0) -> Iterator[None]:
    """Keeps other programs from doing the same with a file until the end of the block.

    `doing` completes the sentence "m.json is being trained by another program since 12:04".  Raises C4Error if another
    program still does so after `wait` seconds, and if there can be no lock, as where somebody has put another file in
    its place.  A device, and a folder that cannot be written, need none.  The lock file is removed at the end; whoever
    has locked a removed file tries again.
    """
    from filelock import FileLock, Timeout

    lock_file = _lock_file(path)
    if lock_file is None:
        yield
        return
    since = time.time()
    try:
        with suppress(FileNotFoundError):
            status = os.lstat(lock_file)
            since = status.st_mtime
            if not is_own(status) or status.st_size:
                raise C4Error(f"{path} cannot be locked: {_whose(lock_file, status)}")
        lock = FileLock(lock_file, timeout=wait, thread_local=False)
        lock.acquire()
        while not os.fstat(lock._context.lock_file_fd or 0).st_nlink:  # removed by the program that had locked it
            lock.release()
            lock.acquire()
        os.utime(lock_file)
    except Timeout:
        with suppress(OSError):
            os.utime(lock_file, (since, since))  # the attempt has changed it
        clock = time.strftime("%H:%M" if abs(time.time() - since) < 86_400 else "%Y-%m-%d %H:%M", time.localtime(since))
        raise C4Error(f"{path} is being {doing} by another program since {clock}") from None
    except NotImplementedError:
        raise C4Error(f"{path} cannot be locked: its file system has no locks") from None
    except OSError as error:
        raise C4Error(f"{path} cannot be locked: {error.strerror or error}") from None
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file
            lock_file.unlink()
        lock.release()


def _whose(lock_file: Path, status: os.stat_result) -> str:
    """What somebody has put in the place of a lock file, and what you can do about it."""
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or status.st_size:
        return f"{lock_file} is no lock file: remove it"
    if status.st_uid == os.geteuid():
        return f"others can write {lock_file}: remove it"
    import pwd  # only POSIX has owners

    try:
        owner = pwd.getpwuid(status.st_uid).pw_name
    except KeyError:
        owner = str(status.st_uid)
    return f"the user {owner} may be at work on it; if not, remove {lock_file}"


def _lock_file(path: str | Path) -> Path | None:
    """The lock file of a file; None if it can have none, because it is a device or its folder cannot be written."""
    try:
        target = _target(path)
        if (target.exists() and not target.is_file()) or not os.access(target.parent, os.W_OK):
            return None
    except (OSError, ValueError):  # it cannot be written either, as its writer will say
        return None
    return target.with_name(f".{_beginning(target)}.lock")


def sqlite_reason(error: Exception, path: Path) -> str:
    """Why a database cannot be used, in words, given SQLite's or the system's error."""
    import sqlite3

    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program is writing to it"
    if code == sqlite3.SQLITE_INTERRUPT:
        return "a query takes too long"
    if path.exists() and not path.is_file():
        return "it is a folder" if path.is_dir() else "it is not a regular file"
    folder = path.resolve().parent
    if not folder.is_dir():
        return f"there is no folder {folder}"
    if code == sqlite3.SQLITE_CANTOPEN and not os.access(folder, os.W_OK):
        return f"its folder {folder} cannot be written"
    if code == sqlite3.SQLITE_IOERR and not shutil.disk_usage(path.absolute().parent).free:
        return "the disk is full"
    return str(error)


SCHEMA_ENTRIES = 100
"""The most tables, indexes, views and triggers of a database that are looked at."""

Entry = tuple[str, str, str, str]
"""Of a table, an index, a view or a trigger of a database: its type, its name, the name of its table, its statement."""


def schema_of(connection: sqlite3.Connection) -> list[Entry]:
    """All entries of a database's schema, sorted; the statements without comments and line breaks.

    Of more than SCHEMA_ENTRIES the rest is left out.
    """
    rows = connection.execute(
        "SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master LIMIT ?", (SCHEMA_ENTRIES,)
    )
    return sorted((str(kind), str(name), str(table), _statement(str(sql))) for kind, name, table, sql in rows)


@cache
def schema_entries(statements: str) -> tuple[Entry, ...]:
    """The entries of a new database in which these statements were executed."""
    import sqlite3

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(statements)
        return tuple(schema_of(connection))


def _statement(sql: str) -> str:
    """A statement in one line, without its comments.  Only a space, a tab and a line break separate words."""
    return " ".join(part for part in re.split(r"[ \t\n]+", re.sub(r"--[^\n]*", "", sql)) if part)


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


# -- arrays -----------------------------------------------------------------------------------------------------------


def write_arrays(path: str | Path, header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> None:
    """Writes an archive; the same header and arrays give the same bytes.

    `compressed` pays off for arrays that are mostly zeros.  Raises ValueError for a number in the header that is not
    finite, and C4Error when the folder cannot be written.
    """
    write_bytes(path, encode_arrays(header, arrays, compressed=compressed))


def encode_arrays(header: dict[str, Any], arrays: dict[str, Any], *, compressed: bool = False) -> bytes:
    """The bytes of an archive."""
    import numpy as np

    text = json.dumps(header, allow_nan=False).encode()
    if len(text) > LONGEST_HEADER:
        raise ValueError(f"the header would take {len(text):,} bytes: at most {LONGEST_HEADER:,} are allowed")
    buffer = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", method, compresslevel=1) as archive:
        for name, array in {"header": np.frombuffer(text, dtype=np.uint8), **arrays}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # its date is always 1980
            entry.compress_type = method
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


class Archive:
    """An open archive: its `header`, and its arrays by name.

    Takes a path or the file's bytes; `what` the file should be ("a saved tree"); its arrays together may take at most
    `most` bytes.  Raises Unreadable, also when arrays are read, and OSError for a file that cannot be opened.
    """

    def __init__(self, source: str | Path | bytes, what: str, most: int) -> None:
        self._file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else open_regular(source)
        try:
            self._zip = open_zip(self._file, most)
            self._entries = {entry.filename.removesuffix(".npy"): entry for entry in self._zip.infolist()}
            self._unread = set(self._entries)
            if len(self._entries) < len(self._zip.infolist()):
                raise Unreadable("is damaged: it holds an array twice")
            if "header" not in self._entries or self._entries["header"].file_size > LONGEST_HEADER:
                raise zipfile.BadZipFile
            self.header = self._header()
        except Exception as error:
            self._file.close()
            if isinstance(error, Unreadable | OSError):
                raise
            raise Unreadable(f"is not {what}, or it is cut off") from error

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def require_all_read(self) -> None:
        """Raises Unreadable if it holds an array that was not read."""
        if self._unread:
            raise Unreadable(f"is damaged: it also holds {sorted(self._unread)[0]!r}")

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def _header(self) -> dict[str, Any]:
        data = self.array("header", "uint8", (None,)).tobytes()
        try:
            header = json.loads(data.decode())
        except (ValueError, RecursionError) as error:
            raise Unreadable("is damaged: its header is not JSON") from error
        if not isinstance(header, dict):
            raise Unreadable("is damaged: its header is not an object")
        return header

    def array(self, name: str, dtype: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """The array of this name.  Raises Unreadable if it is missing or has another type or shape (None: any)."""
        import numpy as np

        if name not in self._entries:
            raise Unreadable(f"lacks the array {name!r}")
        entry = self._entries[name]
        self._unread.discard(name)
        try:
            with self._zip.open(entry) as file:
                version = np.lib.format.read_magic(file)
                if version != (1, 0):  # version 2 is for headers of more than 64 KB
                    raise ValueError
                there, _, kind = np.lib.format.read_array_header_1_0(file)
                if kind != np.dtype(dtype) or len(there) != len(shape):
                    raise Unreadable(
                        f"holds the array {name!r} as {len(there)}-d {kind}: {len(shape)}-d {dtype} was expected"
                    )
                if any(length not in (None, number) for length, number in zip(shape, there)):
                    raise Unreadable(f"holds the array {name!r} with the lengths {there}: {shape} was expected")
                if prod(there) * kind.itemsize != entry.file_size - file.tell():
                    raise Unreadable(f"is damaged: the array {name!r} does not have the size that it declares")
                file.seek(0)
                return np.ascontiguousarray(np.lib.format.read_array(file, allow_pickle=False))
        except (Unreadable, OSError):
            raise
        except Exception as error:  # zipfile and numpy raise many kinds for a damaged file
            raise Unreadable(f"is damaged: the array {name!r} cannot be read") from error


def open_zip(file: BinaryIO, most: int) -> zipfile.ZipFile:
    """A zip file whose list of entries is checked before anything is unpacked.

    Raises Unreadable for too many entries, impossible sizes, and more than `most` bytes of content.
    """
    end = struct.Struct("<4s4H2LH")  # the last record: signature, disks, entries, size and place of the list, comment
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - end.size - 20))
    tail = file.read()
    signature, *_, entries, listed, _, comment = end.unpack(tail[-end.size :])
    zip64 = tail.startswith(b"PK\x06\x07")  # would replace the numbers just read
    if signature != b"PK\x05\x06" or comment or zip64 or entries > MOST_ARRAYS or listed > LONGEST_HEADER:
        raise zipfile.BadZipFile
    archive = zipfile.ZipFile(file)
    listing = archive.infolist()
    for entry in listing:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile
        growth = 1 if entry.compress_type == zipfile.ZIP_STORED else DEFLATE
        possible = entry.compress_size * growth
        if entry.compress_size > size or entry.file_size > possible:
            raise Unreadable("is damaged: it declares more than it can hold")
    total = sum(entry.file_size for entry in listing)
    if total > most:
        raise Unreadable(f"holds {total >> 20:,} MB: at most {most >> 20:,} MB are allowed")
    return archive
