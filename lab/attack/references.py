"""References as slow and plain as possible: rules, searches on every board, and retrograde analysis of small boards.

Rules, packed states, notation and every search are compared on all boards.  The retrograde analysis shares nothing
with the program: positions are pairs of numbers, a bit per cell, six bits a column; level by level they are made, and
from the last level back each gets the best that its replies leave.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace

import numpy as np

from c4.engine import deepening
from c4.engine.ingredients import PLAIN, SearchOptions
from c4.errors import C4Error
from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.game import packed
from c4.game.notation import FORMATS, find_moves, format_position, parse_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, Rules
from c4.game.values import WIN
from c4.kernels.board import constant_board
from c4.kernels.kinds import address_of
from c4.kernels.perft import count_games
from c4.search import fixed_depth
from c4.solver import questions
from c4.solver.solver import ALL_QUESTIONS, FAR, Work, solve, stream_columns
from c4.solver.table import Table

SIZES = [(rows, columns) for columns in range(1, 33) for rows in range(1, 64 // columns) if max(rows, columns) > 1]
"""Every board that fits: (rows, columns)."""

Stones = list[list[int]]
"""Columns from the bottom up, each disc 0 or 1, by whom it was played."""


def any_rules(dice: random.Random) -> Rules:
    """Any board and any way to play on it."""
    rows, columns = dice.choice(SIZES)
    connect = dice.randint(2, min(max(rows, columns), dice.choice((4, 5, 9, 63))))
    turns = {"turn_every": dice.randint(1, 5)} if rows == columns and dice.random() < 0.5 else {}
    if turns and dice.random() < 0.5:
        turns["turn_seed"] = dice.randrange(100)
    return Rules(rows, columns, connect, dice.choice((FIRST_LINE, COUNT_LINES)), **turns)


# -- the rules, a second time -----------------------------------------------------------------------------------------


def lines(stones: Stones, player: int, rules: Rules) -> int:
    """How many lines a player has."""
    cells = {(x, y) for x, column in enumerate(stones) for y, stone in enumerate(column) if stone == player}
    return sum(
        all((x + i * dx, y + i * dy) in cells for i in range(rules.connect))
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def turned(stones: Stones, size: int) -> Stones:
    """The picture is turned clockwise with its gaps, and then every column falls."""
    picture = [[stones[x][y] if y < len(stones[x]) else None for x in range(size)] for y in reversed(range(size))]
    clockwise = [list(row) for row in zip(*picture[::-1])]
    upwards = clockwise[::-1]
    return [[row[x] for row in upwards if row[x] is not None] for x in range(size)]


def turn_is_due(number: int, rules: Rules) -> bool:
    """Whether the board turns when `number` discs lie on it."""
    if not rules.turn_every or number >= rules.rows * rules.columns:
        return False
    if rules.turn_seed is None:
        return number % rules.turn_every == 0
    chance = random.Random(rules.turn_seed)
    return [chance.randrange(rules.turn_every) for _ in range(number)][-1] == 0


def played(stones: Stones, x: int, rules: Rules) -> Stones:
    """The board after the next disc falls into column x, and after the turn."""
    number = sum(map(len, stones))
    after = [column + [number % 2] if i == x else list(column) for i, column in enumerate(stones)]
    if turn_is_due(number + 1, rules) and not (rules.scoring == FIRST_LINE and lines(after, number % 2, rules)):
        return turned(after, rules.rows)
    return after


def result(stones: Stones, rules: Rules) -> int | None:
    """0 or 1 has won, -1 for a draw, None while the game goes on."""
    full = all(len(column) == rules.rows for column in stones)
    mine = lines(stones, 0, rules)
    theirs = lines(stones, 1, rules)
    if rules.scoring == COUNT_LINES:
        if not full:
            return None
        return -1 if mine == theirs else int(theirs > mine)
    if mine and theirs:
        return -1
    if mine:
        return 0
    if theirs:
        return 1
    return -1 if full else None


def perft(stones: Stones, depth: int, rules: Rules) -> int:
    """How many games of `depth` moves there are."""
    if depth == 0:
        return 1
    if result(stones, rules) is not None:
        return 0
    return sum(perft(played(stones, x, rules), depth - 1, rules) for x in room(stones, rules))


def room(stones: Stones, rules: Rules) -> list[int]:
    """The columns that are not full."""
    return [x for x in range(rules.columns) if len(stones[x]) < rules.rows]


def state_of(stones: Stones, own: int, rules: Rules) -> str:
    """The packed state as reference system 4 writes it (docs/reference-systems.md, R4-1), as binary digits: a 1, then per
    column the pointer and the slots.
    """
    width = len(f"{rules.rows + 1:b}")
    digits = ""
    for column in stones:
        slots = "".join("1" if stone == own else "0" for stone in column)
        digits += f"{len(column) + 1:0{width}b}" + slots.ljust(rules.rows, "0")
    return "1" + digits.rjust(63, "0")


# -- what is compared -------------------------------------------------------------------------------------------------


def compare_a_game(dice: random.Random) -> str:
    """Plays one random game both ways; what differs, or ""."""
    rules = any_rules(dice)
    stones: Stones = [[] for _ in range(rules.columns)]
    position = Position(rules=rules)
    moves = []
    while True:
        wrong = differences(position, stones, rules)
        if wrong:
            return f"{wrong}: {rules}, moves {[move + 1 for move in moves]}"
        if result(stones, rules) is not None or len(moves) > 40:
            break
        moves.append(dice.choice(room(stones, rules)))
        position = position.play(moves[-1])
        stones = played(stones, moves[-1], rules)
    depth = 4 if rules.columns < 9 else 2
    if count_games(depth, rules) != perft([[] for _ in range(rules.columns)], depth, rules):
        return f"perft {depth}: {rules}"
    return ""


def differences(position: Position, stones: Stones, rules: Rules) -> str:
    """What differs in one position, or ""."""
    own = sum(map(len, stones)) % 2
    sides = [bitboard_of(stones, side, rules) for side in (0, 1)]
    outcome = position.outcome()
    expected = result(stones, rules)
    shown = None
    if outcome is not None:
        shown = -1 if outcome.winner is None else outcome.winner
    checks = {
        "stones": position.stones == tuple(sides),
        "side": position.to_move == own,
        "outcome": shown == expected,
        "columns": list(position.legal_columns()) == (room(stones, rules) if expected is None else []),
        "lines": [rules.count_lines(side) for side in sides] == [lines(stones, side, rules) for side in (0, 1)],
        "mirror": position.mirror().mirror() == position,
        "as text": parse_position(format_position(position), rules) == position,
        "picture": Position.from_grid(position.grid(), rules).stones == position.stones,
    }
    state = position.packed()
    checks["packed"] = Position.from_packed(state, rules).stones == position.stones
    if packed.has_pointers(rules):
        checks["bits"] = f"{state:064b}" == state_of(stones, own, rules)
    if not rules.turn_every:
        moves = find_moves(Position(position.stones, own, rules, None))
        if moves is not None:
            checks["a game that leads there"] = after_moves(moves, rules).stones == position.stones
    for name, write in FORMATS.items():
        try:
            text = write(position)
        except C4Error:
            continue
        checks[name] = parse_position(text, rules).stones == position.stones
    return ", ".join(name for name, right in checks.items() if not right)


def bitboard_of(stones: Stones, side: int, rules: Rules) -> int:
    """The discs of a side as the program's bits."""
    bits = 0
    for x, column in enumerate(stones):
        for y, stone in enumerate(column):
            if stone == side:
                bits |= 1 << rules.cell(y, x)
    return bits


