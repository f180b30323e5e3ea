"""Errors: those that users can correct, one sentence for all others, and the log file with their details."""

from __future__ import annotations

import errno
import logging
import os
import platform
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from c4.printable import one_line

LOG = logging.getLogger("c4")
"""The parent of every module's logger (`logging.getLogger(__name__)`).  The window adds a handler to list the errors."""

MAX_LOG_BYTES = 1_000_000
"""Bytes after which a new log file is started; the previous one is renamed to c4.log.1."""

OTHERS_WRITE = 0o022
"""The permissions of a file that let its group and others write."""

MAX_MESSAGE_CHARACTERS = 300
"""Characters of the message of an error that is not ours, within a sentence."""

MAX_SENTENCE_CHARACTERS = 2_000
"""Characters of an error's sentence; of a longer one, which quotes what is wrong, the two ends are left."""


class C4Error(ValueError):
    """An error that the user can correct; its text is one clear sentence."""

    def __init__(self, text: object) -> None:
        sentence = _shortened(" ".join(str(text).splitlines()))  # it may quote a name of several lines
        super().__init__(_shortened(one_line(sentence)))  # what it escapes may have made it longer again


def _shortened(sentence: str) -> str:
    """The sentence, or its two ends if it is too long."""
    if len(sentence) <= MAX_SENTENCE_CHARACTERS:
        return sentence
    half = MAX_SENTENCE_CHARACTERS // 2
    return f"{sentence[:half]} ... {sentence[-half:]}"


SENTENCES = {
    MemoryError: "there is not enough memory for this",
    RecursionError: "this is nested too deeply",
    OverflowError: "a number is too large for this",
}
"""Errors whose type says what is wrong."""


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Puts a place, such as a line, before the sentence of a C4Error in the block."""
    try:
        yield
    except C4Error as error:
        raise C4Error(f"{place}: {error}") from None


def report(error: BaseException) -> str:
    """The sentence for an error.  An error of the program is also logged, with its traceback.

    A full disk, too little memory and a missing permission are named as such; the sentence for an error of the program
    names the log file.
    """
    if isinstance(error, C4Error):
        return str(error)
    if limit := reached_limit(error):
        return limit
    if isinstance(error, FileNotFoundError) and not error.filename:
        return "the current folder was deleted: start in another one"
    if isinstance(error, OSError) and error.strerror:
        return one_line(f"{error.filename or 'writing failed'}: {error.strerror}")
    for kind, sentence in SENTENCES.items():
        if isinstance(error, kind):
            return _with_user_files(sentence)
    start_logging()
    text = f"{class_name(error)}: {message_of(error)}"[:MAX_MESSAGE_CHARACTERS]
    LOG.error("%s", text, exc_info=error)
    log = _log_handler(_log_folder())
    where = f"; please report it with the file {log.baseFilename}" if log else ""
    return _with_user_files(f"an error in the program ({text}){where}")


def reached_limit(error: BaseException) -> str:
    """The sentence for an error that means that the system gives this process no more of something; "" for others."""
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return "this process may open no more files: raise the limit of the system (ulimit -n)"
    # what cannot be written at once has this errno, too, and says how much was written
    no_process = isinstance(error, OSError) and error.errno == errno.EAGAIN and not hasattr(error, "characters_written")
    if no_process or (isinstance(error, RuntimeError) and message_of(error) == "can't start new thread"):
        return "no more processes or threads may be started: raise the limit of the system (ulimit -u)"
    return ""


USER_FILES: set[str] = set()
"""The files with code of the user that this process has run."""


def _with_user_files(sentence: str) -> str:
    """The sentence for an error that code of the user may have caused, as by changing Python's limits."""
    return f"{sentence}; {one_line(', '.join(sorted(USER_FILES)))} was run, too" if USER_FILES else sentence


def traceback_of(error: BaseException) -> TracebackType | None:
    """The traceback of anybody's error, whose class may answer with another error when it is asked for it."""
    trace: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    return trace


def class_name(value: object) -> str:
    """The name of anybody's class, which may answer with an error when it is asked for it."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def message_of(error: BaseException) -> str:
    """The message of anybody's error; empty if it raises another one instead."""
    try:
        return str(error)
    except BaseException:
        return ""


