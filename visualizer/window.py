"""The window: puts the panes together, hands them what the session has, and lets `Actions` tell the session what a person does.  Imports tkinter.

The board is painted first; the compiled search and the tree pane (matplotlib, networkx) are loaded in the background after that.
"""

from __future__ import annotations

import gc
import sys
import tkinter as tk
import traceback
from contextlib import suppress
from time import monotonic
from tkinter import ttk

from c4.evaluators import EVALUATORS
from c4.position import Position
from c4.rules import COUNT_LINES, C4Error
from c4.session import Changed, Failed, Found, Moved, Opened, Session
from visualizer.actions import Actions
from visualizer.board import Board
from visualizer.card import Card
from visualizer.commands import bind_keys, build_menus, typing
from visualizer.controls import Controls
from visualizer.findings import finding_behind
from visualizer.theme import STONES, THEMES, Theme, apply
from visualizer.weights import Weights
from visualizer.words import Words

POLL_MS = 25
TIDY_MS = 4000
MOVES_HEIGHT = 40
"""Pixels between the board and the learned weights that the move list needs at least."""

TREE_PANE = "visualizer.tree.pane"
"""Loaded by the session's background thread after the first paint, with all that it imports."""


class Window:
    """The whole window in `root`, a fresh `tkinter.Tk`; `close` ends it and the session's threads."""

    def __init__(self, root: tk.Tk, session: Session | None = None) -> None:
        self.root = root
        self.session = session or Session()
        self.words = Words(self.session)
        self.theme: Theme = THEMES["light"]
        self.show_scores = True
        self.errors: list[str] = []
        """Every unexpected error so far, with its traceback."""
        self.tree_pane = None
        self._values: dict[tuple[int, ...], str] = {}
        self._reasoned: Found | None = None
        self._said_until = 0.0
        self._alive = True
        root.title("Connect 4: play, and see how it thinks")
        root.geometry("1280x800")
        root.minsize(900, 600)
        root.report_callback_exception = self._unexpected
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.actions = Actions(self)
        self._build()
        self._bind()
        self.set_theme(self.theme)
        self.refresh()
        gc.disable()  # see _tidy
        root.after(1, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        root, actions = self.root, self.actions
        if "clam" in ttk.Style(root).theme_names():
            ttk.Style(root).theme_use("clam")
        buttons = [("New", actions.new_game), ("Undo", actions.undo), ("Redo", actions.redo), ("Stop", actions.stop_or_go), ("Hint", actions.hint)]
        self.controls = Controls(root, buttons, actions.change, actions.other_board, self.say)
        self.controls.pack(fill="x")
        self.status = ttk.Label(root, padding=(8, 4), anchor="w")
        self.status.pack(side="bottom", fill="x")
        self.panes = ttk.Panedwindow(root, orient="horizontal")
        self.panes.pack(fill="both", expand=True)

        left = ttk.Frame(self.panes)
        self.board = Board(left, self.theme, actions.play, lambda: self.session.humans_turn)
        self.board.pack(fill="x")
        self.moves = tk.Text(left, height=3, width=10, wrap="word", relief="flat", borderwidth=0, highlightthickness=0)
        self.moves.configure(padx=8, pady=6, cursor="arrow", takefocus=False, font="TkDefaultFont", state="disabled")
        self.weights = Weights(left, self.theme)
        self.weights.pack(side="bottom", fill="x", padx=4, pady=4)
        self.moves.pack(fill="both", expand=True)
        left.bind("<Configure>", self._fit_board)

        self.middle = ttk.Frame(self.panes)
        self.waiting = ttk.Label(self.middle, text="The tree appears here: loading the drawing...", anchor="center", justify="center")
        self.waiting.pack(fill="both", expand=True)

        right = ttk.Frame(self.panes)
        self.card = Card(right, self.theme, self.select_row)
        self.card.pack(fill="both", expand=True)

        self.panes.add(left, weight=4)
        self.panes.add(self.middle, weight=5)
        self.panes.add(right, weight=0)
        self.menus = build_menus(root, actions.commands)
        root.update_idletasks()
        self._width = 0
        self._place_sashes(self.panes.winfo_width())

    def _bind(self) -> None:
        self.panes.bind("<Configure>", lambda event: self._place_sashes(event.width) if event.widget is self.panes else None)
        bind_keys(self.root, self.actions.commands, self.say)
        for digit in range(1, 10):
            for key in (str(digit), f"<KP_{digit}>"):
                self.root.bind(key, lambda event, column=digit - 1: None if typing(self.root) else self.actions.play(column), add="+")

    def _place_sashes(self, width: int) -> None:
        """When the width changes, board, tree and card share it: about a third, the rest, and what the card needs."""
        if width == self._width:
            return
        self._width, width = width, max(width, 900)
        card = max(250, min(320, int(width * 0.24)))
        self.panes.sashpos(1, width - card)
        self.panes.sashpos(0, int((width - card) * 0.43))

    def _fit_board(self, event: tk.Event) -> None:
        """The board takes the room that the move list and the weights leave."""
        if self._alive:
            self.board.fit(event.width, event.height - MOVES_HEIGHT - self.weights.winfo_reqheight())

    def _after_first_paint(self) -> None:
        self.session.load_ahead([TREE_PANE])
        self.session.go()
        self._poll_on()
        self._tidy()

    def _tidy(self) -> None:
        """Python's collector of cycles runs here only: what it finds may be Tk's, which no other thread may touch."""
        gc.collect()
        self.root.after(TIDY_MS, self._tidy)

    def _build_tree_pane(self) -> None:
        from visualizer.tree.pane import TreePane

        gc.freeze()  # the collector need not look at all of matplotlib again and again
        self.waiting.destroy()
        self.tree_pane = TreePane(self.middle, self.theme, on_select=self.show_row, on_open=self._open_row)
        self.tree_pane.pack(fill="both", expand=True)
        if self.session.found is not None:
            self._show_tree()
        else:
            self.tree_pane.show_nothing("Play a move, or press Hint (H):\nthe search that answers is recorded,\nand its tree is shown here.")
            self._show_learned(self.session.position, self.session.position.to_move, self.words.player(self.session.position.to_move))

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
                case Moved(column=column):
                    self.board.show(self.session.position, self._seats(), last=column, drop=True)
                case Changed():
                    self.board.show(self.session.position, self._seats(), last=self._last_column())
                case Found():
                    self._take(event)
                case Opened(tree=tree, row=row):
                    self.tree_pane.opened(tree, row)
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
            self._values[found.position.moves] = self.words.value_of(decision, found.position.ply)
        if decision.tree is not None:
            self._show_tree()
        if found.hint and decision.column is not None:
            self.board.mark(decision.column)
            self.say(f"hint: column {decision.column + 1}, {decision.reason}", seconds=6)

    # -- the tree -----------------------------------------------------------------------------------------------------

    def _show_tree(self) -> None:
        if self.tree_pane is not None:
            found = self.session.found
            self.tree_pane.show(found.decision.tree, caption=f"MAX is {self.words.players(found)[found.position.to_move]}")
            self.show_row(0)

    def select_row(self, row: int) -> None:
        """Selects a node of the tree, unfolds the way to it and shows its card."""
        self.tree_pane.select(row, reveal=True)
        self.show_row(row)

    def show_row(self, row: int) -> None:
        """Shows the card of a node, and what the learned weights say of it."""
        found = self.session.found
        tree = found.decision.tree
        position = tree.position(row)
        values = []
        for name, entry in EVALUATORS.items():
            judge = self.words.evaluator(name)
            if isinstance(judge, str) or (entry.learned and name != self._learned()):
                continue
            with suppress(C4Error):  # a model of another board has nothing to say here
                values.append(("learned" if entry.learned else entry.label, judge.in_words(judge.evaluate(position, tree.maximizer))))
        self.card.show(tree, row, (found.starter, 1 - found.starter), values)
        self._show_learned(position, tree.maximizer, "MAX")

    def _show_learned(self, position: Position, side: int, name: str) -> None:
        """The learned weights, and what they add up to at a position for a side."""
        entry, judge = EVALUATORS[self._learned()], self.words.evaluator(self._learned())
        try:
            if isinstance(judge, str):
                raise C4Error(judge)
            total = judge.in_words(judge.evaluate(position, side))
            self.weights.show(judge.explain(position, side), f"{entry.label}: {total} {judge.unit} for {name}", judge.scale)
        except C4Error as error:
            self.weights.show_text(str(error))

    def _learned(self) -> str:
        """The learned evaluator that is shown: the one that is chosen, otherwise the first of the registry."""
        chosen = self.session.settings.limits.evaluator
        return chosen if EVALUATORS[chosen].learned else next(name for name, entry in EVALUATORS.items() if entry.learned)

    def _open_row(self, row: int) -> None:
        self.say("searching this part again, with the same window...", seconds=3)
        self.actions.attempt(self.session.open_node, row)

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _seats(self) -> tuple[int, int]:
        """The seat, and so the colour, of player 0 and of player 1."""
        return self.session.seat(0), self.session.seat(1)

    def _last_column(self) -> int | None:
        game = self.session.game
        return game.moves[game.at - 1] if game.at else None

    def refresh(self) -> None:
        """Shows everything as it is now."""
        session = self.session
        self.board.stones = self.card.stones = STONES[self.words.stones]
        if not self.board.falling:
            self.board.show(session.position, self._seats(), last=self._last_column())
        if session.valued is None or session.stale() or not session.valued.hint:
            self.board.mark(None)
        self.board.show_banner(self.words.result())
        self.board.show_finding(finding_behind(self._reasoned, session.position))
        self.board.show_counts(self._line_counts())
        self.controls.show(session.settings, self.words.seats())
        self._refresh_moves()
        self._refresh_thinking()

    def _line_counts(self) -> str:
        """The lines of both sides so far, where they are what counts."""
        position, names = self.session.position, self.words
        if position.rules.scoring != COUNT_LINES:
            return ""
        return "lines:  " + "   ".join(f"{names.player(player)} {position.rules.count_lines(position.stones[player])}" for player in (0, 1))

    def _refresh_thinking(self) -> None:
        """Everything that changes while a search runs: status, strip, buttons."""
        session = self.session
        over = session.position.outcome() is not None
        self.controls.enable("Undo", session.can_undo)
        self.controls.enable("Redo", session.can_redo)
        self.controls.enable("Stop", session.thinking or self.actions.can_go(), text="Go" if self.actions.can_go() else "Stop")
        self.controls.enable("Hint", not over and (not session.thinking or session.hinting))
        self._refresh_strip()
        self.board.refresh_ghost()
        if monotonic() >= self._said_until:
            self._set_status(self.words.status())

    def _refresh_strip(self) -> None:
        self.board.show_scores(*(self.words.strip() if self.show_scores else ({}, ("column values are hidden (V shows them)",))))

    def _refresh_moves(self) -> None:
        """The move list; values the machines saw stand behind their moves, moves that were taken back are struck through."""
        game, text = self.session.game, self.moves
        text.configure(state="normal")
        text.delete("1.0", "end")
        if not game.moves:
            text.insert("end", "Click a column, or press 1 to 7.", "faint")
        for number, column in enumerate(game.moves):
            if number % 2 == 0:
                text.insert("end", f"{number // 2 + 1}. ", "faint")
            text.insert("end", f"{column + 1}", "played" if number < game.at else "undone")
            value = self._values.get(game.moves[:number])
            text.insert("end", f" ({value})  " if value else "  ", "faint")
        text.configure(state="disabled")
        text.see("end")

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

    def switch_animation(self) -> None:
        self.board.animate = not self.board.animate

    def set_stones(self, name: str) -> None:
        """Another pair of stone colours."""
        self.words.stones = name
        self.refresh()
        if self.session.found is not None:
            self._show_tree()

    def set_theme(self, theme: Theme) -> None:
        """Light or dark."""
        self.theme = theme
        apply(theme, self.root)
        self.moves.configure(background=theme.window, foreground=theme.text)
        self.moves.tag_configure("faint", foreground=theme.faint)
        self.moves.tag_configure("undone", foreground=theme.faint, overstrike=True)
        for pane in (self.board, self.card, self.weights, self.tree_pane):
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
        """Ends the window and the session's threads."""
        self._alive = False
        self.session.close()
        for pending in self.root.tk.splitlist(self.root.tk.call("after", "info")):
            self.root.tk.call("after", "cancel", pending)
        self.root.destroy()
        gc.unfreeze()
        gc.enable()
