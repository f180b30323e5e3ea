"""Rules, packed states, notation and every search against references as slow and plain as possible, on every board."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace

from c4.compiled.perft import count_games
from c4.engine import deepening
from c4.engine.ingredients import PLAIN, SearchOptions
from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.game import packed
from c4.game.notation import FORMATS, find_moves, format_position, parse_position
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, C4Error, Rules
from c4.game.values import WIN
from c4.search import fixed_depth

SIZES = [(rows, columns) for columns in range(1, 33) for rows in range(1, 64 // columns) if max(rows, columns) > 1]
"""Every board that fits: (rows, columns)."""

Stones = list[list[int]]
"""Columns from the bottom up, each stone 0 or 1, by whom it was played."""


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


def due(number: int, rules: Rules) -> bool:
    """Whether the board turns when so many stones lie on it."""
    if not rules.turn_every or number >= rules.rows * rules.columns:
        return False
    if rules.turn_seed is None:
        return number % rules.turn_every == 0
    chance = random.Random(rules.turn_seed)
    return [chance.randrange(rules.turn_every) for _ in range(number)][-1] == 0


def played(stones: Stones, x: int, rules: Rules) -> Stones:
    """The board after the next stone falls into column x, and after the turn."""
    number = sum(map(len, stones))
    after = [column + [number % 2] if i == x else list(column) for i, column in enumerate(stones)]
    if due(number + 1, rules) and not (rules.scoring == FIRST_LINE and lines(after, number % 2, rules)):
        return turned(after, rules.rows)
    return after


def result(stones: Stones, rules: Rules) -> int | None:
    """0 or 1 has won, -1 for a draw, None while the game goes on."""
    full = all(len(column) == rules.rows for column in stones)
    mine, theirs = lines(stones, 0, rules), lines(stones, 1, rules)
    if rules.scoring == COUNT_LINES:
        return None if not full else -1 if mine == theirs else int(theirs > mine)
    if mine and theirs:
        return -1
    return 0 if mine else 1 if theirs else -1 if full else None


def perft(stones: Stones, depth: int, rules: Rules) -> int:
    """How many games of so many moves there are."""
    if depth == 0:
        return 1
    if result(stones, rules) is not None:
        return 0
    return sum(perft(played(stones, x, rules), depth - 1, rules) for x in room(stones, rules))


def room(stones: Stones, rules: Rules) -> list[int]:
    return [x for x in range(rules.columns) if len(stones[x]) < rules.rows]


def state_of(stones: Stones, own: int, rules: Rules) -> str:
    """The packed state as R4-1 writes it down: a 1, then per column the pointer and the slots, as binary digits."""
    width = len(f"{rules.rows + 1:b}")
    digits = ""
    for column in stones:
        slots = "".join("1" if stone == own else "0" for stone in column)
        digits += f"{len(column) + 1:0{width}b}" + slots.ljust(rules.rows, "0")
    return "1" + digits.rjust(63, "0")


# -- what is compared -------------------------------------------------------------------------------------------------


def game(dice: random.Random) -> str:
    """Plays one random game both ways; what differs, or ""."""
    rules = any_rules(dice)
    stones: Stones = [[] for _ in range(rules.columns)]
    position, moves = Position(rules=rules), []
    while True:
        wrong = compared(position, stones, rules)
        if wrong:
            return f"{wrong}: {rules}, moves {[move + 1 for move in moves]}"
        if result(stones, rules) is not None or len(moves) > 40:
            break
        moves.append(dice.choice(room(stones, rules)))
        position, stones = position.play(moves[-1]), played(stones, moves[-1], rules)
    depth = 4 if rules.columns < 9 else 2
    if count_games(depth, rules) != perft([[] for _ in range(rules.columns)], depth, rules):
        return f"perft {depth}: {rules}"
    return ""


def compared(position: Position, stones: Stones, rules: Rules) -> str:
    """What differs in one position, or ""."""
    own = sum(map(len, stones)) % 2
    sides = [
        sum(1 << rules.cell(y, x) for x, column in enumerate(stones) for y, stone in enumerate(column) if stone == side)
        for side in (0, 1)
    ]
    outcome, expected = position.outcome(), result(stones, rules)
    told = None if outcome is None else -1 if outcome.winner is None else outcome.winner
    checks = {
        "stones": position.stones == tuple(sides),
        "side": position.to_move == own,
        "outcome": told == expected,
        "columns": list(position.legal_columns()) == ([] if expected is not None else room(stones, rules)),
        "lines": [rules.count_lines(side) for side in sides] == [lines(stones, side, rules) for side in (0, 1)],
        "mirror": position.mirror().mirror() == position,
        "as text": parse_position(format_position(position), rules) == position,
        "picture": Position.from_grid(position.grid(), rules).stones == position.stones,
    }
    if packed.fits(rules):
        state = position.packed()
        checks["packed"] = Position.from_packed(state, rules).stones == position.stones
        if packed.has_pointers(rules):
            checks["bits"] = f"{state:064b}" == state_of(stones, own, rules)
    if not rules.turn_every and (found := find_moves(Position(position.stones, own, rules, None))) is not None:
        again = Position(rules=rules)
        for column in found:
            again = again.play(column)
        checks["a game that leads there"] = again.stones == position.stones
    for name, write in FORMATS.items():
        try:
            text = write(position)
        except C4Error:
            continue
        checks[name] = parse_position(text, rules).stones == position.stones
    return ", ".join(name for name, right in checks.items() if not right)


def best(
    position: Position, stones: Stones, depth: int, side: int, line_value: int, leaf: Callable[[Position], int]
) -> int:
    """Minimax in a few lines: the value for `side`."""
    rules, winner = position.rules, result(stones, position.rules)
    if depth == 0 and (winner is None or rules.scoring != FIRST_LINE):
        return leaf(position)
    if winner is not None:
        if rules.scoring != FIRST_LINE:
            return line_value * (lines(stones, side, rules) - lines(stones, 1 - side, rules))
        number = sum(map(len, stones))
        return 0 if winner < 0 else WIN - number if winner == side else number - WIN
    values = [
        best(position.play(x), played(stones, x, rules), depth - 1, side, line_value, leaf) for x in room(stones, rules)
    ]
    return max(values) if position.to_move == side else min(values)


def evaluators() -> list[Evaluator]:
    """Those that play every board."""
    return [load("v1"), load("v2"), load("windows")]


KEEPS_VALUES = [field.name for field in fields(SearchOptions) if getattr(PLAIN, field.name)]
"""The ingredients of the engine that promise plain alpha-beta's value."""


