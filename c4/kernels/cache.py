"""The cache of the kernels' machine code.

numba caches code by a kernel's file, and does not notice changes of other files with kernels or constants that it uses.
So the code of each file is in a folder named after a fingerprint of that file and everything it imports: an updated
program recompiles exactly what has changed.  Copies of the program with a common folder (NUMBA_CACHE_DIR) share the
code.  The folders are for one user alone: code that others could have written is not loaded.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import config
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

ROOT = Path(__file__).resolve().parent.parent.parent
IMPORT = re.compile(r"^from (c4[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
"""An import of the project in a source file: the package or module, and the names."""

COMPILER = Path("c4", "kernels", "compiler.py")
"""What every kernel needs, though its file does not import it."""

OTHERS = 0o077
"""All permissions of the group and of others."""

VERSIONS = 2
"""Folders per file: the newest, and the previous one, which another branch or process may use."""


def sources(*paths: Path, root: Path = ROOT) -> set[Path]:
    """Source files with all that they import of the project."""
    found = set()
    waiting = list(paths)
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting.extend(_imported(source, root))
    return found


@cache
def fingerprint(path: Path, root: Path = ROOT) -> str:
    """Twelve hex digits that depend on a source file, all that it imports, and numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources(path, root / COMPILER, root=root)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _imported(source: Path, root: Path) -> tuple[Path, ...]:
    """The files of the project that a source file names."""
    modules = []
    for package, names in IMPORT.findall(source.read_text(encoding="utf-8")):
        folder = root.joinpath(*package.split("."))
        modules += [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in re.findall(r"\w+", names))]
    return tuple(module for module in modules if module.exists())


def cache_folder(root: Path = ROOT) -> Path:
    """The folder of machine code: NUMBA_CACHE_DIR if set, beside the sources if writable, else the user's cache."""
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR)
    if os.access(root / "c4", os.W_OK):
        return root / "c4" / "__pycache__"
    from platformdirs import user_cache_path

    return user_cache_path("connect4")


CACHE = cache_folder()


def is_private(folder: str | Path) -> bool:
    """Whether a folder of machine code is there, belongs to this user with all its files, and is closed to all others."""
    try:
        status = os.lstat(folder)
        if os.name != "posix":
            return is_own_folder(status)
        return is_own_folder(status) and not status.st_mode & OTHERS and holds_own_files(folder)
    except OSError:
        return False


def holds_own_files(folder: str | Path) -> bool:
    """Whether all files of a folder belong to this user: others could write there if it was open before."""
    with os.scandir(folder) as files:
        for file in files:
            with suppress(FileNotFoundError):  # another process has removed it meanwhile
                if file.stat(follow_symlinks=False).st_uid != os.geteuid():
                    return False
    return True


def is_own_folder(status: os.stat_result) -> bool:
    """Whether this is a folder of this user."""
    return stat.S_ISDIR(status.st_mode) and (os.name != "posix" or status.st_uid == os.geteuid())


def make_private(folder: Path) -> None:
    """Makes a folder for machine code, in place of one of this user that others could write to.

    Raises OSError if that is impossible, as where there is a link, or a folder of another user.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(folder):
        if not is_own_folder(os.lstat(folder)):
            raise PermissionError(errno.EPERM, "a folder there is not of this user")
        shutil.rmtree(folder)
    with suppress(FileExistsError):  # another process was faster
        folder.mkdir(mode=0o700)


class Locator:
    """numba's interface for the folder and the version of a kernel's code."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        path = Path(file)
        inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(path.name)
        self._name = ".".join(inside.with_suffix("").parts)
        self._stamp = fingerprint(path)
        self._line = function.__code__.co_firstlineno

    from_function = classmethod(lambda cls, function, file: cls(function, file))

    def get_cache_path(self) -> str:
        return str(CACHE / f"kernels-{self._name}-{self._stamp}")

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        """Makes the folder before code is written there, and removes old ones of the same file.

        Other processes may read, write and remove there at the same time: missing code is simply compiled.
        """
        folder = Path(self.get_cache_path())
        if not is_private(folder):
            make_private(folder)
            with suppress(OSError):
                versions = sorted(CACHE.glob(f"kernels-{self._name}-*"), key=lambda one: one.stat().st_mtime)
                for old in versions[:-VERSIONS]:
                    shutil.rmtree(old, ignore_errors=True)


class KernelCache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """The machine code of one kernel."""

    class _impl_class(FunctionCache._impl_class):  # type: ignore[misc]
        _locator_classes = [Locator]

    def holds(self, signature: Any, context: Any) -> bool:
        """Whether there is code for a signature."""
        if not is_private(self.cache_path):
            return False
        with suppress(Exception):  # no file, or a damaged one, which can raise anything
            return self._index_key(signature, context.codegen()) in self._cache_file._load_index()
        return False

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code, None if there is none, or if others could have written it; damaged code is removed.

        numba's own method first imports all that is needed to compile, which takes a third of a second.
        """
        if not is_private(self.cache_path):
            return None
        try:
            rtsys.initialize(context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, context)
        except Exception:  # a damaged file can raise anything
            with suppress(OSError):
                shutil.rmtree(self.cache_path)
                make_private(Path(self.cache_path))
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Saves the code if possible (the disk may be full, or another process may have removed the folder)."""
        try:
            super().save_overload(signature, code)
        except OSError as error:
            _warn(str(error.strerror))


@cache
def _warn(reason: str) -> None:
    print(
        f"Compiled code cannot be saved in {CACHE} ({reason}): every start will take a minute. "
        "NUMBA_CACHE_DIR can name another folder.",
        file=sys.stderr,
    )
