"""Works a window for tests, benchmarks and reports: waits for it, clicks into it, and runs its commands."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from c4.errors import C4Error
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.app.features import FEATURES
from visualizer.app.window import Window
from visualizer.state.app import App
from visualizer.state.preferences import Preferences

PATIENCE_SECONDS = 120.0
"""How long `Hand.until` waits: never is later than any busy machine takes."""

REST_MS = 2
"""How long a turn of the event loop rests, so that threads get on."""


def open_root() -> tk.Tk:
    """A root window.  Raises C4Error without a display."""
    try:
        return tk.Tk()
    except tk.TclError as error:
        raise C4Error(f"no window can be opened ({error}): start this on a desktop, or with xvfb-run") from None


def make_window(
    root: tk.Tk, settings: Settings | None = None, features: Iterable[str] = FEATURES, **preferences: Any
) -> Window:
    """A window that knows no preferences of the person who runs it, keeps none, and offers no tour.

    `preferences` are those that differ from the defaults, such as `scale=200`.
    """
    wanted = Preferences(**{"toured": True, **preferences})
    return Window(root, App(Session(settings or Settings()), wanted), features)


class Hand:
    """Works a window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.root = window.root
        self.app = window.app
        self.session = window.app.session

    # -- time ---------------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """All that waits in the event loop, and a short rest in Tk's main loop: only there a thread may free what is Tk's."""
        self.root.after(REST_MS, self.root.quit)
        self.root.mainloop()
        self.root.update()

    def pump(self, seconds: float) -> None:
        """Lets the window work for a while, for a turn at least."""
        end = monotonic() + seconds
        self.turn()
        while monotonic() < end:
            self.turn()

    def until(self, done: Callable[[], object], seconds: float = PATIENCE_SECONDS, what: str = "") -> None:
        """Lets the window work until something is so.  Raises TimeoutError if it never is; `what` says what."""
        end = monotonic() + seconds
        while not done():
            if monotonic() > end:
                raise TimeoutError(f"the window never got there{what and ': '}{what}")
            self.turn()

    def tree_ready(self) -> None:
        """Waits until all code has been loaded, that of the tree among it."""
        self.until(lambda: self.app.state.progress.ready, what="all is loaded")

    def settled(self) -> None:
        """Waits until nobody thinks, a person may play or the game is over, and no disc falls."""

        def still() -> bool:
            session = self.session
            waits = session.humans_turn or session.outcome is not None
            return waits and not session.thinking and not self.board.falling

        self.until(still, what="nothing moves")

    # -- what a person does -------------------------------------------------------------------------------------------

    @property
    def board(self) -> Any:
        """The board."""
        return self.window.play.board

    def click(self, column: int, row: float = 0) -> None:
        """A real click into a column (from 0) of the board."""
        x, y = (round(part) for part in self.board.centre(row, column))
        for event in ("<Motion>", "<Button-1>", "<ButtonRelease-1>"):
            self.board.event_generate(event, x=x, y=y)

    def do(self, name: str) -> None:
        """Runs a command by its name, and waits for a window that it opens."""
        self.window.do(name)
        self.opened()

    def opened(self) -> None:
        """Waits for a window that is being loaded."""
        self.until(lambda: not self.window.loading.modules, what="a window opens")

    def open(self, name: str, command: str = "") -> Any:
        """The window registered under a name, opened by a command (by default of the same name)."""
        self.do(command or name)
        return self.tool(name)

    def tool(self, name: str) -> Any:
        """The open window registered under a name; None if it is closed."""
        return self.window.windows.open.get(name)

    def beside(self) -> list[tk.Toplevel]:
        """The windows beside the main one."""
        return [child for child in self.root.winfo_children() if isinstance(child, tk.Toplevel)]

    def close_beside(self) -> None:
        """Closes them."""
        for other in self.beside():
            other.destroy()
        self.root.update()
