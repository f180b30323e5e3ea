"""The window with alpha-beta, Monte-Carlo tree search and exact values of one position beside each other, and with traps."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from functools import partial
from tkinter import ttk

from c4.callbacks import ignore
from c4.errors import C4Error
from c4.exact.comparison import Comparison, compare
from c4.game.notation import format_position
from c4.game.position import Position
from c4.search.watch import Watch
from c4.text import read_positive_int
from c4.tree.searchtree import SearchTree
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.board import Board
from visualizer.board.surface import NO_HEADER
from visualizer.compare.opinions_view import (
    PLAIN,
    TABLE_COLUMNS,
    Judged,
    OpinionsView,
    opinions_view,
    traps,
    visits_plot,
)
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE
from visualizer.ui.chart import Chart
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import Anchor, Flow, choice, list_rows, table, wrap

DEPTH = 6
"""The depth of alpha-beta at first."""

DEPTH_LARGEST = 12
"""The largest depth that its field offers."""

WIDTHS: tuple[tuple[int, Anchor], ...] = ((60, "center"), (90, "e"), (90, "e"), (90, "e"), (90, "e"), (190, "e"))
"""Width in pixels and anchor of the columns of the table."""

BOARD = (210, 180)
"""Pixels of the board at 100 %."""

SEED = 1
"""Of the random playouts: the same comparison always gives the same numbers."""


class OpinionsWindow(AppWindow):
    """Compares both searches with the exact values, in a position that the app offers or in a trap."""

    known: Judged

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Alpha-beta, MCTS and exact values", "1000x720", (820, 560))
        self.known = Judged()
        self.task = self.background("judge", self._done, self._failed)
        self._asked: Position | None = None
        self._build()
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, self._return_pressed)
        self.panes.append(OpinionsPane(self))
        self._position_chosen()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = Flow(self)
        top.pack(fill="x", padx=8, pady=(8, 4))
        place = ttk.Frame(top)
        ttk.Label(place, text="Position").pack(side="left", padx=(0, 4))
        self.place = choice(place, [*self.app.positions(), *traps()], 26, self._position_chosen)
        self.place.pack(side="left", padx=(0, 6))
        top.add(place)
        self.depth = self._add_number(top, "Depth of alpha-beta", DEPTH, DEPTH_LARGEST, 4)
        self.simulations = self._add_number(top, "Simulations", self.app.plan().simulations, 1_000_000, 9)
        self.plain = tk.BooleanVar(self, False)
        box = ttk.Checkbutton(top, text="Plain UCT", variable=self.plain)
        top.add(box)
        self.button = ttk.Button(top, text="Compare", width=9, command=self.start_or_stop)
        top.add(self.button)
        middle = ttk.Frame(self, padding=(8, 0))
        middle.pack(fill="x")
        self.board = Board(middle, self.theme, ignore, ignore)
        self.board.configure(width=pixels(self, BOARD[0]), height=pixels(self, BOARD[1]), takefocus=False)
        self.board.header = NO_HEADER
        self.board.pack(side="left", padx=(0, 10), anchor="n")
        texts = ttk.Frame(middle)
        texts.pack(side="left", fill="both", expand=True)
        self.about = wrap(ttk.Label(texts, justify="left", anchor="w"))
        self.verdict = wrap(ttk.Label(texts, justify="left", anchor="w", font="TkHeadingFont"))
        self.message = wrap(ttk.Label(texts, justify="left", anchor="w", style="Faint.TLabel"))
        for label in (self.about, self.verdict, self.message):
            label.pack(fill="x", pady=(0, 6))
        buttons = ttk.Frame(texts)
        buttons.pack(fill="x")
        self.tree_buttons = [
            ttk.Button(buttons, text="Show the tree of MCTS", command=partial(self.show_tree, True)),
            ttk.Button(buttons, text="Show the tree of alpha-beta", command=partial(self.show_tree, False)),
        ]
        for button in self.tree_buttons:
            button.pack(side="left", padx=(0, 8))
        columns = [(title, width, anchor) for title, (width, anchor) in zip(TABLE_COLUMNS, WIDTHS)]
        frame, self.table = table(self, columns, 7, selectmode="none")
        frame.pack(fill="x", padx=8, pady=6)
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True, padx=8, pady=(0, 8))

    @staticmethod
    def _add_number(parent: Flow, label: str, first: int, largest: int, width: int) -> ttk.Spinbox:
        named = ttk.Frame(parent)
        ttk.Label(named, text=label).pack(side="left", padx=(0, 4))
        box = ttk.Spinbox(named, from_=1, to=largest, width=width)
        box.set(first)
        box.pack(side="left", padx=(0, 6))
        parent.add(named)
        return box

    # -- what you can do ----------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Ends a comparison, or else closes the window."""
        if self.task.busy:
            self.stop()
        else:
            self.destroy()

    def _return_pressed(self, event: object) -> None:
        self.start()

    def show_trap(self, number: int = 0) -> None:
        """Chooses a trap (from 0) and compares."""
        self.place.set(list(traps())[number])
        self._position_chosen()
        self.start()

    def _position_chosen(self) -> None:
        """Shows the chosen position; in a trap plain UCT is asked, which walks into it."""
        trap = traps().get(self.place.get())
        self.plain.set(trap is not None)
        if trap is not None:
            self.know(position=trap.position, about=trap.about, comparison=None)
            return
        try:
            self.know(position=self.app.position(self.place.get()), about="", comparison=None)
        except C4Error as error:
            self._failed(str(error))

    def start(self) -> None:
        """Compares, instead of what is compared now."""
        position = self.known.position
        if position is None:
            return
        plan = self.app.plan()
        try:
            depth = read_positive_int("the depth", self.depth.get())
            simulations = read_positive_int("the number of simulations", self.simulations.get())
        except C4Error as error:
            self._failed(str(error))
            return
        selection = plan.selection
        if self.plain.get():
            selection = replace(PLAIN, exploration=selection.exploration)
        by_evaluator = selection.uses_priors

        def work(watch: Watch) -> Comparison | None:
            evaluator = plan.load()
            return compare(
                position,
                evaluator,
                depth=depth,
                simulations=simulations,
                selection=selection,
                seed=SEED,
                simulated_evaluator=evaluator if by_evaluator else None,
                watch=watch,
            )

        self._asked = position
        self.know(busy=True, message="Comparing...")
        self.task.start(work)

    def stop(self) -> None:
        """Ends the comparison; the result shown stays."""
        self.task.stop()
        self.know(busy=False, message="Stopped.")

    def start_or_stop(self) -> None:
        """The button."""
        if self.task.busy:
            self.stop()
        else:
            self.start()

    def _done(self, comparison: Comparison | None) -> None:
        if comparison is None:
            self.know(busy=False)
            return
        message = "★ is what each of the three would play. Scores count for the side to move."
        self.know(busy=False, comparison=comparison, compared_position=self._asked, message=message)

    def _failed(self, text: str) -> None:
        self.know(busy=False, message=text)

    def show_tree(self, simulated: bool) -> None:
        """Shows one of the two trees in Analyse, with its position on the board."""
        comparison = self.known.comparison
        if comparison is None or self.known.compared_position is None:
            return
        tree = (comparison.simulated if simulated else comparison.alphabeta).tree
        if tree is not None:
            self._show_in_analyse(tree, self.known.compared_position)

    def _show_in_analyse(self, tree: SearchTree, position: Position) -> None:
        app = self.app
        app.views.show_mode(ANALYSE)
        if app.session.position != position and not app.game.set_up(format_position(position)):
            return
        app.attempt(app.session.take_tree, tree)


class OpinionsPane(WindowPane[OpinionsView]):
    """Everything in the window that depends on what it knows."""

    view = staticmethod(opinions_view)
    window: OpinionsWindow

    def draw(self, view: OpinionsView, before: OpinionsView | None) -> None:
        window = self.window
        window.about.configure(text=view.about)
        window.verdict.configure(text=view.verdict)
        window.message.configure(text=view.message)
        window.button.configure(text=view.button)
        if view.position is not None:
            names = window.app.names()
            window.board.show_colours(names.colours)
            window.board.show(view.position, (names.starter, 1 - names.starter))
        list_rows(window.table, [("", row) for row in view.rows])
        for button in window.tree_buttons:
            button.state(["!disabled" if view.comparison is not None else "disabled"])
        plots = () if view.comparison is None else (visits_plot(view.comparison, window.theme),)
        window.chart.show(window.theme, *plots)
