"""User plugins: Python files with an evaluator or a player; errors in them are reported with the line.

A file is code, and running it does whatever it says: callers run only files that a user has named.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import Thread, current_thread, get_ident, main_thread
from typing import Any

from c4.errors import C4Error

FAULTS = Exception, SystemExit
"""What a file may raise without ending the program."""

running: dict[int, Script] = {}
"""The file whose code each thread is in, by the thread's number."""

patience: float | None = None
"""Seconds that a user's function may take in the main thread; None for any time.  The window sets it."""


class Script:
    """A file that was run: its path, its lines at that time, and the names it has defined."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines = path, text.splitlines()
        self.names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
        self._unanswered = False

    def function(self, name: str) -> Callable[..., Any] | None:
        """The function of that name, None if there is none."""
        function = self.names.get(name)
        return function if callable(function) else None

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of the file returns.

        Raises C4Error with the line for what goes wrong in it, and names the first argument, if there is one.
        """
        if patience is None or current_thread() is not main_thread():
            return self.call_here(function, *arguments)
        results: list[Any] = []

        def work() -> None:
            try:
                results.append(self.call_here(function, *arguments))
            except C4Error as error:
                results.append(error)

        if not self._unanswered:
            thread = Thread(target=work, name="user code", daemon=True)
            thread.start()
            thread.join(patience)
        if not results:
            self._unanswered = True
            raise C4Error(f"{self.path} does not answer; it is not used here until you save it again")
        if isinstance(results[0], C4Error):
            raise results[0]
        return results[0]

    def call_here(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """As `call`, however long it takes."""
        thread = get_ident()
        outer = running.get(thread)
        running[thread] = self
        try:
            return function(*arguments)
        except FAULTS as error:
            raise self.fault(error, f"in {arguments[0]!r}" if arguments else "") from error
        finally:
            if outer is None:
                del running[thread]

    def fault(self, error: BaseException, where: str = "") -> C4Error:
        """The sentence for an error in the file, with the last line of the file that took part, and its text."""
        if isinstance(error, SyntaxError) and error.filename == str(self.path):
            line, message = error.lineno or 0, error.msg
        else:
            import traceback

            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno or 0 for frame in frames if frame.filename == str(self.path)]
            line, message = lines[-1] if lines else 0, one_line(str(error))
        place = f" line {line}" if line else ""
        text = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""
        parts = [f"{type(error).__name__}: {message}".rstrip(": "), f"at `{text}`" if text else "", where]
        return C4Error(f"{self.path}{place}: {', '.join(part for part in parts if part)}")


def text_of(value: object) -> str:
    """What a file returned, as text of at most 80 characters."""
    try:
        return repr(value)[:80]
    except FAULTS:
        return f"an object of {type(value).__name__}"


def one_line(text: str) -> str:
    """An error's message in one line, without colours: numba prints many, and the place before the reason."""
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
    script = Script(path, text)
    script.call_here(lambda: exec(compile(text, str(path), "exec"), script.names))
    return script
