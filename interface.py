"""The front door: `python interface.py` opens the window, `python interface.py 4453` with that game in it.

`python interface.py --help` lists the options.

It builds the window around a session and nothing else.  `visualizer/shell/window.py` holds the window,
`c4/session/session.py` the game and its thinking.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

from c4.__main__ import INTERRUPTED
from c4.__main__ import leave as leave_at_once
from c4.compiled import later

if TYPE_CHECKING:
    from visualizer.shell.arguments import Wishes
    from visualizer.shell.window import Window

SWITCH_SECONDS = 0.0005
"""After how many seconds Python switches threads: the window stays smooth while another thread loads or searches."""

PATIENCE = 0.3
"""Seconds that threads have to end by themselves when the window has been closed."""

MOST_SECONDS = 10.0
"""Seconds until the process ends in any case: a large model may take some to be written."""


def main() -> None:
    """Opens the window; exits with status 2 and one sentence for wrong arguments, and without Tk or a display."""
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        signal.signal(signal.SIGINT, leave_at_once)
    wishes = read(sys.argv[1:])
    try:
        import tkinter
    except ImportError:
        fail(
            "this Python has no Tk: install it (Debian, Ubuntu: apt install python3-tk; macOS: brew install python-tk),"
            " or play in the terminal with `c4 play`"
        )
    try:
        root = tkinter.Tk(className="connect4")
    except tkinter.TclError as error:
        fail(f"no window can be opened ({error}): start it on a desktop, or play in the terminal with `c4 play`")
    prepare()
    from visualizer.shell.preferences import usual_path
    from visualizer.shell.window import Window

    window = Window(root, preferences=usual_path())
    if listens:
        signal.signal(signal.SIGINT, lambda *_: interrupted(window))
    if wishes is not None:
        fulfil(window, wishes)
    root.mainloop()
    leave()


def prepare() -> None:
    """Sets what must be set before the window's modules are imported."""
    sys.setswitchinterval(SWITCH_SECONDS)
    later.wanted = True
    gc.disable()  # what is imported stays; the window lets the collector run


def interrupted(window: Window) -> NoReturn:
    """Ctrl-C in the terminal closes the window."""
    try:
        window.close()
    finally:
        print("stopped", file=sys.stderr)
        leave(INTERRUPTED)


def leave(status: int = 0) -> NoReturn:
    """Ends the process once what was learned and played is written; nobody waits for what is being loaded."""
    from c4.interrupts import STOP
    from c4.session.worker import rest

    if not rest(PATIENCE):
        STOP.value = 1  # kernels return, whatever they were at
        rest(MOST_SECONDS)
    sys.stderr.flush()
    os._exit(status)


def read(words: list[str]) -> Wishes | None:
    """What the arguments ask for; exits with status 2 and one sentence if they are wrong."""
    if not words:
        return None
    from c4.game.rules import C4Error
    from visualizer.shell.arguments import read_arguments

    try:
        return read_arguments(words)
    except C4Error as error:
        fail(str(error))


def fulfil(window: Window, wishes: Wishes) -> None:
    """Does what the arguments ask for; exits with status 2 and one sentence if that is impossible."""
    from c4.game.rules import C4Error

    try:
        wishes.fulfil(window.session)
    except C4Error as error:
        window.close()
        fail(str(error))


def fail(sentence: str) -> NoReturn:
    """Ends the program with one sentence and exit status 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
