"""The bar above the tree: algorithm, effort and evaluator of your own search, and the way to the other search and back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.agents import AGENTS
from c4.session.settings import Settings
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names
from visualizer.state.preferences import Preferences
from visualizer.state.search_choices import (
    algorithms,
    effort_of,
    efforts,
    leaf_evaluator,
    leaf_evaluators,
    valued_by,
    why_no_other,
)
from visualizer.state.state import GameState, Searches, Shown
from visualizer.ui.pane import Pane
from visualizer.ui.widgets import Flow, Tooltip, on

if TYPE_CHECKING:
    from visualizer.state.app import App

ALGORITHM_TIP = "How your own search of the board searches; it searches again at once."
EFFORT_TIP = "How far it looks ahead; it searches again at once."
EVALUATOR_TIP = "What values its last positions; it searches again at once."

WHOSE = "Your search:"
"""What stands before the boxes: the tree below may be of another search, with other settings."""

TO_OWN = "Search this position"
"""The button that leads to your own search of the board."""


ALGORITHM_CHARACTERS = 11
EFFORT_CHARACTERS = 16
EVALUATOR_CHARACTERS = 17
"""How wide the boxes are."""


class AnalysisView(NamedTuple):
    """What is set, and what can be chosen.

    algorithm, effort, evaluator   labels of what is set
    efforts, evaluators            labels of the choices
    other                          the words on the button to the other search; "" for no button
    """

    algorithm: str
    effort: str
    evaluator: str
    efforts: tuple[str, ...]
    evaluators: tuple[str, ...]
    other: str


def analysis_view(
    settings: Settings, evaluators: Loaded, searches: Searches, game: GameState, preferences: Preferences, shown: Shown
) -> AnalysisView:
    """What the bar says."""
    limits = settings.analysis_limits()
    choices = leaf_evaluators(settings, evaluators.labels())
    return AnalysisView(
        AGENTS[settings.algorithm].label,
        effort_of(settings.algorithm, limits).label,
        choices[leaf_evaluator(settings)],
        tuple(effort.label for effort in efforts(settings)),
        tuple(choices.values()),
        words_of_other(searches, game, Names.of(game, settings, preferences, shown)),
    )


def words_of_other(searches: Searches, game: GameState, names: Names) -> str:
    """The words on the button to your own search, or to the one that chose the last move; "" for no button."""
    if why_no_other(searches, game):
        return ""
    if not searches.own or searches.behind_last is None:
        return TO_OWN
    return f"{names.whose_search(searches.behind_last)} search"


class AnalysisBar(Pane[AnalysisView], Flow):
    """Three boxes and a button."""

    view = staticmethod(analysis_view)

    def __init__(self, parent: tk.Misc, app: App, show_again: Callable[[], object]) -> None:
        Pane.__init__(self)
        Flow.__init__(self, parent)
        self._app = app
        self._show_again = show_again
        self.add(ttk.Label(self, text=WHOSE))
        self.algorithm = self._box(ALGORITHM_CHARACTERS, ALGORITHM_TIP, self._algorithm_chosen)
        self.algorithm.configure(values=[AGENTS[name].label for name in algorithms()])
        self.effort = self._box(EFFORT_CHARACTERS, EFFORT_TIP, self._effort_chosen)
        self.evaluator = self._box(EVALUATOR_CHARACTERS, EVALUATOR_TIP, self._evaluator_chosen)
        self.other = ttk.Button(self, command=self._swap)
        self.add(self.other)

    def _box(self, width: int, tip: str, chosen: Callable[[], object]) -> ttk.Combobox:
        box = ttk.Combobox(self, state="readonly", width=width)
        on(box, "<<ComboboxSelected>>", box.selection_clear, self.winfo_toplevel().focus_set, chosen, self._show_again)
        Tooltip(box, lambda: tip)
        self.add(box)
        return box

    def draw(self, view: AnalysisView, before: AnalysisView | None) -> None:
        """Shows what is set."""
        self.effort.configure(values=view.efforts)
        self.evaluator.configure(values=view.evaluators)
        self.algorithm.set(view.algorithm)
        self.effort.set(view.effort)
        self.evaluator.set(view.evaluator)
        self.other.configure(text=view.other)
        self.show_part(self.other, bool(view.other))

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        self._app.search.set_analysis(**changes)

    def _algorithm_chosen(self) -> None:
        self._set(algorithm=algorithms()[self.algorithm.current()])

    def _effort_chosen(self) -> None:
        self._set(**efforts(self._app.state.settings)[self.effort.current()].limits)

    def _evaluator_chosen(self) -> None:
        settings = self._app.state.settings
        names = list(leaf_evaluators(settings, self._app.state.evaluators.labels()))
        self._set(**valued_by(settings, names[self.evaluator.current()]))

    def _swap(self) -> None:
        self._app.search.swap_searches()
        self._show_again()
