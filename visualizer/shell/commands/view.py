"""The menu "View": what is shown on the board, and the colours.  Imports the themes."""

from __future__ import annotations

from functools import partial

from visualizer.kit.commands import Command
from visualizer.kit.theme import STONES, THEMES
from visualizer.shell.desk import Desk


def view_commands(desk: Desk) -> list[Command]:
    """What the menu lists."""
    session = desk.session

    def no_tree() -> str:
        return "" if desk.analysis.has_tree else "there is no tree yet"

    return [
        Command(
            "scores",
            "View",
            "Column values",
            lambda: switch_scores(desk),
            ("V",),
            "The values of the last search over the columns.",
            checked=lambda: desk.playing.show_scores,
        ),
        Command(
            "exact values",
            "View",
            "Exact values",
            lambda: switch_exact(desk),
            ("J",),
            "Who wins with perfect play, and when, over the columns.",
            checked=lambda: session.exact_values.on,
        ),
        Command(
            "heat",
            "View",
            "What the learned evaluator sees",
            lambda: switch_heat(desk),
            ("I",),
            "What each cell adds to the value, drawn into the cells.",
            checked=lambda: desk.playing.show_heat,
        ),
        Command(
            "animation",
            "View",
            "Falling stones",
            lambda: switch_animation(desk),
            ("F",),
            checked=lambda: desk.playing.board.animate,
        ),
        Command(
            "dark",
            "View",
            "Dark",
            lambda: desk.set_theme(THEMES["dark" if desk.theme.name == "light" else "light"]),
            ("Ctrl+D",),
            checked=lambda: desk.theme.name == "dark",
            parted=True,
        ),
        *(
            Command(
                f"stones {name}",
                "View",
                f"Stones: {name}",
                partial(set_stones, desk, name),
                checked=partial(_has_stones, desk, name),
            )
            for name in STONES
        ),
        Command(
            "strip",
            "View",
            "Overview strip",
            lambda: desk.analysis.shown_pane.strip.switch(),
            ("Ctrl+U",),
            "The whole search as a strip below the tree, one stripe a node.",
            blocked=no_tree,
            checked=lambda: desk.analysis.has_tree and desk.analysis.shown_pane.strip.open,
            parted=True,
        ),
        Command(
            "strip colour",
            "View",
            "Overview: next colour",
            lambda: desk.analysis.shown_pane.strip.next_colour(),
            ("Ctrl+J",),
            blocked=no_tree,
        ),
    ]


def switch_scores(desk: Desk) -> None:
    """Column values, or none."""
    desk.playing.show_scores = not desk.playing.show_scores
    desk.touch()


def switch_exact(desk: Desk) -> None:
    """Exact values over the columns, or those of the search."""
    desk.session.switch_exact(not desk.session.exact_values.on)
    desk.playing.show_scores = True
    desk.touch()


def switch_heat(desk: Desk) -> None:
    """What the chosen learned evaluator sees, in the cells of the board."""
    desk.playing.show_heat = not desk.playing.show_heat
    desk.touch()


def switch_animation(desk: Desk) -> None:
    """Stones that fall, or lie at once."""
    desk.playing.board.animate = not desk.playing.board.animate


def _has_stones(desk: Desk, name: str) -> bool:
    return desk.names.stones == name


def set_stones(desk: Desk, name: str) -> None:
    """Another pair of stone colours, by its name in `STONES`."""
    desk.names.stones = name
    desk.analysis.renamed()
    desk.touch()