def after_moves(moves: Iterable[int], rules: Rules) -> Position:
    """The position after these columns."""
    position = Position(rules=rules)
    for column in moves:
        position = position.play(column)
    return position


def best(
    position: Position, stones: Stones, depth: int, side: int, line_value: int, leaf: Callable[[Position], int]
) -> int:
    """Minimax in a few lines: the value for `side`."""
    rules = position.rules
    winner = result(stones, position.rules)
    if depth == 0 and (winner is None or rules.scoring != FIRST_LINE):
        return leaf(position)
    if winner is not None:
        if rules.scoring != FIRST_LINE:
            return line_value * (lines(stones, side, rules) - lines(stones, 1 - side, rules))
        number = sum(map(len, stones))
        if winner < 0:
            return 0
        return WIN - number if winner == side else number - WIN
    values = [
        best(position.play(x), played(stones, x, rules), depth - 1, side, line_value, leaf) for x in room(stones, rules)
    ]
    return max(values) if position.to_move == side else min(values)


def evaluators() -> list[Evaluator]:
    """Those that play every board."""
    return [load("v1"), load("v2"), load("windows")]


KEEPS_VALUES = [field.name for field in fields(SearchOptions) if getattr(PLAIN, field.name)]
"""The ingredients of the engine that promise plain alpha-beta's value."""


