"""The menu Compare: two searches, measurements, disagreements, the colours of the tree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.agents.limits import Limits
from c4.evaluators import EVALUATORS
from c4.game.rules import STANDARD
from c4.session.live import EXACT
from c4.session.plans import PAIRS
from visualizer.app.modes import ANALYSE
from visualizer.board.picker import EvaluatorChoice
from visualizer.compare.disagreement import DisagreementPane
from visualizer.ui.commands import Command

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.tree.model import Change

COLOURS = ("by side", "by value", "by disagreement")
DISAGREEMENT_LABEL = "Search and learned evaluator"
COLOUR_LABEL = "Colour of the tree: side, value, disagreement"


class Tools:
    """One per window; it listens to the tree pane."""

    def __init__(self, window: Window) -> None:
        self._window = window
        analysis = window.analysis
        self.colours = COLOURS[0]
        self.disagreement = DisagreementPane(analysis.tabs, window.session, analysis.select_row, self.paint)
        analysis.tabs.add(self.disagreement, text="Learned")
        analysis.listeners.append(self._tree_changed)

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

    def show_disagreement(self) -> None:
        """Brings the list of disagreements to the front."""
        self._window.analysis.tabs.select(self.disagreement)
        self.disagreement.ask()

    # -- colours ------------------------------------------------------------------------------------------------------

    def next_colours(self) -> None:
        """Colours the glyphs by side, by value or by disagreement, in turn."""
        self.colours = COLOURS[(COLOURS.index(self.colours) + 1) % len(COLOURS)]
        self.disagreement.want(self.colours == COLOURS[2])
        self.paint()
        apart = self.disagreement.between.get()
        says = {
            COLOURS[0]: "the colours show the side to move",
            COLOURS[1]: "the colours show values: blue is good for MAX, orange for MIN",
            COLOURS[2]: f"the colours show the difference between {apart}, from 0 (pale) to 1 and more (purple)",
        }
        self._window.say(says[self.colours], seconds=8)

    def paint(self) -> None:
        """Colours the tree again."""
        pane, search = self._window.analysis.pane, self._window.session.shown_search
        if pane is None or search is None or search.decision.tree is None:
            return
        from visualizer.tree.glyphs import colour_by_disagreement, colour_by_value

        painter = None
        if self.colours == COLOURS[1]:
            name = search.decision.tree.evaluator or self._window.session.settings.limits.evaluator
            evaluator = self._window.evaluators.get(name)
            painter = None if isinstance(evaluator, str) else colour_by_value(evaluator)
        elif self.colours == COLOURS[2]:
            apart = self.disagreement.disagreement()
            painter = None if apart is None else colour_by_disagreement(apart)
        if painter is not None or pane.model.style_override is not None:
            pane.model.set_style_override(
                painter, {COLOURS[1]: "value", COLOURS[2]: "disagreement"}.get(self.colours, "")
            )

    def _tree_changed(self, change: Change) -> None:
        if change.what in ("tree", "expanded"):
            self.disagreement.ask()
        if change.what == "tree":
            self.paint()
        pane = self._window.analysis.pane
        if change.what == "selection" and pane is not None and pane.model.selected is not None:
            self.disagreement.show_selected(pane.model.selected)


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
            "disagreement",
            "Compare",
            DISAGREEMENT_LABEL,
            tools.show_disagreement,
            ("Ctrl+4",),
            blocked=analysis.no_tree,
            separated=True,
        ),
        Command("colours", "Compare", COLOUR_LABEL, tools.next_colours, ("Ctrl+5",), blocked=analysis.no_tree),
        Command(
            "two evaluators",
            "Compare",
            "Two evaluators side by side",
            lambda: window.once_loaded("visualizer.learn.two_evaluators", lambda: show_two_evaluators(window)),
            ("Ctrl+I",),
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


def show_two_evaluators(
    window: Window, left: EvaluatorChoice | None = None, right: EvaluatorChoice | None = None
) -> None:
    """Opens the window with two evaluators, by default the search's and a learned one."""
    from visualizer.learn.two_evaluators import TwoEvaluators

    settings, learned = window.session.settings, window.playing.learned.name
    first = settings.limits.evaluator
    second = learned if learned != first else next(name for name in EVALUATORS if name != first)
    usual = [EvaluatorChoice(name, settings.models.get(name)) for name in (first, second)]
    thread = window.windows.thread("evaluators")
    opened = TwoEvaluators(
        window.root,
        window.theme,
        window.names.stones,
        left or usual[0],
        right or usual[1],
        window.on_board,
        window.session.worker(thread),
    )
    window.windows.add(opened, thread)


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
