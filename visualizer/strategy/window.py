"""The strategy window: how a won position is won without calculating, move by move.  Imports tkinter.

Somebody chooses the other side's replies, by clicking the board; the strategy answers and says which rule it followed.
"""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.worker import Worker
from c4.strategy.diagram import MARKS, Diagram, check_board
from c4.strategy.graph import WIN, Strategy, default_path
from c4.strategy.map import Map
from c4.strategy.tree import tree_of
from c4.strategy.trial import Found, of_diagram, refutation
from c4.strategy.walk import Walk, meaning, why
from c4.tree.searchtree import SearchTree
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.kit.later import Later
from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, sentence, wrap
from visualizer.play.score import Score
from visualizer.strategy import content
from visualizer.strategy.board import DiagramBoard, Square
from visualizer.strategy.legend import Legend
from visualizer.strategy.overview import Overview

WHOLE, HERE, FILE = "the whole game", "the position on the board", "a file..."
WATCH = "Watch a game"
STEP_MS = 900
"""Between two moves of a line that is played out."""


class StrategyWindow(tk.Toplevel):
    """The first player's win from the empty board, or a diagram for the position on the board."""

    def __init__(
        self,
        host: Host,
        colours: content.Colours,
        worker: Worker[content.Content | Found | SearchTree],
        on_tree: Callable[[Strategy, SearchTree, str | None], object] = lambda strategy, tree, path: None,
    ) -> None:
        """`on_tree(strategy, tree, path)` shows a strategy as a tree; `path` is its file, None for one found here."""
        super().__init__(host.root)
        self.title("Why perfect play wins")
        self.geometry("1040x680")
        self.minsize(820, 560)
        self._host, self._colours = host, colours
        self._worker, self._on_tree = worker, on_tree
        self._path: str | None = None
        self._errand = Errand(self, worker, self._arrived, self._failed)
        self.walk: Walk | None = None
        self._shown = WHOLE
        self._map: Map | None = None
        self._from: Position | None = None
        self._line: list[int] = []
        self._next = Later(self, self._next_move)
        self._chance = random.Random(1)
        self._build()
        self.set_theme(host.theme)
        self._keys()
        self.choose(WHOLE)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        ttk.Label(top, text="Strategy for").pack(side="left")
        self.source = choice(top, (WHOLE, HERE, FILE), 26, lambda: self.choose(self.source.get()))
        self.source.pack(side="left", padx=8)
        self.tree_button = ttk.Button(top, text="Show as a tree", command=self.show_tree)
        self.tree_button.pack(side="right")
        self.stop_button = ttk.Button(top, text="Stop", command=self._stop)
        self.goal = wrap(ttk.Label(self, padding=(12, 0), font="TkHeadingFont"))
        self.goal.pack(fill="x")
        self.overview = Overview(self, self._host.theme, self._pick)
        self.caption = wrap(ttk.Label(self, padding=(12, 0, 12, 8), style="Faint.TLabel"))
        self.caption.pack(side="bottom", fill="x")
        self.overview.pack(side="bottom", fill="x", padx=12, pady=(4, 0))
        middle = ttk.Frame(self, padding=(12, 6, 12, 6))
        middle.pack(fill="both", expand=True)
        self.board = DiagramBoard(middle, self._host.theme, self.reply, self._playable, self._explain, self._set_mark)
        self.board.stones = self._colours
        self.board.pack(side="left", fill="both", expand=True)
        self._side = side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        side.pack(side="right", fill="y")
        side.pack_propagate(False)
        self._build_side(side)

    def _build_side(self, side: ttk.Frame) -> None:
        buttons = ttk.Frame(side)
        buttons.pack(fill="x", pady=(0, 10))
        for text, action in (("Start", self.restart), ("Back", self.back), ("Any reply", self.any_reply)):
            ttk.Button(buttons, text=text, width=len(text), command=action).pack(side="left", padx=(0, 6))
        self.watch = ttk.Button(buttons, text=WATCH, width=len(WATCH), command=self.watch_a_game)
        self.watch.pack(side="left")
        self.moves = wrap(ttk.Label(side, style="Faint.TLabel"))
        self.moves.pack(fill="x")
        self.reason = wrap(ttk.Label(side, font="TkHeadingFont", justify="left"))
        self.reason.pack(fill="x", pady=(6, 6))
        self.note = wrap(ttk.Label(side, justify="left"))
        self.note.pack(fill="x")
        self.legend = Legend(side)
        self.legend.pack(fill="x", pady=8)
        self.hover = wrap(ttk.Label(side, justify="left", style="Faint.TLabel"))
        self.hover.pack(fill="x")
        edit = ttk.Frame(side)
        edit.pack(side="bottom", fill="x")
        self.editing = tk.BooleanVar(self, False)
        self.edit = ttk.Checkbutton(edit, text="Change marks:", variable=self.editing, command=self._show)
        self.edit.pack(side="left")
        self.pen = choice(edit, [*MARKS, "no mark"], 8)
        self.pen.pack(side="left", padx=6)
        self.play_line = ttk.Button(edit, text="Show how it fails", command=self._play_line)

    def _keys(self) -> None:
        for number in range(1, 8):
            self.bind(f"<Key-{number}>", lambda event, column=number - 1: self.reply(column))  # type: ignore[misc]
        for key, action in (("<BackSpace>", self.back), ("<Home>", self.restart), ("<space>", self.any_reply)):
            self.bind(key, lambda event, do=action: do())  # type: ignore[misc]

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)
        self._side.configure(width=pixels(self, 400))
        self.board.set_theme(theme)
        self.overview.set_theme(theme)
        self._show()

    # -- what it is about ---------------------------------------------------------------------------------------------

    def choose(self, source: str) -> None:
        """Shows the strategy for the whole game, that of a file, or looks for a diagram for the position on the
        board.
        """
        self._halt()
        path = {WHOLE: str(default_path()), HERE: None}.get(source) or (
            content.ask_file(self) if source == FILE else None
        )
        if source == FILE and path is None:
            self.source.set(self._shown)
            return
        self._path, self._shown = path, source
        self.source.set(source)
        self.walk, self._map, self._from = None, None, None
        self.overview.show(None)
        self.editing.set(False)
        if self._path is not None:
            chosen = self._path
            self.goal.configure(text="Reading the strategy...")
            self._errand.start(lambda watch: content.from_file(chosen))
        else:
            position = self._host.session.position
            try:
                check_board(position)
            except C4Error as error:
                self._failed(str(error))
                return
            self._from = position
            self.goal.configure(text=f"Looking for a diagram, at most {content.SEARCH_SECONDS:.0f} seconds...")
            self.stop_button.pack(side="left")
            self._errand.start(lambda watch: content.diagram_for(position, watch))
        self._show()

    def _stop(self) -> None:
        self._errand.worker.watch.stop()

    def show_tree(self) -> None:
        """Shows the strategy as a tree in the main window."""
        if self.walk is None or self._errand.busy:
            return
        strategy = self.walk.strategy
        self.caption.configure(text="The tree of the strategy is being made...")
        self._errand.start(lambda watch: tree_of(strategy))

    def _arrived(self, came: content.Content | Found | SearchTree) -> None:
        self.stop_button.pack_forget()
        if isinstance(came, SearchTree):
            assert self.walk is not None
            self._on_tree(self.walk.strategy, came, self._path)
            self._show()
            return
        if isinstance(came, Found):
            self._found(came)
            return
        strategy, self._map = came
        self.walk = Walk(strategy)
        self.goal.configure(text=content.goal(strategy, self._owner, self._other))
        self.overview.show(self._map)
        self._show()

    def _found(self, found: Found) -> None:
        assert self._from is not None
        self.goal.configure(text=content.goal_of_diagram(found, self._colours[found.owner][0]))
        if found.diagram is not None:
            self.walk = Walk(of_diagram(self._from, found.owner, found.result, found.diagram))
        self._show()

    def _failed(self, text: str) -> None:
        self.stop_button.pack_forget()
        self.goal.configure(text=sentence(text) + ".")

    @property
    def _owner(self) -> str:
        return "" if self.walk is None else self._colours[self.walk.strategy.owner][0]

    @property
    def _other(self) -> str:
        return "" if self.walk is None else self._colours[1 - self.walk.strategy.owner][0]

    # -- walking ------------------------------------------------------------------------------------------------------

    def reply(self, column: int) -> None:
        """Plays a reply of the other side and the strategy's answer."""
        self._halt()
        self._reply(column)

    def _reply(self, column: int) -> None:
        if self.walk is None:
            return
        try:
            self.walk.reply(column)
        except (C4Error, ValueError) as error:
            self.note.configure(text=sentence(str(error)) + ".")
            return
        self._show(drop=True)

    def any_reply(self) -> None:
        """Plays a random reply."""
        self._halt()
        self._any_reply()

    def _any_reply(self) -> None:
        if self.walk is not None and self.walk.outcome is None:
            self._reply(self._chance.choice(list(self.walk.position.legal_columns())))

    def back(self) -> None:
        """Takes the last reply back."""
        self._halt()
        if self.walk is not None and self.walk.back():
            self._show()

    def restart(self) -> None:
        """Goes back to where the strategy begins."""
        self._halt()
        if self.walk is not None:
            self.walk.restart()
            self._show()

    def watch_a_game(self) -> None:
        """Plays random replies until the game is over; pressed again, it stops."""
        if self._next.waiting:
            self._halt()
            return
        if self.walk is not None and self.walk.outcome is not None:
            self.restart()
        self._next_move()

    def _next_move(self) -> None:
        """The next move of a game that is watched, or of the line that beats a diagram."""
        if self.walk is None or self.walk.outcome is not None:
            self._halt()
            return
        if self._line:
            self._reply(self._line.pop(0))
            if not self._line:
                return
        else:
            self._any_reply()
        self._next.after(STEP_MS)
        self.watch.configure(text="Stop")

    def _halt(self) -> None:
        self._line = []
        self._next.drop()
        self.watch.configure(text=WATCH)

    def _pick(self, place: int) -> None:
        """Goes to a position of the map."""
        if self.walk is not None and self._map is not None:
            self._halt()
            self.walk.go(self._map.path(place))
            self._show()

    def _playable(self) -> bool:
        return self.walk is not None and self.walk.outcome is None

    # -- marks --------------------------------------------------------------------------------------------------------

    def _explain(self, square: Square | None) -> None:
        """Says what the mark under the pointer means."""
        diagram = None if self.walk is None else self._shown_diagram
        text = "" if diagram is None or square is None else meaning(diagram, self.board.position, *square)
        self.hover.configure(text=text)

    @property
    def _shown_diagram(self) -> Diagram | None:
        """The diagram being followed; before its first move, that of the position itself."""
        if self.walk is None:
            return None
        diagrams = self.walk.strategy.diagrams
        if self.walk.diagram is None and self._from is not None and not self.walk.steps:
            return diagrams[0]
        return self.walk.diagram

    def _set_mark(self, square: Square) -> bool:
        """Sets the chosen mark on an empty square, and tries the changed diagram against every reply."""
        diagram = self._shown_diagram
        if (
            not self.editing.get()
            or self.walk is None
            or diagram is None
            or not meaning(diagram, self.board.position, *square)
        ):
            return False
        bit = 1 << self.board.position.rules.cell(*square)
        words = [cells & ~bit for cells in diagram.cells]
        if self.pen.get() in MARKS:
            words[MARKS.index(self.pen.get())] |= bit
        self._follow(Diagram(tuple(words), diagram.right))
        return True

    def _follow(self, diagram: Diagram) -> None:
        """Follows a changed diagram from where its predecessor began."""
        assert self.walk is not None
        begin, strategy = self.walk.began(), self.walk.strategy
        self._halt()
        self.overview.show(None)
        self._map, self._from, self._path = None, begin, None
        self.source.set(HERE)
        self.walk = Walk(of_diagram(begin, strategy.owner, strategy.result, diagram))
        beaten = refutation(begin, strategy.owner, diagram, strategy.result != WIN)
        if beaten is None:
            self.goal.configure(text="The changed diagram still wins against every reply.")
            self.play_line.pack_forget()
        else:
            self.goal.configure(
                text=f"The changed diagram fails: {self._other} plays {format_columns(beaten)}, both sides' moves."
            )
            self._beaten = [
                column for place, column in enumerate(beaten) if (begin.to_move + place) % 2 != strategy.owner
            ]
            self.play_line.pack(side="right")
        self._show()

    def _play_line(self) -> None:
        """Plays the line that beats the changed diagram."""
        self.restart()
        self._line = list(self._beaten)
        self._next_move()

    # -- showing ------------------------------------------------------------------------------------------------------

    def _show(self, drop: bool = False) -> None:
        walk = self.walk
        self.edit.state(["!disabled" if self._shown_diagram is not None else "disabled"])
        if walk is None:
            self.board.show_diagram(None)
            self.board.show_scores({}, ("",))
            self.board.show(self._from or Position(), (0, 1))
            for label in (self.moves, self.reason, self.note, self.caption):
                label.configure(text="")
            self.legend.show(None, Position(), self._host.theme)
            return
        position, diagram = walk.position, self._shown_diagram
        last = walk.steps[-1].column if walk.steps else None
        self.board.show(position, (0, 1), last, drop)
        self.board.show_diagram(diagram)
        self.moves.configure(text="Moves: " + (format_columns(position.moves or ()) or "none yet"))
        self.reason.configure(text="" if walk.last is None else why(walk.last, self._owner, self._other))
        self.note.configure(text=content.situation(walk, self._owner, self._other))
        self._show_replies()
        self.legend.show(diagram, position, self._host.theme)
        self.caption.configure(text="" if self._map is None else content.CAPTION)
        if self._map is not None:
            asked = walk.asked()
            self.overview.mark(None if asked is None else self._map.place.get(asked))

    def _show_replies(self) -> None:
        """Shows over the columns how much of the strategy lies behind each reply."""
        assert self.walk is not None
        behind = {} if self._map is None else content.behind_replies(self.walk, self._map)
        captions = (f"positions to know after each reply of {self._other}", "positions to know") if behind else ("",)
        scores = {column: Score(f"{below:,}" if below else "wins") for column, below in behind.items()}
        self.board.show_strip(self._map is not None)
        self.board.show_scores(scores, captions)
