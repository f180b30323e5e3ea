"""The menu "View": what the board shows, and the colours.  Imports the themes."""

from __future__ import annotations

from functools import partial

from c4.game.rules import FIRST_LINE
from visualizer.kit.commands import Command
from visualizer.kit.theme import STONES, THEMES
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE, KEY


def view_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    session = desk.session

    no_tree = desk.analysis.no_tree

    def no_first_line() -> str:
        first = session.position.rules.scoring == FIRST_LINE
        return "" if first else "threats decide only where the first line wins"

    return [
        Command(
            "analyse",
            "View",
            "Analyse",
            lambda: desk.faces.swap(),
            (KEY,),
            "Shows everything: the tree of the search, values, settings; once more shows the board alone, to play.",
            checked=lambda: desk.faces.face == ANALYSE,
        ),
        Command(
            "scores",
            "View",
            "Column values",
            lambda: switch_scores(desk),
            ("V",),
            "Shows the values of the last search over the columns.",
            checked=lambda: desk.playing.show_scores,
            parted=True,
        ),
        Command(
            "exact values",
            "View",
            "Exact values",
            lambda: switch_exact(desk),
            ("J",),
            "Shows over the columns who wins with perfect play, and when.",
            checked=lambda: session.exact_values.on,
        ),
        Command(
            "heat",
            "View",
            "What the learned evaluator sees",
            lambda: switch_heat(desk),
            ("I",),
            "Draws what each cell adds to the value.",
            checked=lambda: desk.playing.show_heat,
        ),
        Command(
            "threats",
            "View",
            "Threats",
            lambda: switch_threats(desk),
            ("W",),
            "Rings the squares that complete a line, and says who profits.",
            blocked=no_first_line,
            checked=lambda: desk.playing.show_threats,
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
            "Shows the whole search as a strip below the tree.",
            blocked=no_tree,
            checked=lambda: desk.analysis.has_tree and desk.analysis.shown_pane.strip.open,
            parted=True,
        ),
        Command(
            "strip colour",
            "View",
            "Next colour of the strip",
            lambda: desk.analysis.shown_pane.strip.next_colour(),
            ("Ctrl+J",),
            blocked=no_tree,
        ),
    ]


def switch_scores(desk: Desk) -> None:
    """Shows or hides the column values."""
    desk.playing.show_scores = not desk.playing.show_scores
    desk.touch()


def switch_exact(desk: Desk) -> None:
    """Shows exact values over the columns, or those of the search."""
    desk.session.switch_exact(not desk.session.exact_values.on)
    desk.playing.show_scores = True
    desk.touch()


def switch_heat(desk: Desk) -> None:
    """Shows or hides what the learned evaluator sees in the cells."""
    desk.playing.show_heat = not desk.playing.show_heat
    desk.touch()


def switch_threats(desk: Desk) -> None:
    """Shows or hides the threats of both sides."""
    desk.playing.show_threats = not desk.playing.show_threats
    desk.touch()


def switch_animation(desk: Desk) -> None:
    """Switches the falling of stones."""
    desk.playing.board.animate = not desk.playing.board.animate


def _has_stones(desk: Desk, name: str) -> bool:
    return desk.names.stones == name


def set_stones(desk: Desk, name: str) -> None:
    """Chooses a pair of stone colours by its name in `STONES`."""
    desk.names.stones = name
    desk.analysis.renamed()
    desk.touch()
