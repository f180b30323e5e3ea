"""Two evaluators side by side: what each makes of the position on the board, and the weights they have learned."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4 import evaluators
from c4.errors import C4Error
from c4.evaluators.base import Evaluator
from c4.evaluators.pages import Page, difference
from c4.game.position import Position
from c4.game.values import number_text
from c4.search.watch import Watch
from c4.session.worker import Worker
from visualizer.board.board import Board
from visualizer.board.column_values import Score
from visualizer.board.picker import EvaluatorBox, EvaluatorChoice
from visualizer.learn.page_view import PageView
from visualizer.learn.weights import HERE, PageChooser, Weights
from visualizer.ui.background import BackgroundTask
from visualizer.ui.scale import scale
from visualizer.ui.theme import STONES, Theme
from visualizer.ui.widgets import sentence

Stones = tuple[tuple[str, str], tuple[str, str]]
OnBoard = tuple[Position, str, Stones, tuple[int, int]]
"""(position, what the side to move is called, stone colours, seat of each player)."""

MOST_WEIGHTS = 320
"""The most pixels at 100 % that the weights take below a board."""


class Side(ttk.Frame):
    """One of the two: a chooser, a board with the heat and the value of every column's afterstate, the weights; or a
    page of weights alone.

    `on_page(side)` is called when a page or another evaluator was chosen.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, choice: EvaluatorChoice, on_page: Callable[[Side], None]) -> None:
        super().__init__(parent, padding=6)
        self._loaded: tuple[EvaluatorChoice, Evaluator | str] | None = None
        self.position, self._whose = Position(), ""
        self.chooser = EvaluatorBox(self, choice, self._chosen, lambda text: self.value.configure(text=sentence(text)))
        self.chooser.pack(fill="x")
        self.value = ttk.Label(self, font="TkHeadingFont", anchor="center")
        self.pages = PageChooser(self, lambda: on_page(self), HERE)
        self.pages.pack(fill="x", pady=(4, 0))
        self.board = Board(self, theme, lambda column: None, lambda: False)
        self.board.animate = False
        self.weights = Weights(self, theme)
        self.maps = PageView(self, theme)
        self._on_page = on_page
        self.show_page(False)
        self.bind("<Configure>", lambda event: self._share(event.width, event.height))

    def _share(self, width: int, height: int) -> None:
        """The weights have a quarter of the height."""
        self.value.configure(wraplength=max(width - 20, 200))
        self.weights.grow(min(0.26 * height / scale(self), MOST_WEIGHTS))

    @property
    def choice(self) -> EvaluatorChoice:
        """The evaluator that is shown."""
        assert self.chooser.choice is not None  # there is no line for none
        return self.chooser.choice

    def _chosen(self) -> None:
        self._on_page(self)
        self.show(self.position, self._whose, self.board.stones, self.board.seat_of)

    def evaluator(self) -> Evaluator | str:
        """The evaluator, or the sentence that says why there is none."""
        if self._loaded is None or self._loaded[0] != self.choice:
            evaluator: Evaluator | str
            try:
                evaluator = evaluators.load(self.choice.name, self.choice.model)
            except C4Error as error:
                evaluator = str(error)
            self._loaded = self.choice, evaluator
        return self._loaded[1]

    def show_page(self, page: bool) -> None:
        """Shows a page of weights, or the position."""
        for other in (self.value, self.weights, self.board, self.maps):
            other.pack_forget()
        if page:
            self.maps.pack(fill="both", expand=True, pady=(6, 0))
        else:
            self.value.pack(fill="x", pady=(6, 2))
            self.weights.pack(fill="x", side="bottom")
            self.board.pack(fill="both", expand=True)

    def show(self, position: Position, whose: str, stones: Stones, seat_of: tuple[int, int]) -> None:
        """What the evaluator makes of a position for the side to move, which people call `whose`."""
        self.position, self._whose = position, whose
        self.board.stones = stones
        self.board.show(position, seat_of)
        evaluator = self.evaluator()
        try:
            if isinstance(evaluator, str):
                raise C4Error(evaluator)
            value, rows, shares = evaluator.evaluate(position), evaluator.explain(position), evaluator.shares(position)
            scores = afterstates(evaluator, position)
        except C4Error as error:
            self.value.configure(text=sentence(str(error)))
            self.weights.show_text("")
            self.board.show_heat({})
            self.board.show_scores({}, ("",))
            return
        text = evaluator.in_words(value) if evaluator.scale == 1 else evaluator.with_unit(value)
        self.value.configure(text=f"Value for {whose}: {text}")
        if rows:
            self.weights.show(rows, "", evaluator.scale)
        else:
            self.weights.show_text("This evaluator has no weights: its value is computed as a whole.")
        self.board.show_heat(shares)
        self.board.show_scores(scores, (f"value for {whose} after each move, not searched", "after each move"))

    def set_theme(self, theme: Theme) -> None:
        self.board.set_theme(theme)
        self.weights.set_theme(theme)
        self.maps.set_theme(theme)


