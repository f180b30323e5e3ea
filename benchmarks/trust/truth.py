"""The solver against the truth: every position of a small board by retrograde analysis, and bitbully's scores.

The retrograde analysis shares nothing with the program: positions are pairs of numbers, a bit per cell, six bits a
column; level by level they are made, and from the last level back each gets the best that its replies leave.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from c4.compiled.board import constant_board
from c4.compiled.kinds import address_of
from c4.game.position import Position
from c4.game.rules import Rules
from c4.solver import questions
from c4.solver.solver import solve, solve_columns
from c4.solver.transpositions import Table
from c4.solver.work import ALL, FAR, Work

STRIDE = 6
WIDE = 30
"""Bits of one side's stones: at most 5 columns of 6 bits."""

CHUNK = 200_000


def lines_of(rules: Rules) -> list[int]:
    """Every line as a mask."""
    found = []
    for x in range(rules.columns):
        for y in range(rules.rows):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(rules.connect)]
                if all(0 <= a < rules.columns and 0 <= b < rules.rows for a, b in cells):
                    found.append(sum(1 << (a * STRIDE + b) for a, b in cells))
    return found


def won(stones: np.ndarray, lines: list[int]) -> np.ndarray:
    """Where these stones complete a line."""
    hit = np.zeros(len(stones), dtype=bool)
    for line in lines:
        hit |= (stones & line) == line
    return hit


def mirrored(stones: np.ndarray, columns: int) -> np.ndarray:
    """The stones seen in a mirror."""
    seen = np.zeros_like(stones)
    for x in range(columns):
        seen |= (stones >> (x * STRIDE) & (1 << STRIDE) - 1) << ((columns - 1 - x) * STRIDE)
    return seen


def key(mine: np.ndarray, theirs: np.ndarray, columns: int) -> np.ndarray:
    """One number for a position and its mirror image."""
    return np.minimum(mine << WIDE | theirs, mirrored(mine, columns) << WIDE | mirrored(theirs, columns))


def replies(keys: np.ndarray, rules: Rules, lines: list[int]) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each column: which of these positions have room in it, where its stone wins, and the keys that follow."""
    mine, theirs = keys >> WIDE, keys & (1 << WIDE) - 1
    occupied = mine | theirs
    for x in range(rules.columns):
        column = ((1 << rules.rows) - 1) << (x * STRIDE)
        room = np.flatnonzero((occupied & column) != column)
        stone = ((occupied[room] & column) + (1 << (x * STRIDE))) & column
        after = mine[room] | stone
        yield room, won(after, lines), key(theirs[room], after, rules.columns)


def levels(rules: Rules) -> list[np.ndarray]:
    """The positions that are not over after 0, 1, ... stones, each with its mirror image once, in order."""
    lines, found = lines_of(rules), [np.zeros(1, dtype=np.int64)]
    for _ in range(rules.cells - 1):
        made = []
        for start in range(0, len(found[-1]), 10 * CHUNK):
            part = [after[~wins] for _, wins, after in replies(found[-1][start : start + 10 * CHUNK], rules, lines)]
            made.append(np.unique(np.concatenate(part)))
        found.append(np.unique(np.concatenate(made)))
    return found


def truth(rules: Rules) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(keys, scores) of every position that is not over, the fullest boards first; scores as the solver gives them."""
    lines, found = lines_of(rules), levels(rules)
    later_keys, later = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int8)
    for stones in reversed(range(rules.cells)):
        keys = found.pop()
        best = np.full(len(keys), -FAR, dtype=np.int8)
        for start in range(0, len(keys), 10 * CHUNK):
            part = best[start : start + 10 * CHUNK]
            for room, wins, after in replies(keys[start : start + 10 * CHUNK], rules, lines):
                score = np.zeros(len(room), dtype=np.int8)
                score[wins] = (rules.cells + 1 - stones) // 2
                on = ~wins if stones + 1 < rules.cells else np.zeros_like(wins)
                score[on] = -later[np.searchsorted(later_keys, after[on])]
                part[room] = np.maximum(part[room], score)
        later_keys, later = keys, best
        yield keys, best


def solved(stones: np.ndarray, rules: Rules, table: Table) -> np.ndarray:
    """The solver's scores of positions, (n, 2) bitboards: one compiled call, as `solve_many` makes it."""
    found = np.tile(np.array((-FAR, FAR, 0), dtype=np.int64), (len(stones), 1))
    some = Position(rules=rules)
    with Work(some, 1, table, None) as work:
        address = address_of(work.controls[0])
        done = questions.narrow(stones, found, -FAR, FAR, False, ALL, ALL, True, address, constant_board(rules))
    assert done == len(stones)
    assert (found[:, 0] == found[:, 1]).all()
    return found[:, 0]


def boards_of(keys: np.ndarray, rules: Rules) -> np.ndarray:
    """The positions as the program's bitboards: (n, 2)."""
    sides = []
    for side in (keys >> WIDE, keys & (1 << WIDE) - 1):
        made = np.zeros(len(keys), dtype=np.uint64)
        for x in range(rules.columns):
            column = side >> (x * STRIDE) & (1 << rules.rows) - 1
            made |= column.astype(np.uint64) << np.uint64(x * rules.stride)
        sides.append(made)
    return np.stack(sides, axis=1)


def small_boards(rules: Rules, least: float = 0.0, seed: int = 1) -> tuple[int, int]:
    """(positions, wrong scores): the solver asked about every position of a board, or about a share 1 - `least` of
    them, on a small table that stays, and 50 of each level on two threads.
    """
    asked = wrong = 0
    table, shared, rng = Table(16), Table(10), np.random.default_rng(seed)
    for keys, scores in truth(rules):
        for start in range(0, len(keys), CHUNK):
            chosen = np.flatnonzero(rng.random(min(CHUNK, len(keys) - start)) >= least) + start
            if len(chosen):
                told = solved(boards_of(keys[chosen], rules), rules, table)
                wrong += int((told != scores[chosen]).sum())
                asked += len(chosen)
        for place in rng.choice(len(keys), min(50, len(keys)), replace=False):
            ((mine, theirs),) = boards_of(keys[[place]], rules).tolist()
            to_move = (mine.bit_count() + theirs.bit_count()) % 2
            position = Position((theirs, mine) if to_move else (mine, theirs), to_move, rules, None)
            wrong += solve(position, threads=2, table=shared).score != scores[place]
            asked += 1
    return asked, wrong


def against_bitbully(number: int, seed: int, fewest: int = 12) -> tuple[int, int]:
    """(positions, disagreements): random positions of at least so many stones, the score and every column's, on one
    thread and on two with a small shared table.
    """
    from bitbully import BitBully, Board

    theirs, dice, shared = BitBully(opening_book=None), random.Random(seed), Table(12)
    wrong = 0
    for asked in range(number):
        position = Position()
        while position.outcome() is not None or position.ply < fewest:
            position = Position()
            for _ in range(dice.randint(fewest, 38)):
                if position.outcome() is not None:
                    break
                position = position.play(dice.choice(position.legal_columns()))
        board = Board(list(position.moves or ()))
        columns = dict(theirs.score_all_moves(board))
        score = max(columns.values())
        ours = {column: news.score for column, news in solve_columns(position, table=shared).items()}
        told = solve(position, threads=1 + asked % 2, table=shared if asked % 2 else None).score
        wrong += told != score or ours != columns
    return number, wrong
