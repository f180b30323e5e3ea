"""The menu Game: playing and moving about in a game."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.state.app import App
from visualizer.state.autosave import GO_ON
from visualizer.state.sentences import HELP_COUNTS
from visualizer.ui.command import COLUMNS, INNER, Command, entry

KEYED_COLUMNS = 9
"""Columns that have a key."""

VARIATIONS = f"Game{INNER}Variations"
"""A menu in the menu "Game"."""


def new_game(app: App) -> None:
    """Begins a new game; in the tab Puzzles, gives the next puzzle."""
    if app.puzzles.shown:
        app.puzzles.next()
    else:
        app.game.new()


def undo(app: App) -> None:
    """Undoes the moves since your last turn; in the tab Puzzles, a wrong answer."""
    if app.puzzles.shown:
        app.puzzles.again()
    else:
        app.game.undo()


def no_undo(app: App) -> str:
    """Why there is nothing to undo; "" if there is."""
    if app.puzzles.shown:
        return app.puzzles.why_not_again()
    return "" if app.session.can_undo else "there is no move to undo"


def redo(app: App) -> None:
    """Plays the moves again that you undid."""
    app.game.redo()


def no_redo(app: App) -> str:
    """Why there is nothing to redo; "" if there is."""
    return "" if app.session.can_redo else "there is no move to redo"


def hint(app: App) -> None:
    """Says which column is best; to the question of a lesson, and to a puzzle, gives its next hint."""
    if app.puzzles.shown:
        app.puzzles.hint()
        return
    if app.lessons.asks:
        app.lessons.hint()
        return
    app.search.hint()
    app.rating.helped()


def no_hint(app: App) -> str:
    """Why there is no hint; "" if there is."""
    if app.puzzles.shown:
        return app.puzzles.why_no_hint()
    if app.lessons.asks:
        return ""
    return app.game.why_not_the_game() or app.search.why_no_hint()


def swap_seats(app: App) -> None:
    """The players change sides."""
    app.search.swap_seats()


def same_players(app: App) -> str:
    """Why swapping the seats changes nothing; "" if it does."""
    return "both seats have the same player" if len(set(app.session.settings.seats)) == 1 else ""


def choose_opponent(app: App) -> None:
    """Opens the choice of an opponent."""
    app.open("opponents")


def other_board(app: App) -> None:
    """Opens the choice of a board."""
    app.open("board")


def switch_learning(app: App) -> None:
    """Agents learn from their games, or not."""
    app.game.switch_learning()


def agents_learn(app: App) -> bool:
    """Whether they do."""
    return app.session.settings.learn


def play_column(column: int) -> Callable[[App], None]:
    """What drops a disc into a column (from 0)."""

    def play(app: App) -> None:
        app.game.play(column)

    return play


def back_one_move(app: App) -> None:
    """One move back."""
    app.game.step(-1)


def forward_one_move(app: App) -> None:
    """One move forward."""
    app.game.step(1)


def at_start(app: App) -> str:
    """Why there is no move behind; "" if there is."""
    return "" if app.session.game.at else "this is the start of the game"


def at_end(app: App) -> str:
    """Why there is no move ahead; "" if there is."""
    game = app.session.game
    return "" if game.at < len(game.moves) else "this is the last move"


def next_variation(app: App) -> None:
    """Goes to the next move that was tried instead of the last one."""
    app.game.next_variation()


def no_variation(app: App) -> str:
    """Why there is no other move to go to; "" if there is."""
    return "" if len(app.session.game.tree.siblings()) > 1 else "no other move was tried here"


def cut_off(app: App) -> None:
    """Removes the last move and what follows."""
    app.game.cut()


def bring_back(app: App) -> None:
    """Restores what was removed."""
    app.game.restore()


def nothing_removed(app: App) -> str:
    """Why nothing can be restored; "" if something can."""
    return "" if app.session.game.tree.pruned else "nothing has been removed"


def write_note(app: App) -> None:
    """Opens the window for the mark and the comment of the move on the board."""
    app.open("notes")


def resign(app: App) -> None:
    """Resigns."""
    app.game.resign()


def game_over(app: App) -> str:
    """Why no move is possible any more; "" if one is."""
    return "" if app.session.outcome is None else "the game is over"


def rematch(app: App) -> None:
    """A new game in which the other side begins."""
    app.game.rematch()


def go_on(app: App) -> None:
    """Goes on with the game of the last time."""
    app.autosave.go_on()


def no_game_left(app: App) -> str:
    """Why there is none; "" if there is one."""
    return app.autosave.why_not_go_on()


def play_other_level(app: App) -> None:
    """A new game against the level that is offered at the end of a game."""
    app.game.play_other_level()


def no_other_level(app: App) -> str:
    """Why no other level is offered; "" if one is."""
    return "" if app.game.other_level() else "there is no other level to play"


def show_turning_point(app: App) -> None:
    """Plays the decisive mistake, or the one that a review shows, on the board; ends this while it runs."""
    app.film.switch()


def no_turning_point(app: App) -> str:
    """Why there is nothing to play; "" if there is."""
    return app.film.why_not()


def switch_teaching(app: App) -> None:
    """Teaching mode on or off."""
    app.teaching.switch()


def teaching_on(app: App) -> bool:
    """Whether it is on."""
    return app.teaching.on


def switch_keeping(app: App) -> None:
    """Finished games go into your library, or not."""
    app.game.switch_keeping()


def keeps_games(app: App) -> bool:
    """Whether they do."""
    return app.session.recorder.path is not None


# fmt: off
GAME_COMMANDS: tuple[Command, ...] = (
    entry("Game", "new game", "New game", new_game, "N", "Ctrl+N"),
    entry("Game", "undo", "Undo", undo, "U", "Ctrl+Z", "Backspace",
          tip=f"Undoes the moves since your last turn. On a new board it returns to the game before. {HELP_COUNTS}",
          blocked=no_undo, separated=True),
    entry("Game", "redo", "Redo", redo, "R", "Ctrl+Y",
          tip="Plays the moves again that you undid.", blocked=no_redo),
    entry("Game", "hint", "Hint", hint, "H",
          tip=f"Says which column is best, and why, without moving. {HELP_COUNTS}", blocked=no_hint),
    entry("Game", "opponents", "Opponent...", choose_opponent, "Shift+O", separated=True),
    entry("Game", "swap seats", "Swap seats", swap_seats, "X", blocked=same_players),
    entry("Game", "other board", "Board and rules...", other_board, "B"),
    entry("Game", "learn", "Computers learn from their games", switch_learning, checked=agents_learn),
    *(
        entry(COLUMNS, f"column {column}", f"Play column {column}", play_column(column - 1), str(column))
        for column in range(1, KEYED_COLUMNS + 1)
    ),
)

MOVING_COMMANDS: tuple[Command, ...] = (
    entry("Game", "back one move", "One move back", back_one_move, ",", blocked=at_start, separated=True),
    entry("Game", "forward one move", "One move forward", forward_one_move, ".", blocked=at_end),
    entry(VARIATIONS, "next variation", "Next variation", next_variation, "Shift+V",
          tip="Shows another move that was tried instead of the last one.", blocked=no_variation, separated=True),
    entry(VARIATIONS, "cut off", "Remove the last move and what follows", cut_off, "Del", blocked=at_start),
    entry(VARIATIONS, "bring back", "Restore what was removed", bring_back, "Shift+Del", blocked=nothing_removed),
    entry("Game", "note", "Mark and comment...", write_note, "Shift+C",
          tip="What you write about the move on the board is saved with the game.", separated=True),
    entry("Game", "resign", "Resign", resign, blocked=game_over, separated=True),
    entry("Game", "rematch", "Rematch, the other side starts", rematch, "Shift+N"),
    entry("Game", GO_ON, "Go on with the last game", go_on,
          tip="Brings back the game that was not finished when the window was closed.", blocked=no_game_left),
    entry("Game", "other level", "Play the next level, after a loss an easier one", play_other_level,
          blocked=no_other_level),
    entry("Game", "turning point", "Show why the game was lost", show_turning_point, "Shift+F9",
          tip="Plays the mistake on the board, what it led to, and the better move.",
          blocked=no_turning_point),
    entry("Game", "teaching", "Teaching mode", switch_teaching, "Shift+T",
          tip="Asks before a move that gives the game away is played.", checked=teaching_on, separated=True),
    entry("Game", "keep games", "Save finished games in the library", switch_keeping,
          tip="Adds every finished game to your library.", checked=keeps_games, separated=True),
)
# fmt: on
