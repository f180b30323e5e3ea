"""Proves which columns win, in a given order, while there is time.

Without the time to solve a position, the order of the questions is everything: the columns get work in turn, the most
promising most; then all open ones get twice as much.  Unfinished work stays in the table and helps with the next move.
"""

from __future__ import annotations

from collections.abc import Sequence

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

UNKNOWN = (-1, 1)


class Prover:
    """Keeps a table over the positions of a game on one board."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table = Table()
        self.board = constant_board(rules)

    def prove(self, position: Position, columns: Sequence[int], watch: Watch) -> dict[int, tuple[int, int]]:
        """The proved (lowest, highest) result of every legal column, -1 lost to 1 won, when the watch stops.

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
                sign = 0 if outcome.winner is None else 1
                known[column] = (sign, sign)
        for goal in (1, 0):
            budget = FIRST_NODES
            while not watch.stopped and all(lower < goal for lower, _ in known.values()):
                still_open = [column for column in columns if known[column][1] >= goal]
                if not still_open:
                    break
                for rank, column in enumerate(still_open):
                    value = ask(children[column], 1 - goal, budget >> min(rank, LEAST_SHARE), control, self.board)
                    if value is None:
                        continue
                    result = (value < 0) - (value > 0)
                    if -value >= goal:
                        known[column] = result, known[column][1]
                        break
                    known[column] = known[column][0], result
                budget *= 2
        return known
