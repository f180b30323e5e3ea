"""User plugins: Python files with an evaluator or a player; errors in them are reported with the line.

A file is code, and running it does whatever it says: callers run only files that a user has named.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread, current_thread, get_ident, main_thread
from typing import Any

from c4 import storage
from c4.errors import USER_FILES, C4Error, class_name, message_of, traceback_of
from c4.interrupts import STOP
from c4.surroundings import closed_streams, open_streams, put_back, surroundings_now

running: dict[int, Script] = {}
"""The file whose code each thread is in, by the thread's number."""

patience: float | None = None
"""Seconds that a user's function may take in the main thread; None for any time.  The window sets it."""


class Script:
    """A file that was run: its path, its lines at that time, and the names it has defined."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
        self._unanswered = False
        self._before = surroundings_now()
        self._closed = closed_streams()

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
                let_go(thread.ident)
        if not results:
            self._unanswered = True
            raise C4Error(f"{self.path} does not answer; it is not used here until you save it again")
        if isinstance(results[0], C4Error):
            raise results[0]
        return results[0]

    def call_here(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """As `call`, however long it takes."""
        with self.at_work():
            try:
                answer = function(*arguments)
                if inspect.iscoroutine(answer):
                    answer.close()  # nobody will await it
                return answer
            except BaseException as error:
                put_back(self._before)
                if is_ctrl_c(error):
                    raise
                raise self.fault(error, f"in {text_of(arguments[0])}" if arguments else "") from None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While this thread may be in the code of the file, `running` says so.

        At the end the program has its streams, Python's own functions and its current folder back.  Raises C4Error if
        the file has closed a standard stream.
        """
        thread = get_ident()
        before = surroundings_now()
        self._before = before
        outer = running.get(thread)
        running[thread] = self
        try:
            yield
        finally:
            if running.get(thread) is self:  # nobody has let it go
                if outer is None:
                    running.pop(thread, None)
                else:
                    running[thread] = outer
                put_back(before)
        if closed_streams() != self._closed:
            open_streams()
            raise C4Error(f"{self.path} has closed a standard stream of the program")

    def parameters(self, function: Callable[..., Any]) -> int:
        """How many parameters a function of the file has.  Raises C4Error if it does not say."""
        return len(self.call_here(lambda: inspect.signature(function)).parameters)

    def fault(self, error: BaseException, where: str = "") -> C4Error:
        """The sentence for an error in the file, with the last line of the file that took part, and its text."""
        import traceback

        put_back(self._before)
        frames = traceback.extract_tb(traceback_of(error))
        line = next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == str(self.path)), 0)
        message = message_of(error)
        if issubclass(type(error), SyntaxError):
            with suppress(BaseException):  # one of the file's own class may raise whatever it is asked
                if error.filename == str(self.path):  # type: ignore[attr-defined]  # a SyntaxError has these
                    line = int(error.lineno or 0)  # type: ignore[attr-defined]
                    message = str(error.msg)  # type: ignore[attr-defined]
        place = f" line {line}" if line else ""
        text = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""
        name = f"{class_name(error)}: {reason_line(message)}".rstrip(": ")
        parts = [name, f"at `{text}`" if text else "", where]
        return C4Error(f"{self.path}{place}: {', '.join(part for part in parts if part)}")


def is_ctrl_c(error: BaseException) -> bool:
    """Whether an error in a file is not the file's own: somebody pressed Ctrl-C while a search ran that it asked for."""
    return issubclass(type(error), KeyboardInterrupt) and STOP.value != 0


def let_go(thread: int | None) -> None:
    """Nobody waits any more for the code of a file in a thread, by its number: at its end it puts nothing back."""
    if thread is not None:
        running.pop(thread, None)


def text_of(value: object) -> str:
    """What a file returned, as text of at most 80 characters."""
    try:
        return str(repr(value))[:80]
    except BaseException:
        return f"an object of {class_name(value)}"


def reason_line(text: str) -> str:
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
        text = storage.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise C4Error(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    script = Script(path, text)
    USER_FILES.add(str(path))
    script.call_here(lambda: exec(compile(text, str(path), "exec"), script.names))
    return script