def compare_a_search(dice: random.Random, all_evaluators: list[Evaluator]) -> str:
    """Searches one random position in every way; what differs from minimax in a few lines, or ""."""
    rules = any_rules(dice)
    stones: Stones = [[] for _ in range(rules.columns)]
    position = Position(rules=rules)
    for _ in range(dice.randrange(rules.cells)):
        column = dice.choice(room(stones, rules))
        after = played(stones, column, rules)
        if result(after, rules) is not None:
            break
        position = position.play(column)
        stones = after
    deepest = 4
    if rules.columns >= 10:
        deepest = 2
    elif rules.columns >= 6:
        deepest = 3
    depth = dice.randint(1, deepest)
    evaluator = dice.choice(all_evaluators)
    order = dice.sample(range(rules.columns), rules.columns)
    side = position.to_move
    try:
        evaluator.evaluate(position, side)
    except C4Error:
        return ""  # this evaluator does not play on this board, and says so
    expected = best(position, stones, depth, side, evaluator.line_value, lambda leaf: evaluator.evaluate(leaf, side))
    shown = {
        name: fixed_depth.search(position, depth, evaluator, name, move_order=order).value.points
        for name in fixed_depth.ALGORITHMS
    }
    if not rules.turn_every:
        shown["engine"] = deepening.search(position, evaluator, depth=depth, options=PLAIN).value.points
        some = {name: dice.random() < 0.5 for name in KEEPS_VALUES}
        shown[f"engine {some}"] = deepening.search(
            position, evaluator, depth=depth, options=replace(PLAIN, **some), move_order=order
        ).value.points
    different = {name: value for name, value in shown.items() if value != expected}
    return f"{different} and not {expected}: depth {depth}, {evaluator.name}, {position!r}" if different else ""


STRIDE = 6
WIDE = 30
"""Bits of one side's discs: at most 5 columns of 6 bits."""

CHUNK = 200_000


def lines_of(rules: Rules) -> list[int]:
    """Every line as a mask."""
    results = []
    for x in range(rules.columns):
        for y in range(rules.rows):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(rules.connect)]
                if all(0 <= a < rules.columns and 0 <= b < rules.rows for a, b in cells):
                    results.append(sum(1 << (a * STRIDE + b) for a, b in cells))
    return results


def won(stones: np.ndarray, lines: list[int]) -> np.ndarray:
    """Where these discs complete a line."""
    hit = np.zeros(len(stones), dtype=bool)
    for line in lines:
        hit |= (stones & line) == line
    return hit


def mirrored(stones: np.ndarray, columns: int) -> np.ndarray:
    """The discs seen in a mirror."""
    seen = np.zeros_like(stones)
    for x in range(columns):
        seen |= (stones >> (x * STRIDE) & (1 << STRIDE) - 1) << ((columns - 1 - x) * STRIDE)
    return seen


def key(mine: np.ndarray, theirs: np.ndarray, columns: int) -> np.ndarray:
    """One number for a position and its mirror image."""
    return np.minimum(mine << WIDE | theirs, mirrored(mine, columns) << WIDE | mirrored(theirs, columns))


