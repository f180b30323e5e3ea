"""Happened: what the last moves of a game were, told to somebody who plays.  No tkinter; nothing heavy."""

from __future__ import annotations

from c4.agents import AGENTS, HUMAN
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.session.session import Session
from visualizer.play.names import Names


def happened(session: Session, names: Names) -> str:
    """The moves since a person's last turn: "You played column 4. Amateur answered with column 3."

    Before the first move it says who begins.
    """
    game, line = session.game, session.line
    if not game.at:
        return beginning(session, names)
    said = []
    for number in range(max(1, game.at - 1), game.at + 1):
        before, column = line[number - 1], game.moves[number - 1]
        said.append((before.to_move, f"column {column + 1}", stopped(before, column)))
    sentences = []
    for place, (player, where, stops) in enumerate(said):
        verb = "answered with" if place else "played"
        foe = "your" if called(session, names, 1 - player) == "You" else f"{called(session, names, 1 - player)}'s"
        stop = f" and stopped {foe} line" if stops else ""
        sentences.append(f"{called(session, names, player)} {verb} {where}{stop}.")
    return " ".join(sentences)


def turn(session: Session, names: Names, result: str) -> str:
    """Whose turn it is, or `result` when the game is over: what stands below the board."""
    if session.outcome is not None:
        return result
    seat = session.seat()
    if session.settings.seats[seat] == HUMAN:
        alone = session.settings.seats.count(HUMAN) == 1
        return f"Your turn ({names.mover()})" if alone else f"{names.mover()} to move"
    name, colour = called(session, names, session.position.to_move), names.mover()
    who = colour if name == colour else f"{name} ({colour})"
    return f"{who} is waiting: press Go (G)" if session.paused else f"{who} is thinking..."


def moment(session: Session, names: Names) -> str:
    """Where a game that is reviewed stands: "After move 8: Red to move"."""
    at = session.game.at
    return f"{f'After move {at}' if at else 'The beginning'}: {names.mover()} to move"


def beginning(session: Session, names: Names) -> str:
    """What to do before the first stone."""
    if session.outcome is not None:
        return "No move was played."
    rules = session.position.rules
    aim = f"{rules.connect} in a line wins" if rules.scoring == FIRST_LINE else "the most lines win"
    who = called(session, names, session.position.to_move)
    begin = "You begin" if who == "You" else f"{who} begins"
    return f"{begin}. Click a column to drop a stone into it: {aim}, across, up or diagonally."


def called(session: Session, names: Names, player: int) -> str:
    """What a player is called: "You", an agent's name, or a colour where that would be the same for both."""
    seats, seat = session.settings.seats, session.seat(player)
    if seats[0] == seats[1]:
        return names.player(player)
    return "You" if seats[seat] == HUMAN else AGENTS[seats[seat]].label


def stopped(before: Position, column: int) -> bool:
    """Whether a move took the cell with which the other side would have completed a line."""
    rules = before.rules
    if rules.scoring != FIRST_LINE or before.turns(column):
        return False
    cell = 1 << rules.cell(before.height(column), column)
    return rules.has_line(before.theirs | cell) and not rules.has_line(before.mine | cell)