def searched(dice: random.Random, judges: list[Evaluator]) -> str:
    """Searches one random position in every way; what differs from minimax in a few lines, or ""."""
    rules = any_rules(dice)
    stones: Stones = [[] for _ in range(rules.columns)]
    position = Position(rules=rules)
    for _ in range(dice.randrange(rules.cells)):
        column = dice.choice(room(stones, rules))
        after = played(stones, column, rules)
        if result(after, rules) is not None:
            break
        position, stones = position.play(column), after
    depth, judge = dice.randint(1, 4 if rules.columns < 6 else 3 if rules.columns < 10 else 2), dice.choice(judges)
    order = dice.sample(range(rules.columns), rules.columns)
    side = position.to_move
    try:
        judge.evaluate(position, side)
    except C4Error:
        return ""  # this evaluator does not play on this board, and says so
    expected = best(position, stones, depth, side, judge.line_value, lambda leaf: judge.evaluate(leaf, side))
    told = {
        name: fixed_depth.search(position, depth, judge, name, move_order=order).value.points
        for name in fixed_depth.ALGORITHMS
    }
    if not rules.turn_every:
        told["engine"] = deepening.search(position, judge, depth=depth, options=PLAIN).value.points
        some = {name: dice.random() < 0.5 for name in KEEPS_VALUES}
        told[f"engine {some}"] = deepening.search(
            position, judge, depth=depth, options=replace(PLAIN, **some), move_order=order
        ).value.points
    different = {name: value for name, value in told.items() if value != expected}
    return f"{different} and not {expected}: depth {depth}, {judge.name}, {position!r}" if different else ""
