"""Scripts: Python files of people, with an evaluator or a player of their own; their faults are told with the line.

A file is code, and running it does whatever it says: callers run only what a person has named.  Plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

from c4 import halting
from c4.game.rules import C4Error
from c4.halting import Halted

FAULTS = Exception, SystemExit
"""What a file may raise without ending the program."""

ENDS = *FAULTS, Halted, KeyboardInterrupt
"""All that may end a call of it."""

STOPPED = "stopped before it had ended"
"""What is said of code that was halted."""


class Script(NamedTuple):
    """A file that was run: its path, its lines as they were then, and the names it has defined."""

    path: Path
    lines: tuple[str, ...]
    names: dict[str, Any]

    def function(self, name: str) -> Callable[..., Any] | None:
        """The function of that name, None if there is none."""
        found = self.names.get(name)
        return found if callable(found) else None

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of the file returns; `halting.halt` ends it.

        Raises C4Error with the line for what goes wrong in it, and names the first argument, if there is one.
        """
        started = perf_counter()
        try:
            return halting.guarded(function, *arguments)
        except ENDS as error:
            raise self.ended(error, perf_counter() - started, *arguments[:1]) from error

    def ended(self, error: BaseException, seconds: float, *where: Any) -> C4Error | KeyboardInterrupt:
        """What to raise for what has ended a call after so many seconds; a call that was halted is told, if it was
        long.
        """
        fault = self.fault(error, *(f"in {argument!r}" for argument in where))
        if not isinstance(error, FAULTS) and seconds > halting.LONG:
            halting.told.append(str(fault))
        return KeyboardInterrupt() if isinstance(error, KeyboardInterrupt) else fault

    def fault(self, error: BaseException, where: str = "") -> C4Error:
        """The sentence for an error in the file, with the last line of the file that took part, and its text."""
        if isinstance(error, SyntaxError) and error.filename == str(self.path):
            line, said = error.lineno or 0, error.msg
        else:
            import traceback

            parts = [
                part.lineno for part in traceback.extract_tb(error.__traceback__) if part.filename == str(self.path)
            ]
            line, said = (parts[-1] or 0) if parts else 0, one_line(str(error))
        place = f" line {line}" if line else ""
        text = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""
        kind = STOPPED if isinstance(error, Halted | KeyboardInterrupt) else f"{type(error).__name__}: {said}"
        parts_said = [kind.rstrip(": "), f"at `{text}`" if text else "", where]
        return C4Error(f"{self.path}{place}: {', '.join(part for part in parts_said if part)}")


def one_line(text: str) -> str:
    """What an error says, without colours, in one line: numba prints many, and where it was before what it was."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith(("Failed in", "File "))), lines[0] if lines else "")


def is_script(name: str) -> bool:
    """Whether a name is that of a Python file."""
    return name.endswith(".py")


def run(path: str | Path) -> Script:
    """Runs a file.  Raises C4Error if it cannot be read, or, with the line, for what goes wrong in it."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise C4Error(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    script = Script(path, tuple(text.splitlines()), {"__name__": path.stem, "__file__": str(path)})

    def execute() -> None:
        exec(compile(text, str(path), "exec"), script.names)

    script.call(execute)
    return script


def installed(group: str) -> Iterator[tuple[str, str, str]]:
    """(name, what it is in a few words, "module" or "module:object") of every entry point of installed packages."""
    from importlib.metadata import entry_points  # takes some time, and only who asks for an unknown name needs it

    for point in entry_points(group=group):
        owner = point.dist.name if point.dist is not None else "another package"
        yield point.name, f"from the package {owner}", point.value


def imported(where: str) -> Any:
    """What an entry point names.  Raises C4Error if that cannot be imported."""
    module, _, name = where.partition(":")
    try:
        found = import_module(module)
        return getattr(found, name) if name else found
    except FAULTS as error:
        raise C4Error(f"{where} cannot be used: {type(error).__name__}: {error}") from error


def of_module(found: Any, where: str) -> Script:
    """An imported module as a script.  Raises C4Error for anything else."""
    if not isinstance(found, ModuleType):
        raise C4Error(f"{where} is no module with functions of its own, and no class that can be used here")
    path = Path(found.__file__ or where)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):  # such as a package in an archive: faults are told without the line's text
        lines = []
    return Script(path, tuple(lines), vars(found))
