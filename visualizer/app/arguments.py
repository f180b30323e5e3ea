"""The command line of `c4-window` and `python interface.py`: a game, who plays, and how deep agents search."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

from c4 import evaluators
from c4.agents import HUMAN
from c4.agents.specification import name_of, parse_agent, takes_model
from c4.evaluators import identify
from c4.game.rules import STANDARD
from c4.lessons import ENDING as LESSON_ENDING
from c4.lessons.reader import read_lesson
from c4.library.reader import named_file, read_openable
from c4.session.game import Game
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE


class Arguments(NamedTuple):
    """What was asked for; None leaves the preferences as they are."""

    position: str | None = None
    first: str | None = None
    second: str | None = None
    limits: dict[str, Any] = {}
    model: str | None = None

    def apply(self, app: App) -> None:
        """Changes the settings and sets up the game.  Raises C4Error if that is impossible."""
        session = app.session
        settings = session.settings.changed(**self.limits)
        if self.model is not None:
            agents = [name_of(text) for text in (self.first, self.second) if text]
            names = [name for name in agents if takes_model(name)]
            if not names:
                names = [self.limits.get("evaluator") or identify(self.model)]
                settings = settings.changed(evaluator=names[0])
            settings = settings.changed(models={**settings.models, **dict.fromkeys(names, self.model)})
        session.adopt(settings.seated(*seats_of(self.first, self.second)))
        if self.position is not None:
            open_argument(app, self.position)


def seats_of(first: str | None, second: str | None) -> tuple[str | None, str | None]:
    """Who sits where: if one agent was named alone, the other seat is yours.  None leaves a seat to the preferences."""
    if first is None and second not in (None, HUMAN):
        return HUMAN, second
    if second is None and first not in (None, HUMAN):
        return first, HUMAN
    return first, second


def is_lesson(text: str) -> bool:
    """Whether an argument names the file of a lesson."""
    return Path(text).suffix.lower() == LESSON_ENDING


def open_argument(app: App, text: str) -> None:
    """Opens what an argument names: a typed position of the standard board, or a file with a game, position,
    tree or lesson.

    Raises C4Error for anything else.
    """
    session = app.session
    if is_lesson(text):
        app.lessons.open_file(text)
        return
    path = named_file(text)
    opened = read_openable(text)
    if path is None:
        session.open_game(Game.set_up(text, STANDARD, session.settings.starter))
    elif isinstance(opened, Path):
        from c4.tree import treefile

        tree = treefile.load(opened)
        app.views.show_mode(ANALYSE)
        app.tree.take(tree)
        app.remember_file(str(path))
    else:
        app.game.show_opened(opened, str(path))


def read_arguments(words: list[str]) -> Arguments:
    """Reads the command line.  An unknown option ends the program with status 2; raises C4Error for an unknown agent
    or an impossible game.
    """
    parser = ArgumentParser(description="Connect 4 that shows how it thinks.", allow_abbrev=False)
    parser.add_argument(
        "position",
        nargs="?",
        help="What to open: 4453, empty, packed:NUMBER, or a file with a game, a tree or a lesson.",
    )
    parser.add_argument(
        "--first",
        metavar="AGENT",
        help=f'Who begins: {HUMAN}, or an agent such as "engine:time_ms=100"; the other seat is then yours.',
    )
    parser.add_argument("--second", metavar="AGENT", help="Who plays second; the first move is then yours.")
    parser.add_argument("--depth", type=int, help="Plies that agents look ahead.")
    parser.add_argument(
        "--time-ms", type=float, metavar="MS", help="Milliseconds per move, for agents that play by time."
    )
    parser.add_argument("--evaluator", metavar="NAME", help="The evaluator that agents use; or a Python file.")
    parser.add_argument(
        "--model", metavar="FILE", help="A model file, for that evaluator or for an agent such as sarsa."
    )
    given = parser.parse_args(words)
    for agent in (given.first, given.second):
        if agent not in (None, HUMAN):
            parse_agent(agent)
    if given.position is not None and is_lesson(given.position):
        read_lesson(given.position)
    elif given.position is not None:
        read_openable(given.position)
    if given.evaluator is not None:
        evaluators.check_name(evaluators.allow(given.evaluator))
    limits: dict[str, Any] = {}
    for name in ("depth", "time_ms", "evaluator"):
        value = getattr(given, name)
        if value is not None:
            limits[name] = value
    if "depth" in limits:
        limits.setdefault("time_ms", None)  # a time that was kept from the last start would stand in its place
    return Arguments(given.position, given.first, given.second, limits, given.model)
