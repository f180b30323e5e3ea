"""The cache of the kernels' machine code.

numba caches code by a kernel's file, and does not notice changes of other files with kernels or constants that it uses.
So the code of each file is in a folder named after a fingerprint of that file and everything it imports: an updated
program recompiles exactly what has changed.  Copies of the program with a common folder (NUMBA_CACHE_DIR)
share the code.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
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

VERSIONS = 2
"""Folders per file: the newest, and the previous one, which another branch or process may use."""


@cache
def fingerprint(path: Path, root: Path = ROOT) -> str:
    """Twelve hex digits that depend on a source file, all that it imports, and numba's version."""
    sources, waiting = set(), [path, root / COMPILER]
    while waiting:
        source = waiting.pop()
        if source not in sources:
            sources.add(source)
            waiting.extend(_imported(source, root))
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources):
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


class Locator:
    """numba's interface for the folder and the version of a kernel's code."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        path = Path(file)
        inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(path.name)
        self._name = ".".join(inside.with_suffix("").parts)
        self._stamp, self._line = fingerprint(path), function.__code__.co_firstlineno

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
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
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
        with suppress(Exception):  # no file, or a damaged one, which can raise anything
            return self._index_key(signature, context.codegen()) in self._cache_file._load_index()
        return False

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code, None if there is none; damaged code is removed.

        numba's own method first imports all that is needed to compile, which takes a third of a second.
        """
        try:
            rtsys.initialize(context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, context)
        except Exception:  # a damaged file can raise anything
            shutil.rmtree(self.cache_path, ignore_errors=True)
            Path(self.cache_path).mkdir(exist_ok=True)
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
