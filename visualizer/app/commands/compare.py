"""The menu Compare: two searches, measurements, the colours of the tree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.agents.limits import Limits
from c4.game.rules import STANDARD
from c4.session.live import EXACT
from c4.session.plans import PAIRS
from visualizer.app.modes import ANALYSE
from visualizer.board.picker import EvaluatorChoice
from visualizer.ui.commands import Command

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.tree.model import Change


class Tools:
    """One per window; it listens to the tree pane."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.by_value = False
        """Whether nodes are coloured by their values."""
        window.analysis.listeners.append(self._tree_changed)

    # -- windows ------------------------------------------------------------------------------------------------------

    def open_compare(self, pair: str | None = None) -> None:
        """Opens the Compare window; with the name of a pair it starts comparing."""

        def show() -> None:
            from visualizer.compare.window import CompareWindow

            window = self._window.windows.show(CompareWindow, lambda: CompareWindow(self._window))
            if pair is not None:
                window.start_pair(pair)

        self._window.once_loaded("visualizer.compare.window", show)

    def open_measure(self) -> None:
        """Opens the Measure window for the shown tree."""
        self._measure(expanding=False)

    def open_growth(self) -> None:
        """Opens it at the tab about growth and starts measuring."""
        self._measure(expanding=True)

    def _measure(self, expanding: bool) -> None:
        def show() -> None:
            from visualizer.compare.measure import MeasureWindow

            window = self._window.windows.show(MeasureWindow, lambda: MeasureWindow(self._window))
            window.refresh()
            window.tabs.select(window.growth if expanding else window.profile)
            if expanding:
                window.growth.start()

        self._window.once_loaded("visualizer.compare.measure", show)

    # -- colours ------------------------------------------------------------------------------------------------------

    def switch_colours(self) -> None:
        """Colours nodes by side, or by value."""
        self.by_value = not self.by_value
        self.paint()
        values = "values: blue is good for MAX, orange for MIN"
        self._window.say(f"the colours show {values if self.by_value else 'the side to move'}", seconds=8)

    def paint(self) -> None:
        """Colours the tree again."""
        pane, search = self._window.analysis.pane, self._window.session.shown_search
        if pane is None or search is None or search.decision.tree is None:
            return
        from visualizer.tree.glyphs import colour_by_value

        painter = None
        if self.by_value:
            name = search.decision.tree.evaluator or self._window.session.settings.limits.evaluator
            evaluator = self._window.evaluators.get(name)
            painter = None if isinstance(evaluator, str) else colour_by_value(evaluator)
        if painter is not None or pane.model.style_override is not None:
            pane.model.set_style_override(painter, "value" if self.by_value else "")

    def _tree_changed(self, change: Change) -> None:
        if change.what == "tree":
            self.paint()


LEAST_DEPTH = 4
"""The depth of the tree that shows the error of an evaluator without search."""


def compare_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    analysis, tools = window.analysis, window.tools

    return [
        *(
            Command(
                f"compare {name}",
                "Compare",
                name[0].upper() + name[1:],
                partial(tools.open_compare, name),
                blocked=analysis.nothing_to_search,
            )
            for name in PAIRS
        ),
        Command(
            "compare",
            "Compare",
            "Any two searches...",
            lambda: tools.open_compare(),
            ("Ctrl+1",),
            blocked=analysis.nothing_to_search,
            separated=True,
        ),
        Command(
            "measure", "Compare", "Measure this search...", tools.open_measure, ("Ctrl+2",), blocked=analysis.no_tree
        ),
        Command(
            "match",
            "Compare",
            "Match...",
            lambda: window.once_loaded("visualizer.compare.match", lambda: show_match(window)),
            ("Ctrl+6",),
            "Two to eight agents play each other; crosstable and Elo.",
            separated=True,
        ),
        Command(
            "growth", "Compare", "Growth with depth", tools.open_growth, ("Ctrl+3",), blocked=analysis.nothing_to_search
        ),
        Command(
            "colours",
            "Compare",
            "Colour the tree by value",
            tools.switch_colours,
            ("Ctrl+5",),
            "Blue nodes are good for MAX, orange ones for MIN.",
            analysis.no_tree,
            lambda: tools.by_value,
            separated=True,
        ),
        Command(
            "errors",
            "Compare",
            "Evaluator errors",
            lambda: window.once_loaded("visualizer.learn.errors", lambda: show_errors(window)),
            ("Ctrl+8",),
            "Its mistakes on solved positions, by ply and by threat, and the worst of them.",
        ),
    ]


def show_match(window: Window, *agents: str) -> None:
    """Opens the match window, there is only one; lets these agents play."""
    from visualizer.compare.match import MatchWindow

    opened = window.windows.of(MatchWindow)
    if opened is None:
        thread = window.windows.thread("match")
        opened = window.windows.add(MatchWindow(window, thread), thread)
    opened.lift()
    opened.focus_set()
    if agents:
        opened.play(agents)


def show_errors(window: Window) -> None:
    """Opens the window about the errors of the search's evaluator; there is only one."""
    from visualizer.learn.errors import ErrorsWindow

    settings, thread = window.session.settings, window.windows.thread("errors")
    name = settings.limits.evaluator
    evaluator = EvaluatorChoice(name, settings.models.get(name))

    def make() -> ErrorsWindow:
        return ErrorsWindow(window, thread, evaluator, window.names.stones, partial(show_error, window))

    window.windows.show(ErrorsWindow, make, thread)


def show_error(window: Window, position: str, evaluator: EvaluatorChoice, depth: int) -> None:
    """Sets a position up and searches it with the evaluator that errs there, beside the exact values."""
    window.modes.show(ANALYSE)
    if window.session.settings.rules != STANDARD and not window.change(rules=STANDARD):
        return
    if window.attempt(window.session.set_up, position, paused=True):
        window.playing.choose_source(EXACT)
        limits = Limits(depth=depth or LEAST_DEPTH, evaluator=evaluator.name, model=evaluator.model)
        window.attempt(window.session.hint, "alphabeta", limits)
        window.root.lift()
