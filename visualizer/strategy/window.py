"""The strategy window: how a won position is won without calculating, move by move.  Imports tkinter.

Somebody chooses the other side's replies, by clicking the board; the strategy answers and says which rule it followed.
"""

from __future__ import annotations

import random
import tkinter as tk
from tkinter import ttk

from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.session.worker import Worker
from c4.strategy.diagram import MARKS, Diagram, check_board
from c4.strategy.graph import WIN
from c4.strategy.map import Map
from c4.strategy.trial import Found, of_diagram, refutation
from c4.strategy.walk import Walk, meaning, why
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, sentence, wrap
from visualizer.play.score import Score
from visualizer.strategy.board import DiagramBoard, Square
from visualizer.strategy.content import SEARCH_SECONDS, Colours, Content, diagram_for, whole_game
from visualizer.strategy.legend import Legend
from visualizer.strategy.overview import Overview

WHOLE, HERE = "the whole game", "the position on the board"
WATCH = "Watch a game"
STEP_MS = 900
"""Between two moves of a line that is played out."""


class StrategyWindow(tk.Toplevel):
    """The first player's win from the empty board, or a diagram for the position on the board."""

    def __init__(self, host: Host, colours: Colours, worker: Worker[Content | Found]) -> None:
        super().__init__(host.root)
        self.title("Why perfect play wins")
        self.geometry("1040x680")
        self.minsize(820, 560)
        self._host, self._colours = host, colours
        self._worker = worker
        self._errand = Errand(self, worker, self._arrived, self._failed)
        self.walk: Walk | None = None
        self._map: Map | None = None
        self._from: Position | None = None
        self._line: list[int] = []
        self._waiting: str | None = None
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
        self.source = choice(top, (WHOLE, HERE), 26, lambda: self.choose(self.source.get()))
        self.source.pack(side="left", padx=8)
        self.stop_button = ttk.Button(top, text="Stop", command=self._stop)
        self.goal = wrap(ttk.Label(self, padding=(12, 0), font="TkHeadingFont"), margin=36)
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
        side = ttk.Frame(middle, padding=(14, 0, 0, 0), width=400)
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
        self.board.set_theme(theme)
        self.overview.set_theme(theme)
        self._show()

    # -- what it is about ---------------------------------------------------------------------------------------------

    def choose(self, source: str) -> None:
        """Shows the strategy for the whole game, or looks for a diagram for the position on the board."""
        self._halt()
        self.source.set(source)
        self.walk, self._map, self._from = None, None, None
        self.overview.show(None)
        self.editing.set(False)
        if source == WHOLE:
            self.goal.configure(text="Reading the strategy...")
            self._errand.start(whole_game)
        else:
            position = self._host.session.position
            try:
                check_board(position)
            except C4Error as error:
                self._failed(str(error))
                return
            self._from = position
            self.goal.configure(text=f"Looking for a diagram, at most {SEARCH_SECONDS:.0f} seconds...")
            self.stop_button.pack(side="left")
            self._errand.start(lambda watch: diagram_for(position, watch))
        self._show()

    def _stop(self) -> None:
        self._errand.worker.watch.stop()

    def _arrived(self, content: Content | Found) -> None:
        self.stop_button.pack_forget()
        if isinstance(content, Found):
            self._found(content)
            return
        strategy, self._map = content
        self.walk = Walk(strategy)
        positions, leaves = strategy.counts()
        self.goal.configure(
            text=f"{self._owner} wins from the empty board whatever {self._other} plays. There are "
            f"{count(positions, 'position')} to know; in {count(leaves, 'of them', 'of them')} a diagram does the rest."
        )
        self.overview.show(self._map)
        self._show()

    def _found(self, found: Found) -> None:
        assert self._from is not None
        name = self._colours[found.owner][0]
        goal = "wins" if found.result == WIN else "holds the draw"
        if found.diagram is None:
            self.goal.configure(text=f"{name} {goal} here, but no diagram was found. That does not mean there is none.")
        else:
            self.goal.configure(text=f"{name} {goal} with this diagram whatever the other side plays.")
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
        if self._waiting is not None:
            self._halt()
            return
        if self.walk is not None and self.walk.outcome is not None:
            self.restart()
        self._next_move()

    def _next_move(self) -> None:
        """The next move of a game that is watched, or of the line that beats a diagram."""
        self._waiting = None
        if self.walk is None or self.walk.outcome is not None:
            self._halt()
            return
        if self._line:
            self._reply(self._line.pop(0))
            if not self._line:
                return
        else:
            self._any_reply()
        self._waiting = self.after(STEP_MS, self._next_move)
        self.watch.configure(text="Stop")

    def _halt(self) -> None:
        self._line = []
        if self._waiting is not None:
            self.after_cancel(self._waiting)
            self._waiting = None
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
        self._map, self._from = None, begin
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
        self.note.configure(text=self._situation())
        self._show_replies()
        self.legend.show(diagram, position, self._host.theme)
        if self._map is not None:
            asked = walk.asked()
            self.overview.mark(None if asked is None else self._map.place.get(asked))
            self.caption.configure(
                text="The whole strategy: every bar is a position, below it those after each reply; an orange bar is a"
                " diagram. Click one to go there."
            )
        else:
            self.caption.configure(text="")

    def _situation(self) -> str:
        assert self.walk is not None
        outcome = self.walk.outcome
        if outcome is not None:
            over = (
                "The board is full: a draw." if outcome.winner is None else f"{self._colours[outcome.winner][0]} wins."
            )
            return f"{over} Go back and try another reply."
        if self.walk.diagram is None:
            return f"Now choose a reply for {self._other}: click a column, or press 1 to 7."
        if self.walk.last is not None and not self.walk.last.sure:
            return f"The diagram has no safe move left for {self._owner}: it fails."
        return f"From here on {self._owner} follows the marks and needs no other knowledge. Try any reply."

    def _show_replies(self) -> None:
        """Shows over the columns how much of the strategy lies behind each reply."""
        assert self.walk is not None
        position, scores = self.walk.position, {}
        if self._map is None or self.walk.outcome is not None or self.walk.diagram is not None:
            self.board.show_scores({}, ("",))
            return
        for column in position.legal_columns():
            child = position.play(column)
            below = self._map.below(child.mine, child.theirs)
            scores[column] = Score(f"{below:,}" if below else "wins")
        self.board.show_scores(scores, (f"positions to know after each reply of {self._other}", "positions to know"))
