"""The window: puts its parts together, applies the events of the session, and paints.  Imports tkinter.

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
from types import TracebackType
from typing import TYPE_CHECKING, Any

from c4.evaluators import EVALUATORS
from c4.experiments.plans import Plan
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.library.place import default_path
from c4.session.events import Changed, Event, Failed, Found, Grown, LetGo, Moved
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.kit import fonts
from visualizer.kit.app_icon import set_icon
from visualizer.kit.collector import Collector
from visualizer.kit.commands import Commands
from visualizer.kit.hover import Hover
from visualizer.kit.keys import bind_keys
from visualizer.kit.look import apply
from visualizer.kit.menus import build_menus
from visualizer.kit.pulse import Pulse
from visualizer.kit.scale import fit, folds_to, set_scale
from visualizer.kit.sounds import Sounds
from visualizer.kit.theme import Theme
from visualizer.kit.toolbar import Toolbar
from visualizer.kit.widgets import sentence
from visualizer.play.controls import Controls
from visualizer.play.evaluators import Evaluators
from visualizer.play.names import Names
from visualizer.play.share import foot, share_done
from visualizer.play.status import Status
from visualizer.shell.analysis import AHEAD, Analysis
from visualizer.shell.appearance import Appearance
from visualizer.shell.commands import all_commands
from visualizer.shell.commands.game import other_board, play
from visualizer.shell.commands.tree import NODE_MENU
from visualizer.shell.desk import OnBoard
from visualizer.shell.dressing import Dressing
from visualizer.shell.faces import PLAY, said_in
from visualizer.shell.guide import Guide
from visualizer.shell.layout import Faces
from visualizer.shell.liking import liking, restore
from visualizer.shell.own_files import OwnFiles
from visualizer.shell.playing import Playing
from visualizer.shell.preferences import Preferences, on_screen
from visualizer.shell.reviewing import Reviewing
from visualizer.shell.teaching import Teaching
from visualizer.shell.toolbar import TOOLS
from visualizer.shell.tools import Tools
from visualizer.shell.windows import Windows
from visualizer.tree.protocol import Pane

if TYPE_CHECKING:
    from visualizer.shell.beside import Beside  # brings matplotlib, which the first paint does without

REST_SECONDS = 0.2
"""How often what may change without an event is looked at while nothing is computed."""


class Window:
    """The whole window in `root`, a fresh `tkinter.Tk`; `close` ends it and the session's threads.

    The rooms below see it as a `visualizer.kit.host.Host`, its commands as a `visualizer.shell.desk.Desk`.
    `preferences` is the file that is remembered from one start to the next; None for none.
    """

    def __init__(self, root: tk.Tk, session: Session | None = None, preferences: Path | None = None) -> None:
        self.root = root
        self._kept = preferences
        liked, trouble = Preferences.read(preferences) if preferences is not None else (Preferences(), "")
        self._liked = liked
        kept = default_path() if preferences is not None and liked.keep_games else None
        self.session = session or Session(liked.settings(), kept)
        self.names = Names(self.session, liked.stones)
        self.evaluators = Evaluators(self.session)
        self.evaluator = self.evaluators.needed  # not a method of this window: threads keep it
        self.status = Status(self.session, self.names, self.evaluators)
        self.windows = Windows(self.session)
        self.sounds = Sounds(liked.sounds)
        self.appearance = Appearance(root, self.session, liked.theme, liked.scale, self.set_theme, self._hold_still)
        self.theme: Theme = self.appearance.theme
        self.errors: list[str] = []
        """All unexpected errors so far, with their tracebacks."""
        self._touched, self._computing, self._alive = False, False, True
        self._said_until, self._next_look, self._pulse = 0.0, 0.0, Pulse(root, self._looked, self._busy)
        root.title("Connect 4")
        root.geometry(on_screen(root, liked.geometry))
        root.minsize(900, 600)
        folds_to(root, 620, 400)
        fonts.use(root)
        apply(self.theme, root)
        root.report_callback_exception = self._unexpected
        root.protocol("WM_DELETE_WINDOW", self.close)
        self._build()
        self.commands: Commands = all_commands(self)
        self.commands.take_keys(liked.keys)
        self.menus = build_menus(root, self.commands)
        self.toolbar = Toolbar(self.top, self.commands, TOOLS, self.theme, self.say)
        self.toolbar.pack(side="left", fill="x", expand=True)
        self._bind()
        restore(self, liked)
        fit(root, self.panes)  # those are fitted as they are arranged
        self.dressing = Dressing(self)
        self.faces.show(liked.face)
        if trouble:
            self.say(trouble, seconds=20)
        if liked.full_screen:
            self.appearance.switch_full_screen()
        self._collector = Collector(root, lambda: self._busy() or self.analysis.playing)
        Hover(root)
        root.after(1, root.after_idle, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        root = self.root
        self.top = ttk.Frame(root, padding=(6, 4, 6, 0))
        self.top.pack(fill="x")
        self.controls = Controls(root, self.change, self.adopt, lambda: other_board(self), self.say)
        self.status_line, self.share_bar = foot(root)
        self.panes = ttk.Panedwindow(root, orient="horizontal")
        self.panes.pack(fill="both", expand=True)

        self.playing = Playing(
            self.panes,
            self,
            self.names,
            self.evaluators,
            self.status,
            self.play,
            self.change,
            self.do,
            lambda: self.analysis.replayed(),
        )
        self.board, self.moves, self.learned = self.playing.board, self.playing.moves, self.playing.learned
        self.analysis = Analysis(
            self.panes, self, self.names, self.evaluators, self.playing.show_node, self._show_moment
        )
        self.tabs, self.card = self.analysis.tabs, self.analysis.card
        self.reviewing = Reviewing(self)
        self.teaching = Teaching(self)
        self.tools = Tools(self, self.analysis, self.evaluators, self.windows)
        self.guide = Guide(root, self.panes)
        self.controls.form = self.evaluators.form
        self.own = OwnFiles(self, self.evaluators, self.playing, lambda: self.faces.face != PLAY)
        self.faces = Faces(self)

    def _bind(self) -> None:
        bind_keys(self.root, self._pressed, self.board.focus_set)

    def _pressed(self, key: str) -> bool:
        """A key was pressed: runs its command, or says why that is impossible.  Whether it has one."""
        command = self.commands.owner(key)
        if command is not None:
            self.do(command.name)
        return command is not None

    def _after_first_paint(self) -> None:
        from visualizer.kit.pool import share_memory

        share_memory()
        self.session.threads.load_ahead(self.session.settings.algorithm, AHEAD, lambda: self.analysis.awaited)
        self.session.go()
        self._pulse.start()
        set_icon(self.root)
        self.appearance.follow()
        self._collector.start()

    # -- what others may ask (see Host and Desk) ----------------------------------------------------------------------

    @property
    def tree_pane(self) -> Pane | None:
        """The tree pane, once it is loaded."""
        return self.analysis.pane

    @property
    def beside(self) -> Beside | None:
        """The neighbours of the tree pane, once they are loaded."""
        return self.analysis.beside

    def do(self, name: str) -> None:
        """Runs a command by name, or says why it is impossible now."""
        self.commands.run(name, self.say)

    def play(self, column: int) -> None:
        """A person drops a stone into a column (from 0)."""
        play(self, column)

    def attempt(self, action: Callable[..., object], *arguments: Any, **named: Any) -> bool:
        """Does something that may be refused and shows the result; whether it was done."""
        try:
            action(*arguments, **named)
        except C4Error as error:
            self.say(str(error))
            self.touch()
            return False
        self.touch()
        return True

    def change(self, **settings: Any) -> bool:
        """Changes settings of the session; whether that was possible."""
        session = self.session
        if not self.attempt(session.set, **settings):
            return False
        if not session.thinking and settings.keys() & {"depth", "time_ms", "evaluator", "algorithm", "move_order"}:
            self.say("this takes effect at the next search; press H to search now")
        if "starter" in settings and session.game.starter != session.settings.starter:
            self.say(f"{self.names.seats()[session.settings.starter]} will begin the next game")
        return True

    def adopt(self, make: Callable[[], Settings]) -> None:
        """Plays by the settings that `make` gives from now on."""
        self.attempt(lambda: self.session.adopt(make()))

    def touch(self) -> None:
        """Shows everything again after a change that is not an event of the session."""
        self._touched = True
        self.poll()

    def positions(self) -> dict[str, Position]:
        """The positions that can be searched, by name, the most likely first."""
        offered, found, pane = {}, self.session.found, self.tree_pane
        if found is not None:
            offered["the tree's position"] = found.position
        offered["the board's position"] = self.session.position
        if pane is not None and pane.view is not None and pane.selected:
            offered["the selected node's"] = pane.view.tree.position(pane.selected)
        return {name: position for name, position in offered.items() if position.outcome() is None}

    def plan(self) -> Plan:
        """The current search settings."""
        settings = self.session.settings
        limits = settings.limits_of(settings.algorithm)
        model = limits.model if EVALUATORS[limits.evaluator].learned else None
        return Plan(settings.algorithm, limits.evaluator, limits.depth, limits.move_order, model)

    def on_board(self) -> OnBoard:
        """The position on the board, for windows that follow it."""
        return self.session.position, self.names.mover(), self.names.colours, self.playing.seats

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a sentence in the status line for a while."""
        self._said_until = monotonic() + seconds
        self._set_status(sentence(text))

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""
        self.analysis.select_row(row)

    # -- what happened ------------------------------------------------------------------------------------------------

    def _busy(self) -> bool:
        return self._computing or self.session.loading or self.session.clock.running is not None or self.board.falling

    def _looked(self) -> None:
        self.poll()
        if self.analysis.pane is None and self.session.threads.imported:
            self._collector.spare()
            self._touched = self.analysis.build(lambda: [self.commands[name] for name in NODE_MENU])
            self._pulse.soon()
        elif not (self.playing.ready or self.session.loading):
            self._collector.spare()
            self.playing.loaded()
            self.analysis.loaded()
            self._touched = True

    def poll(self) -> None:
        """Applies the events of the session and shows them."""
        if self.board.falling and not self._touched:  # let the stone land before the next one is played
            self._show_live()
            return
        events, touched, self._touched = self.session.poll(), self.analysis.judged() or self._touched, False
        computing = self.session.thinking or self.session.live.busy
        if any(isinstance(event, Moved | Changed) for event in events):
            self._said_until = 0.0  # what was said is about an earlier position
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
                if isinstance(event, Moved):
                    self.sounds.play(self.status.sound())
            case Found():
                self._take_found(event)
            case Grown():
                self.analysis.grown(event)
            case LetGo(trees=trees):
                self.say(f"{count(trees, 'tree')} of earlier moves dropped: kept trees take 256 MB at most", seconds=8)
            case Failed(sentence=sentence):
                self.say(sentence, seconds=10)

    def _take_found(self, found: Found) -> None:
        """Shows the result of a finished search for a while."""
        self.playing.found(found)
        if found.hint and found.decision.column is not None:
            self.say(f"hint: column {found.decision.column + 1}, {found.decision.reason}", seconds=6)
        elif found.decision.findings:
            self.say(f"{self.names.searcher(found)}: {found.decision.reason}", seconds=8)

    def _show_moment(self) -> None:
        """Shows the node of the playback on the board; at its beginning and end everything is painted."""
        pane = self.tree_pane
        moment = None if pane is None else pane.playback.moment
        if moment is None or moment.event == 0:
            self.touch()
        else:
            self.playing.paint_board()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def paint(self, drop: bool = False) -> None:
        """Shows everything; each part draws only what has changed.  `drop` lets the last stone fall."""
        self._pulse.wake()
        self.card.stones = self.names.colours
        self.playing.paint(drop)
        self.analysis.show()
        for part in (self.reviewing, self.guide, self.windows):
            part.refresh()
        self.controls.show(self.session.settings, self.names.seats(), self.evaluators.labels())
        self._show_live()

    def _show_live(self) -> None:
        """Shows what changes while a search runs: status, column values, buttons."""
        self._next_look = monotonic() + REST_SECONDS
        self.toolbar.refresh()
        self.playing.paint_values()
        self.share_bar.show(share_done(self.session))
        self.analysis.watch()
        self.teaching.poll()
        if monotonic() >= self._said_until:
            self._set_status(said_in(self.faces.face, self.status))

    def _set_status(self, text: str) -> None:
        if text != self.status_line["text"]:
            self.status_line.configure(text=text)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.dressing.begin(theme)
        self.touch()

    # -- the end ------------------------------------------------------------------------------------------------------

    def _unexpected(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Reports an unexpected error, with details on standard error, and keeps the window alive."""
        import traceback

        details = "".join(traceback.format_exception(kind, error, trace))
        self.errors.append(details)
        print(details, file=sys.stderr)
        if self._alive:
            from visualizer.kit.trouble import Trouble

            self.say(f"something went wrong ({(said := f'{kind.__name__}: {error}')})", seconds=15)
            self.windows.show(Trouble, lambda: Trouble(self.root, self.theme)).add(said, details)

    def _hold_still(self) -> None:
        """The system wants no motion."""
        self.board.animate = False

    def close(self) -> None:
        """Ends the window and the session's threads; how it looked is kept for the next time."""
        self._alive = False
        self.guide.close()  # an example, or the tour, gives back what it has changed
        if self._kept is not None and (trouble := liking(self).write(self._kept, self._liked)):
            print(trouble, file=sys.stderr)
        self.teaching.close()
        self.session.close()
        self.sounds.close()
        for pending in self.root.tk.splitlist(self.root.tk.call("after", "info")):
            self.root.tk.call("after", "cancel", pending)
        set_scale(self.root, 100)  # Tk keeps it for the next window of this process
        self.root.unbind("<Destroy>")  # Tk would call it for every widget, and what it ends has been ended
        self.root.destroy()
        self._collector.end()
