"""The moves of the game on the board, as the move list shows them."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.state.names import Names
from visualizer.state.sentences import value_of
from visualizer.state.state import GameState, Searches


class ListedMove(NamedTuple):
    """A move of a list.

    column   as people count
    mark     "?", "??" or the like
    note     such as the value of the search behind it
    undone   whether it was undone
    comment  what was written about it
    others   the (column from 0, node) of other moves that were tried in its place
    """

    column: str
    mark: str = ""
    note: str = ""
    undone: bool = False
    comment: str = ""
    others: tuple[tuple[int, int], ...] = ()


def moves_of(game: GameState, notes: tuple[str, ...] = (), marks: tuple[str, ...] = ()) -> tuple[ListedMove, ...]:
    """The moves of the game, with a note and a mark each if there are any."""
    played = game.game
    position = played.start
    listed = []
    for number, (node, column) in enumerate(zip(played.tree.line(), played.moves), start=1):
        turn = ""
        if position.rules.turn_every:
            turn = " ↻" if position.turns_after(column) else ""
            position = position.play(column)
        siblings = played.tree.siblings(node)
        here = played.tree.nodes[node]
        others = tuple((played.tree.nodes[one].column, one) for one in siblings if one != node)
        note = notes[number - 1] if notes else ""
        found = marks[number - 1] if number <= len(marks) else ""
        undone = number > played.at
        listed.append(ListedMove(f"{column + 1}{turn}", here.mark or found, note, undone, here.comment, others))
    return tuple(listed)


def values_before_moves(game: GameState, searches: Searches, names: Names) -> tuple[str, ...]:
    """The value of the search before each move of the game from the chosen point of view, "" where there was none."""
    moves = game.game.moves
    given = game.game.start.moves or ()
    notes = []
    for number in range(len(moves)):
        search = searches.behind.get((*given, *moves[:number]))
        notes.append("" if search is None else value_of(search, names))
    return tuple(notes)
