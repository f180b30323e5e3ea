"""Comparing and measuring searches, and matches, as a feature of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from c4.session.plans import PAIRS
from c4.text import capitalised
from visualizer.state.app import App
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature

if TYPE_CHECKING:
    from visualizer.compare.measure import MeasureWindow
    from visualizer.compare.opinions import OpinionsWindow
    from visualizer.compare.window import CompareWindow


def nothing_to_search(app: App) -> str:
    """Why no search can be compared or measured; "" if one can."""
    return app.tree.nothing_to_search()


def no_tree(app: App) -> str:
    """Why there is no search to measure; "" if there is one."""
    return app.tree.no_tree()


def compare_pair(pair: str) -> Callable[[App], None]:
    """What compares a pair of searches, by its name in PAIRS."""

    def start(window: CompareWindow) -> None:
        window.start_pair(pair)

    def run(app: App) -> None:
        app.open("compare", start)

    return run


def compare_any(app: App) -> None:
    """Opens the comparison of two searches."""
    app.open("compare")


def judge(app: App) -> None:
    """Opens alpha-beta, Monte-Carlo tree search and exact values of one position."""
    app.open("opinions")


def show_traps(app: App) -> None:
    """Opens the positions in which Monte-Carlo tree search walks into a trap, with the first one compared."""

    def start(window: OpinionsWindow) -> None:
        window.show_trap()

    app.open("opinions", start)


def measure(app: App) -> None:
    """Measures the search that is shown."""

    def show_profile(window: MeasureWindow) -> None:
        window.show_profile()

    app.open("measure", show_profile)


def list_repeats(app: App) -> None:
    """Lists the positions that the search that is shown visited more than once."""
    app.open("repeats")


def grow(app: App) -> None:
    """Measures how searches grow with depth."""

    def start(window: MeasureWindow) -> None:
        window.grow()

    app.open("measure", start)


def open_match(app: App) -> None:
    """Opens the match window."""
    app.open("match")


def open_ingredients(app: App) -> None:
    """Opens the ingredients of the engine."""
    app.open("ingredients")


def in_order(*commands: Command) -> tuple[Command, ...]:
    """Commands of which each follows the one before it, and the first one the menu Playback."""
    names = ["play", *(command.name for command in commands)]
    return tuple(command._replace(after=before) for before, command in zip(names, commands))


# fmt: off
COMPARE_COMMANDS = in_order(
    *(
        entry("Compare", f"compare {name}", capitalised(name), compare_pair(name), blocked=nothing_to_search)
        for name in PAIRS
    ),
    entry("Compare", "compare", "Any two searches...", compare_any, "Ctrl+1",
          blocked=nothing_to_search, separated=True),
    entry("Compare", "opinions", "Alpha-beta, MCTS and exact values...", judge,
          tip="Who is right in this position, and after how much work.", blocked=nothing_to_search),
    entry("Compare", "traps", "Traps for MCTS...", show_traps,
          tip="Three positions in which random games mislead the search, explained."),
    entry("Compare", "measure", "Measure this search...", measure, "Ctrl+2", blocked=no_tree),
    entry("Compare", "growth", "Growth with depth", grow, "Ctrl+3", blocked=nothing_to_search),
    entry("Compare", "match", "Match...", open_match, "Ctrl+6",
          tip="Two to eight agents play each other; crosstable and Elo.", separated=True),
)

COMMANDS: tuple[Command, ...] = (
    entry("Search", "ingredients", "Ingredients of the engine...", open_ingredients, "Ctrl+7",
          tip="Switches each one, and shows what it saves on this position.", separated=True, after="move order"),
    entry("Tree", "repeats", "Repeated positions...", list_repeats, "Ctrl+4",
          tip="Lists the positions that the search came to more than once, with the size of what is below them.",
          blocked=no_tree, after="next visit"),
    *COMPARE_COMMANDS,
)
# fmt: on

WINDOWS = {
    "compare": "visualizer.compare.window:CompareWindow",
    "opinions": "visualizer.compare.opinions:OpinionsWindow",
    "measure": "visualizer.compare.measure:MeasureWindow",
    "repeats": "visualizer.compare.repeats:RepeatsWindow",
    "match": "visualizer.compare.match:MatchWindow",
    "ingredients": "visualizer.compare.ingredients:IngredientsWindow",
}

FEATURE = Feature(COMMANDS, WINDOWS)
