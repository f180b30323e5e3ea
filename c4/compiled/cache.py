"""The cache of the kernels' machine code.  Imports numba.

numba caches code by a kernel's file, and does not notice changes of other files with kernels or constants that it uses.
So the code of each file is kept in a folder named after a fingerprint of that file and everything it imports: an
updated program recompiles exactly what has changed.  Copies of the program with a common folder (NUMBA_CACHE_DIR)
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

from c4 import interrupts

ROOT = Path(__file__).resolve().parent.parent.parent
IMPORTED = re.compile(r"^from (c4[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
"""An import of the project in a source file: the package or module, and the names."""

COMPILER = Path("c4", "compiled", "compiler.py")
"""What every kernel needs, though its file does not import it."""

KEPT = 2
"""How many folders are kept per file: the newest, and the previous one, which another branch or process may use."""


@cache
def fingerprint(path: Path, root: Path = ROOT) -> str:
    """Twelve hex digits that depend on a source file, all that it imports, and numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources(path, root) | sources(root / COMPILER, root)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


def sources(path: Path, root: Path = ROOT) -> set[Path]:
    """A source file and all files of the project that it loads."""
    found, waiting = set(), [path]
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        waiting.extend(_imported(source, root))
    return found


@cache
def _imported(source: Path, root: Path) -> tuple[Path, ...]:
    """The files of the project that a source file names."""
    modules = []
    for package, names in IMPORTED.findall(source.read_text(encoding="utf-8")):
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


class Place:
    """The folder for the kernels of one file; numba asks it for the place and the version of the code."""

    def __init__(self, path: Path, line: int) -> None:
        inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(path.name)
        self._name = ".".join(inside.with_suffix("").parts)
        self._stamp, self._line = fingerprint(path), line

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> Place:
        return cls(Path(path), function.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(CACHE / f"kernels-{self._name}-{self._stamp}")

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        """Called before code is written there.  For a new folder the oldest one of the same file is removed."""
        folder = Path(self.get_cache_path())
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            remove_old(folder)


class Kept(FunctionCache):  # type: ignore[misc]  # numba has no types
    """The machine code of one kernel."""

    class _impl_class(FunctionCache._impl_class):  # type: ignore[misc]
        _locator_classes = [Place]

    def holds(self, signature: Any, context: Any) -> bool:
        """Whether there is code for a signature."""
        with suppress(Exception):  # no file, or a damaged one, which can raise anything
            return self._index_key(signature, context.codegen()) in self._cache_file._load_index()
        return False

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code, None if there is none; damaged code is removed."""
        try:
            return super().load_overload(signature, context)
        except Exception:  # a damaged file can raise anything
            if interrupts.rung():
                raise KeyboardInterrupt from None  # which numba has turned into another error
            shutil.rmtree(self.cache_path, ignore_errors=True)
            Path(self.cache_path).mkdir(exist_ok=True)
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Saves the code if possible (the disk may be full, or another process may have removed the folder)."""
        try:
            super().save_overload(signature, code)
        except OSError as error:
            _tell(
                f"Compiled code cannot be kept in {CACHE} ({error.strerror}): every start will take a minute. "
                "NUMBA_CACHE_DIR can name another folder."
            )


@cache
def _tell(sentence: str) -> None:
    """Says it once."""
    print(sentence, file=sys.stderr)


def remove_old(new: Path) -> None:
    """Removes old folders beside a new one: of each file all but KEPT, and those of files that no longer exist.

    Other processes may read, write and remove there at the same time: missing code is simply compiled.
    """
    folders: dict[str, list[tuple[float, Path]]] = {}
    for folder in new.parent.glob("kernels-*"):
        with suppress(OSError):
            folders.setdefault(folder.name[8:-13], []).append((folder.stat().st_mtime, folder))
    for name, found in folders.items():
        kept = KEPT if name == new.name[8:-13] or ROOT.joinpath(*name.split(".")).with_suffix(".py").exists() else 0
        for _, folder in sorted(found, reverse=True)[kept:]:
            shutil.rmtree(folder, ignore_errors=True)
