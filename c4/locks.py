"""A lock on a file, so that one program at a time works on it."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from c4.errors import C4Error, is_own
from c4.storage import name_beginning, real_path


@contextmanager
def locked(path: str | Path, doing: str, wait: float = 0.0) -> Iterator[None]:
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
        target = real_path(path)
        if (target.exists() and not target.is_file()) or not os.access(target.parent, os.W_OK):
            return None
    except (OSError, ValueError):  # it cannot be written either, as its writer will say
        return None
    return target.with_name(f".{name_beginning(target)}.lock")
