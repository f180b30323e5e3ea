"""`kernel`: compiles a function with numba, lets it run without Python's lock, and keeps the machine code between runs.  Imports numba.

numba keeps code by the file a kernel stands in, and does not see when a kernel that it calls, or a constant it uses,
changes in another file.  So the code is kept in a folder named after everything that kernels are made of: an updated
program compiles anew instead of running old code.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numba
from numba import config

HERE = Path(__file__).resolve().parent
SOURCES = ("jit.py", "decision.py", "evaluators/*.py", "learning/*.py", "search/*.py")


def fingerprint(folder: Path = HERE) -> str:
    """Twelve hex digits that change with any source a kernel may be made of, and with numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for pattern in SOURCES:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


# NUMBA_CACHE_DIR, where somebody has set it, stays the place; otherwise next to the sources, or where numba finds room.
config.CACHE_DIR = str((Path(config.CACHE_DIR) if config.CACHE_DIR else HERE / "__pycache__") / f"kernels-{fingerprint()}")


def kernel(signature, **options):
    """Decorates a kernel: compiled for `signature` at once (or read from the last time), free of Python's lock."""
    return numba.njit(signature, cache=True, nogil=True, **options)
