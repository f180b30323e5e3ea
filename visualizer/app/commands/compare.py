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
from visualizer.app.tools import COLOUR_LABEL, DISAGREEMENT_LABEL
from visualizer.board.picker import EvaluatorChoice
from visualizer.ui.commands import Command

if TYPE_CHECKING:
    from visualizer.app.window import Window

LEAST_DEPTH = 4
"""The depth of the tree that shows the error of an evaluator without search."""


def compare_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    analysis, tools = window.analysis, window.tools

    def nothing_to_search() -> str:
        if analysis.pane is None:
            return "the tree is still being loaded"
        session = window.session
        return "" if session.shown_search is not None or session.outcome is None else "the game is over"

    return [
        *(
            Command(
                f"compare {name}",
                "Compare",
                name[0].upper() + name[1:],
                partial(tools.open_compare, name),
                blocked=nothing_to_search,
            )
            for name in PAIRS
        ),
        Command(
            "compare",
            "Compare",
            "Any two searches...",
            lambda: tools.open_compare(),
            ("Ctrl+1",),
            blocked=nothing_to_search,
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
        Command("growth", "Compare", "Growth with depth", tools.open_growth, ("Ctrl+3",), blocked=nothing_to_search),
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
            "Its mistakes on solved positions by kind, how far its values can be trusted, the worst positions.",
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
