"""The graph of a running game, beside its board: what a review shows, without its words.  Imports the judging."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.host import Host
from visualizer.kit.later import Later
from visualizer.kit.theme import Theme
from visualizer.kit.tooltip import Tooltip
from visualizer.review.graph import Curves, Graph
from visualizer.review.judging import Judging

REST_MS = 200
"""How long the board rests before the graph follows it: a stone is to lie first."""

WAITING = "The solver is being loaded or compiled."

HELP = (
    "Bars: exact values after each move, taller for earlier wins. Line: the n-tuple evaluator. Dashes: the search. "
    "Click or drag to go there. View > Value graph (C) switches it off."
)


class RunningGraph(ttk.Frame):
    """Follows the game of `host.session` while it is to be seen."""

    def __init__(self, parent: tk.Misc, host: Host, judging: Judging) -> None:
        super().__init__(parent)
        self._host, self._judging = host, judging
        self.graph = Graph(self, host.theme, self._go)
        self.graph.pack(fill="both", expand=True)
        Tooltip(self.graph, lambda: HELP)
        self._judges = False
        self._later = Later(self, self._follow)
        judging.looks.append(self.look)

    def refresh(self, judging: bool = True) -> None:
        """Shows the game as it stands, once the board rests; with `judging` it has judged what is new."""
        self._judges = judging
        self._later.after(REST_MS)

    def _follow(self) -> None:
        if self._judges:
            self._judging.follow()
        self.look()

    def look(self) -> None:
        """Shows what has been judged."""
        if not self.winfo_manager():
            return
        game, model = self._host.session.game, self._judging.model
        ours = model is not None and (model.start, model.columns) == (game.start, game.moves)
        curves = self._judging.curves if ours else Curves(len(game.moves))
        if len(curves.exact) < len(game.moves):
            curves = curves._replace(waiting=self._waiting(len(curves.exact) + 1, len(game.moves), ours))
        self.graph.show(curves, game.at, self._judging.players, self._judging.colours)

    def _waiting(self, move: int, moves: int, ours: bool) -> str:
        """What the bar of a move waits for."""
        if self._host.session.loading:
            return WAITING
        return (self._judging.failure if ours else "") or f"Working out who wins after move {move} of {moves}..."

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.graph.set_theme(theme)

    def _go(self, number: int) -> None:
        self._host.attempt(self._host.session.go_to, number)
