"""The strategy window: what each first move leads to, and how that is forced without calculating, move by move.

You choose the other side's replies by clicking the board; the strategy answers and names the rule it followed.
"""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from c4.agents import HUMAN
from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.game.notation import format_packed, format_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy.answers import Walk, meaning, why
from c4.strategy.diagram import Diagram, check_board
from c4.strategy.diagram_search import DiagramResult, find_diagram, of_diagram
from c4.strategy.strategies import CERTIFICATES, WIN, Strategy, after_first_move, load
from c4.text import pluralise
from visualizer.strategy.board import DiagramBoard, Legend, Square
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import font, pixels
from visualizer.ui.theme import Theme, ink_on
from visualizer.ui.widgets import choice, sentence, wrap

OPENING, HERE = "a first move", "the position on the board"
HENCE = "Play from here"
SEARCH_SECONDS = 10.0

FIRST_CHOICE = 3, CERTIFICATES[0]
"""The first move (column from 0) and its strategy that the window begins with."""

Result = tuple[Strategy, dict[str, int]] | DiagramResult
"""What the background task returns: a strategy with the sizes of those that ship, or a diagram."""


class Opening(tk.Canvas):
    """The seven first moves, and below each who can force what; `on_choose(column, name)` is called for a click.

    `name` is that of the shipped strategy which forces it.  After two of the moves each player can hold the draw.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        colours: tuple[tuple[str, str], tuple[str, str]],
        on_choose: Callable[[int, str], object],
    ) -> None:
        super().__init__(parent, height=pixels(parent, 124), highlightthickness=0, takefocus=False)
        self.theme, self._colours, self._on_choose = theme, colours, on_choose
        self._sizes: Mapping[str, int] = {}
        self._marked: tuple[int, str] | None = None
        self.bind("<Configure>", lambda event: self.redraw())

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.redraw()

    def show_sizes(self, sizes: Mapping[str, int]) -> None:
        """Adds the number of positions of each strategy."""
        self._sizes = sizes
        self.redraw()

    def mark(self, chosen: tuple[int, str] | None) -> None:
        """Frames the strategy (column, name) that is shown; None for none of them."""
        self._marked = chosen
        self.redraw()

    def redraw(self) -> None:
        self.delete("all")
        self.configure(background=self.theme.window)
        wide, disc, gap = self.winfo_width() / STANDARD.columns, pixels(self, 26), pixels(self, 3)
        first = self._colours[0][1]
        for column in range(STANDARD.columns):
            x = wide * (column + 0.5)
            self.create_oval(x - disc / 2, gap, x + disc / 2, gap + disc, fill=first, outline=self.theme.line)
            number = self.create_text(x, gap + disc / 2, text=str(column + 1), font=font(self, 11, bold=True))
            self.itemconfigure(number, fill=ink_on(first))
            y: float = disc + 3 * gap
            for name in after_first_move(column):
                y = self._draw_strategy(column, name, (x - wide / 2 + gap, y, x + wide / 2 - gap)) + gap

    def _draw_strategy(self, column: int, name: str, place: tuple[float, float, float]) -> float:
        """Draws who forces what in a frame at (left, top, right); returns its bottom."""
        left, top, right = place
        chosen, tag = self._marked == (column, name), f"{name}:{column + 1}"
        word, colour = self._colours[0 if name.startswith("first") else 1]
        size = f"{self._sizes[name]:,}" if self._sizes else ""
        bottom, dot = top + pixels(self, 40), pixels(self, 12)
        outline = self.theme.accent if chosen else self.theme.line
        self.create_rectangle(
            left, top, right, bottom, fill=self.theme.panel, outline=outline, width=3 if chosen else 1, tags=tag
        )
        middle = (top + bottom) / 2
        self.create_oval(
            left + dot / 2, middle - dot / 2, left + 1.5 * dot, middle + dot / 2, fill=colour, outline="", tags=tag
        )
        for y, text, ink in (
            (middle - dot * 0.65, f"{word} {'wins' if '-wins' in name else 'draws'}", self.theme.text),
            (middle + dot * 0.65, size, self.theme.faint),
        ):
            self.create_text(left + 2 * dot, y, text=text, anchor="w", font="TkDefaultFont", fill=ink, tags=tag)
        self.tag_bind(tag, "<Button-1>", lambda event: self._on_choose(column, name))
        return bottom


class StrategyWindow(ToolWindow):
    """What each first move leads to, or a diagram for the position on the board."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Why perfect play wins", "1040x760", (860, 640))
        self._colours = context.sides
        self._task = self.background("strategy", self._arrived, self._failed)
        self.walk: Walk | None = None
        self._shown, self._chosen = OPENING, FIRST_CHOICE
        self._from: Position | None = None
        self._chance = random.Random(1)
        self._build()
        self.set_theme(context.theme)
        self._keys()
        self.choose(OPENING)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        ttk.Label(top, text="Strategy for").pack(side="left")
        self.source = choice(top, (OPENING, HERE), 26, lambda: self.choose(self.source.get()))
        self.source.pack(side="left", padx=8)
        caption = "Below each first move: who can force what, and positions to know."
        ttk.Label(top, text=caption, style="Faint.TLabel").pack(side="right")
        self.stop_button = ttk.Button(top, text="Stop", command=self._stop)
        self.opening = Opening(self, self.context.theme, self._colours, self.choose_move)
        self.opening.pack(fill="x", padx=12)
        self.goal = wrap(ttk.Label(self, padding=(12, 0), font="TkHeadingFont"))
        self.goal.pack(fill="x")
        middle = ttk.Frame(self, padding=(12, 6, 12, 6))
        middle.pack(fill="both", expand=True)
        self.board = DiagramBoard(middle, self.context.theme, self.reply, self._playable, self._explain)
        self.board.stones = self._colours
        self.board.pack(side="left", fill="both", expand=True)
        self._side = side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        side.pack(side="right", fill="y")
        side.pack_propagate(False)
        self._build_side(side)

    def _build_side(self, side: ttk.Frame) -> None:
        buttons = ttk.Frame(side)
        buttons.pack(fill="x", pady=(0, 10))
        for text, action in (
            ("Start", self.restart),
            ("Back", self.back),
            ("Any reply", self.any_reply),
            (HENCE, self.play_from_here),
        ):
            ttk.Button(buttons, text=text, width=len(text), command=action).pack(side="left", padx=(0, 6))
        self.moves = wrap(ttk.Label(side, style="Faint.TLabel"))
        self.moves.pack(fill="x")
        self.reason = wrap(ttk.Label(side, font="TkHeadingFont", justify="left"))
        self.reason.pack(fill="x", pady=(6, 6))
        self.note = wrap(ttk.Label(side, justify="left"))
        self.note.pack(fill="x")
        self.legend = Legend(side)
        self.hover = wrap(ttk.Label(side, justify="left", style="Faint.TLabel"))
        self.hover.pack(fill="x")

    def _keys(self) -> None:
        for number in range(1, 8):
            self.bind(f"<Key-{number}>", lambda event, column=number - 1: self.reply(column))  # type: ignore[misc]
        for key, action in (("<BackSpace>", self.back), ("<Home>", self.restart), ("<space>", self.any_reply)):
            self.bind(key, lambda event, do=action: do())  # type: ignore[misc]

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._side.configure(width=pixels(self, 400))

    # -- what it is about ---------------------------------------------------------------------------------------------

    def choose_move(self, column: int, name: str) -> None:
        """Shows a shipped strategy after a first move (column from 0)."""
        self._chosen = column, name
        self.choose(OPENING)

    def choose(self, source: str) -> None:
        """Shows the strategy for the chosen first move, or looks for a diagram for the position on the board."""
        self._shown = source
        self.opening.mark(self._chosen if source == OPENING else None)
        self.source.set(source)
        self.walk, self._from = None, None
        if source == OPENING:
            chosen = self._chosen[1]
            self.goal.configure(text="Reading the strategy...")
            self._task.start(lambda watch: (load(chosen), {name: load(name).counts()[0] for name in CERTIFICATES}))
        else:
            position = self.context.session.position
            try:
                check_board(position)
            except C4Error as error:
                self._failed(str(error))
                return
            self._from = position
            self.goal.configure(text=f"Looking for a diagram, at most {SEARCH_SECONDS:.0f} seconds...")
            self.stop_button.pack(side="left")
            self._task.start(lambda watch: find_diagram(position, SEARCH_SECONDS, stopped=lambda: watch.stopped))
        self._show()

    def _stop(self) -> None:
        self._task.worker.watch.stop()

    def _arrived(self, result: Result) -> None:
        self.stop_button.pack_forget()
        if isinstance(result, DiagramResult):
            self._show_result(result)
            return
        strategy, sizes = result
        self.opening.show_sizes(sizes)
        mirrored = self._shown == OPENING and self._chosen[0] > 3
        self.walk = Walk(strategy, strategy.root.mirror() if mirrored else None)
        self.goal.configure(text=goal(self.walk, self._owner, self._other))
        self._show()

    def _show_result(self, result: DiagramResult) -> None:
        assert self._from is not None
        self.goal.configure(text=goal_of_diagram(result, self._colours[result.owner][0]))
        if result.diagram is not None:
            self.walk = Walk(of_diagram(self._from, result.owner, result.result, result.diagram))
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
        if self.walk is not None and self.walk.outcome is None:
            self.reply(self._chance.choice(list(self.walk.position.legal_columns())))

    def back(self) -> None:
        """Undoes the last reply."""
        if self.walk is not None and self.walk.back():
            self._show()

    def restart(self) -> None:
        """Goes back to where the strategy begins."""
        if self.walk is not None:
            self.walk.restart()
            self._show()

    def play_from_here(self) -> None:
        """Sets up the position reached on the main board; a strategy for a first move is your opponent there."""
        if self.walk is not None:
            position, session = self.walk.position, self.context.session
            known = position.moves is not None and len(position.moves) == position.ply
            if self._shown == OPENING:
                first = (self.walk.strategy.owner + session.settings.starter) % 2 == 0
                session.set(seats=("strategy", HUMAN) if first else (HUMAN, "strategy"))
            self.context.attempt(session.set_up, format_position(position) if known else format_packed(position))
            self.context.root.lift()
            self.context.root.focus_force()

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

    # -- showing ------------------------------------------------------------------------------------------------------

    def _show(self, drop: bool = False) -> None:
        walk = self.walk
        if walk is None:
            self.board.show_diagram(None)
            self.board.show(self._from or Position(), (0, 1))
            for label in (self.moves, self.reason, self.note):
                label.configure(text="")
            self.legend.show(None, Position(), self.note)
            return
        position, diagram = walk.position, self._shown_diagram
        last = walk.steps[-1].column if walk.steps else None
        self.board.show(position, (0, 1), last, drop)
        self.board.show_diagram(diagram)
        self.moves.configure(text="Columns played: " + (format_columns(position.moves or ()) or "none yet"))
        self.reason.configure(text="" if walk.last is None else why(walk.last, self._owner))
        self.note.configure(text=situation(walk, self._owner, self._other))
        self.legend.show(diagram, position, self.note)


