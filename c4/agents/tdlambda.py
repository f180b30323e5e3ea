"""TD-lambda as an agent: four rules in order, then the learned value, no search (system 0, R0-5).  Imports numba."""

from __future__ import annotations

import random

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.compiled.board import board_of, free_cells
from c4.compiled.kinds import U
from c4.compiled.turning import is_due
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, C4Error
from c4.game.values import EXACT, WIN, Value
from c4.learning.tactics import BLOCK, OPEN_TWO, VALUE, WIN_NOW, best_candidates, candidates_of
from c4.search.decision import Decision
from c4.search.watch import Watch

REASONS = {
    WIN_NOW: "rule 1: it wins at once",
    BLOCK: "rule 2: it stops the opponent from winning here",
    OPEN_TWO: "rule 3: it stops the opponent from making two in a row, open at both ends",
    VALUE: "rule 4: the highest learned value",
}


class TDLambda:
    """The first rule that applies names the candidates, and the learned value chooses; ties go to the middle.

    It uses the td-lambda model of `limits`, or the built-in one.  `tactics` False leaves out rules 2 and 3.  The reason
    of its move names the rule.  Raises C4Error where lines are counted, or for a board that the model does not know.
    """

    tactics = True

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        if position.rules.scoring != FIRST_LINE:
            raise C4Error(f"td-lambda can only play when the first line wins, not by {position.rules.scoring}")
        rules = position.rules
        judge = evaluators.load("td-lambda", limits.model if limits.evaluator == "td-lambda" else None)
        board, side = board_of(rules), position.to_move
        own, other = U(position.stones[side]), U(position.stones[1 - side])
        tactics = self.tactics and not is_due(position.ply + 1, board)
        rule, moves = candidates_of(own, other, free_cells(own | other, board), tactics, board)
        columns = {}
        for column in position.legal_columns():
            after = position.play(column)
            end = after.outcome()
            points = judge.evaluate(after, side)
            if end is not None and (end.winner is not None or end.lines):
                points = 0 if end.winner is None else WIN - after.ply if end.winner == side else after.ply - WIN
            columns[column] = Value(points, EXACT)
        named = [column for column in columns if int(moves) & rules.column_mask(column)]
        best = max(columns[column].points for column in named)
        equal = [column for column in named if columns[column].points == best]
        cells = int(best_candidates(U(sum(int(moves) & rules.column_mask(column) for column in equal)), board))
        equal = [column for column in equal if cells & rules.column_mask(column)]
        seed = None if limits.seed is None else f"{limits.seed} {position.stones} {side}"
        column = random.Random(seed).choice(equal)
        reason = f"{REASONS[rule]}, {judge.in_words(columns[column].points)}" if rule == VALUE else REASONS[rule]
        return Decision(
            column,
            columns[column],
            columns,
            (column,),
            reason=reason,
            estimate="learned values, without search",
            scale=judge.scale,
        )


class TDLambdaValue(TDLambda):
    """The same without rules 2 and 3: it wins if it can and otherwise plays the highest learned value."""

    tactics = False
