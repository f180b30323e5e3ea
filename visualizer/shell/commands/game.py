"""The menu "Game", and what a click on a column does.  Imports the dialog for boards."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS
from c4.game.rules import count
from visualizer.kit.commands import COLUMNS, Command
from visualizer.play.controls import BoardDialog
from visualizer.shell.desk import Desk
from visualizer.shell.opening import once_loaded

MOST_COLUMNS = 9
"""Columns that have a key."""


def game_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    session = desk.session
    return [
        Command("new game", "Game", "New game", lambda: new_game(desk), ("N", "Ctrl+N")),
        Command(
            "undo",
            "Game",
            "Undo",
            lambda: desk.attempt(session.undo),
            ("U", "Ctrl+Z", "Backspace"),
            "Takes back the moves since your last turn.",
            blocked=lambda: "" if session.can_undo else "there is no move to take back",
            parted=True,
        ),
        Command(
            "redo",
            "Game",
            "Redo",
            lambda: desk.attempt(session.redo),
            ("R", "Ctrl+Y"),
            "Plays moves again that you took back.",
            blocked=lambda: "" if session.can_redo else "there is no move to redo",
        ),
        Command(
            "swap seats",
            "Game",
            "Swap seats",
            lambda: swap_seats(desk),
            ("X",),
            blocked=lambda: "both seats have the same player" if len(set(session.settings.seats)) == 1 else "",
            parted=True,
        ),
        Command("other board", "Game", "Board and rules...", lambda: other_board(desk), ("B",)),
        Command(
            "train",
            "Game",
            "Train a learner...",
            lambda: once_loaded(desk, "visualizer.learn.training", lambda: open_training(desk)),
            ("Q",),
            parted=True,
        ),
        Command(
            "learn",
            "Game",
            "Machines learn from their games",
            lambda: desk.attempt(session.set, learn=not session.settings.learn),
            checked=lambda: session.settings.learn,
        ),
        *(
            Command(
                f"column {column + 1}",
                COLUMNS,
                f"Play column {column + 1}",
                partial(play, desk, column),
                (str(column + 1),),
            )
            for column in range(MOST_COLUMNS)
        ),
    ]


def play(desk: Desk, column: int) -> None:
    """Drops a stone into a column (from 0), or says why not."""
    session, rules = desk.session, desk.session.position.rules
    desk.playing.board.finish_fall()
    if desk.analysis.replaying:
        desk.say("the board shows the playback: K ends it")
    elif column >= rules.columns:
        desk.say(f"this board has {count(rules.columns, 'column')}")
    elif session.outcome is not None:
        desk.say(f"{desk.status.result()}. Press N for a new game.")
    elif session.position.height(column) == rules.rows:
        desk.say(f"column {column + 1} is full: choose another")
    else:
        desk.teaching.play(column)


def new_game(desk: Desk) -> None:
    """Begins a new game; one that is reviewed is left."""
    if desk.reviewing.open:
        desk.faces.swap()
    desk.attempt(desk.session.new_game)


def swap_seats(desk: Desk) -> None:
    """Exchanges the players in the two seats."""
    first, second = desk.session.settings.seats
    desk.change(seats=(second, first))


def other_board(desk: Desk) -> None:
    """Opens the dialog for another board."""
    BoardDialog(desk.root, desk.session.settings.rules, lambda rules: desk.change(rules=rules))


def open_training(desk: Desk) -> None:
    """Opens the training window; there is only one."""
    from visualizer.learn.training import TrainingWindow

    desk.windows.show(
        TrainingWindow,
        lambda: TrainingWindow(
            desk.root, desk.session, desk.theme, lambda learner, path: play_trained(desk, learner, path)
        ),
    )


def play_trained(desk: Desk, learner: str, path: str) -> None:
    """Starts a game against a trained model: its own agent if there is one, otherwise a search with its values."""
    desk.evaluators.reload(path)
    settings = desk.session.settings
    seats = (HUMAN, learner if learner in AGENTS else settings.algorithm)
    evaluator = {"evaluator": learner} if learner in EVALUATORS else {}
    if desk.attempt(desk.session.set, seats=seats, models={**settings.models, learner: path}, **evaluator):
        desk.playing.learned.choose(learner)
        desk.attempt(desk.session.new_game)
        desk.root.lift()
        desk.say(f"you are playing against {Path(path).stem}; F2 shows how it thinks", seconds=8)