def replies(keys: np.ndarray, rules: Rules, lines: list[int]) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each column: which of these positions have room in it, where its disc wins, and the keys that follow."""
    mine = keys >> WIDE
    theirs = keys & (1 << WIDE) - 1
    occupied = mine | theirs
    for x in range(rules.columns):
        column = ((1 << rules.rows) - 1) << (x * STRIDE)
        room = np.flatnonzero((occupied & column) != column)
        stone = ((occupied[room] & column) + (1 << (x * STRIDE))) & column
        after = mine[room] | stone
        yield room, won(after, lines), key(theirs[room], after, rules.columns)


def levels(rules: Rules) -> list[np.ndarray]:
    """The positions that are not over after 0, 1, ... discs, each with its mirror image once, in order."""
    lines = lines_of(rules)
    results = [np.zeros(1, dtype=np.int64)]
    for _ in range(rules.cells - 1):
        made = []
        for start in range(0, len(results[-1]), 10 * CHUNK):
            part = [after[~wins] for _, wins, after in replies(results[-1][start : start + 10 * CHUNK], rules, lines)]
            made.append(np.unique(np.concatenate(part)))
        results.append(np.unique(np.concatenate(made)))
    return results


def truth(rules: Rules) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """(keys, scores) of every position that is not over, the fullest boards first; scores as the solver gives them."""
    lines = lines_of(rules)
    results = levels(rules)
    later_keys = np.empty(0, dtype=np.int64)
    later = np.empty(0, dtype=np.int8)
    for stones in reversed(range(rules.cells)):
        keys = results.pop()
        best = np.full(len(keys), -FAR, dtype=np.int8)
        for start in range(0, len(keys), 10 * CHUNK):
            part = best[start : start + 10 * CHUNK]
            for room, wins, after in replies(keys[start : start + 10 * CHUNK], rules, lines):
                score = np.zeros(len(room), dtype=np.int8)
                score[wins] = (rules.cells + 1 - stones) // 2
                on = ~wins if stones + 1 < rules.cells else np.zeros_like(wins)
                score[on] = -later[np.searchsorted(later_keys, after[on])]
                part[room] = np.maximum(part[room], score)
        later_keys = keys
        later = best
        yield keys, best


def solved(stones: np.ndarray, rules: Rules, table: Table) -> np.ndarray:
    """The solver's scores of positions, (n, 2) bitboards: one compiled call, as `solve_many` makes it."""
    results = np.tile(np.array((-FAR, FAR, 0), dtype=np.int64), (len(stones), 1))
    some = Position(rules=rules)
    with Work(some, table, None) as work:
        address = address_of(work.control)
        board = constant_board(rules)
        budget = questions.UNLIMITED
        done = questions.narrow(stones, results, -FAR, FAR, False, ALL_QUESTIONS, budget, True, address, board)
    assert done == len(stones)
    assert (results[:, 0] == results[:, 1]).all()
    return results[:, 0]


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
    them, on a small table that stays, and 50 of each level as positions.
    """
    asked = 0
    wrong = 0
    table = Table(16)
    shared = Table(10)
    rng = np.random.default_rng(seed)
    for keys, scores in truth(rules):
        for start in range(0, len(keys), CHUNK):
            chosen = np.flatnonzero(rng.random(min(CHUNK, len(keys) - start)) >= least) + start
            if len(chosen):
                shown = solved(boards_of(keys[chosen], rules), rules, table)
                wrong += int((shown != scores[chosen]).sum())
                asked += len(chosen)
        for place in rng.choice(len(keys), min(50, len(keys)), replace=False):
            ((mine, theirs),) = boards_of(keys[[place]], rules).tolist()
            to_move = (mine.bit_count() + theirs.bit_count()) % 2
            stones = (theirs, mine) if to_move else (mine, theirs)
            position = Position(stones, to_move, rules, None)
            if solve(position, table=shared).score != scores[place]:
                wrong += 1
            asked += 1
    return asked, wrong


def against_bitbully(number: int, seed: int, fewest: int = 12) -> tuple[int, int]:
    """(positions, disagreements): random positions of at least `fewest` discs, the score and every column's, with
    and without a small shared table.
    """
    from bitbully import BitBully, Board

    theirs = BitBully(opening_book=None)
    dice = random.Random(seed)
    shared = Table(12)
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
        ours = {news.column: news.score for news in stream_columns(position, table=shared)}
        shown = solve(position, table=shared if asked % 2 else None).score
        if shown != score or ours != columns:
            wrong += 1
    return number, wrong
