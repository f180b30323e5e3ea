"""The menu "Examples": positions that show something.  Imports the examples."""

from __future__ import annotations

from functools import partial

from c4.game.rules import STANDARD
from c4.practice.examples import EXAMPLES, Example
from c4.session.columns import EXACT
from visualizer.kit.commands import Command
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE
from visualizer.shell.lent import lend


def example_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    return [
        Command(f"example {example.name}", "Examples", example.label, partial(show_example, desk, example))
        for example in EXAMPLES
    ]


def show_example(desk: Desk, example: Example) -> None:
    """Sets up an example, searches it, and says what to see; undo brings the game back that was on the board.

    Once its text is closed, values and threats are shown as they were before.
    """
    session = desk.session
    desk.guide.close()
    desk.faces.show(ANALYSE)
    if session.settings.rules != STANDARD and not desk.change(rules=STANDARD):
        return
    if not desk.attempt(session.set_up, example.moves or "empty", paused=True):
        return
    give_back = lend(desk, EXACT, example.threats)
    desk.attempt(session.hint, example.agent, example.limits)
    position = session.position
    desk.guide.tell(example.label, example.told, on_close=give_back, holds=lambda: position in session.line)
