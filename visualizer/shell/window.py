"""The window: puts the panes together, hands them what the session has, and lets `Actions` tell the session what a person does.  Imports tkinter.

The board is painted first; the compiled search and the tree pane (matplotlib, networkx) are loaded in the background after that.
"""

from __future__ import annotations

import sys
import tkinter as tk
import traceback
from pathlib import Path
from time import monotonic
from tkinter import ttk

from c4.evaluators import EVALUATORS
from c4.session.events import Changed, Failed, Found, Moved, Opened
from c4.session.session import Session
from visualizer.kit.collector import Collector
from visualizer.kit.commands import bind_keys, build_menus, typing
from visualizer.kit.theme import STONES, THEMES, Theme, apply
from visualizer.learn.learned import Learned
from visualizer.play.board import Board
from visualizer.play.controls import Controls
from visualizer.play.findings import finding_behind
from visualizer.play.moves import MoveList
from visualizer.play.status import Words
from visualizer.shell.actions import Actions
from visualizer.shell.preferences import Preferences
from visualizer.shell.tools import Tools
from visualizer.tree.card import Card

POLL_MS = 25
MOVES_HEIGHT = 40
"""Pixels between the board and the learned weights that the move list needs at least."""

TREE_PANE = "visualizer.tree.pane"
"""Loaded by the session's background thread after the first paint, with all that it imports."""


