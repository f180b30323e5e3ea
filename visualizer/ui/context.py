"""The context that the main window gives to every other window, pane and command, and the list of open windows."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from time import monotonic
from typing import Any, TypeVar

from c4.agents.limits import Limits
from c4.agents.specification import text_in_words
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.library.record import Record
from c4.session.game import game_of
from c4.session.plans import Plan
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.ui.background import BackgroundTask
from visualizer.ui.command import Commands
from visualizer.ui.evaluators import Evaluators
from visualizer.ui.scale import largest, pixels
from visualizer.ui.theme import LIGHT, STONES, Theme
from visualizer.ui.widgets import sentence

Kind = TypeVar("Kind", bound=tk.Toplevel)


class Windows:
    """The open windows, in the order in which they were opened."""

    def __init__(self) -> None:
        self.open: list[tk.Toplevel] = []

    def add(self, window: tk.Toplevel) -> None:
        """Lists a window until it is closed."""
        self.open.append(window)

        def gone(event: tk.Event[tk.Misc]) -> None:
            if event.widget is window and window in self.open:
                self.open.remove(window)

        window.bind("<Destroy>", gone, add="+")

    def of(self, kind: type[Kind]) -> Kind | None:
        """The open window of that kind; None if there is none."""
        return next((window for window in self.open if isinstance(window, kind)), None)

    def show(self, kind: type[Kind], make: Callable[[], Kind]) -> Kind:
        """Brings the window of that kind to the front, with the focus where it was; makes it if there is none."""
        window = self.of(kind)
        if window is None:
            return make()
        window.deiconify()
        window.lift()
        (window.focus_lastfor() or window).focus_set()
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
    evaluators  loaded evaluators, by name
    windows     the other windows that are open
    commands    all that you can do in the window
    loading     the modules that `once_loaded` is importing; it calls `on_imported` after each
    message     the last message, which the status line shows until the time `message_until`
    """

    def __init__(self, root: tk.Tk, session: Session) -> None:
        self.root, self.session = root, session
        self.theme: Theme = LIGHT
        self.evaluators = Evaluators(session)
        self.windows = Windows()
        self.commands = Commands(())
        self.message, self.message_until = "", 0.0
        self.loading: set[str] = set()
        self.on_imported: Callable[[], object] = lambda: None

    @property
    def settings(self) -> Settings:
        """All settings, of the game and of the window."""
        return self.session.settings

    def prefer(self, **changes: Any) -> None:
        """Changes settings of the window, on which no search depends."""
        self.session.settings = replace(self.session.settings, **changes)

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a message in the status line for some seconds."""
        self.message, self.message_until = sentence(text), monotonic() + seconds

    def refresh(self) -> None:
        """Shows everything again after a change that is not an event of the session."""

    def do(self, name: str) -> None:
        """Runs a command by name, or says why it is impossible now."""
        self.commands.run(name, self.say)

    def review(self) -> None:
        """Reviews the game on the board."""

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        """Sets up a position in Analyse with exact values over the columns and searches it; whether that was possible."""
        return False

    @property
    def sides(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Word and colour of the discs of the side that begins, and of the other."""
        words, starter = STONES[self.settings.stones], self.session.game.starter
        return words[starter], words[1 - starter]

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

    def open_record(self, record: Record, named: str) -> bool:
        """Puts a game on the board, its last move played, and says so; whether that was possible."""
        if not self.attempt(self.session.open_game, game_of(record, self.session.settings.starter), paused=True):
            return False
        players = " – ".join(text_in_words(player) for player in (record.first, record.second) if player)
        self.say(f"opened {named}{f': {players}' if players else ''}", seconds=6)
        return True

    def open(self, kind: str, then: Callable[[Any], object] = lambda window: None) -> None:
        """Shows the window of a class, "module:class", made with this context, and calls `then(window)`.

        Its module is loaded in the background.
        """
        module, _, name = kind.partition(":")

        def show() -> None:
            made = getattr(sys.modules[module], name)
            try:
                window = self.windows.show(made, lambda: made(self))
            except C4Error as error:
                self.say(str(error), seconds=10)
            else:
                then(window)

        self.once_loaded(module, show)

    def once_loaded(self, module: str, then: Callable[[], object]) -> None:
        """Imports a module in the background, so that the window stays alive, and calls `then()` afterwards."""
        if module in sys.modules and not self.loading:  # it may be half loaded, by another module that needs it
            then()
            return

        def loaded(_: object) -> None:
            self.loading.discard(module)
            self.on_imported()
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


class ToolWindow(tk.Toplevel):
    """A window beside the main window; `Context.open` makes and shows it.  Escape stops what it does, or closes it.

    With `refresh` it follows the position on the board, with `set_theme` the colours.  `size` is the one that it opens
    with and `least` its least size, pixels at 100 %; without them it is a dialog as large as its contents.
    """

    def __init__(
        self, context: Context, title: str, size: str = "", least: tuple[int, int] = (0, 0), dialog: bool = False
    ) -> None:
        super().__init__(context.root)
        self.context = context
        self.title(title)
        if dialog or not size:
            self.transient(context.root)
        if size:
            wanted, most = [pixels(self, int(side)) for side in size.split("x")], largest(self)
            self.geometry("x".join(str(min(sides)) for sides in zip(wanted, most)))
            self.minsize(*least)
        else:
            self.resizable(False, False)
        self.bind("<Escape>", lambda _: self.escape())
        context.windows.add(self)
        self.focus_set()

    def escape(self) -> None:
        """What Escape does."""
        self.destroy()

    def on_key(self, act: Callable[[tk.Event[tk.Misc]], object]) -> None:
        """Calls `act(event)` for every key, unless a button has just closed the window: Tk would call it then, too."""
        self.bind("<KeyPress>", act)
        self.tk.call("bind", str(self), "<KeyPress>", f"if {{[winfo exists %W]}} {{{self.bind('<KeyPress>')}}}")

    def background(
        self,
        name: str,
        on_done: Callable[[Any], object],
        on_failed: Callable[[str], object],
        on_progress: Callable[[], object] = lambda: None,
    ) -> BackgroundTask[Any]:
        """A background task in a thread of the session that ends with this window."""
        thread, threads = f"{name} {self}", self.context.session.threads
        task = BackgroundTask(self, self.context.session.worker(thread), on_done, on_failed, on_progress)
        self.bind("<Destroy>", lambda event: threads.release(thread) if event.widget is self else None, add="+")
        return task
