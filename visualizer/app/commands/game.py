"""The menu Game, and what a click on a column does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from c4.library.library import default_path
from c4.text import pluralise
from visualizer.ui.command import COLUMNS, INNER, Command, entry, unless

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.review.pane import ReviewPane


BOARD = "visualizer.board.controls:BoardDialog"

MOST_COLUMNS = 9
"""Columns that have a key."""


def game_commands(window: Window) -> list[Command]:
    """The commands for playing."""
    session, add = window.session, partial(entry, "Game")
    training = partial(window.open, "visualizer.learn.training:TrainingWindow")
    # fmt: off
    return [
        add("new game", "New game", lambda: new_game(window), "N", "Ctrl+N"),
        add("undo", "Undo", lambda: window.attempt(session.undo), "U", "Ctrl+Z", "Backspace",
            tip="Undoes the moves since your last turn.",
            blocked=unless(lambda: not session.can_undo, "there is no move to undo"), separated=True),
        add("redo", "Redo", lambda: window.attempt(session.redo), "R", "Ctrl+Y",
            tip="Plays the moves again that you undid.",
            blocked=unless(lambda: not session.can_redo, "there is no move to redo")),
        add("swap seats", "Swap seats", lambda: window.change(seats=session.settings.seats[::-1]), "X", separated=True,
            blocked=unless(lambda: len(set(session.settings.seats)) == 1, "both seats have the same player")),
        add("other board", "Board and rules...", partial(window.open, BOARD), "B"),
        add("train", "Train a learner...", training, "Q", separated=True),
        add("learn", "Computers learn from their games",
            lambda: window.attempt(session.set, learn=not session.settings.learn),
            checked=lambda: session.settings.learn),
        *(
            entry(COLUMNS, f"column {column}", f"Play column {column}", partial(play, window, column - 1), str(column))
            for column in range(1, MOST_COLUMNS + 1)
        ),
    ]
    # fmt: on


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


REVIEWED, VARIATIONS = f"Game{INNER}Review", f"Game{INNER}Variations"
"""Menus in the menu "Game"."""


def review_commands(window: Window) -> list[Command]:
    """The commands for moving about in a game, for games with clocks, and for the review."""
    session, reviewing = window.session, window.reviewing
    add, vary, review = (partial(entry, menu) for menu in ("Game", VARIATIONS, REVIEWED))
    over = unless(lambda: session.outcome is not None, "the game is over")
    no_review = unless(lambda: not reviewing.open, "there is no review: F9 makes one")
    unplayed = unless(lambda: not session.game.moves, "no move has been played yet")
    at_start = unless(lambda: not session.game.at, "this is the start of the game")

    def in_review(action: Callable[[ReviewPane], object]) -> Callable[[], object]:
        return lambda: None if reviewing.pane is None else action(reviewing.pane)

    def step(moves: int) -> None:
        window.attempt(session.go_to, session.game.at + moves)

    # fmt: off
    return [
        add("back one move", "One move back", partial(step, -1), ",", blocked=at_start, separated=True),
        add("forward one move", "One move forward", partial(step, 1), ".",
            blocked=unless(lambda: not session.can_redo, "this is the last move")),
        vary("next variation", "Next variation", lambda: next_variation(window), "Shift+V",
             tip="Shows another move that was tried instead of the last one.",
             blocked=unless(lambda: len(session.game.tree.siblings()) < 2, "no other move was tried here"),
             separated=True),
        vary("cut off", "Remove the last move and what follows",
             lambda: window.attempt(lambda: session.vary(session.game.tree.cut(session.game.tree.at))), "Del",
             blocked=at_start),
        vary("bring back", "Restore what was removed",
             lambda: window.attempt(lambda: session.vary(session.game.tree.restored())), "Shift+Del",
             blocked=unless(lambda: not session.game.tree.pruned, "nothing has been removed")),
        add("resign", "Resign", lambda: window.attempt(session.resign), blocked=over, separated=True),
        add("rematch", "Rematch, the other side begins", lambda: rematch(window), "Shift+N"),
        add("teaching", "Teaching mode", window.teaching.switch, "Shift+T",
            tip="Asks before a move that gives the game away is played.",
            checked=lambda: window.teaching.teacher.on, separated=True),
        add("keep games", "Save finished games in the library", lambda: keep_games(window),
            tip="Adds every finished game to your library.",
            checked=lambda: session.recorder.path is not None, separated=True),
        add("review", "Review this game",
            lambda: window.modes.swap() if window.reviewing.open else window.review(), "F9",
            tip="Shows the exact value of every move, the mistakes, and better moves.",
            blocked=unplayed, checked=lambda: reviewing.open, separated=True),
        review("next mistake", "Next mistake", in_review(lambda pane: pane.next_mistake(1)), "F8", blocked=no_review),
        review("previous mistake", "Previous mistake", in_review(lambda pane: pane.next_mistake(-1)), "Shift+F8",
               blocked=no_review),
        review("worst mistake", "Worst mistake", lambda: worst_mistake(window), "F7",
               tip="Reviews the game first, if it has not been reviewed.", blocked=unplayed),
        review("better move", "Play through the better move", in_review(lambda pane: pane.try_line(True)), "F6",
               blocked=no_review),
        review("what follows", "Play through what follows", in_review(lambda pane: pane.try_line(False)), "Shift+F6",
               blocked=no_review),
        review("export review", "Export the review...", in_review(lambda pane: pane.ask_export()), "Ctrl+Shift+E",
               blocked=no_review),
    ]
    # fmt: on


def worst_mistake(window: Window) -> None:
    """Reviews the game if it is not being reviewed, and goes to its worst mistake."""
    if not window.reviewing.open:
        window.review()
    if window.reviewing.open and window.reviewing.pane is not None:
        window.reviewing.pane.worst()


def next_variation(window: Window) -> None:
    """Goes to the next move that was tried instead of the last one."""
    session = window.session
    tree = session.game.tree
    others = tree.siblings()
    place = (others.index(tree.at) + 1) % len(others)
    window.attempt(session.vary, tree.gone_to(others[place]))
    window.say(f"variation {place + 1} of {len(others)}")


def keep_games(window: Window) -> None:
    """Lets finished games go into the person's library, or no longer."""
    recorder = window.session.recorder
    recorder.path = default_path() if recorder.path is None else None
    window.prefer(keep_games=recorder.path is not None)
    window.say("finished games go into your library" if recorder.path else "finished games are not saved")


def rematch(window: Window) -> None:
    """A new game in which the other side begins."""
    window.change(starter=1 - window.session.game.starter)
    new_game(window)
