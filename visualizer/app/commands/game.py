"""The menu Game, and what a click on a column does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS
from c4.library.library import default_path
from c4.text import pluralise
from visualizer.app.modes import REVIEW
from visualizer.board.controls import BoardDialog
from visualizer.ui.commands import COLUMNS, INNER, Command

if TYPE_CHECKING:
    from visualizer.app.window import Window


MOST_COLUMNS = 9
"""Columns that have a key."""


def game_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    session = window.session
    return [
        Command("new game", "Game", "New game", lambda: new_game(window), ("N", "Ctrl+N")),
        Command(
            "undo",
            "Game",
            "Undo",
            lambda: window.attempt(session.undo),
            ("U", "Ctrl+Z", "Backspace"),
            "Undoes the moves since your last turn.",
            blocked=lambda: "" if session.can_undo else "there is no move to undo",
            separated=True,
        ),
        Command(
            "redo",
            "Game",
            "Redo",
            lambda: window.attempt(session.redo),
            ("R", "Ctrl+Y"),
            "Plays the moves again that you undid.",
            blocked=lambda: "" if session.can_redo else "there is no move to redo",
        ),
        Command(
            "swap seats",
            "Game",
            "Swap seats",
            lambda: swap_seats(window),
            ("X",),
            blocked=lambda: "both seats have the same player" if len(set(session.settings.seats)) == 1 else "",
            separated=True,
        ),
        Command("other board", "Game", "Board and rules...", lambda: other_board(window), ("B",)),
        Command(
            "train",
            "Game",
            "Train a learner...",
            lambda: window.once_loaded("visualizer.learn.training", lambda: open_training(window)),
            ("Q",),
            separated=True,
        ),
        Command(
            "learn",
            "Game",
            "Computers learn from their games",
            lambda: window.attempt(session.set, learn=not session.settings.learn),
            checked=lambda: session.settings.learn,
        ),
        *(
            Command(
                f"column {column + 1}",
                COLUMNS,
                f"Play column {column + 1}",
                partial(play, window, column),
                (str(column + 1),),
            )
            for column in range(MOST_COLUMNS)
        ),
    ]


def play(window: Window, column: int) -> None:
    """Drops a disc into a column (from 0), or says why not."""
    session, rules = window.session, window.session.position.rules
    window.playing.board.finish_fall()
    if session.outcome is not None or column not in session.position.legal_columns():
        window.sounds.play("illegal")
    if window.analysis.replaying():
        window.say("the board shows the playback; press K to end it")
    elif column >= rules.columns:
        window.say(f"this board has {pluralise(rules.columns, 'column')}")
    elif session.outcome is not None:
        window.say(f"{window.status.result()}. Press N for a new game.")
    else:
        window.teaching.play(column)


def new_game(window: Window) -> None:
    """Begins a new game; one that is reviewed is left."""
    if window.reviewing.open:
        window.modes.swap()
    window.attempt(window.session.new_game)


def swap_seats(window: Window) -> None:
    """Exchanges the players in the two seats."""
    first, second = window.session.settings.seats
    window.change(seats=(second, first))


def other_board(window: Window) -> None:
    """Opens the dialog for another board."""
    BoardDialog(window.root, window.session.settings.rules, lambda rules: window.change(rules=rules))


def open_training(window: Window) -> None:
    """Opens the training window; there is only one."""
    from visualizer.learn.training import TrainingWindow

    window.windows.show(
        TrainingWindow,
        lambda: TrainingWindow(
            window.root,
            window.session,
            window.theme,
            partial(play_trained, window),
            partial(use_trained, window),
            partial(drop_trained, window),
        ),
    )


def use_trained(window: Window, learner: str, path: str) -> None:
    """Uses a trained model wherever its learner plays or evaluates."""
    window.evaluators.reload(path)
    window.attempt(window.session.set, models={**window.session.settings.models, learner: path})


def drop_trained(window: Window, learner: str, path: str) -> None:
    """Loads a model file again that has changed, or uses the built-in model if it is gone."""
    window.evaluators.reload(path)
    used = window.session.settings.models
    if used.get(learner) == path and not Path(path).exists():
        window.attempt(window.session.set, models={name: file for name, file in used.items() if name != learner})


def play_trained(window: Window, learner: str, path: str) -> None:
    """Starts a game against a trained model: its own agent if there is one, otherwise a search with its values."""
    window.evaluators.reload(path)
    settings = window.session.settings
    seats = (HUMAN, learner if learner in AGENTS else settings.algorithm)
    evaluator = {"evaluator": learner} if learner in EVALUATORS else {}
    if window.attempt(window.session.set, seats=seats, models={**settings.models, learner: path}, **evaluator):
        window.playing.learned.choose(learner)
        window.attempt(window.session.new_game)
        window.root.lift()
        window.say(f"you are playing against {Path(path).stem}; F2 shows how it thinks", seconds=8)


REVIEWED, VARIATIONS = f"Game{INNER}Review", f"Game{INNER}Variations"
"""Menus in the menu "Game"."""


def review_commands(window: Window) -> list[Command]:
    """The commands."""
    session, reviewing = window.session, window.reviewing

    def no_moves() -> str:
        return "" if session.game.moves else "no move has been played yet"

    def no_review() -> str:
        return "" if reviewing.open else "there is no review: F9 makes one"

    def over() -> str:
        return "" if session.outcome is None else "the game is over"

    def mistake(step: int) -> None:
        if reviewing.pane is not None:
            reviewing.pane.next_mistake(step)

    def worst() -> None:
        if reviewing.pane is not None:
            reviewing.pane.worst()

    def line(better: bool) -> None:
        if reviewing.pane is not None:
            reviewing.pane.try_line(better)

    def step(moves: int) -> None:
        window.attempt(session.go_to, session.game.at + moves)

    return [
        Command(
            "back one move",
            "Game",
            "One move back",
            partial(step, -1),
            (",",),
            blocked=lambda: "" if session.game.at else "this is the start of the game",
            separated=True,
        ),
        Command(
            "forward one move",
            "Game",
            "One move forward",
            partial(step, 1),
            (".",),
            blocked=lambda: "" if session.can_redo else "this is the last move",
        ),
        Command(
            "next variation",
            VARIATIONS,
            "Next variation",
            lambda: next_variation(window),
            ("Shift+V",),
            "Shows another move that was tried instead of the last one.",
            blocked=lambda: "" if len(session.game.tree.siblings()) > 1 else "no other move was tried here",
            separated=True,
        ),
        Command(
            "cut off",
            VARIATIONS,
            "Cut off the last move and what follows",
            lambda: window.attempt(lambda: session.vary(session.game.tree.cut(session.game.tree.at))),
            ("Del",),
            blocked=lambda: "" if session.game.at else "this is the start of the game",
        ),
        Command(
            "bring back",
            VARIATIONS,
            "Restore what was cut off",
            lambda: window.attempt(lambda: session.vary(session.game.tree.restored())),
            ("Shift+Del",),
            blocked=lambda: "" if session.game.tree.pruned else "nothing has been cut off",
        ),
        Command("mirror", VARIATIONS, "Mirror the board", lambda: mirror(window)),
        Command("resign", "Game", "Resign", lambda: window.attempt(session.resign), blocked=over, separated=True),
        Command("rematch", "Game", "Rematch", lambda: rematch(window), tip="Starts a new game; the same side begins."),
        Command(
            "rematch swapped",
            "Game",
            "Rematch, the other side begins",
            lambda: rematch(window, swap=True),
            ("Shift+N",),
        ),
        Command(
            "teaching",
            "Game",
            "Teaching mode",
            window.teaching.switch,
            ("Shift+T",),
            "Asks before a move that gives the game away is played.",
            checked=lambda: window.teaching.teacher.on,
            separated=True,
        ),
        Command(
            "keep games",
            "Game",
            "Save finished games in the library",
            lambda: keep_games(window),
            tip="Adds every finished game to your library.",
            checked=lambda: session.recorder.path is not None,
            separated=True,
        ),
        Command(
            "review",
            "Game",
            "Review this game",
            lambda: toggle_review(window),
            ("F9",),
            "Shows the exact value of every move, the mistakes, and better moves.",
            blocked=no_moves,
            checked=lambda: reviewing.open,
            separated=True,
        ),
        Command("next mistake", REVIEWED, "Next mistake", partial(mistake, 1), ("F8",), blocked=no_review),
        Command(
            "previous mistake", REVIEWED, "Previous mistake", partial(mistake, -1), ("Shift+F8",), blocked=no_review
        ),
        Command("worst mistake", REVIEWED, "Worst mistake", worst, ("F7",), blocked=no_review),
        Command(
            "better move", REVIEWED, "Play through the better move", partial(line, True), ("F6",), blocked=no_review
        ),
        Command(
            "what follows",
            REVIEWED,
            "Play through what follows",
            partial(line, False),
            ("Shift+F6",),
            blocked=no_review,
        ),
        Command(
            "export review",
            REVIEWED,
            "Export the review...",
            lambda: None if reviewing.pane is None else reviewing.pane.ask_export(),
            ("Ctrl+Shift+E",),
            blocked=no_review,
        ),
    ]


def next_variation(window: Window) -> None:
    """Goes to the next move that was tried instead of the last one."""
    session = window.session
    tree = session.game.tree
    others = tree.siblings()
    place = (others.index(tree.at) + 1) % len(others)
    window.attempt(session.vary, tree.gone_to(others[place]))
    window.say(f"variation {place + 1} of {len(others)}")


def mirror(window: Window) -> None:
    """Exchanges left and right in the whole game."""
    session = window.session
    game = replace(session.game, tree=session.game.tree.mirrored(), learned=True)
    window.attempt(session.open_game, game, paused=True)


def toggle_review(window: Window) -> None:
    """Opens the review of the game on the board, or closes it."""
    if window.reviewing.open:
        window.modes.swap()
    else:
        window.modes.show(REVIEW)


def keep_games(window: Window) -> None:
    """Lets finished games go into the person's library, or no longer."""
    recorder = window.session.recorder
    recorder.path = default_path() if recorder.path is None else None
    window.preferences.keep_games = recorder.path is not None
    window.say("finished games go into your library" if recorder.path else "finished games are not saved")


def rematch(window: Window, swap: bool = False) -> None:
    """A new game between the same two; with `swap` the other side begins."""
    session = window.session
    if swap:
        window.change(starter=1 - session.game.starter)
    new_game(window)
