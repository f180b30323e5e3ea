"""The best afterstate, for players that do not search."""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, start_memory, value_after
from c4.game.position import Position
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U
from c4.kernels.lines import has_line, winning_cells
from c4.kernels.turning import after_turn
from c4.search.fixed_depth import check_order

WINS = 1
LOSES = -1
QUIET = 0


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
    """The column (from 0) that the side to move plays.

    For every column that is not full it fills `kinds` (WINS; LOSES, because the opponent then wins at once; QUIET) and
    `values` (points of the afterstate for the player who moved).  Of equal columns the first in `order` is chosen.
    """
    free = free_cells(mine | theirs, board)
    best = -1
    best_kind = LOSES
    best_value = 0
    for column in order:
        cell = free & board.column[column]
        if cell == U(0):
            continue
        after, others = after_turn(mine | cell, theirs, board)
        kind = QUIET
        if board.first_line == 1:  # a turn can complete a line for both: a draw, and quiet
            wins = has_line(after, board)
            loses = others != theirs and has_line(others, board)
            if not wins and not loses:
                loses = winning_cells(others, free_cells(after | others, board), board) != U(0)
            if wins and not loses:
                kind = WINS
            elif loses and not wins:
                kind = LOSES
        value = value_after(mine, theirs, cell, after, others, board, tables, evaluate, update)
        kinds[column] = kind
        values[column] = value
        if best < 0 or kind > best_kind or (kind == best_kind and value > best_value):
            best = column
            best_kind = kind
            best_value = value
    return best


def choose(
    position: Position, evaluator: Evaluator, move_order: tuple[int, ...] | None = None
) -> tuple[int, dict[int, tuple[int, int]]]:
    """(column, {column: (kind, points for the side to move)}), columns from 0.

    An immediate win is taken; otherwise the best value among the moves that do not let the opponent win at once, if
    there are any.  Of equal moves the first in `move_order` is chosen, by default the one nearest to the middle.  When
    lines count, the value alone decides.
    """
    rules = position.rules
    order = check_order(rules.centre_first if move_order is None else move_order, rules)
    tables = evaluator.tables(rules)
    update = start_memory(position, position.to_move, evaluator, tables)
    kinds = np.zeros(rules.columns, dtype=np.int64)
    values = np.zeros(rules.columns, dtype=np.int64)
    with evaluator.in_search():
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
