"""The menu "Tree".  Imports nothing heavy: the tree pane and its neighbours may not be loaded yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from c4.agents import HUMAN
from c4.game.notation import format_position
from visualizer.kit.commands import Command, possible
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE
from visualizer.shell.opening import once_loaded
from visualizer.tree.actions import ACTIONS, Action

if TYPE_CHECKING:
    from c4.strategy.graph import Strategy  # these bring numpy, which the first paint does without
    from c4.tree.searchtree import SearchTree

STRATEGIST = "strategy"
"""The agent that plays by a strategy."""

NODE_MENU = (
    *(action.name for action in ACTIONS),
    "zoom to selection",
    "run to node",
    "bookmark",
    "copy node",
    "play on",
)
"""The commands in the context menu of a node."""


def tree_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    analysis = desk.analysis

    no_tree = analysis.no_tree

    def no_pane() -> str:
        return "" if analysis.beside is not None else "the tree is still being loaded"

    def nowhere(forward: bool) -> str:
        if no_tree():
            return no_tree()
        pane = analysis.shown_pane
        can = pane.can_go_forward if forward else pane.can_go_back
        return "" if can else "there is no other view"

    def blocked(action: Action) -> str:
        return no_tree() or action.blocked(analysis.shown_pane.model)

    def command(name: str, label: str, run: Callable[[], object], key: str, **more: object) -> Command:
        more.setdefault("blocked", no_tree)
        return Command(name, "Tree", label, run, (key,), **more)  # type: ignore[arg-type]

    return [
        command("find", "Find...", lambda: analysis.shown_beside.find.open(), "Ctrl+F"),
        command("find next", "Find next", lambda: analysis.shown_beside.find.next(), "F3"),
        command("find previous", "Find previous", lambda: analysis.shown_beside.find.previous(), "Shift+F3"),
        command(
            "back",
            "Previous view",
            lambda: analysis.shown_pane.back(),
            "Alt+←",
            blocked=partial(nowhere, False),
        ),
        command(
            "forward",
            "Next view",
            lambda: analysis.shown_pane.forward(),
            "Alt+→",
            blocked=partial(nowhere, True),
        ),
        command("outline", "Go to the outline", lambda: analysis.shown_beside.to_outline(), "L", parted=True),
        command("repeats", "Positions searched more than once", lambda: analysis.shown_beside.to_repeats(), "Shift+R"),
        command("to tree", "Go to the tree", lambda: analysis.shown_pane.widget.focus_set(), "T"),
        command("fit tree", "Fit the tree", lambda: analysis.shown_pane.fit(), "Home"),
        command(
            "zoom to selection",
            "Zoom to the selected node",
            lambda: analysis.shown_pane.fit_subtree(analysis.shown_pane.selected or 0),
            "Z",
        ),
        *(
            Command(
                action.name,
                "Tree",
                action.label,
                partial(_do, desk, action),
                (action.key,) if action.key else (),
                action.tip,
                partial(blocked, action),
                parted=action.parted or action is ACTIONS[0],
            )
            for action in ACTIONS
        ),
        command(
            "bookmark", "Bookmark the selected node", lambda: analysis.shown_beside.bookmark(), "Ctrl+B", parted=True
        ),
        command("next bookmark", "Next bookmark", lambda: analysis.shown_beside.bookmarks.step(1), "F4"),
        command("previous bookmark", "Previous bookmark", lambda: analysis.shown_beside.bookmarks.step(-1), "Shift+F4"),
        command(
            "copy node",
            "Copy the selected node as text",
            lambda: analysis.shown_beside.copy(),
            "Ctrl+Shift+C",
            parted=True,
        ),
        Command(
            "play on",
            "Tree",
            "Play on from the selected node",
            lambda: play_on(desk),
            ("Ctrl+Shift+G",),
            tip="Sets the node up as a game; where the tree is a strategy, that strategy plays its side.",
            blocked=no_tree,
        ),
        command("export", "Export...", lambda: analysis.shown_beside.export(), "Ctrl+E"),
        command("open tree", "Open tree...", lambda: analysis.shown_beside.open_tree(), "Ctrl+O", blocked=no_pane),
        command(
            "strategy",
            "Why perfect play wins...",
            lambda: once_loaded(desk, "visualizer.strategy.window", lambda: strategy(desk)),
            "Shift+W",
            blocked=possible,
            parted=True,
        ),
        command(
            "puzzles",
            "Puzzles...",
            lambda: once_loaded(desk, "visualizer.strategy.puzzles", lambda: puzzles(desk)),
            "Shift+P",
            blocked=possible,
        ),
        command("practice", "Practice...", lambda: practice(desk), "Y", blocked=lambda: "", parted=True),
        command("exercises", "Sets of exercises...", lambda: exercises(desk), "Shift+Y", blocked=lambda: ""),
    ]


def strategy(desk: Desk) -> None:
    """Opens the window about the first player's win, or brings it to the front."""
    from visualizer.strategy.window import StrategyWindow

    thread = desk.windows.thread("strategy")

    def show_tree(strategy: Strategy, tree: SearchTree, path: str | None) -> None:
        desk.analysis.strategies.keep(strategy, path)
        desk.faces.show(ANALYSE)
        desk.attempt(desk.session.take_tree, tree)
        desk.root.lift()
        desk.say("the strategy as a tree; the game on the board has not changed", seconds=8)

    desk.windows.show(
        StrategyWindow, lambda: StrategyWindow(desk, sides(desk), desk.session.worker(thread), show_tree), thread
    )


def play_on(desk: Desk) -> None:
    """Sets up the position of the selected node; against a strategy it is played by the other side."""
    view, row = desk.analysis.shown_pane.view, desk.analysis.shown_pane.selected
    if view is None or row is None:
        return
    tree, strategies = view.tree, desk.analysis.strategies
    position, starter = tree.position(row), desk.session.game.starter
    if strategies.is_one(tree) and (path := strategies.model_of(tree)) is not None:
        owner = (tree.maximizer + starter) % 2
        seats = (STRATEGIST, HUMAN) if owner == 0 else (HUMAN, STRATEGIST)
        if not desk.change(seats=seats, models={**desk.session.settings.models, **path}):
            return
    if desk.attempt(desk.session.set_up, format_position(position), starter):
        desk.say("the game goes on from the selected node", seconds=8)


def puzzles(desk: Desk) -> None:
    """Opens the puzzles, or brings them to the front."""
    from visualizer.strategy.puzzles import PuzzleWindow

    thread = desk.windows.thread("puzzles")
    desk.windows.show(PuzzleWindow, lambda: PuzzleWindow(desk, sides(desk), desk.session.worker(thread)), thread)


def sides(desk: Desk) -> tuple[tuple[str, str], tuple[str, str]]:
    """Word and colour of the stones of the side that begins, and of the other."""
    words, starter = desk.names.colours, desk.session.game.starter
    return words[starter], words[1 - starter]


def _do(desk: Desk, action: Action) -> None:
    """Does something to the selected node."""
    action.run(desk.analysis.shown_pane.model)


def practice(desk: Desk) -> None:
    """Opens the exercises."""
    from visualizer.practice.window import PracticeWindow

    desk.windows.add(PracticeWindow(desk))


def exercises(desk: Desk) -> None:
    """Opens the sets of exercises, or brings them to the front."""
    from visualizer.practice.sets import SetWindow
    from visualizer.practice.window import PracticeWindow

    def practice_window() -> PracticeWindow | None:
        return desk.windows.of(PracticeWindow)

    desk.windows.show(SetWindow, lambda: SetWindow(desk, practice_window))
