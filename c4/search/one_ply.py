"""The best afterstate: what a player without search plays, compiled.  Imports numba, and the line tricks of
`c4.compiled.lines`.
"""

from __future__ import annotations

import numpy as np

from c4.compiled.board import Board, board_of, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Ints, U
from c4.compiled.lines import has_line, winning_cells
from c4.compiled.words import number_of
from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, start_memory
from c4.game.position import Position
from c4.search.fixed_depth import check_order

WINS, LOSES, QUIET = 1, -1, 0


@kernel
def best_afterstate(
    mine: U,
    theirs: U,
    order: Ints,
    kinds: Ints,
    values: Ints,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
) -> int:
    """The column (from 0) that the side to move plays; fills `kinds` (WINS, LOSES to a stone that can be played next,
    QUIET)
    and `values` (points of the afterstate for who moved) for every column that is not full, and leaves the rest.

    `order` has the columns in the order in which the first of equals is taken.
    """
    free = free_cells(mine | theirs, board)
    best, best_kind, best_value = -1, LOSES, 0
    for column in order:
        cell = free & board.column[column]
        if cell == U(0):
            continue
        after = mine | cell
        kind = QUIET
        if board.first_line == 1:
            if has_line(after, board):
                kind = WINS
            elif winning_cells(theirs, free_cells(after | theirs, board), board) != U(0):
                kind = LOSES
        update(number_of(cell), True, 1, tables)
        value = evaluate(after, theirs, False, board, tables)
        update(number_of(cell), True, -1, tables)
        kinds[column], values[column] = kind, value
        if best < 0 or kind > best_kind or (kind == best_kind and value > best_value):
            best, best_kind, best_value = column, kind, value
    return best


def choose(
    position: Position, evaluator: Evaluator, move_order: tuple[int, ...] | None = None
) -> tuple[int, dict[int, tuple[int, int]]]:
    """(column, {column: (kind, points for the side to move)}), columns from 0.

    A win at once is taken; otherwise the best value after a move that does not let the other side win at once, if there
    is one.  Of equals the first in `move_order`, the middle first by default.  Where lines are counted, the value alone
    decides.
    """
    rules = position.rules
    order = check_order(rules.centre_first if move_order is None else move_order, rules)
    tables = evaluator.tables(rules)
    update = start_memory(position, position.to_move, evaluator, tables)
    kinds, values = np.zeros(rules.columns, dtype=np.int64), np.zeros(rules.columns, dtype=np.int64)
    column = best_afterstate(
        U(position.mine),
        U(position.theirs),
        np.array(order, dtype=np.int64),
        kinds,
        values,
        board_of(rules),
        tables,
        evaluator.evaluate_kernel,
        update,
    )
    return column, {column: (int(kinds[column]), int(values[column])) for column in position.legal_columns()}