def afterstates(evaluator: Evaluator, position: Position) -> dict[int, Score]:
    """The value of the position after each legal column, for the side to move now; a move that ends the game says
    so."""
    if position.outcome() is not None:
        return {}
    side, points, ends = position.to_move, {}, {}
    for column in position.legal_columns():
        after = position.play(column)
        outcome = after.outcome()
        if outcome is None:
            points[column] = evaluator.evaluate(after, side)
        else:
            ends[column] = outcome.winner == side
    best = max(points.values(), default=None) if True not in ends.values() else None
    scores = {
        column: Score(number_text(value, scale=evaluator.scale), value == best, False, (value > 0) - (value < 0))
        for column, value in points.items()
    }
    return scores | {column: Score("wins" if won else "ends", won, False, int(won)) for column, won in ends.items()}


class TwoEvaluators(tk.Toplevel):
    """`read()` gives what is on the board: (position, what the side to move is called, stone colours, seat of each
    player).

    Pages of weights are put together in the thread of `worker`.
    """

    def __init__(
        self,
        root: tk.Misc,
        theme: Theme,
        stones: str,
        left: EvaluatorChoice,
        right: EvaluatorChoice,
        read: Callable[[], OnBoard],
        worker: Worker[list[Page | None]],
    ) -> None:
        super().__init__(root)
        self.title("Two evaluators side by side")
        self.geometry("900x640")
        self.minsize(640, 560)
        self._read = read
        self._shown: OnBoard | None = None
        self.sides: tuple[Side, ...] = ()
        self._task: BackgroundTask[list[Page | None]] = BackgroundTask(
            self, worker, self._show_pages, self._show_message
        )
        body = ttk.Frame(self)
        body.pack(fill="both", expand=True)
        body.rowconfigure(0, weight=1)
        self.sides = tuple(Side(body, theme, choice, self._paged) for choice in (left, right))
        for at, side in enumerate(self.sides):
            side.board.stones = STONES[stones]
            side.grid(row=0, column=at, sticky="nsew")
            body.columnconfigure(at, weight=1, uniform="side")
        self.apart = ttk.Frame(body, padding=(6, 0, 6, 6))
        ttk.Label(self.apart, text="right minus left", font="TkHeadingFont", anchor="center").pack(fill="x")
        self.difference = PageView(self.apart, theme)
        self.difference.pack(fill="both", expand=True)
        self._body = body
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(theme)
        for side in self.sides:
            self._offer(side)
        self.refresh()

    def refresh(self) -> None:
        """Shows the position that is on the board now."""
        reading = self._read()
        if reading != self._shown:
            self._shown = reading
            for side in self.sides:
                side.show(*reading)
            if any(side.pages.chosen for side in self.sides):
                self._look_up()

    # -- pages of weights ---------------------------------------------------------------------------------------------

    def _offer(self, side: Side) -> None:
        evaluator = side.evaluator()
        side.pages.offer(() if isinstance(evaluator, str) else evaluator.page_names())

    def _paged(self, chosen: Side) -> None:
        """One side has another page, or another evaluator: the other side shows the same page if it has one."""
        for side in self.sides:
            self._offer(side)
        for side in self.sides:
            if side is not chosen and chosen.pages.chosen != side.pages.chosen:
                side.pages.follow(chosen.pages.chosen)
            side.show_page(bool(side.pages.chosen))
        self._look_up()

    def _look_up(self) -> None:
        """Has the chosen pages put together in the background, and what is between them."""
        wanted = [(side.evaluator(), side.pages.chosen, side.position) for side in self.sides]

        def work(watch: Watch) -> list[Page | None]:
            pages = [
                evaluator.page(name, position) if name and not isinstance(evaluator, str) else None
                for evaluator, name, position in wanted
            ]
            left, right = pages
            return [left, right, None if left is None or right is None else difference(left, right)]

        self._task.start(work)

    def _show_pages(self, pages: list[Page | None]) -> None:
        *both, apart = pages
        reach = None
        if apart is not None:
            reach = max(page.reach() for page in both if page is not None)
        for side, page in zip(self.sides, both):
            if page is not None:
                side.maps.show(page, reach)
        if apart is None:
            self.apart.grid_forget()
            self._body.rowconfigure(1, weight=0)
        else:
            self.apart.grid(row=1, column=0, columnspan=2, sticky="nsew")
            self._body.rowconfigure(1, weight=1)
            self.difference.show(apart)

    def _show_message(self, sentence: str) -> None:
        for side in self.sides:
            side.maps.show_text(sentence)

    def set_theme(self, theme: Theme) -> None:
        self.configure(background=theme.window)
        self.difference.set_theme(theme)
        for side in self.sides:
            side.set_theme(theme)
