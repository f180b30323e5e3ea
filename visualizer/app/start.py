"""Opens the window, and ends the process with it: what `python interface.py` and the command `c4-window` run."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from c4.errors import C4Error, start_logging
from c4.interrupts import STOP
from c4.interrupts import leave as leave_at_once
from c4.kernels import jit
from c4.surroundings import distrust_current_folder, open_streams, require_files, require_threads
from visualizer.ui.drawing_settings import ignore_user_settings

if TYPE_CHECKING:
    from pathlib import Path

    from visualizer.app.arguments import Arguments
    from visualizer.state.app import App

SWITCH_SECONDS = 0.0001
"""How often Python switches threads: the window stays smooth while another thread loads or searches."""

ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that close the window, unless it was told to ignore them."""

FIRST_SIGNAL_STATUS = 128
"""The exit status of a process that a signal has ended is this and the signal's number."""

RUNNING_FOLDER = "running"
"""Where, beside your library, the games of windows are kept until they are finished or saved."""

SPARE_FILES = 24
"""Files that the window needs to have open at once, those of Tcl and of its connection to the display among them."""

WAIT_SECONDS = 0.3
MOST_SECONDS = 10.0
"""How long closing waits for threads to end by themselves, and at most for a large model to be written."""


def main() -> None:
    """Opens the window; exits with status 2 and one sentence if that is impossible."""
    from visualizer.app.arguments import read_arguments

    open_streams()
    try:
        distrust_current_folder()
        require_threads()
        require_files(SPARE_FILES)
        open_window(read_arguments(sys.argv[1:]))
    except C4Error as error:
        print(error, file=sys.stderr)
        sys.exit(2)


def prepare() -> None:
    """Sets what must be set before the window's modules are imported."""
    sys.setswitchinterval(SWITCH_SECONDS)
    jit.background = True
    ignore_user_settings()


def open_window(arguments: Arguments) -> None:
    """Opens the window; Ctrl-C closes it, as do a logout and a request to end, and the process ends with it.

    Raises C4Error if it cannot be opened.
    """
    handled = [
        number for number in ENDING_SIGNALS if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
    ]
    if signal.SIGINT in handled:
        signal.signal(signal.SIGINT, leave_at_once)
    try:
        import tkinter

        class Root(tkinter.Tk):
            """A root window that executes no files: Tk would run `.connect4.py`, without a home of the current folder."""

            def readprofile(self, baseName: str, className: str) -> None:
                pass

        root = Root(className="connect4")
    except ImportError:
        raise C4Error(
            "this Python has no Tk: install it (Debian, Ubuntu: apt install python3-tk; macOS: brew install python-tk),"
            " or play in the terminal with `c4 play`"
        ) from None
    except tkinter.TclError as error:
        raise C4Error(
            f"no window can be opened ({error}): start it on a desktop, or play in the terminal with `c4 play`"
        ) from None
    prepare()
    from visualizer.app.window import Window
    from visualizer.state.preferences import preferences_path

    start_logging(uncaught=True)
    app = start_app(preferences_path())
    window = Window(root, app)

    def interrupted(number: int, _: object) -> None:
        try:
            window.close()
        finally:
            with suppress(OSError):  # the terminal may be gone
                print("stopped", file=sys.stderr)
            leave(FIRST_SIGNAL_STATUS + number)

    for number in handled:
        signal.signal(number, interrupted)
    try:
        arguments.apply(app)
    except C4Error:
        window.close()
        raise
    root.mainloop()
    leave()


def start_app(file: Path) -> App:
    """The app with the settings and preferences of a file, to which they go back when they change."""
    from c4.library.library import default_path
    from c4.session.session import Session
    from visualizer.state.app import App
    from visualizer.state.preferences import PreferencesFile
    from visualizer.state.unfinished_games import UnfinishedGames

    kept = PreferencesFile(file)
    settings, preferences, trouble = kept.read()
    session = Session(settings, default_path() if settings.keep_games else None)
    app = App(session, preferences, kept, UnfinishedGames(default_path().parent / RUNNING_FOLDER))
    if trouble:
        app.say(trouble, seconds=20)
    return app


def leave(status: int = 0) -> NoReturn:
    """Ends the process once what was learned and played is written; it does not wait for what is being loaded."""
    from c4.session.worker import rest

    if not rest(WAIT_SECONDS):
        STOP.value = 1  # kernels return, whatever they were at
        rest(MOST_SECONDS)
    with suppress(OSError):  # the terminal may be gone
        sys.stderr.flush()
    os._exit(status)