def start_logging(uncaught: bool = False) -> None:
    """Sends the log to a file, which is opened when something is logged; also `uncaught` errors of all threads.

    Errors that nothing could catch are then said in one sentence if they come from code of the user.
    """
    if not any(isinstance(handler, LogFile) for handler in LOG.handlers):
        LOG.addHandler(LogFile())
    if uncaught:
        sys.excepthook = _uncaught
        threading.excepthook = lambda failed: _uncaught(failed.exc_type, failed.exc_value, failed.exc_traceback)
        sys.unraisablehook = _unraisable


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Reports an error that ends its thread."""
    if error is not None and _said_of_user(error, trace):
        return
    if isinstance(error, Exception):
        print(f"c4: {report(error)}", file=sys.stderr)
    elif error is not None and kind is not SystemExit:
        sys.__excepthook__(kind, error, trace)


def _unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Reports an error that Python ignores, as one in a `__del__`."""
    if ignored.exc_value is None or not _said_of_user(ignored.exc_value, ignored.exc_traceback):
        sys.__unraisablehook__(ignored)


_said: set[tuple[str, int]] = set()
"""Lines of the user's files of which an error was said that nothing could catch: each is said once."""


def _said_of_user(error: BaseException, trace: TracebackType | None) -> bool:
    """Whether an error comes from a line of the user's code; it has been said then, once for the line."""
    place: tuple[str, int] | None = None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in USER_FILES:
            place = file, trace.tb_lineno
        trace = trace.tb_next
    if place is None:
        return False
    if place not in _said:
        _said.add(place)
        what = f"{class_name(error)}: {' '.join(message_of(error).split())}"[:MAX_MESSAGE_CHARACTERS].rstrip(": ")
        print(f"c4: {place[0]} line {place[1]}: {what}, which nothing could catch", file=sys.stderr)
    return True


class LogFile(logging.Handler):
    """Passes records on to the log file; opens it for the first one."""

    def emit(self, record: logging.LogRecord) -> None:
        if (handler := _log_handler(_log_folder())) is not None:
            handler.handle(record)


def _log_folder() -> Path:
    """The folder that C4_DATA names, otherwise the platform's folder for logs."""
    if named := os.environ.get("C4_DATA"):
        return Path(named)
    from platformdirs import user_log_path

    return user_log_path("connect4")


DISTRIBUTION = "connect4-search-trees"
"""The name under which the program is installed."""


def is_own(status: os.stat_result) -> bool:
    """Whether this is a regular file of this user, without another name, that nobody else can write."""
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        return False
    return os.name != "posix" or (status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE)


def open_own(path: str | Path) -> int:
    """A file of this user, opened to be appended to: a descriptor.  A new one is for this user alone.

    Raises OSError for a link, a pipe, and a file of somebody else: in a folder for all users, anybody can put one there.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        status = os.fstat(descriptor)
        if os.name == "posix" and status.st_uid == os.geteuid() and status.st_mode & OTHERS_WRITE:
            os.fchmod(descriptor, 0o600)
        if not is_own(os.fstat(descriptor)):
            raise PermissionError(errno.EPERM, "it is not a file of this user", str(path))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@cache
def _log_handler(folder: Path) -> logging.FileHandler | None:
    """Writes to c4.log in the folder, or in the folder for temporary files; None if neither can be written."""
    from importlib.metadata import PackageNotFoundError, version
    from logging.handlers import RotatingFileHandler

    try:
        program = f"c4 {version(DISTRIBUTION)}"
    except PackageNotFoundError:
        program = "c4 from its sources"
    head = f"{program}, Python {platform.python_version()}, {platform.platform()}: {' '.join(sys.argv)}"
    layout = logging.Formatter(f"%(asctime)s {head.replace('%', '%%')}\n%(levelname)s in %(threadName)s: %(message)s")

    class OwnLog(RotatingFileHandler):
        """A log file of this user."""

        def _open(self) -> TextIOWrapper:
            return open(open_own(self.baseFilename), "a", encoding=self.encoding, errors=self.errors)

        def handleError(self, record: logging.LogRecord) -> None:
            """Says nothing, as on a full disk: the error itself is said in a sentence."""

    for place in (folder, Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            handler = OwnLog(
                place / "c4.log", maxBytes=MAX_LOG_BYTES, backupCount=1, encoding="utf-8", errors="backslashreplace"
            )
        except OSError:
            continue
        handler.setFormatter(layout)
        return handler
    return None
