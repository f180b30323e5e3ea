"""The best afterstate: what a player without search plays, compiled.  Imports numba, and the line tricks of `c4.compiled.lines`."""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.jit import kernel
from c4.compiled.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, has_line, line_masks, popcount, winning_cells
from c4.evaluators.base import EVALUATE, UPDATE, Evaluator, start_memory
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.search.fixed_depth import check_order

WINS, LOSES, QUIET = 1, -1, 0


@kernel(
    types.int64(
        types.uint64, types.uint64, types.boolean, types.int64[::1], types.uint64[::1], types.uint64[::1],
        types.int64[::1], types.int64[::1], types.FunctionType(EVALUATE), types.FunctionType(UPDATE),
        types.uint64[::1], types.int64[::1], types.float32[::1], types.int64[::1],
    )
)  # fmt: skip
def best_afterstate(
    mine, theirs, first_line, order, columns, board, kinds, values, evaluate, update, masks, numbers, weights, memory
):
    """The column (from 0) that the side to move plays; fills `kinds` (WINS, LOSES to a stone that can be played next, QUIET)
    and `values` (points of the afterstate for who moved) for every column that is not full, and leaves the rest.

    order int64 (n,): columns in the order in which the first of equals is taken; columns uint64 (n,): their cells;
    board uint64: `line_masks` of the rules.
    """
    stride, connect = board[STRIDE], np.int64(board[CONNECT])
    free = ((mine | theirs) + board[BOTTOM]) & board[BOARD]
    best, best_kind, best_value = -1, LOSES, 0
    for column in order:
        cell = free & columns[column]
        if cell == U(0):
            continue
        after = mine | cell
        kind = QUIET
        if first_line:
            replies = ((after | theirs) + board[BOTTOM]) & board[BOARD]
            if has_line(after, stride, connect):
                kind = WINS
            elif winning_cells(theirs, replies, stride, connect) != U(0):
                kind = LOSES
        number = popcount(cell - U(1))
        update(number, True, 1, numbers, memory)
        value = evaluate(after, theirs, False, masks, numbers, weights, memory)
        update(number, True, -1, numbers, memory)
        kinds[column], values[column] = kind, value
        if best < 0 or kind > best_kind or (kind == best_kind and value > best_value):
            best, best_kind, best_value = column, kind, value
    return best


def choose(
    position: Position, evaluator: Evaluator, move_order: tuple[int, ...] | None = None
) -> tuple[int, dict[int, tuple[int, int]]]:
    """(column, {column: (kind, points for the side to move)}), columns from 0.

    A win at once is taken; otherwise the best value after a move that does not let the other side win at once, if there is one.  Of
    equals the first in `move_order`, the middle first by default.  Where lines are counted, the value alone decides.
    """
    rules = position.rules
    order = check_order(rules.centre_first if move_order is None else move_order, rules)
    tables = evaluator.tables(rules)
    update = start_memory(position, position.to_move, evaluator, tables)
    columns = np.array([rules.column_mask(column) for column in range(rules.columns)], dtype=np.uint64)
    kinds, values = np.zeros(rules.columns, dtype=np.int64), np.zeros(rules.columns, dtype=np.int64)
    mine, theirs, first_line = np.uint64(position.mine), np.uint64(position.theirs), rules.scoring == FIRST_LINE
    column = best_afterstate(
        mine, theirs, first_line, np.array(order, dtype=np.int64), columns, line_masks(rules), kinds, values, evaluator.evaluate_kernel, update, *tables
    )  # fmt: skip
    return column, {column: (int(kinds[column]), int(values[column])) for column in position.legal_columns()}
