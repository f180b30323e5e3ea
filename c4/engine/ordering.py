"""Move ordering of the strong search: the table's move, killers, threats, history, the middle.  Imports numba."""

from __future__ import annotations

from c4.compiled.board import MAX_COLUMNS, Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, signed
from c4.compiled.lines import winning_cells
from c4.compiled.words import number_of, popcount, several
from c4.engine.record import Engine, Search

FROM_TABLE, IS_KILLER, MAKES_THREAT = 1 << 56, 1 << 39, 1 << 40
"""Parts of a move's score; history stays below them."""


@kernel(inlined=True)
def order_moves(
    mover: U, other: U, candidates: U, maximizer_moves: bool, depth: int, hint: int, ply: int, search: Search
) -> int:
    """Scores the moves: the table's (`hint`), moves that make threats, killers, history, the middle.

    Writes them into the ply's `choice` and `score` and returns their number, or -1 if one makes a double threat.
    """
    c, board = search.engine, search.board
    empty = board.full & ~(mover | other)
    free = free_cells(mover | other, board)
    side = 0 if maximizer_moves else 64
    double_threats = c.forced == 1 and board.first_line == 1 and ply > 0 and (depth > 2 or c.extensions == 1)
    end = ply * MAX_COLUMNS
    for i in range(board.columns):
        column = search.control.move_order[i]
        cell = candidates & board.column[column]
        if cell == U(0):
            continue
        number = number_of(cell)
        score = c.merit[side + number] if c.history == 1 else 0
        if c.threats == 1 or double_threats:
            wins = winning_cells(mover | cell, empty & ~cell, board)
            playable = wins & (free | (cell << U(1)))
            if double_threats and (several(playable) or (playable << U(1)) & wins != U(0)):
                return -1
            if c.threats == 1:
                score += popcount(wins) * MAKES_THREAT
        if c.killers == 1 and (c.killer[2 * ply] == number or c.killer[2 * ply + 1] == number):
            score += IS_KILLER
        if column == hint:
            score += FROM_TABLE
        c.choice[end], c.score[end] = column, score
        end += 1
    return end - ply * MAX_COLUMNS


@kernel(inlined=True)
def pick(engine: Engine, first: int, end: int) -> int:
    """Moves the best choice from `first` on to place `first`, keeping the others' order.  Returns its column."""
    c = engine
    best = first
    for i in range(first + 1, end):
        if c.score[i] > c.score[best]:
            best = i
    column, score = signed(c.choice[best]), c.score[best]
    for i in range(best, first, -1):
        c.choice[i], c.score[i] = c.choice[i - 1], c.score[i - 1]
    c.choice[first], c.score[first] = column, score
    return column


@kernel(inlined=True)
def credit(engine: Engine, maximizer_moves: bool, ply: int, place: int, depth: int, free: U, board: Board) -> None:
    """Credits the choice at `place` for a cutoff: it becomes a killer and gains history; those before it lose some."""
    c = engine
    side = 0 if maximizer_moves else 64
    number = number_of(free & board.column[c.choice[place]])
    if c.killer[2 * ply] != number:
        c.killer[2 * ply + 1] = c.killer[2 * ply]
        c.killer[2 * ply] = number
    c.merit[side + number] += depth * depth
    for i in range(ply * MAX_COLUMNS, place):
        c.merit[side + number_of(free & board.column[c.choice[i]])] -= depth * depth