class Window:
    """The whole window in `root`, a fresh `tkinter.Tk`; `close` ends it and the session's threads.

    `preferences` is the file in which what a person likes is kept from one start to the next; None for none.
    """

    def __init__(self, root: tk.Tk, session: Session | None = None, preferences: Path | None = None) -> None:
        self.root = root
        self._kept = preferences
        liked, trouble = Preferences.read(preferences) if preferences is not None else (Preferences(), "")
        self.session = session or Session(liked.settings())
        self.words = Words(self.session)
        self.words.stones = liked.stones
        self.theme: Theme = THEMES[liked.theme]
        self.show_scores = liked.scores
        self.show_heat = False
        self.others: list = []
        """Windows that were opened beside this one; each has `refresh`."""
        self.errors: list[str] = []
        """Every unexpected error so far, with its traceback."""
        self.tree_pane = None
        self.beside = None
        """Find bar, history and tabs of the tree pane, as soon as that is there."""
        self._reasoned: Found | None = None
        self._judging = ""
        self._said_until = 0.0
        self._alive = True
        root.title("Connect 4: play, and see how it thinks")
        root.geometry(liked.geometry)
        root.minsize(900, 600)
        root.report_callback_exception = self._unexpected
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.actions = Actions(self)
        self._build()
        self._bind()
        self.board.animate = liked.animation
        self.set_theme(self.theme)
        self.refresh()
        if trouble:
            self.say(trouble, seconds=20)
        self._collector = Collector(root)
        root.after(1, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        root, actions = self.root, self.actions
        if "clam" in ttk.Style(root).theme_names():
            ttk.Style(root).theme_use("clam")
        buttons = [
            ("New", actions.new_game),
            ("Undo", actions.undo),
            ("Redo", actions.redo),
            ("Stop", actions.stop_or_go),
            ("Hint", actions.hint),
        ]
        self.controls = Controls(root, buttons, actions.change, actions.other_board, self.say)
        self.controls.pack(fill="x")
        self.status = ttk.Label(root, padding=(8, 4), anchor="w")
        self.status.pack(side="bottom", fill="x")
        self.panes = ttk.Panedwindow(root, orient="horizontal")
        self.panes.pack(fill="both", expand=True)

        left = ttk.Frame(self.panes)
        self.board = Board(left, self.theme, actions.play, lambda: self.session.humans_turn and not self.replaying)
        self.board.pack(fill="x")
        self.moves = MoveList(left, self.theme)
        self.learned = Learned(
            left, self.theme, self.words.evaluator, self.words.label, self._refresh_heat, self.session
        )
        self.learned.pack(side="bottom", fill="x", padx=4, pady=4)
        self.moves.pack(fill="both", expand=True)
        left.bind("<Configure>", self._fit_board)

        self.middle = ttk.Frame(self.panes)
        self.waiting = ttk.Label(
            self.middle, text="The tree appears here: loading the drawing...", anchor="center", justify="center"
        )
        self.waiting.pack(fill="both", expand=True)

        self.tabs = ttk.Notebook(self.panes)
        self.tabs.enable_traversal()
        self.card = Card(self.tabs, self.theme, self.select_row)
        self.tabs.add(self.card, text="Node")
        self.tools = Tools(self)

        self.panes.add(left, weight=4)
        self.panes.add(self.middle, weight=5)
        self.panes.add(self.tabs, weight=0)
        self.menus = build_menus(root, actions.commands)
        root.update_idletasks()
        self._width = 0
        self._place_sashes(self.panes.winfo_width())

    def _bind(self) -> None:
        self.panes.bind(
            "<Configure>", lambda event: self._place_sashes(event.width) if event.widget is self.panes else None
        )
        bind_keys(self.root, self.actions.commands, self.say)
        for digit in range(1, 10):
            for key in (str(digit), f"<KP_{digit}>"):
                self.root.bind(
                    key,
                    lambda event, column=digit - 1: None if typing(self.root) else self.actions.play(column),
                    add="+",
                )

    def _place_sashes(self, width: int) -> None:
        """When the width changes, board, tree and card share it: about a third, the rest, and what the card needs."""
        if width == self._width:
            return
        self._width, width = width, max(width, 900)
        card = max(270, min(340, int(width * 0.24)))
        self.panes.sashpos(1, width - card)
        self.panes.sashpos(0, int((width - card) * 0.43))

    def _fit_board(self, event: tk.Event) -> None:
        """The board takes the room that the move list and the weights leave."""
        if self._alive:
            self.board.fit(event.width, event.height - MOVES_HEIGHT - self.learned.least_height)
            self.learned.fit(event.height - 2 * MOVES_HEIGHT - int(self.board["height"]))

    def _after_first_paint(self) -> None:
        self.session.load_ahead([TREE_PANE])
        self.session.go()
        self._poll_on()
        self._collector.start()

    def _build_tree_pane(self) -> None:
        from visualizer.shell.beside import Beside
        from visualizer.tree.pane import TreePane

        self._collector.spare()
        self.waiting.destroy()
        self.tree_pane = TreePane(self.middle, self.theme, on_select=self.show_row, on_open=self._open_row)
        self.tree_pane.companions.append(self.tools)
        self.tree_pane.pack(fill="both", expand=True)
        self.beside = Beside(self)
        self.tree_pane.playback.on_moment = self._show_moment
        if self.session.found is not None:
            self.show_found()
        else:
            self.tree_pane.show_nothing(
                "Play a move, or press Hint (H):\nthe search that answers is recorded,\nand its tree is shown here."
            )
            self._show_unsearched()

    def _show_unsearched(self) -> None:
        """Below the board, until there is a search with nodes to look at: the position of the game."""
        position = self.session.position
        self.learned.show(position, position.to_move, self.words.player(position.to_move))

    # -- what happened ------------------------------------------------------------------------------------------------

    def _poll_on(self) -> None:
        if self._alive:
            self.root.after(POLL_MS, self._poll_on)
            self.poll()

    def poll(self) -> None:
        """Takes what happened in the session and shows it."""
        if self.board.falling:  # let the stone land before the next one is played
            self._refresh_thinking()
            return
        events = self.session.poll()
        if any(isinstance(event, Moved | Changed) for event in events):
            self._said_until = 0.0  # whatever was said is about an earlier position
        for event in events:
            match event:
                case Moved():
                    self._show_position(drop=True)
                case Changed():
                    self._show_position()
                case Found():
                    self._take(event)
                case Opened(grafted=grafted, row=row):
                    self.tree_pane.opened(grafted, row)
                    self.show_row(self.tree_pane.selected or 0)
                case Failed(sentence=sentence):
                    self.say(sentence, seconds=10)
        if events:
            self.refresh()
        else:
            self._refresh_thinking()
        if self.tree_pane is None and not self.session.loading and TREE_PANE in sys.modules:
            self._build_tree_pane()

    def _take(self, found: Found) -> None:
        """A search ended: its value goes into the move list, its tree into the pane, its hint onto the board."""
        decision = found.decision
        self._reasoned = found
        if decision.findings and not found.hint:
            self.say(f"{self.words.players(found)[found.position.to_move]}: {decision.reason}", seconds=8)
        if decision.value is not None and not found.hint and found.position.moves is not None:
            self.moves.values[found.position.moves] = self.words.value_of(decision, found.position.ply)
        if decision.tree is not None:
            self.show_found()
        if found.hint and decision.column is not None:
            self.board.mark(decision.column)
            self.say(f"hint: column {decision.column + 1}, {decision.reason}", seconds=6)

    # -- the tree -----------------------------------------------------------------------------------------------------

    def show_found(self) -> None:
        """Shows the tree of the last search, or the one that was opened."""
        if self.tree_pane is not None:
            found = self.session.found
            self.tree_pane.show(
                found.decision.tree, caption=f"MAX is {self.words.players(found)[found.position.to_move]}"
            )
            self.show_row(0)

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""
        self.tree_pane.select(row, reveal=True)
        self.show_row(row)

    def names(self) -> tuple[str, str]:
        """The colours of player 0 and player 1 in the tree on screen."""
        return self.words.players(self.session.found)

    def show_row(self, row: int) -> None:
        """Shows the card of a node, and what the learned weights say of it."""
        found = self.session.found
        tree = found.decision.tree
        position = tree.position(row)
        values = [
            (short, value) for name in EVALUATORS for short, value in self.words.judged(name, position, tree.maximizer)
        ]
        self.card.show(tree, row, (found.starter, 1 - found.starter), values, self.tree_pane.playback.so_far(row))
        self.learned.show(position, tree.maximizer, "MAX")

    @property
    def replaying(self) -> bool:
        """Whether the board shows the moments of a recorded search, not the game."""
        return self.tree_pane is not None and self.tree_pane.playback.is_open

    def _show_moment(self, moment) -> None:
        """A moment of the playback: its node on the board, and on the card once it rests; None ends it."""
        if moment is None or moment.event == 0:  # the board changes hands
            self.refresh()
        else:
            self._show_position()
        if not self.tree_pane.playback.playing:
            self.show_row(moment.row if moment is not None else self.tree_pane.selected or 0)

    def _show_position(self, drop: bool = False) -> None:
        """The game's position on the board, or while a search is played back the one it is looking at."""
        if not self.replaying:
            self.board.show(self.session.position, self._seats(), last=self.session.game.last, drop=drop)
            return
        found, playback = self.session.found, self.tree_pane.playback
        tree, node = playback.replay.tree, playback.moment.node
        path = tree.path(node)
        self.board.show(
            tree.position(node), (found.starter, 1 - found.starter), last=path[-1] if path and path[-1] >= 0 else None
        )
        self.board.show_counts(
            "playback: " + ("after " + "-".join(str(column + 1) for column in path) if path else "the root")
        )

    def _open_row(self, row: int) -> None:
        self.say("searching this part again, with the same window...", seconds=3)
        self.actions.attempt(self.session.open_node, row)

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _seats(self) -> tuple[int, int]:
        """The seat, and so the colour, of player 0 and of player 1."""
        return self.session.seat(0), self.session.seat(1)

    def refresh(self) -> None:
        """Shows everything as it is now."""
        session = self.session
        self.board.stones = self.card.stones = STONES[self.words.stones]
        if not self.board.falling:
            self._show_position()
        if self.replaying or session.valued is None or session.stale() or not session.valued.hint:
            self.board.mark(None)
        self.board.show_banner("" if self.replaying else self.words.result())
        if not self.replaying:
            self.board.show_finding(finding_behind(self._reasoned, session.position))
        self._refresh_heat()
        self.controls.show(session.settings, self.words.seats(), [self.words.label(name) for name in EVALUATORS])
        self.moves.show(session.game)
        self._refresh_thinking()
        if session.found is None and self.tree_pane is not None:
            self._show_unsearched()
        if session.settings.limits.evaluator != self._judging:
            self._judging = session.settings.limits.evaluator
            self.learned.choose(self._judging)
        for other in self.others:
            other.refresh()

    def keep(self, other: tk.Toplevel) -> None:
        """Keeps another window's position like this one's, until it is closed."""
        self.others.append(other)
        other.bind(
            "<Destroy>",
            lambda event: self.others.remove(other) if event.widget is other and other in self.others else None,
            add="+",
        )

    def on_board(self) -> tuple:
        """What is on the board: position, what the side to move is called, stone colours, seat of each player."""
        position = self.session.position
        return position, self.words.player(position.to_move), STONES[self.words.stones], self._seats()

    def _refresh_heat(self) -> None:
        """What the cells add by the chosen learned evaluator, where that is to be seen; the line below the board."""
        if self.replaying:
            self.board.show_heat({})
            return
        position, name, counts = self.session.position, self.learned.name, self.words.line_counts()
        heat = self.words.heat(name, position) if self.show_heat and position.outcome() is None else {}
        if heat:
            whose, (value,) = self.words.player(position.to_move), self.words.judged(name, position, position.to_move)
            counts = f"{value[0]}: {value[1]} for {whose}; + helps, − hurts" + (f"   {counts}" if counts else "")
        self.board.show_counts(counts)
        self.board.show_heat(heat)

    def _refresh_thinking(self) -> None:
        """Everything that changes while a search runs: status, strip, buttons."""
        session = self.session
        over = session.position.outcome() is not None
        self.controls.enable("Undo", session.can_undo)
        self.controls.enable("Redo", session.can_redo)
        self.controls.enable(
            "Stop", session.thinking or self.actions.can_go(), text="Go" if self.actions.can_go() else "Stop"
        )
        self.controls.enable("Hint", not over and (not session.thinking or session.hinting))
        self._refresh_strip()
        self.board.refresh_ghost()
        if monotonic() >= self._said_until:
            self._set_status(self.words.status())

    def _refresh_strip(self) -> None:
        if self.replaying:
            self.board.show_scores({}, ("the board shows the search: K ends the playback", "playback: K ends it"))
            return
        self.board.show_scores(
            *(self.words.strip() if self.show_scores else ({}, ("column values are hidden (V shows them)",)))
        )

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Shows a sentence in the status line for a while."""
        self._said_until = monotonic() + seconds
        self._set_status(text)

    def _set_status(self, text: str) -> None:
        if text != self.status["text"]:
            self.status.configure(text=text)

    # -- the look -----------------------------------------------------------------------------------------------------

    def switch_scores(self) -> None:
        self.show_scores = not self.show_scores
        self._refresh_strip()

    def switch_heat(self) -> None:
        self.show_heat = not self.show_heat
        self._refresh_heat()

    def switch_animation(self) -> None:
        self.board.animate = not self.board.animate

    def set_stones(self, name: str) -> None:
        """Another pair of stone colours."""
        self.words.stones = name
        self.refresh()
        if self.session.found is not None:
            self.show_found()

    def set_theme(self, theme: Theme) -> None:
        """Light or dark."""
        self.theme = theme
        apply(theme, self.root)
        windows = [
            child
            for child in self.root.winfo_children()
            if isinstance(child, tk.Toplevel) and hasattr(child, "set_theme")
        ]
        for pane in (self.board, self.moves, self.card, self.learned, self.tree_pane, self.beside, *windows):
            if pane is not None:
                pane.set_theme(theme)

    # -- the end ------------------------------------------------------------------------------------------------------

    def _unexpected(self, kind, error, trace) -> None:
        """An error nobody thought of: told, with its details on standard error, and the window lives on."""
        details = "".join(traceback.format_exception(kind, error, trace))
        self.errors.append(details)
        print(details, file=sys.stderr)
        if self._alive:
            self.say(f"something went wrong ({kind.__name__}: {error}); the details are on standard error", seconds=15)

    def close(self) -> None:
        """Ends the window and the session's threads; how it looked is kept for the next time."""
        self._alive = False
        if self._kept is not None and (trouble := Preferences.of(self).write(self._kept)):
            print(trouble, file=sys.stderr)
        self.session.close()
        for pending in self.root.tk.splitlist(self.root.tk.call("after", "info")):
            self.root.tk.call("after", "cancel", pending)
        self.root.destroy()
        self._collector.end()
