"""Proves which columns win, in a given order, while there is time.

Without the time to solve a position, the order of the questions is everything: the columns get work in turn, the most
promising most; then all open ones get twice as much.  Unfinished work stays in the table and helps with the next move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels.board import constant_board
from c4.search.watch import Watch
from c4.solver.questions import ask
from c4.solver.solver import make_control
from c4.solver.table import Table

FIRST_NODES = 1 << 14
"""The nodes that the first column may cost in the first round."""

LEAST_SHARE = 3
"""Every column gets half the nodes of the previous one, but at least 2^-3 of those of the first."""

WIN = 1
DRAW = 0
LOSS = -1
"""Results for the side to move."""


class Proved(NamedTuple):
    """Bounds of a column's result for the side to move, both included."""

    lowest: int = LOSS
    highest: int = WIN


UNKNOWN = Proved()
"""Nothing is proved."""


class Prover:
    """Keeps a table over the positions of a game on one board."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = Table()
        self.board = constant_board(rules)

    def prove(self, position: Position, columns: Sequence[int], watch: Watch) -> dict[int, Proved]:
        """What is proved of the result of every legal column when the watch stops.

        First: which column wins?  If none does: which one draws?  It ends at the first column with the best possible
        result.  `columns` are the legal ones, the most promising first.
        """
        control = make_control(self.rules)
        self.table.prepare(self.rules, control)
        watch.attach(control)
        known = dict.fromkeys(columns, UNKNOWN)
        children = {}
        for column in columns:
            children[column] = position.play(column)
            outcome = children[column].outcome()
            if outcome is not None:
                result = DRAW if outcome.winner is None else WIN
                known[column] = Proved(result, result)
        for goal in (WIN, DRAW):
            budget = FIRST_NODES
            while not watch.stopped and all(result.lowest < goal for result in known.values()):
                still_open = [column for column in columns if known[column].highest >= goal]
                if not still_open:
                    break
                for rank, column in enumerate(still_open):
                    # The column reaches the goal unless the opponent then scores at least 1 - goal.
                    nodes = budget >> min(rank, LEAST_SHARE)
                    value = ask(children[column], 1 - goal, nodes, control, self.board)
                    if value is None:
                        continue
                    score = -value
                    result = sign_of_score(score)
                    if score >= goal:
                        known[column] = known[column]._replace(lowest=result)
                        break
                    known[column] = known[column]._replace(highest=result)
                budget *= 2
        return known


def sign_of_score(score: int) -> int:
    """The result that a score means."""
    if score > 0:
        return WIN
    if score < 0:
        return LOSS
    return DRAW
