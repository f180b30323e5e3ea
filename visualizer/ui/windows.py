"""Windows: the other windows, which follow the main one's theme and position and are freed when they close."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TypeVar

from c4.session.session import Session

Kind = TypeVar("Kind", bound=tk.Toplevel)


class Windows:
    """The open windows, in the order in which they were opened."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.open: list[tk.Toplevel] = []
        self._opened = 0

    def thread(self, name: str) -> str:
        """A new name for a thread of the session that ends with a window; see `add`."""
        self._opened += 1
        return f"{name} {self._opened}"

    def add(self, window: Kind, thread: str = "") -> Kind:
        """Looks after a window until it is closed; then the session's thread of that name ends too."""
        self.open.append(window)

        def gone(event: tk.Event[tk.Misc]) -> None:
            if event.widget is window and window in self.open:
                self.open.remove(window)
                if thread:
                    self._session.threads.release(thread)

        window.bind("<Destroy>", gone, add="+")
        return window

    def of(self, kind: type[Kind]) -> Kind | None:
        """The open window of that kind; None if there is none."""
        return next((window for window in self.open if isinstance(window, kind)), None)

    def show(self, kind: type[Kind], make: Callable[[], Kind], thread: str = "") -> Kind:
        """Brings the window of that kind to the front; makes it if there is none.  `thread` as in `add`."""
        window = self.of(kind) or self.add(make(), thread)
        window.deiconify()
        window.lift()
        window.focus_set()
        return window

    def refresh(self) -> None:
        """Refreshes the windows that follow the position on the board."""
        for window in list(self.open):
            if hasattr(window, "refresh"):
                window.refresh()
