"""The window: puts its parts together, applies the events of the session, and paints.

Everything a person does ends in `poll`, and only `poll` paints: once, and only what has changed.  The board is painted
first; then the compiled search and the tree pane (matplotlib, networkx) are loaded in the background.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from tkinter import ttk
from typing import Any

from c4.agents.limits import Limits
from c4.errors import report
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.library.library import default_path
from c4.session.events import Changed, Event, Evicted, Expanded, Failed, Moved, SearchResult
from c4.session.session import Session
from c4.session.settings import ANALYSE, EXACT, PLAY, REVIEW, WINDOW_DEFAULTS, Settings
from c4.session.worker import BUILT_IN
from c4.text import pluralise
from visualizer.app.analysis import AHEAD, Analysis
from visualizer.app.appearance import Appearance
from visualizer.app.commands import TOOLS, all_commands
from visualizer.app.commands.game import BOARD, play
from visualizer.app.commands.tree import NODE_MENU
from visualizer.app.guide import Guide
from visualizer.app.modes import Modes
from visualizer.app.playing import Playing, Reviewing, Teaching
from visualizer.app.user_code import UserCode
from visualizer.board.controls import Controls
from visualizer.board.status import Names, Status, share_done, status_bar
from visualizer.ui.background import Collector, PollingTimer, share_memory
from visualizer.ui.command import bind_keys
from visualizer.ui.context import Context
from visualizer.ui.errors import ErrorLog, ErrorWindow
from visualizer.ui.menus import Toolbar, build_menus
from visualizer.ui.pictures import set_icon
from visualizer.ui.scale import fit, pixels, set_scale, set_smallest, use_fonts
from visualizer.ui.sounds import Sounds
from visualizer.ui.style import apply, place_file_dialogs, restyle
from visualizer.ui.theme import Theme

REST_SECONDS = 0.2
"""How often what may change without an event is looked at while nothing is computed."""


class Window(Context):
    """The whole window in `root`, a fresh `tkinter.Tk`; `close` ends it and the session's threads.

    Other windows and panes see it as a `Context`; its commands use its parts as well.
    `path` is the file in which settings are remembered from one start to the next; None for none.
    """

    def __init__(self, root: tk.Tk, session: Session | None = None, path: Path | None = None) -> None:
        self._file, trouble = path, ""
        if session is None:
            settings, trouble = Settings.read(path) if path is not None else (WINDOW_DEFAULTS, "")
            session = Session(settings, default_path() if path is not None and settings.keep_games else None)
        super().__init__(root, session)
        settings = session.settings
        self.names = Names(session)
        self.status = Status(self.session, self.names, self.evaluators)
        self.appearance = Appearance(self)
        self.theme = self.appearance.theme
        self.errors: list[str] = []
        """All unexpected errors so far, with their tracebacks."""
        self._error_log = ErrorLog()
        self._touched = self._computing = False
        self._offered: tuple[object, ...] = ()
        self._next_look, self._timer = 0.0, PollingTimer(root, self._looked, self._busy)
        root.title("Connect 4")
        root.geometry(on_screen(root, settings.geometry))
        root.minsize(900, 600)
        set_smallest(root, 620, 400)
        use_fonts(root)
        apply(self.theme, root)
        root.report_callback_exception = lambda kind, error, trace: self.say(report(error), seconds=15)
        root.protocol("WM_DELETE_WINDOW", self.close)
        self._build()
        self.commands = all_commands(self)
        self.menus = build_menus(root, self.commands)
        self.toolbar = Toolbar(self.top, self.commands, TOOLS, self.theme, self.say)
        self.toolbar.pack(side="left", fill="x", expand=True)
        bind_keys(root, self._pressed, self.board.focus_set)
        self.board.animate = settings.animation
        self.sounds = Sounds(root, self.session, lambda: self.settings.sound)
        self.board.on_landed = lambda: self.sounds.play("win" if self.session.outcome is not None else "drop")
        self.playing.invite("" if settings.toured else "tour")
        fit(root)
        self.modes.show(settings.mode)
        if trouble:
            self.say(trouble, seconds=20)
        root.attributes("-fullscreen", settings.full_screen)
        self._collector = Collector(root)
        self.on_imported = self._collector.freeze
        root.after(1, root.after_idle, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        root = self.root
        self.top = ttk.Frame(root, padding=(6, 4, 6, 0))
        self.top.pack(fill="x")
        self.controls = Controls(
            root, self.change, self.adopt, lambda: self.open(BOARD), self.say, self.evaluators.form
        )
        self.status_line, self.share_bar = status_bar(root)
        self.panes = ttk.Panedwindow(root, orient="horizontal")
        self.panes.pack(fill="both", expand=True)

        self.playing = Playing(self)
        self.board, self.moves = self.playing.board, self.playing.moves
        self.analysis = Analysis(self)
        self.learned = self.playing.add_weights(self.analysis.learned)
        self.tabs, self.card = self.analysis.tabs, self.analysis.card
        self.reviewing = Reviewing(self)
        self.teaching = Teaching(self)
        self.guide = Guide(root, self.panes)
        self.own = UserCode(self)
        self.modes = Modes(self)

    def _pressed(self, key: str) -> bool:
        """A key was pressed: runs its command, or says why that is impossible.  Whether it has one."""
        command = self.commands.owner(key)
        if command is not None:
            self.do(command.name)
        return command is not None

    def _after_first_paint(self) -> None:
        share_memory()
        place_file_dialogs(self.root)
        self.session.threads.load_ahead(self.session.settings.algorithm, AHEAD, lambda: self.analysis.awaited)
        self.session.go()
        self._timer.start()
        set_icon(self.root)
        self.appearance.follow()
        self._collector.start()

    # -- what others may ask --------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """A person drops a disc into a column (from 0)."""
        play(self, column)

    def change(self, **settings: Any) -> bool:
        """Changes settings of the session; whether that was possible."""
        session = self.session
        if not self.attempt(session.set, **settings):
            return False
        if not session.thinking and settings.keys() & {"depth", "time_ms", "evaluator", "algorithm", "move_order"}:
            self.say("this takes effect at the next search: press H to search now")
        if "starter" in settings and session.game.starter != session.settings.starter:
            self.say(f"{self.names.seats()[session.settings.starter]} will start the next game")
        return True

    def adopt(self, make: Callable[[], Settings]) -> None:
        """Plays by the settings that `make` gives from now on."""
        self.attempt(lambda: self.session.adopt(make()))

    def open_settings(self, opened: bool) -> None:
        """Opens or closes the popover with the settings of the game and of searches."""
        self.controls.open(opened, self.top.winfo_height() + pixels(self.root, 4))
        self.refresh()

    def refresh(self) -> None:
        """Shows everything again after a change that is not an event of the session."""
        self._touched = True
        self.poll()

    def selected_position(self) -> Position | None:
        """The position of the selected tree node, None if the root or nothing is selected."""
        pane = self.analysis.pane
        if pane is None or pane.model.view is None or not pane.model.selected:
            return None
        return pane.model.view.tree.position(pane.model.selected)

    def review(self) -> None:
        """Reviews the game on the board."""
        self.modes.show(REVIEW)

    def demonstrate(self, position: str, agent: str, limits: Limits) -> bool:
        """Sets up a position in Analyse with exact values over the columns and searches it; whether that was possible."""
        session = self.session
        self.modes.show(ANALYSE)
        if session.settings.rules != STANDARD and not self.change(rules=STANDARD):
            return False
        if not self.attempt(session.set_up, position, paused=True):
            return False
        self.playing.choose_source(EXACT)
        return self.attempt(session.hint, agent, limits)

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a sentence in the status line for a while."""
        super().say(text, seconds)
        self._set_status(self.message)

    # -- what happened ------------------------------------------------------------------------------------------------

    def _busy(self) -> bool:
        return self._computing or self.session.loading or self.board.falling

    def _looked(self) -> None:
        self.poll()
        if self.own.stamps or len(EVALUATORS) > len(BUILT_IN):
            self.own.look()
        if self.analysis.pane is None and self.session.threads.imported:
            self._collector.freeze()
            self._touched = self.analysis.build(lambda: [self.commands[name] for name in NODE_MENU])
            self._timer.soon()
        elif not (self.playing.ready or self.session.loading):
            self._collector.freeze()
            self.playing.loaded()
            self.analysis.loaded()
            self._touched = True

    def poll(self) -> None:
        """Applies the events of the session and shows them."""
        self._show_errors()
        if self.board.falling and not self._touched:  # let the stone land before the next one is played
            self._show_live()
            return
        evaluated = bool(self.evaluators.wanted) and self.analysis.evaluated()
        events, touched, self._touched = self.session.poll(), evaluated or self._touched, False
        computing = self.session.thinking or (self.session.live.source is not None and self.session.live.busy)
        if any(isinstance(event, Moved | Changed) for event in events):
            self.message_until = 0.0  # the message is about an earlier position
        for event in events:
            self._take(event)
        if events or touched:
            self.paint(drop=any(isinstance(event, Moved) for event in events))
        elif computing or self._computing or monotonic() >= self._next_look:
            self._show_live()
        self._computing = computing

    def _take(self, event: Event) -> None:
        match event:
            case Moved() | Changed():
                self.playing.moved()
            case SearchResult():
                self._show_search(event)
            case Expanded():
                self.analysis.expanded(event)
            case Evicted(trees=trees):
                self.say(f"{pluralise(trees, 'tree')} of earlier moves removed: trees may take 256 MB", seconds=8)
            case Failed(sentence=sentence):
                self.say(sentence, seconds=10)

    def _show_search(self, search: SearchResult) -> None:
        """Shows the result of a finished search for a while."""
        self.playing.search_ended(search)
        if search.hint and search.decision.column is not None:
            self.say(f"hint: column {search.decision.column + 1}, {search.decision.reason}", seconds=6)
        elif search.decision.findings:
            self.say(f"{self.names.searcher(search)}: {search.decision.reason}", seconds=8)

    def show_moment(self) -> None:
        """Shows the node of the playback on the board; at its beginning and end everything is painted."""
        pane = self.analysis.pane
        moment = None if pane is None else pane.model.playback.moment
        if moment is None or moment.event == 0:
            self.refresh()
        else:
            self.playing.paint_board()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def paint(self, drop: bool = False) -> None:
        """Shows everything; each part draws only what has changed.  `drop` lets the last disc fall."""
        self._timer.wake()
        self.card.stones = self.names.colours
        self.playing.paint(drop)
        self.analysis.show()
        self.reviewing.refresh()
        self.windows.refresh()
        if self.controls.winfo_manager():
            self.controls.show(self.session.settings, self.names.seats(), self.evaluators.labels())
        self._offered = ()
        self._show_live()

    def _show_live(self) -> None:
        """Shows what changes while a search runs: status, column values, buttons."""
        self._next_look = monotonic() + REST_SECONDS
        self.playing.paint_values()
        self.share_bar.show(share_done(self.session))
        self.analysis.watching.look()
        self.teaching.poll()
        running = self.session.thinking, self.session.expanding, self.session.live.busy
        offered = (running, self.analysis.has_tree, self.analysis.replaying())
        if offered != self._offered:
            self._offered = offered
            self.toolbar.refresh()
        if monotonic() >= self.message_until:
            mode, status = self.modes.mode, self.status
            self._set_status(status.plain() if mode == PLAY else status.reviewed() if mode == REVIEW else status.line())

    def _set_status(self, text: str) -> None:
        if text != self.status_line["text"]:
            self.status_line.configure(text=text)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.board.hold(True)
        restyle(self.root, theme)
        if self.analysis.dated:
            self.analysis.fade()
        self.modes.rescaled()
        self.board.hold(False)
        self.refresh()

    # -- the end ------------------------------------------------------------------------------------------------------

    def _show_errors(self) -> None:
        """Lists the errors that any thread has logged since the last call."""
        for name, details in () if self._error_log.queue.empty() else self._error_log.take():
            self.errors.append(details)
            self.windows.show(ErrorWindow, lambda: ErrorWindow(self)).add(name, details)

    def remembered(self) -> Settings:
        """The settings, updated from the other parts."""
        self.prefer(toured=True, geometry=self.root.geometry())
        return self.settings

    def close(self) -> None:
        """Ends the window and the session's threads; how it looked is kept for the next time."""
        self.guide.close()  # the tour gives back what it has changed
        if self._file is not None and (trouble := self.remembered().write(self._file)):
            print(trouble, file=sys.stderr)
        self.teaching.teacher.close()
        self.session.close()
        for pending in self.root.tk.splitlist(self.root.tk.call("after", "info")):
            self.root.tk.call("after", "cancel", pending)
        set_scale(self.root, 100)  # Tk keeps it for the next window of this process
        self.root.unbind("<Destroy>")  # Tk would call it for every widget, and what it ends has been ended
        self.root.destroy()
        self._collector.end()
        self._error_log.end()


def on_screen(root: tk.Tk, geometry: str) -> str:
    """A window's size and place, without the place where that is no longer on a screen."""
    size, *place = geometry.split("+")
    width, height = (int(part) for part in size.split("x"))
    seen = len(place) == 2 and all(
        -length + 100 < int(at) < screen - 100
        for at, length, screen in zip(place, (width, height), (root.winfo_screenwidth(), root.winfo_screenheight()))
    )
    return geometry if seen else size
