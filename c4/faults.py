"""Unexpected errors in one sentence, with a file of details.  Plain Python.

A full disk, too little memory and a missing permission are named as such; anything else is an error of the program,
whose sentence asks for the file.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from importlib.metadata import version
from pathlib import Path

PLAIN = {
    MemoryError: "there is not enough memory for this",
    RecursionError: "this is nested too deeply",
    OverflowError: "a number is too large for this",
}
"""Errors whose type says what is wrong."""


def unexpected(error: BaseException) -> str:
    """The sentence for an error; errors of the program are also written to a file."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else f"writing failed: {error.strerror}"
    for kind, sentence in PLAIN.items():
        if isinstance(error, kind):
            return sentence
    said = f"{type(error).__name__}: {error}"
    kept = written(error)
    where = f"; please report it with the file {kept}" if kept is not None else ""
    return f"an error in the program ({said[:300]}){where}"


def written(error: BaseException) -> Path | None:
    """A new file with the traceback and the versions; None if it cannot be written."""
    text = "".join(traceback.format_exception(error))
    about = f"c4 {version('c4')}" if _installed() else "c4 from its sources"
    head = f"{about}, Python {platform.python_version()}, {platform.platform()}\n{' '.join(sys.argv)}\n\n"
    for folder in (_folder(), None):
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w",
                encoding="utf-8",
                errors="backslashreplace",
                dir=folder,
                prefix=time.strftime("c4-error-%Y%m%d-%H%M%S-"),
                suffix=".txt",
                delete=False,
            ) as file:
                file.write(head + text)
            return Path(file.name)
        except OSError:
            continue
    return None


def _installed() -> bool:
    try:
        return bool(version("c4"))
    except Exception:
        return False


def _folder() -> Path:
    """The folder that C4_DATA names, otherwise the platform's folder for logs."""
    named = os.environ.get("C4_DATA")
    if named:
        return Path(named)
    from platformdirs import user_log_path

    return user_log_path("connect4")
