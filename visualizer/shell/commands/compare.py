"""The menu "Compare": two searches, measurements, disagreements, the colours of the tree.  Imports the pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from c4.agents import Limits
from c4.evaluators import EVALUATORS
from c4.experiments.plans import PAIRS
from c4.game.rules import STANDARD
from c4.session.columns import EXACT
from visualizer.kit.commands import Command
from visualizer.play.chooser import Choice
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE
from visualizer.shell.opening import once_loaded
from visualizer.shell.tools import COLOUR_LABEL, DISAGREEMENT_LABEL

LEAST_DEPTH = 4
"""The depth of the tree that shows the error of an evaluator without search."""


def compare_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    analysis, tools = desk.analysis, desk.tools

    def nothing_to_search() -> str:
        if analysis.pane is None:
            return "the tree is still being loaded"
        session = desk.session
        return "" if session.found is not None or session.outcome is None else "the game is over"

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
            parted=True,
        ),
        Command(
            "measure", "Compare", "Measure this search...", tools.open_measure, ("Ctrl+2",), blocked=analysis.no_tree
        ),
        Command(
            "match",
            "Compare",
            "Match...",
            lambda: once_loaded(desk, "visualizer.compare.match", lambda: show_match(desk)),
            ("Ctrl+6",),
            "Two to eight agents play each other; crosstable and Elo.",
            parted=True,
        ),
        Command("growth", "Compare", "Growth with depth", tools.open_growth, ("Ctrl+3",), blocked=nothing_to_search),
        Command(
            "disagreement",
            "Compare",
            DISAGREEMENT_LABEL,
            tools.show_disagreement,
            ("Ctrl+4",),
            blocked=analysis.no_tree,
            parted=True,
        ),
        Command("colours", "Compare", COLOUR_LABEL, tools.next_colours, ("Ctrl+5",), blocked=analysis.no_tree),
        Command(
            "two evaluators",
            "Compare",
            "Two evaluators side by side",
            lambda: once_loaded(desk, "visualizer.learn.two_evaluators", lambda: show_two_evaluators(desk)),
            ("Ctrl+I",),
        ),
        Command(
            "errors",
            "Compare",
            "Where an evaluator is wrong",
            lambda: once_loaded(desk, "visualizer.learn.errors", lambda: show_errors(desk)),
            ("Ctrl+8",),
            "Its mistakes on solved positions by kind, how far its values can be trusted, the worst positions.",
        ),
        Command(
            "runs",
            "Compare",
            "Trainings side by side...",
            lambda: once_loaded(desk, "visualizer.learn.runs", lambda: show_runs(desk)),
            ("Ctrl+9",),
            "Two trainings of a sweep: their curves, weights, a match, their errors.",
        ),
    ]


def show_match(desk: Desk, *agents: str) -> None:
    """Opens the match window, there is only one; lets these agents play."""
    from visualizer.compare.match import MatchWindow

    window = desk.windows.of(MatchWindow)
    if window is None:
        thread = desk.windows.thread("match")
        window = desk.windows.add(MatchWindow(desk, thread), thread)
    window.lift()
    window.focus_set()
    if agents:
        window.play(agents)


def show_two_evaluators(desk: Desk, left: Choice | None = None, right: Choice | None = None) -> None:
    """Opens the window with two evaluators, by default the search's and a learned one."""
    from visualizer.learn.two_evaluators import TwoEvaluators

    settings, learned = desk.session.settings, desk.playing.learned.name
    first = settings.limits.evaluator
    second = learned if learned != first else next(name for name in EVALUATORS if name != first)
    usual = [Choice(name, settings.models.get(name)) for name in (first, second)]
    thread = desk.windows.thread("evaluators")
    window = TwoEvaluators(
        desk.root,
        desk.theme,
        desk.names.stones,
        left or usual[0],
        right or usual[1],
        desk.on_board,
        desk.session.worker(thread),
    )
    desk.windows.add(window, thread)


def show_runs(desk: Desk) -> None:
    """Opens the window about the trainings of a sweep; there is only one."""
    from visualizer.learn.runs import RunsWindow

    def loaded(module: str, show: Callable[[Desk, Choice, Choice], object]) -> Callable[[Choice, Choice], None]:
        return lambda one, other: once_loaded(desk, module, lambda: show(desk, one, other))

    def play(desk: Desk, *both: Choice) -> None:
        show_match(desk, *(f"greedy:evaluator={one.name},model={one.model}" for one in both))

    compare = {
        "Weights": loaded("visualizer.learn.two_evaluators", show_two_evaluators),
        "Match": loaded("visualizer.compare.match", play),
        "Errors": loaded("visualizer.learn.errors", show_errors),
    }
    desk.windows.show(RunsWindow, lambda: RunsWindow(desk, compare))


def show_errors(desk: Desk, first: Choice | None = None, second: Choice | None = None) -> None:
    """Opens the window about the errors of the search's evaluator, or of these two; there is only one."""
    from visualizer.learn.errors import ErrorsWindow

    settings, thread = desk.session.settings, desk.windows.thread("errors")
    name = settings.limits.evaluator
    window = desk.windows.of(ErrorsWindow)
    if window is not None and first is not None:
        window.take(first, second)

    def make() -> ErrorsWindow:
        mine = first or Choice(name, settings.models.get(name))
        return ErrorsWindow(desk, thread, mine, desk.names.stones, partial(show_error, desk), second)

    desk.windows.show(ErrorsWindow, make, thread)


def show_error(desk: Desk, position: str, evaluator: Choice, depth: int) -> None:
    """Sets a position up and searches it with the evaluator that errs there, beside the exact values."""
    desk.faces.show(ANALYSE)
    if desk.session.settings.rules != STANDARD and not desk.change(rules=STANDARD):
        return
    if desk.attempt(desk.session.set_up, position, paused=True):
        desk.playing.choose_source(EXACT)
        limits = Limits(depth=depth or LEAST_DEPTH, evaluator=evaluator.name, model=evaluator.model)
        desk.attempt(desk.session.hint, "alphabeta", limits)
        desk.root.lift()
