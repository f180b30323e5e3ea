"""Commands of the menu "Game" about a game as a whole: review, rematch, one move back and forward, resign, draw."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from c4.library.place import default_path
from c4.session import talking
from visualizer.kit.commands import INNER, Command
from visualizer.play.clocks import ClockDialog
from visualizer.shell.commands.game import new_game
from visualizer.shell.desk import Desk
from visualizer.shell.faces import REVIEW

REVIEWED, VARIATIONS = f"Game{INNER}Review", f"Game{INNER}Variations"
"""Menus in the menu "Game"."""


def review_commands(desk: Desk) -> list[Command]:
    """The commands."""
    session, reviewing = desk.session, desk.reviewing

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
        desk.attempt(session.go_to, session.game.at + moves)

    return [
        Command(
            "back one move",
            "Game",
            "One move back",
            partial(step, -1),
            (",",),
            blocked=lambda: "" if session.game.at else "this is the start of the game",
            parted=True,
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
            lambda: next_variation(desk),
            ("Shift+V",),
            "Shows another move that was tried instead of the last one.",
            blocked=lambda: "" if len(session.game.tree.siblings()) > 1 else "no other move was tried here",
            parted=True,
        ),
        Command(
            "cut off",
            VARIATIONS,
            "Cut off the last move and what follows",
            lambda: desk.attempt(lambda: session.vary(session.game.tree.cut(session.game.tree.at))),
            ("Del",),
            blocked=lambda: "" if session.game.at else "this is the start of the game",
        ),
        Command(
            "bring back",
            VARIATIONS,
            "Bring back what was cut off",
            lambda: desk.attempt(lambda: session.vary(session.game.tree.restored())),
            ("Shift+Del",),
            blocked=lambda: "" if session.game.tree.pruned else "nothing has been cut off",
        ),
        Command("mirror", VARIATIONS, "Mirror the board", lambda: mirror(desk)),
        Command("resign", "Game", "Resign", lambda: desk.attempt(talking.resign, session), blocked=over, parted=True),
        Command("offer draw", "Game", "Offer a draw", lambda: offer_draw(desk), blocked=over),
        Command("rematch", "Game", "Rematch", lambda: rematch(desk), tip="A new game, with the same side to begin."),
        Command(
            "rematch swapped",
            "Game",
            "Rematch, the other side begins",
            lambda: rematch(desk, swap=True),
            ("Shift+N",),
        ),
        Command("clock", "Game", "Clocks...", lambda: choose_clock(desk), tip="Time for the game or for each move."),
        Command(
            "teaching",
            "Game",
            "Teaching mode",
            desk.teaching.switch,
            ("Shift+T",),
            "Asks before a move that gives the game away is played.",
            checked=lambda: desk.teaching.teacher.on,
            parted=True,
        ),
        Command(
            "hint step",
            "Game",
            "Hint in three steps",
            desk.teaching.hint,
            ("Shift+H",),
            "First what can be reached, then where to look, then the column.",
            blocked=over,
        ),
        Command(
            "keep games",
            "Game",
            "Keep finished games",
            lambda: keep_games(desk),
            tip="Adds every finished game to your library.",
            checked=lambda: session.keeper.path is not None,
            parted=True,
        ),
        Command(
            "review",
            "Game",
            "Review this game",
            lambda: toggle_review(desk),
            ("F9",),
            "Every move judged exactly, the mistakes, and what was better.",
            blocked=no_moves,
            checked=lambda: reviewing.open,
            parted=True,
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


def next_variation(desk: Desk) -> None:
    """Goes to the next move that was tried instead of the last one."""
    session = desk.session
    tree = session.game.tree
    others = tree.siblings()
    place = (others.index(tree.at) + 1) % len(others)
    desk.attempt(session.vary, tree.gone_to(others[place]))
    desk.say(f"variation {place + 1} of {len(others)}")


def mirror(desk: Desk) -> None:
    """Exchanges left and right in the whole game."""
    session = desk.session
    game = replace(session.game, tree=session.game.tree.mirrored(), learned=True)
    desk.attempt(session.open_game, game, paused=True)


def toggle_review(desk: Desk) -> None:
    """Opens the review of the game on the board, or closes it."""
    if desk.reviewing.open:
        desk.faces.swap()
    else:
        desk.faces.show(REVIEW)


def choose_clock(desk: Desk) -> None:
    """Opens the choice of a time control, which holds from the next game on, or at once before the first move."""
    ClockDialog(desk.root, desk.session.settings.control, lambda control: desk.change(control=control))


def keep_games(desk: Desk) -> None:
    """Lets finished games go into the person's library, or no longer."""
    keeper = desk.session.keeper
    keeper.path = default_path() if keeper.path is None else None
    desk.say("finished games are kept in your library" if keeper.path else "finished games are not kept")


def rematch(desk: Desk, swap: bool = False) -> None:
    """A new game between the same two; with `swap` the other side begins."""
    session = desk.session
    if swap:
        desk.change(starter=1 - session.game.starter)
    new_game(desk)


def offer_draw(desk: Desk) -> None:
    """The person offers a draw, and is told what came of it."""
    said: list[str] = []
    if desk.attempt(lambda: said.append(talking.offer_draw(desk.session))):
        desk.say(said[0])
