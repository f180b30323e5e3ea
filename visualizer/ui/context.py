"""The context that the main window gives to every other window, pane and command, and the list of open windows."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any, TypeVar

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.session.plans import Plan
from c4.session.session import Session
from visualizer.ui.background import BackgroundTask
from visualizer.ui.evaluators import Evaluators
from visualizer.ui.preferences import Preferences
from visualizer.ui.theme import LIGHT, Theme
from visualizer.ui.widgets import sentence

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


class Context:
    """What all parts of the window share; the main window (`visualizer.app.window.Window`) extends it.

    root        the main window
    session     the game, its settings and its threads
    theme       the colours in use
    preferences what the window remembers
    evaluators  loaded evaluators, by name
    windows     the other windows that are open
    loading     the modules that `once_loaded` is importing
    message     the last message, which the status line shows until the time `message_until`
    """

    def __init__(self, root: tk.Tk, session: Session, preferences: Preferences | None = None) -> None:
        self.root, self.session = root, session
        self.theme: Theme = LIGHT
        self.preferences = preferences or Preferences()
        self.evaluators = Evaluators(session)
        self.windows = Windows(session)
        self.message, self.message_until = "", 0.0
        self.loading: set[str] = set()

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a message in the status line for some seconds."""
        self.message, self.message_until = sentence(text), monotonic() + seconds

    def refresh(self) -> None:
        """Shows everything again after a change that is not an event of the session."""

    def attempt(self, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        """Calls `action` and shows the result; a C4Error becomes a message.  Returns whether it succeeded."""
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.say(str(error))
            self.refresh()
            return False
        self.refresh()
        return True

    def once_loaded(self, module: str, then: Callable[[], object]) -> None:
        """Imports a module in the background, so that the window stays alive, and calls `then()` afterwards."""
        if module in sys.modules:
            then()
            return

        def loaded(_: object) -> None:
            self.loading.discard(module)
            then()

        def failed(sentence: str) -> None:
            self.loading.discard(module)
            self.say(sentence, seconds=10)

        self.loading.add(module)
        worker = self.session.worker(f"loading {module}")
        BackgroundTask[object](self.root, worker, loaded, failed).start(lambda _: import_module(module))

    def selected_position(self) -> Position | None:
        """The position of the selected tree node, None if the root or nothing is selected."""
        return None

    def positions(self) -> dict[str, Position]:
        """The positions that can be searched, by name, the most likely first."""
        offered, search, selected = {}, self.session.shown_search, self.selected_position()
        if search is not None:
            offered["the tree's position"] = search.position
        offered["the board's position"] = self.session.position
        if selected is not None:
            offered["the selected node's"] = selected
        return {name: position for name, position in offered.items() if position.outcome() is None}

    def position(self, name: str = "") -> Position:
        """The position of that name among `positions()`, or the most likely.  Raises C4Error if there is none."""
        offered = self.positions()
        if not offered:
            raise C4Error("the game is over: there is nothing to search")
        return offered.get(name, next(iter(offered.values())))

    def plan(self) -> Plan:
        """The current search settings."""
        settings = self.session.settings
        limits = settings.limits_of(settings.algorithm)
        model = limits.model if EVALUATORS[limits.evaluator].learned else None
        return Plan(settings.algorithm, limits.evaluator, limits.depth, limits.move_order, model)
