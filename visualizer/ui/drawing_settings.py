"""matplotlib's settings for everything that this program draws, whatever the user's own settings are.

matplotlib reads a file `matplotlibrc` of the current folder or of the user, and the variable MPLBACKEND, as soon as it
is imported.  `ignore_user_settings` keeps both away from the process of the window, where a faulty file would stop the
import.  `own_settings` is for every place that makes or draws artists: a program that imports ours may have settings of
its own, and so may a file of the user that runs in the window.

This module must not import matplotlib when it is imported: the window paints before that.
"""

from __future__ import annotations

import io
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from c4.errors import LogFile

CHANGES = {
    "pdf.fonttype": 42,  # TrueType: journals refuse Type 3
    "svg.fonttype": "none",  # text stays text, which can be searched and edited
    "svg.hashsalt": "c4",  # the same names inside an SVG every time
    "text.parse_math": False,  # a name such as "$x$" is a name, not a formula
}
"""What differs from matplotlib's own defaults."""

BACKEND_VARIABLE = "MPLBACKEND"


@contextmanager
def own_settings() -> Iterator[None]:
    """Makes and draws matplotlib's artists with the settings of this program inside the block, or as a decorator."""
    import matplotlib

    current = matplotlib.rcParams
    different = {name: value for name, value in _settings().items() if current[name] != value}
    if not different:  # inside another such block
        yield
        return
    with matplotlib.rc_context(different):
        yield


@cache
def _settings() -> Any:
    """Every setting of matplotlib, but for the backend, which this program does not use."""
    import matplotlib

    defaults = dict(matplotlib.rcParamsDefault.items())
    del defaults["backend"]
    return {**defaults, **CHANGES}


def ignore_user_settings() -> None:
    """Makes a later import of matplotlib skip the user's files and the variable MPLBACKEND, and use the settings of this
    program; later calls do nothing.

    What matplotlib has to say, as of a folder that it cannot write, goes to the log file; a letter that no font has is
    drawn as a box.
    """
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
        logging.getLogger("matplotlib").addHandler(LogFile())
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)


class _Finder(MetaPathFinder):
    """Finds matplotlib, and nothing else, as Python does, and gives it another loader."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "matplotlib":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    """Runs matplotlib's first module, in which `open` shows only matplotlib's own settings until the module has run, and
    then makes our changes.
    """

    def exec_module(self, module: ModuleType) -> None:
        def open_own_settings(file: Any, *arguments: Any, **options: Any) -> IO[Any]:
            if Path(file) != Path(module.get_data_path(), "matplotlibrc"):
                return io.StringIO()
            file_of_matplotlib: IO[Any] = open(file, *arguments, **options)  # noqa: SIM115 - matplotlib closes it
            return file_of_matplotlib

        backend = os.environ.pop(BACKEND_VARIABLE, None)
        module.open = open_own_settings  # type: ignore[attr-defined]  # the module's names come before built-in ones
        try:
            super().exec_module(module)
            module.rcParams.update(CHANGES)  # so that `own_settings` has nothing to change, which takes milliseconds
        finally:
            del module.open
            if backend is not None:
                os.environ[BACKEND_VARIABLE] = backend