# -- in words ---------------------------------------------------------------------------------------------------------


def goal(walk: Walk, owner: str, other: str) -> str:
    """What a strategy is for, and its size; `owner` and `other` are the names of the sides."""
    strategy, root = walk.strategy, walk.root
    positions, leaves = strategy.counts()
    wins = "wins" if strategy.result == WIN else "holds the draw"
    start = "the empty board" if root.ply == 0 else format_position(root)
    return (
        f"{owner} {wins} from {start} whatever {other} plays. There {'is' if positions == 1 else 'are'} "
        f"{pluralise(positions, 'position')} to know; in {pluralise(leaves, 'of them', 'of them')} a diagram does the rest."
    )


def goal_of_diagram(result: DiagramResult, name: str) -> str:
    """The result of looking for a diagram, for the side called `name`."""
    goal = "wins" if result.result == WIN else "holds the draw"
    if result.diagram is None:
        who = f"{name} wins" if result.result == WIN else "Both sides hold the draw"
        return f"{who} here, but no diagram was found. That does not mean there is none."
    return f"{name} {goal} with this diagram whatever the other side plays."


def situation(walk: Walk, owner: str, other: str) -> str:
    """What can be done now."""
    outcome = walk.outcome
    if outcome is not None:
        winner = owner if outcome.winner == walk.strategy.owner else other
        over = "The board is full: a draw." if outcome.winner is None else f"{winner} wins."
        return f"{over} Go back and try another reply."
    if walk.diagram is None:
        return f"Now choose a reply for {other}: click a column, or press 1 to 7."
    if walk.last is not None and not walk.last.sure:
        return f"The diagram has no safe move left for {owner}: it fails."
    return f"From here on {owner} follows the marks and needs nothing else. Try any reply."
